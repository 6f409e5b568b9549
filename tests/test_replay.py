"""A record is stepped through at a terminal, and written whole into a pipe."""

import re
import sys
from pathlib import Path

import pytest
from attrs import evolve

from manipulation import MANIPULATION, Draw, Play, Record, Rules, Table
from manipulation.cli import main
from manipulation.cli.chance import begun
from manipulation.cli.host import Host
from manipulation.cli.saving import write_record
from tests.terminals import Keyboard, Screen, Script, without_colour

FILE = Path("game.json")


@pytest.fixture(scope="module")
def record() -> Record:
    """Play a game of two rounds."""
    host = Host(Script(), begun(("greedy", "random", "greedy 2"), seed=1, rules=Rules(target=120)))
    host.play()
    assert len(host.record.deals) > 1
    return host.record


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, record: Record) -> None:
    """Keep the game in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    write_record(record, FILE)


def piped(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Replay the game into a pipe."""
    with pytest.raises(SystemExit, match="0"):
        main(["replay", str(FILE), *arguments])
    return capsys.readouterr().out


def stepped(monkeypatch: pytest.MonkeyPatch, *typed: str, seat: str = "") -> str:
    """Step through the game on a terminal of 80 columns."""
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stdin", Keyboard("".join(f"{line}\n" for line in typed)))
    with pytest.raises(SystemExit, match="0"):
        main(["replay", str(FILE), *(["--seat", seat] if seat else [])])
    return without_colour(screen.shown())


def places(text: str) -> list[int]:
    """Find the steps that were shown."""
    return [int(place) for place in re.findall(r"^Round \d+, step (\d+) of", text, re.MULTILINE)]


def steps_of(record: Record) -> int:
    """Count the deals and moves."""
    return sum(1 + len(deal.moves) for deal in record.deals)


class TestInAPipe:
    """All of it at once."""

    def test_every_step_has_a_line(
        self, capsys: pytest.CaptureFixture[str], record: Record
    ) -> None:
        """Numbered from 1, with the table below each play, and a sheet after each round."""
        out = piped(capsys)
        numbers = [
            int(found) for found in re.findall(r"^ {0,3}(\d+)\. .*(?::|deals)", out, re.MULTILINE)
        ]
        assert numbers == list(range(1, steps_of(record) + 1))
        tables = re.findall(r"^ {6}(\S.*)$", out, re.MULTILINE)
        plays = [move for deal in record.deals for move in deal.moves if isinstance(move, Play)]
        assert [Table.parse(table) for table in tables] == [Table.of(play.melds) for play in plays]
        assert out.count("The round is over: ") == len(record.deals)
        assert out.count("The game is over. Won by ") == 1

    def test_a_seat_sees_its_own_cards_only(
        self, capsys: pytest.CaptureFixture[str], record: Record
    ) -> None:
        """D8: who drew is public, what he drew is not."""
        everything, seen = piped(capsys), piped(capsys, "--seat", "random")
        draws = sum(isinstance(move, Draw) for deal in record.deals for move in deal.moves)
        assert len(re.findall(r": draw \S", everything)) == draws
        assert set(re.findall(r"(\S+(?: 2)?): draw \S", seen)) == {"random"}
        assert re.sub(r"(draw) \S+", r"\1", everything) == re.sub(r"(draw) \S+", r"\1", seen)

    def test_a_game_in_the_making(self, capsys: pytest.CaptureFixture[str]) -> None:
        """What is there is told, with the standings, and nobody has won."""
        write_record(begun(("Ann", "Bob"), seed=7, rules=MANIPULATION).after(Draw()), FILE)
        out = piped(capsys)
        assert out.splitlines()[0] in ("   1. Ann deals round 1", "   1. Bob deals round 1")
        assert "1. Ann    0 points, 0 rounds won" in out
        assert "over" not in out

    def test_what_cannot_be_replayed(self, capsys: pytest.CaptureFixture[str]) -> None:
        """No file, no such seat: status 2."""
        for arguments in (["nothing.json"], [str(FILE), "--seat", "Cy"]):
            with pytest.raises(SystemExit, match="2"):
                main(["replay", *arguments])
        assert "no such seat: 1 greedy, 2 random, 3 greedy 2 played" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("names", "text", "seat"),
        [
            (("Ann", "Bob", "Cy"), "2", 1),
            (("Ann", "Ann", "Cy"), "2", 1),
            (("Ann", "Ann", "Cy"), "Cy", 2),
            (("", "", ""), "3", 2),
            (("", "Bob", "Cy"), "", 0),
            (("3", "Bob", "2"), "3", 0),
            (("A\nnn", "Bob", "Cy"), "A?nn", 0),
            (("A\nnn", "Bob", "Cy"), "A\nnn", 0),
            (("x" * 17 + "a", "x" * 17 + "b", "Cy"), "x" * 17 + "b", 1),
        ],
    )
    def test_which_seat_is_meant(
        self,
        capsys: pytest.CaptureFixture[str],
        record: Record,
        names: tuple[str, ...],
        text: str,
        seat: int,
    ) -> None:
        """A name that one seat alone has, as it is or as it is shown; else a number."""
        seen = piped(capsys, "--seat", ("greedy", "random", "greedy 2")[seat])
        write_record(evolve(record, seats=names), FILE)
        drawn = re.compile(r"draw \S+")
        assert drawn.findall(piped(capsys, "--seat", text)) == drawn.findall(seen) != []

    @pytest.mark.parametrize("text", ["Ann", "0", "4", "\N{SUPERSCRIPT TWO}"])
    def test_no_seat_is_meant(
        self, capsys: pytest.CaptureFixture[str], record: Record, text: str
    ) -> None:
        """The seats are told, with their numbers."""
        write_record(evolve(record, seats=("Ann", "Ann", "")), FILE)
        with pytest.raises(SystemExit, match="2"):
            main(["replay", str(FILE), "--seat", text])
        what = "say the number of the seat" if text == "Ann" else "no such seat"
        assert capsys.readouterr().err == f"--seat: {what}: 1 Ann, 2 Ann, 3 ? played\n"


class TestStepByStep:
    """Forwards and backwards at a terminal."""

    def test_where_one_can_go(self, monkeypatch: pytest.MonkeyPatch, record: Record) -> None:
        """On, back, to the next round, to the end, to a number; not past either end."""
        last, second = steps_of(record), len(record.deals[0].moves) + 2
        shown = stepped(monkeypatch, "", "n", "b", "b", "b", "r", "", "e", "r", "n", "7", "x", "q")
        assert places(shown) == [1, 2, 3, 2, 1, second, second + 1, last, last, 7]
        assert shown.count(f"There are steps 1 to {last}.") == 2
        assert shown.count("Enter or n: on") == 2

    def test_all_hands_or_one(self, monkeypatch: pytest.MonkeyPatch, record: Record) -> None:
        """All hands are shown, or those of one seat; when the round is over all of them."""
        over = str(len(record.deals[0].moves) + 1)
        assert "10 cards" not in stepped(monkeypatch)
        shown = stepped(monkeypatch, over, seat="random")
        first, end = shown.split(f"step {over} of")
        assert first.count("10 cards") == 2
        assert not re.search(r"\d cards$", end, re.MULTILINE)
        assert "The round is over" in end

    def test_it_fits(self, monkeypatch: pytest.MonkeyPatch, record: Record) -> None:
        """No line is longer than 80 columns."""
        shown = stepped(monkeypatch, *(str(number) for number in range(1, steps_of(record) + 1)))
        assert max(map(len, shown.splitlines())) <= 80

    def test_nothing_to_show(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A record without a deal says so."""
        write_record(Record.new(("Ann", "Bob"), dealer=0), FILE)
        assert stepped(monkeypatch) == "Nothing has been dealt in this game.\n"
