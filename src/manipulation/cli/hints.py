"""Hints in three stages: which cards can be played, how the table then lies, and step by step."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from manipulation.cards import Cards
from manipulation.cli.answers import Line, counted
from manipulation.cli.board import numbered, table_rows
from manipulation.errors import SearchLimitError
from manipulation.solver import best_play, playable_cards
from manipulation.table import steps
from manipulation.turn import Knock, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.solver import BestPlay
    from manipulation.table import Table
    from manipulation.views import RoundView

STAGES: Final = 3
"""Which cards, then how, then the steps."""

LIMIT: Final = 1_000_000
"""The states after which a hint is given up: some seconds of a person's time."""


@lru_cache(maxsize=1)
def _best(table: Table, hand: Cards, limit: int) -> BestPlay | None:
    return best_play(table, hand, limit=limit)


@lru_cache(maxsize=1)
def _playable(table: Table, hand: Cards, limit: int) -> Cards:
    try:
        return playable_cards(table, hand, limit=limit)
    except SearchLimitError:
        return Cards()


def playable(state: RoundView) -> Cards:
    """Give the cards of a seat's hand that take part in a play now; none if it takes too long."""
    return _playable(state.table, state.hand, LIMIT) if state.may_meld else Cards()


def hint_lines(state: RoundView, stage: int, *, width: int) -> Iterator[Line]:
    """Tell the best that a seat can do; a later stage tells all that the earlier ones do, and more.

    Past the last stage there is no more to tell. Where the search takes too long, it is a
    `SearchLimitError`.
    """
    if not state.may_meld:
        yield Line((_without_play(state),))
        return
    best = _best(state.table, state.hand, LIMIT)
    if best is None:
        yield Line((f"Nothing can be played: {_instead(state)}.",))
        return
    left = f" (leaves {counted(best.points_left, 'point')})"
    yield Line((best.played, left), "You can play ")
    if stage > 1:
        yield Line(("The table is then:",))
        yield from table_rows(numbered(best.table), width=width)
    if stage >= STAGES:
        yield Line(("Step by step, from the table as it lay; each can be typed:",))
        for number, step in enumerate(steps(state.table, best.table), start=1):
            yield Line((step,), f"{number:>3}. ")
    else:
        yield Line(("hint more says how.",))


def _without_play(state: RoundView) -> str:
    if state.phase is Phase.DRAW:
        return "You draw first."
    if Knock() in state.legal_moves():
        return "You may knock: do so if you think that nobody has fewer points left."
    return "All you can do is end your turn."


def _instead(state: RoundView) -> str:
    match state.legal_moves():
        case (first,):
            return str(first)
        case moves:
            return " or ".join(map(str, moves))
