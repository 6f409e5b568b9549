"""Events: moves as one seat sees them, with what others drew left out (D8)."""

from __future__ import annotations

from attrs import frozen

from manipulation.cards import Card, Cards, Joker, Natural, expect_cards
from manipulation.errors import PositionError, each, shown
from manipulation.turn import Move, expect_move


@frozen
class Event:
    """A move as one seat, or a spectator, sees it.

    `card` is the card drawn, seen only by the seat that drew it. `hands` are all the hands, by
    seat, shown when the move ends the round.
    """

    seat: int
    move: Move
    card: Card | None = None
    hands: tuple[Cards, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse what is no event with a `PositionError`."""
        if type(self.seat) is not int:
            raise PositionError(f"a seat is expected, not {shown(self.seat)}")
        expect_move(self.move)
        if self.card is not None and not isinstance(self.card, Natural | Joker):
            raise PositionError(f"a card drawn is no {shown(self.card)}")
        for hand in each(self.hands, "hands"):
            expect_cards(hand)

    def __str__(self) -> str:
        """Write the seat and the move, then what is seen with it."""
        card = "" if self.card is None else f" {self.card}"
        hands = " / " + " ; ".join(map(str, self.hands)) if self.hands else ""
        return f"{self.seat}: {self.move}{card}{hands}"
