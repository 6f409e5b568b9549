"""Whatever a person types, the screen has room for what is answered."""

import sys

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation import Cards, Draw, EndTurn, Knock, Phase, Play, Round, Shoe, Table
from manipulation.cli.board import Laid, hand_rows, numbered, table_rows
from manipulation.cli.desk import Desk
from manipulation.cli.terminal import Streams
from tests.desks import desk, desk_at, desks
from tests.legal_plays import legal_plays
from tests.terminals import Screen, text_of, without_colour


def full_table() -> Round:
    """Lay all but three of 106 cards on the table: five seats, and a hand of many cards."""
    melds = [" ".join(f"{rank}{suit}" for suit in "cdhs") for rank in "23456789TJQ" for _ in "12"]
    table = Table.parse(" | ".join([*melds, "Kc Kd Kh Ks*", "Ac Ad Ah As*"]))
    hands = [Cards.parse(text) for text in ("Kc Kd Kh Ac Ad Ah", "As", "As", "Ks", "Ks")]
    return Round.of(
        hands, table=table, to_move=0, phase=Phase.MELD, drawn=2, exhausted_by=0, dealer=4
    )


def on_screen(monkeypatch: pytest.MonkeyPatch, sat: Desk, *texts: str) -> list[str]:
    """Show what a desk shows and answers, on a terminal of 80 columns."""
    screen = Screen()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", screen)
        patch.setenv("COLUMNS", "80")
        patch.setenv("TERM", "xterm-256color")
        patch.delenv("NO_COLOR", raising=False)
        streams = Streams()
        assert streams.width == 80
        streams.say(*sat.shown())
        for text in texts:
            reply = sat.heard(text)
            sat = reply.desk
            streams.say(*reply.lines)
    return without_colour(screen.shown()).splitlines()


QUESTIONS = (
    "?",
    "? D33",
    "? add",
    "hint",
    "more",
    "more",
    "score",
    "commit",
    "9z",
    "end",
    "new 2c",
)


class TestWidth:
    """No line of any screen is longer than 80 columns."""

    def test_the_fullest_table(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Five seats and all the cards: it fits a window of 24 lines, too."""
        shown = on_screen(monkeypatch, desk_at(full_table()))
        assert max(map(len, shown)) <= 80
        assert len(shown) <= 24
        shown = on_screen(monkeypatch, desk_at(full_table()), *QUESTIONS, "table 2c", "4c 5c | 6c")
        assert max(map(len, shown)) <= 80

    @given(legal_plays(), st.sampled_from([60, 80, 100]))
    def test_no_meld_is_broken(self, drawn: tuple[Table, Cards, Play], width: int) -> None:
        """Rows fit the window, and each meld is in one of them, after its number."""
        melds = numbered(drawn[0])
        rows = list(table_rows(melds, wrong=[2], width=width))
        assert all(len(text_of(row)) <= width for row in rows)
        laid = [str(part) for row in rows for part in row.parts if isinstance(part, Laid)]
        assert laid == [str(meld) for meld in drawn[0].melds]
        labels = " ".join(str(part) for row in rows for part in row.parts[::2]).split()
        numbers = [str(number) for number in melds]
        assert labels == (numbers if len(melds) < 2 else ["1", "!", *numbers[1:]])

    def test_no_cards(self) -> None:
        """An empty hand and an empty table have no rows."""
        assert [*hand_rows(Cards()), *table_rows({})] == []

    def test_the_help(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The list of the commands fits a window of 24 lines, with the prompt."""
        screen = on_screen(monkeypatch, desk("7s"))
        assert len(on_screen(monkeypatch, desk("7s"), "?")) - len(screen) <= 23

    @given(desks())
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_position(self, monkeypatch: pytest.MonkeyPatch, sat: Desk) -> None:
        """Whatever the position, and whatever is asked."""
        shown = on_screen(monkeypatch, sat, "hint", "more", "more", "commit", "new 2c", "table 3c")
        assert max(map(len, shown)) <= 80

    def test_a_long_hand(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A hand that is longer than a line goes on in the next, its marks below each."""
        hand = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "cdh")
        state = Round.of(
            [Cards.parse(hand), Cards.parse("2s")],
            stock=Shoe.of("3s"),
            dealer=1,
            phase=Phase.MELD,
            drawn=1,
        )
        shown = on_screen(monkeypatch, desk_at(state))
        assert max(map(len, shown)) <= 80
        assert sum(set(line) == {"^", " "} for line in shown) == 2

    def test_a_long_sequence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A meld of 14 cards has a line, and the next meld another."""
        table = Table.parse("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac | 4d 5d 6d 7d 8d | 9s Ts Js")
        state = Round.of(
            [Cards.parse("8d"), *map(Cards.parse, ("2s", "3s"))],
            stock=Shoe.of("3s"),
            table=table,
            phase=Phase.DRAW,
            to_move=0,
        )
        shown = on_screen(monkeypatch, desk_at(state))
        assert max(map(len, shown)) <= 80


@st.composite
def commands(draw: st.DrawFn, sat: Desk) -> str:
    """Draw a line that mostly makes sense."""
    cards = [str(card) for card in (*sat.state.hand, *sat.state.table.cards)] or ["7c"]
    card = st.sampled_from([*cards, "7c*", "*", "As"])
    meld = st.integers(1, len(sat.state.table.melds) + 2)
    listed = st.lists(card, min_size=1, max_size=4).map(" ".join)
    texts = (
        st.builds("add {} to {}".format, listed, meld),
        st.builds("new {}".format, listed),
        st.builds("move {} to {}".format, card, meld | st.just("new")),
        st.builds("move {} from {} to {}".format, card, meld, meld),
        st.builds("split {} {} {}".format, meld, st.sampled_from(["after", "before"]), card),
        st.builds("join {} to {}".format, meld, meld),
        st.builds("declare {}".format, card),
        st.builds("free {} in {}".format, card, meld),
        st.builds("back {}".format, card),
        st.builds("{} | {}".format, listed, listed),
        st.sampled_from(["undo", "reset", "commit", "draw", "end", "knock", "hint", "more", "?"]),
        st.text(),
    )
    return draw(st.one_of(texts))


class TestAnythingTyped:
    """Any text typed at the prompt is answered, and changes nothing that is not legal."""

    @given(st.data(), desks())
    def test_any_lines(self, data: st.DataObject, first: Desk) -> None:
        """All cards stay where they may be, and whatever is to be done is a legal move."""
        sat, table = first, first.state.table
        cards = table.cards.undeclared_again + first.state.hand
        for _ in range(data.draw(st.integers(1, 8))):
            reply = sat.heard(data.draw(commands(sat)))
            sat = reply.desk
            if isinstance(reply.deed, Draw | EndTurn | Knock | Play):
                assert first.state.check(reply.deed) == ()
            draft = sat.draft
            lying = Cards.together([*draft.places, draft.air, draft.hand])
            assert lying.undeclared_again == cards
            assert draft.table == table
            assert draft.hand <= first.state.hand
        assert evolve(sat, drafts=(), hints=0) == first
