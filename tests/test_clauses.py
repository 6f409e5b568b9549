"""Each clause of the rulebook that decides something has a test class that quotes it."""

import ast
import re
from pathlib import Path

NOT_DECIDING = {
    "R1": "what the game is; R22 says what a player must add",
    "R4": "what a player is after; no move is judged by it",
    "R25": "what a joker is for; R26 to R30 and D21 say what it may do",
}
"""The other clauses, and why no test class is theirs."""

CLAUSE = re.compile(r"(?<![A-Z])[RD][1-9][0-9]?(?![0-9])")


def test_every_clause_is_quoted_or_listed() -> None:
    """From R1 to R46 and from D1 to D34."""
    quoted: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                quoted |= set(CLAUSE.findall(f"{node.name} {ast.get_docstring(node)}"))
    clauses = {f"R{number}" for number in range(1, 47)} | {f"D{number}" for number in range(1, 35)}
    assert clauses - quoted == set(NOT_DECIDING)
