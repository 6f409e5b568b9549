"""Events: moves as one seat sees them, with what others drew left out (D8)."""

from __future__ import annotations

from attrs import frozen

from manipulation.cards import Card, Cards
from manipulation.turn import Move


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

    def __str__(self) -> str:
        """Write the seat and the move, then what is seen with it."""
        card = "" if self.card is None else f" {self.card}"
        hands = " / " + " ; ".join(map(str, self.hands)) if self.hands else ""
        return f"{self.seat}: {self.move}{card}{hands}"
