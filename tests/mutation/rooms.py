"""The rooms that are mutated, and the tests that are tried first on each."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "src"

FIRST: Final[dict[str, tuple[str, ...]]] = {
    "errors": ("errors",),
    "cards": ("cards", "notation"),
    "rules": ("rules",),
    "melds": ("melds",),
    "shoe": ("shoe",),
    "scoring": ("scoring",),
    "table": ("table", "steps"),
    "draft": ("draft",),
    "turn": ("turn",),
    "views": ("views",),
    "round": ("round",),
    "game": ("game",),
    "solver": ("solver", "counting", "limited"),
}
"""For each room what the names of its own test files begin with; all others come after them."""


def modules_of(room: str) -> list[tuple[str, Path]]:
    """List the modules of a room with their files."""
    package = SOURCES / "manipulation"
    files = sorted((package / room).glob("*.py")) or [package / f"{room}.py"]
    return [(_module(path), path) for path in files]


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


NEAR: Final = (
    *("cards", "clauses", "draft", "edges", "errors", "game", "grammar", "melds", "notation"),
    *("other", "records", "round", "rules", "scoring", "shoe", "steps", "table", "turn", "views"),
)
"""What the names of test files begin with that are tried on every room but the solver."""


def is_own(room: str, test: str) -> bool:
    """Tell whether a test, by its id, is one of a room's own."""
    return _begins(test, FIRST[room])


def is_signature(test: str) -> bool:
    """Tell whether a test holds what the solver answers, and in how many states: few pass it."""
    return _begins(test, ("solver_efforts", "solver_searches"))


def _begins(test: str, names: tuple[str, ...]) -> bool:
    file = test.partition("::")[0].rpartition("/")[2].removeprefix("test_")
    return file.startswith(names)


def test_files(room: str) -> list[str]:
    """List the test files of a room."""
    return [path for path in _all_files() if is_own(room, path)]


def other_files(room: str) -> list[str]:
    """List the test files that are tried when a room's own let a mutant live."""
    return [path for path in _all_files() if is_own(room, path) or _begins(path, NEAR)]


def _all_files() -> list[str]:
    return sorted(str(path) for path in (ROOT / "tests").glob("test_*.py"))
