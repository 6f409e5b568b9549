"""Shares and means over games, and their intervals."""

import math
from functools import reduce
from operator import add
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Mean, Share, SimulationError
from manipulation.simulation.estimates import Sums, student

GAMES = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 50)), min_size=1, max_size=20)

TWO_SIDED = {
    (1, 0.95): 12.7062,
    (2, 0.95): 4.3027,
    (3, 0.95): 3.1824,
    (4, 0.95): 2.7764,
    (5, 0.95): 2.5706,
    (10, 0.95): 2.2281,
    (29, 0.95): 2.0452,
    (30, 0.95): 2.0423,
    (120, 0.95): 1.9799,
    (1, 0.99): 63.6567,
    (2, 0.99): 9.9248,
    (5, 0.99): 4.0321,
    (30, 0.99): 2.7500,
    (120, 0.99): 2.6174,
    (5, 0.5): 0.7267,
    (10, 0.998): 4.1437,
}
"""Quantiles as tables of Student's distribution give them."""


def together(games: list[tuple[int, int]]) -> Sums:
    """Put games together, each of so many things and units."""
    return reduce(add, (Sums.of(things, units) for things, units in games), Sums())


class TestSums:
    """Whole numbers that add up."""

    @given(GAMES, st.randoms(use_true_random=False))
    def test_the_order_makes_no_difference(self, games: list[tuple[int, int]], rng: Random) -> None:
        """In any order, and in any parts, the sums are the same."""
        mixed = rng.sample(games, len(games))
        cut = rng.randint(0, len(games))
        assert together(games) == together(mixed[:cut]) + together(mixed[cut:])

    @given(GAMES)
    def test_the_scatter_is_that_about_the_ratio(self, games: list[tuple[int, int]]) -> None:
        """It is the sum of squares from the line through all, by the square of the units."""
        sums = together(games)
        about = sum((y * sums.units - x * sums.things) ** 2 for y, x in games)
        assert sums.scatter == about

    @given(st.lists(st.integers(0, 1000), min_size=2, max_size=50))
    def test_where_units_are_games_the_error_is_that_of_a_mean(self, points: list[int]) -> None:
        """The standard deviation by the root of the number."""
        sums = together([(value, 1) for value in points])
        assert sums.ratio == pytest.approx(fmean(points))
        assert sums.error == pytest.approx(stdev(points) / math.sqrt(len(points)))

    def test_the_error_is_that_of_the_ratio(self) -> None:
        """Over many samples of games the ratio scatters as the error says."""
        rng = Random(5)
        ratios, errors = [], []
        for _ in range(400):
            rounds = [rng.randint(2, 9) for _ in range(100)]
            games = [(sum(rng.randint(5, 30) for _ in range(x)) + 3 * x * x, x) for x in rounds]
            sums = together(games)
            ratios.append(sums.ratio)
            errors.append(sums.error)
        assert fmean(errors) == pytest.approx(stdev(ratios), rel=0.1)


class TestStudent:
    """Student's distribution."""

    @pytest.mark.parametrize(("freedom", "confidence"), TWO_SIDED)
    def test_tables(self, freedom: int, confidence: float) -> None:
        """The quantiles are those of the tables, to their four digits."""
        tabled = TWO_SIDED[freedom, confidence]
        assert student(confidence, freedom) == pytest.approx(tabled, abs=6e-5)

    @pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99, 0.999])
    def test_it_joins_up(self, confidence: float) -> None:
        """Quantiles fall to the normal one; where the way they are found changes, they go on."""
        found = [student(confidence, freedom) for freedom in (150, 199, 200, 201, 202, 1000, 10**6)]
        assert found == sorted(found, reverse=True)
        assert found[-1] == pytest.approx(NormalDist().inv_cdf((1 + confidence) / 2), abs=1e-4)
        step = found[2] - found[3]
        assert step == pytest.approx(found[1] - found[2], rel=0.02)


class TestMean:
    """So many things to a unit."""

    def test_one_game_bounds_nothing(self) -> None:
        """Neither does none, nor do games without a unit."""
        for sums in (Sums(), Sums.of(7), Sums.of(0, 0) + Sums.of(0, 0)):
            assert Mean(sums).interval() == (-math.inf, math.inf)
        assert math.isnan(Mean().value)

    def test_its_interval_covers(self) -> None:
        """Of 95 % intervals from five games, 95 % hold the mean, as normal ones would not."""
        rng, held = Random(6), 0
        for _ in range(2000):
            sums = together([(round(rng.gauss(10_000, 1_000)), 1) for _ in range(5)])
            low, high = Mean(sums).interval()
            held += low <= 10_000 <= high
        assert 0.935 <= held / 2000 <= 0.965

    @given(GAMES.filter(lambda games: len(games) > 1))
    def test_more_confidence_is_wider(self, games: list[tuple[int, int]]) -> None:
        """The mean is in the middle."""
        mean = Mean(together(games))
        low, high = mean.interval(0.99)
        inner = mean.interval(0.5)
        assert low <= inner[0] <= mean.value <= inner[1] <= high
        assert mean.value - low == pytest.approx(high - mean.value, abs=1e-9)


class TestShare:
    """A share of units."""

    def test_it_is_written_with_its_interval(self) -> None:
        """What is printed is what one wants to read off."""
        games = sum(map(Sums.of, (1, 0, 1, 1)), start=Sums())
        assert str(Share(games)) == "75.0% [30.1%, 95.4%]"
        assert str(Mean(sum(map(Sums.of, (210, 250, 260)), start=Sums()))) == "240 [174, 306]"
        assert str(Mean()) == "nan [-inf, inf]"
        assert str(Share()) == "nan% [0.0%, 100.0%]"

    @pytest.mark.parametrize(
        ("yes", "of", "low", "high"),
        [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1.0)],
    )
    def test_it_is_wilsons(self, yes: int, of: int, low: float, high: float) -> None:
        """As published (Wilson 1927, and the tables made from it)."""
        share = Share(together([(1, 1)] * yes + [(0, 1)] * (of - yes)))
        assert share.interval() == pytest.approx((low, high), abs=5e-5)

    def test_nothing_is_known_without_a_unit(self) -> None:
        """The share may be any; it is not a number."""
        for share in (Share(), Share(Sums.of(0, 0))):
            assert math.isnan(share.value)
            assert share.interval() == (0.0, 1.0)

    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=20))
    def test_it_is_a_share(self, games: list[tuple[int, int]]) -> None:
        """The interval is in the unit interval, and holds the share."""
        share = Share(together([(yes, yes + no) for yes, no in games]))
        low, high = share.interval()
        assert 0 <= low <= high <= 1
        if share.sums.units:
            assert low - 1e-12 <= share.value <= high + 1e-12

    def test_games_that_are_alike_inside_count_as_games(self) -> None:
        """Where all rounds of a game are alike, ten of them tell no more than one."""
        games = [(10 * yes, 10) for yes in (1, 0, 0, 1, 1, 0, 1, 1)]
        once = [(yes // 10, 1) for yes, _ in games]
        found = Share(together(games)).interval()
        assert found == pytest.approx(Share(together(once)).interval())

    def test_games_that_are_not_count_by_their_rounds(self) -> None:
        """Where every game has the share of all, their rounds count, and no more than them."""
        alike = Share(together([(3, 10)] * 8))
        rounds = Share(together([(1, 1)] * 24 + [(0, 1)] * 56))
        assert alike.interval() == pytest.approx(rounds.interval())

    def test_its_interval_covers(self) -> None:
        """Of 95 % intervals over games whose rounds have much in common, about 95 % hold it."""
        rng, held = Random(7), 0
        for _ in range(1000):
            games = []
            for _ in range(60):
                rounds, odds = rng.randint(3, 9), rng.choice((0.1, 0.5))
                games.append((sum(rng.random() < odds for _ in range(rounds)), rounds))
            low, high = Share(together(games)).interval()
            held += low <= 0.3 <= high
        assert 0.93 <= held / 1000 <= 0.97


@pytest.mark.parametrize("estimate", [Mean(), Share()])
@pytest.mark.parametrize("confidence", [0, 1, 1.5, -0.5, math.nan, "x", None])
def test_no_confidence(estimate: Mean | Share, confidence: float) -> None:
    """What is not between 0 and 1 is refused."""
    with pytest.raises(SimulationError, match="a confidence is a number between 0 and 1"):
        estimate.interval(confidence)
