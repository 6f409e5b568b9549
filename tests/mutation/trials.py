"""The mutants of a room against the tests of some files; each verdict is kept when it is found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import evolve

from tests.mutation.notes import Notes, digest_of
from tests.mutation.rooms import is_own, is_signature
from tests.mutation.trying import NOT_TRIED, SURVIVED, run_fresh, run_warm

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.mutation.mutants import Mutant
    from tests.mutation.trying import Tried

    Mutants = list[tuple[Mutant, Path]]


class Verdicts:
    """What came of each mutant, a line each in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.codes: dict[str, int] = {}
        if path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            self.codes = {
                key: int(code) for key, _, code in (line.partition(" ") for line in lines)
            }

    def add(self, mutant: Mutant, code: int) -> None:
        """Keep one."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{key_of(mutant)} {code}\n")

    def of(self, mutants: Mutants) -> list[int | None]:
        """Give what is known."""
        return [self.codes.get(key_of(mutant)) for mutant, _ in mutants]


def key_of(mutant: Mutant) -> str:
    """Tell the mutant, and the module that it was made of, from all others."""
    return sha256(f"{mutant.name}\n{mutant.source}".encode()).hexdigest()[:20]


def not_killed(mutants: Mutants, room: str, folder: Path) -> Mutants:
    """Leave out those that some test has killed in an earlier run."""
    killed = {
        key
        for path in folder.glob(f"{room}-*")
        for key, code in Verdicts(path).codes.items()
        if code not in (SURVIVED, NOT_TRIED)
    }
    return [each for each in mutants if key_of(each[0]) not in killed]


class Trial:
    """Mutants of a room against the tests of some files."""

    def __init__(
        self, room: str, files: Sequence[str], folder: Path, jobs: int, budget: float
    ) -> None:
        """Take the budget in seconds: what a mutant's tests take together without it, noted."""
        self._budget = budget
        self._room = room
        self._files = files
        self._folder = folder
        self._jobs = jobs
        self._notes = Notes.of(files, folder)
        self._stage = f"{room}-{digest_of(files)}"

    def in_place(self, mutants: Mutants) -> tuple[Mutants, Mutants]:
        """Try them where all is imported; give those that live, and those that cannot be tried.

        What runs at import alone cannot: it has run already.
        """

        def decide(undecided: Mutants, add: Callable[[Mutant, int], None]) -> None:
            run = [each for each in undecided if self._notes.is_run(*each)]
            plan = [self._with_tests(*each) for each in run]
            run_warm(plan, self._files, self._notes.seconds, add, self._jobs)

        codes = self._decided("in-place", mutants, decide)
        living, untried = (
            [each for each, code in zip(mutants, codes, strict=True) if code == wanted]
            for wanted in (SURVIVED, NOT_TRIED)
        )
        return living, untried

    def anew(self, mutants: Mutants) -> Mutants:
        """Try them with fresh imports, and give those that live."""

        def decide(undecided: Mutants, add: Callable[[Mutant, int], None]) -> None:
            mutant, path = undecided[0]
            control = evolve(mutant, source=path.read_text(encoding="utf-8"))
            if self._fresh(control, path) != SURVIVED:
                raise RuntimeError(f"{self._files}: the tests do not pass without a mutant")
            with ThreadPoolExecutor(self._jobs) as pool:
                pool.map(lambda each: add(each[0], self._fresh(*each)), undecided)

        codes = self._decided("anew", mutants, decide)
        return [each for each, code in zip(mutants, codes, strict=True) if code == SURVIVED]

    def _decided(
        self,
        how: str,
        mutants: Mutants,
        decide: Callable[[Mutants, Callable[[Mutant, int], None]], None],
    ) -> list[int]:
        """Give the verdicts; find those that are not known yet."""
        path = self._folder / f"{self._stage}-{how}"
        verdicts = Verdicts(path)
        undecided = [
            each for each, code in zip(mutants, verdicts.of(mutants), strict=True) if code is None
        ]
        if undecided:
            decide(undecided, verdicts.add)
        return [NOT_TRIED if code is None else code for code in Verdicts(path).of(mutants)]

    def _fresh(self, mutant: Mutant, path: Path) -> int:
        return run_fresh(self._with_tests(mutant, path), self._files, self._notes.seconds)

    def _with_tests(self, mutant: Mutant, path: Path) -> Tried:
        """Choose tests that run it while time allows, own and quick ones first."""
        seconds = self._notes.seconds
        names = self._notes.tests_for(mutant, path) or set(seconds)
        chosen: list[str] = []
        # Neither signatures nor the others take all of the time, where there are both.
        budget = self._budget / len({is_signature(test) for test in names} or {None})
        for kind in (True, False):
            total = 0.0
            for name in sorted(
                (test for test in names if is_signature(test) is kind),
                key=lambda test: (not is_own(self._room, test), seconds[test]),
            ):
                total += seconds[name]
                if total > budget:
                    break
                chosen.append(name)
        return mutant, path, chosen
