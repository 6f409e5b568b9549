"""Mutants against tests: in a process where all is imported, and in one where nothing is."""

from __future__ import annotations

import gc
import mmap
import os
import sys
from collections import defaultdict
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import pairwise
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.forks import code_of, forked, limit, status_of
from tests.mutation.notes import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.mutation.mutants import Mutant

SURVIVED: Final = 0
KILLED: Final = 1
NOT_TRIED: Final = 90
"""The mutant is not inside a function that can be changed in place."""

_FEW: Final = 5
_SLOT: Final = 4

Tried = tuple["Mutant", "Path", list[str]]
"""A mutant, the file of its module, and the tests to try in order."""


def run_warm(
    plan: Sequence[Tried],
    files: Sequence[str],
    seconds: dict[str, float],
    add: Callable[[Mutant, int], None],
    jobs: int,
) -> None:
    """Collect the tests once, then fork for each mutant and change the one function in place."""

    def task() -> int:
        return int(pytest.main([*OPTIONS, *files], plugins=[_Warm(plan, seconds, add, jobs)]))

    forked(task, limited=False)


class _Warm:
    """A pytest plugin that runs the tests once for each mutant instead of once."""

    def __init__(
        self,
        plan: Sequence[Tried],
        seconds: dict[str, float],
        add: Callable[[Mutant, int], None],
        jobs: int,
    ) -> None:
        self._plan = plan
        self._seconds = seconds
        self._add = add
        self._jobs = jobs
        self._functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        self._killers: dict[str, list[str]] = defaultdict(list)
        self._killed_by = memoryview(mmap.mmap(-1, _SLOT * max(1, len(plan)))).cast("i")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        for each in {mutant.module for mutant, _, _ in self._plan}:
            import_module(each)
        gc.collect()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                code = thing.__code__
                self._functions[code.co_filename, code.co_qualname].append(thing)
        gc.freeze()
        running: dict[int, int] = {}
        for number, (mutant, _, tests) in enumerate(self._plan):
            while len(running) >= self._jobs:
                self._wait(running)
            first = [test for test in self._killers[mutant.function] if test in tests]
            ordered = dict.fromkeys([*first, *tests])
            chosen = [items[test] for test in ordered if test in items]
            child = forked(lambda: self._try(number, chosen), wait=False)  # noqa: B023
            running[child] = number
        while running:
            self._wait(running)
        return True

    def _wait(self, running: dict[int, int]) -> None:
        child, status = os.wait()
        if child in running:
            number = running.pop(child)
            mutant, _, tests = self._plan[number]
            self._add(mutant, code_of(status))
            if place := self._killed_by[number]:
                self._remember(mutant.function, tests[place - 1])

    def _remember(self, function: str, test: str) -> None:
        """Try first on a function what has killed other mutants of it, the latest first."""
        killers = self._killers[function]
        if test in killers:
            killers.remove(test)
        killers.insert(0, test)
        del killers[_FEW:]

    def _try(self, number: int, items: list[pytest.Item]) -> int:
        mutant, path, tests = self._plan[number]
        if not mutant.function or not self._changed(mutant, path):
            return NOT_TRIED
        for item, after in pairwise([*items, None]):
            if item is not None:
                limit(self._seconds.get(item.nodeid, 1.0))
                reports = runtestprotocol(item, log=False, nextitem=after)
                if any(report.failed for report in reports):
                    self._killed_by[number] = tests.index(item.nodeid) + 1
                    return KILLED
        return SURVIVED

    def _changed(self, mutant: Mutant, path: Path) -> bool:
        """Put the mutant's code into the function that is there."""
        module = compile(mutant.source, path, "exec", dont_inherit=True)
        new = [code for code in _codes(module) if code.co_qualname == mutant.function]
        lines = mutant.function_lines
        done = False
        for code in new:
            for function in self._functions[str(path), mutant.function]:
                old = function.__code__
                first = old.co_firstlineno
                if first == code.co_firstlineno and old != code and first in _around(lines):
                    if old.co_freevars != code.co_freevars:
                        return False
                    function.__code__ = code
                    done = True
        return done


def _around(lines: range) -> range:
    """Cover a function's decorators too."""
    return range(lines.start - 5, lines.stop)


def _codes(code: CodeType) -> list[CodeType]:
    """List the code of every function and class in some code."""
    found = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += [constant, *_codes(constant)]
    return found


class _Loader(SourceFileLoader):
    """Loads a mutant's source in the place of the module's."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.get_filename(fullname), "exec", dont_inherit=True)


class _Finder:
    """Finds the one module that is mutated."""

    def __init__(self, mutant: Mutant, path: Path) -> None:
        self._mutant = mutant
        self._path = path

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self._mutant.module:
            return None
        loader = _Loader(name, str(self._path), self._mutant.source)
        return spec_from_file_location(name, self._path, loader=loader)


class _Chosen:
    """A pytest plugin that runs some tests, in order, until one fails."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}
        self._seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places),
            key=lambda item: self._places[item.nodeid],
        )

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limit(self._seconds.get(item.nodeid, 1.0))


def run_fresh(tried: Tried, files: Sequence[str], seconds: dict[str, float]) -> int:
    """Import everything anew in a child, with the mutant in the place of its module."""
    mutant, path, tests = tried

    def task() -> int:
        limit(60)
        sys.meta_path.insert(0, _Finder(mutant, path))
        code = pytest.main([*OPTIONS, "-x", *files], plugins=[_Chosen(tests, seconds)])
        passed = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return SURVIVED if passed else KILLED

    return status_of(forked(task, wait=False))
