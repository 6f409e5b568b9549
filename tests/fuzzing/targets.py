"""What is fuzzed: each reader of a text, and the property that holds whatever the text is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation import (
    Cards,
    DeclaredJoker,
    Event,
    Game,
    Group,
    Joker,
    ManipulationError,
    Natural,
    Play,
    Rank,
    Round,
    RoundView,
    Sequence,
    Shoe,
    Suit,
    Table,
    from_json,
    parse_card,
    parse_meld,
    parse_move,
    parse_step,
    to_json,
)
from manipulation.records.kinds import BY_WAY_OF, CHOICES, OBJECTS, TAGGED, TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable

NOTATION: Final[dict[str, Callable[[str], object]]] = {
    "card": parse_card,
    "cards": Cards.parse,
    "declared_joker": DeclaredJoker.parse,
    "event": Event.parse,
    "game": Game.parse,
    "group": Group.parse,
    "joker": Joker.parse,
    "meld": parse_meld,
    "move": parse_move,
    "natural": Natural.parse,
    "play": Play.parse,
    "rank": Rank.parse,
    "round": Round.parse,
    "round_view": RoundView.parse,
    "sequence": Sequence.parse,
    "shoe": Shoe.parse,
    "step": parse_step,
    "suit": Suit.parse,
    "table": Table.parse,
}
"""The readers of the notation; `str` writes what each reads."""

JSON: Final[dict[str, type[object]]] = {
    **{
        f"json_of_{kind.__name__}": kind
        for kind in (*TEXTS, *CHOICES, *TAGGED, *OBJECTS, *BY_WAY_OF)
        if isinstance(kind, type)
    },
}
"""The kinds that have a document; `to_json` writes what `from_json` reads of each."""

TARGETS: Final = (*NOTATION, *JSON)


def text_of(data: bytes) -> str:
    """Make a text of any bytes; what is no UTF-8 stands for half a surrogate pair each."""
    return data.decode("utf-8", "surrogateescape")


def check(target: str, text: str) -> bool:
    """Tell whether a text is read; if so, it is written as a text that reads and writes the same.

    Any error but one of the package's own comes out, and is a fault.
    """
    read, write = _reader(target)
    try:
        value = read(text)
    except ManipulationError as error:
        str(error)
        return False
    written = write(value)
    again = read(written)
    if again != value or hash(again) != hash(value) or write(again) != written:
        raise AssertionError(f"{text!r} is read as {value!r}, which is written {written!r}")
    return True


def _reader(target: str) -> tuple[Callable[[str], object], Callable[[object], str]]:
    if target in NOTATION:
        return NOTATION[target], str
    kind = JSON[target]
    return lambda text: from_json(text, kind), to_json
