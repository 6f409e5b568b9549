"""Which tests run which lines, and how long they take: noted once for each test file."""

from __future__ import annotations

import pickle
import re
from collections import defaultdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final

import coverage
import pytest

from tests.mutation.forks import forked
from tests.mutation.rooms import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tests.mutation.mutants import Mutant

OPTIONS: Final = (
    *("-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:cov", "-q", "-s"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
"""Options of every pytest session here: nothing is measured, kept or caught."""

_NAME: Final = re.compile(r"[^\W\d]\w*")

Lines = dict[str, dict[int, set[str]]]
"""For each module's file the tests that ran each line."""


def digest_of(files: Iterable[str]) -> str:
    """Tell some test files, and the package as it is, from all others."""
    digest = sha256()
    for path in (*map(Path, files), *sorted(SOURCES.rglob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Notes:
    """What is known of the tests of some files."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: Lines = defaultdict(lambda: defaultdict(set))

    @classmethod
    def of(cls, files: Sequence[str], folder: Path) -> Notes:
        """Read the notes on test files, and make those that are missing."""
        notes = cls()
        for file in files:
            path = folder / f"{Path(file).stem}-{digest_of([file])}.notes"
            if not path.exists():
                forked(partial(_note, file, path))
            if path.exists():
                seconds, lines = pickle.loads(path.read_bytes())  # noqa: S301 -- our own notes
                notes.seconds |= seconds
                for source, tests in lines.items():
                    for line, names in tests.items():
                        notes.lines[source][line] |= names
        return notes

    def tests_for(self, mutant: Mutant, path: Path) -> set[str]:
        """Name the tests that run the statement; if none does, those that run the function.

        What runs at import alone is tried on the tests that run a line where its name stands.
        """
        for lines in (mutant.lines, mutant.function_lines):
            if names := self._running(lines, path):
                return names
        return self._running(_lines_with_name(mutant, path), path)

    def is_run(self, mutant: Mutant, path: Path) -> bool:
        """Tell whether any test runs its function: what runs at import alone is over by then."""
        return bool(self._running(mutant.function_lines, path))

    def _running(self, lines: Iterable[int], path: Path) -> set[str]:
        """Name the tests that run any of some lines."""
        by_line = self.lines[str(path)]
        return {name for line in lines for name in by_line.get(line, ())}


def _lines_with_name(mutant: Mutant, path: Path) -> list[int]:
    """List the lines that have the first name of a mutant's statement in them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not mutant.lines or (name := _NAME.search(lines[mutant.lines.start - 1])) is None:
        return []
    whole = re.compile(rf"\b{name[0]}\b")
    return [number for number, line in enumerate(lines, start=1) if whole.search(line)]


class _Noting:
    """A pytest plugin that measures each test by itself."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(data_file=None, source_pkgs=["manipulation"])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Iterator[None]:
        self.coverage.start()
        done = yield
        self.coverage.stop()
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without a mutant tells nothing of one."""
        if report.failed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        began = process_time()
        done = yield
        self.seconds[item.nodeid] = process_time() - began
        return done


def _note(file: str, path: Path) -> int:
    noting = _Noting()
    code = pytest.main([*OPTIONS, file], plugins=[noting])
    data = noting.coverage.get_data()
    lines = {
        source: {
            line: set(names) - {""} - noting.failed
            for line, names in data.contexts_by_lineno(source).items()
        }
        for source in data.measured_files()
        if source.startswith(str(SOURCES))
    }
    seconds = {test: took for test, took in noting.seconds.items() if test not in noting.failed}
    path.write_bytes(pickle.dumps((seconds, lines)))
    return int(code)
