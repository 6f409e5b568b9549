"""A legal table, a proposal for the next one, and the law between them (R18 to R30, D13 to D21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from attrs import field, frozen

from manipulation.cards import Card, Cards, DeclaredJoker, Natural, check_length, read_cards
from manipulation.errors import NotationError, PositionError, Violation
from manipulation.melds import (
    Fault,
    IllegalMoveError,
    IllegalTableError,
    Meld,
    judge,
    laid_out,
    meld_of,
)
from manipulation.rules import MANIPULATION, MeldRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def _read_melds(text: str) -> Iterator[Cards]:
    """Read melds between `|`; empty text has none, and an empty meld is an error."""
    check_length(text)
    if not text.strip(" \t\r\n,"):
        return
    start = 0
    for part in text.split("|"):
        end = start + len(part)
        cards = read_cards(text, start, end)
        if not cards:
            raise NotationError("an empty meld", text, (start, max(end, start + 1)))
        yield Cards(cards)
        start = end + 1


def _sum(parts: Iterable[Cards]) -> Cards:
    return sum(parts, start=Cards())


def _sorted_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    return tuple(sorted(melds, key=_key))


def _key(meld: Meld) -> tuple[int, ...]:
    return meld.key


@frozen
class Table:
    """Melds that are all legal under the table's rules (R19), in one order whatever was given.

    >>> str(Table.parse("4c 5c 6c 7c* | 8s 8h 8d"))
    '8d 8h 8s | 4c 5c 6c 7c*'
    """

    melds: tuple[Meld, ...] = field(default=(), converter=_sorted_melds)
    rules: MeldRules = field(default=MANIPULATION.melds, kw_only=True)
    cards: Cards = field(init=False, eq=False, repr=False)
    """All the cards of all its melds."""

    def __attrs_post_init__(self) -> None:
        """Refuse melds that the rules of this table do not allow with an `IllegalTableError`."""
        faults = tuple(f for meld in self.melds for f in judge(meld.cards, rules=self.rules))
        if faults:
            raise IllegalTableError(faults)
        object.__setattr__(self, "cards", _sum(meld.cards for meld in self.melds))

    @classmethod
    def parse(cls, text: str, *, rules: MeldRules = MANIPULATION.melds) -> Self:
        """Read melds separated by `|`, in any order; no text is the empty table.

        Text that is not notation is a `NotationError`, melds that are not legal are an
        `IllegalTableError` that names every fault.
        """
        return cls.of(_read_melds(text), rules=rules)

    @classmethod
    def of(cls, melds: Iterable[Cards], *, rules: MeldRules = MANIPULATION.melds) -> Self:
        """Lay cards out as melds, or raise an `IllegalTableError` that names every fault."""
        proposed = tuple(melds)
        faults = tuple(fault for cards in proposed for fault in judge(cards, rules=rules))
        if faults:
            raise IllegalTableError(faults)
        return cls(tuple(meld_of(cards, rules=rules) for cards in proposed), rules=rules)

    def after(self, play: Play, *, hand: Cards) -> Table:
        """Give the table after a play, or raise an `IllegalMoveError` with every fault."""
        faults = check_play(self, play, hand)
        if faults:
            raise IllegalMoveError(faults)
        return Table.of(play.melds, rules=self.rules)

    def __str__(self) -> str:
        """Write the melds with `|` between."""
        return " | ".join(map(str, self.melds))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        rules = "" if self.rules == MANIPULATION.melds else f", rules={self.rules!r}"
        return f"Table.parse({str(self)!r}{rules})"


def _in_order(melds: Iterable[Cards]) -> tuple[Cards, ...]:
    return tuple(sorted(melds, key=_place))


def _place(cards: Cards) -> tuple[int, ...]:
    """Sort proposals as a table sorts its melds, and what is no meld after them."""
    return (2, *cards.counts) if judge(cards) else meld_of(cards).key


@frozen
class Play:
    """A meld action: the whole table that it leaves, as melds that nobody has judged yet (D14).

    >>> str(Play.parse("8s 8h 8d 8c | 7c 4c"))
    '8c 8d 8h 8s | 4c 7c'
    """

    melds: tuple[Cards, ...] = field(default=(), converter=_in_order)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read melds separated by `|`, legal or not; no text is the empty table."""
        return cls(tuple(_read_melds(text)))

    @classmethod
    def of(cls, table: Table) -> Self:
        """Propose a table."""
        return cls(tuple(meld.cards for meld in table.melds))

    @property
    def cards(self) -> Cards:
        """All the cards of all its melds."""
        return _sum(self.melds)

    def __str__(self) -> str:
        """Write the melds with `|` between."""
        return " | ".join(" ".join(map(str, laid_out(cards))) for cards in self.melds)

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Play.parse({str(self)!r})"


def check_play(table: Table, play: Play, hand: Cards) -> tuple[Fault, ...]:
    """Name every rule that a play breaks, given the table before and the player's hand.

    No fault means that the play is legal: it takes no card away (R23), adds at least one, all of
    them from the hand (R18, R22), leaves legal melds (R24), and lets no joker go that D16 holds.
    A hand that holds a declared joker is a `PositionError`.

    >>> table, hand = Table.parse("4s 5s 6s"), Cards.parse("7s Kd")
    >>> check_play(table, Play.parse("4s 5s 6s 7s"), hand)
    ()
    >>> print(*check_play(table, Play.parse("5s 6s 7s"), hand), sep="\\n")
    TABLE_CARD_TAKEN (R23): A meld takes no card off the table. [4s]
    """
    if hand.declared:
        raise PositionError(f"a hand holds no declared joker: {hand.declared}")
    before, after = table.cards, play.cards
    lain, lies = before.undeclared_again, after.undeclared_again
    added = lies.beyond(lain)
    found = (
        (Violation.TABLE_CARD_TAKEN, lain.beyond(lies)),
        (Violation.CARD_NOT_HELD, added.beyond(hand)),
        (Violation.JOKER_CHANGED, _jokers_changed(table.rules, before, after)),
    )
    faults = [Fault(violation, cards) for violation, cards in found if cards]
    if not added:
        faults.append(Fault(Violation.NO_HAND_CARD))
    for cards in play.melds:
        faults += judge(cards, rules=table.rules)
    return tuple(sorted(faults, key=lambda fault: fault.violation.place))


def _jokers_changed(rules: MeldRules, before: Cards, after: Cards) -> Cards:
    """Give the declared jokers that stood for a card, no longer do, and were not free (D16, D17)."""
    freed = before.declared.beyond(after.declared)
    match rules.joker_release:
        case "natural_on_table":
            return Cards(joker for joker in freed if not _natural_lies(joker, after))
        case "natural_from_hand":
            played = after.naturals.beyond(before.naturals)
            return freed.beyond(_standing_for(played))
        case "any":
            return Cards()


def _natural_lies(joker: Card, table: Cards) -> bool:
    return isinstance(joker, DeclaredJoker) and joker.stands_for in table


def _standing_for(naturals: Cards) -> Cards:
    return Cards(DeclaredJoker(card) for card in naturals if isinstance(card, Natural))
