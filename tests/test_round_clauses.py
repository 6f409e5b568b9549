"""One deal, from the first draw to how it ended, clause by clause."""

from random import Random

import pytest

from manipulation import (
    MANIPULATION,
    RUMMIKUB_MELDS,
    Cards,
    Draw,
    Ending,
    EndTurn,
    Knock,
    Phase,
    Play,
    Round,
    Rules,
    Shoe,
    Table,
)
from tests.rounds import played, two


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
