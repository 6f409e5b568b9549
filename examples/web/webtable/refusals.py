"""Refusals: a code and a sentence; for a broken rule of the game, those of the library."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from manipulation import Fault, IllegalMoveError


class Code(Enum):
    """What is wrong with a message; a broken rule of the game has its `Violation`'s code."""

    TOO_LARGE = "The message is too large."
    TOO_FAST = "Too many messages at once: wait a moment."
    NOT_JSON = "The message is not JSON."
    NOT_A_MESSAGE = "The message is not one that this server reads."
    NOT_NOTATION = "The move or the step cannot be read."
    HELLO_FIRST = "The first message is hello, and no other is."
    WRONG_TOKEN = "This token opens no seat here."  # noqa: S105 -- a sentence, not a token
    NO_SUCH_ROOM = "There is no such room."
    BAD_RECORD = "The record of this room is not one that these rules allow."
    NO_SUCH_SEAT = "There is no such seat."
    SEAT_TAKEN = "The seat is taken."
    SEATED_ALREADY = "You have a seat already."
    NOT_SEATED = "Only who sits at the table can do that."
    SEATS_OPEN = "The game begins when every seat is taken."
    NUMBER_USED = "Another move has that number: the game has gone on."
    NUMBER_AHEAD = "The moves before that number are missing."
    NO_ROUND = "No round is in play."
    TOO_HARD = "The solver has no answer within its limit."
    FULL = "There is no room for more at this moment."
    FOREIGN_ORIGIN = "The request comes from a page of another site."


class Refused(Exception):  # noqa: N818 -- it is an answer, not a fault of the program
    """A message is refused, and nothing has changed."""

    def __init__(
        self, code: str, sentence: str, faults: tuple[Fault, ...] = (), detail: str = ""
    ) -> None:
        """Keep the code, the sentence, the faults in the rules, and what exactly is wrong."""
        super().__init__(code, sentence, faults, detail)
        self.code = code
        self.sentence = sentence
        self.faults = faults
        self.detail = detail

    @classmethod
    def of(cls, code: Code, detail: str = "") -> Self:
        """Refuse for a reason of the server's own."""
        return cls(code.name, code.value, (), detail)

    @classmethod
    def by_rule(cls, error: IllegalMoveError) -> Self:
        """Refuse for the rules that a move breaks; the first gives the code."""
        first = error.faults[0].violation
        return cls(first.code, first.sentence, error.faults)
