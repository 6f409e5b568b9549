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
from manipulation.turn import Draw, Knock, Phase

if TYPE_CHECKING:
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


def early_draws(players: int, rules: Rules) -> range:
    """List after how many draws the first player may lay a meld and leave cards in the stock."""
    fewest = max(1, SHORTEST_MELD - rules.hand_size)
    stock = rules.cards_for(players) - players * rules.hand_size
    return range(fewest, min(rules.max_draws, stock))


@st.composite
def ended_early(draw: st.DrawFn, players: int, rules: Rules) -> Round:
    """Draw a round in which the first player lays down all he has, or all but a card, and knocks.

    His cards are stacked: what he is dealt and draws are melds, and at times a low card.
    """
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
    stacked = Shoe([*shoe, *his[rules.hand_size :], *rest])
    state = Round.deal(stacked, players=players, dealer=draw(index(players)), rules=rules)
    for _ in range(drawn):
        state = state.after(Draw())
    state = state.after(Play(meld.cards for meld in melds))
    return state if state.phase is Phase.OVER else state.after(Knock())


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
