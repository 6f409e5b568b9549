"""Cards, and multisets of cards: the values that everything else is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import total_ordering
from typing import Self, TypeAlias, TypeVar

from attrs import define, frozen

from manipulation.errors import NotationError, PositionError

_Kind = TypeVar("_Kind")

MAX_TEXT = 10_000
"""A text of more characters than this is refused unread."""

MAX_COPIES = 127
"""The most equal cards that one `Cards` holds."""


@total_ordering
class Suit(Enum):
    """One of the four suits, in the order of the notation: clubs, diamonds, hearts, spades."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

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
    """One of the thirteen ranks, from ace to king; an ace is also high where R17 lets it."""

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

    @property
    def letter(self) -> str:
        """The rank in the notation: one of A23456789TJQK."""
        return "A23456789TJQK"[self.value - 1]

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

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one natural card, such as `8s`; anything else is a `NotationError`."""
        card = parse_card(text)
        if not isinstance(card, cls):
            raise NotationError("a card with rank and suit is expected here", text, (0, len(text)))
        return card

    def __str__(self) -> str:
        """Give the rank, then the suit."""
        return f"{self.rank.letter}{self.suit.value}"

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Natural.parse('{self}')"


@frozen(cache_hash=True)
class Joker:
    """A joker that stands for no card yet: in a hand, in the stock, or not yet declared."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `*`; anything else is a `NotationError`."""
        card = parse_card(text)
        if not isinstance(card, cls):
            raise NotationError("* is expected here", text, (0, len(text)))
        return card

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

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a declared joker, such as `8s*`; anything else is a `NotationError`."""
        card = parse_card(text)
        if not isinstance(card, cls):
            raise NotationError("a declared joker is expected here", text, (0, len(text)))
        return card

    def __str__(self) -> str:
        """Give the card it stands for, then `*`."""
        return f"{self.stands_for}*"

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"DeclaredJoker.parse('{self}')"


Card: TypeAlias = Natural | Joker | DeclaredJoker

NATURALS = tuple(Natural(rank, suit) for rank in Rank for suit in Suit)
"""The 52 naturals, by rank, then suit: the order of the counts of a `Cards`."""

_DECLARED = tuple(DeclaredJoker(natural) for natural in NATURALS)
_CARDS: tuple[Card, ...] = (*NATURALS, *_DECLARED, Joker())
_INDEX = {card: index for index, card in enumerate(_CARDS)}
_SIZE = len(_CARDS)
_JOKER = _SIZE - 1
_BY_SUIT = tuple(
    tuple(place for rank in range(13) for place in (4 * rank + suit, 52 + 4 * rank + suit))
    for suit in range(4)
)
_WRITTEN = (*(place for suit in _BY_SUIT for place in suit), _JOKER)
"""The places of the counts as cards are written: by suit, then rank, declared after natural."""

_GUARDS = int.from_bytes(b"\x80" * _SIZE, "little")
_EMPTY = bytes(_SIZE)


def _block(total: int) -> bytes:
    """Turn the counts, packed a byte each, into a block; no card may be there too often."""
    if total & _GUARDS:
        raise PositionError(f"more than {MAX_COPIES} equal cards")
    return total.to_bytes(_SIZE, "little")


def _packed(cards: Iterable[Card]) -> bytes:
    """Count the cards into a block."""
    counts = [0] * _SIZE
    for card in cards:
        counts[_INDEX[card]] += 1
    if max(counts) > MAX_COPIES:
        raise PositionError(f"more than {MAX_COPIES} equal cards")
    return bytes(counts)


@define(frozen=True, init=False, repr=False)
class Cards:
    """An immutable multiset of cards: a hand, or all the cards of a meld or a table.

    Equal cards are equal: a multiset tells how many there are of each, not which. Iteration and
    text go by suit, then rank; a declared joker follows its natural, undeclared jokers come last.

    >>> hand = Cards.parse("8s * Th 8s")
    >>> str(hand), len(hand), hand.count(Natural.parse("8s"))
    ('Th 8s 8s *', 4, 2)
    >>> str(hand - Cards.parse("8s"))
    'Th 8s *'
    """

    counts: bytes
    """105 counts, a byte each: naturals by rank, then suit; jokers declared as each; undeclared."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Count the cards; more than `MAX_COPIES` equal ones are a `PositionError`."""
        object.__setattr__(self, "counts", _packed(cards))

    @classmethod
    def of_counts(cls, counts: bytes) -> Self:
        """Make cards of a block of 105 counts, each at most `MAX_COPIES`."""
        if len(counts) != _SIZE or max(counts) > MAX_COPIES:
            raise PositionError(f"{_SIZE} counts of at most {MAX_COPIES} are expected")
        return cls._trusted(counts)

    @classmethod
    def _trusted(cls, counts: bytes) -> Self:
        """Make cards of a block that is known to be sound."""
        cards = cls.__new__(cls)
        object.__setattr__(cards, "counts", counts)
        return cards

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read cards in any order, separated by spaces or commas; `*` is an undeclared joker."""
        check_length(text)
        return cls(read_cards(text, 0, len(text)))

    @property
    def jokers(self) -> int:
        """How many jokers there are, declared or not."""
        return sum(self.counts[52:])

    @property
    def undeclared(self) -> int:
        """How many jokers there are that stand for no card yet."""
        return self.counts[_JOKER]

    @property
    def naturals(self) -> Cards:
        """The cards that are no jokers."""
        return Cards._trusted(self.counts[:52] + _EMPTY[52:])

    @property
    def declared(self) -> Cards:
        """The jokers that stand for a card."""
        return Cards._trusted(_EMPTY[:52] + self.counts[52:_JOKER] + b"\0")

    @property
    def faces(self) -> Cards:
        """The cards as they count in melds: each declared joker as the card it stands for (D10)."""
        naturals = int.from_bytes(self.counts[:52], "little")
        declared = int.from_bytes(self.counts[52:_JOKER], "little")
        return Cards._trusted(_block(naturals + declared))

    @property
    def undeclared_again(self) -> Cards:
        """The same cards with every joker undeclared: what R18, R22 and R23 count."""
        counts = bytearray(self.counts[:52] + _EMPTY[52:])
        if self.jokers > MAX_COPIES:
            raise PositionError(f"more than {MAX_COPIES} equal cards")
        counts[_JOKER] = self.jokers
        return Cards._trusted(bytes(counts))

    def count(self, card: Card) -> int:
        """Tell how many there are of one card."""
        return self.counts[_INDEX[card]]

    def by_suit(self) -> dict[Suit, Cards]:
        """Sort the cards into the suits that occur; undeclared jokers have none."""
        return self._sorted_by({suit: _BY_SUIT[suit.index] for suit in Suit})

    def by_rank(self) -> dict[Rank, Cards]:
        """Sort the cards into the ranks that occur; undeclared jokers have none."""
        return self._sorted_by(
            {
                rank: tuple(
                    place + suit
                    for place in (4 * rank.value - 4, 48 + 4 * rank.value)
                    for suit in range(4)
                )
                for rank in Rank
            }
        )

    def _sorted_by(self, places: dict[_Kind, tuple[int, ...]]) -> dict[_Kind, Cards]:
        parts = {}
        for kind, of_kind in places.items():
            counts = bytearray(_SIZE)
            for place in of_kind:
                counts[place] = self.counts[place]
            if any(counts):
                parts[kind] = Cards._trusted(bytes(counts))
        return parts

    def __add__(self, other: Cards) -> Cards:
        """Put two multisets together."""
        return Cards._trusted(_block(self._total + other._total))

    def __sub__(self, other: Cards) -> Cards:
        """Take cards away; a `PositionError` names those that are not there."""
        if not other <= self:
            raise PositionError(f"not there to be taken: {other.beyond(self)}")
        return Cards._trusted((self._total - other._total).to_bytes(_SIZE, "little"))

    def __le__(self, other: Cards) -> bool:
        """Tell whether all these cards are among the others."""
        return ((other._total | _GUARDS) - self._total) & _GUARDS == _GUARDS

    def __lt__(self, other: Cards) -> bool:
        """Tell whether all these cards are among the others, and not all of the others here."""
        return self != other and self <= other

    def beyond(self, other: Cards) -> Cards:
        """Give the cards that are here oftener than there, each as often as it is too many."""
        difference = (self._total | _GUARDS) - other._total
        enough = difference & _GUARDS
        return Cards._trusted((difference & (enough - (enough >> 7))).to_bytes(_SIZE, "little"))

    @property
    def _total(self) -> int:
        return int.from_bytes(self.counts, "little")

    def __len__(self) -> int:
        """Count all the cards."""
        return sum(self.counts)

    def __contains__(self, card: Card) -> bool:
        """Tell whether the card is there at least once."""
        return self.counts[_INDEX[card]] > 0

    def __iter__(self) -> Iterator[Card]:
        """Yield every card, equal ones one after another, as they are written."""
        for place in _WRITTEN:
            for _ in range(self.counts[place]):
                yield _CARDS[place]

    def __str__(self) -> str:
        """Write the cards with spaces between."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Cards.parse({str(self)!r})"


_WORD = re.compile(r"[^\s,]+")
_TOKEN = re.compile(
    "(?P<rank>10|[A2-9TJQKatjqk])(?P<suit>[CDHScdhs\u2660-\u2667])[\ufe0e\ufe0f]?(?P<joker>\\*?)"
)
_SUITS = dict(
    zip("CDHScdhs\u2663\u2666\u2665\u2660\u2667\u2662\u2661\u2664", "cdhs" * 4, strict=True)
)
_BY_TEXT = {str(card): card for card in _CARDS}


def check_length(text: str) -> None:
    """Refuse a text of more than `MAX_TEXT` characters before anything reads it."""
    if len(text) > MAX_TEXT:
        raise NotationError(f"a text of {len(text)} characters: at most {MAX_TEXT} are read")


def read_cards(text: str, start: int, end: int) -> list[Card]:
    """Read the cards between two offsets of a text, in the order in which they stand."""
    return [_read_card(text, *word.span()) for word in _WORD.finditer(text, start, end)]


def _read_card(text: str, start: int, end: int) -> Card:
    if text[start:end] == "*":
        return _CARDS[_JOKER]
    token = _TOKEN.fullmatch(text, start, end)
    if token is None:
        raise NotationError(_what_is_wrong(text[start:end]), text, (start, end))
    rank = "T" if token["rank"] == "10" else token["rank"].upper()
    return _BY_TEXT[rank + _SUITS[token["suit"]] + token["joker"]]


def _what_is_wrong(word: str) -> str:
    if "|" in word:
        return "| separates melds; only cards are expected here"
    if _TOKEN.match(word):
        return "cards are separated by spaces or commas"
    return "not a card: a rank A23456789TJQK, then a suit cdhs; or * for a joker"


def parse_card(text: str) -> Card:
    """Read exactly one card of any kind."""
    check_length(text)
    cards = read_cards(text, 0, len(text))
    if len(cards) != 1:
        raise NotationError("one card is expected here", text, (0, len(text)))
    return cards[0]
