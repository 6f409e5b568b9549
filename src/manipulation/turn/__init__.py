"""The turn: its phases and moves, the law, and whether the facts of a position agree."""

from manipulation.turn.consistency import check_facts, check_tuple
from manipulation.turn.facts import (
    Draw,
    EndTurn,
    Knock,
    Move,
    Phase,
    PublicFacts,
    Turn,
    expect_move,
    parse_move,
)
from manipulation.turn.law import check_move, legal_moves, may_knock, may_meld

__all__ = [
    "Draw",
    "EndTurn",
    "Knock",
    "Move",
    "Phase",
    "PublicFacts",
    "Turn",
    "check_facts",
    "check_move",
    "check_tuple",
    "expect_move",
    "legal_moves",
    "may_knock",
    "may_meld",
    "parse_move",
]
