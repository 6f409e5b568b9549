"""Whether cards can be covered with jokers: first one way after another, then level by level.

As in `_kernel_whether.Spread`, each state knows as bits which choices of low aces lead to it, so
that none is entered twice for two of them; what is left of the aces matters on the last level only.

A state with a long sequence open for each card, and with every joker still free, dominates all
others of its level. Low aces with which not even that one leads to the end are out, whatever comes
before it. Most jams are refused by this alone, in a few states: all aces take the same ones.
"""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_best import Choice, Cover, State, any_cost
from manipulation.solver._kernel_packed import GUARDS, NO_MELD, ONES, ROOM, fits, total

_EASY: Final = 150
"""After so many states it pays to see which low aces are out."""
_STILL_EASY: Final = 300
"""After so many more, with the others, it pays to spread out."""
_FRONT: Final = 6
"""So many states are compared with others: the first ones dominate most of them."""


def can_cover(cover: Cover, jokers: int, lows: list[int]) -> bool:
    """Find out whether all can be covered, with one of the choices of low aces.

    At the limit of states the answer means nothing.
    """
    found = attempt(cover, jokers, lows, _EASY)
    if found is None:
        lows = hopeful(cover, way_in(cover), jokers, lows)
        found = attempt(cover, jokers, lows, _STILL_EASY)
    many = 1
    while found is None and lows:
        # With few low aces at a time most states are dominated, but some meet only with many.
        if spread(cover, jokers, lows[:many]):
            return True
        lows = lows[many:]
        many *= 2
    return found is True


def attempt(cover: Cover, jokers: int, lows: list[int], most: int) -> bool | None:
    """Try one way after the other; after so many states nothing is known."""
    limit = cover.limit
    cover.limit = min(limit, cover.visited + most)
    goal = cover.run([(0, start(jokers, low, low)) for low in lows], 0)
    undecided = goal is None and cover.visited >= cover.limit
    cover.limit = limit
    return None if undecided else goal is not None


def way_in(cover: Cover) -> int:
    """Find the level two before the first of which an attempt has entered more than one state.

    What is in the way begins there, or a little further on.
    """
    for level in range(2, cover.end):
        if cover.entered[level] > 1:
            return level - 2
    return 0


def hopeful(cover: Cover, level: int, jokers: int, lows: list[int]) -> list[int]:
    """Pick the choices of low aces with which the best state of a level leads to the end."""
    longest = cover.levels(0)[level] + jokers * ONES
    best: State = (level, 0, 0, longest, jokers, ROOM, 0, 0)
    return served(cover, level, {best: (1 << len(lows)) - 1}, lows)


def spread(cover: Cover, jokers: int, lows: list[int]) -> bool:
    """Find out whether all can be covered, level by level."""
    starts = {start(jokers, low, 0): 1 << place for place, low in enumerate(lows)}
    return bool(served(cover, 0, starts, lows))


def start(jokers: int, low: int, pool: int) -> State:
    """Give the state to start from with a choice of low aces."""
    return 0, low, 0, 0, jokers, ROOM if low else NO_MELD, pool, 0


def served(cover: Cover, level: int, states: dict[State, int], lows: list[int]) -> list[int]:
    """Pick the choices of low aces with which some states of a level lead to the end."""
    for _ in range(level, cover.end - 1):
        after: dict[State, int] = {}
        for state, bits in states.items():
            for reached in every_way(cover, state):
                after[reached] = after.get(reached, 0) | bits
        if cover.visited >= cover.limit:
            return []
        states = undominated(after)
    return [low for place, low in enumerate(lows) if can_end(cover, states, place, low)]


def can_end(cover: Cover, states: dict[State, int], place: int, low: int) -> bool:
    """Tell whether the last level can be covered with the aces that are not low."""
    for state, bits in states.items():
        if bits >> place & 1:
            for last in every_way(cover, (*state[:6], low, 0)):
                if fits(last[5], last[4]):
                    return True
    return False


def every_way(cover: Cover, state: State) -> list[State]:
    """List the states to which a state can lead on the next level."""
    cover.visited += 1
    reached: list[State] = []
    choices: list[Choice] = [any_cost(state, 0)]
    while choices:
        reached += [way[0] for way in cover.ways(choices.pop(), choices)]
    return reached


def undominated(states: dict[State, int]) -> dict[State, int]:
    """Drop each state for those choices of low aces with which another one dominates it.

    See `Cover.dominated`; a state that can take up any jokers can also do what others can.
    """
    kept: dict[State, int] = {}
    front: list[tuple[int, int, int, int, int, int]] = []
    for state in sorted(states, key=_promise):
        bits = states[state]
        _, ones, twos, longer, jokers, room, _, _ = state
        one, two, more = ones | GUARDS, ones + twos | GUARDS, ones + twos + longer
        for other, both, opened, free, kind, known in front:
            if (
                (one - other) & (two - both) & ((opened | GUARDS) - more) & GUARDS == GUARDS
                and (free == jokers or (free > jokers and kind == ROOM))
                and kind in (room, ROOM)
            ):
                bits &= ~known
                if not bits:
                    break
        if bits:
            kept[state] = bits
            if len(front) < _FRONT:
                front.append((ones, ones + twos, more, jokers, room, bits))
    return kept


def _promise(state: State) -> int:
    """Sort those first that dominate others: few short sequences, many long ones, and jokers."""
    return 2 * total(state[1]) + total(state[2]) - total(state[3]) - 4 * state[4] - state[5]
