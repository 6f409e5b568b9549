"""The shoes that the conformance test deals from: they are stacked, and nevertheless shoes."""

from typing import Protocol

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from manipulation import Cards, Game, Round, Rules, Shoe, can_arrange
from manipulation.testing.conformance_shoes import level_shoes, stacked_shoes


class Shoes(Protocol):
    """A strategy for shoes."""

    def __call__(self, *, players: int, rules: Rules, short: bool) -> st.SearchStrategy[Shoe]:
        """Make it."""


def first_round(shoe: Shoe, *, players: int, rules: Rules) -> Round:
    """Deal the first round of a game."""
    dealt = Game.new(players=players, dealer=0, rules=rules).deal(shoe).round
    assert dealt is not None
    return dealt


@given(st.data(), st.integers(2, 5), st.booleans())
@pytest.mark.parametrize("hand_size", [1, 2, 4, 5, 7, 10, 20])
@pytest.mark.parametrize("shoes", [stacked_shoes, level_shoes])
def test_a_round_can_be_dealt(
    shoes: Shoes,
    hand_size: int,
    data: st.DataObject,
    players: int,
    short: bool,  # noqa: FBT001 -- a parameter of the test
) -> None:
    """Of none but the game's cards, with a stock left; of all of them unless it is short."""
    rules = Rules(hand_size=hand_size)
    shoe = data.draw(shoes(players=players, rules=rules, short=short))
    whole = Cards(Shoe.new(players, rules=rules))
    assert Cards(shoe) <= whole
    assert short or Cards(shoe) == whole
    state = first_round(shoe, players=players, rules=rules)
    assert state.hand_sizes == (hand_size,) * players
    assert state.stock


@pytest.mark.parametrize("hand_size", [3, 6, 7, 8, 10, 11])
def test_some_go_out_at_once(hand_size: int) -> None:
    """All hands are melds, and hardly anybody has to draw."""
    rules = Rules(hand_size=hand_size)

    def all_go_out(shoe: Shoe) -> bool:
        state = first_round(shoe, players=3, rules=rules)
        return len(state.stock) <= 2 and all(can_arrange(hand) for hand in state.hands)

    shoes = stacked_shoes(players=3, rules=rules, short=True)
    find(shoes, all_go_out, settings=settings(database=None, derandomize=True, max_examples=500))
