"""What is asked of a round, and rounds that somebody ends while there is a stock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st

from manipulation.cards import Cards
from manipulation.round import Round
from manipulation.rules import SHORTEST_MELD
from manipulation.shoe import Shoe
from manipulation.table import Play
from manipulation.testing.melds import index, supplied
from manipulation.testing.supply import READABLE, Supply, in_order
from manipulation.turn import Draw, Knock, Move, Phase

if TYPE_CHECKING:
    from manipulation.cards import Joker, Natural
    from manipulation.melds import Meld
    from manipulation.rules import Rules


class Goal(NamedTuple):
    """What is asked of a round: its phase, and whether the stock is empty."""

    phase: Phase
    empty: bool

    def reached(self, state: Round) -> bool:
        """Tell whether a round is what is asked for."""
        return state.phase is self.phase and (not state.stock_size) is self.empty

    def in_reach(self, stock: int, max_draws: int) -> bool:
        """Tell whether drawing to the full, turn by turn, leads there from so large a stock."""
        match self.phase:
            case Phase.MELD if self.empty:
                return stock % max_draws != 0
            case Phase.END if self.empty:
                return stock % max_draws == 0
            case Phase.MELD:
                return stock > 1
            case Phase.END:
                return stock > max_draws
            case _:
                return True


ENDED_EARLY: Final = Goal(Phase.OVER, empty=False)
"""A round that was over before the stock was empty."""


def whole_stock(players: int, rules: Rules) -> int:
    """Tell how many cards a whole shoe leaves in the stock."""
    return rules.cards_for(players) - players * rules.hand_size


def early_draws(players: int, rules: Rules) -> range:
    """List after how many draws the first player may lay a meld and leave cards in the stock."""
    fewest = max(1, SHORTEST_MELD - rules.hand_size)
    return range(fewest, min(rules.max_draws, whole_stock(players, rules)))


class Stacked(NamedTuple):
    """A shoe, and the moves that end its round, whoever deals it."""

    shoe: Shoe
    moves: tuple[Move, ...]

    def played(self, *, dealer: int, players: int, rules: Rules) -> Round:
        """Deal the shoe, and make the moves."""
        state = Round.deal(self.shoe, players=players, dealer=dealer, rules=rules)
        for move in self.moves:
            state = state.after(move)
        return state


@st.composite
def ended_early(draw: st.DrawFn, players: int, rules: Rules) -> Round:
    """Draw a round in which the first player lays down all he has, or all but a card, and knocks.

    His cards are stacked: what he is dealt and draws are melds, and at times a low card.
    """
    stacked = draw(stacked_melds(players, rules))
    return stacked.played(dealer=draw(index(players)), players=players, rules=rules)


@st.composite
def stacked_melds(draw: st.DrawFn, players: int, rules: Rules) -> Stacked:
    """Draw a shoe with melds for the first player, and the moves with which he ends the round."""
    supply = Supply(Shoe.new(players, rules=rules))
    draws = early_draws(players, rules)
    drawn = draws[draw(index(len(draws)))]
    held = rules.hand_size + drawn
    low = [face for face in READABLE if rules.melds.points_of(Cards([face])) <= rules.knock_at]
    keeps = bool(low) and held > SHORTEST_MELD and draw(st.booleans())
    kept = [low[draw(index(len(low)))]] if keeps else []
    supply.take(kept)
    melds = draw(_melds_of(supply, held - len(kept), rules))
    cards = [card for meld in melds for card in meld.cards]
    his = draw(st.permutations(in_order([*cards, *kept])))
    others = draw(st.permutations(supply.left()))
    dealt = rules.hand_size * (players - 1)
    hands = iter(others[:dealt])
    rest = others[dealt : dealt + 1 + draw(index(len(others) - dealt))]
    shoe = [
        his[turn] if seat == 0 else next(hands)
        for turn in range(rules.hand_size)
        for seat in range(players)
    ]
    play = Play(meld.cards for meld in melds)
    return Stacked(
        Shoe([*shoe, *his[rules.hand_size :], *rest]),
        (*[Draw()] * drawn, play, *[Knock()] * len(kept)),
    )


def decided(
    winner: int, *, drawn: int = 1, players: int, dealer: int, rules: Rules
) -> tuple[Stacked, Round]:
    """Give a short round that somebody wins, by chance never: the lowest cards are in one hand.

    The first player draws the whole stock of so many cards, and nobody melds. Where no card counts,
    all hands are equal, and he knocks: that wins the others the round, and the bonus (R38, R39).
    """
    shoe = sorted(in_order(Shoe.new(players, rules=rules)), key=lambda card: _points(card, rules))
    size = rules.hand_size
    low, high = iter(shoe[:size]), iter(shoe[len(shoe) - size * (players - 1) :])
    seats = [(dealer + 1 + turn) % players for turn in range(size * players)]
    hands = [next(low if seat == winner else high) for seat in seats]
    stacked = Shoe([*hands, *shoe[size : size + drawn]])
    knocks = not _points(shoe[-1], rules)
    state = Round.deal(stacked, players=players, dealer=dealer, rules=rules)
    moves: list[Move] = []
    while state.phase is not Phase.OVER:
        legal = state.legal_moves()
        moves.append(Knock() if knocks and Knock() in legal else legal[0])
        state = state.after(moves[-1])
    return Stacked(stacked, tuple(moves)), state


def _points(card: Natural | Joker, rules: Rules) -> int:
    return rules.melds.points_of(Cards([card]))


@st.composite
def _melds_of(draw: st.DrawFn, supply: Supply, held: int, rules: Rules) -> list[Meld]:
    """Draw melds of so many cards altogether."""
    melds: list[Meld] = []
    while held:
        longest = min(5, held) if held < 2 * SHORTEST_MELD else min(5, held - SHORTEST_MELD)
        size = held if held == longest else SHORTEST_MELD + draw(index(longest - SHORTEST_MELD + 1))
        meld: list[Meld] = draw(supplied(supply, rules=rules.melds, of_size=range(size, size + 1)))
        melds += meld or reject()
        held -= size
    return melds
