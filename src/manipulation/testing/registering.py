"""What Hypothesis loads when it is imported: the strategies, by the type of what they draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from manipulation.bots import Bot, GreedyBot, LookaheadBot, PatientBot, RandomBot
from manipulation.cards import Cards, DeclaredJoker, Natural
from manipulation.draft import Draft
from manipulation.game import Game, GameView, Standing, Tally
from manipulation.melds import Fault, Group, Sequence, judge
from manipulation.records import Deal, Record, to_json
from manipulation.round import Round
from manipulation.rules import MeldRules, Rules
from manipulation.scoring import FinalScores, Outcome, RoundScore
from manipulation.shoe import Shoe
from manipulation.simulation import DoneGames, PlayedGame, Results, results_of
from manipulation.solver import BestPlay, WhyNot, best_play
from manipulation.table import Declare, Free, Join, PickUp, Play, PutDown, Split, Table, TakeBack
from manipulation.testing.arranging import unarrangeable
from manipulation.testing.cards import any_card, cards, meld_rules, naturals, rule_sets, shoes
from manipulation.testing.games import games
from manipulation.testing.melds import groups, sequences, tables
from manipulation.testing.near import near_melds
from manipulation.testing.positions import Position, positions
from manipulation.testing.records import begun_records, finished_records, records
from manipulation.testing.rounds import any_plays, moves, rounds
from manipulation.turn import Phase, Turn
from manipulation.views import Event, RoundView

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

_MOST_TURNS: Final = 9
"""The most turns that a patient bot counts the stock for."""

_MOST_PLAYOUTS: Final = 40
"""The most rounds that a bot plays out for a move: it is to be cheap in a test."""

_MOST_GAMES: Final = 3
"""The most games of a simulation that are done in their order."""

_MOST_NUMBER: Final = 999_999
"""The highest number of a meld in a step."""


def register() -> None:
    """Register the strategies, so that `from_type` needs no import of ours.

    None is made until its type is asked for. The types that are not here, such as `Draw` or
    `Phase`, Hypothesis draws by itself.
    """
    _register_values()
    _register_rounds()
    _register_answers()
    _register_steps()
    _register_bots()
    _register_simulations()


def _register(kind: type[_T], make: Callable[[], st.SearchStrategy[_T]]) -> None:
    st.register_type_strategy(kind, lambda _: make())


def _register_values() -> None:
    _register(Natural, naturals)
    _register(DeclaredJoker, lambda: st.builds(DeclaredJoker, naturals()))
    _register(Cards, cards)
    _register(MeldRules, meld_rules)
    _register(Rules, rule_sets)
    _register(Group, groups)
    _register(Sequence, sequences)
    _register(Table, tables)
    _register(Play, any_plays)
    _register(Shoe, shoes)


def _register_rounds() -> None:
    _register(Round, rounds)
    _register(Turn, lambda: rounds().map(lambda state: state.turn))
    _register(RoundView, _round_views)
    _register(Event, _events)
    _register(Outcome, _outcomes)
    _register(RoundScore, lambda: _outcomes().map(lambda outcome: outcome.score))
    _register(Game, games)
    _register(GameView, _game_views)
    _register(Tally, lambda: games().map(lambda game: game.tally))
    _register(Standing, lambda: games().flatmap(lambda game: st.sampled_from(game.standings)))
    _register(Record, records)
    _register(Deal, lambda: begun_records().map(lambda record: record.deals[-1]))
    _register(FinalScores, lambda: games().map(lambda game: game.tally.final_scores()))


def _register_answers() -> None:
    _register(Fault, lambda: near_melds().map(lambda melded: judge(melded)[0]))
    _register(WhyNot, lambda: unarrangeable().map(lambda drawn: drawn.why))
    _register(BestPlay, lambda: positions(playable=True).map(_best))
    _register(Draft, lambda: positions(min_size=0).map(lambda at: Draft.of(at.table, at.hand)))


def _register_steps() -> None:
    card, number = any_card(), st.integers(1, _MOST_NUMBER)
    joker = st.builds(DeclaredJoker, naturals())
    place = st.none() | number
    _register(PickUp, lambda: st.builds(PickUp, card, number))
    _register(PutDown, lambda: st.builds(PutDown, card, number, from_hand=st.booleans()))
    _register(Split, lambda: st.builds(Split, number, cards(min_size=1), number))
    _register(Join, lambda: st.builds(Join, number, number))
    _register(Declare, lambda: st.builds(Declare, joker, place))
    _register(Free, lambda: st.builds(Free, joker, place))
    _register(TakeBack, lambda: st.builds(TakeBack, card, place))


def _register_bots() -> None:
    patient = st.builds(PatientBot, last_turns=st.integers(0, _MOST_TURNS))
    lookahead = st.builds(LookaheadBot, playouts=st.integers(1, _MOST_PLAYOUTS))
    _register(PatientBot, lambda: patient)
    _register(LookaheadBot, lambda: lookahead)
    bots = st.one_of(st.builds(GreedyBot), st.builds(RandomBot), patient, lookahead)
    st.register_type_strategy(Bot, bots)


def _register_simulations() -> None:
    _register(Results, _results)
    _register(PlayedGame, _played_games)
    _register(DoneGames, _done_games)


def _best(at: Position) -> BestPlay:
    best = best_play(at.table, at.hand)
    return reject() if best is None else best


def _seat(players: int) -> st.SearchStrategy[int | None]:
    """Draw a seat, or None for a spectator."""
    return st.none() | st.integers(0, players - 1)


@st.composite
def _round_views(draw: st.DrawFn) -> RoundView:
    state = draw(rounds())
    return state.view(draw(_seat(state.players)))


@st.composite
def _game_views(draw: st.DrawFn) -> GameView:
    game = draw(games())
    return game.view(draw(_seat(game.players)))


@st.composite
def _events(draw: st.DrawFn) -> Event:
    state = draw(rounds(phases=[phase for phase in Phase if phase is not Phase.OVER]))
    return state.event(draw(moves(state)), seen_by=draw(_seat(state.players)))


@st.composite
def _outcomes(draw: st.DrawFn) -> Outcome:
    outcome = draw(rounds(phases=(Phase.OVER,))).outcome
    return reject() if outcome is None else outcome


@st.composite
def _results(draw: st.DrawFn) -> Results:
    """Draw what came of some games, none at the least, between bots that a game has."""
    record = draw(finished_records())
    one = results_of(record, names=record.seats)
    return _together(one, draw(st.integers(0, _MOST_GAMES)))


@st.composite
def _played_games(draw: st.DrawFn) -> PlayedGame:
    record, number = draw(finished_records()), draw(st.integers(0, _MOST_NUMBER))
    return _played(record, number, recorded=draw(st.booleans()))


@st.composite
def _done_games(draw: st.DrawFn) -> DoneGames:
    """Draw a simulation whose games all come out alike."""
    record, recorded = draw(finished_records()), draw(st.booleans())
    until = draw(st.integers(0, _MOST_GAMES))
    ahead = draw(st.sets(st.integers(until, until + _MOST_GAMES), max_size=2))
    return DoneGames(
        names=record.seats,
        seed=draw(st.integers(0, _MOST_NUMBER)),
        rules=record.rules,
        recorded=recorded,
        until=until,
        earlier=_together(results_of(record, names=record.seats), until),
        waiting=tuple(_played(record, number, recorded=recorded) for number in sorted(ahead)),
    )


def _played(record: Record, number: int, *, recorded: bool) -> PlayedGame:
    results = results_of(record, names=record.seats)
    return PlayedGame(number, results, to_json(record) if recorded else None)


def _together(one: Results, games: int) -> Results:
    """Add up what came of so many games that all came out alike."""
    return sum([one] * games, start=Results(names=one.names))
