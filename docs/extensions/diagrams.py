"""The directives `phases` and `sweep`: diagrams of what the code does, made by letting it do it."""

import math
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from docutils import nodes
from docutils.parsers.rst import Directive
from drawn import add_style, shown
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from manipulation import (
    Cards,
    Move,
    Phase,
    Play,
    Round,
    Suit,
    best_play,
    draw,
    plays,
)
from manipulation.solver._kernel_packed import FACES, fill_tables, packed
from manipulation.solver._kernel_whether import Open, Spread

CLASS: Final = "manipulation-diagram"
STYLE: Final = """
.manipulation-diagram text { font: 13px "DejaVu Sans", Verdana, Arial, sans-serif; fill: #17231c }
.manipulation-diagram .halo { stroke: #e7efe8; stroke-width: 5; paint-order: stroke }
.manipulation-diagram .node { fill: #fffefb; stroke: #47574c }
.manipulation-diagram .ground { fill: #e7efe8 }
.manipulation-diagram .edge { fill: none; stroke: #47574c }
.manipulation-diagram .head { fill: #47574c }
"""
DARK: Final = """
.manipulation-diagram text { fill: #e9f0ea }
.manipulation-diagram .halo { stroke: #18211c }
.manipulation-diagram .node { fill: #2a342e; stroke: #b7c5bc }
.manipulation-diagram .ground { fill: #18211c }
.manipulation-diagram .edge { stroke: #b7c5bc }
.manipulation-diagram .head { fill: #b7c5bc }
"""


class Box(NamedTuple):
    """A node: where its middle is, its size, and what it says."""

    x: float
    y: float
    width: float
    height: float
    words: str


class Edge(NamedTuple):
    """An arrow between two nodes, and how far it bows out."""

    start: Box
    end: Box
    words: str = ""
    bow: float = 0


def canvas(width: int, height: int, described: str) -> Element:
    """Begin a picture."""
    size = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    look = {"class": CLASS, "role": "img", "style": "max-width: 100%; height: auto"}
    picture = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, **look})
    SubElement(picture, "title").text = described
    shades = f"@media (prefers-color-scheme: dark) {{ {DARK} }}"
    SubElement(picture, "style").text = STYLE + shades
    everything = {"width": str(width), "height": str(height), "rx": "8"}
    SubElement(picture, "rect", {"class": "ground", **everything})
    return picture


def add_box(picture: Element, box: Box) -> None:
    """Draw a node."""
    place = {"x": f"{box.x - box.width / 2:g}", "y": f"{box.y - box.height / 2:g}"}
    size = {"width": f"{box.width:g}", "height": f"{box.height:g}", "rx": "6"}
    SubElement(picture, "rect", {"class": "node", **place, **size})
    add_words(picture, box.words, (box.x, box.y + 4))


def add_words(
    picture: Element, words: str, middle: tuple[float, float], kind: str = "plain"
) -> None:
    """Write words around a point."""
    place = {"x": f"{middle[0]:g}", "y": f"{middle[1]:g}", "text-anchor": "middle"}
    SubElement(picture, "text", {"class": kind, **place}).text = words


def border(box: Box, towards: tuple[float, float]) -> tuple[float, float]:
    """Find the point where a line from the middle of a node to a point leaves the node."""
    across, down = towards[0] - box.x, towards[1] - box.y
    scale = max(abs(across) / (box.width / 2), abs(down) / (box.height / 2), 1e-9)
    return box.x + across / scale, box.y + down / scale


def add_edge(picture: Element, edge: Edge) -> None:
    """Draw an arrow, with its words in the middle."""
    start, end = edge.start, edge.end
    if start == end:
        bend = (start.x, start.y - 2 * start.height)
        top = start.y - start.height / 2
        first, last = (start.x - 24, top), (start.x + 24, top)
    else:
        length = math.dist((start.x, start.y), (end.x, end.y))
        aside = (-(end.y - start.y) / length * edge.bow, (end.x - start.x) / length * edge.bow)
        bend = ((start.x + end.x) / 2 + aside[0], (start.y + end.y) / 2 + aside[1])
        first, last = border(start, bend), border(end, bend)
    path = f"M{first[0]:g} {first[1]:g}Q{bend[0]:g} {bend[1]:g} {last[0]:g} {last[1]:g}"
    SubElement(picture, "path", {"class": "edge", "d": path})
    turned = math.degrees(math.atan2(last[1] - bend[1], last[0] - bend[0]))
    head = {"class": "head", "d": "M0 0L-9 -4V4Z"}
    SubElement(
        picture,
        "path",
        {**head, "transform": f"translate({last[0]:g} {last[1]:g}) rotate({turned:g})"},
    )
    if edge.words:
        middle = [a / 4 + b / 2 + c / 4 for a, b, c in zip(first, bend, last, strict=True)]
        add_words(picture, edge.words, (middle[0], middle[1] + 4), "halo")


def word_of(move: Move) -> str:
    """Name a kind of move."""
    return "play" if isinstance(move, Play) else str(move)


STARTS: Final = (
    "4c 5c 6c / 7c Kd ; 2h 8c / 9c Jh 3d Tc 6d 9h / dealer=1 to_move=0 phase=draw",
    "4c 5c 6c / 7c ; 3c 2h / 8c 9c Jh / dealer=1 to_move=0 phase=draw",
    "4c 5c 6c / 7c Kd ; 3c / 2d / dealer=1 to_move=0 phase=draw",
    "4c 5c 6c / 2h ; 3c Kd / 2d / dealer=1 to_move=0 phase=draw",
)
"""Short rounds, which together go every way that there is."""


def moves(state: Round) -> Iterable[Move]:
    """List the moves of a seat, of the plays one for each set of cards."""
    yield from state.legal_moves()
    if state.may_meld and state.to_move is not None:
        hand = state.hands[state.to_move]
        for cards in plays(state.table, hand):
            best = best_play(state.table, cards)
            if best is not None and not state.check(best.play):
                yield best.play


def transitions() -> Mapping[tuple[Phase, Phase], Iterable[str]]:
    """Go every way from the starts, and note from which phase which moves lead to which."""
    found: dict[tuple[Phase, Phase], set[str]] = {}
    waiting = [Round.parse(text) for text in STARTS]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        for move in moves(state):
            after = state.after(move)
            found.setdefault((state.phase, after.phase), set()).add(word_of(move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return {ends: sorted(words) for ends, words in found.items()}


BOXES: Final = {
    Phase.DRAW: Box(80, 190, 100, 36, "DRAW"),
    Phase.MELD: Box(330, 90, 100, 36, "MELD"),
    Phase.END: Box(580, 190, 100, 36, "END"),
    Phase.LAST_LAP: Box(200, 330, 110, 36, "LAST_LAP"),
    Phase.OVER: Box(470, 330, 100, 36, "OVER"),
}


def svg_of_phases() -> str:
    """Draw the phases, and the moves between them that legal play has shown."""
    picture = canvas(670, 370, "The phases of a round, and the moves that lead from one to another")
    for (start, end), words in transitions().items():
        bow = 14 if start is not Phase.MELD or end is not Phase.DRAW else 46
        add_edge(picture, Edge(BOXES[start], BOXES[end], ", ".join(words), bow))
    for box in BOXES.values():
        add_box(picture, box)
    return tostring(picture, encoding="unicode")


def state_words(state: Open) -> str:
    """Name what is open: ♣1 is one sequence of clubs with one card; 3 stands for three and more."""
    words = [
        f"{suit.symbol}{length}" * (packed_counts >> 8 * suit.index & 31)
        for suit in Suit
        for length, packed_counts in enumerate(state, start=1)
    ]
    return " ".join(filter(None, words)) or "nothing"


def sweep_of(cards: Cards) -> list[dict[Open, list[Open]]]:
    """Go through the ranks with the ace low: for each, its states and where they lead."""
    fill_tables()
    levels = [*packed(cards.counts[:FACES]), 0, 0, 0]
    spread = Spread(levels, [0], 1000)
    steps: list[dict[Open, list[Open]]] = []
    states: set[Open] = {(0, 0, 0)}
    for level in range(len(levels) - 3):
        steps.append({state: sorted(set(spread.after(level, state))) for state in sorted(states)})
        states = {after for ends in steps[-1].values() for after in ends}
    return steps


def svg_of_sweep(cards: Cards) -> str:
    """Draw the states between the ranks that have cards, and how one leads to another."""
    by_rank = {rank.value - 1: found for rank, found in cards.by_rank().items()}
    steps = sweep_of(cards)
    first, last = min(by_rank), max(by_rank)
    shown = steps[first : last + 2]
    width = 150
    tall = max(map(len, shown))
    picture = canvas(
        width * len(shown), 60 + 52 * tall, f"The states of the sweep over the ranks of {cards}"
    )
    boxes = [
        {
            state: Box(width * (column + 0.5), 60 + 52 * row, 92, 30, state_words(state))
            for row, state in enumerate(step)
        }
        for column, step in enumerate(shown)
    ]
    for column, step in enumerate(shown[:-1]):
        of_rank = by_rank.get(first + column, Cards())
        add_words(picture, str(draw(of_rank)), (width * (column + 1), 24))
        for state, ends in step.items():
            for end in ends:
                add_edge(picture, Edge(boxes[column][state], boxes[column + 1][end]))
    for found in boxes:
        for box in found.values():
            add_box(picture, box)
    return tostring(picture, encoding="unicode")


class Phases(Directive):
    """Draw the phases of a round."""

    def run(self) -> list[nodes.Node]:
        """Give the picture."""
        return shown(svg_of_phases())


class Sweep(Directive):
    """Draw the states that the solver's sweep goes through for the cards in the content."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Give the picture."""
        return shown(svg_of_sweep(Cards.parse(" ".join(self.content))))


def add_themes(_: Sphinx, __: str, ___: str, context: dict[str, str], ____: object) -> None:
    """Let the diagrams of a page follow its own switch between light and dark."""
    for theme, rules in (("light", STYLE), ("dark", DARK)):
        add_style(context, rules.replace(f".{CLASS}", f'body[data-theme="{theme}"] .{CLASS}'))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives and their styles."""
    app.add_directive("phases", Phases)
    app.add_directive("sweep", Sweep)
    app.connect("html-page-context", add_themes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
