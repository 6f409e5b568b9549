"""One browser's connection: its messages are bounded, read, and answered one after the other."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final, assert_never

from attrs import define, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from webtable import answers, texts
from webtable.bucket import Bucket
from webtable.messages import (
    AskHint,
    AskPlayable,
    DealNext,
    Hello,
    MakeMove,
    Message,
    ShowDraft,
    Sit,
    read_message,
    reply_of,
)
from webtable.refusals import Code, Refused

if TYPE_CHECKING:
    from webtable.room import Room
    from webtable.settings import Settings

_log = logging.getLogger(__name__)

_POLICY: Final = 1008
"""The close code for a connection that breaks the server's policy."""


@define(eq=False)
class Connection:
    """A guest of a room: what it says is judged, what it is told waits in a bounded queue."""

    socket: WebSocket
    room: Room
    settings: Settings
    seat: int | None = None
    outbox: asyncio.Queue[str] = field(init=False)
    overdue: asyncio.Event = field(factory=asyncio.Event)
    greeted: bool = False

    def __attrs_post_init__(self) -> None:
        """Begin with nothing to tell."""
        self.outbox = asyncio.Queue(self.settings.backlog)

    def send(self, text: str) -> None:
        """Send a message as soon as the connection takes it; who does not read is let go."""
        if not self.greeted:
            return
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.overdue.set()

    async def serve(self) -> None:
        """Talk until the browser leaves or is let go."""
        self.room.enter(self)  # at once, so that the room stays in memory
        tasks = {
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._talk()),
            asyncio.create_task(self.overdue.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.leave(self)
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect):
                    _log.error("a connection failed", exc_info=ended)
            await close(self.socket, _POLICY)

    async def _talk(self) -> None:
        while True:
            await self.socket.send_text(await self.outbox.get())

    async def _listen(self) -> None:
        bucket = Bucket(self.settings.rate)
        strikes = 0
        try:
            await asyncio.wait_for(self._greet(), self.settings.patience)
            while strikes < self.settings.strikes:
                text = await receive(self.socket)
                if bucket.take():
                    await self._answer(text)
                else:
                    strikes += 1
                    self._refuse(Refused.of(Code.TOO_FAST), text)
        except (TimeoutError, WebSocketDisconnect):
            return

    async def _greet(self) -> None:
        """Wait for hello, and seat whoever shows the token of a seat."""
        text = await receive(self.socket)
        self.greeted = True
        try:
            message = read_message(self._bounded(text))
            if not isinstance(message, Hello):
                raise Refused.of(Code.HELLO_FIRST)
            if message.token is not None:
                self.seat = self.room.seat_of(message.token)
        except Refused as refused:
            self._refuse(refused, text)
        self.room.welcome(self)

    def _bounded(self, text: str) -> str:
        if len(text.encode(errors="surrogatepass")) > self.settings.message:
            raise Refused.of(Code.TOO_LARGE)
        return text

    async def _answer(self, text: str) -> None:
        """Do what a message asks, or tell why it is refused."""
        try:
            message = read_message(self._bounded(text))
            await self._do(message)
        except Refused as refused:
            self._refuse(refused, text)

    def _refuse(self, refused: Refused, text: str) -> None:
        """Tell why a message is refused, with the number by which its sender knows it."""
        reply = reply_of(text) if len(text) <= self.settings.message else None
        self.send(texts.refusal(refused, reply=reply))

    async def _do(self, message: Message) -> None:
        match message:
            case Hello():
                raise Refused.of(Code.HELLO_FIRST)
            case Sit():
                await self._sit(message)
            case DealNext():
                self._own_seat()
                made = await self.room.deal(message.number)
                self._acknowledge(message, repeat=not made)
            case MakeMove():
                made = await self.room.play(self._own_seat(), message.number, message.move)
                self._acknowledge(message, repeat=not made)
            case ShowDraft() | AskPlayable() | AskHint():
                await self._ask(message)
            case _:
                assert_never(message)

    def _own_seat(self) -> int:
        if self.seat is None:
            raise Refused.of(Code.NOT_SEATED)
        return self.seat

    def _acknowledge(self, message: DealNext | MakeMove, *, repeat: bool) -> None:
        self.send(
            texts.envelope(
                "made",
                reply=texts.plain(message.reply),
                number=texts.plain(message.number),
                repeat=texts.plain(repeat),
            )
        )

    async def _sit(self, message: Sit) -> None:
        if self.seat is not None:
            raise Refused.of(Code.SEATED_ALREADY)
        name = " ".join(message.name.split())
        if not name or not name.isprintable():
            raise Refused.of(Code.NOT_A_MESSAGE, "name: letters that can be printed")
        token = await self.room.sit(message.seat, name)
        self.seat = message.seat
        seated = {"reply": message.reply, "seat": message.seat, "token": token}
        self.send(
            texts.envelope("seated", **{key: texts.plain(part) for key, part in seated.items()})
        )
        self.room.welcome(self)

    async def _ask(self, message: ShowDraft | AskPlayable | AskHint) -> None:
        view, think = self.room.view_at(self.seat, message.number), self.room.house.thinkers
        reply, limit = message.reply, self.settings.states
        match message:
            case ShowDraft():
                text = await think.draft(answers.draft_answer, view, message.steps, reply=reply)
            case AskPlayable():
                text = await think.question(answers.playable_answer, view, reply=reply, limit=limit)
            case AskHint():
                text = await think.question(
                    answers.hint_answer, view, message.level, reply=reply, limit=limit
                )
            case _:
                assert_never(message)
        self.send(text)


async def receive(socket: WebSocket) -> str:
    """Wait for a message that is text; other bytes count as no JSON."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text = event.get("text")
    return text if isinstance(text, str) else ""


async def close(socket: WebSocket, code: int) -> None:
    """Close a connection; one that is closed already stays so."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)
