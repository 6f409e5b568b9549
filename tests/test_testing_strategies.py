"""The strategies draw what they say, reach every kind, and shrink to something readable."""

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation import (
    MANIPULATION,
    Cards,
    DeclaredJoker,
    Group,
    MeldRules,
    Natural,
    Rank,
    Rules,
    Sequence,
    Shoe,
    Suit,
    Table,
    Violation,
    judge,
    meld_of,
)
from manipulation.testing import (
    arrangeable,
    cards,
    groups,
    hands,
    illegal_plays,
    legal_plays,
    meld_rules,
    melds,
    naturals,
    near_melds,
    positions,
    rule_sets,
    sequences,
    shoes,
    tables,
    unarrangeable,
)
from manipulation.testing.near import MELD_VIOLATIONS, SPOILT, can_occur
from tests.shoes_and_rules import ACES, FREE, LIMITED, NO_JOKERS, ONE_DECK, PLAIN, TWO_DECKS, within
from tests.strategies import drawn, smallest


class TestCards:
    """Cards, hands and shoes."""

    def test_naturals(self) -> None:
        """All 52 are drawn, or those of some ranks and suits; the simplest is the two of clubs."""
        assert len(set(drawn(naturals(), examples=1000))) == 52
        few = naturals(ranks=[Rank.ACE, Rank.TEN], suits={Suit.HEARTS})
        assert set(map(str, drawn(few))) == {"Ah", "Th"}
        assert str(smallest(naturals())) == "2c"
        assert str(smallest(naturals(), lambda card: card.rank > Rank.TEN)) == "Jc"
        assert str(smallest(few)) == "Th"

    def test_cards(self) -> None:
        """Naturals and jokers of both kinds are drawn, equal cards too, in any number."""
        many = drawn(cards(), examples=150)
        assert any(some.naturals and some.declared and some.undeclared for some in many)
        assert any(some.count(card) > 1 for some in many for card in some.naturals)
        assert Cards() in many
        assert {len(some) for some in drawn(cards(min_size=2, max_size=3))} == {2, 3}
        assert str(smallest(cards(), lambda some: len(some) > 1)) == "2c 2c"
        assert str(smallest(cards(), lambda some: some.jokers > 0)) == "2c*"

    @pytest.mark.parametrize("shoe", [ONE_DECK, TWO_DECKS, Shoe.of("8s 8s *")])
    def test_hands(self, shoe: Shoe) -> None:
        """A hand is from the shoe, and no joker in it stands for a card."""
        many = drawn(hands(shoe=shoe))
        assert all(some <= Cards(shoe) for some in many)
        assert any(some.undeclared for some in many)
        assert {len(some) for some in drawn(hands(min_size=1, max_size=3))} == {1, 2, 3}
        assert set(drawn(hands(min_size=3, shoe=Shoe.of("8s 8s *")))) == {Cards.parse("8s 8s *")}
        assert drawn(hands(shoe=Shoe())) == [Cards()]

    def test_hands_shrink_to_few_low_cards(self) -> None:
        """The lowest cards come first, then the second of each, then jokers."""
        assert str(smallest(hands(), lambda some: len(some) == 3)) == "2c 2d 2h"
        assert str(smallest(hands(), lambda some: some.jokers > 0)) == "*"
        two = Natural.parse("2c")
        pair = smallest(hands(), lambda some: some.count(two) > 1)
        assert str(pair) == "2c 2c"

    def test_shoes(self) -> None:
        """A shoe is shuffled and whole, for any number of players, or as short as is asked."""
        whole = drawn(shoes(), examples=60)
        assert {len(shoe) for shoe in whole} == {53, 106}
        assert all(Cards(shoe) in (Cards(ONE_DECK), Cards(TWO_DECKS)) for shoe in whole)
        assert len(set(whole)) > 50
        short = drawn(shoes(players=2, min_size=1, max_size=4), examples=40)
        assert {len(shoe) for shoe in short} == {1, 2, 3, 4}
        assert {len(shoe) for shoe in drawn(shoes(players=5), examples=10)} == {106}
        low = smallest(shoes())
        assert str(low).startswith("2c 2d 2h 2s 3c")
        assert str(low).endswith("Ac Ad Ah As *")
        assert str(smallest(shoes(min_size=3))) == "2c 2d 2h"
        assert str(smallest(shoes(max_size=4))) == ""

    def test_rules(self) -> None:
        """Every answer to every question about melds is drawn; the simplest are Manipulation's."""
        many = drawn(meld_rules(), examples=300)
        assert {rules.ace for rules in many} == {"high_or_low", "high", "low"}
        assert len({rules.joker_release for rules in many}) == 3
        assert {rules.jokers_per_meld for rules in many} == {None, 0, 1, 2}
        assert smallest(meld_rules()) == PLAIN
        assert MANIPULATION in drawn(rule_sets())
        assert {rules.lap_stops_on_going_out for rules in drawn(rule_sets())} == {True, False}
        assert smallest(rule_sets()) == MANIPULATION


class TestMelds:
    """R13: A meld is a group or a sequence. It has at least three cards."""

    def test_groups(self) -> None:
        """Groups of three and four are drawn, with jokers and without."""
        many = drawn(groups(), examples=50)
        assert {len(group.cards) for group in many} == {3, 4}
        assert {group.cards.jokers for group in many} >= {0, 1, 2}
        assert {len(group.cards) for group in drawn(groups(min_size=4), examples=20)} == {4}
        assert {len(group.cards) for group in drawn(groups(max_size=3), examples=20)} == {3}
        assert str(smallest(groups())) == "2c 2d 2h"
        assert str(smallest(groups(), lambda group: group.rank is Rank.KING)) == "Kc Kd Kh"

    @pytest.mark.parametrize("rules", ACES)
    def test_sequences(self, rules: MeldRules) -> None:
        """Every length is drawn, and the ace high, low or both as the rules have it (R17, D11)."""
        many = drawn(sequences(rules=rules), examples=200)
        ends = {str(end)[0] for sequence in many for end in sequence.cards.faces}
        assert "K" in ends
        # The thirteen cards of a suit are written with the ace first, on whichever side it lies.
        many = [sequence for sequence in many if len(sequence.cards) < 13]
        low = any(sequence.start is Rank.ACE for sequence in many)
        high = any(
            sequence.start is not Rank.ACE and Rank.ACE in sequence.cards.by_rank()
            for sequence in many
        )
        assert (low, high) == (rules.ace != "high", rules.ace != "low")
        longest = 14 if rules.ace == "high_or_low" else 13
        assert {len(sequence.cards) for sequence in many} >= set(range(3, 9))
        for size in range(3, longest + 1):
            some = drawn(sequences(min_size=size, max_size=size, rules=rules), examples=2)
            assert {len(sequence.cards) for sequence in some} == {size}
        assert all(meld_of(sequence.cards, rules=rules) == sequence for sequence in many)

    def test_sequences_shrink_to_short_low_ones(self) -> None:
        """What shrinks keeps the card that matters, and has no ace and no joker without need."""
        assert str(smallest(sequences())) == "2c 3c 4c"
        king = Natural.parse("Ks")
        assert str(smallest(sequences(), lambda meld: king in meld.cards)) == "Js Qs Ks"
        assert str(smallest(sequences(), lambda meld: len(meld.cards) > 4)) == "2c 3c 4c 5c 6c"
        assert str(smallest(sequences(), lambda meld: meld.cards.jokers > 0)) == "2c* 3c 4c"
        assert str(smallest(sequences(), lambda meld: meld.start is Rank.ACE)) == "Ac 2c 3c"
        assert str(smallest(sequences(min_size=6, max_size=7))) == "2c 3c 4c 5c 6c 7c"

    def test_melds(self) -> None:
        """Both kinds are drawn; five cards or more are a sequence."""
        many = drawn(melds(), examples=40)
        assert {type(meld) for meld in many} == {Group, Sequence}
        assert {type(meld) for meld in drawn(melds(min_size=5), examples=20)} == {Sequence}
        assert str(smallest(melds())) == "2c 2d 2h"

    def test_a_small_shoe(self) -> None:
        """Where few naturals are left, jokers stand in; where nothing fits, it is said at once."""
        shoe = Shoe.of("8s 9s *")
        assert {str(meld) for meld in drawn(melds(shoe=shoe))} <= {
            "7s* 8s 9s",
            "8s 9s Ts*",
        }
        with pytest.raises(InvalidArgument, match="no such meld"):
            groups(shoe=shoe)

    @pytest.mark.parametrize(
        ("rules", "shoe"),
        [
            *((rules, TWO_DECKS) for rules in (*ACES, *LIMITED)),
            (PLAIN, ONE_DECK),
            (LIMITED[0], ONE_DECK),
            (PLAIN, NO_JOKERS),
        ],
    )
    def test_tables(self, rules: MeldRules, shoe: Shoe) -> None:
        """A table is legal under its rules, and all from one shoe."""
        many = drawn(tables(rules=rules, shoe=shoe), examples=20)
        assert all(table.rules == rules and within(table.cards, shoe) for table in many)
        assert any(len(table.melds) > 2 for table in many)
        jokers = shoe != NO_JOKERS and rules.jokers_per_meld != 0
        assert any(table.cards.jokers for table in many) == jokers

    def test_tables_of_some_size(self) -> None:
        """The sizes count melds; so many that the shoe may run out of them are still drawn."""
        assert {len(table.melds) for table in drawn(tables(max_size=2), examples=30)} == {0, 1, 2}
        twelve = drawn(tables(min_size=12, max_size=12), examples=20)
        assert {len(table.melds) for table in twelve} == {12}
        everywhere = drawn(tables(min_size=10), examples=40)
        assert any(
            isinstance(joker, DeclaredJoker) and table.cards.count(joker.stands_for) == 2
            for table in everywhere
            for joker in table.cards.declared
        )

    def test_tables_shrink_to_few_low_melds(self) -> None:
        """What is not needed goes, whole melds first; a joker stays only where it is asked for."""
        assert smallest(tables()) == Table()
        joker = smallest(tables(), lambda table: table.cards.jokers > 0)
        assert str(joker) in ("2c* 2d 2h", "2c* 3c 4c")
        three = smallest(tables(), lambda table: len(table.melds) > 2)
        assert str(three) == "2c 2d 2h | 2c 2d 2h | 3c 3d 3h"
        long = smallest(tables(), lambda table: any(len(meld.cards) > 4 for meld in table.melds))
        assert str(long) == "2c 3c 4c 5c 6c"
        both = smallest(tables(), lambda table: len(set(map(type, table.melds))) > 1)
        assert str(both) == "2c 2d 2h | 2c 3c 4c"


class TestNearMelds:
    """Each rule about melds can be the only one that is broken."""

    @pytest.mark.parametrize("rules", ACES)
    @pytest.mark.parametrize("violation", SPOILT)
    def test_every_fault_that_can_be_drawn(self, violation: Violation, rules: MeldRules) -> None:
        """All that is on the lists breaks the one rule; more than four of a kind repeat a card."""
        expected = [violation]
        if violation is Violation.GROUP_TOO_LARGE:
            expected.append(Violation.GROUP_REPEATS_CARD)
        for faces in SPOILT[violation](rules.ace)[::7]:
            found = judge(Cards(faces), rules=rules)
            assert [fault.violation for fault in found] == expected, faces

    @pytest.mark.parametrize("rules", [PLAIN, *LIMITED])
    @pytest.mark.parametrize("violation", MELD_VIOLATIONS)
    def test_the_chosen_fault(self, violation: Violation, rules: MeldRules) -> None:
        """With jokers, too, the chosen rule is the only one that is broken."""
        if not can_occur(violation, rules):
            with pytest.raises(InvalidArgument, match=f"know no {violation.code}"):
                near_melds(violation=violation, rules=rules)
            return
        for some in drawn(near_melds(violation=violation, rules=rules), examples=15):
            found = {fault.violation for fault in judge(some, rules=rules)}
            assert found - {Violation.GROUP_REPEATS_CARD} == {violation} - {
                Violation.GROUP_REPEATS_CARD
            }

    def test_every_fault_is_reached(self) -> None:
        """Without a choice every violation is drawn that the rules know."""
        rules = evolve(PLAIN, jokers_per_meld=1)
        many = drawn(near_melds(rules=rules), examples=150)
        assert {judge(some, rules=rules)[0].violation for some in many} == set(MELD_VIOLATIONS)

    @pytest.mark.parametrize(
        ("violation", "text"),
        [
            (Violation.TOO_FEW_CARDS, "2c"),
            (Violation.GROUP_TOO_LARGE, "2c 2c 2d 2d 2h"),
            (Violation.GROUP_REPEATS_CARD, "2c 2c 2d"),
            (Violation.SEQUENCE_HAS_GAP, "2c 4c 5c"),
            (Violation.SEQUENCE_REPEATS_CARD, "2c 2c 3c"),
            (Violation.SEQUENCE_MIXES_SUITS, "2c 3c 4d"),
            (Violation.TURNS_THE_CORNER, "Ac 2c Kc"),
            (Violation.NEITHER_GROUP_NOR_SEQUENCE, "2c 3c 2d"),
            (Violation.JOKER_UNDECLARED, "2d 2h *"),
            (Violation.TOO_MANY_JOKERS, "2c* 2d* 2h"),
        ],
    )
    def test_they_shrink_to_few_cards(self, violation: Violation, text: str) -> None:
        """The smallest shows the fault and little else."""
        rules = evolve(PLAIN, jokers_per_meld=1)
        assert str(smallest(near_melds(violation=violation, rules=rules))) == text


class TestFilters:
    """No filter discards more than a tenth of what is drawn."""

    @pytest.mark.parametrize(
        "strategy",
        [
            tables(min_size=16),
            tables(min_size=8, shoe=ONE_DECK),
            arrangeable(min_size=4),
            unarrangeable(min_size=6, max_size=6, shoe=ONE_DECK),
            positions(playable=True, max_size=2, shoe=ONE_DECK),
            positions(playable=False, min_size=8),
        ],
        ids=[f"strategy {number}" for number in range(6)],
    )
    def test_few_are_discarded(self, strategy: st.SearchStrategy[object]) -> None:
        """Where much is asked of a shoe, too, nine tenths of what is begun is drawn."""
        assert drawn(strategy, examples=20)


class TestArguments:
    """What is asked for and cannot be is said at once, by Hypothesis's own error."""

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: cards(min_size=3, max_size=2), "min_size=3 is more than the largest size, 2"),
            (lambda: cards(min_size=-1), "min_size=-1 is less than the smallest size, 0"),
            (lambda: cards(max_size=128), "max_size=128 is more than the largest size, 127"),
            (lambda: hands(min_size=107), "min_size=107 is more than the largest size, 106"),
            (lambda: groups(max_size=5), "max_size=5 is more than the largest size, 4"),
            (lambda: sequences(min_size=2), "min_size=2 is less than the smallest size, 3"),
            (lambda: sequences(max_size=14, rules=ACES[1]), "the largest size, 13"),
            (lambda: tables(max_size=36), "the largest size, 35"),
            (lambda: shoes(max_size=54), "the largest size, 53"),
            (lambda: shoes(players=6), r"a number from 2 to 5 \(R2\), not 6"),
            (lambda: naturals(ranks=[]), "ranks are some of 2, 3, .*, A, in a collection"),
            (lambda: naturals(suits=Suit.CLUBS), "suits are some of c, d, h, s, in a collection"),  # type: ignore[arg-type]
            (lambda: positions(playable=1), "playable is True, False or None, not 1"),  # type: ignore[arg-type]
            (lambda: positions(playable=True, max_size=0, min_size=0), "an empty hand"),
            (lambda: positions(playable=False, min_size=60), "no hand of 60 cards without a play"),
            (lambda: near_melds(violation="R13"), "violation is one of Violation.TOO_FEW_CARDS"),  # type: ignore[arg-type]
            (lambda: near_melds(violation=Violation.MUST_DRAW), "not Violation.MUST_DRAW"),
            (lambda: illegal_plays(violation=Violation.JOKER_CHANGED, rules=FREE), "know no"),
            (lambda: melds(rules=MANIPULATION), "rules is a value of type MeldRules, not Rules"),  # type: ignore[arg-type]
            (lambda: shoes(rules=PLAIN), "rules is a value of type Rules, not MeldRules"),  # type: ignore[arg-type]
            (lambda: tables(shoe=Cards()), "shoe is a value of type Shoe, not Cards"),  # type: ignore[arg-type]
            (lambda: tables(min_size=1.5), "min_size is a whole number, not 1.5"),  # type: ignore[arg-type]
            (lambda: cards(min_size=None), "min_size is a whole number, not None"),  # type: ignore[arg-type]
            (lambda: shoes(min_size=False), "min_size is a whole number, not False"),
        ],
    )
    def test_they_are_checked_when_the_strategy_is_made(
        self, make: Callable[[], object], message: str
    ) -> None:
        """Nothing need be drawn for it."""
        with pytest.raises(InvalidArgument, match=message):
            make()


@given(st.from_type(Rules), st.data())
def test_any_rules(rules: Rules, data: st.DataObject) -> None:
    """Whatever the rules, what is drawn under them keeps them."""
    table, hand = data.draw(positions(rules=rules.melds))
    assert table.rules == rules.melds
    play = data.draw(legal_plays(rules=rules.melds)).play
    assert all(judge(meld, rules=rules.melds) == () for meld in play.melds)
    assert not hand.declared
