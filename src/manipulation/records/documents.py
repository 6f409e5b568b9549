"""Values as JSON and back: what the documents are, and how a fault in one is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, overload

from manipulation.errors import RecordError, shown

if TYPE_CHECKING:
    from types import UnionType

_T = TypeVar("_T")

MAX_JSON: Final = 5_000_000
"""A document of more characters than this is refused unread."""

_MARK: Final = "\ufeff"
"""A byte order mark, which some editors on Windows write before a text in UTF-8."""


def to_json(value: object) -> str:
    """Write a value, or a tuple of values as a list; what has no document is a `RecordError`.

    >>> from manipulation.cards import Cards
    >>> to_json(Cards.parse("Th 8s"))
    '"Th 8s"'
    """
    from manipulation.records.converting import unstructured  # noqa: PLC0415 -- it loads cattrs

    return json.dumps(unstructured(value), ensure_ascii=False)


@overload
def from_json(text: str, kind: type[_T]) -> _T: ...


@overload
def from_json(  # type: ignore[explicit-any]  # one of the union
    text: str, kind: UnionType
) -> Any: ...  # noqa: ANN401


def from_json(text: str, kind: type[object] | UnionType) -> object:
    """Read a value of a kind that `to_json` writes; a list is `tuple[Fault, ...]` and the like.

    So are `Move` and `Step`, which are unions of kinds. A byte order mark before the text is
    dropped. Whatever else the text is gives a `RecordError` with the path of the first fault.

    >>> from manipulation.cards import Cards
    >>> from_json('"8s Th"', Cards)
    Cards.parse('Th 8s')
    """
    from manipulation.records.converting import structured  # noqa: PLC0415 -- it loads cattrs

    if not isinstance(text, str):
        raise RecordError(f"a text is expected, not {shown(text)}")
    if len(text) > MAX_JSON:
        raise RecordError(f"a text of {len(text):,} characters: at most {MAX_JSON:,} are read")
    try:
        document: object = _DECODER.decode(text.removeprefix(_MARK))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from error
    # cattrs reads unions as well, though its annotations do not say so.
    return structured(document, cast("type[object]", kind))


def json_schema(kind: object) -> dict[str, object]:
    """Give the JSON Schema (draft 2020-12) of the documents of a kind, `Move` among them.

    >>> from manipulation.turn import Move
    >>> json_schema(Move)["type"]
    'string'
    """
    from manipulation.records.schema import schema_of  # noqa: PLC0415 -- it loads cattrs

    return schema_of(kind)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError("a name is given twice in an object")
    return document


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object)
