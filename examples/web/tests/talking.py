"""A client without a browser: it says what it is told to, be it forged or not."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self, TypeAlias

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from manipulation import GameView, from_json

if TYPE_CHECKING:
    from serving import Server

Json: TypeAlias = dict[str, object]


class Client:
    """One connection to a room. Everything that it hears is kept, as it came."""

    def __init__(self, server: Server, room: str, *, token: str | None = None) -> None:
        """Connect, say hello, and hear the welcome."""
        self.socket = plain(server, room)
        self.heard: list[str] = []
        self.replies = 0
        self.position: Json = {}
        self.token = token
        self.say("hello", token=token)
        self.until("position")

    def close(self) -> None:
        """Leave."""
        self.socket.close()

    def hear(self, *, timeout: float = 10) -> Json:
        """Hear one message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Json = json.loads(text)
        if message["type"] == "position":
            self.position = message
        return message

    def until(self, *kinds: str, reply: object = None) -> Json:
        """Hear messages until one of a kind, or an answer to a number."""
        while True:
            message = self.hear()
            if message["type"] in kinds and (reply is None or message.get("reply") == reply):
                return message

    def say(self, kind: str, **fields: object) -> int:
        """Say something, and give the number by which it will be answered."""
        self.replies += 1
        self.socket.send(json.dumps({"type": kind, "reply": self.replies, **fields}))
        return self.replies

    def ask(self, kind: str, **fields: object) -> Json:
        """Say something, and give the answer: what it asked for, or a refusal."""
        reply = self.say(kind, **fields)
        answers = ("made", "seated", "draft", "playable", "hint", "refused")
        return self.until(*answers, reply=reply)

    def sit(self, seat: int, name: str = "Ann") -> str:
        """Take a seat, and give its token."""
        answer = self.ask("sit", seat=seat, name=name)
        token = answer["token"]
        assert isinstance(token, str), answer
        self.until("position")
        self.token = token
        return token

    def move(self, move: str) -> Json:
        """Make a move as the next entry of the record."""
        return self.ask("move", number=self.number + 1, move=move)

    @property
    def number(self) -> int:
        """How many entries the record has, as far as is known here."""
        number = self.position["number"]
        assert isinstance(number, int)
        return number

    @property
    def view(self) -> GameView:
        """What the seat knows."""
        return from_json(json.dumps(self.position["view"]), GameView)

    def catch_up(self, number: int) -> None:
        """Hear messages until the record has so many entries."""
        while self.number < number:
            self.hear()

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave."""
        self.close()


def plain(server: Server, room: str, *, origin: str | None = "") -> ClientConnection:
    """Connect and say nothing; the origin is the server's own unless another is given."""
    shown = server.address if origin == "" else origin
    address = f"ws://127.0.0.1:{server.port}/ws/{room}"
    manager = connect(address, origin=shown, compression=None, max_size=None)  # type: ignore[arg-type]
    return ExitStack().enter_context(manager)


def closed_with(socket: ClientConnection) -> int:
    """Read until the server closes the connection, and give its code."""
    try:
        while True:
            socket.recv(10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
