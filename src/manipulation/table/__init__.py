"""The table, the law of melding, and the steps from one table to the next."""

from manipulation.table.melding import Play, Table, check_play

__all__ = ["Play", "Table", "check_play"]
