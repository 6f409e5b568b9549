"""Records that the strategy draws are of games that can come about, in every stage."""

from random import Random
from typing import NamedTuple

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation import (
    MANIPULATION,
    Bot,
    DoneGames,
    Game,
    GreedyBot,
    LookaheadBot,
    PatientBot,
    Phase,
    RandomBot,
    Record,
    Results,
    Round,
    Rules,
    Shoe,
    Tally,
    from_json,
    replay,
    results_of,
    to_json,
)
from manipulation.scoring import Ending
from manipulation.testing import records, rounds, rule_sets
from tests.strategies import drawn, smallest

NO_POINTS = evolve(MANIPULATION.melds, points=(0,) * 14)

NO_SCORE = Rules(melds=NO_POINTS, undercut_bonus=0)
"""Rules under which all hands are equal, and a round brings nobody anything but by going out."""


class TestRecords:
    """Games from before the first deal to the end, with their past."""

    @given(records() | rule_sets().flatmap(lambda rules: records(rules=rules)))
    def test_every_record_is_one_that_moves_have_made(self, record: Record) -> None:
        """It replays to the game that it says, from its parts and from JSON alike."""
        again = Record(record.seats, record.dealer, record.deals, record.rules)
        assert again == record
        *_, last = replay(again)
        assert last == record.game
        read = from_json(to_json(record), Record)
        assert (read, read.game) == (record, record.game)

    @given(records())
    def test_every_round_but_the_last_is_over(self, record: Record) -> None:
        """Each deal has the digest of the game after it, but for a round in play."""
        state = record.game.round
        in_play = state is not None and state.phase is not Phase.OVER
        whole = [True] * (len(record.deals) - in_play)
        assert [deal.digest is not None for deal in record.deals] == whole + [False] * in_play

    def test_every_stage_is_reached(self) -> None:
        """No deal yet, a round in play, between rounds, and over; one deal and several."""
        many = drawn(records(), examples=60)
        games = [record.game for record in many]
        assert {(game.round is None, game.awaits_deal, game.over) for game in games} == {
            (True, True, False),
            (False, False, False),
            (False, True, False),
            (False, False, True),
        }
        assert {len(record.deals) for record in many} >= {0, 1, 2, 3}
        assert {len(record.seats) for record in many} == {2, 3, 4, 5}
        assert {record.dealer for record in many} >= {0, 1, 2}
        assert {record.seats[0] == "Ann" for record in many} == {True, False}

    def test_rounds_end_in_every_way(self) -> None:
        """R32, D23, R42: a knock, going out, and the end of the last lap."""
        rounds = [
            game.round
            for record in drawn(records(over=True), examples=40)
            for game in replay(record)
            if game.round is not None
        ]
        assert {state.outcome.ending for state in rounds if state.outcome} == set(Ending)
        assert any(state.table.melds for state in rounds)

    @pytest.mark.parametrize("rules", [MANIPULATION, Rules(hand_size=1), Rules(melds=NO_POINTS)])
    @pytest.mark.parametrize("over", [True, False])
    def test_over_or_not(self, rules: Rules, *, over: bool) -> None:
        """R43: over when a seat has the points that end the game, and only then."""
        many = drawn(records(over=over, rules=rules), examples=15)
        assert {record.game.over for record in many} == {over}
        assert {record.rules for record in many} == {rules}

    def test_a_game_that_nobody_can_end(self) -> None:
        """Where nobody scores, no game is over; that is said at once, or the others are drawn."""
        for rules in (NO_SCORE, Rules(target=1_000_000)):
            with pytest.raises(InvalidArgument, match="no game ends within 60 rounds"):
                records(over=True, rules=rules)
            many = drawn(records(rules=rules), examples=15)
            assert {record.game.over for record in many} == {False}

    def test_they_shrink_to_little(self) -> None:
        """The smallest has no deal; with one, it has no move; over, nobody has melded."""
        new = Record.new(("Ann", "Bob"), dealer=0)
        assert smallest(records()) == new
        low = Shoe.of("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c")
        assert smallest(records(), lambda record: bool(record.deals)) == new.deal(low)
        over = smallest(records(over=True))
        assert over.seats == new.seats
        assert [len(deal.moves) for deal in over.deals] == [4, 4]

    def test_what_they_are_asked_for(self) -> None:
        """Mistaken arguments are refused at once."""
        assert {len(record.seats) for record in drawn(records(players=4), examples=9)} == {4}
        with pytest.raises(InvalidArgument, match="over is True, False or None"):
            records(over=1)  # type: ignore[arg-type]
        with pytest.raises(InvalidArgument, match="players is a number from 2 to 5"):
            records(players=6)
        with pytest.raises(InvalidArgument, match="rules is a value of type Rules"):
            records(rules=MANIPULATION.melds)  # type: ignore[arg-type]


class Seated(NamedTuple):
    """Something of a user's that holds a bot of any kind."""

    bot: Bot


class TestWhatIsMadeOfThem:
    """Simulations and bots, as `from_type` draws them."""

    def test_results(self) -> None:
        """They are of some games, or of none, between bots with names that differ."""
        many = drawn(st.from_type(Results), examples=100)
        assert {results.games for results in many} == {0, 1, 2, 3}
        assert all(len(set(results.names)) == len(results.names) for results in many)

    def test_done_games(self) -> None:
        """They add up, and each record is that of the results."""
        many = drawn(st.from_type(DoneGames), examples=60)
        assert {bool(done.waiting) for done in many} == {True, False}
        assert all(done.results.games == len(done) for done in many)
        for done in many:
            for game in done.waiting:
                assert done.recorded is (game.record is not None)
                if game.record is not None:
                    record = from_json(game.record, Record)
                    assert results_of(record, names=done.names) == game.results

    @given(
        st.builds(Seated),
        rounds(phases=[phase for phase in Phase if phase is not Phase.OVER]),
        st.integers(0, 2**32),
    )
    @settings(max_examples=20)
    def test_bots(self, seated: Seated, state: Round, seed: int) -> None:
        """Each bot makes a legal move."""
        none = (0,) * state.players
        tally = Tally(totals=none, rounds_won=none, dealer=state.dealer)
        view = Game(tally, state).view(state.to_move)
        assert state.check(seated.bot.choose(view, Random(seed))) == ()

    def test_every_bot_is_drawn(self) -> None:
        """Where any bot will do, each of ours is drawn, and its numbers are some that it takes."""
        many = drawn(st.builds(Seated), examples=60)
        assert {type(seated.bot) for seated in many} == {
            GreedyBot,
            RandomBot,
            PatientBot,
            LookaheadBot,
        }
