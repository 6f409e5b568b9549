"""`python -m tests.mutation [ROOM ...]`: mutate the rooms, and list the mutants that survive."""

from __future__ import annotations

import argparse
import os
import random
import sys
from time import monotonic
from typing import TYPE_CHECKING, Final

os.environ["HYPOTHESIS_PROFILE"] = "mutants"
os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # ours would import the package before it is mutated

import cattrs.gen
import cattrs.preconf.json
import cattrs.strategies  # noqa: F401
import hypothesis.stateful  # noqa: F401
import jsonschema  # noqa: F401 -- imported before the forks, so that no child does it again

from tests.mutation.mutants import mutants_of
from tests.mutation.rooms import FIRST, ROOT, SOURCES, modules_of, other_files, test_files
from tests.mutation.trials import Trial, not_killed

if TYPE_CHECKING:
    from tests.mutation.trials import Mutants

FOLDER: Final = ROOT / "build" / "mutation"
"""Where notes on the tests and verdicts on mutants are kept: what was killed is not tried again."""


def main() -> int:
    """Mutate the rooms that are named, or all; the exit code tells nothing of the survivors."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(FIRST)}")
    parser.add_argument("--modules", default="", help="only modules whose name has this in it")
    parser.add_argument("--share", type=float, default=1.0, help="try this share, drawn by a seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--own", action="store_true", help="try the rooms' own tests alone")
    parser.add_argument("--budget", type=float, default=15.0, help="seconds of tests a mutant")
    options = parser.parse_args()
    sys.path.insert(0, str(SOURCES))
    FOLDER.mkdir(parents=True, exist_ok=True)
    began = monotonic()
    total = survived = 0
    for room in options.rooms or FIRST:
        mutants = _mutants(room, options.modules, options.share)
        left = _survivors(room, mutants, options.jobs, options.budget, own=options.own)
        for mutant, _ in left:
            print(f"  {mutant.name}")
        total, survived = total + len(mutants), survived + len(left)
        print(f"{room}: {_figure(len(mutants), len(left))}", flush=True)
    minutes = (monotonic() - began) / 60
    print(f"all: {_figure(total, survived)}, in {minutes:.0f} min")
    return 0


def _figure(total: int, survived: int) -> str:
    killed = total - survived
    return f"{killed:,} of {total:,} killed, {100 * killed / max(1, total):.1f} %"


def _mutants(room: str, part: str, share: float) -> Mutants:
    mutants = [
        (mutant, path)
        for module, path in modules_of(room)
        if part in module
        for mutant in mutants_of(module, path)
    ]
    if share < 1:
        mutants = random.Random(0).sample(mutants, round(share * len(mutants)))
    return mutants


def _survivors(room: str, mutants: Mutants, jobs: int, budget: float, *, own: bool) -> Mutants:
    """Try the mutants on the room's own tests, and those that live on those of other rooms too."""
    mutants = not_killed(mutants, room, FOLDER)
    trial = Trial(room, test_files(room), FOLDER, jobs, budget)
    living, untried = trial.in_place(mutants)
    untried = trial.anew(untried)
    if own or not (living or untried):
        return living + untried
    trial = Trial(room, other_files(room), FOLDER, jobs, budget)
    living, _ = trial.in_place(living)
    return trial.anew(living + untried)


if __name__ == "__main__":
    sys.exit(main())
