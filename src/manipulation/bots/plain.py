"""Two bots that do not think ahead: by chance, and by greed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from manipulation.bots.bot import to_choose_in
from manipulation.cards import Cards
from manipulation.shoe import expect_generator
from manipulation.solver import best_play
from manipulation.turn import Knock

if TYPE_CHECKING:
    from manipulation.game import GameView
    from manipulation.shoe import Generator
    from manipulation.turn import Draw, EndTurn, Move

_EVEN: Final = 0.5
"""Even odds."""


@frozen
class RandomBot:
    """A bot for which every kind of legal move, and every set of cards to play, has a chance.

    Where it may meld, it offers a random part of its hand to the solver every other time, and plays
    the most cards of it that can be played. So it never lists all plays.
    """

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Choose a legal move by chance."""
        state = to_choose_in(view)
        expect_generator(rng)
        if state.may_meld and rng.random() < _EVEN:
            part = Cards(card for card in state.hand if rng.random() < _EVEN)
            best = best_play(state.table, part, objective="cards", tidy=False)
            if best is not None:
                return best.play
        moves = state.legal_moves()
        return moves[int(rng.random() * len(moves))]


@frozen
class GreedyBot:
    """A bot that plays the most points it can as soon as it can, and knocks when it may."""

    def choose(self, view: GameView, rng: Generator) -> Move:  # noqa: ARG002 -- takes no chance
        """Choose the play that leaves the fewest points, else to knock, else what it must do."""
        state = to_choose_in(view)
        if state.may_meld:
            best = best_play(state.table, state.hand, tidy=False)
            if best is not None:
                return best.play
        return knock_if_allowed(state.legal_moves())


def knock_if_allowed(moves: tuple[Draw | Knock | EndTurn, ...]) -> Draw | Knock | EndTurn:
    """Choose to knock, or else the one legal move that is left."""
    return Knock() if Knock() in moves else moves[0]
