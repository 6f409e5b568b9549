"""How likely it is that a knock is undercut, from the sizes of the hands and the unseen cards."""

from __future__ import annotations

from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, Final

from manipulation.cards import Cards

if TYPE_CHECKING:
    from manipulation.views import RoundView

_STEPS: Final = 200
"""Points are counted one by one up to here; more are counted in larger units."""


def undercut_chance(view: RoundView) -> float:
    """Tell how likely it is that another seat has no more points than this one (R37, R38).

    Each hand is taken for so many cards drawn from those unseen, and the hands for independent.
    """
    points = view.rules.melds.points_of(view.hand)
    unit = 1 + points // _STEPS
    values = [view.rules.melds.points_of(Cards((card,))) // unit for card in view.unseen]
    ways = ways_to_hold(values, points=points // unit)
    safe = 1.0
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat and size < len(ways):
            safe *= 1 - ways[size] / comb(len(values), size)
    return 1 - safe


def ways_to_hold(values: list[int], *, points: int) -> list[int]:
    """Count for each number of cards the sets of so many that come to so many points or less.

    Numbers of cards that always come to more are left out.

    >>> ways_to_hold([1, 1, 2, 10], points=3)
    [1, 3, 3]
    """
    most = sum(total <= points for total in accumulate(sorted(values)))
    ways = [[1] + [0] * points] + [[0] * (points + 1) for _ in range(most)]
    for value in values:
        for held in range(most, 0, -1):
            fewer, more = ways[held - 1], ways[held]
            for total in range(points, value - 1, -1):
                more[total] += fewer[total - value]
    return [sum(row) for row in ways]
