"""What the searches drop, put off and keep: nothing that an answer could need."""

from functools import cache
from itertools import combinations, product

import pytest

from manipulation import MANIPULATION, Cards, MeldRules, Table, best_play, can_arrange
from manipulation.solver import _kernel_loose as loose
from manipulation.solver import _kernel_spread as spreading
from manipulation.solver import _kernel_whether as plain
from manipulation.solver._kernel_best import Choice, Cover, State, any_cost
from manipulation.solver._kernel_packed import (
    FULL_GROUPS,
    NO_MELD,
    ONE_GROUP,
    ONES,
    ROOM,
    all_options,
    box,
    least,
    packed,
    up_to,
)
from manipulation.solver._kernel_search import in_sweep_order
from tests.oracles import can_cover, laid_down
from tests.small_positions import lines

END = 13
MANY = 100_000
ANY_ACE = "high_or_low"
HOLDING = (NO_MELD, FULL_GROUPS, ONE_GROUP, ROOM)


def levels_of(cards: Cards) -> list[int]:
    """Pack the naturals in the order of the sweep, an ace at its end."""
    return [*in_sweep_order(packed(cards.counts[:52]), ANY_ACE), 0, 0, 0]


def cover_of(levels: list[int]) -> Cover:
    """Set up a search in which all must be covered."""
    cover = Cover(levels, [0] * (len(levels) - 3), [1] * (len(levels) - 2), 0)
    cover.limit = MANY
    return cover


def pack(four: str) -> int:
    """Pack a digit for each suit."""
    return int.from_bytes(bytes(map(int, four)), "little")


@cache
def is_covered(cards: Cards) -> bool:
    """Tell by brute force whether cards can be arranged."""
    return can_cover(laid_down(cards), MANIPULATION.melds)


def dominates(one: State, other: State) -> bool:
    """Tell by the counts of clubs alone whether one state can do all that another one can."""
    jokers, others = one[4], other[4]
    return (
        one[1] <= other[1]
        and one[1] + one[2] <= other[1] + other[2]
        and sum(one[1:4]) >= sum(other[1:4])
        and (jokers == others or (jokers > others and one[5] == ROOM))
        and one[5] in (other[5], ROOM)
    )


def undominated(states: dict[State, int]) -> dict[State, int]:
    """Take from each state what another one that dominates it has: no order, no front."""
    left = dict(states)
    for state in states:
        for other, bits in states.items():
            if other != state and dominates(other, state):
                left[state] &= ~bits
    return {state: bits for state, bits in left.items() if bits}


class TestDominance:
    """A state is dropped if another one can do as much, and for those low aces only."""

    OPEN = tuple(product((0, 1), (0, 1), (0, 2)))

    def test_without_jokers(self) -> None:
        """Three states at a time, each with some of two choices of low aces."""
        for some in combinations(self.OPEN, 3):
            for bits in product((1, 2, 3), repeat=3):
                states = dict(zip(some, bits, strict=True))
                full: dict[State, int] = {}
                for state, own in states.items():
                    full[0, *state, 0, ROOM, 0, 0] = own
                expected = {(s[1], s[2], s[3]): own for s, own in undominated(full).items()}
                assert plain.undominated(states) == expected

    @pytest.mark.parametrize("opened", [(0, 0, 0), (0, 0, 1), (1, 0, 0)])
    def test_with_jokers(self, opened: tuple[int, int, int]) -> None:
        """The same with jokers left, of which different melds can take up different numbers."""
        every: list[State] = [
            (3, *opens, jokers, room, 0, 0)
            for opens in ((0, 0, 0), opened)
            for jokers, room in product((1, 2), HOLDING)
        ]
        for one, other, third in product(every, every, every[:1] + every[-2:]):
            states = {one: 3, other: 1, third: 2}
            assert spreading.undominated(states) == undominated(states)

    def test_looking_ahead(self) -> None:
        """A bound of what is to come brings dear states before cheap ones, and hides none."""
        levels = "1011 0122 2222 2121 2200 0212 0110"
        hand = "1010 0020 2112 1111 2100 0102 0010"
        cards, may = ([pack(four) for four in text.split()] for text in (levels, hand))
        cover = Cover([*cards, 0, 0, 0], may, [1, 3, 1, 3, 1, 3, 3, 3], 1)
        cover.limit = MANY
        start = spreading.start(1, 0, 0)
        assert cover.run([(0, start)], MANY) is not None
        assert cover.cost == 5
        for level in (5, 3, 2):
            best = (level, 0, 0, cards[level] + ONES, 1, ROOM, 0, 0)
            assert cover.run([(0, best)], MANY) is not None
            for before in range(level + 1):
                cover.ahead[before] = max(cover.ahead[before], cover.cost)
        assert any(cover.ahead)
        assert cover.run([(0, start)], MANY) is not None
        assert cover.cost == 5

    @pytest.mark.parametrize("room", HOLDING)
    def test_a_dearer_one_dominates_none(self, room: int) -> None:
        """Of states entered before only those count that cost no more."""
        for dear, cheap in product(range(3), repeat=2):
            cover = cover_of([0] * (END + 3))
            cover.run((), 0)
            for many in range(20, 0, -1):  # few states are not worth comparing
                cover.dominated((3, many, 0, 0, 1, room, 0, 0), 0)
            assert not cover.dominated((3, 0, 0, 0, 1, room, 0, 0), dear)
            assert cover.dominated((3, 0, 0, 0, 1, room, 0, 0), cheap) is (dear <= cheap)


class TestLowAces:
    """Aces that are low are not high as well, whichever of them lead to the same state."""

    WANTED = ("As 2s 3s", "Ad 2d 3d", "Qs Ks", "Qd Kd", "2c 2d 2h 2s", "3c 3d 3h 3s", "Ah")

    def test_two_suits(self) -> None:
        """All choices at once, each by itself, and brute force."""
        for size in range(1, len(self.WANTED) + 1):
            for some in combinations(self.WANTED, size):
                cards = Cards.parse(" ".join(some))
                levels = levels_of(cards)
                aces, twos, threes = levels[END - 1], levels[0], levels[1]
                lows = list(up_to(least(aces, least(twos, threes))))
                alone = [
                    low
                    for low in lows
                    if plain.Spread(levels, [low], MANY).served({(low, 0, 0): 1}, [low])
                ]
                starts = {(low, 0, 0): 1 << place for place, low in enumerate(lows)}
                assert plain.Spread(levels, lows, MANY).served(starts, lows) == alone
                likely = list(plain.low_aces(packed(cards.counts[:52]), ANY_ACE))
                able = plain.Spread(levels, likely, MANY).run()
                assert bool(alone) is able is is_covered(cards), cards

    def test_what_fails_with_some_can_be_done_with_others(self) -> None:
        """Behind the low cards nothing is open, with the ace low or high; low is right."""
        low = Cards.parse("As 2s 3s 2c 2d 2h 3c 3d 3h")
        square = Cards.parse("7c 8c 9c 7d 8d 9d 7h 8h 9h")
        high = Cards.parse("Qc Qd Qs Kc Kd Ks")
        assert can_arrange(low + square + high)
        assert not can_arrange(low + square + high - Cards.parse("Qc Kc"))
        assert not can_arrange(low + square + high, rules=MeldRules(ace="high"))


class TestOneAfterTheOther:
    """A search that is run again has forgotten the last time."""

    SOME = (
        "4c 5c 6c 4d 5d 6d 4h 5h 6h",
        "4c 5c 6c 4d 5d 6d 4h 5h",
        "4c 4d 4h 4s 5c 6c",
        "4c 4d 4h 5c 6c",
        "Js Qs Ks As Ac Ad Ah",
        "2c Ac Ad Ah As",
    )

    def test_sweeps(self) -> None:
        """Both kinds of sweeps, first over one set of cards and then over another."""
        nothing = [0] * (END + 3)
        for one, other in product([levels_of(Cards.parse(text)) for text in self.SOME], repeat=2):
            fresh = plain.Sweep(list(other), MANY).run(0)
            sweep = plain.Sweep(list(one), MANY)
            sweep.run(0)
            sweep.levels[:] = other
            assert sweep.run(0) is fresh
            beside = loose.Loose(list(one), nothing, nothing, nothing)
            beside.sweep(0)
            beside.cards = list(other)
            assert beside.sweep(0) is fresh


class TestRoom:
    """Where all is covered but for some jokers, they must have room too (D18, R30)."""

    MELDS = ("5c 5d 5h 5s", "9c 9d 9h", "9s", "6s 7s", "Ts", "Ac Ad Ah")

    @pytest.mark.parametrize("jokers", [1, 2, 3])
    def test_it_agrees_with_brute_force(self, jokers: int) -> None:
        """In the search that spreads out, and in that for loose cards."""
        for size in range(1, 4):
            for some in combinations(self.MELDS, size):
                cards = Cards.parse(" ".join([*some, *"*" * jokers]))
                if len(cards) > 11:
                    continue  # for brute force it takes too long
                levels = levels_of(cards)
                lows = list(up_to(levels[END - 1]))
                assert spreading.spread(cover_of(levels), jokers, lows) is is_covered(cards), cards
                beside = cover_of(levels)
                beside.alone = False
                ends = [
                    loose.way_out(beside, spreading.start(jokers, low, low), [0] * (END + 1))
                    for low in lows
                ]
                assert any(end is not None for end in ends) is is_covered(cards), cards

    def test_a_joker_beside_full_groups(self) -> None:
        """It has no room until one of them is disturbed, and the number is exact."""
        table = Table.parse("4c 4d 4h 4s | 9c 9d 9h 9s")
        best = best_play(table, Cards.parse("5c 5d 5h 5s *"))
        assert best is not None
        assert len(best.played) == 5
        assert (best.disturbed, best.disturbed_exact) == (1, True)

    def test_without_a_joker(self) -> None:
        """Nobody asks what could take one up: states that differ in nothing else are equal."""
        for jokers in range(1, 4):
            for room in HOLDING:
                cover = cover_of([ONES, ONES, ONES, 0, 0, 0])
                for state in spreading.every_way(cover, (0, 0, 0, ONES, jokers, room, 0, 0)):
                    assert state[4] or state[5] == ROOM


class TestManyWays:
    """Of very many ways to make groups some are put off, and none is lost."""

    EACH = 5 * ONES
    LEVELS = (EACH, EACH, EACH, 0, 1, 0, 0, 0)
    ABLE = frozenset(5 * ONES - group for group in box(0, 5 * ONES) if all_options(group, group, 0))
    """What can start a sequence where the rest of twenty cards makes groups."""
    START: State = (0, 0, 0, 0, 0, ROOM, 0, 0)

    def test_every_way(self) -> None:
        """Twenty cards of a rank, and as many of the next two."""
        assert len(self.ABLE) > 200
        cover = cover_of(list(self.LEVELS))
        assert {state[1] for state in spreading.every_way(cover, self.START)} == self.ABLE
        cover.alone = False
        assert {way[0][1] for way in loose.all_ways(cover, self.START)} == self.ABLE

    def test_none_leads_to_the_end(self) -> None:
        """All are tried: the last card has nothing to go with."""
        cover = cover_of(list(self.LEVELS))
        assert cover.run([(0, self.START)], 0) is None
        assert cover.visited > len(self.ABLE)

    @pytest.mark.parametrize(("each", "jokers", "is_more"), [(5, 0, True), (3, 8, False)])
    def test_put_off(self, each: int, jokers: int, is_more: bool) -> None:  # noqa: FBT001
        """Only where there are more than twelve cards."""
        others: list[Choice] = []
        cover = cover_of([each * ONES] * 3 + [0] * 5)
        ways = cover.ways(any_cost((0, 0, 0, 0, jokers, ROOM, 0, 0), 0), others)
        assert bool(others) is is_more
        assert (len({way[3] for way in ways}) == len(box(0, each * ONES))) is not is_more

    def test_apart(self) -> None:
        """An old sequence may start by itself, a joker going to the one that is open there."""
        spade = 1 << 24
        others = 5 * (ONES - spade)
        cover = cover_of([others, 0, 0, 0, 0])
        cover.alone = False
        cover.starts[0] = spade
        ways = loose.all_ways(cover, (0, 0, spade, 0, 1, ROOM, 0, 0))
        assert {(way[3], way[7]) for way in ways} == {(others, 0), (others, spade)}


class TestLimits:
    """What costs too much is not even laid aside, and at the limit of states there is no answer."""

    SEQUENCE = Cards.parse("5c 6c 7c")
    """One state for each of the thirteen ranks."""

    @pytest.mark.parametrize("most", range(6))
    def test_costs(self, most: int) -> None:
        """Three cards have nothing to go with, three make a sequence, and each costs one."""
        lonely, sequence = (1, 0, 1 << 8, 0, 1 << 16), (1 << 24, 1 << 24, 1 << 24, 0, 0)
        cards = [one + other for one, other in zip(lonely, sequence, strict=True)]
        for ahead in ([0] * 7, [3, 2, 2, 1, 1, 0, 0]):
            cover = Cover([*cards, 0, 0, 0], cards, [1] * 6, 0)
            cover.limit, cover.ahead = MANY, ahead
            found = cover.run([(0, (0, 0, 0, 0, 0, ROOM, 0, 0))], most)
            assert (found is not None) is (most >= 3)
            assert found is None or cover.cost == 3
            assert all(cost <= most for cost in cover.choices)

    @pytest.mark.parametrize("limit", range(1, 16))
    def test_spread_out(self, limit: int) -> None:
        """The last rank counts no state of its own."""
        levels = levels_of(self.SEQUENCE)
        able = limit > END - 1
        assert plain.Spread(levels, [0], limit).served({(0, 0, 0): 1}, [0]) == [0] * able
        cover = cover_of(levels)
        cover.limit = limit
        assert spreading.spread(cover, 0, [0]) is able

    @pytest.mark.parametrize("most", range(1, 16))
    def test_one_way_after_the_other(self, most: int) -> None:
        """The end may be the last state: there are fourteen with the one behind all ranks."""
        found = spreading.attempt(cover_of(levels_of(self.SEQUENCE)), 0, [0], most)
        assert found is (True if most > END else None)

    @pytest.mark.parametrize("limit", [155, 170, 185])
    def test_one_limit_for_both_searches(self, limit: int) -> None:
        """Where 230 states are needed it stops at the limit, or with the rank that it is at."""
        cards = next(line for line in lines("partition.jsonl") if line["id"] == "p1-172")
        visited = plain.whether(Cards.parse(str(cards["cards"])).counts, ANY_ACE, limit)[1]
        assert limit <= visited < limit + 30
