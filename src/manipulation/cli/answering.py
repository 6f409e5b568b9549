"""How a command answers, and what it says of input that is no question."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, TypeVar

from manipulation.cli.answers import Answer, Line, fault_line
from manipulation.cli.paper import NO_ANSWER, Paper
from manipulation.errors import ManipulationError, NotationError, SearchLimitError
from manipulation.melds import IllegalTableError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

_Given = TypeVar("_Given")
_Value = TypeVar("_Value")


def give(answer: Answer, *, as_json: bool) -> None:
    """Write an answer, and exit with its status."""
    paper = Paper()
    if as_json:
        paper.exact(json.dumps(answer.document))
    else:
        for line in answer.lines:
            paper.line(line)
    sys.exit(0 if answer.yes else 1)


def read(name: str, parse: Callable[[_Given], _Value], given: _Given) -> _Value:
    """Read an argument; what is refused is told with the argument's name."""
    try:
        return parse(given)
    except ManipulationError as error:
        refuse(error, f"{name}: ")


def unwritten(error: OSError) -> Line:
    """Tell why what is answered cannot be written."""
    return Line((f"The answer cannot be written: {error.strerror or error}",))


def refuse(error: ManipulationError, start: str = "") -> NoReturn:
    """Say on standard error what is wrong with the input, and exit."""
    paper = Paper(stderr=True)
    match error:
        case NotationError():
            paper.line(Line((error.message,), start))
            if error.text:
                for row in error.caret.splitlines():
                    paper.exact(f"  {row}")
        case IllegalTableError():
            paper.line(Line(("the melds are not all legal",), start))
            for fault in error.faults:
                paper.line(fault_line(fault))
        case SearchLimitError():
            paper.line(Line((f"{error}: --limit STATES allows more",), start))
        case _:
            paper.line(Line((str(error),), start))
    sys.exit(NO_ANSWER)
