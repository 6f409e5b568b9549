"""Every set of hand cards that can be played: one after the other, counted, and their union."""

from __future__ import annotations

from heapq import merge
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING

from manipulation.cards import Card, Cards
from manipulation.cards.card import CARDS
from manipulation.solver._kernel_deal import deals
from manipulation.solver._kernel_plays import Plays
from manipulation.solver._kernel_query import Query
from manipulation.solver._limits import NO_LIMIT, check_hand, check_limit, within_limit
from manipulation.solver.playing import cards_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.rules import MeldRules
    from manipulation.table import Table

_EACH_ONE = [1] * 14


def plays(table: Table, hand: Cards, *, limit: int = NO_LIMIT) -> Iterator[Cards]:
    """Yield every set of hand cards that can be played, the fewest points left in hand first.

    Of sets that leave as many points, one of more cards comes first, then there is a fixed order.
    Equal cards are equal: a set is yielded once. The first is as good as that of `best_play`.

    >>> from manipulation import Table
    >>> found = plays(Table.parse("4s 5s 6s"), Cards.parse("3s 7s 9d"))
    >>> [str(cards) for cards in found]
    ['3s 7s', '7s', '3s']
    """
    check_hand(table, hand, limit)
    if _few_jokers(table, hand):
        return _each_played(table, hand, limit)
    return _played(table, hand, limit)


def count_plays(table: Table, hand: Cards, *, limit: int = NO_LIMIT) -> int:
    """Count the sets of hand cards that can be played, without listing them.

    >>> from manipulation import Table
    >>> count_plays(Table.parse("4s 5s 6s"), Cards.parse("3s 7s 9d"))
    3
    """
    check_hand(table, hand, limit)
    if _few_jokers(table, hand):
        return sum(1 for _ in _each_played(table, hand, limit))
    with within_limit(limit):
        ways = sum(kind.count(kind.first()) for kind in _kinds(table, hand, limit))
    return ways - 1  # to play nothing is no play (R22)


def playable_cards(table: Table, hand: Cards, *, limit: int = NO_LIMIT) -> Cards:
    """Give the cards of the hand that take part in at least one play, equal ones all.

    >>> from manipulation import Table
    >>> str(playable_cards(Table.parse("4s 5s 6s"), Cards.parse("3s 7s 9d")))
    '3s 7s'
    """
    check_hand(table, hand, limit)
    found, visited = Cards(), 0
    for wanted in (None, *dict.fromkeys(hand)):
        if wanted is None or wanted not in found:
            query = _query(table, hand, wanted, limit - visited)
            answers = query.least_left()
            visited += query.visited()
            check_limit(visited, limit)
            if answers:
                found += (hand - cards_of(answers[0].stays())).beyond(found)
    return Cards(card for card in hand if card in found)


def _query(table: Table, hand: Cards, wanted: Card | None, limit: int) -> Query:
    """Ask for the most cards of a hand, a wanted one among them if one is."""
    rules = table.rules
    choices = deals(table.cards.counts, hand.counts, rules.joker_release)
    if wanted is not None:
        place = CARDS.index(wanted)
        choices = [one for deal in choices if (one := deal.playing(place, hand.counts[place]))]
    return Query(choices, rules.ace, _EACH_ONE, rules.jokers_per_meld, limit)


def _played(table: Table, hand: Cards, limit: int) -> Iterator[Cards]:
    kinds = _kinds(table, hand, limit)
    with within_limit(limit):
        for _, counts in merge(*(kind.stays() for kind in kinds), key=itemgetter(0)):
            played = hand - cards_of(counts)
            if played:
                yield played


def _kinds(table: Table, hand: Cards, limit: int) -> list[Plays]:
    """Sort the plays by the naturals that free a joker and the number of jokers played."""
    rules = table.rules
    choices = deals(table.cards.counts, hand.counts, rules.joker_release)
    if rules.jokers_per_meld == 0:
        for deal in choices:
            deal.without_jokers()
    return [
        Plays(deal, jokers, rules.ace, _ranking(rules), limit)
        for deal in choices
        for jokers in range(deal.in_hand, -1, -1)
    ]


def _ranking(rules: MeldRules) -> list[int]:
    """Make one number of the points left and, after them, of the cards."""
    return [(points << 10) + 1 for points in rules.points]


def _few_jokers(table: Table, hand: Cards) -> bool:
    """Tell whether a meld may hold some jokers, but not all there are."""
    most = table.rules.jokers_per_meld
    return most is not None and 0 < most < table.cards.jokers + hand.jokers


def _each_played(table: Table, hand: Cards, limit: int) -> Iterator[Cards]:
    """Yield every set that can be played by trying them all, in the order of `plays`."""
    rules, visited = table.rules, 0
    sets = product(*(range(count + 1) for count in hand.counts))
    found = [Cards.of_counts(bytes(counts)) for counts in sets]
    found.sort(key=lambda played: (rules.points_of(hand - played), -len(played), played.counts))
    for played in found:
        choices = deals(table.cards.counts, played.counts, rules.joker_release)
        query = Query(choices, rules.ace, _EACH_ONE, rules.jokers_per_meld, limit - visited)
        answers = query.least_left()
        visited += query.visited()
        check_limit(visited, limit)
        if played and answers[0].cost == 0:
            yield played
