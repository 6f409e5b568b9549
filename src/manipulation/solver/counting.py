"""In how many ways cards can be arranged, and all of these ways, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.cards import Cards
from manipulation.errors import SearchLimitError
from manipulation.melds import meld_of
from manipulation.rules import LONGEST_SEQUENCE, MANIPULATION, MeldRules, expect_meld_rules
from manipulation.solver import _kernel_list
from manipulation.solver._kernel_count import GAVE_UP, Count
from manipulation.solver._kernel_packed import packed
from manipulation.solver._kernel_ways import BOTH_ENDS, HIGH, LOW
from manipulation.solver._limits import NO_LIMIT, check_size, within_limit
from manipulation.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT_LIMIT: Final = 100_000_000
"""The states after which a count gives up where nothing else is asked for."""

_FACES, _JOKER, _SIZE = 52, 104, 105
_ACES: Final = {"low": LOW, "high": HIGH, "high_or_low": BOTH_ENDS}

_Position = tuple[list[int], list[int], int, int, int]
"""Naturals and declared jokers, packed by rank; free jokers; jokers in a meld; where aces stand."""


def count_arrangements(
    cards: Cards, *, rules: MeldRules = MANIPULATION.melds, limit: int = COUNT_LIMIT
) -> int:
    """Count the ways to lay all the cards in legal melds (R13 to R17), without listing them.

    An arrangement is a multiset of melds. Each `*` must lie, standing for any card; a joker is told
    from the natural that it stands for, equal cards are not told apart. The thirteen cards of a
    suit are two sequences where an ace may be high or low: from ace to king, and from two to ace.

    More than eight equal naturals or eight jokers are a `PositionError`. Two whole decks are
    counted at once, two decks with two jokers, or three decks, in a minute or so; past `limit`
    states, of 30 bytes or so each, the answer is a `SearchLimitError`.

    >>> count_arrangements(Cards.parse("3s 4s 5s 6s 7s 8s 9s 6c 6d 6h"))
    4
    """
    count = Count(*_position(cards, rules, limit))
    found = count.run(limit)
    if found == GAVE_UP:
        raise SearchLimitError(f"no answer within {limit} states")
    return found


def arrangements(
    cards: Cards, *, rules: MeldRules = MANIPULATION.melds, limit: int = NO_LIMIT
) -> Iterator[Table]:
    """Yield every arrangement of all the cards, each once; what it is, `count_arrangements` says.

    The first comes at once and the others as they are asked for, however many there are. Their
    order is that of a walk over the ranks, from the two (the ace where it is low only) to the ace.
    First, where an ace may be high or low, come those with the fewest low aces, suit by suit. Then,
    rank by rank, come those with the fewest groups, kind by kind, those of four cards first; and
    suit by suit those that lay fewer free jokers, and whose sequences go on rather than end.

    A suit that is one sequence of its thirteen cards may have its ace on either side: that makes
    two arrangements, though they are equal as tables.

    >>> for table in arrangements(Cards.parse("3s 4s 5s 6s 7s 8s 9s 6c 6d 6h")):
    ...     print(table)
    6c 6d 6h | 3s 4s 5s 6s 7s 8s 9s
    6c 6d 6h | 3s 4s 5s 6s | 7s 8s 9s
    6c 6d 6h | 3s 4s 5s | 6s 7s 8s 9s
    6c 6d 6h 6s | 3s 4s 5s | 7s 8s 9s
    """
    return _tables(_position(cards, rules, limit), rules, limit)


def _tables(position: _Position, rules: MeldRules, limit: int) -> Iterator[Table]:
    with within_limit(limit):
        for melds in _kernel_list.arrangements(*position, limit):
            yield Table(tuple(meld_of(_cards(meld), rules=rules) for meld in melds), rules=rules)


def _cards(meld: tuple[int, ...]) -> Cards:
    counts = bytearray(_SIZE)
    for place in meld:
        counts[place] += 1
    return Cards.of_counts(bytes(counts))


def _position(cards: Cards, rules: MeldRules, limit: int) -> _Position:
    expect_meld_rules(rules)
    check_size(cards, limit)
    counts = cards.counts
    per_meld = LONGEST_SEQUENCE if rules.jokers_per_meld is None else rules.jokers_per_meld
    return (
        packed(counts[:_FACES]),
        packed(counts[_FACES:_JOKER]),
        cards.undeclared,
        per_meld,
        _ACES[rules.ace],
    )
