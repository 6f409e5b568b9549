"""The corpus that others test against: its cases are those in the files, and our answers are right.

Most of the verdicts are held where the question's own tests are; here are the others, and that
none is lost on the way from a file to a value.
"""

from __future__ import annotations

import json

import pytest

from manipulation import Violation, can_arrange, count_arrangements, count_plays
from manipulation.testing.corpus import (
    FOLDER,
    CountPlaysCase,
    best_play_cases,
    can_arrange_cases,
    check_play_cases,
    count_arrangements_cases,
    count_plays_cases,
    final_scores_cases,
    score_round_cases,
)


def names_in(*files: str) -> list[str]:
    """Name the lines of files."""
    return [
        json.loads(line)["id"]
        for file in files
        for line in (FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    ]


class TestCorpus:
    """The cases are those of the files, and each has its own name."""

    def test_none_is_lost(self) -> None:
        """Every line of every file is one case."""
        assert [case.name for case in can_arrange_cases()] == names_in("partition")
        assert [case.name for case in count_arrangements_cases()] == names_in(
            "arrangements", "golden_counts"
        )
        assert [case.name for case in best_play_cases()] == names_in("play")
        assert [case.name for case in count_plays_cases()] == names_in("golden_plays")
        assert [
            *(case.name for case in check_play_cases()),
            *(case.name for case in score_round_cases()),
            *(case.name for case in final_scores_cases()),
        ] == names_in("scenarios")

    def test_there_are_as_many_as_it_says(self) -> None:
        """As the functions and docs/corpus.md say."""
        cases = (
            can_arrange_cases(),
            count_arrangements_cases(),
            best_play_cases(),
            count_plays_cases(),
            check_play_cases(),
            score_round_cases(),
            final_scores_cases(),
        )
        assert list(map(len, cases)) == [600, 75, 240, 39, 38, 16, 3]

    def test_both_verdicts_are_there(self) -> None:
        """A corpus that always says yes would be of no use."""
        assert {case.can_arrange for case in can_arrange_cases()} == {True, False}
        assert {case.min_points_left is None for case in best_play_cases()} == {True, False}
        assert {case.legal for case in check_play_cases()} == {True, False}

    def test_verdicts_agree_with_each_other(self) -> None:
        """Cards in an arrangement can be arranged, and no play means no points and no cards."""
        for case in count_arrangements_cases():
            assert can_arrange(case.cards) is (case.arrangements > 0)
        for position in best_play_cases():
            assert (position.min_points_left is None) is (position.max_cards_played is None)

    def test_a_fault_of_a_meld_is_any_of_these(self) -> None:
        """The codes that fault a meld by itself, and no others."""
        (case,) = (case for case in check_play_cases() if case.name == "T1")
        assert [violation.code for violation in case.violations] == [
            "TOO_FEW_CARDS",
            "GROUP_TOO_LARGE",
            "GROUP_REPEATS_CARD",
            "SEQUENCE_HAS_GAP",
            "SEQUENCE_REPEATS_CARD",
            "SEQUENCE_MIXES_SUITS",
            "TURNS_THE_CORNER",
            "NEITHER_GROUP_NOR_SEQUENCE",
            "TOO_MANY_JOKERS",
        ]
        (case,) = (case for case in check_play_cases() if case.name == "T13")
        assert case.violations == (Violation.TABLE_CARD_TAKEN,)
        assert case.clause == "R30"


class TestCounts:
    """The numbers are those that were found without the solver."""

    @pytest.mark.parametrize("case", count_plays_cases(), ids=lambda case: case.name)
    def test_plays(self, case: CountPlaysCase) -> None:
        """So many sets of hand cards can be played."""
        assert count_plays(case.table, case.hand) == case.plays

    def test_a_count_has_its_method(self) -> None:
        """What `found_by` says is one of the words, and slow cases are told from quick ones."""
        cases = count_arrangements_cases()
        assert {case.found_by for case in cases if not case.slow} >= {"integer programme", "memory"}
        assert any(case.slow for case in cases)
        small = min(cases, key=lambda case: len(case.cards))
        assert count_arrangements(small.cards) == small.arrangements
