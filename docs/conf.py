"""How the documentation is built: `python -m sphinx -W docs FOLDER`."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from types import FunctionType

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import manipulation

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


def leave_out(_: Sphinx, what: str, name: str, value: object, *__: object) -> bool | None:
    """Leave out the functions of a room that are for the other rooms, not for users."""
    room = getattr(value, "__module__", "")
    inner = isinstance(value, FunctionType) and not room.startswith("manipulation.testing")
    return True if what == "module" and inner and name not in manipulation.__all__ else None


def shorten(*event: str | None) -> tuple[str | None, str | None]:
    """Write a default that attrs knows as `...`; what it means is in the text."""
    signature, returned = event[-2:]
    return signature and re.sub(r"attr_dict\['\w+'\]\.default", "...", signature), returned


def setup(app: Sphinx) -> None:
    """Let grammars stand as they are, and show what is for users."""
    app.add_lexer("lark", TextLexer)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("autodoc-process-signature", shorten)
