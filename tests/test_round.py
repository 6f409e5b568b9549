"""One deal, from the first draw to how it ended."""

import pickle
from random import Random

import pytest
from attrs import evolve, fields
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from manipulation import (
    MANIPULATION,
    RUMMIKUB_MELDS,
    Cards,
    Draw,
    Ending,
    EndTurn,
    IllegalMoveError,
    IllegalTableError,
    Knock,
    ManipulationError,
    Move,
    NotationError,
    Phase,
    Play,
    PositionError,
    Round,
    RoundView,
    Rules,
    RulesError,
    Shoe,
    Table,
    Turn,
)
from manipulation.testing import rule_sets
from tests.rounds import (
    a_deal,
    all_cards_of,
    deals,
    rounds,
    some_move,
    with_hidden_cards_swapped,
)
from tests.values import check_value


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


def two(
    hands: tuple[str, ...], stock: str, *, table: str = "", rules: Rules = MANIPULATION
) -> Round:
    """Put seat 1 before its first draw; its hand is the second."""
    return Round.of(
        tuple(map(Cards.parse, hands)),
        stock=Shoe.of(stock),
        table=Table.parse(table),
        rules=rules,
    )


def played(state: Round, *moves: Move) -> Round:
    """Make the moves one after another."""
    for move in moves:
        state = state.after(move)
    return state


class TestR5ToR7:
    """R5: Each player is dealt 10. R7: The player on the dealer's left takes the first turn."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_a_deal(self, players: int) -> None:
        """Hands as the shoe deals them, an empty table, the dealer's left to move."""
        shoe = Shoe.new(players).shuffled(Random(1))
        for dealer in range(players):
            state = Round.deal(shoe, players=players, dealer=dealer)
            assert (state.hands, state.stock) == shoe.deal(players=players, dealer=dealer)
            assert (state.to_move, state.phase, state.drawn) == (
                (dealer + 1) % players,
                Phase.DRAW,
                0,
            )
            assert state.table == Table()
            assert state.hand_sizes == (10,) * players
            assert state.dealer == dealer

    def test_a_table_has_the_rules_of_its_round(self) -> None:
        """From the deal on."""
        rules = Rules(melds=RUMMIKUB_MELDS)
        state = Round.deal(Shoe.new(2, rules=rules), players=2, dealer=0, rules=rules)
        assert state.table == Table(rules=RUMMIKUB_MELDS)


class TestR18ToR24:
    """A round referees a play with its player's hand (R18) and its table (R19)."""

    def test_the_hand_is_that_of_the_seat_to_move(self) -> None:
        """What another seat holds cannot be played."""
        state = two(("8s 8h 8d 2c", "9c Tc"), "5d 6d").after(Draw())
        assert [f.violation.code for f in state.check(Play.parse("8s 8h 8d"))] == ["CARD_NOT_HELD"]

    def test_a_joker_is_played_as_another_card(self) -> None:
        """It leaves the hand as a joker."""
        state = two(("2c 3c", "8s 8h * Kd"), "5d 6d").after(Draw())
        after = state.after(Play.parse("8s 8h 8d*"))
        assert after.hands[1] == Cards.parse("Kd 5d")


class TestD23:
    """D23: Outside the last lap, a player who plays his last card goes out: the round ends."""

    def test_going_out_after_the_second_draw(self) -> None:
        """He counts as the round's knocker, and earns 25 more (R40)."""
        table = "6s 7s 8s* | 2c 3c 4c"
        drawn = played(two(("Kc Qd", "8s 8h"), "5s 8d 2d", table=table), Draw(), Draw())
        out = drawn.after(Play.parse("5s 6s 7s 8s* | 8s 8h 8d | 2c 3c 4c"))
        assert (out.phase, out.to_move, out.knocker) == (Phase.OVER, None, 1)
        assert out.outcome is not None
        assert out.outcome.ending is Ending.GOING_OUT
        assert out.outcome.went_out == (1,)
        assert out.outcome.score.scores == (0, 45)
        assert out.legal_moves() == ()


class TestR33:
    """R33: The round ends at once and is scored."""

    def test_after_a_knock(self) -> None:
        """Nobody lays off (D22)."""
        state = played(two(("2c", "8s 8h 8d 4c"), "As"), Draw(), Play.parse("8s 8h 8d"))
        after = state.after(Knock())
        assert after.outcome is not None
        assert (after.outcome.ending, after.outcome.points) == (Ending.KNOCK, (2, 5))
        assert after.outcome.score.scores == (13, 0)

    def test_the_same_move_twice(self) -> None:
        """The second knock comes when the round is over."""
        state = played(two(("2c", "4c 8s 8h 8d"), "Kd"), Draw(), Play.parse("8s 8h 8d"))
        assert [f.violation.code for f in state.check(Knock())] == ["TOO_MANY_POINTS_TO_KNOCK"]
        over = played(two(("2c", "4c 8s 8h 8d"), "Ad"), Draw(), Play.parse("8s 8h 8d"), Knock())
        assert [f.violation.code for f in over.check(Knock(), 1)] == ["ROUND_IS_OVER"]

    def test_the_same_play_twice(self) -> None:
        """The turn is complete after the first."""
        play = Play.parse("8s 8h 8d")
        after = played(two(("2c", "4c 8s 8h 8d"), "Kd"), Draw(), play)
        assert [f.violation.code for f in after.check(play, 1)] == ["TURN_IS_COMPLETE"]
        ended = after.after(EndTurn())
        assert [f.violation.code for f in ended.check(play, 1)] == ["NOT_YOUR_TURN"]


LAST = "Kd"
"""The one card of a stock that is nearly empty."""


class TestD25:
    """D25: Knocking or going out in that turn ends the round as usual; there is no lap."""

    def test_the_exhauster_plays_and_ends_his_turn(self) -> None:
        """Then the lap begins."""
        state = played(two(("2c", "4c 8s 8h 8d"), LAST), Draw(), Play.parse("8s 8h 8d"))
        assert (state.phase, state.exhausted_by) == (Phase.END, 1)
        lap = state.after(EndTurn())
        assert (lap.phase, lap.to_move, lap.exhausted_by) == (Phase.LAST_LAP, 0, 1)

    def test_he_knocks(self) -> None:
        """After a play, and after a turn that the empty stock ended (D24)."""
        after_play = played(two(("2c", "4c 8s 8h 8d"), "Ad"), Draw(), Play.parse("8s 8h 8d"))
        ended = played(two(("2c", "4c"), "Ad"), Draw())
        for state in (after_play, ended):
            over = state.after(Knock())
            assert (over.phase, over.knocker, over.exhausted_by) == (Phase.OVER, 1, 1)
            assert over.outcome is not None
            assert over.outcome.ending is Ending.KNOCK

    def test_he_goes_out(self) -> None:
        """With the last card of the stock."""
        over = played(two(("2c", "8s 8h"), "8d"), Draw(), Play.parse("8s 8h 8d"))
        assert over.outcome is not None
        assert over.outcome.ending is Ending.GOING_OUT
        assert over.outcome.score.scores == (0, 27)

    @pytest.mark.parametrize("draws", [1, 2, 3])
    def test_he_ends_his_turn(self, draws: int) -> None:
        """The last card drawn as a first, a second, a third card."""
        stock = " ".join(["Kd", "Qd", "Jd"][:draws])
        lap = played(two(("2c", "4c"), stock), *[Draw()] * draws, EndTurn())
        assert (lap.phase, lap.to_move, lap.exhausted_by) == (Phase.LAST_LAP, 0, 1)


class TestD26:
    """D26: The last lap goes from his left neighbour round to himself, once.

    Meld or end the turn; no drawing, no knocking. R11 does not reach into it.
    """

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_the_order_of_the_lap(self, players: int) -> None:
        """Every seat once, the exhauster last."""
        hands = tuple(Cards.parse(card) for card in ("2c", "3c", "4c", "5c", "6c")[:players])
        for exhauster in range(players):
            state = Round.of(
                hands, stock=Shoe.of(LAST), to_move=exhauster, phase=Phase.MELD, drawn=1
            )
            state = played(state, Draw(), EndTurn())
            order = []
            while state.to_move is not None:
                assert state.phase is Phase.LAST_LAP
                assert state.legal_moves() == (EndTurn(),)
                assert state.may_meld
                order.append(state.to_move)
                state = state.after(EndTurn())
            assert order == [(exhauster + 1 + n) % players for n in range(players)]
            assert state.outcome is not None
            assert state.outcome.ending is Ending.LAST_LAP
            assert state.outcome.knocker is None

    def test_who_drew_three_may_meld_there(self) -> None:
        """R11 is of the turn before."""
        lap = played(
            two(("2c 9c", "8s 8h"), "8d Qd Jd"), Draw(), Draw(), Draw(), EndTurn(), EndTurn()
        )
        assert (lap.to_move, lap.drawn) == (1, 0)
        over = lap.after(Play.parse("8s 8h 8d"))
        assert over.outcome is not None
        assert over.outcome.points == (11, 20)


class TestD27:
    """D27: Going out in the lap neither ends it nor counts as a knock; then all are counted."""

    LAP = (("8s 8h 8d", "Kc", "9s 9h 9d"), "Qs")

    def lap(self, rules: Rules = MANIPULATION) -> Round:
        """Seat 1 of three has emptied the stock and ended his turn."""
        hands, stock = self.LAP
        return played(two(hands, stock, rules=rules), Draw(), EndTurn())

    def test_two_seats_out_in_one_lap(self) -> None:
        """D31: Both earn 25."""
        state = self.lap().after(Play.parse("9s 9h 9d"))
        assert (state.phase, state.to_move, state.hand_sizes) == (Phase.LAST_LAP, 0, (3, 2, 0))
        assert state.outcome is None
        state = state.after(Play.parse("9s 9h 9d | 8s 8h 8d"))
        assert (state.phase, state.to_move) == (Phase.LAST_LAP, 1)
        over = state.after(EndTurn())
        assert over.outcome is not None
        assert over.outcome.went_out == (0, 2)
        assert over.outcome.ending is Ending.LAST_LAP
        assert over.outcome.score.scores == (45, 0, 45)

    def test_the_exhauster_goes_out_last(self) -> None:
        """The lap is over then anyway, and he is no knocker."""
        state = played(two(("Kc", "8s 8h"), "8d"), Draw(), EndTurn(), EndTurn())
        over = state.after(Play.parse("8s 8h 8d"))
        assert (over.phase, over.knocker) == (Phase.OVER, None)
        assert over.outcome is not None
        assert over.outcome.score.scores == (0, 35)

    def test_the_option_that_stops_the_lap(self) -> None:
        """Under `lap_stops_on_going_out` the first to go out ends it."""
        rules = Rules(lap_stops_on_going_out=True)
        over = self.lap(rules).after(Play.parse("9s 9h 9d"))
        assert (over.phase, over.knocker, over.exhausted_by) == (Phase.OVER, None, 1)
        assert over.outcome is not None
        assert over.outcome.went_out == (2,)
        going_on = self.lap(rules).after(EndTurn())
        assert going_on.phase is Phase.LAST_LAP


class TestR41AndR42:
    """R41: Every player has one more chance to meld. R42: Then the lowest wins."""

    def test_the_lowest_wins_without_a_bonus(self) -> None:
        """D29: Nobody knocked."""
        over = played(two(("2c", "4c"), LAST), Draw(), EndTurn(), EndTurn(), EndTurn())
        assert over.outcome is not None
        assert over.outcome.score.winners == (0,)
        assert over.outcome.score.scores == (12, 0)


STOPS = "lap_stops_on_going_out=yes"


class TestPositions:
    """A position built by hand is consistent, or refused with the reason."""

    @given(rounds())
    def test_every_state_of_a_round_can_be_built(self, state: Round) -> None:
        """By its parts, by its text, by its expression."""
        turn = state.turn
        built = Round.of(
            state.hands,
            stock=state.stock,
            table=state.table,
            dealer=state.dealer,
            to_move=turn.to_move,
            phase=turn.phase,
            drawn=turn.drawn,
            melded=turn.melded,
            exhausted_by=turn.exhausted_by,
            knocker=turn.knocker,
            rules=state.rules,
        )
        assert built == state
        assert Round.parse(str(state)) == state
        check_value(state)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("/ 8s 8s ; 2c / 3c / phase=draw to_move=0", "oftener than the decks.*8s"),
            ("/ * ; 2c / * / phase=draw to_move=0", r"oftener.*\*"),
            ("8s 8h* 8d / * ; 2c / 3c / phase=draw to_move=0", r"oftener.*\*"),
            ("/ 8s* ; 2c / 3c / phase=draw to_move=0", "no declared joker"),
            ("/ 8s ; 2c / 3c / phase=draw", "a seat is to move"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=2", "to_move is a seat from 0 to 1"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 dealer=2", "dealer is a seat"),
            ("/ 8s ; 2c / / phase=draw to_move=0", "exhausted_by names"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 exhausted_by=0", "exhausted_by names"),
            ("/ 8s ; 2c / / phase=draw to_move=0 exhausted_by=1", "stock does not agree"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 drawn=1", "drawn=1"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 melded=yes", "melded=True"),
            ("/ 8s ; 2c / 3c / phase=meld to_move=0", "drawn=0"),
            ("/ 8s ; 2c / 3c / phase=meld to_move=0 drawn=3", "drawn=3"),
            ("/ 8s ; 2c / 3c / phase=meld to_move=0 drawn=1 melded=yes", "melded=True"),
            ("/ 8s ; 2c / / phase=meld to_move=0 drawn=1 exhausted_by=1", "stock does not"),
            ("/ 8s ; 2c / 3c / phase=end to_move=0 drawn=2", "drawn=2"),
            ("/ 8s ; 2c / 3c / phase=end to_move=0 drawn=2 melded=yes", "the table"),
            ("9c 9d 9h / 8s ; 2c / 3c / phase=end to_move=0 drawn=3 melded=yes", "drawn=3"),
            ("/ 8s ; 2c / / phase=end to_move=0 drawn=3 exhausted_by=1", "stock does not"),
            ("/ 8s ; 2c / 3c / phase=last_lap to_move=0", "stock does not agree"),
            ("/ 8s ; 2c / / phase=last_lap to_move=0 exhausted_by=1 drawn=1", "drawn=1"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 knocker=0", "no knocker"),
            ("/ 8s ; 2c / 3c / phase=over", "not over without a knocker"),
            ("/ 8s ; 2c / 3c / phase=over to_move=0 knocker=1", "no seat is to move"),
            ("/ 8s ; 2c / 3c / phase=over drawn=1 knocker=1", "no seat is to move"),
            ("/ 8s ; 2c / 3c / phase=over knocker=0", "too many points"),
            ("/ 8s ; 2c / 3c / phase=over knocker=5", "knocker is a seat"),
            ("/ 8s ; 2c / / phase=over knocker=1 exhausted_by=0", "nobody can knock"),
            ("9c 9d 9h / ; 2c / 3c / phase=draw to_move=0", "empty hand of seat 0"),
            ("9c 9d 9h / 8s ; / 3c / phase=meld to_move=0 drawn=1", "empty hand of seat 1"),
            ("9c 9d 9h / 2s ; / 3c / phase=over knocker=0", "empty hand of seat 1"),
            ("/ 8s ; / / phase=over exhausted_by=0", "the table is empty"),
            ("9c 9d 9h / ; 2c / / phase=last_lap to_move=0 exhausted_by=1", "empty hand of seat 0"),
            ("9c 9d 9h / 2c ; / / phase=last_lap to_move=0 exhausted_by=1", "empty hand of seat 1"),
            (f"9c 9d 9h / ; 2c / / phase=last_lap to_move=1 exhausted_by=1 / {STOPS}", "ended the"),
            (f"9c 9d 9h / ; / / phase=over exhausted_by=1 / {STOPS}", "a seat goes out"),
        ],
    )
    def test_inconsistent_positions_are_refused(self, text: str, reason: str) -> None:
        """Each with its reason."""
        with pytest.raises(PositionError, match=reason):
            Round.parse(text)

    @pytest.mark.parametrize(
        "text",
        [
            "/ 8s ; 2c / 3c / dealer=1 to_move=0 phase=draw",
            "9c 9d 9h / ; 2c / / dealer=0 to_move=1 phase=last_lap exhausted_by=1",
            "9c 9d 9h / 8c ; / / dealer=0 phase=over exhausted_by=1 knocker=1",
            "9c 9d 9h / ; / / dealer=0 phase=over exhausted_by=1",
            "9c 9d 9h / 8s ; 2c / 3c / dealer=0 to_move=0 phase=end drawn=2 melded=yes",
            "/ 8s ; 2c / 3c / dealer=0 phase=over knocker=1 / hand_size=7 knock_at=2",
        ],
    )
    def test_consistent_positions_are_not(self, text: str) -> None:
        """And they are written as they are read."""
        assert str(Round.parse(text)) == text

    def test_a_table_under_other_rules_is_refused(self) -> None:
        """Its rules are part of a table."""
        with pytest.raises(PositionError, match="other rules"):
            Round.of(
                (Cards.parse("8s"), Cards.parse("9s")),
                stock=Shoe.of("2c"),
                table=Table(rules=RUMMIKUB_MELDS),
            )

    @pytest.mark.parametrize("hands", [(), ("8s",), ("8s", "9s", "Ts", "Js", "Qs", "Ks")])
    def test_two_to_five_hands(self, hands: tuple[str, ...]) -> None:
        """R2."""
        with pytest.raises(RulesError):
            Round.of(tuple(map(Cards.parse, hands)), stock=Shoe.of("2c"))

    @pytest.mark.parametrize(
        "changes",
        [
            {"hands": 7},
            {"hands": [Cards(), Cards()]},
            {"hands": ("8s", "9s")},
            {"hands": (7, 7)},
            {"stock": "8s 9s"},
            {"stock": None},
            {"turn": None},
            {"turn": Turn(0, phase="draw")},  # type: ignore[arg-type]
            {"turn": Turn(0, drawn="0")},  # type: ignore[arg-type]
            {"turn": Turn(0, melded=None)},  # type: ignore[arg-type]
            {"turn": Turn("0")},  # type: ignore[arg-type]
            {"table": "8s 8h 8d"},
            {"rules": None},
            {"dealer": None},
            {"dealer": True},
        ],
    )
    def test_values_of_other_types_are_refused(self, changes: dict[str, object]) -> None:
        """In our own words."""
        state = two(("8s", "9s"), "2c")
        parts = {name: getattr(state, name) for name in ("rules", "table", "hands", "stock")}
        with pytest.raises(PositionError):
            Round(**{**parts, "dealer": 0, "turn": state.turn, **changes})  # type: ignore[arg-type]


class TestText:
    """A round is one line of text, rules included, as FEN is for chess."""

    def test_the_line(self) -> None:
        """Table, hands, stock, facts."""
        state = two(("8s Kd", "2c"), "3c *", table="9d 9c 9h").after(Draw())
        text = "9c 9d 9h / Kd 8s ; 2c 3c / * / dealer=0 to_move=1 phase=meld drawn=1"
        assert str(state) == text

    def test_reading_is_generous(self) -> None:
        """Spaces, order, and a dealer who goes without saying."""
        text = "9h♣ / x"
        with pytest.raises(NotationError):
            Round.parse(text)
        text = "9h,9c  9d/8S K♦;2c   3c/ */phase = meld   drawn=1 to_move=1"
        assert str(Round.parse(text)) == (
            "9c 9d 9h / Kd 8s ; 2c 3c / * / dealer=0 to_move=1 phase=meld drawn=1"
        )

    @given(rule_sets())
    def test_rules_are_part_of_it(self, rules: Rules) -> None:
        """Whatever differs from Manipulation's."""
        state = Round.deal(Shoe.new(3, rules=rules), players=3, dealer=1, rules=rules)
        assert Round.parse(str(state)).rules == rules

    def test_every_rule_has_its_word(self) -> None:
        """A rule that is added cannot be left out of the text."""
        changed = Rules(
            melds=evolve(
                MANIPULATION.melds,
                ace="low",
                joker_release="any",
                jokers_per_meld=2,
                points=(*range(14),),
            ),
            decks=(2, 2, 2, 3),
            jokers=(2, 2, 2, 3),
            hand_size=9,
            max_draws=4,
            knock_at=6,
            undercut_bonus=11,
            going_out_bonus=26,
            target=151,
            target_bonus=101,
            round_bonus=26,
            lap_stops_on_going_out=True,
        )
        for kind, one in ((Rules, changed), (type(changed.melds), changed.melds)):
            usual = MANIPULATION if kind is Rules else MANIPULATION.melds
            for field in fields(kind):
                assert getattr(one, field.name) != getattr(usual, field.name), field.name
        state = Round.deal(Shoe.new(2, rules=changed), players=2, dealer=0, rules=changed)
        assert Round.parse(str(state)) == state

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("", ""),
            ("8s", "8s"),
            ("/ / / / /", "/ / / / /"),
            ("8s 8x 8d / 2c ; 3c / 4c / phase=draw", "8x"),
            ("/ 2c ; 3x / 4c / phase=draw", "3x"),
            ("/ 2c ; 3c / 4x / phase=draw", "4x"),
            ("/ 2c ; 3c / 4c / phase=late", "phase=late"),
            ("/ 2c ; 3c / 4c / phase", "phase"),
            ("/ 2c ; 3c / 4c / = phase=draw", "="),
            ("/ 2c ; 3c / 4c / drawn=x", "drawn=x"),
            ("/ 2c ; 3c / 4c / drawn=²", "drawn=²"),
            ("/ 2c ; 3c / 4c / drawn=12345678", "drawn=12345678"),
            ("/ 2c ; 3c / 4c / phase=draw phase=draw", "phase=draw"),
            ("/ 2c ; 3c / 4c / colour=red", "colour=red"),
            ("/ 2c ; 3c / 4c / phase=draw / ace=middle", "ace=middle"),
            ("/ 2c ; 3c / 4c / phase=draw / points=1,2,x", "points=1,2,x"),
            ("/ 2c ; 3c ; ; ; ; / 4c / phase=draw", " 2c ; 3c ; ; ; ; "),
            ("/ ?7 ; 3c / 4c / phase=draw", "/ ?7 ; 3c / 4c / phase=draw"),
            ("/ 2c ; 3c / ?7 / phase=draw", "/ 2c ; 3c / ?7 / phase=draw"),
            ("/ 2c ; 3c / 4c / seat=0", "/ 2c ; 3c / 4c / seat=0"),
        ],
    )
    def test_text_that_is_not_notation(self, text: str, place: str) -> None:
        """The caret points at the place."""
        with pytest.raises(NotationError) as refused:
            Round.parse(text)
        start, end = refused.value.span
        assert text[start:end] == place

    def test_notation_that_breaks_a_rule(self) -> None:
        """The error says which kind of thing is wrong."""
        with pytest.raises(IllegalTableError):
            Round.parse("8s 8h / 2c ; 3c / 4c / phase=draw to_move=0")
        with pytest.raises(RulesError):
            Round.parse("/ 2c ; 3c / 4c / phase=draw to_move=0 / hand_size=30")

    @given(st.text(alphabet="28cs*|/;?= adehmnoprtw_01", max_size=60))
    def test_any_text(self, text: str) -> None:
        """A round, or one of our errors."""
        try:
            state = Round.parse(text)
        except ManipulationError:
            return
        assert Round.parse(str(state)) == state


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
