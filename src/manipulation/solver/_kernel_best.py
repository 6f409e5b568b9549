"""Cover cards at the least cost: the sweep over the ranks with cards that may stay in hand.

States are entered in the order of their cost, the cheapest first, so that the first one at the end
is an answer and nothing dearer was looked at. Two questions are put to it. What must stay in the
hand? Then the cost is what the cards left count. And, given that: which melds must be disturbed?
Then the cost is their number, and a meld left alone is a block: its cards stay together.

Jokers go only where a meld needs one: what is left over is taken up at the end, or stays in hand.
A joker never needs to start a sequence but at the top, since it could as well end it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from manipulation.solver._kernel_packed import (
    GUARDS,
    ONES,
    NO_GROUP,
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
    from collections.abc import Iterator

State = tuple[int, int, int, int, int, int, int, int, int, int]
"""Level; sequences open with one card, two, more; jokers left; what can take jokers up; low aces;
cost of the cards left; blocks that go on, by suit; which blocks these are, as bits."""

Step = tuple[State, int, int, int, int, int, int]
"""How a state was reached: from which; cards left in hand, in groups, jokers in these groups; long
sequences that a joker continues, sequences that a joker starts; the blocks that start, as bits."""

Block = tuple[int, int, int, int, int, int, int, int]
"""What is left alone where it starts: how many melds are not, the sequences that start, their
bits, the cards in groups, the suits these groups lack, jokers held, what can take jokers up."""

ALONE: Block = (0, 0, 0, 0, 0, 0, 0)
_START: State = (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
BEGIN: Step = (_START, 0, 0, 0, 0, 0, 0)

Way = tuple[State, Step]


class Cover:
    """One search over cards that must be covered and cards that may stay in hand.

    `pools` holds, for each choice of low aces, a packed count for each level and three zeros
    behind; `hand` how many of these may stay in hand, each at the cost of its level. `in_hand` of
    the jokers may stay as well. With a `budget` the cards left must not cost more than that, and
    what is kept small is the number of melds that are not left alone.
    """

    def __init__(
        self,
        pools: dict[int, list[int]],
        hand: list[int],
        costs: list[int],
        in_hand: int,
        joker_cost: int,
        limit: int,
    ) -> None:
        """Take the cards; `limit` is how many states may be entered."""
        self.pools = pools
        self.hand = hand
        self.costs = costs
        self.in_hand = in_hand
        self.joker_cost = joker_cost
        self.limit = limit
        self.end = len(hand)
        self.budget = -1
        self.blocks: list[list[Block]] = [[ALONE] for _ in hand]
        self.ends: list[list[tuple[int, int]]] = [[] for _ in hand]
        self.kept: list[list[tuple[int, int]]] = [[] for _ in range(self.end + 1)]
        self.visited = 0
        self.cost = 0
        self.came: dict[State, Step] = {}
        self.entered = [0] * self.end
        self.fronts: dict[tuple[int, int, int, int, int, int], list[tuple[int, int, int, int]]] = {}
        self.buckets: dict[int, list[Iterator[Way]]] = {}

    def run(self, starts: list[tuple[int, State]], most: int) -> State | None:
        """Find the cheapest way to the end, at no more cost than `most`; `cost` is what it costs."""
        end, came, buckets = self.end, self.came, self.buckets
        for cost, state in reversed(starts):
            self.put(cost, iter([(state, BEGIN)]))
        while buckets:
            self.cost = min(buckets)
            if self.cost > most:
                return None
            stack = buckets[self.cost]
            while stack:
                way = next(stack[-1], None)
                if way is None:
                    stack.pop()
                    continue
                state, step = way
                if state in came or self.dominated(state):
                    continue
                came[state] = step
                if state[0] < end:
                    if self.visited >= self.limit:
                        return None
                    self.enter(state)
                elif self.settled(state):
                    return state
            del buckets[self.cost]
        return None

    def dominated(self, state: State) -> bool:
        """Find out whether a state entered before can do all that this one can.

        It can if, for each sequence open here, it has one at least as long, what it has beyond
        these are all long ones, and it has as many jokers. Few states are not worth comparing.
        """
        level, ones, twos, longer, jokers, room, low, spent, going, active = state
        if level >= self.end: return False
        self.entered[level] += 1
        if self.entered[level] <= _FEW:
            return False
        twos += ones
        longer += twos
        front = self.fronts.setdefault((level, room, low, spent, going, active), [])
        for one, two, more, free in front:
            if (
                ((ones | GUARDS) - one) & ((twos | GUARDS) - two) & ((more | GUARDS) - longer) & GUARDS == GUARDS
                and free >= jokers
            ):
                return True
        front.append((ones, twos, longer, jokers))
        return False

    def put(self, cost: int, ways: Iterator[Way]) -> None:
        """Lay ways aside until everything cheaper has been tried."""
        if cost in self.buckets:
            self.buckets[cost].append(ways)
        else:
            self.buckets[cost] = [ways]

    def enter(self, state: State) -> None:
        """Lay out all ways on from a state, those on which nothing is left in hand on top."""
        level, spent = state[0], state[7]
        hand = self.hand[level]
        if hand:
            hand = least(hand, self.pools[state[6]][level])
        self.visited += 1
        for block in reversed(self.blocks[level]):
            for left in reversed(box(0, hand)):
                cost = self.costs[level] * total(left)
                if self.budget < 0:
                    self.put(self.cost + cost, self.ways(state, left, 0, block))
                elif spent + cost <= self.budget:
                    self.put(self.cost + block[0], self.ways(state, left, cost, block))

    def settled(self, state: State) -> bool:
        """Find out whether the jokers left are taken up; if not, and they may, they stay in hand."""
        jokers = state[4]
        if state[0] > self.end or fits(state[5], jokers):
            return True
        if jokers <= self.in_hand:
            cost = jokers * self.joker_cost
            stays = (self.end + 1, *state[1:])
            step = (state, 0, 0, 0, 0, 0, 0)
            if self.budget < 0:
                self.put(self.cost + cost, iter([(stays, step)]))
            elif state[7] + cost <= self.budget:
                self.put(self.cost, iter([(stays, step)]))
        return False

    def ways(self, state: State, left: int, cost: int, block: Block) -> Iterator[Way]:
        """Yield every way to cover a level, so many of its cards left in hand."""
        level, ones, twos, longer, jokers, room, low, spent, going, active = state
        levels = self.pools[low]
        cards, coming, later = levels[level] - left, levels[level + 1], levels[level + 2]
        starts, ended, kind = block[1], 0, block[6]
        if self.budget >= 0:
            cards += self.kept_at(level, active | block[2]) - block[3] - going
            active, ended = self.over(level, active | block[2])
            going += starts - ended
            coming += self.kept_at(level + 1, active) - going
            jokers -= block[5]
        rest = less(cards, ones + twos)
        jokers -= total(less(ones + twos, cards))
        if jokers < 0 or total(less(ones, coming + starts)) > jokers:
            return
        more = jokers * ONES if level < self.end - 2 else 0
        may = least(less(coming + starts, ones) + more, later + starts + more)
        base, high = less(less(rest, longer), may), least(rest, less(cards, starts))
        if less(base, high):
            return
        found = options(base, high, jokers) if high else NO_GROUP
        if block[4]:
            found = beside(base, high, jokers, block[4])
        for group, needed, filled in found:
            new = less(rest - group, longer)
            extended = rest - group - new
            if left and less(longer, extended) & (present(left) * _ALL):
                continue
            one, two, long = assign(new, ones, twos + extended, starts)
            free = jokers - needed
            if (free or starts) and total(less(one + two, coming)) + total(less(one, later)) > free:
                continue
            kind = both(room, ROOM if new or starts else both(filled, block[6]))
            for goes, begins in self.extras(level, free, longer - extended, coming, later):
                w = free - total(goes + begins)
                after = least(long + goes + ended, less(coming, one + two) + w * ONES)
                yield (
                    (level + 1, one + begins, two, after, w, kind if w else ROOM, low, spent + cost, going, active),
                    (state, left, group, needed, goes, begins, block[2]),
                )

    def extras(self, level: int, jokers: int, spare: int, coming: int, later: int) -> tuple[tuple[int,int], ...]:
        """List the long sequences that jokers continue, and at the top those that they start."""
        if jokers == 0:
            return _NOTHING_MORE
        most = jokers * ONES
        goes = box(0, least(least(spare, coming), most))
        begins = (0,)
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


_ALL = 31
_FEW = 8
_NOTHING_MORE = ((0, 0),)


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
