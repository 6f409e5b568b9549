"""How many states the searches visit on hard positions: a search that prunes less is refused.

Each bound is what was counted when the search was written and three tenths more.
"""

from itertools import product

import pytest

from manipulation import Cards, Joker, MeldRules, Table, check_play
from manipulation.cards import NATURALS
from manipulation.solver import (
    Objective,
    arrange,
    best_play,
    can_arrange,
    count_plays,
    playable_cards,
    plays,
)
from manipulation.solver._kernel_deal import deals
from manipulation.solver._kernel_query import Query
from manipulation.solver._kernel_whether import whether
from tests.benchmarks.positions import arrangeable, nearly_whole, plays_of_all_cells
from tests.small_positions import Position, lines, position

MOST = 1 << 60
OBJECTIVES: tuple[Objective, ...] = ("points", "cards")
TWO_DECKS = Cards(NATURALS * 2)
CARDS = {line["id"]: Cards.parse(str(line["cards"])) for line in lines("partition.jsonl")}
AT = {line["id"]: position(str(line["table"]), str(line["hand"])) for line in lines("play.jsonl")}
CELLS = [position(*at) for at in plays_of_all_cells(seed=1, count=48)]


def check_plays(at: Position, limit: int, limit_for_cards: int) -> None:
    """Ask for the best play under both objectives, with so many states."""
    assert best_play(at.table, at.hand, limit=limit)
    assert best_play(at.table, at.hand, objective="cards", limit=limit_for_cards)


class TestArranging:
    """Whether cards can be arranged, and how."""

    @pytest.mark.parametrize(
        ("name", "limit"),
        [
            ("p1-440", 1238),
            ("p1-163", 891),
            ("p1-355", 513),
            ("p1-172", 299),
            ("p1-85", 290),
            ("p1-343", 227),
            ("p1-166", 219),
            ("p1-90", 216),
            ("p1-53", 156),
            ("p1-214", 20),
        ],
    )
    def test_whether(self, name: str, limit: int) -> None:
        """The slowest verdicts of the file."""
        can_arrange(CARDS[name], limit=limit)

    @pytest.mark.parametrize(
        ("name", "limit"),
        [
            ("p1-29", 12878),
            ("p1-391", 5064),
            ("p1-437", 2426),
            ("p1-238", 2121),
            ("p1-563", 1884),
            ("p1-364", 1406),
            ("p1-343", 465),
            ("p1-90", 383),
        ],
    )
    def test_how(self, name: str, limit: int) -> None:
        """The slowest arrangements of the file."""
        arrange(CARDS[name], limit=limit)

    def test_all_of_the_file(self) -> None:
        """A state a rank is what most verdicts take, and few take many more."""
        naturals = [cards for cards in CARDS.values() if not cards.undeclared]
        visited = [whether(cards.counts, "high_or_low", MOST)[1] for cards in naturals]
        assert sum(visited) < 18 * len(naturals)

    def test_nearly_whole_decks(self) -> None:
        """Two decks with a few cards missing are arranged at the first attempt, or nearly."""
        for text in nearly_whole(seed=1, count=60):
            can_arrange(Cards.parse(text), limit=55)

    @pytest.mark.parametrize(
        ("short", "more", "limit", "limit_for_how"),
        [
            ("Kc 5d Qd Kd Kd Js Qs Qs", "", 220, 1870),
            ("Tc 3d Kd Kd 6h Jh Kh Kh", "", 234, 2567),
            ("7c 6d Td Kd Kd 9s Ks Ks", "", 241, 25941),
            ("7c 7c 7d 7d 6s 6s 8s 8s", "", 203, 5971),
            ("7c 6d Td Kd Kd 9s Ks Ks", "3c 3d 3h 3s 4c 4d 4h 4s 5h 6h", 249, 25941),
            ("7c 6d Td Kd Kd 9s Ks Ks", "Ac Ac Ac Ac Ah Ah As As 2c 2h", 241, 27113),
            ("Kc 5d Qd Kd Kd Js Qs Qs", "9c 9d 9h 9s Tc Th 8c 8h 8s 2c", 236, 1872),
        ],
    )
    def test_jams(self, short: str, more: str, limit: int, limit_for_how: int) -> None:
        """Of 96 cards and of 106, which cannot be arranged."""
        cards = TWO_DECKS - Cards.parse(short) + Cards.parse(more)
        assert not can_arrange(cards, limit=limit)
        assert arrange(cards, limit=limit_for_how) is None


class TestPlaying:
    """The best play, every play, and their number."""

    @pytest.mark.parametrize(
        ("name", "limit", "limit_for_cards"),
        [
            ("b1-115", 19118, 19118),
            ("b1-128", 5688, 5688),
            ("b1-229", 2733, 2733),
            ("b1-54", 1876, 1876),
            ("b1-126", 7629, 7629),
            ("b1-102", 756, 379),
            ("b1-170", 571, 571),
            ("b1-64", 2563, 2563),
        ],
    )
    def test_the_best(self, name: str, limit: int, limit_for_cards: int) -> None:
        """The slowest best plays of the file."""
        check_plays(AT[name], limit, limit_for_cards)

    @pytest.mark.parametrize(
        ("number", "limit", "limit_for_cards"),
        [
            (0, 341, 341),
            (1, 185, 190),
            (2, 637, 346),
            (8, 1726, 1726),
            (20, 309, 309),
            (47, 33, 33),
        ],
    )
    def test_drawn_positions(self, number: int, limit: int, limit_for_cards: int) -> None:
        """Tables of two decks, of 20 cards to 75, and hands with jokers."""
        check_plays(CELLS[number], limit, limit_for_cards)

    @pytest.mark.parametrize("name", ["b1-128", "b1-229", "b1-115"])
    def test_what_stays(self, name: str) -> None:
        """The first of the two searches, which asks what must stay in hand."""
        at = AT[name]
        choices = deals(at.table.cards.counts, at.hand.counts, at.table.rules.joker_release)
        query = Query(choices, "high_or_low", list(MeldRules().points), None, MOST)
        query.least_left()
        assert query.visited() < {"b1-128": 3_600, "b1-229": 2_500, "b1-115": 5_800}[name]

    @pytest.mark.parametrize(
        ("name", "limit"),
        [
            ("b1-10", 3811),
            ("b1-101", 2135),
            ("b1-219", 1999),
            ("b1-176", 1522),
            ("b1-48", 1388),
            ("b1-60", 1322),
            ("b1-189", 1064),
            ("b1-30", 759),
        ],
    )
    def test_every_play(self, name: str, limit: int) -> None:
        """Positions with many plays, or few that take long to find."""
        at = AT[name]
        count = count_plays(at.table, at.hand, limit=limit)
        assert len(list(plays(at.table, at.hand, limit=limit))) == count

    @pytest.mark.parametrize("name", ["b1-30", "b1-47", "b1-48", "b1-237"])
    def test_few_sets_on_a_full_table(self, name: str) -> None:
        """A few hand cards are tried set by set, where the sweep takes longer; the order is one."""
        at = AT[name]
        found = list(plays(at.table, at.hand))
        assert set(found) == {
            played
            for counts in product(*(range(count + 1) for count in at.hand.counts))
            if (played := Cards.of_counts(bytes(counts)))
            if (best := best_play(at.table, played, tidy=False)) and best.played == played
        }
        rules = at.table.rules
        assert found == sorted(
            found, key=lambda c: (rules.points_of(at.hand - c), -len(c), c.counts)
        )

    @pytest.mark.parametrize(
        ("name", "limit"),
        [("b1-48", 20), ("b1-10", 134), ("b1-219", 33), ("b1-176", 24), ("b1-60", 1230)],
    )
    def test_playable_cards(self, name: str, limit: int) -> None:
        """Which cards can be played takes no look at every play."""
        at = AT[name]
        assert playable_cards(at.table, at.hand, limit=limit) == Cards(
            card for card in at.hand if any(card in played for played in plays(at.table, at.hand))
        )

    def test_an_empty_table(self) -> None:
        """With nothing on the table and nothing that goes together there is little to visit."""
        assert best_play(Table(), Cards.parse("Ac 3d 5h 7s 9c"), limit=45) is None


class TestManyDecks:
    """Tables of up to eight decks are answered within few states."""

    @pytest.mark.parametrize("decks", [1, 2, 4, 8])
    def test_nearly_all_cards_lie(self, decks: int) -> None:
        """Whole decks but for the cards in hand, and a joker: all of them can be played."""
        for text in arrangeable(seed=decks, count=2, decks=decks):
            cards = Cards.parse(text)
            table = arrange(cards)
            assert table is not None
            hand = Cards([*NATURALS * decks, Joker()]) - cards
            for objective in OBJECTIVES:
                best = best_play(table, hand, objective=objective, limit=135)
                assert best is not None
                assert not check_play(table, best.play, hand)
                assert best.played == hand
