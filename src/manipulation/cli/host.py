"""The host of a game at the terminal: deals, asks persons and bots, keeps the record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, assert_never

from attrs import define, field

from manipulation.cli.answers import Line
from manipulation.cli.asking import help_on
from manipulation.cli.chance import dealt, generator
from manipulation.cli.desk import Desk
from manipulation.cli.news import news_lines, since
from manipulation.cli.saving import FileError, new_path, unused_path, write_record
from manipulation.cli.screen import refusal_lines
from manipulation.cli.seats import bot_of, shown_names
from manipulation.cli.sheet import final_sheet, round_sheet, standings
from manipulation.cli.table_talk import Help, Quit, Save, Score, Show, understand
from manipulation.errors import ManipulationError
from manipulation.table import Play
from manipulation.turn import Draw, EndTurn, Knock

if TYPE_CHECKING:
    from manipulation.cli.terminal import Terminal
    from manipulation.records import Record
    from manipulation.turn import Move

_NO: Final = ("n", "no")


class Leaving(Exception):  # noqa: N818 -- it is no error: a person leaves the game
    """A person leaves the game, which is kept if that is wanted."""


@define
class Host:
    """One game on one terminal; whenever the host waits for a person, the file has the game.

    `record` is the game as far as it is committed, `path` the file that it is kept in, None where
    there is none yet.
    """

    terminal: Terminal
    record: Record
    path: Path | None = None
    kept: Record | None = None
    """The record as it is in the file."""
    _tried: Record | None = None
    """What was last to be written, whether it was or not."""
    names: tuple[str, ...] = field(init=False)
    _persons: tuple[int, ...] = field(init=False)
    _last: int | None = None
    """The person who has looked at the screen last."""

    def __attrs_post_init__(self) -> None:
        self.names = shown_names(self.record.seats)
        seats = enumerate(self.record.seats)
        self._persons = tuple(seat for seat, name in seats if bot_of(name) is None)

    def play(self) -> None:
        """Play to the end of the game; a person may be `Leaving` before."""
        while not self.record.game.over:
            self._go_on()
        self.terminal.say(*final_sheet(self.record.game.view(None), self.names))
        self.keep()
        if self._persons:
            self._offer()

    def keep(self) -> bool:
        """Bring the file up to date, if there is one; where that fails, tell it and say no."""
        self.terminal.say(*self._brought_up_to_date())
        return not self.unkept

    def _brought_up_to_date(self) -> tuple[Line, ...]:
        """Write what is not in the file yet, if there is one; a failure is given to be told."""
        if self.path is not None and self.unkept and self._tried is not self.record:
            self._tried = self.record
            try:
                write_record(self.record, self.path)
            except FileError as error:
                return (Line((str(error),), f"{self.path}: "),)
            self.kept = self.record
        return ()

    @property
    def unkept(self) -> bool:
        """Whether there is a file, and the game as it stands is not in it."""
        return self.path is not None and self.kept is not self.record

    def keep_anyhow(self) -> tuple[Line, ...]:
        """Keep a game that is left without a word, in a file of its own if it has none.

        What there is to tell of it is given, and not told: the terminal may be what is gone.
        """
        self._tried = None
        if self.path is None and any(deal.moves for deal in self.record.deals):
            self.path = unused_path(Path())
        failure = self._brought_up_to_date()
        if failure or self.path is None:
            return failure
        return (Line(), Line((f"The game is kept in {self.path}.",)))

    def _go_on(self) -> None:
        """Deal, or let the seat to move take its turn; tell what a round that ends was worth."""
        state = self.record.game.round
        if state is None or state.to_move is None:
            if state is not None and self._persons:
                self._wait("Enter deals the next round> ")
            self.record = dealt(self.record)
            return
        bot = bot_of(self.record.seats[state.to_move])
        if bot is None:
            self._sit(state.to_move)
        else:
            view = self.record.game.view(state.to_move)
            self._move(bot.choose(view, generator(self.record)), state.to_move)

    def _move(self, move: Move, seat: int) -> None:
        self.record = self.record.after(move, seat)
        view = self.record.game.view(None)
        if view.round is not None and view.round.outcome is not None:
            self.terminal.say(
                *news_lines(since(self.record, self._last), self.names),
                Line(),
                *round_sheet(view.round.outcome, view.round.hands, self.names),
                *standings(view, self.names),
            )

    def _sit(self, seat: int) -> None:
        """Let a person take a whole turn."""
        if len(self._persons) > 1 and self._last != seat:
            self.terminal.curtain()
            self._wait(f"{self.names[seat]}: Enter when nobody else is looking> ")
        self._last = seat
        news = since(self.record, seat)
        self.terminal.say(Line(), *news_lines(news, self.names))
        desk = self._desk(seat)
        self.terminal.say(*desk.shown())
        while desk.state.to_move == seat:
            desk = self._answer(desk, seat)

    def _answer(self, desk: Desk, seat: int) -> Desk:
        """Ask once, and do what is to be done."""
        self.keep()
        reply = desk.heard(self.terminal.ask(f"{self.names[seat]}> "))
        self.terminal.say(*reply.lines)
        match reply.deed:
            case None:
                pass
            case Save(path):
                self._save(path)
            case Quit():
                self._leave()
            case move:
                return self._moved(move, desk, seat)
        return reply.desk

    def _moved(self, move: Move, before: Desk, seat: int) -> Desk:
        self._move(move, seat)
        after = self._desk(seat)
        self.terminal.say(*_done(move, before, after))
        return after

    def _desk(self, seat: int) -> Desk:
        return Desk.of(self.record.game.view(seat), self.names, width=self.terminal.width)

    def _wait(self, prompt: str) -> None:
        """Wait for Enter; whoever waits may ask how things stand, keep the game, or leave."""
        self.keep()
        while True:
            try:
                word = understand(self.terminal.ask(prompt))
            except ManipulationError as error:
                self.terminal.say(*refusal_lines(error))
                continue
            match word:
                case Show():
                    return
                case Quit():
                    self._leave()
                case Save(path):
                    self._save(path)
                case Score():
                    self.terminal.say(*standings(self.record.game.view(None), self.names))
                case Help(topic):
                    self.terminal.say(*help_on(topic))
                case _:
                    self.terminal.say(Line(("Enter comes first.",)))

    def _save(self, name: str | None) -> None:
        """Keep the game from now on, in a new file or where it is kept already."""
        before, self._tried = (self.path, self.kept), None
        try:
            if name is not None and Path(name) != self.path:
                self.path, self.kept = new_path(name), None
            elif self.path is None:
                self.path = unused_path(Path())
        except FileError as error:
            self.terminal.say(*refusal_lines(error))
            return
        if self.keep():
            self.terminal.say(Line((f"The game is kept in {self.path}.",)))
        else:
            self.path, self.kept = before

    def _leave(self) -> NoReturn:
        self._offer()
        raise Leaving

    def _offer(self) -> None:
        """Ask whether, and where, to keep a game that has no file yet."""
        while self.path is None:
            usual = unused_path(Path())
            name = self.terminal.ask(f"Keep the game? Enter for {usual}, another file, or no> ")
            if name.strip().lower() in _NO:
                return
            self._save(name.strip() or str(usual))


def _done(move: Move, before: Desk, after: Desk) -> tuple[Line, ...]:
    """Tell a person what he has just done, and what he may do next."""
    match move:
        case Draw():
            drawn = after.state.hand - before.state.hand
            return (Line((drawn,), "You drew "), *after.position())
        case Play():
            played = before.state.hand - after.state.hand
            return (Line((played,), "You played "), *after.position())
        case EndTurn() | Knock():
            return ()
        case _:
            assert_never(move)
