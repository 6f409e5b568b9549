"""The kinds that have documents, and what each document looks like.

Cards, melds, shoes, plays, moves and steps are strings in the notation; every other value is an
object with its fields. A table is its text and its rules; inside a round, a view or a draft it is
its text alone. Rules say only what differs from Manipulation's.
"""

from __future__ import annotations

from enum import Enum
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Final,
    Literal,
    NamedTuple,
    Never,
    Protocol,
    Self,
    get_args,
    get_origin,
)

from attrs import frozen

from manipulation.cards import Card, Cards, DeclaredJoker, Joker, Natural, parse_card
from manipulation.draft import Draft
from manipulation.errors import ManipulationError, RecordError, Violation, shown
from manipulation.game import Game, GameView, Standing, Tally
from manipulation.melds import Fault, Group, Meld, Sequence, laid_out, parse_meld
from manipulation.records.record import Deal, Record
from manipulation.round import Round
from manipulation.rules import MANIPULATION, MeldRules, Rules
from manipulation.scoring import FinalReason, FinalScores, Outcome, RoundReason, RoundScore
from manipulation.shoe import Shoe
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
from manipulation.turn import Draw, EndTurn, Knock, Move, Turn, parse_move
from manipulation.views import Event, RoundView

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION: Final = 1
"""The version of a record's document."""


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

REASONS: Final = (RoundReason, FinalReason)
"""The unions whose members are told apart by their name in a field of its own, `TAG`."""

TAG: Final = "reason"


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


class MisplacedError(ManipulationError):
    """A fault below a place in a document; the cause is the fault."""

    def __init__(self, place: str) -> None:
        """Keep the place, `.name` or `[number]`."""
        super().__init__(place)
        self.place = place


def _table(text: str, rules: MeldRules) -> Table:
    try:
        return Table.parse(text, rules=rules)
    except ManipulationError as error:
        raise MisplacedError(".table") from error


class Document(Protocol):
    """What a kind is written as that is not written with its own fields."""

    @classmethod
    def of(cls, value: Never, /) -> Self:
        """Write a value of the kind; each document takes those of its own kind alone."""

    def value(self) -> object:
        """Read the value."""


@frozen
class TableDocument:
    """A table by itself."""

    table: str
    rules: MeldRules = MANIPULATION.melds

    @classmethod
    def of(cls, table: Table) -> Self:
        """Write a table."""
        return cls(str(table), table.rules)

    def value(self) -> Table:
        """Read the table."""
        return _table(self.table, self.rules)


@frozen
class RoundDocument:
    """A round; its table is under its rules."""

    table: str
    hands: tuple[Cards, ...]
    stock: Shoe
    dealer: int
    turn: Turn
    rules: Rules = MANIPULATION

    @classmethod
    def of(cls, state: Round) -> Self:
        """Write a round."""
        table, rules = str(state.table), state.rules
        return cls(table, state.hands, state.stock, state.dealer, state.turn, rules)

    def value(self) -> Round:
        """Read the round."""
        table = _table(self.table, self.rules.melds)
        return Round(self.rules, table, self.hands, self.stock, self.dealer, self.turn)


@frozen(kw_only=True)
class RoundViewDocument:
    """A view; its table is under its rules."""

    seat: int | None
    hand: Cards
    hand_sizes: tuple[int, ...]
    stock_size: int
    table: str
    dealer: int
    turn: Turn
    hands: tuple[Cards, ...]
    rules: Rules = MANIPULATION

    @classmethod
    def of(cls, view: RoundView) -> Self:
        """Write a view."""
        return cls(
            seat=view.seat,
            hand=view.hand,
            hand_sizes=view.hand_sizes,
            stock_size=view.stock_size,
            table=str(view.table),
            dealer=view.dealer,
            turn=view.turn,
            hands=view.hands,
            rules=view.rules,
        )

    def value(self) -> RoundView:
        """Read the view."""
        return RoundView(
            seat=self.seat,
            hand=self.hand,
            hand_sizes=self.hand_sizes,
            stock_size=self.stock_size,
            table=_table(self.table, self.rules.melds),
            dealer=self.dealer,
            turn=self.turn,
            hands=self.hands,
            rules=self.rules,
        )


@frozen
class DraftDocument:
    """A draft; its places are laid out as melds are, and are no text where all cards have gone."""

    table: str
    hand: Cards
    places: tuple[str, ...]
    air: Cards = Cards()
    rules: MeldRules = MANIPULATION.melds

    @classmethod
    def of(cls, draft: Draft) -> Self:
        """Write a draft."""
        places = tuple(" ".join(map(str, laid_out(cards))) for cards in draft.places)
        return cls(str(draft.table), draft.hand, places, draft.air, draft.table.rules)

    def value(self) -> Draft:
        """Read the draft."""
        table = _table(self.table, self.rules)
        places = tuple(_place(number, text) for number, text in enumerate(self.places))
        return Draft(table, self.hand, places, self.air)


def _place(number: int, text: str) -> Cards:
    try:
        return Cards.parse(text)
    except ManipulationError as error:
        raise MisplacedError(f".places[{number}]") from error


@frozen
class FaultDocument:
    """A fault; clause and sentence are there to be shown, and are not read again."""

    violation: Violation
    clause: str
    sentence: str
    cards: Cards
    meld: Cards | None

    @classmethod
    def of(cls, fault: Fault) -> Self:
        """Write a fault."""
        code = fault.violation
        return cls(code, code.clause, code.sentence, fault.cards, fault.meld)

    def value(self) -> Fault:
        """Read the fault."""
        return Fault(self.violation, self.cards, self.meld)


@frozen
class RecordDocument:
    """A record."""

    version: int
    seats: tuple[str, ...]
    dealer: int
    deals: tuple[Deal, ...]
    rules: Rules = MANIPULATION

    @classmethod
    def of(cls, record: Record) -> Self:
        """Write a record."""
        return cls(VERSION, record.seats, record.dealer, record.deals, record.rules)

    def value(self) -> Record:
        """Read the record, which replays it."""
        return Record(self.seats, self.dealer, self.deals, self.rules)


BY_WAY_OF: Final[dict[type, type[Document]]] = {
    Table: TableDocument,
    Round: RoundDocument,
    RoundView: RoundViewDocument,
    Draft: DraftDocument,
    Fault: FaultDocument,
    Record: RecordDocument,
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
    if all(kind != one for one in (*TEXTS, *BY_WAY_OF, *OBJECTS)):
        raise RecordError(f"there is no document of {shown(kind)}")
