"""What fuzzing has found worth keeping is read as it was: our own errors, or a fixpoint."""

from __future__ import annotations

import pytest

from tests.fuzzing.corpus import CORPUS, texts_of
from tests.fuzzing.smallest import smallest
from tests.fuzzing.targets import JSON, NOTATION, TARGETS, check, text_of


class TestCorpus:
    """The fuzzer's corpus, run without the fuzzer."""

    @pytest.mark.parametrize("target", TARGETS)
    def test_readers_keep_their_word(self, target: str) -> None:
        """Each text is read and written as a fixpoint, or refused by an error of the package."""
        verdicts = [check(target, text) for text in texts_of(target)]
        assert {*verdicts} == {True, False}

    def test_every_file_is_of_a_target(self) -> None:
        """No file of the corpus is left behind."""
        assert {path.stem for path in CORPUS.glob("*.json")} == {*TARGETS}

    def test_every_reader_is_a_target(self) -> None:
        """Nothing is both notation and a document."""
        assert len(TARGETS) == len({*NOTATION, *JSON})


class TestCheck:
    """What the fuzzer calls a fault."""

    def test_a_text_that_changes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A value that is not written as it is read."""
        monkeypatch.setitem(NOTATION, "card", lambda text: f"{text} ")
        with pytest.raises(AssertionError, match=r"^'8s' is read as '8s ', which is written '8s '"):
            check("card", "8s")

    def test_another_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An error that is none of the package's comes out."""
        monkeypatch.setitem(NOTATION, "card", int)
        with pytest.raises(ValueError, match="invalid literal"):
            check("card", "8s")

    def test_any_bytes_are_a_text(self) -> None:
        """What is no UTF-8 stands for halves of surrogate pairs."""
        assert text_of("8♠".encode()) == "8♠"
        assert text_of(b"8\xff") == "8\udcff"
        assert not check("card", text_of(b"8\xff"))


class TestSmallest:
    """The corpus keeps the shortest texts that run everything."""

    def test_what_runs_nothing_new_is_dropped(self) -> None:
        """Of texts that are refused alike, or read alike, the shortest stays."""
        kept = smallest("suit", ["s", "c", "z", "x", "d"])
        assert {"c", "x"} <= {
            *kept
        }  # newer Pythons see steps inside an enum that older ones do not
        assert not {"s", "z"} & {*kept}

    def test_a_verdict_is_kept(self) -> None:
        """One text that is read, and one that is refused, stay at least."""
        kept = smallest("natural", ["8s", "9s", "*", "8s*", "8"])
        assert {check("natural", text) for text in kept} == {True, False}
