"""The limit of the search for the fewest melds to loosen: an answer, or word that there is none."""

import pytest

from manipulation.cards import NATURALS
from manipulation.solver import best_play
from manipulation.solver._kernel_blocks import old_meld
from manipulation.solver._kernel_disturb import Disturb
from tests.benchmarks.positions import plays_of_all_cells
from tests.small_positions import position

MOST = 3
NO_LIMIT = 1 << 60
NO_JOKERS = bytes(len(NATURALS))
CELLS = [position(*at) for at in plays_of_all_cells(seed=1, count=60)]


def loosening(number: int, limit: int) -> Disturb:
    """Set the search up for the best play of a drawn position without jokers."""
    at = CELLS[number]
    best = best_play(at.table, at.hand)
    assert best is not None
    old = [old_meld(meld.key, NO_JOKERS, "high_or_low") for meld in at.table.melds]
    counts = (at.table.cards + best.played).counts[: len(NATURALS)]
    return Disturb(old, counts, 0, "high_or_low", limit)


@pytest.mark.parametrize("number", [0, 3, 6, 18, 42, 51, 54])
def test_the_last_state(number: int) -> None:
    """That three melds are not enough is known when all states have been seen, and not before."""
    search = loosening(number, NO_LIMIT)
    assert search.run(MOST) == MOST + 1
    assert loosening(number, search.visited).run(MOST) == MOST + 1
    assert loosening(number, search.visited - 1).run(MOST) == -1


@pytest.mark.parametrize("number", [9, 12, 15, 24, 30, 36, 39, 45])
def test_fewer_states(number: int) -> None:
    """With fewer states the answer is the same, or there is none."""
    search = loosening(number, NO_LIMIT)
    found = search.run(MOST)
    assert found <= MOST
    claims = [loosening(number, limit).run(MOST) for limit in range(0, search.visited + 1, 3)]
    assert claims == sorted(claims)
    assert set(claims) <= {-1, found}
    assert loosening(number, search.visited).run(MOST) == found
