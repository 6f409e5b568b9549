"""Whether a shoe holds so many melds at once, or so many cards that are no melds."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Final

from hypothesis.errors import InvalidArgument

from manipulation.cards import Cards, DeclaredJoker, Joker, Natural
from manipulation.melds import Meld, meld_of
from manipulation.rules import SHORTEST_MELD
from manipulation.solver import can_arrange
from manipulation.testing.supply import (
    PLACES,
    READABLE,
    Supply,
    group_faces,
    in_order,
    sequence_faces,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.rules import Ace, MeldRules
    from manipulation.shoe import Shoe
    from manipulation.testing.supply import Faces

_MOST_STATES: Final = 5_000
"""A search that meets more states than this is given up; nothing is refused for it."""

_MOST_TRIED: Final = 500
"""So many sets of cards are tried for one that cannot be arranged, at most."""


def packed(shoe: Shoe, count: int, *, rules: MeldRules) -> list[Meld]:
    """Give so many melds of a shoe at once, or say that it holds no such number of them.

    None are given where that is hard to tell. A longer meld is no help: three of its cards do.
    """
    packing = _Packing(Supply(shoe), rules)
    found = packing.search(count)
    if found is None and packing.states < _MOST_STATES:
        raise InvalidArgument(f"min_size={count} is more melds than the shoe holds at once")
    return [meld_of(Cards(cards), rules=rules) for cards in found or ()]


@cache
def _threes(ace: Ace) -> dict[Natural, list[Faces]]:
    """List the melds of three by each of their faces."""
    threes = (*group_faces(SHORTEST_MELD), *sequence_faces(SHORTEST_MELD, ace))
    return {face: [faces for faces in threes if face in faces] for face in READABLE}


class _Packing:
    """A search for melds of three, card by card, that remembers where it has failed."""

    def __init__(self, supply: Supply, rules: MeldRules) -> None:
        """Count the cards of a shoe."""
        self.counts = [supply.naturals[face] for face in READABLE]
        self.jokers = supply.jokers
        limit = rules.jokers_per_meld
        self.limit = SHORTEST_MELD if limit is None else limit
        self.threes = _threes(rules.ace)
        self.failed: set[tuple[int, int, tuple[int, ...]]] = set()
        self.states = 0

    def search(self, count: int) -> list[list[Natural | DeclaredJoker]] | None:
        """Give the cards of so many melds of what is left; None if there are not so many."""
        of_jokers = self.jokers // SHORTEST_MELD if self.limit >= SHORTEST_MELD else 0
        if count <= of_jokers:
            return [[DeclaredJoker(face) for face in READABLE[:SHORTEST_MELD]]] * count
        key = (count, self.jokers, tuple(self.counts))
        too_few = sum(self.counts) + self.jokers < count * SHORTEST_MELD
        if too_few or key in self.failed or self.states >= _MOST_STATES:
            return None
        self.states += 1
        place = next((place for place, left in enumerate(self.counts) if left), None)
        if place is not None:
            for cards in self._with(READABLE[place]):
                self._take(cards, 1)
                rest = self.search(count - 1)
                self._take(cards, -1)
                if rest is not None:
                    return [cards, *rest]
            self.counts[place] -= 1
            rest = self.search(count)
            self.counts[place] += 1
            if rest is not None:
                return rest
        self.failed.add(key)
        return None

    def _with(self, face: Natural) -> Iterator[list[Natural | DeclaredJoker]]:
        """List the melds of three that have a card, those with few jokers first."""
        found: list[list[Natural | DeclaredJoker]] = []
        for faces in self.threes[face]:
            others: list[tuple[Natural | DeclaredJoker, ...]] = [
                (other, DeclaredJoker(other)) for other in faces if other != face
            ]
            found += ([face, *cards] for cards in product(*others))
        yield from sorted(filter(self._fits, found), key=_jokers)

    def _fits(self, cards: list[Natural | DeclaredJoker]) -> bool:
        return _jokers(cards) <= min(self.jokers, self.limit) and all(
            self.counts[PLACES[card]] for card in cards if isinstance(card, Natural)
        )

    def _take(self, cards: list[Natural | DeclaredJoker], number: int) -> None:
        for card in cards:
            if isinstance(card, Natural):
                self.counts[PLACES[card]] -= number
            else:
                self.jokers -= number


def _jokers(cards: list[Natural | DeclaredJoker]) -> int:
    return sum(isinstance(card, DeclaredJoker) for card in cards)


def no_melds(shoe: Shoe, least: int, most: int, *, rules: MeldRules) -> Cards | None:
    """Give so many cards that cannot be arranged, or say that the shoe has none.

    None is given where that is hard to tell.
    """
    tried = 0
    for cards in islice(_subsets(shoe, least, most), _MOST_TRIED):
        tried += 1
        if not can_arrange(cards, rules=rules):
            return cards
    if tried < _MOST_TRIED:
        raise InvalidArgument(f"the shoe holds no {least} cards that cannot be arranged")
    return None


def _subsets(shoe: Shoe, least: int, most: int) -> Iterator[Cards]:
    """List the sets of so many cards, at the end with a joker that stands for what it may."""
    cards = in_order(shoe)
    for size in range(least, most + 1):
        yield from map(Cards, combinations(cards, size))
    for size in range(least, most + 1):
        for some in map(Cards, combinations(cards, size)):
            if some.undeclared:
                less = some - Cards([Joker()])
                yield from (less + Cards([DeclaredJoker(face)]) for face in READABLE)
