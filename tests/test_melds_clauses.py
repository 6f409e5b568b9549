"""What is a meld, what is none and why, clause by clause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    FINAGLE_MELDS,
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    Cards,
    Group,
    MeldRules,
    Rank,
    Sequence,
    Suit,
    meld_of,
    parse_meld,
)
from tests.melds import ACES, LEGAL, RULES, cards_of, codes, faults_of


class TestR13:
    """A meld is a group or a sequence. It has at least three cards."""

    @pytest.mark.parametrize("text", ["8s", "8h 8s", "8s 9s", "As Ks", "8s* 9s*"])
    def test_fewer_than_three(self, text: str) -> None:
        """One or two cards that would go together are too few, and nothing else."""
        assert faults_of(text) == [("TOO_FEW_CARDS", text)]

    def test_too_few_stands_beside_the_other_fault(self) -> None:
        """Two cards that do not go together have both faults."""
        assert codes(Cards.parse("8s 8s")) == ["TOO_FEW_CARDS", "GROUP_REPEATS_CARD"]
        assert codes(Cards.parse("8s Ts")) == ["TOO_FEW_CARDS", "SEQUENCE_HAS_GAP"]
        assert codes(Cards.parse("8s 9h")) == ["TOO_FEW_CARDS", "SEQUENCE_MIXES_SUITS"]
        assert codes(Cards.parse("8s Th")) == ["TOO_FEW_CARDS", "NEITHER_GROUP_NOR_SEQUENCE"]

    def test_neither(self) -> None:
        """Cards of several ranks and suits that do not follow one another are neither."""
        assert faults_of("8s 8h 9s") == [("NEITHER_GROUP_NOR_SEQUENCE", "8h 8s 9s")]
        assert codes(Cards.parse("Ks Ah 2s")) == ["NEITHER_GROUP_NOR_SEQUENCE"]


class TestR14:
    """A group is three or four of a kind: 8-8-8, Q-Q-Q."""

    @pytest.mark.parametrize("text", ["8c 8d 8h", "Qd Qh Qs", "8c 8d 8h 8s"])
    def test_groups(self, text: str) -> None:
        """Three or four of a kind are a group."""
        meld = parse_meld(text)
        assert isinstance(meld, Group)
        assert meld.rank is Rank.parse(text[0])
        assert str(meld) == text

    def test_five_of_a_kind(self) -> None:
        """A fifth is too many, and equal to another besides."""
        assert faults_of("8c 8d 8h 8s 8s*") == [
            ("GROUP_TOO_LARGE", "8c 8d 8h 8s 8s*"),
            ("GROUP_REPEATS_CARD", "8s 8s*"),
        ]


class TestR15:
    """A group cannot contain two identical cards."""

    def test_two_equal_cards(self) -> None:
        """Only one 8 of spades may be in a group of 8s."""
        assert faults_of("8s 8s 8h") == [("GROUP_REPEATS_CARD", "8s 8s")]
        assert faults_of("8s 8s 8h 8h") == [("GROUP_REPEATS_CARD", "8h 8h 8s 8s")]


class TestR16:
    """A sequence is three or more cards in a row: A-2-3, 9-10-J."""

    @pytest.mark.parametrize("text", ["As 2s 3s", "9s Ts Js", "4d 5d 6d 7d 8d 9d"])
    def test_sequences(self, text: str) -> None:
        """Three or more cards of a suit in a row are a sequence."""
        meld = parse_meld(text)
        assert isinstance(meld, Sequence)
        assert meld.suit is Suit.parse(text[1])
        assert meld.start is Rank.parse(text[0])
        assert str(meld) == text

    def test_a_gap(self) -> None:
        """A card that is missing leaves a gap."""
        assert faults_of("4s 5s 7s") == [("SEQUENCE_HAS_GAP", "4s 5s 7s")]

    def test_a_card_twice(self) -> None:
        """Equal cards do not follow one another."""
        assert faults_of("4s 5s 5s 6s") == [("SEQUENCE_REPEATS_CARD", "5s 5s")]
        assert faults_of("4s 4s 6s") == [
            ("SEQUENCE_HAS_GAP", "4s 4s 6s"),
            ("SEQUENCE_REPEATS_CARD", "4s 4s"),
        ]


class TestD9:
    """All of one suit."""

    def test_several_suits(self) -> None:
        """Cards in a row of several suits are no sequence, and the suits are the reason."""
        assert faults_of("9s Th Js") == [("SEQUENCE_MIXES_SUITS", "Th 9s Js")]
        assert codes(Cards.parse("Qs Kh As")) == ["SEQUENCE_MIXES_SUITS"]

    def test_the_ace_has_its_place(self) -> None:
        """Where an ace is low only, queen, king, ace do not follow one another in any suits."""
        assert codes(Cards.parse("Qs Kh As"), RULES["low"]) == ["NEITHER_GROUP_NOR_SEQUENCE"]
        assert codes(Cards.parse("As 2h 3s"), RULES["high"]) == ["NEITHER_GROUP_NOR_SEQUENCE"]


class TestR17:
    """In a sequence the ace is high or low, but cannot turn the corner: K-A-2 is not legal."""

    @pytest.mark.parametrize(
        ("text", "aces"),
        [
            ("As 2s 3s", {"high_or_low", "low"}),
            ("Qs Ks As", {"high_or_low", "high"}),
            ("Ks As 2s", set()),
            ("Qs Ks As 2s 3s", set()),
            ("2s 3s 4s", {"high_or_low", "low", "high"}),
        ],
    )
    def test_the_place_of_the_ace(self, text: str, aces: set[str]) -> None:
        """Sequences around the corner, under each rule; what turns it is told so."""
        for ace in ACES:
            found = faults_of(text, RULES[ace])
            turned = [("TURNS_THE_CORNER", str(Cards.parse(text)))]
            assert found == ([] if ace in aces else turned)

    def test_more_than_the_corner(self) -> None:
        """Past the corner a card may be there twice, or be missing, as everywhere."""
        assert codes(Cards.parse("Ks As 2s 2s")) == ["SEQUENCE_REPEATS_CARD", "TURNS_THE_CORNER"]
        assert codes(Cards.parse("Ks As 3s")) == ["SEQUENCE_HAS_GAP"]
        assert codes(Cards.parse("Ks As As 2s")) == ["SEQUENCE_REPEATS_CARD", "TURNS_THE_CORNER"]

    @pytest.mark.parametrize(
        ("rules", "low", "high"),
        [
            (RUMMIKUB_MELDS, True, False),
            (FINAGLE_MELDS, False, True),
            (MACHIAVELLI_MELDS, True, True),
        ],
    )
    def test_the_relatives(self, rules: MeldRules, low: bool, high: bool) -> None:  # noqa: FBT001 -- pytest names them
        """Rummikub's ace is low, Finagle's high, Machiavelli's either."""
        assert (not codes(Cards.parse("As 2s 3s"), rules)) is low
        assert (not codes(Cards.parse("Qs Ks As"), rules)) is high


class TestD10:
    """A joker counts as the card it stands for in every meld, R15 and R17 included."""

    def test_a_joker_repeats_a_card(self) -> None:
        """8s 8h and a joker standing for 8h is no group; nor do two jokers stand for one card."""
        assert faults_of("8s 8h 8h*") == [("GROUP_REPEATS_CARD", "8h 8h*")]
        assert faults_of("7s 7h* 7h*") == [("GROUP_REPEATS_CARD", "7h* 7h*")]
        assert faults_of("4s 5s 5s* 6s") == [("SEQUENCE_REPEATS_CARD", "5s 5s*")]

    def test_a_joker_turns_the_corner(self) -> None:
        """A joker that stands for an ace is as high or low as an ace."""
        assert faults_of("Ks As* 2s") == [("TURNS_THE_CORNER", "As* 2s Ks")]
        assert str(parse_meld("As* Ks Qs")) == "Qs Ks As*"
        assert str(parse_meld("3s 2s As*")) == "As* 2s 3s"


class TestD11:
    """The 14-card sequence A-2-…-K-A is legal; 15 cards never are."""

    suit = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"

    def test_fourteen(self) -> None:
        """It needs two aces of its suit, jokers counted, and an ace that is high or low."""
        for ace in ("As", "As*"):
            text = f"{self.suit} {ace}"
            assert str(parse_meld(text)) == text
            assert codes(Cards.parse(text), RULES["low"]) == ["SEQUENCE_REPEATS_CARD"]
            assert codes(Cards.parse(text), RULES["high"]) == ["SEQUENCE_REPEATS_CARD"]
        assert str(parse_meld(f"As* {self.suit}")) == f"{self.suit} As*"

    def test_fifteen(self) -> None:
        """A third ace, or any other card, is one too many."""
        assert faults_of(f"{self.suit} As As*") == [("SEQUENCE_REPEATS_CARD", "As As As*")]
        assert faults_of(f"{self.suit} As 7s") == [("SEQUENCE_REPEATS_CARD", "As As 7s 7s")]

    @pytest.mark.parametrize("ace", ACES)
    def test_thirteen(self, ace: str) -> None:
        """The thirteen cards of a suit are a sequence under each rule, written from the ace."""
        meld = parse_meld(self.suit, rules=RULES[ace])
        assert isinstance(meld, Sequence)
        assert str(meld) == self.suit
        assert meld.start is Rank.ACE


class TestD12:
    """A meld is a set of cards with no owner; the order in which they are named never matters."""

    @given(st.sampled_from(sorted(LEGAL["high_or_low"])).flatmap(st.permutations))
    def test_any_order(self, words: list[str]) -> None:
        """However its cards are named, it is the same meld, written in the same way."""
        meld, same = parse_meld(" ".join(words)), meld_of(cards_of(sorted(words)))
        assert meld == same
        assert hash(meld) == hash(same)
        assert str(meld) == str(same)


class TestD21:
    """Any number of jokers in one meld, unless the rules limit them."""

    def test_any_number(self) -> None:
        """A meld may be jokers alone."""
        assert codes(Cards.parse("7s 8s* 9s*")) == []
        assert codes(Cards.parse("7s* 8s* 9s* Ts*")) == []

    def test_a_limit(self) -> None:
        """Where rules limit the jokers, more of them are a fault, and they are named."""
        assert faults_of("7s 8s* 9s", TAHITI_MELDS) == []
        assert faults_of("7s 8s* 9s*", TAHITI_MELDS) == [("TOO_MANY_JOKERS", "8s* 9s*")]
        assert faults_of("7s 8s* 9s", MACHIAVELLI_MELDS) == [("TOO_MANY_JOKERS", "8s*")]
        assert codes(Cards.parse("7s 8s* 8s*"), TAHITI_MELDS) == [
            "SEQUENCE_REPEATS_CARD",
            "TOO_MANY_JOKERS",
        ]


class TestR26:
    """Its player says which card a joker stands for: rank and suit."""

    @pytest.mark.parametrize("text", ["8s 8h *", "8s *", "4s 9d Kh *", "8s 8s 8s 8s 8s *"])
    def test_nobody_says(self, text: str) -> None:
        """A meld with a joker that stands for no card has that one fault."""
        for rules in (MANIPULATION.melds, MACHIAVELLI_MELDS):
            assert faults_of(text, rules) == [("JOKER_UNDECLARED", "*")]

    def test_several(self) -> None:
        """All the undeclared jokers of the meld are named."""
        assert faults_of("8s * 8d* *") == [("JOKER_UNDECLARED", "* *")]
