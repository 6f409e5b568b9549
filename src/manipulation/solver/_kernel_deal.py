"""A table and a hand as the search sees them: what must lie, what may lie, which jokers are free.

Whether a joker on the table is free (D16) depends on the naturals that lie there after the play,
and so on what is played. Each `Deal` settles that for one choice of the cards it depends on: there
it is known of every joker whether it is free, and the search need not ask.

Counts are blocks as in `Cards`: 52 naturals by rank, then suit; 52 declared jokers; the others.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from manipulation.solver._kernel_packed import FACES, JOKER

NATURAL_ON_TABLE: Final = "natural_on_table"
NATURAL_FROM_HAND: Final = "natural_from_hand"
ANY: Final = "any"
NONE: Final = bytes(FACES)


class Deal:
    """One choice of the cards that free jokers.

    `lies` counts what must lie on the table: its naturals, those of the hand that free a joker, and
    the jokers that are not free, which `fixed` counts again. `may` counts what else may be played,
    `stays` what is kept back, and `free` the free jokers by the card they stood for. `jokers` may
    stand for any card: the free ones and those in hand, but for the idle ones that stay there.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the six ways in which a card can be dealt with
        self, lies: bytes, fixed: bytes, may: bytes, stays: bytes, free: bytes, in_hand: int
    ) -> None:
        """Take the counts of the 52 cards, and how many jokers are in hand."""
        self.lies = lies
        self.fixed = fixed
        self.may = may
        self.stays = stays
        self.free = free
        self.in_hand = in_hand
        self.idle = 0
        self.jokers = sum(free) + in_hand

    def on_table(self) -> int:
        """Count the jokers that must lie."""
        return sum(self.fixed) + sum(self.free)

    def playing(self, place: int, held: int) -> Deal | None:
        """Give the deal in which a card, of which so many are held, must be played, if it may be.

        `place` is that of a natural, or of an undeclared joker.
        """
        if place == JOKER:
            # Which card a free joker stood for is asked only where melds are to be left alone.
            free = bytes([self.free[0] + 1]) + self.free[1:]
            return Deal(self.lies, self.fixed, self.may, self.stays, free, self.in_hand - 1)
        if held > self.may[place] + self.stays[place]:
            return self
        if not self.may[place]:
            return None
        lies, may = bytearray(self.lies), bytearray(self.may)
        lies[place] += 1
        may[place] -= 1
        return Deal(bytes(lies), self.fixed, bytes(may), self.stays, self.free, self.in_hand)

    def without_jokers(self) -> None:
        """Keep the jokers in hand there: no meld may hold one."""
        self.idle += self.in_hand
        self.jokers -= self.in_hand
        self.in_hand = 0


def deals(table: bytes, hand: bytes, release: str) -> list[Deal]:
    """List a deal for each choice of the naturals in hand that would free a joker (D16, D17)."""
    declared, held = table[FACES:JOKER], hand[:FACES]
    if declared == NONE:
        return [Deal(table[:FACES], NONE, held, NONE, NONE, hand[JOKER])]
    most = {}
    for face in range(FACES):
        if declared[face] and held[face] and release != ANY:
            if release == NATURAL_FROM_HAND:
                most[face] = min(held[face], declared[face])
            elif not table[face]:
                most[face] = 1
    choices = [range(count, -1, -1) for count in most.values()]
    return [
        _deal(table, hand, release, dict(zip(most, played, strict=True)), most)
        for played in product(*choices)
    ]


def _deal(
    table: bytes, hand: bytes, release: str, played: dict[int, int], most: dict[int, int]
) -> Deal:
    lies, fixed, free = bytearray(FACES), bytearray(FACES), bytearray(FACES)
    may, stays = bytearray(FACES), bytearray(FACES)
    for face in range(FACES):
        natural, declared, held = table[face], table[face + FACES], hand[face]
        forced = played.get(face, 0)
        released = min(declared, forced) if release == NATURAL_FROM_HAND else declared
        if release == NATURAL_ON_TABLE and not natural + forced:
            released = 0
        if forced == most.get(face, 0):
            may[face] = held - forced
        fixed[face] = declared - released
        lies[face] = natural + forced + fixed[face]
        stays[face] = held - forced - may[face]
        free[face] = released
    return Deal(bytes(lies), bytes(fixed), bytes(may), bytes(stays), bytes(free), hand[JOKER])


def arrangement(cards: bytes, kept: bytes) -> Deal:
    """Deal cards that need not come from a hand: these must lie, and of those kept each may.

    Declared jokers stand for what they stand for, the others for any card.
    """
    faces = [cards[face] + cards[face + FACES] for face in range(FACES)]
    may = [kept[face] + kept[face + FACES] for face in range(FACES)]
    free = bytes([cards[JOKER]]) + NONE[1:]
    return Deal(bytes(faces), cards[FACES:JOKER], bytes(may), NONE, free, kept[JOKER])


def arrangement_deals(cards: bytes, kept: bytes, per_meld: int | None) -> list[Deal]:
    """List the ways to deal such cards: there is one, if a meld may hold any number of jokers.

    If not, declared jokers are no naturals: there is one for each choice of those kept that lie,
    and the others stay out.
    """
    if per_meld is None:
        return [arrangement(cards, kept)]
    naturals = kept[:FACES] + NONE + kept[JOKER:]
    dealt = []
    for laid in product(*[range(count, -1, -1) for count in kept[FACES:JOKER]]):
        lies, stays = bytearray(cards), bytearray(FACES)
        for face in range(FACES):
            lies[face + FACES] += laid[face]
            stays[face] = kept[face + FACES] - laid[face]
        deal = arrangement(bytes(lies), naturals)
        deal.stays = bytes(stays)
        dealt.append(deal)
    return dealt
