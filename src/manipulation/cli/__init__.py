"""The command line: `python -m manipulation`, or the script `manipulation`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_GUESTS: Final = ("typer", "rich")
"""What the extra `cli` brings."""

_INTERRUPTED: Final = 130
"""The exit status of a process that Ctrl-C ends."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer one command, by default that of the process, and exit with the answer's status."""
    try:
        _answer(arguments)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _answer(arguments: Sequence[str] | None) -> None:
    try:
        from manipulation.cli.app import run  # noqa: PLC0415 -- the extra may not be there
    except ModuleNotFoundError as missing:
        name, *_ = (missing.name or "").split(".")
        if name not in _GUESTS:
            raise
        sys.exit(_without(name))
    run(arguments)


def _without(name: str) -> int:
    """Say which extra is missing; the status is that of bad input."""
    print(  # noqa: T201 -- rich may be what is missing
        f"The command line needs {name}, which the extra `cli` of manipulation-rummy brings:\n"
        "in a clone of the project, python -m pip install '.[cli]'",
        file=sys.stderr,
    )
    return 2
