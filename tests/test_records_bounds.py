"""How far the numbers of documents go: the schema and the reader agree."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple, TypeAlias

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from manipulation import (
    BestPlay,
    Cards,
    Deal,
    Draw,
    Event,
    Game,
    GameView,
    MeldRules,
    Record,
    RecordError,
    Round,
    RoundView,
    Rules,
    Shoe,
    Table,
    Tally,
    best_play,
    from_json,
    json_schema,
    to_json,
)
from tests.records import FIRST

Place: TypeAlias = tuple[str | int, ...]
"""The names and numbers that lead to a part of a document."""

RULES = Rules(
    melds=MeldRules(jokers_per_meld=1, points=(7,) * 14),
    decks=(3, 3, 3, 3),
    jokers=(3, 3, 3, 3),
    hand_size=7,
    max_draws=4,
    knock_at=6,
    undercut_bonus=11,
    going_out_bonus=26,
    target=151,
    target_bonus=101,
    round_bonus=26,
)
"""Rules of which a document says every number."""

STATE = Round.deal(Shoe.new(3, rules=RULES), players=3, dealer=1, rules=RULES)
GAME = Game.new(players=3, dealer=1, rules=RULES).deal(Shoe.new(3, rules=RULES))
OLD = from_json(FIRST, Record)
BEST = best_play(Table.parse("4c 5c 6c", rules=RULES.melds), Cards.parse("7c"))

VALUES: dict[type, object] = {
    BestPlay: BEST,
    Deal: OLD.deals[0],
    Event: Event(0, Draw()),
    Game: GAME,
    GameView: GAME.view(0),
    MeldRules: RULES.melds,
    Record: evolve(OLD, deals=OLD.deals[:1]),
    Round: STATE,
    RoundView: STATE.view(0),
    Rules: RULES,
    Tally: GAME.tally,
}
"""A value of each kind whose numbers have bounds."""


class Said(NamedTuple):
    """What a schema says of one part of a document."""

    place: Place
    part: object
    schema: dict[str, object]


def said(kind: type, document: object) -> Iterator[Said]:
    """Go through a document with its schema; of what may be none, it is that of some."""
    whole = json.loads(json.dumps(json_schema(kind)))

    def walk(part: object, schema: dict[str, object], place: Place) -> Iterator[Said]:
        if "anyOf" in schema:
            schema = schema["anyOf"][0]  # type: ignore[index]
        if "$ref" in schema:
            schema = whole["$defs"][str(schema["$ref"]).rpartition("/")[2]]
        yield Said(place, part, schema)
        if isinstance(part, dict):
            for name, inner in part.items():
                yield from walk(inner, schema["properties"][name], (*place, name))  # type: ignore[index]
        if isinstance(part, list):
            for number, inner in enumerate(part):
                yield from walk(inner, schema["items"], (*place, number))  # type: ignore[arg-type]

    yield from walk(document, whole, ())


def changed(document: object, place: Place, part: object) -> object:
    """Put another part in a place."""
    if not place:
        return part
    copy = deepcopy(document)
    inside = copy
    for step in place[:-1]:
        inside = inside[step]  # type: ignore[index]
    inside[place[-1]] = part  # type: ignore[index]
    return copy


def document_of(kind: type) -> object:
    """Give the document of the value of a kind."""
    document: object = json.loads(to_json(VALUES[kind]))
    return document


def numbers_in(kind: type) -> list[Said]:
    """List the numbers in the document of a kind."""
    return [one for one in said(kind, document_of(kind)) if type(one.part) is int]


def lists_in(kind: type) -> list[Said]:
    """List the lists in the document of a kind."""
    return [one for one in said(kind, document_of(kind)) if isinstance(one.part, list)]


def reads(kind: type, document: object) -> bool:
    """Tell whether a document is read; whatever is read, the schema accepts."""
    try:
        from_json(json.dumps(document), kind)
    except RecordError:
        return False
    assert accepts(kind, document)
    return True


def accepts(kind: type, document: object) -> bool:
    """Tell whether a schema accepts a document."""
    return Draft202012Validator(json_schema(kind)).is_valid(document)


def beyond(schema: dict[str, object]) -> Iterator[int]:
    """Yield the numbers just out of bounds."""
    for word, step in (("minimum", -1), ("maximum", 1), ("const", -1), ("const", 1)):
        bound = schema.get(word)
        if isinstance(bound, int):
            yield bound + step


NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 8, 9, 14, 15, 1_000, 1_001, 1_000_000, 1_000_001, 1.0, 0.5)


class TestBounds:
    """The schema says the bounds that the reader has, as far as one number tells."""

    @given(st.sampled_from([*VALUES]), st.data())
    def test_what_is_read_is_accepted(self, kind: type, data: st.DataObject) -> None:
        """With any number for any other, and any list longer or shorter."""
        document = document_of(kind)
        for _ in range(data.draw(st.integers(1, 3))):
            parts = list(said(kind, document))
            place, part, _schema = data.draw(
                st.sampled_from([one for one in parts if isinstance(one.part, int | list)])
            )
            if isinstance(part, list):
                longer = [[*part, one] for one in (*part[:1], 1, "8s")]
                document = changed(document, place, data.draw(st.sampled_from([part[1:], *longer])))
            else:
                number = data.draw(st.sampled_from(NUMBERS) | st.integers() | st.floats())
                document = changed(document, place, number)
        reads(kind, document)

    @pytest.mark.parametrize("kind", VALUES)
    def test_numbers_out_of_bounds(self, kind: type) -> None:
        """One less than the least and one more than the most are refused by both."""
        document = document_of(kind)
        assert reads(kind, document)
        tried = 0
        for place, _, schema in numbers_in(kind):
            for number in beyond(schema):
                other = changed(document, place, number)
                assert not accepts(kind, other), (place, number)
                assert not reads(kind, other), (place, number)
                tried += 1
        assert tried

    @pytest.mark.parametrize("kind", VALUES)
    def test_lists_out_of_bounds(self, kind: type) -> None:
        """As are lists with one part less than the fewest, and one more than the most."""
        document = document_of(kind)
        for place, part, schema in lists_in(kind):
            assert isinstance(part, list)
            for word, step in (("minItems", -1), ("maxItems", 1)):
                bound = schema.get(word)
                if isinstance(bound, int):
                    other = changed(document, place, (part or [""])[:1] * (bound + step))
                    assert not accepts(kind, other), place
                    assert not reads(kind, other), place

    @pytest.mark.parametrize("kind", VALUES)
    def test_numbers_below_0(self, kind: type) -> None:
        """The schema refuses them where the reader does, but in a turn, sound beside a position."""
        document = document_of(kind)
        for place, _, _ in numbers_in(kind):
            other = changed(document, place, -1)
            assert "turn" in place or accepts(kind, other) == reads(kind, other), place

    @pytest.mark.parametrize("kind", [Rules, MeldRules])
    def test_the_numbers_of_rules(self, kind: type) -> None:
        """Each has a least and a most, which the reader takes, but for hands of a million (D2)."""
        document = document_of(kind)
        for place, _, schema in numbers_in(kind):
            for word in ("minimum", "maximum"):
                other = changed(document, place, schema[word])
                assert accepts(kind, other)
                assert reads(kind, other) or (place, word) == (("hand_size",), "maximum")

    @pytest.mark.parametrize(
        ("kind", "name", "bounds"),
        [
            (Record, "seats", {"minItems": 2, "maxItems": 5}),
            (Record, "version", {"const": 1}),
            (Record, "dealer", {"minimum": 0, "maximum": 4}),
            (Deal, "dealer", {"minimum": 0, "maximum": 4}),
            (Round, "hands", {"minItems": 2, "maxItems": 5}),
            (Round, "dealer", {"minimum": 0, "maximum": 4}),
            (RoundView, "stock_size", {"minimum": 0}),
            (RoundView, "hands", {"maxItems": 5}),
            (RoundView, "hand_sizes", {"minItems": 2, "maxItems": 5}),
            (Rules, "decks", {"minItems": 4, "maxItems": 4}),
            (MeldRules, "points", {"minItems": 14, "maxItems": 14}),
            (Tally, "totals", {"minItems": 2, "maxItems": 5}),
            (Event, "seat", {"minimum": 0}),
            (BestPlay, "points_left", {"minimum": 0}),
        ],
    )
    def test_some(self, kind: type, name: str, bounds: dict[str, int]) -> None:
        """By name."""
        schemas = {one.place: one.schema for one in said(kind, document_of(kind))}
        assert {**schemas[name,], **bounds} == schemas[name,]

    @pytest.mark.parametrize("seat", [None, 0])
    def test_a_seat_or_none(self, seat: int | None) -> None:
        """Where there may be none, the bounds are those of some."""
        for kind, value in ((RoundView, STATE.view(seat)), (GameView, GAME.view(seat))):
            document = json.loads(to_json(value))
            assert reads(kind, document)
            for number in (-1, 5):
                other = {**document, "seat": number}
                assert not accepts(kind, other)
                assert not reads(kind, other)
