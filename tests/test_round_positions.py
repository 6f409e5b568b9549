"""Positions that are built or read: what is consistent, and how it is written."""

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    RUMMIKUB_MELDS,
    Cards,
    Draw,
    IllegalTableError,
    ManipulationError,
    NotationError,
    PositionError,
    Round,
    Rules,
    RulesError,
    Shoe,
    Table,
    Turn,
)
from manipulation.testing import rule_sets
from tests.rounds import rounds, two
from tests.values import check_value

STOPS = "lap_stops_on_going_out=yes"


class TestPositions:
    """A position built by hand is consistent, or refused with the reason."""

    @given(rounds())
    def test_every_state_of_a_round_can_be_built(self, state: Round) -> None:
        """By its parts, by its text, by its expression."""
        turn = state.turn
        built = Round.of(
            state.hands,
            stock=state.stock,
            table=state.table,
            dealer=state.dealer,
            to_move=turn.to_move,
            phase=turn.phase,
            drawn=turn.drawn,
            melded=turn.melded,
            exhausted_by=turn.exhausted_by,
            knocker=turn.knocker,
            rules=state.rules,
        )
        assert built == state
        assert Round.parse(str(state)) == state
        check_value(state)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("/ 8s 8s ; 2c / 3c / phase=draw to_move=0", r"oftener than the decks.*8s \(R3\)$"),
            ("/ * ; 2c / * / phase=draw to_move=0", r"oftener.*\*"),
            ("8s 8h* 8d / * ; 2c / 3c / phase=draw to_move=0", r"oftener.*\*"),
            ("/ 8s* ; 2c / 3c / phase=draw to_move=0", "no declared joker"),
            ("/ 8s ; 2c / 3c / phase=draw", "to_move names a seat"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=2", "to_move is a seat from 0 to 1"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 dealer=2", "dealer is a seat"),
            ("/ 8s ; 2c / / phase=draw to_move=0", "exhausted_by names"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 exhausted_by=0", "exhausted_by names"),
            ("/ 8s ; 2c / / phase=draw to_move=0 exhausted_by=1", "stock does not agree"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 drawn=1", "drawn=1"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 melded=yes", "melded=True"),
            ("/ 8s ; 2c / 3c / phase=meld to_move=0", "drawn=0"),
            ("/ 8s ; 2c / 3c / phase=meld to_move=0 drawn=3", "drawn=3"),
            ("/ 8s ; 2c / 3c / phase=meld to_move=0 drawn=1 melded=yes", "melded=True"),
            ("/ 8s ; 2c / / phase=meld to_move=0 drawn=1 exhausted_by=1", "stock does not"),
            ("/ 8s ; 2c / 3c / phase=end to_move=0 drawn=2", "drawn=2"),
            ("/ 8s ; 2c / 3c / phase=end to_move=0 drawn=2 melded=yes", "the table"),
            ("9c 9d 9h / 8s ; 2c / 3c / phase=end to_move=0 drawn=3 melded=yes", "drawn=3"),
            ("/ 8s ; 2c / / phase=end to_move=0 drawn=3 exhausted_by=1", "stock does not"),
            ("/ 8s ; 2c / 3c / phase=last_lap to_move=0", "stock does not agree"),
            ("/ 8s ; 2c / / phase=last_lap to_move=0 exhausted_by=1 drawn=1", "drawn=1"),
            ("/ 8s ; 2c / 3c / phase=draw to_move=0 knocker=0", "no knocker"),
            ("/ 8s ; 2c / 3c / phase=over", "not over without a knocker"),
            ("/ 8s ; 2c / 3c / phase=over to_move=0 knocker=1", "no seat is to move"),
            ("/ 8s ; 2c / 3c / phase=over drawn=1 knocker=1", "no seat is to move"),
            ("/ 8s ; 2c / 3c / phase=over knocker=0", "too many points"),
            ("/ 8s ; 2c / 3c / phase=over knocker=5", "knocker is a seat"),
            ("/ 8s ; 2c / / phase=over knocker=1 exhausted_by=0", "nobody can knock"),
            ("9c 9d 9h / ; 2c / 3c / phase=draw to_move=0", "empty hand of seat 0"),
            ("9c 9d 9h / 8s ; / 3c / phase=meld to_move=0 drawn=1", "empty hand of seat 1"),
            ("9c 9d 9h / 2s ; / 3c / phase=over knocker=0", "empty hand of seat 1"),
            ("/ 8s ; / / phase=over exhausted_by=0", "the table is empty"),
            ("9c 9d 9h / ; 2c / / phase=last_lap to_move=0 exhausted_by=1", "empty hand of seat 0"),
            ("9c 9d 9h / 2c ; / / phase=last_lap to_move=0 exhausted_by=1", "empty hand of seat 1"),
            (f"9c 9d 9h / ; 2c / / phase=last_lap to_move=1 exhausted_by=1 / {STOPS}", "ended the"),
            (f"9c 9d 9h / ; / / phase=over exhausted_by=1 / {STOPS}", "a seat goes out"),
        ],
    )
    def test_inconsistent_positions_are_refused(self, text: str, reason: str) -> None:
        """Each with its reason."""
        with pytest.raises(PositionError, match=reason):
            Round.parse(text)

    @pytest.mark.parametrize(
        "text",
        [
            "/ 8s ; 2c / 3c / dealer=1 to_move=0 phase=draw",
            "9c 9d 9h / ; 2c / / dealer=0 to_move=1 phase=last_lap exhausted_by=1",
            "9c 9d 9h / 8c ; / / dealer=0 phase=over exhausted_by=1 knocker=1",
            "9c 9d 9h / ; / / dealer=0 phase=over exhausted_by=1",
            "9c 9d 9h / 8s ; 2c / 3c / dealer=0 to_move=0 phase=end drawn=2 melded=yes",
            "/ 8s ; 2c / 3c / dealer=0 phase=over knocker=1 / hand_size=7 knock_at=2",
        ],
    )
    def test_consistent_positions_are_not(self, text: str) -> None:
        """And they are written as they are read."""
        assert str(Round.parse(text)) == text

    def test_a_table_under_other_rules_is_refused(self) -> None:
        """Its rules are part of a table."""
        with pytest.raises(PositionError, match="other rules"):
            Round.of(
                (Cards.parse("8s"), Cards.parse("9s")),
                stock=Shoe.of("2c"),
                table=Table(rules=RUMMIKUB_MELDS),
            )

    @pytest.mark.parametrize("hands", [(), ("8s",), ("8s", "9s", "Ts", "Js", "Qs", "Ks")])
    def test_two_to_five_hands(self, hands: tuple[str, ...]) -> None:
        """R2."""
        with pytest.raises(RulesError):
            Round.of(tuple(map(Cards.parse, hands)), stock=Shoe.of("2c"))

    @pytest.mark.parametrize(
        "changes",
        [
            {"hands": 7},
            {"hands": [Cards(), Cards()]},
            {"hands": ("8s", "9s")},
            {"hands": (7, 7)},
            {"stock": "8s 9s"},
            {"stock": None},
            {"turn": None},
            {"turn": Turn(0, phase="draw")},  # type: ignore[arg-type]
            {"turn": Turn(0, drawn="0")},  # type: ignore[arg-type]
            {"turn": Turn(0, melded=None)},  # type: ignore[arg-type]
            {"turn": Turn("0")},  # type: ignore[arg-type]
            {"table": "8s 8h 8d"},
            {"rules": None},
            {"dealer": None},
            {"dealer": True},
        ],
    )
    def test_values_of_other_types_are_refused(self, changes: dict[str, object]) -> None:
        """In our own words."""
        state = two(("8s", "9s"), "2c")
        parts = {name: getattr(state, name) for name in ("rules", "table", "hands", "stock")}
        with pytest.raises(PositionError):
            Round(**{**parts, "dealer": 0, "turn": state.turn, **changes})  # type: ignore[arg-type]


class TestText:
    """A round is one line of text, rules included, as FEN is for chess."""

    def test_the_line(self) -> None:
        """Table, hands, stock, facts."""
        state = two(("8s Kd", "2c"), "3c *", table="9d 9c 9h").after(Draw())
        text = "9c 9d 9h / Kd 8s ; 2c 3c / * / dealer=0 to_move=1 phase=meld drawn=1"
        assert str(state) == text

    def test_reading_is_generous(self) -> None:
        """Spaces, order, and a dealer who goes without saying."""
        text = "9h♣ / x"
        with pytest.raises(NotationError):
            Round.parse(text)
        text = "9h,9c  9d/8S K♦;2c   3c/ */phase = meld   drawn=1 to_move=1"
        assert str(Round.parse(text)) == (
            "9c 9d 9h / Kd 8s ; 2c 3c / * / dealer=0 to_move=1 phase=meld drawn=1"
        )

    @given(rule_sets())
    def test_rules_are_part_of_it(self, rules: Rules) -> None:
        """Whatever differs from Manipulation's."""
        state = Round.deal(Shoe.new(3, rules=rules), players=3, dealer=1, rules=rules)
        assert Round.parse(str(state)).rules == rules

    def test_every_rule_has_its_word(self) -> None:
        """A rule that is added cannot be left out of the text."""
        changed = Rules(
            melds=evolve(
                MANIPULATION.melds,
                ace="low",
                joker_release="any",
                jokers_per_meld=2,
                points=(*range(14),),
            ),
            decks=(2, 2, 2, 3),
            jokers=(2, 2, 2, 3),
            hand_size=9,
            max_draws=4,
            knock_at=6,
            undercut_bonus=11,
            going_out_bonus=26,
            target=151,
            target_bonus=101,
            round_bonus=26,
            lap_stops_on_going_out=True,
        )
        for kind, one in ((Rules, changed), (type(changed.melds), changed.melds)):
            usual = MANIPULATION if kind is Rules else MANIPULATION.melds
            for field in fields(kind):
                assert getattr(one, field.name) != getattr(usual, field.name), field.name
        state = Round.deal(Shoe.new(2, rules=changed), players=2, dealer=0, rules=changed)
        assert Round.parse(str(state)) == state

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("", ""),
            ("8s", "8s"),
            ("/ / / / /", "/ / / / /"),
            ("8s 8x 8d / 2c ; 3c / 4c / phase=draw", "8x"),
            ("/ 2c ; 3x / 4c / phase=draw", "3x"),
            ("/ 2c ; 3c / 4x / phase=draw", "4x"),
            ("/ 2c ; 3c / 4c / phase=late", "phase=late"),
            ("/ 2c ; 3c / 4c / phase", "phase"),
            ("/ 2c ; 3c / 4c / = phase=draw", "="),
            ("/ 2c ; 3c / 4c / drawn=x", "drawn=x"),
            ("/ 2c ; 3c / 4c / drawn=²", "drawn=²"),
            ("/ 2c ; 3c / 4c / drawn=12345678", "drawn=12345678"),
            ("/ 2c ; 3c / 4c / phase=draw phase=draw", "phase=draw"),
            ("/ 2c ; 3c / 4c / colour=red", "colour=red"),
            ("/ 2c ; 3c / 4c / phase=draw / ace=middle", "ace=middle"),
            ("/ 2c ; 3c / 4c / phase=draw / points=1,2,x", "points=1,2,x"),
            ("/ 2c ; 3c ; ; ; ; / 4c / phase=draw", " 2c ; 3c ; ; ; ; "),
            ("/ ?7 ; 3c / 4c / phase=draw", "/ ?7 ; 3c / 4c / phase=draw"),
            ("/ 2c ; 3c / ?7 / phase=draw", "/ 2c ; 3c / ?7 / phase=draw"),
            ("/ 2c ; 3c / 4c / seat=0", "/ 2c ; 3c / 4c / seat=0"),
        ],
    )
    def test_text_that_is_not_notation(self, text: str, place: str) -> None:
        """The caret points at the place."""
        with pytest.raises(NotationError) as refused:
            Round.parse(text)
        start, end = refused.value.span
        assert text[start:end] == place

    def test_notation_that_breaks_a_rule(self) -> None:
        """The error says which kind of thing is wrong."""
        with pytest.raises(IllegalTableError):
            Round.parse("8s 8h / 2c ; 3c / 4c / phase=draw to_move=0")
        with pytest.raises(RulesError):
            Round.parse("/ 2c ; 3c / 4c / phase=draw to_move=0 / hand_size=30")

    @given(st.text(alphabet="28cs*|/;?= adehmnoprtw_01", max_size=60))
    def test_any_text(self, text: str) -> None:
        """A round, or one of our errors."""
        try:
            state = Round.parse(text)
        except ManipulationError:
            return
        assert Round.parse(str(state)) == state
