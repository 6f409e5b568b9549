"""JSON that is no document, and where its fault is."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    Cards,
    Event,
    Fault,
    Game,
    GameView,
    IllegalMoveError,
    NotationError,
    Outcome,
    Record,
    RecordError,
    Round,
    RoundView,
    Rules,
    Table,
    Turn,
    Violation,
    from_json,
    to_json,
)
from manipulation.records import MAX_JSON
from tests.documents import check_json
from tests.records import FIRST

NAMES = (
    "version",
    "seats",
    "dealer",
    "deals",
    "rules",
    "seat",
    "move",
    "card",
    "hands",
    "table",
    "turn",
    "phase",
    "to_move",
    "stock",
    "tally",
    "round",
    "totals",
)

OTHERS = ("null", "true", "0", "-1", "1.5", '""', '"draw"', '"8s"', '"*"', "[]", "{}", "[null]")
"""What stands in a document instead of what belongs there."""

COMPACT = json.dumps(json.loads(FIRST))
"""The first version's record without line breaks."""

EVENT = '{"seat": 0, "move": "draw", "card": null, "hands": []}'


class TestBadJson:
    """Untrusted JSON of any shape or size gives one of our errors with the path of the fault."""

    @pytest.mark.parametrize(
        ("text", "kind", "path"),
        [
            ("", Event, "$"),
            ("[1", Event, "$"),
            ("[]", Event, "$"),
            ("7", Event, "$"),
            ("7", Cards, "$"),
            ('"8x"', Cards, "$"),
            ("[" * 100_000, Record, "$"),
            ("1" * 10_000, Record, "$"),
            ('{"seat": 0, "seat": 0}', Event, "$"),
            ("{}", Event, "$.seat"),
            (EVENT.replace("0", "true"), Event, "$.seat"),
            (EVENT.replace("0", '"0"'), Event, "$.seat"),
            (EVENT.replace("0", "0.5"), Event, "$.seat"),
            (EVENT.replace("draw", "drew"), Event, "$.move"),
            (EVENT.replace('"draw"', "7"), Event, "$.move"),
            (EVENT.replace("null", '"8x"'), Event, "$.card"),
            (EVENT.replace("null", '"8s*"'), Event, "$"),
            (EVENT.replace("[]", '"8s"'), Event, "$.hands"),
            (EVENT.replace("[]", '["8s", 7]'), Event, "$.hands[1]"),
            (EVENT.replace("[]", '["8s", "8x"]'), Event, "$.hands[1]"),
            (EVENT.replace("[]", '[], "more": 1'), Event, "$"),
            ('{"table": "8s 8h"}', Table, "$.table"),
            ('{"table": "8s 8h 8d", "rules": {"ace": "middle"}}', Table, "$.rules.ace"),
            ('{"table": "8s 8h 8d", "rules": {"ace": []}}', Table, "$.rules.ace"),
            ('{"table": "8s 8h 8d", "rules": {"jokers_per_meld": 99}}', Table, "$.rules"),
            ('{"to_move": 0, "phase": "late"}', Turn, "$.phase"),
            ('{"to_move": 0, "phase": []}', Turn, "$.phase"),
            ('{"hand_size": 60}', Rules, "$"),
            ('{"violation": "NONE"}', Fault, "$.violation"),
        ],
    )
    def test_the_path_is_named(self, text: str, kind: type, path: str) -> None:
        """Down to the first fault."""
        with pytest.raises(RecordError) as refused:
            from_json(text, kind)
        assert refused.value.path == path

    @pytest.mark.parametrize(
        ("old", "new", "path"),
        [
            ('"dealer": 2', '"dealer": 9', "$"),
            ('"seats": [', '"seats": ["Zoe", "Yan", "Xi", ', "$"),
            ('"moves": [', '"moves": ["end", ', "$.deals[0].moves[0]"),
            ('"moves": [', '"moves": [["draw"], ', "$.deals[0].moves[0]"),
            ('"moves": [', '"moves": ["8x 8s 8d", ', "$.deals[0].moves[0]"),
            ('"digest": "', '"digest": "0', "$.deals[0].digest"),
            ('"shoe": "', '"shoe": "8s* ', "$.deals[0].shoe"),
            ('"shoe": "', '"shoe": "8s 8s ', "$.deals[0].shoe"),
        ],
    )
    def test_paths_in_a_record(self, old: str, new: str, path: str) -> None:
        """Faults of form and faults of play alike."""
        assert old in COMPACT
        with pytest.raises(RecordError) as refused:
            from_json(COMPACT.replace(old, new, 1), Record)
        assert refused.value.path == path

    def test_a_long_text_is_refused_unread(self) -> None:
        """A limit that is stated."""
        with pytest.raises(RecordError, match="at most 5,000,000 are read"):
            from_json(" " * (MAX_JSON + 1), Record)

    @pytest.mark.parametrize("text", [b"{}", None, 7, {}])
    def test_no_text(self, text: object) -> None:
        """Bytes are decoded by who reads them."""
        with pytest.raises(RecordError, match=r"^\$: a text is expected, not "):
            from_json(text, Event)  # type: ignore[call-overload]

    def test_the_error_is_raised_from_its_cause(self) -> None:
        """So that faults and spans are there for whoever wants them."""
        with pytest.raises(RecordError) as refused:
            from_json(COMPACT.replace('"moves": [', '"moves": ["end", ', 1), Record)
        assert isinstance(refused.value.__cause__, IllegalMoveError)
        assert refused.value.move == 1
        with pytest.raises(RecordError) as refused:
            from_json(EVENT.replace("null", '"8x"'), Event)
        assert isinstance(refused.value.__cause__, NotationError)

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6)
            ),
            max_leaves=12,
        ),
        st.sampled_from((Record, Event, Round, RoundView, Game, GameView, Table, Fault, Outcome)),
    )
    def test_any_json(self, document: object, kind: type) -> None:
        """Whatever it is, it is read or refused in our own words."""
        try:
            value: object = from_json(json.dumps(document), kind)
        except RecordError:
            return
        check_json(value)

    @given(st.sampled_from(Violation), st.sampled_from(Violation), st.text())
    def test_clauses(self, violation: Violation, other: Violation, sentence: str) -> None:
        """The clause of a fault is that of its code; its sentence may be worded otherwise."""
        document = json.loads(to_json(Fault(violation)))
        text = json.dumps({**document, "clause": other.clause, "sentence": sentence})
        if other.clause == violation.clause:
            assert from_json(text, Fault) == Fault(violation)
        else:
            with pytest.raises(RecordError, match=f"breaks {violation.clause}, not ") as refused:
                from_json(text, Fault)
            assert refused.value.path == "$.clause"

    def test_a_clause_in_a_list(self) -> None:
        """The place leads there; a clause that is none is refused as well."""
        for clause in ("R99", "", "r22"):
            text = to_json((Fault(Violation.MUST_DRAW), Fault(Violation.NO_HAND_CARD)))
            with pytest.raises(RecordError) as refused:
                from_json(text.replace("R22", clause), tuple[Fault, ...])
            assert refused.value.path == "$[1].clause"

    @given(st.integers(0, 2**32))
    def test_changed_records(self, seed: int) -> None:
        """A record with one part changed is another record, or refused."""
        rng = Random(seed)
        document = json.loads(FIRST)
        place: object = document
        for _ in range(rng.randint(1, 4)):
            if isinstance(place, dict) and place:
                name = rng.choice(list(place))
                if not isinstance(place[name], dict | list) or rng.random() < 0.2:
                    place[name] = json.loads(rng.choice(OTHERS))
                place = place[name]
            elif isinstance(place, list) and place:
                number = rng.randrange(len(place))
                if not isinstance(place[number], dict | list) or rng.random() < 0.2:
                    place[number] = json.loads(rng.choice(OTHERS))
                place = place[number]
        try:
            record = from_json(json.dumps(document), Record)
        except RecordError:
            return
        assert from_json(to_json(record), Record) == record
