"""The table, the law of melding, and the steps from one table to the next."""

from manipulation.table.melding import Play, Table, check_play
from manipulation.table.step import (
    Declare,
    Free,
    Join,
    PickUp,
    PutDown,
    Split,
    Step,
    TakeBack,
    parse_step,
)
from manipulation.table.steps import steps

__all__ = [
    "Declare",
    "Free",
    "Join",
    "PickUp",
    "Play",
    "PutDown",
    "Split",
    "Step",
    "Table",
    "TakeBack",
    "check_play",
    "parse_step",
    "steps",
]
