"""Every set of hand cards that can be played: one after the other, counted, and their union."""

from __future__ import annotations

from heapq import heappop, heappush, merge
from itertools import groupby
from math import prod
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

from manipulation.cards import Card, Cards
from manipulation.cards.card import CARDS
from manipulation.solver._kernel_deal import deals
from manipulation.solver._kernel_packed import LimitReached
from manipulation.solver._kernel_plays import Plays
from manipulation.solver._kernel_query import Query
from manipulation.solver._limits import NO_LIMIT, check_hand, check_limit
from manipulation.solver.playing import cards_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from manipulation.rules import MeldRules
    from manipulation.table import Table

_EACH_ONE = [1] * 14
_NOTHING = 0
_COUNTS = attrgetter("counts")
_A_SET = 20
"""After so many states for each set of hand cards it is quicker to try one set after another."""


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
    return _played(table, hand, limit)


def count_plays(table: Table, hand: Cards, *, limit: int = NO_LIMIT) -> int:
    """Count the sets of hand cards that can be played, without listing them.

    >>> from manipulation import Table
    >>> count_plays(Table.parse("4s 5s 6s"), Cards.parse("3s 7s 9d"))
    3
    """
    check_hand(table, hand, limit)
    kinds, left = _swept(table, hand, limit, _number)
    if kinds is None:
        return sum(1 for _ in _each_played(table, hand, left))
    return sum(map(_number, kinds)) - 1  # to play nothing is no play (R22)


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
    kinds, left = _swept(table, hand, limit, _first)
    if kinds is None:
        yield from _each_played(table, hand, left)
        return
    found = merge(*(kind.stays() for kind in kinds), key=itemgetter(0))
    for _, alike in groupby(found, key=itemgetter(0)):
        played = (hand - cards_of(counts) for _, counts in alike)
        yield from sorted(filter(None, played), key=_COUNTS)


def _number(kind: Plays) -> int:
    return kind.count(kind.first())


def _first(kind: Plays) -> int:
    return kind.best(kind.first())


def _swept(
    table: Table, hand: Cards, limit: int, ask: Callable[[Plays], int]
) -> tuple[list[Plays] | None, int]:
    """Sort the plays by the naturals that free a joker and the jokers played, and ask each kind.

    There are none where every set is to be tried; then also tell how many states are left for that.
    """
    rules = table.rules
    if _few_jokers(table, hand):
        return None, limit
    choices = deals(table.cards.counts, hand.counts, rules.joker_release)
    if rules.jokers_per_meld == 0:
        for deal in choices:
            deal.without_jokers()
    enough = min(limit, _A_SET * prod(count + 1 for count in hand.counts))
    left, kinds = enough, []
    try:
        for deal in choices:
            for jokers in range(deal.in_hand, -1, -1):
                kind = Plays(deal, jokers, rules.ace, _ranking(rules), left)
                ask(kind)
                left -= kind.visited
                kinds.append(kind)
    except LimitReached:
        check_limit(enough, limit)
        return None, limit - enough
    return kinds, 0


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
    for tried, played in enumerate(_sets(hand, _ranking(rules))):
        choices = deals(table.cards.counts, played.counts, rules.joker_release)
        query = Query(choices, rules.ace, _EACH_ONE, rules.jokers_per_meld, limit - visited)
        answers = query.least_left(_NOTHING) if played else []
        visited += query.visited()
        check_limit(max(visited, tried), limit)
        if answers:
            yield played


def _sets(hand: Cards, costs: list[int]) -> Iterator[Cards]:
    """Yield every set of cards of a hand, those first without which the rest costs the least.

    They come as they are asked for: the sets of a large hand are too many to be listed. Each comes
    of one that keeps one card more. Those that cost the same come in the order of their counts.
    """
    kinds = [(costs[min(place // 4, 13)], place) for place in range(105) if hand.counts[place]]
    heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while heap:
        least, left = heappop(heap)
        played = bytearray(hand.counts)
        for at in left:
            played[kinds[at][1]] -= 1
        yield Cards.of_counts(bytes(played))
        for at in range(left[-1] if left else 0, len(kinds)):
            cost, place = kinds[at]
            if played[place]:
                heappush(heap, (least + cost, (*left, at)))
