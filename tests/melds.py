"""Every meld, listed straight from the clauses, and what `judge` finds in short."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from manipulation import MANIPULATION, Cards, MeldRules, judge, parse_card

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


def faults_of(text: str, rules: MeldRules = MANIPULATION.melds) -> list[tuple[str, str]]:
    """Give the code and the cards of each fault."""
    return [
        (fault.violation.code, str(fault.cards)) for fault in judge(Cards.parse(text), rules=rules)
    ]
