"""Exact answers: whether and how cards can be arranged, and what can be played."""

from manipulation.solver import _kernel_best
from manipulation.solver.arranging import WhyNot, arrange, can_arrange, why_not
from manipulation.solver.counting import arrangements, count_arrangements
from manipulation.solver.every_play import count_plays, playable_cards, plays
from manipulation.solver.playing import BestPlay, Objective, best_play

COMPILED = not _kernel_best.__file__.endswith(".py")
"""Whether the kernel that is loaded was compiled when the package was built."""

__all__ = [
    "COMPILED",
    "BestPlay",
    "Objective",
    "WhyNot",
    "arrange",
    "arrangements",
    "best_play",
    "can_arrange",
    "count_arrangements",
    "count_plays",
    "playable_cards",
    "plays",
    "why_not",
]
