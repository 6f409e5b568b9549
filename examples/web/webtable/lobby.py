"""All rooms: opened, found in memory or made again from the disk, and let go when nobody is in."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from attrs import define, field

from manipulation import ManipulationError
from webtable.bots import BOTS
from webtable.bucket import Bucket
from webtable.refusals import Code, Refused
from webtable.room import House, Room, new_room
from webtable.store import StoredRoom

if TYPE_CHECKING:
    from collections.abc import Sequence

_log = logging.getLogger(__name__)

PERSON: Final = "person"
SEATS: Final = range(2, 6)


@define(eq=False)
class Lobby:
    """The rooms in memory, the one that was used last at the end."""

    house: House
    rooms: dict[str, Room] = field(factory=dict)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    stored: int = 0
    door: Bucket = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Open rooms no faster than one browser may talk."""
        self.door = Bucket(self.house.settings.rate)

    async def start(self) -> None:
        """Forget what is too old, and count what is kept."""
        keep = self.house.settings.keep_days
        self.stored = await self.house.store.count(keep_days=keep)

    async def open(self, wishes: Sequence[object]) -> Room:
        """Open a room with these seats, each `person` or the name of a bot; one is for a person."""
        seats = [wish for wish in wishes if isinstance(wish, str)]
        if len(seats) < len(wishes) or len(seats) not in SEATS or PERSON not in seats:
            raise Refused.of(Code.NOT_A_MESSAGE, "seats: 2 to 5, one of them for a person")
        if not set(seats) <= {PERSON, *BOTS}:
            raise Refused.of(Code.NOT_A_MESSAGE, f"seats: person, {', '.join(BOTS)}")
        if not self.door.take():
            raise Refused.of(Code.TOO_FAST)
        if self.stored >= self.house.settings.stored:
            raise Refused.of(Code.FULL)
        self._make_place()
        self.stored += 1
        room = new_room(seats, self.house)
        stored = StoredRoom(room.name, room.record.dealer, tuple(room.seats))
        await self.house.store.open(stored)
        self.rooms[room.name] = room
        return room

    async def find(self, name: str) -> Room:
        """Find a room by its name, which is its link."""
        async with self.lock:  # so that no room is made twice of the same record
            room = self.rooms.pop(name, None)
            if room is None:
                stored = await self.house.store.find(name)
                if stored is None:
                    raise Refused.of(Code.NO_SUCH_ROOM)
                self._make_place()
                room = self._made_again(stored)
            self.rooms[name] = room
        return room

    def _made_again(self, stored: StoredRoom) -> Room:
        try:
            return Room.of(stored, self.house)
        except ManipulationError as error:
            _log.exception("the record of room %s is refused", stored.room)
            raise Refused.of(Code.BAD_RECORD) from error

    def _make_place(self) -> None:
        """Let go of the room in memory that has been left the longest; it is on the disk."""
        if len(self.rooms) < self.house.settings.rooms:
            return
        for name, room in self.rooms.items():
            if not room.guests and (room.driver is None or room.driver.done()):
                del self.rooms[name]
                return
        raise Refused.of(Code.FULL)
