"""Strategies for cards that can be arranged in melds, and for cards that cannot."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st

from manipulation.cards import Cards, Joker
from manipulation.rules import MANIPULATION, SHORTEST_MELD, MeldRules
from manipulation.shoe import Shoe
from manipulation.solver import WhyNot, why_not
from manipulation.testing.arguments import expect, sizes
from manipulation.testing.cards import some_of
from manipulation.testing.melds import index, laid_melds, tables
from manipulation.testing.packing import no_melds
from manipulation.testing.supply import USUAL_SHOE, Supply, in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.cards import Natural

_USUAL_MOST: Final = 30
"""The most cards that are drawn unless more are asked for."""


class Unarrangeable(NamedTuple):
    """Cards that cannot all lie in melds, and why not, as `why_not` says it."""

    cards: Cards
    why: WhyNot


def arrangeable(
    *,
    min_size: int = 0,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Cards]:
    """Draw the cards of so many melds, all from one shoe; some jokers may not be declared.

    The sizes count melds, as those of `tables` do. Shrinks to no cards, then `2c 2d 2h`.
    """
    laid = tables(min_size=min_size, max_size=max_size, shoe=shoe, rules=rules)
    return laid.flatmap(lambda table: undeclared(table.cards))


def undeclared(cards: Cards) -> st.SearchStrategy[Cards]:
    """Draw the cards with some of the jokers undeclared."""
    jokers = list(cards.declared)
    return some_of(jokers, min_size=0, max_size=len(jokers)).map(
        lambda chosen: cards - Cards(chosen) + Cards([Joker()] * len(chosen))
    )


def unarrangeable(
    *,
    min_size: int = 1,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Unarrangeable]:
    """Draw so many cards from a shoe that cannot be arranged, with the reason; shrinks to `2c`.

    Most are melds with some cards more or less, so that the reason is seldom plain. The sizes count
    cards; more than thirty are drawn only when they are asked for.
    """
    expect(Shoe, "shoe", shoe)
    expect(MeldRules, "rules", rules)
    least, most = sizes(min_size, max_size, least=1, most=len(shoe))
    most = min(most, max(least, _USUAL_MOST))
    plain = no_melds(shoe, least, most, rules=rules)
    return _unarrangeable(shoe, (least, most), rules, plain)


@st.composite
def _unarrangeable(
    draw: st.DrawFn, shoe: Shoe, limits: tuple[int, int], rules: MeldRules, plain: Cards | None
) -> Unarrangeable:
    """Draw melds and change them; where that comes to nothing, it is some plain cards."""
    least, most = limits
    supply = Supply(shoe)
    melds = draw(laid_melds(supply, min_size=0, max_size=most // SHORTEST_MELD - 1, rules=rules))
    lying = draw(undeclared(Cards.together(meld.cards for meld in melds)))
    over = max(0, len(lying) - most)
    gone = draw(some_of(list(lying), min_size=over, max_size=max(over, min(2, len(lying)))))
    cards = lying - Cards(gone)
    left = supply.left()
    if len(cards) + len(left) < least:
        left += in_order(gone)
    fewest, room = max(0, least - len(cards)), min(len(left), most - len(cards))
    more = draw(some_of(left, min_size=fewest, max_size=max(fewest, min(3, room))))
    cards += Cards(more)
    near = _near(cards, left, least, most, first=draw(index(len(cards))))
    others = chain(near, [] if plain is None else [plain])
    reasons = ((other, why_not(other, rules=rules)) for other in others)
    found = next((Unarrangeable(other, why) for other, why in reasons if why is not None), None)
    return reject() if found is None else found


def _near(
    cards: Cards, left: list[Natural | Joker], least: int, most: int, *, first: int
) -> Iterator[Cards]:
    """List the cards, then what they are without one card, or with one more, as sizes allow."""
    listed = [*cards][first:] + [*cards][:first]
    yield cards
    if len(cards) > least:
        yield from (cards - Cards([card]) for card in listed)
    if len(cards) < most:
        for card in left:
            if card not in cards:
                yield cards + Cards([card])
    for card in listed:
        for other in left:
            if other not in cards:
                yield cards - Cards([card]) + Cards([other])
