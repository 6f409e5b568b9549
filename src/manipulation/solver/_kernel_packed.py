"""Four small counts in one int, a byte for each suit, and the ways to fill groups from them.

A packed count holds at most 31 of each suit. The sixth bit of every byte is kept free: set in a
minuend, it catches the borrow of its own byte, so that one subtraction serves four suits.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GUARDS: Final = 0x20202020
ONES: Final = 0x01010101
_FULL: Final = 0x1F1F1F1F
_CACHE_SIZE: Final = 1 << 15
MANY_CARDS: Final = 12
"""Between counts that differ by more there can be thousands of others."""

Option = tuple[int, int, int]
"""Cards of one rank that make whole groups: the packed count, the jokers it needs, its room."""

FACES: Final = 52
JOKER: Final = 104
_RANKS: Final = Struct("<13I")

NO_GROUP: Final[tuple[Option, ...]] = ((0, 0, 0),)


def unpacked(ranks: list[int]) -> bytes:
    """Turn packed ranks into counts of the 52 cards."""
    return _RANKS.pack(*ranks)


class LimitReached(Exception):  # noqa: N818 - it never leaves the solver
    """A search has used up the states that it was given."""


def packed(counts: bytes) -> list[int]:
    """Pack the counts of the 52 cards by rank."""
    return list(_RANKS.unpack(counts))


def less(minuend: int, subtrahend: int) -> int:
    """Subtract suit by suit, stopping at none."""
    difference = (minuend | GUARDS) - subtrahend
    enough = difference & GUARDS
    return difference & (enough - (enough >> 5))


def least(one: int, other: int) -> int:
    """Take the smaller count of each suit."""
    return one - less(one, other)


def total(packed: int) -> int:
    """Add the four counts up."""
    return (packed * ONES >> 24) & 0xFF


def present(packed: int) -> int:
    """Set one for each suit that has any."""
    return ((packed + _FULL) & GUARDS) >> 5


def largest(packed: int) -> int:
    """Give the largest of the four counts."""
    return max(packed & 31, packed >> 8 & 31, packed >> 16 & 31, packed >> 24)


def up_to(high: int) -> Iterator[int]:
    """Yield every packed count that is nowhere above another."""
    for spades in range(0, (high & 0x1F000000) + 1, 1 << 24):
        for hearts in range(spades, spades + (high & 0x1F0000) + 1, 1 << 16):
            for diamonds in range(hearts, hearts + (high & 0x1F00) + 1, 1 << 8):
                yield from range(diamonds, diamonds + (high & 0x1F) + 1)


@lru_cache(maxsize=_CACHE_SIZE)
def box(low: int, high: int) -> tuple[int, ...]:
    """List every packed count between two, those with the fewest cards first."""
    return tuple(sorted([low + more for more in up_to(high - low)], key=total))


@lru_cache(maxsize=_CACHE_SIZE)
def few(high: int, most: int) -> tuple[int, ...]:
    """List every packed count nowhere above another and of no more than so many cards in all."""
    return tuple([count for count in box(0, least(high, most * ONES)) if total(count) <= most])


def fewest(low: int, high: int) -> int:
    """Find a count between two that makes whole groups, or none at all; -1 if there is none."""
    cards = total(low)
    for groups in range(max(largest(low), (cards + 3) // 4), largest(high) + 1):
        spare = least(high, groups * ONES) - low
        short = 3 * groups - cards
        if total(spare) >= short:
            found = low
            for suit in (0, 8, 16, 24):
                more = min(max(short, 0), spare >> suit & 31)
                found += more << suit
                short -= more
            return found
    return -1


@lru_cache(maxsize=_CACHE_SIZE)
def all_options(low: int, high: int, jokers: int) -> tuple[Option, ...]:
    """List the counts between two that so many jokers complete to whole groups, or to none.

    Those that need no joker come first, then those of the fewest cards.
    """
    ways = [_option(count) for count in box(low, high)]
    return tuple(sorted([way for way in ways if way[1] <= jokers], key=_jokers_needed))


@lru_cache(maxsize=1)
def fill_tables() -> None:
    """List the options of two decks once, before the first question: most questions need them."""
    for high in up_to(2 * ONES):
        for low in up_to(high):
            all_options(low, high, 0)


def options(low: int, high: int, jokers: int) -> Iterable[Option]:
    """Give the same; where they may be thousands one by one, one of the fewest cards first."""
    if total(high - low) > MANY_CARDS:
        return _many_options(low, high, jokers)
    return all_options(low, high, jokers)


def options_beside(low: int, high: int, jokers: int, missing: int) -> tuple[Option, ...]:
    """List the counts that make groups, some of the missing suits first given to whole groups.

    Each suit that is missing is that of a group of three; those that get none still have room.
    """
    found: dict[tuple[int, int], Option] = {}
    for given in box(0, least(missing, high)):
        threes = total(missing - given)
        beside = ROOM if threes > 1 else ONE_GROUP if threes else NO_MELD
        for group, needed, room in options(less(low, given), high - given, jokers):
            key = (group + given, needed)
            if key not in found:
                found[key] = (group + given, needed, both(room, beside))
    return tuple(found.values())


def _many_options(low: int, high: int, jokers: int) -> Iterator[Option]:
    first = fewest(low, high)
    if first >= 0:
        yield _option(first)
    for more in up_to(high - low):
        way = _option(low + more)
        if way[1] <= jokers:
            yield way


def _option(packed: int) -> Option:
    """Count the jokers that cards of one rank need to make whole groups.

    With at most `m` of a suit, `t` in all, they make `k` groups if and only if `m <= k` and
    `3k <= t <= 4k`; a joker is one more card of a suit that a group lacks.
    """
    cards = total(packed)
    groups = max(largest(packed), (cards + 3) // 4)
    return packed, max(0, 3 * groups - cards), _room(groups, cards)


def _jokers_needed(option: Option) -> int:
    return option[1]


# What can take up jokers that no meld needs. Any sequence takes any number of them, and so do
# two groups of one rank, or a group of three beside any other meld; the rest is told apart here.
NO_MELD: Final = 0
FULL_GROUPS: Final = 1
ONE_GROUP: Final = 2
ROOM: Final = 3
_BOTH: Final = (
    (NO_MELD, FULL_GROUPS, ONE_GROUP, ROOM),
    (FULL_GROUPS, FULL_GROUPS, ROOM, ROOM),
    (ONE_GROUP, ROOM, ROOM, ROOM),
    (ROOM, ROOM, ROOM, ROOM),
)
_FULL_GROUP: Final = 4
_MELD: Final = 3


def _room(groups: int, cards: int) -> int:
    if groups == 0:
        return NO_MELD
    if groups > 1:
        return ROOM
    return FULL_GROUPS if cards == _FULL_GROUP else ONE_GROUP


def both(room: int, other: int) -> int:
    """Join what two parts of a table can take up."""
    return _BOTH[room][other]


def fits(room: int, jokers: int) -> bool:
    """Tell whether so many jokers can be taken up: a meld's worth always makes one itself."""
    if room == ROOM or jokers == 0 or jokers >= _MELD:
        return True
    if room == FULL_GROUPS:
        return jokers == _MELD - 1
    return room == ONE_GROUP and jokers == 1
