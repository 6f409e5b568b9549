"""Measure many games at once on one server of this machine, played by bot clients.

`python examples/web/load.py --games 200 --seconds 30`. It starts a server of its own with an empty
file of games, opens the rooms, and lets two clients play in each until the time or the number of
moves is used up; then it prints how many moves a second were acknowledged, each of them on the
disk, and how long an acknowledgement took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import socket
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.request import Request, urlopen

from attrs import define, field, frozen
from websockets.asyncio.client import connect

from manipulation import GameView, GreedyBot, from_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from websockets.asyncio.client import ClientConnection

Message: TypeAlias = dict[str, object]

_BOT: Final = GreedyBot()
_QUICK: Final = ("--pace=0", "--rate=100000")


@frozen
class Plan:
    """How much is played: `seconds` and `moves` both bound it; `think` is a pause before a move."""

    address: str
    games: int
    seconds: float
    moves: int
    think: float


@define
class Tally:
    """What came of it: how long each acknowledged move took, and how many were refused."""

    plan: Plan
    start: float = 0.0
    took: list[float] = field(factory=list)
    refused: int = 0

    def begin(self) -> None:
        """Begin the time that is measured, once."""
        self.start = self.start or time.monotonic()

    @property
    def end(self) -> float:
        """When the time is used up."""
        return self.start + self.plan.seconds

    @property
    def over(self) -> bool:
        """Whether time or moves are used up."""
        return time.monotonic() >= self.end or len(self.took) >= self.plan.moves


async def play(plan: Plan, room: str, start: asyncio.Barrier, tally: Tally, rng: Random) -> None:
    """Take both seats of a room and, when all rooms are full, play in it round after round."""
    address = f"{plan.address.replace('http', 'ws')}/ws/{room}"
    options = {"origin": plan.address, "compression": None, "max_size": None}
    async with (
        connect(address, **options) as first,  # type: ignore[arg-type] # the options are of all kinds
        connect(address, **options) as second,  # type: ignore[arg-type]
    ):
        for seat, one in enumerate((first, second)):
            await say(one, "hello", 0, token=None)
            await say(one, "sit", 1, seat=seat, name=f"Client {seat}")
        await start.wait()
        tally.begin()
        players = [asyncio.create_task(attend(one, tally, rng)) for one in (first, second)]
        done, waiting = await asyncio.wait(players, timeout=max(0.0, tally.end - time.monotonic()))
        for player in waiting:
            player.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for player in done:
            player.result()


async def attend(one: ClientConnection, tally: Tally, rng: Random) -> None:
    """Play one seat: move when something is legal, and deal when it is time to."""
    todo: asyncio.Queue[Message] = asyncio.Queue()
    sent: dict[int, float] = {}
    listening = asyncio.create_task(listen(one, tally, sent, todo))
    reply = 1
    try:
        while not tally.over:
            message = await todo.get()
            await asyncio.sleep(tally.plan.think * (0.5 + rng.random()))
            reply += 1
            number = int(str(message["number"])) + 1
            if message["awaits_deal"]:
                sent[reply] = time.monotonic()
                await say(one, "deal", reply, number=number)
            else:
                move = _BOT.choose(from_json(json.dumps(message["view"]), GameView), rng)
                sent[reply] = time.monotonic()
                await say(one, "move", reply, number=number, move=str(move))
    finally:
        listening.cancel()


async def listen(
    one: ClientConnection, tally: Tally, sent: dict[int, float], todo: asyncio.Queue[Message]
) -> None:
    """Note when each move is acknowledged, and pass on the positions in which there is a move."""
    async for text in one:
        message: Message = json.loads(text)
        if message["type"] == "made":
            tally.took.append(time.monotonic() - sent.pop(int(str(message["reply"]))))
        tally.refused += message["type"] == "refused"
        if message["type"] != "position" or not message["number"]:
            continue
        view = message["view"]
        deals = message["awaits_deal"] and isinstance(view, dict) and view["seat"] == 0
        if message["legal"] or deals:
            todo.put_nowait(message)


async def say(one: ClientConnection, kind: str, reply: int, **fields: object) -> None:
    """Send one message."""
    await one.send(json.dumps({"type": kind, "reply": reply, **fields}))


def open_room(address: str) -> str:
    """Open a room for two people."""
    body = json.dumps({"seats": ["person", "person"]}).encode()
    with urlopen(Request(f"{address}/rooms", body, {"Origin": address})) as answer:  # noqa: S310
        return str(json.load(answer)["room"])


@asynccontextmanager
async def serving(folder: str) -> AsyncIterator[str]:
    """Run a server on a free port, with an empty file of games; give its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    where = (f"--port={port}", f"--games={folder}/games.sqlite3")
    server = await asyncio.create_subprocess_exec(
        sys.executable, str(Path(__file__).parent), *where, *_QUICK, stdout=asyncio.subprocess.PIPE
    )
    try:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                writer.close()
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        await server.wait()


async def run(args: argparse.Namespace) -> None:
    """Play, and print what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(folder) as address:
            plan = Plan(address, args.games, args.seconds, args.moves, args.think)
            rooms = [await asyncio.to_thread(open_room, address) for _ in range(plan.games)]
            start, tally = asyncio.Barrier(plan.games), Tally(plan)
            games = (
                play(plan, room, start, tally, Random(place)) for place, room in enumerate(rooms)
            )
            await asyncio.gather(*games)
            seconds = time.monotonic() - tally.start
        report(tally, seconds)


def report(tally: Tally, seconds: float) -> None:
    """Print the figures."""
    took = sorted(tally.took)
    if not took:
        print("no move was acknowledged")
        return

    def at(part: float) -> str:
        return f"{1000 * took[min(int(part * len(took)), len(took) - 1)]:.1f} ms"

    print(f"{tally.plan.games} games at once, two clients each, for {seconds:.1f} s")
    print(f"{len(took)} moves acknowledged, {len(took) / seconds:.0f} a second")
    print(f"{tally.refused} refused")
    server = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = 1000 * (server.ru_utime + server.ru_stime) / len(took)
    print(f"the server used {busy:.1f} ms of processor time for each, its start included")
    print(f"half of them took up to {at(0.5)}, 99 in a hundred up to {at(0.99)}")
    print(f"the slowest thousandth took {at(0.999)} or more, the slowest of all {at(1)}")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games at once")
    parser.add_argument("--seconds", type=float, default=30.0, help="the most time")
    parser.add_argument("--moves", type=int, default=100_000, help="the most moves")
    parser.add_argument("--think", type=float, default=0.0, help="pause before a move, in seconds")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
