"""Sets of faces, each an int with a bit for each of the 52, by rank, then suit.

Of many cards it is seen in a few operations on such sets that no meld can take them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.solver._kernel_blocks import FACES, RANKS
from manipulation.solver._kernel_packed import present

if TYPE_CHECKING:
    from mypy_extensions import i64

ACES: Final = 0b1111
ONE_RANK: Final = 0b1111
_ONE_SUIT: Final = 0x1111111111111
_ALL: Final = (1 << FACES) - 1
_ROW: Final = (1 << FACES + 4) - 1
_NEXT: Final = 2
_FURTHEST: Final = 4


def coverable(  # noqa: PLR0913, PLR0917 - sets of faces, each an int of its own
    loose: i64, before: i64, behind: i64, beside: i64, low: i64, high: i64
) -> i64:
    """Find the loose faces that have others, or old melds, to go with.

    `before` and `behind` are the faces that can be laid to an end of an old sequence, `beside`
    those that a group of three lacks; `low` and `high` are the aces where they may be that.
    """
    row: i64 = (loose & ~ACES) | (loose & low) | (loose & high) << FACES
    two: i64 = row & row >> 4
    three: i64 = two & row >> 8
    after: i64 = row & behind
    ahead: i64 = row & before
    found: i64 = three | three << 4 | three << 8 | after | (row & after << 4)
    found |= ahead | (row & ahead >> 4)
    pair: i64 = loose & loose >> 1
    some: i64 = loose | loose >> 1
    group: i64 = ((pair & some >> 2) | (pair >> 2 & some)) & _ONE_SUIT
    return (found | found >> FACES | group * ONE_RANK | beside) & loose


def _near(most: int) -> list[int]:
    """List for each face those that are so near that a meld can have both."""
    near = []
    for face in range(FACES):
        rank, suit = face >> 2, face & 3
        faces = (ONE_RANK ^ 1 << suit) << 4 * rank
        for at in (0, RANKS) if rank == 0 else (rank,):
            for other in range(max(0, at - most), min(RANKS, at + most) + 1):
                if other != at:
                    faces |= 1 << 4 * (other % RANKS) + suit
        near.append(faces)
    return near


NEAR: Final = _near(_NEXT)
"""Where a card can be in a meld of three with this one: it needs such a card, or a joker there."""

REACH: Final = _near(_FURTHEST)
"""Where two cards can have a joker near both."""


def helpers(  # noqa: PLR0913, PLR0917 - sets of faces, each an int of its own
    face: int, loose: int, before: int, behind: int, low: int, high: int
) -> int:
    """Find the faces of which one more makes a loose one coverable that is not: see `coverable`."""
    row = (loose & ~ACES) | (loose & low) | (loose & high) << FACES
    spot = 1 << face
    near = 0
    for here in (spot, spot << FACES) if spot & ACES else (spot,):
        if row & here:
            one_less, two_less, one_more, two_more = here >> 4, here >> 8, here << 4, here << 8
            if row & one_less:
                near |= two_less | one_more
            if row & one_more:
                near |= one_less | two_more
            if (row & two_less) | (behind & one_less):
                near |= one_less
            if (row & two_more) | (before & one_more):
                near |= one_more
    near &= (_ALL & ~ACES) | low | high << FACES
    rank = ONE_RANK << (face & ~3)
    if loose & rank != spot:
        near |= rank & ~loose
    return (near | near >> FACES) & _ALL


def faces_of(faces: int) -> list[int]:
    """List the faces of a set."""
    listed = []
    while faces:
        last = faces & -faces
        listed.append(last.bit_length() - 1)
        faces ^= last
    return listed


def apart(faces: int) -> list[int]:
    """Pick faces of which no joker can help two."""
    picked = []
    while faces:
        last = faces & -faces
        face = last.bit_length() - 1
        picked.append(face)
        faces &= ~(REACH[face] | last)
    return picked


def part_of(faces: i64, part: i64, gap: i64, low: i64, high: i64) -> i64:
    """Extend a part of a set by all that lies beside it, step by step, as melds do."""
    while True:
        larger: i64 = beside(part, gap, low, high) & faces
        if larger == part:
            return part
        part = larger


def beside(part: i64, gap: i64, low: i64, high: i64) -> i64:
    """Add the faces of the same ranks, and those of a suit no further off than a gap."""
    two: i64 = part | part >> 1
    ranks: i64 = (two | two >> 2) & _ONE_SUIT
    row: i64 = (part & ~ACES) | (part & low) | (part & high) << FACES
    up: i64 = row
    down: i64 = row
    while gap > 0:
        up |= up << 4 & _ROW
        down |= down >> 4
        gap -= 1
    if not low:
        down &= ~ACES
    return (part | up | up >> FACES & high | down | ranks * ONE_RANK) & _ALL


def faces_in(ranks: list[int]) -> int:
    """Give the faces of packed ranks as a set."""
    faces = 0
    for rank in range(RANKS):
        if ranks[rank]:
            suits = present(ranks[rank])
            faces |= ((suits | suits >> 7 | suits >> 14 | suits >> 21) & ACES) << 4 * rank
    return faces


def takeable(faces: int, jokers: int, low: int, high: int) -> int:
    """Find the faces of which some meld can take a card.

    With two jokers any card can be melded; with fewer, only one that has others near it.
    """
    if jokers == 0:
        return coverable(faces, 0, 0, 0, low, high)
    if jokers == 1:
        return sum([1 << face for face in faces_of(faces) if NEAR[face] & faces])
    return faces
