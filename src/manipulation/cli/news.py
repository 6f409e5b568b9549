"""What the others have done since a seat's last turn, as that seat saw it (D8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from manipulation.cards import Cards
from manipulation.cli.answers import Line
from manipulation.round import Round
from manipulation.table import Play
from manipulation.turn import Draw, EndTurn, Knock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from manipulation.records import Record

_NOTHING: Final = Cards()


@frozen
class Told:
    """What a seat did in one turn: how many cards it drew, what it played, how it ended.

    `left`: how many cards it then held. `last`: None for a turn that is not over, or that ended by
    going out.
    """

    seat: int
    drew: int = 0
    played: Cards = _NOTHING
    last: EndTurn | Knock | None = None
    left: int = 0


def since(record: Record, seat: int | None) -> tuple[Told, ...]:
    """Tell turn by turn what happened in the last round after a seat's last move.

    For a seat that has not moved yet, and for None, that is the whole round.
    """
    found: list[Told] = []
    for told in _turns(record):
        if told.seat == seat:
            found = []
        else:
            found.append(told)
    return tuple(found)


def _turns(record: Record) -> Iterator[Told]:
    """Gather the moves of the last deal turn by turn."""
    if not record.deals:
        return
    deal = record.deals[-1]
    players = len(record.seats)
    state = Round.deal(deal.shoe, players=players, dealer=deal.dealer, rules=record.rules)
    told: Told | None = None
    for move in deal.moves:
        seat = 0 if state.to_move is None else state.to_move
        before, state = state, state.after(move)
        told = Told(seat) if told is None or told.seat != seat else told
        match move:
            case Draw():
                told = evolve(told, drew=told.drew + 1)
            case Play():
                told = evolve(told, played=before.hands[seat] - state.hands[seat])
            case EndTurn() | Knock():
                told = evolve(told, last=move)
        told = evolve(told, left=len(state.hands[seat]))
        if state.to_move != seat:
            yield told
            told = None
    if told is not None:
        yield told


def news_lines(news: Iterable[Told], names: Sequence[str]) -> Iterator[Line]:
    """Tell each turn in one line."""
    for told in news:
        parts: list[object] = []
        if told.drew:
            parts += [f", drew {told.drew}"]
        if told.played:
            parts += [", played ", told.played]
        if told.last == Knock():
            parts += [", knocked"]
        if not parts:
            parts += [", passed"]
        left = f", {told.left} left" if told.left else ", out"
        first, *others = parts
        yield Line((str(first)[2:], *others, left), f"  {names[told.seat]}: ")
