"""Jokers that stay in hand, naturals that are kept back, and plays as good as each other."""

from itertools import product
from random import Random

import pytest

from manipulation import Cards, MeldRules, RulesError, Table, check_play
from manipulation.cards import NATURALS
from manipulation.errors import PositionError, SearchLimitError
from manipulation.solver import (
    arrange,
    best_play,
    can_arrange,
    count_plays,
    playable_cards,
    plays,
    why_not,
)
from manipulation.solver._kernel_best import Cover
from manipulation.solver._kernel_deal import arrangement, deals
from manipulation.solver._kernel_faces import coverable, faces_of, helpers
from manipulation.solver._kernel_packed import unpacked
from manipulation.solver._kernel_query import Query
from manipulation.solver._kernel_search import Search
from manipulation.solver.playing import cards_of
from tests.best_plays import check_against_brute_force
from tests.oracles import Ace, Release, all_plays, best_of, fewest_disturbed
from tests.small_positions import ACES, position

ON_TABLE: Release = "natural_on_table"
FROM_HAND: Release = "natural_from_hand"
TIES = ("4c 4d 4h 5c 6c 5d 6d 4s", "4c 4d 4h 5c 6c", "3c 4c 5c 6c 4d 4h 5d 6d")
ACE_FACES = 0b1111
NO_TABLE = bytes(105)
MOST = 1 << 60
SUIT = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"


def search(hand: str, costs: list[int]) -> Search:
    """Search an empty table and a hand."""
    (deal,) = deals(NO_TABLE, Cards.parse(hand).counts, "natural_on_table")
    return Search(deal, "high_or_low", costs, MOST)


@pytest.mark.parametrize("hand", ["Tc Tc 8d * *", "Ac 5d Tc Tc * *", "Ks Ks Ks 2s 2h 3s * *"])
@pytest.mark.parametrize("joker", [25, 20, 10, 3])
def test_sums(hand: str, joker: int) -> None:
    """Whether cards can cost so much in several ways: all choices of them are tried."""
    costs = [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, joker]
    asked = search(hand, costs)
    held = [*unpacked(asked.may), asked.deal.in_hand]
    assert sum(held) == len(Cards.parse(hand))
    sums = [
        sum(costs[face >> 2] * count for face, count in enumerate(counts))
        for counts in product(*(range(count + 1) for count in held))
    ]
    for cost in range(max(sums) + 2):
        assert asked.is_sum(cost) is (sums.count(cost) > 1), cost


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("joker", [25, 3])
@pytest.mark.parametrize("hand", ["4c 4d 4h 4s *", "4c 4d 4h * *", "5h 4c 4d 4h 4s *"])
def test_a_joker_that_stays(ace: Ace, joker: int, hand: str) -> None:
    """No meld takes it up; it costs what it counts, as few points as that may be."""
    rules = MeldRules(ace=ace, points=(6,) * 13 + (joker,))
    check_against_brute_force(position("", hand, rules))


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [1, 2, 3, 4])
def test_a_whole_suit_and_jokers(ace: Ace, jokers: int) -> None:
    """They can lie, though a sequence of thirteen goes on at one end or at none."""
    cards = Cards.parse(SUIT + " *" * jokers)
    table = arrange(cards, rules=MeldRules(ace=ace))
    assert table is not None
    assert table.cards.undeclared_again == cards


@pytest.mark.parametrize("ace", ACES)
def test_a_joker_makes_a_sequence_longer(ace: Ace) -> None:
    """As long as it can be, at its lower end too; no sequence is cut for it."""
    ranks = "3456789TJQKA" if ace == "high" else "23456789TJQK"
    for row in (ranks, ranks[1:], f"A{ranks}") if ace == "high_or_low" else (ranks, ranks[1:]):
        cards = Cards.parse(" ".join(f"{rank}s" for rank in row) + " *")
        table = arrange(cards, rules=MeldRules(ace=ace))
        assert table is not None
        assert len(table.melds) == 1


@pytest.mark.parametrize(
    ("table", "hand", "rules"),
    [
        ("5c 5d 5h 5s*", "5s 9c 9d 9h 9s", MeldRules()),
        ("5c 5d 5h 5s* | 8c 8d 8h*", "5s 8s", MeldRules(jokers_per_meld=1)),
        ("5c 5d 5h 5s* | 8c 8d 8h*", "5s 8s 9s", MeldRules(jokers_per_meld=1)),
    ],
)
def test_a_natural_that_is_kept_back(table: str, hand: str, rules: MeldRules) -> None:
    """It would free a joker for which there is no room."""
    at = position(table, hand, rules)
    every = all_plays(at.table, at.hand)
    assert set(plays(at.table, at.hand)) == every
    best = best_play(at.table, at.hand)
    assert best is not None
    assert not check_play(at.table, best.play, at.hand)
    assert best.played in best_of(every, at.table, at.hand, "points")
    assert best.points_left == rules.points_of(at.hand - best.played)


@pytest.mark.parametrize("meld", ["Ac* Ad Ah As", "Ac Ad* Ah As", "Ac* Ad* Ah As"])
@pytest.mark.parametrize("hand", ["*", "* 3s", "* Kd"])
def test_jokers_for_aces(meld: str, hand: str) -> None:
    """A joker on the table that is free is one, whatever it stood for."""
    at = position(meld, hand, MeldRules(joker_release="any"))
    found = all_plays(at.table, at.hand)
    in_any = [card for card in at.hand if any(card in played for played in found)]
    assert playable_cards(at.table, at.hand) == Cards(in_any)


@pytest.mark.parametrize("rules", [MeldRules(), MeldRules(jokers_per_meld=1)])
@pytest.mark.parametrize("cards", ["5s*", "5s* 5s", "5s* 4h* 6c", "4s", "3c 4c 5c 9d* 9h*"])
def test_what_is_left_out(cards: str, rules: MeldRules) -> None:
    """It makes up the cards, with the table, and no fewer can be."""
    given = Cards.parse(cards)
    found = why_not(given, rules=rules)
    assert found is not None
    assert found.left_out + found.table.cards == given
    assert len(found.left_out) == (2 if "3c" in cards else len(given))


def test_what_is_refused() -> None:
    """Rules that are none, too many cards, what is no cards, no limit."""
    cards = Cards.parse("4s 5s 6s")
    for ask in (can_arrange, arrange, why_not):
        with pytest.raises(RulesError):
            ask(cards, rules=None)  # type: ignore[arg-type]
        with pytest.raises(PositionError):
            ask(cards, limit=None)  # type: ignore[arg-type]
        with pytest.raises(PositionError):
            ask(Cards.parse("4s " * 9))
        with pytest.raises(PositionError):
            ask("4s 5s 6s")  # type: ignore[arg-type]


def test_the_limit_is_named() -> None:
    """The error says how many states were allowed."""
    table, hand = Table.parse("4s 5s 6s"), Cards.parse("3s 7s 9d")
    with pytest.raises(SearchLimitError, match="no answer within 2 states"):
        count_plays(table, hand, limit=2)
    with pytest.raises(SearchLimitError, match="no answer within 2 states"):
        list(plays(table, hand, limit=2))


def test_more_cards_first() -> None:
    """Of sets that leave as many points, the one of more cards comes first."""
    table = Table.parse("2c 3c 4c | 2d 3d 4d | 2h 3h 4h | 4s 5s 6s")
    hand = Cards.parse("Ac Ad Ah 3s")
    order = [(table.rules.points_of(hand - played), -len(played)) for played in plays(table, hand)]
    assert order == sorted(order)
    assert order.count((3, -3)) == 1
    assert (3, -1) in order


@pytest.mark.parametrize("seed", range(12))
def test_a_long_search(seed: int) -> None:
    """It finds what one finds that neither looks ahead nor begins anew."""
    random = Random(seed)
    hand = [random.choice(NATURALS[:36]) for _ in range(20)]
    asked = search(" ".join(map(str, hand)) + " * * *", [*range(1, 14), 9])
    found = asked.least_left(MOST, telling=False)
    plain = search(" ".join(map(str, hand)) + " * * *", [*range(1, 14), 9])
    cover = plain.cover()
    assert cover.run(plain.starts(), MOST) is not None
    assert found is not None
    assert found.cost == cover.cost


@pytest.mark.parametrize("seed", range(8))
def test_looking_ahead(seed: int) -> None:
    """What is still to come is no dearer than the answer, and told up to the most and one more."""
    random = Random(seed)
    hand = " ".join(str(random.choice(NATURALS)) for _ in range(22)) + " *"
    asked = search(hand, [*range(1, 15)])
    whole = asked.cover()
    asked.look_ahead(whole, MOST)
    best = asked.least_left(MOST, telling=False)
    assert best is not None
    assert whole.ahead[0] <= best.cost
    for most in {whole.ahead[9], whole.ahead[0], whole.ahead[9] + 1}:
        cover = asked.cover()
        asked.look_ahead(cover, most)
        assert cover.ahead == [min(bound, most + 1) for bound in whole.ahead]


@pytest.mark.parametrize("hand", TIES)
def test_all_that_is_as_good(hand: str) -> None:
    """Every best play is found, or the search says that it may have missed some."""
    at = position("", hand, MeldRules(points=(0,) * 14))
    every = best_of(all_plays(at.table, at.hand), at.table, at.hand, "cards")
    sure = []
    for limit in (*range(1, 60), MOST):
        asked = search(hand, [1] * 14)
        best = asked.least_left(MOST, telling=True)
        assert best is not None
        asked.limit = asked.visited() + limit
        found = {cards_of(stays) for stays in (best.stays(), *asked.as_good(best))}
        assert found <= {at.hand - played for played in every}
        assert not asked.sure or len(found) == len(every)
        sure.append(asked.sure)
    assert sure == sorted(sure)
    assert len(set(sure)) == 2


def test_fewest_melds_given_up() -> None:
    """What one search has given up, the others do not make up for."""
    at = position("Ac Ad Ah As", "Js Qs Qs Ks Ks Ks")
    (deal,) = deals(at.table.cards.counts, at.hand.counts, "natural_on_table")
    melds = [meld.key for meld in at.table.melds]
    asked = Search(deal, "high_or_low", [1] * 14, MOST)
    best = asked.least_left(MOST, telling=True)
    assert best is not None
    fewest = asked.least_disturbed(melds, best.stays(), 3)
    assert fewest is not None
    assert (fewest.cost, asked.sure) == (1, True)
    asked.limit = 0
    assert asked.least_disturbed(melds, best.stays(), 3) is None
    assert not asked.sure
    asked.limit = MOST
    list(asked.as_good(best))
    assert not asked.sure


@pytest.mark.parametrize(
    ("table", "hand", "release"),
    [
        ("5d* 5h 5s | 6c 6d 6s | 2d 3d 4d 5d*", "5d 5s", FROM_HAND),
        ("8c 8d 8h 8s* | 8c 8d 8s*", "8s 9s", FROM_HAND),
        ("Kc Kh* Ks", "Kd Kh", FROM_HAND),
        ("Tc* Th Ts", "Tc Td", ON_TABLE),
        (
            "6c 6d 6h | 6c 6d 6s | 2c 3c 4c 5c 6c | 2s 3s 4s 5s 6s",
            *("2d 5d 5d 4h 4s 4s 6s", ON_TABLE),
        ),
    ],
)
def test_the_fewest_melds(table: str, hand: str, release: Release) -> None:
    """Whichever joker is free, whatever is kept back, of all plays as good."""
    at = position(table, hand, MeldRules(joker_release=release, points=(5,) * 14))
    best = best_play(at.table, at.hand)
    assert best is not None
    assert best.disturbed_exact
    plays_as_good = best_of(all_plays(at.table, at.hand), at.table, at.hand, "points")
    assert best.played in plays_as_good
    assert best.disturbed == min(fewest_disturbed(at.table, played) for played in plays_as_good)


@pytest.mark.parametrize(
    ("table", "hand"),
    [("Ac Ad Ah As", "Js Qs Qs Ks Ks"), ("Ac Ad Ah As", "2s 2s 3s 3s 4s")],
)
def test_an_ace_that_is_wanted(table: str, hand: str) -> None:
    """One meld is disturbed for it."""
    at = position(table, hand)
    best = best_play(at.table, at.hand)
    assert best is not None
    assert (best.played, best.disturbed, best.disturbed_exact) == (at.hand, 1, True)


@pytest.mark.parametrize("suit", "cdhs")
def test_equal_cards_that_no_meld_takes(suit: str) -> None:
    """They are paid for before the search, up to eight of them."""
    for count in range(1, 9):
        asked = search(f"9{suit} " * count + "Kd", [1] * 9 + [10] * 5)
        assert (asked.surely, asked.faces, any(asked.may)) == (count + 10, 0, False)


def test_lonely_cards() -> None:
    """Where a card needs a joker it is not tried to do without."""
    for lonely in ("Ac", "2c", "As", "Kh"):
        cards = f"{lonely} 5d 6d 7d * *"
        asked = search(cards, [1] * 14)
        best = asked.least_left(MOST, telling=False)
        assert best is not None
        assert (best.cost, asked.beside) == (0, 0)
        asked = Search(
            arrangement(Cards.parse(cards).counts, NO_TABLE), "high_or_low", [1] * 14, MOST
        )
        assert asked.can_cover()
        assert asked.beside == 0


def test_no_other_play_is_looked_for() -> None:
    """Of two equal cards one is played: nothing else can stay at this cost."""
    asked = search("Ac Ac 2c 3c", [*range(1, 15)])
    best = asked.least_left(MOST, telling=True)
    assert best is not None
    visited = asked.visited()
    assert (best.cost, list(asked.as_good(best))) == (1, [])
    assert asked.visited() == visited


def expecting(hand: str, ace: Ace) -> tuple[Search, Cover]:
    """Set up a search of a hand alone, and its bounds, as if every card needed a joker."""
    (deal,) = deals(NO_TABLE, Cards.parse(hand).counts, ON_TABLE)
    asked = Search(deal, ace, [*range(1, 15)], MOST)
    cover = asked.cover()
    asked.expect(cover, asked.faces)
    return asked, cover


@pytest.mark.parametrize("ace", ACES)
def test_what_is_still_to_come(ace: Ace) -> None:
    """Of two pairs a joker helps one; an ace that may be high counts for nothing at first."""
    asked, cover = expecting("As 2s 9d 9h *", ace)
    least_left = {"low": 3, "high": 2, "high_or_low": 2}[ace]
    assert cover.ahead[0] == least_left
    best = asked.least_left(MOST, telling=False)
    assert best is not None
    assert best.cost == 3


@pytest.mark.parametrize("ace", ACES)
def test_what_is_still_to_come_by_level(ace: Ace) -> None:
    """What helps a card lies two levels below it at most: further up it no longer counts."""
    _, cover = expecting("5s 6s 9d 9h *", ace)
    five = 4 if ace == "low" else 3
    six = five + 1
    expected = [11 if level <= five - 2 else 6 if level <= six - 2 else 0 for level in range(15)]
    assert cover.ahead == expected


@pytest.mark.parametrize("ace", ACES)
def test_what_helps_a_lonely_card(ace: Ace) -> None:
    """It is what makes the card coverable: every other card is tried."""
    random = Random(ace)
    low, high = 0 if ace == "high" else ACE_FACES, 0 if ace == "low" else ACE_FACES
    for _ in range(60):
        near = [(face + random.randrange(13) * 4) % 52 for face in range(4)]
        near = [*near, *(random.choice((*range(16), *range(40, 52))) for _ in range(4))]
        loose = sum(1 << face for face in set(near))
        before, behind = 1 << random.randrange(52), 1 << random.randrange(52)
        for face in faces_of(loose & ~coverable(loose, before, behind, 0, low, high)):
            helping = [
                other
                for other in range(52)
                if coverable(loose | 1 << other, before, behind, 0, low, high) >> face & 1
            ]
            found = helpers(face, loose, before, behind, low, high)
            assert sorted(faces_of(found)) == helping, (face, faces_of(loose))


class TestLimits:
    """What is left of the states for one search after another."""

    def test_of_a_search(self) -> None:
        """The states in which all cards were tried are gone."""
        (deal,) = deals(NO_TABLE, Cards.parse("4c 4d 4h 5c 6c").counts, ON_TABLE)
        asked = Search(deal, "high_or_low", [1] * 14, 1_000)
        assert asked.all_played() is None
        assert asked.visited() > 0
        assert asked.cover().limit == 1_000 - asked.visited()

    def test_of_deals(self) -> None:
        """Each has what those before have left, and so has the search for the fewest melds."""
        at = position("Kc Kh* Ks", "Kd Kh", MeldRules(joker_release=FROM_HAND))
        dealt = deals(at.table.cards.counts, at.hand.counts, FROM_HAND)
        query = Query(dealt, "high_or_low", [1] * 14, None, 1_000)
        query.telling = True
        best = query.least_left()
        first, second = query.searches
        assert (first.limit, second.limit) == (1_000, 1_000 - first.visited())
        melds = [meld.key for meld in at.table.melds]
        assert query.least_disturbed(best[1:], melds, 3) is not None
        assert second.limit == 1_000 - first.visited()

    def test_of_deals_with_few_jokers(self) -> None:
        """No more states are visited than are allowed."""
        at = position("5c 5d 5h 5s* | 8c 8d 8h*", "5s 8s 9s 8h *")
        dealt = deals(at.table.cards.counts, at.hand.counts, ON_TABLE)
        assert len(dealt) > 1
        for limit in range(1, 100, 9):
            query = Query(dealt, "high_or_low", [1] * 14, 1, limit)
            query.least_left()
            assert query.visited() <= limit
