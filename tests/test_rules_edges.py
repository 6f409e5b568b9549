"""The rule sets by name, the largest numbers, and the words that documents use."""

from __future__ import annotations

import inspect

import pytest
from attrs import fields

from manipulation import (
    FINAGLE_MELDS,
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    VATIKAN_MELDS,
    Cards,
    Ending,
    Fault,
    GameView,
    Group,
    MeldRules,
    Phase,
    Rules,
    RulesError,
    Sequence,
    Shoe,
    Tally,
    Violation,
)
from manipulation.rules import MAX_DECKS, MAX_JOKERS


def test_the_rule_sets_by_name() -> None:
    """What each of the relatives says of melds, and nothing else."""
    usual = MANIPULATION.melds
    assert MeldRules() == usual
    assert MACHIAVELLI_MELDS == VATIKAN_MELDS == MeldRules(jokers_per_meld=0)
    assert MeldRules(ace="low", joker_release="any") == RUMMIKUB_MELDS
    assert MeldRules(joker_release="natural_from_hand", jokers_per_meld=1) == TAHITI_MELDS
    assert MeldRules(ace="high", jokers_per_meld=0) == FINAGLE_MELDS


def test_the_largest_numbers() -> None:
    """Eight decks and eight jokers are the most."""
    assert (MAX_DECKS, MAX_JOKERS) == (8, 8)
    assert Rules(decks=(8,) * 4, jokers=(8,) * 4).cards_for(2) == 8 * 52 + 8
    for name, least in (("decks", 1), ("jokers", 0)):
        for number in (9, least - 1):
            with pytest.raises(RulesError) as caught:
                Rules(**{name: (number, 2, 2, 2)})  # type: ignore[arg-type]
            assert str(caught.value) == (
                f"{name} is a tuple of 4 numbers from {least} to 8, for 2 to 5 players, "
                f"not ({number}, 2, 2, 2)"
            )


def test_the_words_of_phases_and_endings() -> None:
    """Documents and lines of text use them: they never change."""
    assert [phase.value for phase in Phase] == ["draw", "meld", "end", "last_lap", "over"]
    assert [ending.value for ending in Ending] == ["knock", "going_out", "last_lap"]


@pytest.mark.parametrize("kind", [Group, Sequence])
def test_a_meld_is_its_cards(kind: type[Group | Sequence]) -> None:
    """It is made of cards alone, and compared by them alone."""
    assert list(inspect.signature(kind).parameters) == ["cards"]
    assert [field.name for field in fields(kind) if field.eq] == ["cards"]


def test_what_goes_without_saying() -> None:
    """A fault about no cards, a shoe without cards, a spectator's view before the deal."""
    assert Fault(Violation.DRAW_FIRST).cards == Cards()
    assert Shoe() == Shoe.of("")
    view = GameView(Tally(totals=(0, 0), rounds_won=(0, 0), dealer=0))
    assert (view.round, view.seat) == (None, None)
