"""What one seat, or a spectator, knows of a round, and how it keeps up."""

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    DeclaredJoker,
    Draw,
    EndTurn,
    Event,
    IllegalMoveError,
    Joker,
    Knock,
    ManipulationError,
    Natural,
    NotationError,
    Phase,
    Play,
    PositionError,
    Round,
    RoundView,
    Rules,
    Shoe,
    Table,
    Turn,
)

STATE = Round.of(
    tuple(map(Cards.parse, ("8s 8h 8d *", "9c Tc 2h", "Kc"))),
    stock=Shoe.of("2d 3d 4d"),
    table=Table.parse("Ac 2c 3c"),
    to_move=0,
)

PLAY = Play.parse("Ac 2c 3c | 8s 8h 8d")


class TestText:
    """A view is a line of text in which what is hidden is a number."""

    def test_the_line(self) -> None:
        """A seat's, and a spectator's."""
        mine = "Ac 2c 3c / 8d 8h 8s * ; ?3 ; ?1 / ?3 / seat=0 dealer=0 to_move=0 phase=draw"
        assert str(STATE.view(0)) == mine
        theirs = "Ac 2c 3c / ?4 ; ?3 ; ?1 / ?3 / dealer=0 to_move=0 phase=draw"
        assert str(STATE.view(None)) == theirs

    @pytest.mark.parametrize(
        "text",
        [
            "/ 8s ; ?1 / 2c / seat=0 to_move=0",
            "/ 8s ; 9s / ?1 / seat=0 to_move=0",
            "/ ?1 ; 9s / ?1 / seat=0 to_move=0",
            "/ 8s ; ?1 / ?1 / to_move=0",
            "/ 2s ; ?1 / ?1 / seat=0 phase=over knocker=0",
        ],
    )
    def test_a_view_shows_its_seats_hand_and_no_other(self, text: str) -> None:
        """Neither the stock, nor too many hands, nor too few."""
        with pytest.raises(NotationError):
            RoundView.parse(text)

    @given(st.text(alphabet="28cs*|/;?= adehmnoprtw_01", max_size=60))
    def test_any_text(self, text: str) -> None:
        """A view, or one of our errors."""
        try:
            view = RoundView.parse(text)
        except ManipulationError:
            return
        assert RoundView.parse(str(view)) == view

    @pytest.mark.parametrize(
        ("event", "text"),
        [
            (Event(1, Draw()), "1: draw"),
            (Event(1, Draw(), Joker()), "1: draw *"),
            (Event(0, Play.parse("8s 8h 8d")), "0: 8d 8h 8s"),
            (Event(0, Knock(), hands=(Cards.parse("2c"), Cards())), "0: knock / 2c ; "),
        ],
    )
    def test_events_have_a_text(self, event: Event, text: str) -> None:
        """For a log; it reads back."""
        assert str(event) == text
        assert Event.parse(text) == event

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("draw", "draw"),
            ("1; draw", "1; draw"),
            ("1: draw / 8s / 9s", "1: draw / 8s / 9s"),
            ("1: draw 8x", " 8x"),
            ("1: drew", "drew"),
            ("1: knock / 8s ; 8x", "8x"),
        ],
    )
    def test_text_that_is_no_event(self, text: str, place: str) -> None:
        """The caret points at the place."""
        with pytest.raises(NotationError) as refused:
            Event.parse(text)
        start, end = refused.value.span
        assert (refused.value.text, text[start:end].strip()) == (text, place.strip())

    @given(st.text(alphabet="128s: draw*|/;knoce", max_size=30))
    def test_any_text_of_an_event(self, text: str) -> None:
        """An event, or one of our errors."""
        try:
            event = Event.parse(text)
        except ManipulationError:
            return
        assert Event.parse(str(event)) == event


class TestConsistency:
    """A view built by hand is consistent, or refused with the reason."""

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("/ 8s ; ?1 / ?1 / seat=0 to_move=2", "to_move is a seat"),
            ("/ 8s ; ?1 / ?0 / seat=0 to_move=0", "exhausted_by"),
            ("/ 8s 8s ; ?1 / ?1 / seat=0 to_move=0", "oftener"),
            ("8s 8d 8h / 8s ; ?1 / ?1 / seat=0 to_move=0", "oftener"),
            ("/ 8s* ; ?1 / ?1 / seat=0 to_move=0", "declared joker"),
            ("/ 8s ; ?50 / ?3 / seat=0 to_move=0", "53 cards are hidden, but only 52"),
            ("/ 8s ; ?0 / ?3 / seat=0 to_move=0", "the table is empty"),
            ("/ 8s ; 2c / ?1 / seat=0 phase=over knocker=0", "too many points"),
            ("/ 8s ; ?2 / ?1 / seat=5 to_move=0", "seat is a seat"),
        ],
    )
    def test_inconsistent_views_are_refused(self, text: str, reason: str) -> None:
        """Each with its reason."""
        with pytest.raises(PositionError, match=reason):
            RoundView.parse(text)

    def test_sizes_and_hands_agree(self) -> None:
        """The parts of a view tell one story."""
        view, over = STATE.view(0), RoundView.parse("/ 2s ; 9s / ?1 / seat=0 phase=over knocker=0")
        for one, changes in (
            (view, {"hand": Cards.parse("8s")}),
            (view, {"seat": None}),
            (view, {"seat": 3}),
            (view, {"hand": "8s"}),
            (view, {"stock_size": -1}),
            (view, {"stock_size": "3"}),
            (view, {"hand_sizes": (4, 3, True)}),
            (view, {"hands": STATE.hands}),
            (view, {"hands": 7}),
            (view, {"hand_sizes": [4, 3, 1]}),
            (view, {"turn": None}),
            (over, {"hands": ()}),
            (over, {"hands": (Cards.parse("3s"), Cards.parse("9s"))}),
            (over, {"hands": (Cards.parse("2s"), Cards.parse("9s Ts"))}),
        ):
            with pytest.raises(PositionError):
                evolve(one, **changes)

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_what_is_dealt(self, seat: int) -> None:
        """A client begins with its hand alone."""
        state = Round.deal(Shoe.new(3).shuffled(Random(4)), players=3, dealer=1)
        view = RoundView.dealt(state.hands[seat], seat=seat, players=3, dealer=1)
        assert view == state.view(seat)

    def test_events_are_of_moves(self) -> None:
        """What is no event is refused in our own words."""
        for seat, move, card, hands in (
            ("0", Draw(), None, ()),
            (0, "draw", None, ()),
            (0, Draw(), "8s", ()),
            (0, Draw(), DeclaredJoker(Natural.parse("8s")), ()),
            (0, Draw(), None, ("8s",)),
            (0, Draw(), None, 7),
            (0, Draw(), None, [Cards()]),
            (-1, Draw(), None, ()),
            (0, EndTurn(), Natural.parse("8s"), ()),
        ):
            with pytest.raises(PositionError):
                Event(seat, move, card, hands)  # type: ignore[arg-type]


class TestFollowing:
    """`RoundView.after`: a client follows a round without a `Round`, and believes nothing false."""

    def test_its_own_draw(self) -> None:
        """The card comes to its hand."""
        view = STATE.view(0).after(Event(0, Draw(), Natural.parse("2d")))
        assert view.hand == Cards.parse("8s 8h 8d * 2d")
        assert (view.hand_sizes, view.stock_size, view.drawn) == ((5, 3, 1), 2, 1)

    def test_its_own_play(self) -> None:
        """The cards leave its hand."""
        view = STATE.after(Draw()).view(0).after(Event(0, PLAY))
        assert view.hand == Cards.parse("* 2d")
        assert view.hand_sizes == (2, 3, 1)

    def test_anothers_draw(self) -> None:
        """His hand and the stock change their sizes."""
        view = STATE.view(1).after(Event(0, Draw()))
        assert (view.hand, view.hand_sizes, view.stock_size) == (
            Cards.parse("9c Tc 2h"),
            (5, 3, 1),
            2,
        )

    @pytest.mark.parametrize(
        ("seat", "event", "reason"),
        [
            (0, Event(0, Draw()), "seen by the seat that draws it"),
            (1, Event(0, Draw(), Natural.parse("2d")), "seen by the seat that draws it"),
            (None, Event(0, Draw(), Natural.parse("2d")), "seen by the seat that draws it"),
            (1, Event(0, Draw(), hands=STATE.hands), "no hands are shown"),
            (0, Event(0, Draw(), Natural.parse("8s")), "oftener than the decks"),
        ],
    )
    def test_too_much_or_too_little_is_refused(
        self, seat: int | None, event: Event, reason: str
    ) -> None:
        """A card drawn is for its drawer; all 8s of two decks cannot be there three times."""
        state = evolve(STATE, table=Table.parse("8s 9s Ts | Ac 2c 3c"))
        with pytest.raises(PositionError, match=reason):
            state.view(seat).after(event)

    @pytest.mark.parametrize("seat", [0, 1, None])
    def test_moves_out_of_turn_are_refused(self, seat: int | None) -> None:
        """By the same law as in a round."""
        for event, code in (
            (Event(1, Draw()), "NOT_YOUR_TURN"),
            (Event(7, Draw()), "NOT_YOUR_TURN"),
            (Event(0, EndTurn()), "MUST_DRAW"),
            (Event(0, PLAY), "DRAW_FIRST"),
            (Event(0, Knock(), hands=STATE.hands), "KNOCK_BEFORE_TURN_ENDS"),
        ):
            with pytest.raises(IllegalMoveError) as refused:
                STATE.view(seat).after(event)
            assert [fault.violation.code for fault in refused.value.faults] == [code]

    def test_anothers_play_takes_cards_that_he_may_hold(self) -> None:
        """Not what this seat holds itself, and no more than his hand has."""
        view = STATE.after(Draw()).view(1)
        after = view.after(Event(0, PLAY))
        assert (after.hand_sizes, after.table) == ((2, 3, 1), Table.parse("Ac 2c 3c | 8s 8h 8d"))
        many = Play.parse("Ac 2c 3c | 8s 8h 8d | 9s 9h 9d")
        mine = Play.parse("Ac 2c 3c | 2h 3h 4h")
        twice = evolve(STATE, hands=(STATE.hands[0], Cards.parse("2h 2h"), STATE.hands[2]))
        for one, play in ((view, many), (twice.after(Draw()).view(1), mine)):
            with pytest.raises(IllegalMoveError, match="CARD_NOT_HELD"):
                one.after(Event(0, play))

    def test_anothers_knock_shows_hands_that_allow_it(self) -> None:
        """Five points or fewer, and all hands of their sizes."""
        hands = tuple(map(Cards.parse, ("2s", "9c", "Kc")))
        state = Round.of(hands, stock=Shoe.of("2d"), to_move=0, phase=Phase.END, drawn=3)
        view = state.view(1)
        over = view.after(Event(0, Knock(), hands=hands))
        assert over == state.after(Knock()).view(1)
        heavy = tuple(map(Cards.parse, ("6s", "9c", "Kc")))
        with pytest.raises(IllegalMoveError, match="TOO_MANY_POINTS_TO_KNOCK"):
            view.after(Event(0, Knock(), hands=heavy))
        other = tuple(map(Cards.parse, ("2s", "9d", "Kc")))
        for shown in (hands[:2], (), other, (*hands[:2], Cards.parse("Kc Qc"))):
            with pytest.raises((PositionError, IllegalMoveError)):
                view.after(Event(0, Knock(), hands=shown))


class TestQuestions:
    """What a view answers needs nothing hidden."""

    def test_only_the_seat_to_move_has_moves(self) -> None:
        """A spectator never has."""
        assert STATE.view(0).legal_moves() == (Draw(),)
        assert STATE.view(1).legal_moves() == ()
        assert STATE.view(None).legal_moves() == ()
        assert STATE.after(Draw()).view(0).may_meld
        assert not STATE.after(Draw()).view(1).may_meld

    def test_check_is_of_the_views_own_seat(self) -> None:
        """As the round would answer it."""
        state = STATE.after(Draw())
        assert state.view(0).check(PLAY) == state.check(PLAY, 0) == ()
        assert state.view(1).check(PLAY) == state.check(PLAY, 1) != ()
        assert [fault.violation.code for fault in state.view(None).check(Draw())] == [
            "NOT_YOUR_TURN"
        ]

    @pytest.mark.parametrize(("seat", "cards"), [(0, "8s 8h 8d *"), (1, "*"), (None, "")])
    def test_playable_cards(self, seat: int | None, cards: str) -> None:
        """What the solver says of the seat's own hand; the round asks it for the seat to move."""
        hands = ("8s 8h 8d *", "9c Qc * 7h", "Kc")
        state = evolve(STATE, hands=tuple(map(Cards.parse, hands)))
        assert state.view(seat).playable() == Cards.parse(cards)
        assert state.playable() == state.view(0).playable()

    def test_unseen_cards(self) -> None:
        """The shoe less what is in sight, jokers on the table as jokers."""
        view = RoundView.parse("8s 8h* 8d / 2c ; ?1 / ?1 / seat=0 to_move=0")
        assert len(view.unseen) == 49
        assert Joker() not in view.unseen
        assert Natural.parse("8h") in view.unseen

    def test_rules_are_kept(self) -> None:
        """A view is under the rules of its round."""
        rules = Rules(max_draws=2)
        view = RoundView(
            seat=None,
            hand_sizes=(3, 3),
            stock_size=5,
            table=Table(),
            dealer=0,
            turn=Turn(1, Phase.MELD, 1),
            rules=rules,
        )
        assert view.after(Event(1, Draw())).phase is Phase.END
        assert evolve(view, rules=MANIPULATION).after(Event(1, Draw())).phase is Phase.MELD
