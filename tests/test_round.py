"""Whole rounds, move by move, and rounds that are sampled from a view."""

import pickle
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from manipulation import (
    MANIPULATION,
    Draw,
    Ending,
    EndTurn,
    IllegalMoveError,
    Knock,
    Move,
    Phase,
    Play,
    PositionError,
    Round,
    RoundView,
    Rules,
    Shoe,
)
from tests.rounds import a_deal, all_cards_of, deals, some_move, two, with_hidden_cards_swapped


class RoundMachine(RuleBasedStateMachine):
    """Whole rounds by random legal moves, refused moves between, and every seat's view kept."""

    state: Round
    views: list[RoundView]

    @initialize(state=deals())
    def deal(self, state: Round) -> None:
        """Begin a round, and let every seat and a spectator look."""
        self.state, self.cards = state, all_cards_of(state)
        self.seats: list[int | None] = [*range(state.players), None]
        self.views = [state.view(seat) for seat in self.seats]

    @rule(state=deals())
    @precondition(lambda self: self.state.phase is Phase.OVER)
    def deal_again(self, state: Round) -> None:
        """Begin the next round when one is over."""
        self.deal(state)

    @rule(rng=st.randoms(use_true_random=False), steps=st.integers(1, 5))
    def move(self, rng: Random, steps: int) -> None:
        """Make some legal moves; tell every seat of each what it may know."""
        for _ in range(steps):
            if self.state.phase is Phase.OVER:
                return
            move = some_move(self.state, rng)
            events = [self.state.event(move, seen_by=seat) for seat in self.seats]
            assert self.state.check(move, self.state.to_move) == ()
            self.state = self.state.after(move, self.state.to_move)
            self.views = [view.after(event) for view, event in zip(self.views, events, strict=True)]
            self.check_state()

    @rule(
        move=st.sampled_from((Draw(), Knock(), EndTurn(), Play.parse("8s 8h 8d"), Play())),
        seat=st.none() | st.integers(0, 4),
    )
    def refused(self, move: Move, seat: int | None) -> None:
        """A refused move leaves an equal state; the same fault is named each time."""
        before, faults = str(self.state), self.state.check(move, seat)
        if faults:
            with pytest.raises(IllegalMoveError) as error:
                self.state.after(move, seat)
            assert error.value.faults == faults
        assert str(self.state) == before

    @rule(rng=st.randoms(use_true_random=False))
    def hidden_cards_do_not_show(self, rng: Random) -> None:
        """Views are equal when only hidden cards differ, and so is all that they answer."""
        if self.state.phase is Phase.OVER:
            return
        for seat in self.seats:
            other = with_hidden_cards_swapped(self.state, seat, rng).view(seat)
            view = self.state.view(seat)
            assert other == view
            assert (str(other), repr(other)) == (str(view), repr(view))
            assert other.legal_moves() == view.legal_moves()
            assert other.unseen == view.unseen

    @rule(rng=st.randoms(use_true_random=False))
    def sample_agrees(self, rng: Random) -> None:
        """A sampled round gives the same view, and is a consistent position."""
        for seat in self.seats:
            view = self.state.view(seat)
            sampled = Round.sample(view, rng)
            assert sampled.view(seat) == view
            assert Round.parse(str(sampled)) == sampled

    @rule()
    def text_reads_back(self) -> None:
        """Every state survives its text."""
        assert Round.parse(str(self.state)) == self.state

    @invariant()
    def views_are_kept(self) -> None:
        """What each seat has been told is what it may see, and tells it what to do."""
        state = self.state
        assert self.views == [state.view(seat) for seat in self.seats]
        for view in self.views:
            mine = view.seat is not None and view.seat == state.to_move
            assert view.outcome == state.outcome
            assert view.legal_moves() == (state.legal_moves() if mine else ())
            assert view.may_meld == (mine and state.may_meld)

    def check_state(self) -> None:
        """All cards are there, and exactly one seat is to move until the round is over."""
        state = self.state
        moves = state.legal_moves()
        assert all_cards_of(state) == self.cards
        assert bool(moves) == (state.to_move is not None) == (state.outcome is None)
        may = [seat for seat in range(state.players) if moves and not state.check(moves[0], seat)]
        assert may == ([] if state.to_move is None else [state.to_move])


RoundMachine.TestCase.settings = settings(stateful_step_count=30)
TestRoundMachine = RoundMachine.TestCase


class TestSample:
    """`Round.sample`: a whole round that agrees with a view, every deal of the unseen as likely."""

    def test_every_deal_is_as_likely(self) -> None:
        """Three unseen cards in three hidden places: six deals, each about 500 times of 3,000."""
        rules = Rules(decks=(1, 1, 1, 1), jokers=(0, 0, 0, 0), hand_size=5)
        seen = [str(card) for card in Shoe.new(2, rules=rules)][3:]
        table = "4c 5c 6c | 7c 8c 9c | Tc Jc Qc"
        held = " ".join(card for card in seen if card not in table)
        view = RoundView.parse(
            f"{table} / {held} ; ?1 / ?2 / seat=0 to_move=0 phase=draw"
            " / decks=1,1,1,1 jokers=0,0,0,0 hand_size=5"
        )
        rng, counts = Random(1), dict[tuple[str, str], int]()
        for _ in range(3000):
            state = Round.sample(view, rng)
            key = (str(state.hands[1]), str(state.stock))
            counts[key] = counts.get(key, 0) + 1
        assert len(counts) == 6
        assert all(420 < count < 580 for count in counts.values())

    def test_cards_without_a_place_are_left_out(self) -> None:
        """Where a position has fewer cards than the shoe."""
        view = two(("8s", "9s"), "2c").view(0)
        seen = {str(Round.sample(view, Random(seed)).stock) for seed in range(200)}
        assert len(seen) > 30


def test_a_late_position_of_five_pickles_small() -> None:
    """Less than 20 kB, all 106 cards in it, many of them on the table."""
    rng = Random(3)
    state = Round.deal(Shoe.new(5).shuffled(rng), players=5, dealer=0)
    while len(state.stock) > 1 and state.phase is not Phase.OVER:
        state = state.after(some_move(state, rng))
    assert len(pickle.dumps(state)) < 20_000
    assert len(state.table.melds) > 5


def test_no_such_seat_has_a_view() -> None:
    """Seats count from 0."""
    state = two(("8s", "9s"), "2c")
    for seat in (-1, 2, True):
        with pytest.raises(PositionError, match="seat"):
            state.view(seat)


def test_random_rounds_come_everywhere() -> None:
    """The rounds drawn for the tests above reach every phase, every ending, and long tables."""
    met: set[object] = set()
    for seed in range(150):
        rng = Random(seed)
        rules = rng.choice((MANIPULATION, Rules(hand_size=3, knock_at=20)))
        state = a_deal(rng, rules=rules, players=rng.randint(2, 5), dealer=0, ranks=seed % 6 + 2)
        while state.outcome is None:
            met |= {state.phase, (state.phase, state.drawn), (state.phase, state.melded)}
            met.add(("out in the lap", state.hand_sizes.count(0)))
            state = state.after(some_move(state, rng))
        met |= {state.phase, state.outcome.ending, ("out", len(state.outcome.went_out))}
        met.add(("table", len(state.table.melds) // 4))
    assert {*Phase, *Ending, ("out", 1), ("out in the lap", 1), ("table", 1)} <= met
    assert {(Phase.MELD, 2), (Phase.END, 1), (Phase.END, 2), (Phase.END, 3)} <= met
