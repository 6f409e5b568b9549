"""The melds of the old table as blocks: each is left alone, or its cards are free to go anywhere.

A slot is a place in a meld, as one int: the level plus one, the suit, and what lies there.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from manipulation.solver._kernel_best import Block
from manipulation.solver._kernel_packed import NO_MELD, ONE_GROUP, ROOM, both

FREE: Final = 1
OLD: Final = 2
"""What may lie in a slot: a free joker, or the card that an old meld has there; or any card."""

FACES: Final = 52
RANKS: Final = 13
SMALL_GROUP: Final = 3
LOW_ACE: Final = -1
_CACHE_SIZE: Final = 1 << 12

Meld = tuple[int, ...]
"""A meld as it is sorted on its table: 0, rank, then twice the suit of each card of a group; or 1,
suit, first rank of a sequence, then 0 for each card; and one more for each joker."""


def slot_of(level: int, suit: int, kind: int) -> int:
    """Pack a slot."""
    return level + 1 << 4 | suit << 2 | kind


def level_of(slot: int) -> int:
    """Give the level of a slot; a low ace lies on level -1."""
    return (slot >> 4) - 1


def suit_of(slot: int) -> int:
    """Give the suit of a slot."""
    return slot >> 2 & 3


class OldMeld:
    """A meld of the old table as the sweep sees it; `places` are those of its cards in a block."""

    def __init__(self, meld: Meld, free: bytes, ace: str) -> None:
        """Lay the cards out by level; `free` counts the free jokers by the card they stand for."""
        self.is_group = meld[0] == 0
        self.places: list[int] = []
        self.slots: list[int] = []
        for turn in range(2 if self.is_group else 3, len(meld)):
            if self.is_group:
                rank, suit, joker = meld[1] - 1, meld[turn] >> 1, meld[turn] & 1
            else:
                rank, suit, joker = meld[2] + turn - 4, meld[1], meld[turn]
            face = 4 * (rank % RANKS) + suit
            level = rank if ace == "low" else rank - 1
            if level == LOW_ACE and (self.is_group or ace == "high"):
                level = RANKS - 1
            is_free = FREE if joker and free[face] else 0
            self.slots.append(slot_of(level, suit, OLD | is_free))
            self.places.append(face + FACES * joker)
        self.slots.sort()
        self.start = level_of(self.slots[0])
        self.end = level_of(self.slots[-1])
        self.suit = 1 << 8 * suit_of(self.slots[0])
        self.held = sum([slot & FREE for slot in self.slots])
        self.cards = sum([1 << 8 * suit_of(slot) for slot in self.slots if not slot & FREE])
        self.lacking = 0
        if self.is_group and len(self.slots) == SMALL_GROUP:
            self.lacking = 0x01010101 - sum([1 << 8 * suit_of(slot) for slot in self.slots])


@lru_cache(maxsize=_CACHE_SIZE)
def old_meld(meld: Meld, free: bytes, ace: str) -> OldMeld:
    """See a meld of a table as the sweep does; `free` counts the free jokers by card."""
    return OldMeld(meld, free, ace)


def free_jokers(melds: list[Meld], free: bytes, fixed: bytes) -> list[list[bytes]]:
    """List each way to say of the jokers in the melds of a table which are free.

    There is one, unless of several jokers that stand for the same card only some are free (D17):
    then any of them may be those.
    """
    found = [[free] * len(melds)]
    for face in range(FACES):
        if free[face] and fixed[face]:
            holders = [place for place, meld in enumerate(melds) if _has_joker(meld, face)]
            found = [
                [
                    _without(jokers, face) if place in held else jokers
                    for place, jokers in enumerate(way)
                ]
                for way in found
                for held in combinations(holders, min(fixed[face], len(holders)))
            ]
    return found


def _without(free: bytes, face: int) -> bytes:
    return free[:face] + b"\0" + free[face + 1 :]


def _has_joker(meld: Meld, face: int) -> bool:
    return face + FACES in old_meld(meld, bytes(FACES), "low").places


class Blocks:
    """The old melds by the level on which they start, in the form that the search takes.

    `ends` and `kept` list for each level the old sequences that end there and the free jokers that
    lie there in old sequences: the bit of the meld, which tells its place on the table, and the
    suit.
    """

    def __init__(self, old: list[OldMeld], levels: int) -> None:
        """Sort the melds by level."""
        self.old = old
        self.ends: list[list[tuple[int, int]]] = [[] for _ in range(levels)]
        self.kept: list[list[tuple[int, int]]] = [[] for _ in range(levels + 1)]
        self.starting: list[list[int]] = [[] for _ in range(levels + 1)]
        for place, meld in enumerate(old):
            self.starting[meld.start + 1].append(place)
            if not meld.is_group:
                self.ends[meld.end].append((1 << place, meld.suit))
                for slot in meld.slots:
                    if slot & FREE and level_of(slot) >= 0:
                        self.kept[level_of(slot)].append((1 << place, meld.suit))

    def choices(self, level: int, most: int) -> list[Block]:
        """Choose which old melds that start on a level are left alone: all but at most so many."""
        places = self.starting[level + 1]
        return [
            self._block(broken, left)
            for broken in range(min(most, len(places)) + 1)
            for left in combinations(places, len(places) - broken)
        ]

    def count(self, most: int) -> int:
        """Count the choices of all levels."""
        return sum(
            [
                comb(len(places), broken)
                for places in self.starting
                for broken in range(min(most, len(places)) + 1)
            ]
        )

    def _block(self, broken: int, places: tuple[int, ...]) -> Block:
        starts, bits, taken, missing, held, room = 0, 0, 0, 0, 0, NO_MELD
        for place in places:
            meld = self.old[place]
            bits |= 1 << place
            held += meld.held
            if meld.is_group:
                taken += meld.cards
                missing += meld.lacking
                room = both(room, ONE_GROUP if meld.lacking else NO_MELD)
            else:
                starts += meld.suit
                room = ROOM
        return broken, starts, bits, taken, missing, held, room

    def low_aces(self, bits: int) -> int:
        """Count the low aces of the old sequences left alone, free jokers not among them."""
        return sum(
            [
                self.old[place].suit
                for place in self.starting[0]
                if bits >> place & 1 and not self.old[place].slots[0] & FREE
            ]
        )
