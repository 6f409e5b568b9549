"""The picture of a value, and how to ask for one."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from manipulation.cards import Cards
from manipulation.drawing.plain import text_of
from manipulation.drawing.scene import Scene, scene_of_cards, scene_of_table, scene_of_view
from manipulation.drawing.svg import svg_of
from manipulation.errors import PositionError, shown
from manipulation.table import Table
from manipulation.views import RoundView

Drawable: TypeAlias = Table | Cards | RoundView


@frozen
class Picture:
    """A value drawn: `svg` is a whole document, `str` gives the text.

    The colours follow the reader's light or dark setting; suits and jokers differ in shape too.
    """

    svg: str
    text: str

    def _repr_html_(self) -> str:
        """Show the SVG in a notebook."""
        return self.svg

    def __str__(self) -> str:
        """Give the text picture: suit symbols, at most 79 columns but for a longer meld."""
        return self.text


def draw(value: Drawable) -> Picture:
    """Draw the melds of a table, cards by suit, or a round as a seat sees it.

    >>> print(draw(Table.parse("8s 8h 8d | 4c 5c 6c 7c*")))
    1: 8♦ 8♥ 8♠   2: 4♣ 5♣ 6♣ 7♣*
    """
    scene = _scene(value)
    text = text_of(scene)
    return Picture(svg_of(scene, text), text)


def _scene(value: object) -> Scene:
    match value:
        case Table():
            return scene_of_table(value)
        case Cards():
            return scene_of_cards(value)
        case RoundView():
            return scene_of_view(value)
        case _:
            raise PositionError(f"a Table, Cards or a RoundView can be drawn, not {shown(value)}")
