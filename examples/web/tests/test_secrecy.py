"""No message to a seat ever holds a card that its player may not know (D8)."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from bots_at_play import play_on
from serving import Server
from talking import Client

from manipulation import Cards, Game, Phase, Record, Shoe, parse_move, replay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][cdhs]\*?|\*)(?![A-Za-z0-9*])")
"""A card in notation, wherever it stands in a message."""

RULES = re.compile(r'"(?:sentence|detail|token|name)": "[^"]*"')
"""Words of the server, names and tokens: letters in them are no cards."""


def record_of(games: Path, room: str) -> Record:
    """Read the record of a room from the disk, as the library keeps it."""
    with closing(sqlite3.connect(games)) as connection:
        seats = connection.execute("SELECT count(*) FROM seats WHERE room = ?", (room,))
        (players,) = seats.fetchone()
        dealt = connection.execute("SELECT dealer FROM rooms WHERE room = ?", (room,))
        (dealer,) = dealt.fetchone()
        entries = connection.execute(
            "SELECT kind, text FROM entries WHERE room = ? ORDER BY number", (room,)
        ).fetchall()
    record = Record.new(map(str, range(players)), dealer=dealer)
    for kind, text in entries:
        record = record.deal(Shoe.parse(text)) if kind == "deal" else record.after(parse_move(text))
    return record


def known(games: list[Game], number: int, seat: int | None) -> Cards:
    """Give every card that a seat has had in sight up to a position, by the rules alone."""
    seen = Cards()
    for game in games[: number + 1]:
        state = game.round
        if state is None:
            continue
        hands = state.hands if state.phase is Phase.OVER else ()
        own = () if seat is None else (state.hands[seat],)
        for cards in (state.table.cards, *own, *hands):
            seen += cards.beyond(seen)
    return seen


def check_secrets(texts: list[str], games: list[Game], seat: int | None) -> int:
    """Every card in the messages to a seat is one it had in sight by then; count the cards.

    In answers to a seat's own questions a joker may stand for any card: it is a joker in its hand.
    """
    number, counted = 0, 0
    sight = Cards()
    for text in texts:
        message = json.loads(text)
        if message["type"] == "position":
            number = message["number"]
            view = games[number].view(seat)
            hand = "" if view.round is None else str(view.round.hand)
            assert (message["view"]["round"] or {"hand": ""})["hand"] == hand
            sight = known(games, number, seat)
        own = message["type"] in ("hint", "draft", "refused")
        message.pop("jokers", None)
        for found in CARD.findall(RULES.sub("", json.dumps(message))):
            counted += 1
            if found == "*":
                assert sight.jokers, text
            elif not own or "*" not in found:
                assert Cards.parse(found) <= sight, (found, text)
    return counted


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server that lets its clients be as quick as they can."""
    with Server(tmp_path_factory.mktemp("quick") / "games.sqlite3", rate=10_000) as one:
        yield one


class TestTraffic:
    """All that is sent is recorded and searched. One deck of two players has no card twice."""

    @pytest.mark.parametrize("seed", range(3))
    def test_whole_games(self, server: Server, seed: int) -> None:
        """Of both seats, of one who looks on, and of questions on the way."""
        room = server.open_room(["person", "person"])
        first, second, eve = (Client(server, room) for _ in range(3))
        clients = [first, second]
        for seat, client in enumerate(clients):
            client.sit(seat, "XYZ"[seat])
        for client in (first, second):
            client.catch_up(1)
        for entries in range(2, 60, 3):
            play_on(clients, entries=entries, seed=seed)
            for client in clients:
                client.ask("hint", number=client.number, level=3)
                client.ask("playable", number=client.number)
                client.ask("draft", number=client.number, steps=["put down 8s* in meld 1"])
        eve.catch_up(first.number)
        games = _at_entries(record_of(server.games, room))
        seats = ((first, 0), (second, 1), (eve, None))
        counts = [check_secrets(client.heard, games, seat) for client, seat in seats]
        assert min(counts) > 100
        for client in (first, second, eve):
            client.close()

    def test_the_search_finds_what_is_shown(self, server: Server) -> None:
        """The search is no empty one: shown to the other seat, a hand is found at once."""
        room = server.open_room(["person", "person"])
        with Client(server, room) as first, Client(server, room) as second:
            first.sit(0)
            second.sit(1)
            for client in (first, second):
                client.catch_up(1)
            games = _at_entries(record_of(server.games, room))
            planted = json.loads(first.heard[-1])
            check_secrets([json.dumps(planted)], games, 0)
            planted["standings"].append(str(games[1].view(1).round.hand))  # type: ignore[union-attr]
            with pytest.raises(AssertionError):
                check_secrets([json.dumps(planted)], games, 0)


def _at_entries(record: Record) -> list[Game]:
    """Give the game before the first entry, and after each."""
    return list(replay(record))
