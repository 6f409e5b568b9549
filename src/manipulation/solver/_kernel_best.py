"""Cover cards at the least cost: the sweep over the ranks with cards that may stay in hand.

States are entered in the order of their cost, the cheapest first, so that the first one at the end
is an answer and nothing dearer was looked at.

Jokers go only where a meld needs one: what is left over is taken up at the end, or stays in hand.
A joker never needs to start a sequence but at the top, since it could as well end it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_blocks import assign
from manipulation.solver._kernel_packed import (
    GUARDS,
    MANY_CARDS,
    NO_GROUP,
    ONES,
    ROOM,
    Option,
    both,
    box,
    few,
    fits,
    least,
    less,
    options,
    options_beside,
    present,
    total,
)
from manipulation.solver._kernel_plain import plain_ways

if TYPE_CHECKING:
    from collections.abc import Iterable

# Tuples of any length stay what they are when compiled, and are not made anew for a look-up.
State = tuple[int, ...]
"""Level; sequences open with one card, two, more; free jokers not laid; what can take jokers up;
low aces; which cards are left in hand, where that matters."""

Way = tuple[State, State, int, int, int, int, int, int, int]
"""A state; the one it was reached from; and how: cards left in hand; cards in groups, jokers in
these; long sequences that jokers continue, sequences that jokers start; old sequences that start by
themselves though others are open; and the cost of the cards left, up to here."""

Choice = tuple[State, int, int, int, int]
"""A state, the cards of its level that stay in hand, the cost of these and those before; old
sequences that start by themselves; and how many of the ways to make groups have been listed."""

Look = tuple[int, int, int, int, int, int, int]
"""What a level asks for: cards beyond those that open sequences take, the least and the most of
these in groups; jokers left; cards of the next two levels; old sequences to be joined."""

NOWHERE: Final[State] = (-1,)
_ALL: Final = 31
_FEW: Final = 8
_MANY: Final = 100
"""So many ways to make groups are listed at once."""


def first_way(state: State, done: int) -> Way:
    """Begin at a state that no other leads to."""
    return state, NOWHERE, 0, 0, 0, 0, 0, 0, done


def any_cost(state: State, left: int) -> Choice:
    """Choose what stays in hand of a level where nobody asks for its cost."""
    return state, left, 0, 0, 0


class Cover:
    """One search over cards that must be covered and cards that may stay in hand.

    `levels` holds a packed count for each level and three zeros behind; `hand` how many of these
    may stay in hand, each at the cost of its level. `in_hand` of the jokers may stay as well.
    Old melds may lie there already, if it is not `alone`: `starts` and `ends` count the sequences
    that start and end on a level, `lacking` the suits that groups of three lack. `ahead` bounds
    from below, for each level, what is still to come: from one to the next it never rises. A
    `telling` search tells states apart by what stays in hand, so that goals that cost the same
    follow the first. A `thrifty` search leaves no card in hand that it could as well lay to a long
    sequence.
    """

    limit: int
    """How many states may be visited, which who runs it says."""
    cost: int
    most: int
    cheapest: dict[State, int]
    choices: dict[int, list[Choice]]
    entered: list[int]
    fronts: dict[tuple[int, ...], list[tuple[int, int, int, int, int, int]]]

    def __init__(self, levels: list[int], hand: list[int], costs: list[int], in_hand: int) -> None:
        """Take the cards, and as the last of the costs that of a joker; the rest can be set."""
        self.pools = {0: levels}
        self.hand = hand
        self.costs = costs
        self.in_hand = in_hand
        self.end = len(hand)
        self.thrifty = True
        self.telling = False
        self.kept: dict[tuple[int, int, int], int] = {}
        self.stays: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.alone = True
        self.starts = [0] * len(levels)
        self.ends = [0] * len(levels)
        self.lacking = [0] * len(levels)
        self.ahead = [0] * (self.end + 2)
        self.visited = 0
        self.came: dict[State, Way] = {}
        self.aside: dict[int, list[Way]] = {}

    def levels(self, low: int) -> list[int]:
        """Give the counts of the levels where so many aces are low: the last level lacks them."""
        levels = self.pools.get(low)
        if levels is None:
            levels = list(self.pools[0])
            levels[self.end - 1] -= low
            self.pools[low] = levels
        return levels

    def run(self, starts: Iterable[tuple[int, State]], most: int) -> State | None:
        """Find the cheapest way to the end, if it costs no more than `most`; `cost` tells."""
        self.cost, self.most = 0, most
        self.came, self.choices, self.fronts, self.cheapest = {}, {}, {}, {}
        self.aside.clear()
        self.entered = [0] * (self.end + 2)
        for done, state in reversed(list(starts)):
            self.lay_aside(first_way(state, done))
        return self.next_goal()

    def next_goal(self) -> State | None:
        """Go on to the next goal, if that costs no more than `most`."""
        while self.aside or self.choices:
            self.cost = min([*self.aside, *self.choices])
            if self.cost > self.most:
                return None
            goal = self.spend()
            if goal is not None or self.visited >= self.limit:
                return goal
        return None

    def lay_aside(self, way: Way) -> None:
        """Keep a way until everything cheaper has been gone."""
        cost = way[8] + self.ahead[way[0][0]]
        if cost in self.aside:
            self.aside[cost].append(way)
        else:
            self.aside[cost] = [way]

    def spend(self) -> State | None:
        """Go every way of the least cost, the newest first; give the end if one leads there."""
        came, end, cost = self.came, self.end, self.cost
        choices = self.choices.setdefault(cost, [])
        stack = self.aside.pop(cost, [])
        stack.reverse()
        while stack or choices:
            if not stack:
                stack = self.ways(choices.pop(), choices)
                stack.reverse()
                continue
            way = stack.pop()
            self.visited += 1
            state, done = way[0], way[8]
            level = state[0]
            if self.dominated(state, done):
                continue
            came[state] = way
            if level < end:
                if self.visited >= self.limit:
                    return None
                self.leave(state, done)
                found = self.ways((state, 0, done, 0, 0), choices)
                found.reverse()
                stack += found
            elif self.settled(state, done):
                self.aside.setdefault(cost, []).extend(reversed(stack))
                return state
        del self.choices[cost]
        return None

    def dominated(self, state: State, done: int) -> bool:
        """Find out whether a state entered before can do all that this one can, at no more cost.

        It can if, for each sequence open here, it has one at least as long, what it has beyond
        these are all long ones, and it has as many jokers. Few states are not worth comparing.
        """
        known = self.came.get(state)
        if known is not None and known[8] <= done:
            return True
        level, ones, twos, longer, jokers, room, low, kept = state
        if self.telling:
            cheapest = self.cheapest.setdefault(state[:7], done)
            if cheapest < done:
                return True
        self.entered[level] += 1
        if self.entered[level] <= _FEW:
            return False
        twos += ones
        longer += twos
        key = (level, room, low)
        front = self.fronts.get(key)
        if front is None:
            self.fronts[key] = [(ones, twos, longer, jokers, done, kept)]
            return False
        for one, two, more, free, paid, other in front:
            if (
                (free == jokers or (free > jokers and room == ROOM))
                and (paid < done or (paid == done and kept == other))
                and ((ones | GUARDS) - one)
                & ((twos | GUARDS) - two)
                & ((more | GUARDS) - longer)
                & GUARDS
                == GUARDS
            ):
                return True
        front.append((ones, twos, longer, jokers, done, kept))
        return False

    def leave(self, state: State, done: int) -> None:
        """Lay the choices aside in which something of a level stays in hand."""
        level = state[0]
        if self.hand[level]:
            ahead = self.ahead[level + 1]
            for left, cost in self.lefts(level, state[6]):
                after = done + cost
                if after + ahead <= self.most:
                    self.choose(max(self.cost, after + ahead), (state, left, after, 0, 0))

    def lefts(self, level: int, low: int) -> list[tuple[int, int]]:
        """List what else than nothing may stay in hand of a level, the most first, and its cost."""
        listed = self.stays.get((level, low))
        if listed is None:
            most = least(self.hand[level], self.levels(low)[level])
            cost = self.costs[level]
            listed = [(left, cost * total(left)) for left in reversed(box(0, most)) if left]
            self.stays[level, low] = listed
        return listed

    def choose(self, cost: int, choice: Choice) -> None:
        """Lay a choice aside until everything cheaper has been gone."""
        if cost in self.choices:
            self.choices[cost].append(choice)
        else:
            self.choices[cost] = [choice]

    def settled(self, state: State, done: int) -> bool:
        """Find out whether the jokers left are taken up; if not, some stay in hand, if they may."""
        jokers = state[4]
        if state[0] > self.end or fits(state[5], jokers):
            return True
        for stay in range(1, min(jokers, self.in_hand) + 1):
            if fits(state[5], jokers - stay):
                stays = (self.end + 1, *state[1:4], stay, *state[5:])
                self.lay_aside((stays, state, 0, 0, 0, 0, 0, 0, done + stay * self.costs[-1]))
                return False
        return False

    def path(self, goal: State) -> list[Way]:
        """Give the ways that led to a state, the first one first."""
        path = []
        while goal[0] >= 0:
            way = self.came[goal]
            path.append(way)
            goal = way[1]
        path.reverse()
        return path

    def look(self, choice: Choice) -> Look | None:
        """See what a level asks for after a choice; nothing if it cannot be covered."""
        state, left, _, apart, _ = choice
        level, ones, twos, longer, jokers, _, low, _ = state
        levels, starts = self.levels(low), self.starts
        start = starts[level] - apart
        cards = levels[level] - left
        coming = levels[level + 1] + starts[level + 1]
        later = levels[level + 2] + starts[level + 2] + starts[level + 1] + start
        rest = (cards + start | GUARDS) - ones - twos
        may = (coming + start | GUARDS) - ones
        if rest & may & GUARDS == GUARDS:
            rest ^= GUARDS
            may ^= GUARDS
        elif not jokers:
            return None
        else:
            rest, may = less(cards + start, ones + twos), less(coming + start, ones)
            jokers -= total(ones + twos + rest - cards - start)
            if jokers < total(less(ones, coming + start)):
                return None
        if rest == 0:
            return 0, 0, 0, jokers, coming, later, start
        difference = (may | GUARDS) - later
        enough = difference & GUARDS
        may -= difference & (enough - (enough >> 5))
        if jokers and level < self.end - 2:
            may += jokers * ONES
        difference = (rest | GUARDS) - longer - may
        enough = difference & GUARDS
        base = difference & (enough - (enough >> 5))
        high = rest
        if start:
            high = least(rest, cards)
            base = least(base, high)
        return rest, base, high, jokers, coming, later, start

    def groups(self, choice: Choice, look: Look, others: list[Choice]) -> Iterable[Option]:
        """Give the ways to make groups; of very many put some off to the other choices."""
        _, base, high, jokers, _, _, _ = look
        state, left, done, apart, listed = choice
        lacking = self.lacking[state[0]]
        if lacking:
            return options_beside(base, high, jokers, lacking)
        if not high:
            return NO_GROUP
        found = options(base, high, jokers)
        if total(high) > MANY_CARDS:
            found = list(islice(found, listed, listed + _MANY))
            if len(found) == _MANY:
                others.append((state, left, done, apart, listed + _MANY))
        return found

    def ways(self, choice: Choice, others: list[Choice]) -> list[Way]:
        """List the ways to cover a level with a choice; of very many put some off to the others."""
        state, left, done, apart, _ = choice
        level, ones, twos, longer, jokers, room, low, kept = state
        mask = present(left) * _ALL if self.thrifty and left else 0
        if left and self.telling:
            kept = self.kept.setdefault((kept, level, left), len(self.kept) + 1)
        if not jokers and self.alone and total(self.levels(low)[level]) <= MANY_CARDS:
            return plain_ways(self.levels(low), choice, kept, mask)
        reached: list[Way] = []
        look = self.look(choice)
        if look is None:
            return reached
        rest, _, _, jokers, coming, later, start = look
        ended, begun = self.ends[level], self.starts[level]
        for group, needed, filled in self.groups(choice, look, others):
            difference = (rest - group | GUARDS) - longer
            enough = difference & GUARDS
            one = difference & (enough - (enough >> 5))
            spare = longer + one + group - rest
            if spare & mask:
                continue
            kind = ROOM if one or begun else filled
            two, long = ones, twos + longer - spare
            if start:
                one, two, long = assign(one, two, long, start)
            long += ended
            free = jokers - needed
            if free:
                after = (level + 1, one, two, long, free, both(room, kind), low, kept)
                way = (after, state, left, group, needed, 0, 0, apart, done)
                self.with_jokers(way, coming, later, spare, reached)
                continue
            difference = (coming | GUARDS) - one - two
            if difference & GUARDS != GUARDS or ((start or needed) and less(one, later)):
                continue
            long = least(long, difference ^ GUARDS)
            after = (level + 1, one, two, long, 0, ROOM, low, kept)
            reached.append((after, state, left, group, needed, 0, 0, apart, done))
        return reached

    def with_jokers(
        self, way: Way, coming: int, later: int, spare: int, reached: list[Way]
    ) -> None:
        """List the ways after which jokers are left: this one, and those that lay jokers besides.

        They may continue long sequences to which no card was laid, and at the top start some.
        """
        after, before, left, group, needed, _, _, apart, done = way
        level, one, two, long, free, room, low, kept = after
        short = less(one + two, coming)
        if (short or one) and total(short) + total(less(one, later)) > free:
            return
        cap = less(coming, one + two)
        if level < self.end - 2 and not spare:
            long = least(long, cap + free * ONES)
            state = (level, one, two, long, free, room, low, kept)
            reached.append((state, before, left, group, needed, 0, 0, apart, done))
            return
        top = coming + less(later, coming) if level == self.end - 2 else 0
        for goes in few(least(spare, coming), free):
            for begins in few(top, free - total(goes)):
                rest = free - total(goes + begins)
                kind = ROOM if begins or not rest else room
                long_ones = least(long + goes, cap + rest * ONES)
                state = (level, one + begins, two, long_ones, rest, kind, low, kept)
                reached.append((state, before, left, group, needed, goes, begins, apart, done))
