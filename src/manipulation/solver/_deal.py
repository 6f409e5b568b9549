"""A table and a hand as the search sees them: what must lie, what may lie, which jokers are free.

Whether a joker on the table is free (D16) depends on the naturals that lie there after the play,
and so on what is played. Each `Deal` settles that for one choice of the cards it depends on: there
it is known of every joker whether it is free, and the search need not ask.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.cards import Cards
    from manipulation.rules import JokerRelease

_FACES, _JOKER = 52, 104


@frozen
class Deal:
    """One choice of the cards that free jokers.

    `lies` counts, for each of the 52 cards, what must lie on the table: naturals of the table, those
    of the hand that free a joker, and jokers that are not free. `may` counts what else may be played
    and `stays` what is kept back. `free` counts the free jokers by the card they stood for.
    """

    lies: tuple[int, ...]
    may: tuple[int, ...]
    stays: tuple[int, ...]
    free: tuple[int, ...]
    in_hand: int

    @property
    def jokers(self) -> int:
        """How many jokers may stand for any card, those in hand included."""
        return sum(self.free) + self.in_hand


def deals(table: Cards, hand: Cards, release: JokerRelease) -> Iterator[Deal]:
    """Yield a deal for each choice of the naturals in hand that would free a joker (D16, D17)."""
    naturals, declared = table.counts[:_FACES], table.counts[_FACES:_JOKER]
    held = hand.counts[:_FACES]
    if not any(declared):
        nothing = (0,) * _FACES
        yield Deal(tuple(naturals), tuple(held), nothing, nothing, hand.counts[_JOKER])
        return
    bound = [
        face
        for face in range(_FACES)
        if declared[face]
        and held[face]
        and (release == "natural_from_hand" or (release == "natural_on_table" and not naturals[face]))
    ]
    most = [min(held[face], declared[face] if release == "natural_from_hand" else 1) for face in bound]
    for played in product(*(range(count, -1, -1) for count in most)):
        forced = dict(zip(bound, played, strict=True))
        yield _deal(table, hand, release, forced, dict(zip(bound, most, strict=True)))


def _deal(table: Cards, hand: Cards, release: JokerRelease, forced: dict[int, int], most: dict[int, int]) -> Deal:
    lies, may, stays, free = [], [], [], []
    for face in range(_FACES):
        natural, declared, held = table.counts[face], table.counts[face + _FACES], hand.counts[face]
        played = forced.get(face, 0)
        if release == "any" or (release == "natural_on_table" and (natural or played)):
            released = declared
        else:
            released = min(declared, played)
        more = held - played if face not in forced or played == most[face] else 0
        lies.append(natural + played + declared - released)
        may.append(more)
        stays.append(held - played - more)
        free.append(released)
    return Deal(tuple(lies), tuple(may), tuple(stays), tuple(free), hand.counts[_JOKER])
