"""A bot that deals the hidden cards many times and plays each deal out."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from manipulation.bots.bot import Bot, to_choose_in
from manipulation.bots.patient import PatientBot
from manipulation.cards import Cards
from manipulation.errors import PositionError, shown
from manipulation.game import GameView
from manipulation.round import Round
from manipulation.solver import best_play
from manipulation.turn import Move, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from attrs import Attribute

    from manipulation.shoe import Generator
    from manipulation.views import RoundView

_ROLLOUT: Final = PatientBot()
"""Who plays on, on the other seats."""
_FAR: Final = PatientBot(last_turns=4)
"""Who counts the stock from farther off: to play on like it is another plan."""
_SURE: Final = 1.0
"""So many standard errors another plan must be ahead of the patient one."""
_PARTS: Final = 3
"""How many random parts of the hand are offered for the last lap, and how much of it in each."""
_SHARE: Final = 0.7


def _check_playouts(_bot: object, _attribute: Attribute[int], value: int) -> None:
    if type(value) is not int or value < 1:
        raise PositionError(f"playouts are a number from 1, not {shown(value)}")


@frozen
class Plan:
    """A move, and the bot as which to play on after it."""

    move: Move
    then: Bot = _ROLLOUT


@frozen
class LookaheadBot:
    """A bot that tries a few plans on the same deals of the hidden cards.

    Every deal agrees with what its seat knows, and is as likely as any other. Patient bots play it
    out on the other seats. It plays as a patient bot itself until the end of the stock is near;
    then it takes another plan if that was ahead by more than chance explains. `playouts`: how many
    rounds are played out for a move, at most.
    """

    playouts: int = field(default=48, kw_only=True, validator=_check_playouts)

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Choose the patient bot's move, or one that has shown to be better."""
        state = to_choose_in(view)
        first = Plan(_ROLLOUT.choose(view, rng))
        others = _other_plans(view, first.move, rng)[: self.playouts - 1]
        if not others:
            return first.move
        gains: list[list[float]] = [[] for _ in others]
        for _ in range(self.playouts // (1 + len(others))):
            deal = Round.sample(state, rng)
            base = _worth(deal, first, view, rng)
            for plan, gained in zip(others, gains, strict=True):
                gained.append(_worth(deal, plan, view, rng) - base)
        lead, place = max((_lead(gained), -place) for place, gained in enumerate(gains))
        return others[-place].move if lead > 0 else first.move


def _lead(gained: list[float]) -> float:
    """Give a mean less what chance explains of it."""
    return mean(gained) - (_SURE * stdev(gained) / sqrt(len(gained)) if len(gained) > 1 else 0)


def _other_plans(view: GameView, first: Move, rng: Generator) -> list[Plan]:
    """List what else to try, no move twice."""
    state = to_choose_in(view)
    if not _FAR.counts(state) or state.phase is Phase.DRAW:
        return []
    if state.phase is Phase.LAST_LAP and state.seat == state.exhausted_by:
        return []
    plans = [Plan(_FAR.choose(view, rng), _FAR), *map(Plan, state.legal_moves())]
    if state.may_meld:
        best = (best_play(state.table, part, tidy=False) for part in _parts(state, rng))
        plans += [Plan(found.play) for found in best if found is not None]
    by_move = {plan.move: plan for plan in reversed(plans) if plan.move != first}
    return list(by_move.values())[::-1]


def _parts(state: RoundView, rng: Generator) -> Iterator[Cards]:
    """Give what of the hand to offer for a play: all and, in the last lap, some of it."""
    yield state.hand
    if state.phase is Phase.LAST_LAP:
        yield state.hand.naturals
        for _ in range(_PARTS):
            yield Cards(card for card in state.hand if rng.random() < _SHARE)


def _worth(state: Round, plan: Plan, view: GameView, rng: Generator) -> float:
    """Play a round out, and tell how far the seat is then ahead of the mean of the others."""
    state = state.after(plan.move)
    while state.turn.to_move is not None:
        seat = state.turn.to_move
        bot = plan.then if seat == view.seat else _ROLLOUT
        state = state.after(bot.choose(GameView(view.tally, state.view(seat), seat), rng))
    outcome = state.outcome
    if outcome is None or view.seat is None:
        return 0.0
    scores = view.tally.after(outcome).final_scores().scores
    own = scores[view.seat]
    return own - (sum(scores) - own) / (len(scores) - 1)
