"""What a player has before him, as lines: made of a view, which holds nobody else's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manipulation.cli.answers import Line, counted, fault_line
from manipulation.cli.board import WIDTH, hand_rows, numbered, table_rows
from manipulation.errors import ManipulationError, NotationError
from manipulation.melds import IllegalMoveError
from manipulation.turn import Knock, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation.cards import Cards
    from manipulation.draft import Draft
    from manipulation.game import GameView
    from manipulation.views import RoundView


def seat_lines(view: GameView, state: RoundView, names: Sequence[str]) -> Iterator[Line]:
    """Tell who sits where, whose turn it is, and what everyone sees of each (D8)."""
    wide = max(map(len, names))
    for seat, name in enumerate(names):
        mark = ">" if seat == state.to_move else " "
        dealt = "  deals" if seat == state.dealer else ""
        cards = counted(state.hand_sizes[seat], "card")
        yield Line((f"{mark} {name:<{wide}}  {cards:>8}  {view.totals[seat]:>4} points{dealt}",))
    yield Line((f"  {counted(state.stock_size, 'card')} in the stock",))


def position_lines(
    state: RoundView, draft: Draft | None, playable: Cards, *, width: int = WIDTH
) -> Iterator[Line]:
    """Show the table and the hand; where there is a draft, as it has made them."""
    melds = numbered(state.table) if draft is None else draft.melds
    hand = state.hand if draft is None else draft.hand
    wrong = () if draft is None else [at for at, faults in draft.faults_by_meld().items() if faults]
    yield Line(("Table" if melds else "Table: no melds yet",))
    yield from table_rows(melds, wrong=wrong, width=width)
    if draft is not None and draft.air:
        yield Line((draft.air,), "In the air: ")
    points = state.rules.melds.points_of(hand)
    marked = ", ^ can be played" if playable else ""
    yield Line((f"Your hand ({counted(points, 'point')}{marked})",))
    yield from hand_rows(hand, marked=playable, width=width)


def draft_lines(draft: Draft) -> Iterator[Line]:
    """Tell what a draft plays and, meld by meld, what is still illegal about it and why."""
    faults = draft.faults()
    if draft.played:
        left = draft.table.rules.points_of(draft.hand)
        yield Line((draft.played, f" (leaves {counted(left, 'point')})"), "You play: ")
    if not faults:
        yield Line(("Legal: commit plays it.",))
        return
    yield Line(("Not legal yet:",))
    for fault in faults:
        if fault.meld is None:
            yield fault_line(fault)
    for number, of_meld in draft.faults_by_meld().items():
        for fault in of_meld:
            told = fault_line(fault)
            yield Line(told.parts, f"  meld {number}: ")


def prompt_lines(state: RoundView, *, drafting: bool) -> Iterator[Line]:
    """Tell what the player may do now."""
    if not drafting:
        yield Line((_what_now(state),))


def _what_now(state: RoundView) -> str:
    knock = " or knock" if Knock() in state.legal_moves() else ""
    match state.phase:
        case Phase.DRAW:
            return "Draw a card: draw"
        case Phase.MELD if state.stock_size:
            last = " (after the third card you may not play)" * (state.drawn + 1 == _most(state))
            return f"Play (? says how), or draw again{last}"
        case Phase.MELD:
            return f"The stock is empty. Play, or end your turn: end{knock}"
        case Phase.END:
            return f"Your turn is complete: end{knock}"
        case _:
            return "The last lap: play, or end your turn: end"


def _most(state: RoundView) -> int:
    return state.rules.max_draws


def refusal_lines(error: ManipulationError) -> tuple[Line, ...]:
    """Tell why something is refused: the place in what was typed, or every broken rule."""
    match error:
        case NotationError():
            rows = error.caret.splitlines() if error.text else []
            return (Line((error.message,)), *(Line((row,), "  ") for row in rows))
        case IllegalMoveError():
            clause = error.faults[0].violation.clause
            more = Line((f"? {clause} shows the rule.",), "  ")
            return (Line(("That is not legal:",)), *map(fault_line, error.faults), more)
        case _:
            return (Line((str(error),)),)
