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
from manipulation.solver._kernel_disturb import Disturb
from manipulation.solver._kernel_faces import (
    ACES,
    REACH,
    coverable,
    faces_in,
    faces_of,
    takeable,
)
from manipulation.solver._kernel_lay import Placed, Spare, lay_cards
from manipulation.solver._kernel_loose import Loose
from manipulation.solver._kernel_packed import (
    NO_MELD,
    ONES,
    ROOM,
    least,
    packed,
    total,
    unpacked,
    up_to,
)
from manipulation.solver._kernel_replay import Replay
from manipulation.solver._kernel_spread import can_cover

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ALL: Final = 31
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
        self.low = 0 if ace == "high" else ACES
        self.high = 0 if ace == "low" else ACES
        self.faces = faces_in(self.ranks)
        alone = self.faces & ~takeable(self.faces, deal.jokers, self.low, self.high)
        for face in faces_of(alone):
            rank, suit = face >> 2, _ALL << 8 * (face & 3)
            out = self.may[rank] & suit
            self.may[rank] -= out
            self.ranks[rank] -= out
            self.out[rank] += out
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

    def least_left(self, most: int, *, telling: bool) -> Found | None:
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
        cover.telling = telling
        found = self.found(cover, self.starts(), most)
        if cover.visited < cover.limit:
            return found
        cover.limit, cover.telling = limit, False
        self.look_ahead(cover, most)
        return self.found(cover, self.starts(), most)

    def can_cover(self) -> bool:
        """Find out whether all that lies can be covered, in hand there being nothing."""
        lonely = self.faces & ~coverable(self.faces, 0, 0, 0, self.low, self.high)
        if not lonely and self.all_played() is not None:
            return True
        jokers = self.deal.jokers
        return can_cover(self.cover(), jokers, list(low_aces(self.ranks, jokers, self.ace)))

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
        if best.cost == self.surely:
            return
        known = {best.stays()}
        if not self.can_differ(best.stays()) and not self.is_sum(best.cost - self.surely):
            return
        cover = self.covers[-1]
        limit = self.limit - self.visited() + cover.visited
        if cover.telling:
            cover.limit, cover.most = min(limit, cover.visited + _WORTH_IT), best.cost
            goal = cover.next_goal()
        else:
            ahead = cover.ahead
            cover = self.cover()
            cover.limit, cover.telling, cover.ahead = min(limit, _WORTH_IT), True, ahead
            goal = cover.run(self.starts(), best.cost)
        while goal is not None and cover.visited < cover.limit:
            stays = self.end_of(cover, goal).stays()
            if stays not in known:
                known.add(stays)
                yield stays
            goal = cover.next_goal()
        self.sure = self.sure and cover.visited < cover.limit

    def can_differ(self, stays: bytes) -> bool:
        """Tell whether a card that stays costs what another one does that is played."""
        kept: dict[int, int] = {}
        played: dict[int, int] = {}
        held = unpacked(self.may) + bytes([self.deal.in_hand])
        out = unpacked(self.out) + bytes([self.deal.idle])
        for face in range(FACES + 1):
            if held[face]:
                cost = self.costs[face >> 2]
                if stays[face] > out[face]:
                    kept[cost] = kept.get(cost, 0) | 1 << face
                if stays[face] - out[face] < held[face]:
                    played[cost] = played.get(cost, 0) | 1 << face
        for cost, faces in kept.items():
            both = faces | played.get(cost, faces)
            if both & (both - 1) and cost in played:
                return True
        return False

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
        lies = int.from_bytes(deal.lies, "little") + int.from_bytes(deal.may, "little")
        lies += int.from_bytes(deal.stays, "little") - int.from_bytes(stays[:FACES], "little")
        counts = lies.to_bytes(FACES, "little")
        jokers = deal.in_hand + deal.idle - stays[FACES]
        for free in free_jokers(melds, deal.free, deal.fixed):
            old = [
                old_meld(meld, jokers, self.ace) for meld, jokers in zip(melds, free, strict=True)
            ]
            limit = min(_WORTH_IT, self.limit - self.visited())
            disturb = Disturb(old, counts, jokers, self.ace, limit)
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
        Spare(laid, [], self.jokers, first, search.end - 1).lay()
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
