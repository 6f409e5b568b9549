"""Cards, tables and hands to ask the solver about: small enough for brute force, or planted."""

import json
from random import Random

from attrs import frozen
from hypothesis import strategies as st

from manipulation import MANIPULATION, Cards, DeclaredJoker, Joker, MeldRules, Natural, Table
from manipulation.cards import NATURALS
from manipulation.testing.corpus import FOLDER
from tests.oracles import Ace, Release, melds

ACES: tuple[Ace, ...] = ("high_or_low", "high", "low")
RELEASES: tuple[Release, ...] = ("natural_on_table", "natural_from_hand", "any")
POINTS = (MANIPULATION.melds.points, (0,) * 14, (1, *[5, 0] * 6, 0))
"""What cards count: as in R31, nothing at all, and nothing for every second rank and a joker."""

Meld = tuple[Natural, ...]
"""A meld of naturals."""

Spot = tuple[int, int]
"""The number of a meld, and a place in it."""

Line = dict[str, str | int | bool | None]
"""A position with its verdict, as its file has it."""

_MOST_CARDS = 13
_MOST_JOKERS = 3


@frozen
class Position:
    """A table, a hand, and so the rules."""

    table: Table
    hand: Cards


def position(table: str, hand: str, rules: MeldRules = MANIPULATION.melds) -> Position:
    """Read a position."""
    return Position(Table.parse(table, rules=rules), Cards.parse(hand))


def rule_sets() -> st.SearchStrategy[MeldRules]:
    """Draw an ace rule, a joker rule, and points."""
    return st.builds(
        MeldRules,
        ace=st.sampled_from(ACES),
        joker_release=st.sampled_from(RELEASES),
        points=st.sampled_from(POINTS),
    )


def melds_near(ace: str, first: int, width: int) -> list[Meld]:
    """List the melds of up to six cards in so many ranks from the first, round the corner."""
    return [
        tuple(NATURALS[face] for face in meld)
        for meld in melds(ace)
        if len(meld) <= 6 and all((face // 4 - first) % 13 < width for face in meld)
    ]


@st.composite
def places(draw: st.DrawFn, ace: str) -> list[Meld]:
    """Draw a few neighbouring ranks, and give the melds there."""
    return melds_near(ace, draw(st.integers(0, 12)), draw(st.integers(3, 6)))


@st.composite
def small_cards(draw: st.DrawFn, ace: str) -> Cards:
    """Draw melds of a few ranks, some cards more and less, some of them jokers; half can lie."""
    near = draw(places(ace))
    drawn = [card for meld in draw(st.lists(st.sampled_from(near), max_size=4)) for card in meld]
    for _ in range(draw(st.sampled_from((0, 0, 1, 2)))):
        if drawn:
            drawn.pop(draw(st.integers(0, len(drawn) - 1)))
    more = st.sampled_from(near).flatmap(st.sampled_from)
    drawn = [*draw(st.lists(more, max_size=2)), *drawn][:_MOST_CARDS]
    declared = draw(st.integers(0, min(2, len(drawn))))
    undeclared = draw(st.integers(0, _MOST_JOKERS - declared))
    return Cards(
        [*map(DeclaredJoker, drawn[:declared]), *drawn[declared:], *[Joker()] * undeclared]
    )


@st.composite
def small_positions(draw: st.DrawFn, *, most: int = 13, hand: int = 4) -> Position:
    """Draw a table of few ranks and a hand of cards near it or under its jokers."""
    rules = draw(rule_sets())
    near = draw(places(rules.ace))
    fewest = draw(st.integers(0, 3))
    laid = draw(st.lists(st.sampled_from(near), min_size=fewest, max_size=4))
    while sum(map(len, laid)) > most:
        laid.pop()
    spots = [(number, at) for number, meld in enumerate(laid) for at in range(len(meld))]
    chosen = draw(st.permutations(spots))[: draw(st.integers(0, 2))]
    under = [laid[number][at] for number, at in chosen]
    card = st.sampled_from(near).flatmap(st.sampled_from)
    held = draw(
        st.lists(st.sampled_from(under) | card if under else card, min_size=1, max_size=hand)
    )
    del held[8 - len(laid) :]
    jokers = draw(st.integers(0, _MOST_JOKERS - 1 - len(under)))
    return Position(
        Table.of(with_jokers(laid, chosen), rules=rules), Cards([*held, *[Joker()] * jokers])
    )


def with_jokers(laid: list[Meld], spots: list[Spot]) -> list[Cards]:
    """Let jokers stand for the cards in some spots."""
    return [
        Cards(
            DeclaredJoker(card) if (number, at) in spots else card for at, card in enumerate(meld)
        )
        for number, meld in enumerate(laid)
    ]


def planted(random: Random, size: int, *, decks: int, jokers: int, ace: str) -> list[Cards]:
    """Lay melds of about so many cards from so many decks, some cards of them jokers."""
    left = dict.fromkeys(range(52), decks)
    kinds = melds(ace)
    laid: list[Meld] = []
    size_left, tries = size, 40 * size
    while size_left > 0 and tries:
        tries -= 1
        meld = random.choice(kinds)
        if all(left[face] for face in meld) and len(set(meld)) == len(meld):
            for face in meld:
                left[face] -= 1
            size_left -= len(meld)
            laid.append(tuple(NATURALS[face] for face in meld))
    spots = [(number, at) for number, meld in enumerate(laid) for at in range(len(meld))]
    return with_jokers(laid, random.sample(spots, min(jokers, len(spots))))


def lines(name: str) -> list[Line]:
    """Read a file of positions with verdicts."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
