"""Answers by brute force: every meld there is, laid in every way, and the law as its clause has it.

No line of it is the solver's. A place is where `Cards.counts` counts a card: from 0 the naturals by
rank, then suit; from 52 the declared jokers in the same order.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Literal, NamedTuple

from manipulation import Cards, MeldRules, Table

FACES, JOKER = 52, 104

Meld = tuple[int, ...]
"""The cards that a meld stands for, as places of naturals; or those that lie in it."""


class Lying(NamedTuple):
    """What must be covered: counts of the naturals and declared jokers, and free jokers."""

    counts: bytes
    free: int


@cache
def melds(ace: str) -> tuple[Meld, ...]:
    """List all melds under an ace rule (R13 to R17, D9, D11)."""
    groups = [
        tuple(4 * rank + suit for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    first, last = {"low": (0, 12), "high": (1, 13), "high_or_low": (0, 13)}[ace]
    sequences = [
        tuple(4 * (rank % 13) + suit for rank in range(start, stop))
        for start, stop in combinations(range(first, last + 2), 2)
        for suit in range(4)
        if stop - start >= 3
    ]
    return (*groups, *sequences)


@cache
def melds_with(face: int, ace: str) -> tuple[Meld, ...]:
    """List the melds in which a card can lie."""
    return tuple(meld for meld in melds(ace) if face in meld)


def fillings(lying: Lying, meld: Meld) -> Iterator[tuple[Lying, Meld]]:
    """Yield each choice of cards for a meld, and what is left to cover."""
    if not meld:
        yield lying, ()
        return
    (counts, free), (face, *others) = lying, meld
    for place in (face, face + FACES):
        if counts[place]:
            fewer = Lying(counts[:place] + bytes([counts[place] - 1]) + counts[place + 1 :], free)
            for left, cards in fillings(fewer, tuple(others)):
                yield left, (place, *cards)
    if free:
        for left, cards in fillings(Lying(counts, free - 1), tuple(others)):
            yield left, (face + FACES, *cards)


def first_melds(lying: Lying, rules: MeldRules) -> Iterator[tuple[Lying, Meld]]:
    """Yield each meld in which the first card can lie, and what is left to cover."""
    first = next((place for place, count in enumerate(lying.counts) if count), None)
    most = JOKER if rules.jokers_per_meld is None else rules.jokers_per_meld
    for meld in melds(rules.ace) if first is None else melds_with(first % FACES, rules.ace):
        for left, cards in fillings(lying, meld):
            if (first is None or first in cards) and sum(place >= FACES for place in cards) <= most:
                yield left, cards


def covers(lying: Lying, rules: MeldRules) -> Iterator[tuple[Meld, ...]]:
    """Yield every arrangement, some of them more than once."""
    if lying == (bytes(JOKER), 0):
        yield ()
    else:
        for left, cards in first_melds(lying, rules):
            for others in covers(left, rules):
                yield (cards, *others)


@lru_cache(maxsize=1 << 16)
def can_cover(lying: Lying, rules: MeldRules) -> bool:
    """Tell whether there is any arrangement."""
    return lying == (bytes(JOKER), 0) or any(
        can_cover(left, rules) for left, _ in first_melds(lying, rules)
    )


def laid_down(cards: Cards) -> Lying:
    """Take cards as they are: declared jokers stand for what they stand for."""
    return Lying(cards.counts[:JOKER], cards.undeclared)


def after(table: Table, played: Cards) -> Lying:
    """Take a table and what is played to it: of the jokers, D16 holds some, the others are free."""
    counts = bytearray(JOKER)
    for face in range(FACES):
        before, natural = table.cards.counts[face + FACES], played.counts[face]
        counts[face] = table.cards.counts[face] + natural
        counts[face + FACES] = {
            "natural_on_table": 0 if counts[face] else before,
            "natural_from_hand": max(0, before - natural),
            "any": 0,
        }[table.rules.joker_release]
    free = table.cards.jokers + played.undeclared - sum(counts[FACES:])
    return Lying(bytes(counts), free)


def parts(cards: Cards) -> Iterator[Cards]:
    """Yield every multiset within the cards, none and all of them included."""
    for counts in product(*(range(count + 1) for count in cards.counts)):
        yield Cards.of_counts(bytes(counts))


def all_plays(table: Table, hand: Cards) -> set[Cards]:
    """Find every set of hand cards that can be played (R18, R19, R22 to R24, D16)."""
    return {part for part in parts(hand) if part and can_cover(after(table, part), table.rules)}


def best_of(plays: set[Cards], table: Table, hand: Cards, objective: str) -> set[Cards]:
    """Pick the plays that leave the fewest points, or play the most cards and then the same."""

    def rank(played: Cards) -> tuple[int, int]:
        return (
            -len(played) if objective == "cards" else 0,
            table.rules.points_of(hand - played),
        )

    return {played for played in plays if rank(played) == min(map(rank, plays))}


def fewest_disturbed(table: Table, played: Cards) -> int:
    """Count the old melds that no longer lie together, in the arrangement kindest to them."""
    old = [meld.cards for meld in table.melds]
    return min(
        apart(old, [of_places(meld) for meld in cover])
        for cover in covers(after(table, played), table.rules)
    )


def apart(old: list[Cards], room: list[Cards]) -> int:
    """Count the old melds that find no place, each card of the new ones counted for one."""
    if not old:
        return 0
    first, others = old[0], old[1:]
    places = [at for at, cards in enumerate(room) if first <= cards]
    return min(
        [1 + apart(others, room)]
        + [apart(others, [*room[:at], room[at] - first, *room[at + 1 :]]) for at in places]
    )


def of_places(places: Meld) -> Cards:
    """Make cards of places."""
    counts = bytearray(JOKER + 1)
    for place in places:
        counts[place] += 1
    return Cards.of_counts(bytes(counts))


Release = Literal["natural_on_table", "natural_from_hand", "any"]
Ace = Literal["high_or_low", "high", "low"]
