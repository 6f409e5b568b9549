"""What is said of a text that is no card, and what cards say when they are compared with others."""

from __future__ import annotations

import pytest

from manipulation import (
    Cards,
    DeclaredJoker,
    Joker,
    Natural,
    NotationError,
    Rank,
    Suit,
    Table,
    parse_card,
)


class TestRefusals:
    """A refusal says what was expected, holds the whole text, and points at the place."""

    @pytest.mark.parametrize(
        ("kind", "expected", "wrong"),
        [
            (Natural, "a card with rank and suit", "8s*"),
            (Joker, "an undeclared joker, *,", "8s*"),
            (DeclaredJoker, "a declared joker, such as 8s*,", "8s"),
        ],
    )
    def test_one_card_of_a_kind(
        self, kind: type[Natural | Joker | DeclaredJoker], expected: str, wrong: str
    ) -> None:
        """None, several, another kind of card, or no card at all."""
        for text, message, span in (
            ("  ", f"{expected} is expected here, and nothing else", (0, 2)),
            (f"{wrong}  8h 9h", f"{expected} is expected here, and nothing else", None),
            (f" {wrong}", f"{expected} is expected here", (1, 1 + len(wrong))),
            (
                " 8x",
                "not a card: a rank A23456789TJQK, then a suit cdhs; or * for a joker",
                (1, 3),
            ),
        ):
            with pytest.raises(NotationError) as caught:
                kind.parse(text)
            assert (caught.value.message, caught.value.text) == (message, text)
            place = (len(wrong) + 2, len(text)) if span is None else span
            assert caught.value.span == place

    def test_no_text(self) -> None:
        """What is no text is shown."""
        for parse in (Cards.parse, Table.parse, parse_card, Suit.parse):
            with pytest.raises(NotationError) as caught:
                parse(7)  # type: ignore[arg-type]
            assert caught.value.message == "a text is expected, not 7"


class TestOrder:
    """Suits are compared with suits, and ranks with ranks."""

    def test_with_a_number(self) -> None:
        """A number is neither before nor after them."""
        with pytest.raises(TypeError, match="not supported between instances of 'Rank' and 'int'"):
            Rank.ACE < 3  # noqa: B015 -- asking is what is refused
        with pytest.raises(TypeError, match="not supported between instances of 'Suit' and 'int'"):
            Suit.CLUBS < 3  # noqa: B015 -- asking is what is refused
