"""The kinds that have documents, and what each document looks like.

Ranks, suits, cards, melds, shoes, plays, moves and steps are strings in the notation, what is one
of a few a string too; every other value is an object with its fields. A table is its text and its
rules; inside another object it is its text alone. Rules say only what differs from Manipulation's.
"""

from __future__ import annotations

from enum import Enum
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Final,
    Literal,
    NamedTuple,
    get_args,
    get_origin,
)

from manipulation.cards import (
    Card,
    Cards,
    DeclaredJoker,
    Joker,
    Natural,
    Rank,
    Suit,
    parse_card,
)
from manipulation.draft import Draft
from manipulation.errors import RecordError, Violation, shown
from manipulation.game import Game, GameView, Standing, Tally
from manipulation.melds import Fault, Group, Meld, Sequence, parse_meld
from manipulation.records.record import Deal, Record
from manipulation.records.stand_ins import (
    BestPlayDocument,
    DraftDocument,
    FaultDocument,
    RecordDocument,
    RoundDocument,
    RoundViewDocument,
    TableDocument,
    WhyNotDocument,
)
from manipulation.round import Round
from manipulation.rules import MeldRules, Rules
from manipulation.scoring import (
    Ending,
    FinalReason,
    FinalScores,
    Outcome,
    RoundReason,
    RoundScore,
)
from manipulation.shoe import Shoe
from manipulation.solver import BestPlay, WhyNot
from manipulation.table import (
    Declare,
    Free,
    Join,
    PickUp,
    Play,
    PutDown,
    Split,
    Step,
    Table,
    TakeBack,
    parse_step,
)
from manipulation.turn import Draw, EndTurn, Knock, Move, Phase, Turn, parse_move
from manipulation.views import Event, RoundView

if TYPE_CHECKING:
    from collections.abc import Callable

    from manipulation.records.stand_ins import Document


class Text(NamedTuple):
    """How a kind that is written as a string is read, and what the string is."""

    read: Callable[[str], object]
    says: str


_CARD: Final = "a card: 8s, * for a joker that stands for none, 8s* for one that stands for 8s"
_CARDS: Final = "cards with spaces between, in any order"
_MELD: Final = "the cards of a meld with spaces between"
_MOVE: Final = "draw, knock, end; or the melds of a play with | between, the whole table after it"
_STEP: Final = "a step in words: put down 7h from hand in meld 3"

TEXTS: Final[dict[object, Text]] = {
    Rank: Text(Rank.parse, "a rank: one of A23456789TJQK"),
    Suit: Text(Suit.parse, "a suit: one of cdhs"),
    Natural: Text(Natural.parse, _CARD),
    Joker: Text(Joker.parse, _CARD),
    DeclaredJoker: Text(DeclaredJoker.parse, _CARD),
    Card: Text(parse_card, _CARD),
    Cards: Text(Cards.parse, _CARDS),
    Group: Text(Group.parse, _MELD),
    Sequence: Text(Sequence.parse, _MELD),
    Meld: Text(parse_meld, _MELD),
    Shoe: Text(Shoe.parse, "cards with spaces between, the top first"),
    Play: Text(Play.parse, "melds with | between, the whole table after a play"),
    Draw: Text(parse_move, _MOVE),
    Knock: Text(parse_move, _MOVE),
    EndTurn: Text(parse_move, _MOVE),
    Move: Text(parse_move, _MOVE),
    PickUp: Text(PickUp.parse, _STEP),
    PutDown: Text(PutDown.parse, _STEP),
    Split: Text(Split.parse, _STEP),
    Join: Text(Join.parse, _STEP),
    Declare: Text(Declare.parse, _STEP),
    Free: Text(Free.parse, _STEP),
    TakeBack: Text(TakeBack.parse, _STEP),
    Step: Text(parse_step, _STEP),
}
"""The kinds that are written as strings in the notation."""

PLAIN: Final[dict[type, str]] = {int: "a whole number", bool: "true or false", str: "a text"}
"""The kinds that JSON has itself; a number is no truth, nor the other way round."""

CHOICES: Final[tuple[type[Enum], ...]] = (Ending, Phase, Violation)
"""The kinds that are written as one of a few strings."""

REASONS: Final[tuple[object, ...]] = (RoundReason, FinalReason)
"""The unions whose members tell which they are by their name in a field of its own, `TAG`."""

TAG: Final = "reason"

TAGGED: Final[tuple[type, ...]] = tuple(one for kind in REASONS for one in get_args(kind))
"""The members of these unions."""

OBJECTS: Final[tuple[type, ...]] = (
    Deal,
    Event,
    FinalScores,
    Game,
    GameView,
    MeldRules,
    Outcome,
    RoundScore,
    Rules,
    Standing,
    Tally,
    Turn,
)
"""The kinds that are written as objects with their fields."""


BY_WAY_OF: Final[dict[type, type[Document]]] = {
    BestPlay: BestPlayDocument,
    Table: TableDocument,
    Round: RoundDocument,
    RoundView: RoundViewDocument,
    Draft: DraftDocument,
    Fault: FaultDocument,
    Record: RecordDocument,
    WhyNot: WhyNotDocument,
}
"""The kinds that are written as objects with the fields of another."""


def is_list(kind: object) -> bool:
    """Tell whether a kind is a tuple of any length, in JSON a list."""
    return get_origin(kind) is tuple


def is_optional(kind: object) -> bool:
    """Tell whether a kind is some other kind or None."""
    return NoneType in get_args(kind)


def without_none(kind: object) -> object:
    """Give the other kind of an optional one."""
    # `Card | None` comes as one union of four; no other union of several kinds is optional.
    some = [each for each in get_args(kind) if each is not NoneType]
    return some[0] if len(some) == 1 else Card


def is_literal(kind: object) -> bool:
    """Tell whether a kind is one of some texts."""
    return get_origin(kind) is Literal


def is_enum(kind: object) -> bool:
    """Tell whether a kind is an enum."""
    return isinstance(kind, type) and issubclass(kind, Enum)


def choice(member: Enum) -> str:
    """Write a member of an enum: a violation by its code, any other by its value."""
    return member.code if isinstance(member, Violation) else str(member.value)


def expect_kind(kind: object) -> None:
    """Refuse what has no document with a `RecordError`; a list of values has one."""
    if is_list(kind):
        kind, *rest = get_args(kind)
        if rest != [...]:
            raise RecordError("a tuple of any length, such as tuple[Fault, ...], is a list")
    if all(kind != one for one in (*TEXTS, *CHOICES, *REASONS, *TAGGED, *BY_WAY_OF, *OBJECTS)):
        raise RecordError(f"there is no document of {shown(kind)}")
