"""The best play, every play, how many there are, and the cards that take part in one."""

from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given

from manipulation import Cards, MeldRules
from manipulation.solver import count_plays, playable_cards, plays
from tests.benchmarks.positions import plays_of_all_cells
from tests.best_plays import OBJECTIVES, check_against_brute_force, check_best
from tests.oracles import Ace, Release, best_of, fewest_disturbed
from tests.small_positions import POINTS, Line, Position, lines, position, small_positions

LINES = lines("play.jsonl")

positions = small_positions()


class TestVerdicts:
    """Positions with verdicts that were found without this package."""

    def test_they_are_there(self) -> None:
        """There are 240, and in most of them something can be played."""
        assert Counter(line["min_points_left"] is None for line in LINES) == {True: 52, False: 188}

    @pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
    def test_the_verdict(self, line: Line) -> None:
        """The fewest points that can be left, and the most cards that can be played."""
        at = position(str(line["table"]), str(line["hand"]))
        few, many = (check_best(at, objective) for objective in OBJECTIVES)
        assert (few and few.points_left) == line["min_points_left"]
        assert (many and len(many.played)) == line["max_cards_played"]
        if len(at.table.cards) + 5 * len(at.hand) <= 60:
            points = [at.table.rules.points_of(at.hand - played) for played in _two(at)]
            assert points[:1] == ([few.points_left] if few else [])
            assert points == sorted(points)


def _two(at: Position) -> list[Cards]:
    return list(islice(plays(at.table, at.hand), 2))


class TestBruteForce:
    """Every set of hand cards is tried (R18, R19, R22 to R24, D16 to D18, D21)."""

    @given(positions)
    def test_everything(self, at: Position) -> None:
        """The plays, their number, the cards in one, the best, and what that disturbs."""
        check_against_brute_force(at)

    @pytest.mark.parametrize("release", ["natural_on_table", "natural_from_hand", "any"])
    def test_two_full_groups_of_one_rank(self, release: Release) -> None:
        """Full groups, of jokers too, and all hands of two from what lies near them."""
        rules = MeldRules(joker_release=release)
        for text in ("8c 8d 8h 8s", "8c 8d 8h 8s | 8c 8d 8h* 8s", "8c 8d 8h 8s | 9c 9d 9h 9s*"):
            for pair in combinations(("7s", "8h", "8s", "9s", "*", "*"), 2):
                check_against_brute_force(position(text, " ".join(pair), rules))

    @pytest.mark.parametrize("ace", ["high_or_low", "high", "low"])
    def test_jokers_and_aces(self, ace: Ace) -> None:
        """Hands of four from the cards about an ace and three jokers, at an empty table."""
        rules = MeldRules(ace=ace)
        cards = ("Qd", "Kd", "Ad", "2d", "Ah", "*", "*", "*")
        for hand in sorted(set(combinations(cards, 4))):
            check_against_brute_force(position("", " ".join(hand), rules))


class TestDisturbed:
    """Of plays as good, the one that disturbs the fewest melds; what was once got wrong."""

    @pytest.mark.parametrize(
        ("table", "hand", "ace", "release", "disturbed"),
        [
            ("3s 4s 5s 6s", "2s 4s *", "high_or_low", "natural_on_table", 0),
            (
                "2d 2h 2s | 2s 3s 4s | 2s 3s* 4s* 5s | 3s 4s 5s 6s",
                *("5h 4s", "high", "any", 1),
            ),
            ("8c 8d 8h 8s", "* *", "high_or_low", "natural_on_table", 1),
            ("5c 5d 5h | 5c 5d 5h* 5s", "* *", "low", "natural_from_hand", 1),
            ("Th Jh Qh* | Jh Qh* Kh", "Qh Kh", "low", "natural_from_hand", 1),
            ("Td* Th Ts* | 9d Td* Jd", "Jc Td Th Ts", "high_or_low", "natural_from_hand", 0),
            ("Tc Td Ts | Th Jh Qh* | Jh Qh* Kh", "Qc Qh Kh", "low", "natural_from_hand", 2),
            ("Ac 2c 3c 4c", "* *", "high_or_low", "natural_on_table", 0),
        ],
    )
    def test_examples(
        self, *, table: str, hand: str, ace: Ace, release: Release, disturbed: int
    ) -> None:
        """Blocks beside sequences that jokers continue; spare jokers; two jokers on a card."""
        at = position(table, hand, MeldRules(ace=ace, joker_release=release))
        best = check_best(at, "points")
        assert best is not None
        assert (best.disturbed, best.disturbed_exact) == (disturbed, True)

    @pytest.mark.parametrize(
        ("table", "hand", "release", "disturbed"),
        [
            ("5d 5h 5s", "5c *", "natural_on_table", 0),
            ("4c* 4h* 4s", "Ad 4d *", "natural_from_hand", 0),
            ("2c 2d 2h 2s | Kc Kd Kh* Ks*", "*", "any", 2),
            ("3c 3d* 3h 3s | 6c 6d 6h", "* *", "any", 1),
            ("3c 3d 3h 3s | Kc* Kh Ks", "Kc *", "any", 2),
            ("5c 5d 5h 5s | 7c 7d 7h 7s | 8c 8d 8h 8s*", "*", "any", 2),
        ],
    )
    def test_spare_jokers_beside_groups(
        self, table: str, hand: str, release: Release, disturbed: int
    ) -> None:
        """A group that is given its last suit takes up no joker; two jokers need another's card."""
        at = position(table, hand, MeldRules(joker_release=release))
        best = check_best(at, "points")
        assert best is not None
        assert (best.disturbed, best.disturbed_exact) == (disturbed, True)
        check_against_brute_force(at)

    def test_more_than_three(self) -> None:
        """Past three the number is that of the play given, and it says that it may not be least."""
        table = (
            "Ac Ad Ah | 3c 3d 3s | 4c 4h 4s | Tc Th Ts | Kd Kh Ks* | Tc Jc Qc | 3d 4d 5d | Jd Qd Kd"
            " | Jd Qd Kd Ad | Qh Kh Ah | 3s 4s 5s | Ts Js Qs Ks"
        )
        rules = MeldRules(ace="high", joker_release="any")
        line = LINES[102]
        for at in (
            position(table, "Qh", rules),
            position(str(line["table"]), str(line["hand"])),
        ):
            best = check_best(at, "points")
            assert best is not None
            assert not best.disturbed_exact
            assert best.disturbed > 3

    def test_a_card_beside_groups_and_a_joker(self) -> None:
        """Of two fives more one fills an old group, or both make a new one with the joker."""
        at = position("5c 5d 5h | 5c 5d 5s", "5s 5h *")
        best = check_best(at, "points")
        assert best is not None
        assert best.played == at.hand
        assert best.disturbed == fewest_disturbed(at.table, best.played) == 0

    @pytest.mark.parametrize(
        ("table", "hand"),
        [
            ("3c* 3d* 3s*", "3d 3s"),  # either of two cards frees a joker, not both
            ("3d 3h 3s*", "3s *"),
            ("5c 5d 5h 5s | 8c 8d 8h 8s | 8c 8d 8h 8s", "*"),  # the eights give a card each
            ("8c 8d 8h 8s | 5c 5d 5h 5s | 5c 5d 5h 5s", "*"),
        ],
    )
    def test_as_good_in_two_ways(self, table: str, hand: str) -> None:
        """The deal, or the groups, that it takes are found whichever comes first."""
        assert check_against_brute_force(position(table, hand))


class TestMissedOnce:
    """Sets in which a joker starts a sequence at the top."""

    @pytest.mark.parametrize(
        ("table", "hand", "played"),
        [
            ("Kc Ac Qc*", "* *", "* *"),
            ("Qd* Kd* Ad", "Kd *", "Kd *"),
            ("", "* * * Kd Ad", "Kd Ad *"),
        ],
    )
    def test_examples(self, table: str, hand: str, played: str) -> None:
        """The sequence has a queen that is a joker, and another one of nothing but jokers."""
        every = check_against_brute_force(position(table, hand, MeldRules(joker_release="any")))
        assert Cards.parse(played) in every


class TestLaws:
    """What is true of the answers, whatever the position."""

    @given(small_positions(most=16, hand=5))
    def test_plays_in_order(self, at: Position) -> None:
        """Each once, the fewest points left first, then the most cards; as many as are counted."""
        found = list(plays(at.table, at.hand))
        rank = [
            (at.table.rules.points_of(at.hand - played), -len(played), played.counts)
            for played in found
        ]
        assert rank == sorted(rank)
        assert count_plays(at.table, at.hand) == len(found) == len(set(found))
        union = [card for card in at.hand if any(card in played for played in found)]
        assert playable_cards(at.table, at.hand) == Cards(union)
        assert list(plays(at.table, at.hand)) == found

    @given(small_positions(most=24, hand=8))
    def test_no_play_beats_the_best(self, at: Position) -> None:
        """Neither in points nor in cards; and the best is one of the plays."""
        every = set(plays(at.table, at.hand))
        for objective in OBJECTIVES:
            best = check_best(at, objective)
            assert (best is None) is (not every)
            if best is not None:
                assert best.played in best_of(every, at.table, at.hand, objective)

    def test_large_tables(self) -> None:
        """The same is true where brute force does not reach."""
        for text in plays_of_all_cells(seed=5, count=8):
            at = position(text.table, text.hand)
            first = list(islice(plays(at.table, at.hand), 3))
            best, most = check_best(at, "points"), check_best(at, "cards")
            assert best is not None
            assert most is not None
            assert at.table.rules.points_of(at.hand - first[0]) == best.points_left
            assert len(most.played) >= max(map(len, first))
            assert most.points_left >= best.points_left
            assert best.played <= playable_cards(at.table, at.hand)


class TestSmallest:
    """Nothing on the table, nothing in hand, nothing to be played."""

    @pytest.mark.parametrize(
        ("table", "hand"),
        [("", ""), ("4s 5s 6s", ""), ("", "8s 9s"), ("", "* *"), ("4s 5s 6s", "9s"), ("", "8s *")],
    )
    def test_nothing_can_be_played(self, table: str, hand: str) -> None:
        """There is no best play, and no other."""
        at = position(table, hand)
        for objective in OBJECTIVES:
            assert check_best(at, objective) is None
        assert list(plays(at.table, at.hand)) == []
        assert count_plays(at.table, at.hand) == 0
        assert playable_cards(at.table, at.hand) == Cards()

    @pytest.mark.parametrize("jokers", range(3, 9))
    def test_jokers_only(self, jokers: int) -> None:
        """Three jokers make a meld, and so do more."""
        at = position("", "* " * jokers)
        assert [len(played) for played in plays(at.table, at.hand)] == list(range(jokers, 2, -1))
        best = check_best(at, "points")
        assert best is not None
        assert best.points_left == 0

    def test_a_joker_that_stays(self) -> None:
        """Where a joker counts nothing the card is played that fills the group, not the joker."""
        at = position("8c 8d 8h", "8s *", MeldRules(points=POINTS[2]))
        assert {str(played) for played in check_against_brute_force(at)} == {"8s", "*"}
        best = check_best(at, "points")
        assert best is not None
        assert str(best.played) == "8s"

    def test_nothing_counts(self) -> None:
        """Where no card counts in hand, as many as can be are played all the same."""
        rules = MeldRules(points=(0,) * 14)
        at = position("4s 5s 6s", "3s 7s 8s Kd Kh *", rules)
        for objective in OBJECTIVES:
            best = check_best(at, objective)
            assert best is not None
            assert best.played == at.hand
        assert len(next(plays(at.table, at.hand))) == 6
