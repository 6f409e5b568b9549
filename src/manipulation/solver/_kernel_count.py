"""How many arrangements there are, without listing them: the sweep over the ranks.

Between two ranks a state says what each suit is open with. Suits with the same cards still to come
are alike, so that a state stands for all orders of them. How many aces of each suit are kept for
the high end is settled at the first rank and asked for at the last: a state has a count for each
choice of them. All its counts lie in one long number, each in a field of its own, so that one
addition serves them all. A free joker that is laid moves them on to the fields of one joker more.
"""

from __future__ import annotations

from manipulation.solver._kernel_packed import LimitReached
from manipulation.solver._kernel_ways import (
    HIGH,
    JOKERS,
    LONG,
    LOW,
    SUITS,
    Lots,
    Stack,
    continued,
    limited,
    short,
    started,
)

KING = 12
GAVE_UP = -1

Ways = list[tuple[int, int, int]]
"""The ways on for a suit: what it is open with after, in its place; how many; free jokers laid."""

Parts = dict[tuple[int, int, int], int]
"""The ways to lay aces of some suits, by what is open after, the choice, and free jokers laid."""

Group = tuple[int, int, int, int, int]
"""Cards of each suit that make groups, naturals and 256 times the jokers; in how many ways."""

States = dict[int, int]
"""The states between two ranks: what the suits are open with, and the counts in their fields."""

_ID = 32
"""Bits of a state for each suit."""
_MASK = (1 << _ID) - 1
_PLACES = (0, 1, 2, 3)


class Count:
    """One count; `visited` tells how many counts it has held, all fields of all states together."""

    limit: int

    def __init__(
        self, naturals: list[int], declared: list[int], free: int, per_meld: int, aces: int
    ) -> None:
        """Take counts packed by rank, the free jokers, and how many jokers one meld may have."""
        self.naturals = naturals
        self.declared = declared
        self.free = free
        self.per_meld = per_meld
        self.one = limited(declared, free, per_meld)
        self.aces = aces
        self.visited = 0
        self.lots: list[Lots] = []
        self.ones: list[int] = []
        self.forced: list[int] = []
        self.numbers: dict[Lots, int] = {}
        self.swaps: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.kept, self.choices = 1, 1
        if aces & HIGH:
            self.kept += max([declared[0] >> suit & 31 for suit in SUITS])
            self.choices = self.kept * (1 + max([naturals[0] >> suit & 31 for suit in SUITS]))
        self.width = self.bits()
        self.field = (1 << self.width) - 1
        self.fields = self.choices**4 * (free + 1)
        self.block = self.width * self.choices**4
        self.whole = (1 << self.block * (free + 1)) - 1

    def bits(self) -> int:
        """Bound the bits of any count by what tells two arrangements apart.

        Where the sequences that meet at a place are taken in a fixed order, it is enough to know
        of each place how many cards are in groups, how many start, and which of the others end
        their sequence; of each rank, how many groups there are; of each joker, where it lies among
        its equals (5 bits); and of a free one, what it stands for (6 bits, and 2 at that place).
        """
        bound = 1 << 13 * self.free
        for rank, naturals in enumerate(self.naturals):
            total = self.free
            for suit in SUITS:
                jokers = self.declared[rank] >> suit & 31
                cards = (naturals >> suit & 31) + jokers
                total += cards
                bound <<= 5 * jokers
                bound *= (4 << cards) - cards - 3
            bound *= total // 3 + 1
        return bound.bit_length()

    def run(self, limit: int) -> int:
        """Count; when more states come than the limit, the answer is `GAVE_UP`."""
        self.limit = limit
        try:
            states = self.merged(0, self.first())
            for rank in range(1, KING + 1):
                states = self.merged(rank, self.step(rank, states))
        except LimitReached:
            return GAVE_UP
        return self.last(states)

    def bound(self, states: int) -> None:
        """Give up where there are more counts than the limit, with so many states more."""
        if self.visited + states * self.fields > self.limit:
            raise LimitReached

    def number(self, lots: Lots) -> int:
        """Give the number that stands for what a suit is open with."""
        found = self.numbers.get(lots)
        if found is None:
            found = self.numbers[lots] = len(self.lots)
            self.lots.append(lots)
            self.ones.append(short(lots, 1))
            self.forced.append(short(lots, 1) + short(lots, 2))
        return found

    def coming(self, rank: int, suit: int) -> int:
        """Bound how many sequences of a suit can go on at a rank; past the king only aces can."""
        if rank <= KING:
            cards = (self.naturals[rank] >> suit & 31) + (self.declared[rank] >> suit & 31)
            return cards + self.free
        return self.free + self.choices if rank == KING + 1 and self.aces & HIGH else 0

    def first(self) -> States:
        """Lay the aces: in groups, at the low end, or kept for the high end."""
        states: States = {}
        stack = Stack(self.naturals[0], self.declared[0], self.free)
        for group, ways in stack.groups(self.per_meld, self.limit).items():
            parts: Parts = {(0, 0, 0): ways}
            for place in _PLACES:
                parts = self.with_aces(place, group, parts)
            for (state, choice, laid), count in parts.items():
                moved = count << self.block * laid + self.width * choice
                states[state] = states.get(state, 0) + moved
                self.bound(len(states))
        return states

    def with_aces(self, place: int, group: int, parts: Parts) -> Parts:
        """Lay the aces of one more suit that are not in groups."""
        suit = SUITS[place]
        plain = (self.naturals[0] >> suit & 31) - (group >> suit & 31)
        wild = (self.declared[0] >> suit & 31) - (group >> suit + JOKERS & 31)
        room = min(self.coming(1, suit), self.coming(2, suit)) if self.aces & LOW else 0
        found: Parts = {}
        for low in range(min(plain, room) + 1):
            most = max(wild, 0) + self.free if self.per_meld else 0
            for joined in range(min(most, room - low) + 1):
                high, waits, laid = plain - low, max(0, wild - joined), max(0, joined - wild)
                if not self.aces & HIGH and high + waits:
                    continue
                state = self.number(started(low, joined, self.one)) << _ID * place
                choice = (high * self.kept + waits) * self.choices**place
                for (others, chosen, used), count in parts.items():
                    if used + laid <= self.free:
                        part = (others | state, chosen + choice, used + laid)
                        found[part] = found.get(part, 0) + count
        return found

    def step(self, rank: int, states: States) -> States:
        """Lay the cards of one rank."""
        stack = Stack(self.naturals[rank], self.declared[rank], self.free)
        groups: list[Group] = []
        for group, count in stack.groups(self.per_meld, self.limit).items():
            one, two, three, four = [
                group >> suit & 31 | (group >> suit + JOKERS & 31) << 8 for suit in SUITS
            ]
            groups.append((one, two, three, four, count))
        grouped = [{group[place] for group in groups} for place in _PLACES]
        known: list[dict[int, dict[int, Ways]]] = [{}, {}, {}, {}]
        found: States = {}
        for state, value in states.items():
            ways: list[dict[int, Ways]] = []
            for place in _PLACES:
                number = state >> _ID * place & _MASK
                if number not in known[place]:
                    known[place][number] = self.ways(rank, place, number, grouped[place])
                ways.append(known[place][number])
            self.lay(groups, ways, self.moved(value), found)
        return found

    def moved(self, value: int) -> list[int]:
        """Move the counts to the fields of one free joker more, as often as there are any."""
        found = [value]
        for _ in range(self.free):
            value = value << self.block & self.whole
            found.append(value)
        return found

    def ways(self, rank: int, place: int, number: int, grouped: set[int]) -> dict[int, Ways]:
        """List the ways on for one suit, by which of its cards are in groups."""
        suit = SUITS[place]
        naturals, declared = self.naturals[rank] >> suit & 31, self.declared[rank] >> suit & 31
        coming, later = self.coming(rank + 1, suit), self.coming(rank + 2, suit)
        found: dict[int, Ways] = {}
        for group in grouped:
            plain, wild = naturals - (group & 31), declared - (group >> 8)
            listed: Ways = []
            for joined in range(max(0, wild), max(0, wild + self.free) + 1):
                after = continued(self.lots[number], plain, joined, self.per_meld, self.one)
                for lots, ways in after.items():
                    new = self.number(lots)
                    if self.ones[new] <= later and self.forced[new] <= coming:
                        listed.append((new << _ID * place, ways, joined - wild))
            if listed:
                found[group] = listed
        return found

    def lay(
        self, groups: list[Group], ways: list[dict[int, Ways]], values: list[int], found: States
    ) -> None:
        """Add up what comes of one state, whatever is in groups and however each suit goes on."""
        clubs, diamonds, hearts, spades = ways
        free, room = self.free, (self.limit - self.visited) // self.fields
        for one, two, three, four, times in groups:
            if one in clubs and two in diamonds and three in hearts and four in spades:
                for club, of_clubs, used in clubs[one]:
                    for diamond, of_diamonds, more in diamonds[two]:
                        for heart, of_hearts, still in hearts[three]:
                            if len(found) > room:
                                raise LimitReached
                            state, laid = club | diamond | heart, used + more + still
                            number = times * of_clubs * of_diamonds * of_hearts
                            for spade, of_spades, last in spades[four] if laid <= free else ():
                                if laid + last <= free and values[laid + last]:
                                    new = state | spade
                                    value = values[laid + last] * (number * of_spades)
                                    found[new] = found.get(new, 0) + value

    def merged(self, rank: int, states: States) -> States:
        """Sort the suits with the same cards still to come, and add up what becomes one state."""
        self.visited += len(states) * self.fields
        self.bound(0)
        pairs = self.alike(rank)
        if not pairs:
            return states
        found: States = {}
        while states:
            state, value = states.popitem()
            for place, other in pairs:
                difference = (state >> _ID * place & _MASK) - (state >> _ID * other & _MASK)
                if difference > 0:
                    state += (difference << _ID * other) - (difference << _ID * place)
                    value = self.swapped(value, place, other)
            found[state] = found.get(state, 0) + value
        return found

    def alike(self, rank: int) -> list[tuple[int, int]]:
        """List the pairs of suits with the same cards past a rank; swapped in order, they sort."""
        rows = [
            [
                (self.naturals[later] >> suit & 31, self.declared[later] >> suit & 31)
                for later in range(rank + 1, KING + 1)
            ]
            for suit in SUITS
        ]
        return [
            (place, other)
            for place in _PLACES
            for other in range(place + 1, len(SUITS))
            if rows[place] == rows[other]
        ]

    def swapped(self, value: int, place: int, other: int) -> int:
        """Swap what two suits keep for the high end, in every field of a value."""
        if (place, other) not in self.swaps:
            self.swaps[place, other] = self.masks(place, other)
        found = 0
        for shift, mask in self.swaps[place, other]:
            found |= (value & mask) << shift if shift > 0 else (value & mask) >> -shift
        return found

    def masks(self, place: int, other: int) -> list[tuple[int, int]]:
        """List by how many bits a swap moves fields up or down, and which fields it moves so."""
        by_shift: dict[int, int] = {}
        one, two = self.choices**place, self.choices**other
        for field in range(self.fields):
            difference = field // two % self.choices - field // one % self.choices
            shift = difference * (one - two) * self.width
            by_shift[shift] = by_shift.get(shift, 0) | self.field << field * self.width
        return list(by_shift.items())

    def last(self, states: States) -> int:
        """Lay the aces kept for the high end, and add up all that is then covered."""
        known: dict[tuple[int, int], list[int]] = {}
        total = 0
        for state, value in states.items():
            parts: list[tuple[int, list[int]]] = [(0, [1])]
            for place in reversed(_PLACES):
                number = state >> _ID * place & _MASK
                more: list[tuple[int, list[int]]] = []
                for choice in range(self.choices):
                    if (number, choice) not in known:
                        known[number, choice] = self.ended(number, choice)
                    ends = known[number, choice]
                    if ends:
                        for chosen, ways in parts:
                            more.append((chosen * self.choices + choice, both(ways, ends)))
                parts = more
            for choice, ways in parts:
                for laid, count in enumerate(ways[: self.free + 1]):
                    start = (self.free - laid) * self.block + choice * self.width
                    total += count * (value >> start & self.field)
        return total

    def ended(self, number: int, choice: int) -> list[int]:
        """Count the ways to end a suit with the aces kept for it, by how many free jokers join."""
        plain, wild = divmod(choice, self.kept)
        found: list[int] = []
        for joined in range(wild, wild + (self.free if self.aces & HIGH else 0) + 1):
            after = continued(self.lots[number], plain, joined, self.per_meld, self.one)
            found.append(sum([ways for lots, ways in after.items() if not lots or lots[0] >= LONG]))
        return found if any(found) else []


def both(ways: list[int], others: list[int]) -> list[int]:
    """Combine the ways of two parts, by how many free jokers they take together."""
    found = [0] * (len(ways) + len(others) - 1)
    for one, count in enumerate(ways):
        for two, number in enumerate(others):
            found[one + two] += count * number
    return found
