"""A bot that holds its melds back until they end the round, and counts the stock meanwhile."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from manipulation.bots.bot import to_choose_in
from manipulation.bots.undercutting import undercut_chance
from manipulation.cards import Cards, Natural
from manipulation.errors import PositionError, shown
from manipulation.melds import judge
from manipulation.rules import SHORTEST_MELD
from manipulation.solver import best_play
from manipulation.table import Play
from manipulation.turn import Knock, Phase

if TYPE_CHECKING:
    from attrs import Attribute

    from manipulation.game import GameView
    from manipulation.shoe import Generator
    from manipulation.turn import Move
    from manipulation.views import RoundView

_TOO_RISKY: Final = 0.5
"""The chance to be undercut at which a knock is left alone."""


def _check_turns(_bot: object, _attribute: Attribute[int], value: int) -> None:
    if type(value) is not int or value < 0:
        raise PositionError(f"turns are a number from 0, not {shown(value)}")


@frozen
class PatientBot:
    """A bot that gives the others nothing to build on until it can end the round, or must meld.

    It draws on, and melds when that leaves few enough points to knock. Whoever takes the last card
    of the stock is the last to meld in the last lap, on all that the others have laid down; so it
    counts the stock, and stops drawing by a small meld where that leaves the last card to itself.
    """

    last_turns: int = field(default=2, kw_only=True, validator=_check_turns)

    def counts(self, state: RoundView) -> bool:
        """Tell whether the end of the stock is near enough to count it."""
        takes = (state.rules.max_draws + 1) * (state.players - 1)
        return state.stock_size <= self.last_turns * takes

    def _play(self, state: RoundView) -> Play | None:
        """Choose what to meld now, if anything."""
        most = None if state.phase is Phase.LAST_LAP else state.rules.knock_at
        best = best_play(state.table, state.hand, tidy=False, most_left=most)
        if best is not None:
            return best.play
        return small_play(state) if self.counts(state) and _should_stop(state) else None

    def choose(self, view: GameView, rng: Generator) -> Move:  # noqa: ARG002 -- takes no chance
        """Choose a meld that ends the round or the drawing, or else to go on or to knock."""
        state = to_choose_in(view)
        play = self._play(state) if state.may_meld else None
        if play is not None:
            return play
        moves = state.legal_moves()
        if Knock() in moves and undercut_chance(state) < _TOO_RISKY:
            return Knock()
        return next(move for move in moves if not isinstance(move, Knock))


def _should_stop(state: RoundView) -> bool:
    """Tell whether the stock as it is now favours this seat more than after any further draw."""
    stock, players, draws = state.stock_size, state.players, state.rules.max_draws
    if not stock:
        return False
    takers = last_takers(stock, players=players, draws=draws)
    further = range(stock - 1, max(stock - 1 - (draws - state.drawn), -1), -1)
    least = min(_after(takers[left], players) for left in further)
    return _after(takers[stock], players) < least


def _after(taker: int, players: int) -> int:
    return (taker + 1) % players


@lru_cache(maxsize=64)
def last_takers(stock: int, *, players: int, draws: int) -> tuple[int, ...]:
    """Tell for each size of the stock who takes the last card, if every seat likes that best.

    As seats from the one that is to draw; next best is that the left neighbour takes it, and so on,
    since the lap comes to that seat as much later. A seat takes from one to so many cards. With two
    players it is Nim: whoever leaves a multiple of `draws` + 1 takes the last card.
    """
    takers = [players - 1]
    for size in range(1, stock + 1):
        lefts = takers[max(size - draws, 0) : size]
        takers.append(0 if size <= draws else min(_after(left, players) for left in lefts))
    return tuple(takers)


def small_play(state: RoundView) -> Play | None:
    """Find a play that gives the others little: one card, or three that few cards go with."""
    hand, table, rules = state.hand, state.table, state.rules.melds
    naturals = [card for card in dict.fromkeys(hand) if isinstance(card, Natural)]
    if table.melds:
        by_points = sorted(naturals, key=lambda card: -rules.points_of(Cards((card,))))
        for card in by_points:
            best = best_play(table, Cards((card,)), tidy=False)
            if best is not None:
                return best.play
    threes = [
        three
        for three in map(Cards, combinations(naturals, SHORTEST_MELD))
        if not judge(three, rules=rules)
    ]
    if not threes:
        return None
    unseen = state.unseen.naturals
    least = min(threes, key=lambda three: _fitting(three, unseen, state))
    return Play((*(meld.cards for meld in table.melds), least))


def _fitting(meld: Cards, cards: Cards, state: RoundView) -> int:
    """Count the cards that can be added to a meld."""
    return sum(not judge(meld + Cards((card,)), rules=state.rules.melds) for card in cards)
