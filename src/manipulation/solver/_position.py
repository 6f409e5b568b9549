"""From cards and tables to the packed levels that the kernel sweeps over.

Without a high ace the levels are the ranks from ace to king. Where an ace may be high they go from
two to king and end with the aces, and where it may be low as well, how many aces start a sequence
before the first level is a choice of its own: the rest of them wait for the last level.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING

from attrs import frozen

from manipulation.cards import Cards
from manipulation.errors import PositionError
from manipulation.rules import MAX_DECKS, MAX_JOKERS
from manipulation.solver._kernel_packed import ONES, least, up_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.rules import Ace

RANKS = 13
_unpacked = Struct("<13I").unpack_from
_NO_DECLARED = bytes(52)


def check_size(cards: Cards) -> None:
    """Refuse more cards than eight decks and eight jokers have."""
    if max(cards.counts[:52]) > MAX_DECKS or cards.jokers > MAX_JOKERS:
        raise PositionError(
            f"the solver takes at most {MAX_DECKS} equal cards and {MAX_JOKERS} jokers: {cards}"
        )


def packed(counts: bytes) -> list[int]:
    """Pack the naturals of a block of counts by rank."""
    return list(_unpacked(counts))


def faces(counts: bytes) -> list[int]:
    """Pack the naturals and what the declared jokers stand for by rank."""
    naturals = _unpacked(counts)
    if counts[52:104] == _NO_DECLARED:
        return list(naturals)
    return [one + other for one, other in zip(naturals, _unpacked(counts, 52), strict=True)]


def in_sweep_order(by_rank: list[int], ace: Ace) -> list[int]:
    """Put what is listed by rank into the order of the levels."""
    return by_rank if ace == "low" else [*by_rank[1:], by_rank[0]]


def low_aces(ranks: list[int], jokers: int, ace: Ace) -> Iterator[int]:
    """Yield each choice of aces that start a sequence before the first level."""
    if ace == "high_or_low":
        more = jokers * ONES
        return up_to(least(least(ranks[0], ranks[1] + more), ranks[2] + more))
    return iter((0,))


def level_counts(ranks: list[int], low: int, ace: Ace) -> list[int]:
    """Lay the packed ranks out as levels, without the low aces, three zeros behind."""
    levels = in_sweep_order(ranks, ace)
    levels[-1] -= low
    return [*levels, 0, 0, 0]
