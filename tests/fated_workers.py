"""An executor that loses games, and breaks, as chance has it."""

import io
import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from queue import Empty
from random import Random
from typing import NamedTuple, ParamSpec, TypeVar, cast

import pytest

import manipulation.simulation.playing
import manipulation.simulation.workers
from manipulation import DoneGames, Results, UnfinishedError, simulate
from manipulation.simulation.playing import FailedGame, PlayedGame, Task, played
from tests.short_games import GAMES, IDLE, NAMES, one
from tests.simulated import SHORT

_P = ParamSpec("_P")


_T = TypeVar("_T")


class Fate:
    """Decides in which order the games of stand-in executors end, and which are lost."""

    def __init__(
        self,
        rng: Random,
        *,
        losses: float = 0.0,
        breaks: float = 0.0,
        play: Callable[[int], PlayedGame | FailedGame] = one,
    ) -> None:
        """Take the probabilities that a game is lost, and that its executor breaks."""
        self.rng = rng
        self.play = play
        self.losses = losses
        self.breaks = breaks
        self.made: list[StandIn] = []
        self.begun: Counter[int] = Counter()
        self.most = 0
        self.silent = 0
        self.asked: list[Callable[[], bool]] = []
        self.under_way: list[tuple[int, Future[PlayedGame | FailedGame]]] = []

    def make(self) -> "StandIn":
        """Make an executor."""
        self.made.append(StandIn(self))
        return self.made[-1]

    def go_on(self) -> None:
        """Let some of the games under way end."""
        pending = [(number, future) for number, future in self.under_way if not future.done()]
        self.most = max(self.most, len(pending))
        if self.silent:
            self.silent -= 1
            self.made[-1].broken = not self.silent and bool(self.breaks)
            return
        for number, future in self.rng.sample(pending, self.rng.randint(1, len(pending))):
            if self.rng.random() < self.breaks:
                self.made[-1].broken = True
            if self.made[-1].broken:
                future.set_exception(BrokenExecutor("broken"))
            elif self.rng.random() < self.losses:
                if self.rng.random() < 0.5:
                    future.cancel()
                else:
                    future.set_exception(RuntimeError("lost"))
            else:
                future.set_result(self.play(number))

    @contextmanager
    def decides(self) -> Iterator[None]:
        """Wait for nothing: where games are waited for, some end."""

        class Ended(deque[object]):
            """The games that have ended."""

            put = deque[object].append

            def get(self, *, timeout: float) -> object:
                """Take one, and let some end if there is none."""
                assert timeout > 0
                if not self:
                    fate.go_on()
                return self.get_nowait()

            def get_nowait(self) -> object:
                """Take one, if there is one."""
                if not self:
                    raise Empty
                return self.popleft()

        fate = self
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(manipulation.simulation.workers, "SimpleQueue", Ended)
            yield


class StandIn(Executor):
    """An executor that plays nothing until fate wills."""

    def __init__(self, fate: Fate) -> None:
        """Begin."""
        self.fate = fate
        self.broken = False
        self.open = True
        self.tasks: list[Task] = []
        self.ended: list[Callable[[], bool]] = []

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Take a game."""
        if self.broken:
            raise BrokenExecutor("broken before")
        future: Future[_T] = Future()
        if fn is int:
            self.fate.asked.append(future.cancelled)
            return future
        assert (fn, kwargs) == (played, {})
        (task,) = args
        assert isinstance(task, Task)
        self.tasks.append(task)
        self.fate.begun[task.number] += 1
        self.ended.append(future.done)
        self.fate.under_way.append((task.number, cast("Future[PlayedGame | FailedGame]", future)))
        return future

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]  # noqa: FBT001, FBT002 -- as Dask's
        """Take no more; as Dask's, it cancels nothing itself."""
        assert wait
        self.open = False


class Losing(NamedTuple):
    """What came of a simulation that lost workers."""

    results: Results
    records: str
    fate: Fate
    errors: list[UnfinishedError]


def simulated_by(fate: Fate, *, passed_in: bool, window: int = 4) -> Losing:
    """Simulate on stand-in executors, going on whenever it ends early."""
    records, errors = io.StringIO(), []
    done: DoneGames | None = None
    with fate.decides():
        while True:
            try:
                results = simulate(
                    IDLE,
                    names=NAMES,
                    games=GAMES,
                    seed=5,
                    rules=SHORT,
                    executor=fate.make() if passed_in else fate.make,
                    window=window,
                    records=records,
                    resume=done,
                )
            except UnfinishedError as error:
                errors.append(pickle.loads(pickle.dumps(error)))  # noqa: S301 -- our own
                done = errors[-1].done
            else:
                return Losing(results, records.getvalue(), fate, errors)
