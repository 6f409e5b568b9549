"""A server to test with: the real command, in a process of its own that can be killed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

WEB = Path(__file__).parents[1]
_PATIENCE = 20.0


class Server:
    """The command on a free port of this machine, with a file of games that outlives it."""

    def __init__(
        self, games: Path, *, pace: float = 0.0, rate: float = 15.0, seed: int = 7
    ) -> None:
        """Find a port and start."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.games = games
        self._options = [f"--pace={pace}", f"--rate={rate}", f"--seed={seed}"]
        self._process: subprocess.Popen[bytes]
        self.start()

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again on the same games, and wait until it answers."""
        command = [sys.executable, str(WEB), "--port", str(self.port), "--games", str(self.games)]
        self._process = subprocess.Popen(
            [*command, *self._options], env={**os.environ, "PYTHONWARNINGS": "error"}
        )
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """End it as a crash would: it cannot notice (SIGKILL)."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """End it politely."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    def request(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send one request as it is; the path is not tidied on the way."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=names)
        response = connection.getresponse()
        answer = response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
        connection.close()
        return answer

    def open_room(self, seats: Sequence[str]) -> str:
        """Open a room with these seats, and give its name."""
        body = json.dumps({"seats": seats}).encode()
        status, _, answer = self.request("POST", "/rooms", body, Origin=self.address)
        assert status == 201, answer
        room = json.loads(answer)["room"]
        assert isinstance(room, str)
        return room

    def __enter__(self) -> Self:
        """Be stopped at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self.stop()
