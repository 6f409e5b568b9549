"""The converter between values and documents, built on cattrs; it reads strictly.

No field may be too many, and no number stand for a text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import eq
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, get_args

from attrs import has
from cattrs import Converter
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from manipulation.errors import ManipulationError, NotationError, RecordError, shown
from manipulation.records.kinds import (
    BY_WAY_OF,
    PLAIN,
    REASONS,
    TAG,
    TEXTS,
    choice,
    expect_kind,
    is_enum,
    is_list,
    is_literal,
    is_optional,
    without_none,
)
from manipulation.records.record import Record
from manipulation.records.stand_ins import VERSION, Document, MisplacedError
from manipulation.rules import MeldRules, Rules

if TYPE_CHECKING:
    from enum import Enum

_T = TypeVar("_T")
_Hook: TypeAlias = Callable[[object, object], object]

_INEXACT: Final = 2**53
"""From here on a float that is a whole number may stand for the one beside it."""


def structured(document: object, kind: type[_T]) -> _T:
    """Make a value of a document, or raise a `RecordError` with the path of the first fault."""
    expect_kind(kind)
    try:
        return shared_converter().structure(document, kind)
    except (ManipulationError, ClassValidationError) as error:
        path, fault = _first_fault(error)
        if isinstance(fault, RecordError):
            path += fault.path.removeprefix("$")
            raise RecordError(fault.message, f"${path}", fault.move) from fault.__cause__
        raise RecordError(_message(fault), f"${path}") from fault


def unstructured(value: object) -> object:
    """Make the document of a value, or the list of those of a tuple of values.

    A value that has none is a `RecordError`.
    """
    if type(value) is tuple:
        return [unstructured(each) for each in value]
    expect_kind(type(value))
    document: object = shared_converter().unstructure(value)
    return document


def _first_fault(error: BaseException) -> tuple[str, BaseException]:
    """Follow an error down to the first fault, and give the path that leads there."""
    if isinstance(error, MisplacedError) and error.__cause__ is not None:
        path, fault = _first_fault(error.__cause__)
        return error.place + path, fault
    if not isinstance(error, ClassValidationError):
        return "", error
    first = error.exceptions[0]
    path, fault = _first_fault(first)
    names = [note.name for note in getattr(first, "__notes__", ()) if hasattr(note, "name")]
    return "".join(f".{name}" for name in names) + path, fault


def _message(fault: BaseException) -> str:
    match fault:
        case NotationError():
            return fault.message
        case KeyError():
            return "is missing"
        case ForbiddenExtraKeysError():
            return f"no such field: {shown(sorted(fault.extra_fields))}"
        case _:
            return str(fault)


@cache
def shared_converter() -> Converter:
    """Make the one converter; it knows every kind that is exchanged."""
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook_factory(has, partial(_object_reader, converter=converter))
    converter.register_structure_hook_func(is_optional, _optional_reader(converter))
    converter.register_structure_hook_func(is_list, _list_reader(converter))
    converter.register_structure_hook_func(is_literal, _read_literal)
    converter.register_structure_hook_func(is_enum, _read_choice)
    converter.register_unstructure_hook_func(is_enum, choice)
    for plain in PLAIN:
        converter.register_structure_hook(plain, _read_plain)
    for rules in (MeldRules, Rules):
        write = make_dict_unstructure_fn(rules, converter, _cattrs_omit_if_default=True)
        converter.register_unstructure_hook(rules, write)
    for kind, (read, _) in TEXTS.items():
        converter.register_structure_hook_func(partial(eq, kind), _text_reader(read))
        if isinstance(kind, type):
            converter.register_unstructure_hook(kind, str)
    for reasons in REASONS:
        _register_tagged(reasons, converter)
    for kind, document in BY_WAY_OF.items():
        _register(kind, document, converter)
    read_record = converter.get_structure_hook(Record)
    converter.register_structure_hook(
        Record, lambda value, kind: read_record(_of_this_version(value), kind)
    )
    return converter


def _register(kind: type, document: type[Document], converter: Converter) -> None:
    """Let a kind be read and written by way of another."""
    converter.register_unstructure_hook(
        kind, lambda value: converter.unstructure(document.of(value))
    )
    converter.register_structure_hook(
        kind, lambda value, _: converter.structure(value, document).value()
    )


def _register_tagged(union: object, converter: Converter) -> None:
    """Let each member of a union be written with its name, and be told by it."""
    kinds = {kind.__name__: kind for kind in get_args(union)}
    readers = {name: converter.get_structure_hook(kind) for name, kind in kinds.items()}
    writers = {name: converter.get_unstructure_hook(kind) for name, kind in kinds.items()}

    def read(value: object, asked: object) -> object:
        if not isinstance(value, dict):
            raise RecordError(f"an object is expected, not {shown(value)}")
        names = [asked.__name__] if isinstance(asked, type) else [*kinds]
        name = value.get(TAG)
        if name not in names:
            message = f"one of {', '.join(names)} is expected, not {shown(name)}"
            raise RecordError(message if TAG in value else "is missing", f"$.{TAG}")
        fields = {field: part for field, part in value.items() if field != TAG}
        return readers[name](fields, kinds[name])

    def write(value: object) -> object:
        name = type(value).__name__
        return {**writers[name](value), TAG: name}

    converter.register_structure_hook_func(partial(eq, union), read)
    for kind in kinds.values():
        converter.register_structure_hook(kind, read)
        converter.register_unstructure_hook(kind, write)


def _of_this_version(value: object) -> object:
    """Refuse a record of another version before its fields are looked at."""
    version = _whole(value.get("version")) if isinstance(value, dict) else None
    if type(version) is int and version != VERSION:
        raise RecordError(f"version {version} of a record: {VERSION} is read here", "$.version")
    return value


def _object_reader(kind: type[_T], converter: Converter) -> _Hook:
    read = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def read_object(value: object, _: object) -> object:
        if not isinstance(value, dict):
            raise RecordError(f"an object is expected, not {shown(value)}")
        return read(value, kind)

    return read_object


def _list_reader(converter: Converter) -> _Hook:
    def read_list(value: object, kind: object) -> object:
        if not isinstance(value, list):
            raise RecordError(f"a list is expected, not {shown(value)}")
        item, _ = get_args(kind)
        read = converter.get_structure_hook(item)
        parts = []
        for place, part in enumerate(value):
            try:
                parts.append(read(part, item))
            except (ManipulationError, ClassValidationError) as error:
                raise MisplacedError(f"[{place}]") from error
        return tuple(parts)

    return read_list


def _optional_reader(converter: Converter) -> _Hook:
    def read_optional(value: object, kind: object) -> object:
        some = without_none(kind)
        return None if value is None else converter.get_structure_hook(some)(value, some)

    return read_optional


def _text_reader(read: Callable[[str], object]) -> _Hook:
    def read_text(value: object, _: object) -> object:
        if not isinstance(value, str):
            raise RecordError(f"a text is expected, not {shown(value)}")
        return read(value)

    return read_text


def _whole(value: object) -> object:
    """Make a number of one that is written 1.0, as some languages do, unless it may be inexact."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _INEXACT:
        return int(value)
    return value


def _read_plain(value: object, kind: type) -> object:
    if kind is int:
        value = _whole(value)
    if type(value) is not kind:
        raise RecordError(f"{PLAIN[kind]} is expected, not {shown(value)}")
    return value


def _read_literal(value: object, kind: object) -> object:
    if not isinstance(value, str) or value not in get_args(kind):
        raise RecordError(f"one of {', '.join(get_args(kind))} is expected, not {shown(value)}")
    return value


def _read_choice(value: object, kind: type[Enum]) -> Enum:
    choices = {choice(member): member for member in kind}
    if not isinstance(value, str) or value not in choices:
        raise RecordError(f"a {kind.__name__} is expected, not {shown(value)}")
    return choices[value]
