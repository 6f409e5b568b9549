"""Errors that are made with named arguments, and the sentences that players read."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

from manipulation import (
    Cards,
    ManipulationError,
    NotationError,
    PositionError,
    RecordError,
    Violation,
)
from manipulation.errors import each
from tests.values import check_error

RULEBOOK = (Path(__file__).parents[1] / "docs" / "rulebook.md").read_text(encoding="utf-8")


class TestNamedArguments:
    """An error holds what it is given, by place or by name, and pickles with it."""

    @pytest.mark.parametrize(
        "error",
        [
            NotationError("no card", text="8x", span=(0, 2)),
            NotationError(message="no card", text="8x", span=(1, 2)),
            RecordError("no text", path="$.seats", move=3),
            RecordError(message="no text", path="$.seats[0]", move=None),
        ],
    )
    def test_errors_are_values(self, error: ManipulationError) -> None:
        """Whatever the caller wrote."""
        check_error(error)
        assert len(error.args) == 3

    def test_what_is_refused_is_shown(self) -> None:
        """What holds no values is shown in the message."""
        with pytest.raises(PositionError, match=r"^hands are expected, not 7$"):
            each(7, "hands")  # type: ignore[arg-type]

    def test_what_cannot_be_shown(self) -> None:
        """Where the refused value's own `repr` fails, its type is named instead."""
        with pytest.raises(PositionError, match=r"^cards are expected, not a value of type Mute$"):
            Cards(Mute())  # type: ignore[arg-type]


class Mute:
    """A value whose `repr` fails."""

    def __repr__(self) -> str:
        """Fail, as that of a value that is half made does."""
        raise LookupError


class TestSentences:
    """A violation says its rule in one sentence, as a player would."""

    @pytest.mark.parametrize("violation", Violation, ids=lambda violation: violation.code)
    def test_a_sentence(self, violation: Violation) -> None:
        """A capital first, a full stop last, no code and no other stop within."""
        assert re.fullmatch(r"[A-Z][^.A-Z_]*\.", violation.sentence.replace("X", "_"))
        assert re.fullmatch(r"[RD][1-9]\d?", violation.clause)
        assert violation.clause in RULEBOOK

    @pytest.mark.parametrize("violation", Violation, ids=lambda violation: violation.code)
    def test_a_pickle_holds_the_code_alone(self, violation: Violation) -> None:
        """So another version reads it, however that words the sentence."""
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            pickled = pickle.dumps(violation, protocol)
            assert violation.sentence.encode() not in pickled
            assert pickle.loads(pickled) is violation  # noqa: S301 -- pickled just now
        assert copy.deepcopy(violation) is copy.copy(violation) is violation

    def test_they_are_all_different(self) -> None:
        """No two codes say the same."""
        sentences = [violation.sentence for violation in Violation]
        assert len({*sentences}) == len(sentences)
        assert [Violation(one.value) for one in Violation] == list(Violation)
