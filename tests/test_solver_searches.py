"""Each search of the kernel finds what was noted, enters as many states, and remembers as much.

Where a change to a search is meant, `python -m tests.searches` notes what comes now.
"""

from itertools import groupby

import pytest

from manipulation.solver import COMPILED
from tests.searches import EACH, SEARCHES, searched
from tests.small_positions import ACES, RELEASES

_AT_ONCE = 4

NOTED = {name: list(found) for name, found in groupby(searched(), lambda at: at.search)}


def test_every_search_is_noted() -> None:
    """Each as often as the others, under all rules."""
    assert tuple(NOTED) == tuple(SEARCHES)
    for found in NOTED.values():
        assert len(found) == EACH
        assert {at.ace for at in found} == set(ACES)
        assert {at.release for at in found} == set(RELEASES)


@pytest.mark.skipif(COMPILED, reason="what a compiled object holds is not listed")
@pytest.mark.parametrize("search", NOTED)
@pytest.mark.parametrize("first", range(0, EACH, _AT_ONCE))
def test_as_noted(search: str, first: int) -> None:
    """Nothing differs."""
    for at in NOTED[search][first : first + _AT_ONCE]:
        assert at.found() == at.noted, at


def test_notes_tell_searches_apart() -> None:
    """Of one search what comes of different positions differs, but of few."""
    for found in NOTED.values():
        assert len({at.noted for at in found}) > EACH / 2
