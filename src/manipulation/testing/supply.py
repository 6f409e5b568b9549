"""What is left of a shoe while melds and hands are drawn from it, and the melds it allows."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from manipulation.cards import Card, Joker, Natural, Rank, Suit
from manipulation.rules import LARGEST_GROUP, SHORTEST_MELD
from manipulation.shoe import Shoe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation.rules import Ace, MeldRules

Faces: TypeAlias = tuple[Natural, ...]
"""The cards that a meld shows, whether naturals or jokers that stand for them."""

Masked: TypeAlias = tuple[int, Faces]
"""The faces of a meld after a number that has a bit for each."""

Places: TypeAlias = tuple[tuple[tuple[Masked, ...], ...], ...]
"""Melds of one kind: lists of places, at each of which there are some to choose from."""

RANKS = (*tuple(Rank)[1:], Rank.ACE)
"""The ranks, the plainest first: an ace is high or low, and so comes last."""

READABLE = tuple(Natural(rank, suit) for rank in RANKS for suit in Suit)
"""The naturals in the order in which they shrink: 2c first."""

PLACES = {natural: place for place, natural in enumerate(READABLE)}

USUAL_SHOE = Shoe.new(3)
"""Two decks and two jokers (R3)."""


class Supply:
    """The cards of a shoe that have not been drawn yet."""

    def __init__(self, shoe: Shoe) -> None:
        """Begin with the whole shoe."""
        self.naturals = Counter(card for card in shoe if isinstance(card, Natural))
        self.jokers = len(shoe) - self.naturals.total()

    def gone(self) -> int:
        """Give a bit for each face of which no natural is left."""
        return sum(1 << place for face, place in PLACES.items() if not self.naturals[face])

    def missing(self, faces: Faces) -> int:
        """Count the faces of which no natural is left, so that a joker must stand for them."""
        return sum(max(0, faces.count(face) - self.naturals[face]) for face in dict.fromkeys(faces))

    def room(self, rules: MeldRules) -> int:
        """Tell how many jokers the next meld may have (D21)."""
        limit = rules.jokers_per_meld
        return self.jokers if limit is None else min(self.jokers, limit)

    def take(self, cards: Iterable[Card]) -> None:
        """Take cards that are there, a declared joker as a joker."""
        for card in cards:
            if isinstance(card, Natural):
                self.naturals[card] -= 1
            else:
                self.jokers -= 1

    def left(self) -> list[Natural | Joker]:
        """List the cards that are left: one of each, the second of each, and so on, jokers last."""
        most = max(self.naturals.values(), default=0)
        listed: list[Natural | Joker] = [
            face for copy in range(most) for face in READABLE if self.naturals[face] > copy
        ]
        return listed + [Joker()] * self.jokers


def in_order(cards: Iterable[Card]) -> list[Natural | Joker]:
    """List cards as they are in hand in the order in which they shrink, jokers last."""
    return sorted(map(plain, cards), key=_place)


def _place(card: Natural | Joker) -> int:
    return PLACES[card] if isinstance(card, Natural) else len(PLACES)


def masked(faces: Iterable[Natural]) -> Masked:
    """Put the bits before the faces."""
    listed = tuple(faces)
    return mask(listed), listed


def mask(faces: Iterable[Natural]) -> int:
    """Give a bit for each face."""
    return sum(1 << PLACES[face] for face in dict.fromkeys(faces))


@cache
def group_places() -> Places:
    """List the groups of each rank, those of three cards first; there is one list of places."""
    places = tuple(
        tuple(
            masked(Natural(rank, suit) for suit in suits)
            for size in range(SHORTEST_MELD, LARGEST_GROUP + 1)
            for suits in combinations(Suit, size)
        )
        for rank in RANKS
    )
    return (places,)


def row(ace: Ace) -> tuple[Rank, ...]:
    """Give the ranks as sequences go through them (R17)."""
    return (*[Rank.ACE] * (ace != "high"), *RANKS[:-1], *[Rank.ACE] * (ace != "low"))


@cache
def sequence_places(ace: Ace) -> Places:
    """List the sequences by suit and place, the short ones of a place first.

    The places are the last cards from 4 to the high ace, and at the end the low ace as the first
    card. What shrinks keeps that card and loses others, or changes it and takes the others along.
    """
    ranks = RANKS if ace != "low" else RANKS[:-1]
    places = [
        [ranks[end - size : end] for size in range(SHORTEST_MELD, end + 1)]
        for end in range(SHORTEST_MELD, len(ranks) + 1)
    ]
    if ace != "high":
        around = (Rank.ACE, *ranks)
        places.append([around[:size] for size in range(SHORTEST_MELD, len(around) + 1)])
    return tuple(
        tuple(
            tuple(masked(Natural(rank, suit) for rank in span) for span in place)
            for place in places
        )
        for suit in Suit
    )


@cache
def rows(size: int, ace: Ace) -> tuple[Faces, ...]:
    """List so many cards of one suit in a row, short of a sequence too, the most readable first."""
    ranks = row(ace)
    spans = [ranks[start : start + size] for start in range(len(ranks) - size + 1)]
    spans.sort(key=lambda span: Rank.ACE in span)
    return tuple(tuple(Natural(rank, suit) for rank in span) for span in spans for suit in Suit)


@cache
def sequence_faces(size: int, ace: Ace) -> tuple[Faces, ...]:
    """List the sequences of so many cards, the most readable first."""
    return rows(size, ace) if SHORTEST_MELD <= size <= longest_sequence(ace) else ()


@cache
def group_faces(size: int) -> tuple[Faces, ...]:
    """List the groups of so many cards, the most readable first."""
    (places,) = group_places()
    return tuple(faces for place in places for _, faces in place if len(faces) == size)


def longest_sequence(ace: Ace) -> int:
    """Tell how long a sequence can be (D11)."""
    return len(row(ace))


def plain(card: Card) -> Natural | Joker:
    """Give a card as it is in hand: a joker that stands for none."""
    return card if isinstance(card, Natural) else Joker()
