"""How a game at the terminal is left: it is kept, and the status says so, whoever still listens."""

import errno
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from manipulation import Draw, Record
from manipulation.cli import host, saving
from manipulation.cli.saving import read_record, unused_path
from manipulation.cli.terminal import Streams
from tests.hosting import (
    command,
    files,
    in_a_folder_of_its_own,  # noqa: F401 -- pytest finds it by name
)
from tests.terminals import Keyboard, Refusing

ANN = ("Ann", "greedy", "--seed", "7")
USUAL = "manipulation-1.json"

ENDS = {"the end of input": 1, "Ctrl-C": 130, "SIGTERM": 143, "SIGHUP": 129}
"""What ends a game without a word, and the status that it then has."""


def end(name: str) -> str:
    """Have it come to an end."""
    if name == "the end of input":
        raise EOFError
    if name == "Ctrl-C":
        raise KeyboardInterrupt
    signal.raise_signal(getattr(signal, name))
    return ""


@contextmanager
def dying(
    monkeypatch: pytest.MonkeyPatch, why: int, *names: str, before: str = "draw"
) -> Iterator[list[str]]:
    """Type a line; streams are gone when the next is asked for, and what is in the list is done."""
    with Path("nowhere").open("wb") as nowhere, monkeypatch.context() as patch:
        typed, then = iter([before] if before else []), [""]

        def ask(*_: object) -> str:
            for line in typed:
                return line
            for name in names:
                patch.setattr(sys, name, Refusing(nowhere, why))
            return end(then[0]) if then[0] in ENDS else then[0]

        patch.setattr(Streams, "ask", ask)
        yield then
    Path("nowhere").unlink()


class TestTheStatus:
    """It tells whether the game is kept, not whether that could be told."""

    @pytest.mark.parametrize("gone", [("stdout",), ("stdout", "stderr")])
    @pytest.mark.parametrize("why", [errno.EPIPE, errno.EIO])
    @pytest.mark.parametrize("name", ENDS)
    def test_nobody_hears_it(
        self, monkeypatch: pytest.MonkeyPatch, name: str, why: int, gone: tuple[str, ...]
    ) -> None:
        """A pipe that is closed and a terminal that is gone change nothing."""
        with dying(monkeypatch, why, *gone) as then:
            then[0] = name
            assert command(monkeypatch, *ANN) == ENDS[name]
        assert read_record(Path(USUAL)).deals[0].moves[-1] == Draw()

    def test_it_is_told_to_who_is_left(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Standard error tells where the game is kept."""
        with dying(monkeypatch, errno.EIO, "stdout") as then:
            then[0] = "SIGHUP"
            command(monkeypatch, *ANN)
        assert capsys.readouterr().err == f"\nThe game is kept in {USUAL}.\n"

    @pytest.mark.parametrize("gone", [(), ("stdout",)])
    @pytest.mark.parametrize("name", ENDS)
    def test_it_is_not_kept(
        self, monkeypatch: pytest.MonkeyPatch, name: str, gone: tuple[str, ...]
    ) -> None:
        """However it ends, a game that cannot be kept has the status 2."""
        with dying(monkeypatch, errno.EIO, *gone) as then:
            then[0] = name
            assert command(monkeypatch, *ANN, "--save", "no/game.json") == 2
        assert files() == []

    @pytest.mark.parametrize("name", ENDS)
    def test_a_file_of_a_game_without_a_move(
        self, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        """A file that was asked for is there, though nobody has moved."""
        with dying(monkeypatch, errno.EIO, before="") as then:
            then[0] = name
            status = command(monkeypatch, "Ann", "Bob", "--save", "game.json")
        assert (status, files()) == (ENDS[name], ["game.json"])

    @pytest.mark.parametrize(("why", "status"), [(errno.ENOSPC, 1), (errno.EPIPE, 141)])
    def test_it_cannot_be_shown(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        why: int,
        status: int,
    ) -> None:
        """A game that is kept, though it cannot be shown any more, is one that was left."""
        with dying(monkeypatch, why, "stdout") as then:
            then[0] = "draw"
            assert command(monkeypatch, *ANN) == status
        assert read_record(Path(USUAL)).deals[0].moves[-2:] == (Draw(), Draw())
        told = capsys.readouterr().err
        assert f"The game is kept in {USUAL}." in told
        assert ("The answer cannot be written: No space left" in told) == (status == 1)

    def test_it_cannot_be_shown_at_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Then it is not begun."""
        with Path("full").open("wb") as full:
            monkeypatch.setattr(sys, "stdout", Refusing(full, errno.ENOSPC))
            assert command(monkeypatch, "Ann", "Bob", typed="\n") == 2
        assert files() == ["full"]


class TestHowItIsKept:
    """Nothing comes between a game that is left and its file."""

    @pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    @pytest.mark.parametrize("name", ENDS)
    def test_another_signal(
        self, monkeypatch: pytest.MonkeyPatch, name: str, second: signal.Signals
    ) -> None:
        """A second Ctrl-C, and a window that is closed meanwhile, do not break it off."""

        def write(record: Record, path: Path) -> None:
            signal.raise_signal(second)
            saving.write_record(record, path)

        monkeypatch.setattr(host, "write_record", write)
        before = signal.getsignal(second)
        with dying(monkeypatch, errno.EIO) as then:
            then[0] = name
            assert command(monkeypatch, *ANN) == ENDS[name]
        assert files() == [USUAL]
        assert signal.getsignal(second) is before

    def test_input_that_cannot_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is at its end, with the status of that."""
        with Path("written").open("w", encoding="utf-8") as written, monkeypatch.context() as patch:
            patch.setattr(Keyboard, "readline", lambda _: written.read())
            assert command(patch, *ANN) == 1
        assert files() == [USUAL, "written"]

    def test_a_folder_that_cannot_be_searched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The usual name is then tried, and what comes of it is told."""

        def refuse(_: Path) -> bool:
            raise PermissionError

        monkeypatch.setattr(Path, "exists", refuse)
        assert unused_path(Path()) == Path(USUAL)
