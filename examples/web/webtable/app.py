"""The application: the pages, the door to open a room, and the connections."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from webtable import texts
from webtable.bots import KINDS, Thinkers
from webtable.connection import Connection, close
from webtable.headers import SafeHeaders
from webtable.lobby import Lobby
from webtable.messages import read_json
from webtable.refusals import Code, Refused
from webtable.room import House
from webtable.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import HTTPConnection, Request
    from starlette.websockets import WebSocket

    from webtable.settings import Settings

_STATIC: Final = Path(__file__).parent / "static"
_MAX_BODY: Final = 1_000


class WebTable:
    """What the application answers with."""

    def __init__(self, settings: Settings, store: Path) -> None:
        """Keep what is needed; the store is opened when the application starts."""
        self.settings = settings
        self.path = store
        self.connections = 0
        self.lobby: Lobby

    @asynccontextmanager
    async def running(self, _app: Starlette) -> AsyncIterator[None]:
        """Open the store and, at the end, close it."""
        store, thinkers = Store(self.path), Thinkers()
        seed = self.settings.seed
        chance = SystemRandom() if seed is None else Random(seed)
        self.lobby = Lobby(House(store, thinkers, self.settings, chance))
        await self.lobby.start()
        try:
            yield
        finally:
            thinkers.close()
            await asyncio.to_thread(store.close)

    async def front(self, _request: Request) -> Response:
        """Show the page on which a room is opened."""
        return FileResponse(_STATIC / "index.html")

    async def table(self, _request: Request) -> Response:
        """Show the page of a room; it asks for the room itself."""
        return FileResponse(_STATIC / "table.html")

    async def bots(self, _request: Request) -> Response:
        """List the bots."""
        return _json(texts.plain(KINDS))

    async def open(self, request: Request) -> Response:
        """Open a room, and tell its name."""
        try:
            _check_origin(request)
            document = read_json((await _body(request)).decode("utf-8", "replace"))
            match document:
                case {"seats": list(wishes), **more} if not more:
                    room = await self.lobby.open(wishes)
                case _:
                    raise Refused.of(Code.NOT_A_MESSAGE, "seats: a list")
        except Refused as refused:
            return _json(texts.refusal(refused, reply=None), status=400)
        return _json(texts.plain({"room": room.name}), status=201)

    async def talk(self, socket: WebSocket) -> None:
        """Connect a browser to a room."""
        if self.connections >= self.settings.connections or _is_foreign(socket):
            await socket.close(1008)
            return
        await socket.accept()
        self.connections += 1
        try:
            room = await self.lobby.find(socket.path_params["room"])
            if len(room.guests) >= self.settings.connections_a_room:
                raise Refused.of(Code.FULL)
            await Connection(socket, room, self.settings).serve()
        except Refused as refused:
            with suppress(WebSocketDisconnect):
                await socket.send_text(texts.refusal(refused, reply=None))
            await close(socket, 1008)
        finally:
            self.connections -= 1


def _json(text: str, *, status: int = 200) -> Response:
    return Response(text, status_code=status, media_type="application/json")


async def _body(request: Request) -> bytes:
    """Read a short body; a long one is refused before it is all there."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MAX_BODY:
            raise Refused.of(Code.TOO_LARGE)
    return body


def _is_foreign(request: HTTPConnection) -> bool:
    """Tell whether a page of another site asks: browsers always name the origin here."""
    origin = urlsplit(request.headers.get("origin", ""))
    return origin.scheme not in ("http", "https") or origin.netloc != request.headers.get("host")


def _check_origin(request: HTTPConnection) -> None:
    if _is_foreign(request):
        raise Refused.of(Code.FOREIGN_ORIGIN)


def make_app(settings: Settings, *, store: Path) -> Starlette:
    """Make the application with its games in the file `store`."""
    web = WebTable(settings, store)
    return Starlette(
        routes=[
            Route("/", web.front),
            Route("/t/{room}", web.table),
            Route("/bots", web.bots),
            Route("/rooms", web.open, methods=["POST"]),
            WebSocketRoute("/ws/{room}", web.talk),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts)),
        ],
        lifespan=web.running,
    )
