"""Records as JSON lines: each is written whole, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

from manipulation.errors import SimulationError, shown

if TYPE_CHECKING:
    from io import FileIO


class TextStream(Protocol):
    """A stream that takes text, such as `sys.stdout`."""

    def write(self, text: str, /) -> object:
        """Take a text."""

    def flush(self) -> object:
        """Let go of what was taken."""


Writable: TypeAlias = str | os.PathLike[str] | TextStream
"""Where records go: the path of a file, or a text stream."""


class Lines:
    """Takes lines; this one drops them."""

    def write(self, line: str) -> None:
        """Write a line, or raise an `OSError`, and then nothing of it is there."""

    def close(self) -> None:
        """Write no more."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, however it went."""
        self.close()


class _StreamLines(Lines):
    def __init__(self, stream: TextStream) -> None:
        self._stream = stream

    def write(self, line: str) -> None:
        """Write a line and flush it."""
        self._stream.write(f"{line}\n")
        self._stream.flush()


class _FileLines(Lines):
    def __init__(self, file: FileIO) -> None:
        self._file = file

    def write(self, line: str) -> None:
        """Write a line; if it cannot be written whole, take away what was."""
        start = self._file.tell() if self._file.seekable() else None
        rest = memoryview(f"{line}\n".encode())
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException:
            if start is not None:
                with suppress(OSError):
                    self._file.truncate(start)
                    self._file.seek(start)
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def lines_to(where: Writable | None, *, written: int) -> Lines:
    """Begin to write lines, after those that are written already.

    A file is begun anew if none are; else what it holds after so many lines is taken away, and a
    file that holds fewer is a `SimulationError`, as is one that cannot be opened.
    """
    match where:
        case None:
            return Lines()
        case str() | os.PathLike():
            path = Path(where)
            try:
                return _FileLines(_opened(path, written))
            except (OSError, ValueError) as error:
                raise SimulationError(f"records cannot be written to {path}: {error}") from error
        case _ if callable(getattr(where, "write", None)) and hasattr(where, "flush"):
            return _StreamLines(where)
        case _:
            raise SimulationError(f"records go to a path or a text stream, not {shown(where)}")


def _opened(path: Path, written: int) -> FileIO:
    """Open a file behind so many lines of it; what is no regular file has no lines to keep."""
    if not written or not path.is_file():
        return path.open("wb", buffering=0)
    with path.open("rb") as lines:
        whole = (line for line in islice(lines, written) if line.endswith(b"\n"))
        sizes = list(map(len, whole))
    if len(sizes) < written:
        raise SimulationError(
            f"{path} holds {len(sizes):,} whole lines, not the {written:,} written"
        )
    file = path.open("r+b", buffering=0)
    file.truncate(sum(sizes))
    file.seek(0, os.SEEK_END)
    return file
