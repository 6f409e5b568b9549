"""What a bot is: from what its seat may know to a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from manipulation.errors import PositionError, expect
from manipulation.game import GameView

if TYPE_CHECKING:
    from manipulation.shoe import Generator
    from manipulation.turn import Move
    from manipulation.views import RoundView


class Bot(Protocol):
    """A player that is a program: a value without memory, so that it can be sent to a worker.

    All that it may know is in the view, and all its chance is in the generator: the same view and
    the same generator give the same move.
    """

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Choose a legal move for the seat that sees the view and is to move.

        A view in which its seat is not to move is a `PositionError`.
        """


def to_choose_in(view: GameView) -> RoundView:
    """Give the round in which a bot is to choose a move, or refuse the view."""
    expect(GameView, view)
    if view.round is None or view.seat is None or view.round.to_move != view.seat:
        raise PositionError("a bot chooses when the seat that sees the view is to move")
    return view.round
