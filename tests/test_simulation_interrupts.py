"""Ctrl-C ends a simulation, whenever it comes, and leaves its executor in order."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from manipulation.simulation.interrupts import interrupts_held
from tests.terminals import ctrl_c_is_heard

ROOT = Path(__file__).parents[1]


class TestExecutors:
    """Their locks are given back."""

    def test_at_every_step(self) -> None:
        """Each time it ends, and so do the threads, which would wait for a lock for ever."""
        program = [sys.executable, "-m", "tests.interrupted"]
        ended = subprocess.run(program, cwd=ROOT, capture_output=True, timeout=120, check=True)
        assert int(ended.stdout) > 100


class TestHeld:
    """What becomes of Ctrl-C meanwhile."""

    @pytest.fixture(autouse=True)
    def heard(self) -> Iterator[None]:
        """Hear it, even where the tests do not."""
        with ctrl_c_is_heard():
            yield

    def test_it_comes_at_the_end(self) -> None:
        """It is a `KeyboardInterrupt` there, once, however often it came."""
        steps = []

        def go() -> None:
            for step in range(3):
                signal.raise_signal(signal.SIGINT)
                steps.append(step)

        with pytest.raises(KeyboardInterrupt), interrupts_held():
            go()
        assert steps == [0, 1, 2]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    def test_it_does_not_come(self) -> None:
        """Then nothing happens, and it can come afterwards."""
        with interrupts_held():
            pass
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_where_it_has_an_end_of_its_own(self) -> None:
        """Who handles it otherwise is told, with the place."""
        told: list[tuple[int, str]] = []
        signal.signal(
            signal.SIGINT,
            lambda number, frame: told.append((number, frame.f_code.co_name)) if frame else None,
        )
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            assert told == []
        assert told == [(signal.SIGINT, "test_where_it_has_an_end_of_its_own")]

    @pytest.mark.parametrize("kind", [signal.SIG_IGN, signal.SIG_DFL])
    def test_where_nobody_handles_it(self, kind: signal.Handlers) -> None:
        """It stays as it is."""
        signal.signal(signal.SIGINT, kind)
        with interrupts_held():
            assert signal.getsignal(signal.SIGINT) == kind
        assert signal.getsignal(signal.SIGINT) == kind

    def test_in_another_thread(self) -> None:
        """It comes to the main thread alone, and only that may hold it."""
        seen: list[object] = []

        def look() -> None:
            with interrupts_held():
                seen.append(signal.getsignal(signal.SIGINT))

        thread = Thread(target=look)
        thread.start()
        thread.join()
        assert seen == [signal.default_int_handler]
