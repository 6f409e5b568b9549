"""Games on record: replay, JSON, and what is refused."""

import json
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
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
    Ending,
    EndTurn,
    Event,
    Fault,
    FinalScores,
    Free,
    Game,
    GameView,
    Group,
    IllegalMoveError,
    Join,
    Joker,
    Knock,
    MeldRules,
    Move,
    Natural,
    NotationError,
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
    replay,
    to_json,
)
from manipulation.records import MAX_JSON
from manipulation.records.record import digest
from tests.drafts import drafts
from tests.rounds import rounds, some_move
from tests.test_game import QUICK
from tests.values import check_value

FIRST = (Path(__file__).parent / "data" / "record-v1.json").read_text(encoding="utf-8")
"""A record as version 1 of its document wrote it. It is never written anew."""


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw the record of a game that random legal moves have led to."""
    seats = ("Ann", "Bob", "Cy", "Dot", "Eve")[: draw(st.integers(2, 5))]
    rng = Random(draw(st.integers(0, 2**32)))
    record = Record.new(seats, dealer=draw(st.integers(0, len(seats) - 1)), rules=QUICK)
    for _ in range(draw(st.integers(0, 60))):
        record = after_something(record, rng)
    return record


def after_something(record: Record, rng: Random) -> Record:
    """Deal if it is time to, else make some move; nothing when the game is over."""
    if record.game.over:
        return record
    if record.game.awaits_deal or record.game.round is None:
        return record.deal(Shoe.new(len(record.seats), rules=record.rules).shuffled(rng))
    return record.after(some_move(record.game.round, rng))


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


class TestRecord:
    """A record is a game's past, and leads to the game."""

    @given(st.integers(0, 2**32), st.integers(2, 5))
    def test_replay_gives_the_same_states(self, seed: int, players: int) -> None:
        """Before the first deal, and after every deal and move."""
        rng = Random(seed)
        record = Record.new(("x",) * players, dealer=0, rules=QUICK)
        games = [record.game]
        for _ in range(60):
            record = after_something(record, rng)
            if record.game != games[-1]:
                games.append(record.game)
        assert list(replay(record)) == games
        again = Record(record.seats, record.dealer, record.deals, record.rules)
        assert again == record
        assert again.game == record.game

    @given(records())
    def test_records_are_values(self, record: Record) -> None:
        """They evaluate back, pickle and hash."""
        check_value(record)

    @given(records())
    def test_a_round_that_is_over_has_a_digest(self, record: Record) -> None:
        """Of the game as it stood then; one in play has none."""
        assert all(deal.digest for deal in record.deals[:-1])
        for last in record.deals[-1:]:
            assert (last.digest is None) == bool(record.game.legal_moves())
            assert last.digest in (None, digest(record.game))

    @given(records())
    def test_a_view_keeps_up_with_the_game(self, record: Record) -> None:
        """`Record.view`: a view for each deal, then an event for each move."""
        start = Record.new(record.seats, dealer=record.dealer, rules=record.rules).game
        for seat in (*range(len(record.seats)), None):
            seen = start.view(seat)
            for one in record.view(seat):
                seen = seen.dealt(one) if isinstance(one, RoundView) else seen.after(one)
            assert seen == record.game.view(seat)

    @given(records())
    def test_a_views_past_tells_no_hidden_card(self, record: Record) -> None:
        """Only the seat itself is told what it drew, and hands are shown at the end alone."""
        for seat in (*range(len(record.seats)), None):
            for one in record.view(seat):
                if isinstance(one, RoundView):
                    assert one.hands == ()
                    assert one.seat == seat
                else:
                    own = isinstance(one.move, Draw) and one.seat == seat
                    assert (one.card is not None) == own

    def test_refused_moves_change_nothing(self) -> None:
        """The errors are those of the game."""
        record = Record.new(("Ann", "Bob"), dealer=0)
        with pytest.raises(IllegalMoveError, match="DEAL_FIRST"):
            record.after(Draw())
        dealt = record.deal(Shoe.new(2))
        with pytest.raises(IllegalMoveError, match="ROUND_IS_NOT_OVER"):
            dealt.deal(Shoe.new(2))
        with pytest.raises(IllegalMoveError, match="NOT_YOUR_TURN"):
            dealt.after(Draw(), 0)
        assert dealt.after(Draw(), 1).deals == (Deal(0, Shoe.new(2), (Draw(),)),)


SHOE = Shoe.new(2)
DEAL = Deal(0, SHOE, (Draw(), Draw(), Draw(), EndTurn(), Draw()))


class TestRefusals:
    """A record that breaks a rule is refused, with the place, the move, and what it breaks."""

    @pytest.mark.parametrize(
        ("deals", "path", "move", "cause"),
        [
            ((evolve(DEAL, moves=(Draw(), Knock())),), "$.deals[0].moves[1]", 2, IllegalMoveError),
            ((evolve(DEAL, moves=(EndTurn(),)),), "$.deals[0].moves[0]", 1, IllegalMoveError),
            ((DEAL, evolve(DEAL, dealer=1)), "$.deals[1].dealer", 5, type(None)),
            ((DEAL, DEAL), "$.deals[1].shoe", 5, IllegalMoveError),
            ((evolve(DEAL, dealer=1),), "$.deals[0].dealer", 0, type(None)),
            ((evolve(DEAL, digest="0" * 64),), "$.deals[0].digest", 5, type(None)),
        ],
    )
    def test_the_place_is_named(
        self, deals: tuple[Deal, ...], path: str, move: int, cause: type
    ) -> None:
        """By path, by the number of the move, and by the error that the rule gave."""
        with pytest.raises(RecordError) as refused:
            Record(("Ann", "Bob"), 0, deals)
        assert (refused.value.path, refused.value.move) == (path, move)
        assert isinstance(refused.value.__cause__, cause)

    def test_a_short_shoe(self) -> None:
        """It cannot deal every hand."""
        with pytest.raises(RecordError, match="cannot deal"):
            Record(("Ann", "Bob"), 0, (Deal(0, Shoe.of("8s")),))

    @pytest.mark.parametrize(("seats", "dealer"), [((), 0), (("Ann",), 0), (("Ann", "Bob"), 2)])
    def test_seats_and_dealer(self, seats: tuple[str, ...], dealer: int) -> None:
        """R2: 2 to 5 players, one of whom deals."""
        with pytest.raises(RecordError):
            Record.new(seats, dealer=dealer)

    def test_seats_have_names(self) -> None:
        """A number is no name."""
        with pytest.raises(RecordError, match="names"):
            Record((1, 2), 0)  # type: ignore[arg-type]

    def test_length_is_limited(self) -> None:
        """More than 100,000 moves are refused before any is replayed."""
        long = evolve(DEAL, moves=(Draw(),) * 100_001)
        with pytest.raises(RecordError, match="100,000 moves"):
            Record(("Ann", "Bob"), 0, (long,))

    def test_a_round_that_comes_out_otherwise(self) -> None:
        """Another version of the rules gives an error at the round where it diverges."""
        record = from_json(FIRST, Record)
        changed = evolve(record.rules, undercut_bonus=11)
        with pytest.raises(RecordError) as refused:
            Record(record.seats, record.dealer, record.deals, changed)
        assert refused.value.path.endswith(".digest")


class TestVersions:
    """What an earlier version has written can be read."""

    def test_the_first(self) -> None:
        """Its digests hold: every round comes out as it did then."""
        record = from_json(FIRST, Record)
        assert record.seats == ("Ann", "Bob", "Cy")
        assert record.game.over
        assert json.loads(to_json(record)) == json.loads(FIRST)
        endings = {
            game.round.outcome.ending
            for game in replay(record)
            if game.round is not None and game.round.outcome is not None
        }
        assert endings == set(Ending)

    @pytest.mark.parametrize("version", [0, 2, 99])
    def test_others_are_refused(self, version: int) -> None:
        """Before anything else is looked at."""
        with pytest.raises(RecordError, match="version") as refused:
            from_json(f'{{"version": {version}, "more": 1}}', Record)
        assert refused.value.path == "$.version"


def check_json(value: object) -> None:
    """A value survives JSON, and its document is as its schema says."""
    text = to_json(value)
    again = from_json(text, type(value))
    assert again == value
    assert to_json(again) == text
    validator = Draft202012Validator(json_schema(type(value)))
    validator.validate(json.loads(text))


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
        read: object = from_json('"Join meld 8 to meld 2"', Step)  # type: ignore[arg-type]
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
            (EVENT.replace("0", "0.0"), Event, "$.seat"),
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
