"""Whose turn it is and how far it has come, and the moves (R8 to R12, D8)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from attrs import frozen

from manipulation.cards import check_length
from manipulation.errors import NotationError, PositionError, shown
from manipulation.table import Play, Table

if TYPE_CHECKING:
    from manipulation.rules import Rules


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

_NO_MOVE: Final = "not a move: draw, knock, end, or the melds of a play, as in 4c 5c 6c | 8d 8h 8s"
_BY_TEXT: Final = {str(move): move for move in (Draw(), EndTurn(), Knock())}


def parse_move(text: str) -> Move:
    """Read `draw`, `knock`, `end`, or the melds of a play; all else is a `NotationError`."""
    check_length(text)
    move = _BY_TEXT.get(text.strip().lower())
    if move is not None:
        return move
    try:
        return Play.parse(text)
    except NotationError as error:
        if text[: error.span[0]].strip():
            raise
        raise NotationError(_NO_MOVE, text, error.span) from error


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
