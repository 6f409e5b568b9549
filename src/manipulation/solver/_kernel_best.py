"""Cover cards at the least cost: the sweep over the ranks with cards that may stay in hand.

States are entered in the order of their cost, the cheapest first, so that the first one at the end
is an answer and nothing dearer was looked at. Two questions are put to it. What must stay in the
hand? Then the cost is what the cards left count. And, given that: which melds must be disturbed?
Then the cost is their number, and a meld left alone is a block: its cards stay together.

Jokers go only where a meld needs one: what is left over is taken up at the end, or stays in hand.
A joker never needs to start a sequence but at the top, since it could as well end it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_packed import (
    GUARDS,
    NO_GROUP,
    ONES,
    ROOM,
    Option,
    both,
    box,
    fits,
    least,
    less,
    options,
    present,
    total,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Tuples of any length stay what they are when the kernel is compiled, and are not made anew each
# time they are looked up.
State = tuple[int, ...]
"""Level; sequences open with one card, two, more; free jokers not laid; what can take jokers up;
low aces; cost of the cards left; blocks that go on, by suit; which blocks these are, as bits."""

Move = tuple[int, ...]
"""Cards left in hand; cards in groups, jokers in these; long sequences that jokers continue,
sequences that jokers start; blocks that start, as bits; what is kept small, up to here."""

Way = tuple[State, State, Move]
"""A state, the one it was reached from, and how."""

Block = tuple[int, ...]
"""What is left alone where it starts: how many melds are not, sequences that start, their bits,
cards in groups, suits that these groups lack, free jokers held, what can take jokers up."""

ALONE: Final[Block] = (0, 0, 0, 0, 0, 0, 0)
_NOWHERE: Final[State] = (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ALL: Final = 31
_FEW: Final = 8
_NOTHING_MORE: Final = ((0, 0),)


class Cover:
    """One search over cards that must be covered and cards that may stay in hand.

    `levels` holds a packed count for each level and three zeros behind; `hand` how many of these
    may stay in hand, each at the cost of its level. `in_hand` of the jokers may stay as well. With a `budget` the cards left must not cost more than that, and
    what is kept small is the number of melds that are not left alone. `ahead` bounds from below,
    for each level, what is still to come. A `thrifty` search leaves no card in hand that it could
    as well lay to a long sequence.
    """

    def __init__(
        self,
        levels: list[int],
        hand: list[int],
        costs: list[int],
        in_hand: int,
        joker_cost: int,
    ) -> None:
        """Take the cards; everything else can be set before the search is run."""
        self.pools = {0: levels}
        self.hand = hand
        self.costs = costs
        self.in_hand = in_hand
        self.joker_cost = joker_cost
        self.end = len(hand)
        self.budget = -1
        self.thrifty = True
        self.limit = 0
        self.blocks: list[list[Block]] = [[ALONE] for _ in hand]
        self.ends: list[list[tuple[int, int]]] = [[] for _ in hand]
        self.kept: list[list[tuple[int, int]]] = [[] for _ in range(self.end + 1)]
        self.ahead = [0] * (self.end + 2)
        self.visited = 0
        self.cost = 0
        self.most = 0
        self.came: dict[State, Way] = {}
        self.buckets: dict[int, list[Iterator[Way]]] = {}
        self.entered = [0] * (self.end + 2)
        self.fronts: dict[tuple[int, ...], list[tuple[int, int, int, int, int]]] = {}

    def levels(self, low: int) -> list[int]:
        """Give the counts of the levels where so many aces are low: the last level lacks them."""
        levels = self.pools.get(low)
        if levels is None:
            levels = list(self.pools[0])
            levels[self.end - 1] -= low
            self.pools[low] = levels
        return levels

    def begin(self, starts: Iterable[tuple[int, State]]) -> Iterator[Way]:
        """Yield the states to start from."""
        for cost, state in starts:
            yield state, _NOWHERE, (0, 0, 0, 0, 0, state[9], cost)

    def run(self, starts: Iterable[tuple[int, State]], most: int) -> State | None:
        """Find the cheapest way to the end, at no more cost than `most`; `cost` is what it costs."""
        self.most = most
        self.came, self.buckets, self.fronts = {}, {}, {}
        self.entered = [0] * (self.end + 2)
        came, buckets, ahead, end = self.came, self.buckets, self.ahead, self.end
        self.put(0, self.begin(starts))
        while buckets:
            self.cost = min(buckets)
            stack = buckets[self.cost]
            while stack:
                way = next(stack[-1], None)
                if way is None:
                    stack.pop()
                    continue
                state, done = way[0], way[2][6]
                level = state[0]
                if done + ahead[level] > self.cost:
                    self.put(done + ahead[level], iter([way]))
                    continue
                known = came.get(state)
                if known is not None and known[2][6] <= done:
                    continue
                if self.dominated(state, done):
                    continue
                came[state] = way
                if level >= end and self.settled(state, done):
                    return state
                if self.visited >= self.limit:
                    return None
                if level < end:
                    self.enter(state, done)
            del buckets[self.cost]
        return None

    def put(self, cost: int, ways: Iterator[Way]) -> None:
        """Lay ways aside until everything cheaper has been tried."""
        if cost in self.buckets:
            self.buckets[cost].append(ways)
        elif cost <= self.most:
            self.buckets[cost] = [ways]

    def dominated(self, state: State, done: int) -> bool:
        """Find out whether a state entered before can do all that this one can, at no more cost.

        It can if, for each sequence open here, it has one at least as long, what it has beyond
        these are all long ones, and it has as many jokers. Few states are not worth comparing.
        """
        level, ones, twos, longer, jokers, room, low, spent, going, active = state
        self.entered[level] += 1
        if self.entered[level] <= _FEW:
            return False
        twos += ones
        longer += twos
        key = (level, room, low, spent, going, active)
        front = self.fronts.get(key)
        if front is None:
            self.fronts[key] = [(ones, twos, longer, jokers, done)]
            return False
        for one, two, more, free, paid in front:
            if (
                (free == jokers or (free > jokers and room == ROOM))
                and paid <= done
                and ((ones | GUARDS) - one)
                & ((twos | GUARDS) - two)
                & ((more | GUARDS) - longer)
                & GUARDS
                == GUARDS
            ):
                return True
        front.append((ones, twos, longer, jokers, done))
        return False

    def enter(self, state: State, done: int) -> None:
        """Lay out all ways on from a state, those on which nothing is left in hand on top."""
        level, spent = state[0], state[7]
        ahead = done + self.ahead[level + 1]
        self.visited += 1
        hand = self.hand[level]
        if hand:
            hand = least(hand, self.levels(state[6])[level])
        if self.budget < 0:
            for left in reversed(box(0, hand)) if hand else (0,):
                cost = self.costs[level] * total(left) if left else 0
                self.put(ahead + cost, self.ways(state, left, 0, ALONE, done + cost))
            return
        for block in reversed(self.blocks[level]):
            if ahead + block[0] <= self.most:
                after = max(self.cost, ahead + block[0])
                for left in reversed(box(0, hand)) if hand else (0,):
                    cost = self.costs[level] * total(left) if left else 0
                    if spent + cost <= self.budget:
                        self.put(after, self.ways(state, left, cost, block, done + block[0]))

    def settled(self, state: State, done: int) -> bool:
        """Find out whether the jokers left are taken up; if not, some stay in hand, if they may."""
        jokers = state[4]
        if state[0] > self.end or fits(state[5], jokers):
            return True
        for stay in range(1, min(jokers, self.in_hand) + 1):
            if fits(state[5], jokers - stay):
                cost = stay * self.joker_cost
                stays = (self.end + 1, *state[1:4], stay, *state[5:])
                if self.budget < 0:
                    done += cost
                elif state[7] + cost > self.budget:
                    return False
                self.put(done, iter([(stays, state, (0, 0, 0, 0, 0, 0, done))]))
                return False
        return False

    def ways(
        self, state: State, left: int, cost: int, block: Block, done: int
    ) -> Iterator[Way]:
        """Yield every way to cover a level, so many of its cards left in hand."""
        level, ones, twos, longer, jokers, room, low, spent, going, active = state
        levels = self.levels(low)
        cards, coming, later = levels[level] - left, levels[level + 1], levels[level + 2]
        starts, ended, room_now = block[1], 0, ROOM
        if self.budget >= 0:
            active |= block[2]
            jokers -= block[5]
            if self.kept[level] or self.kept[level + 1]:
                cards += self.kept_at(level, active)
            cards = (cards | GUARDS) - block[3] - going
            if self.ends[level]:
                active, ended = self.over(level, active)
            going += starts - ended
            if self.kept[level + 1]:
                coming += self.kept_at(level + 1, active)
            coming = (coming | GUARDS) - going
            if jokers < 0 or cards & coming & GUARDS != GUARDS:
                return
            cards ^= GUARDS
            coming ^= GUARDS
        rest = (cards | GUARDS) - ones - twos
        may = (coming + starts | GUARDS) - ones
        if rest & may & GUARDS == GUARDS:
            rest ^= GUARDS
            may ^= GUARDS
        elif jokers == 0:
            return
        else:
            rest, may = less(cards, ones + twos), less(coming + starts, ones)
            jokers -= total(ones + twos + rest - cards)
            if jokers < 0 or total(less(ones, coming + starts)) > jokers:
                return
        base, high = 0, rest
        if rest:
            difference = (may | GUARDS) - later - starts
            enough = difference & GUARDS
            may -= difference & (enough - (enough >> 5))
            if jokers and level < self.end - 2:
                may += jokers * ONES
            difference = (rest | GUARDS) - longer
            enough = difference & GUARDS
            difference = (difference & (enough - (enough >> 5)) | GUARDS) - may
            enough = difference & GUARDS
            base = difference & (enough - (enough >> 5))
        if starts:
            high = least(rest, less(cards, starts))
            if less(base, high):
                return
        found = options(base, high, jokers) if high else NO_GROUP
        if block[4] and high:
            found = beside(base, high, jokers, block[4])
        for group, needed, filled in found:
            difference = (rest - group | GUARDS) - longer
            enough = difference & GUARDS
            new = difference & (enough - (enough >> 5))
            extended = rest - group - new
            if left and self.thrifty and less(longer, extended) & (present(left) * _ALL):
                continue
            one, two, long = new, ones, twos + extended
            if starts:
                one, two, long = assign(one, two, long, starts)
            free = jokers - needed
            if jokers or starts:
                if total(less(one + two, coming)) + total(less(one, later)) > free:
                    continue
            extras: tuple[tuple[int, int], ...] = _NOTHING_MORE
            if free:
                room_now = both(room, ROOM if new or starts else both(filled, block[6]))
                extras = self.extras(level, free, longer - extended, coming, later)
            for goes, begins in extras:
                w = free - total(goes + begins) if free else 0
                after = least(long + goes + ended, less(coming, one + two) + w * ONES)
                yield (
                    (level + 1, one + begins, two, after, w, room_now if w else ROOM, low, spent + cost, going, active),
                    state,
                    (left, group, needed, goes, begins, block[2], done),
                )

    def extras(self, level: int, jokers: int, spare: int, coming: int, later: int) -> tuple[tuple[int,int], ...]:
        """List the long sequences that jokers continue, and at the top those that they start."""
        most = jokers * ONES
        goes = box(0, least(least(spare, coming), most))
        begins: tuple[int, ...] = (0,)
        if level == self.end - 3:
            begins = box(0, least(coming + less(later, coming), most))
        return tuple((go, begin) for go in goes for begin in begins if total(go + begin) <= jokers)

    def kept_at(self, level: int, active: int) -> int:
        """Count the free jokers that lie at a level in blocks left alone."""
        return sum([suit for bit, suit in self.kept[level] if active & bit])

    def over(self, level: int, active: int) -> tuple[int, int]:
        """Take the blocks that end at a level out of the active ones, and count them by suit."""
        ended = 0
        for bit, suit in self.ends[level]:
            if active & bit:
                ended += suit
                active ^= bit
        return active, ended


def assign(new: int, ones: int, longer: int, starts: int) -> tuple[int, int, int]:
    """Give each block that starts the shortest sequence there is, which then must go on with it."""
    if starts == 0:
        return new, ones, longer
    taken = least(new, starts)
    more = least(ones, starts - taken)
    return new - taken, ones - more, longer - (starts - taken - more)


def beside(low: int, high: int, jokers: int, missing: int) -> tuple[Option, ...]:
    """List the counts that make groups, some of the missing suits first given to whole groups."""
    found: dict[int, Option] = {}
    for given in box(0, least(missing, high)):
        for group, needed, room in options(less(low, given), high - given, jokers):
            if group + given not in found or needed < found[group + given][1]:
                found[group + given] = (group + given, needed, room)
    return tuple(found.values())
