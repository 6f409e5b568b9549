"""What there was in one game, told from its states alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from manipulation.errors import SimulationError, each, expect, shown
from manipulation.records import Record, replay
from manipulation.scoring import Ending, Outcome, UndercutBonus
from manipulation.simulation.estimates import Mean, Share, Sums
from manipulation.simulation.results import Performance, Results
from manipulation.turn import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from manipulation.game import Game
    from manipulation.round import Round
    from manipulation.scoring import FinalScores


def results_of(record: Record, *, names: Iterable[str]) -> Results:
    """Count the game of a record; `names` are those of its seats, in the order of the results.

    A game that is not over, and seats that have other names, are a `SimulationError`.

    >>> results_of(Record.new(("Ann", "Bob"), dealer=0), names=("Ann", "Bob"))
    Traceback (most recent call last):
    ...
    manipulation.errors.SimulationError: the game is not over
    """
    expect(Record, record)
    given, seats = tuple(each(names, "names")), record.seats
    all_different = len(given) == len(set(seats)) == len(seats)
    if not all_different or any(seat not in given for seat in seats):
        raise SimulationError(f"the seats are those of {shown(seats)}, not {shown(given)}")
    if not record.game.over:
        raise SimulationError("the game is not over")
    return counted(replay(record), seats=seats, names=given)


def counted(games: Iterable[Game], *, seats: Sequence[str], names: tuple[str, ...]) -> Results:
    """Count a whole game, from before the first deal to its end, whose seats have these names."""
    count, states = _Count([_Seat() for _ in seats]), iter(games)
    before = after = next(states)
    for after in states:
        if not before.awaits_deal and before.round is not None and after.round is not None:
            count.moved(before.round, after.round)
        before = after
    return count.results(after.tally.final_scores(), seats=seats, names=names)


@define
class _Seat:
    """What is counted of one seat."""

    rounds_won: int = 0
    knocks: int = 0
    went_out: int = 0
    undercuts: int = 0
    ended: int = 0
    undercut: int = 0
    turns: int = 0
    lap_turns: int = 0
    draws: int = 0

    def performance(self, rounds: int, score: int, *, won: bool) -> Performance:
        """Put the counts of a whole game together."""
        return Performance(
            wins=Share(Sums.of(int(won))),
            points=Mean(Sums.of(score)),
            rounds_won=Share(Sums.of(self.rounds_won, rounds)),
            knocks=Share(Sums.of(self.knocks, rounds)),
            went_out=Share(Sums.of(self.went_out, rounds)),
            undercuts=Share(Sums.of(self.undercuts, rounds)),
            undercut=Share(Sums.of(self.undercut, self.ended)),
            turns=Mean(Sums.of(self.turns, rounds)),
            draws=Mean(Sums.of(self.draws, self.turns - self.lap_turns)),
            scores=((score, 1),),
        )


@define
class _Count:
    """What is counted in one game."""

    seats: list[_Seat]
    rounds: int = 0
    knocks: int = 0
    went_out: int = 0
    laps: int = 0
    undercuts: int = 0

    def moved(self, before: Round, after: Round) -> None:
        """Count a move, of which all that matters is to be seen in the stock and the turn."""
        mover = before.to_move or 0
        seat = self.seats[mover]
        seat.draws += before.stock_size - after.stock_size
        if after.to_move != mover:
            seat.turns += 1
            seat.lap_turns += before.phase is Phase.LAST_LAP
        outcome = after.outcome
        if outcome is not None:
            self._ended(outcome)

    def _ended(self, outcome: Outcome) -> None:
        self.rounds += 1
        self.knocks += outcome.ending is Ending.KNOCK
        self.went_out += outcome.ending is Ending.GOING_OUT
        self.laps += outcome.ending is Ending.LAST_LAP
        for number, seat in enumerate(self.seats):
            seat.rounds_won += number in outcome.score.winners
            seat.went_out += number in outcome.went_out
            reasons = outcome.score.reasons[number]
            seat.undercuts += any(isinstance(reason, UndercutBonus) for reason in reasons)
            if number == outcome.knocker:
                undercut = number not in outcome.score.winners
                self.undercuts += undercut
                seat.ended += 1
                seat.undercut += undercut
                seat.knocks += outcome.ending is Ending.KNOCK

    def results(
        self, final: FinalScores, *, seats: Sequence[str], names: tuple[str, ...]
    ) -> Results:
        """Put the counts together, each seat's where the bot of its name stands."""
        cells = list(Results(names=names).cells)
        for number, seat in enumerate(self.seats):
            cells[names.index(seats[number]) * len(names) + number] = seat.performance(
                self.rounds, final.scores[number], won=number in final.winners
            )
        turns = sum(seat.turns for seat in self.seats)
        lap_turns = sum(seat.lap_turns for seat in self.seats)
        return Results(
            names=names,
            rounds=Mean(Sums.of(self.rounds)),
            turns=Mean(Sums.of(turns, self.rounds)),
            draws=Mean(Sums.of(sum(seat.draws for seat in self.seats), turns - lap_turns)),
            knocks=Share(Sums.of(self.knocks, self.rounds)),
            went_out=Share(Sums.of(self.went_out, self.rounds)),
            laps=Share(Sums.of(self.laps, self.rounds)),
            undercuts=Share(Sums.of(self.undercuts, self.rounds)),
            cells=tuple(cells),
        )
