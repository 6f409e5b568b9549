"""What the others have done since a seat's last turn, as that seat saw it (D8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from manipulation.cards import Cards
from manipulation.cli.answers import Line
from manipulation.cli.past import Moved, moves
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
    told: Told | None = None
    for deal in record.deals[-1:]:
        for moved in moves(record, deal):
            told = _with(told or Told(moved.seat), moved)
            if moved.after.to_move != moved.seat:
                yield told
                told = None
    if told is not None:
        yield told


def _with(told: Told, moved: Moved) -> Told:
    """Add a move to what is told of a turn."""
    move = moved.move
    return evolve(
        told,
        drew=told.drew + isinstance(move, Draw),
        played=moved.played or told.played,
        last=move if isinstance(move, EndTurn | Knock) else told.last,
        left=len(moved.after.hands[moved.seat]),
    )


def news_lines(news: Iterable[Told], names: Sequence[str]) -> Iterator[Line]:
    """Tell each turn in one line."""
    for told in news:
        deeds: list[tuple[object, ...]] = []
        if told.drew:
            deeds.append((f"drew {told.drew}",))
        if told.played:
            deeds.append(("played ", told.played))
        if told.last == Knock():
            deeds.append(("knocked",))
        deeds = deeds or [("passed",)]
        deeds.append((f"{told.left} left" if told.left else "out",))
        _, *parts = (part for deed in deeds for part in (", ", *deed))
        yield Line(tuple(parts), f"  {names[told.seat]}: ")
