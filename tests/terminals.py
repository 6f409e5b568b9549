"""Terminals to test with: in memory, refusing, or typing from a list."""

import io
import os
import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from manipulation.cli.answers import Line


@contextmanager
def ctrl_c_is_heard() -> Iterator[None]:
    """Let what is started here end by Ctrl-C.

    A shell that starts the tests in the background has them ignore it, and so what they start.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Screen(io.TextIOWrapper):
    """A terminal in memory."""

    def __init__(self, encoding: str = "utf-8") -> None:
        """Say which encoding it has."""
        super().__init__(io.BytesIO(), encoding, newline="\n")

    def isatty(self) -> bool:
        """Say that it is a terminal."""
        return True

    def shown(self) -> str:
        """Give what has been written."""
        self.seek(0)
        return self.read()


class Refusing(io.StringIO):
    """A stream that nothing can be written to; another file lends it a descriptor."""

    def __init__(self, file: IO[bytes], why: int) -> None:
        """Keep the file, and the number of the error."""
        super().__init__()
        self.file = file
        self.why = why

    def write(self, _: str) -> int:
        """Refuse it."""
        raise OSError(self.why, os.strerror(self.why))

    def fileno(self) -> int:
        """Give the descriptor of the file."""
        return self.file.fileno()


class Keyboard(io.TextIOWrapper):
    """A person's keyboard in memory."""

    def __init__(self, typed: str = "") -> None:
        """Keep what is typed."""
        super().__init__(io.BytesIO(typed.encode()), "utf-8")

    def isatty(self) -> bool:
        """Say that it is a terminal."""
        return True


class Script:
    """A terminal on which the lines of a list are typed; after the last one the input ends."""

    width = 80

    def __init__(self, typed: Iterable[str] = ()) -> None:
        """Keep what is typed."""
        self.typed = iter(typed)
        self.lines: list[str] = []
        """What has been shown and typed since the last curtain."""
        self.behind: list[str] = []
        """What was before it."""

    def say(self, *lines: Line) -> None:
        """Keep the lines."""
        self.lines += map(text_of, lines)

    def ask(self, prompt: str) -> str:
        """Type the next line."""
        for typed in self.typed:
            self.lines.append(prompt + typed)
            return typed
        raise EOFError

    def curtain(self) -> None:
        """Hide all lines."""
        self.behind += self.lines
        self.lines = []

    @property
    def text(self) -> str:
        """All that has been shown, in order."""
        return "\n".join([*self.behind, *self.lines])


class Idler(Script):
    """A person who draws and never plays, and keeps no game."""

    def ask(self, prompt: str) -> str:
        """Type what the last line asks for."""
        last = self.lines[-1] if self.lines else ""
        if "Keep" in prompt:
            typed = "no"
        elif "Enter" in prompt:
            typed = ""
        else:
            typed = "draw" if "draw" in last.lower() else "end"
        self.lines.append(prompt + typed)
        return typed


def text_of(line: Line) -> str:
    """Write a line as it is in a pipe."""
    return line.start + "".join(map(str, line.parts))


def without_colour(text: str) -> str:
    """Take the escape sequences away."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
