"""The shoe: the cards in order, shuffled by a generator passed in, and dealt (R3, R5, R6)."""

from __future__ import annotations

import hmac
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol, Self

from attrs import field, frozen

from manipulation.cards import NATURALS, Card, Cards, Joker, Natural, check_length, read_cards
from manipulation.errors import PositionError, each, expect, shown
from manipulation.rules import MANIPULATION, Rules, check_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Generator(Protocol):
    """A source of chance, such as `random.Random(7)` or `secrets.SystemRandom()`."""

    def random(self) -> float:
        """Give a number that is at least 0 and less than 1."""


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(each(cards, "cards"))


@frozen
class Shoe:
    """Cards in order, face down: the first is the top. What is left after a deal is the stock.

    >>> shoe = Shoe.of("8s Th * 8s")
    >>> shoe.cards[0], len(shoe), str(shoe.rest)
    (Natural.parse('8s'), 4, 'Th * 8s')
    """

    cards: tuple[Card, ...] = field(default=(), converter=_in_order)

    def __attrs_post_init__(self) -> None:
        """Refuse declared jokers, for only on the table does a joker stand for a card (R26)."""
        for card in self.cards:
            if not isinstance(card, Natural | Joker):
                raise PositionError(
                    f"a shoe holds naturals and undeclared jokers, not {shown(card)} (R26)"
                )

    @classmethod
    def of(cls, text: str) -> Self:
        """Stack a shoe of the cards in a text, the first on top."""
        check_length(text)
        return cls(read_cards(text, 0, len(text)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes; the same as `of`."""
        return cls.of(text)

    @classmethod
    def new(cls, players: int, *, rules: Rules = MANIPULATION) -> Self:
        """Give the cards that so many players use (R3), deck after deck, in order, jokers last."""
        expect(Rules, rules)
        decks, jokers = rules.decks_for(players), rules.jokers_for(players)
        return cls((*tuple(Cards(NATURALS)) * decks, *(Joker(),) * jokers))

    def shuffled(self, rng: Generator) -> Shoe:
        """Put the cards in an order drawn from `rng`, every order as likely as any other.

        Only `rng.random()` is asked, once for each card but one. The standard library documents
        its sequence for a seed as stable, so a seed gives the same order on every Python. What is
        no generator is a `PositionError`.
        """
        return Shoe._trusted(shuffled(self.cards, rng))

    def deal(
        self, *, players: int, dealer: int, rules: Rules = MANIPULATION
    ) -> tuple[tuple[Cards, ...], Shoe]:
        """Deal the hands one card at a time from the seat after the dealer; the rest is the stock.

        A shoe that cannot deal every hand and leave a card in the stock is a `PositionError`, as
        is one in which a card is oftener than the decks allow, or a dealer who is no seat.
        """
        expect(Rules, rules)
        rules.decks_for(players)
        check_copies(Cards(self.cards), players=players, rules=rules)
        check_seat("the dealer", dealer, players=players)
        dealt = players * rules.hand_size
        if dealt >= len(self.cards):
            raise PositionError(
                f"{len(self.cards)} cards cannot deal {dealt} and leave a stock (D2)"
            )
        turns = ((seat - dealer - 1) % players for seat in range(players))
        hands = tuple(Cards(self.cards[turn:dealt:players]) for turn in turns)
        return hands, Shoe._trusted(self.cards[dealt:])

    @property
    def rest(self) -> Shoe:
        """What is left when the top card is drawn."""
        return Shoe._trusted(self.cards[1:])

    def commitment(self, salt: bytes) -> str:
        """Give 64 hex digits that bind to this order without telling it: HMAC-SHA-256 of the text.

        Publish it before the deal, and salt and shoe after the round, so that all can check it
        with `matches`. The salt is the key; take a new `secrets.token_bytes(32)` for each shoe,
        since an order drawn from a small seed could be found by trying. What is no bytes is a
        `PositionError`.
        """
        expect(bytes, salt)
        return hmac.new(salt, str(self).encode(), sha256).hexdigest()

    def matches(self, commitment: str, *, salt: bytes) -> bool:
        """Tell whether this is the order that was committed to before the deal."""
        return self.commitment(salt) == commitment

    @classmethod
    def _trusted(cls, cards: tuple[Card, ...]) -> Shoe:
        """Make a shoe of cards that come from a shoe."""
        shoe = cls.__new__(cls)
        object.__setattr__(shoe, "cards", cards)
        return shoe

    def __len__(self) -> int:
        """Count the cards."""
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards from the top."""
        return iter(self.cards)

    def __str__(self) -> str:
        """Write the cards from the top, with spaces between."""
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Shoe.of({str(self)!r})"


def shuffled(cards: tuple[Card, ...], rng: Generator) -> tuple[Card, ...]:
    """Put cards in an order drawn from `rng` (Fisher and Yates; Knuth 3.4.2, algorithm P)."""
    expect_generator(rng)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chance = rng.random()
        if not 0 <= chance < 1:
            raise PositionError(f"a generator gives numbers from 0 to below 1, not {shown(chance)}")
        other = int(chance * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def expect_generator(rng: object) -> None:
    """Refuse whatever cannot be asked for chances with a `PositionError`."""
    if isinstance(rng, type) or not callable(getattr(rng, "random", None)):
        raise PositionError(f"a generator such as random.Random(7) is expected, not {shown(rng)}")


@lru_cache(maxsize=64)
def all_cards(players: int, rules: Rules) -> Cards:
    """Give all the cards that so many players use, without an order (R3)."""
    return Cards(Shoe.new(players, rules=rules))


def check_copies(cards: Cards, *, players: int, rules: Rules) -> None:
    """Refuse cards of which the decks do not hold enough with a `PositionError` that names them."""
    too_many = cards.undeclared_again.beyond(all_cards(players, rules))
    if too_many:
        raise PositionError(f"oftener than the decks of {players} players allow: {too_many} (R3)")
