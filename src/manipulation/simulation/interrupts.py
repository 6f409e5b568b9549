"""When Ctrl-C may come."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C come at the end of the block, if it comes within.

    A `KeyboardInterrupt` between two steps of an executor may leave a lock that nobody opens again,
    for which its threads would wait for ever.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield
        return
    held: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: held.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            before(signal.SIGINT, held[0])
