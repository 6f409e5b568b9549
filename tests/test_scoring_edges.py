"""What the scores refuse, in so many words, and what they say of seats that earn nothing."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    GoingOutBonus,
    MeldRules,
    Outcome,
    PositionError,
    RoundPoints,
    RoundsWonBonus,
    Rules,
    TargetBonus,
    final_scores,
    score_round,
)

LAP_STOPS = evolve(MANIPULATION, lap_stops_on_going_out=True)


class TestRefusals:
    """A contradiction is refused with a sentence that names it."""

    @pytest.mark.parametrize(
        ("points", "knocker", "went_out", "rules", "message"),
        [
            (7, None, (), MANIPULATION, "points are expected, not 7"),
            ([3, 4], None, 7, MANIPULATION, "seats are expected, not 7"),
            ([3, -4], None, (), MANIPULATION, "points are whole numbers from 0, not -4"),
            ([3, 2.5], None, (), MANIPULATION, "points are whole numbers from 0, not 2.5"),
            ([3, 4, 9], 3, (), MANIPULATION, "a seat is a number from 0 to 2, not 3"),
            ([3, 4, 9], -1, (), MANIPULATION, "a seat is a number from 0 to 2, not -1"),
            ([3, 0], None, [1, True], MANIPULATION, "a seat is a number from 0 to 1, not True"),
            ([3, 0], None, [1, 1], MANIPULATION, "a seat goes out once"),
            (
                [0, 0, 9],
                None,
                [0, 1],
                LAP_STOPS,
                "going out ends the lap: no second seat goes out (D27)",
            ),
            ([6, 9], 0, (), MANIPULATION, "6 points are too many to knock (R32)"),
            (
                [5, 0],
                0,
                [1],
                MANIPULATION,
                "a knock or going out ends the round: no other seat goes out (D23)",
            ),
            ([9, 4], None, [1], MANIPULATION, "seat 1 went out, with 4 points left"),
            (
                [9, 0],
                None,
                (),
                MANIPULATION,
                "seat 1 has no points left, so it went out (D23)",
            ),
            ([9, 4], None, (), MeldRules(), "Rules is expected, not MeldRules("),
        ],
    )
    def test_of_a_round(
        self,
        points: list[int],
        knocker: int | None,
        went_out: list[int],
        rules: Rules,
        message: str,
    ) -> None:
        """Whether it is scored, or an outcome is made of it."""
        for score in (score_round, Outcome.of):
            with pytest.raises(PositionError) as caught:
                score(points, knocker=knocker, went_out=went_out, rules=rules)
            assert str(caught.value) == message or (
                message.endswith("(") and str(caught.value).startswith(message)
            )

    @pytest.mark.parametrize(
        ("totals", "rounds_won", "message"),
        [
            (7, [1, 2], "totals are expected, not 7"),
            ([7, 8], 7, "rounds won are expected, not 7"),
            ([7, -8], [1, 2], "totals are whole numbers from 0, not -8"),
            ([7, 8], [1, "2"], "rounds won are whole numbers from 0, not '2'"),
            ([7, 8], [1, 2, 3], "2 totals, but rounds won of 3 seats"),
        ],
    )
    def test_of_a_game(self, totals: list[int], rounds_won: list[int], message: str) -> None:
        """Totals and rounds won are numbers from 0, of as many seats."""
        with pytest.raises(PositionError) as caught:
            final_scores(totals, rounds_won=rounds_won)
        assert str(caught.value) == message

    def test_counts_that_come_once(self) -> None:
        """Numbers are taken from whatever yields them."""
        final = final_scores(iter([152, 148]), rounds_won=iter([2, 7]))
        assert final == final_scores([152, 148], rounds_won=[2, 7])

    def test_one_seat_may_stop_the_lap(self) -> None:
        """Under the house rule one seat goes out, and the lap stops."""
        score = score_round([0, 4, 9], went_out=[0], rules=LAP_STOPS)
        assert (score.winners, score.scores) == ((0,), (38, 0, 0))

    def test_a_hand_may_count_nothing(self) -> None:
        """Where some card counts nothing, a hand of such cards has not gone out."""
        free = evolve(MANIPULATION, melds=MeldRules(points=(0, *MANIPULATION.melds.points[1:])))
        assert score_round([0, 4], rules=free).scores == (4, 0)
        assert score_round([0, 4], knocker=0, rules=free).scores == (4, 0)


class TestOutcomes:
    """An outcome is scored as its round is, under its rules."""

    @given(
        st.lists(st.integers(1, 30), min_size=2, max_size=5),
        st.integers(0, 4),
        st.integers(0, 99),
        st.integers(0, 99),
    )
    def test_an_outcome_is_scored(
        self, points: list[int], seat: int, undercut: int, out: int
    ) -> None:
        """By a knock, by going out, or by the lap, with bonuses of any size."""
        rules = evolve(MANIPULATION, undercut_bonus=undercut, going_out_bonus=out, knock_at=30)
        seat %= len(points)
        knock = Outcome.of(points, knocker=seat, rules=rules)
        assert knock.score == score_round(points, knocker=seat, rules=rules)
        points[seat] = 0
        for knocker in (seat, None):
            gone = Outcome.of(points, knocker=knocker, went_out=[seat], rules=rules)
            assert gone.score == score_round(points, knocker=knocker, went_out=[seat], rules=rules)
            assert gone.score.reasons[seat][-1] == GoingOutBonus(out)
            assert (gone.points, gone.knocker, gone.went_out) == (tuple(points), knocker, (seat,))


class TestFinalReasons:
    """R44, R45: each bonus is named where it is earned, and nowhere else."""

    @given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 9)), min_size=2, max_size=5))
    def test_who_earns_nothing(self, seats: list[tuple[int, int]]) -> None:
        """A seat that won no round has no bonus for rounds, one below 150 none for the target."""
        final = final_scores([total for total, _ in seats], rounds_won=[won for _, won in seats])
        for (total, won), reasons in zip(seats, final.reasons, strict=True):
            assert reasons == (
                RoundPoints(total),
                *([TargetBonus(100)] if total >= 150 else []),
                *([RoundsWonBonus(won, 25 * won)] if won else []),
            )
