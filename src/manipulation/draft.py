"""A turn in the making: cards move one step at a time until the table is whole again (D14)."""

from __future__ import annotations

from typing import Final, Self, assert_never

from attrs import evolve, frozen

from manipulation.cards import (
    NATURALS,
    Card,
    Cards,
    DeclaredJoker,
    Joker,
    expect_cards,
    expect_hand,
)
from manipulation.errors import PositionError, Violation, expect, shown
from manipulation.melds import Fault, IllegalMoveError, judge, laid_out, sorted_faults
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
    check_play,
)

_HAND: Final = -1
_AIR: Final = 0
"""Where cards are when they are in no meld; melds are numbered from 1."""


@frozen
class Draft:
    """What a player has made of the table and the hand so far; nothing is committed yet.

    A step gives a new draft, so that undo is to keep the old one. Anything goes on the way:
    melds may be broken and jokers freed, for what counts is the table at the end (D14, D16).

    >>> draft = Draft.of(Table.parse("4c 5c 6c 7c"), Cards.parse("4d 4s Kh"))
    >>> draft = draft.after(PickUp.parse("pick up 4c from meld 1"))
    >>> str(draft)
    'meld 1: 5c 6c 7c | in the air: 4c | in hand: 4d Kh 4s'
    >>> for step in ("4c in", "4d from hand in", "4s from hand in"):
    ...     draft = draft.after(PutDown.parse(f"put down {step} meld 2"))
    >>> draft.faults(), draft.play()
    ((), Play.parse('4c 4d 4s | 5c 6c 7c'))
    """

    table: Table
    """The table before the turn."""
    hand: Cards
    """What is in hand still."""
    places: tuple[Cards, ...]
    """The cards of melds 1, 2, 3, …; none where all have gone, since a meld keeps its number."""
    air: Cards = Cards()
    """What has been picked up and not put down."""

    def __attrs_post_init__(self) -> None:
        """Refuse a hand or a table that no steps lead to with a `PositionError`."""
        expect(Table, self.table)
        expect(tuple, self.places)
        expect_hand(self.hand)
        for cards in (self.air, *self.places):
            expect_cards(cards)
        missing = self.table.cards.undeclared_again.beyond(self._lying.undeclared_again)
        if missing:
            raise PositionError(f"a draft has all the cards of its table: {missing} missing")

    @classmethod
    def of(cls, table: Table, hand: Cards) -> Self:
        """Begin a turn; the melds are numbered from 1 as they stand in the table."""
        expect(Table, table)
        return cls(table, hand, tuple(meld.cards for meld in table.melds))

    @property
    def melds(self) -> dict[int, Cards]:
        """The melds that have cards, legal or not, by their numbers."""
        return {number: cards for number, cards in enumerate(self.places, start=1) if cards}

    @property
    def played(self) -> Cards:
        """The cards that came from the hand and may be taken back; a joker counts as a joker."""
        return self._lying.undeclared_again - self.table.cards.undeclared_again

    @property
    def _lying(self) -> Cards:
        return sum(self.places, start=self.air)

    def after(self, step: Step) -> Draft:
        """Give the draft after a step; one that is refused leaves this draft as it was.

        A card that is not held and a table card that would go to the hand are an
        `IllegalMoveError`; a card or a meld that is not there, and what is no step, such as its
        text, is a `PositionError`.
        """
        if not isinstance(step, Step):
            raise PositionError(f"a step is expected (see parse_step), not {shown(step)}")
        match step:
            case PickUp(card, meld):
                return self._moved(_one(card), meld, _AIR)
            case PutDown(card, meld):
                return self._moved(_one(card), _HAND if step.from_hand else _AIR, meld)
            case Split(meld, cards, new):
                return self._split(meld, cards, new)
            case Join(meld, to):
                return self._joined(meld, to)
            case Declare(joker, meld) | Free(joker, meld):
                kinds = (_one(Joker()), _one(joker))
                now, then = kinds if isinstance(step, Declare) else reversed(kinds)
                return self._moved(now, meld or _AIR, meld or _AIR, becoming=then)
            case TakeBack(card, meld):
                return self._taken_back(_one(card), meld or _AIR)
            case _:
                assert_never(step)

    def _spots(self) -> dict[int, Cards]:
        return {_HAND: self.hand, _AIR: self.air, **dict(enumerate(self.places, start=1))}

    def _check_there(self, cards: Cards, spot: int) -> None:
        """Refuse cards that are not all in one place."""
        there = self._spots().get(spot)
        if there is None:
            raise PositionError(f"there is no meld {spot}")
        missing = cards.beyond(there)
        if missing and spot == _HAND:
            raise IllegalMoveError((Fault(Violation.CARD_NOT_HELD, missing),))
        if missing:
            raise PositionError(f"not {f'in meld {spot}' if spot else 'in the air'}: {missing}")

    def _moved(
        self, cards: Cards, source: int, target: int, *, becoming: Cards | None = None
    ) -> Draft:
        """Move cards that are there to a meld that is there, or to the next one."""
        self._check_there(cards, source)
        spots, following = self._spots(), len(self.places) + 1
        if target > following:
            raise PositionError(f"there is no meld {target}; the next new one is {following}")
        spots[source] -= cards
        spots[target] = spots.get(target, Cards()) + (becoming or cards)
        hand, air, *places = spots.values()
        return evolve(self, hand=hand, air=air, places=tuple(places))

    def _split(self, meld: int, cards: Cards, new: int) -> Draft:
        if new in self.melds:
            raise PositionError(f"there is a meld {new} already")
        if cards == self.melds.get(meld):
            raise PositionError(f"to split meld {meld}, leave a card of it")
        return self._moved(cards, meld, new)

    def _joined(self, meld: int, to: int) -> Draft:
        for number in (meld, to):
            if number not in self.melds:
                raise PositionError(f"there is no meld {number}")
        if meld == to:
            raise PositionError("a meld is joined to another one")
        return self._moved(self.melds[meld], meld, to)

    def _taken_back(self, cards: Cards, spot: int) -> Draft:
        self._check_there(cards, spot)
        back = cards.undeclared_again
        if not back <= self.played:
            raise IllegalMoveError((Fault(Violation.TABLE_CARD_TAKEN, back),))
        return self._moved(cards, spot, _HAND, becoming=back)

    def faults(self) -> tuple[Fault, ...]:
        """Name all that is still illegal; nothing if the draft is whole.

        With nothing in the air these are the faults of `check_play`. What is in the air counts as
        a table's for R22 and D16, and is a fault of its own, `TABLE_CARD_TAKEN`.
        """
        melds = Play(tuple(self.melds.values()))
        lying = Play((*melds.melds, self.air)) if self.air else melds
        at_first = self.hand + self.played
        found = [f for f in check_play(self.table, lying, at_first) if f.meld is None]
        if self.air:
            found.append(Fault(Violation.TABLE_CARD_TAKEN, self.air))
        for cards in melds.melds:
            found += judge(cards, rules=self.table.rules)
        return sorted_faults(found)

    def faults_by_meld(self) -> dict[int, tuple[Fault, ...]]:
        """Tell for every meld what keeps it from being one; nothing if it is one."""
        return {
            number: judge(cards, rules=self.table.rules) for number, cards in self.melds.items()
        }

    def declarable(self, meld: int) -> Cards:
        """Tell which cards a joker that stands for none yet can stand for, to make the meld legal.

        None if there is no such joker, or more than one. No such meld is a `PositionError`.

        >>> draft = Draft.of(Table.parse("4c 5c 6c"), Cards.parse("* 8c"))
        >>> for step in ("put down * from hand in meld 1", "put down 8c from hand in meld 1"):
        ...     draft = draft.after(PutDown.parse(step))
        >>> str(draft.declarable(1))
        '7c'
        """
        cards = self.melds.get(meld) if type(meld) is int else None
        if cards is None:
            raise PositionError(f"there is no meld {shown(meld)}")
        if cards.undeclared != 1:
            return Cards()
        others = cards.declared + cards.naturals
        return Cards(
            face
            for face in NATURALS
            if not judge(others + _one(DeclaredJoker(face)), rules=self.table.rules)
        )

    def play(self) -> Play:
        """Give the play that was made, or raise an `IllegalMoveError` with all the faults."""
        faults = self.faults()
        if faults:
            raise IllegalMoveError(faults)
        return Play(tuple(self.melds.values()))

    def __str__(self) -> str:
        """Tell what lies where."""
        spots = {f"meld {number}": cards for number, cards in self.melds.items()}
        spots |= {"in the air": self.air, "in hand": self.hand}
        return " | ".join(
            f"{spot}: {' '.join(map(str, laid_out(cards)))}"
            for spot, cards in spots.items()
            if cards
        )


def _one(card: Card) -> Cards:
    return Cards((card,))
