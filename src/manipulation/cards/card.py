"""One card: its suit, its rank, the card that a joker stands for, and how they are written."""

from __future__ import annotations

import re
from enum import Enum
from functools import total_ordering
from typing import NoReturn, Self, TypeAlias, TypeVar

from attrs import frozen

from manipulation.errors import NotationError, PositionError, expect, shown

_Kind = TypeVar("_Kind")

MAX_TEXT = 100_000
"""A text of more characters than this is refused unread; no cards and no table write as many."""


@total_ordering
class Suit(Enum):
    """One of four, in the order of the notation: `CLUBS`, `DIAMONDS`, `HEARTS`, `SPADES`."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise PositionError(f"no suit: {shown(value)}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a suit: `c`, `d`, `h`, `s`, a capital, or a symbol; else a `NotationError`."""
        word = _only_word(text, "a suit, one of cdhs,")
        if _SUIT.fullmatch(word[0]) is None:
            raise NotationError("not a suit, one of cdhs", text, word.span())
        return cls(_SUITS[word[0][0]])

    @property
    def index(self) -> int:
        """Clubs 0, diamonds 1, hearts 2, spades 3."""
        return "cdhs".index(self.value)

    @property
    def symbol(self) -> str:
        """The suit as players draw it, ♣ ♦ ♥ ♠."""
        return "♣♦♥♠"[self.index]

    def __lt__(self, other: object) -> bool:
        """Order suits by their index."""
        return self.index < other.index if isinstance(other, Suit) else NotImplemented

    def __str__(self) -> str:
        """Give the letter of the notation."""
        return self.value

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Suit.{self.name}"


@total_ordering
class Rank(Enum):
    """One of thirteen: `ACE`, `TWO` to `TEN`, `JACK`, `QUEEN`, `KING`, with the values 1 to 13.

    An ace is also high where R17 lets it.
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise PositionError(f"no rank: {shown(value)}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a rank: one of `A23456789TJQK`, `10`, or a small letter; else a `NotationError`."""
        word = _only_word(text, "a rank, one of A23456789TJQK,")
        if _RANK.fullmatch(word[0]) is None:
            raise NotationError("not a rank, one of A23456789TJQK", text, word.span())
        return cls(_RANKS.index(_rank_letter(word[0])) + 1)

    @property
    def letter(self) -> str:
        """The rank in the notation: one of A23456789TJQK."""
        return _RANKS[self.value - 1]

    def __lt__(self, other: object) -> bool:
        """Order ranks with the ace low."""
        return self.value < other.value if isinstance(other, Rank) else NotImplemented

    def __str__(self) -> str:
        """Give the letter of the notation."""
        return self.letter

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Rank.{self.name}"


@frozen(cache_hash=True)
class Natural:
    """A card with a rank and a suit: any card but a joker."""

    rank: Rank
    suit: Suit

    def __attrs_post_init__(self) -> None:
        """Refuse what is no rank or no suit with a `PositionError`."""
        expect(Rank, self.rank, "a rank")
        expect(Suit, self.suit, "a suit")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one natural card, such as `8s`; anything else is a `NotationError`."""
        return _parse_kind(text, cls, "a card with rank and suit")

    def __str__(self) -> str:
        """Give the rank, then the suit."""
        return f"{self.rank.letter}{self.suit.value}"

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Natural.parse('{self}')"


@frozen
class Joker:
    """A joker that stands for no card yet: in a hand, in the stock, or not yet declared."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `*`; anything else is a `NotationError`."""
        return _parse_kind(text, cls, "an undeclared joker, *,")

    def __str__(self) -> str:
        """Give `*`."""
        return "*"

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return "Joker()"


@frozen(cache_hash=True)
class DeclaredJoker:
    """A joker on the table with the card it stands for (R26, R27)."""

    stands_for: Natural

    def __attrs_post_init__(self) -> None:
        """Refuse what is no natural card with a `PositionError`."""
        expect(Natural, self.stands_for, "a card with rank and suit")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a declared joker, such as `8s*`; anything else is a `NotationError`."""
        return _parse_kind(text, cls, "a declared joker, such as 8s*,")

    def __str__(self) -> str:
        """Give the card it stands for, then `*`."""
        return f"{self.stands_for}*"

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"DeclaredJoker.parse('{self}')"


Card: TypeAlias = Natural | Joker | DeclaredJoker

NATURALS = tuple(Natural(rank, suit) for rank in Rank for suit in Suit)
"""The 52 naturals, by rank, then suit."""

CARDS: tuple[Card, ...] = (*NATURALS, *map(DeclaredJoker, NATURALS), Joker())
"""All 105 cards: the naturals, the jokers declared as each of them, and the undeclared joker."""


_RANKS = "A23456789TJQK"
_SUITS = dict(zip("cdhsCDHS♣♦♥♠♧♢♡♤", "cdhs" * 4, strict=True))
_RANK = re.compile("10|[A2-9TJQKatjqk]")
_SUIT = re.compile("[CDHScdhs♠-♧][\ufe0e\ufe0f]?")
_CARD = re.compile(rf"(?P<rank>{_RANK.pattern})(?P<suit>{_SUIT.pattern})(?P<joker>\*?)")
_WORD = re.compile(r"[^\s,]+")
_BY_TEXT = {str(card): card for card in CARDS}


def check_length(text: object) -> None:
    """Refuse what is no text, and a text of more than `MAX_TEXT` characters, before it is read."""
    if not isinstance(text, str):
        raise NotationError(f"a text is expected, not {shown(text)}")
    if len(text) > MAX_TEXT:
        raise NotationError(f"a text of {len(text)} characters: at most {MAX_TEXT} are read")


def read_cards(text: str, start: int, end: int) -> list[Card]:
    """Read the cards between two offsets of a text, in the order in which they stand."""
    return [_card_in(text, word) for word in _WORD.finditer(text, start, end)]


def read_card(text: str, start: int, end: int) -> Card:
    """Read exactly one card between two offsets of a text."""
    cards = read_cards(text, start, end)
    if len(cards) != 1:
        raise NotationError("one card is expected here", text, (start, end))
    return cards[0]


def parse_card(text: str) -> Card:
    """Read exactly one card of any kind."""
    return _card_in(text, _only_word(text, "one card"))


def _parse_kind(text: str, kind: type[_Kind], expected: str) -> _Kind:
    word = _only_word(text, expected)
    card = _card_in(text, word)
    if not isinstance(card, kind):
        raise NotationError(f"{expected} is expected here", text, word.span())
    return card


def _only_word(text: str, expected: str) -> re.Match[str]:
    """Find the one word of a text; the place of a fault is the whole text, or what is too much."""
    check_length(text)
    words = list(_WORD.finditer(text))
    if len(words) != 1:
        message = f"{expected} is expected here, and nothing else"
        start, end = (words[1].start(), words[-1].end()) if words else (0, len(text))
        raise NotationError(message, text, (start, end))
    return words[0]


def _rank_letter(rank: str) -> str:
    return "T" if rank == "10" else rank.upper()


def _card_in(text: str, word: re.Match[str]) -> Card:
    """Read a word as a card; a fault is shown in the whole text."""
    token = _CARD.fullmatch(word[0])
    if token is not None:
        return _BY_TEXT[_rank_letter(token["rank"]) + _SUITS[token["suit"][0]] + token["joker"]]
    if word[0] == "*":
        return CARDS[-1]
    raise _not_a_card(text, word)


def _not_a_card(text: str, word: re.Match[str]) -> NotationError:
    bar = word[0].find("|")
    if bar >= 0:
        place = word.start() + bar
        return NotationError("only cards are expected here, no |", text, (place, place + 1))
    first = _CARD.match(word[0])
    if first and _CARD.match(word[0], first.end()):
        message = "cards are separated by spaces or commas"
    else:
        message = "not a card: a rank A23456789TJQK, then a suit cdhs; or * for a joker"
    return NotationError(message, text, word.span())
