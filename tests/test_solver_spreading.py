"""Aces that are wanted at both ends: the searches that spread out agree with brute force."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from manipulation import Cards, MeldRules
from manipulation.solver import _kernel_spread as spreading
from manipulation.solver._kernel_deal import arrangement
from manipulation.solver._kernel_packed import packed
from manipulation.solver._kernel_search import Search, in_sweep_order
from manipulation.solver._kernel_search import low_aces as low_aces_with_jokers
from manipulation.solver._kernel_whether import Spread, low_aces
from tests.oracles import can_cover, laid_down

RULES = MeldRules()
WANTED = ("As", "As", "2s 3s", "2s 3s", "Qs", "Ks", "Qs Ks", "Ac Ad")
NOTHING = bytes(105)


def contested() -> Iterator[Cards]:
    """Cards about an ace, of a suit and some others, some of them twice."""
    for taken in sorted(set(product((False, True), repeat=len(WANTED)))):
        yield Cards.parse(
            " ".join(card for card, is_in in zip(WANTED, taken, strict=True) if is_in)
        )


@cache
def is_covered(cards: Cards) -> bool:
    """Tell by brute force whether cards can be arranged."""
    return can_cover(laid_down(cards), RULES)


def levels_of(cards: Cards) -> list[int]:
    """Pack the naturals in the order of the sweep."""
    return [*in_sweep_order(packed(cards.naturals.counts[:52]), "high_or_low"), 0, 0, 0]


class TestWithoutJokers:
    """The sweep that spreads out."""

    def test_it_agrees_with_brute_force(self) -> None:
        """Whatever aces are wanted where."""
        for cards in set(contested()):
            lows = list(low_aces(packed(cards.counts[:52]), "high_or_low"))
            spread = Spread(levels_of(cards), lows, 10_000)
            assert spread.run() is is_covered(cards), cards
            assert not is_covered(cards) or spread.hopeful()

    def test_each_choice_of_low_aces_is_by_itself(self) -> None:
        """Of all at once those lead to the end that do alone."""
        for cards in set(contested()):
            levels = levels_of(cards)
            most = min(levels[place] >> 24 for place in (12, 0, 1))
            lows = [low << 24 for low in range(most + 1)]
            starts = {(low, 0, 0): 1 << place for place, low in enumerate(lows)}
            alone = [
                low for low in lows if Spread(levels, [low], 10_000).served({(low, 0, 0): 1}, [low])
            ]
            assert Spread(levels, lows, 10_000).served(starts, lows) == alone, cards

    def test_low_aces_that_others_can_do_without(self) -> None:
        """The others end a sequence, with a queen and a king of theirs, or make groups."""
        for cards in set(contested()):
            ranks = packed(cards.counts[:52])
            aces, twos, threes, queens, kings = [ranks[rank] >> 24 for rank in (0, 1, 2, 11, 12)]
            in_group = 1 if ranks[0] & 0xFFFFFF else 0
            expected = [
                low << 24
                for low in range(min(aces, twos, threes) + 1)
                if in_group <= aces - low <= in_group + min(aces, queens, kings)
            ]
            assert list(low_aces(ranks, "high_or_low")) == expected, cards

    def test_at_the_limit(self) -> None:
        """Nothing is found out."""
        cards = Cards.parse("As 2s 3s Qs Ks 4c 5c 6c")
        spread = Spread(levels_of(cards), [0, 1 << 24], 1)
        assert spread.hopeful() == []
        assert not spread.run()


class TestWithJokers:
    """The same with a few of them."""

    @pytest.mark.parametrize("jokers", [0, 1, 2])
    def test_it_agrees_with_brute_force(self, jokers: int) -> None:
        """A joker left over has room or none."""
        for cards in sorted(set(contested()), key=str):
            if len(cards) > 9 - 2 * jokers:
                continue  # for brute force it takes too long
            every = cards + Cards.parse(" ".join("*" * jokers))
            search = Search(arrangement(every.counts, NOTHING), "high_or_low", [1] * 14, 100_000)
            lows = list(low_aces_with_jokers(search.ranks, jokers, "high_or_low"))
            cover = search.cover()
            if search.surely:  # some card has nothing to go with
                assert not is_covered(every)
            else:
                assert spreading.spread(cover, jokers, lows) is is_covered(every), every
                assert not is_covered(every) or spreading.hopeful(cover, 0, jokers, lows)
