"""Every set of hand cards that can be played: how many, and the best first.

For one choice of cards left in hand the sweep goes through a set of states on each level. Two
choices that have led to the same states go on alike; so the choices so far are forgotten, and what
is counted and listed are the paths through sets of states. Of the states in a set that another one
dominates are left out.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_best import Choice, State, any_cost
from manipulation.solver._kernel_packed import (
    GUARDS,
    ROOM,
    LimitReached,
    box,
    fits,
    least,
    total,
)
from manipulation.solver._kernel_search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.solver._kernel_deal import Deal

States = tuple[State, ...]
"""The states that one choice of cards can lead to, sorted; none if that choice cannot be played."""

_NEVER: Final = 1 << 60


class Plays:
    """The plays of one deal with so many of the jokers in hand played."""

    def __init__(self, deal: Deal, jokers: int, ace: str, costs: list[int], limit: int) -> None:
        """Set up the sweep; `limit` is the most states to be entered."""
        self.search = Search(deal, ace, costs, limit)
        self.jokers = jokers
        self.cover = self.search.cover()
        self.cover.thrifty = False
        self.end = self.cover.end
        self.visited = 0
        self.nexts: dict[tuple[States, int], States] = {}
        self.counts: dict[States, int] = {}
        self.bests: dict[States, int] = {}

    def first(self) -> States:
        """Give the states to start from."""
        unplayed = self.search.deal.in_hand - self.jokers
        return _undominated(
            [(*state[:4], state[4] - unplayed, *state[5:]) for _, state in self.search.starts()]
        )

    def lefts(self, level: int) -> tuple[int, ...]:
        """List what may stay in hand of a level."""
        return box(0, self.cover.hand[level])

    def after(self, states: States, left: int) -> States:
        """Give the states after a level, so many of its cards left in hand."""
        key = (states, left)
        found = self.nexts.get(key)
        if found is None:
            reached: list[State] = []
            for state in states:
                level, low = state[0], state[6]
                if least(left, self.cover.levels(low)[level]) == left:
                    self.visited += 1
                    if self.visited > self.search.limit:
                        raise LimitReached
                    choices: list[Choice] = [any_cost(state, left)]
                    while choices:
                        ways = self.cover.ways(choices.pop(), choices)
                        reached += [way[0] for way in ways]
            found = self.nexts[key] = _undominated(reached)
        return found

    def can_end(self, states: States) -> bool:
        """Tell whether the end is reached with every joker taken up."""
        return any([fits(state[5], state[4]) for state in states])

    def count(self, states: States) -> int:
        """Count the choices of what stays in hand from here that can be played."""
        if not states:
            return 0
        level = states[0][0]
        if level == self.end:
            return int(self.can_end(states))
        found = self.counts.get(states)
        if found is None:
            found = sum([self.count(self.after(states, left)) for left in self.lefts(level)])
            self.counts[states] = found
        return found

    def best(self, states: States) -> int:
        """Give the least cost of what stays in hand from here on."""
        if not states:
            return _NEVER
        level = states[0][0]
        if level == self.end:
            return 0 if self.can_end(states) else _NEVER
        found = self.bests.get(states)
        if found is None:
            cost = self.cover.costs[level]
            found = min(
                [
                    cost * total(left) + self.best(self.after(states, left))
                    for left in self.lefts(level)
                ]
            )
            self.bests[states] = found
        return found

    def stays(self) -> Iterator[tuple[int, bytes]]:
        """Yield each choice: the cost and the counts of what stays, the cheapest first.

        Of those that cost the same, the one that keeps less of the lower levels comes first.
        """
        unplayed = self.search.deal.in_hand - self.jokers
        surely = self.search.surely + unplayed * self.search.costs[-1]
        first = self.first()
        heap: list[tuple[int, tuple[int, ...], States]] = []
        if self.best(first) < _NEVER:
            heap.append((surely + self.best(first), (), first))
        while heap:
            cost, lefts, states = heappop(heap)
            level = states[0][0]
            if level == self.end:
                yield cost, self.search.stays(list(enumerate(lefts)), unplayed)
                continue
            spent = cost - self.best(states)
            for left in self.lefts(level):
                after = self.after(states, left)
                if self.best(after) < _NEVER:
                    more = self.cover.costs[level] * total(left)
                    heappush(heap, (spent + more + self.best(after), (*lefts, left), after))


def _undominated(states: list[State]) -> States:
    """Drop the states that another one can stand for (see `Cover.dominated`), and sort the others.

    Only states that have as much room and the same low aces can be compared, and, unless all jokers
    have room, as many jokers.
    """
    apart: dict[tuple[int, int, int], set[State]] = {}
    for state in states:
        room = state[5]
        apart.setdefault((room, state[6], room if room == ROOM else state[4]), set()).add(state)
    kept: list[State] = []
    for alike in apart.values():
        front: list[tuple[int, int, int]] = []
        for state in sorted(alike, key=_promise):
            one, two = state[1] | GUARDS, state[1] + state[2] | GUARDS
            more = state[1] + state[2] + state[3]
            for ones, twos, all_open in front:
                if (one - ones) & (two - twos) & ((all_open | GUARDS) - more) & GUARDS == GUARDS:
                    break
            else:
                front.append((state[1], state[1] + state[2], more))
                kept.append(state)
    return tuple(sorted(kept))


def _promise(state: State) -> tuple[int, int]:
    """Sort a state before those that it dominates: more jokers, less to go on, more that can."""
    return -state[4], 2 * total(state[1]) + total(state[2]) - total(state[3])
