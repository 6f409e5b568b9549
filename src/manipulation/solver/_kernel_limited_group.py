"""Groups of one rank where a meld holds only so many jokers.

Cards with at most `a` of a suit, `t` in all and `j` jokers among them make `m` groups if and only
if `a <= m`, `3m <= t <= 4m` and `j <= km`: the suits are one laminar family of sets, the jokers
within the cards another, so that a fair share for each group can always be rounded to a whole one
(Baum and Trotter 1977).
"""

from __future__ import annotations

from itertools import product
from typing import Final

_SMALL: Final = 3
_FULL: Final = 4
_SUITS: Final = range(4)
_NONE: Final = 0
_NATURAL: Final = 1
_JOKER: Final = 2

Span = tuple[int, int]
"""The fewest free jokers and the most: any number between makes whole groups as well."""


def spans(cards: int, largest: int, fixed: int, per_meld: int, jokers: int) -> list[Span]:
    """List how many free jokers may be added, `jokers` at most needed, to make whole groups.

    `largest` is how many cards there are of one suit, `fixed` how many of them are jokers.
    """
    if cards == 0:
        return [(0, 0)]
    found: list[Span] = []
    groups = largest
    while _SMALL * groups - cards <= jokers:
        few = max(0, _SMALL * groups - cards)
        many = min(_FULL * groups - cards, per_meld * groups - fixed)
        if few <= many:
            if found and few <= found[-1][1] + 1:
                found[-1] = (found[-1][0], max(many, found[-1][1]))
            else:
                found.append((few, many))
        groups += 1
    return found


def grouped(naturals: list[int], fixed: list[int], free: int, per_meld: int) -> list[list[int]]:
    """Deal cards and free jokers out to groups.

    A group is a list of its suits: 0 for none, 1 for a natural, 2 for a joker.
    """
    cards, jokers = sum(naturals) + sum(fixed) + free, sum(fixed) + free
    count = max([naturals[suit] + fixed[suit] for suit in _SUITS])
    while _FULL * count < cards or per_meld * count < jokers:
        count += 1
    naturals, fixed = naturals[:], fixed[:]
    for suit in _SUITS:
        added = min(free, count - naturals[suit] - fixed[suit])
        fixed[suit] += added
        free -= added
    found = []
    while count:
        count -= 1
        group = next(
            group
            for group in product((_NATURAL, _JOKER, _NONE), repeat=4)
            if group.count(_NONE) <= 1
            and group.count(_JOKER) <= per_meld
            and _make(
                _without(naturals, group, _NATURAL), _without(fixed, group, _JOKER), count, per_meld
            )
        )
        naturals, fixed = _without(naturals, group, _NATURAL), _without(fixed, group, _JOKER)
        found.append(list(group))
    return found


def _without(counts: list[int], group: tuple[int, ...], kind: int) -> list[int]:
    return [counts[suit] - (group[suit] == kind) for suit in _SUITS]


def _make(naturals: list[int], jokers: list[int], count: int, per_meld: int) -> bool:
    total = sum(naturals) + sum(jokers)
    return (
        min(*naturals, *jokers) >= 0
        and max([naturals[suit] + jokers[suit] for suit in _SUITS]) <= count
        and _SMALL * count <= total <= _FULL * count
        and sum(jokers) <= per_meld * count
    )
