"""The search where a meld holds only so many jokers (D21 and the table of relatives)."""

import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from manipulation import Cards, MeldRules, Table
from manipulation.melds import meld_of
from manipulation.solver._kernel_deal import Deal, deals
from manipulation.solver._kernel_limited import Limited, Lot
from manipulation.solver._kernel_limited_group import grouped, spans
from manipulation.solver._kernel_limited_lay import melds_of_jokers
from manipulation.solver._kernel_search import Search
from manipulation.testing.corpus import FOLDER
from tests.oracles import FACES, JOKER, Ace, Lying, can_cover, melds

MOST = 1 << 60
ACES: tuple[Ace, ...] = ("low", "high", "high_or_low")
PLAYS = FOLDER / "play.jsonl"
PLAY_LINES: list[dict[str, str]] = [
    json.loads(line) for line in PLAYS.read_text(encoding="utf-8").splitlines()
]


def rules_of(per_meld: int, ace: Ace = "high_or_low") -> MeldRules:
    """Limit the jokers in a meld."""
    return MeldRules(ace=ace, jokers_per_meld=per_meld)


class Position(NamedTuple):
    """Cards that must lie, cards in hand, and rules that limit the jokers in a meld."""

    lies: Cards
    hand: Cards
    rules: MeldRules

    def search(self, limit: int = MOST) -> Limited:
        """Ask for the least points that stay in hand."""
        counts, hand, per_meld = self.lies.counts, self.hand.counts, self.rules.jokers_per_meld
        assert per_meld is not None
        lot = Lot(counts[:FACES], counts[FACES:JOKER], hand[:FACES], counts[JOKER], hand[JOKER])
        return Limited(lot, self.rules.ace, per_meld, list(self.rules.points), limit)

    def answered(self) -> Limited:
        """Search, find something, and check that it is what it says."""
        search = self.search()
        assert search.run(MOST)
        self.check(search)
        return search

    def check(self, search: Limited) -> None:
        """Hold that every card lies in a legal meld or stays in hand, at the cost told."""
        laid = [Cards.of_counts(block) for block in search.melds]
        for cards in laid:
            meld_of(cards, rules=self.rules)
        table = sum(laid, Cards())
        stays = Cards.of_counts(search.stays[:FACES] + bytes(FACES) + search.stays[FACES:])
        assert stays <= self.hand
        assert self.rules.points_of(stays) == search.cost
        played = self.hand - stays
        assert table.counts[:FACES] == (self.lies + played).counts[:FACES]
        assert table.jokers == self.lies.jokers + played.jokers
        assert all(table.counts[face] >= self.lies.counts[face] for face in range(FACES, JOKER))

    def least(self) -> int | None:
        """Find the least points that stay in hand by brute force."""
        costs = [
            self.rules.points_of(self.hand - played)
            for played in parts(self.hand)
            if can_cover(
                Lying(
                    (self.lies + played).counts[:JOKER],
                    (self.lies + played).undeclared,
                ),
                self.rules,
            )
        ]
        return min(costs, default=None)


def parts(cards: Cards) -> Iterator[Cards]:
    """Yield every multiset within the cards."""
    for counts in product(*(range(count + 1) for count in cards.counts)):
        yield Cards.of_counts(bytes(counts))


def position(lies: str, hand: str = "", per_meld: int = 1, ace: Ace = "high_or_low") -> Position:
    """Read a position."""
    return Position(Cards.parse(lies), Cards.parse(hand), rules_of(per_meld, ace))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a few cards of few ranks, so that many can be melded."""
    start, width = draw(st.integers(0, 12)), draw(st.integers(1, 6))
    suits = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True))
    faces = [4 * ((start + more) % 13) + suit for more in range(width) for suit in suits]
    face = st.sampled_from(faces)
    places = [
        *draw(st.lists(face, max_size=7)),
        *draw(st.lists(face.map(lambda at: at + FACES), max_size=3)),
        *[JOKER] * draw(st.integers(0, 4)),
    ]
    hand = [*draw(st.lists(face, max_size=4)), *[JOKER] * draw(st.integers(0, 2))]
    rules = rules_of(draw(st.integers(1, 3)), draw(st.sampled_from(ACES)))
    return Position(of_places(places), of_places(hand), rules)


def of_places(places: list[int]) -> Cards:
    """Make cards of the places where `Cards.counts` counts them."""
    return Cards.of_counts(bytes([places.count(place) for place in range(JOKER + 1)]))


def planted(rng: Random, size: int, jokers: int, hand: int, *, declared: bool) -> Position:
    """Draw a legal table of two decks, at most one joker a meld, and a hand from what is left."""
    left, table = [2] * FACES, [0] * (JOKER + 1)
    while sum(table) < size:
        meld = list(rng.choice([meld for meld in melds("high_or_low") if len(meld) <= 6]))
        stands_for = meld.pop(rng.randrange(len(meld))) if table[JOKER] < jokers else None
        if all(left[face] >= meld.count(face) for face in meld):
            for face in meld:
                left[face] -= 1
                table[face] += 1
            table[JOKER] += stands_for is not None
            if declared and stands_for is not None:
                table[JOKER] -= 1
                jokers -= 1
                table[stands_for + FACES] += 1
    rest = [face for face in range(FACES) for _ in range(left[face])]
    lies = Cards.of_counts(bytes(table))
    return Position(lies, of_places(rng.sample(rest, hand)), rules_of(1))


class TestBruteForce:
    """The least is left, and what can be arranged is."""

    @given(positions())
    @example(position("6s 7s 8s * * *", per_meld=3))
    @example(position("Js Qs Ks As * *", per_meld=2, ace="high"))
    @example(position("Ks Kh Kd Kc 9s 9h 9d 9c *"))
    @example(position("As 2s 3s* Ks As* Qs"))
    @example(position("As Ah", "* *", per_meld=2, ace="low"))
    def test_the_least_is_left(self, position: Position) -> None:
        """It leaves what brute force leaves, and no more is found for less."""
        least = position.least()
        search = position.search()
        assert search.run(MOST) == (least is not None)
        if least is not None:
            assert search.cost == least
            position.check(search)
            assert search.run(least)
            assert not search.run(least - 1)
        assert not search.exhausted

    @given(positions())
    def test_the_same_question_has_the_same_answer(self, position: Position) -> None:
        """Nothing in it is left to chance."""
        one, other = position.search(), position.search()
        found = one.run(MOST)
        assert (other.run(MOST), one.visited) == (found, other.visited)
        if found:
            assert (one.cost, one.stays, one.melds) == (other.cost, other.stays, other.melds)


class TestOneJokerAMeld:
    """A meld holds one joker at most (the preset `tahiti`)."""

    @pytest.mark.parametrize(
        ("cards", "per_meld", "is_arranged"),
        [
            ("4s 5s 6s 7s* 8s*", 1, False),
            ("4s 5s 6s 7s* 8s*", 2, True),
            ("4s 5s 6s* 7s* 8s 9s", 1, True),
            ("4s 5s 6s 7s 8s 9s * *", 1, True),
            ("4s 5s 6s 7s * *", 1, True),
            ("4s 5s 6s * *", 1, False),
            ("4s 4h 4d 4c*", 1, True),
            ("4s 4h 4d* 4c*", 1, False),
            ("4s 4h 4d 4c *", 1, False),
            ("4s 4h 4d 4c 4s 4h 4d 4c *", 1, True),
            ("4s 4h * * *", 2, False),
            ("* * *", 2, False),
            ("* * *", 3, True),
        ],
    )
    def test_what_can_be_arranged(self, cards: str, per_meld: int, *, is_arranged: bool) -> None:
        """Long sequences are cut so that each piece keeps the limit."""
        asked = position(cards, per_meld=per_meld)
        assert asked.search().run(MOST) == is_arranged
        assert can_cover(Lying(asked.lies.counts[:JOKER], asked.lies.undeclared), asked.rules) == (
            is_arranged
        )

    @pytest.mark.parametrize(
        ("cards", "hand", "per_meld", "cost"),
        [
            ("4s 5s 6s", "* *", 1, 25),
            ("4s 5s 6s", "* * * * *", 4, 0),
            ("", "7s 8s * *", 1, 25),
            ("4h 5h 6h", "9s 2c *", 1, 11),
            ("Js Qs Ks", "As 2s 3s *", 1, 0),
        ],
    )
    def test_what_stays(self, cards: str, hand: str, per_meld: int, cost: int) -> None:
        """Jokers that no meld can take stay, and so do cards that find no others."""
        assert position(cards, hand, per_meld).answered().cost == cost

    @pytest.mark.parametrize(("per_meld", "jokers"), [(3, 3), (3, 6), (4, 7), (5, 6), (5, 8)])
    def test_jokers_alone(self, per_meld: int, jokers: int) -> None:
        """Where three may lie in a meld, jokers make melds of their own."""
        assert position("* " * jokers, per_meld=per_meld).answered().cost == 0
        assert position("* " * jokers + "4s 4h 4d", per_meld=per_meld).answered().cost == 0


class TestPlanted:
    """What was drawn as a legal table is arranged."""

    @pytest.mark.parametrize("seed", range(24))
    @pytest.mark.parametrize("declared", [False, True])
    def test_a_table_is_arranged(self, seed: int, *, declared: bool) -> None:
        """Forty to sixty cards with four jokers, one a meld."""
        rng = Random(seed)
        asked = planted(rng, rng.randint(40, 58), 4, 0, declared=declared)
        assert asked.answered().cost == 0

    @pytest.mark.parametrize("seed", range(12))
    def test_a_hand_is_played(self, seed: int) -> None:
        """What a hand leaves is found with certainty, and within a bounded number of states."""
        rng = Random(seed)
        asked = planted(rng, rng.randint(40, 58), 4, rng.randint(5, 10), declared=False)
        search = asked.answered()
        assert search.visited <= 3_000
        assert search.cost == 0 or not asked.search().run(search.cost - 1)


HARD = [
    (
        position(
            "Ac Ac 2c 3c 3c 4c 4c 5c 5c 6c 9c Jc Qc Kc Kc Ad 3d 3d 4d 5d 8d 9d Td Jd Qd Kd Kd"
            " 3h 3h 4h 5h 6h 7h 8h 8h Kh 3s 5s * * * *",
            "5d 2h Kh 6s Ts",
        ),
        3_600,
    ),
    (
        position(
            "Ac 2c 3c 4c 4c 5c 6c 7c 8c 9c Tc Jc Qc Ad Ad 2d 3d 4d 5d 5d 6d 7d 9d 9d Td Jd Kd"
            " Ah Ah 2h 3h 5h 6h 6h 7h 7h 8h 8h 9h Jh Qh Kh 5s 7s 8s Ts * * * *",
            "3c Qc 3d 8d Jh As 2s 6s 6s Ts",
        ),
        4_600,
    ),
    (
        position(
            "3c 4c 5c 5c 6c 7c 8c 9c 3d 3d 4d 5d 5d 6d 7d 8d 9d Td Jd Qd Kd Kd 3h 4h 5h 5h 7h"
            " 7h 8h 8h As 2s 3s 4s 4s 5s 5s 6s 6s 7s 8s 8s 9s 9s Ts Js Qs Ks * * * *",
            "Ac 3c 4c 8c Tc 4d Th Jh Qs",
        ),
        3_400,
    ),
]
"""Positions of two decks and four jokers, one a meld, and the most states to visit."""


class TestStates:
    """The states visited are bounded, and a limit on them is kept."""

    def test_hard_positions(self) -> None:
        """These drag on when states are not pruned, or nothing is known of what is to come."""
        for asked, most in HARD:
            assert asked.answered().visited <= most

    def test_a_limit_is_told(self) -> None:
        """A search that was given up says so, wherever that happened, and never answers."""
        asked = HARD[0][0]
        enough = asked.answered().visited
        for limit in (0, 1, 100, 150, enough - 1):
            search = asked.search(limit)
            assert not search.run(MOST)
            assert search.exhausted
            assert search.visited == limit
        search = asked.search(enough)
        assert search.run(MOST)
        assert not search.exhausted


class TestNoLimit:
    """Where the limit is no less than the jokers there are, it changes nothing."""

    @pytest.mark.parametrize("line", PLAY_LINES[::4], ids=lambda line: line["id"])
    def test_the_other_search_agrees(self, line: dict[str, str]) -> None:
        """It leaves what the search without a limit leaves."""
        table, hand = Table.parse(line["table"]), Cards.parse(line["hand"])
        points = list(table.rules.points)
        for deal in deals(table.cards.counts, hand.counts, table.rules.joker_release):
            found = Search(deal, table.rules.ace, points, MOST).least_left(MOST, telling=False)
            search = Limited(lot_of(deal), table.rules.ace, 8, points, MOST)
            assert search.run(MOST) == (found is not None)
            if found is not None:
                kept = sum(points[face // 4] * deal.stays[face] for face in range(FACES))
                assert search.cost + kept == found.cost


def lot_of(deal: Deal) -> Lot:
    """Take the cards of a deal."""
    lies = bytes([deal.lies[face] - deal.fixed[face] for face in range(FACES)])
    return Lot(lies, deal.fixed, deal.may, sum(deal.free), deal.in_hand)


class TestGroups:
    """Groups of one rank, by count and card by card."""

    @given(
        st.lists(st.integers(0, 3), min_size=4, max_size=4),
        st.lists(st.integers(0, 2), min_size=4, max_size=4),
        st.integers(1, 4),
    )
    def test_any_number_within_a_span_makes_groups(
        self, naturals: list[int], fixed: list[int], per_meld: int
    ) -> None:
        """Every card and joker lies in a group of three or four suits, within the limit."""
        sizes = [one + other for one, other in zip(naturals, fixed, strict=True)]
        for few, many in spans(sum(sizes), max(sizes), sum(fixed), per_meld, 8):
            for free in range(few, many + 1):
                groups = grouped(naturals, fixed, free, per_meld)
                assert all(group.count(0) <= 1 for group in groups)
                assert all(group.count(2) <= per_meld for group in groups)
                for suit in range(4):
                    cards = [group[suit] for group in groups]
                    assert cards.count(1) == naturals[suit]
                    assert cards.count(2) >= fixed[suit]
                assert sum(group.count(2) for group in groups) == sum(fixed) + free

    def test_spans(self) -> None:
        """With two jokers a meld, two cards take one or two, or four for two groups."""
        assert spans(2, 1, 0, 2, 8) == [(1, 2), (4, 4)]
        assert spans(8, 2, 0, 1, 8) == [(0, 4)]
        assert spans(0, 0, 0, 1, 8) == [(0, 0)]
        assert spans(4, 1, 2, 1, 8) == []

    def test_melds_of_jokers(self) -> None:
        """None are needed while others take them up; none are legal below three."""
        assert melds_of_jokers(4, 0, 1) == 0
        assert melds_of_jokers(4, 1, 2) == -1
        assert melds_of_jokers(4, 1, 3) == 1
        assert melds_of_jokers(2, 1, 3) == -1
