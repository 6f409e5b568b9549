"""The examples in the clone run, and say something."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each example runs as a script, from its file alone."""
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out
