"""What a round is worth, and why."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    Difference,
    Ending,
    GoingOutBonus,
    MeldRules,
    Outcome,
    PositionError,
    RoundScore,
    Rules,
    RulesError,
    UndercutBonus,
    final_scores,
    score_round,
)
from manipulation.testing.corpus import ScoreRoundCase, score_round_cases
from tests.values import check_value


@st.composite
def endings(draw: st.DrawFn) -> tuple[list[int], int | None, list[int]]:
    """Draw the points left, the knocker and who went out, as a round can end."""
    players = draw(st.integers(2, 5))
    few, many = st.integers(1, 5), st.integers(1, 40)
    points = [draw(few | many) for _ in range(players)]
    how = draw(st.sampled_from(("knock", "out", "lap")))
    if how == "lap":
        out = draw(st.lists(st.integers(0, players - 1), unique=True))
        return [0 if seat in out else left for seat, left in enumerate(points)], None, out
    knocker = draw(st.integers(0, players - 1))
    points[knocker] = 0 if how == "out" else draw(few)
    return points, knocker, [knocker] if how == "out" else []


def scored_by_d33(
    points: list[int], knocker: int | None, went_out: list[int]
) -> tuple[set[int], list[int]]:
    """D33 word for word, with nothing of the library."""
    seats = set(range(len(points)))
    lowest = {seat for seat in seats if all(points[seat] <= points[other] for other in seats)}
    if knocker is not None and lowest == {knocker}:
        winners, bonus = {knocker}, 0
    elif knocker is not None:
        winners, bonus = lowest - {knocker}, 10
    else:
        winners, bonus = lowest, 0
    scores = [0] * len(points)
    for seat in winners:
        for other in seats:
            scores[seat] += points[other] - points[seat]
        scores[seat] += bonus
        if seat in went_out:
            scores[seat] += 25
    return winners, scores


class TestD33:
    """D33: All of it in one: let L be the players with the fewest points.

    With a knocker: if L is he alone, he wins; otherwise everyone in L but him wins, each with the
    bonus of 10. Without a knocker: everyone in L wins, no bonus. Each winner scores the sum of his
    differences to all others, and 25 more if he went out.
    """

    @given(endings())
    def test_scores_are_those_of_the_clause(
        self, ending: tuple[list[int], int | None, list[int]]
    ) -> None:
        """The library agrees with the clause transcribed."""
        points, knocker, went_out = ending
        score = score_round(points, knocker=knocker, went_out=went_out)
        winners, scores = scored_by_d33(points, knocker, went_out)
        assert score.winners == tuple(sorted(winners))
        assert score.scores == tuple(scores)

    @given(endings())
    def test_the_reasons_add_up(self, ending: tuple[list[int], int | None, list[int]]) -> None:
        """Every point has a reason: differences to all others, undercut, going out."""
        points, knocker, went_out = ending
        score = score_round(points, knocker=knocker, went_out=went_out)
        for seat, reasons in enumerate(score.reasons):
            assert sum(reason.points for reason in reasons) == score.scores[seat]
            others = [reason.seat for reason in reasons if isinstance(reason, Difference)]
            expected = [other for other in range(len(points)) if other != seat]
            assert others == (expected if seat in score.winners else [])
            undercut = UndercutBonus(10) in reasons
            assert undercut == (knocker not in (None, seat) and seat in score.winners)
            out = GoingOutBonus(25) in reasons
            assert out == (seat in went_out and seat in score.winners)

    @given(endings())
    def test_no_score_is_below_zero(self, ending: tuple[list[int], int | None, list[int]]) -> None:
        """D30: No player's score ever falls."""
        points, knocker, went_out = ending
        score = score_round(points, knocker=knocker, went_out=went_out)
        assert min(score.scores) >= 0
        assert score.winners

    @given(endings())
    def test_values_are_values(self, ending: tuple[list[int], int | None, list[int]]) -> None:
        """Outcomes evaluate back, pickle and hash."""
        points, knocker, went_out = ending
        check_value(Outcome.of(points, knocker=knocker, went_out=went_out))

    @pytest.mark.parametrize("case", score_round_cases(), ids=lambda case: case.name)
    def test_the_scenarios(self, case: ScoreRoundCase) -> None:
        """Verdicts that do not come from this project."""
        score = score_round(case.points, knocker=case.knocker, went_out=case.went_out)
        assert (score.winners, score.scores) == (case.winners, case.scores)


class TestR31:
    """R31: Points: joker 25; J, Q, K 10; 2 to 10 their value; ace 1."""

    @pytest.mark.parametrize(
        ("hand", "points"),
        [("*", 25), ("Jc Qd Kh", 30), ("2c 3c 4c 5c 6c 7c 8c 9c Tc", 54), ("As", 1), ("", 0)],
    )
    def test_a_hand_counts(self, hand: str, points: int) -> None:
        """Each card by itself, and added up."""
        assert MANIPULATION.melds.points_of(Cards.parse(hand)) == points


class TestR34:
    """R34: The player with the fewest points left in hand wins, whether or not he knocked."""

    def test_the_knocker_with_the_fewest_wins(self) -> None:
        """He knocked with the fewest."""
        assert score_round([3, 20], knocker=0).winners == (0,)

    def test_another_with_fewer_wins(self) -> None:
        """He knocked, and another has less."""
        assert score_round([3, 2], knocker=0).winners == (1,)


class TestR35:
    """R35: Two players: the winner scores the difference."""

    def test_the_difference(self) -> None:
        """20 less 3."""
        score = score_round([3, 20], knocker=0)
        assert score.scores == (17, 0)
        assert score.reasons == ((Difference(1, 17),), ())


class TestR36:
    """R36: Three to five: he scores the differences to all the others, added up."""

    def test_the_differences(self) -> None:
        """5, 8 and 17."""
        score = score_round([3, 8, 11, 20], knocker=0)
        assert score.scores == (30, 0, 0, 0)
        assert score.reasons[0] == (Difference(1, 5), Difference(2, 8), Difference(3, 17))


class TestR37:
    """R37: A winner who is not the knocker earns a 10-point undercut bonus."""

    def test_the_bonus(self) -> None:
        """The difference of 3, and 10."""
        score = score_round([5, 2], knocker=0)
        assert score.scores == (0, 13)
        assert score.reasons[1] == (Difference(0, 3), UndercutBonus(10))


class TestR38:
    """R38: If the knocker ties with another, the other wins, with the undercut bonus."""

    def test_the_other_wins(self) -> None:
        """Nothing but the bonus."""
        assert score_round([5, 5], knocker=0) == RoundScore(
            (1,), (0, 10), ((), (Difference(0, 0), UndercutBonus(10)))
        )


class TestR39:
    """R39: If he ties with two others, both score as winners, with the bonus."""

    def test_both_win(self) -> None:
        """Each 16 and 10."""
        score = score_round([4, 4, 4, 20], knocker=0)
        assert score.winners == (1, 2)
        assert score.scores == (0, 26, 26, 0)


class TestR40:
    """R40: A player who wins by playing all his cards earns 25 points."""

    def test_going_out(self) -> None:
        """37 in differences, and 25."""
        score = score_round([0, 12, 25], knocker=0, went_out=[0])
        assert score.scores == (62, 0, 0)
        assert score.reasons[0][-1] == GoingOutBonus(25)


class TestD28:
    """D28: Several non-knockers tied below the knocker, or more than two tied with him.

    Each of them scores as a winner, each with the bonus.
    """

    def test_tied_below(self) -> None:
        """Two below the knocker."""
        assert score_round([5, 2, 2], knocker=0).scores == (0, 13, 13)

    def test_three_tied_with_him(self) -> None:
        """Three, with nothing but the bonus."""
        assert score_round([5, 5, 5, 5], knocker=2).scores == (10, 10, 0, 10)


class TestD29:
    """D29: If nobody knocked (R42) there is no undercut bonus.

    If several tie, each scores his differences and is credited with the round.
    """

    def test_one_lowest(self) -> None:
        """The differences, no bonus."""
        assert score_round([7, 9, 30]).scores == (25, 0, 0)

    def test_several_lowest(self) -> None:
        """Both are winners."""
        score = score_round([7, 7, 30])
        assert score.winners == (0, 1)
        assert score.scores == (23, 23, 0)


class TestD30:
    """D30: A tie with the knocker that is not for the lowest means nothing.

    Differences are taken to all others; co-winners add 0.
    """

    def test_a_tie_above_the_lowest(self) -> None:
        """Seat 1 ties with the knocker; seat 2 wins."""
        score = score_round([4, 4, 1], knocker=0)
        assert score.winners == (2,)
        assert score.scores == (0, 0, 16)

    def test_co_winners_add_nothing(self) -> None:
        """The difference between winners is 0, and listed."""
        assert Difference(1, 0) in score_round([7, 7, 30]).reasons[0]


class TestD31:
    """D31: R40 in the lap: each winner who went out earns 25."""

    def test_two_out(self) -> None:
        """Both 9 and 25."""
        score = score_round([0, 0, 9], went_out=[1, 0])
        assert score.winners == (0, 1)
        assert score.scores == (34, 34, 0)


class TestContradictions:
    """What no round can end with is refused."""

    @pytest.mark.parametrize(
        ("points", "knocker", "went_out"),
        [
            ([6, 3], 0, []),
            ([5, 3], 2, []),
            ([5, 3], -1, []),
            ([5, 3], True, []),
            ([5, 0], 0, [1]),
            ([0, 0], 0, [0, 1]),
            ([5, 3], None, [0]),
            ([5, 3], 0, [0]),
            ([0, 3], None, [0, 0]),
            ([0, 3], None, [5]),
            ([0, 3], 0, []),
            ([0, 3], None, []),
            ([-1, 3], None, []),
            ([1.5, 3], None, []),
            (["5", 3], None, []),
            ([True, 3], None, []),
        ],
    )
    def test_they_are_refused(
        self, points: list[int], knocker: int | None, went_out: list[int]
    ) -> None:
        """Too many points to knock, no such seat, going out with points, and so on."""
        with pytest.raises(PositionError):
            score_round(points, knocker=knocker, went_out=went_out)

    @pytest.mark.parametrize("players", [0, 1, 6])
    def test_the_number_of_seats(self, players: int) -> None:
        """R2: 2 to 5 players."""
        with pytest.raises(RulesError):
            score_round([9] * players)
        with pytest.raises(RulesError):
            final_scores([9] * players, rounds_won=[0] * players)

    def test_one_seat_goes_out_where_that_ends_the_lap(self) -> None:
        """D27: Under `lap_stops_on_going_out` there is no second."""
        rules = Rules(lap_stops_on_going_out=True)
        assert score_round([0, 9], went_out=[0], rules=rules).winners == (0,)
        with pytest.raises(PositionError):
            score_round([0, 0], went_out=[0, 1], rules=rules)

    def test_no_points_need_not_mean_no_cards(self) -> None:
        """Where a card counts nothing, a hand without points may have cards."""
        rules = Rules(melds=MeldRules(points=(0,) * 14))
        assert score_round([0, 0], knocker=0, rules=rules).winners == (1,)


class TestHouseRules:
    """Every number comes from the rules."""

    def test_bonuses(self) -> None:
        """Undercut 7, going out 11."""
        rules = Rules(undercut_bonus=7, going_out_bonus=11, knock_at=9)
        assert score_round([9, 8], knocker=0, rules=rules).scores == (0, 8)
        assert score_round([0, 8], knocker=0, went_out=[0], rules=rules).scores == (19, 0)

    def test_final(self) -> None:
        """Target 50, for 5, and 3 a round."""
        rules = Rules(target=50, target_bonus=5, round_bonus=3)
        assert final_scores([50, 49], rounds_won=[1, 2], rules=rules).scores == (58, 55)


class TestOutcome:
    """How a round ended."""

    @pytest.mark.parametrize(
        ("points", "knocker", "went_out", "ending"),
        [
            ([5, 9], 0, [], Ending.KNOCK),
            ([0, 9], 0, [0], Ending.GOING_OUT),
            ([7, 9], None, [], Ending.LAST_LAP),
            ([0, 9], None, [0], Ending.LAST_LAP),
        ],
    )
    def test_the_ending(
        self, points: list[int], knocker: int | None, went_out: list[int], ending: Ending
    ) -> None:
        """A knock, going out in one's turn, or the last lap."""
        outcome = Outcome.of(points, knocker=knocker, went_out=went_out)
        assert outcome.ending is ending
        assert outcome.score == score_round(points, knocker=knocker, went_out=went_out)
        assert outcome.points == tuple(points)
        check_value(ending)


def test_rules_do_not_change_under_a_score() -> None:
    """The default is Manipulation's."""
    assert score_round([5, 2], knocker=0) == score_round(
        [5, 2], knocker=0, rules=evolve(MANIPULATION)
    )
