"""What a case is, for each question: a position and its verdict, under Manipulation's rules."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from manipulation.cards import Cards
from manipulation.errors import Violation
from manipulation.table import Play, Table

FoundBy = Literal[
    "brute force",
    "declarations",
    "integer programme",
    "memory",
    "plain sweep",
    "solver alone",
    "sweep alone",
]
"""What found a number beside the solver: see docs/corpus.md."""


@frozen
class CanArrangeCase:
    """Whether cards can be arranged in legal melds; `drawn` says how they were drawn."""

    name: str
    cards: Cards
    can_arrange: bool
    drawn: str


@frozen
class CountArrangementsCase:
    """In how many ways cards can be arranged; `slow` cases take a solver seconds or minutes."""

    name: str
    cards: Cards
    arrangements: int
    found_by: FoundBy
    slow: bool = False


@frozen
class BestPlayCase:
    """The fewest points that a play leaves, and the most cards that one plays.

    One play need not reach both. Both are None where no card can be played.
    """

    name: str
    table: Table
    hand: Cards
    min_points_left: int | None
    max_cards_played: int | None


@frozen
class CountPlaysCase:
    """How many different sets of hand cards can be played."""

    name: str
    table: Table
    hand: Cards
    plays: int
    found_by: FoundBy


@frozen
class CheckPlayCase:
    """Whether a play is legal; one of `violations` at least is found where it is not.

    `clause` is the rule that the case is about, which is not always the violation's own.
    """

    name: str
    table: Table
    hand: Cards
    play: Play
    violations: tuple[Violation, ...]
    clause: str

    @property
    def legal(self) -> bool:
        """Whether the play breaks no rule."""
        return not self.violations


@frozen
class ScoreRoundCase:
    """What a round is worth to each seat: points left, knocker, who went out, and the scores."""

    name: str
    points: tuple[int, ...]
    knocker: int | None
    went_out: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]


@frozen
class FinalScoresCase:
    """What a game is worth to each seat: its points, the rounds it won, and the final scores."""

    name: str
    totals: tuple[int, ...]
    rounds_won: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
