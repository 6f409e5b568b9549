"""What a game and its tally refuse, in so many words."""

from __future__ import annotations

import pytest
from attrs import evolve

from manipulation import (
    MANIPULATION,
    Cards,
    Draw,
    Fault,
    Game,
    GameView,
    IllegalMoveError,
    Knock,
    MeldRules,
    NotationError,
    Outcome,
    Phase,
    PositionError,
    Round,
    Rules,
    RulesError,
    Shoe,
    Tally,
    Violation,
    score_round,
)

DEALT = Game.new(players=3, dealer=0).deal(Shoe.new(3))


class TestTallies:
    """A tally is numbers by seat, the seat that deals, and the rules."""

    @pytest.mark.parametrize(
        ("totals", "rounds_won", "dealer", "message"),
        [
            ([1, 2], (0, 0), 0, "totals are a tuple, not [1, 2]"),
            ((1, 2), [0, 0], 0, "rounds_won are a tuple, not [0, 0]"),
            ((1, 2), (0, 0, 0), 0, "2 totals, but rounds won of 3 seats"),
            ((1, 2), (0, 0), 2, "dealer is a seat from 0 to 1, not 2"),
            ((1, 2), (0, 0), -1, "dealer is a seat from 0 to 1, not -1"),
            ((1, -2), (0, 0), 0, "totals are whole numbers from 0, not -2"),
        ],
    )
    def test_what_is_refused(
        self, totals: tuple[int, ...], rounds_won: tuple[int, ...], dealer: int, message: str
    ) -> None:
        """Each with its own sentence."""
        with pytest.raises(PositionError) as caught:
            Tally(totals=totals, rounds_won=rounds_won, dealer=dealer)
        assert str(caught.value) == message

    def test_no_rules(self) -> None:
        """Meld rules are not the rules of a game."""
        with pytest.raises(PositionError, match=r"^Rules is expected, not MeldRules\("):
            Tally(totals=(1, 2), rounds_won=(0, 0), dealer=0, rules=MeldRules())  # type: ignore[arg-type]

    def test_the_outcome_of_another_game(self) -> None:
        """An outcome is added only where as many seats play."""
        tally = Tally(totals=(1, 2), rounds_won=(0, 0), dealer=0)
        with pytest.raises(PositionError, match=r"^the outcome is of 3 seats, the tally of 2$"):
            tally.after(Outcome.of([1, 2, 3]))
        with pytest.raises(PositionError, match=r"^Outcome is expected, not None$"):
            tally.after(None)  # type: ignore[arg-type]
        for other in (
            Outcome.of([1, 5], rules=Rules(undercut_bonus=9), knocker=1),
            evolve(Outcome.of([1, 5]), points=(5, 1)),
            evolve(Outcome.of([1, 5]), score=None),  # type: ignore[arg-type]
            evolve(Outcome.of([1, 5]), score=score_round([1, 6])),
        ):
            with pytest.raises(PositionError, match=r"^the outcome is not as the rules .* score"):
                tally.after(other)
        assert tally.after(Outcome.of([1, 5])) == Tally(totals=(5, 2), rounds_won=(1, 0), dealer=1)


class TestGames:
    """A game is a tally and a round that belongs to it."""

    def test_new(self) -> None:
        """Two to five players, under the rules of a game."""
        with pytest.raises(PositionError, match=r"^Rules is expected, not MeldRules\("):
            Game.new(players=3, dealer=0, rules=MeldRules())  # type: ignore[arg-type]
        for players in (1, 6, True, -1, 10**9):
            with pytest.raises(RulesError, match=r"^2 to 5 players play, not "):
                Game.new(players=players, dealer=0)

    @pytest.mark.parametrize(
        ("tally", "state", "message"),
        [
            (None, None, "Tally is expected, not None"),
            (DEALT.tally, DEALT, "Round is expected, not Game.parse("),
            (
                Tally(totals=(0, 0), rounds_won=(0, 0), dealer=0),
                DEALT.round,
                "the round has other seats or other rules than the game",
            ),
            (
                Tally(totals=(0, 0, 0), rounds_won=(0, 0, 0), dealer=0, rules=Rules(knock_at=9)),
                DEALT.round,
                "the round has other seats or other rules than the game",
            ),
            (
                Tally(totals=(0, 0, 0), rounds_won=(0, 0, 0), dealer=1),
                DEALT.round,
                "the round was dealt by another seat than the tally says (D1)",
            ),
            (
                Tally(totals=(0, 150, 0), rounds_won=(0, 3, 0), dealer=0),
                DEALT.round,
                "a round is in play, and a seat has the points that end the game (R43)",
            ),
        ],
    )
    def test_what_is_refused(self, tally: Tally, state: Round | None, message: str) -> None:
        """A game, and a view of one alike."""
        with pytest.raises(PositionError) as caught:
            Game(tally, state)
        text = str(caught.value)
        assert text.startswith(message) if message.endswith("(") else text == message
        view = state.view(0) if isinstance(state, Round) else None
        if isinstance(state, Round):
            with pytest.raises(PositionError) as caught:
                GameView(tally, view, 0)
            assert str(caught.value) == message

    def test_a_view_holds_a_view(self) -> None:
        """A round with its secrets is no part of a view, nor a view of a game."""
        with pytest.raises(PositionError, match=r"^RoundView is expected, not Round\."):
            GameView(DEALT.tally, DEALT.round, 0)  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^Round is expected, not RoundView\."):
            Game(DEALT.tally, DEALT.view(0).round)  # type: ignore[arg-type]

    @pytest.mark.parametrize("text", ["", "totals=1,2", " / "])
    def test_no_game(self, text: str) -> None:
        """Without its `//` a text is no game."""
        with pytest.raises(NotationError) as caught:
            Game.parse(text)
        assert caught.value.message == "a game is its tally // and a round"
        assert (caught.value.text, caught.value.span) == (text, (0, len(text)))

    def test_no_tally(self) -> None:
        """A tally without seats is refused, wherever the `//` stands; a second one is no rule."""
        for text in ("//", " //"):
            with pytest.raises(RulesError, match=r"^2 to 5 players play, not 0 \(R2\)$"):
                Game.parse(text)
        with pytest.raises(NotationError) as caught:
            Game.parse("totals=0,0 rounds_won=0,0 dealer=0 // hand_size=7 //")
        assert caught.value.span[0] >= len("totals=0,0 rounds_won=0,0 dealer=0 //")
        with pytest.raises(NotationError, match=r"^a text is expected, not 7$"):
            Game.parse(7)  # type: ignore[arg-type]

    def test_words_left_out(self) -> None:
        """Seat 0 deals unless another is named; points and rounds won must be."""
        assert Game.parse("totals=0,0 rounds_won=0,0 //").dealer == 0
        for text in ("totals=0,0 //", "rounds_won=0,0 //"):
            with pytest.raises(RulesError, match=r"^2 to 5 players play, not 0 \(R2\)$"):
                Game.parse(text)

    def test_a_game_that_is_over(self) -> None:
        """R43: without a round too, a game whose tally has the target waits for nothing."""
        game = Game(Tally(totals=(0, 150, 0), rounds_won=(0, 3, 0), dealer=0))
        assert game.over
        assert not game.awaits_deal
        (move,) = DEALT.legal_moves()
        assert game.check(move) == (Fault(Violation.GAME_IS_OVER),)
        with pytest.raises(IllegalMoveError, match=r"^GAME_IS_OVER \(R43\)"):
            game.after(move)
        assert game.rules == MANIPULATION


class TestR12:
    """R12: Play goes clockwise."""

    @pytest.mark.parametrize("seat", [0, 2])
    def test_another_seat_moves(self, seat: int) -> None:
        """A move of a seat whose turn it is not is refused, by the game as by its round."""
        assert DEALT.check(Draw(), seat) == (Fault(Violation.NOT_YOUR_TURN),)
        with pytest.raises(IllegalMoveError, match=r"^NOT_YOUR_TURN \(R12\)"):
            DEALT.after(Draw(), seat)
        assert DEALT.after(Draw(), 1) == DEALT.after(Draw())


class TestViews:
    """What a seat sees of a game leads it through the game."""

    @pytest.mark.parametrize("seat", [-1, 3, True, "0"])
    def test_no_seat(self, seat: int) -> None:
        """Three players have the seats 0 to 2."""
        for view in (DEALT.view, lambda seat: GameView(DEALT.tally, None, seat)):
            with pytest.raises(PositionError, match=rf"^seat is a seat from 0 to 2, not {seat!r}$"):
                view(seat)

    def test_another_seat(self) -> None:
        """The view of the game and that of its round are one seat's."""
        message = "^the round is seen from another seat than the game$"
        for seat in (1, None):
            with pytest.raises(PositionError, match=message):
                GameView(DEALT.tally, DEALT.view(0).round, seat)

    @pytest.mark.parametrize("seat", [None, 0, 1])
    def test_the_end_of_a_round(self, seat: int | None) -> None:
        """R34 to R38: whoever follows by events has the points when the round ends."""
        state = Round.of(
            [Cards.parse("9h 2s"), Cards.parse("2c 3c")],
            stock=Shoe.of("Kd"),
            phase=Phase.END,
            drawn=3,
        )
        game = Game(Tally(totals=(0, 0), rounds_won=(0, 0), dealer=0), state)
        view = game.view(seat)
        event = state.event(Knock(), seen_by=seat)
        after = game.after(Knock())
        assert view.after(event) == after.view(seat)
        assert (after.totals, after.rounds_won, after.dealer) == ((0, 6), (0, 1), 1)
        assert view.after(event).totals == (0, 6)
