"""Whether cards without a free joker can be arranged: the sweep over the ranks.

`levels` holds a packed count for each rank in the order of the sweep, and three zeros behind.
Between two levels all that matters is how many sequences of each suit are open with one card, with
two, and with three or more. The first two kinds must go on. A longer one goes on if it can: for a
sequence that starts where a longer one could have gone on can as well be its continuation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_packed import (
    FACES,
    GUARDS,
    ONES,
    Option,
    all_options,
    fewest,
    least,
    less,
    packed,
    total,
    up_to,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mypy_extensions import i64

_FOUR_OR_MORE: Final = 0x1C1C1C1C
_DEAD_END: Final = -1
_NO_JOKERS: Final = bytes(FACES + 1)
_OPTIONS: Final[dict[int, tuple[Option, ...]]] = {}
"""Of two counts, the ways to make groups: there are no more than ten thousand such pairs."""

_Fork = tuple[int, int, int, int, int]
"""A level and its open sequences, and which of the ways on is next."""


def few_options(low: i64, high: i64) -> tuple[Option, ...]:
    """List the counts between two that make whole groups, at most three of each suit."""
    key = low << 2 | high
    ways = _OPTIONS.get(key)
    if ways is None:
        ways = _OPTIONS[key] = all_options(low, high, 0)
    return ways


class Sweep:
    """One search, which counts in `visited` the states that it enters.

    Where there is but one way on, a state is not worth remembering. Of the others none is tried
    twice: once the search has come back to it, it is among those that have `failed`.
    """

    def __init__(self, levels: list[int], limit: int) -> None:
        """Search these levels, and give up after `limit` states."""
        self.levels = levels
        self.limit = limit
        self.visited = 0
        self.forks: list[_Fork] = []
        self.failed: set[tuple[int, int, int, int]] = set()

    def run(self, ones: int) -> bool:
        """Find out whether all can be covered, with so many sequences of one card open at first."""
        levels = self.levels
        level, end = 0, len(levels) - 3
        one: i64 = ones
        twos: i64 = 0
        longer: i64 = 0
        self.forks.clear()
        self.failed.clear()
        while level < end:
            self.visited += 1
            # No more sequences were started than the next two levels can carry.
            here: i64 = levels[level]
            after: i64 = levels[level + 1]
            rest: i64 = here - one - twos
            room: i64 = after - one
            if rest:
                group = self.choose(level, one, twos, longer, rest, room)
                if group == _DEAD_END:
                    fork = self.back()
                    if fork is None:
                        return False
                    level, one, twos, longer, group = fork
                    here = levels[level]
                    after = levels[level + 1]
                    rest = here - one - twos
                    room = after - one
                rest -= group
            difference: i64 = (rest | GUARDS) - longer
            enough: i64 = difference & GUARDS
            new: i64 = difference & (enough - (enough >> 5))
            longer = twos + rest - new
            room -= new
            difference = (longer | GUARDS) - room
            enough = difference & GUARDS
            longer -= difference & (enough - (enough >> 5))
            twos = one
            one = new
            level += 1
        return True

    def choose(  # noqa: PLR0913, PLR0917 - a tuple would be made anew on each level
        self, level: int, ones: i64, twos: i64, longer: i64, rest: i64, room: i64
    ) -> int:
        """Choose the cards for groups by the first way on, and remember that there are others."""
        low = self.least_in_groups(level, longer, rest, room)
        if rest & _FOUR_OR_MORE:
            group, way = fewest(low, rest), 0
        else:
            ways = few_options(low, rest)
            if len(ways) == 1:
                return ways[0][0]
            group, way = ways[0][0] if ways else _DEAD_END, 1
        if group == _DEAD_END or (self.failed and (level, ones, twos, longer) in self.failed):
            return _DEAD_END
        self.forks.append((level, ones, twos, longer, way))
        return group

    def least_in_groups(self, level: int, longer: i64, rest: i64, room: i64) -> i64:
        """Count the cards that no sequence can take, neither one that is open nor a new one."""
        later: i64 = self.levels[level + 2]
        difference: i64 = (room | GUARDS) - later
        enough: i64 = difference & GUARDS
        starts: i64 = room - (difference & (enough - (enough >> 5)))
        difference = (rest | GUARDS) - longer - starts
        enough = difference & GUARDS
        return difference & (enough - (enough >> 5))

    def back(self) -> _Fork | None:
        """Return to the last state with a way not tried; its cards for groups are in the answer."""
        while self.forks and self.visited < self.limit:
            level, ones, twos, longer, way = self.forks.pop()
            self.failed.add((level, ones, twos, longer))
            rest, room = self.levels[level] - ones - twos, self.levels[level + 1] - ones
            ways = all_options(self.least_in_groups(level, longer, rest, room), rest, 0)
            if way < len(ways):
                self.forks.append((level, ones, twos, longer, way + 1))
                return level, ones, twos, longer, ways[way][0]
        return None


Open = tuple[int, int, int]
"""The sequences open between two levels: with one card, with two, with more, all packed."""

_EASY: Final = 150
"""After so many states it pays to spread out."""


class Spread:
    """The same search level by level, for when trying one way after the other takes too long.

    Each state knows, as bits, which choices of low aces lead to it, so that no state is entered
    twice for two of them; what is left of the aces matters on the last level only. A state is
    dropped where another one can do all that it can: see `undominated`.

    A state with a long sequence open for each card dominates all others of its level. Low aces
    with which not even that one leads to the end are out: most jams are refused by this alone.
    """

    def __init__(self, levels: list[int], lows: list[int], limit: int) -> None:
        """Search these levels, the last one with all the aces."""
        self.levels = levels
        self.lows = lows
        self.limit = limit
        self.visited = 0

    def run(self) -> bool:
        """Find out whether all can be covered, with one of the choices of low aces.

        With few of them at a time most states are dominated, but some meet only with many.
        """
        lows, many = self.hopeful(), 1
        while lows:
            starts: dict[Open, int] = {}
            for place, low in enumerate(lows[:many]):
                starts[low, 0, 0] = 1 << place
            if self.served(starts, lows[:many]):
                return True
            lows = lows[many:]
            many *= 2
        return False

    def hopeful(self) -> list[int]:
        """Pick the choices of low aces with which the best state of all leads to the end."""
        return self.served({(0, 0, self.levels[0]): (1 << len(self.lows)) - 1}, self.lows)

    def served(self, states: dict[Open, int], lows: list[int]) -> list[int]:
        """Pick the choices of low aces with which some states lead to the end."""
        for level in range(len(self.levels) - 4):
            after: dict[Open, int] = {}
            for state, bits in states.items():
                self.visited += 1
                for reached in self.after(level, state):
                    after[reached] = after.get(reached, 0) | bits
            if self.visited >= self.limit:
                return []
            states = undominated(after)
        return [low for place, low in enumerate(lows) if self.can_end(states, place, low)]

    def after(self, level: int, state: Open) -> list[Open]:
        """List the states to which a state can lead on the next level."""
        ones, twos, longer = state
        levels = self.levels
        room = levels[level + 1] - ones
        rest = levels[level] - ones - twos
        starts = least(room, levels[level + 2])
        found = []
        for group, _, _ in all_options(less(less(rest, longer), starts), rest, 0):
            new = less(rest - group, longer)
            found.append((new, ones, least(twos + rest - group - new, room - new)))
        return found

    def can_end(self, states: dict[Open, int], place: int, low: int) -> bool:
        """Tell whether the last level can be covered with the aces that are not low."""
        cards = self.levels[-4]
        for (ones, twos, longer), bits in states.items():
            rest = (cards | GUARDS) - low - twos
            if bits >> place & 1 and not ones and rest & GUARDS == GUARDS:
                rest ^= GUARDS
                if fewest(less(rest, longer), rest) >= 0:
                    return True
        return False


def undominated(states: dict[Open, int]) -> dict[Open, int]:
    """Drop each state for those choices of low aces with which another one dominates it.

    A state dominates another if, for each sequence open there, it has one at least as long, and
    what it has beyond these are all long ones.
    """
    kept: dict[Open, int] = {}
    front: list[tuple[int, int, int, int]] = []
    for state in sorted(states, key=_promise):
        bits = states[state]
        one, two = state[0] | GUARDS, state[0] + state[1] | GUARDS
        more = state[0] + state[1] + state[2]
        for ones, twos, all_open, known in front:
            if (one - ones) & (two - twos) & ((all_open | GUARDS) - more) & GUARDS == GUARDS:
                bits &= ~known
                if not bits:
                    break
        if bits:
            kept[state] = bits
            front.append((state[0], state[0] + state[1], more, bits))
    return kept


def _promise(state: Open) -> int:
    """Sort those first that dominate others: few short sequences, many long ones."""
    return 2 * total(state[0]) + total(state[1]) - total(state[2])


def whether(counts: bytes, ace: str, limit: int) -> tuple[bool, int]:
    """Find out whether the naturals and declared jokers of a block can be covered.

    Also tell how many states were visited; at `limit` the answer means nothing.
    """
    if not _OPTIONS:
        for high in up_to(2 * ONES):
            for low in up_to(high):
                few_options(low, high)
    ranks = packed(counts[:FACES])
    if counts[FACES:] != _NO_JOKERS:
        declared = packed(counts[FACES : 2 * FACES])
        ranks = [one + other for one, other in zip(ranks, declared, strict=True)]
    levels = [*(ranks if ace == "low" else ranks[1:] + ranks[:1]), 0, 0, 0]
    aces = levels[-4]
    sweep = Sweep(levels, min(limit, _EASY))
    for low in low_aces(ranks, ace):
        levels[-4] = aces - low
        if sweep.run(low):
            return True, sweep.visited
        if sweep.visited >= sweep.limit:
            break
    else:
        return False, sweep.visited
    levels[-4] = aces
    spread = Spread(levels, list(low_aces(ranks, ace)), limit - sweep.visited)
    return spread.run(), sweep.visited + spread.visited


def low_aces(ranks: list[int], ace: str) -> Iterator[int]:
    """Yield the choices of low aces after which the others can be high or make groups."""
    aces = ranks[0]
    if ace != "high_or_low" or not aces:
        yield 0
        return
    high = least(least(aces, ranks[11]), ranks[12])
    for low in up_to(least(least(aces, ranks[1]), ranks[2])):
        if fewest(less(aces - low, high), aces - low) >= 0:
            yield low
