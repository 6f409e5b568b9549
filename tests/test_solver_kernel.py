"""What the kernel claims, held by brute force."""

from collections import Counter
from functools import cache
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import MANIPULATION, Cards, Joker, MeldRules
from manipulation.cards import NATURALS
from manipulation.solver import arrange, can_arrange
from manipulation.solver._kernel_packed import (
    FULL_GROUPS,
    NO_MELD,
    ONE_GROUP,
    ROOM,
    all_options,
    both,
    box,
    few,
    fewest,
    fits,
    largest,
    least,
    less,
    options,
    present,
    total,
    up_to,
)
from manipulation.solver._kernel_whether import whether
from tests.oracles import Ace, Lying, can_cover, laid_down, melds
from tests.small_positions import ACES

Four = tuple[int, int, int, int]
"""How many cards of each suit."""

MOST = 1 << 60
SUITS = range(4)
SMALL = list(product(range(4), repeat=4))
"""Up to three cards of each suit."""

fours = st.tuples(*[st.integers(0, 31)] * 4)


def pack(four: tuple[int, ...]) -> int:
    """Pack four counts, a byte each."""
    return int.from_bytes(bytes(four), "little")


def unpack(packed: int) -> Four:
    """Take four counts apart."""
    clubs, diamonds, hearts, spades = packed.to_bytes(4, "little")
    return clubs, diamonds, hearts, spades


@cache
def make_groups(four: Four, jokers: int) -> bool:
    """Tell whether cards of one rank and so many jokers, all used, make whole groups (R14, R15)."""
    if not any(four) and jokers == 0:
        return True
    for suits in product((0, 1), repeat=4):
        left = tuple(count - taken for count, taken in zip(four, suits, strict=True))
        for more in range(max(0, 3 - sum(suits)), min(jokers, 4 - sum(suits)) + 1):
            if (sum(suits) or not any(four)) and min(left) >= 0:
                clubs, diamonds, hearts, spades = left
                if make_groups((clubs, diamonds, hearts, spades), jokers - more):
                    return True
    return False


@cache
def jokers_to_groups(four: Four) -> int:
    """Count the fewest jokers that complete cards of one rank to whole groups."""
    return next(jokers for jokers in range(99) if make_groups(four, jokers))


class TestPacked:
    """Four counts in one int are reckoned with as four counts are."""

    @given(fours, fours)
    def test_two(self, one: Four, other: Four) -> None:
        """Subtraction that stops at none, and the smaller of each."""
        both_ways = list(zip(one, other, strict=True))
        assert unpack(less(pack(one), pack(other))) == tuple(max(0, a - b) for a, b in both_ways)
        assert unpack(least(pack(one), pack(other))) == tuple(min(a, b) for a, b in both_ways)

    @given(fours)
    def test_one(self, four: Four) -> None:
        """The sum, the largest, and which are there."""
        assert total(pack(four)) == sum(four)
        assert largest(pack(four)) == max(four)
        assert unpack(present(pack(four))) == tuple(int(count > 0) for count in four)

    @given(st.tuples(*[st.integers(0, 3)] * 4), st.tuples(*[st.integers(0, 3)] * 4))
    def test_boxes(self, low: Four, more: Four) -> None:
        """`box` and `up_to` list all between two, `few` those of few cards; fewest cards first."""
        high = tuple(one + other for one, other in zip(low, more, strict=True))
        between = [range(one, other + 1) for one, other in zip(low, high, strict=True)]
        listed = [unpack(packed) for packed in box(pack(low), pack(high))]
        assert Counter(listed) == Counter(product(*between))
        assert list(map(sum, listed)) == sorted(map(sum, listed))
        below = [tuple(range(count + 1)) for count in high]
        assert Counter(map(unpack, up_to(pack(high)))) == Counter(product(*below))
        for most in range(6):
            found = [unpack(packed) for packed in few(pack(high), most)]
            assert Counter(found) == Counter(four for four in product(*below) if sum(four) <= most)
            assert list(map(sum, found)) == sorted(map(sum, found))


class TestGroups:
    """Cards make k groups if no suit has more than k of them, and 3k <= t <= 4k (R14, R15)."""

    def test_the_closed_form(self) -> None:
        """The jokers that the kernel says are needed are the fewest that will do."""
        for four in product(range(5), repeat=4):
            (option,) = all_options(pack(four), pack(four), 99)
            assert option[:2] == (pack(four), jokers_to_groups(four))
            assert bool(all_options(pack(four), pack(four), 0)) is make_groups(four, 0)

    @pytest.mark.parametrize("jokers", range(4))
    def test_options(self, jokers: int) -> None:
        """All counts between two that so many jokers complete; those that need none come first."""
        for low, high in ((0, (2, 2, 2, 2)), (pack((0, 1, 2, 0)), (3, 1, 3, 2))):
            found = all_options(low, pack(high), jokers)
            needed = [option[1] for option in found]
            assert needed == sorted(needed)
            between = box(low, pack(high))
            able = [four for four in between if jokers_to_groups(unpack(four)) <= jokers]
            assert Counter(option[0] for option in found) == Counter(able)
            assert Counter(options(low, pack(high), jokers)) == Counter(found)

    @pytest.mark.parametrize("jokers", [0, 2])
    def test_many_options(self, jokers: int) -> None:
        """Where they are given one by one they are the same, one of the fewest cards first."""
        for low, high in (((0, 0, 0, 0), (4, 4, 3, 3)), ((1, 2, 0, 0), (5, 5, 4, 4))):
            found = list(options(pack(low), pack(high), jokers))
            every = all_options(pack(low), pack(high), jokers)
            assert set(found) == set(every)
            fewest_cards = min(total(option[0]) for option in every if not option[1])
            assert total(found[0][0]) == fewest_cards
            assert found[0][1] == 0

    def test_fewest(self) -> None:
        """`fewest` is a count between two that makes groups, of the fewest cards."""
        for low, more in product(SMALL[::5], SMALL[::3]):
            high = tuple(one + other for one, other in zip(low, more, strict=True))
            able = [four for four in box(pack(low), pack(high)) if make_groups(unpack(four), 0)]
            found = fewest(pack(low), pack(high))
            assert found in able or (found == -1 and not able)
            assert found == -1 or total(found) == total(able[0])


class TestSpareJokers:
    """Jokers that no meld needs are taken up as `fits` and `both` say (D18, R30)."""

    RANKS = (1, 6, 11)
    """Ranks too far apart for two jokers to make a sequence of cards of two of them."""

    def test_groups(self) -> None:
        """By one group or two of a rank, full ones and those of three, of up to three ranks."""
        kinds = [(0, NO_MELD), (3, ONE_GROUP), (4, FULL_GROUPS), (6, ROOM), (7, ROOM), (8, ROOM)]
        for sizes in product(kinds, repeat=3):
            counts, room = bytearray(104), NO_MELD
            for rank, (size, kind) in zip(self.RANKS, sizes, strict=True):
                for card in range(size):
                    counts[4 * rank + card % 4] += 1
                room = both(room, kind)
                four = unpack(int.from_bytes(counts[4 * rank : 4 * rank + 4], "little"))
                assert all_options(pack(four), pack(four), 0)[0][2] == kind
            for jokers in range(4):
                lying = Lying(bytes(counts), jokers)
                assert can_cover(lying, MANIPULATION.melds) is fits(room, jokers)

    def test_sequences(self) -> None:
        """A sequence takes any number of jokers, even one from ace to ace."""
        suit = [card for card in NATURALS if card.suit.value == "s"]
        for cards in (suit[:3], suit, [*suit, suit[0]]):
            for jokers in range(9):
                table = arrange(Cards([*cards, *[Joker()] * jokers]))
                assert table is not None
                assert table.cards.jokers == jokers

    def test_both_is_a_sum(self) -> None:
        """What three parts can take up does not depend on the order in which they are joined."""
        rooms = (NO_MELD, FULL_GROUPS, ONE_GROUP, ROOM)
        for one, two, three in product(rooms, repeat=3):
            assert both(one, two) == both(two, one)
            assert both(both(one, two), three) == both(one, both(two, three))
            assert both(one, NO_MELD) == one
            assert both(one, ROOM) == ROOM


def suit_covers(counts: tuple[int, ...], opened: tuple[int, int, int], longest: int) -> bool:
    """Cover one suit by sequences, with every choice of which go on: no rule but R13 and R16.

    `opened` counts the sequences open with one card, two, and more; of `longest` cards one ends.
    """
    states = {(opened[0], opened[1], (opened[2], *[0] * (longest - 3)))}
    for count in counts:
        states = {after for state in states for after in _each_way(count, *state)}
    return any(ones == twos == 0 for ones, twos, _ in states)


def _each_way(
    count: int, ones: int, twos: int, longer: tuple[int, ...]
) -> set[tuple[int, int, tuple[int, ...]]]:
    found = set()
    for goes in product(*[range(size + 1) for size in longer[:-1]]):
        new = count - ones - twos - sum(goes)
        if new >= 0:
            found.add((new, ones, (twos, *goes)))
    return found


class TestContinuation:
    """A long sequence goes on if it can; lengths three to five are enough; states dominate."""

    def test_the_sweep(self) -> None:
        """One suit in any numbers: the kernel goes one way, brute force all of them."""
        for counts in product(range(4), repeat=6):
            block = bytearray(104)
            block[4:28:4] = bytes(counts)
            able = suit_covers(counts, (0, 0, 0), 6)
            assert whether(bytes(block), "low", MOST)[0] is able
            assert suit_covers(counts, (0, 0, 0), 5) is able

    def test_dominance(self) -> None:
        """At least as long a sequence for each, and more that are long: it can do as much."""
        states = list(product(range(3), range(3), range(3)))
        tails = list(product(range(4), repeat=4))
        able = {
            state: {tail for tail in tails if suit_covers((*tail, 0), state, 5)} for state in states
        }
        for one, other in product(states, repeat=2):
            if (
                one[0] <= other[0]
                and one[0] + one[1] <= other[0] + other[1]
                and sum(one) >= sum(other)
            ):
                assert able[one] >= able[other]

    @pytest.mark.parametrize("ace", ACES)
    def test_jokers_start_no_sequence_but_at_the_top(self, ace: Ace) -> None:
        """One suit from the ten to the three and up to three jokers, in any numbers up to two."""
        faces = [4 * rank for rank in (10, 11, 12, 0, 1)]
        rules = MeldRules(ace=ace)
        for counts in product(range(3), repeat=5):
            block = bytearray(104)
            for face, count in zip(faces, counts, strict=True):
                block[face] = count
            for jokers in range(1, 3):
                cards = Cards.of_counts(bytes(block) + bytes([jokers]))
                able = can_cover(laid_down(cards), rules)
                assert can_arrange(cards, rules=rules) is able

    @given(st.lists(st.integers(0, 2), min_size=20, max_size=20), st.sampled_from(ACES))
    def test_aces(self, counts: list[int], ace: Ace) -> None:
        """Cards of four suits about the corner: every choice of high and low aces is served."""
        block = bytearray(104)
        for at, rank in enumerate((11, 12, 0, 1, 2)):
            block[4 * rank : 4 * rank + 4] = bytes(counts[4 * at : 4 * at + 4])
        lying = Lying(bytes(block), 0)
        if sum(counts) < 17:
            assert whether(bytes(block), ace, MOST)[0] is can_cover(lying, MeldRules(ace=ace))

    def test_all_melds_are_known(self) -> None:
        """The oracle's sequences have three cards to thirteen, or fourteen with two aces (D11)."""
        assert get_args(Ace) == ACES
        assert max(map(len, melds("high_or_low"))) == 14
        assert max(map(len, melds("low"))) == 13
