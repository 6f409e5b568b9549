"""The searches over a table and a hand: what must stay in hand, and then which melds to disturb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_best import Cover, State, Way
from manipulation.solver._kernel_blocks import (
    FACES,
    LOW_ACE,
    RANKS,
    Meld,
    free_jokers,
    old_meld,
)
from manipulation.solver._kernel_deal import Deal
from manipulation.solver._kernel_disturb import NEAR, REACH, Disturb, coverable, faces_of
from manipulation.solver._kernel_lay import Placed, Spare, lay_cards
from manipulation.solver._kernel_limited import Limited, Lot
from manipulation.solver._kernel_loose import Loose
from manipulation.solver._kernel_packed import (
    NO_MELD,
    ONES,
    ROOM,
    fill_tables,
    least,
    packed,
    present,
    total,
    unpacked,
    up_to,
)
from manipulation.solver._kernel_replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ANY_COST: Final = 1 << 60
_ALL: Final = 31
_ACES: Final = 0b1111
_FEW: Final = 40
"""In so few states all cards that can be melded are played, if it is tried at all."""
_EASY: Final = 300
"""After so many states it pays to look ahead at what must stay in hand."""
_WORTH_IT: Final = 30_000
"""States that may be visited to disturb the fewest melds."""
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


def faces_in(ranks: list[int]) -> int:
    """Give the faces of packed ranks as a set."""
    faces = 0
    for rank in range(RANKS):
        if ranks[rank]:
            suits = present(ranks[rank])
            faces |= ((suits | suits >> 7 | suits >> 14 | suits >> 21) & _ACES) << 4 * rank
    return faces


def takeable(faces: int, jokers: int, low: int, high: int) -> int:
    """Find the faces of which some meld can take a card.

    With two jokers any card can be melded; with fewer, only one that has others near it.
    """
    if jokers == 0:
        return coverable(faces, 0, 0, 0, low, high)
    if jokers == 1:
        return sum([1 << face for face in faces_of(faces) if NEAR[face] & faces])
    return faces


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
        self.beside = 0
        self.sure = True
        self.end = RANKS
        self.surely = costs[-1] * deal.idle
        self.may = packed(deal.may)
        self.ranks = packed(deal.lies)
        for rank in range(len(self.ranks)):
            self.ranks[rank] += self.may[rank]
        self.out = packed(deal.stays)
        self.low = 0 if ace == "high" else _ACES
        self.high = 0 if ace == "low" else _ACES
        self.faces = faces_in(self.ranks)
        alone = self.faces & ~takeable(self.faces, deal.jokers, self.low, self.high)
        for face in faces_of(alone):
            rank, suit = face >> 2, _ALL << 8 * (face & 3)
            out = self.may[rank] & suit
            self.may[rank] -= out
            self.ranks[rank] -= out
            self.out[rank] += out
            if not self.ranks[rank] & suit:
                self.faces ^= 1 << face
        for rank in range(len(self.out)):
            if self.out[rank]:
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
        return sum([cover.visited for cover in self.covers]) + self.beside

    def starts(self) -> Iterator[tuple[int, State]]:
        """Yield the states to start from, where no melds need to be left alone."""
        jokers = self.deal.jokers
        for low in low_aces(self.ranks, jokers, self.ace):
            room = ROOM if low or not jokers else NO_MELD
            yield self.surely, (0, low, 0, 0, jokers, room, low, 0)

    def least_left(self, most: int) -> Found | None:
        """Find what must stay in hand at the least cost, if that is no more than `most`."""
        if self.surely > most:
            return None
        lonely = self.faces & ~coverable(self.faces, 0, 0, 0, self.low, self.high)
        if not lonely:
            found = self.all_played()
            if found is not None:
                return found
        cover = self.cover()
        if lonely:
            self.expect(cover, lonely)
        limit, cover.limit = cover.limit, min(cover.limit, _EASY)
        found = self.found(cover, self.starts(), most)
        if cover.visited < cover.limit:
            return found
        cover.limit = limit
        self.look_ahead(cover, most)
        return self.found(cover, self.starts(), most)

    def all_played(self) -> Found | None:
        """Try to play all that can be, the jokers laid at last, in a few states."""
        cards = [*in_sweep_order(self.ranks, self.ace), 0, 0, 0]
        nothing = [0] * len(cards)
        loose = Loose(cards, nothing, nothing, nothing)
        loose.limit = _FEW
        aces = cards[12]
        for low in low_aces(self.ranks, 0, self.ace):
            cards[12] = aces - low
            if loose.sweep(low):
                if self.deal.jokers and not any(loose.longer):
                    break
                cards[12] = aces
                self.beside += loose.visited
                return Found(self, self.surely, loose.path(low), cards, self.deal.jokers)
            if loose.visited >= _FEW:
                break
        self.beside += loose.visited
        return None

    def expect(self, cover: Cover, lonely: int) -> None:
        """Bound from below what is to come by the faces that need a joker.

        Those that one joker can help are all near each other; it is at most two levels below.
        """
        costs: dict[int, int] = {}
        for face in reversed(faces_of(lonely)):
            count = self.may[face >> 2] >> 8 * (face & 3) & _ALL
            if face >> 2 or self.ace == "low":
                costs[face] = count * self.costs[face >> 2]
                saved = []
                for one in costs:
                    near = REACH[one] | 1 << one
                    saved.append(sum([cost for other, cost in costs.items() if near >> other & 1]))
                saved.sort(reverse=True)
                level = (face >> 2) - (0 if self.ace == "low" else 1)
                bound = sum(costs.values()) - sum(saved[: self.deal.jokers])
                for before in range(max(level - 2, 0) + 1):
                    cover.ahead[before] = max(cover.ahead[before], bound)

    def face(self, level: int, suit: int) -> int:
        """Find the place of a card among the 52."""
        return 4 * (level if self.ace == "low" else (level + 1) % 13) + suit

    def stays(self, lefts: list[tuple[int, int]], jokers: int) -> bytes:
        """Count all that stays in hand, the jokers last, from what stays of each level."""
        ranks = list(self.out)
        for level, left in lefts:
            ranks[self.face(level, 0) >> 2] += left
        return unpacked(ranks) + bytes([jokers + self.deal.idle])

    def found(self, cover: Cover, starts: Iterable[tuple[int, State]], most: int) -> Found | None:
        """Run a search."""
        goal = cover.run(starts, most)
        return None if goal is None else self.end_of(cover, goal)

    def end_of(self, cover: Cover, goal: State) -> Found:
        """See what a search has found."""
        left = goal[4]
        if goal[0] > cover.end:
            left = cover.came[goal][1][4] - left
        return Found(self, cover.cost, cover.path(goal), cover.levels(goal[6]), left)

    def as_good(self, best: Found) -> Iterator[bytes]:
        """Yield what else can stay in hand at the same cost."""
        if not self.is_sum(best.cost - self.surely):
            return
        before = self.covers[-1]
        cover = self.cover()
        cover.limit = min(cover.limit, _WORTH_IT)
        cover.before, cover.ahead = before, before.ahead
        known = {best.stays()}
        goal = cover.run(self.starts(), best.cost)
        while goal is not None and cover.visited < cover.limit:
            stays = self.end_of(cover, goal).stays()
            if stays not in known:
                known.add(stays)
                yield stays
            goal = cover.next_goal()
        self.sure = cover.visited < cover.limit

    def is_sum(self, cost: int) -> bool:
        """Tell whether cards can cost so much in more than one way."""
        ways = {cost: 1}
        kinds = [(self.costs[-1], self.deal.in_hand)]
        for rank in range(RANKS):
            if self.may[rank]:
                kinds += [
                    (self.costs[rank], count) for count in self.may[rank].to_bytes(4, "little")
                ]
        for each, count in kinds:
            for left, number in list(ways.items()):
                for many in range(1, count + 1):
                    if each * many > left:
                        break
                    ways[left - each * many] = ways.get(left - each * many, 0) + number
        return ways.get(0, 0) > 1

    def least_disturbed(self, melds: list[Meld], stays: bytes, most: int) -> Beside | None:
        """Find a way to lay what does not stay in hand that disturbs the fewest melds.

        Nothing is found if that takes more states than are worth it.
        """
        deal, fewest = self.deal, None
        counts = bytes(
            [
                deal.lies[face] + deal.may[face] + deal.stays[face] - stays[face]
                for face in range(FACES)
            ]
        )
        jokers = deal.in_hand + deal.idle - stays[FACES]
        for free in free_jokers(melds, deal.free, deal.fixed):
            old = [
                old_meld(meld, jokers, self.ace) for meld, jokers in zip(melds, free, strict=True)
            ]
            disturb = Disturb(old, packed(counts), jokers, self.ace, _WORTH_IT)
            disturbed = disturb.run(most)
            self.beside += disturb.visited
            if disturbed < 0:
                self.sure = False
            elif disturbed <= most:
                fewest, most = Beside(disturb, disturbed, stays), disturbed - 1
        return fewest

    def look_ahead(self, cover: Cover, most: int) -> None:
        """Bound from below what is to come at each level.

        The rest by itself, with a long sequence open for each card and every joker still free, is
        no dearer than it can be after any beginning.
        """
        for level in _CHECKPOINTS:
            starts: list[tuple[int, State]] = []
            for low in low_aces(self.ranks, self.deal.jokers, self.ace):
                longer = cover.levels(low)[level] + self.deal.jokers * ONES
                state = (level, 0, 0, longer, self.deal.jokers, ROOM, low, 0)
                starts.append((0, state))
            bound = most + 1 if cover.run(starts, most) is None else cover.cost
            for before in range(level + 1):
                cover.ahead[before] = max(cover.ahead[before], bound)
            if bound > most:
                break


class Answer:
    """What stays in hand at a cost, and the melds that the other cards make."""

    def __init__(self, cost: int) -> None:
        """Take the cost."""
        self.cost = cost

    def stays(self) -> bytes:
        """Count the cards that stay in hand, the jokers last."""
        raise NotImplementedError

    def melds(self, stock: bytes) -> list[Placed]:
        """Lay the melds, from a stock of all cards of the table and those played."""
        raise NotImplementedError


class Found(Answer):
    """The end of a search, and the way there."""

    def __init__(
        self, search: Search, cost: int, path: list[Way], cards: list[int], jokers: int
    ) -> None:
        """Keep what the search has found, and how many jokers are still to be laid."""
        super().__init__(cost)
        self.search = search
        self.path = path
        self.cards = cards
        self.jokers = jokers

    def stays(self) -> bytes:
        """Count the cards that stay in hand, the jokers last."""
        lefts = [(way[1][0], way[2]) for way in self.path if way[2]]
        goal = self.path[-1][0]
        return self.search.stays(lefts, goal[4] if goal[0] > self.search.end else 0)

    def melds(self, stock: bytes) -> list[Placed]:
        """Give the melds, from a stock of all cards of the table and those played."""
        search = self.search
        laid = Replay(self.cards, [0] * len(self.cards), [], []).run(self.path)
        first = LOW_ACE if search.ace == "high_or_low" else 0
        Spare(laid, self.jokers, first, search.end - 1).lay()
        return lay_cards(laid, [], stock, search.ace)


class Beside(Answer):
    """What is laid beside old melds that are left alone."""

    def __init__(self, disturb: Disturb, disturbed: int, stays: bytes) -> None:
        """Keep what the search has found."""
        super().__init__(disturbed)
        self.disturb = disturb
        self.kept = stays

    def stays(self) -> bytes:
        """Count the cards that stay in hand, the jokers last."""
        return self.kept

    def melds(self, stock: bytes) -> list[Placed]:
        """Give the melds, from a stock of all cards of the table and those played."""
        disturb = self.disturb
        if not disturb.melds:
            disturb.replay(0)
        return lay_cards(disturb.melds, disturb.old, stock, disturb.ace)


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

    def melds(self, stock: bytes) -> list[Placed]:  # noqa: ARG002 - they are laid already
        """Give the melds."""
        return [
            (-1, (), [place for place, count in enumerate(meld) for _ in range(count)])
            for meld in self.laid
        ]


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

    def least_disturbed(self, best: list[Answer], melds: list[Meld], most: int) -> Beside | None:
        """Find among the plays that are as good the one that disturbs the fewest melds.

        Nothing is found if it disturbs more than `most`. It is the fewest if the query is `sure`.
        """
        fewest = None
        for answer in best:
            if most >= 0 and isinstance(answer, Found):
                search = answer.search
                search.limit = self.limit - self.visited() + search.visited()
                less_disturbed = search.least_disturbed(melds, answer.stays(), most)
                if less_disturbed is not None:
                    fewest, most = less_disturbed, less_disturbed.cost - 1
                for stays in search.as_good(answer) if most >= 0 else ():
                    less_disturbed = search.least_disturbed(melds, stays, most)
                    if less_disturbed is not None:
                        fewest, most = less_disturbed, less_disturbed.cost - 1
                    if most < 0:
                        break
        return fewest

    def sure(self) -> bool:
        """Tell whether no search for the fewest melds to disturb was given up."""
        return all([search.sure for search in self.searches])
