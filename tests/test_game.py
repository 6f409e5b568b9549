"""Rounds to 150: the deal, the standings, and who wins."""

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    Draw,
    EndTurn,
    Event,
    Game,
    GameView,
    IllegalMoveError,
    Knock,
    ManipulationError,
    NotationError,
    Phase,
    Play,
    PositionError,
    Round,
    Rules,
    RulesError,
    Shoe,
    Standing,
    Tally,
    final_scores,
)
from tests.games import QUICK, after_something, games, shoe
from tests.values import check_value


def codes(error: pytest.ExceptionInfo[IllegalMoveError]) -> list[str]:
    """Name the faults."""
    return [fault.violation.code for fault in error.value.faults]


class TestWholeGames:
    """What holds from the first deal to the winners."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    @pytest.mark.parametrize("seed", range(5))
    def test_a_game_follows_its_rounds(self, players: int, seed: int) -> None:
        """Totals and rounds won are sums of the outcomes; no score falls; the deal passes."""
        rng = Random(seed)
        game = Game.new(players=players, dealer=1, rules=QUICK)
        totals, won, dealer = [0] * players, [0] * players, 1
        while not game.over:
            before = game
            game = after_something(game, rng)
            assert all(old <= new for old, new in zip(before.totals, game.totals, strict=True))
            if game.awaits_deal or game.over:
                assert game.round is not None
                assert game.round.dealer == dealer
                assert game.round.outcome is not None
                for seat in range(players):
                    totals[seat] += game.round.outcome.score.scores[seat]
                    won[seat] += seat in game.round.outcome.score.winners
                dealer = (dealer + 1) % players
            assert (list(game.totals), list(game.rounds_won)) == (totals, won)
            assert game.dealer == dealer
        assert max(totals) >= QUICK.target
        assert game.final == final_scores(totals, rounds_won=won, rules=QUICK)
        assert game.winners == game.final.winners

    @given(games())
    def test_games_are_values_with_a_text(self, game: Game) -> None:
        """They evaluate back, pickle and hash, and so do their views."""
        assert Game.parse(str(game)) == game
        check_value(game)
        check_value(game.view(0))
        check_value(game.tally)
        for standing in game.standings:
            check_value(standing)

    @given(games())
    def test_exactly_one_thing_is_awaited(self, game: Game) -> None:
        """A deal, a move, or nothing any more."""
        assert game.awaits_deal + game.over + bool(game.legal_moves()) == 1
        assert (game.final is None) == (game.winners == ()) == (not game.over)

    @given(games())
    def test_views_follow_by_events(self, game: Game) -> None:
        """A client keeps up without a `Game`, and sees what the game shows its seat."""
        rng = Random(3)
        seats = (*range(game.players), None)
        views = [game.view(seat) for seat in seats]
        for _ in range(15):
            before, game = game, after_something(game, rng)
            if game == before:
                break
            after: list[GameView] = []
            for seat, view in zip(seats, views, strict=True):
                assert game.round is not None
                if before.awaits_deal:
                    after.append(view.dealt(game.round.view(seat)))
                    continue
                event = event_between(before, game, seat)
                after.append(view.after(event))
            views = after
            assert views == [game.view(seat) for seat in seats]

    @given(games())
    def test_views_show_what_is_public(self, game: Game) -> None:
        """D8: The scores are public."""
        for seat in (*range(game.players), None):
            view = game.view(seat)
            assert (view.totals, view.rounds_won, view.standings) == (
                game.totals,
                game.rounds_won,
                game.standings,
            )
            assert (view.over, view.awaits_deal, view.dealer) == (
                game.over,
                game.awaits_deal,
                game.dealer,
            )
            assert view.round == (None if game.round is None else game.round.view(seat))


def event_between(before: Game, after: Game, seat: int | None) -> Event:
    """Find the move that was made, by trying, and show it to a seat."""
    assert before.round is not None
    assert after.round is not None
    for move in (*before.legal_moves(), Play.of(after.round.table)):
        if not before.check(move) and before.after(move) == after:
            return before.round.event(move, seen_by=seat)
    raise AssertionError


class TestD1:
    """D1: The deal passes to the left after each round."""

    def test_the_dealer(self) -> None:
        """And with it the first turn (R7)."""
        game = Game.new(players=3, dealer=2, rules=QUICK)
        rng = Random(5)
        for dealer in (2, 0, 1):
            game = game.deal(shoe(game, rng))
            assert game.round is not None
            assert (game.dealer, game.round.dealer, game.round.to_move) == (
                dealer,
                dealer,
                (dealer + 1) % 3,
            )
            game = knocked_out(game)

    def test_no_deal_before_the_round_is_over(self) -> None:
        """ROUND_IS_NOT_OVER."""
        game = Game.new(players=2, dealer=0)
        game = game.deal(shoe(game, Random(1)))
        with pytest.raises(IllegalMoveError) as refused:
            game.deal(shoe(game, Random(1)))
        assert codes(refused) == ["ROUND_IS_NOT_OVER"]


def knocked_out(game: Game) -> Game:
    """Put the round where the seat to move knocks, and knock, scoring little."""
    assert game.round is not None
    hands = list(map(Cards.parse, ("9c 9d", "8c 8d", "Tc Td")))
    seat = game.dealer
    hands[seat] = Cards.parse("9h 7h")
    state = Round.of(
        hands,
        stock=Shoe.of("Kc"),
        dealer=game.dealer,
        to_move=seat,
        phase=Phase.END,
        drawn=3,
        rules=game.rules,
    )
    return evolve(game, round=state).after(Knock())


class TestR5:
    """R5: The cards are shuffled; each player is dealt 10."""

    def test_before_the_deal_no_move_is_legal(self) -> None:
        """DEAL_FIRST, before the first round and between rounds."""
        game = Game.new(players=2, dealer=0, rules=QUICK)
        assert game.awaits_deal
        assert game.legal_moves() == ()
        between = Game(
            Tally(totals=(0, 13), rounds_won=(0, 1), dealer=1, rules=QUICK),
            Round.parse(f"/ 9c ; 8s / 2c / dealer=0 phase=over knocker=0 / {WORDS}"),
        )
        for one in (game, between):
            assert [fault.violation.code for fault in one.check(Draw())] == ["DEAL_FIRST"]
            with pytest.raises(IllegalMoveError) as refused:
                one.after(Draw())
            assert codes(refused) == ["DEAL_FIRST"]
            with pytest.raises(IllegalMoveError) as refused:
                one.view(0).after(Event(0, Draw()))
            assert codes(refused) == ["DEAL_FIRST"]

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_a_deal(self, players: int) -> None:
        """By the shoe that is passed in: same shoe, same game."""
        game = Game.new(players=players, dealer=0)
        cards = shoe(game, Random(9))
        dealt = game.deal(cards)
        assert dealt.round == Round.deal(cards, players=players, dealer=0)
        assert dealt == game.deal(Shoe.of(str(cards)))

    def test_moves_are_judged_by_the_round(self) -> None:
        """With the seat that moves, if it is given."""
        game = Game.new(players=2, dealer=0)
        game = game.deal(shoe(game, Random(1)))
        assert game.check(Draw()) == game.check(Draw(), 1) == ()
        assert [fault.violation.code for fault in game.check(Draw(), 0)] == ["NOT_YOUR_TURN"]
        with pytest.raises(IllegalMoveError):
            game.after(EndTurn())


WORDS = "hand_size=2 knock_at=20 target=60"

OVER = Game.parse(
    "totals=0,60 rounds_won=0,1 dealer=1"
    f" // / 9c Kc ; 8s / 2c / dealer=0 phase=over knocker=0 / {WORDS}"
)


class TestR43:
    """R43: The game ends when one or more players have 150 points or more."""

    def test_nothing_is_legal_after_it(self) -> None:
        """GAME_IS_OVER, for a move and for a deal."""
        assert OVER.over
        assert not OVER.awaits_deal
        assert [fault.violation.code for fault in OVER.check(Draw())] == ["GAME_IS_OVER"]
        for refuse in (
            lambda: OVER.after(Draw()),
            lambda: OVER.deal(shoe(OVER, Random(1))),
            lambda: OVER.view(0).after(Event(0, Draw())),
            lambda: OVER.view(0).dealt(Round.deal(Shoe.new(2), players=2, dealer=1).view(0)),
        ):
            with pytest.raises(IllegalMoveError) as refused:
                refuse()
            assert codes(refused) == ["GAME_IS_OVER"]

    @pytest.mark.parametrize(("total", "over"), [(149, False), (150, True), (151, True)])
    def test_150_exactly(self, total: int, over: bool) -> None:  # noqa: FBT001 -- a parameter
        """Or more."""
        game = Game(Tally(totals=(0, total), rounds_won=(0, 1), dealer=0))
        assert game.over == over
        assert game.winners == ((1,) if over else ())

    def test_points_in_play_do_not_count_yet(self) -> None:
        """The game ends between rounds."""
        game = Game.new(players=2, dealer=0).deal(Shoe.new(2))
        assert not game.over
        assert game.totals == (0, 0)


class TestR2:
    """R2: 2 to 5 players."""

    @pytest.mark.parametrize("players", [-1, 0, 1, 6, 106])
    def test_other_numbers_are_refused(self, players: int) -> None:
        """Before anything is dealt."""
        with pytest.raises(RulesError):
            Game.new(players=players, dealer=0)

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_these_play(self, players: int) -> None:
        """Each has a hand."""
        game = Game.new(players=players, dealer=0).deal(Shoe.new(players))
        assert game.round is not None
        assert game.players == len(game.round.hands) == players


class TestD34:
    """D34: The 150 are round points with their bonuses of 10 and 25, before R44 and R45.

    Each co-winner counts as having won the round.
    """

    def test_bonuses_count_towards_the_target(self) -> None:
        """A tie with the knocker brings nothing but the undercut bonus of 10."""
        state = Round.parse("/ 5s ; 5h / 2c / dealer=0 to_move=0 phase=end drawn=3")
        for total, over in ((139, False), (140, True)):
            game = Game(Tally(totals=(0, total), rounds_won=(0, 0), dealer=0), state)
            after = game.after(Knock())
            assert after.totals == (0, total + 10)
            assert after.over == over

    def test_rounds_won_do_not(self) -> None:
        """149 with nine rounds won is 149."""
        assert Game(Tally(totals=(149, 0), rounds_won=(9, 0), dealer=0)).awaits_deal

    def test_each_co_winner_has_won(self) -> None:
        """Seats 1 and 2 tie with the knocker."""
        state = Round.parse("/ 5s ; 5h ; 5d / 2c / dealer=0 to_move=0 phase=end drawn=3")
        game = Game(Tally(totals=(0, 0, 0), rounds_won=(1, 1, 1), dealer=0), state).after(Knock())
        assert game.totals == (0, 10, 10)
        assert game.rounds_won == (1, 2, 2)


class TestR46AndD32:
    """R46: The most points win. D32: A tie is a shared win."""

    def test_standings_go_by_total_until_the_end(self) -> None:
        """The one who reached the target need not win."""
        tally = Tally(totals=(152, 148, 148), rounds_won=(2, 7, 7), dealer=0)
        assert Game(tally).winners == (1, 2)
        assert Game(tally).standings == (
            Standing(1, 1, 148, 7, 323),
            Standing(1, 2, 148, 7, 323),
            Standing(3, 0, 152, 2, 302),
        )
        higher = evolve(tally, rules=Rules(target=200))
        assert [one.seat for one in Game(higher).standings] == [0, 1, 2]
        assert [one.place for one in Game(higher).standings] == [1, 2, 2]


class TestConsistency:
    """A game built by hand is consistent, or refused with the reason."""

    @pytest.mark.parametrize("dealer", [-1, 2])
    def test_dealer(self, dealer: int) -> None:
        """A seat."""
        with pytest.raises(PositionError, match="dealer"):
            Game.new(players=2, dealer=dealer)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("totals=1,2 rounds_won=0,0,0 dealer=0 //", "3 seats"),
            ("totals=1,2,3 rounds_won=0,0,0 // / 8s ; 9s / 2c / to_move=0", "other seats"),
            ("totals=1,2 rounds_won=0,0 dealer=1 // / 8s ; 9s / 2c / to_move=0", "another seat"),
            (
                "totals=1,2 rounds_won=0,0 dealer=0 // / 2s ; 9s / 2c / phase=over knocker=0",
                "another seat",
            ),
            ("totals=1,150 rounds_won=0,0 dealer=0 // / 8s ; 9s / 2c / to_move=0", "end the game"),
        ],
    )
    def test_round_and_tally(self, text: str, reason: str) -> None:
        """The round belongs to the game."""
        with pytest.raises(PositionError, match=reason):
            Game.parse(text)

    def test_views(self) -> None:
        """The round is seen from the seat of the view."""
        game = Game.new(players=2, dealer=0).deal(Shoe.new(2))
        view = game.view(0)
        assert game.round is not None
        with pytest.raises(PositionError, match="another seat"):
            GameView(view.tally, game.round.view(1), 0)
        with pytest.raises(PositionError, match="seat"):
            game.view(2)
        with pytest.raises(PositionError, match="other seats"):
            GameView(evolve(view.tally, totals=(0, 0, 0), rounds_won=(0, 0, 0)), view.round, 0)

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("", ""),
            ("totals=0,0", "totals=0,0"),
            ("totals=x,0 rounds_won=0,0 //", "totals=x,0"),
            ("totals=0,0 rounds_won=0,0 // / 8s", " / 8s"),
            ("totals=0,0 rounds_won=0,0 // / 8x ; 9s / 2c / to_move=0", "8x"),
            ("totals=0,0 rounds_won=0,0 colour=red //", "colour=red"),
            ("totals=0,0 rounds_won=0,0 // colour=red", "colour=red"),
        ],
    )
    def test_text_that_is_not_notation(self, text: str, place: str) -> None:
        """Refused in our own words, with the place in the whole text."""
        with pytest.raises(NotationError) as refused:
            Game.parse(text)
        start, end = refused.value.span
        assert refused.value.text[start:end] == place
        assert refused.value.text == text

    @given(st.text(alphabet="28cs*|/;?= adehmnoprtw_01,", max_size=60))
    def test_any_text(self, text: str) -> None:
        """A game, or one of our errors."""
        try:
            game = Game.parse(text)
        except ManipulationError:
            return
        assert Game.parse(str(game)) == game

    def test_rules_are_part_of_the_text(self) -> None:
        """Before the first deal, too."""
        game = Game.new(players=3, dealer=1, rules=QUICK)
        assert str(game) == f"totals=0,0,0 rounds_won=0,0,0 dealer=1 // {WORDS}"
        assert Game.parse(str(game)) == game
        assert str(Game.new(players=2, dealer=0)) == "totals=0,0 rounds_won=0,0 dealer=0 //"
        assert Game.new(players=2, dealer=0).rules == MANIPULATION
