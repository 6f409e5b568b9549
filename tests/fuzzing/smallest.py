"""Which inputs are worth keeping: the shortest that together run all that any of them runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.fuzzing.targets import check

if TYPE_CHECKING:
    from types import FrameType


def smallest(target: str, texts: list[str]) -> list[str]:
    """Take texts from short to long, and keep each that runs a step which none before it ran."""
    seen: set[tuple[str, int, int]] = set()
    kept = []
    for text in sorted(set(texts), key=lambda each: (len(each), each)):
        steps = _steps(target, text)
        if not steps <= seen:
            seen |= steps
            kept.append(text)
    return kept


def _steps(target: str, text: str) -> set[tuple[str, int, int]]:
    """Note every step from one line of the package to the next; its verdict counts as one too."""
    steps: set[tuple[str, int, int]] = set()
    last: dict[int, int] = {}

    def trace(frame: FrameType, event: str, _: object) -> object:
        file = frame.f_code.co_filename
        if "manipulation" not in file:
            return None
        if event == "line":
            steps.add((file, last.get(id(frame), 0), frame.f_lineno))
            last[id(frame)] = frame.f_lineno
        return trace

    before = sys.gettrace()  # that of coverage, perhaps
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        read = check(target, text)
    finally:
        sys.settrace(before)
    return steps | {("", 0, int(read))}
