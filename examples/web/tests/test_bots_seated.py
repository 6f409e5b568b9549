"""Any seat can be a bot's, and bots play on by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from talking import Client
from test_secrecy import record_of

if TYPE_CHECKING:
    from serving import Server


def test_five_seats_with_every_bot(server: Server) -> None:
    """They move when it is their turn, and what they do is in the record as anybody's moves."""
    room = server.open_room(["person", "greedy", "lookahead", "patient", "random"])
    with Client(server, room) as client:
        client.sit(0)
        client.catch_up(1)
        while client.number < 30 and not client.position["awaits_deal"]:
            legal = client.position["legal"]
            assert isinstance(legal, list)
            if legal:
                assert client.move(str(legal[0]))["type"] == "made"
            else:
                client.hear(timeout=120)
        assert client.number >= 30
        game = record_of(server.games, room).game
        assert game.players == 5
        assert client.view.round is not None


def test_two_bots_of_a_kind_have_names_of_their_own(server: Server) -> None:
    """So that one can tell them apart."""
    with Client(server, server.open_room(["person", "greedy", "greedy"])) as client:
        seats = next(text for text in client.heard if '"seats"' in text)
        assert "Greta (greedy)" in seats
        assert "Gus (greedy)" in seats
