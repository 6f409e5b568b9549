"""Clients that play by themselves, to have games to look at."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from manipulation import GreedyBot, RandomBot

if TYPE_CHECKING:
    from talking import Client


def play_on(clients: list[Client], *, entries: int, seed: int) -> None:
    """Let each seat's client play until the record has so many entries, or the game is over."""
    rng = Random(seed)
    bots = [RandomBot() if rng.random() < 0.5 else GreedyBot() for _ in clients]
    while clients[0].number < entries and clients[0].position["final"] is None:
        view = clients[0].view
        number = clients[0].number
        if view.awaits_deal:
            answer = clients[0].ask("deal", number=number + 1)
        else:
            assert view.round is not None
            seat = view.round.to_move
            assert seat is not None
            move = bots[seat].choose(clients[seat].view, rng)
            answer = clients[seat].ask("move", number=number + 1, move=str(move))
        assert answer["type"] == "made", answer
        for client in clients:
            client.catch_up(number + 1)
