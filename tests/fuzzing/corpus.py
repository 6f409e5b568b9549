"""The corpus: for each target a list of texts, each of which runs something that no other does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

CORPUS: Final = Path(__file__).parents[1] / "data" / "fuzz_corpus"


def texts_of(target: str) -> list[str]:
    """Read the texts that the corpus has for a target."""
    path = CORPUS / f"{target}.json"
    if not path.exists():
        return []
    texts: list[str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def keep(target: str, texts: list[str]) -> None:
    """Write the texts of a target, the shortest first; halves of surrogate pairs are escaped."""
    lines = ",\n".join(json.dumps(text) for text in sorted(set(texts), key=lambda t: (len(t), t)))
    (CORPUS / f"{target}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
