"""What is true of the best play, whatever the position; and all of it beside brute force."""

from collections import Counter

from manipulation import Cards, check_play
from manipulation.solver import (
    BestPlay,
    Objective,
    best_play,
    count_plays,
    playable_cards,
    plays,
)
from tests.oracles import all_plays, best_of, fewest_disturbed
from tests.small_positions import Position

OBJECTIVES: tuple[Objective, ...] = ("points", "cards")
MAY_LIE_OUT = 22
"""The most cards, a joker counted for four, of which every arrangement is tried."""


def check_best(at: Position, objective: Objective) -> BestPlay | None:
    """Ask for the best play; hold that it is legal and says of itself what is true."""
    best = best_play(at.table, at.hand, objective=objective)
    if best is not None:
        assert not check_play(at.table, best.play, at.hand)
        assert best.table == at.table.after(best.play, hand=at.hand)
        assert best.play.cards == best.table.cards
        assert best.points_left == at.table.rules.points_of(at.hand - best.played)
        assert len(best.table.cards) == len(at.table.cards) + len(best.played)
        assert best.disturbed_exact or best.disturbed > 3
    check_untidy(at, best, objective)
    return best


def check_untidy(at: Position, tidy: BestPlay | None, objective: Objective) -> None:
    """Hold that without the last tie-break a play is as good, but for the melds it disturbs."""
    best = best_play(at.table, at.hand, objective=objective, tidy=False)
    assert (best is None) is (tidy is None)
    if best is not None and tidy is not None:
        assert not check_play(at.table, best.play, at.hand)
        assert best.table == at.table.after(best.play, hand=at.hand)
        assert best.points_left == tidy.points_left
        assert objective == "points" or len(best.played) == len(tidy.played)
        assert best.disturbed >= tidy.disturbed or not tidy.disturbed_exact
        assert best.disturbed_exact is (best.disturbed == 0)
        left = best.points_left
        for most_left, expected in ((left, best), (left + 1, best), (left - 1, None)):
            found = best_play(
                at.table, at.hand, objective=objective, tidy=False, most_left=most_left
            )
            assert found == expected


def fewest(at: Position, played: Cards, plays: set[Cards], objective: Objective) -> int:
    """Count the melds that the best plays must disturb; no card is free, even at no points."""
    best = best_of(plays, at.table, at.hand, objective)
    assert played in best
    as_many = [other for other in best if len(other) == len(played)]
    assert len(played) == max(map(len, best)) or at.table.rules.points.count(0) == 0
    return min(fewest_disturbed(at.table, other) for other in as_many)


def may_lie_out(at: Position) -> bool:
    """Tell whether a position is small enough to try every arrangement."""
    jokers = at.table.cards.jokers + at.hand.jokers
    return len(at.table.cards) + len(at.hand) + 3 * jokers <= MAY_LIE_OUT


def check_against_brute_force(at: Position) -> set[Cards]:
    """Hold that every answer about a position is right."""
    found = list(plays(at.table, at.hand))
    every = all_plays(at.table, at.hand)
    assert Counter(found) == Counter(every)
    assert count_plays(at.table, at.hand) == len(every)
    in_one = [card for card in at.hand if any(card in played for played in every)]
    assert playable_cards(at.table, at.hand) == Cards(in_one)
    for objective in OBJECTIVES:
        best = check_best(at, objective)
        assert (best is None) is (not every)
        if best and best.disturbed_exact and may_lie_out(at):
            assert best.disturbed == fewest(at, best.played, every, objective)
    return every
