"""Who plays in a simulation, where they sit in each game, and where their chance comes from."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations
from math import factorial
from random import Random
from typing import TYPE_CHECKING, Self, TypeVar

from attrs import frozen

from manipulation.bots import Bot
from manipulation.errors import SimulationError, expect, shown
from manipulation.records.record import is_name
from manipulation.rules import MANIPULATION, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable


_Value = TypeVar("_Value")


@frozen
class Players:
    """All that the games of a simulation have in common: the bots, their names, seed and rules."""

    bots: tuple[Bot, ...]
    names: tuple[str, ...]
    seed: int
    rules: Rules = MANIPULATION

    @classmethod
    def of(
        cls,
        bots: Iterable[Bot],
        *,
        names: Iterable[str] | None,
        seed: int,
        rules: Rules,
    ) -> Self:
        """Put them together; what is no bot, name or seed is a `SimulationError`.

        Too few or too many players are a `RulesError` (R2).
        """
        expect(Rules, rules)
        taken = _tuple("bots", bots)
        for bot in taken:
            if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
                raise SimulationError(f"a bot has a method choose, unlike {shown(bot)}")
        rules.decks_for(len(taken))
        if type(seed) is not int:
            raise SimulationError(f"a seed is a whole number, not {shown(seed)}")
        given = _named(taken) if names is None else _tuple("names", names)
        _check_names(given, len(taken))
        return cls(taken, given, seed, rules)


def _tuple(what: str, values: Iterable[_Value]) -> tuple[_Value, ...]:
    try:
        every = iter(values)
    except TypeError:
        raise SimulationError(f"{what} are expected, not {shown(values)}") from None
    return tuple(every)


def _named(bots: tuple[Bot, ...]) -> tuple[str, ...]:
    """Name bots by their classes, with a number where two are alike."""
    kinds = [type(bot).__name__ for bot in bots]
    seen: Counter[str] = Counter()
    names = []
    for kind in kinds:
        seen[kind] += 1
        names.append(f"{kind} {seen[kind]}" if kinds.count(kind) > 1 else kind)
    return tuple(names)


def _check_names(names: tuple[object, ...], count: int) -> None:
    """Refuse names that are no text, that UTF-8 cannot hold, or that do not tell bots apart."""
    for name in names:
        if not is_name(name):
            raise SimulationError(f"a name is a text, not {shown(name)}")
    if len(set(names)) != count or len(names) != count:
        raise SimulationError(f"{count} bots have as many different names, not {shown(names)}")


def bots_in_seats(number: int, players: int) -> tuple[int, ...]:
    """Give which bot sits in each seat in a game, counted from 0; seat 0 deals first.

    Any `players` games from a multiple of it have each bot in each seat once, and any `players`!
    have each order of the bots round the table once with each dealer.

    >>> [bots_in_seats(number, 3) for number in range(6)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)]
    """
    order, first = divmod(number % factorial(players), players)
    circle = (0, *list(permutations(range(1, players)))[order])
    return circle[first:] + circle[:first]


def generator(seed: int, number: int, what: str) -> Random:
    """Make the source of chance of the shoes, or of one bot, in a game.

    Each has its own, so that the shoes are the same whoever plays, and no bot can tell from its
    generator what another holds.
    """
    digest = sha256(f"{seed}:{number}:{what}".encode()).digest()
    return Random(int.from_bytes(digest, "big"))
