"""The person's side of the program: lines out, lines in, and a curtain between two persons."""

from __future__ import annotations

import sys
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import TYPE_CHECKING, Protocol

from manipulation.cli.board import WIDTH
from manipulation.cli.paper import Paper

if TYPE_CHECKING:
    from manipulation.cli.answers import Line


class Terminal(Protocol):
    """Where a game is played: what the host needs of a terminal, and a test can give."""

    @property
    def width(self) -> int:
        """How many columns a line has."""

    def say(self, *lines: Line) -> None:
        """Show lines."""

    def ask(self, prompt: str) -> str:
        """Wait for a line; the end of input is an `EOFError`."""

    def curtain(self) -> None:
        """Hide all that has been shown and typed."""


class Streams:
    """Standard input and output: a terminal with line editing, or pipes."""

    def __init__(self) -> None:
        """Look at what they are; `typed` is whether a person sits at both ends of them.

        What is typed and is no text is marked where it stands.
        """
        self._paper = Paper()
        self.typed = bool(sys.stdin and sys.stdin.isatty() and self._paper.width)
        if isinstance(sys.stdin, TextIOWrapper):
            with suppress(UnsupportedOperation):  # as it is once something has been read
                sys.stdin.reconfigure(errors="replace")
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415 -- it gives `input` line editing

    @property
    def width(self) -> int:
        """How many columns a line has."""
        return self._paper.width or WIDTH

    def say(self, *lines: Line) -> None:
        """Show lines."""
        for line in lines:
            self._paper.line(line)

    def ask(self, prompt: str) -> str:
        """Wait for a line; in a transcript it stands after its prompt, as on a terminal.

        Input that is gone, or cannot be read, is at its end.
        """
        try:
            if self.typed:
                return input(self._paper.fit(prompt))
            text = sys.stdin.readline() if sys.stdin else ""
        except OSError as error:
            raise EOFError from error
        if not text:
            raise EOFError
        text = text.rstrip("\r\n")
        self._paper.exact(f"{prompt}{text}")
        return text

    def curtain(self) -> None:
        """Hide all that has been shown and typed, and forget what was typed."""
        if self.typed:
            self._paper.clear()
            readline = sys.modules.get("readline")
            if readline is not None:
                readline.clear_history()
