"""The score sheet: where every point of a round and of the game comes from (R34 to R46)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from manipulation.cli.answers import Line, counted
from manipulation.rules import PLAYERS
from manipulation.scoring import (
    Difference,
    Ending,
    GoingOutBonus,
    Outcome,
    RoundPoints,
    RoundsWonBonus,
    TargetBonus,
    UndercutBonus,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation.cards import Cards
    from manipulation.game import PublicGame
    from manipulation.scoring import FinalReason, RoundReason


def standings(game: PublicGame, names: Sequence[str]) -> Iterator[Line]:
    """Tell how the game stands, the best first."""
    wide = max(map(len, names))
    target = game.rules.target
    yield Line((f"The first with {target} points ends the game.",))
    for standing in game.standings:
        rounds = f"{counted(standing.rounds_won, 'round')} won"
        name = f"{names[standing.seat]:<{wide}}"
        yield Line((f"{standing.place}. {name} {standing.total:>4} points, {rounds}",), "  ")


def round_sheet(outcome: Outcome, hands: Sequence[Cards], names: Sequence[str]) -> Iterator[Line]:
    """Tell how a round ended, what was left in each hand, and what each winner scores for it."""
    yield Line((f"The round is over: {_ending(outcome, names)}.",))
    wide = max(map(len, names))
    for seat, hand in enumerate(hands):
        held: tuple[object, ...] = (hand,) if hand else ("nothing",)
        points = f"{outcome.points[seat]:>4} left: "
        yield Line(held, f"  {names[seat]:<{wide}} {points}")
    for seat in outcome.score.winners:
        score = counted(outcome.score.scores[seat], "point")
        yield Line((f"Winner of the round: {names[seat]}, {score}:",))
        for reason in outcome.score.reasons[seat]:
            yield Line((_round_reason(reason, outcome, seat, names),), f"  {reason.points:>4}  ")


def _ending(outcome: Outcome, names: Sequence[str]) -> str:
    by = "" if outcome.knocker is None else names[outcome.knocker]
    match outcome.ending:
        case Ending.KNOCK:
            return f"{by} knocked"
        case Ending.GOING_OUT:
            return f"{by} went out"
        case Ending.LAST_LAP:
            return "the stock is empty and the last lap is played"
        case _:
            assert_never(outcome.ending)


def _round_reason(reason: RoundReason, outcome: Outcome, seat: int, names: Sequence[str]) -> str:
    own = outcome.points[seat]
    match reason:
        case Difference(other, _):
            clause = "R35" if len(names) == PLAYERS[0] else "R36"
            return f"{names[other]} had {outcome.points[other]}, {names[seat]} {own} ({clause})"
        case UndercutBonus():
            by = "" if outcome.knocker is None else names[outcome.knocker]
            return f"{by} knocked and was undercut (R37 to R39)"
        case GoingOutBonus():
            return "all cards played (R40)"
        case _:
            assert_never(reason)


def final_sheet(game: PublicGame, names: Sequence[str]) -> Iterator[Line]:
    """Tell who has won a game that is over, and what each seat's score is made of."""
    final = game.final
    if final is None:
        return
    winners = " and ".join(names[seat] for seat in final.winners)
    yield Line((f"The game is over. Won by {winners}.",))
    wide = max(map(len, names))
    for standing in game.standings:
        seat = standing.seat
        reasons = " + ".join(map(_final_reason, final.reasons[seat]))
        start = f"  {standing.place}. {names[seat]:<{wide}} {final.scores[seat]:>4} = "
        yield Line((reasons,), start)


def _final_reason(reason: FinalReason) -> str:
    match reason:
        case RoundPoints(points):
            return f"{points} in the rounds"
        case TargetBonus(points):
            return f"{points} for the target (R44)"
        case RoundsWonBonus(rounds, points):
            return f"{points} for {counted(rounds, 'round')} won (R45)"
        case _:
            assert_never(reason)
