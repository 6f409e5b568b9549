"""The JSON Schema of every document, made from the fields that are read and written."""

from __future__ import annotations

from enum import Enum
from typing import Final, get_args

from attrs import NOTHING, fields, resolve_types

from manipulation.records.bounds import BOUNDS, UNBOUNDED, Bounds
from manipulation.records.kinds import (
    BY_WAY_OF,
    TAG,
    TAGGED,
    TEXTS,
    choice,
    expect_kind,
    is_list,
    is_literal,
    is_optional,
    without_none,
)

_PLAIN: Final = {int: "integer", bool: "boolean", str: "string"}


def schema_of(kind: object) -> dict[str, object]:
    """Make the schema of a kind; a kind that has no document is a `RecordError`."""
    expect_kind(kind)
    named: dict[str, object] = {}
    schema = _schema(kind, named)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        **({"$defs": named} if named else {}),
    }


def _schema(
    kind: object, named: dict[str, object], bounds: Bounds = UNBOUNDED
) -> dict[str, object]:
    if kind in TEXTS:
        return {"type": "string", "description": TEXTS[kind].says}
    if is_optional(kind):
        return {"anyOf": [_schema(without_none(kind), named, bounds), {"type": "null"}]}
    if is_list(kind):
        parts = _schema(get_args(kind)[0], named, bounds)
        return {"type": "array", "items": parts, **bounds.of_list}
    if is_literal(kind):
        return {"enum": list(get_args(kind))}
    if isinstance(kind, type):
        return _class_schema(kind, named, bounds)
    # What is left is a union whose members say which they are.
    return {"anyOf": [_schema(one, named) for one in get_args(kind)]}


def _class_schema(kind: type, named: dict[str, object], bounds: Bounds) -> dict[str, object]:
    if kind in _PLAIN:
        return {"type": _PLAIN[kind], **bounds.of_number}
    if issubclass(kind, Enum):
        return {"enum": [choice(member) for member in kind]}
    if kind.__name__ not in named:
        named[kind.__name__] = {}
        named[kind.__name__] = _object(BY_WAY_OF.get(kind, kind), named)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _object(kind: type, named: dict[str, object]) -> dict[str, object]:
    resolve_types(kind)
    listed = [field for field in fields(kind) if field.init]
    bounds = BOUNDS.get(kind, {})
    parts = {
        field.name: _schema(field.type, named, bounds.get(field.name, UNBOUNDED))
        for field in listed
    }
    tags = {TAG: {"const": kind.__name__}} if kind in TAGGED else {}
    return {
        "type": "object",
        "properties": {**parts, **tags},
        "required": [*(field.name for field in listed if field.default is NOTHING), *tags],
        "additionalProperties": False,
    }
