"""What came of simulated games: whole numbers that add up, by bot and by seat."""

from __future__ import annotations

from collections import Counter
from operator import add
from typing import TYPE_CHECKING

from attrs import field, frozen

from manipulation.errors import SimulationError, shown
from manipulation.rules import PLAYERS
from manipulation.simulation.estimates import Mean, Share, alike

if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen(kw_only=True)
class Performance:
    """How a bot, or whoever sat in a seat, has done; what is "a round" is a share of all rounds.

    `wins`: games won, shared ones too (D32). `points`: final score a game (R46). `rounds_won`: each
    co-winner counts. `knocks`: rounds that it ended with a knock. `went_out`: rounds in which it
    played its last card. `undercuts`: rounds that it won with the bonus, since it beat or tied the
    one who had knocked or gone out (R37 to R39). `undercut`: the other side of that, a share not of
    all rounds but of those that it ended itself: in which others won, with the bonus. `turns`: a
    round. `draws`: cards drawn a turn, the turns of the last lap left out. `scores`: how many games
    it ended with which score, by score.
    """

    wins: Share = field(factory=Share)
    points: Mean = field(factory=Mean)
    rounds_won: Share = field(factory=Share)
    knocks: Share = field(factory=Share)
    went_out: Share = field(factory=Share)
    undercuts: Share = field(factory=Share)
    undercut: Share = field(factory=Share)
    turns: Mean = field(factory=Mean)
    draws: Mean = field(factory=Mean)
    scores: tuple[tuple[int, int], ...] = ()

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.points.sums.games

    def __add__(self, other: Performance) -> Performance:
        """Put the games of both together."""
        if not alike(self, other):
            return NotImplemented
        return Performance(
            wins=self.wins + other.wins,
            points=self.points + other.points,
            rounds_won=self.rounds_won + other.rounds_won,
            knocks=self.knocks + other.knocks,
            went_out=self.went_out + other.went_out,
            undercuts=self.undercuts + other.undercuts,
            undercut=self.undercut + other.undercut,
            turns=self.turns + other.turns,
            draws=self.draws + other.draws,
            scores=_together(self.scores, other.scores),
        )


def _together(
    one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    counts = Counter(dict(one))
    counts.update(dict(other))
    return tuple(sorted(counts.items()))


@frozen(kw_only=True)
class Results:
    """What came of some games; `+` puts others of the same bots to them, in any order the same.

    `names` are the bots'. `rounds`: a game. `turns`: a round, of all seats. `draws`: cards drawn a
    turn, the turns of the last lap left out. `knocks`: the share of the rounds that ended with a
    knock, `went_out` with going out, `laps` with the last lap (R41). `undercuts`: the share of the
    rounds in which others won for the knock or going out of one (R37 to R39). `cells`: how each
    bot has done in each seat, bot by bot.
    """

    names: tuple[str, ...]
    rounds: Mean = field(factory=Mean)
    turns: Mean = field(factory=Mean)
    draws: Mean = field(factory=Mean)
    knocks: Share = field(factory=Share)
    went_out: Share = field(factory=Share)
    laps: Share = field(factory=Share)
    undercuts: Share = field(factory=Share)
    cells: tuple[Performance, ...] = field()

    @cells.default
    def _no_games(self) -> tuple[Performance, ...]:
        if type(self.names) is not tuple or len(self.names) > PLAYERS[-1]:
            raise SimulationError(f"names are a tuple of up to five, not {shown(self.names)}")
        return (Performance(),) * len(self.names) ** 2

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.rounds.sums.games

    @property
    def bots(self) -> tuple[Performance, ...]:
        """How each bot has done, in the order of the names."""
        count = len(self.names)
        return tuple(total(self.cells[bot * count : (bot + 1) * count]) for bot in range(count))

    @property
    def seats(self) -> tuple[Performance, ...]:
        """How each seat has done, whoever sat there; seat 0 deals first, seat 1 moves first."""
        return tuple(total(self.cells[seat :: len(self.names)]) for seat in range(len(self.names)))

    def __str__(self) -> str:
        """Write the games, and for each bot what share it won and its points a game."""
        bots = (
            f"{name} won {bot.wins}, {bot.points} points a game"
            for name, bot in zip(self.names, self.bots, strict=True)
        )
        return f"{number_of(self.games)}: {'; '.join(bots)}"

    def __add__(self, other: Results) -> Results:
        """Put the games of both together; other bots are a `SimulationError`."""
        if not alike(self, other):
            return NotImplemented
        if self.names != other.names:
            raise SimulationError(
                f"results of {', '.join(self.names)} and of {', '.join(other.names)} are two things"
            )
        return Results(
            names=self.names,
            rounds=self.rounds + other.rounds,
            turns=self.turns + other.turns,
            draws=self.draws + other.draws,
            knocks=self.knocks + other.knocks,
            went_out=self.went_out + other.went_out,
            laps=self.laps + other.laps,
            undercuts=self.undercuts + other.undercuts,
            cells=tuple(map(add, self.cells, other.cells)),
        )


def number_of(games: int) -> str:
    """Write a number of games."""
    return f"{games:,} game{'' if games == 1 else 's'}"


def total(performances: Iterable[Performance]) -> Performance:
    """Put the games of all together."""
    return sum(performances, start=Performance())
