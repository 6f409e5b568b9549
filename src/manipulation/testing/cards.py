"""Strategies for cards, hands, shoes and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

from manipulation.cards import MAX_COPIES, Card, Cards, DeclaredJoker, Joker, Natural, Rank, Suit
from manipulation.rules import MANIPULATION, PLAYERS, MeldRules, Rules
from manipulation.shoe import Shoe
from manipulation.testing.arguments import chosen_from, expect, expect_players, sizes
from manipulation.testing.supply import RANKS, USUAL_SHOE, Supply, in_order

if TYPE_CHECKING:
    from collections.abc import Collection

_T = TypeVar("_T")

_POINTS = (MANIPULATION.melds.points, (0,) * 14, (1, *[5, 0] * 6, 0))
"""What cards count: as in R31, nothing at all, and nothing for every second rank and a joker."""


_IN_ORDER = 8
"""Once in about so many times a shoe that is dealt is not shuffled."""


def naturals(
    *, ranks: Collection[Rank] | None = None, suits: Collection[Suit] | None = None
) -> st.SearchStrategy[Natural]:
    """Draw a natural of these ranks and suits, by default of any; shrinks to `2c`."""
    return st.builds(
        Natural,
        st.sampled_from(chosen_from("ranks", ranks, among=RANKS)),
        st.sampled_from(chosen_from("suits", suits, among=tuple(Suit))),
    )


def any_card() -> st.SearchStrategy[Card]:
    """Draw a card, or a joker that stands for one or for none; shrinks to `2c`."""
    # As many choices for each kind: else a joker that stands for none would be the simplest card.
    return st.builds(
        lambda kind, natural: (natural, DeclaredJoker(natural), Joker())[kind],
        st.integers(0, 2),
        naturals(),
    )


def cards(*, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[Cards]:
    """Draw a multiset of so many cards, jokers declared and not, from no shoe in particular.

    At most 127 are drawn, since no more equal cards go into one `Cards`. Shrinks to few cards.
    For the cards of a hand see `hands`, for cards that lie in melds `arrangeable`.
    """
    least, most = sizes(min_size, max_size, least=0, most=MAX_COPIES)
    return st.lists(any_card(), min_size=least, max_size=most).map(Cards)


def hands(
    *, min_size: int = 0, max_size: int | None = None, shoe: Shoe = USUAL_SHOE
) -> st.SearchStrategy[Cards]:
    """Draw a hand of so many cards from a shoe, by default from two decks and two jokers.

    No joker stands for a card. Shrinks to the lowest cards, `2c 2d 2h`, and to no joker.
    """
    expect(Shoe, "shoe", shoe)
    least, most = sizes(min_size, max_size, least=0, most=len(shoe))
    return some_of(Supply(shoe).left(), min_size=least, max_size=most).map(Cards)


def some_of(among: list[_T], *, min_size: int, max_size: int) -> st.SearchStrategy[list[_T]]:
    """Draw so many of the things in a list, none oftener than it is there."""
    if not among:
        return st.just([])
    # Of numbers Hypothesis draws different ones by their place among those that are left, so that
    # the others change when one shrinks away. Of pairs it does not; but it tries equal ones in
    # vain, too often where most of them are asked for.
    places = st.integers(0, len(among) - 1)
    if 2 * min_size > len(among):
        chosen = st.lists(places, unique=True, min_size=min_size, max_size=max_size)
    else:
        pairs = st.tuples(places)
        chosen = st.lists(pairs, unique=True, min_size=min_size, max_size=max_size).map(
            lambda drawn: [place for (place,) in drawn]
        )
    return chosen.map(lambda listed: [among[place] for place in listed])


def shoes(
    *,
    min_size: int | None = None,
    max_size: int | None = None,
    players: int | None = None,
    rules: Rules = MANIPULATION,
) -> st.SearchStrategy[Shoe]:
    """Draw a shuffled shoe of so many players, by default of any number of them (R3).

    With a size the shoe is short: it holds so many of the cards, chosen by chance. Shrinks to the
    shoe of two players from `2c 2d 2h` up, with the aces and the joker at the end.
    """
    expect(Rules, "rules", rules)
    expect_players(players)
    seats = PLAYERS if players is None else (players,)
    whole = [Shoe.new(number, rules=rules) for number in seats]
    fewest = min(map(len, whole))
    if min_size is None and max_size is None:
        return st.sampled_from(whole).flatmap(_shuffled)
    least, most = sizes(0 if min_size is None else min_size, max_size, least=0, most=fewest)
    return st.sampled_from(whole).flatmap(
        lambda shoe: st.tuples(_shuffled(shoe), st.integers(least, most)).map(
            lambda drawn: Shoe(drawn[0].cards[: drawn[1]])
        )
    )


def _shuffled(shoe: Shoe) -> st.SearchStrategy[Shoe]:
    return st.permutations(in_order(shoe)).map(Shoe)


@st.composite
def dealable(draw: st.DrawFn, shoe: Shoe, size: int) -> Shoe:
    """Draw so many cards of a shoe, shuffled; at times it is in order, with 2c on top.

    In order it costs one choice, so that Hypothesis takes a deal to be simple.
    """
    cards = in_order(shoe)
    shuffled = draw(st.integers(0, _IN_ORDER)) > 0
    return Shoe((draw(st.permutations(cards)) if shuffled else cards)[:size])


def meld_rules() -> st.SearchStrategy[MeldRules]:
    """Draw an ace rule, two joker rules and points; shrinks to Manipulation's.

    The points are those of R31, none at all, or none for half of the ranks.
    """
    return st.builds(
        MeldRules,
        ace=st.sampled_from(("high_or_low", "high", "low")),
        joker_release=st.sampled_from(("natural_on_table", "natural_from_hand", "any")),
        jokers_per_meld=st.sampled_from((None, 0, 1, 2)),
        points=st.sampled_from(_POINTS),
    )


def rule_sets() -> st.SearchStrategy[Rules]:
    """Draw Manipulation's rules, or others under which rounds end soon or in another way.

    Every deal has enough cards (D2). Shrinks to Manipulation's.
    """
    return st.just(MANIPULATION) | st.builds(
        Rules,
        melds=meld_rules(),
        hand_size=st.integers(1, 10),
        max_draws=st.integers(2, 4),
        knock_at=st.integers(0, 40),
        target=st.integers(1, 150),
        lap_stops_on_going_out=st.booleans(),
    )
