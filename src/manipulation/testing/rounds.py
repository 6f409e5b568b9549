"""Strategies for moves, and for rounds that moves have led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.round import Round
from manipulation.rules import MANIPULATION, PLAYERS, Rules
from manipulation.shoe import Shoe
from manipulation.table import Play
from manipulation.testing.arguments import chosen_from, expect, expect_flag, expect_players
from manipulation.testing.cards import dealable
from manipulation.testing.ending import ENDED_EARLY, Goal, early_draws, ended_early, whole_stock
from manipulation.testing.melds import index, tables
from manipulation.testing.near import near_melds
from manipulation.testing.positions import plays_in
from manipulation.turn import Draw, EndTurn, Knock, Move, Phase

if TYPE_CHECKING:
    from collections.abc import Collection

_MOST_MOVES: Final = 24
"""The most moves that are drawn, before those that lead to the phase."""

_THIN: Final = 6
"""Every other stock that is dealt is one of so many that are the smallest."""

GOALS: Final = (
    Goal(Phase.DRAW, empty=False),
    Goal(Phase.MELD, empty=False),
    Goal(Phase.END, empty=False),
    Goal(Phase.MELD, empty=True),
    Goal(Phase.END, empty=True),
    Goal(Phase.LAST_LAP, empty=True),
    Goal(Phase.OVER, empty=True),
    ENDED_EARLY,
)


def moves(state: Round | None = None) -> st.SearchStrategy[Move]:
    """Draw a legal move of a round; without one, a move of any kind, which may fit no round.

    Every legal move that is no play is drawn, and plays of the cards that can be played. Shrinks
    to the first of `legal_moves`, so that it shrinks to a draw where one can draw.
    """
    if state is None:
        return st.one_of(
            st.builds(Draw), st.builds(EndTurn), st.builds(Knock), any_plays(), any_plays()
        )
    expect(Round, "state", state)
    if state.phase is Phase.OVER:
        raise InvalidArgument("in a round that is over there is no legal move")
    return _moves(state)


def any_plays() -> st.SearchStrategy[Play]:
    """Draw a play that some table may let pass, or that none does."""
    return st.builds(
        lambda table, wrong: Play((*(meld.cards for meld in table.melds), *wrong)),
        tables(),
        st.lists(near_melds(), max_size=2),
    )


@st.composite
def _moves(draw: st.DrawFn, state: Round) -> Move:
    legal = state.legal_moves()
    hand = state.hands[state.to_move or 0]
    if state.may_meld and draw(st.booleans()):
        play = draw(plays_in(state.table, hand))
        if play is not None:
            return play
    return legal[draw(index(len(legal)))]


def rounds(
    *,
    players: int | None = None,
    phases: Collection[Phase] | None = None,
    stock_empty: bool | None = None,
    rules: Rules = MANIPULATION,
) -> st.SearchStrategy[Round]:
    """Draw a round in one of the phases, by default in any, that legal moves have led to.

    `stock_empty`: whether the last card has been drawn. The last lap and the turn in which the
    stock runs out are drawn as often as the other phases, for half of the rounds begin with a stock
    of six cards or fewer. Shrinks to the deal of low cards to two, with one card in stock.
    """
    expect(Rules, "rules", rules)
    expect_players(players)
    expect_flag("stock_empty", stock_empty)
    chosen = chosen_from("phases", phases, among=tuple(Phase))
    asked = [
        goal
        for goal in GOALS
        if goal.phase in chosen and (stock_empty is None or goal.empty is stock_empty)
    ]
    seats = PLAYERS if players is None else (players,)
    goals = {goal: [number for number in seats if _stocks(number, goal, rules)] for goal in asked}
    if not any(goals.values()):
        names = ", ".join(phase.value for phase in chosen)
        raise InvalidArgument(
            f"under these rules no round with stock_empty={stock_empty} is in phase {names}"
        )
    return _rounds([(goal, seats) for goal, seats in goals.items() if seats], rules)


@st.composite
def _rounds(draw: st.DrawFn, goals: list[tuple[Goal, list[int]]], rules: Rules) -> Round:
    goal, players = goals[draw(index(len(goals)))]
    number = players[draw(index(len(players)))]
    if goal == ENDED_EARLY:
        return draw(ended_early(number, rules))
    dealt = draw(_deals(number, goal, rules))
    walked = [dealt]
    for _ in range(draw(st.integers(0, _MOST_MOVES))):
        if walked[-1].phase is Phase.OVER:
            break
        walked.append(walked[-1].after(draw(_moves(walked[-1]))))
    state = _led_to(goal, walked)
    # A few moves more, as long as they stay in the phase: each seat has its turn in the last lap.
    for _ in range(draw(index(number))):
        if state.phase is Phase.OVER:
            break
        after = state.after(draw(_moves(state)))
        state = after if goal.reached(after) else state
    return state


def _stocks(players: int, goal: Goal, rules: Rules) -> Collection[int]:
    """List the sizes of a stock from which a goal can be reached; for an early end, of draws."""
    if goal == ENDED_EARLY:
        return early_draws(players, rules)
    sizes = range(1, whole_stock(players, rules) + 1)
    return [size for size in sizes if goal.in_reach(size, rules.max_draws)]


@st.composite
def _deals(draw: st.DrawFn, players: int, goal: Goal, rules: Rules) -> Round:
    """Draw a deal with a stock from which the goal can be reached without a play."""
    sizes = [*_stocks(players, goal, rules)]
    size = sizes[draw(index(min(_THIN, len(sizes))) | index(len(sizes)))]
    short = draw(dealable(Shoe.new(players, rules=rules), players * rules.hand_size + size))
    return Round.deal(short, players=players, dealer=draw(index(players)), rules=rules)


def _led_to(goal: Goal, walked: list[Round]) -> Round:
    """Go on to the goal; if that is behind, go back to it, or to the deal and on from there."""
    ahead = _on(walked[-1], goal)
    back = (state for state in (ahead, *reversed(walked)) if goal.reached(state))
    return next(back, None) or _on(walked[0], goal)


def _on(state: Round, goal: Goal) -> Round:
    """Go on without a play until the goal is reached, or the round is over."""
    while not goal.reached(state) and state.phase is not Phase.OVER:
        state = state.after(state.legal_moves()[0])
    return state
