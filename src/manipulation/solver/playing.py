"""The best play, and every other one: which cards of a hand can be played, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from manipulation.cards import Cards
from manipulation.errors import SearchLimitError
from manipulation.solver._blocks import old_melds
from manipulation.solver._deal import deals
from manipulation.solver._laying import Spare, lay_cards
from manipulation.solver._position import check_size
from manipulation.solver._replay import Replay
from manipulation.solver._search import ANY_COST, Search
from manipulation.table import Play, Table

if TYPE_CHECKING:
    from manipulation.rules import MeldRules

Objective: TypeAlias = Literal["points", "cards"]

NO_LIMIT = 1 << 62
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


def _costs(rules: MeldRules, objective: Objective) -> tuple[int, ...]:
    if objective == "cards":
        return tuple((1 << 20) + points for points in rules.points)
    return tuple((points << 10) or 1 for points in rules.points)


def best_play(table: Table, hand: Cards, *, objective: Objective = "points", limit: int = NO_LIMIT) -> BestPlay | None:
    """Find a best play."""
    check_size(table.cards + hand)
    rules = table.rules
    costs = _costs(rules, objective)
    best = None
    for deal in deals(table.cards, hand, rules.joker_release):
        search = Search(deal, rules.ace, costs, limit)
        cover, goal = search.least_left(ANY_COST if best is None else best[0])
        if goal is not None and (best is None or cover.cost < best[0]):
            best = (cover.cost, [])
        if goal is not None:
            best[1].append((search, cover, goal))
    cost, found = best
    everything = sum(c * n for c, n in zip(costs, [sum(hand.counts[4*r:4*r+4]) for r in range(13)])) + costs[-1]*hand.undeclared
    if cost >= everything: return None
    most = _MOST_DISTURBED
    choice = None
    for search, cover, goal in found:
        old = old_melds(table.melds, search.deal.free, rules.ace)
        if old:
            c2, g2 = search.least_disturbed(old, cost, most)
            if g2 is not None:
                most = c2.cost - 1
                choice = (search, c2, g2, old)
                if most < 0: break
        elif choice is None:
            choice = (search, cover, goal, {})
    exact = choice is not None
    if choice is None:
        search, cover, goal = found[0]
        choice = (search, cover, goal, {})
    search, cover, goal, old = choice
    melds = Replay(cover, old).run(goal)
    jokers = goal[4] if goal[0] == cover.end else 0
    unplayed_jokers = goal[4] if goal[0] > cover.end else 0
    Spare(melds, jokers, -1 if rules.ace == "high_or_low" else 0, cover.end - 1).lay()
    # what is played
    left = [0] * 105
    state = goal
    order = list(range(13)) if rules.ace == "low" else [*range(1, 13), 0]
    while state[0] >= 0:
        step = cover.came[state]
        lv = step[0][0]
        if lv >= 0:
            for s in range(4):
                left[4 * order[lv] + s] += step[1] >> 8 * s & 31
        state = step[0]
    for f in range(52):
        left[f] += search.deal.stays[f]
        # untakeable
        rank, suit = divmod(f, 4)
        left[f] += search.deal.may[f] - (search.may[rank] >> 8 * suit & 31)
    left[104] = unplayed_jokers
    stays = Cards.of_counts(bytes(left))
    played = hand - stays
    lain = table.cards.naturals + played.naturals + table.cards.declared
    cards = lay_cards(melds, old, lain, rules.ace)
    after = Table.of(cards, rules=rules)
    return BestPlay(Play.of(after), after, played, rules.points_of(stays), cover.cost if exact else -1, exact)
