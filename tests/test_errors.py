"""Errors say what is wrong and where; violations are stable codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    Cards,
    Fault,
    IllegalMoveError,
    IllegalTableError,
    ManipulationError,
    NotationError,
    PositionError,
    RecordError,
    RulesError,
    SearchLimitError,
    SimulationError,
    Violation,
)
from manipulation.errors import each, expect, shown
from tests.values import check_error, check_value

FAULT = Fault(Violation.TOO_FEW_CARDS, Cards.parse("4s"), Cards.parse("4s"))

ERRORS = (
    ManipulationError("message"),
    NotationError("message"),
    NotationError("message", "8s 8x", (3, 5)),
    RulesError("message"),
    PositionError("message"),
    RecordError("message"),
    RecordError("message", "$.rounds[0]", 7),
    SearchLimitError("message"),
    SimulationError("message"),
    IllegalMoveError((FAULT,)),
    IllegalMoveError((FAULT, Fault(Violation.NO_HAND_CARD))),
    IllegalTableError((FAULT,)),
)


class TestErrors:
    """Every error is one of ours, and none loses anything on its way between processes."""

    @pytest.mark.parametrize("error", ERRORS, ids=repr)
    def test_survives_pickle_and_copy(self, error: ManipulationError) -> None:
        """An error that a pool of processes hands back is the error that was raised."""
        check_error(error)

    @pytest.mark.parametrize("error", ERRORS, ids=repr)
    def test_has_one_root(self, error: ManipulationError) -> None:
        """Whoever catches `ManipulationError` catches them all."""
        assert isinstance(error, ManipulationError)

    def test_a_table_is_refused_as_a_move_is(self) -> None:
        """An `IllegalTableError` holds faults as every `IllegalMoveError` does."""
        error = IllegalTableError((FAULT,))
        assert isinstance(error, IllegalMoveError)
        assert error.faults == (FAULT,)

    def test_one_line_a_fault(self) -> None:
        """The text of a refused move has one line for each fault."""
        error = IllegalMoveError((FAULT, Fault(Violation.NO_HAND_CARD)))
        assert str(error) == (
            "TOO_FEW_CARDS (R13): A meld has at least three cards. [4s]\n"
            "NO_HAND_CARD (R22): A meld adds at least one card from hand."
        )

    def test_a_record_error_names_the_place(self) -> None:
        """The text of a `RecordError` begins with the path, and the move if there is one."""
        assert str(RecordError("no such card")) == "$: no such card"
        assert str(RecordError("no such card", "$.moves[6]", 7)) == (
            "$.moves[6], move 7: no such card"
        )


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=300)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=300)


def places(texts: st.SearchStrategy[str]) -> st.SearchStrategy[NotationError]:
    """Errors at any place of a text."""
    return texts.filter(bool).flatmap(
        lambda text: st.lists(st.integers(0, len(text)), min_size=2, max_size=2).map(
            lambda span: NotationError("message", text, (min(span), max(span)))
        )
    )


class TestCaret:
    """A `NotationError` shows the place of the fault with carets under the text."""

    @given(places(PRINTABLE))
    def test_carets_stand_under_the_fault(self, error: NotationError) -> None:
        """In plain text the carets stand under as much of the fault as is shown, at least one."""
        start, end = error.span
        line, carets = error.caret.split("\n")
        column, width = carets.index("^"), carets.count("^")
        assert carets == " " * column + "^" * width
        assert line[:column] == error.text[start - column : start]
        assert line[column:] == error.text[start : start + len(line) - column]
        assert width == max(1, min(end - start, len(line) - column))

    @given(places(ANY_TEXT))
    def test_two_lines_at_any_text(self, error: NotationError) -> None:
        """Whatever the text, the caret has two lines that can be printed and encoded."""
        lines = error.caret.split("\n")
        assert len(lines) == 2
        assert all(line.isprintable() and len(line.encode()) for line in lines)
        assert len(lines[0]) <= 72
        assert str(error) == f"message\n{error.caret}"

    def test_a_short_text_is_shown_whole(self) -> None:
        """A text of 72 characters is shown whole."""
        text = "8s " * 23 + "8x."
        assert NotationError("m", text, (69, 71)).caret == f"{text}\n{' ' * 69}^^"

    @pytest.mark.parametrize(
        ("start", "first"),
        [(0, 0), (36, 0), (37, 1), (100, 64), (164, 128), (165, 128), (199, 128)],
    )
    def test_a_long_text_is_cut_around_the_fault(self, start: int, first: int) -> None:
        """Of a longer text 72 characters are shown, the fault in the middle where it can be."""
        text = "".join(chr(33 + place % 90) for place in range(200))
        error = NotationError("m", text, (start, start + 1))
        assert error.caret == f"{text[first : first + 72]}\n{' ' * (start - first)}^"

    def test_a_long_fault_is_cut(self) -> None:
        """A fault longer than what is shown has carets to the end of the line."""
        assert NotationError("m", "x" * 200, (50, 190)).caret == f"{'x' * 72}\n{' ' * 36}{'^' * 36}"

    def test_an_empty_place_has_a_caret(self) -> None:
        """A place between two characters, or at the end, has one caret, and nothing is lost."""
        assert NotationError("m", "8s 8h", (3, 3)).caret == "8s 8h\n   ^"
        assert NotationError("m", "8s", (2, 2)).caret == "8s\n  ^"

    @pytest.mark.parametrize(
        ("text", "span", "caret"),
        [
            ("8♠\ufe0f 8x", (4, 6), "8♠\ufe0f 8x\n   ^^"),
            ("e\u20dd 8x", (3, 5), "e\u20dd 8x\n  ^^"),
            ("8漢 8x", (1, 2), "8漢 8x\n ^^"),
            ("\uff18s 8x", (3, 5), "\uff18s 8x\n    ^^"),
            ("か\u3099 x", (3, 4), "か\u3099 x\n   ^"),
            ("8s\t\n8x", (4, 6), "8s  8x\n    ^^"),
            ("8s\0\ud800 x", (5, 6), "8s\ufffd\ufffd x\n     ^"),
        ],
    )
    def test_columns(self, text: str, span: tuple[int, int], caret: str) -> None:
        """Marks take no column, wide letters two; what cannot be printed is marked."""
        assert NotationError("m", text, span).caret == caret

    def test_without_text_there_is_only_the_message(self) -> None:
        """A text that nobody read is not shown."""
        error = NotationError("too long")
        assert str(error) == "too long"
        assert (error.text, error.span) == ("", (0, 0))


CODES = {
    "TABLE_CARD_TAKEN": "R23",
    "CARD_NOT_HELD": "R18",
    "NO_HAND_CARD": "R22",
    "JOKER_UNDECLARED": "R26",
    "JOKER_CHANGED": "R27",
    "TOO_FEW_CARDS": "R13",
    "GROUP_TOO_LARGE": "R14",
    "GROUP_REPEATS_CARD": "R15",
    "SEQUENCE_HAS_GAP": "R16",
    "SEQUENCE_REPEATS_CARD": "R16",
    "SEQUENCE_MIXES_SUITS": "D9",
    "TURNS_THE_CORNER": "R17",
    "NEITHER_GROUP_NOR_SEQUENCE": "R13",
    "TOO_MANY_JOKERS": "D21",
    "NOT_YOUR_TURN": "R12",
    "DRAW_FIRST": "D3",
    "MUST_DRAW": "D4",
    "STOCK_IS_EMPTY": "D24",
    "NO_MELD_AFTER_THIRD_CARD": "R11",
    "TURN_IS_COMPLETE": "D5",
    "KNOCK_BEFORE_TURN_ENDS": "D22",
    "TOO_MANY_POINTS_TO_KNOCK": "R32",
    "NO_DRAW_IN_LAST_LAP": "D26",
    "NO_KNOCK_IN_LAST_LAP": "D26",
    "ROUND_IS_OVER": "R33",
    "DEAL_FIRST": "R5",
    "ROUND_IS_NOT_OVER": "D1",
    "GAME_IS_OVER": "R43",
}


class TestViolations:
    """The codes, their clauses and their order are part of the interface."""

    def test_codes_and_clauses_are_stable(self) -> None:
        """Every code has its clause, and their order never varies."""
        assert [(v.code, v.clause) for v in Violation] == list(CODES.items())

    def test_places_follow_the_order(self) -> None:
        """The place of a code is its number in that order."""
        assert [violation.place for violation in Violation] == list(range(len(CODES)))

    def test_each_has_a_sentence_of_its_own(self) -> None:
        """Every code has one sentence, and no two have the same."""
        sentences = [violation.sentence for violation in Violation]
        assert len(set(sentences)) == len(CODES)
        for sentence in sentences:
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert ". " not in sentence

    @pytest.mark.parametrize("violation", Violation, ids=str)
    def test_is_a_value(self, violation: Violation) -> None:
        """A code survives pickle and copy, and its `repr` evaluates back."""
        check_value(violation)
        assert repr(violation) == f"Violation.{violation.name}"


class _Unshowable:
    def __repr__(self) -> str:
        raise RecursionError


class TestShown:
    """A message shows a refused value, but never more of it than fits."""

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ("8s", "'8s'"),
            (None, "None"),
            ("\ud800\n", r"'\ud800\n'"),
            ("x" * 58, f"'{'x' * 58}'"),
            ("x" * 59, f"'{'x' * 58}…"),
            (10**5000, "a value of type int"),
            (_Unshowable(), "a value of type _Unshowable"),
        ],
        ids=["text", "none", "not printable", "60 characters", "61 characters", "int", "no repr"],
    )
    def test_shown(self, value: object, text: str) -> None:
        """What is too long is cut at 60 characters, what cannot be shown is named by its type."""
        assert shown(value) == text


class TestEach:
    """What is expected to hold values and does not is refused with an error of ours."""

    def test_goes_through(self) -> None:
        """Values come in their order."""
        assert list(each((3, 1, 2), "numbers")) == [3, 1, 2]

    def test_refuses(self) -> None:
        """The message says what is expected, and what is there."""
        with pytest.raises(PositionError, match=r"^numbers are expected, not None$"):
            each(None, "numbers")  # type: ignore[arg-type]


class TestExpect:
    """What is of another type than is expected is refused with an error of ours."""

    def test_expect(self) -> None:
        """A value of the type, or of a narrower one, passes; any other is shown."""
        expect(int, 8)
        expect(int, True)  # noqa: FBT003 -- a bool is an int
        with pytest.raises(PositionError, match=r"^int is expected, not '8'$"):
            expect(int, "8")
