"""A server that is killed resumes every game where it stood, and no acknowledged move is lost."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bots_at_play import play_on
from serving import Server
from talking import Client
from test_secrecy import record_of

if TYPE_CHECKING:
    from pathlib import Path


def test_killed_between_two_moves(tmp_path: Path) -> None:
    """SIGKILL after an acknowledged move, time and again: positions, numbers and seats stay."""
    with Server(tmp_path / "games.sqlite3", rate=10_000) as server:
        room = server.open_room(["person", "greedy", "person"])
        clients = {seat: Client(server, room) for seat in (0, 2)}
        tokens = {seat: client.sit(seat) for seat, client in clients.items()}
        rng = Random(1)
        for _ in range(4):
            for client in clients.values():
                client.catch_up(1)
            _play_a_few(clients, rng.randrange(4, 9))
            before = {seat: client.position for seat, client in clients.items()}
            server.kill()
            for client in clients.values():
                client.close()
            server.start()
            clients = {seat: Client(server, room, token=token) for seat, token in tokens.items()}
            for seat, client in clients.items():
                said, now = before[seat], client.position
                assert isinstance(said["number"], int)
                assert client.number >= said["number"]  # the bot may have gone on before the end
                if client.number == said["number"]:
                    for part in ("view", "legal", "may_meld", "points", "standings"):
                        assert now[part] == said[part]
        for client in clients.values():
            client.close()


def _play_a_few(clients: dict[int, Client], moves: int) -> None:
    """Let the people draw, end their turns and deal, so many times; the bot plays between."""
    for _ in range(moves):
        client = _whose_move(clients)
        number, legal = client.number, client.position["legal"]
        assert isinstance(legal, list)
        answer = client.move(str(legal[0])) if legal else client.ask("deal", number=number + 1)
        assert answer["type"] == "made"
        for one in clients.values():
            one.catch_up(number + 1)


def _whose_move(clients: dict[int, Client]) -> Client:
    """Wait until a person is to move, or to deal."""
    while True:
        last = max(client.number for client in clients.values())
        for client in clients.values():
            client.catch_up(last)
            if client.position["legal"] or client.position["awaits_deal"]:
                return client
        client.hear()


def test_many_rooms_at_once(tmp_path: Path) -> None:
    """Every game is there, and plays on; the record is one that the library accepts."""
    with Server(tmp_path / "games.sqlite3", rate=10_000) as server:
        rooms = [server.open_room(["person", "person"]) for _ in range(6)]
        tokens = {}
        before = {}
        for place, room in enumerate(rooms):
            with Client(server, room) as first, Client(server, room) as second:
                tokens[room] = (first.sit(0), second.sit(1))
                for client in (first, second):
                    client.catch_up(1)
                play_on([first, second], entries=5 + 7 * place, seed=place)
                before[room] = (first.view, second.view, first.number)
        server.kill()
        server.start()
        for room in rooms:
            one, other = (Client(server, room, token=token) for token in tokens[room])
            assert (one.view, other.view, one.number) == before[room]
            assert str(record_of(server.games, room).game.view(0)) == str(one.view)
            play_on([one, other], entries=one.number + 5, seed=9)
            one.close()
            other.close()


def test_a_move_said_again_after_the_crash(tmp_path: Path) -> None:
    """Its maker does not know whether it was made; said again with its number it is made once."""
    with Server(tmp_path / "games.sqlite3", rate=10_000) as server:
        room = server.open_room(["person", "person"])
        clients = [Client(server, room) for _ in range(2)]
        tokens = [client.sit(seat) for seat, client in enumerate(clients)]
        for client in clients:
            client.catch_up(1)
        mover = next(seat for seat, client in enumerate(clients) if client.position["legal"])
        assert clients[mover].ask("move", number=2, move="draw")["repeat"] is False
        server.kill()
        server.start()
        with Client(server, room, token=tokens[mover]) as again:
            assert again.ask("move", number=2, move="draw")["repeat"] is True
            assert again.view.round is not None
            assert len(again.view.round.hand) == 11
        for client in clients:
            client.close()


def test_the_file_is_the_owners_alone(tmp_path: Path) -> None:
    """The shoes lie in it, and in the log beside it."""
    with Server(tmp_path / "games.sqlite3") as server:
        server.open_room(["person", "greedy"])
        files = list(tmp_path.glob("games.sqlite3*"))
        assert len(files) == 3
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
