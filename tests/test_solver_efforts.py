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
    """Each as often as the others, under every kind of rules, and none of them hard."""
    assert tuple(NOTED) == QUESTIONS
    for found in NOTED.values():
        assert len(found) == EACH
        assert max(effort.states for effort in found) <= MOST_STATES
        assert {effort.ace for effort in found} == {"low", "high", "high_or_low"}
        if found[0].question == "jams":
            assert min(effort.states for effort in found) > JAMMED
            continue
        few = found[0].question in FEW_JOKERS
        assert {effort.per_meld for effort in found} == ({0, 1, 2} if few else {None, 0, 1, 2})
        assert {effort.release for effort in found} == set(RELEASES)


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
