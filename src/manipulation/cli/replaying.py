"""The command `replay`: a record, step by step at a terminal, or all of it at once."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer
from attrs import frozen

from manipulation.cli.answering import read
from manipulation.cli.answers import Line, counted
from manipulation.cli.board import numbered, table_rows
from manipulation.cli.past import Moved, moves, start_of
from manipulation.cli.saving import read_record
from manipulation.cli.seats import shown_names
from manipulation.cli.sheet import final_sheet, round_sheet, standings
from manipulation.cli.terminal import Streams
from manipulation.errors import PositionError
from manipulation.round import Round
from manipulation.table import Play
from manipulation.turn import Draw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation.cli.terminal import Terminal
    from manipulation.records import Record

_HELP: Final = (
    "Enter or n: on; b: back; r: the next round; e: the end; a number: that step; q: quit"
)

_TO_STEP: Final = re.compile(r"[0-9]{1,7}")

_File: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="The file of a game.")]
_Seat: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT", help="Show what this seat, a name or a number, saw, and not all hands."
    ),
]


@frozen
class Moment:
    """One step of a record: a deal, or what has moved; and the round after it."""

    deal: int
    dealer: int
    moved: Moved | None
    state: Round


def replay(file: _File, *, seat: _Seat = None) -> None:
    """Step through the record of a game, forwards and backwards.

    In a pipe all of it is written at once. All hands are shown, unless a seat is named.
    """
    record = read("FILE", read_record, file)
    names = shown_names(record.seats)
    watcher = (
        None if seat is None else read("--seat", lambda text: _seat(text, record, names), seat)
    )
    show = Projector(record, names, watcher)
    streams = Streams()
    if streams.typed:
        _step_through(show, streams)
    else:
        streams.say(*show.everything())
    sys.exit(0)


def _seat(text: str, record: Record, names: Sequence[str]) -> int:
    """Find a seat by its name, as it is or as it is shown, or else by its number, from 1."""
    called = [seat for seat, name in enumerate(names) if text in (name, record.seats[seat])]
    if len(called) == 1:
        return called[0]
    numbered = {str(number): name for number, name in enumerate(names, start=1)}
    if text not in numbered:
        seats = ", ".join(f"{number} {name}" for number, name in numbered.items())
        what = "say the number of the seat" if called else "no such seat"
        raise PositionError(f"{what}: {seats} played")
    return int(text) - 1


def moments(record: Record) -> Iterator[Moment]:
    """Cut a record into its steps."""
    for number, deal in enumerate(record.deals, start=1):
        yield Moment(number, deal.dealer, None, start_of(record, deal))
        for moved in moves(record, deal):
            yield Moment(number, deal.dealer, moved, moved.after)


class Projector:
    """A record as lines: a moment alone, or all of them."""

    def __init__(self, record: Record, names: Sequence[str], watcher: int | None) -> None:
        """Keep who watches: a seat, or None for one who sees all hands."""
        self.moments = tuple(moments(record))
        self._game = record.game
        self._names = names
        self._watcher = watcher

    def everything(self) -> Iterator[Line]:
        """Tell every step in a line or two, and what each round and the game came to."""
        for number, moment in enumerate(self.moments, start=1):
            yield self._told(number, moment)
            if moment.moved is not None and isinstance(moment.moved.move, Play):
                yield Line((moment.state.table,), "      ")
            yield from self._sheets(number, moment)

    def moment(self, number: int, width: int) -> Iterator[Line]:
        """Show the step of this number, from 1, and how things then lie."""
        moment = self.moments[number - 1]
        yield Line((f"Round {moment.deal}, step {number} of {len(self.moments)}",))
        yield self._told(number, moment)
        state = moment.state
        for seat, name in enumerate(self._names):
            mark = ">" if seat == state.to_move else " "
            hand = state.hands[seat]
            shown = self._watcher in (None, seat) or state.to_move is None
            held = hand if hand and shown else counted(len(hand), "card")
            yield Line((held,), f"{mark} {name}: ")
        yield Line((f"  {state.stock_size} in the stock",))
        yield from table_rows(numbered(state.table), width=width)
        yield from self._sheets(number, moment)

    def _told(self, number: int, moment: Moment) -> Line:
        moved = moment.moved
        if moved is None:
            parts: tuple[object, ...] = (f"{self._names[moment.dealer]} deals round {moment.deal}",)
        else:
            parts = (f"{self._names[moved.seat]}: ", *self._move(moved))
        return Line(parts, f"{number:>4}. ")

    def _move(self, moved: Moved) -> tuple[object, ...]:
        match moved.move:
            case Draw():
                seen = self._watcher in (None, moved.seat)
                return ("draw ", moved.drawn) if seen else ("draw",)
            case Play():
                return ("play ", moved.played)
            case move:
                return (str(move),)

    def _sheets(self, number: int, moment: Moment) -> Iterator[Line]:
        """Tell what a round was worth when it is over, and the game after the last step."""
        state = moment.state
        if state.outcome is not None:
            yield from round_sheet(state.outcome, state.hands, self._names)
        if number == len(self.moments):
            yield from standings(self._game, self._names)
            yield from final_sheet(self._game, self._names)


def _step_through(show: Projector, terminal: Terminal) -> None:
    """Show one step after the other, as the reader goes on and back."""
    at, last = 1, len(show.moments)
    if not last:
        terminal.say(Line(("Nothing has been dealt in this game.",)))
        return
    terminal.say(Line((_HELP,)))
    while at:
        terminal.say(Line(), *show.moment(at, terminal.width))
        try:
            at = _asked(terminal, show, at)
        except EOFError:
            return


def _asked(terminal: Terminal, show: Projector, at: int) -> int:
    """Ask where to go, until that is somewhere; 0 is away."""
    last = len(show.moments)
    while True:
        word = terminal.ask(f"{at}/{last}> ").strip().lower()
        if word in ("q", "quit"):
            return 0
        to = _target(word, show.moments, at)
        if to is None:
            terminal.say(Line((_HELP,)))
        elif 1 <= to <= last:
            return to
        else:
            terminal.say(Line((f"There are steps 1 to {last}.",)))


def _target(word: str, steps: Sequence[Moment], at: int) -> int | None:
    """Find the step that is meant; None if none is."""
    if _TO_STEP.fullmatch(word):
        return int(word)
    later = (
        number for number, moment in enumerate(steps, start=1) if moment.deal > steps[at - 1].deal
    )
    match word:
        case "" | "n" | "next":
            return at + 1
        case "b" | "back":
            return at - 1
        case "r" | "round":
            return next(later, len(steps))
        case "e" | "end":
            return len(steps)
        case _:
            return None
