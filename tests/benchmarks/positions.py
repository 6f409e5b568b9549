"""Positions to measure on, drawn from a seed and written in the library's notation.

Everything is text, and nothing of the library is imported, so that no solver has a hand in
choosing what it is measured on. The same seed gives the same positions on every machine, and each
size or cell has a stream of its own: asking for more positions only adds to the end of the list.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER = "*"

DECISION_SIZES = (15, 30, 60, 90)
"""Cards on the tables for the decisions."""

PLAY_CELLS = tuple(
    (table, hand, jokers)
    for table, hand in ((20, 10), (40, 10), (60, 14), (75, 20))
    for jokers in (0, 1, 2)
)
"""Cards on the table, cards in the hand, and how many of those in the hand are jokers."""

MOST_LEFT_OUT = 12
"""The most cards that a nearly whole deck, or pack of decks, is short of."""


class Position(NamedTuple):
    """A legal table and a hand, both as text."""

    table: str
    hand: str


Meld = tuple[str, ...]
"""Cards that lie together, naturals only."""


def decisions(*, seed: int, size: int, count: int) -> Iterator[str]:
    """Legal tables of two decks, shuffled, every second one short of a card.

    Of the cards that are short of one, some can be arranged nevertheless.
    """
    random = _stream(seed, "decisions", size)
    for number in range(count):
        cards = [card for meld in _table(random, size) for card in meld]
        random.shuffle(cards)
        yield " ".join(cards[number % 2 :])


def plays(*, seed: int, table: int, hand: int, jokers: int, count: int) -> Iterator[Position]:
    """Legal tables of naturals, and hands from what is left of the two decks.

    The jokers count among the cards of the hand: a hand of 10 with 2 jokers has 8 naturals. Two
    cells that differ in jokers only have nothing else in common.
    """
    random = _stream(seed, "plays", table, hand, jokers)
    for _ in range(count):
        melds = _table(random, table)
        left = _deck(2) - Counter(card for meld in melds for card in meld)
        held = random.sample(sorted(left.elements()), hand - jokers) + [JOKER] * jokers
        random.shuffle(held)
        yield Position(" | ".join(" ".join(meld) for meld in melds), " ".join(held))


def plays_of_all_cells(*, seed: int, count: int) -> Iterator[Position]:
    """Positions drawn evenly from the cells, one of each in turn."""
    streams = [
        plays(seed=seed, table=table, hand=hand, jokers=jokers, count=count)
        for table, hand, jokers in PLAY_CELLS
    ]
    for number in range(count):
        yield next(streams[number % len(streams)])


def nearly_whole(*, seed: int, count: int, decks: int = 2) -> Iterator[str]:
    """Whole decks short of 0 to 12 cards, with 0 to 2 undeclared jokers added.

    Nobody has looked whether they can be arranged.
    """
    random = _stream(seed, "nearly whole", decks)
    for _ in range(count):
        cards = sorted(_deck(decks).elements())
        random.shuffle(cards)
        del cards[: random.randint(0, MOST_LEFT_OUT)]
        cards += [JOKER] * random.randint(0, 2)
        random.shuffle(cards)
        yield " ".join(cards)


def short_decks(*, seed: int, count: int) -> Iterator[str]:
    """Two decks short of 0 to 12 cards, with 0 to 2 undeclared jokers; many cannot be arranged.

    In turn, what lacks are any cards, cards of a few neighbouring ranks, and twice both copies of
    cards of a few neighbouring ranks.
    """
    random = _stream(seed, "short decks")
    for number in range(count):
        kind, width = number % 4, random.randint(2, 4)
        first = random.randint(0, len(RANKS) - width)
        ranks = RANKS[first : first + width] if kind else RANKS
        copies = 1 if kind < 2 else 2
        near = [face for face in sorted(_deck(2 // copies).elements()) if face[0] in ranks]
        lacking = random.randint(8 if kind else 0, MOST_LEFT_OUT) // copies
        out = random.sample(near, min(len(near), lacking))
        cards = sorted((_deck(2) - Counter(out * copies)).elements())
        cards += [JOKER] * random.choice((0, 0, 1, 2))
        random.shuffle(cards)
        yield " ".join(cards)


def growing(*, seed: int, count: int, decks: int) -> Iterator[Position]:
    """Tables of three quarters of the melds that whole decks are cut into, and hands of 14.

    The hands are drawn from the other cards. Aces are low or high.
    """
    random = _stream(seed, "growing", decks)
    for _ in range(count):
        melds = [meld for _ in range(decks) for meld in _cut_deck(random)]
        random.shuffle(melds)
        kept = len(melds) * 3 // 4
        left = [card for meld in melds[kept:] for card in meld]
        held = random.sample(left, min(len(left), 14))
        yield Position(" | ".join(" ".join(meld) for meld in melds[:kept]), " ".join(held))


def arrangeable(*, seed: int, count: int, decks: int) -> Iterator[str]:
    """Whole decks short of 0 to 12 cards, naturals only, all of which can be arranged.

    Each deck is cut into melds first; then whole melds of three, and single cards of melds longer
    than that, are left out. Aces are low or high, so these need rules under which they may be both.
    """
    random = _stream(seed, "arrangeable", decks)
    for _ in range(count):
        short = random.randint(0, MOST_LEFT_OUT)
        melds: list[Meld] | None = None
        while melds is None:
            melds = _leave_out(random, short, [m for _ in range(decks) for m in _cut_deck(random)])
        cards = [card for meld in melds for card in meld]
        random.shuffle(cards)
        yield " ".join(cards)


def _stream(seed: int, *name: object) -> Random:
    """A generator of its own for each thing drawn, the same on every machine."""
    return Random(" ".join(map(str, (seed, *name))))


def _deck(decks: int) -> Counter[str]:
    """The naturals of so many decks."""
    return Counter({rank + suit: decks for suit in SUITS for rank in RANKS})


def _table(random: Random, size: int) -> list[Meld]:
    """A legal table of exactly so many naturals of two decks, aces low.

    Groups and sequences are equally likely, and a sequence of n + 1 cards is half as likely as one
    of n, as long as the decks can give them. Where no meld fits any more, three are taken back.
    """
    left = _deck(2)
    melds: list[Meld] = []
    wanted = size
    while wanted:
        kind = GROUPS if random.random() < 0.5 else SEQUENCES
        length = 3
        while length < max(kind) and random.random() < 0.5:
            length += 1
        fitting = [
            meld
            for meld in kind[length]
            if wanted - length not in (1, 2) and all(left[card] for card in meld)
        ]
        if length <= wanted and fitting:
            meld = random.choice(fitting)
            melds.append(meld)
            left.subtract(meld)
            wanted -= length
        elif not any(
            all(left[card] for card in meld)
            for kind in (GROUPS, SEQUENCES)
            for length, all_melds in kind.items()
            if length <= wanted and wanted - length not in (1, 2)
            for meld in all_melds
        ):
            random.shuffle(melds)
            for meld in melds[-3:]:
                left.update(meld)
                wanted += len(meld)
            del melds[-3:]
    return melds


def _cut_deck(random: Random) -> list[Meld]:
    """A whole deck as melds: stretches of ranks, each in groups of four or in sequences."""
    ranks = RANKS if random.random() < 0.5 else RANKS[1:] + RANKS[0]
    melds: list[Meld] = []
    while ranks:
        length = random.randint(1, len(ranks))
        stretch, ranks = ranks[:length], ranks[length:]
        if length >= 3 and random.random() < 0.5:
            melds += [tuple(rank + suit for rank in stretch) for suit in SUITS]
        else:
            melds += [tuple(rank + suit for suit in SUITS) for rank in stretch]
    return [tuple(random.sample(meld, 4)) if _is_group(meld) else meld for meld in melds]


def _leave_out(random: Random, short: int, melds: list[Meld]) -> list[Meld] | None:
    """The melds without so many of their cards, or None if the draw ends where none can go."""
    while short:
        able = [number for number, meld in enumerate(melds) if len(meld) > 3 or short >= 3]
        if not able:
            return None
        number = random.choice(able)
        meld = melds[number]
        if len(meld) > 3:
            # An end card: the rest of a sequence is a sequence, the rest of a group a group.
            melds[number] = meld[1:] if random.random() < 0.5 else meld[:-1]
            short -= 1
        else:
            del melds[number]
            short -= 3
    return melds


def _is_group(meld: Meld) -> bool:
    """Whether the cards are of one rank."""
    return len({card[0] for card in meld}) == 1


GROUPS: dict[int, list[Meld]] = {
    length: [
        tuple(rank + suit for suit in suits)
        for rank in RANKS
        for suits in combinations(SUITS, length)
    ]
    for length in (3, 4)
}
"""All groups, by their length."""

SEQUENCES: dict[int, list[Meld]] = {
    length: [
        tuple(rank + suit for rank in RANKS[start : start + length])
        for suit in SUITS
        for start in range(len(RANKS) - length + 1)
    ]
    for length in range(3, len(RANKS) + 1)
}
"""All sequences with the ace low, by their length."""
