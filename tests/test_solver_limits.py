"""Where a meld holds few jokers, where a search spreads out, and which cards conflict."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MACHIAVELLI_MELDS,
    TAHITI_MELDS,
    Cards,
    DeclaredJoker,
    IllegalTableError,
    Joker,
    MeldRules,
    Natural,
    SearchLimitError,
    Table,
    arrange,
    best_play,
    can_arrange,
    check_play,
    count_plays,
    playable_cards,
    plays,
    why_not,
)
from manipulation.cards import NATURALS
from manipulation.solver._conflicts import Conflicts
from tests import oracles

TWO_DECKS = Cards(NATURALS * 2)


@st.composite
def few_jokers(draw: st.DrawFn) -> tuple[Table, Cards]:
    """Draw a small table and a hand near it, under rules that limit the jokers in a meld."""
    random = Random(draw(st.integers(0, 1 << 32)))
    most = draw(st.sampled_from((0, 1, 1, 2)))
    release: oracles.Release = draw(
        st.sampled_from(("natural_on_table", "natural_from_hand", "any"))
    )
    rules = MeldRules(jokers_per_meld=most, joker_release=release)
    first = random.randrange(11)
    near = [
        meld
        for meld in oracles.melds("high_or_low")
        if len(meld) <= 5 and all((face // 4 - first) % 13 < 5 for face in meld)
    ]
    laid = []
    for meld in random.choices(near, k=random.randrange(3)):
        jokers = random.sample(range(len(meld)), random.randint(0, most))
        laid.append(
            Cards(
                DeclaredJoker(NATURALS[face]) if at in jokers else NATURALS[face]
                for at, face in enumerate(meld)
            )
        )
    hand = [NATURALS[face] for face in random.choice(near)][: random.randint(1, 3)]
    return Table.of(laid, rules=rules), Cards([*hand, *[Joker()] * random.randrange(3)])


class TestFewJokers:
    """D21: any number of jokers in one meld; rule sets may limit them."""

    @given(few_jokers())
    def test_the_plays_are_those_that_brute_force_finds(self, drawn: tuple[Table, Cards]) -> None:
        """What can be played, how many sets, which cards and the best of them."""
        table, hand = drawn
        expected = oracles.all_plays(table, hand)
        found = list(plays(table, hand))
        assert sorted(map(str, found)) == sorted(map(str, expected))
        assert count_plays(table, hand) == len(expected)
        assert playable_cards(table, hand) == Cards(
            card for card in hand if any(card in played for played in expected)
        )
        best = best_play(table, hand)
        assert (best is None) == (not expected)
        if best is not None:
            assert not check_play(table, best.play, hand)
            points = [table.rules.points_of(hand - played) for played in found]
            assert points == sorted(points)
            assert best.points_left == points[0]

    def test_the_order_of_plays(self) -> None:
        """The fewest points left first, of these the most cards."""
        table = Table.parse("4s 5s 6s* | 9c Tc Jc | 9d Td Jd", rules=TAHITI_MELDS)
        found = plays(table, Cards.parse("2s 3s 8c 7c 7d 8d 5h *"))
        keys = [
            (table.rules.points_of(Cards.parse("2s 3s 8c 7c 7d 8d 5h *") - played), -len(played))
            for played in found
        ]
        assert keys == sorted(keys)
        assert len({points for points, _ in keys}) < len(set(keys))

    def test_one_joker_a_meld(self) -> None:
        """Two jokers cannot lie with two cards, one can."""
        assert arrange(Cards.parse("4s 5s * *"), rules=TAHITI_MELDS) is None
        assert str(arrange(Cards.parse("4s 5s *"), rules=TAHITI_MELDS)) == "4s 5s 6s*"
        assert not can_arrange(Cards.parse("4s 5s* 6s*"), rules=TAHITI_MELDS)
        assert can_arrange(Cards.parse("4s 5s* 6s 7s* 8s 9s"), rules=TAHITI_MELDS)

    def test_no_jokers(self) -> None:
        """Where no meld may hold a joker, one in hand stays there."""
        table, hand = Table.parse("4s 5s 6s", rules=MACHIAVELLI_MELDS), Cards.parse("7s * Kd")
        best = best_play(table, hand)
        assert best is not None
        assert (str(best.played), best.points_left) == ("7s", 35)
        assert [str(played) for played in plays(table, hand)] == ["7s"]
        assert not can_arrange(Cards.parse("4s 5s 6s*"), rules=MACHIAVELLI_MELDS)
        assert not can_arrange(Cards.parse("4s 5s 6s *"), rules=MACHIAVELLI_MELDS)

    def test_what_a_meld_may_not_hold_stays(self) -> None:
        """Of two jokers one is played, and disturbs nothing."""
        best = best_play(Table.parse("4s 5s 6s", rules=TAHITI_MELDS), Cards.parse("* *"))
        assert best is not None
        assert (len(best.played), best.points_left) == (1, 25)
        assert (best.disturbed, best.disturbed_exact) == (0, True)

    def test_a_joker_that_counts_nothing_stays_where_there_is_no_room(self) -> None:
        """The eight fills the group; the joker stays, and no meld is disturbed."""
        rules = MeldRules(points=(*MeldRules().points[:-1], 0))
        best = best_play(Table.parse("8c 8d 8h", rules=rules), Cards.parse("8s *"))
        assert best is not None
        assert (str(best.played), best.points_left) == ("8s", 0)
        assert (best.disturbed, best.disturbed_exact) == (0, True)

    def test_past_the_limit_there_is_no_answer(self) -> None:
        """A limit holds for every set that is tried."""
        table, hand = Table.parse("4s 5s 6s*", rules=TAHITI_MELDS), Cards.parse("3s 7s * 9h")
        with pytest.raises(SearchLimitError):
            list(plays(table, hand, limit=3))


class TestSpread:
    """Double decks with a jam at one end, where one way after the other would take long."""

    @pytest.mark.parametrize(
        "short",
        [
            "Kc 5d Qd Kd Kd Js Qs Qs",
            "Tc 3d Kd Kd 6h Jh Kh Kh",
            "7c 6d Td Kd Kd 9s Ks Ks",
            "Kc Kc Qd Qh Qh Kh Kh Qs Ks",
        ],
    )
    def test_a_jam_at_the_kings_is_found(self, short: str) -> None:
        """No more states are visited than fit on thirteen levels, aces high or low."""
        cards = TWO_DECKS - Cards.parse(short)
        assert not can_arrange(cards, limit=241)
        with pytest.raises(SearchLimitError):
            can_arrange(cards, limit=155)

    @pytest.mark.parametrize(
        ("short", "limit"),
        [
            ("4c 4d 5c 5s 6h 6h 6s 6s 7c 7d 7h 7s", 388),
            ("4d 4d 5c 5c 5d 5d 6d 6d 7c 7c", 431),
            ("4h 4h 4s 4s 5d 5d 6d 6d 6h 6h", 484),
        ],
    )
    def test_a_jam_above_the_low_aces_is_passed(self, short: str, limit: int) -> None:
        """None of the first choices of low aces will do, but one of the later ones."""
        assert can_arrange(TWO_DECKS - Cards.parse(short), limit=limit)

    @pytest.mark.parametrize(
        ("short", "jokers", "able", "limit"),
        [
            ("3c 3c 5c 5c 6c 6c 6s 6s 7h 8c 8c 8s", 1, True, 1137),
            ("3s 4c 4c 4d 4d 4s 4s 6c 6c 6h 6h 8h 8h Ad", 1, True, 1041),
            ("2c 2h 2h 3d 3d 3h 3h 4s 4s Qh", 2, True, 860),
            ("3d 3h 3h 5h 5h 5s 5s 6d 6d", 1, False, 1187),
        ],
    )
    def test_such_jams_with_jokers(self, short: str, jokers: int, able: object, limit: int) -> None:
        """Some of these need all the steps: the verdict is that of the search for plays."""
        cards = TWO_DECKS - Cards.parse(short) + Cards.parse(" ".join("*" * jokers))
        assert can_arrange(cards, limit=limit) is able
        assert (arrange(cards) is not None) is able

    @given(st.integers(0, 1 << 32), st.integers(0, 14), st.sampled_from(("A", "2", "7", "Q", "K")))
    def test_spreading_agrees_with_the_search_for_plays(
        self, seed: int, short: int, rank: str
    ) -> None:
        """A verdict is the same as that of the other search, which can do more."""
        random = Random(seed)
        value = "A23456789TJQK".index(rank) + 1
        cards = sorted(
            NATURALS * 2, key=lambda card: abs(card.rank.value - value) + 3 * random.random()
        )
        left = Cards(cards[short:])
        assert can_arrange(left) == (arrange(left) is not None)


class TestConflicts:
    """A conflict cannot be covered, and can without any one of its cards."""

    def test_a_conflict_at_the_kings(self) -> None:
        """The two kings of spades that only each other's queens could take."""
        why = why_not(TWO_DECKS - Cards.parse("Kc 5d Qd Kd Kd Js Qs Qs"))
        assert why is not None
        assert (str(why.conflict), why.minimal) == ("Ks Ks", True)
        assert len(why.left_out) == 1
        assert why.table.cards + why.left_out == TWO_DECKS - Cards.parse("Kc 5d Qd Kd Kd Js Qs Qs")

    def test_jokers_alone_can_conflict(self) -> None:
        """Two jokers that no meld takes up: no window of ranks has the conflict."""
        why = why_not(Cards.parse("* *"))
        assert why is not None
        assert (str(why.conflict), str(why.left_out), why.minimal) == ("*", "* *", True)

    def test_a_search_too_long_is_told(self) -> None:
        """With no states left, nothing is dropped and nothing is claimed."""
        search = Conflicts(Cards.parse("4s 5s 6s 6h 6d"), MeldRules())
        search.left = 0
        assert search.smallest() == (Cards.parse("4s 5s 6s 6h 6d"), False)


def test_a_table_with_too_many_jokers_in_a_meld_is_refused() -> None:
    """The rules of a table hold for what the solver is asked about (D21)."""
    with pytest.raises(IllegalTableError):
        Table.parse("4s 5s* 6s*", rules=TAHITI_MELDS)


def test_naturals_are_listed_by_rank() -> None:
    """The order of the counts that the oracle shares with `Cards`."""
    assert NATURALS[4 * 7 + 3] == Natural.parse("8s")
