"""Bots: players that are programs."""

from manipulation.bots.bot import Bot
from manipulation.bots.plain import GreedyBot, RandomBot

__all__ = ["Bot", "GreedyBot", "RandomBot"]
