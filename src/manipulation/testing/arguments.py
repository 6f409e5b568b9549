"""Arguments of strategies, checked when a strategy is made.

What is refused is Hypothesis's `InvalidArgument`, not one of our errors: the mistake is in the test
and not in what the game was given, and a test that expects a `ManipulationError` from the code
under test must not take this one for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis.errors import InvalidArgument

from manipulation.errors import shown
from manipulation.rules import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Collection

_T = TypeVar("_T")


def sizes(min_size: int, max_size: int | None, *, least: int, most: int) -> tuple[int, int]:
    """Give both sizes, the second filled in; what lies outside the limits is refused."""
    highest = most if max_size is None else max_size
    for name, size in (("min_size", min_size), ("max_size", highest)):
        if type(size) is not int:
            raise InvalidArgument(f"{name} is a whole number, not {shown(size)}")
    if min_size > highest:
        raise InvalidArgument(f"min_size={min_size} is more than the largest size, {highest}")
    if min_size < least:
        raise InvalidArgument(f"min_size={min_size} is less than the smallest size, {least}")
    if highest > most:
        raise InvalidArgument(f"max_size={highest} is more than the largest size, {most}")
    return min_size, highest


def expect(kind: type, name: str, value: object) -> None:
    """Refuse an argument of any other type than one."""
    if not isinstance(value, kind):
        raise InvalidArgument(f"{name} is a value of type {kind.__name__}, not {shown(value)}")


def expect_players(players: int | None) -> None:
    """Refuse a number of players with which nobody plays (R2); None stands for any."""
    if players is not None and (type(players) is not int or players not in PLAYERS):
        raise InvalidArgument(f"players is a number from 2 to 5 (R2), not {shown(players)}")


def expect_flag(name: str, value: object) -> None:
    """Refuse what is neither True nor False nor None, which stands for either."""
    if value is not None and type(value) is not bool:
        raise InvalidArgument(f"{name} is True, False or None, not {shown(value)}")


def chosen_from(name: str, chosen: object, *, among: Collection[_T]) -> tuple[_T, ...]:
    """Give the values of a collection that are chosen, all by default, in the order of `among`."""
    if chosen is None:
        return tuple(among)
    listed = list(chosen) if isinstance(chosen, list | tuple | set | frozenset) else None
    if not listed or any(value not in among for value in listed):
        expected = ", ".join(map(str, among))
        raise InvalidArgument(
            f"{name} are some of {expected}, in a collection: not {shown(chosen)}"
        )
    return tuple(value for value in among if value in listed)


def one_of(name: str, chosen: object, *, among: Collection[_T]) -> tuple[_T, ...]:
    """Give the value that is chosen, or all of them where none is."""
    found = tuple(value for value in among if chosen is None or value is chosen)
    if not found:
        raise InvalidArgument(f"{name} is one of {', '.join(map(str, among))}, not {shown(chosen)}")
    return found
