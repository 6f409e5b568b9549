"""Lists of melds of which one must be loosened, and what follows from all of them together.

A list is an int, a bit for the place of each meld.
"""

from __future__ import annotations


def one_of(lists: list[int], able: int, excused: int, left: int) -> int:
    """Find melds of which one must be loosened, if one of each list must be but for a few.

    They are among those able to be. None are if more lists have nothing in common than melds can be
    loosened or lists be excused.
    """
    known, count, found = 0, 0, 0
    if len(lists) <= excused:
        for listed in lists:
            found |= listed & able
        return found
    if left == 1:
        # By how many lists each has been missed so far: none, at most one, and so on.
        within = [able] * (excused + 1)
        for listed in lists:
            for missed in range(excused, 0, -1):
                within[missed] = (within[missed] & listed) | within[missed - 1]
            within[0] &= listed
        return within[excused]
    lists = sorted([listed & able for listed in lists], key=int.bit_count)
    for listed in lists:
        if not known & listed:
            known |= listed
            count += 1
    if count > left + excused:
        return 0
    for listed in lists[: excused + 1]:
        found |= listed
    return found
