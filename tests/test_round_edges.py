"""What a round refuses, word for word."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from manipulation import (
    RUMMIKUB_MELDS,
    Cards,
    MeldRules,
    NotationError,
    Phase,
    PositionError,
    Round,
    RoundView,
    Rules,
    RulesError,
    Shoe,
    Table,
    Turn,
    parse_move,
)

if TYPE_CHECKING:
    from collections.abc import Callable

STATE = Round.parse("/ 8s ; 2c / 3c / phase=draw to_move=0")
NINES = "9c 9d 9h"
STOPS = "lap_stops_on_going_out=yes"


def message_of(build: Callable[[], object]) -> str:
    """Give the sentence with which something is refused."""
    with pytest.raises(PositionError) as caught:
        build()
    return str(caught.value)


class TestPositions:
    """Facts that do not agree with one another are refused with a sentence that says why."""

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "/ 8s ; 2c / 3c / phase=draw",
                "to_move names a seat until the round is over (R33)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=draw to_move=0 knocker=0",
                "there is no knocker until the round is over (R33)",
            ),
            ("/ 8s ; 2c / 3c / to_move=2", "to_move is a seat from 0 to 1, not 2"),
            ("/ 8s ; 2c / 3c / to_move=0 dealer=2", "dealer is a seat from 0 to 1, not 2"),
            (
                "/ 8s ; 2c / / to_move=0 exhausted_by=2",
                "exhausted_by is a seat from 0 to 1, not 2",
            ),
            ("/ 8s ; 2c / 3c / phase=over knocker=5", "knocker is a seat from 0 to 1, not 5"),
            (
                "/ 8s ; 2c / / phase=draw to_move=0",
                "exhausted_by names a seat when the stock is empty, and only then (R41)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=draw to_move=0 exhausted_by=0",
                "exhausted_by names a seat when the stock is empty, and only then (R41)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=over to_move=0 knocker=1",
                "no seat is to move when the round is over, and none has drawn (R33)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=over",
                "a round is not over without a knocker while there is a stock (R41)",
            ),
            (
                "/ 8s ; 2c / / phase=over knocker=1 exhausted_by=0",
                "when another seat has emptied the stock nobody can knock (D26)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=meld to_move=0 drawn=1 melded=yes",
                "drawn=1, melded=True and the table do not agree with phase meld (D4)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=end to_move=0 drawn=2",
                "drawn=2, melded=False and the table do not agree with phase end (D4)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=draw to_move=0 drawn=1",
                "drawn=1, melded=False and the table do not agree with phase draw (R8)",
            ),
            (
                "/ 8s ; 2c / / phase=last_lap to_move=0 drawn=1 exhausted_by=1",
                "drawn=1, melded=False and the table do not agree with phase last_lap (D26)",
            ),
            (
                "/ 8s ; 2c / / phase=end to_move=0 drawn=3 exhausted_by=1",
                "the stock does not agree with phase end (R41)",
            ),
            (
                "/ 8s ; 2c / 3c / phase=last_lap to_move=0",
                "the stock does not agree with phase last_lap (R41)",
            ),
            (
                "/ 8s ; / / phase=over exhausted_by=0",
                "a seat has gone out, and the table is empty (D23)",
            ),
            (
                f"{NINES} / ; / / phase=over exhausted_by=1 / {STOPS}",
                "a seat goes out in the lap, and that ends it (D27)",
            ),
            (
                f"{NINES} / 8s ; 2c / 3c / phase=end to_move=0 melded=yes",
                "drawn=0, melded=True and the table do not agree with phase end (D4)",
            ),
            (
                f"{NINES} / ; 8c / / phase=over exhausted_by=1 knocker=1",
                "an empty hand of seat 0: going out would have ended the round (D23)",
            ),
            (
                f"{NINES} / 8c ; / / phase=end to_move=0 drawn=3 exhausted_by=0",
                "an empty hand of seat 1: going out would have ended the round (D23)",
            ),
            (
                f"{NINES} / 8c ; / / phase=meld to_move=0 drawn=1 exhausted_by=0",
                "an empty hand of seat 1: going out would have ended the round (D23)",
            ),
            (
                f"{NINES} / 8c ; 2c ; / / phase=last_lap to_move=1 exhausted_by=0",
                "an empty hand of seat 2: going out would have ended the round (D23)",
            ),
            (
                f"{NINES} / 8c ; ; 2c / / phase=last_lap to_move=1 exhausted_by=0",
                "an empty hand of seat 1: going out would have ended the round (D23)",
            ),
            (
                f"{NINES} / ; 2c ; 8c / / phase=last_lap to_move=2 exhausted_by=0",
                "an empty hand of seat 0: going out would have ended the round (D23)",
            ),
            (
                f"{NINES} / ; 2c / 3c / phase=draw to_move=0",
                "an empty hand of seat 0: going out would have ended the round (D23)",
            ),
        ],
    )
    def test_the_sentence(self, text: str, message: str) -> None:
        """Each its own."""
        assert message_of(lambda: Round.parse(text)) == message

    @pytest.mark.parametrize(
        "text",
        [
            f"{NINES} / 8c ; / 3c / dealer=0 phase=over knocker=1",
            f"{NINES} / 8c ; ; 2c / / dealer=0 to_move=2 phase=last_lap exhausted_by=0",
            f"{NINES} / 8c ; ; / / dealer=0 to_move=0 phase=last_lap exhausted_by=0",
            f"{NINES} / ; 8c ; 2c / / dealer=0 to_move=1 phase=last_lap exhausted_by=2",
            f"{NINES} / ; ; / / dealer=0 phase=over exhausted_by=2",
        ],
    )
    def test_who_may_have_gone_out(self, text: str) -> None:
        """D23, D27: the knocker, or whoever has had the lap."""
        assert str(Round.parse(text)) == text

    @pytest.mark.parametrize("players", [1, 6])
    def test_how_many_play(self, players: int) -> None:
        """R2: two to five, in a round as in a view."""
        hands = (Cards.parse("8s"),) * players
        with pytest.raises(RulesError, match=rf"^2 to 5 players play, not {players} "):
            evolve(STATE, hands=hands)
        with pytest.raises(RulesError, match=rf"^2 to 5 players play, not {players} "):
            evolve(STATE.view(None), hand_sizes=(1,) * players)

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"rules": MeldRules()}, "Rules is expected, not MeldRules("),
            ({"table": "8s 8h 8d"}, "Table is expected, not '8s 8h 8d'"),
            ({"turn": None}, "Turn is expected, not None"),
            ({"turn": Turn(0, phase="draw")}, "Phase is expected, not 'draw'"),  # type: ignore[arg-type]
            ({"turn": Turn(0, drawn=False)}, "int is expected, not False"),
            ({"turn": Turn(0, melded=0)}, "bool is expected, not 0"),  # type: ignore[arg-type]
            ({"hands": [Cards()]}, "hands are a tuple, not [Cards.parse('')]"),
            ({"stock": Cards()}, "Shoe is expected, not Cards.parse('')"),
            ({"dealer": True}, "dealer is a seat from 0 to 1, not True"),
            (
                {"table": Table(rules=RUMMIKUB_MELDS)},
                "the table is under other rules than the round",
            ),
        ],
    )
    def test_other_types(self, changes: dict[str, object], message: str) -> None:
        """The value is shown, in a round and, where a view has the part, in a view."""
        text = message_of(lambda: evolve(STATE, **changes))  # type: ignore[arg-type]
        assert text.startswith(message)
        assert text == message or message.endswith("(")
        if not changes.keys() & {"hands", "stock"}:
            view = STATE.view(0)
            assert message_of(lambda: evolve(view, **changes)) == text  # type: ignore[arg-type]

    @pytest.mark.parametrize(("sizes", "stock"), [((1, -1), 1), ((1, 1), -1), ((1, True), 1)])
    def test_sizes(self, sizes: tuple[int, ...], stock: int) -> None:
        """Of hands and stock: numbers from 0."""
        message = "sizes of hands and stock are whole numbers from 0"
        view = STATE.view(None)
        assert message_of(lambda: evolve(view, hand_sizes=sizes, stock_size=stock)) == message


class TestBuilding:
    """`Round.of` and `Round.deal` refuse what they are not given."""

    def test_of(self) -> None:
        """Hands, a seat that deals, rules of a game."""
        hands, stock = (Cards.parse("8s"), Cards.parse("2c")), Shoe.of("3c")
        assert message_of(lambda: Round.of(7, stock=stock)) == "hands are expected, not 7"  # type: ignore[arg-type]
        assert message_of(lambda: Round.of(hands, stock=stock, dealer=2)) == (
            "dealer is a seat from 0 to 1, not 2"
        )
        assert message_of(
            lambda: Round.of(hands, stock=stock, rules=MeldRules())  # type: ignore[arg-type]
        ).startswith("Rules is expected, not MeldRules(")
        with pytest.raises(RulesError, match=r"^2 to 5 players play, not 1 \(R2\)$"):
            Round.of(hands[:1], stock=stock, dealer=9)

    def test_without_a_stock(self) -> None:
        """No stock is an empty one."""
        hands = (Cards.parse("8s"), Cards.parse("2c"))
        state = Round.of(hands, to_move=1, phase=Phase.LAST_LAP, exhausted_by=0)
        assert state.stock == Shoe()

    def test_deal(self) -> None:
        """A shoe, not its cards."""
        assert message_of(lambda: Round.deal(Cards(), players=2, dealer=0)) == (  # type: ignore[arg-type]
            "Shoe is expected, not Cards.parse('')"
        )

    @pytest.mark.parametrize(
        "text",
        [
            "/ 8s ; ?1 / 3c / to_move=0",
            "/ 8s ; 2c / ?1 / to_move=0",
            "/ 8s ; 2c / 3c / seat=0 to_move=0",
        ],
    )
    def test_a_view_is_no_round(self, text: str) -> None:
        """Each hidden thing, and whose view it is."""
        with pytest.raises(NotationError) as caught:
            Round.parse(text)
        assert caught.value.message == (
            "a round shows all hands and the stock, and is nobody's view"
        )
        assert (caught.value.text, caught.value.span) == (text, (0, len(text)))

    def test_sample(self) -> None:
        """A view, not a round."""
        assert message_of(lambda: Round.sample(STATE, None)).startswith(  # type: ignore[arg-type]
            "RoundView is expected, not Round.parse("
        )
        assert isinstance(STATE.view(0), RoundView)

    @pytest.mark.parametrize("seat", [2, -1, True])
    def test_view(self, seat: int) -> None:
        """A seat that there is."""
        assert message_of(lambda: STATE.view(seat)) == f"seat is a seat from 0 to 1, not {seat}"


class TestSamples:
    """A sample agrees with its view, down to the last card of the shoe."""

    @pytest.mark.parametrize("seat", [None, 0, 1, 2])
    def test_every_card_has_its_place(self, seat: int | None) -> None:
        """Where the whole shoe is dealt, the unseen cards are just those that are hidden."""
        state = Round.deal(Shoe.new(3), players=3, dealer=0).after(parse_move("draw"))
        sample = Round.sample(state.view(seat), Random(7))
        assert sample.view(seat) == state.view(seat)
        every = Cards.together([*sample.hands, Cards(sample.stock)])
        assert every == Cards(Shoe.new(3))


class TestPlayable:
    """`playable` asks of the hand of the seat to move."""

    def test_whose_hand(self) -> None:
        """Of a round, and of the view of its own seat."""
        state = Round.of(
            (Cards.parse("7s Kd"), Cards.parse("8d 8h 8s")),
            table=Table.parse("4s 5s 6s"),
            stock=Shoe.of("2c"),
            to_move=0,
        )
        assert state.playable() == Cards.parse("7s") == state.view(0).playable()
        after = evolve(state, turn=Turn(1))
        assert after.playable() == Cards.parse("8d 8h 8s") == after.view(1).playable()


class TestMoves:
    """A move is one of four, and its text is read generously."""

    def test_no_move(self) -> None:
        """What is no move is shown."""
        for judge in (STATE.check, STATE.after, STATE.view(0).check):
            assert message_of(lambda judge=judge: judge("draw")) == (  # type: ignore[misc]
                "a move is expected, not 'draw'"
            )

    def test_no_text(self) -> None:
        """What is no text, and a text that nobody should read."""
        with pytest.raises(NotationError, match=r"^a text is expected, not 7$"):
            parse_move(7)  # type: ignore[arg-type]
        with pytest.raises(NotationError, match=r"^a text of 100001 characters"):
            parse_move(" " * 100_001)


class TestRules:
    """House rules reach to the end of a turn."""

    def test_a_turn_of_two_draws(self) -> None:
        """Where the second card is the last, it ends the turn, and where the fifth is, that."""
        for most in (2, 5):
            rules = Rules(max_draws=most)
            state = Round.deal(Shoe.new(2, rules=rules), players=2, dealer=0, rules=rules)
            for drawn in range(1, most + 1):
                (draw,) = state.legal_moves()
                state = state.after(draw)
                assert (state.drawn, state.phase) == (
                    drawn,
                    Phase.END if drawn == most else Phase.MELD,
                )
