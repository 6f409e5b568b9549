"""A whole game, move by move, and its replay."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, Self

from attrs import field, frozen

from manipulation.errors import (
    ManipulationError,
    RecordError,
    each,
    expect,
    shown,
)
from manipulation.game import Game
from manipulation.round import Round
from manipulation.rules import MANIPULATION, PLAYERS, Rules, check_seat
from manipulation.shoe import Shoe
from manipulation.turn import Move, Phase, check_tuple, expect_move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from manipulation.views import Event, RoundView

MAX_MOVES: Final = 100_000
"""A record of more moves than this is refused; a game of five takes some thousands."""


@frozen
class Deal:
    """One deal: who dealt which shoe, the moves of its round, and what came of it.

    `digest`: of the game when the round is over (see `digest`); None while it is not.
    """

    dealer: int
    shoe: Shoe
    moves: tuple[Move, ...] = ()
    digest: str | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what is no seat, no shoe, no moves and no digest with a `PositionError`."""
        check_seat("dealer", self.dealer, players=PLAYERS[-1])
        expect(Shoe, self.shoe)
        if self.digest is not None:
            expect(str, self.digest)
        check_tuple("moves", self.moves)
        for move in self.moves:
            expect_move(move)


@frozen
class Record:
    """A game's past: the rules, the names at the seats, who deals first, every deal and move.

    A record that breaks a rule cannot be made: it is a `RecordError` that names the place and the
    move, counted from 1 through the whole game, and is raised from what the move was refused with.

    >>> record = Record.new(("Ann", "Bob"), dealer=0).deal(Shoe.new(2))
    >>> record.game.legal_moves()
    (Draw(),)
    """

    seats: tuple[str, ...]
    dealer: int
    deals: tuple[Deal, ...] = ()
    rules: Rules = MANIPULATION
    game: Game = field(init=False, eq=False, repr=False)
    """The game as it stands after the last move."""

    def __attrs_post_init__(self) -> None:
        """Replay the whole record, and keep the game that it leads to."""
        object.__setattr__(self, "game", _last(_replayed(self)))

    @classmethod
    def new(cls, seats: Iterable[str], *, dealer: int, rules: Rules = MANIPULATION) -> Self:
        """Begin a record before the first deal."""
        return cls(tuple(each(seats, "names")), dealer, rules=rules)

    def deal(self, shoe: Shoe) -> Record:
        """Add a deal, or raise an `IllegalMoveError` if it is not its time."""
        game = self.game.deal(shoe)
        return self._with((*self.deals, Deal(game.dealer, shoe)), game)

    def after(self, move: Move, seat: int | None = None) -> Record:
        """Add a move, or raise an `IllegalMoveError` with every fault."""
        game = self.game.after(move, seat)
        *before, last = self.deals
        over = game.phase is Phase.OVER
        deal = Deal(last.dealer, last.shoe, (*last.moves, move), digest(game) if over else None)
        return self._with((*before, deal), game)

    def _with(self, deals: tuple[Deal, ...], game: Game) -> Record:
        """Make a record that leads to this game; nothing is replayed."""
        record = Record.__new__(Record)
        object.__setattr__(record, "seats", self.seats)
        object.__setattr__(record, "dealer", self.dealer)
        object.__setattr__(record, "deals", deals)
        object.__setattr__(record, "rules", self.rules)
        object.__setattr__(record, "game", game)
        return record

    def view(self, seat: int | None) -> Iterator[RoundView | Event]:
        """Yield what a seat, or with None a spectator, has seen: for each deal a view, then events.

        A `GameView` takes them with `dealt` and `after`. What is no seat is a `PositionError`.
        """
        if seat is not None:
            check_seat("seat", seat, players=len(self.seats))
        return self._seen(seat)

    def _seen(self, seat: int | None) -> Iterator[RoundView | Event]:
        players = len(self.seats)
        for deal in self.deals:
            state = Round.deal(deal.shoe, players=players, dealer=deal.dealer, rules=self.rules)
            yield state.view(seat)
            for move in deal.moves:
                yield state.event(move, seen_by=seat)
                state = state.after(move)


def digest(game: Game) -> str:
    """Give 64 hex digits that tell this state from every other: SHA-256 of the game's text."""
    return sha256(str(game).encode()).hexdigest()


def replay(record: Record) -> Iterator[Game]:
    """Yield the game before the first deal, and after every deal and move."""
    expect(Record, record)
    return _replayed(record)


def _last(games: Iterator[Game]) -> Game:
    game = next(games)
    for later in games:
        game = later
    return game


def _replayed(record: Record) -> Iterator[Game]:
    """Play the record, and refuse what is not legal with a `RecordError`."""
    game = _begun(record)
    yield game
    number = 0
    for place, deal in enumerate(record.deals):
        path = f"$.deals[{place}]"
        if deal.dealer != game.dealer:
            message = f"seat {game.dealer} deals, not {shown(deal.dealer)} (D1)"
            raise RecordError(message, f"{path}.dealer", number)
        try:
            game = game.deal(deal.shoe)
        except ManipulationError as error:
            raise RecordError(str(error), f"{path}.shoe", number) from error
        yield game
        for index, move in enumerate(deal.moves):
            number += 1
            try:
                game = game.after(move)
            except ManipulationError as error:
                raise RecordError(str(error), f"{path}.moves[{index}]", number) from error
            yield game
        if deal.digest is not None and deal.digest != digest(game):
            message = "the round came out otherwise than when it was recorded"
            raise RecordError(message, f"{path}.digest", number)


def _begun(record: Record) -> Game:
    """Check what can be checked before anything is played, and begin the game."""
    if not isinstance(record.seats, tuple):
        raise RecordError(f"seats are a tuple of names, not {shown(record.seats)}", "$.seats")
    names: tuple[object, ...] = record.seats
    for place, name in enumerate(names):
        if not is_name(name):
            text = "text that UTF-8 can hold" if isinstance(name, str) else "text"
            raise RecordError(f"a name is a {text}, not {shown(name)}", f"$.seats[{place}]")
    if not _are(Deal, record.deals):
        raise RecordError("deals are a tuple of Deals", "$.deals")
    if sum(len(deal.moves) for deal in record.deals) > MAX_MOVES:
        raise RecordError(f"more than {MAX_MOVES:,} moves", "$.deals")
    try:
        return Game.new(players=len(record.seats), dealer=record.dealer, rules=record.rules)
    except ManipulationError as error:
        raise RecordError(str(error)) from error


def is_name(name: object) -> bool:
    """Tell whether a name is a text, and one that UTF-8 can hold."""
    return isinstance(name, str) and name.encode(errors="ignore").decode() == name


def _are(kind: type, values: object) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, kind) for value in values)
