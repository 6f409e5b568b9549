"""Cards, and multisets of cards: the values that everything else is made of."""

from manipulation.cards.card import (
    CARDS,
    MAX_TEXT,
    NATURALS,
    Card,
    DeclaredJoker,
    Joker,
    Natural,
    Rank,
    Suit,
    check_length,
    parse_card,
    read_card,
    read_cards,
)
from manipulation.cards.multiset import MAX_COPIES, Cards, expect_cards, expect_hand

__all__ = [
    "CARDS",
    "MAX_COPIES",
    "MAX_TEXT",
    "NATURALS",
    "Card",
    "Cards",
    "DeclaredJoker",
    "Joker",
    "Natural",
    "Rank",
    "Suit",
    "check_length",
    "expect_cards",
    "expect_hand",
    "parse_card",
    "read_card",
    "read_cards",
]
