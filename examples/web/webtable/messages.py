"""What a browser may say: the schema of each message, and its typed value."""

from __future__ import annotations

import json
from typing import Final, TypeAlias

from attrs import field, frozen
from jsonschema import Draft202012Validator

from manipulation import Move, Step, json_schema
from webtable.refusals import Code, Refused

MAX_STEPS: Final = 160
"""Most steps of a draft: more than there are cards in the largest shoe, and then some."""

MAX_NAME: Final = 24
_MAX_TEXT: Final = 4_000
_MAX_NUMBER: Final = 1_000_000


@frozen
class Hello:
    """The first message: who comes back shows the token of his seat."""

    reply: int
    token: str | None = field(default=None, repr=False)


@frozen
class Sit:
    """A wish for a seat that is open."""

    reply: int
    seat: int
    name: str


@frozen
class DealNext:
    """A wish that the next round be dealt, as the entry of this number in the game's record."""

    reply: int
    number: int


@frozen
class MakeMove:
    """A move in notation, to be the entry of this number in the game's record."""

    reply: int
    number: int
    move: str


@frozen
class ShowDraft:
    """The steps of a turn in the making, on the position of this number."""

    reply: int
    number: int
    steps: tuple[str, ...]


@frozen
class AskPlayable:
    """A question: which cards of the own hand are in some play."""

    reply: int
    number: int


@frozen
class AskHint:
    """A hint: 1, which cards; 2, the table with them; 3, the steps."""

    reply: int
    number: int
    level: int


Message: TypeAlias = Hello | Sit | DealNext | MakeMove | ShowDraft | AskPlayable | AskHint


def _object(kind: str, **properties: object) -> dict[str, object]:
    reply = {"type": "integer", "minimum": 0, "maximum": 2**31}
    fields = {"type": {"const": kind}, "reply": reply, **properties}
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_NUMBER: Final = {"type": "integer", "minimum": 1, "maximum": _MAX_NUMBER}
_STEPS: Final = {
    "type": "array",
    "maxItems": MAX_STEPS,
    "items": {**json_schema(Step), "maxLength": _MAX_TEXT},
}

SCHEMAS: Final[dict[str, dict[str, object]]] = {
    "hello": _object("hello", token={"type": ["string", "null"], "maxLength": 64}),
    "sit": _object(
        "sit",
        seat={"type": "integer", "minimum": 0, "maximum": 4},
        name={"type": "string", "minLength": 1, "maxLength": MAX_NAME},
    ),
    "deal": _object("deal", number=_NUMBER),
    "move": _object("move", number=_NUMBER, move={**json_schema(Move), "maxLength": _MAX_TEXT}),
    "draft": _object("draft", number=_NUMBER, steps=_STEPS),
    "playable": _object("playable", number=_NUMBER),
    "hint": _object("hint", number=_NUMBER, level={"enum": [1, 2, 3]}),
}
"""The schema of each message, by its type."""

_VALIDATORS: Final = {kind: Draft202012Validator(schema) for kind, schema in SCHEMAS.items()}


def read_json(text: str) -> object:
    """Read JSON; whatever is none, and what is nested too deep, is refused."""
    try:
        document: object = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused.of(Code.NOT_JSON) from None
    return document


def read_message(text: str) -> Message:
    """Read a message, or refuse it with what is wrong."""
    document = read_json(text)
    kind = document.get("type") if isinstance(document, dict) else None
    validator = _VALIDATORS.get(kind) if isinstance(kind, str) else None
    if validator is None:
        raise Refused.of(Code.NOT_A_MESSAGE, f"type: one of {', '.join(SCHEMAS)}")
    fault = next(validator.iter_errors(document), None)
    if fault is not None:
        raise Refused.of(Code.NOT_A_MESSAGE, f"{fault.json_path}: {fault.message[:100]}")
    return _typed(document)


def reply_of(text: str) -> int | None:
    """Find the number by which the sender knows a message that was refused; None if it has none."""
    try:
        document = read_json(text)
    except Refused:
        return None
    reply = document.get("reply") if isinstance(document, dict) else None
    return reply if type(reply) is int and 0 <= reply <= 2**31 else None


def _typed(document: object) -> Message:  # noqa: PLR0911 -- one for each message
    """Make a value of a document that its schema has let pass."""
    match document:
        case {"type": "hello", "reply": int(reply), "token": str() | None as token}:
            return Hello(reply, token)
        case {"type": "sit", "reply": int(reply), "seat": int(seat), "name": str(name)}:
            return Sit(reply, seat, name)
        case {"type": "deal", "reply": int(reply), "number": int(number)}:
            return DealNext(reply, number)
        case {"type": "move", "reply": int(reply), "number": int(number), "move": str(move)}:
            return MakeMove(reply, number, move)
        case {"type": "draft", "reply": int(reply), "number": int(number), "steps": list(steps)}:
            return ShowDraft(reply, number, tuple(map(str, steps)))
        case {"type": "playable", "reply": int(reply), "number": int(number)}:
            return AskPlayable(reply, number)
        case {"type": "hint", "reply": int(reply), "number": int(number), "level": int(level)}:
            return AskHint(reply, number, level)
        case _:  # JSON Schema takes 1.0 for an integer
            raise Refused.of(Code.NOT_A_MESSAGE, "$: numbers are written without a point")
