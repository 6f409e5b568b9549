"""Many games between bots, on any executor, and what came of them."""

from manipulation.simulation.counting import results_of
from manipulation.simulation.estimates import Mean, Share
from manipulation.simulation.playing import FailedGame
from manipulation.simulation.results import Performance, Results
from manipulation.simulation.simulating import play_game, simulate
from manipulation.simulation.unfinished import BotError, DoneGames, UnfinishedError

__all__ = [
    "BotError",
    "DoneGames",
    "FailedGame",
    "Mean",
    "Performance",
    "Results",
    "Share",
    "UnfinishedError",
    "play_game",
    "results_of",
    "simulate",
]
