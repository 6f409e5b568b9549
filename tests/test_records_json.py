"""Every value as JSON, and its schema."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from manipulation import (
    MANIPULATION,
    RUMMIKUB_MELDS,
    Cards,
    Deal,
    Declare,
    DeclaredJoker,
    Draft,
    Draw,
    EndTurn,
    Event,
    Fault,
    FinalScores,
    Free,
    Game,
    GameView,
    Group,
    Join,
    Joker,
    Knock,
    MeldRules,
    Move,
    Natural,
    Outcome,
    PickUp,
    Play,
    PutDown,
    Record,
    RecordError,
    Round,
    RoundScore,
    RoundView,
    Rules,
    Sequence,
    Shoe,
    Split,
    Standing,
    Step,
    Table,
    TakeBack,
    Tally,
    Turn,
    Violation,
    from_json,
    json_schema,
    to_json,
)
from tests.documents import check_json
from tests.drafts import drafts
from tests.records import records
from tests.rounds import rounds


class TestJson:
    """Every value that a front end exchanges survives JSON and agrees with its schema."""

    @given(rounds())
    def test_rounds_and_views(self, state: Round) -> None:
        """Of every state, for every seat."""
        check_json(state)
        check_json(state.turn)
        for seat in (*range(state.players), None):
            check_json(state.view(seat))
        if state.outcome is not None:
            check_json(state.outcome)
            check_json(state.outcome.score)

    @given(records())
    def test_games_and_records(self, record: Record) -> None:
        """With views, events, moves and standings."""
        check_json(record)
        check_json(record.game)
        check_json(record.game.view(0))
        for value in (*record.game.standings, record.game.tally, *record.view(0), *record.deals):
            check_json(value)
        for deal in record.deals:
            for move in deal.moves:
                check_json(move)
        if record.game.final is not None:
            check_json(record.game.final)

    @given(drafts())
    def test_drafts(self, draft: Draft) -> None:
        """Wherever the cards lie, under any rules."""
        check_json(draft)

    def test_a_draft_shows_its_melds_as_they_lie(self) -> None:
        """A place that all cards have left keeps its number."""
        text = (
            '{"table": "As 2s 3s | Qs Ks As", "hand": "8d", "places": ["", "Qs Ks As", "8c 3s"],'
            ' "air": "As 2s", "rules": {}}'
        )
        draft = from_json(text, Draft)
        assert (draft.melds[2], str(draft.played)) == (Cards.parse("As Ks Qs"), "8c")
        assert to_json(draft) == text

    def test_any_step_can_be_read(self) -> None:
        """`Step` stands for all their kinds; a kind reads its own alone."""
        read: object = from_json('"Join meld 8 to meld 2"', Step)
        assert read == Join(8, 2)
        with pytest.raises(RecordError, match="another kind"):
            from_json('"join meld 8 to meld 2"', Split)

    @pytest.mark.parametrize(
        ("places", "path"), [('["As 2s 3s", "8"]', "$.places[1]"), ('["As 2s"]', "$")]
    )
    def test_a_draft_that_is_none(self, places: str, path: str) -> None:
        """What is no notation is named by its place; a card of the table may not be missing."""
        with pytest.raises(RecordError) as refused:
            from_json(f'{{"table": "As 2s 3s", "hand": "", "places": {places}}}', Draft)
        assert refused.value.path == path

    @pytest.mark.parametrize(
        "value",
        [
            Cards.parse("8s 8s * 9h*"),
            Natural.parse("8s"),
            Joker(),
            DeclaredJoker.parse("8s*"),
            Group.parse("8s 8h 8d*"),
            Sequence.parse("Qs Ks As"),
            Shoe.of("8s * 8s"),
            Play.parse("8s 8h | *"),
            Draw(),
            Knock(),
            EndTurn(),
            PickUp.parse("pick up 7h from meld 3"),
            PutDown.parse("put down * from hand in meld 3"),
            Split.parse("split 4c 5c 6c off meld 1 as meld 8"),
            Join.parse("join meld 8 to meld 2"),
            Declare.parse("declare 8s* in meld 3"),
            Free.parse("free 8s* in the air"),
            TakeBack.parse("take back 7h from meld 3"),
            Table.parse("8s 8h 8d* | As 2s 3s"),
            Table.parse("As 2s 3s", rules=RUMMIKUB_MELDS),
            MANIPULATION,
            MANIPULATION.melds,
            RUMMIKUB_MELDS,
            Rules(hand_size=7, lap_stops_on_going_out=True, melds=MeldRules(jokers_per_meld=1)),
            Fault(Violation.NO_HAND_CARD),
            Fault(Violation.TOO_FEW_CARDS, Cards.parse("8s"), Cards.parse("8s")),
        ],
        ids=str,
    )
    def test_other_values(self, value: object) -> None:
        """Each kind that has a document."""
        check_json(value)

    def test_what_the_documents_are(self) -> None:
        """Notation in strings, plain numbers, names of fields."""
        assert to_json(Event(0, Draw(), Natural.parse("8s"))) == (
            '{"seat": 0, "move": "draw", "card": "8s", "hands": []}'
        )
        assert to_json(Table.parse("8s 8h 8d")) == '{"table": "8d 8h 8s", "rules": {}}'
        assert to_json(Fault(Violation.DRAW_FIRST)) == (
            '{"violation": "DRAW_FIRST", "clause": "D3",'
            ' "sentence": "There is no melding before the first draw.", "cards": "", "meld": null}'
        )

    @given(st.lists(st.sampled_from(Violation).map(Fault)).map(tuple))
    def test_a_tuple_of_values_is_a_list(self, faults: tuple[Fault, ...]) -> None:
        """What `check` gives goes out as it is, and comes back; the schema is that of a list."""
        text = to_json(faults)
        assert json.loads(text) == [json.loads(to_json(fault)) for fault in faults]
        assert from_json(text, tuple[Fault, ...]) == faults
        Draft202012Validator(json_schema(tuple[Fault, ...])).validate(json.loads(text))

    def test_the_place_in_a_list_is_named(self) -> None:
        """By its number from 0; a tuple of fixed length is no list, nor one of other things."""
        with pytest.raises(RecordError) as refused:
            from_json('["8s", "8s 1s"]', tuple[Cards, ...])
        assert refused.value.path == "$[1]"
        with pytest.raises(RecordError, match="any length"):
            from_json("[]", tuple[Cards, Cards])
        with pytest.raises(RecordError, match="no document"):
            from_json("[]", tuple[int, ...])
        with pytest.raises(RecordError, match="no document"):
            to_json((Cards(), 7))

    @given(records())
    def test_a_byte_order_mark_is_dropped(self, record: Record) -> None:
        """As editors on Windows write it; one, before the text."""
        text = to_json(record)
        assert from_json(f"\ufeff{text}", Record) == record
        for other in (f"\ufeff\ufeff{text}", f"{text}\ufeff", f" \ufeff{text}"):
            with pytest.raises(RecordError, match=r"not JSON: (Expecting value|Extra data)") as no:
                from_json(other, Record)
            assert no.value.path == "$"

    def test_a_move_is_read_as_what_it_is(self) -> None:
        """Moves of all kinds have one schema."""
        assert json_schema(Move) == json_schema(Draw)
        assert from_json('"draw"', Draw) == Draw()

    @pytest.mark.parametrize("kind", [int, dict, object, list, type(None)])
    def test_other_kinds_have_no_document(self, kind: type) -> None:
        """They are refused, and so are their values."""
        with pytest.raises(RecordError, match="no document"):
            from_json("1", kind)
        with pytest.raises(RecordError, match="no document"):
            json_schema(kind)
        with pytest.raises(RecordError, match="no document"):
            to_json(7)

    @pytest.mark.parametrize(
        "kind",
        [
            Cards,
            Deal,
            Event,
            Fault,
            FinalScores,
            Game,
            GameView,
            MeldRules,
            Move,
            Outcome,
            Record,
            Round,
            RoundScore,
            RoundView,
            Rules,
            Shoe,
            Standing,
            Table,
            Tally,
            Turn,
        ],
    )
    def test_every_schema_is_one(self, kind: object) -> None:
        """By the schema of schemas."""
        Draft202012Validator.check_schema(json_schema(kind))
