"""The processes that play for `manipulation simulate`, and when Ctrl-C ends them."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor

import pytest

from manipulation.cli import processes
from manipulation.cli.processes import Processes


def held() -> set[int]:
    """Give the signals that are held back here."""
    return signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.fixture
def pool() -> Iterator[Processes]:
    """Make one process."""
    with Processes(1) as pool:
        yield pool


class TestProcesses:
    """They play until Ctrl-C comes."""

    def test_while_they_play(self, pool: Processes) -> None:
        """It ends them there and then, without a word."""
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_DFL
        assert pool.submit(held).result() == set()

    def test_otherwise(self, pool: Processes) -> None:
        """It is held back while they begin, wait and send, and comes with the next game."""
        pid = pool.submit(os.getpid).result()
        os.kill(pid, signal.SIGINT)
        with pytest.raises(BrokenExecutor):
            pool.submit(int).result()

    def test_here(self, pool: Processes) -> None:
        """Nothing changes where they are made."""
        pool.submit(int).result()
        assert held() == set()

    def test_what_is_called(self) -> None:
        """Its arguments are passed on, and what it holds back before stays so."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            assert processes.called(held) == set()
            assert held() == {signal.SIGINT}
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def test_without_signals_to_hold(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Some systems cannot hold one back; things are called all the same."""
        monkeypatch.delattr(signal, "pthread_sigmask")
        with Processes(1) as pool:
            assert pool.submit(divmod, 7, 2).result() == (3, 1)
        assert processes.called(int) == 0
