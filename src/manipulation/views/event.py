"""Events: moves as one seat sees them, with what others drew left out (D8)."""

from __future__ import annotations

import re
from typing import Final, Self

from attrs import frozen

from manipulation.cards import (
    Card,
    Cards,
    Joker,
    Natural,
    check_length,
    expect_cards,
    parse_card,
)
from manipulation.errors import NotationError, PositionError, shown
from manipulation.turn import Draw, Move, check_tuple, expect_move, parse_move
from manipulation.views.notation import read_part, split

_EVENT: Final = re.compile(
    r"\s*(?P<seat>[0-9]{1,7})\s*:\s*"
    r"(?:(?P<draw>draw)(?P<card>[^/]*)|(?P<move>[^/]*))(?:/(?P<hands>[^/]*))?"
)


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
        if type(self.seat) is not int or self.seat < 0:
            raise PositionError(f"a seat is a number from 0, not {shown(self.seat)}")
        expect_move(self.move)
        if self.card is not None and not isinstance(self.card, Natural | Joker):
            raise PositionError(f"a card drawn is no {shown(self.card)}")
        if self.card is not None and not isinstance(self.move, Draw):
            raise PositionError("a card is drawn by a draw only")
        check_tuple("hands", self.hands)
        for hand in self.hands:
            expect_cards(hand)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes: the seat, `:`, the move and a card drawn; after `/` the hands."""
        check_length(text)
        match = _EVENT.fullmatch(text)
        if match is None:
            raise NotationError("an event is a seat: a move, / and hands", text, (0, len(text)))
        card, hands = match["card"], match["hands"]
        return cls(
            int(match["seat"]),
            Draw() if match["draw"] else read_part(text, match.span("move"), parse_move),
            read_part(text, match.span("card"), parse_card) if card and card.strip() else None,
            () if hands is None else _read_hands(text, match.span("hands")),
        )

    def __str__(self) -> str:
        """Write the seat and the move, then what is seen with it."""
        card = "" if self.card is None else f" {self.card}"
        hands = " / " + " ; ".join(map(str, self.hands)) if self.hands else ""
        return f"{self.seat}: {self.move}{card}{hands}"


def _read_hands(text: str, span: tuple[int, int]) -> tuple[Cards, ...]:
    return tuple(read_part(text, part, Cards.parse) for part in split(text, ";", *span))
