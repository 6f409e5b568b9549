"""The games of a simulation that are done, and the errors that carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from manipulation.errors import SimulationError, expect
from manipulation.rules import MANIPULATION, Rules
from manipulation.simulation.playing import PlayedGame
from manipulation.simulation.results import Results

if TYPE_CHECKING:
    from manipulation.simulation.players import Players
    from manipulation.simulation.playing import FailedGame


@frozen(kw_only=True)
class DoneGames:
    """The games of a simulation that are done: what `simulate` takes to go on, as `resume`.

    `until`: games 0 to the one before it are done, `earlier` is what came of them, and their
    records are written if the simulation is `recorded`. `waiting`: further games that are done.
    """

    names: tuple[str, ...]
    seed: int
    rules: Rules = MANIPULATION
    recorded: bool = False
    until: int
    earlier: Results
    waiting: tuple[PlayedGame, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse what does not add up with a `SimulationError`."""
        expect(Results, self.earlier)
        expect(tuple, self.waiting)
        for game in self.waiting:
            expect(PlayedGame, game)
        numbers = [game.number for game in self.waiting]
        parts = (self.earlier, *(game.results for game in self.waiting))
        if (
            any(part.names != self.names for part in parts)
            or [part.games for part in parts] != [self.until] + [1] * len(numbers)
            or numbers != sorted({number for number in numbers if number >= self.until})
        ):
            raise SimulationError("the games done do not add up")

    def __len__(self) -> int:
        """Count them."""
        return self.until + len(self.waiting)

    @property
    def results(self) -> Results:
        """What came of all of them."""
        return sum((game.results for game in self.waiting), start=self.earlier)

    @property
    def numbers(self) -> tuple[range, ...]:
        """Which they are."""
        runs = [range(self.until)]
        for number in sorted(game.number for game in self.waiting):
            if number == runs[-1].stop:
                runs[-1] = range(runs[-1].start, number + 1)
            else:
                runs.append(range(number, number + 1))
        return tuple(filter(None, runs))

    def __str__(self) -> str:
        """Tell which games are done."""
        runs = [f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in self.numbers]
        if len(self) == 1:
            return f"game {runs[0]} is done"
        *others, last = runs or ["no game"]
        told = f"{', '.join(others)} and {last}" if others else last
        return f"games {told} are done" if runs else "no game is done"


class UnfinishedError(SimulationError):
    """A simulation ended early; a call with `resume=error.done` goes on where it ended."""

    def __init__(self, message: str, done: DoneGames) -> None:
        """Keep the message, and the games that are done."""
        super().__init__(message, done)
        self.message = message
        self.done = done

    def __str__(self) -> str:
        """Give the message, and which games are done."""
        return f"{self.message}; {self.done}"


class BotError(UnfinishedError):
    """A bot made no legal move; `failed` says in which position, `done` what can be gone on with.

    The first such game by number is told, whatever the workers.
    """

    def __init__(self, failed: FailedGame, done: DoneGames) -> None:
        """Keep both."""
        message = (
            f"game {failed.number}, seat {failed.seat} ({failed.bot}), move {failed.move}: "
            f"{failed.reason}"
        )
        super().__init__(message, done)
        self.args = (failed, done)
        self.failed = failed
        if failed.trace:
            self.add_note(failed.trace.rstrip())

    def __str__(self) -> str:
        """Give the message, which games are done and, on a line of its own, the position."""
        return f"{super().__str__()}\n{self.failed.position}"


def resumed(done: DoneGames, *, players: Players, games: int, recorded: bool) -> DoneGames:
    """Give what to go on with; games that are not of this simulation are a `SimulationError`.

    The records of what is done are whole only as long as every call writes them.
    """
    expect(DoneGames, done)
    if (done.names, done.seed, done.rules) != (players.names, players.seed, players.rules):
        raise SimulationError("the games done are of another simulation: names, seed or rules")
    if recorded and not done.recorded and len(done):
        raise SimulationError("the games done were not recorded, so the records would lack them")
    if max((game.number + 1 for game in done.waiting), default=done.until) > games:
        raise SimulationError(f"more games are done than {games:,}: {done}")
    return evolve(done, recorded=recorded)
