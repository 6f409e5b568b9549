"""One card as SVG: told apart by shape and letter, so that no colour is needed."""

from __future__ import annotations

from typing import Final, assert_never
from xml.etree.ElementTree import Element, SubElement

from manipulation.cards import Card, DeclaredJoker, Joker, Natural, Rank, Suit

WIDTH: Final = 44
HEIGHT: Final = 62
"""The size of a card, in the units of the picture."""

_SHAPES: Final = {
    Suit.CLUBS: (
        "M8 1.2a3.1 3.1 0 0 1 2.5 4.9 3.2 3.2 0 1 1-1.7 5.2L10.2 15H5.8l1.4-3.7"
        "A3.2 3.2 0 1 1 5.5 6.1 3.1 3.1 0 0 1 8 1.2Z"
    ),
    Suit.DIAMONDS: "M8 .8 13.4 8 8 15.2 2.6 8Z",
    Suit.HEARTS: "M8 14.8C2.5 10.2 1 7.9 1 5.3A3.7 3.7 0 0 1 8 3.7a3.7 3.7 0 0 1 7 1.6"
    "c0 2.6-1.5 4.9-7 9.5Z",
    Suit.SPADES: (
        "M8 1C12.6 5.1 15 7.3 15 9.7a3.3 3.3 0 0 1-6.2 1.6L10.2 15H5.8l1.4-3.7"
        "A3.3 3.3 0 0 1 1 9.7C1 7.3 3.4 5.1 8 1Z"
    ),
}
"""The suits, each in a square of 16."""

_STAR: Final = "M8 1l2.1 4.7 5.1.5-3.8 3.4 1.1 5L8 12l-4.5 2.6 1.1-5L.8 6.2l5.1-.5Z"
"""The sign of a joker."""


LIGHT: Final = {
    ".felt": "fill: #e7efe8",
    "text": "fill: #17231c",
    ".card": "fill: #fffefb; stroke: #6b7a70",
    ".joker": "fill: #fff3d6; stroke: #7a5a00",
    ".back": "fill: #3c6e8f; stroke: #24465c",
    ".black": "fill: #17231c",
    ".red": "fill: #b3131f",
    ".star": "fill: #7a5a00",
}
DARK: Final = {
    ".felt": "fill: #18211c",
    "text": "fill: #e9f0ea",
    ".card": "fill: #2a342e; stroke: #93a399",
    ".joker": "fill: #3b341f; stroke: #e0b84c",
    ".back": "fill: #5d93b6; stroke: #9cc3de",
    ".black": "fill: #e9f0ea",
    ".red": "fill: #ff9a94",
    ".star": "fill: #f0c75e",
}
"""The colours of the parts of a picture, by what selects them."""

_FONT: Final = 'font-family: "DejaVu Sans", Verdana, Arial, sans-serif'


def style(name: str) -> str:
    """Give the style sheet of a picture of one class, which follows the reader's setting."""
    shapes = f".{name} text {{ {_FONT} }} .{name} .joker {{ stroke-dasharray: 3 2 }}"
    dark = f"@media (prefers-color-scheme: dark) {{ {coloured(f'.{name}', DARK)} }}"
    return f"{shapes} {coloured(f'.{name}', LIGHT)} {dark}"


def coloured(picture: str, colours: dict[str, str]) -> str:
    """Give the rules that colour the picture which a selector selects."""
    return " ".join(f"{picture} {part} {{ {colour} }}" for part, colour in colours.items())


def add_card(parent: Element, card: Card, corner: tuple[float, float], *, whole: bool) -> None:
    """Draw a card face up, its left upper corner at a point; if not whole, its left edge shows."""
    place = _placed(parent, *corner)
    match card:
        case Natural():
            _add_paper(place, "card")
            _add_corner(place, card)
            if whole:
                _add_shape(place, _SHAPES[card.suit], _ink(card.suit), (16, 31, 22))
        case DeclaredJoker():
            _add_paper(place, "joker")
            _add_corner(place, card.stands_for)
            _add_shape(place, _STAR, "star", (4, 43, 14))
        case Joker():
            _add_paper(place, "joker")
            _add_shape(place, _STAR, "star", (4, 43, 14))
        case _:
            assert_never(card)


def add_back(parent: Element, x: float, y: float) -> None:
    """Draw a card face down."""
    _add_paper(_placed(parent, x, y), "back")


def _placed(parent: Element, x: float, y: float) -> Element:
    return SubElement(parent, "g", transform=f"translate({x:g} {y:g})")


def _add_paper(place: Element, name: str) -> None:
    size = {"width": str(WIDTH), "height": str(HEIGHT), "rx": "5"}
    SubElement(place, "rect", {"class": name, **size})


def _add_corner(place: Element, natural: Natural) -> None:
    rank = "10" if natural.rank is Rank.TEN else natural.rank.letter
    ink = _ink(natural.suit)
    where = {"x": "11", "y": "17", "font-size": "14" if rank == "10" else "16"}
    how = {"class": ink, "text-anchor": "middle", "font-weight": "bold"}
    SubElement(place, "text", {**where, **how}).text = rank
    _add_shape(place, _SHAPES[natural.suit], ink, (5, 21, 12))


def _ink(suit: Suit) -> str:
    return "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else "black"


def _add_shape(place: Element, path: str, ink: str, square: tuple[int, int, int]) -> None:
    x, y, size = square
    scale = f"translate({x} {y}) scale({size / 16:g})"
    SubElement(place, "path", {"class": ink, "d": path, "transform": scale})
