"""The least that must stay in hand where a meld holds only so many jokers.

The sweep over the ranks, as where jokers are free, but between two levels each open sequence counts
with the jokers in it. A free joker goes only where a meld needs one. What is left over is taken up
at the end by melds that hold fewer than they may: `slack` is how many these can take up less the
jokers not yet laid, and once that is not negative it can be forgotten.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_limited_front import Front
from manipulation.solver._kernel_limited_group import Span, spans
from manipulation.solver._kernel_limited_lay import Layout, melds_of_jokers
from manipulation.solver._kernel_limited_suit import LONG, ONE, Cell, Opened, Suits, Way

if TYPE_CHECKING:
    from collections.abc import Iterator

State = tuple[int, tuple[int, ...], Opened, Opened, Opened, Opened, int, int]
"""Level; low aces of each suit, sixteen times the jokers plus the naturals; open sequences of each
suit; free jokers not laid; slack."""

Step = tuple[State, tuple[Way, ...], int, int]
"""How a state was reached: from which; how each suit was covered; free jokers that went into
groups, or at the end stay in hand; the cost so far."""

Four = tuple[list[Way], list[Way], list[Way], list[Way]]
"""For each suit the ways that lay its cards alike, but for which sequences go on."""

_SUITS: Final = range(4)
_MELD: Final = 3
_PATIENCE: Final = 100
"""How many states a search may visit before it is worth looking ahead, or while doing so."""
_STEPS: Final = 1_000
"""How many ways on are looked at for each state that may be visited, at most."""
_MANY: Final = 1 << 40
_ANY: Final = -1
"""Instead of a choice of low aces: any, so that no ace must lie high."""
_NOWHERE: Final[State] = (-1, (), (), (), (), (), 0, 0)


class Lot:
    """Cards to arrange: naturals that must lie, jokers that stand for a card, naturals that may.

    These are counts of the 52 cards. `free` jokers more must lie, and `in_hand` may. There are no
    more than eight jokers in all.
    """

    def __init__(self, lies: bytes, fixed: bytes, may: bytes, free: int, in_hand: int) -> None:
        """Take the counts."""
        self.lies = lies
        self.fixed = fixed
        self.may = may
        self.free = free
        self.in_hand = in_hand


class Limited:
    """One search; `costs` says what a card left in hand costs by rank, and last a joker.

    After a `run` that found an answer, `cost` is what stays in hand at least, `stays` counts these
    cards, the jokers last, and `melds` holds a block of 105 counts for each meld. After `limit`
    states a run gives up: `exhausted` tells that, and then it has found out nothing.
    """

    visited: int
    steps: int
    exhausted: bool
    stopped: bool
    cost: int
    stays: bytes
    melds: list[bytes]
    ahead: list[list[int]]
    came: dict[State, Step]
    fronts: dict[tuple[int, tuple[int, ...]], Front]
    buckets: dict[int, list[tuple[State, Step, int]]]

    def __init__(self, lot: Lot, ace: str, per_meld: int, costs: list[int], limit: int) -> None:
        """Lay the cards out by suit and level, those left out that no meld can take."""
        self.lot = lot
        self.jokers = lot.free + lot.in_hand
        self.per_meld = min(per_meld, self.jokers + sum(lot.fixed))
        self.limit = limit
        self.ranks = [*range(13)] if ace == "low" else [*range(1, 13), 0]
        self.low = ace == "high_or_low"
        self.end = len(self.ranks)
        self.by_rank = costs
        self.may = bytearray(lot.may)
        self.suits = Suits(self.per_meld)
        self.spans_of: dict[tuple[int, int, int, int], list[Span]] = {}
        self.leave_out()
        self.rows = [self.row(suit) for suit in _SUITS]
        self.cells: dict[tuple[int, int], list[Cell]] = {}

    def leave_out(self) -> None:
        """Take the cards in hand that no meld can take out of those that may lie."""
        before = -1
        while before != sum(self.may):
            before = sum(self.may)
            here = [
                bool(self.lot.lies[face] + self.lot.fixed[face] + self.may[face])
                for face in range(52)
            ]
            for face in range(52):
                if self.may[face] and not self.can_lie(face, here):
                    self.may[face] = 0

    def can_lie(self, face: int, here: list[bool]) -> bool:
        """Tell whether a card and others here make a meld with the jokers that one can have."""
        enough = _MELD - min(self.jokers, self.per_meld)
        rank, suit = divmod(face, 4)
        ranks = [*([0] if self.low else []), *self.ranks]
        row = [here[4 * other + suit] for other in ranks]
        if sum(here[4 * rank : 4 * rank + 4]) >= enough:
            return True
        return any(
            rank in ranks[at : at + _MELD] and sum(row[at : at + _MELD]) >= enough
            for at in range(len(ranks) - _MELD + 1)
        )

    def row(self, suit: int) -> list[tuple[int, int, int]]:
        """Count a suit by level: what must lie, what may, fixed jokers; two empty levels behind."""
        faces = [4 * rank + suit for rank in self.ranks]
        return [
            *[(self.lot.lies[face], self.may[face], self.lot.fixed[face]) for face in faces],
            (0, 0, 0),
            (0, 0, 0),
        ]

    def cells_of(self, suit: int, low: int) -> list[Cell]:
        """List the cells of a suit, its low aces taken away."""
        key = (suit, low)
        found = self.cells.get(key)
        if found is None:
            row = self.rows[suit][:]
            lies, may, fixed = row[self.end - 1]
            if low == _ANY:
                row[self.end - 1] = (0, lies + may + fixed, 0)
            else:
                rest = lies - (low & 15)
                row[self.end - 1] = (max(0, rest), may + min(0, rest), fixed - (low >> 4))
            found = []
            for level in range(self.end):
                here, coming, later = row[level], row[level + 1], sum(row[level + 2])
                to_go = min(self.end - level, _MELD + 1)
                found.append((*here, coming[0] + coming[1], coming[2], later, to_go))
            self.cells[key] = found
        return found

    def starts(self) -> list[State]:
        """List a state for each choice of aces that start a sequence below the first level."""
        choices = []
        for row in self.rows:
            lies, may, fixed = row[self.end - 1] if self.low else (0, 0, 0)
            room = min(sum(row[0]), sum(row[1])) + self.jokers
            choices.append(
                [
                    16 * jokers + naturals
                    for naturals in range(lies + may + 1)
                    for jokers in range(fixed + 1)
                    if naturals + jokers <= room
                ]
            )
        slack = -self.jokers
        found: list[State] = []
        for low in product(*choices):
            clubs, diamonds, hearts, spades = [
                (ONE,) * (ace & 15) + (ONE + 1,) * (ace >> 4) for ace in low
            ]
            found.append((0, low, clubs, diamonds, hearts, spades, self.jokers, slack))
        return found

    def run(self, most: int) -> bool:
        """Find the least cost of what stays in hand, if it is no more than `most`.

        Only a search that drags on is worth looking ahead for; then it begins anew.
        """
        self.visited, self.steps = 0, min(self.limit, _MANY) * _STEPS
        self.ahead = [[0] * (self.jokers + 1) for _ in range(self.end + 2)]
        surely = 0
        for face in range(52):
            surely += self.by_rank[face // 4] * (self.lot.may[face] - self.may[face])
        goal = self.search(self.starts(), surely, most, _PATIENCE)
        if self.stopped and self.visited < self.limit:
            self.look_ahead(most)
            goal = self.search(self.starts(), surely, most, self.limit)
        self.exhausted = self.stopped
        if goal is None:
            return False
        self.answer(goal)
        return True

    def look_ahead(self, most: int) -> None:
        """Bound from below what is to come at each level, for each number of free jokers.

        The rest by itself, with a long sequence open for each card of the level before, is no
        dearer than it can be after any beginning. Aces cost nothing here: some may lie low.
        """
        for level in range(self.end - 1, 0, -1):
            for jokers in range(self.jokers + 1):
                opened = []
                for row in self.rows:
                    lies, may, fixed = row[level - 1]
                    more = fixed + self.jokers - jokers
                    room = sum(row[level]) + jokers
                    opened.append(((LONG,) * (lies + may) + (LONG + 1,) * more)[:room])
                clubs, diamonds, hearts, spades = opened
                low = (_ANY,) * 4 if self.low else (0,) * 4
                start = (level, low, clubs, diamonds, hearts, spades, jokers, 0)
                goal = self.search([start], 0, most, _PATIENCE)
                known = goal is not None or self.stopped
                self.ahead[level][jokers] = self.cost if known else most + 1
                if self.ahead[level][jokers] == 0:
                    break

    def search(self, starts: list[State], done: int, most: int, patience: int) -> State | None:
        """Find the cheapest way to the end, unless it takes too many states: then it is stopped."""
        self.came, self.fronts, self.buckets = {}, {}, {}
        buckets, last = self.buckets, min(self.visited + patience, self.limit)
        self.stopped = False
        self.cost = 0
        for state in reversed(starts):
            self.put(state, (_NOWHERE, (), 0, done), most)
        while buckets:
            self.cost = min(buckets)
            stack = buckets[self.cost]
            while stack:
                state, step, part = stack.pop()
                if part == 0:
                    if not self.is_new(state, step[3]):
                        continue
                    self.came[state] = step
                    if state[0] > self.end:
                        return state
                if self.visited >= last:
                    self.stopped = True
                    return None
                self.visited += 1
                if state[0] == self.end:
                    self.finish(state, step[3], most)
                else:
                    self.enter(state, step, part, most)
            del buckets[self.cost]
        return None

    def put(self, state: State, step: Step, most: int) -> None:
        """Lay a state aside until everything cheaper has been tried."""
        cost = max(self.cost, step[3] + self.ahead[state[0]][state[6]])
        if cost <= most:
            self.buckets.setdefault(cost, []).append((state, step, 0))

    def is_new(self, state: State, done: int) -> bool:
        """Find out whether no state entered before can do all that this one can as cheaply."""
        key = (state[0], state[1])
        front = self.fronts.get(key)
        if front is None:
            front = self.fronts[key] = Front(self.suits)
        return front.enter(state[2:6], (state[6], state[7], -done))

    def enter(self, state: State, step: Step, part: int, most: int) -> None:
        """Lay out ways on from a state, the most promising on top.

        It is done in parts, the rest laid aside: for each number of cards left in hand first the
        ways that use no joker, then those that do.
        """
        level, low, jokers, done = state[0], state[1], state[6], step[3]
        left, with_jokers = part >> 1, part & 1 == 1
        cells = [self.cells_of(suit, low[suit])[level] for suit in _SUITS]
        price = 0 if low[0] == _ANY and level == self.end - 1 else self.by_rank[self.ranks[level]]
        more = part + 1 if jokers and not with_jokers else 2 * left + 2
        if more >> 1 <= cells[0][1] + cells[1][1] + cells[2][1] + cells[3][1]:
            cost = max(self.cost, done + price * (more >> 1))
            if cost <= most:
                self.buckets.setdefault(cost, []).append((state, step, more))
        choices = [
            self.suits.ways(cells[suit], opened, jokers, needy=state[7] < 0)
            for suit, opened in enumerate(state[2:6])
        ]
        found: list[tuple[State, Step]] = []
        for one, two, three, four in self.choices(choices, left):
            groups = self.spans((one[0], two[0], three[0], four[0]), jokers)
            if groups and (with_jokers or groups[0][0] == 0):
                self.steps -= len(one) * len(two) * len(three) * len(four)
                if self.steps < 0:
                    break
                for ways in product(one, two, three, four):
                    self.lead_on(state, ways, groups, done + price * left, found)
        if self.steps < 0:
            self.visited = self.limit
        found.sort(key=promise)
        for after, way in found:
            if (after[6] < jokers) == with_jokers:
                self.put(after, way, most)

    def choices(self, ways: list[list[list[Way]]], left: int) -> Iterator[Four]:
        """Yield the ways of the suits that leave so many cards in hand between them."""
        for one, two, three, four in product(*ways):
            self.steps -= 1
            if self.steps < 0:
                return
            if one[0].left + two[0].left + three[0].left + four[0].left == left:
                yield one, two, three, four

    def lead_on(
        self,
        state: State,
        ways: tuple[Way, Way, Way, Way],
        groups: list[Span],
        cost: int,
        found: list[tuple[State, Step]],
    ) -> None:
        """Add the states that the ways of the suits lead to."""
        level, low, _, _, _, _, jokers, slack = state
        one, two, three, four = ways
        jokers -= one.used + two.used + three.used + four.used
        need = one.need + two.need + three.need + four.need
        if need > jokers:
            return
        slack += one.gain + two.gain + three.gain + four.gain + state[6] - jokers
        for few, many in groups:
            free = jokers - few
            if free >= need:
                left = min(0, slack + many) if free else 0
                after = (level + 1, low, one.after, two.after, three.after, four.after, free, left)
                found.append((after, (state, ways, few, cost)))

    def spans(self, ways: tuple[Way, ...], jokers: int) -> list[Span]:
        """List how many jokers the cards set aside for groups can have."""
        one, two, three, four = ways
        fixed = one.fixed + two.fixed + three.fixed + four.fixed
        sizes = (
            one.group + one.fixed,
            two.group + two.fixed,
            three.group + three.fixed,
            four.group + four.fixed,
        )
        key = (sum(sizes), max(sizes), fixed, jokers)
        found = self.spans_of.get(key)
        if found is None:
            found = spans(key[0], key[1], fixed, self.per_meld, jokers)
            self.spans_of[key] = found
        return found

    def finish(self, state: State, done: int, most: int) -> None:
        """See which jokers stay in hand because no meld takes them up."""
        jokers, slack = state[6], state[7]
        for stay in range(min(self.lot.in_hand, jokers) + 1):
            if melds_of_jokers(jokers - stay, -slack - stay, self.per_meld) >= 0:
                after = (self.end + 1, *state[1:6], jokers - stay, 0)
                self.put(after, (state, (), stay, done + stay * self.by_rank[13]), most)
                break

    def answer(self, goal: State) -> None:
        """Read the answer off the way to the end."""
        path = []
        first, state = goal, goal
        while state[0] >= 0:
            path.append(self.came[state])
            first, state = state, path[-1][0]
        layout = Layout(self.ranks, self.per_meld, first[2:6])
        stays = bytearray(53)
        for face in range(52):
            stays[face] = self.lot.may[face] - self.may[face]
        stays[52] = path[0][2]
        for before, ways, free, _ in reversed(path[1:-1]):
            layout.step(before[0], ways, free, before[6])
            for suit, way in enumerate(ways):
                stays[4 * self.ranks[before[0]] + suit] += way.left
        self.stays = bytes(stays)
        self.melds = layout.melds(goal[6])


def promise(found: tuple[State, Step]) -> tuple[int, int]:
    """Rank by jokers not laid, the more so if they can be taken up; then by cards not in groups."""
    state, step = found
    return 2 * state[6] + state[7], -sum([way.group for way in step[1]])
