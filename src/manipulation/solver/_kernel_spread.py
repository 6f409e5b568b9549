"""Whether cards can be covered with jokers: level by level, where one way after another takes long.

As in `_kernel_whether.Spread`, each state knows as bits which choices of low aces lead to it, so
that none is entered twice for two of them; what is left of the aces matters on the last level only.
"""

from __future__ import annotations

from typing import Final

from manipulation.solver._kernel_best import Choice, Cover, State
from manipulation.solver._kernel_packed import GUARDS, NO_MELD, ROOM, fits, total

_FRONT: Final = 6
"""So many states are compared with others: the first ones dominate most of them."""


def spread(cover: Cover, jokers: int, lows: list[int]) -> bool:
    """Find out whether all can be covered, with one of the choices of low aces.

    At the limit of states the answer means nothing.
    """
    states: dict[State, int] = {}
    for place, low in enumerate(lows):
        states[0, low, 0, 0, jokers, ROOM if low else NO_MELD, 0, 0] = 1 << place
    for _ in range(cover.end - 1):
        after: dict[State, int] = {}
        for state, bits in states.items():
            for reached in every_way(cover, state):
                after[reached] = after.get(reached, 0) | bits
        if cover.visited >= cover.limit:
            return False
        states = undominated(after)
    return any(
        [
            can_end(cover, state, low)
            for state, bits in states.items()
            for place, low in enumerate(lows)
            if bits >> place & 1
        ]
    )


def can_end(cover: Cover, state: State, low: int) -> bool:
    """Tell whether the last level can be covered with the aces that are not low."""
    return any([fits(last[5], last[4]) for last in every_way(cover, (*state[:6], low, 0))])


def every_way(cover: Cover, state: State) -> list[State]:
    """List the states to which a state can lead on the next level."""
    cover.visited += 1
    reached: list[State] = []
    choices: list[Choice] = [(state, 0, 0, 0, 0)]
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
