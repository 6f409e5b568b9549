"""The law of melding beside the clauses taken word for word, and beside the corpus."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    Cards,
    Fault,
    IllegalMoveError,
    MeldRules,
    Play,
    PositionError,
    Table,
    Violation,
    check_play,
    judge,
)
from manipulation.testing.corpus import CheckPlayCase, check_play_cases
from tests.melds import cards_of
from tests.tables import MELDS, hands, proposals, tables, words_of


def jokers_changed(before: list[str], after: list[str], rules: MeldRules) -> Counter[str]:
    """Count the jokers that D16 and D17 hold and that stand for their card no longer."""
    went = Counter(word for word in before if len(word) == 3)
    went -= Counter(word for word in after if len(word) == 3)
    if rules.joker_release == "any":
        return Counter()
    if rules.joker_release == "natural_on_table":
        return Counter({word: went[word] for word in went if word[:2] not in after})
    played = Counter(word for word in after if len(word) == 2)
    played -= Counter(word for word in before if len(word) == 2)
    return went - Counter({f"{word}*": count for word, count in played.items()})


def law(table: Table, play: Play, hand: Cards) -> list[Fault]:
    """Name the faults of a play straight from the clauses, with words in place of cards."""
    before = words_of(table.cards)
    after = [word for meld in play.melds for word in words_of(meld)]
    # For R18, R22 and R23 a joker counts as a joker, whatever it stands for.
    lain, lies = (Counter(word if len(word) < 3 else "*" for word in w) for w in (before, after))
    added = lies - lain
    concerned = {
        Violation.TABLE_CARD_TAKEN: lain - lies,
        Violation.CARD_NOT_HELD: added - Counter(words_of(hand)),
        Violation.JOKER_CHANGED: jokers_changed(before, after, table.rules),
    }
    found = [
        Fault(violation, cards_of(words.elements()))
        for violation, words in concerned.items()
        if words
    ]
    found += [] if added else [Fault(Violation.NO_HAND_CARD)]
    found += [fault for meld in play.melds for fault in judge(meld, rules=table.rules)]
    order = list(Violation)
    return sorted(found, key=lambda fault: order.index(fault.violation))


class TestLaw:
    """`check_play` names exactly the faults that the clauses name, in one order."""

    @given(proposals())
    def test_every_fault(self, proposal: tuple[Table, Play, Cards]) -> None:
        """It agrees with the clauses taken word for word."""
        assert list(check_play(*proposal)) == law(*proposal)

    @given(proposals())
    def test_after(self, proposal: tuple[Table, Play, Cards]) -> None:
        """A legal play leads to the table it proposes; any other is refused with all its faults."""
        table, play, hand = proposal
        faults = check_play(table, play, hand)
        if faults:
            with pytest.raises(IllegalMoveError) as caught:
                table.after(play, hand=hand)
            assert caught.value.faults == faults
            assert type(caught.value) is IllegalMoveError
        else:
            check_after(table, play, hand)

    @given(tables, st.sampled_from(MELDS))
    def test_a_meld_from_hand(self, table: Table, meld: str) -> None:
        """Whoever holds the cards of a meld may add it to any table."""
        played = Cards.parse(meld)
        play = Play((*(other.cards for other in table.melds), played))
        check_after(table, play, played.undeclared_again)

    @given(tables, hands.map(cards_of))
    def test_doing_nothing(self, table: Table, hand: Cards) -> None:
        """A table that stays as it is lacks a card from hand, and nothing else (R22)."""
        assert check_play(table, Play.of(table), hand) == (Fault(Violation.NO_HAND_CARD),)


def check_after(table: Table, play: Play, hand: Cards) -> None:
    """A play that is legal leads to a table with the cards of the old one and some of the hand."""
    after = table.after(play, hand=hand)
    assert after == Table.of(play.melds, rules=table.rules)
    assert after.rules == table.rules
    assert Play.of(after) == play
    assert after.cards == play.cards
    played = after.cards.undeclared_again - table.cards.undeclared_again
    assert played
    assert played <= hand


class TestManyJokers:
    """A play has at most 127 jokers, as `Cards` do."""

    def test_too_many(self) -> None:
        """More of them are refused."""
        melds = ["7c 8c* 9c"] * 100 + ["7d 8d* 9d"] * 28
        with pytest.raises(PositionError, match=r"^more than 127 equal cards$"):
            check_play(Table(), Play(list(map(Cards.parse, melds))), Cards())


SCENARIOS = check_play_cases()


class TestScenarios:
    """Situations with verdicts that were found without this package."""

    def test_they_are_there(self) -> None:
        """There are 38 of them, no two of one name."""
        assert len({case.name for case in SCENARIOS}) == len(SCENARIOS) == 38

    @pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.name)
    def test_the_verdict(self, case: CheckPlayCase) -> None:
        """The play is legal or not as stated, and the stated code is among those named."""
        found = {fault.violation for fault in check_play(case.table, case.play, case.hand)}
        assert (not found) is case.legal
        assert case.legal or found & set(case.violations)
