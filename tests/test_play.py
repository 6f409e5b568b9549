"""The command `play`: how a game begins, how it is left, and what its page says."""

import json
import re
import signal
import sys
from pathlib import Path

import pytest
from attrs import evolve

from manipulation import Draw
from manipulation.cli import main
from manipulation.cli.saving import read_record, write_record
from manipulation.cli.table_talk import understand
from manipulation.cli.terminal import Streams
from tests.hosting import (
    command,
    files,
    hosted,
    in_a_folder_of_its_own,  # noqa: F401 -- pytest finds it by name
    played_by,
)
from tests.terminals import Keyboard, Screen, without_colour

PAGE = (Path(__file__).parents[1] / "docs" / "play.md").read_text(encoding="utf-8")


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

    @pytest.mark.parametrize(("name", "status"), [("random", 0), ("Random", 1), ("random one", 1)])
    def test_whose_seat_it_is(
        self, monkeypatch: pytest.MonkeyPatch, name: str, status: int
    ) -> None:
        """A seat of a file is a bot's if it is called like one, whoever made the file."""
        write_record(evolve(hosted().record, seats=(name, "greedy 7")), Path("game.json"))
        assert command(monkeypatch, "--resume", "game.json") == status

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

    def test_a_prompt_that_lacks_characters(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It has question marks, too, where a person is asked by `input`."""
        screen = Screen("ascii")
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", Keyboard("draw\n"))
        assert Streams().ask("Zoë> ") == "draw"
        assert screen.shown() == "Zo?> "


def test_the_record_is_json() -> None:
    """What is kept can be read by any program."""
    host = played_by(hosted("draw", path="game.json"))
    document = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert document["seats"] == list(host.record.seats)
