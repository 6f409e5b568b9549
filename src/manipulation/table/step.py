"""One step of a meld action: a movement of cards, or a joker declared or freed (D14).

Melds are numbered from 1, as they stand in the table before the first step. A meld keeps its
number while cards come and go; a new one takes the next number, and none is given twice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self, TypeAlias

from attrs import Attribute, field, frozen
from attrs.validators import optional

from manipulation.cards import (
    Card,
    Cards,
    DeclaredJoker,
    check_length,
    expect_cards,
    read_card,
    read_cards,
)
from manipulation.errors import NotationError, PositionError, expect, shown
from manipulation.melds import laid_out

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_NUMBER = 999_999
_NO_STEP = "not a step: pick up, put down, split, join, declare, free or take back"


def _check_number(_: object, attribute: Attribute[int], number: int) -> None:
    if type(number) is not int or not 1 <= number <= _MAX_NUMBER:
        raise PositionError(f"{attribute.name}: melds are numbered from 1, not {shown(number)}")


def _check_card(_: object, __: Attribute[Card], card: Card) -> None:
    if not isinstance(card, Card):
        raise PositionError(f"a card is expected, not {shown(card)}")


def _check_joker(_: object, __: Attribute[DeclaredJoker], joker: DeclaredJoker) -> None:
    expect(DeclaredJoker, joker)


def _check_whether(_: object, __: Attribute[bool], from_hand: bool) -> None:  # noqa: FBT001 -- attrs calls it
    expect(bool, from_hand)


def _check_cards(_: object, __: Attribute[Cards], cards: Cards) -> None:
    expect_cards(cards)
    if not cards:
        raise PositionError("a split takes at least one card off")


def _from(meld: int | None) -> str:
    return "from the air" if meld is None else f"from meld {meld}"


def _in(meld: int | None) -> str:
    return "in the air" if meld is None else f"in meld {meld}"


class _Readable:
    """What every step has: a text that reads back."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a step of this kind; any other text is a `NotationError`."""
        step = parse_step(text)
        if not isinstance(step, cls):
            raise NotationError("a step of another kind is expected here", text, (0, len(text)))
        return step


@frozen
class PickUp(_Readable):
    """A card leaves its meld and is in the air.

    >>> str(PickUp.parse("pick up 7H from meld 3"))
    'pick up 7h from meld 3'
    """

    card: Card = field(validator=_check_card)
    meld: int = field(validator=_check_number)

    def __str__(self) -> str:
        return f"pick up {self.card} from meld {self.meld}"


@frozen
class PutDown(_Readable):
    """A card from the air or from the hand goes into a meld, or begins the next one.

    >>> str(PutDown.parse("put down 7h from hand in meld 3"))
    'put down 7h from hand in meld 3'
    """

    card: Card = field(validator=_check_card)
    meld: int = field(validator=_check_number)
    from_hand: bool = field(default=False, kw_only=True, validator=_check_whether)

    def __str__(self) -> str:
        return f"put down {self.card}{' from hand' * self.from_hand} in meld {self.meld}"


@frozen
class Split(_Readable):
    """Cards leave a meld together and are a new meld, with the next number.

    >>> str(Split.parse("split 4c 5c 6c off meld 1 as meld 8"))
    'split 4c 5c 6c off meld 1 as meld 8'
    """

    meld: int = field(validator=_check_number)
    cards: Cards = field(validator=_check_cards)
    new: int = field(validator=_check_number)

    def __str__(self) -> str:
        cards = " ".join(map(str, laid_out(self.cards)))
        return f"split {cards} off meld {self.meld} as meld {self.new}"


@frozen
class Join(_Readable):
    """All the cards of a meld go into another one.

    >>> str(Join.parse("join meld 8 to meld 2"))
    'join meld 8 to meld 2'
    """

    meld: int = field(validator=_check_number)
    to: int = field(validator=_check_number)

    def __str__(self) -> str:
        return f"join meld {self.meld} to meld {self.to}"


@frozen
class Declare(_Readable):
    """A joker in a meld, or in the air if `meld` is None, now stands for a card (R26).

    >>> str(Declare.parse("declare 8s* in meld 3"))
    'declare 8s* in meld 3'
    """

    joker: DeclaredJoker = field(validator=_check_joker)
    meld: int | None = field(default=None, validator=optional(_check_number))

    def __str__(self) -> str:
        return f"declare {self.joker} {_in(self.meld)}"


@frozen
class Free(_Readable):
    """A joker in a meld, or in the air if `meld` is None, no longer stands for its card (D18).

    >>> str(Free.parse("free 8s* in the air"))
    'free 8s* in the air'
    """

    joker: DeclaredJoker = field(validator=_check_joker)
    meld: int | None = field(default=None, validator=optional(_check_number))

    def __str__(self) -> str:
        return f"free {self.joker} {_in(self.meld)}"


@frozen
class TakeBack(_Readable):
    """A card played in this turn returns from a meld, or from the air, to the hand (D14).

    >>> str(TakeBack.parse("take back 7h from meld 3"))
    'take back 7h from meld 3'
    """

    card: Card = field(validator=_check_card)
    meld: int | None = field(default=None, validator=optional(_check_number))

    def __str__(self) -> str:
        return f"take back {self.card} {_from(self.meld)}"


Step: TypeAlias = PickUp | PutDown | Split | Join | Declare | Free | TakeBack


def _pattern(text: str) -> re.Pattern[str]:
    """Turn a step's wording into a pattern that matches in linear time."""
    for word, meaning in {
        " ": r"\s++",
        "CARDS": r"(?P<cards>\S+(?:\s+\S+)*)",
        "CARD": r"(?P<cards>\S++)",
        "N": r"(?P<meld>[1-9]\d{0,5})",
        "M": r"(?P<new>[1-9]\d{0,5})",
    }.items():
        text = text.replace(word, meaning)
    return re.compile(rf"\s*+{text}\s*+", re.ASCII | re.IGNORECASE)


def _cards(found: re.Match[str]) -> list[Card]:
    return read_cards(found.string, *found.span("cards"))


def _card(found: re.Match[str]) -> Card:
    return read_card(found.string, *found.span("cards"))


def _joker(found: re.Match[str]) -> DeclaredJoker:
    card = _card(found)
    if not isinstance(card, DeclaredJoker):
        raise NotationError("a declared joker is expected here", found.string, found.span("cards"))
    return card


def _meld_or_air(found: re.Match[str]) -> int | None:
    return None if found["meld"] is None else int(found["meld"])


_WORDINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Step]], ...] = (
    (
        _pattern("pick up CARD from meld N"),
        lambda found: PickUp(_card(found), int(found["meld"])),
    ),
    (
        _pattern("put down CARD(?P<hand> from hand)? in meld N"),
        lambda found: PutDown(_card(found), int(found["meld"]), from_hand=bool(found["hand"])),
    ),
    (
        _pattern("split CARDS off meld N as meld M"),
        lambda found: Split(int(found["meld"]), Cards(_cards(found)), int(found["new"])),
    ),
    (
        _pattern("join meld N to meld M"),
        lambda found: Join(int(found["meld"]), int(found["new"])),
    ),
    (
        _pattern("declare CARD in (?:meld N|the air)"),
        lambda found: Declare(_joker(found), _meld_or_air(found)),
    ),
    (
        _pattern("free CARD in (?:meld N|the air)"),
        lambda found: Free(_joker(found), _meld_or_air(found)),
    ),
    (
        _pattern("take back CARD from (?:meld N|the air)"),
        lambda found: TakeBack(_card(found), _meld_or_air(found)),
    ),
)


def parse_step(text: str) -> Step:
    """Read a step of any kind; text that is none is a `NotationError`.

    >>> parse_step("free 8s* in meld 2")
    Free(joker=DeclaredJoker.parse('8s*'), meld=2)
    """
    check_length(text)
    for pattern, read in _WORDINGS:
        found = pattern.fullmatch(text)
        if found:
            return read(found)
    raise NotationError(_NO_STEP, text, (0, len(text)))
