"""Bots: players that are programs."""

from manipulation.bots.bot import Bot

__all__ = ["Bot"]
