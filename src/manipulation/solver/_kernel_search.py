"""The searches over a table and a hand: what must stay in hand, and then which melds to disturb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_best import Cover, State, Way
from manipulation.solver._kernel_blocks import (
    LOW_ACE,
    SMALL_GROUP,
    Blocks,
    Meld,
    OldMeld,
    free_jokers,
    old_meld,
)
from manipulation.solver._kernel_deal import Deal
from manipulation.solver._kernel_lay import Spare, lay_cards
from manipulation.solver._kernel_limited import Limited, Lot
from manipulation.solver._kernel_packed import (
    FACES,
    NO_MELD,
    ONES,
    ROOM,
    fill_tables,
    least,
    less,
    packed,
    present,
    total,
    unpacked,
    up_to,
)
from manipulation.solver._kernel_replay import Laid, Replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ANY_COST: Final = 1 << 60
_ALL: Final = 31
_EASY: Final = 300
"""After so many states it pays to look ahead at what must stay in hand."""
_FEW_MELDS: Final = 10
"""Among so few melds it does not pay to look ahead at which must be disturbed."""
_WORTH_IT: Final = 30_000
_MANY_CHOICES: Final = 4_000
"""States that may be visited to disturb the fewest melds, and choices of which to disturb."""
_CHECKPOINTS: Final = (9, 5)
"""Levels from which the rest is searched by itself first, for a bound on what is to come."""


def in_sweep_order(by_rank: list[int], ace: str) -> list[int]:
    """Put what is listed by rank into the order of the levels: a high ace is last."""
    return by_rank if ace == "low" else by_rank[1:] + by_rank[:1]


def low_aces(ranks: list[int], jokers: int, ace: str) -> Iterable[int]:
    """Give each choice of aces that start a sequence before the first level."""
    if ace != "high_or_low":
        return (0,)
    more = jokers * ONES
    return up_to(least(least(ranks[0], ranks[1] + more), ranks[2] + more))


def takeable(ranks: list[int], jokers: int, ace: str) -> list[int]:
    """Find for each rank the suits in which some meld can take a card.

    With two jokers any card can be melded; with fewer, only one that has others near it.
    """
    if jokers > 1:
        return [_ALL * ONES] * len(ranks)
    here = [present(count) for count in ranks]
    low, high = here[0] if ace != "high" else 0, here[0] if ace != "low" else 0
    row = [0, 0, low, *here[1:], high, 0, 0]
    found = []
    for at in range(2, len(row) - 2):
        two, one, same, up, top = row[at - 2], row[at - 1], row[at], row[at + 1], row[at + 2]
        ways = (two & one) | (one & up) | (up & top) if jokers == 0 else two | one | up | top
        found.append(same if total(same) >= SMALL_GROUP - jokers else same & ways)
    found[0] |= found.pop()
    return [suits * _ALL for suits in found]


class Search:
    """The searches over one deal; a card left in hand costs what `costs` says of its rank.

    The last of the costs is that of a joker. `out` is what stays in hand whatever is played, and
    `surely` what that costs; `ranks` counts what lies or may be played, with the jokers that are
    not free.
    """

    def __init__(self, deal: Deal, ace: str, costs: list[int], limit: int) -> None:
        """Pack the cards, those that no meld can take left out."""
        self.deal = deal
        self.ace = ace
        self.costs = costs
        self.limit = limit
        self.covers: list[Cover] = []
        self.surely = costs[-1] * deal.idle
        self.may = packed(deal.may)
        self.ranks = packed(deal.lies)
        for rank in range(len(self.ranks)):
            self.ranks[rank] += self.may[rank]
        suits = takeable(self.ranks, deal.jokers, ace)
        self.out = packed(deal.stays)
        for rank in range(len(self.ranks)):
            if self.may[rank] or self.out[rank]:
                out = less(self.may[rank], suits[rank])
                self.may[rank] -= out
                self.ranks[rank] -= out
                self.out[rank] += out
                self.surely += costs[rank] * total(self.out[rank])

    def cover(self) -> Cover:
        """Set up a search."""
        cover = Cover(
            [*in_sweep_order(self.ranks, self.ace), 0, 0, 0],
            in_sweep_order(self.may, self.ace),
            [*in_sweep_order(self.costs[:-1], self.ace), self.costs[-1]],
            self.deal.in_hand,
        )
        cover.limit = self.limit - self.visited()
        self.covers.append(cover)
        return cover

    def visited(self) -> int:
        """Tell how many states were entered."""
        return sum([cover.visited for cover in self.covers])

    def starts(self) -> Iterator[tuple[int, State]]:
        """Yield the states to start from, where no melds need to be left alone."""
        jokers = self.deal.jokers
        for low in low_aces(self.ranks, jokers, self.ace):
            room = ROOM if low or not jokers else NO_MELD
            yield self.surely, (0, low, 0, 0, jokers, room, low, 0, 0, 0)

    def least_left(self, most: int) -> Found | None:
        """Find what must stay in hand at the least cost, if that is no more than `most`."""
        cover = self.cover()
        limit, cover.limit = cover.limit, min(cover.limit, _EASY)
        found = self.found(cover, self.starts(), most, [])
        if cover.visited < cover.limit:
            return found
        cover.limit = limit
        self.look_ahead(cover, 0, most)
        return self.found(cover, self.starts(), most, [])

    def face(self, level: int, suit: int) -> int:
        """Find the place of a card among the 52."""
        return 4 * (level if self.ace == "low" else (level + 1) % 13) + suit

    def stays(self, lefts: list[tuple[int, int]], jokers: int) -> bytes:
        """Count all that stays in hand, the jokers last, from what stays of each level."""
        ranks = list(self.out)
        for level, left in lefts:
            ranks[self.face(level, 0) >> 2] += left
        return unpacked(ranks) + bytes([jokers + self.deal.idle])

    def found(
        self, cover: Cover, starts: Iterable[tuple[int, State]], most: int, old: list[OldMeld]
    ) -> Found | None:
        """Run a search."""
        goal = cover.run(starts, most)
        return None if goal is None else Found(self, cover, goal, old)

    def least_disturbed(self, melds: list[Meld], budget: int, most: int) -> Found | None:
        """Find a way, no more than the budget left in hand, that disturbs the fewest melds.

        Nothing is found if that takes more states than are worth it.
        """
        fewest = None
        for free in free_jokers(melds, self.deal.free, self.deal.fixed):
            old = [
                old_meld(meld, jokers, self.ace) for meld, jokers in zip(melds, free, strict=True)
            ]
            found = self.disturb(old, budget, most)
            if found is not None:
                fewest, most = found, found.cost - 1
        return fewest

    def disturb(self, old: list[OldMeld], budget: int, most: int) -> Found | None:
        """Find a way, no more than the budget left in hand, that disturbs up to so many melds."""
        blocks = Blocks(old, len(self.may))
        cover = self.cover()
        cover.budget = budget
        cover.limit = min(cover.limit, _WORTH_IT)
        cover.ends, cover.kept = blocks.ends, blocks.kept
        while most > 0 and blocks.count(most) > _MANY_CHOICES:
            most -= 1
        cover.blocks = [blocks.choices(level, most) for level in range(cover.end)]
        cover.left_ahead = self.covers[0].ahead
        if len(old) > _FEW_MELDS and self.look_ahead(cover, self.surely, most) > most:
            return None
        found = self.found(cover, self.starts_beside(blocks, most), most, old)
        return found if found is not None and found.lay() else None

    def starts_beside(self, blocks: Blocks, most: int) -> Iterator[tuple[int, State]]:
        """Yield the states to start from, sequences with a low ace left alone where they can be."""
        for broken, going, bits, _, _, held, _ in blocks.choices(LOW_ACE, most):
            aces = blocks.low_aces(bits)
            jokers = self.deal.jokers - held
            for low in low_aces([self.ranks[0] - aces, *self.ranks[1:]], jokers, self.ace):
                room = ROOM if low or going or not jokers else NO_MELD
                state = (0, low, 0, 0, jokers, room, low + aces, self.surely, going, bits)
                yield broken, state

    def look_ahead(self, cover: Cover, spent: int, most: int) -> int:
        """Bound from below what is to come at each level, and give the bound for all of it.

        The rest by itself, with a long sequence open for each card and every joker still free, is
        no dearer than it can be after any beginning.
        """
        for level in _CHECKPOINTS:
            starts: list[tuple[int, State]] = []
            for low in low_aces(self.ranks, self.deal.jokers, self.ace):
                longer = cover.levels(low)[level] + self.deal.jokers * ONES
                state = (level, 0, 0, longer, self.deal.jokers, ROOM, low, spent, 0, 0)
                starts.append((0, state))
            bound = most + 1 if cover.run(starts, most) is None else cover.cost
            for before in range(level + 1):
                cover.ahead[before] = bound
            if bound > most:
                break
        return cover.ahead[0]


class Answer:
    """What stays in hand at a cost, and the melds that the other cards make."""

    def __init__(self, cost: int) -> None:
        """Take the cost."""
        self.cost = cost

    def stays(self) -> bytes:
        """Count the cards that stay in hand, the jokers last."""
        raise NotImplementedError

    def melds(self, stock: bytes) -> list[tuple[int, bytes]]:
        """Lay the melds, from a stock of all cards of the table and those played."""
        raise NotImplementedError


class Found(Answer):
    """The end of a search, and the way there; `disturbed` counts melds once they are laid."""

    def __init__(self, search: Search, cover: Cover, goal: State, old: list[OldMeld]) -> None:
        """Keep what the search has found; `old` are the melds that it left alone or not."""
        super().__init__(cover.cost)
        self.disturbed = 0
        self.laid: list[Laid] = []
        self.search = search
        self.cover = cover
        self.goal = goal
        self.old = old
        self.path: list[Way] = []
        state = goal
        while state[0] >= 0:
            way = cover.came[state]
            self.path.append(way)
            state = way[1]
        self.path.reverse()

    def stays(self) -> bytes:
        """Count the cards that stay in hand, the jokers last."""
        lefts = [(way[1][0], way[2]) for way in self.path if way[2]]
        jokers = self.goal[4] if self.goal[0] > self.cover.end else 0
        return self.search.stays(lefts, jokers)

    def lay(self) -> bool:
        """Lay the melds; tell whether they take up all jokers, as without old melds they do."""
        self.laid = Replay(self.cover, self.old).run(self.path)
        state, before = self.path[-1][0], self.path[-1][1]
        jokers = state[4] if state[0] == self.cover.end else before[4] - state[4]
        first = LOW_ACE if self.search.ace == "high_or_low" else 0
        spare = Spare(self.laid, jokers, first, self.cover.end - 1)
        return spare.lay()

    def melds(self, stock: bytes) -> list[tuple[int, bytes]]:
        """Give the melds, from a stock of all cards of the table and those played."""
        if not self.laid:
            self.lay()
        self.disturbed = len(self.old) - sum([len(meld.blocks) for meld in self.laid])
        return lay_cards(self.laid, self.old, stock, self.search.ace)


class FewJokers(Answer):
    """The end of a search where a meld holds only so many jokers."""

    def __init__(self, deal: Deal, search: Limited, cost: int) -> None:
        """Keep what the search has found."""
        super().__init__(cost)
        self.kept = bytearray(search.stays)
        for face in range(FACES):
            self.kept[face] += deal.stays[face]
        self.laid = search.melds

    def stays(self) -> bytes:
        """Count the cards that stay in hand, the jokers last."""
        return bytes(self.kept)

    def melds(self, stock: bytes) -> list[tuple[int, bytes]]:  # noqa: ARG002 - they are laid already
        """Give the melds."""
        return [(-1, meld) for meld in self.laid]


class Query:
    """The question what to play: the deals, and what cards cost when they stay in hand."""

    def __init__(
        self, deals: list[Deal], ace: str, costs: list[int], per_meld: int | None, limit: int
    ) -> None:
        """Take every way to deal with the jokers; visit no more than `limit` states."""
        fill_tables()
        self.deals = deals
        self.ace = ace
        self.costs = costs
        self.per_meld = per_meld
        self.limit = limit
        self.searches: list[Search] = []
        self.visited_limited = 0

    def visited(self) -> int:
        """Tell how many states were entered."""
        return sum([search.visited() for search in self.searches]) + self.visited_limited

    def least_left(self, most: int = ANY_COST) -> list[Answer]:
        """Find every deal in which the least stays in hand, and what stays.

        None is found if that costs more than `most`.
        """
        best: list[Answer] = []
        for deal in self.deals:
            answer = self.answer(deal, most)
            if answer is not None:
                if answer.cost < most:
                    best, most = [], answer.cost
                best.append(answer)
        return best

    def answer(self, deal: Deal, most: int) -> Answer | None:
        """Find what must stay in hand in one deal."""
        per_meld = self.per_meld
        if per_meld == 0:
            if deal.on_table():
                return None
            deal.without_jokers()
        elif per_meld is not None and per_meld < deal.on_table() + deal.in_hand:
            return self.limited(deal, per_meld, most)
        search = Search(deal, self.ace, self.costs, self.limit - self.visited())
        self.searches.append(search)
        return search.least_left(most)

    def limited(self, deal: Deal, per_meld: int, most: int) -> Answer | None:
        """Find what must stay in hand where a meld holds only so many jokers."""
        lies = bytes([deal.lies[face] - deal.fixed[face] for face in range(FACES)])
        lot = Lot(lies, deal.fixed, deal.may, sum(deal.free), deal.in_hand)
        search = Limited(lot, self.ace, per_meld, self.costs, self.limit - self.visited())
        surely = sum([self.costs[face >> 2] * deal.stays[face] for face in range(FACES)])
        found = search.run(most - surely)
        self.visited_limited += search.visited
        return FewJokers(deal, search, search.cost + surely) if found else None

    def least_disturbed(self, best: list[Answer], melds: list[Meld], most: int) -> Found | None:
        """Find among these deals the play that disturbs the fewest melds, up to `most`."""
        fewest = None
        for found in best:
            if most >= 0 and isinstance(found, Found):
                search = found.search
                search.limit = self.limit - self.visited() + search.visited()
                less_disturbed = search.least_disturbed(melds, found.cost, most)
                if less_disturbed is not None:
                    fewest, most = less_disturbed, less_disturbed.cost - 1
        return fewest
