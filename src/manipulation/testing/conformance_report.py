"""What two referees disagree about, in the notation, so that it can be read and replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.errors import ManipulationError
from manipulation.scoring import Ending

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation.game import Game, GameView
    from manipulation.melds import Fault
    from manipulation.scoring import Outcome
    from manipulation.shoe import Shoe
    from manipulation.views import RoundView

_INDENT: Final = "    "

_CLAUSES: Final = {
    "totals": "R34 to R40",
    "rounds_won": "R45, D34",
    "next dealer": "D1",
    "hand": "D8",
    "hands": "D8",
    "hand_sizes": "D8",
    "stock_size": "R8",
    "table": "D14",
    "dealer": "D1",
    "to_move": "R12",
    "phase": "R8 to R12, D24, D26",
    "drawn": "R8 to R10",
    "melded": "D5",
    "exhausted_by": "R41",
    "knocker": "R32, D23",
}
"""The clauses that decide what a view shows, by its field."""


class DisagreementError(ManipulationError, AssertionError):
    """An engine and the rules disagree; the message tells about what, and the way there."""


class Transcript:
    """What has been put to both referees so far."""

    def __init__(self, *, players: int, dealer: int) -> None:
        """Begin with a new game."""
        self._lines = [f"{players} players, seat {dealer} deals first"]

    def deal(self, shoe: Shoe) -> None:
        """Note a deal."""
        self._lines.append(f"deal {shoe}")

    def move(self, seat: int, move: object) -> None:
        """Note a move that is tried."""
        self._lines.append(f"{seat}: {move}".rstrip())

    def told(self, game: Game) -> str:
        """Write what was done, and the game before its last step, both to be pasted."""
        done = "\n".join(_INDENT + line for line in self._lines)
        return f"What was done:\n{done}\nThe game before the last step:\n{_INDENT}{game!r}"


def verdicts(faults: Iterable[Fault], codes: tuple[str, ...]) -> str:
    """Write the two verdicts on one move."""
    ours = "; ".join(map(str, faults))
    return "\n".join(beside(ours or "legal", " ".join(codes) or "legal"))


def beside(ours: str, theirs: str) -> tuple[str, str]:
    """Write what the rules say above what the engine says."""
    return f"{_INDENT}rules:  {ours}".rstrip(), f"{_INDENT}engine: {theirs}".rstrip()


def differences(ours: GameView, theirs: GameView) -> str:
    """Write the fields in which two views differ, each with the clauses that decide it."""
    ours_told, theirs_told = _fields(ours), _fields(theirs)
    lines = []
    for name in dict.fromkeys((*ours_told, *theirs_told)):
        one, other = ours_told.get(name, "none"), theirs_told.get(name, "none")
        if one != other:
            clause = f" ({_CLAUSES[name]})" if name in _CLAUSES else ""
            lines += [f"{_INDENT}{name}{clause}", *(_INDENT + line for line in beside(one, other))]
    outcome = None if ours.round is None else ours.round.outcome
    if outcome is not None and ours.tally != theirs.tally:
        lines.append(_INDENT + why(outcome))
    return "\n".join(lines)


def why(outcome: Outcome) -> str:
    """Say which clauses decide what a round is worth."""
    points, score = outcome.points, outcome.score
    knocker = outcome.knocker
    if knocker is None:
        ended = "nobody knocked, so no bonus is paid (D29)"
    elif knocker in score.winners:
        ended = f"seat {knocker} ended the round and has the fewest points (R34)"
    elif points[knocker] > min(points):
        several = "each, with the bonus (D28)" if len(score.winners) > 1 else "with the bonus (R37)"
        ended = f"seat {knocker} knocked, and those below win, {several}"
    else:
        clause = {1: "R38", 2: "R39"}.get(len(score.winners), "D28")
        ended = f"seat {knocker} knocked, and those tied with him win, with the bonus ({clause})"
    out = " and going out earns more (R40)" if outcome.went_out else ""
    lap = " after the last lap" if outcome.ending is Ending.LAST_LAP else ""
    won = " ".join(map(str, score.winners))
    scores = " ".join(map(str, score.scores))
    left = " ".join(map(str, points))
    return f"points left{lap} {left}: {ended}{out}; winners {won}, scores {scores}"


def _fields(view: GameView) -> dict[str, str]:
    tally = view.tally
    told = {
        "seat": str(view.seat),
        "totals": _numbers(tally.totals),
        "rounds_won": _numbers(tally.rounds_won),
        "next dealer": str(tally.dealer),
        "rules": str(tally.rules),
    }
    return told if view.round is None else told | _round_fields(view.round)


def _round_fields(view: RoundView) -> dict[str, str]:
    turn = view.turn
    return {
        "hand": str(view.hand),
        "hand_sizes": _numbers(view.hand_sizes),
        "stock_size": str(view.stock_size),
        "table": str(view.table),
        "dealer": str(view.dealer),
        "to_move": str(turn.to_move),
        "phase": turn.phase.value,
        "drawn": str(turn.drawn),
        "melded": str(turn.melded),
        "exhausted_by": str(turn.exhausted_by),
        "knocker": str(turn.knocker),
        "hands": " ; ".join(map(str, view.hands)),
    }


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
