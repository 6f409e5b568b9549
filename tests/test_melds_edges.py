"""What errors of melds and moves say, and what is refused before a meld is judged."""

from __future__ import annotations

import pytest

from manipulation import (
    MANIPULATION,
    Cards,
    Fault,
    Group,
    IllegalMoveError,
    IllegalTableError,
    PositionError,
    RulesError,
    Sequence,
    Violation,
    judge,
    meld_of,
    parse_meld,
)
from manipulation.cards import CARDS
from manipulation.melds import known_meld
from tests.values import check_error

FAULTS = (
    Fault(Violation.TOO_FEW_CARDS, Cards.parse("8s"), Cards.parse("8s")),
    Fault(Violation.NO_HAND_CARD),
)


class TestErrors:
    """An error holds its faults and tells them, a line each."""

    @pytest.mark.parametrize("kind", [IllegalMoveError, IllegalTableError])
    def test_a_line_for_each(self, kind: type[IllegalMoveError]) -> None:
        """In their order, with no line before or after."""
        error = kind(FAULTS)
        check_error(error)
        assert error.faults == FAULTS
        assert str(error).split("\n") == [str(fault) for fault in FAULTS]
        assert str(error) == (
            "TOO_FEW_CARDS (R13): A meld has at least three cards. [8s]\n"
            "NO_HAND_CARD (R22): A meld adds at least one card from hand."
        )

    @pytest.mark.parametrize("kind", [IllegalMoveError, IllegalTableError])
    def test_by_name(self, kind: type[IllegalMoveError]) -> None:
        """Faults that are given by their name survive pickle too."""
        check_error(kind(faults=FAULTS))


class TestRefusals:
    """Rules of melds are asked for; a group is no sequence."""

    def test_no_rules_of_melds(self) -> None:
        """The rules of a game are not those of its melds, and None is neither."""
        for judging in (judge, meld_of):
            for rules in (MANIPULATION, None):
                with pytest.raises(RulesError, match=r"^MeldRules are expected, not "):
                    judging(Cards.parse("8s 8h 8d"), rules=rules)  # type: ignore[arg-type]

    @pytest.mark.parametrize("other", ["TOO_FEW_CARDS", None, "8s", 7], ids=repr)
    def test_no_fault(self, other: object) -> None:
        """A fault is a violation and cards, not their texts, so that it can be told."""
        with pytest.raises(PositionError, match=r"^Violation is expected, not "):
            Fault(other)  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^Cards are expected, not "):
            Fault(Violation.NO_HAND_CARD, other)  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^Cards are expected, not "):
            Fault(Violation.NO_HAND_CARD, Cards(), other or 7)  # type: ignore[arg-type]

    def test_the_other_kind(self) -> None:
        """Each says what the cards are instead."""
        with pytest.raises(PositionError, match=r"^a group, not a sequence: 8d 8h 8s$"):
            Sequence.parse("8s 8h 8d")
        with pytest.raises(PositionError, match=r"^a sequence, not a group: 8s 9s Ts$"):
            Group.parse("8s 9s Ts")


class TestKnownMelds:
    """A meld made of its key and its cards is the meld that is made of the cards alone."""

    @pytest.mark.parametrize(
        "text",
        ["8s 8h 8d", "8c* 8d 8h 8s*", "8s 9s* Ts", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"],
    )
    def test_nothing_is_different(self, text: str) -> None:
        """Its kind, its cards, equal ones too, their order, and its place among others."""
        meld = parse_meld(text)
        places = [CARDS.index(card) for card in meld.in_order]
        known = known_meld(meld.key, places)
        assert type(known) is type(meld)
        assert (known, known.cards, known.in_order, known.key, str(known)) == (
            meld,
            meld.cards,
            meld.in_order,
            meld.key,
            str(meld),
        )
