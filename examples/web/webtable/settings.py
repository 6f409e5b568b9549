"""Every number that bounds what the server does for strangers."""

from __future__ import annotations

from typing import Final

from attrs import frozen

FRAME: Final = 65_536
"""A frame of more bytes closes the connection; it is never held whole."""


@frozen(kw_only=True)
class Settings:
    """What the server allows.

    `message`: the most bytes of a message that is read. `rate`: messages a second from one
    connection, over time, and four times as many at once. `strikes`: refusals for haste until it is
    closed.
    `backlog`: messages that wait for a browser that does not read until it is closed. `states`:
    what the solver may visit for one question. `pace`: seconds a bot waits before each move.
    """

    message: int = 16_384
    rate: float = 15.0
    strikes: int = 100
    backlog: int = 200
    patience: float = 10.0
    rooms: int = 1_000
    stored: int = 20_000
    keep_days: int = 30
    connections: int = 3_000
    connections_a_room: int = 24
    states: int = 300_000
    pace: float = 0.9
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost")
    seed: int | None = None
