"""From slots to cards: which card or joker lies in each place of the melds that were found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve

from manipulation.cards import Cards
from manipulation.solver._replay import SMALL_GROUP, SUITS, Laid, OldMeld, Slot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from manipulation.rules import Ace

_FACES, _SIZE = 52, 105
_LARGE_GROUP = 4
_SPLIT = 5
"""The fewest cards of a sequence that a joker more turns into two."""


def face_of(slot: Slot, ace: Ace) -> int:
    """Find the place of a slot's card among the 52 naturals."""
    return 4 * ((slot.level + (ace != "low")) % 13) + slot.suit


@define
class Spare:
    """Jokers that no meld needs, and the melds that take them up (D18, R30).

    `first` and `last` are the levels that a sequence can reach.
    """

    melds: list[Laid]
    jokers: int
    first: int
    last: int

    def lay(self) -> None:
        """Lay every joker somewhere, leaving the old melds together where that can be."""
        while self.jokers:
            if not (self._lengthen() or self._fill_group() or self._lay_apart()):
                self._rearrange()

    def _lengthen(self) -> bool:
        for meld in self.melds:
            if not meld.is_group:
                low, high = meld.slots[0], meld.slots[-1]
                if high.level < self.last:
                    meld.slots.append(Slot(high.level + 1, high.suit, free=True))
                elif low.level > self.first:
                    meld.slots.insert(0, Slot(low.level - 1, low.suit, free=True))
                else:
                    continue
                self.jokers -= 1
                return True
        return False

    def _fill_group(self) -> bool:
        for meld in self.melds:
            if meld.is_group and len(meld.slots) == SMALL_GROUP:
                self._join_group(meld, 1)
                return True
        return False

    def _join_group(self, meld: Laid, jokers: int) -> None:
        lacking = sorted(set(SUITS) - {slot.suit for slot in meld.slots})
        level = meld.slots[0].level
        meld.slots += [Slot(level, suit, free=True) for suit in lacking[:jokers]]
        self.jokers -= jokers

    def _lay_apart(self) -> bool:
        if self.jokers < SMALL_GROUP:
            return False
        slots = [Slot(level, 0, free=True) for level in range(self.jokers)]
        self.melds.append(Laid(slots))
        self.jokers = 0
        return True

    def _rearrange(self) -> None:
        """Split a sequence that is full, or else take cards out of full groups for another one."""
        for meld in self.melds:
            if not meld.is_group and len(meld.slots) >= _SPLIT:
                loosen(meld)
                head, meld.slots = meld.slots[:2], meld.slots[2:]
                self.melds.append(Laid([*head, Slot(head[1].level + 1, head[1].suit, free=True)]))
                self.jokers -= 1
                return
        full = [meld for meld in self.melds if meld.is_group and len(meld.slots) == _LARGE_GROUP]
        for meld in full:
            like = [other for other in full if other.slots[0].level == meld.slots[0].level]
            givers = like[: SMALL_GROUP - self.jokers]
            if len(givers) == SMALL_GROUP - self.jokers:
                for giver in givers:
                    loosen(giver)
                    giver.slots.sort(key=_suit)
                taken = [giver.slots.pop(turn) for turn, giver in enumerate(givers)]
                self.melds.append(Laid(taken, is_group=True))
                self._join_group(self.melds[-1], self.jokers)
                return


def _suit(slot: Slot) -> int:
    return slot.suit


def loosen(meld: Laid) -> None:
    """Forget which old melds a meld keeps together."""
    meld.slots = [evolve(slot, block=False) for slot in meld.slots]
    meld.blocks.clear()


def lay_cards(
    melds: list[Laid], old: Mapping[int, OldMeld], stock: Cards, ace: Ace
) -> list[Cards]:
    """Put cards into the slots: those of the old melds, and for the rest what is in the stock.

    Of a natural and a joker that stand for the same card the natural is laid first.
    """
    counts = bytearray(stock.counts)
    for meld in melds:
        for place in meld.blocks:
            for index in old[place].places:
                counts[index] -= 1
    return [_cards_of(meld, old, counts, ace) for meld in melds]


def _cards_of(meld: Laid, old: Mapping[int, OldMeld], counts: bytearray, ace: Ace) -> Cards:
    slots = [slot for slot in meld.slots if not slot.block]
    if not slots and len(meld.blocks) == 1:
        return old[meld.blocks[0]].cards
    cards = bytearray(_SIZE)
    for place in meld.blocks:
        for index in old[place].places:
            cards[index] += 1
    for slot in slots:
        index = face_of(slot, ace)
        if slot.free or not counts[index]:
            index += _FACES
        if not slot.free:
            counts[index] -= 1
        cards[index] += 1
    return Cards.of_counts(bytes(cards))
