"""The melds of the old table as blocks for the kernel: each is left alone, or its cards are free."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import define, field

from manipulation.melds import Group
from manipulation.solver._kernel_packed import FULL_GROUPS, NO_MELD, ONE_GROUP, ROOM, both
from manipulation.solver._replay import OldMeld, Slot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from manipulation.melds import Meld
    from manipulation.rules import Ace
    from manipulation.solver._kernel_best import Block

_FACES = 52
_RANKS = 13


def old_melds(melds: Sequence[Meld], free: Sequence[int], ace: Ace) -> dict[int, OldMeld]:
    """See the melds of a table as the sweep does; `free` counts the free jokers of each card."""
    any_free = any(free)
    return {
        place: _old_meld(meld, _free_in(meld, free) if any_free else (), ace)
        for place, meld in enumerate(melds)
    }


def _free_in(meld: Meld, free: Sequence[int]) -> tuple[int, ...]:
    declared = meld.cards.counts[_FACES : 2 * _FACES]
    return tuple(face for face in range(_FACES) if declared[face] and free[face])


@lru_cache(maxsize=4096)
def _old_meld(meld: Meld, free: tuple[int, ...], ace: Ace) -> OldMeld:
    kind, first, *rest = meld.key
    if kind == 0:
        shape = [(first - 1, two // 2, two % 2) for two in rest]
    else:
        shape = [(rest[0] - 1 + turn, first, joker) for turn, joker in enumerate(rest[1:])]
    slots, places = [], []
    for rank, suit, joker in shape:
        face = 4 * (rank % _RANKS) + suit
        level = rank - (ace != "low")
        if level < 0 and (kind == 0 or ace == "high"):
            level = _RANKS - 1
        slots.append(Slot(level, suit, free=face in free and joker == 1, block=True))
        places.append(face + _FACES * joker)
    slots.sort(key=_level)
    return OldMeld(isinstance(meld, Group), tuple(slots), meld.cards, tuple(places))


def _level(slot: Slot) -> int:
    return slot.level


def _unit(slot: Slot) -> int:
    return 1 << 8 * slot.suit


@define
class Blocks:
    """The old melds by the level on which they start, in the form that the kernel takes."""

    old: Mapping[int, OldMeld]
    levels: int
    ends: list[list[tuple[int, int]]] = field(init=False)
    """For each level the old sequences that end there: bit and suit."""
    kept: list[list[tuple[int, int]]] = field(init=False)
    """For each level the free jokers that lie there in old sequences: bit and suit."""
    starting: dict[int, list[int]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Sort the melds by level."""
        self.ends = [[] for _ in range(self.levels)]
        self.kept = [[] for _ in range(self.levels + 1)]
        for place, meld in self.old.items():
            self.starting.setdefault(meld.start, []).append(place)
            if not meld.is_group:
                self.ends[meld.end].append((1 << place, _unit(meld.slots[0])))
                for slot in meld.slots:
                    if slot.free and slot.level >= 0:
                        self.kept[slot.level].append((1 << place, _unit(slot)))

    def choices(self, level: int, most: int) -> list[Block]:
        """Choose which old melds that start on a level to leave alone: all but at most so many."""
        return list(self._choices(self.starting.get(level, []), most))

    def aces(self, bits: int) -> int:
        """Count the aces with which old sequences left alone start, free jokers among them not."""
        starting = self.starting.get(-1, [])
        firsts = [self.old[place].slots[0] for place in starting if bits >> place & 1]
        return sum(_unit(slot) for slot in firsts if not slot.free)

    def _choices(self, places: list[int], most: int) -> Iterator[Block]:
        for broken in range(min(most, len(places)) + 1):
            for left in combinations(places, len(places) - broken):
                yield self._block(broken, left)

    def _block(self, broken: int, places: tuple[int, ...]) -> Block:
        starts = bits = taken = missing = held = 0
        room = NO_MELD
        for place in places:
            meld = self.old[place]
            bits |= 1 << place
            held += meld.held
            if meld.is_group:
                taken += sum(_unit(slot) for slot in meld.slots if not slot.free)
                missing += meld.lacking
                room = both(room, ONE_GROUP if meld.lacking else FULL_GROUPS)
            else:
                starts += _unit(meld.slots[0])
                room = ROOM
        return broken, starts, bits, taken, missing, held, room
