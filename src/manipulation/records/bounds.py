"""How far the numbers of documents go, and how long their lists are, where the reader says so."""

from __future__ import annotations

from typing import Final, NamedTuple

from manipulation.game import GameView, Tally
from manipulation.records.record import Deal
from manipulation.records.stand_ins import (
    VERSION,
    BestPlayDocument,
    RecordDocument,
    RoundDocument,
    RoundViewDocument,
)
from manipulation.rules import (
    LONGEST_SEQUENCE,
    MAX_DECKS,
    MAX_JOKERS,
    PLAYERS,
    POINTS,
    MeldRules,
    Rules,
)
from manipulation.views import Event


class Bounds(NamedTuple):
    """The least and the most that a number may be, and how many parts a list may have."""

    least: int | None = None
    most: int | None = None
    shortest: int | None = None
    longest: int | None = None

    @property
    def of_number(self) -> dict[str, int]:
        """What the schema of a number says."""
        if self.least is not None and self.least == self.most:
            return {"const": self.least}
        return _said({"minimum": self.least, "maximum": self.most})

    @property
    def of_list(self) -> dict[str, int]:
        """What the schema of a list says."""
        return _said({"minItems": self.shortest, "maxItems": self.longest})


def _said(words: dict[str, int | None]) -> dict[str, int]:
    return {word: number for word, number in words.items() if number is not None}


UNBOUNDED: Final = Bounds()

_FEWEST: Final = PLAYERS[0]
_MOST: Final = PLAYERS[-1]

_SEAT: Final = Bounds(0, _MOST - 1)
_SEATS: Final = Bounds(shortest=_FEWEST, longest=_MOST)
_COUNT: Final = Bounds(0)
_COUNTS: Final = Bounds(0, shortest=_FEWEST, longest=_MOST)
_FROM_0: Final = Bounds(0, 1_000_000)
_BY_PLAYERS: Final = len(PLAYERS)

BOUNDS: Final[dict[type, dict[str, Bounds]]] = {
    BestPlayDocument: {"points_left": _COUNT, "disturbed": _COUNT},
    Deal: {"dealer": _SEAT},
    Event: {"seat": _COUNT},
    GameView: {"seat": _SEAT},
    MeldRules: {
        "jokers_per_meld": Bounds(0, LONGEST_SEQUENCE),
        "points": Bounds(0, 1_000, len(POINTS), len(POINTS)),
    },
    RecordDocument: {"version": Bounds(VERSION, VERSION), "seats": _SEATS, "dealer": _SEAT},
    RoundDocument: {"hands": _SEATS, "dealer": _SEAT},
    RoundViewDocument: {
        "seat": _SEAT,
        "hand_sizes": _COUNTS,
        "stock_size": _COUNT,
        "dealer": _SEAT,
        "hands": Bounds(longest=_MOST),
    },
    Rules: {
        "decks": Bounds(1, MAX_DECKS, _BY_PLAYERS, _BY_PLAYERS),
        "jokers": Bounds(0, MAX_JOKERS, _BY_PLAYERS, _BY_PLAYERS),
        "hand_size": Bounds(1, _FROM_0.most),
        "max_draws": Bounds(2, _FROM_0.most),
        "knock_at": _FROM_0,
        "undercut_bonus": _FROM_0,
        "going_out_bonus": _FROM_0,
        "target": Bounds(1, _FROM_0.most),
        "target_bonus": _FROM_0,
        "round_bonus": _FROM_0,
    },
    Tally: {"totals": _COUNTS, "rounds_won": _COUNTS, "dealer": _SEAT},
}
"""The bounds of the fields of each kind; those that depend on other fields are not said."""
