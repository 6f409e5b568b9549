"""The rules by their clauses, to be read at the table; the text is in `rulebook.txt`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from manipulation.errors import Violation

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def clauses() -> Mapping[str, str]:
    """Give the text of every clause by its number: R1 to R46, D1 to D34."""
    text = files("manipulation.cli").joinpath("rulebook.txt").read_text(encoding="utf-8")
    lines = (line.partition(" ") for line in text.splitlines())
    return {number: clause for number, _, clause in lines}


def clause_of(topic: str) -> str | None:
    """Find the number of the clause that is meant: by itself, or by the code of a broken rule."""
    name = topic.strip().upper()
    if name in clauses():
        return name
    code = Violation.__members__.get("_".join(name.replace("-", "_").split()))
    return None if code is None else code.clause
