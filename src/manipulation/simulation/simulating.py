"""Many games between bots, anywhere, with one result for one seed."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from attrs import evolve

from manipulation.errors import SimulationError, shown
from manipulation.rules import MANIPULATION, Rules
from manipulation.simulation.players import Players
from manipulation.simulation.playing import (
    BotFailedError,
    FailedGame,
    GameInPlay,
    PlayedGame,
    Task,
    played,
)
from manipulation.simulation.results import Results
from manipulation.simulation.unfinished import BotError, DoneGames, UnfinishedError, resumed
from manipulation.simulation.workers import Crew, Todo, Workers, WorkersLostError
from manipulation.simulation.writing import Lines, Writable, lines_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from manipulation.bots import Bot
    from manipulation.records import Record

_MOST: Final = 1_000_000_000

WINDOW: Final = 256
"""How many games are under way at once, unless another number is asked for."""


def simulate(  # noqa: PLR0913 -- all but the bots, games and seed are rarely given
    bots: Iterable[Bot],
    *,
    games: int,
    seed: int,
    rules: Rules = MANIPULATION,
    names: Iterable[str] | None = None,
    executor: Workers | None = None,
    window: int = WINDOW,
    progress: Callable[[int, int], object] | None = None,
    records: Writable | None = None,
    resume: DoneGames | None = None,
) -> Results:
    """Play games between bots, and count what came of them; the same wherever they are played.

    `names`: the bots', by default those of their classes. `executor`: None to play here, an
    executor, or a callable that makes one, which is then shut down, and made again if it breaks.
    `window`: the most games under way, and of results held until their turn; give at least two a
    worker. `progress`: called with the number of games done and of all, after each. `records`: a
    path or text stream for one record a line, as JSON, in the order of the games. `resume`: the
    `done` of an `UnfinishedError`, to play the other games alone.

    A bot that makes no legal move is a `BotError`; workers lost again and again, or records that
    cannot be written, are an `UnfinishedError`. Arguments that cannot be are a `SimulationError`
    that is neither, bad rules and numbers of players a `RulesError`.
    """
    players = Players.of(bots, names=names, seed=seed, rules=rules)
    _check(games, window, progress)
    start = _none_done(players, recorded=records is not None) if resume is None else resume
    start = resumed(start, players=players, games=games, recorded=records is not None)
    with _crew(executor, players, start) as crew, lines_to(records, written=start.until) as lines:
        ledger = _Ledger(start, lines)
        for count in ledger.taken(_outcomes(crew, players, ledger, range(games), window)):
            if progress is not None:
                progress(count, games)
    return ledger.done.results


def play_game(
    bots: Iterable[Bot],
    *,
    game: int,
    seed: int,
    rules: Rules = MANIPULATION,
    names: Iterable[str] | None = None,
) -> Record:
    """Play one game of the simulation with this seed, by its number from 0, and give its record.

    Errors are as with `simulate`.
    """
    players = Players.of(bots, names=names, seed=seed, rules=rules)
    if type(game) is not int or game < 0:
        raise SimulationError(f"a game has a number from 0, not {shown(game)}")
    in_play = GameInPlay(players, game)
    try:
        for _ in in_play.games():
            pass
    except BotFailedError as error:
        raise BotError(error.failed, _none_done(players)) from error.__cause__
    return in_play.record


def _check(games: int, window: int, progress: object) -> None:
    for what, number in (("games are", games), ("a window is", window)):
        if type(number) is not int or not 0 < number <= _MOST:
            raise SimulationError(f"{what} a number from 1 to {_MOST:,}, not {shown(number)}")
    if progress is not None and not callable(progress):
        raise SimulationError(f"progress is called, unlike {shown(progress)}")


def _crew(
    executor: Workers | None, players: Players, start: DoneGames
) -> AbstractContextManager[Crew | None]:
    """Give who plays the games; None if they are played here."""
    return nullcontext() if executor is None else Crew(executor, players, recorded=start.recorded)


def _outcomes(
    crew: Crew | None, players: Players, ledger: _Ledger, numbers: range, window: int
) -> Iterator[PlayedGame | FailedGame]:
    """Play the games that are not done."""
    start = ledger.done
    ahead = frozenset(game.number for game in start.waiting)
    todo = Todo(ahead, start=start.until, end=numbers.stop)
    if crew is None:
        return _played_here(players, todo, recorded=start.recorded)
    return crew.outcomes(todo, lambda: ledger.room(window))


def _played_here(
    players: Players, todo: Todo, *, recorded: bool
) -> Iterator[PlayedGame | FailedGame]:
    """Play the games in this process, one after another, to the first that failed."""
    while (number := todo.take()) is not None:
        outcome = played(Task(players, number, recorded))
        yield outcome
        if isinstance(outcome, FailedGame):
            return


def _none_done(players: Players, *, recorded: bool = False) -> DoneGames:
    """Say that no game is done."""
    return DoneGames(
        names=players.names,
        seed=players.seed,
        rules=players.rules,
        recorded=recorded,
        until=0,
        earlier=Results(names=players.names),
    )


class _Ledger:
    """Counts games in their order, and writes their records; those before their turn wait."""

    def __init__(self, start: DoneGames, lines: Lines) -> None:
        """Begin with what is done."""
        self._start = start
        self._lines = lines
        self._until = start.until
        self._earlier = start.earlier
        self._waiting = {game.number: game for game in start.waiting}

    @property
    def done(self) -> DoneGames:
        """The games that are done."""
        waiting = tuple(self._waiting[number] for number in sorted(self._waiting))
        return evolve(self._start, until=self._until, earlier=self._earlier, waiting=waiting)

    def room(self, window: int) -> range:
        """Give the numbers of the games that may be under way."""
        return range(self._until, self._until + window)

    def taken(self, outcomes: Iterator[PlayedGame | FailedGame]) -> Iterator[int]:
        """Take what comes of games, and yield how many are done after each.

        A game that failed, lost workers, and lines that cannot be written end it, when all that was
        under way is taken.
        """
        failures = []
        try:
            self._write()
            for outcome in outcomes:
                if isinstance(outcome, FailedGame):
                    failures.append(outcome)
                    continue
                self._waiting[outcome.number] = outcome
                self._write()
                yield self._until + len(self._waiting)
        except WorkersLostError as error:
            fault = error.__cause__
            message = f"the workers were lost: {type(fault).__name__}: {fault}"
            raise UnfinishedError(message, self.done) from fault
        if failures:
            raise BotError(min(failures, key=lambda failed: failed.number), self.done)

    def _write(self) -> None:
        """Count the games whose turn has come, each when its record is written."""
        while (game := self._waiting.get(self._until)) is not None:
            if game.record is not None:
                self._write_line(game.record)
            del self._waiting[self._until]
            self._earlier += game.results
            self._until += 1

    def _write_line(self, line: str) -> None:
        try:
            self._lines.write(line)
        except (OSError, ValueError, TypeError) as error:
            message = f"a record cannot be written: {error}"
            raise UnfinishedError(message, self.done) from error
