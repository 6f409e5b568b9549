"""The command line that starts the server."""

from __future__ import annotations

import argparse
from pathlib import Path

import uvicorn

from webtable.app import make_app
from webtable.settings import FRAME, Settings


def main() -> None:
    """Serve until it is stopped."""
    args = _parser().parse_args()
    hosts = (*Settings().hosts, args.host, *args.allow)
    settings = Settings(hosts=hosts, pace=args.pace, rate=args.rate, seed=args.seed)
    app = make_app(settings, store=args.games)
    print(f"The table is at http://{args.host}:{args.port}/  (Ctrl+C ends it)", flush=True)
    uvicorn.run(
        app,
        host=args.host,
        port=args.port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        server_header=False,
        limit_concurrency=settings.connections + 200,
        timeout_graceful_shutdown=2,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python examples/web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen at")
    parser.add_argument(
        "--allow", action="append", default=[], metavar="NAME", help="another name of this host"
    )
    parser.add_argument(
        "--games", type=Path, default=Path("games.sqlite3"), help="the file of all games"
    )
    parser.add_argument("--pace", type=float, default=0.9, help="seconds before a bot's move")
    parser.add_argument(
        "--rate", type=float, default=Settings().rate, help="messages a second from one browser"
    )
    parser.add_argument("--seed", type=int, help="deal the same cards each time, for tests")
    return parser
