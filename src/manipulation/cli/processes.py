"""Processes that play games, and that Ctrl-C ends."""

from __future__ import annotations

import signal
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Parameters = ParamSpec("_Parameters")
_Value = TypeVar("_Value")


class Processes(ProcessPoolExecutor):
    """Processes that begin with nothing of this one, and that Ctrl-C ends without a word.

    It does so while they play, never while they begin or send: nobody would be told the rest of an
    answer that breaks off, and the one who reads it would wait for ever.
    """

    def __init__(self, number: int) -> None:
        """Say how many; each begins when it is needed."""
        super().__init__(
            number,
            mp_context=get_context("spawn"),
            initializer=signal.signal,
            initargs=(signal.SIGINT, signal.SIG_DFL),
        )

    def submit(
        self,
        fn: Callable[_Parameters, _Value],
        /,
        *args: _Parameters.args,
        **kwargs: _Parameters.kwargs,
    ) -> Future[_Value]:
        """Have one of them call a function."""
        with _interrupts(held=True):  # a process that begins here holds them from its first step on
            return super().submit(called, partial(fn, *args, **kwargs))


def called(function: Callable[[], _Value]) -> _Value:
    """Call a function, which Ctrl-C ends."""
    with _interrupts(held=False):
        return function()


@contextmanager
def _interrupts(*, held: bool) -> Iterator[None]:
    """Hold Ctrl-C back in a block, or let it come; nothing where a system knows no such thing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    how = signal.SIG_BLOCK if held else signal.SIG_UNBLOCK
    before = signal.pthread_sigmask(how, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
