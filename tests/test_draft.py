"""A draft is a turn in the making: anything goes on the way, and the end is judged."""

import pytest
from attrs import evolve
from hypothesis import given

import manipulation
from manipulation import (
    Cards,
    Declare,
    DeclaredJoker,
    Draft,
    IllegalMoveError,
    PositionError,
    PutDown,
    Table,
    TakeBack,
    parse_step,
)
from tests.drafts import drafts
from tests.legal_plays import FACES


def begun(table: str, hand: str, *texts: str) -> Draft:
    """Begin a turn and take these steps."""
    draft = Draft.of(Table.parse(table), Cards.parse(hand))
    for text in texts:
        draft = draft.after(parse_step(text))
    return draft


def codes(draft: Draft) -> list[str]:
    """Name what is illegal still."""
    return [fault.violation.code for fault in draft.faults()]


TABLE = "8c 8d 8s* | 4c 5c 6c 7c"


class TestSteps:
    """Each kind of step, and what it refuses."""

    @pytest.mark.parametrize(
        ("texts", "expected"),
        [
            ("", "meld 1: 8c 8d 8s* | meld 2: 4c 5c 6c 7c | in hand: 8s 9s *"),
            (
                "pick up 4c from meld 2",
                "meld 1: 8c 8d 8s* | meld 2: 5c 6c 7c | in the air: 4c | in hand: 8s 9s *",
            ),
            (
                "pick up 4c from meld 2; put down 4c in meld 3",
                "meld 1: 8c 8d 8s* | meld 2: 5c 6c 7c | meld 3: 4c | in hand: 8s 9s *",
            ),
            (
                "put down 8s from hand in meld 1",
                "meld 1: 8c 8d 8s 8s* | meld 2: 4c 5c 6c 7c | in hand: 9s *",
            ),
            (
                "split 4c 5c off meld 2 as meld 3",
                "meld 1: 8c 8d 8s* | meld 2: 6c 7c | meld 3: 4c 5c | in hand: 8s 9s *",
            ),
            ("join meld 1 to meld 2", "meld 2: 4c 5c 6c 7c 8c 8d 8s* | in hand: 8s 9s *"),
            (
                "join meld 1 to meld 2; pick up 8c from meld 2; put down 8c in meld 1",
                "meld 1: 8c | meld 2: 4c 5c 6c 7c 8d 8s* | in hand: 8s 9s *",
            ),
            (
                "join meld 1 to meld 2; split 8c 8d off meld 2 as meld 1",
                "meld 1: 8c 8d | meld 2: 4c 5c 6c 7c 8s* | in hand: 8s 9s *",
            ),
            ("free 8s* in meld 1", "meld 1: 8c 8d * | meld 2: 4c 5c 6c 7c | in hand: 8s 9s *"),
            (
                "put down * from hand in meld 2; declare 3c* in meld 2",
                "meld 1: 8c 8d 8s* | meld 2: 3c* 4c 5c 6c 7c | in hand: 8s 9s",
            ),
            (
                "pick up 8s* from meld 1; free 8s* in the air; declare 8h* in the air",
                "meld 1: 8c 8d | meld 2: 4c 5c 6c 7c | in the air: 8h* | in hand: 8s 9s *",
            ),
            (
                "put down * from hand in meld 1; take back 8s* from meld 1",
                "meld 1: 8c 8d * | meld 2: 4c 5c 6c 7c | in hand: 8s 9s *",
            ),
            (
                "put down 9s from hand in meld 3; take back 9s from meld 3",
                "meld 1: 8c 8d 8s* | meld 2: 4c 5c 6c 7c | in hand: 8s 9s *",
            ),
        ],
    )
    def test_steps_move_cards(self, texts: str, expected: str) -> None:
        """Cards go where the step says; melds keep their numbers."""
        assert str(begun(TABLE, "8s 9s *", *filter(None, texts.split("; ")))) == expected

    @pytest.mark.parametrize(
        ("text", "refusal"),
        [
            ("pick up 4c from meld 1", "not in meld 1: 4c"),
            ("pick up 4c from meld 3", "there is no meld 3"),
            ("pick up * from meld 1", "not in meld 1: *"),
            ("put down 8s in meld 1", "not in the air: 8s"),
            ("put down 8s from hand in meld 4", "there is no meld 4; the next new one is 3"),
            ("put down 7h from hand in meld 1", "CARD_NOT_HELD (R18)"),
            ("put down 8s* from hand in meld 1", "CARD_NOT_HELD (R18)"),
            ("split 4c 5c off meld 2 as meld 1", "there is a meld 1 already"),
            ("split 4c 5c off meld 2 as meld 2", "there is a meld 2 already"),
            ("split 4c 5c off meld 2 as meld 4", "there is no meld 4; the next new one is 3"),
            ("split 4c 4c off meld 2 as meld 3", "not in meld 2: 4c"),
            ("split 4c off meld 3 as meld 3", "there is no meld 3"),
            ("split 4c 5c 6c 7c off meld 2 as meld 3", "leave a card"),
            ("join meld 3 to meld 2", "there is no meld 3"),
            ("join meld 1 to meld 3", "there is no meld 3"),
            ("join meld 1 to meld 1", "to another one"),
            ("declare 8s* in meld 1", "not in meld 1: *"),
            ("declare 8s* in the air", "not in the air: *"),
            ("free 8h* in meld 1", "not in meld 1: 8h*"),
            ("free 8s* in meld 3", "there is no meld 3"),
            ("take back 8c from meld 1", "TABLE_CARD_TAKEN (R23)"),
            ("take back 8s* from meld 1", "TABLE_CARD_TAKEN (R23)"),
            ("take back 9s from meld 1", "not in meld 1: 9s"),
        ],
    )
    def test_a_step_that_makes_no_sense_is_refused(self, text: str, refusal: str) -> None:
        """What is not there is a `PositionError`, a broken rule an `IllegalMoveError`."""
        draft = begun(TABLE, "8s 9s *")
        kind = IllegalMoveError if "(R" in refusal else PositionError
        with pytest.raises(kind) as error:
            draft.after(parse_step(text))
        assert refusal in str(error.value)
        assert draft == begun(TABLE, "8s 9s *")

    def test_a_card_that_is_put_down_in_a_meld_can_be_taken_back_from_an_equal_place(self) -> None:
        """Equal cards are equal: of two 4c one was played, and either may be taken back."""
        draft = begun(TABLE, "4c", "put down 4c from hand in meld 1")
        assert draft.played == Cards.parse("4c")
        assert draft.after(TakeBack.parse("take back 4c from meld 2")).hand == Cards.parse("4c")

    def test_equal_drafts_are_equal_whatever_the_way(self) -> None:
        """Only what lies where counts."""
        ways = (
            ("put down 8s from hand in meld 1", "pick up 4c from meld 2"),
            ("pick up 4c from meld 2", "put down 8s from hand in meld 1"),
        )
        one, other = (begun(TABLE, "8s 9s", *way) for way in ways)
        assert one == other
        assert hash(one) == hash(other)


class TestFaults:
    """R19, R22 to R24 and D16: what counts is the table at the end."""

    @pytest.mark.parametrize(
        ("texts", "expected"),
        [
            ("", ["NO_HAND_CARD"]),
            ("pick up 4c from meld 2", ["TABLE_CARD_TAKEN", "NO_HAND_CARD"]),
            ("put down 9s from hand in meld 3", ["TOO_FEW_CARDS"]),
            (
                "put down 9s from hand in meld 3; pick up 9s from meld 3",
                ["TABLE_CARD_TAKEN"],
            ),
            (
                "free 8s* in meld 1; declare 8h* in meld 1",
                ["NO_HAND_CARD", "JOKER_CHANGED"],
            ),
            ("free 8s* in meld 1", ["NO_HAND_CARD", "JOKER_UNDECLARED", "JOKER_CHANGED"]),
            (
                "put down 8s from hand in meld 1; free 8s* in meld 1; declare 8h* in meld 1",
                [],
            ),
            (
                "put down 8s from hand in meld 1; pick up 8s* from meld 1; free 8s* in the air",
                ["TABLE_CARD_TAKEN"],
            ),
            ("put down 8s from hand in meld 1", ["GROUP_REPEATS_CARD"]),
        ],
    )
    def test_faults_name_what_is_illegal_still(self, texts: str, expected: list[str]) -> None:
        """A joker may be freed at any time, and has to be in order at the end."""
        draft = begun(TABLE, "8s 9s *", *filter(None, texts.split("; ")))
        assert codes(draft) == expected

    def test_a_joker_in_the_air_is_not_yet_changed(self) -> None:
        """It stands for its card still: the fault is that it is in the air."""
        draft = begun(TABLE, "8s", "pick up 8s* from meld 1")
        assert codes(draft) == ["TABLE_CARD_TAKEN", "NO_HAND_CARD", "TOO_FEW_CARDS"]
        assert draft.faults()[0].cards == Cards.parse("8s*")

    def test_faults_are_told_by_the_number_of_the_meld(self) -> None:
        """A meld without fault is there, with none; one that is empty is not there."""
        draft = begun(TABLE, "9s", "join meld 1 to meld 2", "put down 9s from hand in meld 3")
        assert {
            number: [fault.violation.code for fault in faults]
            for number, faults in draft.faults_by_meld().items()
        } == {2: ["NEITHER_GROUP_NOR_SEQUENCE"], 3: ["TOO_FEW_CARDS"]}

    @given(drafts())
    def test_a_joker_can_be_declared_where_its_meld_is_legal_then(self, draft: Draft) -> None:
        """Of all 52 cards, for each meld: those, and no others."""
        for meld, cards in draft.melds.items():
            found = draft.declarable(meld)
            if cards.undeclared != 1:
                assert found == Cards()
                continue
            for face in FACES:
                declared = draft.after(Declare(DeclaredJoker(face), meld))
                assert (face in found) == (declared.faults_by_meld()[meld] == ())

    def test_a_joker_that_can_be_declared(self) -> None:
        """At either end, or in the gap; not while another joker stands for no card either."""
        draft = begun("4c 5c 6c", "* * 8c", "put down * from hand in meld 1")
        assert draft.declarable(1) == Cards.parse("3c 7c")
        draft = draft.after(PutDown.parse("put down 8c from hand in meld 1"))
        assert draft.declarable(1) == Cards.parse("7c")
        draft = draft.after(PutDown.parse("put down * from hand in meld 1"))
        assert draft.declarable(1) == Cards()
        with pytest.raises(PositionError, match="no meld 2"):
            draft.declarable(2)

    def test_the_rules_of_the_table_hold(self) -> None:
        """D17: under `natural_from_hand` a natural that lay on the table frees no joker."""
        strict = evolve(manipulation.MANIPULATION.melds, joker_release="natural_from_hand")
        texts = ("free 6c* in meld 1", "declare 3c* in meld 1", "put down 9c from hand in meld 2")
        for rules, expected in ((manipulation.MANIPULATION.melds, []), (strict, ["JOKER_CHANGED"])):
            draft = Draft.of(Table.parse("4c 5c 6c* | 6c 7c 8c", rules=rules), Cards.parse("9c"))
            for text in texts:
                draft = draft.after(parse_step(text))
            assert codes(draft) == expected

    def test_a_meld_is_judged_by_the_rules_of_the_table(self) -> None:
        """R17: where the ace is low, no sequence ends with one."""
        draft = Draft.of(Table(rules=manipulation.RUMMIKUB_MELDS), Cards.parse("Qs Ks As"))
        for card in ("Qs", "Ks", "As"):
            draft = draft.after(PutDown.parse(f"put down {card} from hand in meld 1"))
        assert codes(draft) == ["TURNS_THE_CORNER"]
        assert draft.faults_by_meld() == {1: draft.faults()}


class TestPositions:
    """A draft holds all the cards of its table, and a hand without declared jokers."""

    def test_a_hand_holds_no_declared_joker(self) -> None:
        """What a joker in hand stands for is not said yet."""
        with pytest.raises(PositionError, match="declared joker: 8s"):
            Draft.of(Table(), Cards.parse("8s*"))

    def test_a_draft_that_no_steps_lead_to_is_refused(self) -> None:
        """A card of the table is missing."""
        with pytest.raises(PositionError, match="4c missing"):
            Draft(Table.parse("4c 5c 6c"), Cards(), (Cards.parse("5c 6c"),))
