"""The melds of the old table as blocks: each is left alone, or its cards are free to go anywhere.

A slot is a place in a meld, as one int: the level plus one, the suit, and what lies there. A set of
faces is one int too: a bit for each of the 52, by rank, then suit, and behind them the four aces
once more where they are high.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from manipulation.solver._kernel_packed import least

FREE: Final = 1
OLD: Final = 2
"""What may lie in a slot: a free joker, or the card that an old meld has there; or any card."""

FACES: Final = 52
RANKS: Final = 13
LEVELS: Final = 512
"""Bits for the packed counts of the levels, and of three empty ones behind."""
SMALL_GROUP: Final = 3
LOW_ACE: Final = -1
_CACHE_SIZE: Final = 1 << 12
_ONE_RANK: Final = 0b1111

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
    """A meld of the old table as the search sees it.

    `places` are those of its cards in a block, `naturals` counts them but for the jokers, packed, a
    byte for each of the 52. `faces` are those of its cards but for the free jokers, of which it has
    `held`, and `loose` counts these by level, a byte for each face. A card of the faces `before`
    and `behind` can be laid to the ends of a sequence, one of those `beside` to a group of three.

    `change` is by what the counts of the levels change when it is loosened, four times as many in
    one int: of loose cards, of sequences that start there, of those that end there, and of what
    groups of three lack.
    """

    def __init__(self, meld: Meld, free: bytes, ace: str) -> None:
        """Lay the cards out by level; `free` counts the free jokers by the card they stand for."""
        self.is_group = meld[0] == 0
        self.faces, self.held, self.loose = 0, 0, 0
        laid: list[tuple[int, int]] = []
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
            laid.append((slot_of(level, suit, OLD | is_free), face + FACES * joker))
            self.held += is_free
            if not is_free:
                self.faces |= 1 << face
                self.loose += 1 << 32 * (level % RANKS) + 8 * suit
        laid.sort()
        self.slots = [slot for slot, _ in laid]
        self.places = [place for _, place in laid]
        self.naturals = sum([1 << 8 * place for place in self.places if place < FACES])
        self.start = level_of(self.slots[0])
        self.end = level_of(self.slots[-1])
        self.suit = 1 << 8 * suit_of(self.slots[0])
        self.before, self.behind, self.beside, self.lacking = 0, 0, 0, 0
        self.change = self.loose
        if not self.is_group:
            self.lie_as_sequence(0 if ace == "low" else 1, meld[1])
        elif len(self.slots) == SMALL_GROUP:
            self.lie_as_group(meld[1])

    def lie_as_sequence(self, shift: int, suit: int) -> None:
        """Take part in the sweep with the first card and the last, and take cards at the ends."""
        if self.start >= 0:
            self.change -= self.suit << LEVELS + 32 * self.start
        self.change -= self.suit << 2 * LEVELS + 32 * self.end
        self.before = 1 << 4 * (self.start + shift) + suit >> 4
        self.behind = 1 << 4 * (self.end + shift) + suit + 4

    def is_cut(self, level: int) -> bool:
        """Tell whether a sequence that is parted before a level would be cut."""
        return self.start < level <= self.end

    def lie_as_group(self, rank: int) -> None:
        """Take a card of the suit that a group of three lacks."""
        suits = sum([1 << suit_of(slot) for slot in self.slots])
        self.beside = (_ONE_RANK ^ suits) << 4 * rank - 4
        self.lacking = 0x01010101 - sum([1 << 8 * suit_of(slot) for slot in self.slots])
        self.change -= self.lacking << 3 * LEVELS + 32 * self.start


@lru_cache(maxsize=_CACHE_SIZE)
def levels_between(first: int, last: int) -> int:
    """Mask the counts of some levels, as `OldMeld.change` has them."""
    counts = (1 << 32 * (last + 1)) - (1 << 32 * max(first, 0))
    return sum([counts << turn * LEVELS for turn in range(4)])


@lru_cache(maxsize=_CACHE_SIZE)
def old_meld(meld: Meld, free: bytes, ace: str) -> OldMeld:
    """See a meld of a table as the search does; `free` counts the free jokers by card."""
    return OldMeld(meld, free, ace)


def free_jokers(melds: list[Meld], free: bytes, fixed: bytes) -> list[list[bytes]]:
    """List each way to say of the jokers in the melds of a table which are free.

    There is one, unless of several jokers that stand for the same card only some are free (D17):
    then any of them may be those.
    """
    found = [[free] * len(melds)]
    for face in range(FACES) if any(fixed) else ():
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


def assign(new: int, ones: int, longer: int, starts: int) -> tuple[int, int, int]:
    """Give each old sequence that starts the shortest that goes on with its first card."""
    taken = least(new, starts)
    more = least(ones, starts - taken)
    return new - taken, ones - more, longer - (starts - taken - more)


def _without(free: bytes, face: int) -> bytes:
    return free[:face] + b"\0" + free[face + 1 :]


def _has_joker(meld: Meld, face: int) -> bool:
    return face + FACES in old_meld(meld, bytes(FACES), "low").places
