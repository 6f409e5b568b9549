"""Whether cards can be arranged in legal melds, and how, and why they cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from manipulation.cards import Cards
from manipulation.melds import cards_at, judge, meld_of
from manipulation.rules import MANIPULATION, MeldRules, expect_meld_rules
from manipulation.solver._conflicts import Conflicts
from manipulation.solver._kernel_deal import arrangement, arrangement_deals
from manipulation.solver._kernel_query import Query
from manipulation.solver._kernel_whether import whether
from manipulation.solver._limits import NO_LIMIT, check_limit, check_size
from manipulation.table import Table

if TYPE_CHECKING:
    from manipulation.solver._kernel_lay import Placed
    from manipulation.solver._kernel_search import Answer

_FACES, _JOKER = 52, 104
_EACH_ONE: Final = [1] * 14
_NOTHING: Final = bytes(_JOKER + 1)


def can_arrange(
    cards: Cards, *, rules: MeldRules = MANIPULATION.melds, limit: int = NO_LIMIT
) -> bool:
    """Tell whether all the cards can lie in legal melds; each `*` may stand for any card.

    More than eight decks are a `PositionError`; past `limit` states the answer is a
    `SearchLimitError`.

    >>> can_arrange(Cards.parse("4s 5s 6s 6h 6d 7s"))
    False
    """
    expect_meld_rules(rules)
    check_size(cards, limit)
    if cards.counts[_JOKER] or (rules.jokers_per_meld is not None and cards.jokers):
        query = _question(cards, rules, limit)
        found = query.can_cover()
        check_limit(query.visited(), limit)
        return found
    found, visited = whether(cards.counts, rules.ace, limit)
    check_limit(visited, limit)
    return found


def arrange(
    cards: Cards, *, rules: MeldRules = MANIPULATION.melds, limit: int = NO_LIMIT
) -> Table | None:
    """Arrange all the cards in legal melds, every `*` declared; None if they cannot be arranged.

    The same cards give the same table every time, in long melds: no two of them make one.

    >>> print(arrange(Cards.parse("6s 6h 6d 4s 5s 7s *")))
    6c* 6d 6h | 4s 5s 6s 7s
    """
    expect_meld_rules(rules)
    check_size(cards, limit)
    found = _cover(cards, rules, limit)
    return _long_melds(found[0].melds(cards.counts), rules) if found else None


@frozen
class WhyNot:
    """Why cards cannot be arranged, in a way that can be checked.

    `conflict` cannot all be covered by melds of the cards, but can be without any one of them: if
    it is a single card, no meld can take it. Where it would take too long to find out that none of
    them can be spared, `minimal` is false. `table` leaves the fewest cards out, `left_out`.
    """

    conflict: Cards
    minimal: bool
    left_out: Cards
    table: Table


def why_not(
    cards: Cards, *, rules: MeldRules = MANIPULATION.melds, limit: int = NO_LIMIT
) -> WhyNot | None:
    """Say why cards cannot be arranged; None if they can be.

    >>> why = why_not(Cards.parse("4s 5s 6s 6h 6d"))
    >>> str(why.conflict), str(why.left_out), str(why.table)
    ('6h 5s', '4s 5s', '6d 6h 6s')
    """
    expect_meld_rules(rules)
    check_size(cards, limit)
    if _cover(cards, rules, limit):
        return None
    found, out = _most_covered(cards, rules, limit)
    left = out + _those_of(cards - out, found.stays(), out)
    table = _long_melds(found.melds((cards - left).counts), rules)
    conflict, minimal = Conflicts(cards, rules).smallest()
    return WhyNot(conflict, minimal, left, table)


def _cover(cards: Cards, rules: MeldRules, limit: int) -> list[Answer]:
    """Cover all the cards; nothing is found if that cannot be."""
    query = _question(cards, rules, limit)
    found = query.least_left()
    check_limit(query.visited(), limit)
    return found


def _most_covered(cards: Cards, rules: MeldRules, limit: int) -> tuple[Answer, Cards]:
    """Cover the most cards; give also the declared jokers left out, if they are no naturals."""
    found, most, visited = [], len(cards), 0
    for deal in arrangement_deals(_NOTHING, cards.counts, rules.jokers_per_meld):
        query = Query([deal], rules.ace, _EACH_ONE, rules.jokers_per_meld, limit - visited)
        answers = query.least_left(most)
        visited += query.visited()
        check_limit(visited, limit)
        for answer in answers:
            out = Cards.of_counts(_NOTHING[:_FACES] + deal.stays + b"\0")
            found, most = [(answer, out)], answer.cost - 1
    return found[0]


def _question(cards: Cards, rules: MeldRules, limit: int) -> Query:
    deal = arrangement(cards.counts, _NOTHING)
    return Query([deal], rules.ace, _EACH_ONE, rules.jokers_per_meld, limit)


def _those_of(cards: Cards, stays: bytes, out: Cards) -> Cards:
    """Pick the other cards that stay: of a natural and a joker that count alike, the natural."""
    counts = bytearray(len(cards.counts))
    for face in range(_FACES):
        alike = stays[face] - out.counts[face + _FACES]
        counts[face] = min(alike, cards.counts[face])
        counts[face + _FACES] = alike - counts[face]
    counts[_JOKER] = stays[_FACES]
    return Cards.of_counts(bytes(counts))


def _long_melds(melds: list[Placed], rules: MeldRules) -> Table:
    """Lay melds out, two sequences that make one together."""
    waiting = [cards_at(places) for _, _, places in melds]
    laid: list[Cards] = []
    while waiting:
        cards = waiting.pop()
        other = next((other for other in laid if _are_one(cards, other, rules)), None)
        if other is None:
            laid.append(cards)
        else:
            laid.remove(other)
            waiting.append(cards + other)
    return Table.of(laid, rules=rules)


def _are_one(cards: Cards, other: Cards, rules: MeldRules) -> bool:
    kinds = meld_of(cards, rules=rules).key[:2], meld_of(other, rules=rules).key[:2]
    return kinds[0] == kinds[1] and not judge(cards + other, rules=rules)
