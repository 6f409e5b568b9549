"""What a shoe cannot give is said when the strategy is made, and what it can give is drawn."""

from collections.abc import Callable
from itertools import combinations, islice
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, Unsatisfiable

from manipulation import (
    Card,
    Cards,
    MeldRules,
    Shoe,
    arrangements,
    can_arrange,
    playable_cards,
)
from manipulation.testing import (
    arrangeable,
    hands,
    legal_plays,
    packing,
    positions,
    tables,
    unarrangeable,
)
from tests.shoes_and_rules import LIMITED, ONE_DECK, PLAIN, within
from tests.strategies import drawn, smallest

NEAR: Final = Shoe.of("2c 3c 4c 5c 2d 3d 4d 2h 2s 9s *")
"""Cards that go together, of which a few make a shoe that gives much or little."""


def few(least: int, most: int) -> st.SearchStrategy[Shoe]:
    """Draw a shoe of a few cards that go together."""
    return hands(min_size=least, max_size=most, shoe=NEAR).map(Shoe)


def offered(data: st.DataObject, make: Callable[[], st.SearchStrategy[object]]) -> bool:
    """Tell whether a strategy is there; then something is drawn, and else it is refused."""
    try:
        strategy = make()
    except InvalidArgument:
        return False
    data.draw(strategy)
    return True


def holds(cards: tuple[Card, ...], count: int, rules: MeldRules) -> bool:
    """Tell by trying whether some cards have so many melds of three at once."""
    return not count or any(
        can_arrange(Cards(three), rules=rules)
        and holds(tuple(Cards(cards) - Cards(three)), count - 1, rules)
        for three in combinations(cards, 3)
    )


class TestSmallShoes:
    """A strategy is refused at once if, and only if, the shoe has nothing to draw."""

    @given(few(1, 7), st.sampled_from([PLAIN, LIMITED[0]]), st.data())
    @settings(max_examples=25)
    def test_a_play_to_make(self, shoe: Shoe, rules: MeldRules, data: st.DataObject) -> None:
        """There is a legal play if, with an empty table, something of the whole shoe goes down."""
        found = offered(data, lambda: legal_plays(shoe=shoe, rules=rules))
        assert found == any(
            can_arrange(Cards(cards), rules=rules)
            for size in range(3, len(shoe) + 1)
            for cards in combinations(shoe, size)
        )

    @given(few(4, 7), st.integers(1, 2), st.data())
    @settings(max_examples=25)
    def test_a_play_of_little(self, shoe: Shoe, size: int, data: st.DataObject) -> None:
        """With one card or two in hand, there is a play if any table allows one."""
        found = offered(
            data, lambda: positions(playable=True, min_size=size, max_size=size, shoe=shoe)
        )
        assert found == any(
            playable_cards(table, Cards(hand))
            for count in range(3, len(shoe))
            for lying in map(Cards, combinations(shoe, count))
            for table in islice(arrangements(lying), 4)
            for hand in combinations(Cards(shoe) - lying, size)
        )

    @given(few(4, 7), st.integers(0, 3), st.data())
    @settings(max_examples=25)
    def test_cards_that_cannot_be_arranged(
        self, shoe: Shoe, fewer: int, data: st.DataObject
    ) -> None:
        """There are so many if any that are in the shoe cannot lie in melds."""
        least = len(shoe) - fewer
        most = data.draw(st.integers(least, len(shoe)))
        found = offered(data, lambda: unarrangeable(min_size=least, max_size=most, shoe=shoe))
        naturals = any(
            not can_arrange(Cards(cards))
            for size in range(least, most + 1)
            for cards in combinations(shoe, size)
        )
        # A joker that is declared at will goes with nothing.
        assert found == (naturals or bool(Cards(shoe).jokers))

    @given(few(3, 9), st.integers(1, 3), st.sampled_from([PLAIN, LIMITED[0]]), st.data())
    @settings(max_examples=25)
    def test_so_many_melds(
        self, shoe: Shoe, count: int, rules: MeldRules, data: st.DataObject
    ) -> None:
        """There are so many if that many sets of three cards can each be a meld at once."""
        count = min(count, len(shoe) // 3)
        found = offered(data, lambda: tables(min_size=count, shoe=shoe, rules=rules))
        assert found == holds(shoe.cards, count, rules)
        assert found == offered(data, lambda: arrangeable(min_size=count, shoe=shoe, rules=rules))


class TestWholeShoes:
    """Where most of a shoe is asked for, it is found without luck."""

    @pytest.mark.parametrize(("shoe", "count"), [(ONE_DECK, 17), (Shoe.of("* * *"), 1)], ids=str)
    def test_the_most_melds(self, shoe: Shoe, count: int) -> None:
        """All the melds that a deck has can be asked for."""
        many = drawn(tables(min_size=count, shoe=shoe), examples=5)
        assert all(len(table.melds) == count and within(table.cards, shoe) for table in many)

    def test_what_is_hard_to_tell_is_not_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A search that is given up says nothing; then nothing is drawn if nothing is there."""
        monkeypatch.setattr(packing, "_MOST_STATES", 1)
        monkeypatch.setattr(packing, "_MOST_TRIED", 1)
        three = Shoe.of("2c 3c 4c")
        assert {str(table) for table in drawn(tables(min_size=1, shoe=three), examples=5)} == {
            "2c 3c 4c"
        }
        for nothing in (
            tables(min_size=1, shoe=Shoe.of("2c 3c 4d")),
            unarrangeable(min_size=3, shoe=three),
        ):
            with pytest.raises(Unsatisfiable):
                smallest(nothing)

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: legal_plays(shoe=Shoe.of("2c 3c 4d")), "the shoe holds no meld to play"),
            (lambda: positions(playable=True, shoe=Shoe.of("Ac 2c Kc")), "no meld to play"),
            (
                lambda: positions(playable=True, max_size=1, shoe=Shoe.of("2c 3c 4c 9d 9h 9s")),
                "no meld of four",
            ),
            (
                lambda: positions(
                    playable=True, min_size=2, max_size=2, shoe=Shoe.of("2c 3c 4c 5c")
                ),
                "no hand of 2 cards beside a meld",
            ),
            (lambda: tables(min_size=2, shoe=Shoe.of("2c 3c 4c 5c 6c 2d")), "min_size=2 is more"),
            (
                lambda: arrangeable(min_size=1, shoe=Shoe.of("2c 2d *"), rules=LIMITED[0]),
                "min_size=1 is more melds than the shoe holds at once",
            ),
            (
                lambda: unarrangeable(min_size=3, shoe=Shoe.of("2c 3c 4c")),
                "no 3 cards that cannot be arranged",
            ),
        ],
    )
    def test_what_is_said(self, make: Callable[[], object], message: str) -> None:
        """The message tells what the shoe lacks."""
        with pytest.raises(InvalidArgument, match=message):
            make()
