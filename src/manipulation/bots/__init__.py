"""Bots: players that are programs."""

from manipulation.bots.bot import Bot
from manipulation.bots.lookahead import LookaheadBot
from manipulation.bots.patient import PatientBot
from manipulation.bots.plain import GreedyBot, RandomBot

__all__ = ["Bot", "GreedyBot", "LookaheadBot", "PatientBot", "RandomBot"]
