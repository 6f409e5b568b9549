"""What a type checker says of the public names, and of programs that misuse them."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import manipulation
import manipulation.testing

ROOT = Path(__file__).parents[1]
ACCEPTED = ROOT / "tests" / "typing" / "accepted.py"
ACCEPTED_TESTING = ROOT / "tests" / "typing" / "accepted_testing.py"


@cache
def used_in(path: Path) -> set[str]:
    """Name all that the functions of a module use; to import a name is not to use it."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.id
        for function in module.body
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
    }


class TestTypes:
    """Every public name has a type that users can rely on."""

    @pytest.mark.parametrize("name", manipulation.__all__)
    def test_every_name_has_its_type_checked(self, name: str) -> None:
        """Each of them is used where mypy asserts types."""
        assert name in used_in(ACCEPTED)

    @pytest.mark.parametrize("name", manipulation.testing.__all__)
    def test_every_name_of_the_kit_too(self, name: str) -> None:
        """Each name of `manipulation.testing` likewise."""
        assert name in used_in(ACCEPTED_TESTING)

    def test_mypy_accepts_and_refuses(self) -> None:
        """Mypy agrees with each type, and refuses each line that says with what it is refused."""
        command = [sys.executable, "-m", "mypy", "tests/typing"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == (
            "Success: no issues found in 4 source files\n",
            0,
        )
