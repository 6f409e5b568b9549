"""Games played by workers of any executor, each once, whatever becomes of the workers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from inspect import signature
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from manipulation.errors import SimulationError, shown
from manipulation.simulation.interrupts import interrupts_held
from manipulation.simulation.playing import FailedGame, PlayedGame, Task, played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.simulation.players import Players

Workers: TypeAlias = Executor | Callable[[], Executor]
"""Where games are played: an executor, or a callable that makes one and may do so again."""

_LOSSES: Final = 3
"""How many times in a row workers may be lost without a game done between."""

_PATIENCE: Final = 10.0
"""The seconds without a game that ends, after which it is asked whether work is taken still."""


_Game: TypeAlias = Future[PlayedGame | FailedGame]


class WorkersLostError(Exception):
    """No more games can be played there; raised from the last fault of the workers."""


class Todo:
    """The numbers of the games that are not done, the least first."""

    def __init__(self, done: frozenset[int], *, start: int, end: int) -> None:
        """Go from `start` to the number before `end`, without those that are done."""
        self._done = done
        self._next = start
        self._lost: list[int] = []
        self._end = end

    def take(self, before: int | None = None) -> int | None:
        """Take the next number, if there is one, and if it is less than `before`."""
        if self._lost:
            return self._lost.pop(0)
        while self._next in self._done:
            self._next += 1
        if self._next >= (self._end if before is None else min(before, self._end)):
            return None
        self._next += 1
        return self._next - 1

    def put_back(self, number: int) -> None:
        """Put a number back that was lost."""
        if number < self._end:
            self._lost = sorted([*self._lost, number])

    def end_before(self, number: int) -> None:
        """Take no number from this one on."""
        self._end = min(self._end, number)
        self._lost = [lost for lost in self._lost if lost < self._end]


class Crew:
    """Plays games on an executor, a bounded number of them at a time.

    What it has made, it shuts down; what was passed in, it leaves as it is, but for games under
    way, which it cancels.
    """

    def __init__(self, workers: Workers, players: Players, *, recorded: bool) -> None:
        """Make the executor, if it is to be made."""
        self._make = None if isinstance(workers, Executor) else workers
        self._executor = workers if isinstance(workers, Executor) else _made(workers)
        self._players = players
        self._recorded = recorded
        self._pending: dict[_Game, int] = {}
        self._ended: SimpleQueue[_Game] = SimpleQueue()
        self._broken: BaseException | None = None
        self._losses = 0
        self._attempt = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Cancel what is under way, however it went.

        A pool whose processes Ctrl-C ends as well cancels its futures itself: were it done here,
        its own thread might come upon a cancelled one while it breaks, and would fail.
        """
        shutdown = self._executor.shutdown
        if self._make is not None and "cancel_futures" in signature(shutdown).parameters:
            shutdown(wait=True, cancel_futures=True)
            return
        with interrupts_held():
            for future in self._pending:
                future.cancel()
        if self._make is not None:
            shutdown(wait=True)

    def outcomes(self, todo: Todo, room: Callable[[], range]) -> Iterator[PlayedGame | FailedGame]:
        """Yield what comes of each game, in whatever order.

        Games are begun whose numbers are in `room()`, and no more than it holds are under way.
        After one that failed, no later one is begun; all earlier ones are played, so that the first
        that fails is always the same.
        """
        while True:
            with interrupts_held():
                if self._broken is not None and not self._pending:
                    self._replace(self._broken)
                if self._broken is None:
                    self._submit(todo, room())
            if not self._pending:
                if self._broken is None:
                    return
                continue
            ended = self._wait()
            with interrupts_held():
                if not ended:
                    self._ask(todo)
                outcomes = self._outcomes(ended, todo)
            yield from outcomes

    def _submit(self, todo: Todo, room: range) -> None:
        """Begin games while there is room; an executor that takes none is broken."""
        while len(self._pending) < len(room) and (number := todo.take(room.stop)) is not None:
            task = Task(self._players, number, self._recorded, self._attempt)
            try:
                future = self._executor.submit(played, task)
            except Exception as fault:  # noqa: BLE001 -- each kind of executor has its own
                self._broken = fault
                todo.put_back(number)
                return
            self._pending[future] = number
            future.add_done_callback(self._ended.put)

    def _wait(self) -> list[_Game]:
        """Wait for games that end; none if none does for long. Ctrl-C may come here."""
        ended: list[_Game] = []
        try:
            ended.append(self._ended.get(timeout=_PATIENCE))
            while True:
                ended.append(self._ended.get_nowait())
        except Empty:
            return ended

    def _ask(self, todo: Todo) -> None:
        """Give games up that are under way where no work is taken any more.

        The futures of a Dask client that was closed may never end. What is asked with is left to
        be done: a pool of Python 3.11 that breaks with a cancelled future in it fails itself.
        """
        try:
            self._executor.submit(int)
        except Exception as fault:  # noqa: BLE001 -- each kind of executor has its own
            self._broken = fault
            for number in self._pending.values():
                todo.put_back(number)
            self._pending.clear()

    def _outcomes(self, ended: list[_Game], todo: Todo) -> list[PlayedGame | FailedGame]:
        """List what games came to, the least number first, and put back those that were lost."""
        outcomes: list[PlayedGame | FailedGame] = []
        lost: BaseException | None = None
        numbers = {self._pending.pop(future): future for future in ended if future in self._pending}
        for number, future in sorted(numbers.items()):
            fault = _fault(future)
            if fault is None:
                self._losses = 0
                outcomes.append(future.result())
                continue
            todo.put_back(number)
            self._attempt += 1
            lost = fault
            if isinstance(fault, BrokenExecutor):
                self._broken = fault
        for outcome in outcomes:
            if isinstance(outcome, FailedGame):
                self._end_before(outcome.number, todo)
        if lost is not None and self._broken is None and not outcomes:
            self._count_loss(lost)
        return outcomes

    def _end_before(self, number: int, todo: Todo) -> None:
        """Begin no game from this one on, and cancel those that wait to be begun."""
        todo.end_before(number)
        for future, later in tuple(self._pending.items()):
            if later > number and future.cancel():
                del self._pending[future]

    def _replace(self, fault: BaseException) -> None:
        """Make a new executor, if the broken one was made here."""
        if self._make is None:
            raise WorkersLostError from fault
        self._count_loss(fault)
        self._executor.shutdown(wait=True)
        try:
            self._executor = _made(self._make)
        except SimulationError as error:
            raise WorkersLostError from error
        self._broken = None

    def _count_loss(self, fault: BaseException) -> None:
        self._losses += 1
        if self._losses >= _LOSSES:
            raise WorkersLostError from fault


def _fault(future: _Game) -> BaseException | None:
    """Tell why a future has no outcome; None if it has one."""
    if future.cancelled():
        return CancelledError("the game was cancelled")
    return future.exception()


def _made(make: Callable[[], Executor]) -> Executor:
    """Make an executor, or raise a `SimulationError`."""
    if not callable(make):
        raise SimulationError(f"an executor is expected, or what makes one, not {shown(make)}")
    try:
        executor = make()
    except Exception as error:
        raise SimulationError(f"no executor was made: {error}") from error
    if not isinstance(executor, Executor):
        raise SimulationError(f"an executor was to be made, not {shown(executor)}")
    return executor
