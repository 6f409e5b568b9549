"""The bots that may have a seat, and the threads in which they think."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from manipulation import Bot, GreedyBot, PatientBot, RandomBot

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_T = TypeVar("_T")

BOTS: Final[dict[str, Bot]] = {
    "greedy": GreedyBot(),
    "patient": PatientBot(),
    "random": RandomBot(),
}
"""The bots by the names under which a room is opened with them."""

KINDS: Final = {"greedy": "greedy", "patient": "patient", "random": "by chance"}
"""What they are like, in a word or two."""

_NAMES: Final = {
    "greedy": ("Greta", "Gus", "Gwen", "Gil"),
    "patient": ("Pat", "Pia", "Paul", "Petra"),
    "random": ("Randy", "Rosa", "Rex", "Ruth"),
}


def name_of(bot: str, count: int) -> str:
    """Name a bot; `count` tells how many of its kind sit at the table already."""
    return f"{_NAMES[bot][count]} ({KINDS[bot]})"


class Thinkers:
    """Threads for what takes its time, so that the event loop stays free.

    Bots and players' questions have threads of their own: neither can keep the other waiting.
    """

    def __init__(self) -> None:
        """Start no thread until it is needed."""
        self._bots = ThreadPoolExecutor(2, thread_name_prefix="bot")
        self._questions = ThreadPoolExecutor(2, thread_name_prefix="question")

    async def bot(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Let a bot think."""
        return await _run(self._bots, work, *args, **kwargs)

    async def question(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Answer a player's question."""
        return await _run(self._questions, work, *args, **kwargs)

    def close(self) -> None:
        """Take no more work."""
        self._bots.shutdown(wait=False, cancel_futures=True)
        self._questions.shutdown(wait=False, cancel_futures=True)


async def _run(
    pool: ThreadPoolExecutor, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
) -> _T:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(pool, lambda: work(*args, **kwargs))
