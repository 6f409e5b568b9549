"""The house has floors, small rooms, and a front door that loads little."""

import ast
import builtins
import inspect
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import manipulation

PACKAGE = Path(manipulation.__file__).parent
BESIDE = [Path(__file__).parents[1] / name for name in ("tests", "examples", "docs")]
"""The other folders with code."""

FLOORS = {
    "errors": 0,
    "cards": 1,
    "rules": 2,
    "melds": 3,
    "shoe": 3,
    "scoring": 3,
    "table": 4,
    "solver": 5,
    "draft": 5,
    "turn": 5,
    "views": 6,
    "round": 7,
    "game": 8,
    "records": 9,
    "drawing": 9,
    "bots": 9,
    "simulation": 10,
    "testing": 11,
    "cli": 11,
}
"""Each room, and the floor that it is on. A folder is one room."""

TOP = ("__init__", "__main__")
"""The modules that stand above all rooms."""

GUESTS = {
    "records": {"cattrs"},
    "testing": {"hypothesis"},
    "cli": {"typer", "rich", "matplotlib"},
}
"""The distributions that one room alone may import; attrs is for all."""

FOR_MYPYC = "mypy_extensions"
"""Its names are native integers to mypyc; the solver may name them in annotations only."""

NO_NAMES = {"utils", "helpers", "common", "types", "constants", "base"}
"""What no module is called: it says nothing about what is inside."""


class Import(NamedTuple):
    """One thing that a module imports, by its whole dotted name."""

    name: str
    line: int
    typing_only: bool


def import_faults(package: Path) -> Iterator[str]:
    """Every import in the package that the floors or the guest list forbid, and every odd room."""
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package).with_suffix("").parts
        room = inside[0]
        if room not in FLOORS and inside not in {(name,) for name in TOP}:
            yield f"{'.'.join(inside)}: no such room"
            continue
        for found in _imports(path, package):
            fault = _fault(found, room, package.name)
            if fault:
                yield f"{'.'.join(inside)}, line {found.line}: {fault}"


def _imports(path: Path, package: Path) -> Iterator[Import]:
    """Everything that a file imports, wherever it does so: modules, or names inside them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    folder = path.relative_to(package.parent).parent.parts
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If)
        and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
        for branch in node.body
        for inner in ast.walk(branch)
    }
    for node in ast.walk(tree):
        for name in _names(node, folder):
            yield Import(name, getattr(node, "lineno", 0), id(node) in typing_only)


def _names(node: ast.AST, folder: tuple[str, ...]) -> Iterator[str]:
    """What one statement or call imports; relative names are resolved from the file's folder."""
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names)
        case ast.ImportFrom():
            above = folder[: len(folder) - node.level + 1] if node.level else ()
            origin = [*above, *([node.module] if node.module else [])]
            yield from (".".join([*origin, alias.name]) for alias in node.names)
        case ast.Call(func=ast.Name(id="__import__" | "import_module" as how)):
            yield f"{how}()"
        case ast.Call(func=ast.Attribute(attr="import_module" as how)):
            yield f"{how}()"


def _fault(found: Import, room: str, package: str) -> str | None:
    """Say why a room may not import this, if it may not."""
    origin, *rest = found.name.split(".")
    if found.name.endswith("()"):
        return None if room in TOP else f"{found.name} hides what it imports"
    if origin == package:
        return _upward(rest[0] if rest else "__init__", room)
    if origin == FOR_MYPYC and room == "solver":
        return None if found.typing_only else f"{origin} outside `if TYPE_CHECKING:`"
    if origin == "attrs" or origin in sys.stdlib_module_names or origin in GUESTS.get(room, ()):
        return None
    return f"{origin} is no guest of {room}"


def _upward(target: str, room: str) -> str | None:
    """Say which floors an import joins, if it does not stay in its room or go down.

    What is not a room is a name in the front door, which stands above all.
    """
    if room in TOP or target == room:
        return None
    if FLOORS.get(target, len(FLOORS)) < FLOORS[room]:
        return None
    return f"{room} imports {target if target in FLOORS else 'the front door'}"


class TestFloors:
    """A module imports from its own room and from lower floors only."""

    def test_the_package_keeps_to_its_floors(self) -> None:
        """No import in the package goes up or sideways, and no guest is in a strange room."""
        assert list(import_faults(PACKAGE)) == []

    @pytest.mark.parametrize(
        "line",
        [
            "import house.table",
            "import house.table as below",
            "import os, house.table",
            "from house.table import Table",
            "from house.table.melding import Table",
            "from house import table",
            "from house import errors, table",
            "from . import table",
            "from .table import Table",
            "from .table.melding import Table as Above",
            "import house",
            "from house import Table",
            "from house import *",
            "from . import Table",
            "from house.shoe import Shoe",
            "from house.nowhere import Thing",
            "__import__('house.table')",
            "import importlib; importlib.import_module('house.table')",
            "from importlib import import_module; import_module('house.table')",
        ],
    )
    @pytest.mark.parametrize(
        "place",
        [
            "{}",
            "def look() -> None:\n    {}",
            "async def look() -> None:\n    {}",
            "class Meld:\n    {}",
            "class Meld:\n    def look(self) -> None:\n        {}",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {}",
            "import typing\nif typing.TYPE_CHECKING:\n    pass\nelse:\n    {}",
            "try:\n    {}\nexcept ImportError:\n    pass",
            "match 1:\n    case 1:\n        {}",
        ],
    )
    def test_an_upward_import_is_found(self, tmp_path: Path, line: str, place: str) -> None:
        """Each form of import that goes up or sideways is found, wherever it stands."""
        house = _build(tmp_path, {"melds.py": place.format(line)})
        (fault,) = import_faults(house)
        assert fault.startswith("melds, line")

    @pytest.mark.parametrize(
        "line",
        [
            "from ..turn import Turn",
            "from ..round.deal import Round",
            "from .. import views",
            "from .. import Table",
            "from house.solver import arrange; from house.draft import Draft",
        ],
    )
    @pytest.mark.parametrize("file", ["__init__.py", "_kernel.py"])
    def test_a_folder_is_one_room(self, tmp_path: Path, file: str, line: str) -> None:
        """Relative imports are resolved from where the file lies, in a folder too."""
        house = _build(tmp_path, {"solver/__init__.py": "", f"solver/{file}": line})
        assert len(list(import_faults(house))) == 1

    def test_lower_floors_and_the_own_room_are_open(self, tmp_path: Path) -> None:
        """Imports that stay in the room or go down are no fault, nor any of the two on top."""
        house = _build(
            tmp_path,
            {
                "__init__.py": "from house.cli import main\nfrom . import solver, table",
                "__main__.py": "from house import Table\nfrom house.cli import main",
                "solver/__init__.py": "from . import _kernel\nfrom ._kernel import sweep",
                "solver/_kernel.py": "from ..table import Table\nfrom .. import cards, errors",
                "table.py": "import house.melds, attrs, itertools\nfrom house.cards import Card",
            },
        )
        assert list(import_faults(house)) == []

    @pytest.mark.parametrize("file", ["utils.py", "_private.py", "utils/__init__.py", "a/b/c.py"])
    def test_an_unknown_room_is_found(self, tmp_path: Path, file: str) -> None:
        """A module or folder that has no floor fails, whatever it imports."""
        (fault,) = import_faults(_build(tmp_path, {file: "import os"}))
        assert fault.endswith("no such room")


class TestGuests:
    """Each distribution is imported by the one room that needs it."""

    @pytest.mark.parametrize(
        ("room", "guest"), [(room, guest) for room in GUESTS for guest in GUESTS[room]]
    )
    def test_a_guest_has_one_room(self, tmp_path: Path, room: str, guest: str) -> None:
        """The room that a guest is for may import it; all others, those on top too, may not."""
        lines = f"import {guest}\nfrom {guest}.inside import thing"
        others = [other for other in (*FLOORS, *TOP) if other != room]
        house = _build(tmp_path, {f"{name}.py": lines for name in (room, *others)})
        faulty = [fault.partition(",")[0] for fault in import_faults(house)]
        assert sorted(faulty) == sorted(2 * others)

    def test_strangers_have_no_room(self, tmp_path: Path) -> None:
        """What is neither in the standard library nor attrs nor a guest is found."""
        house = _build(tmp_path, {"cli.py": "import numpy", "cards.py": "from attr import frozen"})
        assert len(list(import_faults(house))) == 2

    def test_native_integers_are_for_annotations(self, tmp_path: Path) -> None:
        """The solver may name mypyc's integers under `TYPE_CHECKING`, and nowhere else."""
        line = f"from {FOR_MYPYC} import i64"
        guarded = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {line}"
        house = _build(tmp_path, {"solver/_kernel.py": guarded})
        assert list(import_faults(house)) == []
        house = _build(tmp_path, {"solver/_kernel.py": line, "cards.py": guarded})
        assert len(list(import_faults(house))) == 2


class TestFrontDoor:
    """`import manipulation` is the way in."""

    def test_it_loads_attrs_and_the_standard_library_only(self) -> None:
        """A fresh interpreter loads no guest until one is needed."""
        script = (
            "import sys; before = set(sys.modules); import manipulation\n"
            "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
        )
        run = subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, text=True
        )
        loaded = set(run.stdout.split()) - sys.stdlib_module_names
        compiled = {name for name in loaded if name.endswith("__mypyc")}
        assert loaded - compiled <= {"attr", "attrs", "manipulation"}

    def test_its_names_are_sorted(self) -> None:
        """`__all__` is sorted, names each thing once, and names nothing that is not there."""
        names = manipulation.__all__
        assert names == sorted(set(names))
        assert [name for name in names if not hasattr(manipulation, name)] == []

    def test_the_types_of_its_signatures_have_names(self) -> None:
        """The type of an argument, a field or an answer can be written down by who uses it."""
        standard = {"Callable", "Iterable", "Iterator", "Self", "UnionType", "_T"}
        named = {name for kind in map(_offered, manipulation.__all__) for name in _types_of(kind)}
        assert named - set(dir(builtins)) - standard <= set(manipulation.__all__)
        assert {"Card", "Generator", "Objective", "RoundReason"} <= named


def _offered(name: str) -> object:
    offered: object = getattr(manipulation, name)
    return offered


def _types_of(offered: object) -> Iterator[str]:
    """Every name in what a function, or each public part of a class, says of its types."""
    if inspect.isclass(offered):
        for kind in offered.__mro__:
            if kind.__module__.startswith("manipulation"):
                fields = inspect.get_annotations(kind)
                yield from _names_in(text for name, text in fields.items() if name[0] != "_")
                parts = [part for name, part in vars(kind).items() if name[0] != "_"]
                for part in parts:
                    inside = getattr(part, "fget", getattr(part, "__func__", part))
                    yield from _types_of(inside) if inspect.isfunction(inside) else ()
    elif inspect.isfunction(offered):
        yield from _names_in(offered.__annotations__.values())


def _names_in(annotations: Iterable[str]) -> Iterator[str]:
    for text in annotations:
        yield from (node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))


class TestSizes:
    """A file or function that has grown long holds more than one question."""

    @pytest.mark.parametrize(
        "path",
        [path for folder in (PACKAGE, *BESIDE) for path in sorted(folder.rglob("*.py"))],
        ids=lambda path: path.as_posix().removeprefix(f"{PACKAGE.parents[1].as_posix()}/"),
    )
    def test_no_file_and_no_function_is_long(self, path: Path) -> None:
        """A file has at most 400 lines, a function at most 40 with its docstring; tests too."""
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 400
        long = [
            node.name
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (node.end_lineno or 0) - node.lineno >= 40
        ]
        assert long == []

    def test_every_module_has_a_name_that_says_something(self) -> None:
        """No module or folder is called by a word that fits everything."""
        paths = PACKAGE.rglob("*")
        assert [path for path in paths if path.stem.strip("_") in NO_NAMES] == []


def _build(folder: Path, files: dict[str, str]) -> Path:
    """Write a small package called `house`."""
    house = folder / "house"
    for name, text in {"__init__.py": "", **files}.items():
        path = house / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return house
