"""A strategy for games, from before the first deal to the end."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Final

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.game import Game, Tally
from manipulation.rules import MANIPULATION, PLAYERS, Rules
from manipulation.scoring import Ending, Outcome
from manipulation.testing.arguments import expect, expect_flag, expect_players
from manipulation.testing.ending import decided
from manipulation.testing.melds import index
from manipulation.testing.rounds import rounds
from manipulation.turn import Phase

if TYPE_CHECKING:
    from collections.abc import Collection

    from manipulation.round import Round

_MOST_ROUNDS: Final = 4
"""The most rounds that have been played before."""

_MOST_POINTS: Final = 60
"""The most points that a hand has left in them."""


class Stage(Enum):
    """How far a game has come."""

    NEW = "before the first deal"
    IN_PLAY = "in a round"
    BETWEEN = "between rounds"
    OVER = "over"


_GOING_ON: Final = (Stage.NEW, Stage.IN_PLAY, Stage.BETWEEN)


def games(
    *, players: int | None = None, over: bool | None = None, rules: Rules = MANIPULATION
) -> st.SearchStrategy[Game]:
    """Draw a game: before its first deal, in a round, between rounds, or over.

    `over`: whether a seat has the points that end it. Of the rounds before the last the outcomes
    alone are drawn. Shrinks to a game of two before its first deal or, if it is over, to one in
    which one round was played before the last.
    """
    expect(Rules, "rules", rules)
    expect_players(players)
    expect_flag("over", over)
    seats = tuple(PLAYERS) if players is None else (players,)
    scoring = () if over is False else tuple(at for at in seats if _can_score(at, rules))
    if over and not scoring:
        raise InvalidArgument("under these rules a round brings nobody points, so no game is over")
    stages = [] if over else [(stage, seats) for stage in _GOING_ON]
    stages += [(Stage.OVER, scoring)] * (len(_GOING_ON) if scoring else 0)
    return _games(stages, rules)


@st.composite
def _games(draw: st.DrawFn, stages: list[tuple[Stage, tuple[int, ...]]], rules: Rules) -> Game:
    """Draw a game in one of the stages; half of all games are over, unless none can be."""
    stage, numbers = stages[draw(index(len(stages)))]
    players = numbers[draw(index(len(numbers)))]
    if stage is Stage.OVER:
        return draw(_ended(players, rules))
    if stage is Stage.NEW:
        return Game.new(players=players, dealer=draw(index(players)), rules=rules)
    phases = (Phase.OVER,) if stage is Stage.BETWEEN else None
    return draw(_going_on(players, phases, rules))


@cache
def _can_score(players: int, rules: Rules) -> bool:
    """Tell whether a round with stacked hands brings anybody points."""
    return any(_scores(decided(0, players=players, dealer=0, rules=rules)[1]))


@st.composite
def _going_on(
    draw: st.DrawFn, players: int, phases: Collection[Phase] | None, rules: Rules
) -> Game:
    """Draw a game that has not ended, and of which a round has been dealt."""
    state = draw(rounds(players=players, phases=phases, rules=rules))
    none = (0,) * players
    tally = Tally(totals=none, rounds_won=none, dealer=state.dealer, rules=rules)
    begun = tally
    for outcome in draw(st.lists(_outcomes(players, rules), max_size=_MOST_ROUNDS)):
        later = evolve(begun.after(outcome), dealer=state.dealer)
        if not _ends(later) and not _ends(_with(later, state)):
            begun = later
    after = _with(begun, state)
    return Game(tally) if _ends(after) else Game(after, state)


@st.composite
def _ended(draw: st.DrawFn, players: int, rules: Rules) -> Game:
    """Draw a game that the last round has ended."""
    state = draw(rounds(players=players, phases=(Phase.OVER,), rules=rules))
    if not any(_scores(state)):
        # All hands are equal, and nobody scores.
        dealer = state.dealer
        state = decided(dealer, players=players, dealer=dealer, rules=rules)[1]
    most = max(_scores(state))
    seat = _scores(state).index(most)
    before = max(0, rules.target - most)
    before += draw(index(rules.target - before))
    tally = Tally(
        totals=(0,) * players, rounds_won=(0,) * players, dealer=state.dealer, rules=rules
    )
    if before:
        # Whoever is lowest in the last lap scores the difference to the one who is not.
        points = [1] * players
        points[(seat + 1) % players] += before
        outcome = Outcome.of(points, rules=rules)
        tally = evolve(tally.after(outcome), dealer=state.dealer)
    return Game(_with(tally, state), state)


@st.composite
def _outcomes(draw: st.DrawFn, players: int, rules: Rules) -> Outcome:
    """Draw how a round ended: in the last lap, by a knock, or by going out."""
    points = [draw(st.integers(1, _MOST_POINTS)) for _ in range(players)]
    ending = draw(st.sampled_from(Ending))
    if ending is Ending.LAST_LAP or not rules.knock_at:
        return Outcome.of(points, rules=rules)
    seat = draw(index(players))
    points[seat] = min(points[seat], rules.knock_at) if ending is Ending.KNOCK else 0
    out = () if points[seat] else (seat,)
    return Outcome.of(points, knocker=seat, went_out=out, rules=rules)


def _scores(state: Round) -> tuple[int, ...]:
    """Give what a round that is over has brought."""
    return () if state.outcome is None else state.outcome.score.scores


def _with(tally: Tally, state: Round) -> Tally:
    """Add what a round has brought if it is over."""
    return tally if state.outcome is None else tally.after(state.outcome)


def _ends(tally: Tally) -> bool:
    """Tell whether a game ends with this tally (R43)."""
    return max(tally.totals) >= tally.rules.target
