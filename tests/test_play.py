"""A game at the terminal: who sits down, the curtain, the file it is kept in, how it is left."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from manipulation import (
    MANIPULATION,
    Cards,
    Deal,
    Draw,
    GreedyBot,
    Knock,
    PositionError,
    RandomBot,
    Record,
    RecordError,
    Rules,
    Shoe,
    from_json,
    replay,
    score_round,
    to_json,
)
from manipulation.cli import main
from manipulation.cli.chance import begun, dealt, generator
from manipulation.cli.host import Host, Leaving
from manipulation.cli.news import news_lines, since
from manipulation.cli.saving import FileError, new_path, read_record, unused_path, write_record
from manipulation.cli.seats import LONGEST_NAME, bot_of, seated, shown_names
from manipulation.cli.sheet import final_sheet, round_sheet
from manipulation.cli.table_talk import understand
from manipulation.cli.terminal import Streams
from manipulation.game import Game, Tally
from manipulation.scoring import Outcome
from tests.terminals import Idler, Keyboard, Screen, Script, text_of, without_colour

PAGE = (Path(__file__).parents[1] / "docs" / "play.md").read_text(encoding="utf-8")

SHORT = Rules(target=1)
"""A game of one round."""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No game is kept where the tests are run."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")


def hosted(*typed: str, seats: str = "Ann greedy", seed: int = 7, path: str = "") -> Host:
    """Host a game of one round, with what is typed."""
    record = begun(seated(seats.split()), seed=seed, rules=SHORT)
    return Host(Script(typed), record, Path(path) if path else None)


def files() -> list[str]:
    """List the files that there are."""
    return sorted(path.name for path in Path().iterdir())


def shown(host: Host) -> str:
    """Give all that a host has shown."""
    assert isinstance(host.terminal, Script)
    return host.terminal.text


def played_by(host: Host) -> Host:
    """Let a game be played until nothing more is typed."""
    with pytest.raises(EOFError):
        host.play()
    return host


def command(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = "") -> int:
    """Run `play` in this process with what is typed, and give its exit status."""
    keyboard = Keyboard(typed)
    monkeypatch.setattr(keyboard, "isatty", lambda: False)
    monkeypatch.setattr(sys, "stdin", keyboard)
    with pytest.raises(SystemExit) as ended:
        main(["play", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


class TestSeats:
    """R2: 2 to 5 players, each a person or a bot."""

    def test_bots_are_told_by_their_names(self) -> None:
        """Bots of one kind are numbered; all others are persons."""
        names = seated(["Ann", "greedy", "Random", "GREEDY", "Bob"])
        assert names == ("Ann", "greedy", "random", "greedy 2", "Bob")
        bots = [bot_of(name) for name in names]
        assert bots == [None, GreedyBot(), RandomBot(), GreedyBot(), None]
        assert [bot_of(name) for name in ("greedy x", "greedy ²", "Greedy", "")] == [None] * 4

    @pytest.mark.parametrize(
        "wanted",
        [
            "Ann",
            "A B C D E F",
            "Ann Ann",
            "Ann \x1b[2J",
            "Ann \ud800",
            f"Ann {'x' * (LONGEST_NAME + 1)}",
        ],
    )
    def test_who_cannot_sit_down(self, wanted: str) -> None:
        """Too few, too many, a name that is taken, that cannot be shown, or is too long."""
        with pytest.raises(PositionError):
            seated(wanted.split())
        with pytest.raises(PositionError):
            seated(["greedy", "greedy 2"])

    def test_names_from_a_file(self) -> None:
        """Whatever a file calls its seats, no control character reaches the terminal."""
        names = shown_names(("Ann", "\x1b[2J\n", "x" * 99, ""))
        assert names == ("Ann", "?[2J?", "x" * LONGEST_NAME, "?")


class TestChance:
    """A seed, and then the record itself, give all chance."""

    def test_a_seed_gives_the_game(self) -> None:
        """R5: the first dealer is chosen at random, as the seed has it."""
        first = begun(("a", "b", "c"), seed=7, rules=MANIPULATION)
        assert first == begun(("a", "b", "c"), seed=7, rules=MANIPULATION)
        dealers = {begun(("a", "b", "c"), seed=n, rules=MANIPULATION).dealer for n in range(20)}
        assert dealers == {0, 1, 2}

    def test_every_place_has_its_own(self) -> None:
        """No two moves are given the same chance."""
        record = begun(("a", "b"), seed=7, rules=MANIPULATION)
        numbers = {record: generator(record).random()}
        for _ in range(2):
            record = record.after(Draw())
            numbers[record] = generator(record).random()
        assert len(set(numbers.values())) == 3

    def test_a_game_goes_on_as_it_would_have(self) -> None:
        """From any point on, a game read from its file goes the same way, deals included."""
        whole = Host(Script(), begun(("random", "greedy"), seed=3, rules=Rules(target=100)))
        whole.play()
        deals = whole.record.deals
        assert len(deals) > 1
        first = deals[0]
        for before in (first, Deal(first.dealer, first.shoe, first.moves[:40])):
            part = evolve(whole.record, deals=(before,))
            again = Host(Script(), from_json(to_json(part), Record))
            again.play()
            assert again.record == whole.record

    def test_a_record_without_deals(self) -> None:
        """The first deal is made where a file has none."""
        record = Record.new(("a", "b"), dealer=0)
        assert dealt(record) == dealt(record)


class TestTable:
    """D8: what is public is shown, and nothing else."""

    def test_a_curtain_between_persons(self) -> None:
        """Nothing of one person's turn is in sight in the next one's."""
        host = played_by(hosted("", "draw", "draw", "draw", "end", "", seats="Ann Bob"))
        assert isinstance(host.terminal, Script)
        first, second = (0, 1) if host.record.dealer else (1, 0)
        names = host.names
        hands = host.record.deals[0].shoe.deal(players=2, dealer=host.record.dealer)[0]
        assert str(hands[first]).split()[0] in "\n".join(host.terminal.behind)
        assert host.terminal.lines[0] == f"{names[second]}: Enter when nobody else is looking> "
        hand = host.record.game.view(second).round
        assert hand is not None
        assert f"> {names[second]}" in "\n".join(host.terminal.lines)
        assert f"  {names[first]}: drew 3, 13 left" in host.terminal.lines

    def test_no_curtain_for_one_person(self) -> None:
        """Bots do not look."""
        host = played_by(hosted("draw", "draw", "draw", "end"))
        assert "Enter when" not in shown(host)

    def test_what_others_did(self) -> None:
        """Each turn since one's last is told: how many cards, which were played, how it ended."""
        host = hosted(seats="greedy greedy")
        host.play()
        record = host.record
        news = since(record, None)
        assert {told.seat for told in news} == {0, 1}
        assert since(record, 0) == () or since(record, 1) == ()
        lines = list(map(text_of, news_lines(news, ("a", "b"))))
        assert len(lines) == len(news)
        moves = record.deals[0].moves
        assert sum(told.drew for told in news) == sum(isinstance(move, Draw) for move in moves)
        outcome = next(reversed(tuple(replay(record)))).round
        assert outcome is not None
        assert outcome.outcome is not None
        assert lines[-1].endswith(("knocked, 1 left", "out", "left"))
        assert since(Record.new(("a", "b"), dealer=0), None) == ()

    def test_a_passed_turn_and_a_turn_that_is_not_over(self) -> None:
        """In the last lap nobody draws; the last turn may be in the making."""
        deck = Shoe.of("Ac 2d 3h 4s 6c 7d 8h 9s Jc Qd Kh As 2c 3d 4h 6s 7c 8d 9h Js Kc")
        record = Record.new(("a", "b"), dealer=0).deal(deck).after(Draw())
        assert [text_of(line) for line in news_lines(since(record, 0), ("a", "b"))] == [
            "  b: drew 1, 11 left"
        ]
        for move in record.game.legal_moves():
            record = record.after(move)
        lap = record.after(record.game.legal_moves()[0])
        assert [text_of(line) for line in news_lines(since(lap, 1), ("a", "b"))] == [
            "  a: passed, 10 left"
        ]

    def test_a_whole_round(self) -> None:
        """The sheet says who won and why; at the end of the game nobody is asked to deal."""
        host = hosted()
        host.terminal = Idler()
        host.play()
        text = shown(host)
        assert "The round is over: " in text
        assert "The game is over. Won by " in text
        assert "Enter deals" not in text
        assert text.endswith(
            "Keep the game? Enter for manipulation-1.json, another file, or no> no"
        )

    def test_a_person_plays_and_knocks(self) -> None:
        """What a person has done is told, and the round ends with his knock."""
        deck = Shoe.of("Kc 9s Kd 9h Kh 9d Ac 9c 2c 8s 4c 8h 5c 8d 6c 3s 7c 7s 8c 7h 3c 7d")
        record = Record.new(("Ann", "greedy"), dealer=1, rules=SHORT)
        hands, _ = deck.deal(players=2, dealer=1)
        host = Host(Script(["draw", "new Kc Kd Kh", "new 4c 5c 6c 7c 8c", "c", "end"]), record)
        host.record = record.deal(deck)
        played_by(host)
        text = shown(host)
        assert str(hands[0]) == "Ac 2c 4c 5c 6c 7c 8c Kc Kd Kh"
        assert "You drew 3c" in text
        assert "You played 4c 5c 6c 7c 8c Kc Kd Kh" in text

    def test_knocking(self) -> None:
        """A person's knock ends the round."""
        deck = Shoe.of("Kc 9s Kd 9h Kh 9d Ac 9c 2c 8s 4c 8h 5c 8d 6c 3s 7c 7s 8c 7h As 7d")
        record = Record.new(("Ann", "greedy"), dealer=1, rules=SHORT).deal(deck)
        host = Host(Script(["draw", "Kc Kd Kh | 4c 5c 6c 7c 8c", "c", "knock", "no"]), record)
        host.play()
        assert host.record.deals[0].moves[-1] == Knock()
        assert "The round is over: Ann knocked." in shown(host)
        assert "Your turn is complete: end or knock" in shown(host)

    def test_between_the_rounds(self) -> None:
        """Before the next deal a person may ask, keep the game, or leave it."""
        over = hosted()
        over.terminal = Idler()
        over.play()
        (deal,) = over.record.deals
        record = evolve(over.record, rules=MANIPULATION, deals=(evolve(deal, digest=None),))
        typed = ["score", "? R17", "x", "draw", "save", "", "quit"]
        host = Host(Script(typed), record, Path("game.json"))
        with pytest.raises(Leaving):
            host.play()
        text = shown(host)
        assert "The first with 150 points" in text
        assert "R17 In a sequence" in text
        assert "not understood" in text
        assert "Enter comes first." in text
        assert "The game is kept in game.json." in text
        assert len(host.record.deals) == 2


class TestSheet:
    """The score sheet tells where each point came from."""

    NAMES = ("Ann", "Bob", "Cy")

    @pytest.mark.parametrize(
        ("points", "knocker", "out", "lines"),
        [
            (
                (4, 12, 30),
                0,
                (),
                [
                    "The round is over: Ann knocked.",
                    "Winner of the round: Ann, 34 points:",
                    "     8  Bob had 12, Ann 4 (R36)",
                    "    26  Cy had 30, Ann 4 (R36)",
                ],
            ),
            (
                (4, 2, 30),
                0,
                (),
                [
                    "The round is over: Ann knocked.",
                    "Winner of the round: Bob, 40 points:",
                    "     2  Ann had 4, Bob 2 (R36)",
                    "    28  Cy had 30, Bob 2 (R36)",
                    "    10  Ann knocked and was undercut (R37 to R39)",
                ],
            ),
            (
                (0, 1),
                0,
                (0,),
                [
                    "The round is over: Ann went out.",
                    "Winner of the round: Ann, 26 points:",
                    "     1  Bob had 1, Ann 0 (R35)",
                    "    25  all cards played (R40)",
                ],
            ),
            (
                (5, 5),
                None,
                (),
                [
                    "The round is over: the stock is empty and the last lap is played.",
                    "Winner of the round: Ann, 0 points:",
                    "     0  Bob had 5, Ann 5 (R35)",
                    "Winner of the round: Bob, 0 points:",
                    "     0  Ann had 5, Bob 5 (R35)",
                ],
            ),
        ],
    )
    def test_a_round(
        self, points: tuple[int, ...], knocker: int | None, out: tuple[int, ...], lines: list[str]
    ) -> None:
        """Every reason has a line, and they add up."""
        outcome = Outcome.of(points, knocker=knocker, went_out=out)
        names, hands = self.NAMES[: len(points)], [Cards.parse("Ac"), Cards(), Cards.parse("2c")]
        sheet = list(map(text_of, round_sheet(outcome, hands[: len(points)], names)))
        assert sheet[:1] + sheet[1 + len(points) :] == lines
        assert sheet[2] == f"  Bob {points[1]:>4} left: nothing"
        score = score_round(points, knocker=knocker, went_out=out)
        told = [int(line.split()[0]) for line in lines if line.startswith("  ")]
        assert sum(told) == sum(score.scores)

    def test_a_game(self) -> None:
        """R43 to R46: what the final scores are made of."""
        tally = Tally(totals=(152, 148), rounds_won=(0, 7), dealer=0)
        sheet = [text_of(line) for line in final_sheet(Game(tally), ("Ann", "Bob"))]
        assert sheet == [
            "The game is over. Won by Bob.",
            "  1. Bob  323 = 148 in the rounds + 175 for 7 rounds won (R45)",
            "  2. Ann  252 = 152 in the rounds + 100 for the target (R44)",
        ]
        assert list(final_sheet(Game.new(players=2, dealer=0), ("Ann", "Bob"))) == []


class TestKeeping:
    """A saved game is the library's record, and never half written."""

    def test_it_is_kept_whenever_a_person_is_asked(self) -> None:
        """The file has all that is committed; nothing else is in it."""
        host = hosted("draw", "draw", path="game.json")
        played_by(host)
        assert read_record(Path("game.json")) == host.record
        assert Path("game.json").read_text(encoding="utf-8") == to_json(host.record) + "\n"
        assert files() == ["game.json"]

    def test_save_names_a_file(self) -> None:
        """From then on the game is kept there; `save` alone finds a name."""
        host = played_by(hosted("save a b.json", "draw", "save", "save a b.json"))
        assert host.path == Path("a b.json")
        assert read_record(host.path) == host.record
        host = played_by(hosted("draw", "save"))
        assert host.path == Path("manipulation-1.json")
        assert shown(host).count("The game is kept in manipulation-1.json.") == 1

    def test_no_file_is_written_over(self) -> None:
        """It may be another game; one's own goes on where it was kept."""
        Path("other.json").write_text("precious", encoding="utf-8")
        host = played_by(hosted("save other.json", "save ~no one/x", "draw", path="mine.json"))
        assert "other.json is there already" in shown(host)
        assert "~no one/x: the file cannot be written: No such file" in shown(host)
        assert Path("other.json").read_text(encoding="utf-8") == "precious"
        assert host.path == Path("mine.json")
        assert not host.unkept

    def test_a_file_that_cannot_be_written(self) -> None:
        """It is told, the game goes on, and the status says so in the end."""
        host = played_by(
            hosted("draw", "save no/such/folder", "hint", "save fold\0er", path="no/folder.json")
        )
        assert shown(host).count("no/folder.json: the file cannot be written") == 2
        assert re.search(r"\nfold\0er: the file cannot be written: .*embedded null", shown(host))
        assert "no/such/folder: the file cannot be written" in shown(host)
        assert host.unkept

    def test_leaving(self) -> None:
        """Whoever quits is asked where to keep the game, until it is kept or not wanted."""
        Path("there").mkdir()
        host = hosted("draw", "quit", "there", "a.json")
        with pytest.raises(Leaving):
            host.play()
        assert host.path == Path("a.json")
        assert "there is there already" in shown(host)
        for answer, path in (("", "manipulation-1.json"), ("no", None), (" N ", None)):
            host = hosted("quit", answer)
            with pytest.raises(Leaving):
                host.play()
            assert host.path == (None if path is None else Path(path))
        host = hosted("quit", path="b.json")
        with pytest.raises(Leaving):
            host.play()
        assert Path("b.json").exists()

    def test_leaving_at_the_curtain(self) -> None:
        """A person need not sit down to leave."""
        host = hosted("quit", "no", seats="Ann Bob")
        with pytest.raises(Leaving):
            host.play()

    def test_paths(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A new file is one that is not there; what is no path is refused."""
        monkeypatch.setenv("HOME", "/home/ann")
        assert new_path("~/game.json") == Path("/home/ann/game.json")
        for name in ("x" * 5000, "."):
            with pytest.raises(FileError):
                new_path(name)
        unused_path(Path()).touch()
        assert unused_path(Path()) == Path("manipulation-2.json")

    def test_reading(self) -> None:
        """What cannot be read, is no text, or is no game, is refused."""
        Path("bytes").write_bytes(b"\xff")
        Path("json").write_text("{}", encoding="utf-8")
        for name in ("nothing", "bytes", "."):
            with pytest.raises(FileError, match="the file cannot be read"):
                read_record(Path(name))
        with pytest.raises(RecordError):
            read_record(Path("json"))

    def test_what_the_old_file_was(self) -> None:
        """A link is followed, and the file keeps its permissions."""
        record = hosted().record
        Path("game.json").touch(mode=0o640)
        Path("link.json").symlink_to("game.json")
        write_record(record, Path("link.json"))
        assert Path("link.json").is_symlink()
        assert Path("game.json").stat().st_mode & 0o777 == 0o640
        assert read_record(Path("game.json")) == record

    @pytest.mark.parametrize("fails", ["fsync", "replace"])
    def test_a_failure_leaves_the_old_file(
        self, monkeypatch: pytest.MonkeyPatch, fails: str
    ) -> None:
        """Whatever fails before the last step, the old file is whole and no other is left."""
        path = Path("game.json")
        write_record(hosted(seed=1).record, path)
        old = path.read_bytes()

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os if fails == "fsync" else Path, fails, fail)
        with pytest.raises(FileError, match="No space left on device"):
            write_record(hosted(seed=2).record, path)
        assert path.read_bytes() == old
        assert files() == ["game.json"]

    @pytest.mark.parametrize("moment", ["os.fdopen", "os.fsync", "Path.replace"])
    def test_killed_while_it_writes(self, moment: str) -> None:
        """A process that is killed on the way leaves the old game, whole."""
        write_record(hosted(seed=1).record, Path("game.json"))
        script = (
            "import os, signal\n"
            "from pathlib import Path\n"
            "from manipulation.cli.saving import read_record, write_record\n"
            "record = read_record(Path('game.json')).after(__import__('manipulation').Draw())\n"
            f"{moment} = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n"
            "write_record(record, Path('game.json'))\n"
        )
        ended = subprocess.run([sys.executable, "-c", script], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert read_record(Path("game.json")) == hosted(seed=1).record


class TestCommand:
    """`manipulation play`: options, input, and the exit status."""

    def test_the_end_of_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The game is kept without asking, and the status is 1."""
        assert command(monkeypatch, "Ann", "greedy", "--seed", "7", typed="draw\nhint\n") == 1
        record = read_record(Path("manipulation-1.json"))
        assert record.seats == ("Ann", "greedy")
        assert record.deals[0].moves[-1] == Draw()

    def test_nothing_is_kept_of_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game in which nobody has moved leaves no file."""
        assert command(monkeypatch, "Ann", "Bob", "--seed", "7") == 1
        assert files() == []

    def test_the_seats_if_none_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """You and a bot; the seed is then drawn, too."""
        assert command(monkeypatch, "--save", "game.json", typed="draw\n") == 1
        assert read_record(Path("game.json")).seats == ("You", "greedy")

    def test_to_the_end(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Bots alone play on; the status is 0, and the record is a whole game."""
        bots = ("greedy", "greedy", "random")
        assert command(monkeypatch, *bots, "--target", "20", "--save", "a.json") == 0
        record = read_record(Path("a.json"))
        assert record.game.over
        assert "The game is over. Won by " in capsys.readouterr().out
        assert command(monkeypatch, "--resume", "a.json") == 0

    def test_resume(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A game goes on with what was committed, and is kept in the same file."""
        start = ("Ann", "greedy", "--seed", "7", "--save", "game.json")
        assert command(monkeypatch, *start, typed="draw\nadd 9z to 1\nquit\n") == 1
        assert command(monkeypatch, "--resume", "game.json", typed="draw\n") == 1
        assert "You drew" in capsys.readouterr().out
        *_, first, second = read_record(Path("game.json")).deals[0].moves
        assert (first, second) == (Draw(), Draw())

    @pytest.mark.parametrize(
        "arguments",
        [
            ("Ann",),
            ("Ann", "Ann"),
            ("Ann", "Bob", "--target", "0"),
            ("Ann", "Bob", "--save", "there.json"),
            ("--resume", "nowhere.json"),
            ("--resume", "there.json"),
            ("Ann", "--resume", "there.json"),
            ("--seed", "7", "--resume", "there.json"),
            ("--save", "new.json", "--resume", "there.json"),
            ("--target", "9", "--resume", "there.json"),
        ],
    )
    def test_what_cannot_be_begun(
        self, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
    ) -> None:
        """Bad input has the status 2, and no file is touched."""
        Path("there.json").write_text("{}", encoding="utf-8")
        assert command(monkeypatch, *arguments) == 2
        assert files() == ["there.json"]

    def test_a_game_that_cannot_be_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The status says that what is in the file is not the game."""
        for typed in ("draw\nquit\n", "draw\n"):
            assert command(monkeypatch, "--save", "no/game.json", typed=typed) == 2

    @pytest.mark.parametrize("keep", ["", "game.json"])
    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch, keep: str) -> None:
        """Ctrl-C keeps the game and ends as it ends any process."""
        typed = iter(["draw"])

        def ask(*_: object) -> str:
            for line in typed:
                return line
            raise KeyboardInterrupt

        monkeypatch.setattr(Streams, "ask", ask)
        options = ("--save", keep) if keep else ()
        assert command(monkeypatch, "Ann", "greedy", "--seed", "7", *options) == 130
        assert read_record(Path(keep or "manipulation-1.json")).deals[0].moves[-1] == Draw()

    @pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
    def test_signals(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        """A window that is closed, or a process that is told to end, keeps the game first."""
        number = getattr(signal, name)
        before = signal.getsignal(number)
        typed = iter(["draw"])

        def ask(*_: object) -> str:
            for line in typed:
                return line
            signal.raise_signal(number)
            return ""

        monkeypatch.setattr(Streams, "ask", ask)
        assert command(monkeypatch, "Ann", "greedy", "--seed", "7") == 128 + number
        assert read_record(Path("manipulation-1.json")).deals[0].moves[-1] == Draw()
        assert signal.getsignal(number) is before

    def test_a_system_without_such_signals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where there is no such signal, nothing is set."""
        monkeypatch.delattr(signal, "SIGHUP")
        assert command(monkeypatch, "Ann", "Bob") == 1

    def test_no_input_at_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A process without standard input has reached its end."""
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(SystemExit, match="1"):
            main(["play", "Ann", "Bob"])


class TestPage:
    """What the page shows is what happens."""

    def test_the_sample_turn(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Typed in a pipe, the lines give the transcript, and the file that is then replayed."""
        (transcript,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        typed = "".join(
            f"{line}\n" for line in re.findall(r"^Ann> (.*)$", transcript, re.MULTILINE)
        )
        assert command(monkeypatch, "Ann", "greedy", "--seed", "3", typed=typed) == 1
        assert capsys.readouterr().out.strip("\n") + "\n" == transcript
        (shown,) = re.findall(
            r"^\$ manipulation replay game.json .*?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL
        )
        with pytest.raises(SystemExit, match="0"):
            main(["replay", "game.json"])
        assert capsys.readouterr().out.startswith(shown)

    def test_the_commands(self) -> None:
        """Everything in the table of commands is understood."""
        rows = re.findall(r"^\| (`.*`) \|", PAGE, re.MULTILINE)
        texts = [text.replace("\\|", "|") for row in rows for text in re.findall(r"`(.*?)`", row)]
        assert len(texts) > 30
        for text in texts:
            understand(text.replace("FILE", "game.json"))


class TestStreams:
    """Standard input and output, a terminal or not."""

    def test_a_transcript(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """In a pipe, what is typed stands after its prompt, and no escape sequence is written."""
        command(monkeypatch, "Ann", "greedy", "--seed", "7", typed="draw\r\nfold\n")
        out = capsys.readouterr().out
        assert "\nAnn> draw\nYou drew " in out
        assert "\nAnn> fold\nnot understood" in out
        assert "\x1b" not in out

    def test_bytes_that_are_no_text(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """They are marked where they stand."""
        keyboard = Keyboard()
        keyboard.buffer.write(b"draw \xff\n")
        keyboard.seek(0)
        monkeypatch.setattr(keyboard, "isatty", lambda: False)
        monkeypatch.setattr(sys, "stdin", keyboard)
        with pytest.raises(SystemExit):
            main(["play", "Ann", "greedy", "--seed", "7"])
        assert "Ann> draw \ufffd\nnot understood" in capsys.readouterr().out

    @pytest.mark.parametrize("there", [True, False])
    def test_a_terminal(self, monkeypatch: pytest.MonkeyPatch, *, there: bool) -> None:
        """A terminal is asked by `input`, with line editing where there is `readline`."""
        screen = Screen()
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", Keyboard("draw\nhint\n"))
        if not there:
            monkeypatch.setitem(sys.modules, "readline", None)
        streams = Streams()
        assert streams.typed
        assert streams.ask("Ann> ") == "draw"
        streams.curtain()
        assert streams.ask("Bob> ") == "hint"
        with pytest.raises(EOFError):
            streams.ask("Bob> ")
        assert screen.shown().startswith("Ann> \x1b[H\x1b[2J\x1b[3JBob> ")

    def test_what_was_typed_is_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The next person cannot call back a line of the one before."""
        editing = pytest.importorskip("readline")
        forgotten = []
        monkeypatch.setattr(editing, "clear_history", lambda: forgotten.append("all"))
        monkeypatch.setattr(sys, "stdout", Screen())
        monkeypatch.setattr(sys, "stdin", Keyboard())
        Streams().curtain()
        assert forgotten == ["all"]

    def test_a_curtain_on_a_dumb_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the screen cannot be cleared, what was shown is pushed out of sight."""
        screen = Screen()
        monkeypatch.setenv("TERM", "dumb")
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", Keyboard())
        Streams().curtain()
        assert screen.shown().strip("\n") == ""
        assert screen.shown().count("\n") >= 100

    def test_no_curtain_in_a_pipe(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Nobody looks at a pipe."""
        monkeypatch.setattr(sys, "stdin", Keyboard())
        Streams().curtain()
        assert capsys.readouterr().out == ""

    @pytest.mark.parametrize("name", ["NO_COLOR", "dumb"])
    def test_without_colour(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        """With NO_COLOR, and on a terminal that knows no escape sequences, there are none."""
        screen = Screen()
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setenv(*((name, "1") if name == "NO_COLOR" else ("TERM", name)))
        command(monkeypatch, "Ann", "greedy", "--seed", "7", typed="draw\nhint\nmore\nmore\n")
        assert "\x1b" not in screen.shown()
        assert "♠" in screen.shown()

    def test_a_stream_that_lacks_characters(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What a terminal cannot show has a question mark, names and all."""
        screen = Screen("ascii")
        monkeypatch.setattr(sys, "stdout", screen)
        command(monkeypatch, "Zoë", "greedy", "--seed", "7", typed="draw\n7♠ ö\n")
        text = without_colour(screen.shown())
        assert "Zo?> draw\nYou drew " in text
        assert "  7? ?\n     ^\n" in text


def test_the_record_is_json() -> None:
    """What is kept can be read by any program."""
    host = played_by(hosted("draw", path="game.json"))
    document = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert document["seats"] == list(host.record.seats)
