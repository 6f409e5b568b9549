"""Steps that lead from one table to the next, so that a play can be shown or told (D14)."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from attrs import define, field

from manipulation.cards import Card, Cards, DeclaredJoker, Joker
from manipulation.errors import PositionError, Violation, expect
from manipulation.melds import IllegalMoveError, Meld
from manipulation.table.melding import Play, Table, check_play
from manipulation.table.step import Declare, Free, Join, PickUp, PutDown, Split, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Sequence as Listed


_Owner = TypeVar("_Owner", "_Old", "_New")

_Pile: TypeAlias = dict[Card, int]
"""How many of each card; quicker than `Cards` for the few cards of one meld."""

_JOKER: Final = Joker()


@define(eq=False)
class _Old:
    """A meld of the table before that is not on the table after."""

    number: int
    left: _Pile
    """What has no place yet on the table after."""
    lying: int
    """How many cards lie here still, while steps are made."""
    stays: bool = False
    """Whether a meld of the table after grows from this one."""


@define(eq=False)
class _New:
    """A meld of the table after that is not on the table before."""

    meld: Meld
    need: _Pile
    """What is still to come."""
    old: _Old | None = None
    """The meld from which it grows."""
    arriving: list[tuple[_Old, _Pile]] = field(factory=list)
    declared: list[DeclaredJoker] = field(factory=list)
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
    was, now = before.cards.declared, after.cards.declared
    freed = _undeclare(((old, old.left) for old in olds), was.beyond(now))
    for new, joker in _undeclare(((new, new.need) for new in news), now.beyond(was)):
        new.declared.append(joker)
    _send(olds, news)
    way = _Way(len(before.melds), [Free(joker, old.number) for old, joker in freed])
    for new in news:
        way.build(new)
    return tuple(way.steps)


def _check(before: Table, after: Table) -> None:
    """Refuse what no play leads to, but for R22: tables with the same cards have steps too."""
    expect(Table, before)
    expect(Table, after)
    if before.rules != after.rules:
        raise PositionError("the tables before and after are under different rules")
    added = after.cards.undeclared_again.beyond(before.cards.undeclared_again)
    faults = check_play(before, Play.of(after), added)
    refused = tuple(fault for fault in faults if fault.violation is not Violation.NO_HAND_CARD)
    if refused:
        raise IllegalMoveError(refused)


def _disturbed(before: Table, after: Table) -> tuple[list[_Old], list[_New]]:
    """Set aside the melds that lie on both tables: the others are few as a rule."""
    same = Counter(before.melds) & Counter(after.melds)
    return (
        [_Old(number, _pile(meld), len(meld.cards)) for number, meld in _others(before, same)],
        [_New(meld, _pile(meld)) for _, meld in _others(after, same)],
    )


def _others(table: Table, same: Counter[Meld]) -> Iterator[tuple[int, Meld]]:
    """Yield the melds, with their numbers, that are not among these."""
    spare = Counter(same)
    for number, meld in enumerate(table.melds, start=1):
        if spare[meld]:
            spare[meld] -= 1
        else:
            yield number, meld


def _pile(meld: Meld) -> _Pile:
    return dict(Counter(meld.in_order))


def _move_common(left: _Pile, need: _Pile) -> _Pile:
    """Take from both what they have in common, and give it."""
    common = {card: min(count, need[card]) for card, count in left.items() if card in need}
    for pile in (left, need):
        for card, count in common.items():
            pile[card] -= count
            if not pile[card]:
                del pile[card]
    return common


def _sharing(olds: Iterable[_Old], news: Listed[_New]) -> Iterator[tuple[_Old, _New]]:
    """Pair old and new melds by what is left here and needed there: the most cards first.

    Of pairs that share as many, the one with the fewest other cards comes first.
    """
    where: dict[Card, list[int]] = {}
    for place, new in enumerate(news):
        for card in new.need:
            where.setdefault(card, []).append(place)
    needed = [sum(new.need.values()) for new in news]
    pairs = []
    for old in olds:
        shared = Counter(place for card in old.left for place in where.get(card, ()))
        left = sum(old.left.values())
        for place, count in shared.items():
            pairs.append((-count, left + needed[place], old.number, place, old))
    for *_, place, old in sorted(pairs, key=itemgetter(0, 1, 2, 3)):
        yield old, news[place]


def _settle(olds: Iterable[_Old], news: Listed[_New]) -> None:
    """Let each new meld grow from one old meld, and each old meld become one new meld."""
    for old, new in _sharing(olds, news):
        if new.old is None and not old.stays:
            new.old, old.stays = old, True
            _move_common(old.left, new.need)


def _undeclare(
    piles: Iterable[tuple[_Owner, _Pile]], jokers: Cards
) -> list[tuple[_Owner, DeclaredJoker]]:
    """Let so many of these jokers stand for nothing, and tell where they were."""
    changing: _Pile = dict(Counter(jokers))
    found = []
    for owner, pile in piles if changing else ():
        taken = _move_common(pile, changing)
        declared = [
            (owner, card)
            for card, count in taken.items()
            for _ in range(count)
            if isinstance(card, DeclaredJoker)
        ]
        if declared:
            pile[_JOKER] = len(declared)
            found += declared
    return found


def _send(olds: Iterable[_Old], news: Listed[_New]) -> None:
    """Find a place for every card that is left; what then is needed comes from the hand."""
    for new in news:
        if new.old is not None:
            _move_common(new.old.left, new.need)
    for old, new in _sharing(olds, news):
        cards = _move_common(old.left, new.need)
        if cards:
            new.arriving.append((old, cards))


@define(eq=False)
class _Way:
    """The steps so far, and the last number that a meld has."""

    number: int
    steps: list[Step]

    def build(self, new: _New) -> None:
        """Bring a new meld together, the cards from hand last, and declare its jokers."""
        meld = None if new.old is None else new.old.number
        for old, cards in new.arriving:
            meld = self._bring(old, cards, meld)
        for card in (*new.meld.in_order, _JOKER):
            for _ in range(new.need.pop(card, 0)):
                meld = self._next() if meld is None else meld
                self.steps.append(PutDown(card, meld, from_hand=True))
        self.steps += [Declare(joker, meld) for joker in new.declared]

    def _bring(self, old: _Old, cards: _Pile, meld: int | None) -> int:
        """Bring cards from an old meld to a meld, or to a new one if there is none yet.

        If they are all that lies there, the old meld is the new one.
        """
        moved = sum(cards.values())
        old.lying -= moved
        if meld is None and not old.lying:
            return old.number
        if moved == 1:
            meld = self._next() if meld is None else meld
            for card in cards:
                self.steps += [PickUp(card, old.number), PutDown(card, meld)]
            return meld
        if meld is not None and not old.lying:
            self.steps.append(Join(old.number, meld))
            return meld
        part = self._next()
        taken = Cards(card for card, count in cards.items() for _ in range(count))
        self.steps.append(Split(old.number, taken, part))
        if meld is None:
            return part
        self.steps.append(Join(part, meld))
        return meld

    def _next(self) -> int:
        self.number += 1
        return self.number
