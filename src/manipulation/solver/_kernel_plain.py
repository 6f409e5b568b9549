"""One step of the sweep where no joker is left and no old meld lies: most steps are such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manipulation.solver._kernel_packed import GUARDS, NO_GROUP, ROOM, Option, all_options, least

if TYPE_CHECKING:
    from mypy_extensions import i64

    from manipulation.solver._kernel_best import Choice, Way


def plain_ways(levels: list[int], choice: Choice, kept: int, mask: int) -> list[Way]:
    """List the ways to cover a level with a choice, as `Cover.ways` does.

    `kept` tells which cards are left in hand after it. No long sequence of a suit of the mask may
    go without a card.
    """
    state, left, done, _, _ = choice
    level, low = state[0], state[6]
    ones: i64 = state[1]
    longer: i64 = state[3]
    coming: i64 = levels[level + 1]
    reached: list[Way] = []
    rest: i64 = (levels[level] - left | GUARDS) - ones - state[2]
    may: i64 = (coming | GUARDS) - ones
    if rest & may & GUARDS != GUARDS:
        return reached
    rest ^= GUARDS
    may ^= GUARDS
    found: tuple[Option, ...] = NO_GROUP
    if rest:
        # What neither long sequences take nor new ones, which the next two levels carry.
        base: i64 = (rest | GUARDS) - longer - least(may, levels[level + 2])
        enough: i64 = base & GUARDS
        found = all_options(base & (enough - (enough >> 5)), rest, 0)
    longer_yet: i64 = state[2] + longer
    for group, _, _ in found:
        difference: i64 = (rest - group | GUARDS) - longer
        enough = difference & GUARDS
        one: i64 = difference & (enough - (enough >> 5))
        spare: i64 = longer + one + group - rest
        if spare & mask:
            continue
        # With so many in groups the next level carries all that start.
        long: i64 = least(longer_yet - spare, may - one)
        after = (level + 1, one, ones, long, 0, ROOM, low, kept)
        reached.append((after, state, left, group, 0, 0, 0, 0, done))
    return reached
