"""Write the page that shows the smallest example found of each planted fault.

`python -m tests.planted_faults > docs/planted_faults.md`
"""

import inspect
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

from manipulation.testing import DisagreementError, check_conformance
from tests.faulty_engines import SEVEN
from tests.naive_engine import NaiveEngine

PAGE = Path(__file__).parents[1] / "docs" / "planted_faults.md"

_HEAD = """\
# Seven planted faults

Each of these engines has one fault, and gives no reason when it refuses a move. Below it stands
what [the conformance test](conformance.md) prints of it, for the fewest players with whom it is
found. `retrace` does each again. `python -m tests.planted_faults` writes this page.
"""


def smallest(engine: type[NaiveEngine]) -> str:
    """Give the message of the shortest example with the fewest players, the same in every run."""
    found = settings(
        database=None,
        derandomize=True,
        stateful_step_count=4,  # what is found in few steps is short
        suppress_health_check=list(HealthCheck),
    )
    for players in range(2, 6):
        try:
            check_conformance(engine, players=[players], codes="ignored", settings=found)
        except DisagreementError as error:
            return str(error)
    return "Nothing is found."


def section(engine: type[NaiveEngine], message: str) -> str:
    """Write what is shown of one engine."""
    fault = inspect.getdoc(engine)
    return f"\n## {engine.__name__}\n\n{fault}\n\n```text\n{message}\n```\n"


def shown() -> dict[str, str]:
    """Read the messages on the page, by the engine's name."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    return {
        part.partition("\n")[0]: part.split("```text\n")[1].split("\n```")[0] for part in sections
    }


if __name__ == "__main__":
    sys.stdout.write(_HEAD)
    for planted in SEVEN:
        sys.stdout.write(section(planted, smallest(planted)))
        sys.stdout.flush()
