"""Games in files: the record's JSON and nothing else, never half written."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from manipulation.errors import ManipulationError
from manipulation.records import Record, from_json, to_json

_NUMBERED: Final = "manipulation-{}.json"
"""What a game's file is called where nobody has named it."""


class FileError(ManipulationError):
    """A file cannot be read, or cannot be written."""


def read_record(path: Path) -> Record:
    """Read a game; a file that cannot be read is a `FileError`, one without one a `RecordError`.

    Some editors put a byte order mark before the text, which is passed over.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise FileError(f"the file cannot be read: {_why(error)}") from error
    return from_json(text, Record)


def write_record(record: Record, path: Path) -> None:
    """Write a game; whoever reads the file finds all of this game or all of what was there.

    The text goes to a new file in the same folder, then to the disk, and only then takes the old
    one's place. A file that cannot be written is a `FileError`; then the old one is as it was.
    """
    try:
        _replace(path, to_json(record) + "\n")
    except (OSError, ValueError) as error:
        raise FileError(f"the file cannot be written: {_why(error)}") from error


def _why(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _replace(path: Path, text: str) -> None:
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    new = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            new.chmod(target.stat().st_mode & 0o777)
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Put the new name on the disk too, where the system lets folders be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def new_path(name: str | Path) -> Path:
    """Give the path of a file that is not there yet, `~` being one's home; else a `FileError`."""
    path = Path(name)
    try:
        with suppress(RuntimeError):  # whose home it is, is not known
            path = path.expanduser()
        taken = path.exists()
    except (OSError, ValueError) as error:
        raise FileError(f"the file cannot be written: {_why(error)}") from error
    if taken:
        raise FileError(f"{path} is there already")
    return path


def unused_path(folder: Path) -> Path:
    """Find a name for a game that has none: the first `manipulation-N.json` that is not there."""
    number = 1
    with suppress(OSError):  # what cannot be looked at is refused when it is written
        while (folder / _NUMBERED.format(number)).exists():
            number += 1
    return folder / _NUMBERED.format(number)
