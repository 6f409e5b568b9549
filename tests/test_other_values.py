"""What is none of the values that are asked for is refused with our errors, wherever it comes."""

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol

import pytest

from manipulation import (
    MANIPULATION,
    Cards,
    Draft,
    Draw,
    Game,
    MeldRules,
    Natural,
    Play,
    PositionError,
    PutDown,
    Round,
    Rules,
    RulesError,
    Shoe,
    Table,
    arrange,
    arrangements,
    best_play,
    can_arrange,
    check_play,
    count_arrangements,
    count_plays,
    judge,
    playable_cards,
    plays,
    steps,
    why_not,
)
from manipulation.solver import Objective

TABLE, HAND, PLAY = Table.parse("4c 5c 6c"), Cards.parse("7c Kd"), Play.parse("4c 5c 6c 7c")


class AboutCards(Protocol):
    """A question about cards under some meld rules."""

    def __call__(self, cards: Cards, *, rules: MeldRules = ...) -> object:
        """Answer."""


class AboutPlays(Protocol):
    """A question about a table and a hand."""

    def __call__(self, table: Table, hand: Cards) -> object:
        """Answer."""


ABOUT_CARDS: list[AboutCards] = [can_arrange, arrange, arrangements, count_arrangements, why_not]
ABOUT_PLAYS: list[AboutPlays] = [best_play, plays, count_plays, playable_cards, Draft.of]


def answered(answer: object) -> None:
    """Ask a lazy answer for its first part."""
    if isinstance(answer, Iterator):
        next(answer)


@pytest.mark.parametrize("question", ABOUT_CARDS)
@pytest.mark.parametrize("other", ["4c 5c 6c", None, 7, TABLE, PLAY])
def test_no_cards(question: AboutCards, other: object) -> None:
    """A text is not read for the caller."""
    with pytest.raises(PositionError, match="expected"):
        answered(question(other))  # type: ignore[arg-type]


@pytest.mark.parametrize("question", ABOUT_CARDS)
@pytest.mark.parametrize("rules", [Rules(), "high", None])
def test_no_meld_rules(question: AboutCards, rules: object) -> None:
    """The rules of a whole game are not those of its melds."""
    with pytest.raises(RulesError, match="MeldRules are expected"):
        answered(question(HAND, rules=rules))  # type: ignore[arg-type]


@pytest.mark.parametrize("question", ABOUT_PLAYS)
@pytest.mark.parametrize(
    ("table", "hand"), [("4c 5c 6c", HAND), (PLAY, HAND), (TABLE, "7c"), (TABLE, None)]
)
def test_no_table_or_no_hand(question: AboutPlays, table: object, hand: object) -> None:
    """Neither is read, nor made of anything else."""
    with pytest.raises(PositionError, match="expected"):
        answered(question(table, hand))  # type: ignore[arg-type]


@pytest.mark.parametrize("objective", ["card", "", None, 1, ["points"]])
def test_no_objective(objective: object) -> None:
    """A slip is no silent choice of another question."""
    with pytest.raises(PositionError, match="points or cards"):
        best_play(TABLE, HAND, objective=objective)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [None, "9", 9.0, math.nan, True])
def test_no_limit(limit: object) -> None:
    """A limit is a whole number of states."""
    told = "a limit is a whole number of states, not"
    for about_cards in (can_arrange, arrange, arrangements, count_arrangements, why_not):
        with pytest.raises(PositionError, match=told):
            about_cards(HAND, limit=limit)  # type: ignore[arg-type]
    for about_plays in (best_play, plays, count_plays, playable_cards):
        with pytest.raises(PositionError, match=told):
            about_plays(TABLE, HAND, limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("objective", ["points", "cards"])
@pytest.mark.parametrize("most", ["9", 9.0, math.nan, True])
def test_no_points(objective: Objective, most: object) -> None:
    """The most that may be left is a whole number of points."""
    with pytest.raises(PositionError, match="most_left is a whole number of points, not"):
        best_play(TABLE, HAND, objective=objective, most_left=most)  # type: ignore[arg-type]


SLIPS: dict[str, Callable[[], object]] = {
    "a text for the table": lambda: check_play("4c 5c 6c", PLAY, HAND),  # type: ignore[arg-type]
    "a text for the play": lambda: check_play(TABLE, "4c 5c 6c 7c", HAND),  # type: ignore[arg-type]
    "a table for the play": lambda: check_play(TABLE, TABLE, HAND),  # type: ignore[arg-type]
    "a text for the hand": lambda: check_play(TABLE, PLAY, "7c"),  # type: ignore[arg-type]
    "a text to play": lambda: TABLE.after("4c 5c 6c 7c", hand=HAND),  # type: ignore[arg-type]
    "a text to count": lambda: MANIPULATION.melds.points_of("7c"),  # type: ignore[arg-type]
    "a text to propose": lambda: Play.of("4c 5c 6c"),  # type: ignore[arg-type]
    "a text at the end": lambda: steps(TABLE, "4c 5c 6c 7c"),  # type: ignore[arg-type]
    "a play at the end": lambda: steps(TABLE, PLAY),  # type: ignore[arg-type]
    "nothing to begin with": lambda: steps(None, TABLE),  # type: ignore[arg-type]
    "a text for a step": lambda: Draft.of(TABLE, HAND).after("free 8s* in meld 1"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("slip", SLIPS)
def test_no_play_no_step(slip: str) -> None:
    """The error says what is expected, and what came."""
    with pytest.raises(PositionError, match=r"expected.* not "):
        SLIPS[slip]()


@pytest.mark.parametrize("seat", ["1", 1.0, True])
def test_no_seat(seat: object) -> None:
    """What is no number is not just one whose turn it is not (R12)."""
    state = Round.deal(Shoe.new(3).shuffled(Random(1)), players=3, dealer=0)
    game = Game.new(players=3, dealer=0).deal(Shoe.new(3))
    for value in (state, game):
        for ask in (value.check, value.after):
            with pytest.raises(PositionError, match="a seat is a number"):
                ask(Draw(), seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", [["high"], {}, Rules(), None])
def test_no_meld_rules_to_judge_by(rules: object) -> None:
    """Not even what has no hash."""
    with pytest.raises(RulesError, match="MeldRules are expected"):
        judge(HAND, rules=rules)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", ["1", 1.0, True, -1, 3, [1]])
def test_no_seat_to_see_a_move(seat: object) -> None:
    """A slip is no spectator, nor a seat that sees too much."""
    state = Round.deal(Shoe.new(3), players=3, dealer=0)
    with pytest.raises(PositionError, match="seen_by is a seat from 0 to 2, not "):
        state.event(Draw(), seen_by=seat)  # type: ignore[arg-type]


def test_meld_rules_are_taken() -> None:
    """What is right is not refused."""
    assert can_arrange(Cards.parse("As 2s 3s"), rules=MeldRules(ace="low"))


def test_only_by_name() -> None:
    """Rules, and whether a card comes from the hand, are never told by their place."""
    with pytest.raises(TypeError):
        Table((), MANIPULATION.melds)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        PutDown(Natural.parse("8s"), 1, True)  # type: ignore[call-arg] # noqa: FBT003
