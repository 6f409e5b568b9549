"""A scene as text, in suit symbols, for a terminal of eighty columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from manipulation.cards import Card, DeclaredJoker, Joker, Natural
from manipulation.drawing.scene import Fan, Pile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.drawing.scene import Row, Scene

_WIDEST: Final = 79
_GAP: Final = "   "


def text_of(scene: Scene) -> str:
    """Write a scene: words as they are, cards below them, two columns in."""
    return "\n".join(line for row in scene for line in _lines(row))


def _lines(row: Row) -> Iterator[str]:
    indent = "  " if row.words else ""
    if row.words:
        yield row.words
    line = ""
    for words in map(_words, row.cards):
        longer = f"{line}{_GAP}{words}" if line else indent + words
        if line and len(longer) > _WIDEST:
            yield line
            longer = indent + words
        line = longer
    if line:
        yield line


def _words(fan: Fan | Pile) -> str:
    match fan:
        case Fan():
            cards = " ".join(map(_card, fan.cards))
            return f"{fan.name}: {cards}" if fan.name else cards
        case Pile():
            return fan.name
        case _:
            assert_never(fan)


def _card(card: Card) -> str:
    match card:
        case Natural():
            return f"{card.rank.letter}{card.suit.symbol}"
        case DeclaredJoker():
            return f"{_card(card.stands_for)}*"
        case Joker():
            return "*"
        case _:
            assert_never(card)
