"""The converter between values and documents, built on cattrs; it reads strictly.

No field may be too many, and no number stand for a text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import eq
from typing import TYPE_CHECKING, TypeAlias, TypeVar, get_args

from attrs import has
from cattrs import Converter
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn
from cattrs.strategies import configure_tagged_union

from manipulation.draft import Draft
from manipulation.errors import ManipulationError, NotationError, RecordError, shown
from manipulation.melds import Fault
from manipulation.records.kinds import (
    PLAIN,
    REASONS,
    TAG,
    TEXTS,
    VERSION,
    DraftDocument,
    FaultDocument,
    MisplacedError,
    RecordDocument,
    RoundDocument,
    RoundViewDocument,
    TableDocument,
    choice,
    expect_kind,
    is_enum,
    is_list,
    is_literal,
    is_optional,
    without_none,
)
from manipulation.records.record import Record
from manipulation.round import Round
from manipulation.rules import MeldRules, Rules
from manipulation.table import Table
from manipulation.views import RoundView

if TYPE_CHECKING:
    from enum import Enum

_T = TypeVar("_T")
_Document = TypeVar("_Document")
_Hook: TypeAlias = Callable[[object, object], object]


def structured(document: object, kind: type[_T]) -> _T:
    """Make a value of a document, or raise a `RecordError` with the path of the first fault."""
    expect_kind(kind)
    try:
        return converter().structure(document, kind)
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
    document: object = converter().unstructure(value)
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
def converter() -> Converter:
    """Make the one converter; it knows every kind that is exchanged."""
    one = Converter(forbid_extra_keys=True)
    one.register_structure_hook_factory(has, partial(_object_reader, one=one))
    one.register_structure_hook_func(is_optional, _optional_reader(one))
    one.register_structure_hook_func(is_list, _list_reader(one))
    one.register_structure_hook_func(is_literal, _read_literal)
    one.register_structure_hook_func(is_enum, _read_choice)
    one.register_unstructure_hook_func(is_enum, choice)
    for plain in PLAIN:
        one.register_structure_hook(plain, _read_plain)
    for rules in (MeldRules, Rules):
        write = make_dict_unstructure_fn(rules, one, _cattrs_omit_if_default=True)
        one.register_unstructure_hook(rules, write)
    for kind, (read, _) in TEXTS.items():
        one.register_structure_hook_func(partial(eq, kind), _text_reader(read))
        if isinstance(kind, type):
            one.register_unstructure_hook(kind, str)
    for reasons in REASONS:
        configure_tagged_union(reasons, one, tag_name=TAG)
    _by_way_of(one, Table, TableDocument, TableDocument.of, TableDocument.value)
    _by_way_of(one, Round, RoundDocument, RoundDocument.of, RoundDocument.value)
    _by_way_of(one, RoundView, RoundViewDocument, RoundViewDocument.of, RoundViewDocument.value)
    _by_way_of(one, Draft, DraftDocument, DraftDocument.of, DraftDocument.value)
    _by_way_of(one, Fault, FaultDocument, FaultDocument.of, FaultDocument.value)
    _by_way_of(one, Record, RecordDocument, RecordDocument.of, RecordDocument.value)
    read_record = one.get_structure_hook(Record)
    one.register_structure_hook(
        Record, lambda value, kind: read_record(_of_this_version(value), kind)
    )
    return one


def _by_way_of(
    one: Converter,
    kind: type[_T],
    document: type[_Document],
    write: Callable[[_T], _Document],
    read: Callable[[_Document], _T],
) -> None:
    """Let a kind be read and written by way of another."""
    one.register_unstructure_hook(kind, lambda value: one.unstructure(write(value)))
    one.register_structure_hook(kind, lambda value, _: read(one.structure(value, document)))


def _of_this_version(value: object) -> object:
    """Refuse a record of another version before its fields are looked at."""
    version = value.get("version") if isinstance(value, dict) else None
    if type(version) is int and version != VERSION:
        raise RecordError(f"version {version} of a record: {VERSION} is read here", "$.version")
    return value


def _object_reader(kind: type[_T], one: Converter) -> _Hook:
    read = make_dict_structure_fn(kind, one, _cattrs_forbid_extra_keys=True)

    def read_object(value: object, _: object) -> object:
        if not isinstance(value, dict):
            raise RecordError(f"an object is expected, not {shown(value)}")
        return read(value, kind)

    return read_object


def _list_reader(one: Converter) -> _Hook:
    def read_list(value: object, kind: object) -> object:
        if not isinstance(value, list):
            raise RecordError(f"a list is expected, not {shown(value)}")
        item, _ = get_args(kind)
        read = one.get_structure_hook(item)
        parts = []
        for place, part in enumerate(value):
            try:
                parts.append(read(part, item))
            except (ManipulationError, ClassValidationError) as error:
                raise MisplacedError(f"[{place}]") from error
        return tuple(parts)

    return read_list


def _optional_reader(one: Converter) -> _Hook:
    def read_optional(value: object, kind: object) -> object:
        some = without_none(kind)
        return None if value is None else one.get_structure_hook(some)(value, some)

    return read_optional


def _text_reader(read: Callable[[str], object]) -> _Hook:
    def read_text(value: object, _: object) -> object:
        if not isinstance(value, str):
            raise RecordError(f"a text is expected, not {shown(value)}")
        return read(value)

    return read_text


def _read_plain(value: object, kind: type) -> object:
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
