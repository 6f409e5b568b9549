"""The documentation builds without a warning, and has a place for every public name."""

import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import manipulation
import manipulation.testing

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
    """What `manipulation` and `manipulation.testing` offer is found by its last name."""
    pages = documented(site)
    explained = {
        name.rpartition(".")[2] for name, page in pages.items() if page.startswith("reference/")
    }
    assert {*manipulation.__all__, *manipulation.testing.__all__} <= explained


def test_every_page_is_found_from_the_first(site: Path) -> None:
    """Each Markdown page is built, and the search knows it."""
    pages = [path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")]
    assert [page for page in pages if not (site / page).is_file()] == []
