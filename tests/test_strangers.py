"""What is of no type that is expected is refused in our own words, wherever it comes in."""

# ruff: noqa: PLW0108 -- a lambda a call, so that all are written alike

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

from manipulation import (
    Cards,
    Deal,
    Draw,
    Event,
    Game,
    GameView,
    ManipulationError,
    Record,
    Round,
    RoundView,
    Shoe,
    Tally,
    final_scores,
    from_json,
    parse_move,
    replay,
    results_of,
    score_round,
    to_json,
)

STATE = Round.deal(Shoe.new(2), players=2, dealer=0)
GAME = Game.new(players=2, dealer=0)
NAMES = ("Ann", "Bob")
TEN = STATE.hands[0]

Call: TypeAlias = Callable[[object], object]

# mypy sees that each of these is wrong, which is the point.
CALLS: dict[str, Call] = {
    "Shoe": lambda it: Shoe(it),  # type: ignore[arg-type]
    "Shoe.new": lambda it: Shoe.new(it),  # type: ignore[arg-type]
    "Shoe.new rules": lambda it: Shoe.new(2, rules=it),  # type: ignore[arg-type]
    "Shoe.of": lambda it: Shoe.of(it),  # type: ignore[arg-type]
    "deal": lambda it: Round.deal(it, players=2, dealer=0),  # type: ignore[arg-type]
    "deal players": lambda it: Round.deal(Shoe.new(2), players=it, dealer=0),  # type: ignore[arg-type]
    "deal dealer": lambda it: Round.deal(Shoe.new(2), players=2, dealer=it),  # type: ignore[arg-type]
    "deal rules": lambda it: Round.deal(Shoe.new(2), players=2, dealer=0, rules=it),  # type: ignore[arg-type]
    "of": lambda it: Round.of(it),  # type: ignore[arg-type]
    "of dealer": lambda it: Round.of(STATE.hands, stock=STATE.stock, dealer=it),  # type: ignore[arg-type]
    "of rules": lambda it: Round.of(STATE.hands, stock=STATE.stock, rules=it),  # type: ignore[arg-type]
    "of phase": lambda it: Round.of(STATE.hands, stock=STATE.stock, phase=it),  # type: ignore[arg-type]
    "parse": lambda it: Round.parse(it),  # type: ignore[arg-type]
    "check": lambda it: STATE.check(it),  # type: ignore[arg-type]
    "event": lambda it: STATE.event(it, seen_by=None),  # type: ignore[arg-type]
    "sample": lambda it: Round.sample(it, Random(1)),  # type: ignore[arg-type]
    "dealt": lambda it: RoundView.dealt(it, seat=0, players=2, dealer=0),  # type: ignore[arg-type]
    "dealt seat": lambda it: RoundView.dealt(TEN, seat=it, players=2, dealer=0),  # type: ignore[arg-type]
    "dealt players": lambda it: RoundView.dealt(TEN, seat=0, players=it, dealer=0),  # type: ignore[arg-type]
    "dealt dealer": lambda it: RoundView.dealt(TEN, seat=0, players=2, dealer=it),  # type: ignore[arg-type]
    "RoundView.after": lambda it: STATE.view(0).after(it),  # type: ignore[arg-type]
    "RoundView.parse": lambda it: RoundView.parse(it),  # type: ignore[arg-type]
    "Event.parse": lambda it: Event.parse(it),  # type: ignore[arg-type]
    "parse_move": lambda it: parse_move(it),  # type: ignore[arg-type]
    "Tally": lambda it: Tally(totals=it, rounds_won=(0, 0), dealer=0),  # type: ignore[arg-type]
    "Tally rounds": lambda it: Tally(totals=(0, 0), rounds_won=it, dealer=0),  # type: ignore[arg-type]
    "Game": lambda it: Game(it),  # type: ignore[arg-type]
    "GameView": lambda it: GameView(it),  # type: ignore[arg-type]
    "GameView.seat": lambda it: GameView(GAME.tally, None, it or "0"),  # type: ignore[arg-type]
    "Game round": lambda it: Game(GAME.tally, it or 7),  # type: ignore[arg-type]
    "Game view as round": lambda _: Game(GAME.tally, STATE.view(0)),  # type: ignore[arg-type]
    "Game.new": lambda it: Game.new(players=it, dealer=0),  # type: ignore[arg-type]
    "Game.new rules": lambda it: Game.new(players=2, dealer=0, rules=it),  # type: ignore[arg-type]
    "Game.deal": lambda it: GAME.deal(it),  # type: ignore[arg-type]
    "Game.after": lambda it: GAME.deal(Shoe.new(2)).after(it),  # type: ignore[arg-type]
    "Game.parse": lambda it: Game.parse(it),  # type: ignore[arg-type]
    "score_round": lambda it: score_round(it),  # type: ignore[arg-type]
    "score_round out": lambda it: score_round([1, 2], went_out=it or 7),  # type: ignore[arg-type]
    "score_round rules": lambda it: score_round([1, 2], rules=it),  # type: ignore[arg-type]
    "final_scores": lambda it: final_scores(it, rounds_won=[0, 0]),  # type: ignore[arg-type]
    "final_scores rounds": lambda it: final_scores([0, 0], rounds_won=it),  # type: ignore[arg-type]
    "Record.new": lambda it: Record.new(it, dealer=0),  # type: ignore[arg-type]
    "Record.new rules": lambda it: Record.new(NAMES, dealer=0, rules=it),  # type: ignore[arg-type]
    "Record.new dealer": lambda it: Record.new(NAMES, dealer=it),  # type: ignore[arg-type]
    "Record deals": lambda it: Record(NAMES, 0, it),  # type: ignore[arg-type]
    "Record a deal": lambda it: Record(NAMES, 0, (it,)),  # type: ignore[arg-type]
    "Deal": lambda it: Deal(0, it),  # type: ignore[arg-type]
    "Deal moves": lambda it: Deal(0, Shoe.new(2), it),  # type: ignore[arg-type]
    "Deal a move": lambda it: Deal(0, Shoe.new(2), (Draw(), it)),  # type: ignore[arg-type]
    "Deal dealer": lambda it: Deal(it, Shoe.new(2)),  # type: ignore[arg-type]
    "Deal digest": lambda it: Deal(0, Shoe.new(2), (), (it,)),  # type: ignore[arg-type]
    "replay": lambda it: replay(it),  # type: ignore[arg-type]
    "results_of names": lambda it: results_of(Record.new(NAMES, dealer=0), names=it),  # type: ignore[arg-type]
    "from_json": lambda it: from_json(it, Cards),  # type: ignore[call-overload]
    "from_json kind": lambda it: from_json("1", it),  # type: ignore[call-overload]
    "to_json": lambda it: to_json(it),
}


@pytest.mark.parametrize("stranger", [None, 7.5, "?", ["?"], object()], ids=repr)
@pytest.mark.parametrize("name", CALLS)
def test_strangers_are_refused(name: str, stranger: object) -> None:
    """Never a `TypeError` or an `AttributeError` from within."""
    with pytest.raises(ManipulationError):
        CALLS[name](stranger)
