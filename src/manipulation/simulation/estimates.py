"""Sums over games in whole numbers, and what they say: a share or a mean, and its interval.

The games are the independent observations: the moves and rounds of one game are not, since they
have their players, and the points that end the game, in common.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final, Self

from attrs import frozen

from manipulation.errors import SimulationError, shown

CONFIDENCE: Final = 0.95
"""How often such intervals hold what they are about, unless another share is asked for."""

_SMALL: Final = 200
"""To this number of degrees of freedom, a quantile of Student's distribution is sought exactly."""


@frozen
class Sums:
    """Of some games, how many things there were to how many units, and the sums of their products.

    The things of one game are `y`, the units `x`: the knocks and the rounds, say, or the points and
    the one game. They are whole numbers, so that sums of sums are exact in any order.
    """

    games: int = 0
    things: int = 0
    units: int = 0
    yy: int = 0
    xy: int = 0
    xx: int = 0

    @classmethod
    def of(cls, things: int, units: int = 1) -> Self:
        """Count one game."""
        return cls(1, things, units, things * things, things * units, units * units)

    def __add__(self, other: Sums) -> Sums:
        """Put the games of both together."""
        if not alike(self, other):
            return NotImplemented
        return Sums(
            self.games + other.games,
            self.things + other.things,
            self.units + other.units,
            self.yy + other.yy,
            self.xy + other.xy,
            self.xx + other.xx,
        )

    @property
    def ratio(self) -> float:
        """How many things there were to a unit; not a number if there was no unit."""
        return self.things / self.units if self.units else math.nan

    @property
    def scatter(self) -> int:
        """The sum over the games of (y X - x Y)^2, X and Y being all units and all things."""
        all_x, all_y = self.units, self.things
        return self.yy * all_x * all_x - 2 * self.xy * all_x * all_y + self.xx * all_y * all_y

    @property
    def error(self) -> float:
        """The standard error of the ratio (Cochran, Sampling Techniques, 6.4); games are sampled.

        Where every unit is a game, it is that of a mean. It is infinite for fewer than two games.
        """
        if self.games < 2 or not self.units:  # noqa: PLR2004 -- one game tells no spread
            return math.inf
        free = self.games - 1
        return math.sqrt(self.games * self.scatter / (free * self.units**4))


@frozen
class Mean:
    """So many things to a unit on average, such as turns to a round."""

    sums: Sums = Sums()

    @property
    def value(self) -> float:
        """The mean; not a number if nothing was counted."""
        return self.sums.ratio

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Give Student's interval, games being the observations; one game or none bounds nothing.

        >>> games = sum(map(Sums.of, (210, 250, 260)), start=Sums())
        >>> low, high = Mean(games).interval()
        >>> round(low, 1), Mean(games).value, round(high, 1)
        (174.3, 240.0, 305.7)
        """
        check_confidence(confidence)
        error = self.sums.error
        if math.isinf(error):
            return -math.inf, math.inf
        reach = student(confidence, self.sums.games - 1) * error
        return self.value - reach, self.value + reach

    def __str__(self) -> str:
        """Write the mean and its interval."""
        low, high = self.interval()
        return f"{self.value:.3g} [{low:.3g}, {high:.3g}]"

    def __add__(self, other: Mean) -> Mean:
        """Put the games of both together."""
        return Mean(self.sums + other.sums) if alike(self, other) else NotImplemented


@frozen
class Share:
    """The share of units that are of a kind, such as the rounds that end with a knock."""

    sums: Sums = Sums()

    @property
    def value(self) -> float:
        """The share, from 0 to 1; not a number if there was no unit."""
        return self.sums.ratio

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Give Wilson's interval, which holds where a share is 0 or 1 as well.

        Where a game has several units, as it has rounds, it is that for the effective number of
        units: their number by the design effect, how many times the spread from game to game is
        that of units that are independent, if it is more (Kish; Korn and Graubard 1998).

        >>> games = sum(map(Sums.of, (1, 0, 1, 1)), start=Sums())
        >>> low, high = Share(games).interval()
        >>> round(low, 3), Share(games).value, round(high, 3)
        (0.301, 0.75, 0.954)
        """
        check_confidence(confidence)
        sums = self.sums
        if not sums.units:
            return 0.0, 1.0
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        count = sums.units / self._design_effect
        share, less = self.value, 1 + z * z / count
        middle = (share + z * z / (2 * count)) / less
        reach = z / less * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def __str__(self) -> str:
        """Write the share in hundredths, and its interval."""
        low, high = self.interval()
        return f"{self.value:.1%} [{low:.1%}, {high:.1%}]"

    @property
    def _design_effect(self) -> float:
        yes, no = self.sums.things, self.sums.units - self.sums.things
        if not yes * no:
            return 1.0
        return max(1.0, self.sums.scatter / (self.sums.units * yes * no))

    def __add__(self, other: Share) -> Share:
        """Put the games of both together."""
        return Share(self.sums + other.sums) if alike(self, other) else NotImplemented


def alike(one: object, other: object) -> bool:
    """Tell whether `+` has the same kind of value on both sides; if not, Python refuses it."""
    return type(one) is type(other)


def check_confidence(confidence: object) -> None:
    """Refuse what is no share of all cases with a `SimulationError`."""
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise SimulationError(f"a confidence is a number between 0 and 1, not {shown(confidence)}")


def student(confidence: float, freedom: int) -> float:
    """Give t so that Student's variable is between -t and t with this probability."""
    if freedom > _SMALL:
        return _expanded(NormalDist().inv_cdf((1 + confidence) / 2), freedom)
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """Give the probability of (-t, t), t being tan(angle) sqrt(freedom) (A&S 26.7.3, 26.7.4)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = total = (cosine if freedom > 1 else 0.0) if odd else 1.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _expanded(z: float, freedom: int) -> float:
    """Expand a quantile about the normal one (Abramowitz and Stegun 26.7.5)."""
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
