"""The peer: rummikub-solver, an integer programme that HiGHS solves.

It starts from its last answer, so that a position put to it a second time is answered sooner: put
each one to it once. Its jokers are always free, its ace is low, and it knows two decks at most.
"""

from collections.abc import Callable

from rummikub_solver import MILPSolver, RuleSet, SolverMode

from tests.benchmarks.positions import JOKER, RANKS, SUITS


class Peer:
    """A rule set of its own, which is a solver of its own; it knows so many jokers."""

    def __init__(self, *, jokers: int) -> None:
        """Set the peer up, and make sure that it has found HiGHS."""
        self._rules = RuleSet(jokers=jokers)
        if self._rules.backend != MILPSolver.HIGHS:
            raise RuntimeError("rummikub-solver works without highspy here: install it")

    def arranging(self, cards: str) -> Callable[[], bool]:
        """Ask whether cards can be arranged; the cards are made its own beforehand."""
        state = self._rules.new_game()
        state.add_table(*_numbers(cards))
        return lambda: self._rules.arrange_table(state) is not None

    def playing(self, table: str, hand: str) -> Callable[[], int]:
        """Ask how many cards of the hand can be played at most."""
        state = self._rules.new_game()
        state.initial = False
        state.add_table(*_numbers(table))
        state.add_rack(*_numbers(hand))

        def most() -> int:
            found = self._rules.solve(state, SolverMode.TILE_COUNT)
            return len(found.tiles) if found else 0

        return most


def _numbers(text: str) -> list[int]:
    """Number the cards as the peer does: 13 of each suit from 1, then the joker."""
    return [
        len(SUITS) * len(RANKS) + 1
        if card.endswith(JOKER)
        else SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0]) + 1
        for card in text.replace("|", " ").split()
    ]
