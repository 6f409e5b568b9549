"""The limit on the states that a list of arrangements may visit."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, MeldRules, SearchLimitError, Table, arrangements
from manipulation.cards import NATURALS
from tests.oracles import Ace
from tests.small_positions import ACES, small_cards

_LISTED = 200


@given(st.data(), st.sampled_from(ACES), st.sampled_from((None, 1)), st.integers(0, 40))
def test_up_to_the_limit(data: st.DataObject, ace: Ace, per_meld: int | None, limit: int) -> None:
    """What comes is the beginning of the list; then there is an error, unless that is all of it."""
    cards = data.draw(small_cards(ace))
    rules = MeldRules(ace=ace, jokers_per_meld=per_meld)
    listed: list[Table] = []
    try:
        for table in islice(arrangements(cards, rules=rules, limit=limit), _LISTED):
            listed.append(table)  # noqa: PERF402 -- what came before an error counts
    except SearchLimitError as error:
        refused = str(error) == f"no answer within {limit} states"
    else:
        refused = False
    whole = list(islice(arrangements(cards, rules=rules), _LISTED))
    assert listed == whole[: len(listed)]
    assert refused or listed == whole


def test_the_states_of_all_choices_of_low_aces_count() -> None:
    """A list that goes on with other low aces goes on counting."""
    cards = Cards([*NATURALS, *NATURALS[:12]])
    found = arrangements(cards, limit=300)
    with pytest.raises(SearchLimitError, match="no answer within 300 states"):
        for _ in found:
            pass
