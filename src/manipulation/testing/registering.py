"""What Hypothesis loads when it is imported: the strategies, by the type of what they draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from manipulation.cards import Cards, DeclaredJoker, Natural
from manipulation.draft import Draft
from manipulation.game import Game, GameView, Standing, Tally
from manipulation.melds import Fault, Group, Sequence, judge
from manipulation.round import Round
from manipulation.rules import MeldRules, Rules
from manipulation.scoring import FinalScores, Outcome, RoundScore
from manipulation.shoe import Shoe
from manipulation.solver import BestPlay, WhyNot, best_play
from manipulation.table import Declare, Free, Join, PickUp, Play, PutDown, Split, Table, TakeBack
from manipulation.testing.arranging import unarrangeable
from manipulation.testing.cards import any_card, cards, meld_rules, naturals, rule_sets, shoes
from manipulation.testing.games import games
from manipulation.testing.melds import groups, sequences, tables
from manipulation.testing.near import near_melds
from manipulation.testing.positions import Position, positions
from manipulation.testing.rounds import any_plays, moves, rounds
from manipulation.turn import Phase, Turn
from manipulation.views import Event, RoundView

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

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
