"""The documentation builds without a warning, and has a place for every public name."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import manipulation
import manipulation.solver
import manipulation.testing
import manipulation.testing.corpus
from manipulation import Phase, Table, draw

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the pages once; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(DOCS), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


def documented(site: Path) -> dict[str, str]:
    """Give the page on which each Python name is explained."""
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    return {
        name: item.uri.partition("#")[0]
        for kind, items in inventory.data.items()
        if kind.startswith("py:")
        for name, item in items.items()
    }


def test_every_public_name_is_on_a_reference_page(site: Path) -> None:
    """What the package, its kit for tests and its corpus offer is found by its last name."""
    pages = documented(site)
    explained = {
        name.rpartition(".")[2] for name, page in pages.items() if page.startswith("reference/")
    }
    offered = (manipulation, manipulation.testing, manipulation.testing.corpus)
    assert {name for module in offered for name in module.__all__} <= explained


def test_every_clause_is_in_the_rulebook() -> None:
    """R1 to R46 and D1 to D34, each once in bold, alone or beside those it goes with."""
    page = (DOCS / "rulebook.md").read_text(encoding="utf-8")
    bold = [
        number
        for group in re.findall(r"\*\*([RD\d, \n]+)\*\*", page)
        for number in re.findall(r"[RD]\d+", group)
    ]
    clauses = [f"R{number}" for number in range(1, 47)] + [f"D{number}" for number in range(1, 35)]
    assert sorted(bold) == sorted(clauses)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("before", "3c 4c 5c | 3d 4d 5d | 3h 4h 5h"),
        ("after", "3c 3d 3h 3s | 4c 4d 4h 4s | 5c 5d 5h"),
    ],
)
def test_the_pictures_are_what_the_code_draws(name: str, table: str) -> None:
    """The pictures of the README are not older than the code."""
    kept = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == draw(Table.parse(table)).svg + "\n"


def test_every_module_of_the_kernel_has_a_row() -> None:
    """The page on the solver says of each, once, what it does, and of no other."""
    page = (DOCS / "solver.md").read_text(encoding="utf-8")
    kernel = Path(manipulation.solver.__path__[0]).glob("_kernel_*.py")
    assert sorted(re.findall(r"^\| `(_kernel_\w+)` \|", page, re.MULTILINE)) == sorted(
        path.stem for path in kernel
    )


def test_every_example_is_shown() -> None:
    """The page of the examples has them all."""
    page = (DOCS / "examples.md").read_text(encoding="utf-8")
    for path in (DOCS.parent / "examples").glob("*.py"):
        assert f"../examples/{path.name}" in page


def test_the_diagram_shows_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The diagram of the phases has the moves of the table in the design, and no other."""
    monkeypatch.syspath_prepend(DOCS / "extensions")
    diagrams = importlib.import_module("diagrams")
    assert diagrams.transitions() == {
        (Phase.DRAW, Phase.MELD): ["draw"],
        (Phase.MELD, Phase.MELD): ["draw"],
        (Phase.MELD, Phase.END): ["draw", "play"],
        (Phase.MELD, Phase.LAST_LAP): ["end"],
        (Phase.MELD, Phase.OVER): ["knock", "play"],
        (Phase.END, Phase.DRAW): ["end"],
        (Phase.END, Phase.LAST_LAP): ["end"],
        (Phase.END, Phase.OVER): ["knock"],
        (Phase.LAST_LAP, Phase.LAST_LAP): ["end", "play"],
        (Phase.LAST_LAP, Phase.OVER): ["end", "play"],
    }


def test_every_page_is_found_from_the_first(site: Path) -> None:
    """Each Markdown page is built, and the search knows it."""
    pages = [path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")]
    assert [page for page in pages if not (site / page).is_file()] == []
