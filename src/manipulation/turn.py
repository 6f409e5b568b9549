"""The law of the turn, on public facts and the hand of the seat to move (R8 to R12, D3 to D26)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from attrs import frozen

from manipulation.errors import PositionError, Violation, shown
from manipulation.melds import Fault
from manipulation.rules import Rules
from manipulation.table import Play, Table, check_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from manipulation.cards import Cards


class Phase(Enum):
    """What a round waits for."""

    DRAW = "draw"
    """The first draw of a turn (R8)."""
    MELD = "meld"
    """A meld, or the next draw; if the stock is empty, a meld or the end of the turn (R9, D24)."""
    END = "end"
    """The end of a turn that is complete, or a knock (R32)."""
    LAST_LAP = "last_lap"
    """The last chance of one seat: a meld or the end of the turn (R41, D26)."""
    OVER = "over"
    """Nothing: the round has ended."""

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Phase.{self.name}"


@frozen
class Draw:
    """Draw the top card of the stock (R8)."""

    def __str__(self) -> str:
        """Write the move."""
        return "draw"


@frozen
class Knock:
    """End the round with few points left (R32)."""

    def __str__(self) -> str:
        """Write the move."""
        return "knock"


@frozen
class EndTurn:
    """Pass the turn to the left (R12)."""

    def __str__(self) -> str:
        """Write the move."""
        return "end"


Move: TypeAlias = Draw | Play | Knock | EndTurn

_DRAW: Final = (Draw(),)
_END: Final = (EndTurn(),)
_END_OR_KNOCK: Final = (EndTurn(), Knock())
_BY_TEXT: Final = {str(move): move for move in (*_DRAW, *_END_OR_KNOCK)}


def parse_move(text: str) -> Move:
    """Read `draw`, `knock`, `end`, or the melds of a play."""
    return _BY_TEXT.get(text.strip().lower()) or Play.parse(text)


def expect_move(move: object) -> None:
    """Refuse whatever is no move with a `PositionError`."""
    if not isinstance(move, Draw | Play | Knock | EndTurn):
        raise PositionError(f"a move is expected, not {shown(move)}")


@frozen
class Turn:
    """Whose turn it is and how far it has come: public facts, sound only beside a position.

    `to_move`: the seat to move; None when the round is over. `drawn`: how many cards that seat has
    drawn in this turn. `melded`: whether it has melded in this turn. `exhausted_by`: the seat that
    drew the last card of the stock. `knocker`: the seat that ended the round, by a knock or by
    going out in its turn.
    """

    to_move: int | None
    phase: Phase = Phase.DRAW
    drawn: int = 0
    melded: bool = False
    exhausted_by: int | None = None
    knocker: int | None = None

    def after(
        self, move: Move, *, players: int, stock_size: int, hand_size: int, rules: Rules
    ) -> Turn:
        """Give the facts after a legal move; the sizes of stock and hand are those after it."""
        seat = 0 if self.to_move is None else self.to_move
        match move:
            case Draw():
                drawn = self.drawn + 1
                phase = Phase.MELD if drawn < rules.max_draws else Phase.END
                return Turn(seat, phase, drawn, exhausted_by=None if stock_size else seat)
            case Play() if self.phase is Phase.LAST_LAP:
                return self._passed(seat, players, out=not hand_size, rules=rules)
            case Play() if hand_size:
                return Turn(
                    seat, Phase.END, self.drawn, melded=True, exhausted_by=self.exhausted_by
                )
            case Play() | Knock():  # D23: who plays his last card counts as the knocker
                return Turn(None, Phase.OVER, exhausted_by=self.exhausted_by, knocker=seat)
            case EndTurn():
                return self._passed(seat, players, out=False, rules=rules)
            case _:
                assert_never(move)

    def _passed(self, seat: int, players: int, *, out: bool, rules: Rules) -> Turn:
        """Pass the turn to the left, into the last lap, or out of it (R12, R41, D26, D27)."""
        left = (seat + 1) % players
        if self.exhausted_by is None:
            return Turn(left)
        last = self.phase is Phase.LAST_LAP and seat == self.exhausted_by
        if last or (out and rules.lap_stops_on_going_out):
            return Turn(None, Phase.OVER, exhausted_by=self.exhausted_by)
        return Turn(left, Phase.LAST_LAP, exhausted_by=self.exhausted_by)


class PublicFacts(ABC):
    """What everyone sees of a round (D8): all that the law of the turn needs beside a hand."""

    __slots__ = ()

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules that are played."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """The melds on the table."""

    @property
    @abstractmethod
    def turn(self) -> Turn:
        """Whose turn it is and how far it has come."""

    @property
    @abstractmethod
    def dealer(self) -> int:
        """The seat that dealt."""

    @property
    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""

    @property
    @abstractmethod
    def stock_size(self) -> int:
        """How many cards are left in the stock."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hand_sizes)

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None when the round is over."""
        return self.turn.to_move

    @property
    def phase(self) -> Phase:
        """What the round waits for."""
        return self.turn.phase

    @property
    def drawn(self) -> int:
        """How many cards the seat to move has drawn in this turn."""
        return self.turn.drawn

    @property
    def melded(self) -> bool:
        """Whether the seat to move has melded in this turn."""
        return self.turn.melded

    @property
    def exhausted_by(self) -> int | None:
        """The seat that drew the last card of the stock."""
        return self.turn.exhausted_by

    @property
    def knocker(self) -> int | None:
        """The seat that ended the round, by a knock or by going out in its turn (D23)."""
        return self.turn.knocker


def may_meld(facts: PublicFacts) -> bool:
    """Tell whether the phase allows a `Play`, not whether there is one."""
    return facts.turn.phase is Phase.MELD or facts.turn.phase is Phase.LAST_LAP


def may_knock(hand: Cards, *, rules: Rules) -> bool:
    """Tell whether few enough points are left in hand to knock (R32)."""
    return rules.melds.points_of(hand) <= rules.knock_at


def legal_moves(facts: PublicFacts, *, hand: Cards) -> tuple[Draw | Knock | EndTurn, ...]:
    """List the legal moves of the seat to move, `hand` being its hand, without the plays.

    There is at least one unless the round is over.
    """
    phase = facts.turn.phase
    match phase:
        case Phase.DRAW:
            return _DRAW
        case Phase.MELD if facts.stock_size:
            return _DRAW
        case Phase.MELD | Phase.END:
            return _END_OR_KNOCK if may_knock(hand, rules=facts.rules) else _END
        case Phase.LAST_LAP:
            return _END
        case Phase.OVER:
            return ()
        case _:
            assert_never(phase)


def check_move(
    facts: PublicFacts, move: Move, *, seat: int | None, hand: Cards
) -> tuple[Fault, ...]:
    """Name every rule that a move breaks, `hand` being the hand of the seat to move.

    `seat` is the seat that moves; None for the one whose move it is. A move of a kind that the
    phase refuses gets one fault and is judged no further. What is no move is a `PositionError`.
    """
    expect_move(move)
    violation = refusal(facts, move, seat=seat)
    if violation is not None:
        return (Fault(violation),)
    match move:
        case Play():
            return check_play(facts.table, move, hand)
        case Knock() if not may_knock(hand, rules=facts.rules):
            return (Fault(Violation.TOO_MANY_POINTS_TO_KNOCK),)
        case _:
            return ()


_REFUSED: Final[dict[Phase, dict[type[Move], Violation]]] = {
    Phase.DRAW: {
        Play: Violation.DRAW_FIRST,
        EndTurn: Violation.MUST_DRAW,
        Knock: Violation.KNOCK_BEFORE_TURN_ENDS,
    },
    Phase.MELD: {
        EndTurn: Violation.MUST_DRAW,
        Knock: Violation.KNOCK_BEFORE_TURN_ENDS,
    },
    Phase.END: {
        Draw: Violation.TURN_IS_COMPLETE,
        Play: Violation.TURN_IS_COMPLETE,
    },
    Phase.LAST_LAP: {
        Draw: Violation.NO_DRAW_IN_LAST_LAP,
        Knock: Violation.NO_KNOCK_IN_LAST_LAP,
    },
}
"""The kinds of move that a phase refuses, whatever the cards."""

_REFUSED_WITHOUT_STOCK: Final[dict[type[Move], Violation]] = {Draw: Violation.STOCK_IS_EMPTY}
"""The kinds of move that `Phase.MELD` refuses when the stock is empty (D24)."""


def refusal(facts: PublicFacts, move: Move, *, seat: int | None) -> Violation | None:
    """Name the rule by which this seat may make no move of this kind now, whatever the cards."""
    turn, kind = facts.turn, type(move)
    if turn.phase is Phase.OVER:
        return Violation.ROUND_IS_OVER
    if seat is not None and seat != turn.to_move:
        return Violation.NOT_YOUR_TURN
    if turn.phase is Phase.MELD and not facts.stock_size:
        return _REFUSED_WITHOUT_STOCK.get(kind)
    if kind is Play and turn.phase is Phase.END and turn.drawn >= facts.rules.max_draws:
        return Violation.NO_MELD_AFTER_THIRD_CARD
    return _REFUSED[turn.phase].get(kind)


def check_facts(facts: PublicFacts) -> None:
    """Refuse facts that do not agree with one another with a `PositionError` that says why."""
    turn = facts.turn
    _expect(Rules, facts.rules)
    _expect(Table, facts.table)
    _expect(Turn, turn)
    _expect(Phase, turn.phase)
    _expect(int, turn.drawn)
    _expect(bool, turn.melded)
    facts.rules.decks_for(facts.players)
    if facts.table.rules != facts.rules.melds:
        raise PositionError("the table is under other rules than the round")
    sizes = (*facts.hand_sizes, facts.stock_size)
    if not all(type(size) is int and size >= 0 for size in sizes):
        raise PositionError("sizes of hands and stock are whole numbers from 0")
    for name, seat in (
        ("to_move", turn.to_move),
        ("exhausted_by", turn.exhausted_by),
        ("knocker", turn.knocker),
    ):
        if seat is not None:
            check_seat(name, seat, players=facts.players)
    check_seat("dealer", facts.dealer, players=facts.players)
    if (turn.exhausted_by is None) != (facts.stock_size > 0):
        raise PositionError("exhausted_by names a seat when the stock is empty, and only then")
    if turn.phase is Phase.OVER:
        _check_over(turn)
    else:
        _check_going_on(facts)
    _check_out(facts)


def _expect(kind: type, value: object) -> None:
    if type(value) is not kind:
        raise PositionError(f"{kind.__name__} is expected, not {shown(value)}")


def check_seat(name: str, seat: int, *, players: int) -> None:
    """Refuse what is no seat with a `PositionError`."""
    if type(seat) is not int or seat not in range(players):
        raise PositionError(f"{name} is a seat from 0 to {players - 1}, not {shown(seat)}")


def _check_over(turn: Turn) -> None:
    if (turn.to_move, turn.drawn, turn.melded) != (None, 0, False):
        raise PositionError("no seat is to move when the round is over, and none has drawn")
    if turn.knocker is None and turn.exhausted_by is None:
        raise PositionError("a round is not over without a knocker while there is a stock")
    if turn.knocker is not None and turn.exhausted_by not in (None, turn.knocker):
        raise PositionError("when another seat has emptied the stock nobody can knock (D26)")


def _check_going_on(facts: PublicFacts) -> None:
    turn, last_draw = facts.turn, facts.rules.max_draws
    if turn.to_move is None or turn.knocker is not None:
        raise PositionError("until the round is over a seat is to move, and there is no knocker")
    match turn.phase:
        case Phase.MELD:
            sound = 1 <= turn.drawn < last_draw and not turn.melded
        case Phase.END if turn.melded:
            sound = 1 <= turn.drawn < last_draw and bool(facts.table.melds)
        case Phase.END:
            sound = turn.drawn == last_draw
        case _:
            sound = (turn.drawn, turn.melded) == (0, False)
    if not sound:
        raise PositionError(
            f"drawn={turn.drawn}, melded={turn.melded} and the table do not agree with "
            f"phase {turn.phase.value}"
        )
    emptied = {Phase.DRAW: (None,), Phase.LAST_LAP: tuple(range(facts.players))}
    if turn.exhausted_by not in emptied.get(turn.phase, (None, turn.to_move)):
        raise PositionError(f"the stock does not agree with phase {turn.phase.value}")


def _check_out(facts: PublicFacts) -> None:
    """Refuse empty hands of seats that cannot have gone out, or not without ending the round."""
    out = [seat for seat, size in enumerate(facts.hand_sizes) if not size]
    if out and not facts.table.melds:
        raise PositionError("a seat has gone out, and the table is empty")
    if facts.rules.lap_stops_on_going_out and len(out) > 1:
        raise PositionError("a seat goes out in the lap, and that ends it")
    for seat in set(out) - set(_may_be_out(facts)):
        raise PositionError(f"an empty hand of seat {seat}: going out would have ended the round")


def _may_be_out(facts: PublicFacts) -> Sequence[int]:
    """List the seats whose hands may be empty: the one that went out, or those that had the lap."""
    turn, seats = facts.turn, range(facts.players)
    if turn.knocker is not None:
        return (turn.knocker,)
    if turn.exhausted_by is None or turn.phase not in (Phase.LAST_LAP, Phase.OVER):
        return ()
    if turn.to_move is None:
        return seats
    if facts.rules.lap_stops_on_going_out:
        return ()
    first = turn.exhausted_by + 1
    chances = (turn.to_move - first) % facts.players
    return [seat % facts.players for seat in range(first, first + chances)]
