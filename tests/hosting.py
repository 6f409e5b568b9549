"""Games at the terminal to test with, each in a folder of its own."""

import sys
from pathlib import Path

import pytest

from manipulation import Rules
from manipulation.cli import main
from manipulation.cli.chance import begun
from manipulation.cli.host import Host
from manipulation.cli.seats import seated
from tests.terminals import Keyboard, Script

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
