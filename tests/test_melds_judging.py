"""`judge` beside a list of all melds, and beside the codes as they are defined."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, Fault, MeldRules, PositionError, Violation, judge
from tests.melds import ACES, DECK, LEGAL, LINES, RANKS, RULES, SUITS, Words, cards_of, codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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
