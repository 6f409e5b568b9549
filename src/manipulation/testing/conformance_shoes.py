"""Shoes stacked so that a few turns lead to what a referee may get wrong."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from manipulation.cards import Card, Cards, Joker, Natural, Rank, Suit
from manipulation.shoe import Shoe

if TYPE_CHECKING:
    from manipulation.rules import Rules

_LOW: Final = (Rank.ACE, Rank.TWO, Rank.THREE)
_NEAR: Final = (Rank.FOUR, Rank.KING)
_ROW: Final = (*Rank, Rank.ACE)


def _cards(*ranks_and_suits: tuple[Rank, Suit]) -> Cards:
    return Cards(Natural(rank, suit) for rank, suit in ranks_and_suits)


_GROUPS: Final = tuple(
    _cards(*((rank, suit) for suit in suits))
    for rank in reversed(Rank)
    for suits in combinations(Suit, 3)
)
_SEQUENCES: Final = tuple(
    _cards(*((rank, suit) for rank in _ROW[start : start + 3]))
    for suit in Suit
    for start in range(len(_ROW) - 2)
)
_TWINS: Final = tuple(
    _cards((rank, suit), (rank, suit), (rank, other))
    for rank in reversed(Rank)
    for suit, other in combinations(Suit, 2)
)
_CORNERS: Final = tuple(
    _cards(*((rank, suit) for rank in ranks))
    for suit in Suit
    for ranks in (
        (Rank.KING, Rank.ACE, Rank.TWO),
        (Rank.QUEEN, Rank.KING, Rank.ACE, Rank.TWO),
        (Rank.KING, Rank.ACE, Rank.TWO, Rank.THREE),
    )
)
_BRIDGED: Final = tuple(
    _cards(*((rank, suit) for rank in _ROW[start : start + 2])) + Cards((Joker(),))
    for suit in Suit
    for start in range(len(_ROW) - 1)
)
_SMALL: Final = tuple(_cards((rank, suit)) for rank in _LOW for suit in Suit)

_KINDS: Final = (_SEQUENCES, _GROUPS, _TWINS, _CORNERS, _BRIDGED, _SMALL)
"""What a hand is stacked with: melds, near melds, two cards and a joker, cards of few points."""

_FAR_MELDS: Final = tuple(
    meld for meld in (*_GROUPS, *_SEQUENCES) if not {*meld.by_rank()} & {*_LOW, *_NEAR}
)
"""Melds to which no low card can be added later, so that what is left in the hands stays there."""

_MOST_STOCK: Final = 9
"""The size of a short stock: it runs out in the middle of a turn, or after a few."""


class _Box:
    """The cards that are left to stack a shoe with."""

    def __init__(self, players: int, rules: Rules) -> None:
        """Fill it with all the cards."""
        self._left = Cards(Shoe.new(players, rules=rules))

    def take(self, choices: tuple[Cards, ...], at: int, *, most: int) -> Cards:
        """Take the choice at a place, or the next of which all cards are left; none if none is."""
        start = at % len(choices)
        for cards in (*choices[start:], *choices[:start]):
            if len(cards) <= most and cards <= self._left:
                self._left -= cards
                return cards
        return Cards()

    def rest(self, seed: int) -> list[Card]:
        """Give all that is left in an order that the seed decides."""
        return list(Shoe(self._left).shuffled(Random(seed)))


@st.composite
def stacked_shoes(draw: st.DrawFn, *, players: int, rules: Rules, short: bool) -> Shoe:
    """Draw a shoe: every hand holds some of what matters, and the stock is often short.

    `short` says whether the shoe may have fewer cards than the rules give; else it has all.
    """
    box, size = _Box(players, rules), rules.hand_size
    if draw(st.booleans()):
        hands, top = _level(draw, box, players=players, size=size)
    else:
        hands, top = [_mixed(draw, box, size=size) for _ in range(players)], []
    rest = box.rest(draw(st.integers(0, 2**16)))
    for hand in hands:
        while len(hand) < size:
            hand.append(rest.pop())
    dealt = [hand[card] for card in range(size) for hand in hands]
    whole = draw(st.booleans()) or not short  # a short stock is the simpler one
    left = len(rest) if whole else draw(st.integers(1, _MOST_STOCK))
    return Shoe([*dealt, *top, *rest[:left]])


def _mixed(draw: st.DrawFn, box: _Box, *, size: int) -> list[Card]:
    """Stack a hand with melds and near melds of any kind."""
    hand: list[Card] = []
    blocks = st.tuples(st.sampled_from(_KINDS), st.integers(0, 51))
    for kind, at in draw(st.lists(blocks, max_size=4)):
        hand += box.take(kind, at, most=size - len(hand))
    return hand


def _level(
    draw: st.DrawFn, box: _Box, *, players: int, size: int
) -> tuple[list[list[Card]], list[Card]]:
    """Stack hands of melds and an ace, and low cards to draw, so that points are equal but one's.

    The one is mostly the dealer, who is last to have a turn and can knock then.
    """
    hands: list[list[Card]] = []
    at = draw(st.integers(0, len(_FAR_MELDS) - 1))
    other, more = draw(st.sampled_from((-1, *range(-players, 0)))), draw(st.integers(0, 2))
    for place in range(-players, 0):
        hand: list[Card] = []
        while len(hand) + 3 <= size and (meld := box.take(_FAR_MELDS, at + 7 * place, most=3)):
            hand += meld
        rank = more if place == other else 0
        hands.append([*hand, *box.take(_SMALL, len(Suit) * rank, most=size - len(hand))])
    to_draw = len(Suit) * draw(st.integers(0, 1))
    return hands, [card for _ in range(players) for card in box.take(_SMALL, to_draw, most=1)]
