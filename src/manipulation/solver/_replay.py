"""From the path that a search has found to the melds that lie at its end.

The search counts sequences, it does not name them. Here its steps are done again with a list of
slots for each sequence, so that at the end every meld is known by the places that it fills.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from manipulation.solver._kernel_packed import box, largest, least, options, total

if TYPE_CHECKING:
    from collections.abc import Mapping

    from manipulation.cards import Cards
    from manipulation.solver._kernel_best import Cover, State, Step

SUITS = (0, 1, 2, 3)
SMALL_GROUP = 3


def of_suit(packed: int, suit: int) -> int:
    """Give one of the four counts."""
    return packed >> 8 * suit & 31


@frozen
class Slot:
    """A place in a meld: on which level, of which suit, and what lies there.

    A `free` joker may stand for any card. A slot of a `block` holds the card of an old meld.
    """

    level: int
    suit: int
    free: bool = False
    block: bool = False


@define
class Laid:
    """A meld in the making: its slots, and the places of the old melds that it keeps together."""

    slots: list[Slot]
    is_group: bool = False
    blocks: list[int] = field(factory=list)


@frozen
class OldMeld:
    """A meld of the old table as the sweep sees it: its slots by level; a low ace lies on -1."""

    is_group: bool
    slots: tuple[Slot, ...]
    cards: Cards
    places: tuple[int, ...]
    """The places of its cards among the counts of a `Cards`, as many as there are cards."""

    @property
    def start(self) -> int:
        """The level on which it starts."""
        return self.slots[0].level

    @property
    def end(self) -> int:
        """The level on which it ends."""
        return self.slots[-1].level

    @property
    def held(self) -> int:
        """How many free jokers lie in it."""
        return sum(slot.free for slot in self.slots)

    @property
    def lacking(self) -> int:
        """The suit that a group of three lacks, packed; none for any other meld."""
        if not self.is_group or len(self.slots) != SMALL_GROUP:
            return 0
        return 1 << 8 * (sum(SUITS) - sum(slot.suit for slot in self.slots))


def _no_melds() -> list[list[Laid]]:
    return [[] for _ in SUITS]


@define
class Replay:
    """One path done again, level by level."""

    cover: Cover
    old: Mapping[int, OldMeld]
    """The melds of the old table by their place on it, which is also their bit in a state."""
    melds: list[Laid] = field(factory=list)
    ones: list[list[Laid]] = field(factory=_no_melds)
    twos: list[list[Laid]] = field(factory=_no_melds)
    longer: list[list[Laid]] = field(factory=_no_melds)
    going: dict[int, Laid] = field(factory=dict)
    """The sequences that an old meld holds together, by the place of that meld."""

    def run(self, goal: State) -> list[Laid]:
        """Give the melds at the end of the path that leads to a state."""
        path = []
        state = goal
        while state[0] >= 0:
            step = self.cover.came[state]
            path.append((step, state))
            state = step[0]
        path.reverse()
        self._lay_low_aces(path[0][1])
        for step, after in path[1:]:
            if after[0] <= self.cover.end:
                self._lay_level(step, after)
        return self.melds

    def _new(self, *slots: Slot, is_group: bool = False) -> Laid:
        meld = Laid(list(slots), is_group)
        self.melds.append(meld)
        return meld

    def _starting(self, level: int, bits: int, *, groups: bool) -> list[int]:
        """List the old melds that start on a level and are left alone."""
        return [
            place
            for place, meld in self.old.items()
            if bits >> place & 1 and meld.start == level and meld.is_group is groups
        ]

    def _lay_low_aces(self, state: State) -> None:
        for suit in SUITS:
            self.ones[suit] = [self._new(Slot(-1, suit)) for _ in range(of_suit(state[1], suit))]
        for place in self._starting(-1, state[9], groups=False):
            self.going[place] = self._new(self.old[place].slots[0])
            self.going[place].blocks.append(place)

    def _lay_level(self, step: Step, after: State) -> None:
        before, left, group, needed, goes, begins, bits, _ = step
        level = before[0]
        groups = self._starting(level, bits, groups=True)
        self._lay_groups(level, group, needed, groups)
        cards = self.cover.pools[before[6]][level] - left - group
        held = [slot for place in (*groups, *self.going) for slot in self.old[place].slots]
        starting = self._starting(level, bits, groups=False)
        for suit in SUITS:
            here = [place for place in starting if self.old[place].slots[0].suit == suit]
            count = of_suit(cards, suit) + sum(self.old[place].slots[0].free for place in here)
            count -= sum((s.level, s.suit, s.free) == (level, suit, False) for s in held)
            self._lay_sequences(level, suit, count, of_suit(goes, suit))
            self._start_blocks(suit, here, count)
            for _ in range(of_suit(begins, suit)):
                self.ones[suit].append(self._new(Slot(level, suit, free=True)))
        self._go_on(level)
        for suit in SUITS:
            del self.longer[suit][of_suit(after[3], suit) :]

    def _lay_groups(self, level: int, group: int, needed: int, places: list[int]) -> None:
        """Lay the groups of a level: the old ones, what joins them, and the new ones."""
        missing = 0
        for place in places:
            meld = self._new(*self.old[place].slots, is_group=True)
            meld.blocks.append(place)
            missing += self.old[place].lacking
        for given in box(0, least(missing, group)):
            if any(need == needed for _, need, _ in options(group - given, group - given, needed)):
                break
        lacking = [meld for meld in self.melds if meld.blocks and meld.blocks[0] in places]
        for suit in SUITS:
            takers = [m for m in lacking if self.old[m.blocks[0]].lacking == 1 << 8 * suit]
            for meld in takers[: of_suit(given, suit)]:
                meld.slots.append(Slot(level, suit))
        self._lay_new_groups(level, group - given)

    def _lay_new_groups(self, level: int, group: int) -> None:
        """Deal cards of one rank round to as few groups as they make, and fill up with jokers."""
        count = max(largest(group), (total(group) + 3) // 4)
        melds = [self._new(is_group=True) for _ in range(count)]
        suits = [suit for suit in SUITS for _ in range(of_suit(group, suit))]
        for turn, suit in enumerate(suits):
            melds[turn % count].slots.append(Slot(level, suit))
        for meld in melds:
            lacking = set(SUITS) - {slot.suit for slot in meld.slots}
            for suit in sorted(lacking)[: max(0, SMALL_GROUP - len(meld.slots))]:
                meld.slots.append(Slot(level, suit, free=True))

    def _lay_sequences(self, level: int, suit: int, count: int, goes: int) -> None:
        """Lay so many cards to the open sequences, the shortest first, and start new ones."""
        must = self.ones[suit] + self.twos[suit]
        for turn, meld in enumerate(must):
            meld.slots.append(Slot(level, suit, free=turn >= count))
        spare = max(0, count - len(must))
        extended = self.longer[suit][:spare]
        for meld in extended:
            meld.slots.append(Slot(level, suit))
        by_joker = self.longer[suit][len(extended) : len(extended) + goes]
        for meld in by_joker:
            meld.slots.append(Slot(level, suit, free=True))
        new = [self._new(Slot(level, suit)) for _ in range(spare - len(extended))]
        self.longer[suit] = self.twos[suit] + extended + by_joker
        self.twos[suit] = self.ones[suit]
        self.ones[suit] = new

    def _start_blocks(self, suit: int, places: list[int], count: int) -> None:
        """Give each old sequence that starts the shortest new one that a card was laid to."""
        for place in places:
            for melds in (self.ones[suit], self.twos[suit], self.longer[suit]):
                meld = next((meld for meld in melds if not meld.slots[-1].free), None)
                if meld is not None:
                    melds.remove(meld)
                    meld.slots[-1] = self.old[place].slots[0]
                    meld.blocks.append(place)
                    self.going[place] = meld
                    break

    def _go_on(self, level: int) -> None:
        """Lay the cards of the old sequences that go on, and let go of those that end."""
        for place, meld in list(self.going.items()):
            old = self.old[place]
            meld.slots += [slot for slot in old.slots[1:] if slot.level == level]
            if old.end == level:
                self.longer[old.slots[0].suit].append(meld)
                del self.going[place]
