"""Cards are read generously and written in one way; text that is no notation has a place."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from manipulation import (
    Card,
    Cards,
    DeclaredJoker,
    Joker,
    Natural,
    NotationError,
    PositionError,
    Rank,
    Suit,
    parse_card,
)
from manipulation.cards import MAX_TEXT, NATURALS
from tests.values import check_value

RANKS, SUITS = "A23456789TJQK", "cdhs"
WORDS = [rank + suit for rank in RANKS for suit in SUITS]
ALL_WORDS = [*WORDS, *(f"{word}*" for word in WORDS), "*"]
"""The 105 cards as they are written."""

lists = st.lists(st.sampled_from(ALL_WORDS), max_size=12)


class TestSuitsAndRanks:
    """Suits are clubs, diamonds, hearts, spades; ranks go from ace to king."""

    def test_suits(self) -> None:
        """Each suit has its place, its letter and its symbol."""
        assert [(suit.index, str(suit), suit.symbol) for suit in Suit] == [
            (0, "c", "♣"),
            (1, "d", "♦"),
            (2, "h", "♥"),
            (3, "s", "♠"),
        ]

    def test_ranks(self) -> None:
        """Each rank has its number, the ace 1, and its letter."""
        assert [(rank.value, str(rank)) for rank in Rank] == list(enumerate(RANKS, start=1))
        assert [rank.letter for rank in Rank] == list(RANKS)

    def test_order(self) -> None:
        """They are ordered as they are listed."""
        assert [[low < high for high in Suit] for low in Suit] == [
            [low < high for high in range(4)] for low in range(4)
        ]
        assert [[low < high for high in Rank] for low in Rank] == [
            [low < high for high in range(13)] for low in range(13)
        ]
        assert Suit.CLUBS <= Suit.CLUBS <= Suit.DIAMONDS
        assert Rank.KING >= Rank.KING >= Rank.QUEEN

    def test_suits_and_ranks_do_not_mix(self) -> None:
        """A suit is neither before nor after a rank."""
        with pytest.raises(TypeError):
            Suit.CLUBS < Rank.ACE  # noqa: B015 -- asking is what is refused
        with pytest.raises(TypeError):
            Rank.ACE < Suit.CLUBS  # noqa: B015 -- asking is what is refused

    @pytest.mark.parametrize("value", [*Suit, *Rank], ids=repr)
    def test_is_a_value(self, value: Suit | Rank) -> None:
        """They are values, and their text reads back."""
        check_value(value)
        assert type(value).parse(str(value)) is value

    @pytest.mark.parametrize(
        ("texts", "suit"),
        [
            ("c C ♣ ♧", Suit.CLUBS),
            ("d D ♦ ♢", Suit.DIAMONDS),
            ("h H ♥ ♡", Suit.HEARTS),
            ("s S ♠ ♤", Suit.SPADES),
        ],
    )
    def test_suits_are_read_generously(self, texts: str, suit: Suit) -> None:
        """A letter, a capital, or a symbol, with or without a variation selector."""
        for text in texts.split():
            for selector in ("", "\ufe0e", "\ufe0f"):
                assert Suit.parse(f" {text}{selector},") is suit
                assert Natural.parse(f"8{text}{selector}") == Natural(Rank.EIGHT, suit)

    def test_ranks_are_read_generously(self) -> None:
        """A small letter, or 10."""
        assert [Rank.parse(text) for text in "A23456789TJQK"] == list(Rank)
        assert [Rank.parse(text) for text in "atjqk"] == [Rank.parse(text) for text in "ATJQK"]
        assert Rank.parse(" 10 ") is Rank.TEN

    @pytest.mark.parametrize("text", ["x", "cd", "♣\ufe0f\ufe0f", "\ufe0f", "*", "\uff43"])
    def test_no_suit(self, text: str) -> None:
        """Anything else is no suit."""
        with pytest.raises(NotationError) as caught:
            Suit.parse(f" {text}")
        assert caught.value.message == "not a suit, one of cdhs"
        assert caught.value.span == (1, 1 + len(text))
        assert caught.value.text == f" {text}"

    @pytest.mark.parametrize("text", ["1", "11", "0", "A2", "*", "\u0661", "\u212a"])
    def test_no_rank(self, text: str) -> None:
        """Anything else is no rank: neither other digits nor the Kelvin sign."""
        with pytest.raises(NotationError) as caught:
            Rank.parse(f" {text}")
        assert caught.value.message == "not a rank, one of A23456789TJQK"
        assert caught.value.span == (1, 1 + len(text))
        assert caught.value.text == f" {text}"

    def test_nothing_to_read(self) -> None:
        """One suit or rank is read, not none and not several."""
        with pytest.raises(NotationError) as caught:
            Suit.parse("c d s")
        assert caught.value.message == "a suit, one of cdhs, is expected here, and nothing else"
        assert caught.value.span == (2, 5)
        with pytest.raises(NotationError) as caught:
            Rank.parse("  ")
        assert caught.value.message == (
            "a rank, one of A23456789TJQK, is expected here, and nothing else"
        )
        assert caught.value.span == (0, 2)


class TestSingleCards:
    """`8s` is a natural, `*` a joker that nobody has declared, `8s*` a joker that stands for 8s."""

    @pytest.mark.parametrize("word", ALL_WORDS)
    def test_is_a_value(self, word: str) -> None:
        """All 105 cards are values, and are written as they are read."""
        card = parse_card(word)
        check_value(card)
        assert str(card) == word
        assert type(card).parse(word) == card
        assert parse_card(f", {word} ,") == card

    def test_naturals(self) -> None:
        """The 52 naturals are listed by rank, then suit."""
        assert list(map(str, NATURALS)) == WORDS
        assert [(card.rank, card.suit) for card in NATURALS] == list(product(Rank, Suit))

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            ("10h", "Th"),
            ("10H*", "Th*"),
            ("th", "Th"),
            ("aS", "As"),
            ("jD", "Jd"),
            ("Q♥\ufe0f*", "Qh*"),
            ("k♣\ufe0e", "Kc"),
            ("10♢", "Td"),
        ],
    )
    def test_reading_is_generous(self, text: str, canonical: str) -> None:
        """10 for T, capital or small, symbols with or without a variation selector."""
        assert str(parse_card(text)) == canonical

    @pytest.mark.parametrize(
        ("kind", "text", "message"),
        [
            (Natural, "8s*", "a card with rank and suit is expected here"),
            (Natural, "*", "a card with rank and suit is expected here"),
            (Joker, "8s", "an undeclared joker, *, is expected here"),
            (DeclaredJoker, "8s", "a declared joker, such as 8s*, is expected here"),
        ],
    )
    def test_another_kind(self, kind: type[Card], text: str, message: str) -> None:
        """Each kind reads only its own."""
        with pytest.raises(NotationError) as caught:
            kind.parse(f" {text} ")
        assert caught.value.message == message
        assert caught.value.text == f" {text} "
        assert caught.value.span == (1, 1 + len(text))

    @pytest.mark.parametrize(
        ("text", "span"), [("", (0, 0)), (" ,", (0, 2)), ("8s 8h ", (3, 5)), ("8s * 8x", (3, 7))]
    )
    def test_not_one_card(self, text: str, span: tuple[int, int]) -> None:
        """One card is read, not none and not several."""
        with pytest.raises(NotationError) as caught:
            parse_card(text)
        assert caught.value.message == "one card is expected here, and nothing else"
        assert (caught.value.text, caught.value.span) == (text, span)


_NOT_A_CARD = "not a card: a rank A23456789TJQK, then a suit cdhs; or * for a joker"
_TOGETHER = "cards are separated by spaces or commas"
_BAR = "only cards are expected here, no |"


def check_place(error: NotationError, text: str) -> None:
    """An error has the whole text, and a place in it."""
    start, end = error.span
    assert error.text == text
    assert 0 <= start <= end <= len(text)
    assert start < end or not text


class TestReading:
    """Reading is generous, writing canonical; text that is not notation has a place."""

    @given(lists, st.lists(st.text(" ,\t\n\u3000\xa0", min_size=1, max_size=3), min_size=13))
    def test_any_order_spaces_and_commas(self, listed: list[str], gaps: list[str]) -> None:
        """Cards come in any order, with any spaces and commas between."""
        text = gaps[-1] + "".join(word + gap for word, gap in zip(listed, gaps, strict=False))
        assert Counter(map(str, Cards.parse(text))) == Counter(listed)

    @pytest.mark.parametrize("text", ["", " ", ",,,", "\n\t", "\u3000"])
    def test_no_cards(self, text: str) -> None:
        """Empty text is no cards, and so are spaces and commas alone."""
        assert Cards.parse(text) == Cards()

    @pytest.mark.parametrize(
        ("text", "message", "span"),
        [
            ("8s 8x 8h", _NOT_A_CARD, (3, 5)),
            ("8s,s8", _NOT_A_CARD, (3, 5)),
            ("8", _NOT_A_CARD, (0, 1)),
            ("8s**", _NOT_A_CARD, (0, 4)),
            ("**", _NOT_A_CARD, (0, 2)),
            ("*8s", _NOT_A_CARD, (0, 3)),
            ("8s\u0301", _NOT_A_CARD, (0, 3)),
            ("8s\ufe0f\ufe0f", _NOT_A_CARD, (0, 4)),
            ("\ufe0f8s", _NOT_A_CARD, (0, 3)),
            ("110s", _NOT_A_CARD, (0, 4)),
            ("\uff110s", _NOT_A_CARD, (0, 3)),
            ("٨s", _NOT_A_CARD, (0, 2)),
            ("\u212as", _NOT_A_CARD, (0, 2)),
            ("8\u017f", _NOT_A_CARD, (0, 2)),
            ("8\u265a", _NOT_A_CARD, (0, 2)),
            ("8\u2668", _NOT_A_CARD, (0, 2)),
            ("8s\0", _NOT_A_CARD, (0, 3)),
            ("Ac \ud800", _NOT_A_CARD, (3, 4)),
            ("8s8h", _TOGETHER, (0, 4)),
            ("Kd 8s*10h*", _TOGETHER, (3, 10)),
            ("8s | 8h", _BAR, (3, 4)),
            ("Ac 8s|8h|", _BAR, (5, 6)),
            ("|", _BAR, (0, 1)),
        ],
    )
    def test_not_notation(self, text: str, message: str, span: tuple[int, int]) -> None:
        """The error says what is wrong at which place of which text."""
        with pytest.raises(NotationError) as caught:
            Cards.parse(text)
        assert (caught.value.message, caught.value.text, caught.value.span) == (
            message,
            text,
            span,
        )

    def test_length(self) -> None:
        """A text of 100,000 characters is read, a longer one is refused unread."""
        assert MAX_TEXT == 100_000
        assert len(Cards.parse("8s" + " " * 99_998)) == 1
        for read in (Cards.parse, parse_card, Suit.parse, Rank.parse, Natural.parse):
            with pytest.raises(NotationError) as caught:
                read("8s" + " " * 99_999)
            assert str(caught.value) == "a text of 100001 characters: at most 100000 are read"

    def test_the_longest_cards(self) -> None:
        """The most cards that there can be are read from their own text."""
        most = Cards.of_counts(b"\x7f" * 105)
        assert Cards.parse(str(most)) == most

    def test_no_text(self) -> None:
        """What is no text cannot be read."""
        with pytest.raises(NotationError, match=r"^a text is expected, not None$"):
            Cards.parse(None)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "text",
        [
            "8s*" * 33_333,
            "*" * 100_000,
            "8s " * 33_333,
            "8\u0301" * 50_000,
            "10" * 50_000,
            "8s*8" * 25_000,
        ],
        ids=["jokers", "stars", "eights", "marks", "tens", "broken"],
    )
    def test_no_text_takes_long(self, text: str) -> None:
        """The longest texts are read or refused as the short ones are."""
        with pytest.raises((NotationError, PositionError)):
            Cards.parse(text)

    @given(
        st.text(st.characters(exclude_categories=()))
        | st.text("A123456789TJQK0cdhs♠♥\ufe0f*|, ", max_size=30)
    )
    @example("8s 8h")
    @example("|")
    def test_any_text(self, text: str) -> None:
        """Any text is cards, or a `NotationError` with its place in that text."""
        for read in (Cards.parse, parse_card, Suit.parse, Rank.parse):
            try:
                value = read(text)
            except NotationError as error:
                check_place(error, text)
            else:
                assert read(str(value)) == value
