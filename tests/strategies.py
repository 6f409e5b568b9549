"""What the tests of strategies share: to draw many values, and to see what they shrink to."""

from collections.abc import Callable
from typing import TypeVar

from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

T = TypeVar("T")

DRAWN = settings(database=None, derandomize=True, phases=[Phase.generate], deadline=None)
"""The same examples in every run, so that what they reach does not hang on luck."""


def drawn(strategy: st.SearchStrategy[T], *, examples: int = 100) -> list[T]:
    """Draw many values; health checks are on, so that a strategy that filters much fails."""
    found: list[T] = []

    @settings(DRAWN, max_examples=examples)
    @given(strategy)
    def keep(value: T) -> None:
        found.append(value)

    keep()
    return found


def discarded(strategy: st.SearchStrategy[T], *, examples: int = 100) -> float:
    """Tell which part of the examples a strategy itself gives up.

    Those that Hypothesis cuts off, since it tries what happens with fewer choices, do not count.
    """
    ended: list[bool] = []

    @st.composite
    def counted(draw: st.DrawFn) -> T:
        try:
            value = draw(strategy)
        except UnsatisfiedAssumption:
            ended.append(False)
            raise
        ended.append(True)
        return value

    drawn(counted(), examples=examples)
    return ended.count(False) / len(ended)


def smallest(strategy: st.SearchStrategy[T], condition: Callable[[T], bool] = lambda _: True) -> T:
    """Give what the strategy shrinks to, of the values that fulfil a condition."""
    shrinking = [Phase.generate, Phase.shrink]
    quiet = settings(DRAWN, max_examples=1000, phases=shrinking)
    return find(strategy, condition, settings=quiet)
