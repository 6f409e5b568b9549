"""How the documentation is built: `python -m sphinx -W docs FOLDER`."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "manipulation-rummy"
author = "The manipulation-rummy authors"
version = release = version_of("manipulation-rummy")

extensions = ["myst_parser", "sphinx.ext.autodoc", "drawn", "diagrams"]
exclude_patterns = ["extensions", "_build"]
html_theme = "furo"
html_title = f"Manipulation {version}"
html_static_path: list[str] = []

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# In docstrings, as in Markdown, one pair of backticks marks code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
highlight_options = {"python": {"stripnl": True}, "pycon": {"stripnl": True}}
autodoc_preserve_defaults = True
autodoc_typehints = "signature"


def setup(app: Sphinx) -> None:
    """Let grammars stand as they are."""
    app.add_lexer("lark", TextLexer)
