"""The examples in the clone run, say something, and are short."""

import io
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(name: str, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Run an example as a script without arguments, and give what it prints."""
    patch.setattr(sys, "argv", [name])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_an_example_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each example runs as a script, from its file alone; what it asks for has ended."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(name, monkeypatch, capsys)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short(name: str) -> None:
    """Under eighty lines."""
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 80


def test_a_game_at_one_keyboard_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Players who only draw and end their turns, in or out of turn, reach a winner."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("draw\nend\n" * 20_000))
    printed = run("hot_seat.py", monkeypatch, capsys)
    assert "MUST_DRAW (D4)" in printed
    assert printed.splitlines()[-1].startswith("Winners: (")


def test_puzzles_are_graded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The hardest comes last."""
    printed = run("puzzle.py", monkeypatch, capsys)
    grades = [line[-1] for line in printed.splitlines() if line.startswith("Melds that must")]
    assert grades == sorted(grades)
