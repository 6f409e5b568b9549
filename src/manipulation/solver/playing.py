"""The best play, and every other one: which cards of a hand can be played, and how."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from manipulation.cards import Cards
from manipulation.errors import SearchLimitError
from manipulation.melds import meld_of
from manipulation.rules import MeldRules
from manipulation.solver._kernel_search import Query
from manipulation.solver._position import check_size
from manipulation.table import Play, Table

Objective: TypeAlias = Literal["points", "cards"]

NO_LIMIT = 1 << 60
_MOST_DISTURBED = 3


@frozen
class BestPlay:
    """A play that no other beats, and what it does."""

    play: Play
    table: Table
    played: Cards
    points_left: int
    disturbed: int
    disturbed_exact: bool


def _costs(rules: MeldRules, objective: Objective) -> list[int]:
    if objective == "cards":
        return [(1 << 20) + points for points in rules.points]
    return [(points << 10) or 1 for points in rules.points]


def best_play(table: Table, hand: Cards, *, objective: Objective = "points", limit: int = NO_LIMIT) -> BestPlay | None:
    """Find a best play."""
    check_size(table.cards + hand)
    rules = table.rules
    query = Query(table.cards.counts, hand.counts, [meld.key for meld in table.melds], rules.ace, rules.joker_release, _costs(rules, objective))
    best = query.least_left()
    stays = best[0].stays()
    if sum(stays) == len(hand):
        return None
    found = query.least_disturbed(best, _MOST_DISTURBED)
    exact = found is not None
    if found is None:
        found = best[0]
    left = found.stays()
    stays = Cards.of_counts(left[:52] + bytes(52) + left[52:])
    played = hand - stays
    stock = table.cards + played
    melds = [table.melds[place] if place >= 0 else meld_of(Cards.of_counts(counts), rules=rules) for place, counts in found.melds(stock.counts)]
    after = Table(tuple(melds), rules=rules)
    return BestPlay(Play.of(after), after, played, rules.points_of(stays), found.cost if exact else -1, exact)
