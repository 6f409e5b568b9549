"""The files of the corpus, read into cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypedDict

from manipulation.cards import Cards
from manipulation.errors import Violation
from manipulation.table import Play, Table
from manipulation.testing.corpus.cases import (
    BestPlayCase,
    CanArrangeCase,
    CheckPlayCase,
    CountArrangementsCase,
    CountPlaysCase,
    FinalScoresCase,
    FoundBy,
    ScoreRoundCase,
)

FOLDER: Final = Path(__file__).parent
"""Where the files are."""

_OF_MELDS: Final = tuple(
    violation
    for violation in Violation
    if Violation.TOO_FEW_CARDS.place <= violation.place < Violation.NOT_YOUR_TURN.place
)
"""What `NOT_A_MELD` in a file stands for: any fault of a meld."""


class _Line(TypedDict):
    """All that stands in any of the files; no line has all of it."""

    id: str
    kind: str
    cards: str
    partitionable: bool
    arrangements: int
    how: FoundBy
    slow: bool
    table: str
    hand: str
    min_points_left: int | None
    max_cards_played: int | None
    plays: int
    before: str
    after: str
    violation: str | None
    rule: str
    points: list[int]
    knocker: int | None
    went_out: list[int]
    winners: list[int]
    scores: list[int]
    totals: list[int]
    rounds_won: list[int]
    final: list[int]


def _lines(name: str, kind: str | None = None) -> list[_Line]:
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    lines: list[_Line] = list(map(json.loads, text.splitlines()))
    return [line for line in lines if kind is None or line["kind"] == kind]


def can_arrange_cases() -> tuple[CanArrangeCase, ...]:
    """Give 600 cases for `can_arrange`, of up to 106 cards and two jokers."""
    return tuple(
        CanArrangeCase(
            line["id"], Cards.parse(line["cards"]), line["partitionable"], drawn=line["kind"]
        )
        for line in _lines("partition")
    )


def count_arrangements_cases() -> tuple[CountArrangementsCase, ...]:
    """Give 75 cases for `count_arrangements`, up to three decks whole; the large ones come last."""
    small = tuple(
        CountArrangementsCase(
            line["id"], Cards.parse(line["cards"]), line["arrangements"], "integer programme"
        )
        for line in _lines("arrangements")
    )
    golden = tuple(
        CountArrangementsCase(
            line["id"], Cards.parse(line["cards"]), line["arrangements"], line["how"], line["slow"]
        )
        for line in _lines("golden_counts")
    )
    return small + golden


def best_play_cases() -> tuple[BestPlayCase, ...]:
    """Give 240 cases for `best_play`, with up to two jokers in hand."""
    return tuple(
        BestPlayCase(
            line["id"],
            Table.parse(line["table"]),
            Cards.parse(line["hand"]),
            line["min_points_left"],
            line["max_cards_played"],
        )
        for line in _lines("play")
    )


def count_plays_cases() -> tuple[CountPlaysCase, ...]:
    """Give 39 cases for `count_plays`, from one set of cards to some hundreds."""
    return tuple(
        CountPlaysCase(
            line["id"],
            Table.parse(line["table"]),
            Cards.parse(line["hand"]),
            line["plays"],
            line["how"],
        )
        for line in _lines("golden_plays")
    )


def check_play_cases() -> tuple[CheckPlayCase, ...]:
    """Give 38 cases for `check_play`: the edges of the rules, by clause."""
    return tuple(
        CheckPlayCase(
            line["id"],
            Table.parse(line["before"]),
            Cards.parse(line["hand"]),
            Play.parse(line["after"]),
            _violations(line["violation"]),
            line["rule"],
        )
        for line in _lines("scenarios", "play")
    )


def _violations(code: str | None) -> tuple[Violation, ...]:
    if code == "NOT_A_MELD":
        return _OF_MELDS
    return () if code is None else (Violation[code],)


def score_round_cases() -> tuple[ScoreRoundCase, ...]:
    """Give 16 cases for `score_round`."""
    return tuple(
        ScoreRoundCase(
            line["id"],
            tuple(line["points"]),
            line["knocker"],
            tuple(line["went_out"]),
            tuple(line["winners"]),
            tuple(line["scores"]),
        )
        for line in _lines("scenarios", "score")
    )


def final_scores_cases() -> tuple[FinalScoresCase, ...]:
    """Give three cases for `final_scores`."""
    return tuple(
        FinalScoresCase(
            line["id"],
            tuple(line["totals"]),
            tuple(line["rounds_won"]),
            tuple(line["winners"]),
            tuple(line["final"]),
        )
        for line in _lines("scenarios", "final")
    )
