"""The numbers in documents: how they may be written, and how far they may go."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from manipulation import (
    Event,
    Outcome,
    Record,
    RecordError,
    Round,
    Rules,
    from_json,
    json_schema,
    score_round,
    to_json,
)
from tests.records import FIRST, records
from tests.rounds import rounds

EVENT = '{"seat": 0, "move": "draw", "card": null, "hands": []}'


def with_floats(document: object) -> object:
    """Write every number as languages do that have no whole ones."""
    match document:
        case dict():
            return {name: with_floats(part) for name, part in document.items()}
        case list():
            return [with_floats(part) for part in document]
        case int() if not isinstance(document, bool):
            return float(document)
        case _:
            return document


def check_floats(value: object) -> None:
    """A value is read from a document all of whose numbers are floats; its schema allows them."""
    document = with_floats(json.loads(to_json(value)))
    assert from_json(json.dumps(document), type(value)) == value
    Draft202012Validator(json_schema(type(value))).validate(document)


class TestWholeNumbers:
    """A whole number is one however it is written: 1, 1.0, 1e0 (JSON Schema, 2020-12)."""

    @given(rounds())
    def test_rounds_and_views(self, state: Round) -> None:
        """Written all in floats."""
        for value in (state, state.turn, state.view(0), state.view(None)):
            check_floats(value)
        if state.outcome is not None:
            check_floats(state.outcome)

    @given(records())
    def test_games_and_records(self, record: Record) -> None:
        """The version of a record too."""
        for value in (record, record.game, record.game.view(0), *record.game.standings):
            check_floats(value)

    def test_rules_and_scores(self) -> None:
        """Numbers in lists, and in objects that say which they are."""
        check_floats(Rules(hand_size=7, decks=(2, 2, 2, 2)))
        check_floats(score_round([5, 2, 30], knocker=0))

    @pytest.mark.parametrize("number", ["1", "1.0", "1e0", "0.1e1", "10E-1"])
    def test_one(self, number: str) -> None:
        """It comes out as Python's whole number."""
        event = from_json(EVENT.replace("0", number), Event)
        assert (event.seat, type(event.seat)) == (1, int)

    @pytest.mark.parametrize("number", ["-0.0", "-0", "0e9"])
    def test_zero(self, number: str) -> None:
        """It has no sign."""
        assert to_json(from_json(EVENT.replace("0", number), Event)) == EVENT

    @pytest.mark.parametrize("number", ["9007199254740991", "9007199254740991.0"])
    def test_the_last_that_is_exact(self, number: str) -> None:
        """2 to the power of 53, less 1."""
        assert from_json(EVENT.replace("0", number), Event).seat == 2**53 - 1

    @pytest.mark.parametrize(
        "number",
        [
            *("1.5", "true", "false", "null", '"1"', "1e400", "-1e400", "NaN", "Infinity"),
            *("9007199254740992.0", "9007199254740993.0", "1e300", "-1e300"),
        ],
    )
    def test_no_number(self, number: str) -> None:
        """A fraction, a truth, a text, one without end, and one that may stand for another."""
        with pytest.raises(RecordError):
            from_json(EVENT.replace("0", number), Event)

    @given(st.floats())
    def test_any_float(self, number: float) -> None:
        """It is read as the number that it is, or refused at its place."""
        text = f'{{"points": [], "knocker": {json.dumps(number)}, "went_out": []'
        text += ', "score": {"winners": [], "scores": [], "reasons": []}}'
        if number.is_integer() and abs(number) < 2**53:
            knocker = from_json(text, Outcome).knocker
            assert (knocker, type(knocker)) == (number, int)
        else:
            with pytest.raises(RecordError) as refused:
                from_json(text, Outcome)
            assert refused.value.path == "$.knocker"

    @pytest.mark.parametrize("version", ["2.0", "0.0", "99.0"])
    def test_another_version(self, version: str) -> None:
        """However it is written, before anything else is looked at."""
        with pytest.raises(RecordError, match="1 is read here") as refused:
            from_json(f'{{"version": {version}, "more": 1}}', Record)
        assert refused.value.path == "$.version"

    @pytest.mark.parametrize("version", ["true", "1.5", '"1"', "null"])
    def test_no_version(self, version: str) -> None:
        """`true` is no 1."""
        text = FIRST.replace('"version": 1', f'"version": {version}')
        assert text != FIRST
        with pytest.raises(RecordError, match="a whole number is expected") as refused:
            from_json(text, Record)
        assert refused.value.path == "$.version"
