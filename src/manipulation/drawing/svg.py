"""A scene as SVG, as wide as its cards need and never wider than a page's column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never
from xml.etree.ElementTree import Element, SubElement, tostring

from attrs import frozen

from manipulation.drawing.faces import HEIGHT, WIDTH, add_back, add_card, style
from manipulation.drawing.scene import Fan, Pile, Row, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation.cards import Card

_NAME: Final = "manipulation-picture"
_WIDEST: Final = 640
_MARGIN: Final = 14
_GAP: Final = 16
_STEP: Final = 23
_STEP_OF_BACKS: Final = 7
_MOST_BACKS: Final = 12
_LINE: Final = 22
_LETTER: Final = 9


@frozen
class _Line:
    """Words, or fans that lie side by side, with the height that they take."""

    words: str
    fans: tuple[Fan | Pile, ...]

    @property
    def width(self) -> int:
        gaps = _GAP * max(0, len(self.fans) - 1)
        return _LETTER * len(self.words) + sum(map(_width, self.fans)) + gaps

    @property
    def height(self) -> int:
        named = any(fan.name for fan in self.fans)
        return _LINE if self.words else HEIGHT + _GAP // 2 + (_LINE if named else 0)


def svg_of(scene: Scene, described: str) -> str:
    """Draw a scene; `described` is read out in its stead."""
    lines = [line for row in scene for line in _lines(row)]
    width = max(line.width for line in lines) + 2 * _MARGIN
    height = sum(line.height for line in lines) + 2 * _MARGIN
    picture = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "style": "max-width: 100%; height: auto",
            "class": _NAME,
            "role": "img",
        },
    )
    SubElement(picture, "title").text = described
    SubElement(picture, "style").text = style(_NAME)
    SubElement(
        picture, "rect", {"class": "felt", "width": str(width), "height": str(height), "rx": "8"}
    )
    y = _MARGIN
    for line in lines:
        _add_line(picture, line, y)
        y += line.height
    return tostring(picture, encoding="unicode")


def _lines(row: Row) -> Iterator[_Line]:
    """Put the words above the cards, and as many fans side by side as there is room for."""
    if row.words:
        yield _Line(row.words, ())
    fans: list[Fan | Pile] = []
    for fan in row.cards:
        if fans and _Line("", (*fans, fan)).width > _WIDEST:
            yield _Line("", tuple(fans))
            fans = []
        fans.append(fan)
    if fans:
        yield _Line("", tuple(fans))


def _width(fan: Fan | Pile) -> int:
    match fan:
        case Fan():
            return WIDTH + _STEP * (len(fan.cards) - 1)
        case Pile():
            return max(WIDTH + _STEP_OF_BACKS * (_MOST_BACKS - 1), _LETTER * len(fan.name))
        case _:
            assert_never(fan)


def _add_line(picture: Element, line: _Line, y: int) -> None:
    _add_words(picture, line.words, (_MARGIN, y + 14))
    x = _MARGIN
    below = line.height - HEIGHT - _GAP // 2
    for fan in line.fans:
        _add_words(picture, fan.name, (x + 2, y + 15))
        match fan:
            case Fan():
                _add_fan(picture, fan.cards, x, y + below)
            case Pile():
                _add_backs(picture, fan.size, x, y + below)
            case _:
                assert_never(fan)
        x += _width(fan) + _GAP


def _add_words(picture: Element, words: str, start: tuple[int, int]) -> None:
    if words:
        where = {"x": str(start[0]), "y": str(start[1]), "font-size": "14"}
        SubElement(picture, "text", where).text = words


def _add_fan(picture: Element, cards: Sequence[Card], x: int, y: int) -> None:
    for place, card in enumerate(cards):
        last = place == len(cards) - 1
        add_card(picture, card, (x + _STEP * place, y), whole=last)


def _add_backs(picture: Element, size: int, x: int, y: int) -> None:
    for place in range(min(size, _MOST_BACKS)):
        add_back(picture, x + _STEP_OF_BACKS * place, y)
