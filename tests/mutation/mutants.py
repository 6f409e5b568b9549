"""Mutants: copies of a module with one thing changed, by mutmut's operators and some of our own."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import libcst as cst
from attrs import frozen
from libcst.metadata import BaseMetadataProvider, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


@frozen
class Mutant:
    """One change: where it is, what it is, and the whole source of the module with it."""

    module: str
    line: int
    lines: range
    """The lines of the statement that is changed: a test that runs none of them cannot see it."""
    function: str
    """The outermost function that holds the change; empty outside of functions."""
    function_lines: range
    change: str
    source: str

    @property
    def name(self) -> str:
        """Tell it from all others."""
        return f"{self.module}:{self.line}: {self.change}"


def mutants_of(module: str, path: Path) -> list[Mutant]:
    """Make all mutants of a module, each once; what does not compile is none."""
    source = path.read_text(encoding="utf-8")
    visitor = _Visitor(module, source)
    MetadataWrapper(cst.parse_module(source)).visit(visitor)
    seen = {source}
    kept = []
    for mutant in visitor.mutants:
        if mutant.source not in seen and _compiles(mutant.source):
            seen.add(mutant.source)
            kept.append(mutant)
    return kept


def _compiles(source: str) -> bool:
    try:
        compile(source, "", "exec")
    except SyntaxError:
        return False
    return True


_Change: TypeAlias = tuple[cst.CSTNode, cst.CSTNode]


def _own(node: cst.CSTNode) -> Iterator[_Change]:
    """Make the changes that mutmut does not make."""
    match node:
        case cst.If(test) | cst.CompIf(test):  # a condition that always holds, or never
            yield from ((test, cst.Name("True")), (test, cst.Name("False")))
        case cst.While(test):
            yield test, cst.Name("False")
        case cst.BooleanOperation(left, _, right):  # one side of an `and` or `or` alone
            for side in (left, right):
                yield node, side.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        case cst.Integer() if node.evaluated_value > 0:  # one less; mutmut's is one more
            yield node, cst.Integer(repr(node.evaluated_value - 1))
        case cst.Expr() | cst.Raise() | cst.AugAssign():  # a statement left out
            yield node, cst.Pass()
        case cst.Return(cst.Name("False" | "None") | None):
            return  # a condition does not tell these apart
        case cst.Return():
            yield node, cst.Return(cst.Name("None"))
        case _:
            return


def _mutmuts(node: cst.CSTNode) -> Iterator[_Change]:
    """Make the changes that mutmut makes, but for texts in capitals, which tell no more."""
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            changes = list(operator(node))
            if isinstance(node, cst.SimpleString):
                del changes[1:]
            for changed in changes:
                yield node, changed


class _Visitor(cst.CSTVisitor):
    """Makes the mutants, as changes of the text between two places of the source."""

    METADATA_DEPENDENCIES: ClassVar[Collection[type[BaseMetadataProvider[object]]]] = (
        PositionProvider,
    )

    def __init__(self, module: str, source: str) -> None:
        super().__init__()
        self.mutants: list[Mutant] = []
        self._module = module
        self._source = source
        self._starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
        self._code = cst.Module([])
        self._statement = self._function_lines = range(0)
        self._scopes: list[str] = []
        self._function = ""

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note where we are, and make the mutants of one node."""
        if _left_alone(node):
            return False
        self._enter(node)
        if isinstance(node, cst.Match):
            for case in node.cases:
                self._without(case)
        else:
            for old, changed in (*_mutmuts(node), *_own(node)):
                self._changed(old, changed)
        return True

    def _enter(self, node: cst.CSTNode) -> None:
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._scopes.append(node.name.value)
            if isinstance(node, cst.FunctionDef) and not self._function:
                self._function, self._function_lines = ".".join(self._scopes), self._lines(node)
        if isinstance(node, cst.SimpleStatementLine):
            self._statement = self._lines(node)
        elif isinstance(node, cst.BaseCompoundStatement):
            first = node.cases[0] if isinstance(node, cst.Match) else node.body
            self._statement = range(self._lines(node).start, self._lines(first).start + 1)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Note that a function or class ends."""
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef) and self._scopes:
            if self._function == ".".join(self._scopes):
                self._function, self._function_lines = "", range(0)
            self._scopes.pop()

    def _lines(self, node: cst.CSTNode) -> range:
        place = self.get_metadata(PositionProvider, node)
        return range(place.start.line, place.end.line + 1)

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        place = self.get_metadata(PositionProvider, node)
        start, end = place.start, place.end
        return self._starts[start.line - 1] + start.column, self._starts[end.line - 1] + end.column

    def _text(self, node: cst.CSTNode) -> str:
        """Write a node as it stands between its places, without the brackets around it."""
        if getattr(node, "lpar", ()):
            node = node.with_changes(lpar=(), rpar=())
        return self._code.code_for_node(node)

    def _changed(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        start, end = self._span(node)
        derived = getattr(node, "lpar", ()) and type(node) is type(changed)
        after = self._text(changed) if derived else self._code.code_for_node(changed)
        self._add(node, start, end, after)

    def _without(self, case: cst.MatchCase) -> None:
        lines = self._lines(case)
        start, end = self._starts[lines.start - 1], self._starts[lines.stop - 1]
        self._add(case, start, end, "")

    def _add(self, node: cst.CSTNode, start: int, end: int, after: str) -> None:
        line = self._lines(node).start
        before = self._source[start:end]
        self.mutants.append(
            Mutant(
                self._module,
                line,
                self._statement if line in self._statement else range(line, line + 1),
                self._function,
                self._function_lines,
                f"{_short(before)} -> {_short(after)}",
                self._source[:start] + after + self._source[end:],
            )
        )


def _left_alone(node: cst.CSTNode) -> bool:
    """Tell what is not changed: annotations, imports, docstrings, and what only types read."""
    match node:
        case (
            cst.Annotation()
            | cst.Import()
            | cst.ImportFrom()
            | cst.Decorator()
            | cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString())
            | cst.If(test=cst.Name("TYPE_CHECKING"))
            | cst.Call(func=cst.Name("TypeVar" | "assert_never"))
            | cst.Expr(value=cst.Call(func=cst.Name("assert_never")))
            | cst.Assign(targets=[cst.AssignTarget(cst.Name("__all__"))])
            | cst.Assign(value=cst.Call(func=cst.Name("TypeVar")))
            | cst.AnnAssign(annotation=cst.Annotation(cst.Name("TypeAlias")))
            | cst.Assign(value=cst.Subscript(cst.Name("dict" | "list" | "set" | "tuple")))
        ):
            return True
        case _:
            return False


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 70 else f"{text[:69]}…"
