"""Cards that cannot all be covered, though they can be without any one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import define, field

from manipulation.cards import Cards, Rank
from manipulation.solver._kernel_deal import arrangement_deals
from manipulation.solver._kernel_query import Query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.rules import MeldRules

_RANKS: Final = 13
_REACH: Final = 4
"""No card of a sequence of three to five is further from another; longer ones can be cut."""
_NOTHING: Final = [0] * 14
_FOR_ONE: Final = 4_000
_IN_ALL: Final = 60_000
"""States that may be visited to find out whether some cards can be covered, and for all of it."""


@define
class Conflicts:
    """The search for a smallest conflict among cards that cannot all be covered.

    Cards of a few neighbouring ranks are tried first, since most conflicts are between such.
    """

    cards: Cards
    rules: MeldRules
    settled: bool = field(init=False, default=True)
    """Whether no question took too long to answer."""
    left: int = field(init=False, default=_IN_ALL)
    """How many states may still be visited."""

    def smallest(self) -> tuple[Cards, bool]:
        """Give cards that cannot all be covered, and whether none of them can be spared."""
        for window in self._windows():
            if self._cannot_cover(window):
                self.settled = True
                return self._without_spare(window), self.settled
        self.settled = True
        return self._without_spare(self.cards), self.settled

    def _windows(self) -> Iterator[Cards]:
        """Yield the cards of neighbouring ranks, fewer ranks first, an ace beside king and two."""
        by_rank = self.cards.by_rank()
        for size in range(1, _RANKS):
            for first in range(_RANKS):
                ranks = [Rank((first + more) % _RANKS + 1) for more in range(size)]
                yield Cards.together(by_rank[rank] for rank in ranks if rank in by_rank)

    def _without_spare(self, conflict: Cards) -> Cards:
        """Drop every card without which the others still cannot all be covered."""
        for card in conflict:
            others = conflict - Cards((card,))
            if self._cannot_cover(others):
                conflict = others
        return conflict

    def _cannot_cover(self, cards: Cards) -> bool:
        """Tell whether it is certain that these cannot all be covered by melds of all the cards."""
        others = self._near(cards) - cards
        rules = self.rules
        dealt = arrangement_deals(cards.counts, others.counts, rules.jokers_per_meld)
        limit = min(_FOR_ONE, self.left)
        query = Query(dealt, rules.ace, _NOTHING, rules.jokers_per_meld, limit)
        covered = query.least_left() if limit else []
        self.left = max(0, self.left - query.visited())
        self.settled = self.settled and query.visited() < limit
        return query.visited() < limit and not covered

    def _near(self, cards: Cards) -> Cards:
        """Give the cards that can lie in a meld with one of these, these among them."""
        if cards.undeclared:
            return self.cards
        ranks = [rank.value for rank in cards.by_rank()]
        if Rank.ACE.value in ranks:
            ranks.append(_RANKS + 1)
        near = {rank + more for rank in ranks for more in range(-_REACH, _REACH + 1)}
        if _RANKS + 1 in near:
            near.add(Rank.ACE.value)
        jokers = self.cards - self.cards.naturals - self.cards.declared
        found = (found for rank, found in self.cards.by_rank().items() if rank.value in near)
        return Cards.together((jokers, *found))
