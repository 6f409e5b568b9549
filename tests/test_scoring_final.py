"""What a game comes to: the bonuses for the target and for rounds won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    FinalScores,
    PositionError,
    RoundPoints,
    RoundsWonBonus,
    RulesError,
    TargetBonus,
    final_scores,
)
from manipulation.testing.corpus import FinalScoresCase, final_scores_cases
from tests.values import check_value


class TestFinal:
    """R44: Each of those players gets 100 points.

    R45: Every player gets 25 points for each round he won. R46: The most points win.
    """

    @pytest.mark.parametrize("case", final_scores_cases(), ids=lambda case: case.name)
    def test_the_scenarios(self, case: FinalScoresCase) -> None:
        """Verdicts that do not come from this project."""
        final = final_scores(case.totals, rounds_won=case.rounds_won)
        assert (final.scores, final.winners) == (case.scores, case.winners)

    @given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 9)), min_size=2, max_size=5))
    def test_the_clauses(self, seats: list[tuple[int, int]]) -> None:
        """The sums of the clauses, and the reasons that add up to them."""
        final = final_scores(
            [total for total, _ in seats], rounds_won=[rounds for _, rounds in seats]
        )
        expected = [total + 100 * (total >= 150) + 25 * rounds for total, rounds in seats]
        assert list(final.scores) == expected
        assert [seat for seat, score in enumerate(expected) if score == max(expected)] == list(
            final.winners
        )
        for score, reasons in zip(final.scores, final.reasons, strict=True):
            assert sum(reason.points for reason in reasons) == score
        check_value(final)

    def test_d32_who_reached_150_need_not_win(self) -> None:
        """D32: 152 with 2 rounds won (302) loses to 148 with 7 (323)."""
        assert final_scores([152, 148], rounds_won=[2, 7]) == FinalScores(
            (302, 323),
            (1,),
            (
                (RoundPoints(152), TargetBonus(100), RoundsWonBonus(2, 50)),
                (RoundPoints(148), RoundsWonBonus(7, 175)),
            ),
        )

    def test_d32_a_tie_is_a_shared_win(self) -> None:
        """Equal final scores."""
        assert final_scores([150, 225], rounds_won=[3, 0]).winners == (0, 1)

    def test_150_is_reached_exactly(self) -> None:
        """R43: 150 points or more."""
        assert final_scores([150, 149], rounds_won=[0, 0]).scores == (250, 149)

    @pytest.mark.parametrize(
        ("totals", "rounds_won"), [([1, 2], [0]), ([-1, 2], [0, 0]), ([1, 2], [0, -1])]
    )
    def test_contradictions_are_refused(self, totals: list[int], rounds_won: list[int]) -> None:
        """As many rounds as totals, and none below zero."""
        with pytest.raises((PositionError, RulesError)):
            final_scores(totals, rounds_won=rounds_won)

    def test_lengths_must_agree(self) -> None:
        """Two seats and three."""
        with pytest.raises(PositionError, match="3 seats"):
            final_scores([1, 2], rounds_won=[0, 0, 0])
