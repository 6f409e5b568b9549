"""How many cards the solver takes, and how many states it may visit."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from manipulation.cards import expect_cards, expect_hand
from manipulation.errors import PositionError, SearchLimitError, expect, shown
from manipulation.rules import MAX_DECKS, MAX_JOKERS
from manipulation.solver._kernel_packed import LimitReached
from manipulation.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.cards import Cards

NO_LIMIT: Final = 1 << 60
"""More states than any search visits."""


_HEADROOM: Final = int.from_bytes(bytes([0x7F - MAX_DECKS] * 105), "little")
_CARRIED: Final = int.from_bytes(b"\x80" * 105, "little")
"""Added to all counts at once, the headroom carries where there are more than eight cards."""

_NATURALS_ONLY: Final = 1 << 8 * 52
"""The counts of cards without a joker are less, taken as one number."""


def check_size(cards: Cards, limit: int) -> None:
    """Refuse more cards than eight decks and eight jokers have, what is no cards, and no limit."""
    expect_cards(cards)
    if type(limit) is not int:
        raise PositionError(f"a limit is a whole number of states, not {shown(limit)}")
    counts = int.from_bytes(cards.counts, "little")
    too_many = (counts + _HEADROOM) & _CARRIED
    if too_many or (counts >= _NATURALS_ONLY and cards.jokers > MAX_JOKERS):
        raise PositionError(
            f"the solver takes at most {MAX_DECKS} equal cards and {MAX_JOKERS} jokers: {cards}"
        )


def check_hand(table: Table, hand: Cards, limit: int) -> None:
    """Refuse a hand with a declared joker, too many cards to search, and no limit."""
    expect(Table, table)
    expect_hand(hand)
    check_size(table.cards + hand, limit)


def check_limit(visited: int, limit: int) -> None:
    """Refuse to answer where a search has used up the states that it was given."""
    if visited >= limit:
        raise SearchLimitError(f"no answer within {limit} states")


@contextmanager
def within_limit(limit: int) -> Iterator[None]:
    """Turn the kernel's word that it has used up its states into our error."""
    try:
        yield
    except LimitReached:
        raise SearchLimitError(f"no answer within {limit} states") from None
