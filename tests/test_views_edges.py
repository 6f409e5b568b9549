"""What events and lines of text are refused for, word for word, and the place that is shown."""

from __future__ import annotations

import pytest
from attrs import evolve

from manipulation import (
    RUMMIKUB_MELDS,
    Card,
    Cards,
    DeclaredJoker,
    Draw,
    EndTurn,
    Event,
    Fault,
    IllegalMoveError,
    MeldRules,
    Move,
    Natural,
    NotationError,
    Phase,
    Play,
    PositionError,
    Round,
    RoundView,
    Rules,
    RulesError,
    Shoe,
    Turn,
    Violation,
)

GOING_ON = RoundView.parse("/ 8s ; ?1 / ?1 / seat=0 to_move=0")
OVER = RoundView.parse("/ 2s ; 9s / ?1 / seat=0 phase=over knocker=0")
LINE = "/ 8s ; 2c / 3c / to_move=0"


class TestEvents:
    """An event is a seat, a move, perhaps a card drawn, and perhaps all hands."""

    @pytest.mark.parametrize(
        ("seat", "move", "card", "hands", "message"),
        [
            (-1, Draw(), None, (), "a seat is a number from 0, not -1"),
            (True, Draw(), None, (), "a seat is a number from 0, not True"),
            (0, "draw", None, (), "a move is expected, not 'draw'"),
            (
                0,
                Draw(),
                DeclaredJoker.parse("8s*"),
                (),
                "a card drawn is no DeclaredJoker.parse('8s*')",
            ),
            (0, EndTurn(), Natural.parse("8s"), (), "a card is drawn by a draw only"),
            (0, Draw(), None, [Cards()], "hands are a tuple, not [Cards.parse('')]"),
            (0, Draw(), None, ("8s",), "Cards are expected, not '8s'"),
        ],
    )
    def test_what_is_refused(
        self, seat: int, move: Move, card: Card | None, hands: tuple[Cards, ...], message: str
    ) -> None:
        """Each with its sentence."""
        with pytest.raises(PositionError) as caught:
            Event(seat, move, card, hands)
        assert str(caught.value) == message

    @pytest.mark.parametrize("text", ["", "draw", "0 draw", "x: draw", "0: draw / 8s / 9s"])
    def test_no_event(self, text: str) -> None:
        """The whole text is the place."""
        with pytest.raises(NotationError) as caught:
            Event.parse(text)
        assert caught.value.message == "an event is a seat: a move, / and hands"
        assert (caught.value.text, caught.value.span) == (text, (0, len(text)))

    def test_spaces_for_a_card(self) -> None:
        """A draw with spaces after it is a draw whose card is not seen."""
        assert Event.parse(" 0 : draw  ") == Event(0, Draw())
        assert Event.parse("0: draw  / 8s ; ") == Event(
            0, Draw(), None, (Cards.parse("8s"), Cards())
        )

    def test_too_long(self) -> None:
        """Nobody reads on for ever, nor what is no text."""
        for read in (Event.parse, Round.parse, RoundView.parse):
            with pytest.raises(NotationError, match=r"^a text of 100001 characters"):
                read(" " * 100_001)
            with pytest.raises(NotationError, match=r"^a text is expected, not 7$"):
                read(7)  # type: ignore[arg-type]


class TestLines:
    """A position is table / hands / stock / facts, and perhaps / rules."""

    @pytest.mark.parametrize(
        ("text", "message", "place"),
        [
            (
                "8s / 9s / Ts",
                "a position is table / hands / stock / facts, and perhaps / rules",
                "8s / 9s / Ts",
            ),
            (
                f"0; 0 // {LINE}",
                (
                    "a position is table / hands / stock / facts, and perhaps / rules; "
                    "a tally and // before it make a game, which Game.parse reads"
                ),
                f"0; 0 // {LINE}",
            ),
            (
                f"{LINE} / / ",
                "a position is table / hands / stock / facts, and perhaps / rules",
                f"{LINE} / / ",
            ),
            ("/ 2c;2d;2h;2s;3c;3d / 3h / to_move=0", "at most 5 hands", " 2c;2d;2h;2s;3c;3d "),
            (f"{LINE} x", "a word name=value is expected here", "x"),
            (f"{LINE} drawn=0 drawn=1", "drawn is given twice", "drawn=1"),
            (f"{LINE} drawn=x", "drawn is a number of at most 7 digits", "drawn=x"),
            (f"{LINE} drawn=-1", "drawn is a number of at most 7 digits", "drawn=-1"),
            (f"{LINE} drawn=12345678", "drawn is a number of at most 7 digits", "drawn=12345678"),
            (f"{LINE} knocker=x", "knocker is a number of at most 7 digits", "knocker=x"),
            (f"{LINE} melded=maybe", "melded is one of yes, no", "melded=maybe"),
            (
                f"{LINE} phase=late",
                "phase is one of draw, meld, end, last_lap, over",
                "phase=late",
            ),
            (f"{LINE} colour=red", "no such word here: colour", "colour=red"),
            (
                f"{LINE} / ace=middle",
                "ace is one of high_or_low, high, low",
                "ace=middle",
            ),
            (
                f"{LINE} / joker_release=never",
                "joker_release is one of natural_on_table, natural_from_hand, any",
                "joker_release=never",
            ),
            (
                f"{LINE} / decks=1,x,2,2",
                "decks is a number of at most 7 digits",
                "decks=1,x,2,2",
            ),
            (f"{LINE} / seat=1", "no such word here: seat", "seat=1"),
            ("/ 8x ; 2c / 3c / to_move=0", None, "8x"),
            ("/ 8s ; 2c / 3x / to_move=0", None, "3x"),
            ("8s 8h 8x / 8s ; 2c / 3c / to_move=0", None, "8x"),
        ],
    )
    def test_the_place(self, text: str, message: str | None, place: str) -> None:
        """The fault is shown where it stands in the whole line."""
        with pytest.raises(NotationError) as caught:
            Round.parse(text)
        start, end = caught.value.span
        assert (caught.value.text, text[start:end]) == (text, place)
        assert caught.value.message == (
            message or "not a card: a rank A23456789TJQK, then a suit cdhs; or * for a joker"
        )

    def test_every_rule_is_written_and_read(self) -> None:
        """Each that differs from Manipulation's, and none that does not."""
        words = (
            "ace=high joker_release=any jokers_per_meld=2 points=2,2,3,4,5,6,7,8,9,10,10,10,10,30 "
            "decks=2,2,2,2 jokers=0,2,2,2 hand_size=7 max_draws=4 knock_at=6 undercut_bonus=11 "
            "going_out_bonus=26 target=151 target_bonus=101 round_bonus=26 "
            "lap_stops_on_going_out=yes"
        )
        line = f"/ 8s ; 2c / 3c / dealer=1 to_move=0 phase=draw / {words}"
        state = Round.parse(line)
        assert str(state) == line
        assert (state.rules.hand_size, state.rules.melds.jokers_per_meld) == (7, 2)
        usual = Round.parse(f"{LINE} / ace=high_or_low hand_size=10 lap_stops_on_going_out=no")
        assert usual == Round.parse(LINE)
        assert Round.parse(f"{LINE} / jokers_per_meld=any") == usual
        assert Round.parse(f"{LINE} / joker_release=natural_on_table") == usual
        assert Round.parse(f"{LINE} / joker_release=natural_from_hand ace=low") != usual

    def test_every_fact_is_written(self) -> None:
        """A seat that has melded, and one that has emptied the stock."""
        for line in (
            "9c 9d 9h / 8s ; 2c / / dealer=1 to_move=0 phase=end drawn=2 melded=yes exhausted_by=0",
            "/ 2c ; 9s / 3c / dealer=1 phase=over knocker=0",
        ):
            assert str(Round.parse(line)) == line
        assert Round.parse(f"{LINE} melded=no knocker=none exhausted_by=none") == Round.parse(LINE)
        assert Round.parse(f"{LINE} seat=none dealer=0 drawn=0") == Round.parse(LINE)
        over = "/ 2c ; 9s / 3c / phase=over knocker=0"
        assert Round.parse(f"{over} to_move=none") == Round.parse(over)


class TestViews:
    """A view hides the stock and the hands of others, and knows its own seat."""

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("/ 8s ; ?1 / 3c / seat=0 to_move=0", "in a view the stock is hidden: ?N"),
            ("/ ?1 ; ?1 / ?1 / seat=0 to_move=0", None),
            ("/ 8s ; 2c / ?1 / seat=0 to_move=0", None),
            ("/ 8s ; ?1 / ?1 / to_move=0", None),
            ("/ ?1 ; ?1 / ?1 / seat=2 to_move=0", None),
            ("/ 2s ; ?1 / ?1 / seat=0 phase=over knocker=0", None),
        ],
    )
    def test_what_is_no_view(self, text: str, message: str | None) -> None:
        """The whole text is the place."""
        with pytest.raises(NotationError) as caught:
            RoundView.parse(text)
        assert caught.value.message == (
            message or "a view shows the hand of its seat, and all hands when the round is over"
        )
        assert (caught.value.text, caught.value.span) == (text, (0, len(text)))

    def test_what_is_dealt(self) -> None:
        """The rules of a game, two to five players, a dealer among them."""
        hand = Cards.parse("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc")
        with pytest.raises(PositionError, match=r"^Rules is expected, not MeldRules\("):
            RoundView.dealt(hand, seat=0, players=3, dealer=0, rules=MeldRules())  # type: ignore[arg-type]
        with pytest.raises(RulesError, match=r"^2 to 5 players play, not 6 \(R2\)$"):
            RoundView.dealt(hand, seat=0, players=6, dealer=0)
        for dealer in (3, "0", None, True):
            with pytest.raises(PositionError) as caught:
                RoundView.dealt(hand, seat=0, players=3, dealer=dealer)  # type: ignore[arg-type]
            assert str(caught.value) == f"dealer is a seat from 0 to 2, not {dealer!r}"
        house = Rules(hand_size=3, decks=(2, 2, 2, 2), melds=RUMMIKUB_MELDS)
        state = Round.deal(Shoe.new(4, rules=house), players=4, dealer=2, rules=house)
        dealt = RoundView.dealt(state.hands[1], seat=1, players=4, dealer=2, rules=house)
        assert dealt == state.view(1)

    @pytest.mark.parametrize("to_move", [0, 1])
    def test_a_spectator_moves_nothing(self, to_move: int) -> None:
        """R12: whoever's turn it is, it is not his."""
        view = Round.parse(f"/ 8s ; 2c / 3c / to_move={to_move}").view(None)
        for move in (Draw(), EndTurn()):
            assert view.check(move) == (Fault(Violation.NOT_YOUR_TURN),)
        assert view.legal_moves() == ()
        assert not view.may_meld

    def test_what_is_unseen(self) -> None:
        """When all hands are shown, only the stock is unseen."""
        over = RoundView.parse("/ 2s ; 9s / ?51 / seat=0 phase=over knocker=0")
        assert len(over.unseen) == 53 - 2
        assert Natural.parse("9s") not in over.unseen
        state = Round.parse("/ 2s ; 9s / 3c / to_move=0")
        assert len(state.view(0).unseen) == 53 - 1
        assert Natural.parse("9s") in state.view(0).unseen

    @pytest.mark.parametrize("seat", [None, 0, 1])
    def test_another_goes_out(self, seat: int | None) -> None:
        """D23: with all his cards, no more and no fewer, and then all hands are shown."""
        state = Round.parse("/ 7s 8s 9s ; 2c 3d / 3c / to_move=0 phase=meld drawn=1")
        play = Play.parse("7s 8s 9s")
        event = state.event(play, seen_by=seat)
        assert event.hands == (Cards(), Cards.parse("2c 3d"))
        after = state.view(seat).after(event)
        assert after == state.after(play).view(seat)
        assert (after.phase, after.knocker) == (Phase.OVER, 0)
        one_more = Event(0, Play.parse("6s 7s 8s 9s"))
        with pytest.raises(IllegalMoveError) as caught:
            state.view(1).after(one_more)
        cards = Cards.parse("6s 7s 8s 9s")
        assert caught.value.faults == (Fault(Violation.CARD_NOT_HELD, cards),)

    @pytest.mark.parametrize(
        ("view", "changes", "message"),
        [
            (GOING_ON, {"hand_sizes": [1, 1]}, "hand_sizes are a tuple, not [1, 1]"),
            (GOING_ON, {"hands": [Cards()]}, "hands are a tuple, not [Cards.parse('')]"),
            (GOING_ON, {"hand": "8s"}, "Cards are expected, not '8s'"),
            (GOING_ON, {"hand": Cards()}, "the hand has another size than is said of it"),
            (GOING_ON, {"seat": None}, "the hand has another size than is said of it"),
            (GOING_ON, {"seat": 2}, "seat is a seat from 0 to 1, not 2"),
            (
                GOING_ON,
                {"hands": (Cards.parse("8s"), Cards.parse("2c"))},
                "until the round is over no hands are shown (D8)",
            ),
            (
                OVER,
                {"hands": ()},
                "when the round is over all hands are shown, of their sizes (D8)",
            ),
            (OVER, {"hands": ("2s", "9")}, "Cards are expected, not '2s'"),
            (
                OVER,
                {"hands": (Cards.parse("3s"), Cards.parse("9s"))},
                "the seat holds another hand than is shown of it",
            ),
            (
                OVER,
                {"hand": Cards.parse("6s"), "hands": (Cards.parse("6s"), Cards.parse("9s"))},
                "the knocker has too many points in hand (R32)",
            ),
            (GOING_ON, {"stock_size": 52}, "53 cards are hidden, but only 52 not seen"),
        ],
    )
    def test_what_does_not_agree(
        self, view: RoundView, changes: dict[str, object], message: str
    ) -> None:
        """Sizes, hands and seats, each with its sentence."""
        with pytest.raises(PositionError) as caught:
            evolve(view, **changes)  # type: ignore[arg-type]
        assert str(caught.value) == message

    def test_no_event(self) -> None:
        """A move is no event; a card is seen by who draws it alone."""
        with pytest.raises(PositionError, match=r"^Event is expected, not Draw\(\)$"):
            GOING_ON.after(Draw())  # type: ignore[arg-type]
        message = "a card drawn is seen by the seat that draws it, and by no other (D8)"
        for view, event in (
            (GOING_ON, Event(0, Draw())),
            (evolve(GOING_ON, turn=Turn(1)), Event(1, Draw(), Natural.parse("3c"))),
        ):
            with pytest.raises(PositionError) as caught:
                view.after(event)
            assert str(caught.value) == message
