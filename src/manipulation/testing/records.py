"""A strategy for games on record, with every deal and move from the first."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.records import Record
from manipulation.rules import MANIPULATION, PLAYERS, Rules
from manipulation.shoe import Shoe
from manipulation.testing.arguments import expect, expect_flag, expect_players
from manipulation.testing.cards import dealable
from manipulation.testing.ending import Stacked, decided, early_draws, stacked_melds, whole_stock
from manipulation.testing.games import Stage
from manipulation.testing.melds import index
from manipulation.testing.rounds import moves

if TYPE_CHECKING:
    from collections.abc import Callable

    from manipulation.turn import Move

NAMES: Final = ("Ann", "Bob", "Cy", "Dot", "Eve")
"""Who sits at the table, unless the names are drawn."""

_LONGEST_NAME: Final = 8

_MOST_ROUNDS: Final = 3
"""The most whole rounds that are drawn before the last."""

_MOST_STEPS: Final = 6
"""The most moves that are drawn in one of them; it ends without further plays."""

_MOST_MOVES: Final = 24
"""The most moves that are drawn in a round that goes on."""

_THIN: Final = 6
"""The most cards in the stock of a round that is played to its end."""

_DRAWN: Final = 2
"""The most cards in the stock of a round that stacked hands decide; the first player draws them."""

_MOST_DECIDED: Final = 60
"""No game is begun that such rounds as `decided` gives do not end within this number of them."""


def records(
    *, players: int | None = None, over: bool | None = None, rules: Rules = MANIPULATION
) -> st.SearchStrategy[Record]:
    """Draw a game on record: before its first deal, in a round, between rounds, or over.

    `over`: whether a seat has the points that end it. Every deal and move is there, and every round
    before the last is played to its end: a knock, going out or the last lap. Half of the time the
    names are any texts, equal ones too. Shrinks to Ann and Bob before the first deal or, if the
    game is over, to a few rounds without a play.
    """
    expect(Rules, "rules", rules)
    expect_players(players)
    expect_flag("over", over)
    seats = tuple(PLAYERS) if players is None else (players,)
    stages = tuple(stage for stage in Stage if over in (None, stage is Stage.OVER))
    return _of(seats, stages, rules, _names)


def finished_records() -> st.SearchStrategy[Record]:
    """Draw a game that is over, whose seats have names that differ."""
    return _of(tuple(PLAYERS), (Stage.OVER,), MANIPULATION, lambda at: st.just(NAMES[:at]))


def begun_records() -> st.SearchStrategy[Record]:
    """Draw a game of which there is a deal."""
    return _of(tuple(PLAYERS), (Stage.IN_PLAY, Stage.OVER), MANIPULATION, _names)


def _of(
    seats: tuple[int, ...],
    stages: tuple[Stage, ...],
    rules: Rules,
    names: Callable[[int], st.SearchStrategy[tuple[str, ...]]],
) -> st.SearchStrategy[Record]:
    can_end = tuple(at for at in seats if Stage.OVER not in stages or _can_end(at, rules))
    drawn = [
        (stage, numbers)
        for stage in stages
        if (numbers := can_end if stage is Stage.OVER else seats)
    ]
    if not drawn:
        raise InvalidArgument(f"under these rules no game ends within {_MOST_DECIDED} rounds")
    return _records(drawn, rules, names)


@st.composite
def _records(
    draw: st.DrawFn,
    stages: list[tuple[Stage, tuple[int, ...]]],
    rules: Rules,
    names: Callable[[int], st.SearchStrategy[tuple[str, ...]]],
) -> Record:
    """Draw a record in one of the stages; a round that would end the game too early is left out."""
    stage, numbers = stages[draw(index(len(stages)))]
    players = numbers[draw(index(len(numbers)))]
    record = Record.new(draw(names(players)), dealer=draw(index(players)), rules=rules)
    if stage is Stage.NEW:
        return record
    for _ in range(draw(st.integers(0, _MOST_ROUNDS)) + (stage is Stage.BETWEEN)):
        later = draw(_another_round(record))
        if not later.game.over:
            record = later
        elif stage is Stage.OVER:
            return later
    if stage is Stage.IN_PLAY:
        return draw(_in_play(record))
    return draw(_ended(record)) if stage is Stage.OVER else record


@cache
def _can_end(players: int, rules: Rules) -> bool:
    """Tell whether rounds with stacked hands bring a game to its end soon."""
    record = Record.new(NAMES[:players], dealer=0, rules=rules)
    for _ in range(_MOST_DECIDED):
        record = _decided(record, winner=0)
        if record.game.over:
            return True
    return False


def _names(players: int) -> st.SearchStrategy[tuple[str, ...]]:
    texts = st.lists(st.text(max_size=_LONGEST_NAME), min_size=players, max_size=players)
    return st.just(NAMES[:players]) | texts.map(tuple)


@st.composite
def _ended(draw: st.DrawFn, record: Record) -> Record:
    """Bring a game to its end by rounds with stacked hands."""
    while not record.game.over:
        winner, drawn = draw(index(len(record.seats))), 1 + draw(index(min(_DRAWN, _stock(record))))
        record = _decided(record, winner, drawn=drawn)
    return record


@st.composite
def _in_play(draw: st.DrawFn, record: Record) -> Record:
    """Draw a deal and moves of its round, up to the last before it is over."""
    most = _stock(record)
    sizes = (*[size for size in range(1, most + 1) if size <= _THIN] * _THIN, *range(1, most + 1))
    record = draw(_dealt(record, sizes[draw(index(len(sizes)))]))
    for _ in range(draw(st.integers(0, _MOST_MOVES))):
        after = record.after(draw(_moves(record)))
        if after.game.awaits_deal or after.game.over:
            break
        record = after
    return record


@st.composite
def _another_round(draw: st.DrawFn, record: Record) -> Record:
    """Draw a whole round: one with melds for the first player, or with a small stock."""
    players, rules = len(record.seats), record.rules
    if early_draws(players, rules) and draw(st.booleans()):
        return _on_record(record, draw(stacked_melds(players, rules)))
    record = draw(_dealt(record, 1 + draw(index(min(_THIN, _stock(record))))))
    left = draw(st.integers(0, _MOST_STEPS))
    while legal := record.game.legal_moves():
        record = record.after(draw(_moves(record)) if left > 0 else legal[0])
        left -= 1
    return record


@st.composite
def _dealt(draw: st.DrawFn, record: Record, stock: int) -> Record:
    """Deal a shuffled shoe with so many cards in stock."""
    players, rules = len(record.seats), record.rules
    size = players * rules.hand_size + stock
    return record.deal(draw(dealable(Shoe.new(players, rules=rules), size)))


def _moves(record: Record) -> st.SearchStrategy[Move]:
    """Draw a legal move of the round in play."""
    state = record.game.round
    return st.nothing() if state is None else moves(state)


def _stock(record: Record) -> int:
    return whole_stock(len(record.seats), record.rules)


def _decided(record: Record, winner: int, *, drawn: int = 1) -> Record:
    """Add a round that a seat wins, if it can."""
    game = record.game
    last, _ = decided(
        winner, drawn=drawn, players=game.players, dealer=game.dealer, rules=game.rules
    )
    return _on_record(record, last)


def _on_record(record: Record, stacked: Stacked) -> Record:
    record = record.deal(stacked.shoe)
    for move in stacked.moves:
        record = record.after(move)
    return record
