"""Rounds to test with: every state that random legal moves lead to, and plays found simply."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from attrs import evolve
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    DeclaredJoker,
    Move,
    Natural,
    Play,
    Rank,
    Round,
    Rules,
    Shoe,
    Suit,
    Table,
    check_play,
    judge,
)

NATURALS = tuple(Natural(rank, suit) for suit in Suit for rank in Rank)
"""The 52 naturals."""


_DECLARED = tuple(map(DeclaredJoker, NATURALS))


def simple_plays(table: Table, hand: Cards) -> Iterator[Play]:
    """Yield the plays that add one card to a meld, or lay down three cards of the hand."""
    lying = tuple(meld.cards for meld in table.melds)
    cards = [Cards([card]) for card in hand.naturals]
    cards += [Cards([card]) for card in _DECLARED] if hand.jokers else []
    proposals = [
        (*lying[:place], meld + card, *lying[place + 1 :])
        for place, meld in enumerate(lying)
        for card in cards
        if not judge(meld + card, rules=table.rules)
    ]
    alike = [*hand.naturals.by_rank().values(), *hand.naturals.by_suit().values()]
    threes = {Cards(three) for cards in alike for three in combinations(set(cards), 3)}
    legal = [three for three in threes if not judge(three, rules=table.rules)]
    proposals += [(*lying, three) for three in sorted(legal, key=str)]
    for melds in proposals:
        play = Play(melds)
        if not check_play(table, play, hand):
            yield play


def some_move(state: Round, rng: Random) -> Move:
    """Choose a legal move, a play every other time that one is allowed and found."""
    moves: list[Move] = list(state.legal_moves())
    if state.may_meld and rng.random() < 0.5 and state.to_move is not None:
        moves = list(simple_plays(state.table, state.hands[state.to_move])) or moves
    return rng.choice(moves)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Draw Manipulation's rules, or others that make rounds end soon or otherwise."""
    melds = evolve(
        MANIPULATION.melds,
        ace=draw(st.sampled_from(("high_or_low", "high", "low"))),
        joker_release=draw(st.sampled_from(("natural_on_table", "natural_from_hand", "any"))),
        jokers_per_meld=draw(st.sampled_from((None, 0, 1))),
    )
    changed = Rules(
        melds=melds,
        hand_size=draw(st.integers(1, 10)),
        max_draws=draw(st.integers(2, 4)),
        knock_at=draw(st.integers(0, 40)),
        lap_stops_on_going_out=draw(st.booleans()),
    )
    return draw(st.sampled_from((MANIPULATION, changed)))


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Round:
    """Draw a deal: the stock is often short, the cards are often of few ranks so that many meld."""
    drawn_rules = draw(rule_sets() if rules is None else rules)
    players = draw(st.integers(2, 5))
    rng = Random(draw(st.integers(0, 2**32)))
    shoe = Shoe.new(players, rules=drawn_rules).shuffled(rng)
    if draw(st.booleans()):
        shoe = Shoe(
            sorted(shoe, key=lambda card: isinstance(card, Natural) and card.rank > Rank.SIX)
        )
    dealt = players * drawn_rules.hand_size
    stock = draw(st.integers(1, len(shoe) - dealt) | st.integers(1, 6))
    dealer = draw(st.integers(0, players - 1))
    short = Shoe(shoe.cards[: dealt + stock])
    return Round.deal(short, players=players, dealer=dealer, rules=drawn_rules)


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Draw a state that random legal moves have led to."""
    state = draw(deals())
    rng = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 120))):
        if state.outcome is not None:
            break
        state = state.after(some_move(state, rng))
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
