"""What a draft refuses, in so many words."""

from __future__ import annotations

import re

import pytest

from manipulation import (
    Cards,
    Draft,
    Fault,
    IllegalMoveError,
    Natural,
    PositionError,
    Table,
    Violation,
    parse_step,
)

DRAFT = Draft.of(Table.parse("8s 8h 8d* 8c | 4c 5c 6c"), Cards.parse("7c *"))


class TestRefusals:
    """A step that cannot be taken is refused with the place and the cards."""

    @pytest.mark.parametrize(
        ("step", "message"),
        [
            ("pick up 8s from meld 3", "there is no meld 3"),
            ("pick up 8s from meld 2", "not in meld 2: 8s"),
            ("put down 8s in meld 2", "not in the air: 8s"),
            ("put down 7c from hand in meld 4", "there is no meld 4; the next new one is 3"),
            ("split 8s off meld 1 as meld 2", "there is a meld 2 already"),
            ("split 8s off meld 1 as meld 4", "there is no meld 4; the next new one is 3"),
            ("split 4c 5c 6c off meld 2 as meld 3", "to split meld 2, leave a card of it"),
            ("join meld 1 to meld 1", "a meld is joined to another one"),
            ("join meld 3 to meld 1", "there is no meld 3"),
            ("join meld 1 to meld 3", "there is no meld 3"),
            ("declare 9h* in meld 1", "not in meld 1: *"),
            ("free 9h* in meld 1", "not in meld 1: 9h*"),
            ("free 8d* in the air", "not in the air: 8d*"),
            ("take back 8s from the air", "not in the air: 8s"),
        ],
    )
    def test_what_is_not_there(self, step: str, message: str) -> None:
        """A card or a meld that is not where the step says."""
        with pytest.raises(PositionError) as caught:
            DRAFT.after(parse_step(step))
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        ("step", "violation", "cards"),
        [
            ("put down Kd from hand in meld 1", Violation.CARD_NOT_HELD, "Kd"),
            ("put down 7c from hand in meld 2", None, ""),
            ("take back 8s from meld 1", Violation.TABLE_CARD_TAKEN, "8s"),
            ("take back 8d* from meld 1", Violation.TABLE_CARD_TAKEN, "*"),
        ],
    )
    def test_what_breaks_a_rule(self, step: str, violation: Violation | None, cards: str) -> None:
        """R18, R23: the fault names the cards."""
        if violation is None:
            assert DRAFT.after(parse_step(step)).played == Cards.parse("7c")
            return
        with pytest.raises(IllegalMoveError) as caught:
            DRAFT.after(parse_step(step))
        assert caught.value.faults == (Fault(violation, Cards.parse(cards)),)

    def test_a_draft_that_cannot_be(self) -> None:
        """Every card of its table lies somewhere, and a hand holds no declared joker."""
        with pytest.raises(
            PositionError, match=r"^a draft has all the cards of its table: 4c 5c 6c missing$"
        ):
            Draft(DRAFT.table, DRAFT.hand, DRAFT.places[:1])
        with pytest.raises(PositionError, match=r"^a hand holds no declared joker: 8s\* \(R26\)$"):
            Draft.of(DRAFT.table, Cards.parse("7c 8s*"))

    @pytest.mark.parametrize("other", ["7c", None, 8, ["7c"], Natural.parse("7c")], ids=repr)
    def test_what_is_no_cards(self, other: object) -> None:
        """What lies in a meld or in the air is `Cards`, and the melds are a tuple."""
        places = DRAFT.places
        lying: list[tuple[object, object]] = [
            (places, other),
            ((*places, other), Cards()),
            (other, Cards()),
            (list(places), Cards()),
        ]
        for melds, air in lying:
            with pytest.raises(PositionError, match=r"(Cards are|tuple is) expected, not "):
                Draft(DRAFT.table, DRAFT.hand, melds, air)  # type: ignore[arg-type]

    @pytest.mark.parametrize("number", [0, 3, -1, True, 1.0, "1", None, [1]], ids=repr)
    def test_what_is_no_meld(self, number: int) -> None:
        """A meld is asked for by its number."""
        with pytest.raises(PositionError, match=rf"^there is no meld {re.escape(repr(number))}$"):
            DRAFT.declarable(number)
