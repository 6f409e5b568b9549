"""Whether cards can be arranged, how, and why not."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Protocol

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MACHIAVELLI_MELDS,
    MANIPULATION,
    Cards,
    Joker,
    MeldRules,
    Natural,
    PositionError,
    SearchLimitError,
    Suit,
    Table,
)
from manipulation.cards import NATURALS
from manipulation.melds import judge
from manipulation.solver import WhyNot, arrange, can_arrange, why_not
from tests.benchmarks.positions import arrangeable, decisions
from tests.oracles import Ace, can_cover, laid_down, parts
from tests.small_positions import ACES, Line, lines, planted, small_cards

LINES = lines("partition.jsonl")
RULES = {ace: MeldRules(ace=ace) for ace in ACES}
aces = st.sampled_from(ACES)


def check_arrangement(cards: Cards, rules: MeldRules = MANIPULATION.melds) -> Table:
    """Arrange cards that can be; hold that the melds are legal, long, and of exactly the cards."""
    assert can_arrange(cards, rules=rules)
    table = arrange(cards, rules=rules)
    assert table is not None
    assert table.rules == rules
    assert table.cards.naturals == cards.naturals
    assert table.cards.jokers == cards.jokers
    assert cards.declared <= table.cards.declared
    for one, other in combinations(table.melds, 2):
        assert judge(one.cards + other.cards, rules=rules)
    return table


def check_refusal(cards: Cards, rules: MeldRules = MANIPULATION.melds) -> None:
    """Hold that cards cannot be arranged, whoever is asked."""
    assert not can_arrange(cards, rules=rules)
    assert arrange(cards, rules=rules) is None


def arranges(text: str, ace: Ace = "high_or_low") -> bool:
    """Tell whether cards can be arranged, and check how."""
    cards = Cards.parse(text)
    if not can_arrange(cards, rules=RULES[ace]):
        check_refusal(cards, RULES[ace])
        return False
    check_arrangement(cards, RULES[ace])
    return True


class TestVerdicts:
    """Cards with verdicts that were found without this package."""

    def test_they_are_there(self) -> None:
        """There are 600, and neither verdict is rare."""
        assert Counter(line["partitionable"] for line in LINES) == {True: 345, False: 255}

    @pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
    def test_the_verdict(self, line: Line) -> None:
        """They can be arranged or not, as stated."""
        assert arranges(str(line["cards"])) is line["partitionable"]


class TestBruteForce:
    """Every way to lay a few cards is tried, and the solver says the same (R13 to R19)."""

    @given(st.data(), aces)
    def test_the_verdict(self, data: st.DataObject, ace: Ace) -> None:
        """Cards can be arranged or not, jokers of both kinds among them."""
        cards = data.draw(small_cards(ace))
        if can_cover(laid_down(cards), RULES[ace]):
            check_arrangement(cards, RULES[ace])
        else:
            check_refusal(cards, RULES[ace])

    @pytest.mark.parametrize("ace", ACES)
    def test_a_few_jokers_and_two_cards(self, ace: Ace) -> None:
        """Any two cards of two suits and four ranks, and up to four jokers."""
        near = [NATURALS[4 * rank + suit] for rank in (0, 1, 11, 12) for suit in range(3)]
        for pair in combinations([*near, *near], 2):
            for jokers in range(5):
                cards = Cards([*pair, *[Joker()] * jokers])
                verdict = can_cover(laid_down(cards), RULES[ace])
                assert can_arrange(cards, rules=RULES[ace]) is verdict


class TestPlanted:
    """A legal table, its melds taken apart, can be arranged again."""

    @given(st.integers(0, 1 << 30), st.integers(15, 104), st.integers(1, 8), aces)
    def test_tables(self, seed: int, size: int, decks: int, ace: Ace) -> None:
        """From 15 cards to 104, of one deck to eight, with up to eight jokers."""
        random = Random(seed)
        jokers = random.randint(0, 8)
        laid = planted(random, min(size, 40 * decks), decks=decks, jokers=jokers, ace=ace)
        cards = Cards.together(laid)
        check_arrangement(cards, RULES[ace])
        undeclared = Cards([*cards.naturals, *[Joker()] * cards.jokers])
        check_arrangement(undeclared, RULES[ace])

    @pytest.mark.parametrize("decks", range(1, 9))
    def test_nearly_all_cards(self, decks: int) -> None:
        """Whole decks, short of none to twelve cards: 416 cards and fewer."""
        for text in arrangeable(seed=decks, count=3, decks=decks):
            check_arrangement(Cards.parse(text))

    def test_whole_decks_with_jokers(self) -> None:
        """All cards of eight decks and eight jokers, and of one and two with theirs."""
        for decks in (1, 2, 8):
            for ace in ACES:
                check_arrangement(Cards([*NATURALS * decks, *[Joker()] * decks]), RULES[ace])


class TestImpossible:
    """Cards of which it is plain why they cannot all lie."""

    @pytest.mark.parametrize(
        ("text", "ace"),
        [
            ("8s", "high_or_low"),  # fewer than three cards (R13)
            ("8s *", "high_or_low"),
            ("8s 8s*", "high_or_low"),
            ("* *", "high_or_low"),
            ("8s 8h 8s", "high_or_low"),  # two equal cards in one group (R15)
            ("8s 8h 8h*", "high_or_low"),
            ("8s 8h 8d 8c *", "high_or_low"),  # five cards make a sequence or nothing
            ("8s 9s Jh", "high_or_low"),  # two suits (D9)
            ("8s 9s Js", "high_or_low"),  # a gap (R16)
            ("Kh Ah 2h", "high_or_low"),  # round the corner (R17)
            ("Kh Ah* 2h", "high_or_low"),
            ("Qh Kh Ah", "low"),
            ("Ah 2h 3h", "high"),
            ("Kh Ah *", "low"),
            ("Ah 2h *", "high"),
            ("Ah 2h 3h Qh Kh", "high_or_low"),  # one ace for two sequences
            ("4s 5s 6s 6h 6d", "high_or_low"),  # one six for two melds
        ],
    )
    def test_the_reason(self, text: str, ace: Ace) -> None:
        """Each is short of something."""
        assert not arranges(text, ace)

    @given(st.integers(0, 1 << 30), st.integers(0, 12), st.integers(1, 3), aces)
    def test_a_card_that_no_meld_takes(self, seed: int, rank: int, decks: int, ace: Ace) -> None:
        """Whatever lies beside it, its neighbours and two of its rank are not there."""
        random = Random(seed)
        laid = planted(random, 30 * decks, decks=decks, jokers=0, ace=ace)
        suits = random.sample(range(4), 2)
        lonely = NATURALS[4 * rank + suits[0]]
        gone = {NATURALS[4 * ((rank + by) % 13) + suits[0]] for by in (-1, 1)}
        gone |= {NATURALS[4 * rank + suit] for suit in range(4) if suit != suits[1]}
        left = [meld for meld in laid if not gone & set(meld)]
        check_arrangement(Cards.together(left), RULES[ace])
        check_refusal(Cards.together([*left, Cards([lonely])]), RULES[ace])

    @given(st.lists(st.lists(st.integers(0, 8), min_size=4, max_size=4), min_size=6, max_size=6))
    def test_ranks_that_are_no_neighbours(self, ranks: list[list[int]]) -> None:
        """Each rank makes groups by itself: no suit has more than a third of its cards (R15)."""
        counts = [0] * 105
        for rank, suits in zip(range(1, 13, 2), ranks, strict=True):
            counts[4 * rank : 4 * rank + 4] = suits
        able = [sum(suits) not in {1, 2, 5} and 3 * max(suits) <= sum(suits) for suits in ranks]
        assert can_arrange(Cards.of_counts(bytes(counts))) is all(able)

    @given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 12), aces)
    def test_one_suit_beside_too_many(self, copies: int, more: int, rank: int, ace: Ace) -> None:
        """Equal cards lie in as many melds, and each of these needs two more cards."""
        card, *others = [NATURALS[4 * ((rank + by) % 13)] for by in range(3)]
        cards = Cards([*[card] * copies, *others * min(more, copies - 1)])
        check_refusal(cards, RULES[ace])


class TestLaws:
    """What is true of the answers, whatever the cards."""

    @given(st.data(), aces, st.permutations(range(4)))
    def test_suits_are_alike(self, data: st.DataObject, ace: Ace, order: list[int]) -> None:
        """With the suits exchanged the verdict is the same."""
        cards = data.draw(small_cards(ace))
        counts = bytearray(cards.counts)
        for place in range(104):
            counts[place] = cards.counts[place // 4 * 4 + order[place % 4]]
        other = Cards.of_counts(bytes(counts))
        assert can_arrange(other, rules=RULES[ace]) is can_arrange(cards, rules=RULES[ace])

    @given(st.data(), aces)
    def test_the_order_of_cards(self, data: st.DataObject, ace: Ace) -> None:
        """The same cards in another order, and asked again, give the same table."""
        cards = data.draw(small_cards(ace))
        shuffled = Cards(data.draw(st.permutations(list(cards))))
        assert arrange(shuffled, rules=RULES[ace]) == arrange(cards, rules=RULES[ace])

    @given(st.data(), aces, st.integers(0, 1 << 30))
    def test_a_meld_more(self, data: st.DataObject, ace: Ace, seed: int) -> None:
        """A whole meld more never turns yes into no."""
        cards = data.draw(small_cards(ace))
        meld = planted(Random(seed), 1, decks=1, jokers=0, ace=ace)[0]
        if can_arrange(cards, rules=RULES[ace]):
            check_arrangement(cards + meld, RULES[ace])

    @given(st.sampled_from(list(decisions(seed=3, size=30, count=40))))
    def test_high_and_low(self, text: str) -> None:
        """What can be arranged with the ace at one end can be with it at either."""
        cards = Cards.parse(text)
        can = {ace: can_arrange(cards, rules=RULES[ace]) for ace in ACES}
        assert can["high_or_low"] >= max(can["high"], can["low"])

    def test_a_limit_on_jokers_that_are_not_there(self) -> None:
        """Without jokers a limit on them changes nothing."""
        for line in LINES[::9]:
            cards = Cards.parse(str(line["cards"]))
            if not cards.jokers:
                assert can_arrange(cards, rules=MACHIAVELLI_MELDS) is line["partitionable"]
                table = arrange(cards, rules=MACHIAVELLI_MELDS)
                assert (table is not None) is line["partitionable"]

    def test_long_melds(self) -> None:
        """Sequences that make one sequence are laid together, from ace to ace if they can be."""
        suit = [card for card in NATURALS if card.suit is Suit.SPADES]
        table = check_arrangement(Cards([*suit, suit[0]]))
        assert [len(meld.cards) for meld in table.melds] == [14]
        table = check_arrangement(Cards([*suit, *suit]))
        assert sorted(len(meld.cards) for meld in table.melds) == [13, 13]


class TestWhyNot:
    """Why cards cannot be arranged, in a way that can be checked."""

    @given(st.data(), aces, st.sampled_from((None, None, 0, 1, 2)))
    def test_brute_force(self, data: st.DataObject, ace: Ace, per_meld: int | None) -> None:
        """No part that can lie is larger or holds the conflict; one holds all but a card of it."""
        cards = data.draw(small_cards(ace).filter(lambda cards: len(cards) < 10))
        rules = evolve(RULES[ace], jokers_per_meld=per_meld)
        able = [part for part in parts(cards) if can_cover(laid_down(part), rules)]
        why = why_not(cards, rules=rules)
        if cards in able:
            assert why is None
            return
        assert why is not None
        assert len(why.left_out) == len(cards) - max(map(len, able))
        self.check_table(cards, why.left_out, why.table)
        assert why.table.rules == rules
        assert why.conflict <= cards
        assert not any(why.conflict <= part for part in able)
        for card in why.conflict:
            rest = why.conflict - Cards([card])
            assert any(rest <= part for part in able)

    @pytest.mark.parametrize(
        ("text", "per_meld", "left_out"),
        [
            ("Jc 9c * Tc*", 1, "*"),
            ("Ac * * *", 2, "*"),
            ("8c* 8d 8h* 8s", 1, "8h*"),
            ("8c* 8d 8h", 0, "8d 8h 8c*"),
        ],
    )
    def test_few_jokers_in_a_meld(self, text: str, per_meld: int, left_out: str) -> None:
        """A joker that stands for a card is no natural: it is left out where it is one too many."""
        cards, rules = Cards.parse(text), MeldRules(jokers_per_meld=per_meld)
        why = why_not(cards, rules=rules)
        assert why is not None
        assert why.left_out == Cards.parse(left_out)
        self.check_table(cards, why.left_out, why.table)

    def check_table(self, cards: Cards, left_out: Cards, table: Table) -> None:
        """Hold that a table is of all the cards but those left out, and in long melds."""
        lying = cards - left_out
        assert table.cards.naturals == lying.naturals
        assert table.cards.jokers == lying.jokers
        assert lying.declared <= table.cards.declared
        for one, other in combinations(table.melds, 2):
            assert judge(one.cards + other.cards, rules=table.rules)

    @pytest.mark.parametrize(
        ("text", "conflict", "left_out"),
        [
            ("8s", "8s", "8s"),
            ("4s 5s 6s 6h 6d", "6h 5s", "4s 5s"),
            ("8s 8h 8d 8d*", "8d 8d*", "8d"),
        ],
    )
    def test_examples(self, text: str, conflict: str, left_out: str) -> None:
        """One card, or cards that one of them is too few for."""
        why = why_not(Cards.parse(text))
        assert why is not None
        assert (str(why.conflict), str(why.left_out)) == (conflict, left_out)

    def test_large(self) -> None:
        """Of many cards the conflict can be one."""
        near = [card for card in NATURALS if str(card) not in {"7s", "6h", "8h", "7d", "7c"}]
        why = why_not(Cards(near))
        assert why is not None
        assert str(why.conflict) == str(why.left_out) == "7h"


class Ask(Protocol):
    """A question about cards."""

    def __call__(self, cards: Cards, *, limit: int) -> bool | Table | WhyNot | None:
        """Answer within a limit."""


def _is_refused(ask: Ask, cards: Cards, limit: int) -> bool:
    try:
        ask(cards, limit=limit)
    except SearchLimitError as error:
        return str(error) == f"no answer within {limit} states"
    return False


class TestRefusals:
    """What is asked too much."""

    @pytest.mark.parametrize(
        "text", ["8s " * 9, "8s* " * 9, "* " * 9, "8s " * 7 + "* 8h* " * 4 + "*"]
    )
    def test_too_many_cards(self, text: str) -> None:
        """At most eight equal naturals, and eight jokers of both kinds together."""
        cards = Cards.parse(text)
        for ask in (can_arrange, arrange, why_not):
            with pytest.raises(PositionError, match="at most 8 equal cards and 8 jokers"):
                ask(cards)

    @pytest.mark.parametrize("card", NATURALS, ids=str)
    def test_too_many_of_any_card(self, card: Natural) -> None:
        """Nine of any of the 52 are too many, eight are not."""
        with pytest.raises(PositionError, match="at most 8 equal cards and 8 jokers"):
            can_arrange(Cards([card] * 9))
        assert not can_arrange(Cards([card] * 8))

    def test_just_enough(self) -> None:
        """Eight of a card and eight jokers are not too many."""
        assert arranges("8s 8h 8d " * 8 + "* " * 8)

    def test_past_the_limit(self) -> None:
        """With fewer states than it takes there is an error, with one more the answer."""
        for text in ("4s 5s 6s 6h 6d 6c 7s", "8s 8h 8d * * *", "8s 8h 8d 8d 9h Kd", "8s 8h *"):
            cards = Cards.parse(text)
            for ask in (can_arrange, arrange, why_not):
                enough = next(limit for limit in range(100) if not _is_refused(ask, cards, limit))
                assert enough
                for limit in range(enough, enough + 9):
                    assert ask(cards, limit=limit) == ask(cards, limit=1 << 60)

    def test_no_cards(self) -> None:
        """No cards lie on the empty table."""
        for ace in ACES:
            assert can_arrange(Cards(), rules=RULES[ace])
            assert arrange(Cards(), rules=RULES[ace]) == Table(rules=RULES[ace])
            assert why_not(Cards(), rules=RULES[ace]) is None
