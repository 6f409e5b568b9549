"""The ways to lay the cards of one rank: as groups, and as one more card of each open sequence.

Cards that are alike are not told apart, but a joker is told from the natural that it stands for.
Of the sequences of one suit that are open all that matters is which of them are alike: they
started alike, and have gone on alike. So a suit is open with a few lots of sequences, and a lot is
a number: its size in the lowest byte, then the jokers in each of its sequences where these are
limited, then how many cards each has, three standing for three or more.
"""

from __future__ import annotations

from manipulation.solver._kernel_packed import LimitReached

SUITS = (0, 8, 16, 24)
JOKERS = 32
"""The bit from which on a packed count of naturals holds a packed count of jokers."""

LOW, HIGH, BOTH_ENDS = 1, 2, 3
"""Where an ace may stand in a sequence."""

UNCOUNTED = 10_000
"""So many choices of cards are no work; more are counted towards a limit of states."""

Lots = tuple[int, ...]
"""What a suit is open with, in ascending order."""

_GUARDS = 0x2020202020202020
_ONE_CARD = 1 << 16
_LONG = 3
LONG = _LONG << 16
"""Lots from here on are of sequences that may end."""


def limited(declared: list[int], free: int, per_meld: int) -> int:
    """Tell whether there are more jokers than a meld may have: 1, or 0."""
    jokers = free + sum([count >> suit & 31 for count in declared for suit in SUITS])
    return int(per_meld < jokers)


def group_types(per_meld: int) -> list[int]:
    """List every group with no more jokers than that, those of four cards first."""
    found = []
    for lacking in (-1, 24, 16, 8, 0):
        suits = [suit for suit in SUITS if suit != lacking]
        for jokers in range(1 << len(suits)):
            kind, used = 0, 0
            for at, suit in enumerate(suits):
                joker = jokers >> at & 1
                used += joker
                kind += 1 << suit + JOKERS * joker
            if used <= per_meld:
                found.append(kind)
    return found


def freed(jokers: int, declared: int) -> int:
    """Count how many of the jokers are not those declared."""
    found = 0
    for suit in SUITS:
        found += max(0, (jokers >> suit & 31) - (declared >> suit & 31))
    return found


class Stack:
    """The cards of one rank: naturals, declared jokers, and free jokers to be declared as any."""

    def __init__(self, naturals: int, declared: int, free: int) -> None:
        """Take the packed counts of the rank, and how many jokers are free."""
        self.declared = declared
        self.free = free
        self.most = naturals | declared << JOKERS | _GUARDS
        for suit in SUITS:
            self.most += free << suit + JOKERS

    def holds(self, cards: int) -> bool:
        """Tell whether there are so many cards of each suit, naturals and jokers."""
        if (self.most - cards) & _GUARDS != _GUARDS:
            return False
        return self.free == 0 or freed(cards >> JOKERS, self.declared) <= self.free

    def groups(self, per_meld: int, limit: int) -> dict[int, int]:
        """Count, for each choice of cards that make whole groups, in how many ways they do.

        Many more choices than the limit of states are a `LimitReached`.
        """
        ways = {0: 1}
        for kind in group_types(per_meld):
            last = ways
            ways = dict(ways)
            while last:
                more: dict[int, int] = {}
                for cards, count in last.items():
                    if self.holds(cards + kind):
                        more[cards + kind] = count
                        ways[cards + kind] = ways.get(cards + kind, 0) + count
                if len(ways) > limit + UNCOUNTED:
                    raise LimitReached
                last = more
        return ways


def started(naturals: int, jokers: int, one: int) -> Lots:
    """Start sequences with so many naturals and jokers; `one` is what a joker counts in a lot."""
    lots: Lots = ()
    if naturals:
        lots = (_ONE_CARD | naturals,)
    if jokers:
        lots = tuple(sorted((*lots, _ONE_CARD | one << 8 | jokers)))
    return lots


def continued(lots: Lots, naturals: int, jokers: int, per_meld: int, one: int) -> dict[Lots, int]:
    """Count the ways to lay exactly so many cards of one suit and rank, by what is open after.

    Sequences of one card and two go on, longer ones may end. Cards left over start new ones.
    """
    parts: dict[tuple[int, int, Lots], int] = {(naturals, jokers, ()): 1}
    for lot in lots:
        length, used, size = lot >> 16, lot >> 8 & 255, lot & 255
        base = min(length + 1, _LONG) << 16 | used << 8
        more: dict[tuple[int, int, Lots], int] = {}
        for (free, wild, new), count in parts.items():
            for plain in range(min(size, free) + 1):
                least = 0 if length == _LONG else size - plain
                most = 0 if used == per_meld else min(size - plain, wild)
                for joined in range(least, most + 1):
                    made = (*new, base | plain) if plain else new
                    if joined:
                        made = (*made, base + (one << 8) | joined)
                    part = (free - plain, wild - joined, made)
                    more[part] = more.get(part, 0) + count
        parts = more
    found: dict[Lots, int] = {}
    for (free, wild, new), count in parts.items():
        if wild == 0 or per_meld:
            after = tuple(sorted(new + started(free, wild, one)))
            found[after] = found.get(after, 0) + count
    return found


def short(lots: Lots, length: int) -> int:
    """Count the open sequences of so many cards, one or two, or of three or more."""
    return sum([lot & 255 for lot in lots if lot >> 16 == length])
