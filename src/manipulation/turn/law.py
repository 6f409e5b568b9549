"""The law of the turn, on public facts and the hand of the seat to move (R8 to R12, D3 to D26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from manipulation.errors import Violation
from manipulation.melds import Fault
from manipulation.table import Play, check_play
from manipulation.turn.facts import Draw, EndTurn, Knock, Move, Phase, PublicFacts, expect_move

if TYPE_CHECKING:
    from manipulation.cards import Cards
    from manipulation.rules import Rules

_DRAW: Final = (Draw(),)
_END: Final = (EndTurn(),)
_END_OR_KNOCK: Final = (EndTurn(), Knock())


def may_meld(facts: PublicFacts) -> bool:
    """Tell whether the phase allows a `Play`, not whether there is one."""
    return facts.turn.phase is Phase.MELD or facts.turn.phase is Phase.LAST_LAP


def may_knock(hand: Cards, *, rules: Rules) -> bool:
    """Tell whether few enough points are left in hand to knock (R32)."""
    return rules.melds.points_of(hand) <= rules.knock_at


def legal_moves(facts: PublicFacts, *, hand: Cards) -> tuple[Draw | Knock | EndTurn, ...]:
    """List the legal moves of the seat to move, `hand` being its hand, without the plays.

    There is at least one unless the round is over.
    """
    phase = facts.turn.phase
    match phase:
        case Phase.DRAW:
            return _DRAW
        case Phase.MELD if facts.stock_size:
            return _DRAW
        case Phase.MELD | Phase.END:
            return _END_OR_KNOCK if may_knock(hand, rules=facts.rules) else _END
        case Phase.LAST_LAP:
            return _END
        case Phase.OVER:
            return ()
        case _:
            assert_never(phase)


def check_move(
    facts: PublicFacts, move: Move, *, seat: int | None, hand: Cards
) -> tuple[Fault, ...]:
    """Name every rule that a move breaks, `hand` being the hand of the seat to move.

    `seat` is the seat that moves; None for the one whose move it is. A move of a kind that the
    phase refuses gets one fault and is judged no further. What is no move is a `PositionError`.
    """
    expect_move(move)
    violation = refusal(facts, move, seat=seat)
    if violation is not None:
        return (Fault(violation),)
    match move:
        case Play():
            return check_play(facts.table, move, hand)
        case Knock() if not may_knock(hand, rules=facts.rules):
            return (Fault(Violation.TOO_MANY_POINTS_TO_KNOCK),)
        case _:
            return ()


_REFUSED: Final[dict[Phase, dict[type[Move], Violation]]] = {
    Phase.DRAW: {
        Play: Violation.DRAW_FIRST,
        EndTurn: Violation.MUST_DRAW,
        Knock: Violation.KNOCK_BEFORE_TURN_ENDS,
    },
    Phase.MELD: {
        EndTurn: Violation.MUST_DRAW,
        Knock: Violation.KNOCK_BEFORE_TURN_ENDS,
    },
    Phase.END: {
        Draw: Violation.TURN_IS_COMPLETE,
        Play: Violation.TURN_IS_COMPLETE,
    },
    Phase.LAST_LAP: {
        Draw: Violation.NO_DRAW_IN_LAST_LAP,
        Knock: Violation.NO_KNOCK_IN_LAST_LAP,
    },
}
"""The kinds of move that a phase refuses, whatever the cards."""

_REFUSED_WITHOUT_STOCK: Final[dict[type[Move], Violation]] = {Draw: Violation.STOCK_IS_EMPTY}
"""The kinds of move that `Phase.MELD` refuses when the stock is empty (D24)."""


def refusal(facts: PublicFacts, move: Move, *, seat: int | None) -> Violation | None:
    """Name the rule by which this seat may make no move of this kind now, whatever the cards."""
    turn, kind = facts.turn, type(move)
    if turn.phase is Phase.OVER:
        return Violation.ROUND_IS_OVER
    if seat is not None and seat != turn.to_move:
        return Violation.NOT_YOUR_TURN
    if turn.phase is Phase.MELD and not facts.stock_size:
        return _REFUSED_WITHOUT_STOCK.get(kind)
    if kind is Play and turn.phase is Phase.END and turn.drawn >= facts.rules.max_draws:
        return Violation.NO_MELD_AFTER_THIRD_CARD
    return _REFUSED[turn.phase].get(kind)
