"""The command line answers in text and JSON, by its exit status, and without a traceback."""

import errno
import importlib.metadata
import io
import json
import os
import pty
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import manipulation
from manipulation import Cards, Play, Table, check_play, parse_step
from manipulation.cli import answers, app, main
from manipulation.cli.documents import KINDS
from tests.terminals import Screen, without_colour

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")

COMMANDS = ("arrange", "check", "hint", "count")

DECK = " ".join(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")

UNARRANGEABLE = {
    "96 cards of two decks": str(
        Cards.parse(f"{DECK} {DECK}") - Cards.parse("Ac 2c 3d 3d 5d 2h 2s 7s")
    ),
    "106 cards of three decks": (
        "Ac 2c 2c 4c 4c 4c 5c 5c 6c 6c 6c 7c 7c 9c 9c 9c Tc Tc Tc Jc Jc Qc Kc Kc Kc Ad Ad Ad 2d "
        "2d 2d 3d 3d 3d 4d 4d 5d 5d 5d 6d 6d 6d 7d 7d 8d 8d 9d Td Jd Jd Qd Qd Kd Kd Kd Ah Ah 2h "
        "3h 4h 4h 4h 6h 6h 7h 7h 8h 8h 9h 9h Th Th Th Jh Qh Qh Kh Kh As As 2s 2s 3s 3s 4s 5s 6s "
        "6s 7s 7s 7s 8s 8s 8s 9s 9s Ts Ts Ts Js Js Js Qs Qs Ks Ks"
    ),
}

LONG = "3c 4c 5c | 3d 4d 5d | 3h 4h 5h | 6s* 6d 6h 6c | Qc Qd Qh | 7s 8s 9s Ts Js | 9c Tc Jc"
"""A table that is too long for one line of a terminal."""


class Run(NamedTuple):
    """What a command has written, and its exit status."""

    out: str
    err: str
    status: int


class Refusing(io.StringIO):
    """A stream that nothing can be written to; another file lends it a descriptor."""

    def __init__(self, file: IO[bytes], why: int) -> None:
        """Keep the file, and the number of the error."""
        super().__init__()
        self.file = file
        self.why = why

    def write(self, _: str) -> int:
        """Refuse it."""
        raise OSError(self.why, os.strerror(self.why))

    def fileno(self) -> int:
        """Give the descriptor of the file."""
        return self.file.fileno()


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing around the tests says what colours there are or how wide a line is."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> "Runner":
    """A command, run in this process."""
    return Runner(capsys)


class Runner:
    """Runs commands in this process, their output in a pipe."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Keep what captures the output."""
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Run:
        """Run one command."""
        self.capsys.readouterr()
        status = status_of(arguments)
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        return Run(out, err, status)

    def json(self, *arguments: str) -> dict[str, object]:
        """Run one command that answers with a JSON object on one line."""
        out, err, _ = self(*arguments, "--json")
        assert (out.count("\n"), err) == (1, "")
        document: dict[str, object] = json.loads(out)
        return document


def status_of(arguments: Sequence[str]) -> int:
    """Run a command and give its exit status."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert isinstance(ended.value.code, int)
    return ended.value.code


def process(*arguments: str, script: str | None = None, **more: str) -> Run:
    """Run a command in a process of its own, or a script before it in the same process."""
    how = ["-m", "manipulation"] if script is None else ["-c", script]
    ended = subprocess.run(
        [sys.executable, *how, *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1", **more},
    )
    out, err = ended.stdout.decode(), ended.stderr.decode()
    assert "Traceback" not in err
    return Run(out, err, ended.returncode)


def on_screen(monkeypatch: pytest.MonkeyPatch, *arguments: str, encoding: str = "utf-8") -> str:
    """Run a command on a terminal of 80 columns and give what is shown."""
    screen = Screen(encoding)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "80")
    status_of(arguments)
    return screen.shown()


def samples(page: str) -> list[tuple[str, str]]:
    """Give the commands in a page's `console` blocks, and what the page says they print."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        command, _, printed = block.partition("\n")
        found.append((command.removeprefix("$ "), printed))
    return found


class TestPages:
    """What the pages show is what is printed."""

    @pytest.mark.parametrize(("command", "printed"), samples(PAGE))
    def test_each_sample(self, run: Runner, command: str, printed: str) -> None:
        """A sample is what its command prints, a JSON document as `json.tool` lays it out."""
        command, pipe, tool = command.partition(" | python -m json.tool")
        script, *arguments = shlex.split(command)
        out, err, _ = run(*arguments)
        assert (script, tool) == ("manipulation", "")
        assert printed == (f"{json.dumps(json.loads(out), indent=4)}\n" if pipe else out + err)

    def test_the_page_has_samples_of_every_command(self) -> None:
        """Every command is shown, and shown with JSON."""
        shown = {(command.split()[1], "--json" in command) for command, _ in samples(PAGE)}
        assert shown == {(command, as_json) for command in COMMANDS for as_json in (True, False)}

    def test_the_first_answer_of_the_readme(self, run: Runner) -> None:
        """The first `text` block is what the first command answers."""
        command, _ = samples(README)[0]
        _, _, asked = command.partition(" && python -m manipulation ")
        (answer, *_) = re.findall(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
        assert run(*shlex.split(asked)) == (answer, "", 0)


class TestArrange:
    """`arrange CARDS`."""

    def test_yes_is_the_arrangement_alone(self, run: Runner) -> None:
        """All that is printed is the table, in canonical notation; the status is 0."""
        assert run("arrange", "Qh 4♠,5S 6s* 10h Jh") == ("Th Jh Qh | 4s 5s 6s*\n", "", 0)

    def test_no_says_why_and_what_is_left_out(self, run: Runner) -> None:
        """The conflict, the cards left out and the table of the others; the status is 1."""
        out, err, status = run("arrange", "4s 5s 6s 6h 6d Kd")
        assert [line.partition(":")[0] for line in out.splitlines()[1:]] == [
            "Conflict",
            "Left out",
            "Table",
        ]
        assert (err, status) == ("", 1)

    def test_no_meld_at_all(self, run: Runner) -> None:
        """Where no card can be in a meld, all are left out."""
        out, _, status = run("arrange", "*")
        assert out.splitlines()[1:] == [
            "Conflict: * (no meld of the cards takes it)",
            "Left out: *",
            "Table:    no meld",
        ]
        assert status == 1

    def test_no_cards_are_arranged(self, run: Runner) -> None:
        """The empty table is an arrangement of no cards, and its text is empty."""
        assert run("arrange", "") == ("\n", "", 0)
        assert run.json("arrange", " ")["arranged"]

    @pytest.mark.parametrize("cards", ["4s 5s 6s 6h 6d 7s *", "4s 5s 6s 6h 6d Kd", "Kd", ""])
    def test_json(self, run: Runner, cards: str) -> None:
        """The table and what is left out are the cards; there is a conflict if there is a no."""
        document = run.json("arrange", cards)
        assert list(document) == ["arranged", "table", "left_out", "conflict"]
        table = Table.parse(str(document["table"]))
        left_out = Cards.parse(str(document["left_out"]))
        together = table.cards.undeclared_again + left_out
        assert together == Cards.parse(cards)
        assert document["arranged"] is not bool(left_out)
        assert bool(document["conflict"]) is bool(left_out)

    @pytest.mark.parametrize("cards", UNARRANGEABLE.values(), ids=UNARRANGEABLE)
    def test_many_cards_that_cannot_be_arranged(self, run: Runner, cards: str) -> None:
        """The answer is no, and little is left out."""
        assert len(Cards.parse(cards)) in (96, 106)
        out, err, status = run("arrange", cards)
        assert "\nLeft out: " in out
        assert (err, status) == ("", 1)


class TestCheck:
    """`check TABLE PLAY --hand CARDS`."""

    def test_legal(self, run: Runner) -> None:
        """The status is 0; what is played and what stays are told."""
        assert run("check", "4s 5s 6s", "7s 4s 5s 6s", "--hand", "7s") == (
            "Legal.\nPlays:    7s\nIn hand:  nothing\n",
            "",
            0,
        )
        out = run("check", "", "4s 5s 6s*", "--hand", "4s 5s * Ac").out
        assert out == "Legal.\nPlays:    4s 5s *\nIn hand:  Ac (1 point)\n"

    def test_every_fault_is_told(self, run: Runner) -> None:
        """Each has its code, its clause and the cards; the status is 1."""
        out, err, status = run("check", "4s 5s 6s", "5s 5s 6s 7s", "--hand", "7s Kd")
        faults = check_play(
            Table.parse("4s 5s 6s"), Play.parse("5s 5s 6s 7s"), Cards.parse("7s Kd")
        )
        first, *lines = out.splitlines()
        assert (first, err, status) == ("Not legal:", "", 1)
        assert len(lines) == len(faults)
        for line, fault in zip(lines, faults, strict=True):
            assert line.startswith(f"  {fault}")

    def test_a_fault_without_cards(self, run: Runner) -> None:
        """A play that adds nothing is about no card."""
        out = run("check", "4s 5s 6s", "4s 5s 6s", "--hand", "Kd").out
        assert out.splitlines()[1].endswith("A meld adds at least one card from hand.")

    def test_json_of_a_legal_play(self, run: Runner) -> None:
        """The table and the hand are those after it."""
        assert run.json("check", "4s 5s 6s", "4s 5s 6s 7s*", "--hand", "* Ac") == {
            "legal": True,
            "faults": [],
            "table": "4s 5s 6s 7s*",
            "played": "*",
            "in_hand": "Ac",
            "points_left": 1,
        }

    def test_json_of_an_illegal_play(self, run: Runner) -> None:
        """D7: the table and the hand are as they were; the names are the same."""
        document = run.json("check", "4s 5s 6s", "4s 5s 6s 8s", "--hand", "8s Ac")
        faults = document.pop("faults")
        assert faults == [
            {
                "violation": "SEQUENCE_HAS_GAP",
                "clause": "R16",
                "sentence": "The cards of a sequence follow one another without a gap.",
                "cards": "4s 5s 6s 8s",
                "meld": "4s 5s 6s 8s",
            }
        ]
        assert document == {
            "legal": False,
            "table": "4s 5s 6s",
            "played": "",
            "in_hand": "Ac 8s",
            "points_left": 9,
        }


class TestHint:
    """`hint TABLE HAND`."""

    def test_the_best_play(self, run: Runner) -> None:
        """What it plays, what stays, the table, and a step a line; the status is 0."""
        out, err, status = run("hint", LONG, "3s 4s Kd")
        *labelled, blank, _, first, second, third, step = out.splitlines()[:10]
        assert [line[:10] for line in labelled] == [
            "Play:     ",
            "In hand:  ",
            "Table:    ",
            "Disturbs: ",
        ]
        assert blank == ""
        assert [first, second, third] == [
            "  meld 3: 3c 4c 5c",
            "  meld 5: 3d 4d 5d",
            "  meld 6: 3h 4h 5h",
        ]
        assert step.startswith("  1. ")
        assert (err, status) == ("", 0)

    def test_nothing_can_be_played(self, run: Runner) -> None:
        """The status is 1."""
        assert run("hint", "", "Ac") == ("Nothing can be played.\nIn hand:  Ac (1 point)\n", "", 1)
        assert run("hint", "4s 5s 6s", "").out == "Nothing can be played.\nIn hand:  nothing\n"

    def test_the_objective(self, run: Runner) -> None:
        """The fewest points in hand are not the most cards played; points are the default."""
        question = ("hint", "", "Kc Kd Ah 2h 4h 5h *")
        played = [
            run.json(*question, *more)["played"]
            for more in ((), ("--objective", "points"), ("--objective", "cards"))
        ]
        assert played == ["Kc Kd *", "Kc Kd *", "Ah 2h 4h 5h *"]

    @pytest.mark.parametrize("hand", ["3s 4s Kd", "Ac", "", "* 7s 8s"])
    def test_json(self, run: Runner, hand: str) -> None:
        """The table is a play that `check` finds legal, and the hand is what it leaves."""
        document = run.json("hint", LONG, hand)
        assert list(document) == [
            "playable",
            "table",
            "played",
            "in_hand",
            "points_left",
            "disturbed",
            "disturbed_exact",
            "steps",
        ]
        checked = run.json("check", LONG, str(document["table"]), "--hand", hand)
        same = ("table", "played", "in_hand", "points_left")
        assert [checked[name] for name in same] == [document[name] for name in same]
        assert checked["legal"] is document["playable"] is bool(document["played"])
        told = document["steps"]
        assert isinstance(told, list)
        assert [str(parse_step(step)) for step in told] == told

    def test_a_number_of_disturbed_melds_that_may_not_be_the_fewest(
        self, run: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Is not passed off as the fewest."""
        table, hand = Table.parse("4s 5s 6s"), Cards.parse("7s")
        best = manipulation.best_play(table, hand)
        assert best is not None
        unsure = evolve(best, disturbed_exact=False)
        monkeypatch.setattr(answers, "best_play", lambda *_, **__: unsure)
        assert "0 of 1 meld (there may be a play as good" in run("hint", str(table), "7s").out


class TestCount:
    """`count CARDS` and `count TABLE HAND`."""

    def test_arrangements(self, run: Runner) -> None:
        """The number alone; the status is 0, or 1 where it is 0."""
        assert run("count", "3s 4s 5s 6s 7s 8s 9s 6c 6d 6h") == ("4\n", "", 0)
        assert run("count", "3s 4s 5s 7s") == ("0\n", "", 1)
        assert run.json("count", "4s 5s *") == {"arrangements": 2}
        assert run("count", "4s 5s *", "--rules", "machiavelli").out == "0\n"

    def test_plays(self, run: Runner) -> None:
        """As many as `plays` yields."""
        table, hand = "4s 5s 6s | 6c 6d 6h", "3s 7s 6s Kd"
        found = list(manipulation.plays(Table.parse(table), Cards.parse(hand)))
        assert run("count", table, hand) == (f"{len(found)}\n", "", 0)
        assert run.json("count", table, "Kd") == {"plays": 0}
        assert run("count", "", "").status == 1

    def test_bad_input(self, run: Runner) -> None:
        """The argument is named: it is cards alone, and a table beside a hand."""
        assert run("count", "4s 5z").err.startswith("CARDS: not a card")
        assert run("count", "4s 5z", "").err.startswith("TABLE: not a card")
        assert run("count", "4s 5s 6s", "5z").err.startswith("HAND: not a card")


class TestSchema:
    """`schema [KIND]`."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_each_kind(self, run: Runner, kind: str) -> None:
        """It is the schema that the library gives, and help names the kind."""
        out, err, status = run("schema", kind.upper())
        assert json.loads(out) == manipulation.json_schema(KINDS[kind])
        assert (err, status) == ("", 0)
        assert kind in run("schema", "--help").out

    def test_a_saved_game_by_default(self, run: Runner) -> None:
        """The kind that needs no name is what `play` keeps."""
        assert run("schema") == run("schema", "record")

    def test_no_such_kind(self, run: Runner) -> None:
        """Another name is refused with those that there are."""
        out, err, status = run("schema", "deck")
        assert err.startswith("KIND: no kind of document is called 'deck': record, deal, ")
        assert (out, status) == ("", 2)


class TestRules:
    """`--rules NAME`."""

    @pytest.mark.parametrize(
        ("cards", "names"),
        [
            ("As 2s 3s", "manipulation rummikub machiavelli vatikan tahiti"),
            ("Qs Ks As", "manipulation machiavelli vatikan tahiti finagle"),
            ("4s 5s *", "manipulation rummikub tahiti"),
            ("4s * *", "manipulation rummikub"),
        ],
    )
    def test_each_name(self, run: Runner, cards: str, names: str) -> None:
        """Each rule set takes what it takes, whichever way its name is written."""
        every = ("manipulation", "rummikub", "machiavelli", "vatikan", "tahiti", "finagle")
        taken = [name for name in every if run("arrange", cards, "--rules", name).status == 0]
        assert taken == names.split()
        assert run("arrange", cards, "--rules", names.split(maxsplit=1)[0].upper()).status == 0

    def test_tables_are_under_them(self, run: Runner) -> None:
        """A table that they refuse is bad input, for a hint and for a check."""
        for question in (("hint", "Qs Ks As", ""), ("check", "Qs Ks As", "", "--hand", "")):
            out, err, status = run(*question, "--rules", "rummikub")
            assert (out, status) == ("", 2)
            first, second = err.splitlines()
            assert first == "TABLE: the melds are not all legal"
            assert second.startswith("  TURNS_THE_CORNER (R17): ")
            assert second.endswith(" [As Qs Ks]")
        assert run("check", "", "Qs Ks As", "--hand", "Qs Ks As", "--rules", "rummikub").status == 1


class TestBadInput:
    """Bad input ends with the status 2 and a word on standard error, never a traceback."""

    @pytest.mark.parametrize(
        ("arguments", "name"),
        [
            (("arrange", "4s 5z 6s"), "CARDS"),
            (("check", "4s 5z 6s", "", "--hand", ""), "TABLE"),
            (("check", "", "4s 5z 6s", "--hand", ""), "PLAY"),
            (("check", "", "", "--hand", "4s 5z 6s"), "--hand"),
            (("hint", "4s 5z 6s", ""), "TABLE"),
            (("hint", "", "4s 5z 6s"), "HAND"),
        ],
    )
    def test_no_notation(self, run: Runner, arguments: tuple[str, ...], name: str) -> None:
        """The argument is named, and carets are below the place."""
        for more in ((), ("--json",)):
            out, err, status = run(*arguments, *more)
            message, text, carets = err.splitlines()
            assert message.startswith(f"{name}: not a card")
            assert (text, carets) == ("  4s 5z 6s", "     ^^")
            assert (out, status) == ("", 2)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("arrange", "4s " * 40_000), "CARDS: a text of 120000 characters"),
            (("arrange", "4s " * 200), "CARDS: more than 127 equal cards"),
            (("arrange", "4s " * 9), "the solver takes at most 8 equal cards"),
            (("hint", "", "4s*"), "a hand holds no declared joker: 4s*"),
            (("check", "", "", "--hand", "4s*"), "a hand holds no declared joker: 4s*"),
        ],
    )
    def test_what_cannot_be(self, run: Runner, arguments: tuple[str, ...], told: str) -> None:
        """A position that cannot be, and more than is read, are refused in our words."""
        out, err, status = run(*arguments)
        assert err.startswith(told)
        assert (out, status) == ("", 2)

    @pytest.mark.parametrize(
        "arguments",
        [
            (),
            ("deal",),
            ("arrange",),
            ("arrange", "4s", "5s"),
            ("check", "4s 5s 6s", "4s 5s 6s"),
            ("hint", "", "", "--objective", "fun"),
            ("arrange", "4s", "--rules", "canasta"),
            ("arrange", "4s", "--colour"),
        ],
    )
    def test_no_command(self, run: Runner, arguments: tuple[str, ...]) -> None:
        """What is no command, or lacks something, is told how it is used."""
        out, err, status = run(*arguments)
        assert "Usage: " in out + err
        assert status == 2

    @given(
        command=st.sampled_from(["arrange", "hint", "check", "--rules", "--"]),
        texts=st.lists(st.text(st.characters(exclude_characters="\0"), max_size=20), max_size=3),
    )
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_text(self, run: Runner, command: str, texts: list[str]) -> None:
        """Any text, lone surrogates and control characters among it, is answered or refused."""
        status = run(command, *texts).status
        assert status in (0, 1, 2)

    def test_bytes_that_are_no_text(self) -> None:
        """What the system cannot decode is marked where it stands."""
        out, err, status = process("arrange", os.fsdecode(b"4s \xff\xfe 5s"))
        assert (out, status) == ("", 2)
        assert err.splitlines()[1:] == ["  4s \ufffd\ufffd 5s", "     ^^"]

    def test_a_stream_that_lacks_characters(self) -> None:
        """The carets stay below the place where standard error takes ASCII alone."""
        _, err, status = process("arrange", "\u2660 5x", PYTHONIOENCODING="ascii")
        assert err.splitlines()[1:] == ["  ? 5x", "  ^"]
        assert status == 2


class TestOnATerminal:
    """Colour and suit symbols on a terminal, plain notation in a pipe."""

    def test_cards_are_in_colour_with_symbols(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Red suits are red; black suits have the colour of the text."""
        shown = on_screen(monkeypatch, "arrange", "4h 5h 6h* 7s 7c 7d")
        assert "\x1b[1;31m7\u2666\x1b[0m" in shown
        assert "\x1b[1m7\u2660\x1b[0m" in shown
        assert without_colour(shown) == "7\u2663 7\u2666 7\u2660 | 4\u2665 5\u2665 6\u2665*\n"

    @pytest.mark.parametrize(
        "question", [("hint", LONG, "3s 4s Kd * *"), ("check", LONG, "5s 5s 6s | *", "--hand", "*")]
    )
    def test_the_text_is_the_same(
        self, monkeypatch: pytest.MonkeyPatch, run: Runner, question: tuple[str, ...]
    ) -> None:
        """But for symbols and the breaks of lines, it is what a pipe gets, and it fits."""
        piped = run(*question).out
        shown = without_colour(on_screen(monkeypatch, *question))
        assert max(map(len, shown.splitlines())) <= 80
        for symbol, letter in zip("\u2663\u2666\u2665\u2660", "cdhs", strict=True):
            shown = shown.replace(symbol, letter)
        assert shown.split() == piped.split()

    def test_a_table_is_broken_between_melds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No meld is on two lines, and what is copied from there reads back."""
        shown = without_colour(on_screen(monkeypatch, "hint", LONG, "3s 4s Kd"))
        (table,) = re.findall("^Table: (.*?)^Disturbs", shown, re.MULTILINE | re.DOTALL)
        assert table.count("\n") > 1
        assert all(line.endswith((" |", "9♠ T♠ J♠")) for line in table.splitlines())
        Table.parse(table)

    def test_no_colour(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With NO_COLOR there is no escape sequence at all; symbols are no colour."""
        monkeypatch.setenv("NO_COLOR", "1")
        assert on_screen(monkeypatch, "arrange", "7s 7c 7d *") == "7♣ 7♦ 7♥* 7♠\n"

    def test_a_dumb_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A terminal that knows no escape sequence gets none."""
        monkeypatch.setenv("TERM", "dumb")
        assert on_screen(monkeypatch, "arrange", "7s 7c 7d") == "7♣ 7♦ 7♠\n"

    def test_a_terminal_without_symbols(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A terminal that cannot show the symbols gets letters."""
        shown = on_screen(monkeypatch, "arrange", "7s 7c 7d", encoding="latin-1")
        assert without_colour(shown) == "7c 7d 7s\n"

    @pytest.mark.parametrize("size", ["COLUMNS", "LINES"])
    @pytest.mark.parametrize("told", ["0", "-1", "\N{SUPERSCRIPT TWO}", "wide", "", "9" * 5000])
    def test_a_size_that_is_none(
        self, monkeypatch: pytest.MonkeyPatch, run: Runner, size: str, told: str
    ) -> None:
        """What can be no width hides no answer, in a pipe or on a terminal."""
        monkeypatch.setenv(size, told)
        assert run("arrange", "7s 7c 7d").out == "7c 7d 7s\n"
        monkeypatch.setattr(sys, "stdout", screen := Screen())
        status_of(("arrange", "7s 7c 7d"))
        assert without_colour(screen.shown()) == "7♣ 7♦ 7♠\n"

    def test_colour_in_a_pipe(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """FORCE_COLOR puts colour into a pipe; the notation stays what it is."""
        monkeypatch.setenv("FORCE_COLOR", "1")
        out = run("arrange", "7s 7c 7d").out
        assert out != without_colour(out) == "7c 7d 7s\n"

    def test_json_is_for_programs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A JSON document is one line without colour, however long, on a terminal too."""
        shown = on_screen(monkeypatch, "hint", LONG, "3s 4s Kd", "--json")
        assert shown.count("\n") == 1
        assert json.loads(shown)["playable"]

    def test_a_real_one(self) -> None:
        """On a pseudo-terminal of 80 columns."""
        ours, its = pty.openpty()
        environment = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"}
        command = [sys.executable, "-m", "manipulation", "arrange", "7s 7c 7d"]
        status = subprocess.call(command, stdout=its, env=environment)
        os.close(its)
        with os.fdopen(ours, "rb") as terminal:
            shown = terminal.read1().decode()
        assert status == 0
        assert "\x1b[" in shown
        assert without_colour(shown) == "7♣ 7♦ 7♠\r\n"


class TestEnding:
    """However it ends, there is no traceback."""

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """Where typer or rich is missing, the extra is named."""
        for name in [name for name in sys.modules if name.startswith("manipulation.cli.")]:
            monkeypatch.delitem(sys.modules, name)
        for guest in ("rich.console", "typer"):
            monkeypatch.setitem(sys.modules, guest, None)
            out, err, status = run("arrange", "")
            assert f"needs {guest.partition('.')[0]}, which the extra `cli`" in err
            assert (out, status) == ("", 2)

    def test_another_module_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What no extra brings is a fault of the installation, and is not hidden."""
        monkeypatch.delitem(sys.modules, "manipulation.cli.app")
        monkeypatch.setitem(sys.modules, "manipulation.cli.answers", None)
        with pytest.raises(ModuleNotFoundError, match=r"manipulation\.cli\.answers"):
            main(["arrange", ""])

    def test_the_script_without_the_extra(self) -> None:
        """In a process of its own, too."""
        script = (
            "import sys; sys.modules['typer'] = None; from manipulation.cli import main; main()"
        )
        out, err, status = process("arrange", "4s", script=script)
        assert "python -m pip install '.[cli]'" in err
        assert (out, status) == ("", 2)

    def test_the_module_is_the_command(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """`python -m manipulation` answers."""
        monkeypatch.setattr(sys, "argv", ["manipulation", "arrange", "4s 5s 6s"])
        with pytest.raises(SystemExit, match="0"):
            runpy.run_module("manipulation", run_name="__main__")
        assert capsys.readouterr().out == "4s 5s 6s\n"

    def test_nobody_reads(self) -> None:
        """A reader that has gone away is no error worth a word."""
        reading, writing = os.pipe()
        os.close(reading)
        command = [sys.executable, "-m", "manipulation", "arrange", "4s 5s 6s"]
        ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
        os.close(writing)
        assert (ended.returncode, ended.stderr) == (141, b"")

    def test_a_pipe_that_breaks(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """What is left to write goes nowhere."""
        with (tmp_path / "out").open("wb") as out:
            monkeypatch.setattr(sys, "stdout", Refusing(out, errno.EPIPE))
            assert status_of(["arrange", "4s 5s 6s"]) == 141
            out.write(b"more")
        assert (tmp_path / "out").read_bytes() == b""

    @pytest.mark.parametrize("command", ["arrange 4s", "arrange 4s --json", "--help", "--version"])
    def test_a_full_disk(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
    ) -> None:
        """It is told, on whatever takes the words."""
        told = io.StringIO()
        with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
            monkeypatch.setattr(told, "fileno", err.fileno)
            monkeypatch.setattr(sys, "stdout", Refusing(out, errno.ENOSPC))
            monkeypatch.setattr(sys, "stderr", told)
            assert status_of(command.split()) == 2
            assert told.getvalue() == "The answer cannot be written: No space left on device\n"
            monkeypatch.setattr(sys, "stdout", Refusing(out, errno.ENOSPC))
            monkeypatch.setattr(sys, "stderr", Refusing(err, errno.ENOSPC))
            assert status_of(command.split()) == 2

    def test_no_streams(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """A process that was given none still has its status."""
        monkeypatch.setattr(sys, "stdout", None)
        monkeypatch.setattr(sys, "stderr", None)
        assert [status_of(["arrange", cards]) for cards in ("4s 5s 6s", "4s", "4z")] == [0, 1, 2]
        with (tmp_path / "err").open("wb") as err:
            monkeypatch.setattr(sys, "stderr", Refusing(err, errno.ENOSPC))
            assert status_of(["arrange", "4z"]) == 2

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """Ctrl-C ends it quietly, as it ends any process."""

        def interrupt(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(answers, "why_not", interrupt)
        assert run("arrange", "4s") == ("", "", 130)
        monkeypatch.setattr(app, "run", interrupt)
        assert run("arrange", "4s") == ("", "", 130)


class TestHelp:
    """`--help` and `--version`."""

    @pytest.mark.parametrize(
        "command",
        [(), *((command,) for command in (*COMMANDS, "play", "replay", "schema"))],
    )
    def test_it_fits(self, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
        """Every page fits 80 columns, is whole, and comes by `-h` as well."""
        shown = on_screen(monkeypatch, *command, "--help")
        assert max(map(len, shown.splitlines())) <= 80
        assert shown.startswith("Usage: ")
        assert "..." not in shown.partition("\n")[2]
        assert shown == on_screen(monkeypatch, *command, "-h")

    def test_its_examples(self, run: Runner) -> None:
        """What the first page shows is answered with yes."""
        lines = run("--help").out.splitlines()
        examples = [line.split(maxsplit=1)[1] for line in lines if line.startswith("    manip")]
        assert len(examples) == len(COMMANDS)
        for example in examples:
            assert run(*shlex.split(example)).status == 0

    def test_version(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """The version is that of the project; a package that is only on the path has none."""
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert run("--version").out == f"{project['name']} {project['version']}\n"

        def missing(_: str) -> str:
            raise importlib.metadata.PackageNotFoundError

        monkeypatch.setattr(importlib.metadata, "version", missing)
        assert run("--version") == ("manipulation-rummy (not installed)\n", "", 0)
