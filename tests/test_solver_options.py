"""What can be said to the solver beside the cards, and what it says to what makes no sense."""

from collections.abc import Callable

import pytest
from attrs import evolve

from manipulation import (
    MANIPULATION,
    Cards,
    IllegalTableError,
    ManipulationError,
    MeldRules,
    PositionError,
    RulesError,
    SearchLimitError,
    Table,
    check_play,
)
from manipulation.solver import (
    Objective,
    arrange,
    arrangements,
    best_play,
    can_arrange,
    count_arrangements,
    count_plays,
    playable_cards,
    plays,
    why_not,
)
from tests.oracles import Ace
from tests.small_positions import ACES, POINTS, Position, lines, position

POSITIONS = [position(str(line["table"]), str(line["hand"])) for line in lines("play.jsonl")[:40]]
LYING, HELD = Table.parse("4s 5s 6s | 6c 6d 6h"), Cards.parse("3s 7s 6s Kd *")

Ask = Callable[..., object]  # type: ignore[explicit-any] # each is asked in its own way

ABOUT_CARDS: list[Ask] = [
    *(can_arrange, arrange, why_not, count_arrangements),
    lambda cards, **said: list(arrangements(cards, **said)),
]
ABOUT_PLAYS: list[Ask] = [
    *(best_play, count_plays, playable_cards),
    lambda table, hand, **said: list(plays(table, hand, **said)),
]


def refusal(ask: Ask, *of: object, **said: object) -> ManipulationError:
    """Ask, and give the error that comes."""
    with pytest.raises(ManipulationError) as raised:
        ask(*of, **said)
    return raised.value


class TestCards:
    """Questions about cards."""

    @pytest.mark.parametrize("ask", ABOUT_CARDS)
    def test_what_makes_no_sense(self, ask: Ask) -> None:
        """Rules that are none, a limit that is none, too many cards."""
        cards = Cards.parse("4s 5s 6s")
        error = refusal(ask, cards, rules=MANIPULATION)
        assert isinstance(error, RulesError)
        assert str(error).startswith("MeldRules are expected, not Rules(")
        told = "a limit is a whole number of states, not '5'"
        assert (type(error := refusal(ask, cards, limit="5")), str(error)) == (PositionError, told)
        assert isinstance(refusal(ask, Cards.parse("4s " * 9)), PositionError)

    @pytest.mark.parametrize("ask", ABOUT_CARDS)
    def test_the_limit_is_told(self, ask: Ask) -> None:
        """By its number."""
        error = refusal(ask, Cards.parse("4s 5s 6s 6c 6d 6h *"), limit=1)
        assert (type(error), str(error)) == (SearchLimitError, "no answer within 1 states")

    @pytest.mark.parametrize("cards", ["4s* 9d*", "4s* 4s 9d*", "4s* 4s* 5d 6d 7d", "As* Kd 4d*"])
    @pytest.mark.parametrize("per_meld", [None, 1])
    def test_declared_jokers_that_are_left_out(self, cards: str, per_meld: int | None) -> None:
        """They are themselves, not the naturals that they stand for."""
        why = why_not(Cards.parse(cards), rules=MeldRules(jokers_per_meld=per_meld))
        assert why is not None
        assert why.left_out + why.table.cards == Cards.parse(cards)
        assert why.conflict <= Cards.parse(cards)


class TestPlays:
    """Questions about a table and a hand."""

    @pytest.mark.parametrize("ask", ABOUT_PLAYS)
    def test_the_limit_is_told(self, ask: Ask) -> None:
        """By its number."""
        error = refusal(ask, LYING, HELD, limit=1)
        assert (type(error), str(error)) == (SearchLimitError, "no answer within 1 states")

    @pytest.mark.parametrize("ask", ABOUT_PLAYS)
    def test_what_is_no_hand(self, ask: Ask) -> None:
        """A declared joker is none, nor is a text."""
        assert isinstance(refusal(ask, LYING, Cards.parse("4s*")), PositionError)
        assert isinstance(refusal(ask, LYING, "4s"), PositionError)

    @pytest.mark.parametrize("objective", ["point", "", None, 3])
    def test_what_is_no_objective(self, objective: object) -> None:
        """There are two."""
        error = refusal(best_play, LYING, HELD, objective=objective)
        told = f"the objective is points or cards, not {objective!r}"
        assert (type(error), str(error)) == (PositionError, told)

    @pytest.mark.parametrize("most", [1.0, "3", True])
    def test_what_is_no_number_of_points(self, most: object) -> None:
        """Most left is a whole one."""
        error = refusal(best_play, LYING, HELD, most_left=most)
        told = f"most_left is a whole number of points, not {most!r}"
        assert (type(error), str(error)) == (PositionError, told)

    @pytest.mark.parametrize("objective", ["points", "cards"])
    def test_most_left(self, objective: Objective) -> None:
        """It changes nothing but that a play that leaves more is none."""
        for at in POSITIONS:
            best = best_play(at.table, at.hand, objective=objective)
            left = best.points_left if best else 0
            for most in (-1, 0, left - 1, left, left + 1, 1 << 70):
                found = best_play(at.table, at.hand, objective=objective, most_left=most)
                assert found == (best if most >= left else None)

    def test_not_tidy(self) -> None:
        """As much is played, more may be disturbed, and that is exact only where nothing is."""
        more = 0
        for at in POSITIONS:
            best, found = best_play(at.table, at.hand), best_play(at.table, at.hand, tidy=False)
            assert (best is None) == (found is None)
            if best and found:
                assert found.points_left == best.points_left
                assert found.disturbed >= best.disturbed
                assert found.disturbed_exact is (found.disturbed == 0)
                more += found.disturbed > best.disturbed
        assert more > 0


FULL = (
    "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    "6c 6d 6h 6s",
    "6c 6d 6h",
)


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [3, 4, 5])
def test_three_jokers_disturb_nothing(ace: Ace, jokers: int) -> None:
    """They make a meld by themselves, whatever else has no room for them."""
    hand, rules = Cards.parse("* " * jokers), MeldRules(ace=ace)
    tables = [f"{one} | {other}" for one in FULL for other in FULL] + list(FULL)
    for text in tables:
        try:
            table = Table.parse(text, rules=rules)
        except IllegalTableError:
            continue
        best = best_play(table, hand)
        assert best is not None
        assert (best.disturbed, best.disturbed_exact) == (0, True), text
        assert check_play(table, best.play, hand) == ()


@pytest.mark.parametrize("points", POINTS)
def test_cards_that_count_nothing(points: tuple[int, ...]) -> None:
    """They are played as well: of plays that leave as many points the one of more cards first."""
    rules = evolve(MANIPULATION.melds, points=points)
    for at in POSITIONS:
        again = Position(Table.parse(str(at.table), rules=rules), at.hand)
        if len(again.hand) > 6 or len(again.table.cards) > 40:
            continue
        listed = list(plays(again.table, again.hand))
        ranked = [(rules.points_of(again.hand - played), -len(played)) for played in listed]
        assert ranked == sorted(ranked)
        best = best_play(again.table, again.hand)
        assert (best is None) == (not listed)
        if best and not any(points):
            assert len(best.played) == max(map(len, listed))
