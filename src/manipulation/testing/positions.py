"""Strategies for positions, a table and a hand, and for legal plays in them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.cards import Cards, DeclaredJoker, Joker, Natural, Suit
from manipulation.melds import Group
from manipulation.rules import MANIPULATION, SHORTEST_MELD, MeldRules
from manipulation.shoe import Shoe
from manipulation.solver import arrangements, best_play, playable_cards
from manipulation.table import Play, Table
from manipulation.testing.arguments import expect, expect_flag, sizes
from manipulation.testing.cards import some_of
from manipulation.testing.melds import expect_a_meld, index, laid_melds, supplied
from manipulation.testing.supply import RANKS, USUAL_SHOE, Supply, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation.melds import Meld

_MOST_MELDS: Final = 12
_MOST_HELD: Final = 10
"""What is drawn at most unless more is asked for: as much as a round of some length has."""

_OTHERWISE: Final = 12
"""One of so many arrangements of the table after a play is chosen."""


class Position(NamedTuple):
    """A table and a hand, all cards from one shoe."""

    table: Table
    hand: Cards


class Proposal(NamedTuple):
    """A play that is put to the referee: the table before, the hand, and the play."""

    table: Table
    hand: Cards
    play: Play


def positions(
    *,
    playable: bool | None = None,
    min_size: int = 1,
    max_size: int | None = None,
    shoe: Shoe = USUAL_SHOE,
    rules: MeldRules = MANIPULATION.melds,
) -> st.SearchStrategy[Position]:
    """Draw a table and a hand of so many cards, all from one shoe.

    `playable`: whether any card of the hand can be played. Half of the hand are cards that go with
    what lies on the table, so that much can be rearranged. Shrinks to the empty table and `2c` or,
    with a play, `2c 2d 2h`.
    """
    expect_flag("playable", playable)
    expect(Shoe, "shoe", shoe)
    expect(MeldRules, "rules", rules)
    least, most = sizes(min_size, max_size, least=0, most=len(shoe))
    most = min(most, max(least, _MOST_HELD))
    if playable is None:
        return _positions(shoe, least, most, rules)
    if not playable:
        if len(_filled(Position(Table(rules=rules), Cards()), shoe, least, start=0)) < least:
            raise InvalidArgument(f"the shoe holds no hand of {least} cards without a play")
        return _positions(shoe, least, most, rules).flatmap(lambda at: _without(at, shoe, least))
    if most < 1:
        raise InvalidArgument("an empty hand has nothing to play")
    _expect_a_play(shoe, max(1, least), most, rules)
    return _with_a_play(shoe, max(1, least), most, rules)


def _expect_a_play(shoe: Shoe, least: int, most: int, rules: MeldRules) -> None:
    """Refuse a shoe from which nothing can be played.

    A hand of one card or two plays none beside melds of three, which would leave it over.
    """
    if most >= SHORTEST_MELD:
        expect_a_meld("meld to play", shoe, rules, range(SHORTEST_MELD, SHORTEST_MELD + 1))
        return
    expect_a_meld("meld of four", shoe, rules, range(SHORTEST_MELD + 1, SHORTEST_MELD + 2))
    if len(shoe) < SHORTEST_MELD + least:
        raise InvalidArgument(f"the shoe holds no hand of {least} cards beside a meld")


def legal_plays(
    *, shoe: Shoe = USUAL_SHOE, rules: MeldRules = MANIPULATION.melds
) -> st.SearchStrategy[Proposal]:
    """Draw a table, a hand and a legal play, which often rearranges the table and its jokers.

    Shrinks to the play of `2c 2d 2h` on the empty table.
    """
    expect(Shoe, "shoe", shoe)
    expect(MeldRules, "rules", rules)
    return _legal_plays(positions(playable=True, shoe=shoe, rules=rules))


@st.composite
def _legal_plays(draw: st.DrawFn, among: st.SearchStrategy[Position]) -> Proposal:
    table, hand = draw(among)
    play = draw(plays_in(table, hand))
    return reject() if play is None else Proposal(table, hand, play)


@st.composite
def plays_in(draw: st.DrawFn, table: Table, hand: Cards) -> Play | None:
    """Draw a play of some of the cards, arranged in one way or another; None if there is none."""
    held = in_order(hand)
    kept = draw(some_of(held, min_size=0, max_size=max(0, len(held) - 1)))
    best = best_play(table, hand - Cards(kept)) or (best_play(table, hand) if kept else None)
    if best is None:
        return None
    others = islice(arrangements(best.table.cards, rules=table.rules), draw(index(_OTHERWISE)))
    return Play.of([best.table, *others][-1])


@st.composite
def _positions(draw: st.DrawFn, shoe: Shoe, least: int, most: int, rules: MeldRules) -> Position:
    supply = Supply(shoe)
    melds = draw(laid_melds(supply, min_size=0, max_size=_room(shoe, least), rules=rules))
    return Position(Table(tuple(melds), rules=rules), draw(_held(supply, melds, least, most)))


@st.composite
def _without(draw: st.DrawFn, at: Position, shoe: Shoe, least: int) -> Position:
    """Take out of the hand what can be played, and draw other cards if too few are left.

    What is left has no play, since a play of it were one of the whole hand. Where the table takes
    too many cards, the hand is drawn beside an empty one.
    """
    kept = at.hand - playable_cards(at.table, at.hand)
    start = draw(index(len(shoe))) if len(kept) < least else 0
    at, alone = at._replace(hand=kept), Position(Table(rules=at.table.rules), Cards())
    tried = ((at, start), (alone, start), (alone, 0))
    found = (at._replace(hand=_filled(at, shoe, least, start=start)) for at, start in tried)
    return next(at for at in found if len(at.hand) >= least)


def _filled(at: Position, shoe: Shoe, least: int, *, start: int) -> Cards:
    """Add cards of the shoe that bring no play with them, until the hand is large enough."""
    table, hand = at
    others = in_order(dict.fromkeys(Cards(shoe) - table.cards.undeclared_again - hand))
    first = start % max(1, len(others))
    for card in (*others[first:], *others[:first]):
        if len(hand) >= least:
            break
        more = hand + Cards([card])
        hand = hand if playable_cards(table, more) else more
    return hand


@st.composite
def _with_a_play(draw: st.DrawFn, shoe: Shoe, least: int, most: int, rules: MeldRules) -> Position:
    """Draw a position, and where it has no play let a meld, or a card that fits, come to hand."""
    supply = Supply(shoe)
    fewest = 0 if most >= SHORTEST_MELD else 1
    room = max(fewest, _room(shoe, max(least, SHORTEST_MELD)))
    melds = draw(laid_melds(supply, min_size=fewest, max_size=room, rules=rules))
    table = Table(tuple(melds), rules=rules)
    hand = draw(_held(supply, melds, 0, most))
    supply.take(hand)
    new = Cards()
    if playable_cards(table, hand):
        new, hand = hand, Cards()
    elif most >= SHORTEST_MELD:
        threes = range(SHORTEST_MELD, SHORTEST_MELD + 1)
        new = Cards.together(
            meld.cards for meld in draw(supplied(supply, rules=rules, of_size=threes))
        ).undeclared_again
    if not new:
        near = near_cards(melds)
        fitting = (Cards([card]) for card in supply.left() if card in near)
        new = next((card for card in fitting if playable_cards(table, card)), Cards())
    kept = in_order(hand)[: most - len(new)]
    supply.take(new)
    short = max(0, least - len(new) - len(kept))
    if not new or short > len(supply.left()):
        supply, kept = Supply(shoe), []
        table, new = draw(_plain_play(supply, most, rules))
        short = max(0, least - len(new))
    more = draw(some_of(supply.left(), min_size=short, max_size=short))
    return Position(table, Cards([*new, *kept, *more]))


@st.composite
def _plain_play(draw: st.DrawFn, supply: Supply, most: int, rules: MeldRules) -> Position:
    """Draw a meld of three in hand or, in a hand of less, a card that goes with one that lies."""
    size = SHORTEST_MELD if most >= SHORTEST_MELD else SHORTEST_MELD + 1
    (meld,) = draw(supplied(supply, rules=rules, of_size=range(size, size + 1)))
    lying = [] if size == SHORTEST_MELD else [Cards(meld.in_order[:SHORTEST_MELD])]
    held = meld.cards - Cards.together(lying)
    return Position(Table.of(lying, rules=rules), held.undeclared_again)


def _room(shoe: Shoe, least: int) -> int:
    """Tell how many melds there may be, so that a hand can be dealt beside them."""
    return min(_MOST_MELDS, (len(shoe) - least) // 14)


@st.composite
def _held(draw: st.DrawFn, supply: Supply, melds: Iterable[Meld], least: int, most: int) -> Cards:
    """Draw a hand of cards that go with the melds, and of any others."""
    left = supply.left()
    near = near_cards(melds)
    fitting = [card for card in left if card in near]
    some = draw(some_of(fitting, min_size=0, max_size=min(most, len(fitting), _MOST_HELD // 2)))
    rest = in_order(Cards(left) - Cards(some))
    fewest = max(0, least - len(some))
    others = draw(some_of(rest, min_size=fewest, max_size=min(len(rest), most - len(some))))
    return Cards([*some, *others])


def near_cards(melds: Iterable[Meld]) -> set[Natural | Joker]:
    """Give the cards that a meld would take, those under its jokers, and the joker."""
    near: set[Natural | Joker] = {Joker()}
    for meld in melds:
        near.update(
            card.stands_for for card in meld.cards.declared if isinstance(card, DeclaredJoker)
        )
        if isinstance(meld, Group):
            near.update(Natural(meld.rank, suit) for suit in Suit)
        else:
            first = RANKS.index(meld.start)
            near.update(
                Natural(RANKS[(first + step) % len(RANKS)], meld.suit)
                for step in (-1, len(meld.cards))
            )
    return near
