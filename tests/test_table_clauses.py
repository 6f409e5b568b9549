"""What may be made of a table, clause by clause."""

from __future__ import annotations

from itertools import product

import pytest

from manipulation import (
    MACHIAVELLI_MELDS,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    Cards,
    IllegalTableError,
    MeldRules,
    Play,
    PositionError,
    Table,
    check_play,
    parse_meld,
)
from tests.tables import ANY, FROM_HAND, ON_TABLE, check


class TestR18:
    """To meld, a player plays one or more cards from his hand to the table."""

    def test_a_card_that_he_does_not_hold(self) -> None:
        """Only cards from his hand can be played, each as often as he holds it."""
        assert check("", "8s 8h 8d", "8s 8h") == [("CARD_NOT_HELD", "8d")]
        assert check("7s 7h 7d", "7s 7h 7d | 7s 7h 7d", "7s 7h 7d") == []
        assert check("", "4s 5s 6s | 4s 5s 6s", "4s 5s 6s 6s") == [("CARD_NOT_HELD", "4s 5s")]

    def test_a_joker_that_he_does_not_hold(self) -> None:
        """A joker is played from the hand as a joker, whatever it stands for."""
        assert check("", "8s 8h 8d*", "8s 8h *") == []
        assert check("", "8s 8h 8d*", "8s 8h 8d") == [("CARD_NOT_HELD", "*")]
        assert check("", "8s 8h* 8d*", "8s * 8d") == [("CARD_NOT_HELD", "*")]

    def test_a_hand_holds_no_declared_joker(self) -> None:
        """A joker stands for a card on the table only."""
        with pytest.raises(PositionError, match=r"^a hand holds no declared joker: 8d\* \(R26\)$"):
            check("", "8s 8h 8d*", "8s 8h 8d*")


class TestR19R24:
    """All cards on the table must be arranged in legal groups and sequences."""

    def test_a_table_is_legal(self) -> None:
        """Melds that are not legal are no table, and every fault of each is named."""
        for make in (Table.parse, lambda text: Table.of(map(Cards.parse, text.split("|")))):
            with pytest.raises(IllegalTableError) as caught:
                make("8s 8s | 4s 5s 6s | 8h *")
            assert [(fault.violation.code, str(fault.meld)) for fault in caught.value.faults] == [
                ("TOO_FEW_CARDS", "8s 8s"),
                ("GROUP_REPEATS_CARD", "8s 8s"),
                ("JOKER_UNDECLARED", "8h *"),
            ]

    def test_melds_of_other_rules(self) -> None:
        """What is a meld elsewhere need not be one under the table's rules."""
        with pytest.raises(IllegalTableError) as caught:
            Table([parse_meld("Qs Ks As"), parse_meld("8s 8h 8d*")], rules=RUMMIKUB_MELDS)
        assert [fault.violation.code for fault in caught.value.faults] == ["TURNS_THE_CORNER"]
        with pytest.raises(IllegalTableError):
            Table.parse("8s 8h 8d*", rules=MACHIAVELLI_MELDS)

    def test_what_a_play_leaves(self) -> None:
        """Every meld that is not legal is a fault of the play, with its cards."""
        faults = check_play(
            Table.parse("4s 5s 6s"), Play.parse("4s 5s | 6s 8h 8d | 9c"), Cards.parse("8h 8d 9c")
        )
        assert [(fault.violation.code, str(fault.meld)) for fault in faults] == [
            ("TOO_FEW_CARDS", "4s 5s"),
            ("TOO_FEW_CARDS", "9c"),
            ("NEITHER_GROUP_NOR_SEQUENCE", "8d 8h 6s"),
        ]


class TestR20D13:
    """The first to meld in a round plays at least one whole meld; no player has to open."""

    def test_an_empty_table(self) -> None:
        """On an empty table less than a meld is too little."""
        assert check("", "8s 8h", "8s 8h 4c") == [("TOO_FEW_CARDS", "8h 8s")]
        assert check("", "8s 8h 8d", "8s 8h 8d") == []

    def test_one_card_is_enough_later(self) -> None:
        """A player's first meld may be one card added to a meld on the table."""
        assert check("4s 5s 6s", "4s 5s 6s 7s", "7s") == []


class TestR21:
    """Later melds may form new ones, extend existing ones, and rearrange them."""

    @pytest.mark.parametrize(
        ("before", "play", "hand"),
        [
            ("4s 5s 6s", "4s 5s 6s | 8s 8h 8d", "8s 8h 8d"),
            ("8s 8h 8d", "8s 8h 8d 8c", "8c"),
            ("3s 4s 5s 6s 7s", "3s 4s 5s | 5s 6s 7s", "5s"),
            ("4s 5s 6s | 4h 5h 6h | 4d 5d 6d", "4s 4h 4d | 5s 5h 5d | 6s 6h 6d 6c", "6c"),
        ],
    )
    def test_legal_plays(self, before: str, play: str, hand: str) -> None:
        """A new meld, an extension, a split, a whole table turned over."""
        assert check(before, play, hand) == []


class TestR22D19:
    """A meld adds at least one card from hand; swapping a natural for a joker plays none."""

    def test_nothing_from_hand(self) -> None:
        """Rearranging alone is no meld."""
        assert check("3s 4s 5s 6s 7s 8s", "3s 4s 5s | 6s 7s 8s", "9s") == [("NO_HAND_CARD", "")]

    def test_a_swap(self) -> None:
        """Nor is swapping a natural on the table for a joker."""
        before = "4s 5s 6s* | 6s 6h 6d 6c"
        assert check(before, "4s 5s 6s | 6s* 6h 6d 6c", "2c") == [("NO_HAND_CARD", "")]

    def test_nothing_on_nothing(self) -> None:
        """Laying nothing on an empty table plays no card."""
        assert check("", "", "8s 8h 8d") == [("NO_HAND_CARD", "")]


class TestR23R30:
    """A meld takes no card off the table; a replaced joker may not leave it."""

    def test_a_card_is_taken(self) -> None:
        """Every card that is missing is named."""
        assert check("4s 5s 6s 7s 8s", "4s 5s 6s 9h 9d 9c", "9h 9d 9c")[0] == (
            "TABLE_CARD_TAKEN",
            "7s 8s",
        )
        assert check("4s 5s 6s", "", "9h") == [
            ("TABLE_CARD_TAKEN", "4s 5s 6s"),
            ("NO_HAND_CARD", ""),
        ]

    def test_a_replaced_joker_is_taken(self) -> None:
        """Its natural lies there, so that it is free, but it must be used at once."""
        assert check("5s 6s* 7s", "5s 6s 7s", "6s") == [("TABLE_CARD_TAKEN", "*")]

    def test_a_joker_that_is_held_is_taken(self) -> None:
        """Without its natural it also no longer stands for its card."""
        assert check("5s 6s* 7s 8s 9s", "7s 8s 9s Ts", "Ts") == [
            ("TABLE_CARD_TAKEN", "5s *"),
            ("JOKER_CHANGED", "6s*"),
        ]

    def test_one_joker_for_another(self) -> None:
        """A joker from hand is as good as one that lay there (D16)."""
        assert check("6s 7s* 8s", "6s 7s* 8s | 9c* 9h 9d", "* 9h 9d") == []


class TestR26D20:
    """Whoever plays a joker says what it stands for; nothing is declared for him."""

    def test_a_joker_that_nobody_declared(self) -> None:
        """A joker that stands for no card is a fault of its meld, the only one of it."""
        assert check("", "8s 8h *", "8s 8h *") == [("JOKER_UNDECLARED", "*")]
        assert check("5s 6s* 7s 8s", "5s 6s 7s 8s *", "6s") == [("JOKER_UNDECLARED", "*")]

    def test_a_joker_that_was_declared_before(self) -> None:
        """A joker that stood for a card and now for none has changed as well."""
        assert check("5s 6s* 7s", "5s * 7s 8s", "8s") == [
            ("JOKER_UNDECLARED", "*"),
            ("JOKER_CHANGED", "6s*"),
        ]

    def test_the_natural_without_freeing_the_joker(self) -> None:
        """Whoever plays the natural need not take the joker."""
        assert check("5s 6s* 7s", "5s 6s* 7s | 6s 6h 6d", "6s 6h 6d") == []


class TestR27R28R29D15:
    """A joker stands for its card until that card lies on the table; its place may change."""

    def test_it_stands_for_its_card(self) -> None:
        """Without the natural it stands for no other card, turn after turn."""
        assert check("4s 5s 6s*", "3s 4s 5s 2s*", "3s") == [("JOKER_CHANGED", "6s*")]
        assert check("7h 7d 7c*", "7h 7d 7s | 9c* 9h 9d", "7s 9h 9d") == [("JOKER_CHANGED", "7c*")]

    def test_its_place_changes(self) -> None:
        """It may move to another meld as the card that it is."""
        before = "4s 5s 6s 7s* 8s 9s Ts"
        assert check(before, "4s 5s 6s | 8s 9s Ts | 7s* 7h 7d", "7h 7d") == []

    def test_the_card_comes_from_the_hand(self) -> None:
        """The actual card frees it."""
        assert check("5s 6s* 7s 8s", "5s 6s 7s 8s 9s*", "6s") == []

    def test_the_card_comes_from_another_meld(self) -> None:
        """So does the actual card from another meld on the table."""
        before = "4s 5s 6s* | 6s 6h 6d 6c"
        assert check(before, "4s 5s 6s | 6h 6d 6c | 9c* 9h 9d", "9h 9d") == []


class TestD16:
    """For every card X of which no natural lies there, as many jokers stand for X as before."""

    @pytest.mark.parametrize("rules", [ON_TABLE, FROM_HAND, ANY])
    def test_all_small_numbers(self, rules: MeldRules) -> None:
        """With none to two naturals and jokers before and after, in every combination."""
        for lay, stood, lies, stand in product(range(3), repeat=4):
            before = [*["7c 8c 9c"] * lay, *["7c 8c* 9c"] * stood]
            after = [*["7c 8c 9c"] * lies, *["7c 8c* 9c"] * stand]
            found = check(" | ".join(before), " | ".join(after), "", rules)
            if rules.joker_release == "any":
                held = 0
            elif rules.joker_release == "natural_from_hand":
                held = max(0, stood - stand - max(0, lies - lay))
            else:
                held = 0 if lies else max(0, stood - stand)
            expected = [("JOKER_CHANGED", " ".join(["8c*"] * held))] if held else []
            assert [fault for fault in found if fault[0] == "JOKER_CHANGED"] == expected

    def test_several_cards(self) -> None:
        """Each card is looked at by itself; all jokers that changed are named."""
        before = "5s 6s* 7s | 5h 6h* 7h"
        after = "5s 6s 7s | 5h 7h 9d* | 9c* 9h 9s"
        assert check(before, after, "6s 9h 9s") == [
            ("JOKER_CHANGED", "6h*"),
            ("NEITHER_GROUP_NOR_SEQUENCE", "9d* 5h 7h"),
        ]

    def test_a_joker_is_no_natural(self) -> None:
        """A joker that stands for X never lets another go (D10, D17)."""
        assert check("5s 6s* 7s", "5s 6s* 7s | 8s 8h 8d*", "8s 8h *") == []
        assert check("5s 6s* 7s | 6s* 6h 6d", "5s 6s* 7s | 6c* 6h 6d 6s", "6s") == []
        assert check("5s 6s* 7s | 6s* 6h 6d", "5s 6s* 7s | 6c* 6h 6d | 9s 9h 9d", "9s 9h 9d") == [
            ("JOKER_CHANGED", "6s*")
        ]


class TestD17:
    """One natural X suffices for every joker that stood for X; or one for each, from hand."""

    before = "6s 7s* 8s | 7h 7d 7s*"
    after = "6s 7s 8s 9s* | 7h 7d 7c | 9c* 9h 9d"

    def test_one_natural_frees_all(self) -> None:
        """Both jokers are free once one natural lies there."""
        assert check(self.before, self.after, "7s 7c 9h 9d") == []

    def test_from_hand_one_for_each(self) -> None:
        """Under `natural_from_hand` a natural frees one joker."""
        assert check(self.before, self.after, "7s 7c 9h 9d", FROM_HAND) == [
            ("JOKER_CHANGED", "7s*")
        ]
        both = "6s 7s 8s 9s* | 7h 7d 7s | 9c* 9h 9d"
        assert check(self.before, both, "7s 7s 9h 9d", FROM_HAND) == []

    def test_the_natural_may_end_where_it_began(self) -> None:
        """A natural that lay there and does not move frees the joker, unless it must be played."""
        before, after = "5s 6s 7s | 6h 6d 6s*", "5s 6s 7s | 6h 6d 6c | 9c* 9h 9d"
        assert check(before, after, "6c 9h 9d") == []
        assert check(before, after, "6c 9h 9d", FROM_HAND) == [("JOKER_CHANGED", "6s*")]

    def test_from_hand_may_be_used_elsewhere(self) -> None:
        """What counts is that one more natural lies there, wherever it went."""
        before = "4s 5s 6s* | 6s 6h 6d"
        after = "4s 5s 6s | 6s 6h 6d 6c*"
        assert check(before, after, "6s", FROM_HAND) == []

    def test_any(self) -> None:
        """Under `any` a joker is free without its natural, but stays on the table."""
        assert check("4s 5s 6s*", "2s* 3s 4s 5s", "3s", ANY) == []
        assert check("4s 5s 6s*", "3s 4s 5s", "3s", ANY) == [("TABLE_CARD_TAKEN", "*")]
        assert check("5s 6s* 7s", "5s * 7s 8s", "8s", ANY) == [("JOKER_UNDECLARED", "*")]


class TestD18:
    """A freed joker goes anywhere legal in the same play, standing for a card named anew."""

    def test_elsewhere(self) -> None:
        """It may stay in its meld or go to another."""
        assert check("5s 6s* 7s", "5s 6s 7s 8s*", "6s") == []
        assert check("5s 6s* 7s | 9h 9d 9s", "5s 6s 7s | 9h 9d 9s 9c*", "6s") == []

    def test_never_to_a_hand(self) -> None:
        """It may not be taken."""
        assert check("5s 6s* 7s", "5s 6s 7s", "6s") == [("TABLE_CARD_TAKEN", "*")]


class TestD14:
    """A meld is committed as one whole and judged by the table before and after."""

    def test_every_fault_at_once(self) -> None:
        """A play that breaks several rules has all their faults, in the order of the codes."""
        faults = check_play(
            Table.parse("4s 5s 6s* | 8c 8d 8h"),
            Play.parse("4s 5s Kd* | 8c 8d 9h | *"),
            Cards.parse("Kd"),
        )
        assert [fault.violation.code for fault in faults] == [
            "TABLE_CARD_TAKEN",
            "CARD_NOT_HELD",
            "JOKER_UNDECLARED",
            "JOKER_CHANGED",
            "NEITHER_GROUP_NOR_SEQUENCE",
            "NEITHER_GROUP_NOR_SEQUENCE",
        ]


class TestD21:
    """Any number of jokers in one meld; a joker may stand for a card that lies on the table."""

    def test_a_joker_beside_its_natural(self) -> None:
        """A joker may stand for a card that lies there, or of which no copy is left."""
        before = "7s 8s 9s | 7s 7h 7d"
        assert check(before, "7s 8s 9s | 7s 7h 7d | 7c 7d 7s*", "7c 7d *") == []
        assert check("", "7s 8s* 9s*", "7s * *") == []

    def test_a_limit(self) -> None:
        """Rules may limit them."""
        assert check("", "7s 8s* 9s*", "7s * *", TAHITI_MELDS) == [("TOO_MANY_JOKERS", "8s* 9s*")]
