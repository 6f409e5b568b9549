"""The bots that may have a seat, and the threads in which they think."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from manipulation import Bot, GreedyBot, LookaheadBot, PatientBot, RandomBot

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")

BOTS: Final[dict[str, Bot]] = {
    "greedy": GreedyBot(),
    "lookahead": LookaheadBot(playouts=24),
    "patient": PatientBot(),
    "random": RandomBot(),
}
"""The bots by the names under which a room is opened with them."""

KINDS: Final = {
    "greedy": "greedy",
    "lookahead": "looks ahead",
    "patient": "patient",
    "random": "by chance",
}
"""What they are like, in a word or two."""

_NAMES: Final = {
    "greedy": ("Greta", "Gus", "Gwen", "Gil"),
    "lookahead": ("Lea", "Luc", "Lou", "Leo"),
    "patient": ("Pat", "Pia", "Paul", "Petra"),
    "random": ("Randy", "Rosa", "Rex", "Ruth"),
}


def name_of(bot: str, count: int) -> str:
    """Name a bot; `count` tells how many of its kind sit at the table already."""
    return f"{_NAMES[bot][count]} ({KINDS[bot]})"


class Thinkers:
    """Threads for what takes its time, so that the event loop stays free.

    Bots, players' questions and drafts have threads of their own: none keeps the others waiting.
    """

    def __init__(self) -> None:
        """Start no thread until it is needed."""
        self._bots = ThreadPoolExecutor(2, thread_name_prefix="bot")
        self._questions = ThreadPoolExecutor(2, thread_name_prefix="question")
        self._drafts = ThreadPoolExecutor(1, thread_name_prefix="draft")

    async def bot(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Let a bot think."""
        return await _run(self._bots, work, *args, **kwargs)

    async def question(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Ask the solver what a player wants to know."""
        return await _run(self._questions, work, *args, **kwargs)

    async def draft(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Make the steps of a draft."""
        return await _run(self._drafts, work, *args, **kwargs)

    def close(self) -> None:
        """Take no more work."""
        for pool in (self._bots, self._questions, self._drafts):
            pool.shutdown(wait=False, cancel_futures=True)


async def _run(
    pool: ThreadPoolExecutor, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
) -> _T:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(pool, lambda: work(*args, **kwargs))
