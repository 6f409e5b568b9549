"""Positions, plays and cards to arrange are what their strategies say, and shrink to little."""

import pytest
from attrs import evolve
from hypothesis.errors import InvalidArgument

from manipulation import (
    Cards,
    MeldRules,
    Play,
    Shoe,
    Table,
    Violation,
    best_play,
    can_arrange,
    check_play,
    playable_cards,
    why_not,
)
from manipulation.testing import (
    Position,
    Proposal,
    arrangeable,
    illegal_plays,
    legal_plays,
    positions,
    unarrangeable,
)
from manipulation.testing.illegal import PLAY_VIOLATIONS
from manipulation.testing.near import can_occur
from tests.shoes_and_rules import ACES, FREE, HELD, LIMITED, ONE_DECK, PLAIN, TWO_DECKS, within
from tests.strategies import drawn, smallest


class TestArranging:
    """Whether cards can lie in melds."""

    @pytest.mark.parametrize("rules", [PLAIN, *ACES[1:], *LIMITED[:2]])
    def test_arrangeable(self, rules: MeldRules) -> None:
        """The cards can be arranged, jokers that stand for no card included."""
        many = drawn(arrangeable(rules=rules), examples=25)
        for some in many:
            assert within(some, TWO_DECKS)
            if not some.undeclared or rules.jokers_per_meld is None:
                assert can_arrange(some, rules=rules)
        if rules.jokers_per_meld != 0:
            assert any(some.undeclared for some in many)
            assert any(some.declared for some in many)

    @pytest.mark.parametrize("rules", [PLAIN, *LIMITED[:1]])
    def test_unarrangeable(self, rules: MeldRules) -> None:
        """The cards cannot be arranged, and the reason is the one that the solver gives."""
        many = drawn(unarrangeable(rules=rules), examples=30)
        for some, why in many:
            assert within(some, TWO_DECKS)
            assert why == why_not(some, rules=rules)
        assert any(len(why.conflict) > 1 for _, why in many)
        assert any(len(why.table.melds) > 1 for _, why in many)

    def test_sizes(self) -> None:
        """They count cards where cards cannot be arranged, and melds where they can."""
        sizes = {
            len(some) for some, _ in drawn(unarrangeable(min_size=4, max_size=6), examples=100)
        }
        assert sizes == {4, 5, 6}
        assert {len(some) for some in drawn(arrangeable(max_size=1), examples=30)} >= {0, 3}

    def test_a_card_is_changed_for_another(self) -> None:
        """Where no card more or less spoils a meld, another does."""
        four = unarrangeable(min_size=3, max_size=4, shoe=Shoe.of("2c 3c 4c 5c"))
        assert {str(some) for some, _ in drawn(four, examples=20)} == {"2c 3c 5c", "2c 4c 5c"}

    def test_they_shrink_to_few_cards(self) -> None:
        """One card cannot be arranged; of two that cannot, each is alone."""
        assert str(smallest(unarrangeable()).cards) == "2c"
        assert smallest(arrangeable()) == Cards()
        joker = smallest(arrangeable(), lambda some: some.undeclared > 0)
        assert str(joker) in ("2d 2h *", "3c 4c *")
        several = smallest(unarrangeable(), lambda at: len(at.why.table.melds) > 0)
        assert len(several.cards) <= 5


class TestPositions:
    """A table and a hand from one shoe."""

    @pytest.mark.parametrize("rules", [PLAIN, HELD, FREE, *ACES[1:], LIMITED[0]])
    @pytest.mark.parametrize("playable", [True, False])
    def test_with_or_without_a_play(self, rules: MeldRules, *, playable: bool) -> None:
        """The solver finds a play, or none, as was asked."""
        for table, hand in drawn(positions(playable=playable, rules=rules), examples=15):
            assert (best_play(table, hand) is not None) == playable
            assert within(table.cards + hand, TWO_DECKS)
            assert hand

    def test_both_are_drawn(self) -> None:
        """Without a choice some hands have a play, and some have none."""
        many = drawn(positions(), examples=40)
        assert {bool(playable_cards(*at)) for at in many} == {True, False}
        assert any(at.hand.jokers for at in many)

    @pytest.mark.parametrize("playable", [True, False, None])
    def test_sizes(self, playable: bool | None) -> None:  # noqa: FBT001 -- a parameter of the test
        """They count the cards of the hand, with one deck as with two."""
        strategy = positions(playable=playable, min_size=1, max_size=2, shoe=ONE_DECK)
        many = drawn(strategy, examples=25)
        assert {len(at.hand) for at in many} == {1, 2}
        assert all(within(at.table.cards + at.hand, ONE_DECK) for at in many)
        big = positions(playable=playable, min_size=14)
        assert min(len(at.hand) for at in drawn(big, examples=8)) == 14

    def test_they_shrink_to_few_cards(self) -> None:
        """The smallest have an empty table, and a hand of one card, or of one meld to play."""
        assert smallest(positions()) == Position(Table(), Cards.parse("2c"))
        assert smallest(positions(playable=False)) == Position(Table(), Cards.parse("2c"))
        assert smallest(positions(playable=True)) == Position(Table(), Cards.parse("2c 2d 2h"))
        lying = smallest(positions(playable=True), lambda at: len(at.table.melds) > 0)
        assert len(lying.table.cards) == 3
        assert len(lying.hand) <= 3

    @pytest.mark.parametrize("rules", [PLAIN, HELD, FREE])
    def test_legal_plays(self, rules: MeldRules) -> None:
        """The referee lets every one pass; some rearrange the table, and some free a joker."""
        many = drawn(legal_plays(rules=rules), examples=40)
        assert all(check_play(at.table, at.play, at.hand) == () for at in many)
        assert any(not {meld.cards for meld in at.table.melds} <= {*at.play.melds} for at in many)
        assert any(not at.table.cards.declared <= at.play.cards.declared for at in many)

    def test_legal_plays_shrink_to_one_meld(self) -> None:
        """The smallest lays three cards on the empty table."""
        three = Cards.parse("2c 2d 2h")
        assert smallest(legal_plays()) == Proposal(Table(), three, Play((three,)))


class TestIllegalPlays:
    """Each rule about a play can be the only one that is broken."""

    @pytest.mark.parametrize("rules", [evolve(PLAIN, jokers_per_meld=1), HELD, FREE, LIMITED[0]])
    @pytest.mark.parametrize("violation", PLAY_VIOLATIONS)
    def test_the_chosen_fault(self, violation: Violation, rules: MeldRules) -> None:
        """The referee names the chosen violation and no other."""
        try:
            strategy = illegal_plays(violation=violation, rules=rules)
        except InvalidArgument:
            held = rules.joker_release != "any" and rules.jokers_per_meld != 0
            assert not can_occur(violation, rules) or (
                violation is Violation.JOKER_CHANGED and not held
            )
            return
        expected = {violation}
        if violation is Violation.GROUP_TOO_LARGE:
            expected.add(Violation.GROUP_REPEATS_CARD)
        for table, hand, play in drawn(strategy, examples=8):
            assert {fault.violation for fault in check_play(table, play, hand)} == expected

    def test_every_fault_is_reached(self) -> None:
        """Without a choice every violation that the rules know is drawn."""
        rules = evolve(PLAIN, jokers_per_meld=1)
        many = drawn(illegal_plays(rules=rules), examples=200)
        found = {check_play(at.table, at.play, at.hand)[0].violation for at in many}
        assert found >= set(PLAY_VIOLATIONS) - {Violation.GROUP_REPEATS_CARD}
        assert {bool(at.table.melds) for at in many} == {True, False}

    @pytest.mark.parametrize(
        ("violation", "table", "hand", "play"),
        [
            (Violation.NO_HAND_CARD, "", "", ""),
            (Violation.CARD_NOT_HELD, "", "2d 2h", "2c 2d 2h"),
            (Violation.TABLE_CARD_TAKEN, "2c* 2d 2h", "2c", "2c 2d 2h"),
            (Violation.JOKER_CHANGED, "2c* 2d 2h", "2d 2h 2s", "2d 2h 2s* | 2d 2h 2s"),
            (Violation.SEQUENCE_HAS_GAP, "", "2c 4c 5c", "2c 4c 5c"),
        ],
    )
    def test_they_shrink_to_few_cards(
        self, violation: Violation, table: str, hand: str, play: str
    ) -> None:
        """Nothing is there that the fault does not need."""
        small = smallest(illegal_plays(violation=violation))
        assert small == Proposal(Table.parse(table), Cards.parse(hand), Play.parse(play))
