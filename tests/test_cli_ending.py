"""Where an answer is written, and how a command ends."""

import errno
import io
import json
import os
import pty
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from manipulation import Table
from manipulation.cli import answers, app, main
from tests.commands import (
    LONG,
    Runner,
    on_screen,
    plain_surroundings,  # noqa: F401 -- a fixture for all of this file
    process,
    runner,  # noqa: F401 -- the fixture `run`
    status_of,
)
from tests.terminals import Refusing, Screen, without_colour


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

    @pytest.mark.parametrize("command", ["arrange 4s", "--help", "count --help", "--version"])
    def test_a_pipe_that_breaks(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
    ) -> None:
        """What is left to write goes nowhere."""
        with (tmp_path / "out").open("wb") as out:
            monkeypatch.setattr(sys, "stdout", Refusing(out, errno.EPIPE))
            assert status_of(command.split()) == 141
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

    @pytest.mark.parametrize(
        "command", ["arrange 4s", "arrange 4z", "--help", "--version", "play greedy greedy"]
    )
    def test_no_output(
        self, monkeypatch: pytest.MonkeyPatch, run: Runner, tmp_path: Path, command: str
    ) -> None:
        """A process that was given no standard output has no answer, and says so."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "stdout", None)
        told = "The answer cannot be written: Bad file descriptor\n"
        assert run(*command.split()) == ("", told, 2)
        monkeypatch.setattr(sys, "stderr", None)
        assert status_of(command.split()) == 2
        assert list(tmp_path.iterdir()) == []

    def test_no_errors(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """A process that was given no standard error still has its status."""
        monkeypatch.setattr(sys, "stderr", None)
        assert [status_of(["arrange", cards]) for cards in ("4s 5s 6s", "4s", "4z")] == [0, 1, 2]
        with (tmp_path / "err").open("wb") as err:
            monkeypatch.setattr(sys, "stderr", Refusing(err, errno.ENOSPC))
            assert status_of(["arrange", "4z"]) == 2

    @pytest.mark.parametrize(
        ("closed", "status"),
        [("<&-", 0), ("2>&-", 0), (">&-", 2), (">&- 2>&-", 2), (">/dev/full", 2)],
    )
    def test_streams_that_a_shell_closes(self, closed: str, status: int) -> None:
        """An answer is written, or the status says that it is not."""
        command = f'exec "{sys.executable}" -m manipulation arrange "4s 5s 6s" {closed}'
        ended = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
        assert ended.returncode == status
        assert ended.stdout == (b"" if status else b"4s 5s 6s\n")
        told = status == 2 and "2>" not in closed
        assert ended.stderr.startswith(b"The answer cannot be written: ") == told

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """Ctrl-C ends it quietly, as it ends any process."""

        def interrupt(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(answers, "why_not", interrupt)
        assert run("arrange", "4s") == ("", "", 130)
        monkeypatch.setattr(app, "run", interrupt)
        assert run("arrange", "4s") == ("", "", 130)
