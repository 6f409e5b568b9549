"""Which states entered before can do all that another can: kept as bits, one for each state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manipulation.solver._kernel_limited_suit import Opened, Suits


class Front:
    """The states entered at one level, with the same low aces.

    For each suit and each way to be open there that was met, the states that cover it are the bits
    of one int; so are, for each number met, those that have no less.
    """

    def __init__(self, suits: Suits) -> None:
        """Begin with none."""
        self.suits = suits
        self.opened: list[tuple[Opened, ...]] = []
        self.numbers: list[tuple[int, ...]] = []
        self.covering: list[dict[Opened, int]] = [{}, {}, {}, {}]
        self.no_less: list[dict[int, int]] = [{}, {}, {}]

    def enter(self, opened: tuple[Opened, ...], numbers: tuple[int, ...]) -> bool:
        """Add a state unless another is as good.

        It is if whatever is open here is covered there, and no number is less: free jokers, slack,
        and the cost below nothing.
        """
        better = (1 << len(self.opened)) - 1
        for suit, one in enumerate(opened):
            states = self.covering[suit].get(one)
            better &= self.cover(suit, one) if states is None else states
            if not better:
                break
        else:
            for at, number in enumerate(numbers):
                states = self.no_less[at].get(number)
                better &= self.count(at, number) if states is None else states
            if better:
                return False
        self.add(opened, numbers)
        return True

    def cover(self, suit: int, opened: Opened) -> int:
        """Find the states that cover what is open in a suit, where it was not met before."""
        states = 0
        for at, other in enumerate(self.opened):
            if self.suits.covers(other[suit], opened):
                states |= 1 << at
        self.covering[suit][opened] = states
        return states

    def count(self, at: int, number: int) -> int:
        """Find the states that have no less of something, where it was not met before."""
        states = 0
        for place, other in enumerate(self.numbers):
            if other[at] >= number:
                states |= 1 << place
        self.no_less[at][number] = states
        return states

    def add(self, opened: tuple[Opened, ...], numbers: tuple[int, ...]) -> None:
        """Enter a state wherever it covers or is no less."""
        new = 1 << len(self.opened)
        self.opened.append(opened)
        self.numbers.append(numbers)
        for suit, covering in enumerate(self.covering):
            for other in covering:
                if self.suits.covers(opened[suit], other):
                    covering[other] |= new
        for at, no_less in enumerate(self.no_less):
            for number in no_less:
                if numbers[at] >= number:
                    no_less[number] |= new
