"""Pictures: a table, cards or a round as a seat sees it, as SVG and as text."""

from manipulation.drawing.picture import Drawable, Picture, draw

__all__ = ["Drawable", "Picture", "draw"]
