"""From the path that a search has found to the melds that lie at its end.

The search counts sequences, it does not name them. Here its steps are done again with a list of
slots for each sequence, so that at the end every meld is known by the places that it fills.
"""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_best import Way
from manipulation.solver._kernel_blocks import (
    FREE,
    LOW_ACE,
    SMALL_GROUP,
    OldMeld,
    slot_of,
    suit_of,
)
from manipulation.solver._kernel_packed import all_options, box, largest, least, total

SUITS: Final = (0, 1, 2, 3)


class Laid:
    """A meld in the making: its slots, and the places of the old melds that it keeps together."""

    def __init__(self, slots: list[int], *, is_group: bool = False) -> None:
        """Begin with these slots, the lowest first."""
        self.slots = slots
        self.is_group = is_group
        self.blocks: list[int] = []


def of_suit(packed: int, suit: int) -> int:
    """Give one of the four counts."""
    return packed >> 8 * suit & 31


class Replay:
    """One path done again, level by level; the old melds are known by their place on the table."""

    def __init__(
        self, cards: list[int], starts: list[int], old: list[OldMeld], left_alone: list[int]
    ) -> None:
        """Take the counts of the levels, and the places of the old melds left alone."""
        self.cards = cards
        self.starts = starts
        self.end = len(cards) - 3
        self.old = old
        self.melds: list[Laid] = []
        self.ones: list[list[Laid]] = [[], [], [], []]
        self.twos: list[list[Laid]] = [[], [], [], []]
        self.longer: list[list[Laid]] = [[], [], [], []]
        # Not 0 for the suits of which any are open, in the form of a packed count.
        self.open = 0
        self.groups: list[list[int]] = [[] for _ in range(self.end)]
        self.sequences: list[list[int]] = [[] for _ in range(self.end)]
        self.ending: list[list[Laid]] = [[] for _ in range(self.end)]
        for place in left_alone:
            meld = old[place]
            if meld.start == LOW_ACE:
                self.start_apart(place)
            elif meld.is_group:
                self.groups[meld.start].append(place)
            else:
                self.sequences[meld.start].append(place)

    def run(self, path: list[Way]) -> list[Laid]:
        """Give the melds at the end of a path."""
        start = path[0][0]
        for suit in SUITS if start[1] else ():
            for _ in range(of_suit(start[1], suit)):
                self.ones[suit].append(self.new([slot_of(LOW_ACE, suit, 0)]))
            self.open = start[1]
        for way in path[1:]:
            if way[0][0] <= self.end:
                self.lay_level(way)
        return self.melds

    def new(self, slots: list[int], *, is_group: bool = False) -> Laid:
        """Begin a meld."""
        meld = Laid(slots, is_group=is_group)
        self.melds.append(meld)
        return meld

    def lay_level(self, way: Way) -> None:
        """Lay the cards of a level."""
        after, before, left, group, needed, goes, begins, apart, _ = way
        level = before[0]
        cards = self.cards[level] + self.starts[level] - left - group - apart
        if group or self.groups[level]:
            self.lay_groups(level, group, needed, self.groups[level])
        active = cards | self.open
        self.open = 0
        if active:
            for suit in SUITS:
                if active >> 8 * suit & 31:
                    self.lay_sequences(level, suit, cards >> 8 * suit & 31, goes >> 8 * suit & 31)
        for place in self.sequences[level]:
            if apart and least(apart, self.old[place].suit):
                apart -= self.old[place].suit
                self.start_apart(place)
            else:
                self.start_block(place)
        if begins:
            self.open |= begins
            for suit in SUITS:
                for _ in range(of_suit(begins, suit)):
                    self.ones[suit].append(self.new([slot_of(level, suit, FREE)]))
        self.close(level, after[3])

    def close(self, level: int, longer: int) -> None:
        """Keep so many of the long sequences open, the old ones that end here last among them."""
        self.open |= longer
        if longer:
            for meld in self.ending[level]:
                self.longer[suit_of(meld.slots[0])].append(meld)
        for suit in SUITS:
            if self.longer[suit]:
                del self.longer[suit][longer >> 8 * suit & 31 :]

    def lay_groups(self, level: int, group: int, needed: int, places: list[int]) -> None:
        """Lay the groups of a level: the old ones, what joins them, and the new ones."""
        missing, given = 0, 0
        for place in places:
            missing += self.old[place].lacking
        if missing and group:
            given = [
                given
                for given in box(0, least(missing, group))
                for way in all_options(group - given, group - given, needed)
                if way[1] == needed
            ][0]
        for place in places:
            meld = self.new(list(self.old[place].slots), is_group=True)
            meld.blocks.append(place)
            if given and least(given, self.old[place].lacking):
                given -= self.old[place].lacking
                group -= self.old[place].lacking
                suit = (0x01, 0x0100, 0x010000, 0x01000000).index(self.old[place].lacking)
                meld.slots.append(slot_of(level, suit, 0))
        if group:
            self.lay_new_groups(level, group)

    def lay_new_groups(self, level: int, group: int) -> None:
        """Deal cards of one rank round to as few groups as they make, and fill up with jokers."""
        count = max(largest(group), (total(group) + 3) // 4)
        melds = [self.new([], is_group=True) for _ in range(count)]
        turn = 0
        for suit in SUITS:
            for _ in range(of_suit(group, suit)):
                melds[turn % count].slots.append(slot_of(level, suit, 0))
                turn += 1
        for meld in melds:
            suits = [suit_of(slot) for slot in meld.slots]
            for suit in SUITS:
                if suit not in suits and len(meld.slots) < SMALL_GROUP:
                    meld.slots.append(slot_of(level, suit, FREE))

    def lay_sequences(self, level: int, suit: int, count: int, goes: int) -> None:
        """Lay so many cards to the open sequences, the shortest first, and start new ones."""
        ones, twos, longer = self.ones[suit], self.twos[suit], self.longer[suit]
        card = slot_of(level, suit, 0)
        for meld in ones:
            meld.slots.append(card if count > 0 else card | FREE)
            count -= 1
        for meld in twos:
            meld.slots.append(card if count > 0 else card | FREE)
            count -= 1
        count = max(0, count)
        for meld in longer[:count]:
            meld.slots.append(card)
        for meld in longer[count : count + goes]:
            meld.slots.append(card | FREE)
        new = [self.new([card]) for _ in range(count - len(longer))]
        self.longer[suit] = twos + longer[: count + goes]
        self.twos[suit] = ones
        self.ones[suit] = new
        if ones or new:
            self.open |= 1 << 8 * suit

    def start_block(self, place: int) -> None:
        """Give an old sequence that starts the shortest new one that a card was laid to."""
        old = self.old[place]
        suit = suit_of(old.slots[0])
        opened = (self.ones[suit], self.twos[suit], self.longer[suit])
        takers = [(melds, meld) for melds in opened for meld in melds if not meld.slots[-1] & FREE]
        melds, meld = takers[0]
        melds.remove(meld)
        meld.slots[-1:] = old.slots
        meld.blocks.append(place)
        self.ending[old.end].append(meld)

    def start_apart(self, place: int) -> None:
        """Let an old sequence start by itself."""
        meld = self.new(list(self.old[place].slots))
        meld.blocks.append(place)
        self.ending[self.old[place].end].append(meld)
