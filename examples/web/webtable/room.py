"""One room: the seats, the game with its record, and everyone who looks on."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Protocol

from attrs import define, evolve, field, frozen

from manipulation import (
    IllegalMoveError,
    ManipulationError,
    Move,
    Outcome,
    Play,
    Record,
    Shoe,
    parse_move,
    steps,
)
from webtable import texts
from webtable.bots import BOTS, Thinkers, name_of
from webtable.refusals import Code, Refused
from webtable.settings import Settings
from webtable.store import Store, StoredEntry, StoredRoom, StoredSeat

if TYPE_CHECKING:
    from manipulation import Event, Game, RoundView, Step

_log = logging.getLogger(__name__)


class Guest(Protocol):
    """A browser that looks on, at a seat or as a spectator."""

    seat: int | None

    def send(self, text: str) -> None:
        """Send a message as soon as the connection takes it."""


@frozen
class Made:
    """A deal or a move that has been made, and by which seat; a deal is nobody's."""

    seat: int | None
    text: str


@frozen
class House:
    """What all rooms share."""

    store: Store
    thinkers: Thinkers
    settings: Settings
    chance: Random


@define(eq=False)
class Room:
    """A game, and who sits where. One move at a time is judged, written to disk, and told."""

    name: str
    house: House
    seats: list[StoredSeat]
    record: Record
    made: list[Made] = field(factory=list)
    outcomes: list[Outcome] = field(factory=list)
    guests: list[Guest] = field(factory=list)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    driver: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, stored: StoredRoom, house: House) -> Room:
        """Make a room again of what is on the disk: every entry is judged anew."""
        names = tuple(str(seat) for seat in range(len(stored.seats)))
        record = Record.new(names, dealer=stored.dealer)
        room = cls(stored.room, house, list(stored.seats), record)
        for entry in stored.entries:
            if entry.kind == "deal":
                room._follow(record := record.deal(Shoe.parse(entry.text)), Made(None, "deal"))
            else:
                move, seat = parse_move(entry.text), room._to_move
                room._follow(record := record.after(move), Made(seat, str(move)))
        return room

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.record.game

    @property
    def number(self) -> int:
        """How many deals and moves there have been."""
        return len(self.made)

    @property
    def _to_move(self) -> int | None:
        return None if self.game.round is None else self.game.round.to_move

    @property
    def _full(self) -> bool:
        return all(seat.bot or seat.digest for seat in self.seats)

    def _follow(self, record: Record, made: Made) -> None:
        """Let the room stand where the record does."""
        self.record = record
        self.made.append(made)
        state = record.game.round
        if state is not None and state.outcome is not None:
            self.outcomes.append(state.outcome)

    # Who sits where.

    def seat_of(self, token: str) -> int:
        """Find the seat that a token opens; every seat is compared, and in constant time."""
        digest, found = _digest(token), None
        for number, seat in enumerate(self.seats):
            if hmac.compare_digest(digest, seat.digest or b""):
                found = number
        if found is None:
            raise Refused.of(Code.WRONG_TOKEN)
        return found

    async def sit(self, number: int, name: str) -> str:
        """Give an open seat to a person, and him the token of it."""
        async with self.lock:
            if number >= len(self.seats):
                raise Refused.of(Code.NO_SUCH_SEAT)
            seat = self.seats[number]
            if seat.bot or seat.digest:
                raise Refused.of(Code.SEAT_TAKEN)
            token = secrets.token_urlsafe(24)
            taken = evolve(seat, name=name, digest=_digest(token))
            await self.house.store.seat(self.name, number, taken)
            self.seats[number] = taken
        return token

    def enter(self, guest: Guest) -> None:
        """Let a browser look on."""
        self.guests.append(guest)

    def leave(self, guest: Guest) -> None:
        """Forget a browser."""
        self.guests.remove(guest)
        self.tell_seats()

    def welcome(self, guest: Guest) -> None:
        """Tell a browser who sits where, which seat is its own, and how the game stands."""
        guest.send(texts.envelope("welcome", seat=texts.plain(guest.seat)))
        self.tell_seats()
        alike = texts.public(self.game, number=self.number, outcomes=self.outcomes)
        guest.send(texts.position(self.game, guest.seat, alike))
        self.wake()

    def tell_seats(self) -> None:
        """Tell everyone who sits where, and who is here."""
        here = {guest.seat for guest in self.guests}
        seats = [
            {
                "seat": number,
                "name": seat.name,
                "bot": seat.bot,
                "open": not (seat.bot or seat.digest),
                "here": bool(seat.bot) or number in here,
            }
            for number, seat in enumerate(self.seats)
        ]
        text = texts.envelope("seats", seats=texts.plain(seats))
        for guest in self.guests:
            guest.send(text)

    # What is played.

    async def deal(self, number: int) -> bool:
        """Deal the next round as the entry of this number; False if it was dealt already."""
        async with self.lock:
            if not self._full:
                raise Refused.of(Code.SEATS_OPEN)
            if not self._is_new(number, Made(None, "deal")):
                return False
            shoe = Shoe.new(len(self.seats)).shuffled(self.house.chance)
            try:
                record = self.record.deal(shoe)
            except IllegalMoveError as error:
                raise Refused.by_rule(error) from None
            await self._append(StoredEntry("deal", str(shoe)))
            self._follow(record, Made(None, "deal"))
            self._tell_all(None)
        self.wake()
        return True

    async def play(self, seat: int, number: int, text: str) -> bool:
        """Make a move as the entry of this number; False if it was made already."""
        try:
            move = parse_move(text)
        except ManipulationError as error:
            raise Refused.of(Code.NOT_NOTATION, str(error)[:200]) from None
        made = Made(seat, str(move))
        async with self.lock:
            if not self._is_new(number, made):
                return False
            try:
                record = self.record.after(move, seat)
            except IllegalMoveError as error:
                raise Refused.by_rule(error) from None
            before = self.game
            await self._append(StoredEntry("move", str(move)))
            self._follow(record, made)
            self._tell_all((before, move))
        self.wake()
        return True

    def _is_new(self, number: int, made: Made) -> bool:
        """Tell a new entry from one that was made already, and refuse every other number."""
        if number == self.number + 1:
            return True
        if number > self.number:
            raise Refused.of(Code.NUMBER_AHEAD)
        if self.made[number - 1] != made:
            raise Refused.of(Code.NUMBER_USED)
        return False

    async def _append(self, entry: StoredEntry) -> None:
        await self.house.store.append(self.name, self.number + 1, entry)

    def _tell_all(self, last: tuple[Game, Move] | None) -> None:
        """Tell everyone what has happened, each as he may see it."""
        shown = self.outcomes if not self.game.legal_moves() else None
        way = () if last is None else _steps(*last, self.game)
        alike = texts.public(self.game, number=self.number, outcomes=shown, steps=way)
        for guest in self.guests:
            event = None if last is None else _event(*last, guest.seat)
            guest.send(texts.position(self.game, guest.seat, alike, event=event))

    def view_at(self, seat: int | None, number: int) -> RoundView:
        """Give the view of a seat that asks about the position of this number."""
        if seat is None:
            raise Refused.of(Code.NOT_SEATED)
        if number != self.number:
            raise Refused.of(Code.NUMBER_USED if number < self.number else Code.NUMBER_AHEAD)
        view = self.game.view(seat).round
        if view is None or view.to_move is None:
            raise Refused.of(Code.NO_ROUND)
        return view

    # What goes on by itself.

    def wake(self) -> None:
        """Deal the first round when all sit, and let the bots play whose turn it is."""
        if self.driver is None or self.driver.done():
            self.driver = asyncio.create_task(self._drive())
            self.driver.add_done_callback(_report)

    async def _drive(self) -> None:
        if self._full and self.game.round is None:
            await self.deal(1)
        while (seat := self._bot_to_move()) is not None:
            await asyncio.sleep(self.house.settings.pace)
            try:
                await self._play_bot(seat)
            except Refused:
                _log.exception("the bot at seat %d of a room was refused", seat)
                return

    def _bot_to_move(self) -> int | None:
        seat = self._to_move
        return seat if seat is not None and self.seats[seat].bot else None

    async def _play_bot(self, seat: int) -> None:
        number, view = self.number + 1, self.game.view(seat)
        bot = BOTS[self.seats[seat].bot or ""]
        move = await self.house.thinkers.bot(bot.choose, view, self.house.chance)
        await self.play(seat, number, str(move))


def _report(driver: asyncio.Task[None]) -> None:
    """Log what has stopped the bots of a room; the next move there starts them again."""
    error = None if driver.cancelled() else driver.exception()
    if error is not None:
        _log.error("the bots of a room have stopped", exc_info=error)


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="surrogatepass")).digest()


def _event(before: Game, move: Move, seat: int | None) -> Event | None:
    return None if before.round is None else before.round.event(move, seen_by=seat)


def _steps(before: Game, move: Move, after: Game) -> tuple[Step, ...]:
    if not isinstance(move, Play) or before.round is None or after.round is None:
        return ()
    return steps(before.round.table, after.round.table)


def new_room(wishes: list[str], house: House) -> Room:
    """Open a room: each seat is for a person, or for the bot that is named."""
    seats = [
        StoredSeat(name_of(wish, wishes[:seat].count(wish)), wish)
        if wish in BOTS
        else StoredSeat("")
        for seat, wish in enumerate(wishes)
    ]
    dealer = int(house.chance.random() * len(seats))
    record = Record.new(map(str, range(len(seats))), dealer=dealer)
    return Room(secrets.token_urlsafe(16), house, seats, record)
