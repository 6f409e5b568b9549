"""Rounds to test with: every state that random legal moves lead to, and plays found simply."""

from itertools import combinations
from random import Random

from attrs import evolve
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    DeclaredJoker,
    Group,
    Meld,
    Move,
    Natural,
    Play,
    Rank,
    Round,
    Rules,
    Shoe,
    Suit,
    Table,
    judge,
)
from manipulation.testing import rule_sets

NATURALS = tuple(Natural(rank, suit) for suit in Suit for rank in Rank)
"""The 52 naturals."""


_DECLARED = tuple(map(DeclaredJoker, NATURALS))

_GROUPS = [
    three for rank in Rank for three in combinations([Natural(rank, suit) for suit in Suit], 3)
]
_RANKS = (*Rank, Rank.ACE)
_SEQUENCES = [
    tuple(Natural(rank, suit) for rank in _RANKS[start : start + 3])
    for suit in Suit
    for start in range(len(_RANKS) - 2)
]
_THREES = (*_GROUPS, *_SEQUENCES)
"""Every meld of three naturals."""


def simple_plays(table: Table, hand: Cards) -> list[Play]:
    """List the plays that add one card to a meld, or lay down three naturals of the hand."""
    lying = tuple(meld.cards for meld in table.melds)
    cards: list[Natural | DeclaredJoker] = [card for card in NATURALS if card in hand]
    cards += _DECLARED if hand.jokers else ()
    changes = [
        (meld.cards + Cards([card]), (*lying[:place], *lying[place + 1 :]))
        for place, meld in enumerate(table.melds)
        for card in cards
        if _alike(card.stands_for if isinstance(card, DeclaredJoker) else card, meld)
    ]
    changes += [(Cards(three), lying) for three in _THREES if all(card in hand for card in three)]
    return [Play((new, *rest)) for new, rest in changes if not judge(new, rules=table.rules)]


def _alike(natural: Natural, meld: Meld) -> bool:
    """Tell whether a card has the rank of a group, or the suit of a sequence."""
    if isinstance(meld, Group):
        return natural.rank is meld.rank
    return natural.suit is meld.suit


def some_move(state: Round, rng: Random) -> Move:
    """Choose a legal move, a play every other time that one is allowed and found."""
    moves: list[Move] = list(state.legal_moves())
    if state.may_meld and rng.random() < 0.5 and state.to_move is not None:
        table, hand = state.table, state.hands[state.to_move]
        while plays := simple_plays(table, hand):
            play = rng.choice(plays)
            moves = [play]
            after = table.after(play, hand=hand)
            hand -= after.cards.undeclared_again - table.cards.undeclared_again
            table = after
            if rng.random() < 0.3:
                break
    return rng.choice(moves)


@st.composite
def deals(draw: st.DrawFn) -> Round:
    """Draw a deal (see `a_deal`)."""
    rules, players = draw(rule_sets()), draw(st.integers(2, 5))
    return a_deal(
        Random(draw(st.integers(0, 2**32))),
        rules=rules,
        players=players,
        dealer=draw(st.integers(0, players - 1)),
        ranks=draw(st.integers(2, 13)),
    )


def a_deal(rng: Random, *, rules: Rules, players: int, dealer: int, ranks: int) -> Round:
    """Deal so many ranks, from the ace, before the others; the stock is as often short as long."""
    cards = Shoe.new(players, rules=rules).shuffled(rng)
    shoe = sorted(cards, key=lambda card: isinstance(card, Natural) and card.rank.value > ranks)
    dealt = players * rules.hand_size
    stock = rng.choice((rng.randint(1, 6), rng.randint(1, len(shoe) - dealt)))
    short = Shoe(shoe[: dealt + stock]).shuffled(rng)
    return Round.deal(short, players=players, dealer=dealer, rules=rules)


@st.composite
def rounds(draw: st.DrawFn, *, over: bool = True) -> Round:
    """Draw a state that random legal moves have led to; if not `over`, one that goes on."""
    state = draw(deals())
    rng = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 120))):
        if state.outcome is not None:
            break
        after = state.after(some_move(state, rng))
        if after.outcome is not None and not over:
            break
        state = after
    return state


def with_hidden_cards_swapped(state: Round, seat: int | None, rng: Random) -> Round:
    """Deal what a seat does not see of a round that goes on anew, to the same hidden places."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.stock
    rng.shuffle(hidden)
    hands: list[Cards] = []
    for other, hand in enumerate(state.hands):
        size = 0 if other == seat else len(hand)
        hands.append(hand if other == seat else Cards(hidden[:size]))
        del hidden[:size]
    return evolve(state, hands=tuple(hands), stock=Shoe(hidden))


def all_cards_of(state: Round) -> Cards:
    """Put all the cards together, wherever they are, each joker undeclared."""
    return Cards.together([*state.hands, Cards(state.stock), state.table.cards]).undeclared_again


def two(
    hands: tuple[str, ...], stock: str, *, table: str = "", rules: Rules = MANIPULATION
) -> Round:
    """Put seat 1 before its first draw; its hand is the second."""
    return Round.of(
        tuple(map(Cards.parse, hands)),
        stock=Shoe.of(stock),
        table=Table.parse(table),
        rules=rules,
    )


def played(state: Round, *moves: Move) -> Round:
    """Make the moves one after another."""
    for move in moves:
        state = state.after(move)
    return state
