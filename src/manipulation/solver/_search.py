"""The two searches behind a play: what must stay in hand, and then which melds to disturb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from manipulation.solver._blocks import Blocks
from manipulation.solver._kernel_best import Cover
from manipulation.solver._kernel_packed import NO_MELD, ONES, ROOM, less, present, total
from manipulation.solver._position import in_sweep_order, level_counts, low_aces
from manipulation.solver._replay import SMALL_GROUP

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from manipulation.rules import Ace
    from manipulation.solver._deal import Deal
    from manipulation.solver._kernel_best import State
    from manipulation.solver._replay import OldMeld

CHECKPOINTS = (9, 6, 3)
ANY_COST = 1 << 60
_ALL = 31


def _packed(faces: Sequence[int]) -> list[int]:
    return [
        faces[at] | faces[at + 1] << 8 | faces[at + 2] << 16 | faces[at + 3] << 24
        for at in range(0, len(faces), 4)
    ]


def takeable(ranks: list[int], jokers: int, ace: Ace) -> list[int]:
    """Find for each rank the suits in which some meld can take a card, all 31 if so.

    With two jokers any card can be melded; with fewer, only one that has another near it.
    """
    if jokers > 1:
        return [_ALL * 0x01010101] * len(ranks)
    here = [present(count) for count in ranks]
    low, high = here[0] if ace != "high" else 0, here[0] if ace != "low" else 0
    row = [0, 0, low, *here[1:], high, 0, 0]
    found = []
    for at in range(2, len(row) - 2):
        two, one, same, up, top = row[at - 2 : at + 3]
        ways = (two & one) | (one & up) | (up & top) if jokers == 0 else two | one | up | top
        found.append(same if total(same) >= SMALL_GROUP - jokers else same & ways)
    found[0] |= found.pop()
    return [suits * _ALL for suits in found]


@define
class Search:
    """The searches over one deal; a card left in hand costs what `costs` says of its rank."""

    deal: Deal
    ace: Ace
    costs: tuple[int, ...]
    """By rank, and last for a joker."""
    limit: int
    ranks: list[int] = field(init=False)
    """All cards that lie or may be played, packed by rank; jokers that are not free among them."""
    may: list[int] = field(init=False)
    surely: int = field(init=False, default=0)
    """The cost of what stays in hand whatever is played."""
    visited: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Pack the cards, those that no meld can take left out."""
        lies, may = _packed(self.deal.lies), _packed(self.deal.may)
        ranks = [one + other for one, other in zip(lies, may, strict=True)]
        for rank, suits in enumerate(takeable(ranks, self.deal.jokers, self.ace)):
            stays = less(may[rank], suits)
            may[rank] -= stays
            ranks[rank] -= stays
            self.surely += self.costs[rank] * total(stays)
        for face, count in enumerate(self.deal.stays):
            self.surely += self.costs[face // 4] * count
        self.ranks, self.may = ranks, may

    def _cover(self, lows: Iterable[int]) -> Cover:
        cover = Cover(
            {low: level_counts(self.ranks, low, self.ace) for low in lows},
            in_sweep_order(self.may, self.ace),
            in_sweep_order([*self.costs[:-1]], self.ace),
            self.deal.in_hand,
            self.costs[-1],
        )
        cover.limit = self.limit - self.visited
        return cover

    def least_left(self, most: int = ANY_COST) -> tuple[Cover, State | None]:
        """Find what must stay in hand: the cost of it is the cost of the cover."""
        jokers = self.deal.jokers
        lows = list(low_aces(self.ranks, jokers, self.ace))
        cover = self._cover(lows)
        starts = [
            (self.surely, (0, low, 0, 0, jokers, ROOM if low or not jokers else NO_MELD, low, 0, 0, 0))
            for low in lows
        ]
        goal = cover.run(starts, most)
        self.visited += cover.visited
        return cover, goal

    def least_disturbed(
        self, old: Mapping[int, OldMeld], budget: int, most: int
    ) -> tuple[Cover, State | None]:
        """Find a way, no more than the budget left in hand, that disturbs the fewest old melds."""
        blocks = Blocks(old, len(self.may))
        starts = []
        pools = {}
        for broken, going, bits, _, _, held, _ in blocks.choices(-1, most):
            cards = blocks.aces(bits)
            others = [self.ranks[0] - cards, *self.ranks[1:]]
            jokers = self.deal.jokers - held
            for low in low_aces(others, jokers, self.ace) if jokers >= 0 else ():
                pools[low + cards] = True
                room = ROOM if low or going or not jokers else NO_MELD
                state = (0, low, 0, 0, jokers, room, low + cards, self.surely, going, bits)
                starts.append((broken, state))
        cover = self._cover(pools)
        cover.budget = budget
        cover.blocks = [blocks.choices(level, most) for level in range(cover.end)]
        cover.ends, cover.kept = blocks.ends, blocks.kept
        for level in CHECKPOINTS:
            relaxed = []
            for low, levels in cover.pools.items():
                long = levels[level] + self.deal.jokers * ONES
                state = (level, 0, 0, long, self.deal.jokers, ROOM, low, self.surely, 0, 0)
                relaxed.append((0, state))
            found = cover.run(relaxed, most)
            ahead = cover.cost if found is not None else most + 1
            cover.ahead[: level + 1] = [ahead] * (level + 1)
            if ahead > most:
                self.visited += cover.visited
                return cover, None
        goal = cover.run(starts, most)
        self.visited += cover.visited
        return cover, goal
