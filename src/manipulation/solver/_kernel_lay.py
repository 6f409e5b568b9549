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

_BLOCK_SIZE: Final = 105
_LARGE_GROUP: Final = 4


class Spare:
    """Jokers that no meld needs, and the melds that take them up (D18, R30).

    `first` and `last` are the levels that a sequence can reach.
    """

    def __init__(self, melds: list[Laid], jokers: int, first: int, last: int) -> None:
        """Take the melds that lie, to lay the jokers to."""
        self.melds = melds
        self.jokers = jokers
        self.first = first
        self.last = last

    def lay(self) -> bool:
        """Lay every joker somewhere, leaving the old melds together; tell whether that can be."""
        while self.jokers > 0 and self.lay_some():
            pass
        return self.jokers == 0

    def lay_some(self) -> bool:
        """Lay one joker or more, in the way that disturbs the least."""
        return (
            self.lengthen()
            or self.lay_apart()
            or (self.jokers > self.groups_of_three() and self.share())
            or self.fill_group()
            or self.split()
        )

    def groups_of_three(self) -> int:
        """Count the groups that one joker more fills."""
        return len(
            [meld for meld in self.melds if meld.is_group and len(meld.slots) == SMALL_GROUP]
        )

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

    def split(self) -> bool:
        """Turn a sequence that reaches from end to end into two, one of which takes a joker."""
        full = sorted([meld for meld in self.melds if not meld.is_group], key=_blocks)[:1]
        for meld in full:
            loosen(meld)
            head = meld.slots[:2]
            del meld.slots[:2]
            joker = slot_of(level_of(head[1]) + 1, suit_of(head[1]), FREE)
            self.melds.append(Laid([*head, joker]))
            self.jokers -= 1
        return bool(full)

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


def lay_cards(
    melds: list[Laid], old: list[OldMeld], stock: bytes, ace: str
) -> list[tuple[int, bytes]]:
    """Put cards into the slots: those of the old melds, and for the rest what is in the stock.

    Each meld is a block of counts, or the place of the old meld that it still is. Of a natural and
    a joker that stand for the same card the natural is laid first.
    """
    counts = bytearray(stock)
    for meld in melds:
        for place in meld.blocks:
            for index in old[place].places:
                counts[index] -= 1
    laid = []
    for meld in melds:
        if len(meld.blocks) == 1 and len(old[meld.blocks[0]].slots) == len(meld.slots):
            laid.append((meld.blocks[0], b""))
        else:
            laid.append((-1, _cards_of(meld, old, counts, ace)))
    return laid


def _cards_of(meld: Laid, old: list[OldMeld], counts: bytearray, ace: str) -> bytes:
    """Count the cards of a meld, and take those that are new in it out of the counts."""
    shift = 0 if ace == "low" else 1
    cards = bytearray(_BLOCK_SIZE)
    for place in meld.blocks:
        for index in old[place].places:
            cards[index] += 1
    for slot in meld.slots:
        if not slot & OLD:
            index = 4 * ((level_of(slot) + shift) % RANKS) + suit_of(slot)
            if slot & FREE or not counts[index]:
                index += FACES
            if not slot & FREE:
                counts[index] -= 1
            cards[index] += 1
    return bytes(cards)
