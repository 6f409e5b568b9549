"""Many cards: a hand, a stock, or all that lies in a meld or on a table."""

from __future__ import annotations

from itertools import compress, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Self, TypeVar

from attrs import frozen

from manipulation.cards.card import CARDS, Card, Rank, Suit, check_length, read_cards
from manipulation.errors import PositionError, each, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_Kind = TypeVar("_Kind")

MAX_COPIES: Final = 127
"""The most equal cards that one `Cards` holds."""

_SIZE: Final = len(CARDS)
_JOKER: Final = _SIZE - 1
_EMPTY: Final = bytes(_SIZE)
_GUARDS: Final = int.from_bytes(b"\x80" * _SIZE, "little")
"""The bits above the counts: they catch what a sum carries or a difference borrows."""


def _mask(places: Iterable[int]) -> int:
    """Cover the counts at these places of a block."""
    return sum(0xFF << 8 * place for place in places)


_PLACES: Final[dict[object, int]] = {card: place for place, card in enumerate(CARDS)}
_OF_SUIT: Final = {
    suit: tuple(
        place
        for rank in Rank
        for place in (4 * rank.value - 4 + suit.index, 48 + 4 * rank.value + suit.index)
    )
    for suit in Suit
}
_OF_RANK: Final = {
    rank: tuple(
        place + suit.index for place in (4 * rank.value - 4, 48 + 4 * rank.value) for suit in Suit
    )
    for rank in Rank
}
_SUIT_MASKS: Final = {suit: _mask(places) for suit, places in _OF_SUIT.items()}
_RANK_MASKS: Final = {rank: _mask(places) for rank, places in _OF_RANK.items()}
_WRITTEN: Final = (*(place for suit in Suit for place in _OF_SUIT[suit]), _JOKER)
"""The places of the counts as cards are written: by suit, then rank, declared after natural."""

_AS_WRITTEN: Final = itemgetter(*_WRITTEN)
_CARDS_AS_WRITTEN: Final = _AS_WRITTEN(CARDS)


def _too_many() -> PositionError:
    return PositionError(f"more than {MAX_COPIES} equal cards")


def _block(total: int) -> bytes:
    """Turn the counts, packed a byte each, into a block; no card may be there too often."""
    if total & _GUARDS:
        raise _too_many()
    return total.to_bytes(_SIZE, "little")


def _place(card: object) -> int:
    """Find the place of a card in a block; whatever is no card is a `PositionError`."""
    try:
        return _PLACES[card]
    except (KeyError, TypeError):
        raise PositionError(f"a card is expected, not {shown(card)}") from None


def _counted(cards: Iterable[Card]) -> bytes:
    """Count the cards into a block."""
    counts = [0] * _SIZE
    for card in each(cards, "cards"):
        counts[_place(card)] += 1
    if max(counts) > MAX_COPIES:
        raise _too_many()
    return bytes(counts)


@frozen(init=False, repr=False)
class Cards:
    """An immutable multiset of cards: a hand, or all the cards of a meld or a table.

    Equal cards are equal: a multiset tells how many there are of each, not which. Iteration and
    text go by suit, then rank; a declared joker follows its natural, undeclared jokers come last.

    >>> hand = Cards.parse("8s * Th 8s")
    >>> str(hand), len(hand), hand.jokers
    ('Th 8s 8s *', 4, 1)
    >>> str(hand - Cards.parse("8s"))
    'Th 8s *'
    """

    counts: bytes
    """105 counts, a byte each: naturals by rank, then suit; jokers declared as each; undeclared."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Count the cards; more than `MAX_COPIES` equal ones are a `PositionError`."""
        object.__setattr__(self, "counts", _counted(cards))

    @classmethod
    def of_counts(cls, counts: bytes) -> Self:
        """Make cards of a block of 105 counts, each at most `MAX_COPIES`."""
        if not _is_block(counts):
            raise PositionError(f"{_SIZE} bytes of at most {MAX_COPIES} each are expected")
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

    @classmethod
    def together(cls, parts: Iterable[Cards]) -> Self:
        """Put any number of multisets together."""
        total = 0
        for part in each(parts, "Cards"):
            expect_cards(part)
            total += int.from_bytes(part.counts, "little")
            if total & _GUARDS:
                raise _too_many()
        return cls._trusted(total.to_bytes(_SIZE, "little"))

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
        return Cards._trusted(_EMPTY[:52] + self.counts[52:_JOKER] + _EMPTY[_JOKER:])

    @property
    def faces(self) -> Cards:
        """The cards as they count in melds: each declared joker as the card it stands for (D10).

        Undeclared jokers stand for none and are left out.
        """
        naturals = int.from_bytes(self.counts[:52], "little")
        declared = int.from_bytes(self.counts[52:_JOKER], "little")
        return Cards._trusted(_block(naturals + declared))

    @property
    def undeclared_again(self) -> Cards:
        """The same cards with every joker undeclared: what R18, R22 and R23 count."""
        jokers = self.jokers
        if jokers > MAX_COPIES:
            raise _too_many()
        return Cards._trusted(self.counts[:52] + _EMPTY[52:_JOKER] + bytes((jokers,)))

    def count(self, card: Card) -> int:
        """Tell how many there are of one card."""
        return self.counts[_place(card)]

    def by_suit(self) -> dict[Suit, Cards]:
        """Sort the cards into the suits that occur; undeclared jokers have none."""
        return self._sorted_by(_SUIT_MASKS)

    def by_rank(self) -> dict[Rank, Cards]:
        """Sort the cards into the ranks that occur; undeclared jokers have none."""
        return self._sorted_by(_RANK_MASKS)

    def _sorted_by(self, masks: Mapping[_Kind, int]) -> dict[_Kind, Cards]:
        total = self._total
        return {
            kind: Cards._trusted((total & mask).to_bytes(_SIZE, "little"))
            for kind, mask in masks.items()
            if total & mask
        }

    def __add__(self, other: Cards) -> Cards:
        """Put two multisets together."""
        if not _are_cards(other):
            return NotImplemented
        return Cards._trusted(_block(self._total + other._total))

    def __sub__(self, other: Cards) -> Cards:
        """Take cards away; a `PositionError` names those that are not there."""
        if not _are_cards(other):
            return NotImplemented
        difference = (self._total | _GUARDS) - other._total
        if difference & _GUARDS != _GUARDS:
            raise PositionError(f"not there to be taken: {other.beyond(self)}")
        return Cards._trusted((difference ^ _GUARDS).to_bytes(_SIZE, "little"))

    def __le__(self, other: Cards) -> bool:
        """Tell whether all these cards are among the others."""
        if not _are_cards(other):
            return NotImplemented
        return ((other._total | _GUARDS) - self._total) & _GUARDS == _GUARDS

    def __lt__(self, other: Cards) -> bool:
        """Tell whether all these cards are among the others, and not all of the others here."""
        return self != other and self <= other if _are_cards(other) else NotImplemented

    def beyond(self, other: Cards) -> Cards:
        """Give the cards that are here oftener than there, each as often as it is too many."""
        expect_cards(other)
        difference = (self._total | _GUARDS) - other._total
        enough = difference & _GUARDS
        return Cards._trusted((difference & (enough - (enough >> 7))).to_bytes(_SIZE, "little"))

    @property
    def _total(self) -> int:
        """All the counts in one number, a byte each, so that one operation serves them all."""
        return int.from_bytes(self.counts, "little")

    def __bool__(self) -> bool:
        """Tell whether there is any card."""
        return self.counts != _EMPTY

    def __len__(self) -> int:
        """Count all the cards."""
        return sum(self.counts)

    def __contains__(self, card: Card) -> bool:
        """Tell whether the card is there at least once."""
        return self.counts[_place(card)] > 0

    def __iter__(self) -> Iterator[Card]:
        """Yield every card, equal ones one after another, as they are written."""
        counts = _AS_WRITTEN(self.counts)
        for card, count in compress(zip(_CARDS_AS_WRITTEN, counts, strict=True), counts):
            yield from repeat(card, count)

    def __str__(self) -> str:
        """Write the cards with spaces between."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Cards.parse({str(self)!r})"


def _is_block(counts: object) -> bool:
    """Tell whether these are 105 bytes of at most 127, which is what ASCII means."""
    return type(counts) is bytes and len(counts) == _SIZE and counts.isascii()


def _are_cards(value: object) -> bool:
    """Tell whether an operator has cards on its other side; if not, Python refuses it."""
    return isinstance(value, Cards)


def expect_cards(cards: object) -> None:
    """Refuse whatever is not `Cards` with a `PositionError`."""
    if not isinstance(cards, Cards):
        raise PositionError(f"Cards are expected, not {shown(cards)}")


def expect_hand(hand: Cards) -> None:
    """Refuse what is no hand: only on the table does a joker stand for a card (R26)."""
    expect_cards(hand)
    if hand.declared:
        raise PositionError(f"a hand holds no declared joker: {hand.declared} (R26)")
