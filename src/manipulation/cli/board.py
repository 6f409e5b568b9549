"""The table and a hand as rows that fit a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from manipulation.cards import Cards
from manipulation.cli.answers import Line
from manipulation.melds import laid_out

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from manipulation.cards import Card
    from manipulation.table import Table

WIDTH: Final = 80
"""The width of what is written where there is no window."""

_COLUMN: Final = 20
"""How wide a column of melds is: three fit 60 columns, four 80."""

_GAP: Final = 2
"""The least space between two melds, or between two suits."""


@frozen
class Laid:
    """Cards as a meld is written, be they one or not."""

    cards: Cards

    def __str__(self) -> str:
        """Write them in order."""
        return " ".join(map(str, laid_out(self.cards)))


def numbered(table: Table) -> dict[int, Cards]:
    """Number the melds of a table from 1, as a draft does."""
    return {number: meld.cards for number, meld in enumerate(table.melds, start=1)}


def table_rows(
    melds: Mapping[int, Cards], *, wrong: Collection[int] = (), width: int = WIDTH
) -> Iterator[Line]:
    """Lay melds out in columns, each after its number; a `!` marks those that are none yet."""
    parts: list[object] = []
    end = 0
    for number, cards in melds.items():
        laid = Laid(cards)
        label = f"{'!' if number in wrong else ' '}{number:>2} "
        start = -(-(end + _GAP) // _COLUMN) * _COLUMN if parts else 0
        long = len(label) + len(str(laid))
        if parts and start + long > width:
            yield Line(tuple(parts))
            parts, end, start = [], 0, 0
        parts += [" " * (start - end) + label, laid]
        end = start + long
    if parts:
        yield Line(tuple(parts))


def hand_rows(hand: Cards, *, marked: Cards = Cards(), width: int = WIDTH) -> Iterator[Line]:
    """Write a hand suit by suit, low cards first, and `^` below the cards that are marked."""
    cards: list[object] = []
    marks = ""
    at = 0
    for card, gap in _with_gaps(hand):
        text = str(card)
        if at and at + gap + len(text) > width:
            yield from _hand_row(cards, marks)
            cards, marks, at = [], "", 0
        space = " " * (gap if at else 0)
        cards += [space, card]
        marks += space + ("^" if card in marked else " ") * len(text)
        at += len(space) + len(text)
    yield from _hand_row(cards, marks)


def _with_gaps(hand: Cards) -> Iterator[tuple[Card, int]]:
    """Yield the cards of a hand with the space before each: more between two suits."""
    before: Card | None = None
    for card in hand:
        same = before is not None and _suit(before) == _suit(card)
        yield card, 1 if same else 1 + _GAP
        before = card


def _suit(card: Card) -> Iterable[object]:
    return Cards((card,)).by_suit().keys()


def _hand_row(cards: list[object], marks: str) -> Iterator[Line]:
    if cards:
        yield Line(tuple(cards))
    if marks.strip():
        yield Line((marks.rstrip(),))
