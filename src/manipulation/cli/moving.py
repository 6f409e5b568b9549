"""A player's words, carried out on the draft of a turn (D14)."""

from __future__ import annotations

from collections import Counter
from typing import Final, assert_never

from manipulation.cards import Card, Cards, DeclaredJoker, Joker
from manipulation.cli.table_talk import Add, Back, Change, Cut, Lay, Name, New, Shift, Unname
from manipulation.draft import Draft
from manipulation.errors import PositionError
from manipulation.melds import IllegalMoveError, laid_out
from manipulation.table import (
    Declare,
    Free,
    PickUp,
    Play,
    PutDown,
    Split,
    Step,
    TakeBack,
    check_play,
)

_JOKER: Final = Joker()


def changed(draft: Draft, change: Change) -> Draft:
    """Give the draft after a change; one that cannot be is refused, and nothing of it is done.

    A card that is not held and a table card that would go to the hand are an `IllegalMoveError`; a
    card or a meld that is not there, or not in one place alone, is a `PositionError`.
    """
    match change:
        case Add() | New() | Shift() | Back():
            return _card_by_card(draft, change)
        case Lay(play):
            return _laid(draft, play)
        case _:
            return draft.after(_step(draft, change))


def _card_by_card(draft: Draft, change: Add | New | Shift | Back) -> Draft:
    following = len(draft.places) + 1
    for card in change.cards:
        match change:
            case Add(_, meld):
                draft = _added(draft, card, meld)
            case New():
                draft = _added(draft, card, following)
            case Shift(_, source, target):
                draft = _shifted(draft, card, source, target or following)
            case Back(_, meld):
                draft = _taken_back(draft, card, meld)
            case _:
                assert_never(change)
    return draft


def _step(draft: Draft, change: Cut | Name | Unname | Step) -> Step:
    match change:
        case Cut():
            return _cut(draft, change)
        case Name(joker, meld):
            return Declare(joker, meld or _where(draft, _JOKER))
        case Unname(joker, meld):
            return Free(joker, meld or _where(draft, joker))
        case _:
            return change


def _added(draft: Draft, card: Card, meld: int) -> Draft:
    """Put down a card from the hand, or else from the air; a joker with a card is declared."""
    if card in draft.air:
        return draft.after(PutDown(card, meld))
    held = _JOKER if isinstance(card, DeclaredJoker) else card
    lying = [number for number, cards in draft.melds.items() if card in cards]
    if lying and held not in draft.hand:
        message = f"{card} is not in your hand; it lies in meld {lying[0]}, and can be moved"
        raise PositionError(message)
    if isinstance(card, DeclaredJoker):
        return draft.after(PutDown(_JOKER, meld, from_hand=True)).after(Declare(card, meld))
    return draft.after(PutDown(card, meld, from_hand=True))


def _shifted(draft: Draft, card: Card, source: int | None, target: int) -> Draft:
    if source is None:
        source = _where(draft, card, but=target)
        if source is None:
            return draft.after(PutDown(card, target))
    return draft.after(PickUp(card, source)).after(PutDown(card, target))


def _cut(draft: Draft, cut: Cut) -> Split:
    cards = laid_out(draft.melds.get(cut.meld, Cards()))
    if cut.card not in cards:
        raise PositionError(f"not in meld {cut.meld}: {cut.card}")
    place = cards.index(cut.card) + (not cut.before)
    off = cards[place:]
    if len(off) in (0, len(cards)):
        raise PositionError(f"nothing of meld {cut.meld} lies beyond {cut.card}")
    return Split(cut.meld, Cards(off), len(draft.places) + 1)


def _taken_back(draft: Draft, card: Card, meld: int | None) -> Draft:
    """Take a card back; `*` may be any joker, declared or not, if there is one alone."""
    if card == _JOKER and not any(card in cards for cards in _spots(draft).values()):
        declared = [joker for cards in _spots(draft).values() for joker in cards.declared]
        if len(declared) == 1:
            (card,) = declared
    return draft.after(TakeBack(card, meld or _where(draft, card)))


def _spots(draft: Draft) -> dict[int | None, Cards]:
    """Give what lies in the melds, by number, and in the air, by None."""
    spots: dict[int | None, Cards] = {None: draft.air}
    return spots | dict(draft.melds.items())


def _where(draft: Draft, card: Card, *, but: int = 0) -> int | None:
    """Find the meld that holds a card, None for the air; it must be in one place alone."""
    places = [spot for spot, cards in _spots(draft).items() if card in cards and spot != but]
    if not places:
        raise PositionError(_nowhere(draft, card))
    if len(places) > 1:
        where = ", ".join("the air" if place is None else f"meld {place}" for place in places)
        raise PositionError(f"{card} lies in several places: {where}; say in which meld")
    return places[0]


def _nowhere(draft: Draft, card: Card) -> str:
    if card == _JOKER:
        return "no joker on the table waits for its card"
    if card in draft.hand:
        return f"{card} is in your hand, and can be added"
    return f"there is no {card} on the table that could be meant"


def _laid(draft: Draft, play: Play) -> Draft:
    """Make the table what a play says; melds that stay keep their numbers."""
    begun = Draft.of(draft.table, draft.hand + draft.played)
    faults = check_play(draft.table, play, begun.hand)
    added = play.cards.undeclared_again.beyond(draft.table.cards.undeclared_again)
    missing = draft.table.cards.undeclared_again.beyond(play.cards.undeclared_again)
    if missing or not added <= begun.hand:
        raise IllegalMoveError(faults)
    coming = Counter(play.melds)
    places = []
    for cards in begun.places:
        stays = coming[cards] > 0
        coming[cards] -= stays
        places.append(cards if stays else Cards())
    places += coming.elements()
    return Draft(draft.table, begun.hand - added, tuple(places))
