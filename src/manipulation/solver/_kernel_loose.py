"""Whether loose cards without a free joker can be laid beside old melds that are left alone.

It is the sweep over the ranks once more. An old sequence takes part with its first card, which a
sequence that is open can take up, whatever its length; from then on it is out of the sweep, and
open behind its last card. The fewest cards are loose, so most levels have nothing to lay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from manipulation.solver._kernel_best import (
    Choice,
    Cover,
    State,
    Way,
    any_cost,
    first_way,
)
from manipulation.solver._kernel_blocks import assign
from manipulation.solver._kernel_packed import (
    GUARDS,
    NO_GROUP,
    NO_MELD,
    ONE_GROUP,
    ONES,
    ROOM,
    Option,
    all_options,
    both,
    few,
    fits,
    least,
    less,
    options_beside,
    total,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_Fork = tuple[int, int, int, int, int, tuple[Option, ...]]
"""A level, its open sequences, and the ways to make groups of which one is next."""


class Loose:
    """Loose cards by level, and the old melds that are left alone, and one sweep after the other.

    Of the old melds `starts` and `ends` count the sequences that start and end on a level,
    `lacking` the suits that groups of three lack.

    Where nothing lies or starts on a level, every way comes through it with nothing open: if one
    fails behind it, all do. A sweep that fails was at the `bottom` the last such level, and never
    got further than the `top`; it has seen the two levels behind that.
    """

    bottom: int
    top: int

    def __init__(
        self, cards: list[int], starts: list[int], ends: list[int], lacking: list[int]
    ) -> None:
        """Take the packed counts of the levels, and three zeros behind."""
        self.cards = cards
        self.starts = starts
        self.ends = ends
        self.lacking = lacking
        self.end = len(cards) - 3
        self.visited = 0
        self.limit = 1 << 60
        self.groups = [0] * self.end
        self.longer = [0] * self.end
        self.forks: list[_Fork] = []
        self.seen: set[tuple[int, int, int, int]] = set()

    def sweep(self, low: int) -> bool:
        """Lay all loose cards, so many low aces first; `groups` and `longer` tell how."""
        self.begin()
        cards, starts, ends, level = self.cards, self.starts, self.ends, 0
        ones: i64 = low
        twos: i64 = 0
        longer: i64 = 0
        group: i64 = 0
        while level < self.end:
            if cards[level] | ones | twos == 0:
                group, longer = 0, ends[level]
                if starts[level] == 0:
                    self.forks.clear()
                    self.bottom = level
            else:
                self.visited += 1
                start: i64 = starts[level]
                rest: i64 = (cards[level] + start | GUARDS) - ones - twos
                coming: i64 = (cards[level + 1] + starts[level + 1] + start | GUARDS) - ones
                group = -1
                if rest & coming & GUARDS == GUARDS:
                    group = 0 if rest == GUARDS else self.choose(level, ones, twos, longer)
                if group < 0:
                    fork = self.back(level)
                    if fork is None:
                        return False
                    level, ones, twos, longer, group = fork
                    start = starts[level]
                rest = cards[level] + start - ones - twos - group
                new: i64 = less(rest, longer)
                longer = twos + rest - new + ends[level]
                ones, twos = new, ones
                if start:
                    ones, twos, longer = assign(ones, twos, longer, start)
            self.groups[level] = group
            self.longer[level] = longer
            level += 1
        self.top = self.end
        return ones | twos == 0

    def begin(self) -> None:
        """Forget the last sweep."""
        self.forks.clear()
        self.seen.clear()
        self.bottom, self.top = -1, 0

    def back(self, level: int) -> tuple[int, int, int, int, int] | None:
        """Return to the last state with a way not tried, and give its cards for groups with it."""
        self.top = max(self.top, level)
        if not self.forks or self.visited >= self.limit:
            return None
        level, ones, twos, longer, turn, found = self.forks.pop()
        if turn + 1 < len(found):
            self.forks.append((level, ones, twos, longer, turn + 1, found))
        return level, ones, twos, longer, found[turn][0]

    def path(self, low: int) -> list[Way]:
        """Give the ways that were gone, the first one first."""
        state: State = (0, low, 0, 0, 0, 0, low, 0)
        path = [first_way(state, 0)]
        self.cards[self.end - 1] -= low
        for level in range(self.end):
            after = (level + 1, 0, 0, self.longer[level], 0, 0, low, 0)
            path.append((after, state, 0, self.groups[level], 0, 0, 0, 0, 0))
            state = after
        return path

    def choose(self, level: int, ones: i64, twos: i64, longer: i64) -> int:
        """Choose the cards for groups by the first way on, and remember the others; -1 if none.

        The open sequences can be continued here and on the next level, where they must be.
        """
        start: i64 = self.starts[level]
        here: i64 = self.cards[level]
        below: i64 = self.starts[level + 1]
        rest: i64 = here + start - ones - twos
        coming: i64 = self.cards[level + 1] + below + start - ones
        later: i64 = self.cards[level + 2] + self.starts[level + 2] + below + start
        low: i64 = less(less(rest, longer), least(coming, later))
        if start:
            rest = least(rest, here)
            low = least(low, rest)
        lacking = self.lacking[level]
        found = NO_GROUP
        if rest:
            found = options_beside(low, rest, 0, lacking) if lacking else all_options(low, rest, 0)
        if len(found) == 1:
            return found[0][0]
        state = (level, ones, twos, longer)
        if not found or state in self.seen:
            return -1
        self.seen.add(state)
        self.forks.append((level, ones, twos, longer, 1, found))
        return found[0][0]


def way_out(cover: Cover, state: State, need: list[int]) -> State | None:
    """Find any way to the end that leaves nothing in hand.

    `need` bounds from below, for each level, the jokers that the rest will take.
    """
    came = cover.came
    came.clear()
    stack = [first_way(state, 0)]
    while stack:
        way = stack.pop()
        state = way[0]
        if state in came:
            continue
        cover.visited += 1
        came[state] = way
        if state[0] < cover.end:
            after = need[state[0] + 1]
            found = all_ways(cover, state)
            stack += [way for way in reversed(found) if way[0][4] >= after]
        elif fits(state[5], state[4]):
            return state
    return None


def all_ways(cover: Cover, state: State) -> list[Way]:
    """List the ways on that leave nothing in hand."""
    level, ones, twos, longer, jokers, room, low, _ = state
    start = cover.starts[level]
    if not ones and not twos and not cover.levels(low)[level]:
        coming = cover.levels(low)[level + 1] + cover.starts[level + 1]
        if not jokers or not (level == cover.end - 3 or least(longer, coming)):
            lacking = total(cover.lacking[level])
            beside = ROOM if start or lacking > 1 else ONE_GROUP if lacking else NO_MELD
            longer = least(cover.ends[level], coming + jokers * ONES)
            after = (level + 1, 0, 0, longer, jokers, both(room, beside), low, 0)
            return [(after, state, 0, 0, 0, 0, 0, 0, 0)]
    choices: list[Choice] = [any_cost(state, 0)]
    if start and jokers and (ones or twos):
        aparts = few(least(start, ones + twos), jokers)
        choices += [(state, 0, 0, apart, 0) for apart in reversed(aparts) if apart]
        choices.reverse()
    found: list[Way] = []
    while choices:
        found += cover.ways(choices.pop(), choices)
    return found
