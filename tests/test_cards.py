"""Cards are written as the notation says, and a multiset of them is a multiset."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import Counter
from itertools import product
from operator import add, ge, gt, le, lt, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, DeclaredJoker, Joker, Natural, PositionError, Rank, Suit, parse_card
from manipulation.cards import MAX_COPIES, expect_cards
from tests.values import check_value

RANKS, SUITS = "A23456789TJQK", "cdhs"
WORDS = [rank + suit for rank in RANKS for suit in SUITS]
ALL_WORDS = [*WORDS, *(f"{word}*" for word in WORDS), "*"]
"""The 105 cards as they are written, in the order of the counts."""

AS_WRITTEN = [
    *(f"{rank}{suit}{joker}" for suit, rank, joker in product(SUITS, RANKS, ("", "*"))),
    "*",
]
"""The 105 cards in the order in which `Cards` are written."""

words = st.sampled_from(ALL_WORDS)
# Few kinds, the first and the last of each among them, so that equal cards meet; then any card.
few = st.sampled_from(["8s", "8s*", "8h", "Ac", "Ac*", "Ks", "Ks*", "*"])
lists = st.lists(few | words, max_size=12)
hands = lists.map(lambda listed: Cards(map(parse_card, listed)))


def counted(cards: Cards) -> Counter[str]:
    """Count the words of the cards: the multiset that `Cards` are compared with."""
    return Counter(map(str, cards))


class TestMultiset:
    """`Cards` are a multiset: a `Counter` of the cards' words says the same."""

    @given(lists)
    def test_holds_what_it_was_given(self, listed: list[str]) -> None:
        """Every card is there as often as it was given, in the order of writing."""
        cards = Cards(map(parse_card, listed))
        assert list(map(str, cards)) == sorted(listed, key=AS_WRITTEN.index)
        assert len(cards) == len(listed)
        assert bool(cards) is bool(listed)
        for word in ALL_WORDS:
            assert cards.count(parse_card(word)) == listed.count(word)
            assert (parse_card(word) in cards) is (word in listed)

    @given(lists)
    def test_the_block(self, listed: list[str]) -> None:
        """The counts are 105 bytes: naturals by rank, then suit; declared likewise; undeclared."""
        cards = Cards(map(parse_card, listed))
        assert cards.counts == bytes(listed.count(word) for word in ALL_WORDS)
        assert Cards.of_counts(cards.counts) == cards

    @given(hands, hands)
    def test_sum(self, left: Cards, right: Cards) -> None:
        """`+` puts two multisets together, and so does `together` with any number."""
        assert counted(left + right) == counted(left) + counted(right)
        assert Cards.together([left, right, left]) == left + right + left
        assert Cards.together(iter(())) == Cards()

    @given(hands, hands)
    def test_difference(self, left: Cards, right: Cards) -> None:
        """`-` takes cards away if they are there, and is refused with those that are not."""
        assert left + right - right == left
        missing = counted(right) - counted(left)
        if missing:
            with pytest.raises(PositionError) as caught:
                left - right
            named = Cards.parse(str(caught.value).removeprefix("not there to be taken: "))
            assert counted(named) == missing
        else:
            assert counted(left - right) == counted(left) - counted(right)

    @given(hands, hands)
    def test_beyond(self, left: Cards, right: Cards) -> None:
        """`beyond` keeps what is here oftener than there, as often as it is too many."""
        assert counted(left.beyond(right)) == counted(left) - counted(right)

    @given(hands, hands)
    def test_order(self, left: Cards, right: Cards) -> None:
        """`<=` is inclusion, `<` is inclusion without equality."""
        pairs = [(left, right), (left, left), (left, left + right)]
        for few, many in pairs:
            assert (few <= many) is (counted(few) <= counted(many))
            assert (few < many) is (counted(few) < counted(many))
            assert (many >= few) is (few <= many)
            assert (many > few) is (few < many)
            assert (few == many) is (counted(few) == counted(many))

    @given(hands)
    def test_parts(self, cards: Cards) -> None:
        """Naturals, declared and undeclared jokers are parts that make up the whole."""
        jokers = Cards([Joker()] * cards.undeclared)
        assert cards.naturals + cards.declared + jokers == cards
        assert all(isinstance(card, Natural) for card in cards.naturals)
        assert all(isinstance(card, DeclaredJoker) for card in cards.declared)
        assert cards.jokers == sum("*" in str(card) for card in cards)
        assert cards.undeclared == list(map(str, cards)).count("*")

    @given(hands)
    def test_faces(self, cards: Cards) -> None:
        """A declared joker counts as its card in a meld (D10); an undeclared one as none."""
        assert counted(cards.faces) == Counter(
            str(card).removesuffix("*") for card in cards if str(card) != "*"
        )

    @given(hands)
    def test_undeclared_again(self, cards: Cards) -> None:
        """For R18, R22 and R23 a joker is a joker, whatever it stands for."""
        assert counted(cards.undeclared_again) == Counter(
            "*" if "*" in str(card) else str(card) for card in cards
        )

    @given(hands)
    def test_by_suit_and_by_rank(self, cards: Cards) -> None:
        """The cards are sorted into the suits and ranks that occur, in their order."""
        for parts, place in ((cards.by_suit(), 1), (cards.by_rank(), 0)):
            assert list(map(str, parts)) == [
                kind for kind in SUITS + RANKS if kind in map(str, parts)
            ]
            for kind, part in parts.items():
                assert counted(part) == Counter(
                    word for word in map(str, cards) if word[place:].startswith(str(kind))
                )
                assert part
            assert Cards.together(parts.values()) == cards.naturals + cards.declared

    @given(hands)
    def test_is_a_value(self, cards: Cards) -> None:
        """Equal cards hash alike; text, `repr`, pickle and copy give the same cards back."""
        check_value(cards)
        assert Cards.parse(str(cards)) == cards
        assert str(Cards.parse(str(cards))) == str(cards)

    @pytest.mark.parametrize("word", ALL_WORDS)
    def test_every_card(self, word: str) -> None:
        """Of each of the 105 cards it is known what it is, and what it counts as."""
        card = Cards.parse(word)
        natural, joker, none = Cards.parse(word[:2].strip("*")), Cards.parse("*"), Cards()
        assert card.naturals == (none if "*" in word else card)
        assert card.declared == (card if len(word) == 3 else none)
        assert card.faces == natural
        assert card.undeclared_again == (joker if "*" in word else card)
        assert card.jokers == ("*" in word)
        assert card.undeclared == (word == "*")
        assert {str(rank) + str(suit) for rank in card.by_rank() for suit in card.by_suit()} == (
            {word[:2]} if natural else set()
        )
        assert Cards.together([*card.by_suit().values(), *card.by_rank().values()]) == (
            card + card if natural else none
        )

    def test_is_immutable(self) -> None:
        """Nobody changes the cards of another."""
        cards = Cards.parse("8s")
        with pytest.raises(AttributeError):
            cards.counts = bytes(105)  # type: ignore[misc]
        assert cards != object()
        assert cards != Cards.parse("8s*")

    def test_all_cards_are_written_by_suit_then_rank(self) -> None:
        """Clubs, diamonds, hearts, spades; ace to king; declared after natural; `*` last."""
        assert str(Cards(map(parse_card, ALL_WORDS))) == " ".join(AS_WRITTEN)


class TestManyCopies:
    """One `Cards` holds up to 127 equal cards; nothing overflows into another card."""

    @pytest.mark.parametrize("word", ["Ac", "Kh", "Ks*", "*"])
    def test_the_limit(self, word: str) -> None:
        """There may be 127 equal cards, and all that can be done with one can be done with them."""
        card = parse_card(word)
        most = Cards([card] * 127)
        assert (MAX_COPIES, len(most), most.count(card)) == (127, 127, 127)
        assert most - most == most.beyond(most) == Cards()
        assert most <= Cards([card] * 127)
        assert not most <= Cards()
        assert most.beyond(Cards()) == most
        assert Cards().beyond(most) == Cards()
        assert Cards.of_counts(most.counts) == most

    @pytest.mark.parametrize("word", ["Ac", "Kh", "Ks*", "*"])
    def test_past_the_limit(self, word: str) -> None:
        """More than 127 equal cards are refused, however they come together."""
        card = parse_card(word)
        one, most = Cards([card]), Cards([card] * 127)
        refused = pytest.raises(PositionError, match=r"^more than 127 equal cards$")
        with refused:
            Cards([card] * 128)
        with refused:
            most + one
        with refused:
            most + most
        with refused:
            Cards.together([one, most])
        with refused:
            Cards.together([most] * 600)
        with refused:
            Cards.parse(f"{word} " * 128)

    def test_declared_jokers_that_are_too_many_elsewhere(self) -> None:
        """Jokers declared as different cards are too many once they are all undeclared."""
        jokers = Cards.parse("8s* " * 100 + "8h* " * 27)
        assert jokers.undeclared_again == Cards([Joker()] * 127)
        with pytest.raises(PositionError, match=r"^more than 127 equal cards$"):
            _ = (jokers + Cards.parse("*")).undeclared_again
        with pytest.raises(PositionError, match=r"^more than 127 equal cards$"):
            _ = (jokers + Cards.parse("8s " * 28)).faces
        assert len((jokers + Cards.parse("8s " * 27)).faces) == 154


class TestBadValues:
    """What is no card is refused with a `PositionError` that shows it."""

    def test_cards_of_other_things(self) -> None:
        """Only cards make `Cards`."""
        for values, message in (
            ("8s", "a card is expected, not '8'"),
            ([["8s"]], "a card is expected, not ['8s']"),
            (Natural.parse("8s"), "cards are expected, not Natural.parse('8s')"),
            (8, "cards are expected, not 8"),
        ):
            with pytest.raises(PositionError) as caught:
                Cards(values)  # type: ignore[arg-type]
            assert str(caught.value) == message

    def test_questions_about_other_things(self) -> None:
        """Only a card can be counted or looked for."""
        with pytest.raises(PositionError, match=r"^a card is expected, not '8s'$"):
            Cards().count("8s")  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^a card is expected, not '8s'$"):
            "8s" in Cards()  # type: ignore[operator] # noqa: B015 -- asking is what is refused

    @pytest.mark.parametrize(
        "counts",
        [b"", bytes(104), bytes(106), b"\x80" + bytes(104), bytes(104) + b"\xff", "\0" * 105],
        ids=["none", "104", "106", "128 aces", "255 jokers", "text"],
    )
    def test_blocks(self, counts: bytes) -> None:
        """A block of the wrong length, type or with a count past 127 is refused."""
        with pytest.raises(PositionError, match=r"^105 bytes of at most 127 each are expected$"):
            Cards.of_counts(counts)

    def test_a_block_that_can_change(self) -> None:
        """A block that its owner could change later is refused."""
        with pytest.raises(PositionError):
            Cards.of_counts(bytearray(105))  # type: ignore[arg-type]

    def test_single_cards(self) -> None:
        """A card is made of a rank and a suit, a declared joker of a card."""
        for make, message in (
            (lambda: Natural(8, Suit.SPADES), "a rank is expected, not 8"),  # type: ignore[arg-type]
            (lambda: Natural(Rank.ACE, "s"), "a suit is expected, not 's'"),  # type: ignore[arg-type]
            (
                lambda: DeclaredJoker(Joker()),  # type: ignore[arg-type]
                "a card with rank and suit is expected, not Joker()",
            ),
            (lambda: Suit("x"), "no suit: 'x'"),
            (lambda: Rank(14), "no rank: 14"),
        ):
            with pytest.raises(PositionError) as caught:
                make()
            assert str(caught.value) == message

    def test_what_is_no_multiset(self) -> None:
        """Functions that take `Cards` take nothing else."""
        expect_cards(Cards())
        with pytest.raises(PositionError, match=r"^Cards are expected, not \[\]$"):
            expect_cards([])

    @pytest.mark.parametrize("other", ["8s", None, 8, ["8s"], Natural.parse("8s")], ids=repr)
    def test_other_things_beside_cards(self, other: object) -> None:
        """An operator refuses them as Python's own do, a question with a `PositionError`."""
        cards = Cards.parse("8s *")
        for operator in (add, sub, le, lt, ge, gt):
            for pair in ((cards, other), (other, cards)):
                with pytest.raises(TypeError, match=r"supported|can only concatenate"):
                    operator(*pair)
        with pytest.raises(PositionError, match=r"^Cards are expected, not "):
            cards.beyond(other)  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"^Cards are expected, not "):
            Cards.together([cards, other])  # type: ignore[list-item]

    def test_nothing_to_put_together(self) -> None:
        """What holds no multisets is shown."""
        with pytest.raises(PositionError, match=r"^Cards are expected, not 8$"):
            Cards.together(8)  # type: ignore[arg-type]


class TestAnyMachine:
    """Nothing depends on the seed of Python's hashes."""

    def test_hash_seed(self) -> None:
        """Cards, parts and errors come in the same order under every seed."""
        program = (
            "from manipulation import *\n"
            "cards = Cards.parse('8s 8h* * Kd As 8s 2c')\n"
            "print(cards, cards.by_suit(), cards.by_rank(), cards.faces)\n"
            "before, play = Table.parse('8c 8d 8h*'), Play.parse('4s 4s 5s 9s | 8c')\n"
            "print(*check_play(before, play, Cards()))\n"
        )
        printed = {
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            ).stdout
            for seed in ("0", "1", "2")
        }
        assert len(printed) == 1
        assert b"8h*" in printed.pop()

    def test_a_cached_hash_stays_at_home(self) -> None:
        """A pickled card finds its equals in a process whose hashes differ."""
        program = (
            "import pickle, sys\n"
            "from manipulation import *\n"
            "cards = pickle.load(sys.stdin.buffer)\n"
            "print(all(card in {parse_card(str(card)), MANIPULATION.melds} for card in cards))\n"
        )
        for card in ALL_WORDS:
            hash(parse_card(card))
        pickled = pickle.dumps([parse_card(card) for card in ALL_WORDS])
        for seed in ("1", "2"):
            done = subprocess.run(
                [sys.executable, "-c", program],
                input=pickled,
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            )
            assert done.stdout.strip() == b"True"
