"""Whether cards without a free joker can be arranged: the sweep over the ranks.

`levels` holds a packed count for each rank in the order of the sweep, and three zeros behind.
Between two levels all that matters is how many sequences of each suit are open with one card, with
two, and with three or more. The first two kinds must go on. A longer one goes on if it can: for a
sequence that starts where a longer one could have gone on can as well be its continuation.
"""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_packed import (
    FACES,
    GUARDS,
    all_options,
    fewest,
    least,
    less,
    packed,
    up_to,
)

_FOUR_OR_MORE: Final = 0x1C1C1C1C
_DEAD_END: Final = -1

_Fork = tuple[int, int, int, int, int, int, int, int]
"""A level and its open sequences; what it holds beyond them and the room to start; the least that
must go into groups; which of the ways on is next."""


class Sweep:
    """One search; it leaves the groups of each level in `groups`, and counts states in `visited`.

    Where there is but one way on, a state is not worth remembering. Of the others none is entered
    twice: had it led to the end, the search would be over.
    """

    def __init__(self, levels: list[int], limit: int) -> None:
        """Search these levels, and give up after `limit` states."""
        self.levels = levels
        self.limit = limit
        self.visited = 0
        self.groups = [0] * len(levels)
        self.forks: list[_Fork] = []
        self.seen: set[tuple[int, int, int, int]] = set()

    def run(self, ones: int) -> bool:
        """Find out whether all can be covered, with so many sequences of one card open at first."""
        levels, groups = self.levels, self.groups
        level, twos, longer, end = 0, 0, 0, len(levels) - 3
        self.forks.clear()
        self.seen.clear()
        while level < end:
            self.visited += 1
            rest = (levels[level] | GUARDS) - ones - twos
            room = (levels[level + 1] | GUARDS) - ones
            group = _DEAD_END
            if rest & room & GUARDS == GUARDS:
                rest ^= GUARDS
                room ^= GUARDS
                group = 0
                if rest:
                    difference = (room | GUARDS) - levels[level + 2]
                    enough = difference & GUARDS
                    starts = room - (difference & (enough - (enough >> 5)))
                    difference = (rest | GUARDS) - longer - starts
                    enough = difference & GUARDS
                    low = difference & (enough - (enough >> 5))
                    group = self.choose((level, ones, twos, longer, rest, room, low, 0))
            if group == _DEAD_END:
                fork = self.back()
                if fork is None:
                    return False
                level, ones, twos, longer, rest, room, group, _ = fork
            groups[level] = group
            rest -= group
            difference = (rest | GUARDS) - longer
            enough = difference & GUARDS
            new = difference & (enough - (enough >> 5))
            longer = twos + rest - new
            room -= new
            difference = (longer | GUARDS) - room
            enough = difference & GUARDS
            longer -= difference & (enough - (enough >> 5))
            level, ones, twos = level + 1, new, ones
        return True

    def choose(self, fork: _Fork) -> int:
        """Choose the cards for groups by the first way on, and remember the others."""
        level, ones, twos, longer, rest, room, low, _ = fork
        if rest & _FOUR_OR_MORE:
            group, way = fewest(low, rest), 0
        else:
            ways = all_options(low, rest, 0)
            if len(ways) == 1:
                return ways[0][0]
            group, way = ways[0][0] if ways else _DEAD_END, 1
        state = (level, ones, twos, longer)
        if group == _DEAD_END or state in self.seen:
            return _DEAD_END
        self.seen.add(state)
        self.forks.append((level, ones, twos, longer, rest, room, low, way))
        return group

    def back(self) -> _Fork | None:
        """Return to the last state with a way not tried; its cards for groups are in the answer."""
        while self.forks and self.visited < self.limit:
            level, ones, twos, longer, rest, room, low, way = self.forks.pop()
            ways = all_options(low, rest, 0)
            if way < len(ways):
                self.forks.append((level, ones, twos, longer, rest, room, low, way + 1))
                return level, ones, twos, longer, rest, room, ways[way][0], 0
        return None


def whether(counts: bytes, ace: str, limit: int) -> tuple[bool, int]:
    """Find out whether the naturals and declared jokers of a block can be covered.

    Also tell how many states were visited; at `limit` the answer means nothing.
    """
    ranks = packed(counts[:FACES])
    if any(counts[FACES:]):
        ranks = [
            one + other for one, other in zip(ranks, packed(counts[FACES : 2 * FACES]), strict=True)
        ]
    aces = ranks[0]
    if ace == "low" or aces == 0:
        sweep = Sweep([*ranks, 0, 0, 0], limit)
        return sweep.run(0), sweep.visited
    sweep = Sweep([*ranks[1:], aces, 0, 0, 0], limit)
    if ace == "high":
        return sweep.run(0), sweep.visited
    high = least(least(aces, ranks[11]), ranks[12])
    for low in up_to(least(least(aces, ranks[1]), ranks[2])):
        others = aces - low
        if fewest(less(others, high), others) >= 0:
            sweep.levels[12] = others
            if sweep.run(low):
                return True, sweep.visited
    return False, sweep.visited
