"""A bot that deals the hidden cards many times and plays each deal out."""

from __future__ import annotations

from itertools import combinations
from math import inf, sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from manipulation.bots.bot import to_choose_in
from manipulation.bots.patient import PatientBot
from manipulation.errors import PositionError, shown
from manipulation.game import GameView
from manipulation.round import Round
from manipulation.solver import best_play
from manipulation.table import Play
from manipulation.turn import Move, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from attrs import Attribute

    from manipulation.shoe import Generator
    from manipulation.table import Table
    from manipulation.views import RoundView

_ROLLOUT: Final = PatientBot()
"""Who plays on, on the other seats."""
_SURE: Final = 2.0
"""So many standard errors a move must be ahead of the first; one as far behind is dropped."""
_FEW: Final = 4
"""On fewer deals nothing is known yet."""
_DEALS: Final = 8
"""So many deals each move is to be tried on; of more moves than that allows, the last are not."""
_KEPT: Final = 2
"""So many melds of a best play are kept back to try another play in the last lap, at most."""


def _check_playouts(_bot: object, _attribute: Attribute[int], value: int) -> None:
    if type(value) is not int or value < 1:
        raise PositionError(f"playouts are a number from 1, not {shown(value)}")


@frozen
class Rival:
    """A move, and by how much it was better than the patient bot's on each deal so far."""

    move: Move
    gained: tuple[float, ...] = ()

    def bound(self, side: int) -> float:
        """Give the mean and, below or above it, what chance may explain."""
        if len(self.gained) < _FEW:
            return side * inf
        return mean(self.gained) + side * _SURE * stdev(self.gained) / sqrt(len(self.gained))


@frozen
class LookaheadBot:
    """A bot that tries a few moves on the same deals of the hidden cards.

    Every deal agrees with what its seat knows, and is as likely as any other. Patient bots play it
    out on all seats. It plays as one of them itself until the end of the stock is near; then it
    makes another move if that is ahead by more than chance explains. `playouts`: how many rounds
    are played out for a move, at most.
    """

    playouts: int = field(default=200, kw_only=True, validator=_check_playouts)

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Choose the patient bot's move, or one that has shown to be better."""
        state = to_choose_in(view)
        first = _ROLLOUT.choose(view, rng)
        rivals = [Rival(move) for move in other_moves(state) if move != first]
        rivals = rivals[: max(1, self.playouts // _DEALS - 1)]
        left = self.playouts
        while rivals and left > len(rivals):
            left -= 1 + len(rivals)
            deal = Round.sample(state, rng)
            base = _worth(deal.after(first), view, rng)
            played = [
                Rival(move, (*gained, _worth(deal.after(move), view, rng) - base))
                for move, gained in ((rival.move, rival.gained) for rival in rivals)
            ]
            rivals = [rival for rival in played if rival.bound(1) > 0]
        best = max(rivals, key=lambda rival: rival.bound(-1), default=None)
        return first if best is None or best.bound(-1) <= 0 else best.move


def other_moves(state: RoundView) -> list[Move]:
    """List the moves worth trying, no move twice; none while the end of the stock is far off."""
    in_lap = state.phase is Phase.LAST_LAP
    if not _ROLLOUT.counts(state) or (in_lap and state.seat == state.exhausted_by):
        return []  # the last in the lap can do no better than a best play
    moves: list[Move] = list(state.legal_moves())
    best = best_play(state.table, state.hand, tidy=False) if state.may_meld else None
    if best is not None:
        moves += [best.play, *(thinner_plays(state, best.table) if in_lap else ())]
    return list(dict.fromkeys(moves))


def thinner_plays(state: RoundView, best: Table) -> Iterator[Play]:
    """Give the plays that keep back one or two of the melds that the best one lays from hand.

    The more lies on the table, the more can those play who come later.
    """
    melds = [meld.cards for meld in best.melds]
    for kept in range(1, _KEPT + 1):
        for back in combinations(range(len(melds)), kept):
            play = Play(tuple(cards for at, cards in enumerate(melds) if at not in back))
            if not state.check(play):
                yield play


def _worth(state: Round, view: GameView, rng: Generator) -> float:
    """Play a round out, and tell how far the seat is then ahead of the mean of the others."""
    while (outcome := state.outcome) is None:
        moves = state.legal_moves()
        if len(moves) == 1 and not state.may_meld:
            state = state.after(moves[0])
        else:
            seat = state.turn.to_move or 0
            known = GameView(view.tally, state.view(seat), seat)
            state = state.after(_ROLLOUT.choose(known, rng))
    scores = view.tally.after(outcome).final_scores().scores
    own = scores[view.seat or 0]
    return own - (sum(scores) - own) / (len(scores) - 1)
