"""Tables and hands of few cards, and a short way to ask what is wrong with a play."""

from __future__ import annotations

from hypothesis import strategies as st

from manipulation import MANIPULATION, Cards, MeldRules, Play, Table, check_play
from tests.melds import cards_of

ON_TABLE = MANIPULATION.melds
FROM_HAND = MeldRules(joker_release="natural_from_hand")
ANY = MeldRules(joker_release="any")

MELDS = (
    "7c 8c 9c",
    "7c 8c* 9c",
    "7c* 8c 9c Tc*",
    "8c 9c Tc",
    "8c* 9c* Tc",
    "7d 8d* 9d",
    "7c 7d 7h",
    "7c* 7d 7h",
    "7c 7d* 7h* 7s",
    "8c 8d 8h*",
    "8c* 8d 8h",
)
"""Melds of few cards, so that a card lies in several, as itself and as a joker."""

naturals = st.sampled_from(["7c", "8c", "9c", "Tc", "7d", "8d", "9d", "7h", "8h", "7s"])
declared = naturals.map(lambda word: f"{word}*")

tables = st.builds(
    lambda melds, rules: Table.parse(" | ".join(melds), rules=rules),
    st.lists(st.sampled_from(MELDS), max_size=4),
    st.sampled_from([ON_TABLE, FROM_HAND, ANY]),
)

hands = st.lists(naturals | st.just("*"), max_size=4)


def words_of(cards: Cards) -> list[str]:
    """Name all cards."""
    return list(map(str, cards))


@st.composite
def proposals(draw: st.DrawFn) -> tuple[Table, Play, Cards]:
    """A table, a hand, and any play of most of their cards, here and there with another face."""
    table, hand = draw(tables), draw(hands)
    words = [
        draw(st.just(word) | declared | st.just("*")) if "*" in word else word
        for word in (*words_of(table.cards), *hand)
        if draw(st.integers(0, 9))
    ]
    words = draw(st.permutations(words + draw(st.lists(naturals | declared, max_size=1))))
    cuts = sorted(draw(st.sets(st.integers(1, max(1, len(words) - 1)), max_size=4)))
    melds = [words[i:j] for i, j in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    return table, Play([cards_of(meld) for meld in melds if meld]), cards_of(hand)


def check(before: str, play: str, hand: str, rules: MeldRules = ON_TABLE) -> list[tuple[str, str]]:
    """Give the code and the cards of every fault."""
    faults = check_play(Table.parse(before, rules=rules), Play.parse(play), Cards.parse(hand))
    return [(fault.violation.code, str(fault.cards)) for fault in faults]
