"""Past a limit of states there is no answer, however many cards there are and however few states.

Where one state has very many ways on, it is these that are counted: each of these questions would
take minutes and gigabytes if the limit were asked for between two states only.
"""

from collections import Counter
from itertools import islice, product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    TAHITI_MELDS,
    Cards,
    Joker,
    MeldRules,
    SearchLimitError,
    Table,
    arrangements,
    best_play,
    can_arrange,
    count_arrangements,
    count_plays,
    playable_cards,
    plays,
)
from manipulation.cards import NATURALS
from manipulation.solver.every_play import _ranking, _sets
from manipulation.testing import hands

LIMIT = 100
MELDS = MANIPULATION.melds
THREE_JOKERS = evolve(MELDS, jokers_per_meld=3)


def decks(count: int, jokers: int) -> Cards:
    """Give so many whole decks, and so many jokers."""
    return Cards([*NATURALS * count, *[Joker()] * jokers])


def all_fours(rules: MeldRules) -> Table:
    """Lay a deck as groups of four."""
    return Table.of((Cards(NATURALS[at : at + 4]) for at in range(0, 52, 4)), rules=rules)


class TestManyCards:
    """Decks and jokers up to the most that the solver takes."""

    @pytest.mark.parametrize(
        ("cards", "rules"),
        [
            (decks(8, 0), MELDS),
            (decks(2, 8), MELDS),
            (decks(4, 8), MELDS),
            (decks(8, 8), MELDS),
            (decks(8, 8), evolve(MELDS, ace="low")),
            (decks(8, 8), THREE_JOKERS),
            (decks(8, 8), TAHITI_MELDS),
        ],
    )
    def test_counting(self, cards: Cards, rules: MeldRules) -> None:
        """The ways to make groups of one rank alone can be millions, and the ways to lay aces."""
        with pytest.raises(SearchLimitError):
            count_arrangements(cards, rules=rules, limit=LIMIT)

    @pytest.mark.parametrize("rules", [TAHITI_MELDS, evolve(TAHITI_MELDS, ace="high")])
    def test_few_jokers_in_a_meld(self, rules: MeldRules) -> None:
        """One state has millions of ways on."""
        with pytest.raises(SearchLimitError):
            can_arrange(decks(8, 8), rules=rules, limit=LIMIT)
        with pytest.raises(SearchLimitError):
            next(arrangements(decks(8, 8), rules=rules, limit=LIMIT))

    @pytest.mark.parametrize("rules", [TAHITI_MELDS, THREE_JOKERS])
    def test_plays(self, rules: MeldRules) -> None:
        """A hand of three decks and eight jokers."""
        table, hand = all_fours(rules), decks(3, 8)
        with pytest.raises(SearchLimitError):
            best_play(table, hand, limit=LIMIT)
        with pytest.raises(SearchLimitError):
            count_plays(table, hand, limit=LIMIT)
        with pytest.raises(SearchLimitError):
            playable_cards(table, hand, limit=LIMIT)


class TestLargeHand:
    """Of so many sets of cards only those are made that are asked for."""

    def test_the_first_plays(self) -> None:
        """All of a deck and two jokers can be played, then all but a card of the fewest points."""
        table, hand = all_fours(TAHITI_MELDS), decks(1, 2)
        left = [str(hand - played) for played in islice(plays(table, hand), 3)]
        assert left == ["", "Ac", "Ad"]

    def test_none_is_asked_for_in_vain(self) -> None:
        """Each set that is tried counts, the least cards that it leaves be as cheap as they may."""
        table = all_fours(TAHITI_MELDS)
        with pytest.raises(SearchLimitError):
            count_plays(table, decks(1, 2), limit=LIMIT)


class TestSets:
    """The sets of a hand's cards, by what they leave."""

    @given(hands(max_size=8), st.lists(st.integers(0, 3), min_size=14, max_size=14))
    def test_all_in_order(self, hand: Cards, points: list[int]) -> None:
        """Each once: the least points left first, then the most cards, then by counts."""
        rules = evolve(MELDS, points=tuple(points))
        of_kinds = [
            [Cards([card] * times) for times in range(count + 1)]
            for card, count in Counter(hand).items()
        ]
        sets = [Cards.together(chosen) for chosen in product(*of_kinds)]
        sets.sort(key=lambda played: (rules.points_of(hand - played), -len(played), played.counts))
        assert list(_sets(hand, _ranking(rules))) == sets
