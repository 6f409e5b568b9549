"""What counting and listing stand on: packed counts, the ways to lay a rank, and the walk.

The laws hold beside plain lists of four counts, or beside brute force; few of them need a search.
"""

from collections import Counter
from functools import cache
from itertools import product
from operator import sub
from random import Random

import pytest

from manipulation import Cards, MeldRules, SearchLimitError, Table, best_play
from manipulation.solver import COMPILED, arrangements, count_arrangements
from manipulation.solver._kernel_blocks import FREE, LOW_ACE, slot_of
from manipulation.solver._kernel_count import Count, both
from manipulation.solver._kernel_deal import arrangement
from manipulation.solver._kernel_lay import Spare
from manipulation.solver._kernel_list import Open, Walk, low_aces
from manipulation.solver._kernel_packed import (
    FULL_GROUPS,
    MANY_CARDS,
    ONES,
    all_options,
    box,
    few,
    fewest,
    fill_tables,
    fits,
    options,
    options_beside,
    packed,
    total,
    up_to,
)
from manipulation.solver._kernel_plays import Plays
from manipulation.solver._kernel_replay import Laid
from manipulation.solver._kernel_ways import BOTH_ENDS, HIGH, LONG, LOW, continued
from tests.oracles import Ace, covers, laid_down, of_places
from tests.small_positions import ACES

NOTHING_OPEN: tuple[Open, ...] = ((), (), (), ())
NO_CARDS = [0] * 13
ANY_JOKERS = 13
GROUPS = [suits for suits in product((0, 1), repeat=4) if sum(suits) >= 3]

Four = tuple[int, ...]
"""How many cards of each suit."""


def pack(four: Four) -> int:
    """Pack four counts, a byte each."""
    return int.from_bytes(bytes(four), "little")


def unpack(packed: int) -> Four:
    """Take four counts apart."""
    return tuple(packed.to_bytes(4, "little"))


@cache
def make_groups(four: Four, jokers: int = 0) -> bool:
    """Tell whether cards of one rank and so many jokers make whole groups, one after another."""
    if not any(four) and jokers == 0:
        return True
    return any(
        make_groups(tuple(max(0, many - one) for many, one in zip(four, suits, strict=True)), left)
        for suits in GROUPS
        if (left := jokers - sum(many < one for many, one in zip(four, suits, strict=True))) >= 0
    )


def some_fours(seed: str, count: int) -> list[tuple[Four, Four]]:
    """Draw counts of up to eight a suit, and others that have up to two more of each."""
    random, found = Random(seed), []
    for _ in range(count):
        low = tuple(random.choice((0, 0, 1, 2, 4, 6)) for _ in range(4))
        found.append((low, tuple(many + random.randint(0, 2) for many in low)))
    return found


class TestPacked:
    """Counts of up to eight cards a suit, as with eight decks."""

    @pytest.mark.parametrize("high", [(8, 0, 1, 0), (0, 8, 0, 2), (1, 0, 8, 0), (0, 1, 0, 8)])
    def test_what_lies_below(self, high: Four) -> None:
        """Every count from none to all of them, each once."""
        below = set(product(*(range(many + 1) for many in high)))
        assert Counter(map(unpack, up_to(pack(high)))) == Counter(below)
        assert Counter(map(unpack, few(pack(high), 3))) == Counter(
            four for four in below if sum(four) <= 3
        )

    def test_the_fewest_in_groups(self) -> None:
        """No count between two makes groups of fewer cards."""
        for low, high in some_fours("fewest", 150):
            between = product(*map(range, low, (many + 1 for many in high)))
            able = [four for four in between if make_groups(four)]
            found = fewest(pack(low), pack(high))
            assert (found >= 0) is bool(able), (low, high)
            if able:
                assert unpack(found) in able, (low, high)
                assert total(found) == min(map(sum, able)), (low, high)

    def test_jokers_that_a_rank_takes_up(self) -> None:
        """Groups of one rank take up a joker or two as `fits` says, full ones two (R30)."""
        for four in product(range(3), repeat=4):
            for _, needed, room in all_options(pack(four), pack(four), 0):
                assert needed == 0
                for jokers in range(3):
                    assert fits(room, jokers) is make_groups(four, jokers), four
        assert [fits(FULL_GROUPS, jokers) for jokers in range(5)] == [True, False, True, True, True]

    @pytest.mark.parametrize("missing", [(0, 0, 0, 1), (0, 1, 0, 0), (1, 1, 0, 0), (0, 0, 2, 1)])
    def test_old_groups_of_three(self, missing: Four) -> None:
        """A joker goes to an old group of three for its suit, or to what is new of its rank."""
        for low, high in product(((0, 0, 0, 0), (1, 1, 1, 1)), product((1, 2), repeat=4)):
            found = options_beside(pack(low), pack(high), 2, pack(missing))
            between = product(*map(range, low, (many + 1 for many in high)))
            for four, jokers in product(between, range(3)):
                able = any(
                    make_groups(tuple(map(sub, four, given)), jokers - more)
                    for given in product(*(range(most + 1) for most in map(min, missing, four)))
                    for more in range(min(jokers, sum(missing) - sum(given)) + 1)
                )
                listed = any(
                    group == pack(four) and needed <= jokers and fits(room, jokers - needed)
                    for group, needed, room in found
                )
                assert listed is able, (low, high, four, jokers)

    def test_many_are_listed_one_by_one(self) -> None:
        """Up to some number of cards all the ways are one tuple, beyond they come one by one."""
        for more in range(-3, 4):
            high = pack((MANY_CARDS - 6 + more, 2, 2, 2))
            assert isinstance(options(ONES, high + ONES, 0), tuple) is (more <= 0)

    def test_what_is_known(self) -> None:
        """What was asked once is remembered, up to a bound; that of two decks beforehand."""
        all_options.cache_clear()
        fill_tables.cache_clear()
        fill_tables()
        pairs = [(low, high) for high in up_to(2 * ONES) for low in up_to(high)]
        assert all_options.cache_info().misses == len(pairs)
        assert all(all_options(low, high, 0) is all_options(low, high, 0) for low, high in pairs)
        assert all_options.cache_info().misses == len(pairs)
        assert box(ONES, 3 * ONES) is box(ONES, 3 * ONES)
        assert few(3 * ONES, 2) is few(3 * ONES, 2)
        assert None not in {ask.cache_info().maxsize for ask in (all_options, box, few)}


def upto(most: int) -> list[tuple[int, int]]:
    """List how many naturals and how many jokers are laid, so many in all or fewer."""
    return [(one, other) for one in range(most + 1) for other in range(most + 1 - one)]


class TestWays:
    """The ways to lay one rank of one suit."""

    @pytest.mark.parametrize("per_meld", [1, ANY_JOKERS])
    def test_in_how_many_ways_sequences_go_on(self, per_meld: int) -> None:
        """Those of one card go on, longer ones may, some with a joker; the rest starts new ones."""
        for short, held, long, plain, wild in product(*[range(3)] * 3, *[range(4)] * 2):
            expected = sum(
                of_short + of_held + of_long <= plain
                and short - of_short + jokers_of_held + jokers_of_long <= wild
                for of_short in range(short + 1)
                for of_held, jokers_of_held in upto(held)
                for of_long, jokers_of_long in upto(long)
                if per_meld > 1 or jokers_of_held == 0
            )
            lots = [(1 << 16, short), (LONG | 1 << 8, held), (LONG, long)]
            opened = tuple(lot | size for lot, size in lots if size)
            found = continued(opened, plain, wild, per_meld, 1)
            assert min(found.values(), default=1) > 0
            assert sum(found.values()) == expected

    def test_two_parts_together(self) -> None:
        """So many jokers in both: some in the one, and the rest in the other."""
        assert both([1, 2], [3]) == [3, 6]
        assert both([1, 2, 5], [3, 4]) == [3, 10, 23, 20]


AT_THE_ACE = [
    *("As* 2s 3s", "Ad* 2d 3d", "Ah* 2h 3h", "Ac* 2c 3c", "Ac* Ac* 2c 2c 3c 3c", "Ac Ac* 2c 3c"),
    *("Ad Ad* Qd Kd 2d 3d", "As* Qs Ks", "Qs Ks As", "Js Qs Ks As", "Qs Ks *", "Js Qs Ks *"),
    *("Ac Ad As*", "Ac* Ad* Ah*", "Ac Ad Ah As* 2s 3s", "Ad Ah As Ac* 2c 3c *", "2d 3d * *"),
    *("Ac Ac* 5h 6h 7h * *", "Ac* 2c* 2c 3c 3c 4c", "As* 2s* 2s 3s 3s 4s", "Ac 2c 3c Ad* Ah As"),
]


class TestAces:
    """Aces at both ends, as naturals and as jokers, counted and listed."""

    @pytest.mark.parametrize("text", AT_THE_ACE)
    @pytest.mark.parametrize("ace", ACES)
    @pytest.mark.parametrize("per_meld", [None, 1])
    def test_all_arrangements(self, text: str, ace: Ace, per_meld: int | None) -> None:
        """Brute force finds the same melds, each arrangement once."""
        cards, rules = Cards.parse(text), MeldRules(ace=ace, jokers_per_meld=per_meld)
        expected = {
            tuple(sorted(of_places(meld).counts for meld in cover))
            for cover in covers(laid_down(cards), rules)
        }
        found = [
            tuple(sorted(meld.cards.counts for meld in table.melds))
            for table in arrangements(cards, rules=rules)
        ]
        assert Counter(found) == Counter(expected)
        assert count_arrangements(cards, rules=rules) == len(expected)

    @pytest.mark.parametrize("per_meld", [0, 1])
    def test_low_aces(self, per_meld: int) -> None:
        """Any of the naturals of a suit, and any of its jokers and the free ones."""
        for aces, jokers, free in product((pack((2, 0, 1, 3)), 0), (pack((0, 3, 1, 2)), 0), (0, 2)):
            held = zip(unpack(aces), unpack(jokers), strict=True)
            expected = [
                list(product(range(plain + 1), range((wild + free) * per_meld + 1)))
                for plain, wild in held
            ]
            assert low_aces(aces, jokers, free, per_meld) == expected

    def test_a_joker_that_no_meld_may_hold(self) -> None:
        """No state is visited to find that out."""
        cards, rules = Cards.parse("As 2s 3s 6c 6d 6h *"), MeldRules(jokers_per_meld=0)
        assert list(arrangements(cards, rules=rules, limit=0)) == []
        with pytest.raises(SearchLimitError):
            list(arrangements(cards, limit=0))


def walk_of(levels: int, *, one: int = 0) -> Walk:
    """Make a walk over the highest levels, no card on them."""
    return Walk([*range(1, 13), 0][13 - levels :], [0] * levels, [0] * levels, ANY_JOKERS, one)


@cache
def alone(jokers: int, levels: int) -> bool:
    """Tell whether jokers make melds by themselves: groups, and sequences on so many levels."""
    sizes = {3, 4, *range(3, levels + 1)} if levels else set()
    return jokers == 0 or any(alone(jokers - size, levels) for size in sizes if size <= jokers)


class TestWalk:
    """Whether the walk can go on, and what it visits to find out."""

    @pytest.mark.parametrize("levels", range(14))
    def test_jokers_alone(self, levels: int) -> None:
        """They make groups, and sequences where there are levels enough."""
        for jokers in range(9):
            able = alone(jokers, levels)
            assert walk_of(levels).can_go_on(0, NOTHING_OPEN, jokers) is able
            if jokers <= 4:
                assert walk_of(levels, one=1).can_go_on(0, NOTHING_OPEN, jokers) is able

    def test_jokers_apart(self) -> None:
        """Where jokers make a meld or two, only the way without them is gone, once."""
        for levels, jokers in product(range(1, 14), (3, 4, 5, 6, 7, 8)):
            if jokers != 5 or levels >= 5:
                walk = walk_of(levels)
                assert walk.can_go_on(0, NOTHING_OPEN, jokers)
                assert walk.visited == levels + 1

    def test_a_short_sequence_at_the_end(self) -> None:
        """With one card at the last level, or two behind it, it never comes to three."""
        for place in range(4):
            opened = tuple((((48 + place,), 1),) if at == place else () for at in range(4))
            for free in range(3):
                assert not walk_of(1).can_go_on(0, opened, free)
                assert walk_of(2).can_go_on(0, opened, free) is (free == 2)

    @pytest.mark.parametrize("one", [0, 1])
    def test_when_there_is_no_room_for_more(self, one: int) -> None:
        """All that is remembered is forgotten before one state more would be too many."""
        walk = walk_of(13, one=one)
        assert walk.can_go_on(0, NOTHING_OPEN, 0)
        assert len(walk.known) + len(walk.known_lots) == 13
        walk.room = 13
        assert not walk.can_go_on(12, NOTHING_OPEN, 1)
        assert len(walk.known) + len(walk.known_lots) == 1

    def test_what_it_is_made_of(self) -> None:
        """Naturals and declared jokers of as many levels; behind the last there are none."""
        walk = Walk([0, 1], [1, 2], [0, 1], ANY_JOKERS, 0)
        assert walk.faces == [1, 3, 0, 0]
        assert walk.groups(0, 3) is walk.groups(0, 3)
        with pytest.raises(ValueError, match="shorter"):
            Walk([0, 1], [1, 2], [0], ANY_JOKERS, 0)


def count_of(text: str, ace: int) -> Count:
    """Set up a count."""
    counts = Cards.parse(text).counts
    return Count(packed(counts[:52]), packed(counts[52:104]), counts[104], ANY_JOKERS, ace)


class TestCount:
    """Parts of a count, and what it works out once."""

    @pytest.mark.parametrize("ace", [LOW, HIGH, BOTH_ENDS])
    def test_aces_of_a_suit(self, ace: int) -> None:
        """Of each choice there are as many ways as of what lies already."""
        count = count_of("As As 2s 2s 3s 3s Qs Ks As* *", ace)
        found = count.with_aces(3, 0, {(0, 0, 0): 5})
        assert set(found.values()) == {5}

    def test_what_leads_nowhere(self) -> None:
        """Ways on are listed where there are some, and none at the end for a short sequence."""
        count = count_of("4s 5s 6s 6c 6d 6h", BOTH_ENDS)
        open_spade = count.number((1 << 16 | 1,))
        assert count.ended(open_spade, 0) == []
        assert list(count.ways(4, 3, open_spade, {0, 1})) == [0]

    @pytest.mark.skipif(COMPILED, reason="what is compiled has no other kinds")
    def test_nothing_is_worked_out_twice(self) -> None:
        """The ways on of a suit, the ends of it, and which fields a swap moves."""
        asked: list[object] = []

        class Noting(Count):
            def ways(
                self, rank: int, place: int, number: int, grouped: set[int]
            ) -> dict[int, list[tuple[int, int, int]]]:
                asked.append((rank, place, number))
                return super().ways(rank, place, number, grouped)

            def ended(self, number: int, choice: int) -> list[int]:
                asked.append((number, choice))
                return super().ended(number, choice)

            def masks(self, place: int, other: int) -> list[tuple[int, int]]:
                asked.append(f"{place} {other}")
                return super().masks(place, other)

        deck = packed(Cards.parse("Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s").counts[:52])
        assert Noting(deck, NO_CARDS, 0, ANY_JOKERS, BOTH_ENDS).run(1 << 60) > 0
        assert {type(each) for each in asked} == {tuple, str}
        assert len(set(asked)) == len(asked)


class TestPlays:
    """Sets of states from which plays were counted."""

    def test_what_was_counted(self) -> None:
        """It is remembered: how many plays there are from a set of states, and the best of them."""
        deal = arrangement(Cards.parse("4s 5s 6s 7s").counts, Cards.parse("8s 9s").counts)
        plays = Plays(deal, 0, "low", [1] * 14, 1_000)
        first = plays.first()
        assert plays.counts.get(first) is plays.bests.get(first) is None
        assert plays.counts.setdefault(first, plays.count(first)) == plays.count(first) > 0
        assert plays.bests.setdefault(first, plays.best(first)) == plays.best(first)
        plays.counts[first], plays.bests[first] = 77, 78
        assert (plays.count(first), plays.best(first)) == (77, 78)


def sequence(first: int, last: int) -> Laid:
    """Lay a sequence of spades from one level to another."""
    return Laid([slot_of(level, 3, 0) for level in range(first, last + 1)])


class TestSpareJokers:
    """Jokers that no meld needs, laid to sequences or apart (D18, R30)."""

    @pytest.mark.parametrize("first", [0, LOW_ACE])
    def test_room_at_the_ends(self, first: int) -> None:
        """There is room for as many jokers as can be laid to the ends one after another."""
        for ends in product([(first, 11), (1, 12), (first, 12), (3, 9)], repeat=2):
            spare = Spare([sequence(*each) for each in ends], [], 99, first, 12)
            room, laid = spare.room(), 0
            while spare.lengthen():
                laid += 1
            assert room == laid
            assert spare.room() == 0

    @pytest.mark.parametrize("room", range(6))
    def test_three_jokers(self, room: int) -> None:
        """They go to the ends if all do, and are a meld by themselves if not."""
        spare = Spare([sequence(0, 12 - room)], [], 3, 0, 12)
        assert spare.lay()
        assert len(spare.melds) == (1 if room >= 3 else 2)
        assert sum(slot & FREE > 0 for meld in spare.melds for slot in meld.slots) == 3

    @pytest.mark.parametrize("ranks", ["A23456789TJQ", "23456789TJQK", "A23456789TJQK"])
    def test_an_old_sequence_stays(self, ranks: str) -> None:
        """Three jokers beside one that takes only some of them disturb nothing."""
        table = Table.parse(" ".join(rank + "s" for rank in ranks), rules=MeldRules(ace="low"))
        best = best_play(table, Cards.parse("* * *"))
        assert best is not None
        assert (len(best.played), best.disturbed) == (3, 0)
