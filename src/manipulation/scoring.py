"""What a round and a game are worth, and why, on plain numbers (R31 to R46, D28 to D34)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Self, TypeAlias

from attrs import frozen

from manipulation.errors import PositionError, each, expect, shown
from manipulation.rules import MANIPULATION, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class Difference:
    """A winner's points for what another seat has left beyond his own (R35, R36)."""

    seat: int
    points: int


@frozen
class UndercutBonus:
    """A winner's points for another one's knock (R37 to R39)."""

    points: int


@frozen
class GoingOutBonus:
    """A winner's points for having played all his cards (R40)."""

    points: int


@frozen
class RoundPoints:
    """In the final score: the points of all rounds, their bonuses included (D34)."""

    points: int


@frozen
class TargetBonus:
    """In the final score: the points for having reached the target (R44)."""

    points: int


@frozen
class RoundsWonBonus:
    """In the final score: the points for the rounds won (R45)."""

    rounds: int
    points: int


RoundReason: TypeAlias = Difference | UndercutBonus | GoingOutBonus
FinalReason: TypeAlias = RoundPoints | TargetBonus | RoundsWonBonus


@frozen
class RoundScore:
    """What a round earned: its winners, every seat's score, and the reasons, which add up to it.

    A winner has a `Difference` to every other seat, in order; a co-winner's is 0 (D30).
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reasons: tuple[tuple[RoundReason, ...], ...]


@frozen
class FinalScores:
    """What a game came to: every seat's score, the winners, and the reasons, which add up to it."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reasons: tuple[tuple[FinalReason, ...], ...]


class Ending(Enum):
    """How a round ends: `KNOCK` (R33), `GOING_OUT` (D23), or with the `LAST_LAP` (R42)."""

    KNOCK = "knock"
    GOING_OUT = "going_out"
    LAST_LAP = "last_lap"

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Ending.{self.name}"


@frozen
class Outcome:
    """How a round ended: the points left in every hand, who knocked, who went out, the score."""

    points: tuple[int, ...]
    knocker: int | None
    went_out: tuple[int, ...]
    score: RoundScore

    @classmethod
    def of(
        cls,
        points: Iterable[int],
        *,
        knocker: int | None = None,
        went_out: Iterable[int] = (),
        rules: Rules = MANIPULATION,
    ) -> Self:
        """Score the points left, as `score_round` does."""
        left, out = tuple(each(points, "points")), tuple(each(went_out, "seats"))
        score = score_round(left, knocker=knocker, went_out=out, rules=rules)
        return cls(left, knocker, tuple(sorted(out)), score)

    @property
    def ending(self) -> Ending:
        """What ended the round: a knock, going out in one's turn, or the last lap."""
        if self.knocker is None:
            return Ending.LAST_LAP
        return Ending.GOING_OUT if self.went_out else Ending.KNOCK


def score_round(
    points: Iterable[int],
    *,
    knocker: int | None = None,
    went_out: Iterable[int] = (),
    rules: Rules = MANIPULATION,
) -> RoundScore:
    """Score a round by the points left in each hand, by seat (D33).

    `knocker` is the seat that ended the round, by a knock or by going out in its turn; None after
    the last lap. `went_out` are the seats that played all their cards: the knocker at most, or any
    in the last lap. What contradicts the rules is a `PositionError`.

    >>> score = score_round([5, 2, 30], knocker=0)
    >>> score.winners, score.scores
    ((1,), (0, 41, 0))
    >>> score.reasons[1]
    (Difference(seat=0, points=3), Difference(seat=2, points=28), UndercutBonus(points=10))
    """
    left, out = tuple(each(points, "points")), tuple(each(went_out, "seats"))
    _check_round(left, knocker, out, rules)
    lowest = [seat for seat, count in enumerate(left) if count == min(left)]
    winners = tuple(lowest if lowest == [knocker] else [s for s in lowest if s != knocker])
    reasons: list[tuple[RoundReason, ...]] = []
    for seat in range(len(left)):
        if seat not in winners:
            reasons.append(())
            continue
        why: list[RoundReason] = [
            Difference(other, count - left[seat])
            for other, count in enumerate(left)
            if other != seat
        ]
        if knocker not in (None, seat):
            why.append(UndercutBonus(rules.undercut_bonus))
        if seat in out:
            why.append(GoingOutBonus(rules.going_out_bonus))
        reasons.append(tuple(why))
    scores = tuple(sum(reason.points for reason in why) for why in reasons)
    return RoundScore(winners, scores, tuple(reasons))


def final_scores(
    totals: Iterable[int], *, rounds_won: Iterable[int], rules: Rules = MANIPULATION
) -> FinalScores:
    """Add the bonuses for reaching the target and for rounds won to the totals (R43 to R46).

    `totals` are round points with their bonuses, `rounds_won` the rounds each seat won (D34), both
    by seat. Totals that are all below the target earn no target bonus, and are scored all the same.

    >>> final = final_scores([152, 148], rounds_won=[2, 7])
    >>> final.scores, final.winners
    ((302, 323), (1,))
    """
    earned, won = tuple(each(totals, "totals")), tuple(each(rounds_won, "rounds won"))
    _check_counts("totals", earned, rules)
    _check_counts("rounds won", won, rules)
    if len(earned) != len(won):
        raise PositionError(f"{len(earned)} totals, but rounds won of {len(won)} seats")
    reasons: list[tuple[FinalReason, ...]] = []
    for total, rounds in zip(earned, won, strict=True):
        why: list[FinalReason] = [RoundPoints(total)]
        if total >= rules.target:
            why.append(TargetBonus(rules.target_bonus))
        if rounds:
            why.append(RoundsWonBonus(rounds, rounds * rules.round_bonus))
        reasons.append(tuple(why))
    scores = tuple(sum(reason.points for reason in why) for why in reasons)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return FinalScores(scores, winners, tuple(reasons))


def _check_counts(what: str, counts: tuple[int, ...], rules: Rules) -> None:
    expect(Rules, rules)
    rules.decks_for(len(counts))
    for count in counts:
        if type(count) is not int or count < 0:
            raise PositionError(f"{what} are whole numbers from 0, not {shown(count)}")


def _check_round(
    points: tuple[int, ...], knocker: int | None, went_out: tuple[int, ...], rules: Rules
) -> None:
    """Refuse what no round can end with."""
    _check_counts("points", points, rules)
    seats = range(len(points))
    for seat in went_out if knocker is None else (knocker, *went_out):
        if type(seat) is not int or seat not in seats:
            raise PositionError(f"a seat is a number from 0 to {seats[-1]}, not {shown(seat)}")
    if len(set(went_out)) < len(went_out):
        raise PositionError("a seat goes out once")
    if knocker is None:
        if rules.lap_stops_on_going_out and len(went_out) > 1:
            raise PositionError("going out ends the lap: no second seat goes out (D27)")
    elif points[knocker] > rules.knock_at:
        raise PositionError(f"{points[knocker]} points are too many to knock (R32)")
    elif set(went_out) - {knocker}:
        raise PositionError("a knock or going out ends the round: no other seat goes out (D23)")
    for seat in seats:
        _check_left(seat, points[seat], out=seat in went_out, rules=rules)


def _check_left(seat: int, points: int, *, out: bool, rules: Rules) -> None:
    """Refuse points in an empty hand, and a hand without points where every card has some."""
    if out and points:
        raise PositionError(f"seat {seat} went out, with {points} points left")
    if not out and not points and all(rules.melds.points):
        raise PositionError(f"seat {seat} has no points left, so it went out (D23)")
