"""Positions that are seldom met: many equal cards, jokers that stand for one card, short searches.

Each law is held beside brute force, or beside what can be said without a search.
"""

from functools import cache
from itertools import combinations, product

import pytest

from manipulation import MANIPULATION, Cards, MeldRules, Table, best_play
from manipulation.solver import COMPILED, _conflicts, _kernel_search
from manipulation.solver._conflicts import Conflicts
from manipulation.solver._kernel_best import Cover, State
from manipulation.solver._kernel_packed import FULL_GROUPS, NO_MELD, ONE_GROUP, ROOM
from tests.oracles import all_plays, best_of, can_cover, fewest_disturbed, laid_down, parts
from tests.small_positions import Position, position

GROUPS = tuple(
    tuple(int(suit in suits) for suit in range(4))
    for size in (3, 4)
    for suits in combinations(range(4), size)
)
"""How many cards of each suit a group has."""

Counts = tuple[int, ...]
"""How many cards of one rank there are, by suit."""


@cache
def most_in_groups(counts: Counts) -> int:
    """Count the cards of one rank that can lie in groups at once, one group after another."""
    most = 0
    for group in GROUPS:
        left = tuple(many - one for many, one in zip(counts, group, strict=True))
        if min(left) >= 0:
            most = max(most, sum(group) + most_in_groups(left))
    return most


def of_rank(rank: str, counts: Counts) -> str:
    """Write cards of one rank."""
    return " ".join(
        rank + suit for suit, many in zip("cdhs", counts, strict=True) for _ in range(many)
    )


class TestManyOfOneRank:
    """From three to eight decks: of one rank as many are played as make groups."""

    MANY = ((4, 4, 4, 4), (3, 4, 4, 4), (5, 5, 5, 0), (8, 5, 5, 0), (7, 4, 4, 4), (6, 6, 3, 2))

    @pytest.mark.parametrize("many", MANY)
    @pytest.mark.parametrize("other", [(0, 0, 0, 0), (1, 1, 1, 0), (2, 1, 1, 0), (2, 2, 1, 2)])
    def test_two_ranks_far_apart(self, many: Counts, other: Counts) -> None:
        """What is played of the one does not depend on the other."""
        hand = Cards.parse(f"{of_rank('K', many)} {of_rank('5', other)}")
        best = best_play(Table.parse(""), hand, objective="cards", tidy=False)
        assert best is not None
        assert len(best.played) == most_in_groups(many) + most_in_groups(other)


class TestDominance:
    """A state entered before can do all that another one can: when that is so, and when not."""

    OPENED = ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1))

    @staticmethod
    def is_dropped(one: State, other: State, paid: int) -> bool:
        """Enter a state, then one that has cost so much, each after more than a few others."""
        cover = Cover([0] * 16, [0] * 13, [1] * 14, 0)
        cover.run((), 0)
        for low in range(1, 10):  # these have other low aces, and so dominate none
            cover.dominated((3, 0, 0, 0, 1, ROOM, low, 0), 0)
        assert not cover.dominated(one, 1)
        return cover.dominated(other, paid)

    @pytest.mark.parametrize("room", [NO_MELD, FULL_GROUPS, ONE_GROUP, ROOM])
    @pytest.mark.parametrize("suit", range(4))
    def test_more_jokers(self, suit: int, room: int) -> None:
        """They are as good as fewer only if there is room for any number of them.

        For each sequence open in the one the other has one as long, and the rest are long.
        """
        for one, other in product(self.OPENED, repeat=2):
            able = one[0] <= other[0] and sum(one[:2]) <= sum(other[:2]) and sum(one) >= sum(other)
            opens, others = ([many << 8 * suit for many in opened] for opened in (one, other))
            for free, jokers in product((1, 2, 3), repeat=2):
                as_many = free == jokers or (free > jokers and room == ROOM)
                state = (3, *opens, free, room, 0, 0)
                assert self.is_dropped(state, (3, *others, jokers, room, 0, 0), 1) is (
                    able and as_many
                )

    @pytest.mark.parametrize("kept", [0, 1])
    @pytest.mark.parametrize("paid", [0, 1, 2])
    def test_what_it_cost(self, paid: int, kept: int) -> None:
        """No more; and if as much, the same cards must have stayed in hand."""
        state = (3, 0, 0, 0, 1, ROOM, 0, 0)
        able = paid > 1 or (paid == 1 and not kept)
        assert self.is_dropped(state, (*state[:7], kept), paid) is able


@cache
def can_lie(cards: Cards) -> bool:
    """Tell by brute force whether cards can be arranged."""
    return can_cover(laid_down(cards), MANIPULATION.melds)


class TestBesideOldMelds:
    """A hand that can lie by itself is laid beside the table, of which nothing is disturbed."""

    @pytest.mark.parametrize("jokers", [1, 2])
    def test_the_same_sequence_in_hand(self, jokers: int) -> None:
        """Whatever else, with jokers among it, is in hand."""
        table, again = Table.parse("Ts Js Qs"), Cards.parse("Ts Js Qs")
        tried = 0
        for some in combinations(Cards.parse("8h 9h Th Jh Qh Kh 9c 9d"), 4 - jokers):
            hand = again + Cards(some) + Cards.parse("* " * jokers)
            if can_lie(hand):
                best = best_play(table, hand)
                assert best is not None
                assert (best.played, best.disturbed, best.disturbed_exact) == (hand, 0, True)
                tried += 1
        assert tried > 10


def check_fewest(at: Position) -> bool:
    """Tell whether a play claims that none as good disturbs fewer melds; hold that it is so."""
    best = best_play(at.table, at.hand)
    assert best is not None
    if best.disturbed_exact:
        as_good = best_of(all_plays(at.table, at.hand), at.table, at.hand, "points")
        assert best.played in as_good
        assert best.disturbed == min(fewest_disturbed(at.table, played) for played in as_good)
    return best.disturbed_exact


class TestEqualJokers:
    """Where some of the jokers that stand for one card are free (D17), any of them may be those."""

    RULES = MeldRules(joker_release="natural_from_hand", points=(5,) * 14)

    @pytest.mark.parametrize("rank", "8K")
    @pytest.mark.parametrize("first", ["c d* s", "c d* s*"])
    @pytest.mark.parametrize("second", ["d* h s", "d* h* s", "d* h s*"])
    def test_two_groups(self, rank: str, first: str, second: str) -> None:
        """Other jokers beside them, and a natural for one of each."""
        melds = [" ".join(rank + suit for suit in melds.split()) for melds in (first, second)]
        for more in ("", *(rank + suit for suit in "chs")):
            assert check_fewest(position(" | ".join(melds), f"{rank}d {more}", self.RULES))


class TestGivenUp:
    """What is said of an answer where some of the searches for it were given up."""

    @pytest.mark.skipif(COMPILED, reason="what is compiled cannot be replaced")
    def test_the_fewest_melds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is not claimed that no play as good disturbs fewer, unless it is so.

        Of two that leave two cards the first one disturbs the aces, the other one nothing.
        """
        at = position("Ad Ah As", "Ac 2c 3c 2s 3s", MeldRules(points=(5,) * 14))
        claims = set()
        for states in range(1, 24, 3):
            monkeypatch.setattr(_kernel_search, "_WORTH_IT", states)
            claims.add(check_fewest(at))
        assert claims == {False, True}

    @pytest.mark.parametrize("cards", ["Jc Jd Js Qs", "5c 3s 4s 5s 6s", "Ah 2h 3h 4s *"])
    def test_a_conflict(self, monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
        """It is not claimed that no card of it can be spared, unless it is so."""
        every = Cards.parse(cards)
        able = [part for part in parts(every) if can_lie(part)]
        claims = set()
        for states in range(2, 22, 3):
            monkeypatch.setattr(_conflicts, "_FOR_ONE", states)
            conflict, minimal = Conflicts(every, MANIPULATION.melds).smallest()
            assert conflict <= every
            claims.add(minimal)
            if minimal:
                assert not any(conflict <= part for part in able)
                for card in conflict:
                    assert any(conflict - Cards((card,)) <= part for part in able)
        assert claims == {False, True}
