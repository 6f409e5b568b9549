"""Rounds, games and moves that the strategies draw, and types that Hypothesis knows by itself."""

import importlib
import subprocess
import sys

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

import manipulation
from manipulation import (
    MANIPULATION,
    Card,
    Draw,
    EndTurn,
    Game,
    Knock,
    Meld,
    Move,
    Phase,
    Play,
    Round,
    Rules,
    Shoe,
    Step,
)
from manipulation.scoring import Ending
from manipulation.testing import games, moves, rounds, rule_sets
from manipulation.testing.ending import ENDED_EARLY, Goal
from manipulation.testing.rounds import GOALS
from tests.strategies import drawn, smallest

SMALL = Rules(hand_size=1, max_draws=2)
"""Rules under which nobody holds a meld before the draw after which none is laid."""

SHORT = Rules(hand_size=3, knock_at=40, target=20, lap_stops_on_going_out=True)
"""Rules under which rounds and games end soon."""

LOW = Shoe.of("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c")
"""The lowest cards, which are dealt to two and leave one in stock."""


class TestRounds:
    """Rounds that legal moves have led to."""

    @pytest.mark.parametrize("rules", [MANIPULATION, SHORT])
    def test_every_phase_is_reached(self, rules: Rules) -> None:
        """Every phase is drawn, and so are rounds of every number of players."""
        many = drawn(rounds(rules=rules), examples=80)
        assert {state.phase for state in many} == set(Phase)
        assert {state.players for state in many} == {2, 3, 4, 5}
        assert any(state.table.melds for state in many)
        assert any(0 < state.stock_size <= 6 for state in many)
        assert all(Round.parse(str(state)) == state for state in many)

    def test_every_ending_is_reached(self) -> None:
        """R32, D23, R42: a knock, going out, and the end of the last lap."""
        many = drawn(rounds(phases=[Phase.OVER], players=3), examples=40)
        outcomes = [state.outcome for state in many if state.outcome]
        assert {outcome.ending for outcome in outcomes} == set(Ending)
        assert len(outcomes) == len(many)

    def test_every_seat_has_the_last_lap(self) -> None:
        """D26: the last lap goes once round; each of its seats is drawn."""
        many = drawn(rounds(phases={Phase.LAST_LAP}, players=3), examples=40)
        assert {
            (state.to_move - state.exhausted_by) % 3
            for state in many
            if state.to_move is not None and state.exhausted_by is not None
        } == {0, 1, 2}

    @pytest.mark.parametrize("goal", GOALS, ids=str)
    @pytest.mark.parametrize("rules", [MANIPULATION, SMALL, SHORT])
    def test_one_phase(self, goal: Goal, rules: Rules) -> None:
        """A phase is reached with cards in the stock and without, wherever both can be."""
        if goal == ENDED_EARLY and rules == SMALL:
            return
        strategy = rounds(phases=(goal.phase,), stock_empty=goal.empty, rules=rules)
        many = drawn(strategy, examples=6)
        assert all(goal.reached(state) and state.rules == rules for state in many)

    def test_one_stock(self) -> None:
        """Whether the stock is empty can be chosen, where the phases allow it."""
        for empty in (True, False):
            many = drawn(rounds(stock_empty=empty, players=2), examples=12)
            assert {not state.stock_size for state in many} == {empty}
        with pytest.raises(InvalidArgument, match="stock_empty=True is in phase draw"):
            rounds(phases=[Phase.DRAW], stock_empty=True)
        with pytest.raises(InvalidArgument, match="stock_empty=False is in phase over"):
            rounds(phases=[Phase.OVER], stock_empty=False, rules=SMALL)

    def test_one_card_in_stock(self) -> None:
        """Where five hands leave one card, what needs a stock is drawn for fewer players."""
        rules = Rules(hand_size=21)
        for phase in (Phase.END, Phase.OVER):
            with pytest.raises(
                InvalidArgument, match=f"stock_empty=False is in phase {phase.value}"
            ):
                rounds(phases=[phase], players=5, stock_empty=False, rules=rules)
            few = drawn(rounds(phases=[phase], stock_empty=False, rules=rules), examples=30)
            assert {state.players for state in few} == {2, 3, 4}
            assert all(state.stock_size and state.phase is phase for state in few)

    def test_they_shrink_to_a_short_stock(self) -> None:
        """The smallest is dealt to two, of low cards, with as small a stock as can be."""
        dealt = Round.deal(LOW, players=2, dealer=0)
        assert smallest(rounds()) == dealt
        lap = smallest(rounds(phases=[Phase.LAST_LAP]))
        assert lap == dealt.after(Draw()).after(EndTurn())
        assert smallest(rounds(phases=[Phase.OVER])).players == 2


class TestMoves:
    """Moves, legal in a round or of any kind."""

    def test_moves_of_a_round(self) -> None:
        """All are legal; every legal move but plays is drawn, and plays where there are any."""
        met: set[type] = set()
        melding = rounds(phases=[Phase.MELD, Phase.LAST_LAP], players=2)
        ending = rounds(phases=[Phase.DRAW, Phase.END], players=2, rules=SHORT)
        for state in [*drawn(melding, examples=12), *drawn(ending, examples=12)]:
            some = drawn(moves(state), examples=24, depth=1)
            assert all(state.check(move) == () for move in some)
            assert set(state.legal_moves()) <= {*some}
            met.update(map(type, some))
        assert met == {Draw, Play, EndTurn, Knock}

    def test_moves_of_no_round(self) -> None:
        """Every kind is drawn; some plays are of melds, and some are not."""
        many = drawn(moves(), examples=30)
        assert {type(move) for move in many} == {Draw, Play, EndTurn, Knock}
        assert smallest(moves()) == Draw()

    def test_no_round(self) -> None:
        """What is no round, or is over, is refused at once."""
        with pytest.raises(InvalidArgument, match="state is a value of type Round"):
            moves(Game.new(players=2, dealer=0))  # type: ignore[arg-type]
        (over,) = drawn(rounds(phases=[Phase.OVER]), examples=1, depth=1)
        with pytest.raises(InvalidArgument, match="over"):
            moves(over)


class TestGames:
    """Games from before the first deal to the end."""

    def test_every_stage_is_reached(self) -> None:
        """Before a deal, in a round, between rounds, and over, with points and without."""
        many = drawn(games(), examples=50)
        assert {(game.round is None, game.awaits_deal, game.over) for game in many} == {
            (True, True, False),
            (False, False, False),
            (False, True, False),
            (False, False, True),
        }
        assert any(max(game.totals) and not game.over for game in many)
        assert {game.players for game in many} == {2, 3, 4, 5}
        assert all(Game.parse(str(game)) == game for game in many)

    @pytest.mark.parametrize("rules", [MANIPULATION, SHORT, evolve(SMALL, knock_at=0)])
    @pytest.mark.parametrize("over", [True, False])
    def test_over_or_not(self, rules: Rules, *, over: bool) -> None:
        """R43: over when a seat has the points that end the game, and only then."""
        many = drawn(games(over=over, rules=rules), examples=15)
        assert {game.over for game in many} == {over}

    @pytest.mark.parametrize("rules", [SHORT, SMALL, evolve(SMALL, knock_at=0)])
    def test_equal_hands_end_no_game(self, rules: Rules) -> None:
        """Where nothing counts, a knock wins the others the round, with the bonus (R38, R39)."""
        free = evolve(MANIPULATION.melds, points=(0,) * 14)
        many = drawn(games(over=True, rules=evolve(rules, melds=free)), examples=20)
        assert all(game.over for game in many)

    def test_a_game_that_nobody_can_end(self) -> None:
        """Where nothing counts and there is no bonus, no game is over; that is said at once."""
        free = evolve(MANIPULATION.melds, points=(0,) * 14)
        rules = evolve(SMALL, melds=free, undercut_bonus=0)
        with pytest.raises(InvalidArgument, match="a round brings nobody points"):
            games(over=True, rules=rules)
        assert not any(game.over for game in drawn(games(rules=rules), examples=30))

    def test_they_shrink_to_two_players(self) -> None:
        """The smallest is before its first deal; then dealt; or, over, a round has decided it."""
        new = Game.new(players=2, dealer=0)
        assert smallest(games()) == new
        assert smallest(games(), lambda game: game.round is not None) == new.deal(LOW)
        over = smallest(games(over=True))
        assert (over.players, sorted(over.totals)) == (2, [0, 150])

    def test_what_they_are_asked_for(self) -> None:
        """Mistaken arguments are refused at once."""
        with pytest.raises(InvalidArgument, match="over is True, False or None"):
            games(over=0)  # type: ignore[arg-type]
        with pytest.raises(InvalidArgument, match="players is a number from 2 to 5"):
            rounds(players=1)
        with pytest.raises(InvalidArgument, match=r"phases are some of Phase\.DRAW"):
            rounds(phases=[])


@given(st.data(), rule_sets())
def test_any_rules(data: st.DataObject, rules: Rules) -> None:
    """Whatever the rules, rounds and games keep them, and a move of a round is legal."""
    state = data.draw(rounds(rules=rules))
    game = data.draw(games(rules=rules))
    assert (state.rules, game.rules) == (rules, rules)
    if state.phase is not Phase.OVER:
        state.after(data.draw(moves(state)))


PROTOCOLS = (manipulation.Bot, manipulation.Generator, manipulation.Writable)
"""Types that have no values of their own."""


def values() -> list[type]:
    """List the types that come through the front door."""
    found: list[object] = [getattr(manipulation, name) for name in manipulation.__all__]
    return [
        kind
        for kind in found
        if isinstance(kind, type) and not issubclass(kind, Exception) and kind not in PROTOCOLS
    ]


class NotThere:
    """A finder that finds no Hypothesis, since something that it needs is missing."""

    def __init__(self, missing: str) -> None:
        """Keep what is missing."""
        self.missing = missing

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse to look for Hypothesis."""
        if name == "hypothesis":
            raise ModuleNotFoundError(f"No module named {self.missing!r}", name=self.missing)


class TestTypes:
    """Hypothesis knows the types of the package as soon as both are installed."""

    @pytest.mark.parametrize("kind", [*values(), Card, Meld, Move, Step], ids=str)
    def test_every_type_can_be_drawn(self, kind: type) -> None:
        """`from_type` gives values of each public type, and of each union."""
        many: list[object] = drawn(st.from_type(kind), examples=5)
        assert all(isinstance(value, kind) for value in many)

    def test_no_import_of_ours_is_needed(self) -> None:
        """Hypothesis finds the strategies through its entry point; and we never look for it."""
        script = (
            "import sys; import manipulation; assert 'hypothesis' not in sys.modules\n"
            "from hypothesis import strategies as st\n"
            "from hypothesis import find\n"
            "small = find(st.from_type(manipulation.Table), lambda table: table.melds)\n"
            "assert str(small) == '2c 2d 2h'\n"
        )
        subprocess.run([sys.executable, "-W", "error", "-c", script], check=True)

    @pytest.mark.parametrize("missing", ["hypothesis", "attrs"])
    def test_without_hypothesis_the_extra_is_named(
        self, monkeypatch: pytest.MonkeyPatch, missing: str
    ) -> None:
        """Whoever imports the room without the extra reads which one brings what is missing."""
        for name in [name for name in sys.modules if name.startswith("manipulation.testing")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delitem(sys.modules, "hypothesis")
        monkeypatch.setattr(sys, "meta_path", [NotThere(missing), *sys.meta_path])
        expected = "the extra `testing`" if missing == "hypothesis" else "No module named 'attrs'"
        with pytest.raises(ModuleNotFoundError, match=expected):
            importlib.import_module("manipulation.testing")
