"""Whether the public facts of a position agree with one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.errors import PositionError, shown
from manipulation.rules import Rules, check_seat
from manipulation.table import Table
from manipulation.turn.facts import Phase, PublicFacts, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

_CLAUSES: Final = {Phase.DRAW: "R8", Phase.MELD: "D4", Phase.END: "D4", Phase.LAST_LAP: "D26"}
"""What decides how many cards have been drawn in a phase, and whether there was a meld."""


def check_facts(facts: PublicFacts) -> None:
    """Refuse facts that do not agree with one another with a `PositionError` that says why."""
    turn = facts.turn
    _expect(Rules, facts.rules)
    _expect(Table, facts.table)
    _expect(Turn, turn)
    _expect(Phase, turn.phase)
    _expect(int, turn.drawn)
    _expect(bool, turn.melded)
    facts.rules.decks_for(facts.players)
    if facts.table.rules != facts.rules.melds:
        raise PositionError("the table is under other rules than the round")
    sizes = (*facts.hand_sizes, facts.stock_size)
    if not all(type(size) is int and size >= 0 for size in sizes):
        raise PositionError("sizes of hands and stock are whole numbers from 0")
    for name, seat in (
        ("to_move", turn.to_move),
        ("exhausted_by", turn.exhausted_by),
        ("knocker", turn.knocker),
    ):
        if seat is not None:
            check_seat(name, seat, players=facts.players)
    check_seat("dealer", facts.dealer, players=facts.players)
    if (turn.exhausted_by is None) != (facts.stock_size > 0):
        raise PositionError(
            "exhausted_by names a seat when the stock is empty, and only then (R41)"
        )
    if turn.phase is Phase.OVER:
        _check_over(turn)
    else:
        _check_going_on(facts)
    _check_out(facts)


def _expect(kind: type, value: object) -> None:
    """Refuse any other type than this one; to be of a subclass, as `True` is an int, is no help."""
    if type(value) is not kind:
        raise PositionError(f"{kind.__name__} is expected, not {shown(value)}")


def check_tuple(name: str, values: object) -> None:
    """Refuse whatever is no tuple with a `PositionError`; nothing in a value can change."""
    if not isinstance(values, tuple):
        raise PositionError(f"{name} are a tuple, not {shown(values)}")


def _check_over(turn: Turn) -> None:
    if (turn.to_move, turn.drawn, turn.melded) != (None, 0, False):
        raise PositionError("no seat is to move when the round is over, and none has drawn (R33)")
    if turn.knocker is None and turn.exhausted_by is None:
        raise PositionError("a round is not over without a knocker while there is a stock (R41)")
    if turn.knocker is not None and turn.exhausted_by not in (None, turn.knocker):
        raise PositionError("when another seat has emptied the stock nobody can knock (D26)")


def _check_going_on(facts: PublicFacts) -> None:
    turn, last_draw = facts.turn, facts.rules.max_draws
    if turn.to_move is None:
        raise PositionError("to_move names a seat until the round is over (R33)")
    if turn.knocker is not None:
        raise PositionError("there is no knocker until the round is over (R33)")
    match turn.phase:
        case Phase.MELD:
            sound = 1 <= turn.drawn < last_draw and not turn.melded
        case Phase.END if turn.melded:
            sound = 1 <= turn.drawn < last_draw and bool(facts.table.melds)
        case Phase.END:
            sound = turn.drawn == last_draw
        case _:
            sound = (turn.drawn, turn.melded) == (0, False)
    if not sound:
        raise PositionError(
            f"drawn={turn.drawn}, melded={turn.melded} and the table do not agree with "
            f"phase {turn.phase.value} ({_CLAUSES[turn.phase]})"
        )
    emptied = {Phase.DRAW: (None,), Phase.LAST_LAP: tuple(range(facts.players))}
    if turn.exhausted_by not in emptied.get(turn.phase, (None, turn.to_move)):
        raise PositionError(f"the stock does not agree with phase {turn.phase.value} (R41)")


def _check_out(facts: PublicFacts) -> None:
    """Refuse empty hands of seats that cannot have gone out, or not without ending the round."""
    out = [seat for seat, size in enumerate(facts.hand_sizes) if not size]
    if out and not facts.table.melds:
        raise PositionError("a seat has gone out, and the table is empty (D23)")
    if facts.rules.lap_stops_on_going_out and len(out) > 1:
        raise PositionError("a seat goes out in the lap, and that ends it (D27)")
    for seat in set(out) - set(_may_be_out(facts)):
        raise PositionError(
            f"an empty hand of seat {seat}: going out would have ended the round (D23)"
        )


def _may_be_out(facts: PublicFacts) -> Sequence[int]:
    """List the seats whose hands may be empty: the one that went out, or those that had the lap."""
    turn, seats = facts.turn, range(facts.players)
    if turn.knocker is not None:
        return (turn.knocker,)
    if turn.exhausted_by is None or turn.phase not in (Phase.LAST_LAP, Phase.OVER):
        return ()
    if turn.to_move is None:
        return seats
    if facts.rules.lap_stops_on_going_out:
        return ()
    first = turn.exhausted_by + 1
    chances = (turn.to_move - first) % facts.players
    return [seat % facts.players for seat in range(first, first + chances)]
