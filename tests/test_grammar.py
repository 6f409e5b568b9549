"""The grammar in the docs is what is read, and the fixtures for ports say what comes out."""

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.exceptions import LarkError

from manipulation import (
    Cards,
    Event,
    Game,
    IllegalMoveError,
    ManipulationError,
    NotationError,
    Play,
    Round,
    RoundView,
    Shoe,
    Table,
    parse_meld,
    parse_move,
    parse_step,
)

DOCS = Path(__file__).parents[1] / "docs"


def _read_meld(text: str) -> object:
    return parse_meld(text)


def _read_table(text: str) -> object:
    return Table.parse(text)


READERS = {
    "cards": Cards.parse,
    "shoe": Shoe.parse,
    "meld": _read_meld,
    "table": _read_table,
    "play": Play.parse,
    "move": parse_move,
    "step": parse_step,
    "round": Round.parse,
    "view": RoundView.parse,
    "game": Game.parse,
    "event": Event.parse,
}
RULES = {"shoe": "cards", "meld": "cards", "play": "table", "round": "position", "view": "position"}
"""The rule of the grammar, where it is not called what the reader is."""


@cache
def grammar(kind: str) -> Lark:
    """Make a parser of what the page says, which starts at the rule of a kind."""
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```lark\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    return Lark("\n".join(blocks), start=RULES.get(kind, kind), lexer="dynamic_complete")


def describes(kind: str, text: str) -> bool:
    """Tell whether the grammar describes a text."""
    try:
        grammar(kind).parse(text)
    except LarkError:
        return False
    return True


def reads(kind: str, text: str) -> bool:
    """Tell whether a text is notation to the reader, legal or not."""
    try:
        READERS[kind](text)
    except NotationError:
        return False
    except ManipulationError:
        return True
    return True


@st.composite
def nearly(draw: st.DrawFn, kind: str) -> str:
    """Draw a text that the grammar describes, with a few characters changed."""
    text = draw(from_lark(grammar(kind), start=RULES.get(kind, kind), alphabet=st.characters()))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.sampled_from([*"8sT10h*|, \t\u00a0♠x", ""])) + text[place:]
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + text[cut + draw(st.integers(0, 1)) :]
    return text


class TestGrammar:
    """What the grammar describes is read, and what it does not is no notation."""

    @given(nearly("cards"))
    @example("8s8h")
    @example(",8♠\ufe0f*,")
    def test_cards(self, text: str) -> None:
        """Cards, hands, shoes, and the cards of one meld."""
        assert describes("cards", text) == reads("cards", text)

    @given(nearly("table"))
    @example("8s |")
    @example(" , ")
    def test_tables(self, text: str) -> None:
        """Tables and plays."""
        assert describes("table", text) == reads("play", text) == reads("table", text)

    @given(nearly("move"))
    @example("knock 8s")
    def test_moves(self, text: str) -> None:
        """Moves of all kinds."""
        assert describes("move", text) == reads("move", text)

    @given(nearly("step"))
    @example("pick up ,7h\u00a0, from meld 3")
    @example("split , 4c,5c , off meld 1 as meld 8")
    def test_steps(self, text: str) -> None:
        """Steps of all kinds."""
        assert describes("step", text) == reads("step", text)


class Fixture(NamedTuple):
    """One line of the fixtures."""

    kind: str
    text: str
    ends: str

    @classmethod
    def of(cls, line: str) -> "Fixture":
        """Read one line."""
        found = json.loads(line)
        kind, text = found.pop("kind"), found.pop("text")
        return cls(kind, text, json.dumps(found, ensure_ascii=False))


FIXTURES = [
    Fixture.of(line)
    for line in (DOCS / "fixtures" / "notation.jsonl").read_text(encoding="utf-8").splitlines()
]


def ends(kind: str, text: str) -> dict[str, object]:
    """Say in the words of the fixtures how reading a text ends."""
    try:
        return {"written": str(READERS[kind](text))}
    except NotationError as error:
        return {"refused": "notation", "span": list(error.span)}
    except IllegalMoveError as error:
        return {"refused": "rules", "codes": [fault.violation.code for fault in error.faults]}
    except ManipulationError:
        return {"refused": "rules", "codes": []}


class TestFixtures:
    """The fixtures hold for this library, as they are to hold for a port."""

    @pytest.mark.parametrize("line", range(len(FIXTURES)))
    def test_a_fixture_holds(self, line: int) -> None:
        """The text is read, written or refused as it says; what is written is a fixpoint."""
        fixture = FIXTURES[line]
        assert ends(fixture.kind, fixture.text) == json.loads(fixture.ends)
        written = json.loads(fixture.ends).get("written")
        if written is not None:
            assert str(READERS[fixture.kind](written)) == written
            assert describes(fixture.kind, fixture.text)
            assert describes(fixture.kind, written)

    def test_every_kind_is_there(self) -> None:
        """Each kind is read at least once, and refused as no notation at least once."""
        for kind in READERS:
            ends_of_kind = [one.ends for one in FIXTURES if one.kind == kind]
            assert any('"written"' in end for end in ends_of_kind), kind
            assert any('"span"' in end for end in ends_of_kind), kind
