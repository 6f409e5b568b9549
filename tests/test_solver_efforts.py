"""The signature of the searches: what each finds, and within how many states, is as it was noted.

That a search visits no more states than it needs is what makes it quick, and no clock is needed to
see it. Where a change to a search is meant, `python -m tests.efforts` notes what comes now.
"""

from itertools import groupby

import pytest
from attrs import evolve

from manipulation import SearchLimitError
from tests.efforts import EACH, FEW_JOKERS, JAMMED, MOST_STATES, QUESTIONS, efforts
from tests.small_positions import RELEASES

_AT_ONCE = 4

NOTED = {
    question: list(found) for question, found in groupby(efforts(), lambda effort: effort.question)
}


def test_every_question_is_noted() -> None:
    """Each as often as the others, and none of them hard; a jam is no easy one either."""
    assert tuple(NOTED) == QUESTIONS
    for question, found in NOTED.items():
        assert len(found) == EACH
        assert max(effort.states for effort in found) <= MOST_STATES
        assert question != "jams" or min(effort.states for effort in found) > JAMMED


@pytest.mark.parametrize("question", [each for each in NOTED if each != "best of many"])
def test_every_kind_of_rules(question: str) -> None:
    """Aces, released jokers, and, but for jams, limits of the jokers in a meld."""
    found = NOTED[question]
    assert {effort.ace for effort in found} == {"low", "high", "high_or_low"}
    assert {effort.release for effort in found} == set(RELEASES)
    limits: set[int | None] = {effort.per_meld for effort in found}
    assert limits - {None} == (set() if question == "jams" else {0, 1, 2})
    assert (None in limits) == (question not in FEW_JOKERS)


@pytest.mark.parametrize("question", NOTED)
@pytest.mark.parametrize("first", range(0, EACH, _AT_ONCE))
def test_as_noted(question: str, first: int) -> None:
    """The answer is the same, and there is none within fewer states."""
    for effort in NOTED[question][first : first + _AT_ONCE]:
        assert effort.ask(effort.states) == effort.answer
        if effort.states:
            with pytest.raises(SearchLimitError):
                effort.ask(effort.states - 1)


def test_a_signature_tells_searches_apart() -> None:
    """Noting finds the least limit, and leaves out what takes too long."""
    first = NOTED["best by points"][0]
    assert evolve(first, states=0, answer="").noted() == first
