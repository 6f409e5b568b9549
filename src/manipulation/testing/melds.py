"""Strategies for melds and tables that are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.cards import Cards, DeclaredJoker, Natural
from manipulation.melds import Group, Meld, Sequence, meld_of
from manipulation.rules import (
    LARGEST_GROUP,
    LONGEST_SEQUENCE,
    MANIPULATION,
    SHORTEST_MELD,
    MeldRules,
)
from manipulation.shoe import Shoe
from manipulation.table import Table
from manipulation.testing.arguments import expect, sizes
from manipulation.testing.cards import some_of
from manipulation.testing.packing import packed
from manipulation.testing.supply import (
    RANKS,
    USUAL_SHOE,
    Faces,
    Masked,
    Places,
    Supply,
    group_places,
    longest_sequence,
    mask,
    sequence_places,
)

if TYPE_CHECKING:
    from collections.abc import Collection

_Kind: TypeAlias = Callable[[MeldRules], Places]
"""What lists the melds of one kind, by place."""

_EARLY: Final = (*(0,) * 8, *(1,) * 5, *(2,) * 4, *(3,) * 2, *range(4, 12))
"""Which of the melds at a place is drawn, and how often."""

_STOP: Final = 4
"""One table in so many ends after each of its melds."""


def groups(
    *,
    min_size: int = SHORTEST_MELD,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Group]:
    """Draw a group of so many cards, some of them jokers; shrinks to `2c 2d 2h`.

    The cards are from the shoe, by default two decks and two jokers.
    """
    least, most = sizes(min_size, max_size, least=SHORTEST_MELD, most=LARGEST_GROUP)
    return _one(shoe, rules, least, most, (_groups_of,)).map(lambda meld: Group(meld.cards))


def sequences(
    *,
    min_size: int = SHORTEST_MELD,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Sequence]:
    """Draw a sequence of so many cards, some of them jokers; shrinks to `2c 3c 4c`.

    Its ace is high or low as the rules have it (R17), and the cards are from the shoe.
    """
    expect(MeldRules, "rules", rules)
    least, most = sizes(min_size, max_size, least=SHORTEST_MELD, most=longest_sequence(rules.ace))
    return _one(shoe, rules, least, most, (_sequences_of,)).map(lambda meld: Sequence(meld.cards))


def melds(
    *,
    min_size: int = SHORTEST_MELD,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Meld]:
    """Draw a group or a sequence of so many cards; shrinks to `2c 2d 2h`."""
    expect(MeldRules, "rules", rules)
    least, most = sizes(min_size, max_size, least=SHORTEST_MELD, most=longest_sequence(rules.ace))
    return _one(shoe, rules, least, most, KINDS)


def tables(
    *,
    min_size: int = 0,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Table]:
    """Draw a table of so many melds, all their cards from one shoe; shrinks to the empty table.

    Every joker on it is declared. The shoe is by default two decks and two jokers; a shoe without
    jokers gives tables without.
    """
    expect(Shoe, "shoe", shoe)
    expect(MeldRules, "rules", rules)
    least, most = sizes(min_size, max_size, least=0, most=len(shoe) // SHORTEST_MELD)
    return _tables(shoe, (least, most), rules, packed(shoe, least, rules=rules))


@st.composite
def _tables(
    draw: st.DrawFn, shoe: Shoe, limits: tuple[int, int], rules: MeldRules, fewest: list[Meld]
) -> Table:
    """Draw a table; where what is drawn uses up the shoe too soon, it is one with the fewest."""
    least, most = limits
    laid = draw(laid_melds(Supply(shoe), min_size=least, max_size=most, rules=rules))
    melds = laid if len(laid) >= least else fewest or reject()
    return Table(tuple(melds), rules=rules)


def _groups_of(_rules: MeldRules) -> Places:
    return group_places()


def _sequences_of(rules: MeldRules) -> Places:
    return sequence_places(rules.ace)


KINDS: Final = (_groups_of, _sequences_of)


def _one(
    shoe: Shoe, rules: MeldRules, least: int, most: int, kinds: tuple[_Kind, ...]
) -> st.SearchStrategy[Meld]:
    """Draw one meld from a whole shoe."""
    expect(Shoe, "shoe", shoe)
    expect(MeldRules, "rules", rules)
    of_size = range(least, most + 1)
    expect_a_meld("such meld", shoe, rules, of_size, kinds)
    return _melds(shoe, rules, of_size, kinds)


def expect_a_meld(
    what: str, shoe: Shoe, rules: MeldRules, of_size: range, kinds: tuple[_Kind, ...] = KINDS
) -> None:
    """Refuse a shoe that holds no meld of such a size; what it should hold is said in words."""
    supply = Supply(shoe)
    fits = _fitting(supply, supply.room(rules), of_size)
    if not any(_next_place(kind(rules), 0, 0, fits) for kind in kinds):
        raise InvalidArgument(f"the shoe holds no {what}")


@st.composite
def _melds(
    draw: st.DrawFn, shoe: Shoe, rules: MeldRules, of_size: range, kinds: tuple[_Kind, ...]
) -> Meld:
    (meld,) = draw(supplied(Supply(shoe), rules=rules, of_size=of_size, kinds=kinds))
    return meld


@st.composite
def laid_melds(  # noqa: PLR0913 -- what is drawn, from what, and what is kept out of it
    draw: st.DrawFn,
    supply: Supply,
    *,
    min_size: int,
    max_size: int,
    rules: MeldRules,
    without: Collection[Natural] = (),
) -> list[Meld]:
    """Draw melds one after another and take their cards from the supply, as long as it lasts.

    They are fewer than the smallest size where it does not last.
    """
    laid: list[Meld] = []
    of_size = range(SHORTEST_MELD, longest_sequence(rules.ace) + 1)
    while len(laid) < max_size:
        stop = _STOP if len(laid) >= min_size else 0
        meld = draw(supplied(supply, rules=rules, of_size=of_size, without=without, stop=stop))
        if not meld:
            break
        laid += meld
    return laid


@st.composite
def supplied(  # noqa: PLR0913 -- as above
    draw: st.DrawFn,
    supply: Supply,
    *,
    rules: MeldRules,
    of_size: range,
    kinds: tuple[_Kind, ...] = KINDS,
    without: Collection[Natural] = (),
    stop: int = 0,
) -> list[Meld]:
    """Draw a meld and take its cards from the supply; none if the supply has no such meld.

    Once in `stop` times none is drawn. The few choices are drawn one after another, so that a meld
    can shrink away as a whole: Hypothesis takes out five in a row.
    """
    choice = draw(index(stop * len(kinds) or len(kinds)))
    if stop and choice < len(kinds):
        return []
    for kind in (kinds[choice % len(kinds)], *kinds):
        places = kind(rules)
        place, suit = draw(index(2 * len(RANKS))), draw(index(len(places)))
        # The later half are melds for which no natural may be left, so that a joker stands in.
        rooms = (0, supply.room(rules))[place // len(RANKS) :]
        tests = (_fitting(supply, room, of_size, without) for room in rooms)
        found = next(filter(None, (_next_place(places, place, suit, fits) for fits in tests)), None)
        if found:
            faces = found[min(_EARLY[draw(index(len(_EARLY)))], len(found) - 1)]
            cards = draw(dressed(faces, supply, room=supply.room(rules)))
            supply.take(cards)
            return [meld_of(cards, rules=rules)]
    return []


def _fitting(
    supply: Supply, room: int, of_size: range, without: Collection[Natural] = ()
) -> Callable[[Masked], bool]:
    """Make the test whether a meld has the size and lacks no more naturals than there is room."""
    gone, barred = supply.gone(), mask(without)

    def fits(meld: Masked) -> bool:
        shown, faces = meld
        return (
            len(faces) in of_size
            and not shown & barred
            and (shown & gone).bit_count() <= room
            and (len(faces) < LONGEST_SEQUENCE or supply.missing(faces) <= room)
        )

    return fits


def _next_place(kind: Places, place: int, suit: int, fits: Callable[[Masked], bool]) -> list[Faces]:
    """List the melds that fit at a place, or at the next where one does; none if there is none.

    The place is meant as it is on a full shoe, so that it stays when other melds shrink away.
    """
    for turn in range(len(kind)):
        places = kind[(suit + turn) % len(kind)]
        for step in range(len(places)):
            melds = places[(place + step) % len(places)]
            found = [meld[1] for meld in melds if fits(meld)]
            if found:
                return found
    return []


@cache
def index(length: int) -> st.SearchStrategy[int]:
    """Draw a place in a list of some length; the only place costs no choice."""
    return st.integers(0, length - 1) if length > 1 else st.just(0)


@st.composite
def dressed(draw: st.DrawFn, faces: Faces, supply: Supply, *, room: int) -> Cards:
    """Draw which faces jokers stand for: those that the supply lacks, and others at times."""
    left = Counter(faces) & supply.naturals
    laid: list[Natural | DeclaredJoker] = []
    for face in faces:
        laid.append(face if left[face] > 0 else DeclaredJoker(face))
        left[face] -= 1
    spots = [spot for spot, card in enumerate(laid) if isinstance(card, Natural)]
    more = min(room - (len(faces) - len(spots)), len(spots))
    count = draw(st.sampled_from((0, 0, 0, *range(1, more + 1))))
    for spot in draw(some_of(spots, min_size=count, max_size=count)):
        laid[spot] = DeclaredJoker(faces[spot])
    return Cards(laid)
