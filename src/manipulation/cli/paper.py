"""Where answers are written: a terminal has colour, suit symbols and a width; a pipe has none."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import suppress
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from manipulation.cards import Suit
from manipulation.melds import Group, Sequence
from manipulation.table import Play, Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, NoReturn

    from manipulation.cli.answers import Line

NO_ANSWER: Final = 2
"""The exit status where there is no answer: the input is bad, or the disk is full."""

NO_READER: Final = 141
"""The exit status where the reader is gone: the shell's for a process that SIGPIPE ends."""

_CARD: Final = re.compile(r"(?<!\S)(?:(?P<rank>[A2-9TJQK])(?P<suit>[cdhs])(?P<joker>\*?)|\*)(?!\S)")
_WITHIN_MELD: Final = re.compile(r"(?<!\|) ")
_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)
_TIED: Final = "\N{NO-BREAK SPACE}"
_WIDE: Final = 1_000_000

_SIZE: Final = re.compile(r"0*[1-9][0-9]{0,5}")
"""A number of columns or rows in the environment that can be one."""

_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""The screen is cleared, and then what has been scrolled off it."""

_SCREENFUL: Final = 100
"""So many empty lines push what has been shown out of sight."""


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        """Leave quietly when nobody reads on."""
        abandon(self.file)
        sys.exit(NO_READER)


class Paper:
    """A stream that takes lines: standard output, or standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        """Look at what the stream is, and at NO_COLOR, which means no escape sequence at all."""
        columns, rows = (None, None) if _size_is_sound() else get_terminal_size()
        self._console = _Console(
            stderr=stderr,
            color_system=None if os.environ.get("NO_COLOR") else "auto",
            width=columns,
            height=rows,
        )
        self._on_screen = self._console.file.isatty()
        self._symbols = self._on_screen and not self._console.options.ascii_only

    def line(self, line: Line) -> None:
        """Write one line, on a terminal wrapped between words, cards or, in a table, melds."""
        text = Text()
        for part in line.parts:
            text.append_text(Text(part) if isinstance(part, str) else self._notation(part))
        width = self._console.width if self._on_screen else _WIDE
        for row in _wrapped(text, line.start, width):
            row.plain = row.plain.replace(_TIED, " ")
            self._print(row)

    def exact(self, text: str) -> None:
        """Write text as it is."""
        self._print(Text(text))

    @property
    def width(self) -> int | None:
        """How many columns the terminal has; None for what is no terminal."""
        return self._console.width if self._on_screen else None

    def clear(self) -> None:
        """Clear the terminal and what has been scrolled off it, or push it away where it cannot."""
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._console.file.write(_CLEAR)
            self._console.file.flush()
        else:
            self.exact("\n" * _SCREENFUL)

    def fit(self, text: str) -> str:
        """Put a question mark for what the stream's encoding has not."""
        encoding = self._console.encoding
        return text.encode(encoding, "replace").decode(encoding)

    def _print(self, text: Text) -> None:
        """Print a row, as far as the stream's encoding goes."""
        text.plain = self.fit(text.plain)
        self._console.print(text, soft_wrap=True)

    def _notation(self, value: object) -> Text:
        """Give the notation of a value, its cards in colour, with symbols if they can be shown."""
        text, plain, end = Text(), str(value), 0
        for card in _CARD.finditer(plain):
            text.append(plain[end : card.start()])
            text.append_text(self._card(card))
            end = card.end()
        text.append(plain[end:])
        if isinstance(value, Table | Play | Group | Sequence):
            text.plain = _WITHIN_MELD.sub(_TIED, text.plain)
        return text

    def _card(self, card: re.Match[str]) -> Text:
        if card["suit"] is None:
            return Text("*", "bold magenta")
        suit = Suit(card["suit"])
        shown = suit.symbol if self._symbols else suit.value
        style = "bold red" if suit in _RED else "bold"
        return Text(f"{card['rank']}{shown}{card['joker']}", style)


def _size_is_sound() -> bool:
    """Tell whether a size that the environment gives can be one; some shells say 0 columns."""
    given = (os.environ.get(name) for name in ("COLUMNS", "LINES"))
    return all(size is None or _SIZE.fullmatch(size) for size in given)


def _wrapped(text: Text, start: str, width: int) -> Iterator[Text]:
    """Fill rows with words, the later ones as far in as the text of the first."""
    row, empty = Text(start), True
    for word in text.split(" ", allow_blank=True):
        if not empty and row.cell_len + 1 + word.cell_len > width:
            yield row
            row, empty = Text(" " * len(start)), True
        row.append("" if empty else " ").append_text(word)
        empty = False
    yield row


def expect_output() -> None:
    """Refuse to go on without a standard output: Python would write nothing, and say nothing."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def abandon(*streams: IO[str] | None) -> None:
    """Let what has not been written go nowhere, or the interpreter tries again when it ends."""
    for stream in streams:
        if stream is not None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            with suppress(OSError):  # some streams of a program that calls us have no descriptor
                os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def last_words(*lines: Line) -> None:
    """Tell on standard error what may be told nowhere else; that it may fail as well is no matter.

    What has not been written by then, goes nowhere.
    """
    abandon(sys.stdout)
    try:
        paper = Paper(stderr=True)
        for line in lines:
            paper.line(line)
    except (OSError, SystemExit):
        abandon(sys.stderr)
