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
    NO_MELD,
    ONES,
    ROOM,
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Tuples of any length stay what they are when compiled, and are not made anew for a look-up.
State = tuple[int, ...]
"""Level; sequences open with one card, two, more; free jokers not laid; what can take jokers up;
low aces; cost of the cards left; blocks that go on, by suit; which blocks these are, as bits."""

Way = tuple[State, State, int, int, int, int, int, int, int, int]
"""A state; the one it was reached from; and how: cards left in hand; cards in groups, jokers in
these; long sequences that jokers continue, sequences that jokers start; blocks that start, as bits,
and those that start by themselves, by suit; and what the search keeps small, up to here."""

Block = tuple[int, ...]
"""What is left alone where it starts: how many melds are not, sequences that start, their bits,
cards in groups, suits that these groups lack, free jokers held, what can take jokers up."""

Choice = tuple[State, int, int, Block, int, int]
"""A state, the cards of its level that stay in hand, their cost, the blocks that start, those of
them that start by themselves though a sequence is open, and what the search keeps small."""

Look = tuple[int, int, int, int, int, int, int, int, int, int]
"""What a level asks for: cards beyond those that open sequences take, the least and the most of
these in groups; jokers left; cards of the next two levels; blocks to be joined, blocks that end,
blocks that go on by suit, and their bits."""

ALONE: Final[Block] = (0, 0, 0, 0, 0, 0, 0)
_NOWHERE: Final[State] = (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ALL: Final = 31
_FEW: Final = 8
_ZERO: Final[tuple[int, ...]] = (0,)


class Cover:
    """One search over cards that must be covered and cards that may stay in hand.

    `levels` holds a packed count for each level and three zeros behind; `hand` how many of these
    may stay in hand, each at the cost of its level. `in_hand` of the jokers may stay as well. With
    a `budget` the cards left must not cost more than that, and what is kept small is the number of
    melds that are not left alone. `ahead` bounds from below, for each level, what is still to come,
    and `left_ahead` what the cards will cost that are still to stay in hand. A `thrifty` search
    leaves no card in hand that it could as well lay to a long sequence.
    """

    def __init__(self, levels: list[int], hand: list[int], costs: list[int], in_hand: int) -> None:
        """Take the cards, and as the last of the costs that of a joker; the rest can be set."""
        self.pools = {0: levels}
        self.hand = hand
        self.costs = costs
        self.in_hand = in_hand
        self.end = len(hand)
        self.budget = -1
        self.thrifty = True
        self.limit = 0
        self.blocks: list[list[Block]] = [[ALONE]] * self.end
        self.ends: list[list[tuple[int, int]]] = [[]] * self.end
        self.kept: list[list[tuple[int, int]]] = [[]] * (self.end + 1)
        self.ahead = [0] * (self.end + 2)
        self.left_ahead = [0] * (self.end + 2)
        self.visited = 0
        self.cost = 0
        self.most = 0
        self.came: dict[State, Way] = {}
        self.aside: dict[int, list[Way]] = {}
        self.choices: dict[int, list[Choice]] = {}
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

    def run(self, starts: Iterable[tuple[int, State]], most: int) -> State | None:
        """Find the cheapest way to the end, if it costs no more than `most`; `cost` tells."""
        self.cost, self.most = 0, most
        self.came, self.choices, self.fronts = {}, {}, {}
        self.aside.clear()
        self.entered = [0] * (self.end + 2)
        for done, state in reversed(list(starts)):
            self.lay_aside((state, _NOWHERE, 0, 0, 0, 0, 0, state[9], 0, done))
        while self.aside or self.choices:
            self.cost = min([*self.aside, *self.choices])
            if self.cost > most:
                return None
            goal = self.spend()
            if goal is not None or self.visited >= self.limit:
                return goal
        return None

    def lay_aside(self, way: Way) -> None:
        """Keep a way until everything cheaper has been gone."""
        cost = way[9] + self.ahead[way[0][0]]
        if cost in self.aside:
            self.aside[cost].append(way)
        else:
            self.aside[cost] = [way]

    def spend(self) -> State | None:
        """Go every way of the least cost, the newest first; give the end if one leads there."""
        came, end, cost = self.came, self.end, self.cost
        choices = self.choices.setdefault(cost, [])
        stack = [iter(self.aside.pop(cost, []))]
        while stack or choices:
            if not stack:
                stack.append(self.ways(choices.pop()))
            way = next(stack[-1], None)
            if way is None:
                stack.pop()
                continue
            self.visited += 1
            state, done = way[0], way[9]
            level = state[0]
            if self.dominated(state, done):
                continue
            came[state] = way
            if level < end:
                if self.visited >= self.limit:
                    return None
                stack += [self.ways(choice) for choice in self.enter(state, done)]
            elif self.settled(state, done):
                return state
        del self.choices[cost]
        return None

    def dominated(self, state: State, done: int) -> bool:
        """Find out whether a state entered before can do all that this one can, at no more cost.

        It can if, for each sequence open here, it has one at least as long, what it has beyond
        these are all long ones, and it has as many jokers. Few states are not worth comparing.
        """
        known = self.came.get(state)
        if known is not None and known[9] <= done:
            return True
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

    def enter(self, state: State, done: int) -> list[Choice]:
        """Choose what stays in hand of a level and which old melds are left alone there.

        Give the choice of nothing and of all, if it can be gone now, and lay the others aside.
        """
        level, spent = state[0], state[7]
        ahead, hand, blocks = self.ahead[level + 1], self.hand[level], self.blocks[level]
        left_ahead, lefts = self.left_ahead[level + 1], _ZERO
        if hand:
            lefts = box(0, least(hand, self.levels(state[6])[level]))
        first = []
        for block in reversed(blocks):
            for left in reversed(lefts):
                cost = self.costs[level] * total(left) if left else 0
                after = done + (cost if self.budget < 0 else block[0])
                if after + ahead > self.most or 0 <= self.budget < spent + cost + left_ahead:
                    continue
                choice = (state, left, 0 if self.budget < 0 else cost, block, 0, after)
                if after + ahead <= self.cost and not left and not block[0]:
                    first.append(choice)
                else:
                    self.choose(max(self.cost, after + ahead), choice)
                if block[1] and state[4] and state[1] + state[2]:
                    self.choose_apart(max(self.cost, after + ahead), choice)
        return first

    def choose(self, cost: int, choice: Choice) -> None:
        """Lay a choice aside until everything cheaper has been gone."""
        if cost in self.choices:
            self.choices[cost].append(choice)
        else:
            self.choices[cost] = [choice]

    def choose_apart(self, cost: int, choice: Choice) -> None:
        """Let jokers continue open sequences that blocks would continue, and these start alone."""
        state, left, spent, block, _, done = choice
        for apart in few(least(block[1], state[1] + state[2]), state[4]):
            if apart:
                self.choose(cost, (state, left, spent, block, apart, done))

    def settled(self, state: State, done: int) -> bool:
        """Find out whether the jokers left are taken up; if not, some stay in hand, if they may."""
        jokers = state[4]
        if state[0] > self.end or fits(state[5], jokers):
            return True
        for stay in range(1, min(jokers, self.in_hand) + 1):
            if fits(state[5], jokers - stay):
                cost = stay * self.costs[-1]
                stays = (self.end + 1, *state[1:4], stay, *state[5:])
                if self.budget < 0:
                    done += cost
                elif state[7] + cost > self.budget:
                    return False
                self.lay_aside((stays, state, 0, 0, 0, 0, 0, 0, 0, done))
                return False
        return False

    def look(self, choice: Choice) -> Look | None:
        """See what a level asks for after a choice; nothing if it cannot be covered."""
        state, left, _, block, apart, _ = choice
        level, ones, twos, longer, jokers, _, low, _, going, active = state
        levels = self.levels(low)
        cards, coming, later = levels[level] - left, levels[level + 1], levels[level + 2]
        starts, ended = block[1], 0
        if self.budget >= 0:
            cards, coming, jokers, ended, going, active = self.beside(state, block, cards, coming)
            if cards < 0:
                return None
            cards -= apart
            starts -= apart
        rest = (cards | GUARDS) - ones - twos
        may = (coming + starts | GUARDS) - ones
        if rest & may & GUARDS == GUARDS:
            rest ^= GUARDS
            may ^= GUARDS
        else:
            rest, may = less(cards, ones + twos), less(coming + starts, ones)
            jokers -= total(ones + twos + rest - cards)
            if jokers < total(less(ones, coming + starts)):
                return None
        if rest == 0:
            return 0, 0, 0, jokers, coming, later, starts, ended, going, active
        difference = (may | GUARDS) - later - starts
        enough = difference & GUARDS
        may -= difference & (enough - (enough >> 5))
        if jokers and level < self.end - 2:
            may += jokers * ONES
        difference = (rest | GUARDS) - longer - may
        enough = difference & GUARDS
        base = difference & (enough - (enough >> 5))
        high = rest
        if starts:
            high = least(rest, less(cards, starts))
            base = least(base, high)
        return rest, base, high, jokers, coming, later, starts, ended, going, active

    def ways(self, choice: Choice) -> Iterator[Way]:
        """Yield every way to cover a level with a choice."""
        look = self.look(choice)
        if look is None:
            return
        rest, base, high, jokers, coming, later, starts, ended, going, active = look
        state, left, cost, block, apart, done = choice
        level, ones, twos, longer, _, room, low, spent, _, _ = state
        level += 1
        spent += cost
        mask = present(left) * _ALL if self.thrifty and left else 0
        found, beside = options(base, high, jokers) if high else NO_GROUP, block[6]
        if block[4] and high:
            found, beside = options_beside(base, high, jokers, block[4]), NO_MELD
        for group, needed, filled in found:
            difference = (rest - group | GUARDS) - longer
            enough = difference & GUARDS
            one = difference & (enough - (enough >> 5))
            spare = longer + one + group - rest
            if spare & mask:
                continue
            kind = ROOM if one or block[1] else both(filled, beside)
            two, long = ones, twos + longer - spare
            if starts:
                one, two, long = assign(one, two, long, starts)
            long += ended
            w = jokers - needed
            if w:
                after = (level, one, two, long, w, both(room, kind), low, spent, going, active)
                way = (after, state, left, group, needed, 0, 0, block[2], apart, done)
                yield from self.with_jokers(way, coming, later, spare)
                continue
            difference = (coming | GUARDS) - one - two
            if difference & GUARDS != GUARDS or ((starts or needed) and less(one, later)):
                continue
            long = least(long, difference ^ GUARDS)
            after = (level, one, two, long, 0, ROOM, low, spent, going, active)
            yield after, state, left, group, needed, 0, 0, block[2], apart, done

    def with_jokers(self, way: Way, coming: int, later: int, spare: int) -> Iterator[Way]:
        """Yield the ways after which jokers are left: this one, and those that lay jokers besides.

        They may continue long sequences to which no card was laid, and at the top start some.
        """
        after, before, stays, group, needed, _, _, bits, apart, done = way
        level, one, two, long, free, room, low, spent, going, active = after
        if total(less(one + two, coming)) + total(less(one, later)) > free:
            return
        cap = less(coming, one + two)
        top = coming + less(later, coming) if level == self.end - 2 else 0
        for goes in few(least(spare, coming), free):
            for begins in few(top, free - total(goes)):
                left = free - total(goes + begins)
                kind = ROOM if begins or not left else room
                long_ones = least(long + goes, cap + left * ONES)
                yield (
                    (level, one + begins, two, long_ones, left, kind, low, spent, going, active),
                    *(before, stays, group, needed, goes, begins, bits, apart, done),
                )

    def beside(
        self, state: State, block: Block, cards: int, coming: int
    ) -> tuple[int, int, int, int, int, int]:
        """Set aside what the blocks take; no cards are left if they cannot have it.

        Give the cards of the level and of the next one that are left, the jokers left, the blocks
        that end on the level, those that go on, and the bits of these.
        """
        level, jokers, going, active = state[0], state[4] - block[5], state[8], state[9] | block[2]
        if self.kept[level]:
            cards += self.kept_at(level, active)
        cards = (cards | GUARDS) - block[3] - going
        ended = 0
        if self.ends[level]:
            active, ended = self.over(level, active)
        going += block[1] - ended
        if self.kept[level + 1]:
            coming += self.kept_at(level + 1, active)
        coming = (coming | GUARDS) - going
        if jokers < 0 or cards & coming & GUARDS != GUARDS:
            return -1, 0, 0, 0, 0, 0
        return cards ^ GUARDS, coming ^ GUARDS, jokers, ended, going, active

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
    taken = least(new, starts)
    more = least(ones, starts - taken)
    return new - taken, ones - more, longer - (starts - taken - more)
