"""All arrangements, one after another: a walk over the ranks that never runs into a dead end.

At each rank the groups are chosen first, then how the sequences of each suit go on. A choice after
which the rest cannot be covered is passed over. Whether it can depends on little: how many
sequences of each suit are open with one card, with two, and with more; and, where melds are limited
in their jokers, on how many jokers these hold. What was found out is remembered, up to a bound.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from manipulation.solver._kernel_packed import (
    GUARDS,
    ONES,
    LimitReached,
    box,
    least,
    less,
    options,
    total,
)
from manipulation.solver._kernel_ways import (
    BOTH_ENDS,
    JOKERS,
    LONG,
    LOW,
    SUITS,
    Lots,
    Stack,
    continued,
    group_types,
    limited,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FACES = 52
NO_LIMIT = 1 << 60

Meld = tuple[int, ...]
"""The cards of a meld: naturals by rank, then suit; from 52 on the jokers that stand for them."""

Open = tuple[tuple[Meld, int], ...]
"""The open sequences of a suit, each with how many there are of it."""

Going = tuple[tuple[Open, ...], list[Meld], int]
"""A way on: what is open after, the melds that have ended, the free jokers left."""

_REMEMBERED = 1 << 16
_LONG = 3
_WHOLE_GROUPS = (3, 4, 6, 7, 8)
_FIVE = 5
_PLACES = (0, 1, 2, 3)


class Walk:
    """The walk over some levels; `ranks` says which rank each of them is.

    When more than `limit` states have been visited it raises `LimitReached`.
    """

    def __init__(
        self, ranks: list[int], naturals: list[int], declared: list[int], per_meld: int, one: int
    ) -> None:
        """Take counts packed by level; `one` is what a joker counts towards the limit of a meld."""
        self.ranks = ranks
        self.end = len(ranks)
        self.naturals = naturals
        self.declared = declared
        self.faces = [count + more for count, more in zip(naturals, declared, strict=True)]
        self.faces += [0, 0]
        self.per_meld = per_meld
        self.one = one
        self.room = _REMEMBERED
        self.limit = NO_LIMIT
        self.visited = 0
        self.known: dict[tuple[int, int, int, int, int], bool] = {}
        self.grouped: dict[tuple[int, int], list[int]] = {}
        self.known_lots: dict[tuple[int, tuple[Lots, ...], int], bool] = {}

    def tables(
        self, level: int, opened: tuple[Open, ...], free: int, laid: list[Meld]
    ) -> Iterator[list[Meld]]:
        """Yield every way to cover what is left from a level on, with what is laid already."""
        if level == self.end:
            yield laid + [cards for suit in opened for cards, count in suit for _ in range(count)]
            return
        stack = Stack(self.naturals[level], self.declared[level], free)
        kinds = [kind for kind in group_types(self.per_meld) if stack.holds(kind)]
        for groups in groupings(stack, kinds, 0, 0):
            melds = laid + [self.group(level, kind) for kind in groups]
            for after, ended, left in self.goings(level, 0, opened, sum(groups), free):
                if self.can_go_on(level + 1, after, left):
                    yield from self.tables(level + 1, after, left, melds + ended)

    def group(self, level: int, kind: int) -> Meld:
        """Name the cards of a group."""
        face = 4 * self.ranks[level]
        return tuple(
            [
                face + place + FACES * joker
                for place, suit in enumerate(SUITS)
                for joker in (0, 1)
                if kind >> suit + JOKERS * joker & 1
            ]
        )

    def goings(
        self, level: int, place: int, opened: tuple[Open, ...], grouped: int, free: int
    ) -> Iterator[Going]:
        """Yield every way on for the suits from a place on, so many cards being in groups."""
        if place == len(SUITS):
            yield (), [], free
            return
        suit, face = SUITS[place], 4 * self.ranks[level] + place
        plain = (self.naturals[level] >> suit & 31) - (grouped >> suit & 31)
        wild = (self.declared[level] >> suit & 31) - (grouped >> suit + JOKERS & 31)
        for joined in range(max(0, wild), wild + free + 1):
            left = free - joined + wild
            for after, ended in self.spread(opened[place], 0, plain, joined, face):
                if self.may_stay_open(level, suit, after, left):
                    for others, more, last in self.goings(level, place + 1, opened, grouped, left):
                        yield (after, *others), ended + more, last

    def spread(
        self, lots: Open, at: int, plain: int, joined: int, face: int
    ) -> Iterator[tuple[Open, list[Meld]]]:
        """Yield every way to lay so many naturals and jokers at the open sequences of a suit.

        Those that go on come before those that end, those with a natural before those with a joker.
        """
        new: list[tuple[Meld, int]] = []
        if at == len(lots):
            started = (((face,), plain), ((face + FACES,), joined))
            yield tuple([lot for lot in started if lot[1]]), []
            return
        cards, count = lots[at]
        full = sum([card >= FACES for card in cards]) == self.per_meld
        for naturals in range(min(count, plain), -1, -1):
            most = 0 if full else min(count - naturals, joined)
            fewest = 0 if len(cards) >= _LONG else count - naturals
            for jokers in range(most, fewest - 1, -1):
                new = [((*cards, face), naturals)] if naturals else []
                if jokers:
                    new.append(((*cards, face + FACES), jokers))
                ended = [cards] * (count - naturals - jokers)
                for after, more in self.spread(
                    lots, at + 1, plain - naturals, joined - jokers, face
                ):
                    yield (*new, *after), ended + more

    def may_stay_open(self, level: int, suit: int, lots: Open, free: int) -> bool:
        """Tell whether the next two levels have cards enough for the sequences that must go on."""
        if level + 1 >= self.end:
            return all(len(cards) >= _LONG for cards, _ in lots)
        short = sum([count for cards, count in lots if len(cards) < _LONG])
        return short <= (self.faces[level + 1] >> suit & 31) + free

    def can_go_on(self, level: int, opened: tuple[Open, ...], free: int) -> bool:
        """Tell whether all that is left from a level on can be covered."""
        if self.one:
            return self.lots_can(level, tuple([lots_of(suit) for suit in opened]), free)
        counts = [0, 0, 0, 0]
        for place, suit in enumerate(SUITS):
            for cards, count in opened[place]:
                counts[min(len(cards), _LONG)] += count << suit
        return self.can(level, counts[1], counts[2], counts[3], free)

    def can(self, level: int, ones: int, twos: int, longer: int, free: int) -> bool:
        """Tell the same by how many sequences of each suit are open with one card, two, and more.

        A longer sequence goes on if it can: one that starts instead could as well be its rest.
        """
        if level == self.end:
            return free == 0
        state = (level, ones, twos, longer, free)
        if state not in self.known:
            self.count_one()
            if len(self.known) >= self.room:
                self.known.clear()
            # Three jokers and more can lie in groups of their own, five in a sequence.
            apart = free in _WHOLE_GROUPS or (free == _FIVE and level + free <= self.end)
            apart = apart and self.can(level, ones, twos, longer, 0)
            self.known[state] = apart or any(
                self.can(level + 1, new, ones, long, left)
                for new, long, left in self.steps(level, ones, twos, longer, free)
            )
        return self.known[state]

    def count_one(self) -> None:
        """Count a state that is visited."""
        self.visited += 1
        if self.visited > self.limit:
            raise LimitReached

    def steps(
        self, level: int, ones: int, twos: int, longer: int, free: int
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the ways on that matter: new sequences, long ones, free jokers left."""
        for extra in box(0, free * ONES):
            left = free - total(extra)
            rest = (self.faces[level] + extra | GUARDS) - ones - twos
            if left < 0 or rest & GUARDS != GUARDS:
                continue
            rest ^= GUARDS
            coming = self.faces[level + 1] + (left * ONES if level + 1 < self.end else 0)
            later = self.faces[level + 2] + (left * ONES if level + 2 < self.end else 0)
            if ((coming | GUARDS) - ones) & GUARDS != GUARDS:
                continue
            starts = least(less(coming, ones), later)
            for group, _, _ in options(less(less(rest, longer), starts), rest, 0):
                new = less(rest - group, longer)
                yield new, twos + rest - group - new, left

    def lots_can(self, level: int, opened: tuple[Lots, ...], free: int) -> bool:
        """Tell whether the rest can be covered where melds are limited in their jokers."""
        if level == self.end:
            return free == 0
        state = (level, opened, free)
        if state not in self.known_lots:
            self.count_one()
            if len(self.known_lots) >= self.room:
                self.known_lots.clear()
            self.known_lots[state] = any(
                self.lots_can(level + 1, after, left)
                for group in self.groups(level, free)
                for after, left in self.lots_after(level, 0, opened, group, free)
            )
        return self.known_lots[state]

    def groups(self, level: int, free: int) -> list[int]:
        """List the choices of cards for groups on a level, those of the most cards first."""
        if (level, free) not in self.grouped:
            stack = Stack(self.naturals[level], self.declared[level], free)
            self.grouped[level, free] = list(
                stack.groups(self.per_meld, self.limit - self.visited)
            )[::-1]
        return self.grouped[level, free]

    def lots_after(
        self, level: int, place: int, opened: tuple[Lots, ...], grouped: int, free: int
    ) -> Iterator[tuple[tuple[Lots, ...], int]]:
        """Yield what the suits from a place on can be open with after a level."""
        if place == len(SUITS):
            yield (), free
            return
        suit = SUITS[place]
        plain = (self.naturals[level] >> suit & 31) - (grouped >> suit & 31)
        wild = (self.declared[level] >> suit & 31) - (grouped >> suit + JOKERS & 31)
        for joined in range(wild + free, max(0, wild) - 1, -1):
            left = free - joined + wild
            ways = continued(opened[place], plain, joined, self.per_meld, self.one)
            for after in list(ways)[::-1]:
                short = sum([lot & 255 for lot in after if lot < LONG])
                more = left if level + 1 < self.end else 0
                if short <= (self.faces[level + 1] >> suit & 31) + more:
                    for others, last in self.lots_after(level, place + 1, opened, grouped, left):
                        yield (after, *others), last


def lots_of(suit: Open) -> Lots:
    """Forget of open sequences all but their length, their jokers, and how many are alike."""
    return tuple(
        sorted(
            [
                min(len(cards), _LONG) << 16 | sum([card >= FACES for card in cards]) << 8 | count
                for cards, count in suit
            ]
        )
    )


def groupings(stack: Stack, kinds: list[int], at: int, cards: int) -> Iterator[list[int]]:
    """Yield every choice of groups from a kind on, those with fewer of it first."""
    if at == len(kinds):
        yield []
        return
    chosen: list[int] = []
    while stack.holds(cards):
        for others in groupings(stack, kinds, at + 1, cards):
            yield chosen + others
        chosen = [*chosen, kinds[at]]
        cards += kinds[at]


def low_aces(naturals: int, declared: int, free: int, per_meld: int) -> list[list[tuple[int, int]]]:
    """List for each suit how many naturals and jokers can be aces at the low end."""
    return [
        [
            (plain, wild)
            for plain in range((naturals >> suit & 31) + 1)
            for wild in range((declared >> suit & 31) + free + 1)
            if wild == 0 or per_meld
        ]
        for suit in SUITS
    ]


def arrangements(  # noqa: PLR0913, PLR0917 -- the cards by kind, the rules, and the limit
    naturals: list[int], declared: list[int], free: int, per_meld: int, aces: int, limit: int
) -> Iterator[list[Meld]]:
    """Yield all arrangements of cards packed by rank, each as a list of melds."""
    visited, one = 0, limited(declared, free, per_meld)
    if one and per_meld == 0:
        return
    ranks = list(range(13)) if aces == LOW else [*range(1, 13), 0]
    choices = [[(0, 0)]] * 4
    if aces == BOTH_ENDS:
        choices = low_aces(naturals[0], declared[0], free, per_meld)
    for low in product(*choices):
        kept, waiting, left = naturals[0], declared[0], free
        opened: list[Open] = []
        for place, (plain, wild) in enumerate(low):
            here = declared[0] >> SUITS[place] & 31
            kept -= plain << SUITS[place]
            waiting -= min(wild, here) << SUITS[place]
            left -= max(0, wild - here)
            lots = (((place,), plain), ((place + FACES,), wild))
            opened.append(tuple([lot for lot in lots if lot[1]]))
        if left >= 0:
            faces = [*naturals[1:], kept] if ranks[0] else naturals
            jokers = [*declared[1:], waiting] if ranks[0] else declared
            walk = Walk(ranks, faces, jokers, per_meld, one)
            walk.limit = limit - visited
            if walk.can_go_on(0, tuple(opened), left):
                yield from walk.tables(0, tuple(opened), left, [])
            visited += walk.visited
