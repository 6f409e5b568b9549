"""Melds as values, how they are written, and the faults of what is none."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MACHIAVELLI_MELDS,
    Cards,
    Fault,
    Group,
    IllegalTableError,
    Meld,
    NotationError,
    PositionError,
    Sequence,
    Violation,
    judge,
    meld_of,
    parse_meld,
)
from manipulation.melds import laid_out, sorted_melds
from tests.melds import LEGAL, LINES, RULES, Words, cards_of
from tests.values import check_value

if TYPE_CHECKING:
    from collections.abc import Iterable


def joker_melds(draw_from: Iterable[Words]) -> st.SearchStrategy[Cards]:
    """Legal melds with any of their cards replaced by jokers."""
    return st.sampled_from(sorted(draw_from)).flatmap(
        lambda words: st.tuples(*(st.sampled_from([word, word, f"{word}*"]) for word in words)).map(
            cards_of
        )
    )


melds = joker_melds(LEGAL["high_or_low"]).map(meld_of)


class TestMelds:
    """Groups and sequences are values, written in one way and put in one order."""

    @given(melds)
    def test_is_a_value(self, meld: Meld) -> None:
        """Text, `repr`, pickle and copy give the same meld back."""
        check_value(meld)
        assert parse_meld(str(meld)) == meld
        assert type(meld).parse(str(meld)) == meld
        assert Cards(meld.in_order) == meld.cards
        assert (
            str(meld)
            == " ".join(map(str, meld.in_order))
            == " ".join(map(str, laid_out(meld.cards)))
        )

    @given(melds)
    def test_is_written_in_order(self, meld: Meld) -> None:
        """A group by suit; a sequence by rank, a high ace last; a joker where its card would be."""
        faces = [str(card)[:2] for card in meld.in_order]
        if isinstance(meld, Group):
            assert [face[1] for face in faces] == sorted(face[1] for face in faces)
            assert {face[0] for face in faces} == {str(meld.rank)}
        else:
            assert "".join(face[0] for face in faces) in LINES["high_or_low"]
            assert {face[1] for face in faces} == {str(meld.suit)}
            assert faces[0][0] == str(meld.start)

    @given(melds, melds)
    def test_equality_is_that_of_the_cards(self, one: Meld, other: Meld) -> None:
        """Two melds are equal if their cards are, and so are the keys they are sorted by."""
        assert (one == other) is (one.cards == other.cards) is (one.key == other.key)

    @given(st.lists(melds, max_size=6).flatmap(st.permutations))
    def test_order(self, listed: list[Meld]) -> None:
        """Groups before sequences; groups by rank, then suits; sequences by suit, then start."""
        ordered = sorted_melds(listed)
        assert Counter(ordered) == Counter(listed)
        kinds = [isinstance(meld, Sequence) for meld in ordered]
        assert kinds == sorted(kinds)
        groups = [meld.rank for meld in ordered if isinstance(meld, Group)]
        assert groups == sorted(groups)
        sequences = [(meld.suit, meld.start) for meld in ordered if isinstance(meld, Sequence)]
        assert sequences == sorted(sequences)

    def test_order_of_like_melds(self) -> None:
        """Groups of one rank go by suits, sequences of one start by length; naturals go first."""
        texts = [
            "8c 8d 8h",
            "8c 8d 8h 8s",
            "8c 8d 8h*",
            "8c 8d 8s",
            "8c* 8d 8h",
            "8d 8h 8s",
            "9c 9d 9h",
            "Ac 2c 3c",
            "4c 5c 6c",
            "4c 5c 6c 7c",
            "4c 5c 6c*",
            "4c* 5c 6c",
            "Ad 2d 3d",
        ]
        assert list(map(str, sorted_melds(map(parse_meld, reversed(texts))))) == texts

    def test_another_kind(self) -> None:
        """A sequence is no group and a group no sequence."""
        with pytest.raises(PositionError, match=r"^a sequence, not a group: 4s 5s 6s$"):
            Group.parse("4s 5s 6s")
        with pytest.raises(PositionError, match=r"^a group, not a sequence: 8d 8h 8s$"):
            Sequence.parse("8s 8h 8d")

    @pytest.mark.parametrize("kind", [Group, Sequence])
    def test_what_is_no_meld(self, kind: type[Meld]) -> None:
        """What is no meld cannot be made one."""
        for make in (kind.parse, parse_meld):
            with pytest.raises(IllegalTableError) as caught:
                make("8s 8s 8h")
            assert caught.value.faults == judge(Cards.parse("8s 8s 8h"))
            with pytest.raises(NotationError):
                make("8s 8s 8x")
        with pytest.raises(PositionError, match=r"^Cards are expected, not '8s'$"):
            kind("8s")  # type: ignore[arg-type]

    @pytest.mark.parametrize("kind", [Group, Sequence])
    def test_what_follows_is_not_given(self, kind: type[Meld]) -> None:
        """A meld is made of its cards and nothing else."""
        for name in ("in_order", "key"):
            with pytest.raises(TypeError):
                kind(Cards.parse("8s 8h 8d"), **{name: ()})

    def test_rules(self) -> None:
        """A meld is made under the rules that are given."""
        with pytest.raises(IllegalTableError):
            parse_meld("Qs Ks As", rules=RULES["low"])
        with pytest.raises(IllegalTableError):
            meld_of(Cards.parse("8s 8h 8d*"), rules=MACHIAVELLI_MELDS)

    def test_sorting_what_is_no_meld(self) -> None:
        """Only melds are put in order."""
        with pytest.raises(PositionError, match=r"^a meld is expected, not '8'$"):
            sorted_melds("8s 8h 8d")  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^melds are expected, not Group\.parse"):
            sorted_melds(parse_meld("8s 8h 8d"))  # type: ignore[arg-type]


class TestLaidOut:
    """Cards are laid out as a meld is written, even if they are none yet."""

    @pytest.mark.parametrize(
        ("cards", "text"),
        [
            ("As Ks", "Ks As"),
            ("As 2s", "As 2s"),
            ("As Ks Js", "As Js Ks"),
            ("As 2s Ks", "As 2s Ks"),
            ("As As Ks", "As As Ks"),
            ("Ks * As", "As Ks *"),
            ("Ks Ah Qs", "Ah Qs Ks"),
            ("8s 8h 8s*", "8h 8s 8s*"),
            ("*", "*"),
            ("", ""),
        ],
    )
    def test_no_meld(self, cards: str, text: str) -> None:
        """A sequence by rank, a high ace last; all else as any cards are written."""
        assert " ".join(map(str, laid_out(Cards.parse(cards)))) == text


class TestFaults:
    """A fault says which rule is broken, and by which cards."""

    def test_is_a_value(self) -> None:
        """Faults are values."""
        check_value(Fault(Violation.NO_HAND_CARD))
        for fault in judge(Cards.parse("8s 8s")):
            check_value(fault)

    def test_text(self) -> None:
        """The code, the clause, the sentence, and the cards if there are any."""
        assert [str(fault) for fault in judge(Cards.parse("8s 8s 8h"))] == [
            "GROUP_REPEATS_CARD (R15): A group cannot contain two identical cards. [8s 8s]"
        ]
        assert str(Fault(Violation.NO_HAND_CARD)) == (
            "NO_HAND_CARD (R22): A meld adds at least one card from hand."
        )
        assert Fault(Violation.NO_HAND_CARD).meld is None
