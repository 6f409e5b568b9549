"""One game of a simulation: its shoes, its seats and its moves follow from seed and number."""

from __future__ import annotations

from traceback import format_exception
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from manipulation.errors import ManipulationError, shown
from manipulation.game import Game
from manipulation.records import MAX_MOVES, Deal, Record, to_json
from manipulation.records.record import digest
from manipulation.shoe import Shoe
from manipulation.simulation.counting import counted
from manipulation.simulation.players import Players, bots_in_seats, generator
from manipulation.simulation.results import Results
from manipulation.turn import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.turn import Move


@frozen
class Task:
    """A game to play, by its number; `recorded` if its record is asked for.

    `attempt`: how often workers have lost it. It makes no difference to the game, but tells the
    tasks apart for an executor that plays equal ones once.
    """

    players: Players
    number: int
    recorded: bool = False
    attempt: int = 0


@frozen
class PlayedGame:
    """What came of a game, and its record as JSON if that was asked for."""

    number: int
    results: Results
    record: str | None = None


@frozen(kw_only=True)
class FailedGame:
    """A game that a bot did not finish: the move, counted from 1, and why there is none.

    `position` is the game before it, as `Game.parse` reads it; `trace` where the bot failed.
    """

    number: int
    seat: int
    bot: str
    move: int
    position: str
    reason: str
    trace: str = ""


class BotFailedError(ManipulationError):
    """A bot made no legal move: it raised an error, or chose what the rules refuse."""

    def __init__(self, failed: FailedGame) -> None:
        """Keep where that was."""
        super().__init__(failed)
        self.failed = failed


def played(task: Task) -> PlayedGame | FailedGame:
    """Play one game of a simulation."""
    in_play = GameInPlay(task.players, task.number)
    try:
        results = counted(in_play.games(), seats=in_play.seats, names=task.players.names)
    except BotFailedError as error:
        return error.failed
    return PlayedGame(task.number, results, to_json(in_play.record) if task.recorded else None)


class GameInPlay:
    """A game that is being played, and what has happened in it so far."""

    def __init__(self, players: Players, number: int) -> None:
        """Seat the bots, and give each its chance."""
        seats = bots_in_seats(number, len(players.bots))
        self.seats = tuple(players.names[bot] for bot in seats)
        self._number = number
        self._bots = [players.bots[bot] for bot in seats]
        self._chance = [
            generator(players.seed, number, f"seat {seat}") for seat in range(len(seats))
        ]
        self._shoes = generator(players.seed, number, "shoes")
        self._shoe = Shoe.new(len(seats), rules=players.rules)
        self._game = Game.new(players=len(seats), dealer=0, rules=players.rules)
        self._deals: list[Deal] = []
        self._moves: list[Move] = []
        self._count = 0

    @property
    def record(self) -> Record:
        """The record of the game when it is over; to make it is to replay it."""
        return Record(self.seats, 0, tuple(self._deals), self._game.rules)

    def games(self) -> Iterator[Game]:
        """Play, and yield the game before the first deal, and after every deal and move."""
        yield self._game
        while not self._game.over:
            if self._game.awaits_deal:
                shoe = self._shoe.shuffled(self._shoes)
                self._deals.append(Deal(self._game.dealer, shoe))
                self._moves = []
                self._game = self._game.deal(shoe)
            else:
                self._move()
                if self._game.phase is Phase.OVER:
                    over, moves = self._deals[-1], tuple(self._moves)
                    self._deals[-1] = evolve(over, moves=moves, digest=digest(self._game))
            yield self._game

    def _move(self) -> None:
        """Make the move of the bot whose turn it is, or raise a `BotFailedError`."""
        game, self._count = self._game, self._count + 1
        seat = 0 if game.round is None or game.round.to_move is None else game.round.to_move
        if self._count > MAX_MOVES:
            raise self._failed(seat, f"the game goes on after {MAX_MOVES:,} moves")
        try:
            move = self._bots[seat].choose(game.view(seat), self._chance[seat])
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {error}"
            raise self._failed(seat, reason, _trace(error)) from error
        try:
            self._game = game.after(move, seat)
        except ManipulationError as error:
            raise self._failed(seat, f"{shown(move)}: {error}") from error
        self._moves.append(move)

    def _failed(self, seat: int, reason: str, trace: str = "") -> BotFailedError:
        return BotFailedError(
            FailedGame(
                number=self._number,
                seat=seat,
                bot=self.seats[seat],
                move=self._count,
                position=str(self._game),
                reason=reason,
                trace=trace,
            )
        )


def _trace(error: BaseException) -> str:
    """Write where a bot failed, from its own code on."""
    inside = error.__traceback__ and error.__traceback__.tb_next
    return "".join(format_exception(type(error), error, inside))
