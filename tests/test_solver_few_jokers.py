"""Where a meld holds only so many jokers: each piece of that search against a naive one.

That its answers are right is held by `tests/test_limited.py`. Here it is held that each piece says
what it claims, that nothing is worked out twice, and how many states it takes.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from random import Random

import pytest

from manipulation import Cards, MeldRules
from manipulation.melds import meld_of
from manipulation.solver import COMPILED
from manipulation.solver._kernel_limited import Limited, Lot
from manipulation.solver._kernel_limited_front import Front
from manipulation.solver._kernel_limited_group import grouped, spans
from manipulation.solver._kernel_limited_lay import melds_of_jokers
from manipulation.solver._kernel_limited_suit import Cell, Opened, Suits, Way
from tests.oracles import Ace

MOST = 1 << 60
FACES, JOKER = 52, 104
POINTS = list(MeldRules().points)

Kinds = tuple[int, ...]
NATURAL, FIXED, FREE, CLOSED = range(4)
"""How a sequence goes on: by a natural, by a joker of either sort, or not at all."""
ONE, TWO, LONG = 16, 32, 48
"""Open sequences, so long and with no joker in them; for each joker one more."""


def search_of(cards: str, per_meld: int = 1, ace: Ace = "high_or_low") -> Limited:
    """Set up a search: what must lie, then `+` and what may, and the jokers in a meld."""
    counts, held = [Cards.parse(part).counts for part in f"{cards}+".split("+")[:2]]
    lot = Lot(counts[:FACES], counts[FACES:JOKER], held[:FACES], counts[JOKER], held[JOKER])
    return Limited(lot, ace, per_meld, POINTS, MOST)


def melds_in(search: Limited) -> list[str]:
    """Write out what was found."""
    return [str(Cards.of_counts(block)) for block in search.melds]


def stays_in(search: Limited) -> Cards:
    """Tell what stays in hand."""
    return Cards.of_counts(search.stays[:FACES] + bytes(FACES) + search.stays[FACES:])


LEAST = [
    ("4s 4h 4d 4c 4s 4h 4d 4c * * * *", 1, "high_or_low", 0),
    ("2s 2h 4d 4c 6s 6h 8d 8c Ts Th * * * * * * *", 3, "high_or_low", 0),
    ("4s* 4h* 4d*", 3, "high_or_low", 0),
    ("As* 2s *", 2, "high_or_low", 0),
    ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 4d 5d 6d*", 1, "high_or_low", 0),
    ("3s* 3s* 4s 4s 4s 5s 5s 6s *", 1, "high_or_low", 0),
    ("4s* 5s* 6s* + * *", 3, "high_or_low", 50),
    ("+ * * * * *", 4, "high_or_low", 25),
    ("Ks Kh * * * *", 3, "low", 0),
    ("Ks Kh * * * * *", 3, "low", 0),
    ("Jd * * * * * * * *", 3, "high_or_low", 0),
    ("4s 5s 6s * * * * * * *", 3, "high_or_low", 0),
]
"""Cards, jokers in a meld, aces, and what must stay: crowded ranks, jokers by themselves, aces."""


class TestAnswers:
    """What must stay, and that all else lies in legal melds."""

    @pytest.mark.parametrize(("cards", "per_meld", "ace", "cost"), LEAST)
    def test_the_least_stays(self, cards: str, per_meld: int, ace: Ace, cost: int) -> None:
        """The cost is the least; every card lies in a meld within the limit, or stays (D21)."""
        search = search_of(cards, per_meld, ace)
        assert search.run(MOST)
        assert search.cost == cost
        rules = MeldRules(ace=ace, jokers_per_meld=per_meld)
        laid = [meld_of(Cards.parse(meld), rules=rules).cards for meld in melds_in(search)]
        table = sum(laid, Cards())
        asked = Cards.parse(cards.replace("+", " ")) - stays_in(search)
        assert table.counts[:FACES] == asked.counts[:FACES]
        assert table.jokers == asked.jokers
        assert rules.points_of(stays_in(search)) == cost

    @pytest.mark.parametrize("face", range(FACES))
    def test_a_card_that_no_meld_can_take(self, face: int) -> None:
        """It stays, and costs its points and no state."""
        card = Cards.of_counts(bytes(face) + b"\1" + bytes(JOKER - face))
        far = "Th* Jh Qh" if 2 <= face // 4 <= 6 else "4h* 5h 6h"
        without, search = search_of(far), search_of(f"{far} + {card}")
        assert without.run(MOST)
        assert search.run(MOST)
        assert stays_in(search) == card
        assert search.cost == POINTS[face // 4]
        assert search.visited == without.visited

    def test_which_cards_jokers_stand_for(self) -> None:
        """Those by themselves stand for the lowest clubs, and no more lie there than need be."""
        search = search_of("4s 5s 6s * * * * * * *", 3)
        assert search.run(MOST)
        assert melds_in(search) == ["4s 5s 6s 7s*", "2c* 3c* 4c*", "2c* 3c* 4c*"]
        search = search_of("Ks Kh * * * * *", 4, "low")
        assert search.run(MOST)
        assert melds_in(search) == ["Kc* Kd* Kh Ks", "Ac* 2c* 3c*"]


CODES = (ONE, ONE + 1, TWO, TWO + 1, LONG, LONG + 1)
OPENED = [each for size in range(4) for each in combinations_with_replacement(CODES, size)]
"""What can be open in a suit, up to three sequences."""


def can_stand_in(opened: Opened, other: Opened) -> bool:
    """Give each sequence of the other one as long with no more jokers; what is left may end."""
    other += (LONG + 15,) * (len(opened) - len(other))
    return len(opened) == len(other) and any(
        all(one // ONE >= two // ONE and one % ONE <= two % ONE for one, two in pairs)
        for pairs in [zip(order, other, strict=True) for order in permutations(opened)]
    )


def is_as_good(way: Way, other: Way, *, needy: bool) -> bool:
    """Compare two ways to cover the same cards."""
    return (
        way.used <= other.used
        and (not needy or way.used + way.gain >= other.used + other.gain)
        and can_stand_in(way.after, other.after)
    )


def named(way: Way) -> tuple[int, int, int, Kinds, Kinds]:
    """Give all that a way chooses."""
    return way.left, way.group, way.fixed, way.kinds, way.starts


def all_takings(
    opened: Opened, naturals: int, fixed: int, jokers: int, per_meld: int
) -> Iterator[tuple[Kinds, int, int, int]]:
    """Yield how open sequences can go on, equal ones in one order only."""
    for kinds in product((NATURAL, FIXED, FREE, CLOSED), repeat=len(opened)):
        left = [
            there - kinds.count(kind)
            for kind, there in ((NATURAL, naturals), (FIXED, fixed), (FREE, jokers))
        ]
        going = list(zip(opened, kinds, strict=True))
        if (
            min(left) >= 0
            and going == sorted(going)
            and all(kind in {NATURAL, CLOSED} or code % ONE < per_meld for code, kind in going)
            and all(kind != CLOSED or code >= LONG for code, kind in going)
        ):
            yield kinds, left[0], left[1], left[2]


def every_way(cell: Cell, opened: Opened, jokers: int, per_meld: int) -> Iterator[Way]:
    """Yield every way to share out the cards: none starts where there is no room for three."""
    lies, may, fixed, *_, to_go = cell
    for kinds, naturals, others, free in all_takings(opened, lies + may, fixed, jokers, per_meld):
        for left, new, new_fixed, begun in product(
            range(min(may, naturals) + 1),
            range(naturals + 1 if to_go >= 3 else 1),
            range(others + 1 if to_go >= 3 else 1),
            range(free + 1 if to_go == 3 else 1),
        ):
            if left + new <= naturals:
                starts = (NATURAL,) * new + (FIXED,) * new_fixed + (FREE,) * begun
                yield Way(left, naturals - left - new, others - new_fixed, kinds, starts)


def drawn_cells(count: int) -> Iterator[tuple[Cell, Opened, int, int]]:
    """Draw the cards of a suit at a level, what is open there, free jokers, and the limit."""
    rng = Random(5)
    for _ in range(count):
        to_go = rng.choice((1, 2, 3, 4))
        coming = (rng.randrange(3), rng.randrange(2)) if to_go > 1 else (0, 0)
        later = rng.randrange(3) if to_go > 2 else 0
        here = (rng.randrange(3), rng.randrange(2), rng.randrange(2))
        cell = (*here, *coming, later, to_go)
        yield cell, rng.choice(OPENED), rng.randrange(3), rng.choice((1, 2))


class TestSuits:
    """The ways to cover the cards of one suit at one level."""

    def test_how_open_sequences_go_on(self) -> None:
        """Each by a card or joker there is, if it has room; only long ones end."""
        for opened, cards, per_meld in product(OPENED, ((0, 0, 0), (2, 1, 1), (1, 2, 2)), (1, 2)):
            expected = sorted(all_takings(opened, *cards, per_meld))
            assert sorted(Suits(per_meld).takings(opened, *cards)) == expected

    def test_every_way_is_listed_once(self) -> None:
        """What stays, lies in groups, and starts, whatever goes on."""
        for cell, opened, jokers, per_meld in drawn_cells(300):
            expected = sorted(map(named, every_way(cell, opened, jokers, per_meld)))
            assert sorted(map(named, Suits(per_meld).all_ways(cell, opened, jokers))) == expected

    @pytest.mark.parametrize("needy", [False, True])
    def test_only_the_best_ways_are_kept(self, *, needy: bool) -> None:
        """Of ways to cover the same cards none is as good as another, and none is missing."""
        for cell, opened, jokers, per_meld in drawn_cells(200):
            kept = Suits(per_meld).ways(cell, opened, jokers, needy=needy)
            fronts = {named(front[0])[:3]: front for front in kept}
            assert len(fronts) == len(kept)
            for front in kept:
                for way, other in permutations(front, 2):
                    assert not is_as_good(way, other, needy=needy)
            for way in every_way(cell, opened, jokers, per_meld):
                if way.settle(cell, opened, jokers, per_meld):
                    front = fronts[named(way)[:3]]
                    assert any(is_as_good(other, way, needy=needy) for other in front)

    def test_what_can_be_open(self) -> None:
        """At the end nothing short; long ones with few jokers before others. None starts late."""
        for opened in OPENED:
            for front in Suits(4).ways((1, 1, 1, 0, 0, 0, 1), opened, 3, needy=True):
                assert {way.after for way in front} == {()}
        assert not Way(0, 0, 0, (), (NATURAL,)).settle((1, 0, 0, 0, 0, 0, 2), (), 8, 4)
        way = Way(0, 0, 0, (NATURAL, NATURAL), ())
        assert way.settle((2, 0, 0, 1, 0, 1, 4), (TWO + 1, LONG), 0, 1)
        assert (way.after, way.gain) == ((LONG,), 0)

    def test_what_can_stand_in(self) -> None:
        """One sequence as long for each, with no more jokers; fewer are told at once."""
        suits = Suits(2)
        for opened, other in product(OPENED, repeat=2):
            assert suits.covers(opened, other) == can_stand_in(opened, other)
        assert all(len(opened) >= len(other) for opened, other in suits.covered)
        assert all(suits.covers(*pair) is known for pair, known in suits.covered.items())

    def test_what_was_asked_once_is_remembered(self) -> None:
        """The very same lists are given again."""
        suits, cell = Suits(1), (1, 1, 1, 1, 0, 1, 4)
        assert suits.ways(cell, (ONE,), 1, needy=True) is suits.ways(cell, (ONE,), 1, needy=True)
        search = search_of("4s 5s 6s 4h 4d *")
        assert search.cells_of(3, 0) is search.cells_of(3, 0)
        way = Way(0, 1, 0, (), ())
        assert search.spans((way,) * 4, 1) is search.spans((way,) * 4, 1)


def runs(numbers: set[int]) -> list[tuple[int, int]]:
    """Give the first and last of each run of numbers without a gap."""
    firsts = [number for number in sorted(numbers) if number - 1 not in numbers]
    lasts = [number for number in sorted(numbers) if number + 1 not in numbers]
    return list(zip(firsts, lasts, strict=True))


class TestGroups:
    """Groups of one rank, and melds of nothing but jokers."""

    def test_spans(self) -> None:
        """So many jokers make whole groups, within the limit; if no card is there, none do."""
        for cards, fixed, per_meld in product(range(13), range(3), range(1, 5)):
            for largest, jokers in product(range((cards + 3) // 4, cards + 1), range(9 - fixed)):
                made = {
                    free
                    for groups in range(largest, cards + jokers + 1)
                    if 3 * groups - cards <= jokers
                    for free in range(4 * groups - cards + 1)
                    if 3 * groups <= cards + free and fixed + free <= per_meld * groups
                }
                expected = runs(made) if cards else [(0, 0)]
                assert spans(cards, largest, fixed, per_meld, jokers) == expected

    @pytest.mark.parametrize("per_meld", [1, 2, 3])
    @pytest.mark.parametrize(
        "sizes", ["1110 0000", "1111 0000", "1110 0001", "2222 0000", "3332 1000", "0211 2000"]
    )
    def test_any_number_within_a_span_is_dealt_out(self, sizes: str, per_meld: int) -> None:
        """Each group has three or four suits: none, a natural, or a joker, within the limit."""
        naturals, fixed = [[*map(int, kind)] for kind in sizes.split()]
        suits = [one + other for one, other in zip(naturals, fixed, strict=True)]
        for few, many in spans(sum(suits), max(suits), sum(fixed), per_meld, 6):
            for free in range(few, many + 1):
                groups = grouped(naturals, fixed, free, per_meld)
                for group in groups:
                    assert len(group) == 4
                    assert set(group) <= {0, 1, 2}
                    assert group.count(0) <= 1
                    assert group.count(2) <= per_meld
                for suit, dealt in enumerate(zip(*groups, strict=True)):
                    assert dealt.count(1) == naturals[suit]
                    assert dealt.count(2) >= fixed[suit]
                assert sum(group.count(2) for group in groups) == sum(fixed) + free

    def test_melds_of_jokers(self) -> None:
        """As few as take up so many, each of three jokers at least and of no more than may be."""
        for jokers, beyond, per_meld in product(range(9), range(-2, 9), range(1, 6)):
            enough = [
                melds
                for melds in range(4)
                if beyond <= melds * per_meld
                and 3 * melds <= jokers
                and (melds == 0 or per_meld >= 3)
            ]
            assert melds_of_jokers(jokers, beyond, per_meld) == min(enough, default=-1)


class TestFront:
    """Which states can do all that another can."""

    @pytest.mark.skipif(COMPILED, reason="what is compiled has no children")
    def test_nothing_is_worked_out_twice(self) -> None:
        """And nothing more once no state is left that could do as much."""
        worked_out: list[tuple[int, Opened | int]] = []

        class Watched(Front):
            def cover(self, suit: int, opened: Opened) -> int:
                worked_out.append((suit, opened))
                return super().cover(suit, opened)

            def count(self, at: int, number: int) -> int:
                worked_out.append((4 + at, number))
                return super().count(at, number)

        front = Watched(Suits(1))
        short, none = ((ONE,), (), (), ()), ((), (), (), ())
        for opened in (short, none, short, none, short):
            front.enter(opened, (0, 0, 0))
        covers = [(0, (ONE,)), (0, ()), (1, ()), (2, ()), (3, ())]
        assert worked_out == [*covers, (4, 0), (5, 0), (6, 0)]


class TestLevels:
    """The cards level by level, and the aces that lie low."""

    def test_what_a_level_says(self) -> None:
        """What must lie, may, and is fixed; what comes next and then; how far it is to the end."""
        search = search_of("2s 3s 4s* Qs Ks As As * + 3s Ks As")
        assert search.rows[3][:3] == [(1, 0, 0), (1, 1, 0), (0, 0, 1)]
        assert search.rows[3][-4:] == [(1, 1, 0), (2, 1, 0), (0, 0, 0), (0, 0, 0)]
        cells = search.cells_of(3, 1)
        assert cells[0] == (1, 0, 0, 2, 0, 1, 4)
        assert [cell[6] for cell in cells] == [4] * 10 + [3, 2, 1]
        assert cells[10:] == [(1, 0, 0, 2, 0, 2, 3), (1, 1, 0, 2, 0, 0, 2), (1, 1, 0, 0, 0, 0, 1)]

    @pytest.mark.parametrize(
        "lies", ["As As As 3s 3s", "As As As 2s 2s", "As As As 3s *", "As As*"]
    )
    def test_low_aces(self, lies: str) -> None:
        """No more start a sequence than have a 2 and a 3, or a joker; jokers count as such."""
        cards = Cards.parse(f"{lies} 2s* 3s*")
        search = search_of(str(cards))
        row, jokers = search.rows[3], cards.undeclared
        most = min(sum(row[0]), sum(row[1])) + jokers
        choices = product(range(row[-3][0] + 1), range(row[-3][2] + 1))
        expected = [(ONE,) * one + (ONE + 1,) * two for one, two in choices if one + two <= most]
        assert [start[5] for start in search.starts()] == expected


class TestStates:
    """What is bounded from below, and how many states it takes: what was counted, and no more."""

    @pytest.mark.parametrize(
        "cards",
        ["4h* 5h 6h 7s 8s 9s*", "6h 7h 8h* 6s 7s* 8s + 8h", "Jc Qc Kc Jh Qh Kh* + Jc 9c"],
    )
    def test_a_bound_is_none_too_high(self, cards: str) -> None:
        """What stays from a level on, without a joker to lay, costs no less than was said."""
        search = search_of(cards)
        assert search.run(MOST)
        stays = [search.stays[4 * rank : 4 * rank + 4] for rank in search.ranks]
        costs = [sum(kept) * POINTS[rank] for rank, kept in zip(search.ranks, stays, strict=True)]
        search.look_ahead(MOST)
        for level in range(search.end):
            assert search.ahead[level][0] <= sum(costs[level:])

    def test_a_bound_is_as_high_as_can_be(self) -> None:
        """A joker helps one pair: the cheaper stays. A card may go on from one laid just before."""
        search = search_of("+ 9s 9h Ks Kh *")
        assert search.run(MOST)
        search.look_ahead(MOST)
        late = [[20, 18], [20, 0], [20, 0], [20, 0], [0, 0], [0, 0]]
        assert search.ahead[1:13] == [*[[38, 18]] * 6, *late]

    def test_when_it_looks_ahead(self) -> None:
        """One that ends within 100 states does not; others begin anew. A state is eight things."""
        quick = search_of("Ac Ac* 2c 3c 4c Jc Qc Kc Kc Ah * * + 9c 9c Jc Jc Kc Kc", 2, "high")
        assert quick.run(MOST)
        assert quick.visited == 100
        assert not any(map(any, quick.ahead))
        long = search_of("5c 5d 5h * * + 4c Kc 3d 3d 2h 4h", 2, "low")
        assert long.run(MOST)
        assert long.visited > 101
        assert {len(state) for state in long.came} == {8}

    @pytest.mark.parametrize(
        ("cards", "per_meld", "ace", "expected"),
        [
            ("Jc Kc Ad Kd Js + Jc 2h As 2s Js * *", 3, "high_or_low", (413, 73)),
            ("3c 3c* Ah 4h* 6h 6h * * * + 3h 3h 4h 5h 6h * * *", 5, "high", (778, 223)),
            ("Ts Js Qs + * * * *", 2, "low", (18, 12)),
        ],
    )
    def test_what_was_counted(
        self, cards: str, per_meld: int, ace: Ace, expected: tuple[int, int]
    ) -> None:
        """States that were entered, and cells of which all ways are remembered."""
        search = search_of(cards, per_meld, ace)
        search.run(MOST)
        assert (search.visited, len(search.suits.known)) == expected
