"""Forged, broken and repeated messages are refused with a code, and the game is unharmed."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from talking import Client, Json, closed_with, plain
from websockets.exceptions import ConnectionClosed

from manipulation import Cards, Natural, Shoe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from serving import Server


class Pair:
    """Two people at a table of two: one deck, so that no card is there twice."""

    def __init__(self, server: Server) -> None:
        """Open a room and take both seats."""
        self.server = server
        self.room = server.open_room(["person", "person"])
        first, second = Client(server, self.room), Client(server, self.room)
        self.tokens = (first.sit(0, "Ann"), second.sit(1, "Bob"))
        for one in (first, second):
            one.catch_up(1)
        state = first.view.round
        assert state is not None
        in_turn = state.to_move == 0
        self.mover, self.other = (first, second) if in_turn else (second, first)

    def check_unharmed(self) -> None:
        """The game stands where it did, and goes on."""
        before = self.mover.number
        assert self.mover.move("draw")["type"] == "made"
        for one in (self.mover, self.other):
            one.catch_up(before + 1)
            assert one.number == before + 1

    def close(self) -> None:
        """Leave."""
        self.mover.close()
        self.other.close()


@pytest.fixture
def pair(server: Server) -> Iterator[Pair]:
    """Give a new pair at a table whose first round has been dealt."""
    one = Pair(server)
    yield one
    one.close()


def hand_of(client: Client) -> Cards:
    """Give the hand that a client sees."""
    state = client.view.round
    assert state is not None
    return state.hand


def check_refused(answer: Json, code: str) -> None:
    """An answer is a refusal with this code."""
    assert (answer["type"], answer["code"]) == ("refused", code)


class TestMoves:
    """A move that breaks a rule is refused with the library's code and faults."""

    def test_a_card_that_is_not_held(self, pair: Pair) -> None:
        """R18: the other's cards, and cards of the stock, cannot be played."""
        pair.mover.move("draw")
        hers = hand_of(pair.mover)
        others = [card for card in Shoe.new(2) if card not in hers and isinstance(card, Natural)]
        group = next(
            [card, *(one for one in others if one.rank == card.rank and one != card)]
            for card in others
            if sum(one.rank == card.rank for one in others) > 2
        )
        answer = pair.mover.move(" ".join(map(str, group)))
        check_refused(answer, "CARD_NOT_HELD")
        assert json.dumps(answer["faults"]).count("R18") == 1
        pair.check_unharmed()

    def test_out_of_turn(self, pair: Pair) -> None:
        """R12: only the seat to move moves."""
        check_refused(pair.other.move("draw"), "NOT_YOUR_TURN")
        pair.check_unharmed()

    def test_every_fault_is_told(self, pair: Pair) -> None:
        """As the library's documents, in its order."""
        pair.mover.move("draw")
        card = next(iter(hand_of(pair.mover).naturals))
        answer = pair.mover.move(str(card))
        check_refused(answer, "TOO_FEW_CARDS")
        assert isinstance(answer["faults"], list)
        assert answer["faults"][0]["cards"] == str(card)
        pair.check_unharmed()

    @pytest.mark.parametrize("move", ["fly", "8s 8s |", "8x", "knock knock"])
    def test_what_is_no_move(self, pair: Pair, move: str) -> None:
        """What the notation does not know is refused before any rule is asked."""
        check_refused(pair.mover.move(move), "NOT_NOTATION")
        pair.check_unharmed()

    def test_a_knock_too_early(self, pair: Pair) -> None:
        """D22: the codes of the turn come through as they are."""
        check_refused(pair.mover.move("knock"), "KNOCK_BEFORE_TURN_ENDS")
        check_refused(pair.mover.ask("deal", number=2), "ROUND_IS_NOT_OVER")
        pair.check_unharmed()


class TestNumbers:
    """A move carries its number: a repeat is answered and not played, a gap is refused."""

    def test_a_repeat_is_answered(self, pair: Pair) -> None:
        """However often, the record has the move once."""
        first = pair.mover.ask("move", number=2, move="draw")
        assert (first["type"], first["repeat"]) == ("made", False)
        for _ in range(3):
            again = pair.mover.ask("move", number=2, move="draw")
            assert (again["type"], again["repeat"], again["number"]) == ("made", True, 2)
        assert len(hand_of(pair.mover)) == 11
        pair.check_unharmed()

    def test_a_number_that_is_used(self, pair: Pair) -> None:
        """Another move under it is refused, and so is the other seat's replay of the same."""
        pair.mover.ask("move", number=2, move="draw")
        check_refused(pair.mover.ask("move", number=2, move="end"), "NUMBER_USED")
        check_refused(pair.other.ask("move", number=2, move="draw"), "NUMBER_USED")
        check_refused(pair.mover.ask("move", number=1, move="draw"), "NUMBER_USED")
        pair.check_unharmed()

    def test_a_gap(self, pair: Pair) -> None:
        """Moves between would be missing."""
        check_refused(pair.mover.ask("move", number=3, move="draw"), "NUMBER_AHEAD")
        pair.check_unharmed()

    def test_a_repeated_deal(self, pair: Pair) -> None:
        """The first deal was made by the server; asking for it again changes nothing."""
        assert pair.other.ask("deal", number=1)["repeat"] is True
        pair.check_unharmed()


class TestSeats:
    """A seat is its token's, and nobody else's."""

    def test_a_seat_that_is_taken(self, pair: Pair) -> None:
        """And a seat that there is not, and a second seat."""
        with Client(pair.server, pair.room) as third:
            check_refused(third.ask("sit", seat=0, name="Eve"), "SEAT_TAKEN")
            check_refused(third.ask("sit", seat=4, name="Eve"), "NO_SUCH_SEAT")
        check_refused(pair.mover.ask("sit", seat=0, name="Eve"), "SEATED_ALREADY")
        pair.check_unharmed()

    @pytest.mark.parametrize("token", ["", "x" * 32, "é"])
    def test_a_wrong_token(self, pair: Pair, token: str) -> None:
        """It opens no seat: who shows it looks on, and may not move."""
        eve = Client(pair.server, pair.room, token=token)
        assert any("WRONG_TOKEN" in text for text in eve.heard)
        check_refused(eve.move("draw"), "NOT_SEATED")
        assert eve.view.seat is None
        eve.close()
        pair.check_unharmed()

    def test_a_token_of_another_room(self, pair: Pair) -> None:
        """A seat elsewhere is none here."""
        with Client(pair.server, pair.server.open_room(["person", "greedy"])) as elsewhere:
            token = elsewhere.sit(0)
        eve = Client(pair.server, pair.room, token=token)
        assert any("WRONG_TOKEN" in text for text in eve.heard)
        eve.close()

    def test_another_seats_token_moves_that_seat_alone(self, pair: Pair) -> None:
        """Whoever has the token is that seat, also from a second window."""
        state = pair.mover.view.round
        assert state is not None
        assert state.to_move is not None
        with Client(pair.server, pair.room, token=pair.tokens[1 - state.to_move]) as second:
            assert second.view == pair.other.view
            check_refused(second.move("draw"), "NOT_YOUR_TURN")
        with Client(pair.server, pair.room, token=pair.tokens[state.to_move]) as second:
            assert second.view == pair.mover.view
            assert second.move("draw")["type"] == "made"
        pair.mover.catch_up(2)
        pair.check_unharmed()

    def test_a_message_names_no_seat(self, pair: Pair) -> None:
        """The seat is the connection's; a field that says otherwise is refused."""
        answer = pair.other.ask("move", number=2, move="draw", seat=0)
        check_refused(answer, "NOT_A_MESSAGE")
        pair.check_unharmed()

    def test_who_looks_on_asks_nothing(self, pair: Pair) -> None:
        """No hints, no drafts, no deals."""
        with Client(pair.server, pair.room) as eve:
            for kind, more in (("hint", {"level": 1}), ("playable", {}), ("draft", {"steps": []})):
                check_refused(eve.ask(kind, number=1, **more), "NOT_SEATED")
            check_refused(eve.ask("deal", number=1), "NOT_SEATED")
        pair.check_unharmed()

    def test_the_game_waits_for_the_seats(self, server: Server) -> None:
        """Nothing is dealt while a seat is open."""
        with Client(server, server.open_room(["person", "person"])) as one:
            one.sit(0)
            check_refused(one.ask("deal", number=1), "SEATS_OPEN")
            check_refused(one.ask("hint", number=1, level=1), "NUMBER_AHEAD")
            check_refused(one.move("draw"), "DEAL_FIRST")


class TestMessages:
    """What is no message is refused, whatever it is."""

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", "NOT_JSON"),
            ("{", "NOT_JSON"),
            ("NaN but not JSON", "NOT_JSON"),
            ("[" * 8_000, "NOT_JSON"),
            ('{"a":' * 3_000 + "1" + "}" * 3_000, "TOO_LARGE"),
            ('{"a":' * 2_000 + "1" + "}" * 2_000, "NOT_JSON"),
            ("[]", "NOT_A_MESSAGE"),
            ("null", "NOT_A_MESSAGE"),
            ('{"type": ["move"]}', "NOT_A_MESSAGE"),
            ('{"type": "destroy"}', "NOT_A_MESSAGE"),
            ('{"type": "move", "reply": 1, "number": 2}', "NOT_A_MESSAGE"),
            ('{"type": "move", "reply": 1, "number": 2.0, "move": "draw"}', "NOT_A_MESSAGE"),
            ('{"type": "move", "reply": 1, "number": true, "move": "draw"}', "NOT_A_MESSAGE"),
            ('{"type": "move", "reply": 1, "number": 2e400, "move": "draw"}', "NOT_A_MESSAGE"),
            ('{"type": "move", "reply": -1, "number": 2, "move": "draw"}', "NOT_A_MESSAGE"),
            ('{"type": "move", "reply": 1, "number": 2, "move": ["draw"]}', "NOT_A_MESSAGE"),
            ('{"type": "hello", "reply": 1, "token": null}', "HELLO_FIRST"),
            ('{"type": "sit", "reply": 1, "seat": 0, "name": ""}', "NOT_A_MESSAGE"),
            ("x" * 20_000, "TOO_LARGE"),
            ("é" * 10_000, "TOO_LARGE"),
        ],
        ids=lambda value: f"{value[:60]} ({len(value)})",
    )
    def test_a_text(self, pair: Pair, text: str, code: str) -> None:
        """With the code that says what is wrong."""
        pair.other.socket.send(text)
        check_refused(pair.other.until("refused"), code)
        pair.check_unharmed()

    def test_bytes(self, pair: Pair) -> None:
        """Messages are text."""
        pair.other.socket.send(b"\x00\xff")
        check_refused(pair.other.until("refused"), "NOT_JSON")
        pair.check_unharmed()

    def test_surrogates(self, pair: Pair) -> None:
        """JSON can name half a character; it is no card, and no name."""
        pair.other.socket.send(r'{"type": "move", "reply": 9, "number": 2, "move": "\ud800"}')
        check_refused(pair.other.until("refused"), "NOT_NOTATION")
        with Client(pair.server, pair.server.open_room(["person", "greedy"])) as eve:
            eve.socket.send(r'{"type": "sit", "reply": 9, "seat": 0, "name": "\ud800"}')
            check_refused(eve.until("refused"), "NOT_A_MESSAGE")
        with plain(pair.server, pair.room) as eve_too:
            eve_too.send(r'{"type": "hello", "reply": 9, "token": "\ud800"}')
            assert "WRONG_TOKEN" in str(eve_too.recv(10))
        pair.check_unharmed()

    def test_a_megabyte_of_rubbish(self, pair: Pair) -> None:
        """A frame so large is not read: the connection is closed, and the seat can come back."""
        pair.other.socket.send("x" * 1_000_000)
        assert closed_with(pair.other.socket) == 1009
        seat = pair.other.view.seat
        assert seat is not None
        pair.other = Client(pair.server, pair.room, token=pair.tokens[seat])
        pair.check_unharmed()

    def test_invalid_utf_8(self, pair: Pair) -> None:
        """A text that is none closes the connection (RFC 6455, 1007)."""
        with plain(pair.server, pair.room) as eve:
            eve.send(b'{"type": "\xff\xfe"}', text=True)
            assert closed_with(eve) == 1007
        pair.check_unharmed()

    def test_haste(self, pair: Pair) -> None:
        """More messages than the rate allows are refused, in the end with the connection."""
        with Client(pair.server, pair.room) as eve:
            for _ in range(150):
                eve.socket.send("{}")
            codes = [eve.until("refused")["code"] for _ in range(150)]
            assert codes[:60] == ["NOT_A_MESSAGE"] * 60
            assert codes.count("TOO_FAST") > 50
            with suppress(ConnectionClosed):  # it may be closed before all are sent
                for _ in range(200):
                    eve.socket.send("{}")
            assert closed_with(eve.socket) == 1008
        pair.check_unharmed()

    def test_who_does_not_say_hello(self, pair: Pair) -> None:
        """Is told nothing: the first message is answered, the game's are not sent."""
        with plain(pair.server, pair.room) as eve:
            pair.check_unharmed()
            with pytest.raises(TimeoutError):
                eve.recv(0.3)
            eve.send('{"type": "move", "reply": 1, "number": 3, "move": "draw"}')
            assert json.loads(eve.recv(10))["code"] == "HELLO_FIRST"


class TestQuestions:
    """Drafts, playable cards and hints go to their seat alone, on the position that it knows."""

    def test_a_draft(self, pair: Pair) -> None:
        """The first step that is refused ends it; the steps before it stand."""
        pair.mover.move("draw")
        card = next(iter(hand_of(pair.mover).naturals))
        steps = [f"put down {card} from hand in meld 1", "put down 8s* from hand in meld 1"]
        answer = pair.mover.ask("draft", number=2, steps=steps)
        assert (answer["type"], answer["taken"], answer["play"]) == ("draft", 1, None)
        assert isinstance(answer["refused"], dict)
        assert answer["refused"]["code"] == "CARD_NOT_HELD"
        assert isinstance(answer["by_meld"], dict)
        assert answer["by_meld"]["1"][0]["violation"] == "TOO_FEW_CARDS"
        assert not any("draft" in text for text in pair.other.heard)
        pair.check_unharmed()

    @pytest.mark.parametrize(
        "step", ["fly", "join meld 1 to meld 2", "pick up 8s from meld 9", "put down 8s in meld 7"]
    )
    def test_a_step_that_is_none(self, pair: Pair, step: str) -> None:
        """It is refused with words of the library."""
        pair.mover.move("draw")
        answer = pair.mover.ask("draft", number=2, steps=[step])
        assert isinstance(answer["refused"], dict)
        assert answer["refused"]["code"] == "NOT_NOTATION"
        assert answer["taken"] == 0

    def test_too_many_steps(self, pair: Pair) -> None:
        """More than a draft can need."""
        answer = pair.mover.ask("draft", number=1, steps=["take back 8s from meld 1"] * 161)
        check_refused(answer, "NOT_A_MESSAGE")

    def test_a_position_that_is_past(self, pair: Pair) -> None:
        """What is asked about another position is not answered."""
        pair.mover.move("draw")
        check_refused(pair.mover.ask("hint", number=1, level=1), "NUMBER_USED")
        check_refused(pair.mover.ask("playable", number=9), "NUMBER_AHEAD")

    def test_three_levels(self, pair: Pair) -> None:
        """Each says what the one before does, and more."""
        seen = [set(pair.mover.ask("hint", number=1, level=level)) for level in (1, 2, 3)]
        assert seen[0] <= seen[1] <= seen[2]
        check_refused(pair.mover.ask("hint", number=1, level=4), "NOT_A_MESSAGE")
        assert "cards" in pair.mover.ask("playable", number=1)
