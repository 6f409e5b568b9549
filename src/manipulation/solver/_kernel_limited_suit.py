"""One suit of one level, where a meld holds only so many jokers: the ways to cover its cards.

Between two levels an open sequence is its length, 1, 2, or 3 for all that may end, and the jokers
in it. One that a free joker has made longer than three must go on, as one of length 2 must: at the
end of a meld that stands without it, a joker could as well be left over and be taken up later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

Opened = tuple[int, ...]
"""The open sequences of a suit, sorted: sixteen times the length, plus the jokers in it."""

Cell = tuple[int, int, int, int, int, int, int]
"""The cards of a suit at a level: naturals that must lie, naturals that may, jokers that stand for
that card; naturals and jokers at the next level; cards at the one after; levels to go."""

Kinds = tuple[int, ...]

# How an open sequence goes on: by a natural, by a joker of either sort, or not at all.
NATURAL: Final = 0
FIXED: Final = 1
FREE: Final = 2
CLOSED: Final = 3

ONE: Final = 16
TWO: Final = 32
LONG: Final = 48
JOKERS: Final = 15
_MELD: Final = 3


def grown(code: int, kind: int) -> int:
    """Give an open sequence one card more."""
    if code >= LONG and kind == FREE:
        return code - ONE + 1
    return min(code & ~JOKERS, TWO) + ONE + (code & JOKERS) + (kind != NATURAL)


class Way:
    """One way to cover the cards of a cell.

    `left` naturals stay in hand, `group` naturals and `fixed` jokers go into groups; `kinds` tells
    how each open sequence goes on, and `starts` how each new one begins. `used` free jokers are
    laid; `after` is then open, for which at least `need` more will be; and the sequences that have
    ended can take up `gain` more.
    """

    used: int
    need: int
    gain: int
    after: Opened

    def __init__(self, left: int, group: int, fixed: int, kinds: Kinds, starts: Kinds) -> None:
        """Choose; what follows from it is found by `settle`."""
        self.left = left
        self.group = group
        self.fixed = fixed
        self.kinds = kinds
        self.starts = starts

    def settle(self, cell: Cell, opened: Opened, jokers: int, per_meld: int) -> bool:
        """Work out what follows, and tell whether the sequences left open can still go on."""
        _, _, _, coming, fixed_coming, later, to_go = cell
        short, long = [ONE + (kind != NATURAL) for kind in self.starts], []
        self.used = self.kinds.count(FREE) + self.starts.count(FREE)
        self.gain = 0
        for at, code in enumerate(opened):
            kind = self.kinds[at]
            after = code if kind == CLOSED else grown(code, kind)
            if kind == CLOSED:
                self.gain += per_meld - (code & JOKERS)
            elif after < LONG:
                short.append(after)
            else:
                long.append(after)
        ones = sum([code < TWO for code in short])
        full = sum([code & JOKERS == per_meld for code in short])
        if (to_go == 1 and short) or (to_go < _MELD and ones) or full > coming:
            return False
        self.need = max(0, len(short) - coming - fixed_coming) + max(0, ones - later)
        room = coming + fixed_coming + jokers - self.used - len(short) if to_go > 1 else 0
        long.sort()
        self.gain += sum([per_meld - (code & JOKERS) for code in long[room:]])
        self.after = tuple(sorted(short + long[:room]))
        return self.used + self.need <= jokers


class Suits:
    """The ways to cover cells, and which open sequences can stand in for which: all remembered."""

    def __init__(self, per_meld: int) -> None:
        """Allow a meld so many jokers."""
        self.per_meld = per_meld
        self.known: dict[tuple[Cell, Opened, int, bool], list[list[Way]]] = {}
        self.covered: dict[tuple[Opened, Opened], bool] = {}

    def ways(self, cell: Cell, opened: Opened, jokers: int, *, needy: bool) -> list[list[Way]]:
        """List the ways that no other beats, by the cards that they keep from sequences.

        If `needy`, it counts how many jokers they can take up.
        """
        key = (cell, opened, jokers, needy)
        found = self.known.get(key)
        if found is None:
            fronts: dict[tuple[int, int, int], list[Way]] = {}
            for way in self.all_ways(cell, opened, jokers):
                if way.settle(cell, opened, jokers, self.per_meld):
                    front = fronts.setdefault((way.left, way.group, way.fixed), [])
                    if not any(self.beats(other, way, needy=needy) for other in front):
                        front[:] = [
                            other for other in front if not self.beats(way, other, needy=needy)
                        ]
                        front.append(way)
            found = [*fronts.values()]
            self.known[key] = found
        return found

    def beats(self, way: Way, other: Way, *, needy: bool) -> bool:
        """Tell whether one of two ways that differ in the sequences alone is as good."""
        return (
            way.used <= other.used
            and (not needy or way.used + way.gain >= other.used + other.gain)
            and self.covers(way.after, other.after)
        )

    def covers(self, opened: Opened, other: Opened) -> bool:
        """Tell whether the first can go on however the second does.

        It has a sequence as long for each of the other's, with no more jokers, and what it has
        beyond them need not go on.
        """
        if opened == other:
            return True
        if len(opened) < len(other):
            return False
        if not other:
            return opened[0] >= LONG
        key = (opened, other)
        found = self.covered.get(key)
        if found is None:
            last = other[-1]
            found = any(
                code | JOKERS >= last
                and code & JOKERS <= last & JOKERS
                and self.covers(opened[:at] + opened[at + 1 :], other[:-1])
                for at, code in enumerate(opened)
            )
            self.covered[key] = found
        return found

    def all_ways(self, cell: Cell, opened: Opened, jokers: int) -> Iterator[Way]:
        """Yield every way to share the cards out: those that use the fewest jokers come first."""
        lies, may, fixed, _, _, _, to_go = cell
        for kinds, naturals, others, free in self.takings(opened, lies + may, fixed, jokers):
            for left in range(min(may, naturals) + 1):
                rest = naturals - left
                for new in range(rest + 1 if to_go >= _MELD else 1):
                    for new_fixed in range(others + 1 if to_go >= _MELD else 1):
                        for begun in range(free + 1 if to_go == _MELD else 1):
                            starts = (NATURAL,) * new + (FIXED,) * new_fixed + (FREE,) * begun
                            yield Way(left, rest - new, others - new_fixed, kinds, starts)

    def takings(
        self, opened: Opened, naturals: int, fixed: int, jokers: int
    ) -> list[tuple[Kinds, int, int, int]]:
        """List how the open sequences can go on, each with the cards of three sorts not taken.

        Of equal sequences it does not matter which goes on how: the kinds never fall.
        """
        found: list[tuple[Kinds, int, int, int]] = [((), naturals, fixed, jokers)]
        before = 0
        for code in opened:
            room = code & JOKERS < self.per_meld
            more = []
            for kinds, natural, other, free in found:
                least = kinds[-1] if code == before else NATURAL
                if natural and least == NATURAL:
                    more.append(((*kinds, NATURAL), natural - 1, other, free))
                if other and room and least <= FIXED:
                    more.append(((*kinds, FIXED), natural, other - 1, free))
                if free and room and least <= FREE:
                    more.append(((*kinds, FREE), natural, other, free - 1))
                if code >= LONG:
                    more.append(((*kinds, CLOSED), natural, other, free))
            found, before = more, code
        return found
