"""What can go wrong, and the stable codes that say which rule a move breaks."""

from __future__ import annotations

import unicodedata
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_T = TypeVar("_T")

_WINDOW: Final = 72
"""Most characters of a text that a caret line shows, so that it fits 80 columns."""

_LONGEST: Final = 60
"""Most characters of a refused value that a message shows."""


def shown(value: object) -> str:
    """Show a refused value in a message, cut short; what has no `repr` is named by its type."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 -- whatever a stranger's `repr` raises
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


class ManipulationError(Exception):
    """The root of every error that this package raises on purpose."""


class NotationError(ManipulationError):
    """A text is not notation; `span` is the place, as half-open character offsets."""

    def __init__(self, message: str, text: str = "", span: tuple[int, int] = (0, 0)) -> None:
        """Keep the message, the whole text, and the place in it."""
        super().__init__(message, text, span)
        self.message = message
        self.text = text
        self.span = span

    @property
    def caret(self) -> str:
        """Two lines: the text around the fault, and carets below the fault."""
        start, end = self.span
        first = max(0, min(start - _WINDOW // 2, len(self.text) - _WINDOW))
        before = _on_one_line(self.text[first:start])
        fault = _on_one_line(self.text[start : min(end, first + _WINDOW)])
        after = _on_one_line(self.text[max(start, end) : first + _WINDOW])
        return f"{before}{fault}{after}\n{' ' * _columns(before)}{'^' * max(1, _columns(fault))}"

    def __str__(self) -> str:
        """Give the message and, below it, the text with carets under the fault."""
        return f"{self.message}\n{self.caret}" if self.text else self.message


def _on_one_line(text: str) -> str:
    """Put a space for each white character, and a mark for each that cannot be printed."""
    return "".join(
        " " if char.isspace() else char if char.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def _columns(text: str) -> int:
    """Count the columns that a text takes on a terminal."""
    return sum(map(_width, text))


def _width(char: str) -> int:
    """Marks stand on the letter before them, East Asian letters are two columns wide."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def expect(kind: type, value: object, called: str | None = None) -> None:
    """Refuse a value of any other type than one, which is called so, with a `PositionError`."""
    if not isinstance(value, kind):
        raise PositionError(f"{called or kind.__name__} is expected, not {shown(value)}")


def each(values: Iterable[_T], expected: str) -> Iterator[_T]:
    """Go through values; what does not hold any is a `PositionError`."""
    try:
        return iter(values)
    except TypeError:
        raise PositionError(f"{expected} are expected, not {shown(values)}") from None


class RulesError(ManipulationError):
    """A rule set contradicts itself, or is asked for what it does not provide."""


class PositionError(ManipulationError):
    """Cards, hands or tables that cannot be, or not together, whatever the move."""


class RecordError(ManipulationError):
    """A record or JSON document is refused; `path` names the place, `move` the move's number."""

    def __init__(self, message: str, path: str = "$", move: int | None = None) -> None:
        """Keep the message, the path in the document, and the move's number if it has one."""
        super().__init__(message, path, move)
        self.message = message
        self.path = path
        self.move = move

    def __str__(self) -> str:
        """Give the path, the move if there is one, and the message."""
        move = "" if self.move is None else f", move {self.move}"
        return f"{self.path}{move}: {self.message}"


class SearchLimitError(ManipulationError):
    """A search was given a limit of states and reached it before it had an answer."""


class SimulationError(ManipulationError):
    """A simulation cannot be as it was asked for, or ended before all its games were played."""


class Violation(Enum):
    """A broken rule: a stable code, the clause it breaks, and one sentence that says so."""

    TABLE_CARD_TAKEN = ("R23", "A meld takes no card off the table.")
    CARD_NOT_HELD = ("R18", "Only cards from one's own hand can be played.")
    NO_HAND_CARD = ("R22", "A meld adds at least one card from hand.")
    JOKER_UNDECLARED = ("R26", "Whoever plays a joker says which card it stands for.")
    JOKER_CHANGED = ("R27", "A joker stands for its card until that card itself lies there.")
    TOO_FEW_CARDS = ("R13", "A meld has at least three cards.")
    GROUP_TOO_LARGE = ("R14", "A group has three or four cards.")
    GROUP_REPEATS_CARD = ("R15", "A group cannot contain two identical cards.")
    SEQUENCE_HAS_GAP = ("R16", "The cards of a sequence follow one another without a gap.")
    SEQUENCE_REPEATS_CARD = ("R16", "A sequence has no card twice.")
    SEQUENCE_MIXES_SUITS = ("D9", "A sequence is all of one suit.")
    TURNS_THE_CORNER = ("R17", "An ace ends a sequence: none goes on past it.")
    NEITHER_GROUP_NOR_SEQUENCE = ("R13", "A meld is a group or a sequence.")
    TOO_MANY_JOKERS = ("D21", "These rules limit the jokers in one meld.")
    NOT_YOUR_TURN = ("R12", "It is another player's turn.")
    DRAW_FIRST = ("D3", "There is no melding before the first draw.")
    MUST_DRAW = ("D4", "Without a meld the next draw is compulsory.")
    STOCK_IS_EMPTY = ("D24", "The stock is empty: there is no card to draw.")
    NO_MELD_AFTER_THIRD_CARD = ("R11", "Whoever draws a third card may not meld in that turn.")
    TURN_IS_COMPLETE = ("D5", "The turn is complete: end it, or knock.")
    KNOCK_BEFORE_TURN_ENDS = ("D22", "A player knocks only when his turn has ended.")
    TOO_MANY_POINTS_TO_KNOCK = ("R32", "The hand holds too many points to knock.")
    NO_DRAW_IN_LAST_LAP = ("D26", "There is no drawing in the last lap.")
    NO_KNOCK_IN_LAST_LAP = ("D26", "There is no knocking in the last lap.")
    ROUND_IS_OVER = ("R33", "The round is over.")
    DEAL_FIRST = ("R5", "The next round has not been dealt yet.")
    ROUND_IS_NOT_OVER = ("D1", "The deal passes on only after the round.")
    GAME_IS_OVER = ("R43", "The game is over.")

    @property
    def code(self) -> str:
        """The stable name that documents and front ends use."""
        return self.name

    @property
    def clause(self) -> str:
        """The number of the rule in the rulebook."""
        return self.value[0]

    @property
    def sentence(self) -> str:
        """The rule, in one sentence for the player."""
        return self.value[1]

    @property
    def place(self) -> int:
        """Where the code stands among all codes; faults are listed in this order."""
        return _PLACES[self]

    def __reduce_ex__(self, _: object) -> tuple[object, ...]:
        """Pickle the code alone, which is stable; the sentence may be worded better."""
        return getattr, (Violation, self.name)

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Violation.{self.name}"


_PLACES = {violation: place for place, violation in enumerate(Violation)}
