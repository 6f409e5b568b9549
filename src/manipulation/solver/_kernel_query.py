"""The question what to play, over every way to deal with the jokers on the table."""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_blocks import Meld
from manipulation.solver._kernel_deal import Deal
from manipulation.solver._kernel_lay import Placed
from manipulation.solver._kernel_limited import Limited, Lot
from manipulation.solver._kernel_packed import FACES, fill_tables
from manipulation.solver._kernel_search import Answer, Beside, Found, Search

ANY_COST: Final = 1 << 60


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
    """The question what to play: the deals, and what cards cost when they stay in hand.

    It is `telling` if plays that are as good as the first are to be compared with it.
    """

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
        self.telling = False
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

    def can_cover(self) -> bool:
        """Find out whether all that lies can be covered, in hand there being nothing."""
        if self.per_meld is not None:
            return bool(self.least_left())
        search = Search(self.deals[0], self.ace, self.costs, self.limit)
        self.searches.append(search)
        return search.can_cover()

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
        return search.least_left(most, telling=self.telling)

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
