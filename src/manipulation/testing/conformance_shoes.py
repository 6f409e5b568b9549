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

_NEAR_MELDS: Final = (_TWINS, _CORNERS, _BRIDGED)
_PLACES: Final = st.integers(0, 51)
"""Where among its kind a meld or near meld is looked for."""

_FAR_MELDS: Final = tuple(
    meld for meld in (*_GROUPS, *_SEQUENCES) if not {*meld.by_rank()} & {*_LOW, *_NEAR}
)
"""Melds to which no low card can be added later, so that what is left in the hands stays there."""

_FAR_FOURS: Final = tuple(
    _cards(*((rank, suit) for suit in Suit)) for rank in Rank if rank not in {*_LOW, *_NEAR}
)
"""Groups to which no card can be added."""

_MOST_STOCK: Final = 9
"""The size of a short stock: it runs out in the middle of a turn, or after a few."""

_NO_STOCK: Final = 2
"""The size of a stock that hardly anybody draws from."""


class _Box:
    """The cards that are left to stack a shoe with, and the hands to be stacked."""

    def __init__(self, players: int, rules: Rules) -> None:
        """Fill it with all the cards."""
        self.players, self.size = players, rules.hand_size
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
    box = _Box(players, rules)
    top: list[Card] = []
    most = _MOST_STOCK
    match draw(st.sampled_from(("mixed", "near", "near", "level", "level", "out"))):
        case "mixed":
            hands = [_mixed(draw, box) for _ in range(players)]
        case "near":
            hands = _near(draw, box)
        case "level":
            hands, top = _level(draw, box, other=draw(st.integers(-players, -1)))
        case _:
            hands, most = _out(draw, box), _NO_STOCK
    return draw(_filled(box, hands, top, most=most if short else 0))


@st.composite
def level_shoes(draw: st.DrawFn, *, players: int, rules: Rules, short: bool) -> Shoe:
    """Draw a shoe of level hands, but for the dealer's, who is last to have a turn and to knock."""
    box = _Box(players, rules)
    hands, top = _level(draw, box, other=-1)
    return draw(_filled(box, hands, top, most=_MOST_STOCK if short else 0))


@st.composite
def _filled(
    draw: st.DrawFn, box: _Box, hands: list[list[Card]], top: list[Card], *, most: int
) -> Shoe:
    """Fill the hands up, and put what is left, or a little of it, below the top of the stock.

    `most` is how much a little is; if it is 0, all is put there.
    """
    rest = box.rest(draw(st.integers(0, 2**16)))
    for hand in hands:
        while len(hand) < box.size:
            hand.append(rest.pop())
    dealt = [hand[card] for card in range(box.size) for hand in hands]
    whole = draw(st.sampled_from((False, False, True))) or not most  # a short stock is simpler
    left = len(rest) if whole else draw(st.integers(1, most))
    return Shoe([*dealt, *top, *rest[:left]])


def _mixed(draw: st.DrawFn, box: _Box) -> list[Card]:
    """Stack a hand with melds and near melds of any kind."""
    hand: list[Card] = []
    blocks = st.tuples(st.sampled_from(_KINDS), _PLACES)
    for kind, at in draw(st.lists(blocks, max_size=4)):
        hand += box.take(kind, at, most=box.size - len(hand))
    return hand


def _near(draw: st.DrawFn, box: _Box) -> list[list[Card]]:
    """Stack every hand with a meld, and with what is nearly one: the same kind in all hands."""
    kind, at, other = draw(st.sampled_from(_NEAR_MELDS)), *draw(st.tuples(_PLACES, _PLACES))
    hands: list[list[Card]] = []
    for place in range(box.players):
        nearly = box.take(kind, at + 7 * place, most=box.size)
        meld = box.take(_FAR_MELDS, other + 7 * place, most=box.size - len(nearly))
        hands.append([*nearly, *meld])
    return hands


def _level(draw: st.DrawFn, box: _Box, *, other: int) -> tuple[list[list[Card]], list[Card]]:
    """Stack hands of melds and an ace, and low cards to draw, so that points are equal but one's.

    The hands are in the order of the deal, and `other` is the one's place from the end.
    """
    hands: list[list[Card]] = []
    at, more = draw(_PLACES), draw(st.integers(0, 2))
    for place in range(-box.players, 0):
        hand: list[Card] = []
        while len(hand) + 3 <= box.size and (meld := box.take(_FAR_MELDS, at + 7 * place, most=3)):
            hand += meld
        rank = more if place == other else 0
        hands.append([*hand, *box.take(_SMALL, len(Suit) * rank, most=box.size - len(hand))])
    to_draw = len(Suit) * draw(st.integers(0, 1))
    return hands, [card for _ in range(box.players) for card in box.take(_SMALL, to_draw, most=1)]


def _out(draw: st.DrawFn, box: _Box) -> list[list[Card]]:
    """Stack hands of melds alone, that go out at once where nobody has to draw."""
    at, fours = draw(_PLACES), box.size % 3
    hands: list[list[Card]] = []
    for place in range(box.players):
        hand: list[Card] = []
        for _ in range(fours if 4 * fours <= box.size else 0):
            hand += box.take(_FAR_FOURS, at + place, most=4)
        while len(hand) + 3 <= box.size and (meld := box.take(_FAR_MELDS, at + 7 * place, most=3)):
            hand += meld
        hands.append(hand)
    return hands
