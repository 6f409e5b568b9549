"""From slots to cards: the jokers that no meld needs, and which card lies in each place."""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_blocks import (
    FACES,
    FREE,
    OLD,
    RANKS,
    SMALL_GROUP,
    OldMeld,
    level_of,
    slot_of,
    suit_of,
)
from manipulation.solver._kernel_replay import SUITS, Laid

_LARGE_GROUP: Final = 4
_TWO: Final = 2

Placed = tuple[int, tuple[int, ...], list[int]]
"""A meld: the place on the old table of one that still lies there, or -1; else its key, by which
the melds of a table are sorted, and where its cards are counted in a block, in order."""


class Spare:
    """Jokers that no meld needs, and the melds that take them up (D18, R30).

    `first` and `last` are the levels that a sequence can reach.
    """

    def __init__(
        self, melds: list[Laid], old: list[OldMeld], jokers: int, first: int, last: int
    ) -> None:
        """Take the melds that lie, to lay the jokers to, and the old ones that they keep."""
        self.melds = melds
        self.old = old
        self.jokers = jokers
        self.first = first
        self.last = last

    def lay(self) -> bool:
        """Lay every joker somewhere, leaving the old melds together; tell whether that can be."""
        while self.jokers > 0 and self.lay_some():
            pass
        return self.jokers == 0

    def lay_some(self) -> bool:
        """Lay one joker or more, in the way that disturbs the least.

        Of three that do not all have room at the ends of sequences none is laid there: the two or
        one left over might find no place, and three by themselves always do.
        """
        return (
            ((self.jokers != SMALL_GROUP or self.room() >= SMALL_GROUP) and self.lengthen())
            or self.lay_apart()
            or (self.jokers > self.groups_of_three() and (self.part() or self.share()))
            or self.fill_group()
        )

    def groups_of_three(self) -> int:
        """Count the groups that one joker more fills."""
        return len(
            [meld for meld in self.melds if meld.is_group and len(meld.slots) == SMALL_GROUP]
        )

    def room(self) -> int:
        """Count the jokers that the ends of the sequences take."""
        room = 0
        for meld in self.melds:
            if not meld.is_group:
                room += self.last - level_of(meld.slots[-1]) + level_of(meld.slots[0]) - self.first
        return room

    def lengthen(self) -> bool:
        """Lay a joker to an end of a sequence."""
        for meld in self.melds:
            if not meld.is_group:
                low, high = meld.slots[0], meld.slots[-1]
                if level_of(high) < self.last:
                    meld.slots.append(slot_of(level_of(high) + 1, suit_of(high), FREE))
                elif level_of(low) > self.first:
                    meld.slots.insert(0, slot_of(level_of(low) - 1, suit_of(low), FREE))
                else:
                    continue
                self.jokers -= 1
                return True
        return False

    def fill_group(self) -> bool:
        """Lay a joker to a group of three."""
        for meld in self.melds:
            if meld.is_group and len(meld.slots) == SMALL_GROUP:
                self.join(meld, 1)
                return True
        return False

    def join(self, meld: Laid, jokers: int) -> None:
        """Lay jokers to a group for the suits that it lacks."""
        suits = [suit_of(slot) for slot in meld.slots]
        lacking = [suit for suit in SUITS if suit not in suits]
        for suit in lacking[:jokers]:
            meld.slots.append(slot_of(level_of(meld.slots[0]), suit, FREE))
        self.jokers -= jokers

    def lay_apart(self) -> bool:
        """Make a meld of nothing but jokers."""
        if self.jokers < SMALL_GROUP:
            return False
        self.melds.append(Laid([slot_of(level, 0, FREE) for level in range(self.jokers)]))
        self.jokers = 0
        return True

    def part(self) -> bool:
        """Part a sequence where no old meld is cut, and lay a joker between its halves."""
        for meld in self.melds:
            low = level_of(meld.slots[0])
            for cut in range(_TWO, len(meld.slots) - 1) if not meld.is_group else ():
                if not any([self.old[block].is_cut(low + cut) for block in meld.blocks]):
                    self.part_at(meld, cut)
                    return True
        return False

    def part_at(self, meld: Laid, cut: int) -> None:
        """Let what lies behind so many cards of a sequence be another one."""
        suit, level = suit_of(meld.slots[0]), level_of(meld.slots[cut])
        tail = Laid(meld.slots[cut:])
        tail.blocks = [block for block in meld.blocks if self.old[block].start >= level]
        meld.blocks = [block for block in meld.blocks if self.old[block].start < level]
        del meld.slots[cut:]
        if len(tail.slots) == _TWO:
            tail.slots.insert(0, slot_of(level - 1, suit, FREE))
        else:
            meld.slots.append(slot_of(level, suit, FREE))
        self.melds.append(tail)
        self.jokers -= 1

    def share(self) -> bool:
        """Take a card each out of full groups of one rank for another group."""
        givers_needed = SMALL_GROUP - self.jokers
        melds = sorted(self.melds, key=_blocks)
        full = [meld for meld in melds if meld.is_group and len(meld.slots) == _LARGE_GROUP]
        alike = [
            [other for other in full if level_of(other.slots[0]) == level_of(meld.slots[0])]
            for meld in full
        ]
        found = [givers[:givers_needed] for givers in alike if len(givers) >= givers_needed][:1]
        for givers in found:
            taken = []
            for suit, giver in enumerate(givers):
                loosen(giver)
                giver.slots.sort()
                taken.append(giver.slots.pop(suit))
            self.melds.append(Laid(taken, is_group=True))
            self.join(self.melds[-1], self.jokers)
        return bool(found)


def _blocks(meld: Laid) -> int:
    return len(meld.blocks)


def loosen(meld: Laid) -> None:
    """Forget which old melds a meld keeps together."""
    meld.slots = [slot & ~OLD for slot in meld.slots]
    meld.blocks.clear()


def lay_cards(melds: list[Laid], old: list[OldMeld], stock: bytes, ace: str) -> list[Placed]:
    """Put cards into the slots: those of the old melds, and for the rest what is in the stock.

    Of a natural and a joker that stand for the same card the natural is laid first.
    """
    left = int.from_bytes(stock[:FACES], "little")
    for meld in melds:
        for block in meld.blocks:
            left -= old[block].naturals
    naturals = bytearray(left.to_bytes(FACES, "little"))
    return [_placed(meld, old, naturals, 0 if ace == "low" else 1) for meld in melds]


def _placed(meld: Laid, old: list[OldMeld], naturals: bytearray, shift: int) -> Placed:
    """Choose the cards of a meld, and take the naturals that are new in it away."""
    lying: dict[int, int] = {}
    for block in meld.blocks:
        if len(old[block].slots) == len(meld.slots):
            return block, (), []
        for turn, slot in enumerate(old[block].slots):
            lying[slot] = old[block].places[turn]
    places = []
    for slot in sorted(meld.slots):
        if slot in lying:
            places.append(lying[slot])
            continue
        # The level of a slot is one less than what is packed there.
        place = 4 * (((slot >> 4) - 1 + shift) % RANKS) + (slot >> 2 & 3)
        if slot & FREE or not naturals[place]:
            places.append(place + FACES)
        else:
            naturals[place] -= 1
            places.append(place)
    if meld.is_group:
        suits = [2 * (place & 3) + place // FACES for place in places]
        return -1, (0, (places[0] % FACES >> 2) + 1, *suits), places
    if len(places) == RANKS:
        places.sort(key=_face)
    elif places[-1] < places[0] and places[-1] % FACES == places[0] % FACES:
        places[0], places[-1] = places[-1], places[0]
    jokers = [place // FACES for place in places]
    return -1, (1, places[0] & 3, (places[0] % FACES >> 2) + 1, *jokers), places


def _face(place: int) -> int:
    return place % FACES
