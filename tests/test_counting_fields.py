"""The fields in which arrangements are counted: wide enough, and no wider than the argument says.

A field that is too narrow runs over into the next, and only on tables with very many arrangements.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, DeclaredJoker, Joker
from manipulation.cards import NATURALS
from manipulation.solver._kernel_count import Count
from manipulation.solver._kernel_packed import packed
from manipulation.solver._kernel_ways import BOTH_ENDS, HIGH, LOW
from tests.oracles import FACES, JOKER

ANY_JOKERS = 14


@st.composite
def some_cards(draw: st.DrawFn) -> Cards:
    """Draw up to five equal cards, declared jokers among them, of some faces; and free jokers."""
    faces = draw(st.lists(st.sampled_from(NATURALS), max_size=8))
    copies = [card for card in faces for _ in range(draw(st.integers(1, 3)))]
    declared = map(
        DeclaredJoker, draw(st.lists(st.sampled_from([*faces, NATURALS[0]]), max_size=2))
    )
    return Cards([*copies, *declared, *[Joker()] * draw(st.integers(0, 2))])


def count_of(cards: Cards, aces: int) -> Count:
    """Set up a count."""
    counts = cards.counts
    parts = packed(counts[:FACES]), packed(counts[FACES:JOKER])
    return Count(*parts, cards.undeclared, ANY_JOKERS, aces)


def ways_of_equals(cards: int) -> int:
    """Count what equal cards can do: some in groups, some to start, and some of the rest to end."""
    return sum(
        2 ** (cards - grouped - starting)
        for grouped in range(cards + 1)
        for starting in range(cards + 1 - grouped)
    )


@given(some_cards(), st.sampled_from((LOW, HIGH, BOTH_ENDS)))
def test_as_wide_as_the_argument_says(cards: Cards, aces: int) -> None:
    """Of each face what its cards do, of each rank how many groups, of each joker where it is."""
    free, faces = cards.undeclared, [0] * FACES
    bound = 2 ** (13 * free + 5 * len(cards.declared))
    for face in range(FACES):
        faces[face] = cards.counts[face] + cards.counts[FACES + face]
        bound *= ways_of_equals(faces[face])
    for rank in range(0, FACES, 4):
        bound *= (sum(faces[rank : rank + 4]) + free) // 3 + 1
    assert count_of(cards, aces).width == bound.bit_length()


@given(some_cards(), st.sampled_from((LOW, HIGH, BOTH_ENDS)))
def test_a_field_for_each_case(cards: Cards, aces: int) -> None:
    """A case is what high aces each suit keeps, and how many free jokers are laid."""
    count = count_of(cards, aces)
    naturals, declared = cards.counts[:4], cards.counts[FACES : FACES + 4]
    choices = (1 + max(naturals)) * (1 + max(declared)) if aces != LOW else 1
    assert count.choices == choices
    assert count.fields == choices**4 * (cards.undeclared + 1)
    assert count.block == choices**4 * count.width
    assert count.field.bit_length() == count.width
    assert count.whole.bit_length() == count.width * count.fields
    assert count.field & (count.field + 1) == count.whole & (count.whole + 1) == 0


@pytest.mark.parametrize("cards", range(6))
def test_ways_of_equals(cards: int) -> None:
    """The sum has the short form that is used."""
    assert ways_of_equals(cards) == 4 * 2**cards - cards - 3
