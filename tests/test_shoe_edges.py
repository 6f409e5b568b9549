"""What a shoe refuses, in so many words."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from manipulation import (
    MANIPULATION,
    Cards,
    MeldRules,
    PositionError,
    Round,
    Rules,
    RulesError,
    Shoe,
)
from manipulation.shoe import all_cards


class TestRefusals:
    """A shoe is cards, dealt under rules by a seat that there is."""

    def test_no_cards(self) -> None:
        """What holds nothing is shown."""
        with pytest.raises(PositionError, match=r"^cards are expected, not 7$"):
            Shoe(7)  # type: ignore[arg-type]

    def test_no_rules(self) -> None:
        """The rules of melds are not those of a game."""
        with pytest.raises(PositionError, match=r"^Rules is expected, not MeldRules\("):
            Shoe.new(2, rules=MeldRules())  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^Rules is expected, not MeldRules\("):
            Shoe.new(2).deal(players=2, dealer=0, rules=MeldRules())  # type: ignore[arg-type]

    @pytest.mark.parametrize("players", [1, 6, True, 2.0, "2"])
    def test_players(self, players: int) -> None:
        """R2: two to five."""
        for dealt in (Shoe.new, lambda players: Shoe.new(5).deal(players=players, dealer=0)):
            with pytest.raises(RulesError, match=r"^2 to 5 players play, not "):
                dealt(players)

    @pytest.mark.parametrize("dealer", [-1, 3, 1.0, True, "0", None])
    def test_dealers(self, dealer: int) -> None:
        """A seat is a whole number below that of the players."""
        with pytest.raises(PositionError) as caught:
            Shoe.new(3).deal(players=3, dealer=dealer)
        assert str(caught.value) == f"the dealer is a seat from 0 to 2, not {dealer!r}"

    @pytest.mark.parametrize("salt", ["salt", None, 7])
    def test_salts(self, salt: bytes) -> None:
        """A salt is bytes."""
        with pytest.raises(PositionError, match=r"^bytes is expected, not "):
            Shoe.new(2).commitment(salt)
        with pytest.raises(PositionError, match=r"^bytes is expected, not "):
            Shoe.new(2).matches("", salt=salt)

    @pytest.mark.parametrize("rng", [None, 7, "seed", Random, [0.5]], ids=repr)
    def test_no_generators(self, rng: Random) -> None:
        """A seed is none, nor is the class of one; a round is not sampled without one either."""
        view = Round.deal(Shoe.new(2), players=2, dealer=0).view(0)
        for shuffle in (Shoe.new(2).shuffled, partial(Round.sample, view), Shoe().shuffled):
            with pytest.raises(PositionError, match=r"^a generator such as .* is expected, not "):
                shuffle(rng)

    @pytest.mark.parametrize("chance", [1.0, -0.1, 7, float("nan"), float("inf")])
    def test_generators_that_go_too_far(self, chance: float) -> None:
        """A number that is no chance is not taken for one: the order would favour some cards."""
        rng = Random(7)
        rng.random = lambda: chance  # type: ignore[method-assign]
        with pytest.raises(PositionError, match=r"^a generator gives numbers from 0 to below 1, "):
            Shoe.new(2).shuffled(rng)


class TestAllCards:
    """R3, or what the rules say instead."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_they_follow_the_rules(self, players: int) -> None:
        """As many decks, and as many jokers."""
        house = Rules(decks=(2, 3, 4, 5), jokers=(0, 1, 2, 3), hand_size=7)
        assert all_cards(players, house) == Cards(Shoe.new(players, rules=house))
        assert len(all_cards(players, house)) == 53 * players - 2
        assert len(all_cards(players, MANIPULATION)) == (53 if players == 2 else 106)
