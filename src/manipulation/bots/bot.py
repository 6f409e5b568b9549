"""What a bot is: from what its seat may know to a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from manipulation.game import GameView
    from manipulation.shoe import Generator
    from manipulation.turn import Move


class Bot(Protocol):
    """A player that is a program: a value without memory, so that it can be sent to a worker.

    All that it may know is in the view, and all its chance is in the generator: the same view and
    the same generator give the same move.
    """

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Choose a legal move for the seat that sees the view and is to move."""
