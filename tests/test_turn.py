"""The law of the turn: which move each phase allows, and the code of each that it refuses."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    Draw,
    EndTurn,
    IllegalMoveError,
    Knock,
    ManipulationError,
    Move,
    NotationError,
    Phase,
    Play,
    PositionError,
    Round,
    Rules,
    Shoe,
    Table,
    Turn,
    Violation,
    parse_move,
)
from tests.rounds import rounds
from tests.values import check_value

PLAY = Play.parse("8s 8h 8d")
MOVES: tuple[Move, ...] = (Draw(), PLAY, Knock(), EndTurn())

HAND = "8s 8h 8d Kc"
STOCK = Shoe.of("5d 6d 7d")
NONE = Shoe()


def at(  # noqa: PLR0913 -- a position has so many facts
    phase: Phase = Phase.DRAW,
    *,
    hand: str = HAND,
    stock: Shoe = STOCK,
    drawn: int = 0,
    melded: bool = False,
    exhausted_by: int | None = None,
    table: str = "Ac 2c 3c",
    rules: Rules = MANIPULATION,
) -> Round:
    """Put seat 0 of two before its move."""
    return Round.of(
        (Cards.parse(hand), Cards.parse("9c Tc")),
        stock=stock,
        table=Table.parse(table),
        to_move=0,
        phase=phase,
        drawn=drawn,
        melded=melded,
        exhausted_by=exhausted_by,
        rules=rules,
    )


def codes(state: Round, move: Move, seat: int | None = None) -> list[str]:
    """Name the faults, and hold that a refused move is refused, and changes nothing."""
    faults, before = state.check(move, seat), str(state)
    if faults:
        with pytest.raises(IllegalMoveError) as refused:
            state.after(move, seat)
        assert refused.value.faults == faults
    else:
        state.after(move, seat)
    assert str(state) == before
    return [fault.violation.code for fault in faults]


OVER = Round.of((Cards.parse("2c"), Cards.parse("9c")), stock=STOCK, phase=Phase.OVER, knocker=0)
FEW = "2h"

TABLE: dict[str, tuple[Round, list[str | None]]] = {
    "draw": (at(), [None, "DRAW_FIRST", "KNOCK_BEFORE_TURN_ENDS", "MUST_DRAW"]),
    "one card drawn": (
        at(Phase.MELD, drawn=1),
        [None, None, "KNOCK_BEFORE_TURN_ENDS", "MUST_DRAW"],
    ),
    "two cards drawn": (
        at(Phase.MELD, drawn=2),
        [None, None, "KNOCK_BEFORE_TURN_ENDS", "MUST_DRAW"],
    ),
    "stock empty": (
        at(Phase.MELD, drawn=1, stock=NONE, exhausted_by=0),
        ["STOCK_IS_EMPTY", None, "TOO_MANY_POINTS_TO_KNOCK", None],
    ),
    "stock empty, few points": (
        at(Phase.MELD, drawn=2, stock=NONE, exhausted_by=0, hand=FEW),
        ["STOCK_IS_EMPTY", "CARD_NOT_HELD", None, None],
    ),
    "melded": (
        at(Phase.END, drawn=1, melded=True),
        ["TURN_IS_COMPLETE", "TURN_IS_COMPLETE", "TOO_MANY_POINTS_TO_KNOCK", None],
    ),
    "melded, few points": (
        at(Phase.END, drawn=2, melded=True, hand=FEW),
        ["TURN_IS_COMPLETE", "TURN_IS_COMPLETE", None, None],
    ),
    "third card": (
        at(Phase.END, drawn=3),
        ["TURN_IS_COMPLETE", "NO_MELD_AFTER_THIRD_CARD", "TOO_MANY_POINTS_TO_KNOCK", None],
    ),
    "third card, few points, stock empty": (
        at(Phase.END, drawn=3, hand=FEW, stock=NONE, exhausted_by=0),
        ["TURN_IS_COMPLETE", "NO_MELD_AFTER_THIRD_CARD", None, None],
    ),
    "last lap": (
        at(Phase.LAST_LAP, stock=NONE, exhausted_by=1),
        ["NO_DRAW_IN_LAST_LAP", None, "NO_KNOCK_IN_LAST_LAP", None],
    ),
    "over": (OVER, ["ROUND_IS_OVER"] * 4),
}
"""Positions, and the code that each of `MOVES` gets there; None if the phase lets it pass."""


class TestCodes:
    """A move of a kind that the phase refuses gets that one code and is judged no further."""

    @pytest.mark.parametrize("name", TABLE)
    @pytest.mark.parametrize("number", range(4))
    def test_each_phase_and_each_move(self, name: str, number: int) -> None:
        """The whole table of the law."""
        state, expected = TABLE[name]
        move, code = MOVES[number], expected[number]
        if isinstance(move, Play) and state.may_meld:
            move = Play((*Play.of(state.table).melds, *PLAY.melds))
        assert codes(state, move) == ([] if code is None else [code])

    @pytest.mark.parametrize("name", TABLE)
    def test_legal_moves_are_those_that_check_lets_pass(self, name: str) -> None:
        """Plays are not listed; there is a move until the round is over."""
        state, _ = TABLE[name]
        others = (Draw(), Knock(), EndTurn())
        assert set(state.legal_moves()) == {move for move in others if not state.check(move)}
        assert bool(state.legal_moves()) == (state.phase is not Phase.OVER)

    def test_a_play_is_judged_whole_where_the_phase_allows_one(self) -> None:
        """Every fault of the play is named, in the order of the codes."""
        state = at(Phase.MELD, drawn=1)
        assert codes(state, Play.parse("9s 9h")) == [
            "TABLE_CARD_TAKEN",
            "CARD_NOT_HELD",
            "TOO_FEW_CARDS",
        ]

    @pytest.mark.parametrize("move", MOVES)
    def test_over_comes_before_not_your_turn(self, move: Move) -> None:
        """And that before the rest."""
        assert codes(OVER, move, 1) == ["ROUND_IS_OVER"]
        assert codes(at(), move, 1) == ["NOT_YOUR_TURN"]
        assert codes(at(), move, 7) == ["NOT_YOUR_TURN"]

    @given(rounds(), st.sampled_from(MOVES))
    def test_check_and_after_agree(self, state: Round, move: Move) -> None:
        """A move is refused by both or by neither."""
        codes(state, move)

    def test_what_is_no_move_is_refused(self) -> None:
        """A text is no move until it is read."""
        with pytest.raises(PositionError, match="a move is expected"):
            at().after("draw")  # type: ignore[arg-type]


class TestR8:
    """R8: Phase 1: draw one card, then meld if you wish."""

    def test_the_card_drawn_is_the_top(self) -> None:
        """It goes to the hand, and the stock loses it."""
        after = at().after(Draw())
        assert after.hands[0] == Cards.parse(HAND) + Cards.parse("5d")
        assert after.stock == Shoe.of("6d 7d")
        assert (after.to_move, after.phase, after.drawn) == (0, Phase.MELD, 1)

    def test_then_a_meld(self) -> None:
        """The cards played leave the hand and lie on the table."""
        after = at().after(Draw()).after(Play.parse("Ac 2c 3c | 8s 8h 8d"))
        assert after.hands[0] == Cards.parse("5d Kc")
        assert after.table == Table.parse("8s 8h 8d | Ac 2c 3c")
        assert (after.to_move, after.phase, after.melded) == (0, Phase.END, True)


class TestR9:
    """R9: Phase 2: if no meld was played after the first card, draw a second, then meld."""

    def test_a_second_card(self) -> None:
        """A meld after it is legal."""
        after = at().after(Draw()).after(Draw())
        assert (after.phase, after.drawn, after.may_meld) == (Phase.MELD, 2, True)
        assert codes(after, Play.parse("Ac 2c 3c | 8s 8h 8d")) == []

    def test_none_after_a_meld(self) -> None:
        """D5: After the meld, no more drawing."""
        after = at().after(Draw()).after(Play.parse("Ac 2c 3c | 8s 8h 8d"))
        assert codes(after, Draw()) == ["TURN_IS_COMPLETE"]


class TestR10AndR11:
    """R10: If no meld was played after the second card, draw a third. R11: No meld after it."""

    def test_a_third_card_ends_the_turn(self) -> None:
        """Even if it completes a meld."""
        state = at(hand="2s 3s Kc", stock=Shoe.of("9d 9h 4s 5s"))
        after = state.after(Draw()).after(Draw()).after(Draw())
        assert (after.phase, after.drawn, after.may_meld) == (Phase.END, 3, False)
        assert codes(after, Play.parse("Ac 2c 3c | 2s 3s 4s")) == ["NO_MELD_AFTER_THIRD_CARD"]

    def test_a_fourth_is_refused(self) -> None:
        """The turn is complete."""
        assert codes(at(Phase.END, drawn=3), Draw()) == ["TURN_IS_COMPLETE"]

    def test_other_rules_may_allow_more(self) -> None:
        """The number of draws is in the rules."""
        rules = evolve(MANIPULATION, max_draws=4)
        after = at(rules=rules).after(Draw()).after(Draw()).after(Draw())
        assert (after.phase, after.drawn) == (Phase.MELD, 3)


class TestR12:
    """R12: Play goes clockwise."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_the_turn_passes_to_the_left(self, players: int) -> None:
        """Seat n + 1 follows seat n, and seat 0 the last."""
        hands = tuple(Cards.parse("Kc") for _ in range(players))
        rules = Rules(decks=(5, 5, 5, 5))
        for seat in range(players):
            state = Round.of(
                hands, stock=STOCK, to_move=seat, phase=Phase.END, drawn=3, rules=rules
            )
            after = state.after(EndTurn(), seat)
            assert (after.to_move, after.phase) == ((seat + 1) % players, Phase.DRAW)
            assert (after.drawn, after.melded) == (0, False)


class TestD3:
    """D3: No melding before the first draw."""

    def test_even_with_a_meld_in_hand(self) -> None:
        """The play would be legal otherwise."""
        play = Play.parse("Ac 2c 3c | 8s 8h 8d")
        assert codes(at(), play) == ["DRAW_FIRST"]
        assert codes(at().after(Draw()), play) == []


class TestD4:
    """D4: Without a meld the next draw is compulsory."""

    @pytest.mark.parametrize("drawn", [1, 2])
    def test_the_turn_cannot_end(self, drawn: int) -> None:
        """Only the draw is left beside the meld."""
        state = at(Phase.MELD, drawn=drawn)
        assert codes(state, EndTurn()) == ["MUST_DRAW"]
        assert state.legal_moves() == (Draw(),)


class TestD5:
    """D5: One meld action a turn; it may play any number of hand cards and rearrange the table."""

    def test_no_second_play(self) -> None:
        """The turn is complete after the first."""
        after = at(Phase.MELD, drawn=1, hand="8s 8h 8d 8c Kc").after(
            Play.parse("Ac 2c 3c | 8s 8h 8d")
        )
        assert codes(after, Play.parse("Ac 2c 3c | 8s 8h 8d 8c")) == ["TURN_IS_COMPLETE"]

    def test_many_cards_and_the_whole_table(self) -> None:
        """Seven cards at once, and the old meld is broken up."""
        state = at(Phase.MELD, drawn=1, hand="Ad Ah 2d 2h 3d 3h 8s Kc")
        after = state.after(Play.parse("Ac Ad Ah | 2c 2d 2h | 3c 3d 3h"))
        assert after.hands[0] == Cards.parse("8s Kc")


class TestD6:
    """D6: Nobody is ever obliged to meld."""

    def test_one_may_draw_on(self) -> None:
        """With a meld in hand."""
        assert codes(at(Phase.MELD, drawn=1), Draw()) == []


class TestD7:
    """D7: A refused meld changes nothing and costs nothing: try again, or draw on."""

    def test_a_refused_play_then_a_draw(self) -> None:
        """And then the right play."""
        state = at(Phase.MELD, drawn=1)
        same = Round.parse(str(state))
        with pytest.raises(IllegalMoveError):
            state.after(Play.parse("8s 8h"))
        assert state == same
        assert state.after(Draw()) == same.after(Draw())
        assert codes(state, Play.parse("Ac 2c 3c | 8s 8h 8d")) == []


class TestR32AndD22:
    """R32: After his turn, a player with five points or fewer left in hand may knock.

    D22: Only when one's own turn has ended: by a meld, by the third card, or by D24.
    """

    @pytest.mark.parametrize(
        ("hand", "legal"),
        [("Ac Ad Ah As Ac", True), ("5s", True), ("2s 3s", True), ("6s", False), ("*", False)],
    )
    def test_points(self, hand: str, legal: bool) -> None:  # noqa: FBT001 -- a parameter
        """Five aces are five points, one joker is 25."""
        state = at(Phase.END, drawn=3, hand=hand, table="", rules=Rules(decks=(2, 2, 2, 2)))
        assert codes(state, Knock()) == ([] if legal else ["TOO_MANY_POINTS_TO_KNOCK"])
        assert (Knock() in state.legal_moves()) == legal
        assert EndTurn() in state.legal_moves()

    def test_not_in_mid_turn(self) -> None:
        """With few points, before the draw and after it."""
        for state in (at(hand="2s"), at(Phase.MELD, drawn=1, hand="2s")):
            assert codes(state, Knock()) == ["KNOCK_BEFORE_TURN_ENDS"]

    def test_the_round_is_over(self) -> None:
        """R33: The round ends at once and is scored."""
        after = at(Phase.END, drawn=3, hand="2s").after(Knock())
        assert (after.phase, after.to_move, after.knocker) == (Phase.OVER, None, 0)
        assert after.outcome is not None
        assert after.outcome.points == (2, 19)


class TestD24:
    """D24: The one who draws the last card finishes his turn as usual."""

    @pytest.mark.parametrize(("drawn", "phase"), [(0, Phase.MELD), (1, Phase.MELD), (2, Phase.END)])
    def test_the_last_card_as_first_second_or_third(self, drawn: int, phase: Phase) -> None:
        """He may meld after cards 1 and 2; R11 binds who really drew three."""
        before = Phase.MELD if drawn else Phase.DRAW
        after = at(before, drawn=drawn, stock=Shoe.of("4d")).after(Draw())
        assert (after.phase, after.drawn, after.exhausted_by) == (phase, drawn + 1, 0)
        play = Play.parse("Ac 2c 3c | 8s 8h 8d")
        assert codes(after, play) == (["NO_MELD_AFTER_THIRD_CARD"] if drawn == 2 else [])
        assert after.legal_moves() == (EndTurn(),)

    def test_when_a_draw_is_due_and_none_is_left_he_ends_the_turn(self) -> None:
        """Or knocks with few points."""
        state = at(Phase.MELD, drawn=1, stock=NONE, exhausted_by=0, hand="5s")
        assert codes(state, Draw()) == ["STOCK_IS_EMPTY"]
        assert set(state.legal_moves()) == {EndTurn(), Knock()}


class TestText:
    """Moves are values with a text."""

    @pytest.mark.parametrize("move", [*MOVES, Play.parse("8s* 7s 6s | Ks Kd Kc")])
    def test_moves_read_back(self, move: Move) -> None:
        """`draw`, `knock`, `end`, or the melds."""
        assert parse_move(str(move)) == move
        assert parse_move(f"  {str(move).upper()} ") == move
        check_value(move)

    @pytest.mark.parametrize("text", ["pass", "undo", " end turn", "4x 5c 6c"])
    def test_what_begins_with_no_card_is_no_move(self, text: str) -> None:
        """The moves are named, and the word is marked; a card that is misread later is one."""
        word = text.split(maxsplit=1)[0]
        with pytest.raises(NotationError, match="not a move: draw, knock, end, or the melds") as it:
            parse_move(text)
        assert text[slice(*it.value.span)] == word
        with pytest.raises(NotationError, match="not a card"):
            parse_move(f"4c {text}")

    @given(st.text(max_size=12))
    def test_other_text_is_refused_in_our_words(self, text: str) -> None:
        """Text is a move, or one of our errors."""
        try:
            move = parse_move(text)
        except ManipulationError:
            return
        assert parse_move(str(move)) == move

    def test_turns_and_phases_are_values(self) -> None:
        """They evaluate back, pickle and hash."""
        check_value(Turn(1, Phase.MELD, 2, exhausted_by=1))
        check_value(Phase.LAST_LAP)


def test_every_code_of_the_turn_is_tested_here() -> None:
    """The table of codes above is whole."""
    named = {code for _, row in TABLE.values() for code in row if code} | {"NOT_YOUR_TURN"}
    places = range(Violation.NOT_YOUR_TURN.place, Violation.ROUND_IS_OVER.place + 1)
    assert {code.code for code in Violation if code.place in places} <= named
