"""Steps that lead from one table to the next, so that a play can be shown or told (D14)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define, field

from manipulation.cards import Card, Cards, DeclaredJoker
from manipulation.errors import PositionError, Violation
from manipulation.melds import IllegalMoveError, Meld, laid_out
from manipulation.table.melding import Play, Table, check_play
from manipulation.table.step import Declare, Free, Join, PickUp, PutDown, Split, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Sequence as Listed


@define(eq=False)
class _Old:
    """A meld of the table before that is not on the table after."""

    number: int
    meld: Meld
    left: Cards
    """What has no place yet on the table after."""
    lying: Cards
    """What lies here still, while steps are made."""
    stays: bool = False
    """Whether a meld of the table after grows from this one."""


@define(eq=False)
class _New:
    """A meld of the table after that is not on the table before."""

    meld: Meld
    need: Cards
    """What is still to come."""
    old: _Old | None = None
    """The meld from which it grows."""
    arriving: list[tuple[_Old, Cards]] = field(factory=list)
    declared: Cards = Cards()
    """The jokers that are to be declared in it."""


def steps(before: Table, after: Table) -> tuple[Step, ...]:
    r"""Find steps from one table to the next: natural ones, not always the fewest.

    A meld that is on both tables is left alone. Of the others each keeps its place as the new
    meld with which it shares the most cards. Where no card is added the steps only rearrange; a
    table that takes a card away or changes a joker that D16 holds is an `IllegalMoveError`, and
    one under other rules a `PositionError`.

    >>> before, after = Table.parse("4c 5c 6c 7c"), Table.parse("5c 6c 7c | 4c 4d 4s")
    >>> print(*steps(before, after), sep="\n")
    pick up 4c from meld 1
    put down 4c in meld 2
    put down 4d from hand in meld 2
    put down 4s from hand in meld 2
    """
    _check(before, after)
    olds, news = _disturbed(before, after)
    _settle(olds, news)
    way = _Way(len(before.melds))
    way.free(olds, before.cards.declared.beyond(after.cards.declared))
    _await_jokers(news, after.cards.declared.beyond(before.cards.declared))
    _send(olds, news)
    for new in news:
        way.build(new)
    return tuple(way.steps)


def _check(before: Table, after: Table) -> None:
    """Refuse what no play leads to, but for R22: tables with the same cards have steps too."""
    if before.rules != after.rules:
        raise PositionError("the tables before and after are under different rules")
    added = after.cards.undeclared_again.beyond(before.cards.undeclared_again)
    faults = check_play(before, Play.of(after), added)
    refused = tuple(fault for fault in faults if fault.violation is not Violation.NO_HAND_CARD)
    if refused:
        raise IllegalMoveError(refused)


def _disturbed(before: Table, after: Table) -> tuple[list[_Old], list[_New]]:
    """Set aside the melds that lie on both tables, and give the others."""
    same = Counter(before.melds) & Counter(after.melds)
    olds = [
        _Old(number, meld, left=meld.cards, lying=meld.cards)
        for number, meld in _others(before, same)
    ]
    return olds, [_New(meld, need=meld.cards) for _, meld in _others(after, same)]


def _others(table: Table, same: Counter[Meld]) -> Iterator[tuple[int, Meld]]:
    """Yield the melds, with their numbers, that are not among these."""
    spare = Counter(same)
    for number, meld in enumerate(table.melds, start=1):
        if spare[meld]:
            spare[meld] -= 1
        else:
            yield number, meld


def _common(some: Cards, others: Cards) -> Cards:
    return some - some.beyond(others)


def _sharing(olds: Iterable[_Old], news: Listed[_New]) -> list[tuple[_Old, _New]]:
    """Pair old and new melds by what is left here and needed there: the most cards first.

    Of pairs that share as many, the one with the fewest other cards comes first.
    """
    where: dict[Card, list[int]] = {}
    for place, new in enumerate(news):
        for card in set(new.need):
            where.setdefault(card, []).append(place)
    pairs = []
    for old in olds:
        for place in {place for card in set(old.left) for place in where.get(card, ())}:
            new = news[place]
            shared = len(_common(old.left, new.need))
            others = len(old.left) + len(new.need) - 2 * shared
            pairs.append((-shared, others, old.number, place, old, new))
    return [(old, new) for *_, old, new in sorted(pairs, key=lambda pair: pair[:4])]


def _settle(olds: Listed[_Old], news: Listed[_New]) -> None:
    """Let each new meld grow from one old meld, and each old meld become one new meld."""
    for old, new in _sharing(olds, news):
        if new.old is None and not old.stays:
            kept = _common(old.left, new.need)
            old.left -= kept
            new.need -= kept
            new.old, old.stays = old, True


def _await_jokers(news: Listed[_New], declared: Cards) -> None:
    """Let the melds need jokers that stand for nothing yet, where they are declared anew."""
    for new in news:
        new.declared = _common(new.need, declared)
        declared -= new.declared
        new.need = _undeclared(new.need, new.declared)


def _undeclared(cards: Cards, jokers: Cards) -> Cards:
    return cards - jokers + jokers.undeclared_again


def _send(olds: Listed[_Old], news: Listed[_New]) -> None:
    """Find a place for every card that is left; what then is needed comes from the hand."""
    own = [(new.old, new) for new in news if new.old is not None]
    for old, new in own + _sharing(olds, news):
        cards = _common(old.left, new.need)
        old.left -= cards
        new.need -= cards
        if cards and old is not new.old:
            new.arriving.append((old, cards))


@define(eq=False)
class _Way:
    """The steps so far, and the last number that a meld has."""

    number: int
    steps: list[Step] = field(factory=list)

    def free(self, olds: Iterable[_Old], jokers: Cards) -> None:
        """Free these jokers where they are not kept."""
        for old in olds:
            freed = _common(old.left, jokers)
            jokers -= freed
            old.left = _undeclared(old.left, freed)
            old.lying = _undeclared(old.lying, freed)
            self.steps += [Free(joker, old.number) for joker in _declared(freed)]

    def build(self, new: _New) -> None:
        """Bring a new meld together, the cards from hand last, and declare its jokers."""
        meld = None if new.old is None else new.old.number
        for old, cards in new.arriving:
            meld = self._bring(old, cards, meld)
        for card in laid_out(new.need):
            meld = self._next() if meld is None else meld
            self.steps.append(PutDown(card, meld, from_hand=True))
        self.steps += [Declare(joker, meld) for joker in _declared(new.declared)]

    def _bring(self, old: _Old, cards: Cards, meld: int | None) -> int:
        """Bring cards from an old meld to a meld, or to a new one if there is none yet."""
        everything = cards == old.lying
        old.lying -= cards
        if len(cards) == 1:
            meld = self._next() if meld is None else meld
            (card,) = cards
            self.steps += [PickUp(card, old.number), PutDown(card, meld)]
            return meld
        if meld is not None and everything:
            self.steps.append(Join(old.number, meld))
            return meld
        part = self._next()
        self.steps.append(Split(old.number, cards, part))
        if meld is None:
            return part
        self.steps.append(Join(part, meld))
        return meld

    def _next(self) -> int:
        self.number += 1
        return self.number


def _declared(jokers: Cards) -> Iterator[DeclaredJoker]:
    return (joker for joker in jokers if isinstance(joker, DeclaredJoker))
