"""Many games between bots, on any executor, and what came of them."""

from manipulation.simulation.counting import results_of
from manipulation.simulation.estimates import Mean, Share, Sums
from manipulation.simulation.playing import FailedGame, PlayedGame
from manipulation.simulation.results import Performance, Results
from manipulation.simulation.simulating import play_game, simulate
from manipulation.simulation.unfinished import BotError, DoneGames, UnfinishedError
from manipulation.simulation.workers import Workers
from manipulation.simulation.writing import Writable

__all__ = [
    "BotError",
    "DoneGames",
    "FailedGame",
    "Mean",
    "Performance",
    "PlayedGame",
    "Results",
    "Share",
    "Sums",
    "UnfinishedError",
    "Workers",
    "Writable",
    "play_game",
    "results_of",
    "simulate",
]
