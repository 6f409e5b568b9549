"""The command line to test with: commands in this process, in another, and on a screen."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from manipulation.cli import main
from tests.terminals import Screen

LONG = "3c 4c 5c | 3d 4d 5d | 3h 4h 5h | 6s* 6d 6h 6c | Qc Qd Qh | 7s 8s 9s Ts Js | 9c Tc Jc"
"""A table that is too long for one line of a terminal."""


class Run(NamedTuple):
    """What a command has written, and its exit status."""

    out: str
    err: str
    status: int


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing around the tests says what colours there are or how wide a line is."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture(name="run")
def runner(capsys: pytest.CaptureFixture[str]) -> "Runner":
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
