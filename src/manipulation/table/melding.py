"""A legal table, a proposal for the next one, and the law between them (R18 to R30, D13 to D21)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self

from attrs import field, frozen

from manipulation.cards import (
    Card,
    Cards,
    DeclaredJoker,
    Natural,
    check_length,
    expect_hand,
    read_cards,
)
from manipulation.errors import NotationError, PositionError, Violation, each, expect
from manipulation.melds import (
    Fault,
    IllegalMoveError,
    IllegalTableError,
    Meld,
    judge,
    laid_out,
    meld_of,
    sorted_faults,
    sorted_melds,
)
from manipulation.rules import MANIPULATION, MeldRules, expect_meld_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

_BLANK = re.compile(r"[\s,]*")


def _read_melds(text: str) -> tuple[Cards, ...]:
    """Read melds between `|`; empty text has none, and an empty meld is an error."""
    check_length(text)
    if _BLANK.fullmatch(text):
        return ()
    melds, start = [], 0
    for part in text.split("|"):
        end = start + len(part)
        melds.append(read_cards(text, start, end))
        if not melds[-1]:
            bar = start - 1 if start else end
            raise NotationError("| stands between two melds", text, (bar, bar + 1))
        start = end + 1
    return tuple(map(Cards, melds))


@frozen
class Table:
    """Melds that are all legal under the table's rules (R19), in one order whatever was given.

    >>> str(Table.parse("4c 5c 6c 7c* | 8s 8h 8d"))
    '8d 8h 8s | 4c 5c 6c 7c*'
    """

    melds: tuple[Meld, ...] = field(default=(), converter=sorted_melds)
    rules: MeldRules = field(default=MANIPULATION.melds, kw_only=True)
    cards: Cards = field(init=False, eq=False)
    """All the cards of all its melds."""

    def __attrs_post_init__(self) -> None:
        """Refuse melds that the rules of this table do not allow with an `IllegalTableError`."""
        expect_meld_rules(self.rules)
        _check_legal((meld.cards for meld in self.melds), self.rules)
        object.__setattr__(self, "cards", Cards.together(meld.cards for meld in self.melds))

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
        proposed = tuple(each(melds, "melds"))
        _check_legal(proposed, rules)
        return cls(tuple(meld_of(cards, rules=rules) for cards in proposed), rules=rules)

    def after(self, play: Play, *, hand: Cards) -> Table:
        """Give the table after a play, or raise an `IllegalMoveError` with every fault."""
        faults = check_play(self, play, hand)
        if faults:
            raise IllegalMoveError(faults)
        return laid_by(play, rules=self.rules)

    def __str__(self) -> str:
        """Write the melds with `|` between."""
        return " | ".join(map(str, self.melds))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        rules = "" if self.rules == MANIPULATION.melds else f", rules={self.rules!r}"
        return f"Table.parse({str(self)!r}{rules})"


def known_table(melds: Iterable[Meld], *, rules: MeldRules) -> Table:
    """Make a table of melds that are known to be legal under rules, and are not judged again."""
    in_order = sorted_melds(melds)
    return _known(in_order, Cards.together(meld.cards for meld in in_order), rules)


def laid_by(play: Play, *, rules: MeldRules) -> Table:
    """Make the table that a play leaves; `check_play` has let it pass, and is not asked again."""
    melds = tuple(meld_of(cards, rules=rules) for cards in play.melds)
    return _known(melds, play.cards, rules)


def _known(melds: tuple[Meld, ...], cards: Cards, rules: MeldRules) -> Table:
    """Make a table of legal melds in order, with all their cards."""
    table = Table.__new__(Table)
    object.__setattr__(table, "melds", melds)
    object.__setattr__(table, "rules", rules)
    object.__setattr__(table, "cards", cards)
    return table


def _check_legal(melds: Iterable[Cards], rules: MeldRules) -> None:
    faults = tuple(fault for cards in melds for fault in judge(cards, rules=rules))
    if faults:
        raise IllegalTableError(faults)


def _in_order(melds: Iterable[Cards]) -> tuple[Cards, ...]:
    """Sort proposals as a table sorts its melds; what is no meld comes last, low ranks first."""
    return tuple(sorted(each(melds, "melds"), key=_key))


def _key(cards: Cards) -> tuple[int, ...]:
    if judge(cards):
        return (2, *(-count for count in cards.counts))
    return meld_of(cards).key


@frozen
class Play:
    """A meld action: the whole table that it leaves, as melds that nobody has judged yet (D14).

    >>> str(Play.parse("8s 8h 8d 8c | 7c 4c"))
    '8c 8d 8h 8s | 4c 7c'
    """

    melds: tuple[Cards, ...] = field(default=(), converter=_in_order)
    cards: Cards = field(init=False, eq=False)
    """All the cards of all its melds."""

    def __attrs_post_init__(self) -> None:
        """Refuse an empty meld with a `PositionError`."""
        if not all(self.melds):
            raise PositionError("a meld without cards")
        object.__setattr__(self, "cards", Cards.together(self.melds))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read melds separated by `|`, legal or not; no text is the empty table."""
        return cls(_read_melds(text))

    @classmethod
    def of(cls, table: Table) -> Self:
        """Propose a table; its melds are in order already."""
        expect(Table, table)
        play = cls.__new__(cls)
        object.__setattr__(play, "melds", tuple(meld.cards for meld in table.melds))
        object.__setattr__(play, "cards", table.cards)
        return play

    def __str__(self) -> str:
        """Write the melds with `|` between."""
        return " | ".join(" ".join(map(str, laid_out(cards))) for cards in self.melds)

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Play.parse({str(self)!r})"


def check_play(table: Table, play: Play, hand: Cards) -> tuple[Fault, ...]:
    r"""Name every rule that a play breaks, given the table before and the player's hand.

    No fault means that the play is legal: it takes no card away (R23), adds at least one, all of
    them from the hand (R18, R22), leaves legal melds (R24), and lets no joker go that D16 holds.
    The faults stand in the order of `Violation`, those of one code in the order of the melds. A
    hand that holds a declared joker is a `PositionError`.

    >>> table, hand = Table.parse("4s 5s 6s"), Cards.parse("7s Kd")
    >>> check_play(table, Play.parse("4s 5s 6s 7s"), hand)
    ()
    >>> print(*check_play(table, Play.parse("5s 6s 7s"), hand), sep="\n")
    TABLE_CARD_TAKEN (R23): A meld takes no card off the table. [4s]
    """
    expect(Table, table)
    expect(Play, play)
    expect_hand(hand)
    # For R18, R22 and R23 a joker is a joker, whatever it stands for.
    before, after = table.cards.undeclared_again, play.cards.undeclared_again
    added = after.beyond(before)
    faults = [Fault(Violation.NO_HAND_CARD)] if not added else []
    for violation, cards in (
        (Violation.TABLE_CARD_TAKEN, before.beyond(after)),
        (Violation.CARD_NOT_HELD, added.beyond(hand)),
        (Violation.JOKER_CHANGED, _jokers_changed(table.rules, table.cards, play.cards)),
    ):
        if cards:
            faults.append(Fault(violation, cards))
    for cards in play.melds:
        faults += judge(cards, rules=table.rules)
    return sorted_faults(faults)


def _jokers_changed(rules: MeldRules, before: Cards, after: Cards) -> Cards:
    """Give the jokers that stood for a card, no longer do, and were not let go (D16, D17)."""
    changed = before.declared.beyond(after.declared)
    if not changed or rules.joker_release == "any":
        return Cards()
    if rules.joker_release == "natural_from_hand":
        played = after.naturals.beyond(before.naturals)
        return changed.beyond(Cards(DeclaredJoker(x) for x in played if isinstance(x, Natural)))
    return Cards(joker for joker in changed if not _natural_lies(joker, after))


def _natural_lies(joker: Card, table: Cards) -> bool:
    return isinstance(joker, DeclaredJoker) and joker.stands_for in table
