"""The shoe holds the cards in order; chance comes in by the door."""

from collections import Counter
from itertools import permutations
from random import Random
from secrets import SystemRandom

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    DeclaredJoker,
    Joker,
    ManipulationError,
    Natural,
    NotationError,
    PositionError,
    Rules,
    RulesError,
    Shoe,
)
from tests.values import check_value

CARDS = (*Cards.parse("8s 8h Th Kc As 2d *"),)

shoes = st.lists(st.sampled_from(CARDS), max_size=60).map(Shoe)


class TestText:
    """A shoe is written from the top."""

    @given(shoes)
    def test_text_and_repr_read_back(self, shoe: Shoe) -> None:
        """Text gives the same order, and so does the expression."""
        assert Shoe.of(str(shoe)) == shoe == Shoe.parse(str(shoe))
        assert str(Shoe.of(str(shoe))) == str(shoe)
        check_value(shoe)

    def test_the_first_card_is_the_top(self) -> None:
        """The first card of the text is drawn first."""
        shoe = Shoe.of("8s * Th")
        assert shoe.cards[0] == Natural.parse("8s")
        assert shoe.rest == Shoe.of("* Th")
        assert list(shoe) == [Natural.parse("8s"), Joker(), Natural.parse("Th")]

    def test_order_matters(self) -> None:
        """Shoes of the same cards in another order differ."""
        assert Shoe.of("8s Th") != Shoe.of("Th 8s")

    def test_bad_text_is_refused_at_its_place(self) -> None:
        """The caret points at what is no card."""
        with pytest.raises(NotationError) as refused:
            Shoe.of("8s 1x Th")
        assert refused.value.span == (3, 5)

    @pytest.mark.parametrize("length", [33_334, 10**6])
    def test_long_text_is_refused_unread(self, length: int) -> None:
        """A text past the limit is refused, whatever is in it."""
        with pytest.raises(NotationError, match="characters"):
            Shoe.of("8s " * length)

    def test_declared_jokers_and_other_things_are_refused(self) -> None:
        """Only naturals and undeclared jokers lie in a shoe."""
        with pytest.raises(PositionError, match=r"8s\*"):
            Shoe.of("8s*")
        with pytest.raises(PositionError):
            Shoe((DeclaredJoker(Natural.parse("8s")),))
        with pytest.raises(PositionError):
            Shoe(("8s",))  # type: ignore[arg-type]
        with pytest.raises(PositionError):
            Shoe(7)  # type: ignore[arg-type]


class TestR3:
    """R3: Two players use one 53-card deck. Three to five players use two such decks: 106 cards."""

    @pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 2), (4, 2), (5, 2)])
    def test_the_new_shoe_holds_the_decks_and_jokers(self, players: int, decks: int) -> None:
        """Every natural is there once for each deck, and a joker for each."""
        counts = Counter(Shoe.new(players))
        assert len(counts) == 53
        assert set(counts.values()) == {decks}
        assert counts[Joker()] == decks

    def test_a_new_shoe_is_in_order(self) -> None:
        """Deck after deck, suit after suit, the jokers last."""
        text = str(Shoe.new(3))
        assert text.startswith("Ac 2c 3c 4c")
        assert text.endswith("Qs Ks * *")
        assert text.count("Ac 2c 3c") == 2

    @pytest.mark.parametrize("players", [-1, 0, 1, 6])
    def test_other_numbers_are_refused(self, players: int) -> None:
        """R2: 2 to 5 players."""
        with pytest.raises(RulesError):
            Shoe.new(players)

    def test_rules_may_say_otherwise(self) -> None:
        """The rule set says how many decks and jokers."""
        rules = Rules(decks=(2, 2, 2, 3), jokers=(0, 0, 0, 4))
        assert len(Shoe.new(2, rules=rules)) == 104
        assert len(Shoe.new(5, rules=rules)) == 160


class TestShuffle:
    """R5: The cards are shuffled."""

    def test_a_seed_gives_the_same_order_everywhere(self) -> None:
        """Pinned: `Random.random` is documented as stable, and nothing else is asked."""
        shoe = Shoe.new(2).shuffled(Random(7))
        assert str(shoe) == PINNED

    @given(shoes, st.integers())
    def test_cards_are_kept(self, shoe: Shoe, seed: int) -> None:
        """A shuffle changes the order only, and the shoe itself not at all."""
        text = str(shoe)
        assert Cards(shoe.shuffled(Random(seed))) == Cards(shoe)
        assert str(shoe) == text

    def test_every_order_is_as_likely(self) -> None:
        """6,000 shuffles of three cards: each of the six orders comes about 1,000 times."""
        rng, shoe = Random(1), Shoe.of("8s Th Kc")
        counts = Counter(shoe.shuffled(rng).cards for _ in range(6000))
        assert set(counts) == set(permutations(shoe.cards))
        assert all(850 < count < 1150 for count in counts.values())

    def test_the_system_random_serves(self) -> None:
        """For real play."""
        assert Cards(Shoe.new(5).shuffled(SystemRandom())) == Cards(Shoe.new(5))

    def test_only_random_is_asked_once_less_than_cards(self) -> None:
        """The least that a generator must be able to do."""
        asked = []

        class Zero:
            def random(self) -> float:
                asked.append(1)
                return 0.0

        assert str(Shoe.of("8s Th Kc As").shuffled(Zero())) == "Th Kc As 8s"
        assert len(asked) == 3


PINNED = (
    "Ks Ac Jc 6d Tc Kc 4d Td 8s 3d Jh 2s 6c Kd Qd 7c Th 2h 5s 6h Qc 5h 2d As 3h 9d 4h "
    "3s Kh Qh Ts 6s 7h Ad 8d 9h 7s 9c 5c Qs 9s 4s Js 7d 2c Jd 3c * Ah 4c 8h 8c 5d"
)


class TestR5AndR6:
    """R5: Each player is dealt 10. R6: The rest is set aside face down as the draw pile."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    @pytest.mark.parametrize("dealer", [0, 1])
    def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(
        self, players: int, dealer: int
    ) -> None:
        """An oracle that deals card by card."""
        shoe = Shoe.new(players).shuffled(Random(players))
        hands: list[list[object]] = [[] for _ in range(players)]
        left = list(shoe)
        seat = dealer
        while any(len(hand) < 10 for hand in hands):
            seat = (seat + 1) % players
            hands[seat].append(left.pop(0))
        dealt, stock = shoe.deal(players=players, dealer=dealer)
        assert [sorted(map(str, hand)) for hand in dealt] == [
            sorted(map(str, hand)) for hand in hands
        ]
        assert list(stock) == left

    def test_a_shoe_that_leaves_no_stock_is_refused(self) -> None:
        """D2: Every hand, and at least one stock card."""
        rules = Rules(hand_size=3)
        hands, stock = Shoe.of("2c 3c 4c 5c 6c 7c 8c").deal(players=2, dealer=1, rules=rules)
        assert tuple(map(str, hands)) == ("2c 4c 6c", "3c 5c 7c")
        assert str(stock) == "8c"
        with pytest.raises(PositionError, match="6 cards cannot deal 6"):
            Shoe.of("2c 3c 4c 5c 6c 7c").deal(players=2, dealer=1, rules=rules)

    def test_more_cards_than_the_decks_hold_are_refused(self) -> None:
        """Two 8s are one too many for two players, and fine for three."""
        shoe = Shoe.of("8s 8s 2c 3c 4c 5c")
        rules = evolve(MANIPULATION, hand_size=1)
        with pytest.raises(PositionError, match="8s"):
            shoe.deal(players=2, dealer=0, rules=rules)
        assert len(shoe.deal(players=3, dealer=0, rules=rules)[1]) == 3

    @pytest.mark.parametrize("dealer", [-1, 3])
    def test_the_dealer_is_a_seat(self, dealer: int) -> None:
        """Seats count from 0."""
        with pytest.raises(PositionError, match="dealer"):
            Shoe.new(3).deal(players=3, dealer=dealer)


class TestCommitment:
    """A shoe commits to its order before the deal and is checked after the round."""

    @given(shoes, st.binary(max_size=40))
    def test_the_shoe_matches_its_own_commitment(self, shoe: Shoe, salt: bytes) -> None:
        """64 hex digits, which the same order with the same salt gives."""
        commitment = shoe.commitment(salt)
        assert len(commitment) == 64
        assert shoe.matches(commitment, salt=salt)
        assert Shoe(shoe.cards).matches(commitment, salt=salt)

    def test_another_order_or_salt_does_not_match(self) -> None:
        """Whoever changes the order afterwards is found out."""
        shoe = Shoe.of("8s Th Kc")
        commitment = shoe.commitment(b"salt")
        assert not Shoe.of("Th 8s Kc").matches(commitment, salt=b"salt")
        assert not shoe.matches(commitment, salt=b"other")
        assert not shoe.matches("", salt=b"salt")

    def test_the_commitment_is_that_of_the_standard(self) -> None:
        """Pinned, so that ports can check it: HMAC-SHA-256 of the text with the salt as key."""
        assert Shoe.of("8s Th *").commitment(b"pepper") == COMMITTED


COMMITTED = "9024f53ea0150d96d283aab16f54190c988b7b8cd8a7acc6c625298e572f9579"


@given(st.text(alphabet="8sTh*|, \n-♠", max_size=30))
def test_any_text_gives_a_shoe_or_one_of_our_errors(text: str) -> None:
    """Whatever is read is refused in our own words."""
    try:
        shoe = Shoe.of(text)
    except ManipulationError:
        return
    assert Shoe.of(str(shoe)) == shoe
