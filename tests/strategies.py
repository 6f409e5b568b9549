"""What the tests of strategies share: to draw many values, and to see what they shrink to."""

from collections.abc import Callable
from typing import TypeVar

from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

T = TypeVar("T")

DRAWN = settings(database=None, derandomize=True, phases=[Phase.generate], deadline=None)
"""The same examples in every run, so that what they reach does not hang on luck."""


DEPTH = max(1, settings().max_examples // 100)
"""How many times as many examples the profile asks for."""


def drawn(strategy: st.SearchStrategy[T], *, examples: int = 100, depth: int = DEPTH) -> list[T]:
    """Draw many values; a health check fails, and so does a strategy that discards a tenth.

    Examples that Hypothesis cuts off, since it tries what happens with fewer choices, do not count.
    """
    found: list[T] = []
    discarded: list[UnsatisfiedAssumption] = []

    @st.composite
    def counted(draw: st.DrawFn) -> T:
        try:
            return draw(strategy)
        except UnsatisfiedAssumption as given_up:
            discarded.append(given_up)
            raise

    @settings(DRAWN, max_examples=depth * examples)
    @given(counted())
    def keep(value: T) -> None:
        found.append(value)

    keep()
    assert len(discarded) <= max(1, len(found) // 10)
    return found


def smallest(strategy: st.SearchStrategy[T], condition: Callable[[T], bool] = lambda _: True) -> T:
    """Give what the strategy shrinks to, of the values that fulfil a condition."""
    shrinking = [Phase.generate, Phase.shrink]
    quiet = settings(DRAWN, max_examples=1000, phases=shrinking)
    return find(strategy, condition, settings=quiet)
