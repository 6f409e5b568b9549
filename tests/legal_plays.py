"""Legal plays to test with, drawn without the solver from a few ranks, so that much can move."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Card,
    Cards,
    DeclaredJoker,
    Joker,
    MeldRules,
    Natural,
    Play,
    Table,
    check_play,
)

RELEASES: tuple[MeldRules, ...] = (
    MANIPULATION.melds,
    evolve(MANIPULATION.melds, joker_release="natural_from_hand"),
    evolve(MANIPULATION.melds, joker_release="any"),
)
"""The rules with each of the answers to when a joker is free (D16)."""

_TRIES = 100
_MOST_MELDS = 6
_SEEDS = 4 * settings().max_examples


LOW = "A234567"


def _all_melds() -> Iterator[tuple[Natural, ...]]:
    for rank in LOW:
        for suits in ("cdh", "cdhs"):
            yield tuple(Natural.parse(rank + suit) for suit in suits)
    for row in (LOW, "QKA"):
        for start, end in combinations(range(len(row) + 1), 2):
            if end - start >= 3:
                for suit in "cdh":
                    yield tuple(Natural.parse(rank + suit) for rank in row[start:end])


MELDS = tuple(_all_melds())
"""Every meld of these ranks, without jokers."""

GRIDS = tuple(
    tuple(tuple(Natural.parse(rank + suit) for rank, suit in line) for line in lines)
    for start in range(len(LOW) - 2)
    for ranks in (LOW[start : start + 3],)
    for lines in (
        [[(rank, suit) for suit in "cdh"] for rank in ranks],
        [[(rank, suit) for rank in ranks] for suit in "cdh"],
    )
)
"""Three melds that can be laid out the other way: three groups or three sequences."""

FACES = tuple(sorted({card for meld in MELDS for card in meld}, key=str))

_MELDS_WITH = {face: [meld for meld in MELDS if face in meld] for face in FACES}


def _arranged(cards: list[Card], random: Random) -> list[Cards]:
    """Lay all the cards out as melds in some way; no melds if a few tries found none."""
    held: dict[Natural, list[Card]] = {}
    for card in cards:
        held.setdefault(_face(card), []).append(card)
    faces = Counter({face: len(alike) for face, alike in held.items()})
    melds = _covering(faces, random, [_TRIES]) or []
    for alike in held.values():
        random.shuffle(alike)
    return [Cards(held[face].pop() for face in meld) for meld in melds]


def _covering(
    faces: Counter[Natural], random: Random, tries: list[int]
) -> list[tuple[Natural, ...]] | None:
    first = min((face for face, count in faces.items() if count), key=str, default=None)
    if first is None:
        return []
    melds = [meld for meld in _MELDS_WITH[first] if all(faces[face] for face in meld)]
    random.shuffle(melds)
    for meld in melds:
        tries[0] -= 1
        rest = _covering(faces - Counter(meld), random, tries) if tries[0] > 0 else None
        if rest is not None:
            return [meld, *rest]
    return None


def _face(card: Card) -> Natural:
    assert not isinstance(card, Joker)
    return card.stands_for if isinstance(card, DeclaredJoker) else card


def _some_melds(count: int, jokers: int, random: Random) -> list[Cards]:
    """Choose melds in which some jokers stand for cards."""
    drawn = [
        random.choice(random.choice([GRIDS, [[meld] for meld in MELDS]])) for _ in range(count)
    ]
    melds = [meld for grid in drawn for meld in grid]
    cards = [(number, card) for number, meld in enumerate(melds) for card in meld]
    replaced = random.sample(range(len(cards)), min(jokers, len(cards)))
    laid: list[list[Card]] = [[] for _ in melds]
    for place, (number, card) in enumerate(cards):
        laid[number].append(DeclaredJoker(card) if place in replaced else card)
    return list(map(Cards, laid))


def _rearranged(melds: list[Cards], extra: list[Natural], random: Random) -> tuple[Cards, ...]:
    """Lay some of the melds out anew, with extra cards or without, and change a joker at times."""
    mixed = random.sample(melds, min(len(melds), random.randint(1, 6)))
    cards = [card for meld in mixed for card in meld] + random.choice([extra, extra[1:], []])
    for place, card in enumerate(cards):
        if isinstance(card, DeclaredJoker) and random.random() < 0.5:
            cards[place] = DeclaredJoker(random.choice(FACES))
    others = list(melds)
    for meld in mixed:
        others.remove(meld)
    return (*others, *_arranged(cards, random))


@cache
def _legal_play(seed: int) -> tuple[Table, Cards, Play]:
    """Make a position and a legal play; the smaller the seed, the fewer the melds."""
    random = Random(seed)
    rules = random.choice(RELEASES)
    melds, jokers = _MOST_MELDS * seed // _SEEDS, random.randint(0, 4)
    lying = _some_melds(melds, jokers, random)
    played = _some_melds(random.randint(1, 2), random.randint(0, 1), random)
    declared = [
        card.stands_for for cards in lying for card in cards if isinstance(card, DeclaredJoker)
    ]
    extra = [random.choice([*declared, *FACES[::4]]) for _ in range(random.randint(0, 2))]
    table = Table.of(lying, rules=rules)
    hand = sum(played, start=Cards(extra)).undeclared_again
    plays = [Play((*lying, *played))]
    plays += [Play(_rearranged([*lying, *played], extra, random)) for _ in range(15)]
    legal = [play for play in plays if not check_play(table, play, hand)]
    jokers_before = table.cards.declared
    return (
        table,
        hand,
        min(
            legal,
            key=lambda play: (
                jokers_before <= play.cards.declared,
                len(set(play.melds) & set(lying)),
            ),
        ),
    )


def legal_plays() -> st.SearchStrategy[tuple[Table, Cards, Play]]:
    """Draw a table, a hand, and a legal play, which often rearranges the table and its jokers."""
    return st.integers(0, _SEEDS - 1).map(_legal_play)
