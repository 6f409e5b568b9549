"""What the search for the fewest melds to disturb claims, held by brute force."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, MeldRules, SearchLimitError, Table, check_play, meld_of
from manipulation.cards import NATURALS
from manipulation.melds import known_meld
from manipulation.solver import arrange, best_play, can_arrange
from manipulation.solver._kernel_deal import arrangement
from manipulation.solver._kernel_faces import (
    NEAR,
    REACH,
    apart,
    beside,
    coverable,
    faces_in,
    faces_of,
    helpers,
    part_of,
    takeable,
)
from manipulation.solver._kernel_lists import one_of
from manipulation.solver._kernel_packed import JOKER, packed
from manipulation.solver._kernel_search import Search, low_aces
from manipulation.solver._kernel_spread import hopeful, spread
from tests.benchmarks.positions import plays_of_all_cells
from tests.oracles import Ace, can_cover, laid_down, melds
from tests.small_positions import ACES, position

FACES = range(52)
MOST = 1 << 60

some_faces = st.sets(st.sampled_from(FACES), max_size=24)
few_ranks = st.sets(st.sampled_from([*range(12), *range(40, 52)]), max_size=16)


def as_set(faces: set[int]) -> int:
    """Make one int of faces."""
    return sum(1 << face for face in faces)


def aces(ace: Ace) -> tuple[int, int]:
    """Give the aces where they may be low and where they may be high."""
    return (0 if ace == "high" else 15), (0 if ace == "low" else 15)


def inside(faces: set[int], ace: Ace) -> list[set[int]]:
    """List the melds that the faces make."""
    return [set(meld) for meld in melds(ace) if faces.issuperset(meld)]


class TestFaces:
    """Sets of faces as ints, and what is seen from them (R13 to R17)."""

    @given(some_faces)
    def test_sets(self, faces: set[int]) -> None:
        """A set is listed in order, and counts that are not none make it again."""
        assert faces_of(as_set(faces)) == sorted(faces)
        counts = bytes(2 if face in faces else 0 for face in FACES)
        assert faces_in(packed(counts)) == as_set(faces)

    @given(some_faces | few_ranks, st.sampled_from(ACES))
    def test_coverable(self, faces: set[int], ace: Ace) -> None:
        """A face can be covered if and only if it lies in a meld of the faces."""
        found = coverable(as_set(faces), 0, 0, 0, *aces(ace))
        assert set(faces_of(found)) == set().union(*inside(faces, ace))

    @given(few_ranks, st.sampled_from([meld for ace in ACES for meld in melds(ace)]))
    def test_coverable_beside_a_meld(self, faces: set[int], old: tuple[int, ...]) -> None:
        """So can one that an old meld takes at an end, or two in a row, or as its fourth card."""
        before = behind = lacking = 0
        if old[0] >> 2 == old[1] >> 2:
            lacking = as_set(set(range(old[0] & ~3, (old[0] | 3) + 1)) - set(old))
        else:
            first, last = old[0] >> 2, (old[-1] >> 2) or 13
            before = 1 << 4 * first + (old[0] & 3) >> 4
            behind = 1 << 4 * last + 4 + (old[0] & 3)
        found = coverable(as_set(faces), before, behind, lacking, 15, 15)
        able: set[int] = set().union(*inside(faces, "high_or_low"))
        for meld in melds("high_or_low"):
            at = next((at for at in range(len(meld)) if meld[at : at + len(old)] == old), None)
            if at is not None or (lacking and set(old) < set(meld)):
                more = set(meld) - set(old) if at is None else {*meld[:at], *meld[at + len(old) :]}
                if faces.issuperset(more):
                    able |= more
        assert set(faces_of(found)) == able

    @pytest.mark.parametrize("jokers", [0, 1, 2])
    @given(faces=few_ranks, ace=st.sampled_from(ACES))
    def test_takeable(self, jokers: int, faces: set[int], ace: Ace) -> None:
        """A card that a meld of three takes with so many jokers is never left out."""
        found = set(faces_of(takeable(as_set(faces), jokers, *aces(ace))))
        assert found <= faces
        for meld in melds(ace):
            if len(meld) == 3 and len(faces.intersection(meld)) >= 3 - jokers:
                assert found.issuperset(faces.intersection(meld))

    def test_near(self) -> None:
        """Near is what can lie in a meld of three with a card; a joker that helps two is near both.

        So two cards that one joker helps are within reach of each other.
        """
        for face in FACES:
            small = [meld for meld in melds("high_or_low") if len(meld) == 3 and face in meld]
            assert set(faces_of(NEAR[face])) == set().union(*small) - {face}
            places = (0, 13) if face < 4 else (face >> 2,)
            helped = {
                4 * (other % 13) + (face & 3)
                for place in places
                for joker in range(max(0, place - 2), min(13, place + 2) + 1)
                for other in range(max(0, joker - 2), min(13, joker + 2) + 1)
            }
            group = {one for one in faces_of(NEAR[face]) if one >> 2 == face >> 2}
            assert set(faces_of(REACH[face])) == (helped | group) - {face}

    @given(some_faces)
    def test_apart(self, faces: set[int]) -> None:
        """Picked faces are out of each other's reach, and every other one is within some reach."""
        picked = apart(as_set(faces))
        for face in faces:
            within = [one for one in picked if one != face and REACH[one] >> face & 1]
            assert bool(within) is (face not in picked)

    @pytest.mark.parametrize("jokers", [0, 1, 2])
    @given(faces=some_faces, ace=st.sampled_from(ACES))
    def test_parts(self, jokers: int, faces: set[int], ace: Ace) -> None:
        """No meld has faces of two parts, were even so many of its cards jokers."""
        rest, parts = as_set(faces), []
        while rest:
            part = part_of(as_set(faces), rest & -rest, jokers + 1, *aces(ace))
            assert beside(part, jokers + 1, *aces(ace)) & as_set(faces) == part
            parts.append(set(faces_of(part)))
            rest &= ~part
        assert sum(map(len, parts)) == len(faces)
        for meld in melds(ace):
            lying = faces.intersection(meld)
            if lying and len(meld) - len(lying) <= jokers:
                assert any(part >= lying for part in parts)


class TestSpread:
    """With jokers, level by level: the verdict is that of brute force."""

    @given(
        st.lists(st.sampled_from([*range(8), *range(44, 52)]), max_size=8),
        st.integers(1, 2),
        st.sampled_from(ACES),
    )
    def test_the_verdict(self, faces: list[int], jokers: int, ace: Ace) -> None:
        """Cards from the queen to the two and a joker or two."""
        block = bytearray(JOKER + 1)
        for face in faces:
            block[face] += 1
        block[JOKER] = jokers
        cards = Cards.of_counts(bytes(block))
        deal = arrangement(cards.counts, Cards().counts)
        search = Search(deal, ace, [1] * 14, MOST)
        lows = list(low_aces(search.ranks, jokers, ace))
        able = can_cover(laid_down(cards), MeldRules(ace=ace))
        assert spread(search.cover(), jokers, lows) is able
        assert can_arrange(cards, rules=MeldRules(ace=ace)) is able

    @pytest.mark.parametrize("ace", ACES)
    @given(data=st.data())
    def test_low_aces_that_are_out(self, ace: Ace, data: st.DataObject) -> None:
        """Those with which all can be covered are hopeful from the best state of any level."""
        short = [meld for meld in melds(ace) if len(meld) < 6]
        cards = list(chain(*data.draw(st.lists(st.sampled_from(short), min_size=1, max_size=4))))
        jokers = data.draw(st.integers(1, 2))
        block = bytearray(JOKER + 1)
        for face in data.draw(st.permutations(cards))[jokers:]:
            block[face] += 1
        block[JOKER] = jokers
        search = Search(arrangement(bytes(block), Cards().counts), ace, [1] * 14, MOST)
        lows = list(low_aces(search.ranks, jokers, ace))
        able = {low for low in lows if spread(search.cover(), jokers, [low])}
        assert able
        for level in range(12):
            assert able.issubset(hopeful(search.cover(), level, jokers, lows))

    @pytest.mark.parametrize(
        ("short", "able", "limit"),
        [("7c 7c 7d 7d 6s 6s 8s 8s", False, 240), ("Tc 3d Kd Kd 6h Jh Kh Kh", True, 1406)],
    )
    def test_hard_ones(self, short: str, able: object, limit: int) -> None:
        """Two decks short of a few cards, with a joker."""
        cards = Cards(NATURALS * 2) - Cards.parse(short) + Cards.parse("*")
        assert can_arrange(cards, limit=limit) is able
        assert (arrange(cards) is not None) is able

    def test_past_the_limit(self) -> None:
        """There is an error, never a guess."""
        cards = Cards(NATURALS * 2) - Cards.parse("7c 7c 7d 7d 6s 6s 8s 8s") + Cards.parse("*")
        for limit in (100, 155, 180):
            with pytest.raises(SearchLimitError):
                can_arrange(cards, limit=limit)


LOWER = "2s 3s 4s 5s 6s"
UPPER = "7s 8s 9s Ts Js Qs Ks"
SUIT = f"{LOWER} {UPPER}"


class TestNoRoom:
    """A full group, or a sequence from end to end, is disturbed by a joker more (D11, D18).

    Sequences that lie beside each other are not one: there is room between them.
    """

    @pytest.mark.parametrize(
        ("table", "hand", "ace", "disturbed"),
        [
            (f"As {SUIT}", "*", "low", 1),
            (f"{SUIT} As", "*", "high", 1),
            (f"{SUIT} As", "*", "high_or_low", 0),
            (f"As {SUIT}", "* *", "high_or_low", 1),
            (f"As {SUIT} As", "*", "high_or_low", 1),
            (f"As {SUIT} | 4c 4d 4h", "*", "low", 0),
            (f"As {SUIT} | 4c 4d 4h 4s", "*", "low", 1),
            (f"{LOWER} | {UPPER} As", "*", "high", 0),
            (f"{LOWER} | {UPPER} As", "* *", "high", 0),
            (f"{LOWER} | {UPPER} As", "* * *", "high", 0),
            (f"As {LOWER} | {UPPER}", "*", "low", 0),
            (f"As {LOWER} | {UPPER} As", "*", "high_or_low", 0),
            (LOWER, f"{UPPER} As *", "high", 0),
            (UPPER, f"{LOWER} As * *", "high", 0),
            (f"{SUIT[:-3]}", "Ks As *", "high", 0),
            (f"{LOWER} | {UPPER} As | 4c 4d 4h 4s", "* *", "high", 0),
            (f"{LOWER} | {UPPER} As | 4c 4d 4h 4s | 4c 4d 4h 4s", "*", "high", 0),
            ("Kc Kd Kh Ks", "5h 5s * * *", "high_or_low", 1),
            ("Kc Kd Kh Ks | 4h 5h 6h", "9h 9s * * *", "high_or_low", 0),
            ("Kc Kd Kh Ks | 6c 6d 6h 6s", "5h 5s * * *", "high_or_low", 1),
        ],
    )
    def test_full_melds(self, *, table: str, hand: str, ace: Ace, disturbed: int) -> None:
        """The fewest melds, and it is known to be so."""
        at = position(table, hand, MeldRules(ace=ace))
        best = best_play(at.table, at.hand)
        assert best is not None
        assert not check_play(at.table, best.play, at.hand)
        assert (best.disturbed, best.disturbed_exact) == (disturbed, True)
        known = Table.of([meld.cards for meld in best.table.melds], rules=at.table.rules)
        assert [meld.in_order for meld in known.melds] == [m.in_order for m in best.table.melds]

    @pytest.mark.parametrize(("table", "hand"), [(SUIT, "As *"), (f"{SUIT[3:]} As", "2s *")])
    def test_other_ways_are_not_tried(self, table: str, hand: str) -> None:
        """Where what is played leaves a joker no room, the number is not said to be the fewest."""
        at = position(table, hand, MeldRules(ace="high"))
        best = best_play(at.table, at.hand)
        assert best is not None
        assert (best.disturbed, best.disturbed_exact) == (1, False)

    @pytest.mark.parametrize(
        ("lists", "excused", "left", "found"),
        [
            ([0b0001, 0b0010, 0b0100], 0, 2, 0),
            ([0b0001, 0b0010, 0b0100], 0, 3, 0b0001),
            ([0b0001, 0b0010, 0b0100], 1, 2, 0b0011),
            ([0b0001, 0b0010, 0b0100, 0b1000], 1, 2, 0),
            ([0b0011, 0b0110, 0b1100], 0, 2, 0b0011),
            ([0b0111, 0b0010, 0b0001], 0, 2, 0b0010),
            ([0b0011, 0b1000, 0b1100, 0b0001], 0, 2, 0b1000),
            ([0b0011, 0b0110], 2, 2, 0b0111),
            ([0b0011, 0b0110], 0, 1, 0b0010),
            ([0b0011, 0b0110, 0b1000], 1, 1, 0b0010),
            ([0b0011, 0b0110, 0b1100], 1, 1, 0b0110),
        ],
    )
    def test_some_lists(self, lists: list[int], excused: int, left: int, found: int) -> None:
        """The shortest list is taken; nothing can help where too many lists lie apart."""
        assert one_of(lists, 0b1111, excused, left) == found

    @given(
        st.lists(st.integers(0, 63), min_size=1, max_size=5),
        st.integers(0, 63),
        st.integers(0, 2),
        st.integers(1, 3),
    )
    def test_lists(self, lists: list[int], able: int, excused: int, left: int) -> None:
        """One of each list must be loosened, but for a few: no other set can be enough."""
        found = one_of(lists, able, excused, left)
        assert not found & ~able
        for chosen in chain.from_iterable(combinations(range(6), many) for many in range(left + 1)):
            melds = as_set(set(chosen)) & able
            served = sum(1 for listed in lists if listed & melds)
            if served and served >= len(lists) - excused:
                assert found & melds

    @given(some_faces | few_ranks, st.sampled_from(ACES), st.sampled_from(FACES))
    def test_helpers(self, faces: set[int], ace: Ace, old: int) -> None:
        """What helps a face that is alone is each face that leaves it alone no longer."""
        ends = (1 << old) >> 4, 1 << old + 4
        loose = as_set(faces)
        alone = loose & ~coverable(loose, *ends, 0, *aces(ace))
        for face in faces_of(alone):
            found = helpers(face, loose, *ends, *aces(ace))
            assert faces_of(found) == [
                more
                for more in FACES
                if coverable(loose | 1 << more, *ends, 0, *aces(ace)) >> face & 1
            ]


class TestKnownMelds:
    """What the solver lays without having it judged is as the library makes it."""

    def test_tables(self) -> None:
        """Every meld of the best plays, its order and key, and the table's cards."""
        for text in plays_of_all_cells(seed=7, count=12):
            at = position(text.table, text.hand)
            best = best_play(at.table, at.hand)
            assert best is not None
            table = Table.of([meld.cards for meld in best.table.melds])
            assert (table, table.cards) == (best.table, best.table.cards)
            for meld, known in zip(table.melds, best.table.melds, strict=True):
                assert (meld.in_order, meld.key) == (known.in_order, known.key)

    @pytest.mark.parametrize("ace", ACES)
    def test_every_meld(self, ace: Ace) -> None:
        """Each meld of naturals, and with a joker in each of its places."""
        for faces in melds(ace):
            for joker in range(-1, len(faces)):
                places = [face + 52 * (at == joker) for at, face in enumerate(faces)]
                counts = bytearray(JOKER + 1)
                for place in places:
                    counts[place] += 1
                meld = meld_of(Cards.of_counts(bytes(counts)))
                ordered = [_place(str(card)) for card in meld.in_order]
                known = known_meld(meld.key, ordered)
                assert (known, known.in_order, known.key) == (meld, meld.in_order, meld.key)


def _place(text: str) -> int:
    face = 4 * "A23456789TJQK".index(text[0]) + "cdhs".index(text[1])
    return face + 52 * text.endswith("*")
