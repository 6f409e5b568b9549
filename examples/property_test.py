"""Property tests of code of one's own: which buttons a front end lights.

The file is a pytest module (`pytest property_test.py`) and a script, which runs the tests and then
shows the smallest round in which a first, faulty draft of `buttons` was wrong.
"""

from hypothesis import find, given, settings

from manipulation import Draw, EndTurn, Knock, Phase, Round, RoundView
from manipulation.testing import rounds


def buttons(view: RoundView) -> set[str]:
    """Give the buttons that work now: a front end has no need to know why."""
    lit = {str(move) for move in view.legal_moves()}
    return lit | {"play"} if view.may_meld and view.playable() else lit


def first_draft(view: RoundView) -> set[str]:
    """Give the buttons by rules of thumb, as one would without the library."""
    if view.seat != view.to_move:
        return set()
    may_knock = view.rules.melds.points_of(view.hand) <= view.rules.knock_at
    match view.phase:
        case Phase.DRAW:
            return {"draw"}
        case Phase.MELD:
            return {"draw", "play"}
        case _:
            return {"end", "knock"} if may_knock else {"end"}


def wrong(view: RoundView, lit: set[str]) -> set[str]:
    """Give the buttons that are lit and refused, or dark though they would work."""
    moves = (Draw(), Knock(), EndTurn())
    return {str(move) for move in moves if (str(move) in lit) != (not view.check(move))}


@settings(max_examples=50, deadline=None)
@given(rounds())
def test_a_button_is_lit_exactly_if_it_works(state: Round) -> None:
    """For every seat, in every phase."""
    for seat in range(state.players):
        view = state.view(seat)
        assert not wrong(view, buttons(view)), str(view)


@settings(max_examples=50, deadline=None)
@given(rounds(phases=[Phase.DRAW, Phase.MELD, Phase.END, Phase.LAST_LAP]))
def test_nobody_is_ever_stuck(state: Round) -> None:
    """The seat to move has a button that works."""
    assert buttons(state.view(state.to_move))


def draft_is_wrong(state: Round) -> bool:
    """Tell whether the first draft is wrong about some seat."""
    views = map(state.view, range(state.players))
    return any(wrong(view, first_draft(view)) for view in views)


if __name__ == "__main__":
    test_a_button_is_lit_exactly_if_it_works()
    test_nobody_is_ever_stuck()
    print("Every button works exactly when it is lit. The first draft was wrong, for one, in")
    print(find(rounds(), draft_is_wrong))
