"""What is a meld, what is none and why; how a meld is written."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

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
    Fault,
    Group,
    IllegalTableError,
    Meld,
    MeldRules,
    NotationError,
    PositionError,
    Rank,
    Sequence,
    Suit,
    Violation,
    judge,
    meld_of,
    parse_card,
    parse_meld,
)
from manipulation.melds import laid_out, sorted_melds
from tests.values import check_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANKS, SUITS = "A23456789TJQK", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

LINES = {"high_or_low": "A23456789TJQKA", "low": "A23456789TJQK", "high": "23456789TJQKA"}
"""The ranks in a row, for each place of the ace."""

ACES = tuple(LINES)
RULES = {
    "high_or_low": MANIPULATION.melds,
    "low": MeldRules(ace="low"),
    "high": MeldRules(ace="high"),
}

Words = tuple[str, ...]


def legal_melds(ace: str) -> Iterator[Words]:
    """List every meld of naturals straight from R13 to R17 and D11: sorted words."""
    for rank in RANKS:
        for size in (3, 4):
            for suits in combinations(SUITS, size):
                yield tuple(sorted(rank + suit for suit in suits))
    line = LINES[ace]
    for suit in SUITS:
        for first, last in combinations(range(len(line) + 1), 2):
            if last - first >= 3:
                yield tuple(sorted(rank + suit for rank in line[first:last]))


LEGAL = {ace: set(legal_melds(ace)) for ace in ACES}


def cards_of(words: Iterable[str]) -> Cards:
    """Put cards together from their words."""
    return Cards(map(parse_card, words))


def codes(cards: Cards, rules: MeldRules = MANIPULATION.melds) -> list[str]:
    """Name the codes of all faults."""
    return [fault.violation.code for fault in judge(cards, rules=rules)]


def _in_a_row(ranks: str, line: str) -> bool:
    return any(
        sorted(ranks) == sorted(line[first : first + len(ranks)])
        for first in range(len(line) - len(ranks) + 1)
    )


def expected_codes(words: Words, ace: str) -> list[str]:
    """Say what is wrong with naturals, as the list of codes says it."""
    ranks, suits = "".join(word[0] for word in words), {word[1] for word in words}
    distinct, line = "".join(set(ranks)), LINES[ace]
    repeats = max(Counter(words).values(), default=0) > 1
    found = {"TOO_FEW_CARDS"} if len(words) < 3 else set()
    if len(distinct) <= 1:
        found |= {"GROUP_TOO_LARGE"} if len(words) > 4 else set()
        found |= {"GROUP_REPEATS_CARD"} if repeats else set()
    elif len(suits) == 1:
        if not _in_a_row(ranks, line):
            found |= {"SEQUENCE_REPEATS_CARD"} if repeats else set()
            if not _in_a_row(distinct, line):
                corner = _in_a_row(distinct, RANKS + RANKS)
                found |= {"TURNS_THE_CORNER" if corner else "SEQUENCE_HAS_GAP"}
    else:
        found |= {
            "SEQUENCE_MIXES_SUITS" if _in_a_row(ranks, line) else "NEITHER_GROUP_NOR_SEQUENCE"
        }
    return sorted(found, key=lambda code: Violation[code].place)


def all_multisets(words: Iterable[str], *, most: int) -> Iterator[Words]:
    """List every multiset of at most so many of these cards."""
    listed = list(words)
    for size in range(most + 1):
        yield from combinations_with_replacement(listed, size)


def _corner(suits: str) -> list[str]:
    return [rank + suit for rank in "QKA2" for suit in suits]


class TestJudge:
    """`judge` agrees with a list of all melds, and with the codes as they are defined."""

    def test_every_small_multiset(self) -> None:
        """Of all 26,235 multisets of up to three naturals, it finds the melds and the codes."""
        for words in all_multisets(DECK, most=3):
            found = codes(cards_of(words))
            assert found == expected_codes(words, "high_or_low"), words
            assert (not found) is (tuple(sorted(words)) in LEGAL["high_or_low"]), words

    @pytest.mark.parametrize("ace", ACES)
    def test_every_multiset_of_one_suit(self, ace: str) -> None:
        """Of all multisets of up to four cards of one suit, whatever the ace."""
        for words in all_multisets((rank + "s" for rank in RANKS), most=4):
            found = codes(cards_of(words), RULES[ace])
            assert found == expected_codes(words, ace), words
            assert (not found) is (tuple(sorted(words)) in LEGAL[ace]), words

    @pytest.mark.parametrize("ace", ACES)
    def test_every_multiset_around_the_corner(self, ace: str) -> None:
        """Of all multisets of up to four cards of the ranks Q, K, A, 2, whatever the ace."""
        for words in all_multisets(_corner(SUITS), most=4):
            found = codes(cards_of(words), RULES[ace])
            assert found == expected_codes(words, ace), words
            assert (not found) is (tuple(sorted(words)) in LEGAL[ace]), words

    @pytest.mark.parametrize("ace", ACES)
    def test_whole_suits(self, ace: str) -> None:
        """Of all multisets of a suit less at most one card and with at most two more (D11)."""
        suit = [rank + "h" for rank in RANKS]
        for missing in all_multisets(suit, most=1):
            for more in all_multisets(suit, most=2):
                words = (*(word for word in suit if word not in missing), *more)
                found = codes(cards_of(words), RULES[ace])
                assert found == expected_codes(words, ace), words
                assert (not found) is (tuple(sorted(words)) in LEGAL[ace]), words

    @pytest.mark.parametrize("limit", [None, 0, 1, 2])
    def test_jokers_count_as_what_they_stand_for(self, limit: int | None) -> None:
        """Of all multisets of up to four naturals and jokers of a few faces (D10, D21)."""
        rules = MeldRules(jokers_per_meld=limit)
        naturals = ["8c", "8d", "8h", "9c", "Tc"]
        for words in all_multisets((*naturals, *(f"{word}*" for word in naturals)), most=4):
            faces = tuple(word[:2] for word in words)
            expected = expected_codes(faces, "high_or_low")
            if limit is not None and sum("*" in word for word in words) > limit:
                expected.append("TOO_MANY_JOKERS")
            assert codes(cards_of(words), rules) == expected, words

    @given(st.lists(st.sampled_from(DECK), max_size=16).map(cards_of))
    def test_the_faults_name_cards_of_the_meld(self, cards: Cards) -> None:
        """Each fault has cards of the meld, and the meld; their order is that of the codes."""
        places = [fault.violation.place for fault in judge(cards)]
        assert places == sorted(set(places))
        for fault in judge(cards):
            assert fault.cards <= cards
            assert bool(fault.cards) is bool(cards)
            assert fault.meld == cards

    def test_no_cards(self) -> None:
        """No cards are too few."""
        assert judge(Cards()) == (Fault(Violation.TOO_FEW_CARDS, Cards(), Cards()),)

    def test_any_number_of_cards(self) -> None:
        """A meld of thousands of cards is judged as well."""
        many = cards_of(DECK * 60) + cards_of([word + "*" for word in DECK] * 127)
        assert codes(many) == ["NEITHER_GROUP_NOR_SEQUENCE"]
        eights = cards_of(["8s"] * 127 + ["8s*"] * 127)
        assert codes(eights) == ["GROUP_TOO_LARGE", "GROUP_REPEATS_CARD"]

    def test_what_is_no_multiset(self) -> None:
        """Only `Cards` are judged."""
        with pytest.raises(PositionError, match=r"^Cards are expected, not '8s 8h 8d'$"):
            judge("8s 8h 8d")  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^Cards are expected, not \[\]$"):
            judge([])  # type: ignore[arg-type]


def faults_of(text: str, rules: MeldRules = MANIPULATION.melds) -> list[tuple[str, str]]:
    """Give the code and the cards of each fault."""
    return [
        (fault.violation.code, str(fault.cards)) for fault in judge(Cards.parse(text), rules=rules)
    ]


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


def joker_melds(draw_from: Iterable[Words]) -> st.SearchStrategy[Cards]:
    """Legal melds with any of their cards replaced by jokers."""
    return st.sampled_from(sorted(draw_from)).flatmap(
        lambda words: st.tuples(*(st.sampled_from([word, word, f"{word}*"]) for word in words)).map(
            cards_of
        )
    )


melds = joker_melds(LEGAL["high_or_low"]).map(meld_of)


class TestMelds:
    """Groups and sequences are values, written in one way and put in one order."""

    @given(melds)
    def test_is_a_value(self, meld: Meld) -> None:
        """Text, `repr`, pickle and copy give the same meld back."""
        check_value(meld)
        assert parse_meld(str(meld)) == meld
        assert type(meld).parse(str(meld)) == meld
        assert Cards(meld.in_order) == meld.cards
        assert (
            str(meld)
            == " ".join(map(str, meld.in_order))
            == " ".join(map(str, laid_out(meld.cards)))
        )

    @given(melds)
    def test_is_written_in_order(self, meld: Meld) -> None:
        """A group by suit; a sequence by rank, a high ace last; a joker where its card would be."""
        faces = [str(card)[:2] for card in meld.in_order]
        if isinstance(meld, Group):
            assert [face[1] for face in faces] == sorted(face[1] for face in faces)
            assert {face[0] for face in faces} == {str(meld.rank)}
        else:
            assert "".join(face[0] for face in faces) in LINES["high_or_low"]
            assert {face[1] for face in faces} == {str(meld.suit)}
            assert faces[0][0] == str(meld.start)

    @given(melds, melds)
    def test_equality_is_that_of_the_cards(self, one: Meld, other: Meld) -> None:
        """Two melds are equal if their cards are, and so are the keys they are sorted by."""
        assert (one == other) is (one.cards == other.cards) is (one.key == other.key)

    @given(st.lists(melds, max_size=6).flatmap(st.permutations))
    def test_order(self, listed: list[Meld]) -> None:
        """Groups before sequences; groups by rank, then suits; sequences by suit, then start."""
        ordered = sorted_melds(listed)
        assert Counter(ordered) == Counter(listed)
        kinds = [isinstance(meld, Sequence) for meld in ordered]
        assert kinds == sorted(kinds)
        groups = [meld.rank for meld in ordered if isinstance(meld, Group)]
        assert groups == sorted(groups)
        sequences = [(meld.suit, meld.start) for meld in ordered if isinstance(meld, Sequence)]
        assert sequences == sorted(sequences)

    def test_order_of_like_melds(self) -> None:
        """Groups of one rank go by suits, sequences of one start by length; naturals go first."""
        texts = [
            "8c 8d 8h",
            "8c 8d 8h 8s",
            "8c 8d 8h*",
            "8c 8d 8s",
            "8c* 8d 8h",
            "8d 8h 8s",
            "9c 9d 9h",
            "Ac 2c 3c",
            "4c 5c 6c",
            "4c 5c 6c 7c",
            "4c 5c 6c*",
            "4c* 5c 6c",
            "Ad 2d 3d",
        ]
        assert list(map(str, sorted_melds(map(parse_meld, reversed(texts))))) == texts

    def test_another_kind(self) -> None:
        """A sequence is no group and a group no sequence."""
        with pytest.raises(PositionError, match=r"^a sequence, not a group: 4s 5s 6s$"):
            Group.parse("4s 5s 6s")
        with pytest.raises(PositionError, match=r"^a group, not a sequence: 8d 8h 8s$"):
            Sequence.parse("8s 8h 8d")

    @pytest.mark.parametrize("kind", [Group, Sequence])
    def test_what_is_no_meld(self, kind: type[Meld]) -> None:
        """What is no meld cannot be made one."""
        for make in (kind.parse, parse_meld):
            with pytest.raises(IllegalTableError) as caught:
                make("8s 8s 8h")
            assert caught.value.faults == judge(Cards.parse("8s 8s 8h"))
            with pytest.raises(NotationError):
                make("8s 8s 8x")
        with pytest.raises(PositionError, match=r"^Cards are expected, not '8s'$"):
            kind("8s")  # type: ignore[arg-type]

    @pytest.mark.parametrize("kind", [Group, Sequence])
    def test_what_follows_is_not_given(self, kind: type[Meld]) -> None:
        """A meld is made of its cards and nothing else."""
        for name in ("in_order", "key"):
            with pytest.raises(TypeError):
                kind(Cards.parse("8s 8h 8d"), **{name: ()})

    def test_rules(self) -> None:
        """A meld is made under the rules that are given."""
        with pytest.raises(IllegalTableError):
            parse_meld("Qs Ks As", rules=RULES["low"])
        with pytest.raises(IllegalTableError):
            meld_of(Cards.parse("8s 8h 8d*"), rules=MACHIAVELLI_MELDS)

    def test_sorting_what_is_no_meld(self) -> None:
        """Only melds are put in order."""
        with pytest.raises(PositionError, match=r"^a meld is expected, not '8'$"):
            sorted_melds("8s 8h 8d")  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^melds are expected, not Group\.parse"):
            sorted_melds(parse_meld("8s 8h 8d"))  # type: ignore[arg-type]


class TestLaidOut:
    """Cards are laid out as a meld is written, even if they are none yet."""

    @pytest.mark.parametrize(
        ("cards", "text"),
        [
            ("As Ks", "Ks As"),
            ("As 2s", "As 2s"),
            ("As Ks Js", "As Js Ks"),
            ("As 2s Ks", "As 2s Ks"),
            ("As As Ks", "As As Ks"),
            ("Ks * As", "As Ks *"),
            ("Ks Ah Qs", "Ah Qs Ks"),
            ("8s 8h 8s*", "8h 8s 8s*"),
            ("*", "*"),
            ("", ""),
        ],
    )
    def test_no_meld(self, cards: str, text: str) -> None:
        """A sequence by rank, a high ace last; all else as any cards are written."""
        assert " ".join(map(str, laid_out(Cards.parse(cards)))) == text


class TestFaults:
    """A fault says which rule is broken, and by which cards."""

    def test_is_a_value(self) -> None:
        """Faults are values."""
        check_value(Fault(Violation.NO_HAND_CARD))
        for fault in judge(Cards.parse("8s 8s")):
            check_value(fault)

    def test_text(self) -> None:
        """The code, the clause, the sentence, and the cards if there are any."""
        assert [str(fault) for fault in judge(Cards.parse("8s 8s 8h"))] == [
            "GROUP_REPEATS_CARD (R15): A group cannot contain two identical cards. [8s 8s]"
        ]
        assert str(Fault(Violation.NO_HAND_CARD)) == (
            "NO_HAND_CARD (R22): A meld adds at least one card from hand."
        )
        assert Fault(Violation.NO_HAND_CARD).meld is None
