"""The directive `draw`: a picture drawn from notation when the documentation is built."""

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from manipulation import Cards, Picture, RoundView, Table, draw
from manipulation.drawing.faces import DARK, LIGHT, coloured


def picture_of(kind: str, text: str) -> Picture:
    """Draw the value of a kind that a text writes."""
    match kind:
        case "table":
            return draw(Table.parse(text))
        case "cards":
            return draw(Cards.parse(text))
        case "view":
            return draw(RoundView.parse(text))
    raise ValueError(f"a table, cards or a view can be drawn, not {kind!r}")


class Draw(Directive):
    """Draw the content: a `table`, `cards`, or the `view` of a round."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Give the picture."""
        return shown(picture_of(self.arguments[0], " ".join(self.content)).svg)


def shown(svg: str) -> list[nodes.Node]:
    """Put a picture on a page, as a paragraph of its own."""
    return [nodes.raw("", f'<p class="picture">{svg}</p>', format="html")]


def add_style(context: dict[str, str], rules: str) -> None:
    """Put rules into the head of a page."""
    context["metatags"] = f"{context.get('metatags', '')}<style>{rules}</style>"


def add_themes(_: Sphinx, __: str, ___: str, context: dict[str, str], ____: object) -> None:
    """Let the pictures of a page follow its own switch between light and dark."""
    for theme, colours in (("light", LIGHT), ("dark", DARK)):
        add_style(context, coloured(f'body[data-theme="{theme}"] .manipulation-picture', colours))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its styles."""
    app.add_directive("draw", Draw)
    app.connect("html-page-context", add_themes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
