"""From the path of a search under a limit of jokers to the melds at its end.

The search leaves jokers over that melds can take up. Here they are laid: in groups with room, at
the ends of sequences, cut into short ones first, and if need be in melds of their own.
"""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_limited_group import grouped, spans
from manipulation.solver._kernel_limited_suit import (
    CLOSED,
    NATURAL,
    ONE,
    Opened,
    Way,
    grown,
)

_FACES: Final = 52
_BLOCK: Final = 105
_MELD: Final = 3
_LONGEST: Final = 5
_JOKER: Final = 2


def melds_of_jokers(jokers: int, beyond: int, per_meld: int) -> int:
    """Find how few melds of nothing but jokers take up those `beyond` what the others can.

    None can have more jokers than are left over; -1 if it cannot be done.
    """
    if beyond <= 0:
        return 0
    melds = (beyond + per_meld - 1) // per_meld
    return melds if per_meld >= _MELD and _MELD * melds <= jokers else -1


class Sequence:
    """A sequence in the making: its suit, its first level, and which of its cards are jokers."""

    def __init__(self, suit: int, level: int, jokers: list[bool], code: int) -> None:
        """Begin with these cards; `code` is what the search calls it."""
        self.suit = suit
        self.level = level
        self.jokers = jokers
        self.code = code

    def pieces(self) -> list[Sequence]:
        """Cut it into as many as it makes."""
        found = []
        while len(self.jokers) > _LONGEST:
            found.append(Sequence(self.suit, self.level, self.jokers[:_MELD], self.code))
            self.level += _MELD
            self.jokers = self.jokers[_MELD:]
        return [*found, self]


class Groups:
    """The groups of a level: naturals and jokers of each suit, free jokers, the most of these."""

    def __init__(
        self, level: int, ways: tuple[Way, ...], free: int, jokers: int, per_meld: int
    ) -> None:
        """Take what the ways of the four suits have set aside."""
        self.level = level
        self.naturals = [way.group for way in ways]
        self.fixed = [way.fixed for way in ways]
        self.free = free
        self.most = free
        sizes = [way.group + way.fixed for way in ways]
        for few, many in spans(sum(sizes), max(sizes), sum(self.fixed), per_meld, jokers):
            if few <= free <= many:
                self.most = many


class Layout:
    """The table at the end of a path."""

    def __init__(self, ranks: list[int], per_meld: int, low: tuple[Opened, ...]) -> None:
        """Begin with the low aces, which lie at level -1."""
        self.ranks = ranks
        self.per_meld = per_meld
        self.open = [
            [Sequence(suit, -1, [code > ONE], code) for code in codes]
            for suit, codes in enumerate(low)
        ]
        self.done: list[Sequence] = []
        self.groups: list[Groups] = []

    def step(self, level: int, ways: tuple[Way, ...], free: int, jokers: int) -> None:
        """Cover one level; `free` of the `jokers` there are go into its groups."""
        if any(way.group or way.fixed for way in ways):
            self.groups.append(Groups(level, ways, free, jokers, self.per_meld))
        for suit, way in enumerate(ways):
            self.follow(suit, level, way)

    def follow(self, suit: int, level: int, way: Way) -> None:
        """Let the sequences of a suit go on, start, and end."""
        going = []
        for sequence, kind in zip(self.open[suit], way.kinds, strict=True):
            if kind == CLOSED:
                self.done.append(sequence)
            else:
                sequence.jokers.append(kind != NATURAL)
                sequence.code = grown(sequence.code, kind)
                going.append(sequence)
        for joker in [kind != NATURAL for kind in way.starts]:
            going += [Sequence(suit, level, [joker], ONE + joker)]
        going.sort(key=code_of)
        open_, after = [], list(way.after)
        for sequence in going:
            if sequence.code in after:
                after.remove(sequence.code)
                open_.append(sequence)
            else:
                self.done.append(sequence)
        self.open[suit] = open_

    def melds(self, jokers: int) -> list[bytes]:
        """Write the melds out, so many jokers more laid among them."""
        if jokers:
            self.done = [piece for sequence in self.done for piece in sequence.pieces()]
            self.spread(jokers)
        found = []
        for groups in self.groups:
            for group in grouped(groups.naturals, groups.fixed, groups.free, self.per_meld):
                block = bytearray(_BLOCK)
                for suit, card in enumerate(group):
                    self.put(block, groups.level, suit, card)
                found.append(bytes(block))
        for sequence in self.done:
            block = bytearray(_BLOCK)
            for at, joker in enumerate(sequence.jokers):
                self.put(block, sequence.level + at, sequence.suit, 1 + joker)
            found.append(bytes(block))
        return found

    def put(self, block: bytearray, level: int, suit: int, card: int) -> None:
        """Count a card of a meld, the low ace as the high one."""
        if card:
            block[4 * self.ranks[level] + suit + (_FACES if card == _JOKER else 0)] += 1

    def spread(self, jokers: int) -> None:
        """Lay the jokers that are left over."""
        room = sum([groups.most - groups.free for groups in self.groups])
        room += sum([self.per_meld - sum(sequence.jokers) for sequence in self.done])
        for more in range(melds_of_jokers(jokers, jokers - room, self.per_meld) - 1, -1, -1):
            size = min(self.per_meld, max(_MELD, jokers - room), jokers - _MELD * more)
            jokers -= size
            self.done.append(Sequence(0, 0, [True] * size, 0))
        for groups in self.groups:
            more = min(jokers, groups.most - groups.free)
            groups.free += more
            jokers -= more
        for sequence in self.done:
            for _ in range(min(jokers, self.per_meld - sum(sequence.jokers))):
                jokers -= 1
                if sequence.level + len(sequence.jokers) < len(self.ranks):
                    sequence.jokers.append(True)
                else:
                    sequence.level -= 1
                    sequence.jokers.insert(0, True)


def code_of(sequence: Sequence) -> int:
    """Sort as the search does."""
    return sequence.code
