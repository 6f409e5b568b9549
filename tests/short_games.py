"""A dozen short games that are simulated again and again, and what came of them."""

import io
from functools import cache, partial
from random import Random

from hypothesis import strategies as st

from manipulation import DoneGames, Results, simulate
from manipulation.simulation.players import Players
from manipulation.simulation.playing import FailedGame, PlayedGame, Task, played
from tests.simulated import SHORT, IdleBot

NAMES = ("ann", "bob")


GAMES = 12


WITH = partial(simulate, names=NAMES, games=GAMES, seed=5, rules=SHORT)
"""Simulate a dozen short games with some bots."""


CHANCE = st.builds(Random, st.integers(0, 2**32))


IDLE = (IdleBot(), IdleBot())


@cache
def whole() -> tuple[Results, str]:
    """Simulate some games here, and give the results and the records."""
    records = io.StringIO()
    found = WITH(IDLE, records=records)
    return found, records.getvalue()


@cache
def one(number: int) -> PlayedGame | FailedGame:
    """Play one of them."""
    return played(Task(Players(IDLE, NAMES, 5, SHORT), number, recorded=True))


def is_failed(game: PlayedGame | FailedGame) -> bool:
    """Tell whether a bot failed in a game."""
    return isinstance(game, FailedGame)


def half_done() -> DoneGames:
    """Give what is done when some games are done out of their order."""
    first = [one(number) for number in range(4)]
    earlier = sum(
        (game.results for game in first if isinstance(game, PlayedGame)),
        start=Results(names=NAMES),
    )
    later = (one(5), one(7))
    return DoneGames(
        names=NAMES,
        seed=5,
        rules=SHORT,
        recorded=True,
        until=4,
        earlier=earlier,
        waiting=tuple(game for game in later if isinstance(game, PlayedGame)),
    )
