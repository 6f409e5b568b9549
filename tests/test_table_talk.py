"""What a player types is understood, or refused with the place that is not."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    Card,
    DeclaredJoker,
    Draw,
    EndTurn,
    Join,
    Joker,
    Knock,
    Natural,
    NotationError,
    PickUp,
    Play,
    parse_card,
)
from manipulation.cli.asking import help_on
from manipulation.cli.table_talk import (
    USAGE,
    Add,
    Back,
    Commit,
    Cut,
    Help,
    Hint,
    Lay,
    Name,
    New,
    Quit,
    Reset,
    Save,
    Score,
    Shift,
    Show,
    Undo,
    Unname,
    Word,
    understand,
)
from tests.terminals import text_of

SEVEN, EIGHT = Natural.parse("7c"), Natural.parse("8c")
JOKER = DeclaredJoker(SEVEN)

PIECES = (
    *USAGE,
    "to",
    "from",
    "after",
    "new",
    "meld",
    "1",
    "23",
    "0",
    "7c",
    "7c*",
    "*",
    "|",
    ",",
    "?",
)
"""Parts of commands."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards in their order."""
    return tuple(map(parse_card, text.split()))


class TestUnderstood:
    """Every command, and the ways to say it."""

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("add 7c to 2", Add((SEVEN,), 2)),
            ("  ADD  7♣ , 8C  TO  MELD 12 ", Add((SEVEN, EIGHT), 12)),
            ("add 7c* to 2", Add((JOKER,), 2)),
            ("add * to 2", Add((Joker(),), 2)),
            ("new 9c 9h 9d", New(cards("9c 9h 9d"))),
            ("move 7c from 2 to 5", Shift((SEVEN,), 2, 5)),
            ("move 7c 8c to 5", Shift((SEVEN, EIGHT), None, 5)),
            ("move 7c from meld 2 to new", Shift((SEVEN,), 2, None)),
            ("split 3 after 8c", Cut(3, EIGHT, before=False)),
            ("split meld 3 Before 8c", Cut(3, EIGHT, before=True)),
            ("join 3 to 5", Join(3, 5)),
            ("join 3 and 5", Join(3, 5)),
            ("join 3 5", Join(3, 5)),
            ("join meld 3 to meld 5", Join(3, 5)),
            ("declare 7c*", Name(JOKER, None)),
            ("declare 7c* in 2", Name(JOKER, 2)),
            ("free 7c*", Unname(JOKER, None)),
            ("free 7c* in 2", Unname(JOKER, 2)),
            ("back 7c", Back((SEVEN,), None)),
            ("take back 7c 8c from 2", Back((SEVEN, EIGHT), 2)),
            ("pick up 7c from meld 2", PickUp(SEVEN, 2)),
            ("7c 7d 7h | 4s", Lay(Play.parse("7c 7d 7h | 4s"))),
            ("7c 7d 7h", Lay(Play.parse("7c 7d 7h"))),
            ("table 7c 7d 7h", Lay(Play.parse("7c 7d 7h"))),
            ("table", Lay(Play())),
            ("undo", Undo()),
            ("u", Undo()),
            ("reset", Reset()),
            ("commit", Commit()),
            ("c", Commit()),
            ("draw", Draw()),
            ("d", Draw()),
            ("END", EndTurn()),
            ("e", EndTurn()),
            ("knock", Knock()),
            ("k", Knock()),
            ("", Show()),
            (" \t", Show()),
            ("show", Show()),
            ("hint", Hint()),
            ("h", Hint()),
            (" hint  more ", Hint(more=True)),
            ("more", Hint(more=True)),
            ("m", Hint(more=True)),
            ("score", Score()),
            ("save", Save()),
            ("save A game.json ", Save("A game.json")),
            ("quit", Quit()),
            ("q", Quit()),
            ("exit", Quit()),
            ("?", Help()),
            ("help", Help()),
            ("? R17", Help("R17")),
            ("?R17", Help("R17")),
            ("help add", Help("add")),
        ],
    )
    def test_each_command(self, text: str, word: Word) -> None:
        """A line means one thing, whatever its capitals and spaces."""
        assert understand(text) == word

    @pytest.mark.parametrize("name", [*USAGE])
    def test_the_examples_of_the_help(self, name: str) -> None:
        """What the help of a command shows can be typed."""
        first, *_ = help_on(name)
        examples = re.findall(rf"{name} [^:,.(]*\d[^:,.(]*", text_of(first).partition(": ")[2])
        assert examples or name == "table"
        for example in examples:
            understand(example)


class TestRefused:
    """What is not understood is told where, and how to say it."""

    @pytest.mark.parametrize(
        ("text", "message", "place"),
        [
            ("fold", "not understood", "fold"),
            ("please draw", "not understood", "please"),
            (",", "not understood", ","),
            ("add 7c", "say it so: add CARDS to MELD", "add"),
            ("add 7c to x", "say it so: add CARDS to MELD", "add"),
            ("add 7c to 0", "say it so: add CARDS to MELD", "add"),
            ("Split 3", "say it so: split MELD after CARD", "Split"),
            ("add 7x to 2", "not a card", "7x"),
            ("new 7c 8", "not a card", "8"),
            ("split 3 after 8c 9c", "one card is expected", "8c 9c"),
            ("declare 7c in 2", "the joker and its card", "7c"),
            ("free *", "the joker and its card", "*"),
            ("7c 8c 9z", "not a card", "9z"),
            ("table 7c | 9z", "not a card", "9z"),
            ("7c 8c 9c |", "| stands between", "|"),
            ("| 7c", "| stands between", "|"),
        ],
    )
    def test_the_place(self, text: str, message: str, place: str) -> None:
        """The error points into what was typed."""
        with pytest.raises(NotationError) as refused:
            understand(text)
        error = refused.value
        assert error.message.startswith(message)
        assert error.text[slice(*error.span)] == place
        assert error.text == text

    def test_a_very_long_line(self) -> None:
        """More than is read of any text is refused unread."""
        with pytest.raises(NotationError, match="at most 100000"):
            understand("7c " * 40_000)

    @given(st.text() | st.lists(st.sampled_from(PIECES)).map(" ".join))
    def test_any_text(self, text: str) -> None:
        """Any text is a word of ours or a `NotationError`."""
        with suppress(NotationError):
            understand(text)
