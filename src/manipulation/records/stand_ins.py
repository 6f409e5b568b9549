"""What stands in a document for a value that is not written with its own fields."""

from __future__ import annotations

from typing import Final, Never, Protocol, Self

from attrs import frozen

from manipulation.cards import Cards
from manipulation.draft import Draft
from manipulation.errors import ManipulationError, RecordError, Violation, shown
from manipulation.melds import Fault, laid_out
from manipulation.records.record import Deal, Record
from manipulation.round import Round
from manipulation.rules import MANIPULATION, MeldRules, Rules
from manipulation.shoe import Shoe
from manipulation.solver import BestPlay, WhyNot
from manipulation.table import Play, Table
from manipulation.turn import Turn
from manipulation.views import RoundView

VERSION: Final = 1
"""The version of a record's document."""


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
    """A fault; the sentence is there to be shown, and may be another version's."""

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
        code = self.violation
        if self.clause != code.clause:
            message = f"{code.code} breaks {code.clause}, not {shown(self.clause)}"
            raise RecordError(message, "$.clause")
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


@frozen
class BestPlayDocument:
    """A best play; the hand that it was found for is not known any more."""

    play: Play
    table: str
    played: Cards
    points_left: int
    disturbed: int
    disturbed_exact: bool
    rules: MeldRules = MANIPULATION.melds

    @classmethod
    def of(cls, best: BestPlay) -> Self:
        """Write a best play."""
        return cls(
            best.play,
            str(best.table),
            best.played,
            best.points_left,
            best.disturbed,
            best.disturbed_exact,
            best.table.rules,
        )

    def value(self) -> BestPlay:
        """Read the best play."""
        table = _table(self.table, self.rules)
        if self.play != Play.of(table):
            raise RecordError("it leaves another table than is said", "$.play")
        if not self.played or not self.played <= table.cards.undeclared_again:
            raise RecordError("cards of the table are expected, as they were in hand", "$.played")
        for name in ("points_left", "disturbed"):
            if getattr(self, name) < 0:
                message = f"a number from 0 is expected, not {getattr(self, name)}"
                raise RecordError(message, f"$.{name}")
        numbers = self.points_left, self.disturbed, self.disturbed_exact
        return BestPlay(self.play, table, self.played, *numbers)


@frozen
class WhyNotDocument:
    """Why cards cannot be arranged."""

    table: str
    left_out: Cards
    conflict: Cards
    minimal: bool
    rules: MeldRules = MANIPULATION.melds

    @classmethod
    def of(cls, why: WhyNot) -> Self:
        """Write why not."""
        return cls(str(why.table), why.left_out, why.conflict, why.minimal, why.table.rules)

    def value(self) -> WhyNot:
        """Read why not."""
        table = _table(self.table, self.rules)
        if not self.left_out:
            raise RecordError("some card is left out", "$.left_out")
        cards = (table.cards + self.left_out).undeclared_again
        if not self.conflict or not self.conflict.undeclared_again <= cards:
            raise RecordError("cards of the table or left out are expected", "$.conflict")
        return WhyNot(self.conflict, self.minimal, self.left_out, table)
