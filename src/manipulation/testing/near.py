"""Strategies for cards that one rule alone keeps from being a meld."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.cards import Cards, DeclaredJoker, Joker, Natural, Rank, Suit
from manipulation.errors import Violation
from manipulation.rules import MANIPULATION, SHORTEST_MELD, MeldRules
from manipulation.testing.arguments import expect, one_of
from manipulation.testing.cards import some_of
from manipulation.testing.melds import dressed, index
from manipulation.testing.supply import (
    RANKS,
    READABLE,
    USUAL_SHOE,
    Faces,
    Supply,
    group_faces,
    longest_sequence,
    row,
    rows,
    sequence_faces,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from manipulation.rules import Ace

MELD_VIOLATIONS: Final = (
    Violation.TOO_FEW_CARDS,
    Violation.GROUP_TOO_LARGE,
    Violation.GROUP_REPEATS_CARD,
    Violation.SEQUENCE_HAS_GAP,
    Violation.SEQUENCE_REPEATS_CARD,
    Violation.SEQUENCE_MIXES_SUITS,
    Violation.TURNS_THE_CORNER,
    Violation.NEITHER_GROUP_NOR_SEQUENCE,
    Violation.JOKER_UNDECLARED,
    Violation.TOO_MANY_JOKERS,
)
"""What can keep cards from being a meld."""

_COPIES: Final = 2
"""How many equal naturals there are in two decks."""

_WIDEST: Final = 7
"""The longest rows that are spoilt; a longer one is no harder to judge, and harder to read."""


def near_melds(
    *, violation: Violation | None = None, rules: MeldRules = MANIPULATION.melds
) -> st.SearchStrategy[Cards]:
    """Draw cards that are no meld for one reason, the chosen one, else any that the rules know.

    `judge` names that violation and no other, but for `GROUP_TOO_LARGE`: more than four of a kind
    repeat a card as well. A card is there at most twice as a natural, and jokers are within what
    the rules allow in a meld, unless that is the fault. Shrinks to few low cards: `2c` alone, or
    for a corner `Ac 2c Kc`.
    """
    expect(MeldRules, "rules", rules)
    chosen = one_of("violation", violation, among=MELD_VIOLATIONS)
    possible = [code for code in chosen if can_occur(code, rules)]
    if not possible:
        raise InvalidArgument(f"these rules know no {chosen[0].code}")
    return st.sampled_from(possible).flatmap(lambda code: _near_meld(code, rules))


def can_occur(violation: Violation, rules: MeldRules) -> bool:
    """Tell whether a meld can break this rule alone: without a limit no jokers are too many."""
    limit = rules.jokers_per_meld
    if violation is Violation.TOO_MANY_JOKERS:
        return limit is not None and limit < longest_sequence(rules.ace)
    return True


@st.composite
def _near_meld(draw: st.DrawFn, violation: Violation, rules: MeldRules) -> Cards:
    spoilt = SPOILT.get(violation)
    if spoilt is not None:
        found = spoilt(rules.ace)
        faces = found[draw(index(len(found)))]
        supply = Supply(USUAL_SHOE)
        return draw(dressed(faces, supply, room=supply.room(rules)))
    fewest = 1
    if violation is Violation.TOO_MANY_JOKERS and rules.jokers_per_meld is not None:
        fewest = rules.jokers_per_meld + 1
    of_size = range(max(SHORTEST_MELD, fewest), longest_sequence(rules.ace) + 1)
    size = of_size[min(draw(index(_WIDEST)), len(of_size) - 1)]
    legal = [*group_faces(size), *sequence_faces(size, rules.ace)]
    faces = legal[draw(index(len(legal)))]
    most = min(size, fewest + 1)
    spots = draw(some_of(list(range(size)), min_size=fewest, max_size=most))
    cards = [DeclaredJoker(face) if at in spots else face for at, face in enumerate(faces)]
    if violation is Violation.TOO_MANY_JOKERS:
        return Cards(cards)
    return Cards(card if isinstance(card, Natural) else Joker() for card in cards)


@cache
def _too_few(ace: Ace) -> tuple[Faces, ...]:
    """List single cards, pairs of a rank and rows of two."""
    pairs = (
        tuple(Natural(rank, suit) for suit in suits)
        for rank in RANKS
        for suits in combinations(Suit, 2)
    )
    return (*((natural,) for natural in READABLE), *pairs, *rows(2, ace))


def _of_a_rank(least: int, most: int) -> Iterator[Faces]:
    """List so many cards of a rank, each at most twice and one of them twice."""
    for rank in RANKS:
        for counts in product(range(_COPIES, -1, -1), repeat=len(Suit)):
            if least <= sum(counts) <= most and _COPIES in counts:
                suits = zip(Suit, counts, strict=True)
                yield tuple(Natural(rank, suit) for suit, count in suits for _ in range(count))


@cache
def _too_large(_ace: Ace) -> tuple[Faces, ...]:
    """List five to eight cards of a rank."""
    return tuple(sorted(_of_a_rank(5, 8), key=len))


@cache
def _repeating_groups(_ace: Ace) -> tuple[Faces, ...]:
    """List three or four cards of a rank of which one is there twice."""
    return tuple(sorted(_of_a_rank(3, 4), key=len))


@cache
def _gapped(ace: Ace) -> tuple[Faces, ...]:
    """List rows that lack one or two cards inside."""
    return tuple(
        tuple(card for at, card in enumerate(faces) if at not in holes)
        for size in range(4, _WIDEST + 1)
        for faces in rows(size, ace)
        for many in range(1, min(size - SHORTEST_MELD, 2) + 1)
        for holes in combinations(range(1, size - 1), many)
    )


@cache
def _repeating_rows(ace: Ace) -> tuple[Faces, ...]:
    """List rows with one of their cards once more."""
    return tuple(
        (*faces, again)
        for size in range(2, _WIDEST)
        for faces in rows(size, ace)
        for again in faces
    )


@cache
def _mixed(ace: Ace) -> tuple[Faces, ...]:
    """List ranks in a row, of three cards in any suits and of more with one card astray."""
    ranks = [tuple(card.rank for card in faces) for faces in rows(3, ace)[:: len(Suit)]]
    short = (
        tuple(map(Natural, three, suits))
        for three in ranks
        for suits in product(Suit, repeat=3)
        if len(set(suits)) > 1
    )
    longer = (
        (*faces[:at], Natural(faces[at].rank, suit), *faces[at + 1 :])
        for size in range(4, _WIDEST)
        for faces in rows(size, ace)
        for at in range(size)
        for suit in Suit
        if suit is not faces[at].suit
    )
    return (*short, *longer)


@cache
def _cornered(ace: Ace) -> tuple[Faces, ...]:
    """List rows round the corner that stop short of being a sequence."""
    legal = {span for size in range(3, _WIDEST) for span in _spans(row(ace), size)}
    circle = (*RANKS, *RANKS)
    return tuple(
        tuple(Natural(rank, suit) for rank in span)
        for size in range(3, _WIDEST)
        for start in range(len(RANKS) - size + 1, len(RANKS))
        if (span := circle[start : start + size]) not in legal
        for suit in Suit
    )


def _spans(ranks: tuple[Rank, ...], size: int) -> list[tuple[Rank, ...]]:
    return [ranks[start : start + size] for start in range(len(ranks) - size + 1)]


@cache
def _neither(ace: Ace) -> tuple[Faces, ...]:
    """List pairs and threes of a rank with a card of another, and sequences with a stranger."""
    strange = (
        (*(Natural(rank, suit) for suit in suits), other)
        for size in (2, 3)
        for rank in RANKS
        for suits in combinations(Suit, size)
        for other in READABLE
        if other.rank is not rank
    )
    ranks = row(ace)
    far = (
        (*faces, other)
        for faces in rows(3, ace)
        for other in READABLE
        if other.suit is not faces[0].suit and not _beside(other.rank, faces, ranks)
    )
    return (*strange, *far)


def _beside(rank: Rank, faces: Faces, ranks: tuple[Rank, ...]) -> bool:
    """Tell whether a rank makes the row longer."""
    span = tuple(card.rank for card in faces)
    longer = _spans(ranks, len(span) + 1)
    return (rank, *span) in longer or (*span, rank) in longer


SPOILT: Final[dict[Violation, Callable[[Ace], tuple[Faces, ...]]]] = {
    Violation.TOO_FEW_CARDS: _too_few,
    Violation.GROUP_TOO_LARGE: _too_large,
    Violation.GROUP_REPEATS_CARD: _repeating_groups,
    Violation.SEQUENCE_HAS_GAP: _gapped,
    Violation.SEQUENCE_REPEATS_CARD: _repeating_rows,
    Violation.SEQUENCE_MIXES_SUITS: _mixed,
    Violation.TURNS_THE_CORNER: _cornered,
    Violation.NEITHER_GROUP_NOR_SEQUENCE: _neither,
}
"""The faces of what breaks one rule alone, by the rule."""
