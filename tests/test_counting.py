"""Arrangements are counted without being listed, and listed without being counted."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from itertools import combinations_with_replacement as multisets
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MACHIAVELLI_MELDS,
    MANIPULATION,
    Cards,
    MeldRules,
    PositionError,
    RulesError,
    SearchLimitError,
    Table,
)
from manipulation.solver._kernel_count import Count
from manipulation.solver._kernel_list import Open, Walk
from manipulation.solver._kernel_packed import packed
from manipulation.solver._kernel_ways import BOTH_ENDS
from manipulation.solver.counting import arrangements, count_arrangements
from manipulation.testing.corpus import FOLDER

RANKS, SUITS = "A23456789TJQK", "cdhs"
DECK = "".join(f"{rank}{suit} " for rank in RANKS for suit in SUITS)
SHORT = "3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s "
ANY_JOKERS = 14
Ace = Literal["high_or_low", "high", "low"]
NOTHING_OPEN: tuple[Open, ...] = ((), (), (), ())
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"

Line = dict[str, str | int]
Suit = tuple[int, int, tuple[int, ...], int]
"""Sequences open with one card, with two; lots of longer ones that started alike; high aces."""

Meld = tuple[int, ...]
"""Places of naturals by rank, then suit; from 52 on the jokers that stand for them; in order."""


def lines(name: str) -> list[Line]:
    """Read a file of the test data, a dictionary a line."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def name_of(line: Line) -> str:
    """Give the name of a line of test data."""
    return str(line["id"])


@cache
def shapes(ace: str) -> tuple[Meld, ...]:
    """List every group and every sequence of naturals, each sequence for each side of its ace."""
    first, last = {"low": (0, 13), "high": (1, 14), "high_or_low": (0, 14)}[ace]
    return (
        *(
            tuple(4 * rank + suit for suit in suits)
            for rank in range(13)
            for size in (3, 4)
            for suits in combinations(range(4), size)
        ),
        *(
            tuple(4 * (rank % 13) + suit for rank in range(start, end))
            for suit in range(4)
            for start, end in combinations(range(first, last + 1), 2)
            if end - start >= 3
        ),
    )


def filled(shape: Meld, pool: Counter[int], free: int, most: int) -> Iterator[Meld]:
    """Yield each choice of naturals and jokers for a meld, declared jokers before free ones."""
    if not shape:
        yield ()
        return
    face, *others = shape
    if pool[face]:
        for rest in filled(tuple(others), pool, free, most):
            yield (face, *rest)
    if most and (pool[face + 52] or free):
        left = free if pool[face + 52] else free - 1
        for rest in filled(tuple(others), pool, left, most - 1):
            yield (face + 52, *rest)


def cover(
    pool: Counter[int], free: int, rules: MeldRules, melds: tuple[Meld, ...] = ()
) -> Iterator[tuple[Meld, ...]]:
    """Yield exact covers, one or several times each: the first card lies in some meld."""
    if not pool and not free:
        yield tuple(sorted(melds))
        return
    first = min(pool, default=None)
    most = ANY_JOKERS if rules.jokers_per_meld is None else rules.jokers_per_meld
    for shape in shapes(rules.ace):
        if first is None or first % 52 in shape:
            for meld in filled(shape, pool, free, most):
                cards = Counter(meld)
                lacking = cards - pool
                left = free - lacking.total()
                held = left >= 0 and all(place >= 52 for place in lacking)
                if held and (first is None or first in meld):
                    yield from cover(pool - cards, left, rules, (*melds, meld))


def by_brute_force(cards: Cards, rules: MeldRules) -> int:
    """Count the different exact covers."""
    pool = Counter({place: count for place, count in enumerate(cards.counts[:104]) if count})
    return len(set(cover(pool, cards.undeclared, rules)))


def by_memory(cards: Cards) -> int:
    """Count exact covers by naturals; the melds that hold the first card are taken in order."""

    @cache
    def covers(counts: bytes, before: int) -> int:
        if not any(counts):
            return 1
        face = next(place for place, count in enumerate(counts) if count)
        first = before % 1000 if before // 1000 == face else 0
        total = 0
        for number, shape in enumerate(shapes("high_or_low")[first:], first):
            left = list(counts)
            for place in shape:
                left[place] -= 1
            if face in shape and min(left) >= 0:
                total += covers(bytes(left), 1000 * face + number if left[face] else 0)
        return total

    return covers(cards.counts[:52], 0)


@st.composite
def some_cards(draw: st.DrawFn) -> Cards:
    """Draw a few melds near one another, some of the cards jokers, and change a card at times."""
    base = draw(st.integers(0, 12))
    near = [
        shape
        for shape in shapes("high_or_low")
        if len(shape) <= 5 and all((place // 4 - base) % 13 < 5 for place in shape)
    ]
    melds = draw(st.lists(st.sampled_from(near), max_size=3))
    faces = [RANKS[place // 4] + SUITS[place % 4] for meld in melds for place in meld]
    kinds = draw(st.permutations(["*", "declared", "declared", *["natural"] * 12]))
    shown = {"*": "*", "declared": "{}*", "natural": "{}"}
    cards = [shown[kind].format(face) for face, kind in zip(faces, kinds, strict=False)]
    cards += draw(st.lists(st.sampled_from([*DECK.split(), "*"]), max_size=1))
    return Cards.parse(" ".join(cards))


some_rules = st.builds(
    MeldRules,
    ace=st.sampled_from(["high_or_low", "high", "low"]),
    jokers_per_meld=st.sampled_from([None, None, 0, 1, 2]),
)


class TestCountArrangements:
    """An arrangement is a multiset of legal melds that cover exactly the cards."""

    @pytest.mark.parametrize("line", lines("arrangements.jsonl"), ids=name_of)
    def test_the_cases(self, line: Line) -> None:
        """The numbers are those of a judge who shares no code with this package."""
        assert count_arrangements(Cards.parse(str(line["cards"]))) == line["arrangements"]

    @given(some_cards(), some_rules)
    def test_brute_force_finds_as_many(self, cards: Cards, rules: MeldRules) -> None:
        """The count is that of all exact covers, with jokers and under any rules."""
        assert count_arrangements(cards, rules=rules) == by_brute_force(cards, rules)

    @pytest.mark.parametrize("text", ["", "Ac", "Ac*", "7c", "2c* Ac*", "Ac Ac* Kc", "*"])
    @pytest.mark.parametrize("ace", ["high_or_low", "high", "low"])
    @pytest.mark.parametrize("per_meld", [None, 1])
    def test_a_whole_suit_and_more(self, text: str, ace: Ace, per_meld: int | None) -> None:
        """Sequences of thirteen and fourteen cards count, for each side that an ace can lie on."""
        rules = MeldRules(ace=ace, jokers_per_meld=per_meld)
        cards = Cards.parse(" ".join(rank + "c" for rank in RANKS) + " " + text)
        assert count_arrangements(cards, rules=rules) == by_brute_force(cards, rules)

    @given(some_cards(), some_rules, st.permutations(SUITS))
    def test_suits_are_alike(self, cards: Cards, rules: MeldRules, suits: list[str]) -> None:
        """Exchanging the suits changes no count."""
        other = Cards.parse(str(cards).translate(str.maketrans(SUITS, "".join(suits))))
        assert count_arrangements(cards, rules=rules) == count_arrangements(other, rules=rules)

    def test_no_cards(self) -> None:
        """No cards have one arrangement: the empty table."""
        assert count_arrangements(Cards()) == 1
        assert list(arrangements(Cards())) == [Table()]

    def test_a_joker_is_told_from_its_natural(self) -> None:
        """The melds 7c 8c* 9c and 7c 8c 9c differ, so either can be the longer."""
        assert count_arrangements(Cards.parse("7c 8c 9c Tc 7c 8c* 9c")) == 2

    def test_too_many_cards(self) -> None:
        """More than eight decks or eight jokers are refused, and so is what is no cards."""
        for text in ("4s " * 9, "* " * 9):
            for ask in (count_arrangements, arrangements):
                with pytest.raises(PositionError, match="at most 8"):
                    ask(Cards.parse(text))
        with pytest.raises(PositionError, match="Cards are expected"):
            count_arrangements("4s")  # type: ignore[arg-type]
        with pytest.raises(RulesError, match="MeldRules are expected"):
            count_arrangements(Cards(), rules=MANIPULATION)  # type: ignore[arg-type]

    @pytest.mark.parametrize("limit", [1, 2, 100, 1000, 6000])
    def test_a_limit_of_states(self, limit: int) -> None:
        """Past the limit there is no answer, wherever it is reached."""
        with pytest.raises(SearchLimitError, match=f"within {limit} states"):
            count_arrangements(Cards.parse(DECK), limit=limit)


def walk_of(cards: Cards, per_meld: int) -> Walk:
    """Make the kernel's walk over naturals, the aces high."""
    naturals = packed(cards.counts[:52])
    levels, ranks = [*naturals[1:], naturals[0]], [*range(1, 13), 0]
    return Walk(ranks, levels, [0] * 13, per_meld, int(per_meld < ANY_JOKERS))


@cache
def rests(decks: int) -> list[list[int]]:
    """List for each choice of groups of one rank how many cards of each suit it leaves."""
    kinds = [kind for size in (3, 4) for kind in combinations(range(4), size)]
    chosen = [some for size in range(4 * decks) for some in multisets(kinds, size)]
    used = [Counter(suit for kind in some for suit in kind) for some in chosen]
    left = [[decks - cards[suit] for suit in range(4)] for cards in used]
    return [rest for rest in left if min(rest) >= 0]


@cache
def after(suit: Suit, cards: int) -> list[Suit]:
    """List what a suit can be open with after so many more cards."""
    ones, twos, longer, high = suit
    found = []
    for kept in product(*(range(size + 1) for size in longer)):
        new = cards - ones - twos - sum(kept)
        if new >= 0:
            lots = tuple(sorted(size for size in (*kept, twos) if size))
            found.append((new, ones, lots, high))
    return found


def by_plain_sweep(decks: int) -> int:
    """Count the arrangements of whole decks by a sweep that does nothing cleverly."""
    states: Counter[tuple[Suit, ...]] = Counter()
    for rest in rests(decks):
        for lows in product(*(range(aces + 1) for aces in rest)):
            first = ((low, 0, (), aces - low) for low, aces in zip(lows, rest, strict=True))
            states[tuple(sorted(first))] += 1
    for _ in RANKS[1:]:
        before, states = states, Counter()
        for suits, count in before.items():
            for rest in rests(decks):
                for new in product(*map(after, suits, rest)):
                    states[tuple(sorted(new))] += count
    for suits in states:
        for suit in suits:
            states[suits] *= sum(new[:2] == (0, 0) for new in after(suit, suit[3]))
    return states.total()


class TestGoldenCounts:
    """The numbers in the file were found once, and every later build must find them again."""

    @pytest.mark.parametrize("line", lines("golden_counts.jsonl"), ids=name_of)
    def test_the_count_is_golden(self, line: Line) -> None:
        """Those that take long are counted where HYPOTHESIS_PROFILE is deep."""
        if line["slow"] and not DEEP:
            pytest.skip("it takes up to some minutes: HYPOTHESIS_PROFILE=deep counts it")
        cards = Cards.parse(str(line["cards"]))
        assert count_arrangements(cards) == line["arrangements"]

    def test_a_plain_sweep_finds_as_many(self) -> None:
        """One whole deck; where HYPOTHESIS_PROFILE is deep, two."""
        for decks in (1, 2) if DEEP else (1,):
            assert by_plain_sweep(decks) == count_arrangements(Cards.parse(decks * DECK))

    @pytest.mark.parametrize(
        "text", [part * 2 for part in ("Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s ", SHORT)]
    )
    def test_plain_memory_finds_as_many(self, text: str) -> None:
        """Parts of two decks, covered card by card."""
        assert count_arrangements(Cards.parse(text)) == by_memory(Cards.parse(text))

    def test_a_free_joker_is_declared_as_any_card(self) -> None:
        """One deck and a joker: as many as with the joker declared as each of the 52 cards."""
        declared = (Cards.parse(f"{DECK} {face}*") for face in DECK.split())
        assert count_arrangements(Cards.parse(DECK + " *")) == sum(
            map(count_arrangements, declared)
        )


class TestStates:
    """What the sweeps hold is bounded, on any machine."""

    @pytest.mark.parametrize(
        ("text", "most"),
        [(DECK, 7_000), (2 * DECK, 900_000), (DECK + " *", 75_000), (8 * SHORT, 120_000)],
    )
    def test_counts_held(self, text: str, most: int) -> None:
        """Suits are alike, and so are sequences that started alike."""
        counts = Cards.parse(text).counts
        parts = packed(counts[:52]), packed(counts[52:104])
        count = Count(*parts, counts[104], ANY_JOKERS, BOTH_ENDS)
        assert count.run(1 << 60) > 0
        assert count.visited <= most

    @pytest.mark.parametrize(
        ("text", "per_meld", "most"),
        [
            (2 * DECK + " * *", ANY_JOKERS, 300),
            (8 * DECK, ANY_JOKERS, 60),
            (8 * DECK + 5 * " *", ANY_JOKERS, 600),
            (8 * DECK + 8 * " *", ANY_JOKERS, 60),
            (2 * DECK + " * *", 1, 300),
        ],
    )
    def test_states_before_the_first(self, text: str, per_meld: int, most: int) -> None:
        """The first arrangement is found after a few steps, where there are 10^15 and more."""
        cards = Cards.parse(text)
        walk = walk_of(cards, per_meld)
        next(walk.tables(0, NOTHING_OPEN, cards.undeclared, []))
        assert walk.visited <= most


class TestArrangements:
    """All arrangements, one after another."""

    @given(some_cards(), some_rules)
    def test_each_comes_once(self, cards: Cards, rules: MeldRules) -> None:
        """There are as many as were counted, all different, and each covers exactly the cards."""
        tables = list(islice(arrangements(cards, rules=rules), 2_000))
        assert len(tables) == min(2_000, count_arrangements(cards, rules=rules))
        assert len(set(tables)) == len(tables)
        for table in tables:
            assert table.rules == rules
            assert table.cards.undeclared_again == cards.undeclared_again
            assert cards.naturals + cards.declared <= table.cards

    @pytest.mark.parametrize("line", lines("arrangements.jsonl"), ids=name_of)
    def test_the_cases(self, line: Line) -> None:
        """The list is as long as the judge says."""
        found = sum(1 for _ in arrangements(Cards.parse(str(line["cards"]))))
        assert found == line["arrangements"]

    def test_a_whole_suit_comes_for_each_side_of_its_ace(self) -> None:
        """Thirteen cards of a suit are two sequences, though they make one meld."""
        cards = Cards.parse(" ".join(rank + "c" for rank in RANKS))
        tables = list(arrangements(cards))
        assert len(tables) == count_arrangements(cards)
        assert len(set(tables)) == len(tables) - 1

    def test_the_order(self) -> None:
        """Fewer low aces; rank by rank fewer groups; then sequences that go on before they end."""
        cards = Cards.parse("Ac 2c 3c 4c 5c 6c 5d 5h Jc Qc Kc *")
        assert list(map(str, arrangements(cards))) == [
            "5d 5h 5s* | 2c 3c 4c 5c 6c | Jc Qc Kc Ac",
            "5c* 5d 5h | 2c 3c 4c 5c 6c | Jc Qc Kc Ac",
            "5c 5d 5h | 2c 3c 4c 5c* 6c | Jc Qc Kc Ac",
            "5d 5h 5s* | Ac 2c 3c 4c 5c 6c | Jc Qc Kc",
            "5c* 5d 5h | Ac 2c 3c 4c 5c 6c | Jc Qc Kc",
            "5c 5d 5h | Ac 2c 3c 4c 5c* 6c | Jc Qc Kc",
            "5d 5h 5s* | Ac 2c 3c | 4c 5c 6c | Jc Qc Kc",
            "5c* 5d 5h | Ac 2c 3c | 4c 5c 6c | Jc Qc Kc",
            "5c 5d 5h | Ac 2c 3c | 4c 5c* 6c | Jc Qc Kc",
        ]

    @pytest.mark.parametrize("text", [2 * DECK + " * *", 8 * DECK + 8 * " *"])
    def test_the_first_come_at_once(self, text: str) -> None:
        """Nothing waits for the rest of a list that has no end in sight."""
        cards = Cards.parse(text)
        for table in islice(arrangements(cards), 20):
            assert table.cards.undeclared_again == cards

    def test_what_cannot_be_arranged(self) -> None:
        """No arrangement comes of cards that cannot be arranged."""
        assert list(arrangements(Cards.parse("Ac 2c"))) == []
        assert list(arrangements(Cards.parse("4c 5c 6c *"), rules=MACHIAVELLI_MELDS)) == []

    @pytest.mark.parametrize("per_meld", [ANY_JOKERS, 1])
    def test_a_walk_forgets(self, per_meld: int) -> None:
        """What a walk remembers is bounded, and forgetting changes nothing."""
        cards = Cards.parse("3c 4c 5c 6c 7c 8c 5d 5h 6d 6h 8d 8h * *")
        before, forgetful = walk_of(cards, per_meld), walk_of(cards, per_meld)
        forgetful.room = 1
        found = [list(walk.tables(0, NOTHING_OPEN, 2, [])) for walk in (before, forgetful)]
        assert found[0] == found[1]
        assert forgetful.visited > before.visited
