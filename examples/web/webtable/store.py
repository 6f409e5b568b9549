"""The record on disk: SQLite in WAL mode, written by one thread, many entries to a commit."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from attrs import define, frozen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_T = TypeVar("_T")

_BATCH: Final = 500
_DAY: Final = 86_400.0

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS rooms (
    room TEXT PRIMARY KEY, dealer INTEGER NOT NULL, opened REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, seat INTEGER NOT NULL,
    name TEXT NOT NULL, bot TEXT, digest BLOB, PRIMARY KEY (room, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('deal', 'move')), text TEXT NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;
"""


@frozen
class StoredSeat:
    """A seat: a bot by its name, or a person by the digest of a token; neither while it is open."""

    name: str
    bot: str | None = None
    digest: bytes | None = None


@frozen
class StoredEntry:
    """A deal with the shoe that was dealt, or a move; both in notation."""

    kind: str
    text: str


@frozen
class StoredRoom:
    """All that a room is made of again."""

    room: str
    dealer: int
    seats: tuple[StoredSeat, ...]
    entries: tuple[StoredEntry, ...] = ()


@define(eq=False)
class _Job(Generic[_T]):
    """Work for the thread, and where its result is awaited."""

    work: Callable[[sqlite3.Connection], _T]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[_T]

    def run(self, connection: sqlite3.Connection) -> Callable[[], None]:
        """Do the work alone in the transaction; give what tells the result after the commit."""
        connection.execute("SAVEPOINT job")
        try:
            result = self.work(connection)
        except sqlite3.Error as error:
            connection.execute("ROLLBACK TO job")
            return self._told(error)
        finally:
            connection.execute("RELEASE job")
        return lambda: self._tell(lambda: self.future.set_result(result))

    def fail(self, error: Exception) -> None:
        """Tell that the commit has failed."""
        self._told(error)()

    def _told(self, error: Exception) -> Callable[[], None]:
        return lambda: self._tell(lambda: self.future.set_exception(error))

    def _tell(self, tell: Callable[[], None]) -> None:
        def unless_cancelled() -> None:
            if not self.future.done():
                tell()

        self.loop.call_soon_threadsafe(unless_cancelled)


class Store:
    """The file of all rooms. What is awaited has been committed."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it, and start the thread that alone touches it."""
        self._jobs: SimpleQueue[_Job[object] | None] = SimpleQueue()
        path.touch(mode=0o600)  # shoes lie in it: nobody else on the machine may read it
        self._connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.executescript(_TABLES)
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what is under way, and close the file."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            try:
                while len(jobs) < _BATCH:
                    jobs.append(self._jobs.get_nowait())
            except Empty:
                pass
            todo = [job for job in jobs if job is not None]
            if todo:
                self._commit(todo)
            if len(todo) < len(jobs):
                return

    def _commit(self, jobs: list[_Job[object]]) -> None:
        """Do many jobs in one transaction, so that they share the wait for the disk."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            told = [job.run(self._connection) for job in jobs]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for job in jobs:
                job.fail(error)
        else:
            for tell in told:
                tell()

    async def _do(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()
        self._jobs.put(_Job(work, loop, future))  # type: ignore[arg-type] # a job of any result
        return await future

    async def count(self, *, keep_days: int) -> int:
        """Forget rooms that were opened too many days ago, and count the others."""
        oldest = time.time() - keep_days * _DAY

        def work(connection: sqlite3.Connection) -> int:
            connection.execute("DELETE FROM rooms WHERE opened < ?", (oldest,))
            (count,) = connection.execute("SELECT count(*) FROM rooms").fetchone()
            return int(count)

        return await self._do(work)

    async def open(self, room: StoredRoom) -> None:
        """Keep a new room."""

        def work(connection: sqlite3.Connection) -> None:
            row = (room.room, room.dealer, time.time())
            connection.execute("INSERT INTO rooms VALUES (?, ?, ?)", row)
            connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?)",
                [
                    (room.room, number, seat.name, seat.bot, seat.digest)
                    for number, seat in enumerate(room.seats)
                ],
            )

        await self._do(work)

    async def seat(self, room: str, number: int, seat: StoredSeat) -> None:
        """Keep who has sat down."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE seats SET name = ?, digest = ? WHERE room = ? AND seat = ?",
                (seat.name, seat.digest, room, number),
            )

        await self._do(work)

    async def append(self, room: str, number: int, entry: StoredEntry) -> None:
        """Append a deal or a move; when this returns it is on the disk."""

        def work(connection: sqlite3.Connection) -> None:
            row = (room, number, entry.kind, entry.text)
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)

        await self._do(work)

    async def find(self, room: str) -> StoredRoom | None:
        """Find a room with all its entries; None if there is none."""

        def work(connection: sqlite3.Connection) -> StoredRoom | None:
            found = connection.execute("SELECT dealer FROM rooms WHERE room = ?", (room,))
            row = found.fetchone()
            if row is None:
                return None
            seats = connection.execute(
                "SELECT name, bot, digest FROM seats WHERE room = ? ORDER BY seat", (room,)
            )
            entries = connection.execute(
                "SELECT kind, text FROM entries WHERE room = ? ORDER BY number", (room,)
            )
            return StoredRoom(
                room,
                int(row[0]),
                tuple(StoredSeat(*seat) for seat in seats),
                tuple(StoredEntry(*entry) for entry in entries),
            )

        return await self._do(work)
