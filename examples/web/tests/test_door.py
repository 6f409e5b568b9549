"""The pages, and the door to open a room: foreign pages, false rooms and paths get nowhere."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from talking import closed_with, plain
from websockets.exceptions import InvalidStatus

if TYPE_CHECKING:
    from serving import Server


class TestDoor:
    """The pages and the door to open a room."""

    def test_foreign_pages_get_nowhere(self, server: Server) -> None:
        """Neither a room nor a connection, and no other host name is answered."""
        body = b'{"seats": ["person", "greedy"]}'
        for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            status, _, answer = server.request("POST", "/rooms", body, **headers)
            assert (status, json.loads(answer)["code"]) == (400, "FOREIGN_ORIGIN")
        room = server.open_room(["person", "greedy"])
        for origin in (None, "http://evil.example", f"https://evil.example:{server.port}"):
            with pytest.raises(InvalidStatus) as refused:
                plain(server, room, origin=origin)
            assert refused.value.response.status_code == 403
        status, _, _ = server.request("GET", "/", Host="evil.example")
        assert status == 400

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            (b"", "NOT_JSON"),
            (b"\xff", "NOT_JSON"),
            (b"[]", "NOT_A_MESSAGE"),
            (b'{"seats": ["person"]}', "NOT_A_MESSAGE"),
            (b'{"seats": ["greedy", "greedy"]}', "NOT_A_MESSAGE"),
            (b'{"seats": ["person", "hal"]}', "NOT_A_MESSAGE"),
            (b'{"seats": ["person", 7]}', "NOT_A_MESSAGE"),
            (b'{"seats": ["person", "greedy"], "more": 1}', "NOT_A_MESSAGE"),
            (b'{"seats": ["person"' + b', "person"' * 5 + b"]}", "NOT_A_MESSAGE"),
            (b"x" * 2_000, "TOO_LARGE"),
        ],
    )
    def test_a_room_that_cannot_be(self, server: Server, body: bytes, code: str) -> None:
        """With a code as everywhere."""
        status, _, answer = server.request("POST", "/rooms", body, Origin=server.address)
        assert (status, json.loads(answer)["code"]) == (400, code)

    @pytest.mark.parametrize("room", ["x", "a" * 500, "%00", "..%5c..%5cetc"])
    def test_a_room_that_is_not(self, server: Server, room: str) -> None:
        """It is refused by code, and closed."""
        with plain(server, room) as eve:
            assert json.loads(eve.recv(10))["code"] == "NO_SUCH_ROOM"
            assert closed_with(eve) == 1008

    @pytest.mark.parametrize(
        "path",
        [
            "/static/../app.py",
            "/static/..%2fapp.py",
            "/static/%2e%2e/app.py",
            "/static/..%5capp.py",
            "//etc/passwd",
            "/static//etc/passwd",
            "/static/",
        ],
    )
    def test_no_way_out_of_the_static_files(self, server: Server, path: str) -> None:
        """Only the files of the page are served."""
        status, _, answer = server.request("GET", path)
        assert status in (400, 404, 405)
        assert b"make_app" not in answer
        assert b"root:" not in answer

    @pytest.mark.parametrize("path", ["/", "/t/x", "/static/table.js", "/bots", "/nowhere"])
    def test_headers(self, server: Server, path: str) -> None:
        """No foreign or inline script, no frame, no guessed type, no address told to others."""
        _, headers, _ = server.request("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"

    def test_a_full_room(self, server: Server) -> None:
        """More windows than a room has places for are turned away."""
        room = server.open_room(["person", "greedy"])
        windows = [plain(server, room) for _ in range(24)]
        time.sleep(0.2)
        with plain(server, room) as one_more:
            assert json.loads(one_more.recv(10))["code"] == "FULL"
        for window in windows:
            window.close()
