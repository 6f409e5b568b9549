"""Positions with verdicts, to test any engine or solver of the game against.

Each function gives the cases of one question, as values. What decided each verdict is told in
docs/corpus.md; the files beside this module are the same cases as JSON, an object a line, for
programs that are not in Python.
"""

from manipulation.testing.corpus.cases import (
    BestPlayCase,
    CanArrangeCase,
    CheckPlayCase,
    CountArrangementsCase,
    CountPlaysCase,
    FinalScoresCase,
    ScoreRoundCase,
)
from manipulation.testing.corpus.reading import (
    FOLDER,
    best_play_cases,
    can_arrange_cases,
    check_play_cases,
    count_arrangements_cases,
    count_plays_cases,
    final_scores_cases,
    score_round_cases,
)

__all__ = [
    "BestPlayCase",
    "CanArrangeCase",
    "CheckPlayCase",
    "CountArrangementsCase",
    "CountPlaysCase",
    "FOLDER",
    "FinalScoresCase",
    "ScoreRoundCase",
    "best_play_cases",
    "can_arrange_cases",
    "check_play_cases",
    "count_arrangements_cases",
    "count_plays_cases",
    "final_scores_cases",
    "score_round_cases",
]
