"""Bots: legal everywhere, blind to secrets, values without memory; and what each of them does."""

import pickle
from itertools import combinations
from math import comb
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Bot,
    Cards,
    Draw,
    EndTurn,
    Game,
    GameView,
    GreedyBot,
    Knock,
    LookaheadBot,
    MeldRules,
    Move,
    PatientBot,
    Phase,
    Play,
    PositionError,
    RandomBot,
    Round,
    Rules,
    Shoe,
    Table,
    Tally,
    best_play,
    count_plays,
)
from manipulation.bots.lookahead import other_moves, thinner_plays
from manipulation.bots.patient import last_takers, small_play
from manipulation.bots.undercutting import undercut_chance, ways_to_hold
from tests.rounds import rounds, with_hidden_cards_swapped

QUICK: tuple[Bot, ...] = (RandomBot(), GreedyBot(), PatientBot(), PatientBot(last_turns=9))
BOTS: tuple[Bot, ...] = (*QUICK, LookaheadBot(playouts=10))


def seen(state: Round, seat: int | None = None) -> GameView:
    """Give what a seat, by default the one to move, knows in the first round of a game."""
    over = state.phase is Phase.OVER
    none = (0,) * state.players
    dealer = (state.dealer + over) % state.players
    tally = Tally(totals=none, rounds_won=none, dealer=dealer, rules=state.rules)
    seat = state.to_move if seat is None else seat
    return GameView(tally, state.view(seat), seat)


def chosen(bot: Bot, state: Round, seed: int = 0) -> Move:
    """Ask a bot for a move, and hold that it is legal."""
    move = bot.choose(seen(state), Random(seed))
    assert state.check(move) == ()
    return move


FEWER = settings(max_examples=(settings().max_examples + 3) // 4)
"""For what every bot does: the one that looks ahead takes its time."""


class TestEveryBot:
    """What holds for all of them."""

    @FEWER
    @given(rounds(over=False), st.integers(0, 99))
    def test_every_move_is_legal(self, state: Round, seed: int) -> None:
        """From every state that legal moves lead to, under any rules, a bot makes a legal move."""
        for bot in BOTS:
            chosen(bot, state, seed)

    @given(rounds(over=False), st.integers(0, 99), st.integers(0, 99))
    def test_what_is_hidden_makes_no_difference(self, state: Round, seed: int, other: int) -> None:
        """With the hidden cards dealt anew a bot makes the same move (D8)."""
        swapped = with_hidden_cards_swapped(state, state.to_move, Random(other))
        for bot in BOTS:
            assert chosen(bot, state, seed) == chosen(bot, swapped, seed)

    @given(rounds(), st.integers(0, 99))
    def test_a_bot_is_a_value(self, state: Round, seed: int) -> None:
        """A pickled bot is the same bot, and makes the same moves."""
        for bot in BOTS:
            copy = pickle.loads(pickle.dumps(bot))  # noqa: S301 -- pickled one line above
            assert copy == bot
            assert hash(copy) == hash(bot)
            if state.phase is not Phase.OVER:
                assert chosen(copy, state, seed) == chosen(bot, state, seed)

    @pytest.mark.parametrize("bot", [*QUICK, LookaheadBot(playouts=2)], ids=str)
    @pytest.mark.parametrize("players", [2, 5])
    def test_a_round_comes_to_its_end(self, bot: Bot, players: int) -> None:
        """From the deal on, each bot by itself on all seats plays a round out."""
        rng = Random(players)
        game = Game.new(players=players, dealer=0).deal(Shoe.new(players).shuffled(rng))
        for _ in range(1_000):
            if game.round is None or game.round.to_move is None:
                break
            game = game.after(bot.choose(game.view(game.round.to_move), rng))
        assert game.phase is Phase.OVER

    @pytest.mark.parametrize("bot", QUICK, ids=str)
    @pytest.mark.parametrize("melds", [MeldRules(jokers_per_meld=1), MeldRules(ace="low")], ids=str)
    def test_many_cards_and_jokers_take_no_time_to_list(self, bot: Bot, melds: MeldRules) -> None:
        """Nobody lists the plays of a large hand, of which there are very many."""
        rules = Rules(melds=melds, jokers=(4, 4, 4, 4), decks=(2, 2, 2, 2), hand_size=20)
        state = Round.deal(
            Shoe.new(2, rules=rules).shuffled(Random(3)), players=2, dealer=0, rules=rules
        ).after(Draw())
        chosen(bot, state)

    @given(rounds())
    def test_only_the_seat_to_move_is_asked(self, state: Round) -> None:
        """A view of another seat, of a spectator, or without a round in play is refused."""
        games = [seen(state, seat) for seat in range(state.players) if seat != state.to_move]
        games += [
            Game.new(players=2, dealer=0).view(0),
            evolve(seen(state, 0), seat=None, round=state.view(None)),
        ]
        for bot in BOTS:
            for game in games:
                with pytest.raises(PositionError):
                    bot.choose(game, Random(0))

    @pytest.mark.parametrize("rng", [None, 7, Random], ids=repr)
    def test_without_a_source_of_chance(self, rng: Random) -> None:
        """A bot that takes chances says what it misses."""
        state = Round.deal(Shoe.new(2), players=2, dealer=0)
        with pytest.raises(PositionError, match=r"^a generator such as .* is expected, not "):
            RandomBot().choose(seen(state), rng)


def gone_on(state: Round) -> Round:
    """Go on until a meld is allowed, if one will be."""
    while not state.may_meld and state.to_move is not None:
        state = state.after(state.legal_moves()[0])
    return state


before_a_meld = rounds(over=False).map(gone_on).filter(lambda state: state.may_meld)
"""States in which a meld is allowed."""


def at_the_end(*hands: str) -> Round:
    """Give a round in which the first seat has drawn its third card."""
    held = tuple(map(Cards.parse, hands))
    return Round.of(held, stock=Shoe.of("5c 5d"), to_move=0, phase=Phase.END, drawn=3)


def may_meld(hand: str, *, table: str = "", stock: int = 18, drawn: int = 1) -> Round:
    """Give a round of two in which the first seat may meld; the stock has up to 18 cards."""
    low = "2c 2d 2h 3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 7d 7h"
    return Round.of(
        (Cards.parse(hand), Cards.parse("Jc Jd Qc Qd Ks")),
        stock=Shoe(Shoe.of(low).cards[:stock]),
        table=Table.parse(table),
        to_move=0,
        phase=Phase.MELD,
        drawn=drawn,
        exhausted_by=None if stock else 0,
    )


class TestRandomBot:
    """A bot by chance."""

    def test_every_kind_of_move_has_a_chance(self) -> None:
        """It draws, and it plays each of the sets of cards that can be played."""
        state = may_meld("3s 7s 9d 9h 9s Kd", table="4s 5s 6s")
        moves = [chosen(RandomBot(), state, seed) for seed in range(500)]
        played = {move.cards - state.table.cards for move in moves if isinstance(move, Play)}
        assert len(played) == count_plays(state.table, state.hands[0])
        assert Draw() in moves

    def test_it_knocks_or_not(self) -> None:
        """Where it may knock it sometimes does."""
        state = at_the_end("2c", "Kd Kc")
        assert {chosen(RandomBot(), state, seed) for seed in range(50)} == {Knock(), EndTurn()}


class TestGreedyBot:
    """A bot that takes what it can."""

    @given(before_a_meld)
    def test_it_leaves_the_fewest_points(self, state: Round) -> None:
        """Where it may meld and can, no play leaves fewer points (R31)."""
        hand = state.hands[state.to_move or 0]
        move, best = chosen(GreedyBot(), state), best_play(state.table, hand)
        assert isinstance(move, Play) is (best is not None)
        if isinstance(move, Play) and best is not None:
            kept = hand - (move.cards.undeclared_again - state.table.cards.undeclared_again)
            assert state.rules.melds.points_of(kept) == best.points_left

    def test_it_knocks_when_it_may(self) -> None:
        """With five points or fewer it knocks, with more it ends its turn (R32)."""
        assert chosen(GreedyBot(), at_the_end("5s", "Ac")) == Knock()
        assert chosen(GreedyBot(), at_the_end("6s", "Ac")) == EndTurn()


class TestPatientBot:
    """A bot that holds back."""

    def test_it_keeps_a_meld(self) -> None:
        """A meld that leaves too many points to knock stays in hand, and it draws on."""
        state = may_meld("8c 8d 8h Ts Kd")
        assert chosen(GreedyBot(), state) != Draw()
        assert chosen(PatientBot(), state) == Draw()

    def test_it_melds_to_end_the_round(self) -> None:
        """A meld that leaves few enough points is made, and then it knocks (R32)."""
        state = may_meld("8c 8d 8h 5s")
        move = chosen(PatientBot(), state)
        assert move == Play.parse("8c 8d 8h")
        assert chosen(PatientBot(), state.after(move)) == Knock()

    @pytest.mark.parametrize("stock", range(1, 12))
    def test_it_leaves_the_last_card_to_itself(self, stock: int) -> None:
        """With two players, it stops drawing where a multiple of four is left, near the end."""
        state = may_meld("8c 8d 8h Ts Kd", stock=stock)
        stops = stock in (4, 8)
        assert isinstance(chosen(PatientBot(), state), Play) is stops
        assert chosen(PatientBot(last_turns=0), state) == Draw()

    def test_where_it_cannot_stop_it_draws_on(self) -> None:
        """Without anything to meld it draws."""
        assert chosen(PatientBot(), may_meld("8c 8d Ts Kd", stock=4)) == Draw()

    def test_it_waits_for_the_lap(self) -> None:
        """When it has taken the last card, it melds in the lap, after all others (D26)."""
        state = may_meld("8c 8d 8h Ts Kd", stock=0, drawn=2)
        assert chosen(PatientBot(), state) == EndTurn()
        state = state.after(EndTurn()).after(EndTurn())
        assert state.phase is Phase.LAST_LAP
        assert chosen(PatientBot(), state) == Play.parse("8c 8d 8h")

    def test_a_risky_knock_is_left_alone(self) -> None:
        """With five points it knocks against many cards, not against one card in each hand."""
        assert chosen(PatientBot(), at_the_end("5s", "Kd Kc Kh 9s")) == Knock()
        assert chosen(PatientBot(), at_the_end("5s", "Kd", "Kc", "Kh", "9s")) == EndTurn()

    @pytest.mark.parametrize("turns", [-1, 1.5, None])
    def test_turns_are_a_number(self, turns: int) -> None:
        """What is no number of turns is refused."""
        with pytest.raises(PositionError, match="turns are a number from 0"):
            PatientBot(last_turns=turns)


class TestTheLastCard:
    """Who takes the last card of the stock (R8 to R10, D26)."""

    @pytest.mark.parametrize("draws", range(1, 6))
    def test_two_play_nim(self, draws: int) -> None:
        """Of two, whoever is to draw takes the last card, unless a multiple of `draws` + 1 is left.

        A stock that is empty was emptied by the other.
        """
        takers = last_takers(40, players=2, draws=draws)
        assert takers == tuple(int(stock % (draws + 1) == 0) for stock in range(41))

    @pytest.mark.parametrize("players", range(2, 6))
    def test_each_takes_what_suits_it(self, players: int) -> None:
        """Every seat takes as many as lead to the latest place in the lap, as D26 orders it."""
        assert last_takers(13, players=players, draws=3) == tuple(
            taker_of_the_last(stock, 0, players) for stock in range(14)
        )


def taker_of_the_last(stock: int, seat: int, players: int) -> int:
    """Find the seat that takes the last card, `seat` being to draw, by the places in the lap."""
    if not stock:
        return (seat - 1) % players
    left = (seat + 1) % players
    takers = {
        taker_of_the_last(stock - drawn, left, players) for drawn in range(1, min(stock, 3) + 1)
    }
    lap = {taker: [(taker + 1 + place) % players for place in range(players)] for taker in takers}
    return max(takers, key=lambda taker: lap[taker].index(seat))


class TestSmallPlays:
    """A play that gives little to build on."""

    @given(before_a_meld)
    def test_they_are_legal(self, state: Round) -> None:
        """One card or three are played, legally."""
        play = small_play(state.view(state.to_move))
        if play is not None:
            assert state.check(play) == ()
            assert len(play.cards) - len(state.table.cards) in (1, 3)

    def test_one_card_is_enough(self) -> None:
        """On a table it lays one card, the dearest that goes."""
        state = may_meld("3s 7s 8c 8d 8h", table="4s 5s 6s")
        assert small_play(state.view(0)) == Play.parse("4s 5s 6s 7s")

    def test_the_meld_that_least_goes_with(self) -> None:
        """Of two melds it lays down that to which fewer unseen cards can be added."""
        state = may_meld("8c 8d 8h 9s Ts Js 8s")
        assert small_play(state.view(0)) == Play.parse("8c 8d 8h")


class TestUndercutting:
    """The chance that a knock is undercut (R37, R38)."""

    @given(st.lists(st.integers(0, 25), max_size=9), st.integers(0, 40))
    def test_sets_are_counted(self, values: list[int], points: int) -> None:
        """The sets of so many cards with few points are those found by trying them all."""
        every = [
            sum(sum(held) <= points for held in combinations(values, size))
            for size in range(len(values) + 1)
        ]
        ways = ways_to_hold(values, points=points)
        assert ways == every[: len(ways)]
        assert not any(every[len(ways) :])

    def test_one_card_against_one(self) -> None:
        """Of the 52 cards unseen, the 19 from ace to five come to five points or fewer."""
        view = at_the_end("5s", "Kd").view(0)
        assert undercut_chance(view) == pytest.approx(19 / 52)

    def test_many_points_are_counted_in_units(self) -> None:
        """Under rules with large numbers the chance is near the one that they have divided."""
        melds = MeldRules(points=tuple(40 * points for points in MANIPULATION.melds.points))
        rules = Rules(melds=melds, knock_at=200)
        hands = (Cards.parse("5s"), Cards.parse("Kd 2c"))
        large, small = (
            Round.of(hands, stock=Shoe.of("5c"), phase=Phase.END, drawn=3, to_move=0, rules=each)
            for each in (rules, MANIPULATION)
        )
        near = undercut_chance(small.view(0))
        assert near == pytest.approx((6 + 3 * 16 + 6 + 16) / comb(52, 2))
        assert undercut_chance(large.view(0)) == pytest.approx(near, rel=0.1)


class TestLookaheadBot:
    """A bot that plays deals out."""

    @pytest.mark.parametrize("playouts", [0, -1, 2.0, None])
    def test_playouts_are_a_number(self, playouts: int) -> None:
        """What is no number of playouts is refused."""
        with pytest.raises(PositionError, match="playouts are a number from 1"):
            LookaheadBot(playouts=playouts)

    @given(rounds(over=False))
    def test_one_playout_compares_nothing(self, state: Round) -> None:
        """Within one playout it is a patient bot."""
        assert chosen(LookaheadBot(playouts=1), state) == chosen(PatientBot(), state)

    @given(before_a_meld)
    def test_thinner_plays_are_legal(self, state: Round) -> None:
        """What is left of a best play when melds are kept back is a legal play, and thinner."""
        seat = state.to_move or 0
        best = best_play(state.table, state.hands[seat], tidy=False)
        if best is not None:
            for play in thinner_plays(state.view(seat), best.table):
                assert state.check(play) == ()
                assert len(play.cards) < len(best.table.cards)

    def test_what_it_tries(self) -> None:
        """Far from the end of the stock, and as the last in the lap, it tries nothing else."""
        state = may_meld("8c 8d 8h Ts Kd", stock=8)
        assert set(other_moves(state.view(0))) == {Draw(), Play.parse("8c 8d 8h")}
        assert other_moves(may_meld("8c 8d 8h Ts Kd", stock=9).view(0)) == []
        last = may_meld("8c 8d 8h Ts Kd", stock=0, drawn=2).after(EndTurn()).after(EndTurn())
        assert last.phase is Phase.LAST_LAP
        assert other_moves(last.view(0)) == []

    def test_it_keeps_melds_back_in_the_lap(self) -> None:
        """It lays less than it could, and that is better on deals that it has not seen."""
        state = Round.parse(BEFORE_THE_LAST)
        move, best = chosen(LookaheadBot(), state), chosen(PatientBot(), state)
        assert isinstance(move, Play)
        assert isinstance(best, Play)
        assert move.cards.undeclared_again < best.cards.undeclared_again
        rng = Random(99)
        deals = [Round.sample(state.view(0), rng) for _ in range(20)]
        lost = [sum(lost_by_the_first(deal, each) for deal in deals) for each in (move, best)]
        assert lost[0] < lost[1]


BEFORE_THE_LAST = (
    "3c 3h 3s | 5c 5d 5h / Ac 4c 7c Tc Kc Ad 2d 3d 4d 7d 8d 9d Td Jd Ah 2h 4h 6h 8h Th Jh Qh As "
    "5s 8s Ts Ks * ; 2c 6c 8c 9c Jc Qc 6d Qd Kd 7h 9h Kh 2s 4s 6s 7s 9s Js Qs / / dealer=0 "
    "to_move=0 phase=last_lap exhausted_by=1"
)
"""The last lap of two, in which the second seat comes last."""


def lost_by_the_first(state: Round, move: Move) -> int:
    """Make the first seat's move, let the last one play its best, and give what the first loses."""
    state = state.after(move)
    state = state.after(GreedyBot().choose(seen(state), Random(0)))
    assert state.outcome is not None
    return state.outcome.score.scores[1] - state.outcome.score.scores[0]
