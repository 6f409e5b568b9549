"""Bots to simulate with: quick ones, bad ones, and one that takes its worker with it."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from manipulation import Bot, GameView, Knock, Move, Rules
from manipulation.shoe import Generator

SHORT = Rules(target=1)
"""Rules under which the first round with points ends the game."""


@frozen
class IdleBot:
    """Never melds; knocks by chance."""

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Choose a move that is no play."""
        assert view.round is not None
        moves = view.round.legal_moves()
        return moves[int(rng.random() * len(moves))]


@frozen
class DeadlyBot:
    """Plays as another bot, but ends its process once, as soon as there is a file `folder/now`."""

    bot: Bot
    folder: Path

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Leave a file behind and end the process, or choose a move."""
        if (self.folder / "now").exists() and not (self.folder / "done").exists():
            (self.folder / "done").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.bot.choose(view, rng)

    def after(self, count: int) -> Callable[[int, int], None]:
        """Give what lets it do so when a number of games is done."""

        def progress(done: int, _: int) -> None:
            if done == count:
                (self.folder / "now").touch()

        return progress


@frozen
class BadBot:
    """Plays as an idle bot, and does something else with some odds at each move."""

    how: Callable[[], Move] = Knock
    odds: float = 1.0

    def choose(self, view: GameView, rng: Generator) -> Move:
        """Do the other thing, or choose a move."""
        if rng.random() < self.odds:
            return self.how()
        return IdleBot().choose(view, rng)
