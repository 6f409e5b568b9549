"""Steps lead from one table to the next, read as sentences, and read back."""

import json
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import manipulation
from manipulation import (
    MANIPULATION,
    RUMMIKUB_MELDS,
    Cards,
    Draft,
    Free,
    IllegalMoveError,
    Join,
    NotationError,
    PickUp,
    Play,
    PositionError,
    PutDown,
    Split,
    Step,
    Table,
    TakeBack,
    Violation,
    parse_step,
    steps,
)
from manipulation.solver.playing import best_play
from manipulation.testing.corpus import FOLDER
from tests.legal_plays import legal_plays

PLAYS = FOLDER / "play.jsonl"
PLAYABLE: list[dict[str, str]] = [
    json.loads(line)
    for line in PLAYS.read_text(encoding="utf-8").splitlines()
    if "null" not in line
]


def told(before: str, after: str) -> list[str]:
    """Tell the steps between two tables."""
    return list(map(str, steps(Table.parse(before), Table.parse(after))))


class TestSteps:
    """D14: a meld is judged by the table before and after; on the way there anything goes."""

    @given(legal_plays())
    def test_replayed_on_a_draft_they_give_the_play(self, drawn: tuple[Table, Cards, Play]) -> None:
        """The steps from the table before to the table after are the play."""
        before, hand, play = drawn
        draft = Draft.of(before, hand)
        for step in steps(before, before.after(play, hand=hand)):
            draft = draft.after(step)
            assert len(draft.air) <= 1
        assert draft.play() == play

    @given(legal_plays())
    def test_a_meld_on_both_tables_is_left_alone(self, drawn: tuple[Table, Cards, Play]) -> None:
        """No step names a meld that stays as it is."""
        before, hand, play = drawn
        after = before.after(play, hand=hand)
        named = {
            number
            for step in steps(before, after)
            for number in (getattr(step, name, None) for name in ("meld", "to", "new"))
        }
        alone = Counter(
            meld for number, meld in enumerate(before.melds, start=1) if number not in named
        )
        assert alone == Counter(before.melds) & Counter(after.melds)

    @given(legal_plays())
    def test_nothing_is_moved_twice(self, drawn: tuple[Table, Cards, Play]) -> None:
        """No card is picked up or put down oftener than there are cards; none is taken back."""
        before, hand, play = drawn
        after = before.after(play, hand=hand)
        found = steps(before, after)
        kinds = Counter(map(type, found))
        added = len(after.cards) - len(before.cards)
        assert kinds[TakeBack] == 0
        assert sum(isinstance(step, PutDown) and step.from_hand for step in found) == added
        assert kinds[PickUp] + kinds[Split] <= len(before.cards)
        assert kinds[Join] <= kinds[Split] + len(before.melds)
        freed = before.cards.declared.beyond(after.cards.declared)
        assert Cards(step.joker for step in found if isinstance(step, Free)) == freed

    @given(legal_plays())
    def test_a_table_is_reached_from_itself_by_no_step(
        self, drawn: tuple[Table, Cards, Play]
    ) -> None:
        """Where nothing changes there is nothing to do."""
        table, _, _ = drawn
        assert steps(table, table) == ()

    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            pytest.param(
                "",
                "4c 5c 6c",
                [
                    "put down 4c from hand in meld 1",
                    "put down 5c from hand in meld 1",
                    "put down 6c from hand in meld 1",
                ],
                id="a new meld is put down card by card",
            ),
            pytest.param(
                "8c 8d 8h | 4c 5c 6c",
                "8c 8d 8h 8s | 3c 4c 5c 6c 7c",
                [
                    "put down 8s from hand in meld 1",
                    "put down 3c from hand in meld 2",
                    "put down 7c from hand in meld 2",
                ],
                id="a meld that grows is only put down to",
            ),
            pytest.param(
                "4c 5c 6c",
                "2c 3c 4c 5c 6c | 4c 5c 6c 7c",
                [
                    *(
                        f"put down {card} from hand in meld 2"
                        for card in Cards.parse("2c 3c 4c 5c 6c")
                    ),
                    "put down 7c from hand in meld 1",
                ],
                id="the meld that takes the fewest cards more is the one that grows",
            ),
            pytest.param(
                "",
                "8c 8d* 8h*",
                [
                    "put down 8c from hand in meld 1",
                    "put down * from hand in meld 1",
                    "put down * from hand in meld 1",
                    "declare 8d* in meld 1",
                    "declare 8h* in meld 1",
                ],
                id="jokers from hand are declared where they lie",
            ),
            pytest.param(
                "As* 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As*",
                "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks | 8c 8d* 8h*",
                [
                    "free As* in meld 1",
                    "free As* in meld 1",
                    "split * * off meld 1 as meld 2",
                    "put down 8c from hand in meld 2",
                    "declare 8d* in meld 2",
                    "declare 8h* in meld 2",
                    "put down As from hand in meld 1",
                ],
                id="two equal jokers are freed",
            ),
            pytest.param(
                "4c 5c 6c 7c 8c 9c",
                "4c 5c 6c | 6c 7c 8c 9c",
                ["split 4c 5c off meld 1 as meld 2", "put down 6c from hand in meld 2"],
                id="a long sequence is split",
            ),
            pytest.param(
                "4c 5c 6c 7c 8c 9c | Tc Jc Qc",
                "4c 5c 6c | 7c 8c 9c Tc Jc Qc",
                ["split 7c 8c 9c off meld 1 as meld 3", "join meld 3 to meld 2"],
                id="cards that move together are split off and joined",
            ),
            pytest.param(
                "4c 5c 6c | 8c 9c Tc",
                "4c 5c 6c 7c 8c 9c Tc",
                ["join meld 2 to meld 1", "put down 7c from hand in meld 1"],
                id="two sequences are joined",
            ),
            pytest.param(
                "8c 8d 8h 8s | 9s Ts Js",
                "8c 8d 8h | 8s 9s Ts Js",
                ["pick up 8s from meld 1", "put down 8s in meld 2"],
                id="a card is moved",
            ),
            pytest.param(
                "8c 8d 8s* | Js Qs Ks",
                "8c 8d 8s | Ts* Js Qs Ks",
                [
                    "free 8s* in meld 1",
                    "put down 8s from hand in meld 1",
                    "pick up * from meld 1",
                    "put down * in meld 2",
                    "declare Ts* in meld 2",
                ],
                id="a joker is freed and declared anew",
            ),
            pytest.param(
                "7s* 8s 9s",
                "7s 8s 9s Ts*",
                [
                    "free 7s* in meld 1",
                    "put down 7s from hand in meld 1",
                    "declare Ts* in meld 1",
                ],
                id="a joker that is freed need not leave its meld",
            ),
            pytest.param(
                "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As | Ac Ad Ah",
                "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks | Ac Ad Ah As",
                ["pick up As from meld 2", "put down As in meld 1"],
                id="one of two equal cards is moved",
            ),
            pytest.param(
                "3c* 3d 3h | 3c* 4c 5c",
                "3c 3d 3h | 3c* 4c 5c 6c*",
                [
                    "free 3c* in meld 1",
                    "put down 3c from hand in meld 1",
                    "pick up * from meld 1",
                    "put down * in meld 2",
                    "declare 6c* in meld 2",
                ],
                id="of two jokers with one face the one that cannot stay is freed",
            ),
        ],
    )
    def test_steps_are_natural(self, before: str, after: str, expected: list[str]) -> None:
        """A player would do it so."""
        assert told(before, after) == expected

    @pytest.mark.parametrize(
        ("before", "after", "violation"),
        [
            ("4c 5c 6c 7c", "4c 5c 6c", Violation.TABLE_CARD_TAKEN),
            ("4c 5c 6c*", "4c 5c 3c* | 6d 6h 6s", Violation.JOKER_CHANGED),
        ],
    )
    def test_what_no_play_leads_to_is_refused(
        self, before: str, after: str, violation: Violation
    ) -> None:
        """R23 and R27 hold for steps too."""
        with pytest.raises(IllegalMoveError) as refusal:
            told(before, after)
        assert [fault.violation for fault in refusal.value.faults] == [violation]

    def test_a_rearrangement_that_adds_no_card_has_steps(self) -> None:
        """R22 asks for a card of a play, not of steps."""
        assert told("4c 5c 6c 7c 8c 9c", "4c 5c 6c | 7c 8c 9c") == [
            "split 7c 8c 9c off meld 1 as meld 2"
        ]

    def test_a_joker_is_freed_only_as_the_rules_of_the_table_say(self) -> None:
        """D17: one natural from hand frees one joker, or one on the table frees all."""
        texts = ("4c 5c 6c* | 6c 7c 8c", "3c* 4c 5c | 6c 7c 8c")
        assert told(*texts) == ["free 6c* in meld 1", "declare 3c* in meld 1"]
        strict = evolve(MANIPULATION.melds, joker_release="natural_from_hand")
        with pytest.raises(IllegalMoveError):
            steps(*(Table.parse(text, rules=strict) for text in texts))

    def test_tables_under_different_rules_have_no_steps_between_them(self) -> None:
        """The rules of a table do not change in a turn."""
        with pytest.raises(PositionError):
            steps(Table(), Table(rules=RUMMIKUB_MELDS))

    @pytest.mark.parametrize("line", PLAYABLE, ids=lambda line: str(line["id"]))
    def test_the_best_plays_of_real_positions_have_steps(self, line: dict[str, str]) -> None:
        """On tables of up to 80 cards too the steps are the play."""
        table, hand = Table.parse(line["table"]), Cards.parse(line["hand"])
        found = best_play(table, hand)
        assert found is not None
        draft = Draft.of(table, hand)
        for step in steps(table, found.table):
            draft = draft.after(step)
        assert draft.play() == found.play


class TestText:
    """Every step has a text that reads back."""

    @given(step=...)
    def test_text_and_repr_read_back(self, step: Step) -> None:
        """A step is its text, and its repr evaluates to it."""
        assert parse_step(str(step)) == step
        assert type(step).parse(str(step)) == step
        assert eval(repr(step), vars(manipulation)) == step  # noqa: S307
        assert hash(parse_step(str(step))) == hash(step)

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            ("  Pick  up 10H\tfrom MELD 3\n", "pick up Th from meld 3"),
            ("put down 7♥ in meld 1", "put down 7h in meld 1"),
            ("put down * from  hand in meld 12", "put down * from hand in meld 12"),
            ("split 6c,5c 4C off meld 1 as meld 8", "split 4c 5c 6c off meld 1 as meld 8"),
            ("JOIN meld 1 to meld 2", "join meld 1 to meld 2"),
            ("declare 8s* in the air", "declare 8s* in the air"),
            ("free 8S* in meld 4", "free 8s* in meld 4"),
            ("take back 8s* from the  air", "take back 8s* from the air"),
        ],
    )
    def test_reading_is_generous(self, text: str, canonical: str) -> None:
        """Case, spaces and the order of cards do not matter; writing is canonical."""
        assert str(parse_step(text)) == canonical

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("", ""),
            ("pick", "pick"),
            ("pick up 7h", "pick up 7h"),
            ("pick up 7x from meld 3", "7x"),
            ("pick up 7h,8h from meld 3", "7h,8h"),
            ("pick up , from meld 3", ","),
            ("pick up 7h from meld 0", "pick up 7h from meld 0"),
            ("pick up 7h from meld 03", "pick up 7h from meld 03"),
            ("pick up 7h from meld 1٣", "pick up 7h from meld 1٣"),
            ("pick up 7h from meld 1000000", "pick up 7h from meld 1000000"),
            ("declare * in meld 3", "*"),
            ("free 8s in the air", "8s"),
            ("split 4c | 5c off meld 1 as meld 2", "|"),
            ("split off meld 1 as meld 2", "split off meld 1 as meld 2"),
        ],
    )
    def test_other_text_is_refused_with_the_place(self, text: str, place: str) -> None:
        """A `NotationError` points at what is wrong."""
        with pytest.raises(NotationError) as refusal:
            parse_step(text)
        start, end = refusal.value.span
        assert text[start:end] == place

    @given(step=..., a=st.integers(0, 40), b=st.integers(0, 40))
    def test_a_torn_text_is_a_step_or_a_notation_error(self, step: Step, a: int, b: int) -> None:
        """Nothing else is raised, and what is read is a fixpoint."""
        text = str(step)[:a] + str(step)[b:]
        try:
            read = parse_step(text)
        except NotationError:
            return
        assert parse_step(str(read)) == read

    @pytest.mark.parametrize("filler", [" ", "8s ", "off ", "split "])
    def test_a_long_text_is_answered_at_once(self, filler: str) -> None:
        """Reading takes time in proportion to the text, and has a limit."""
        longest = 99_900 // len(filler)
        with pytest.raises(NotationError):
            parse_step(f"split {filler * longest} off meld 1 as the")
        with pytest.raises(NotationError, match="at most 100000"):
            parse_step(filler * 100_001)

    def test_a_step_of_another_kind_is_refused(self) -> None:
        """`PickUp.parse` reads what is picked up, and no more."""
        with pytest.raises(NotationError, match="another kind"):
            PickUp.parse("join meld 1 to meld 2")

    @pytest.mark.parametrize("number", [0, -1, 1_000_000, True, 1.0, "1"])
    @pytest.mark.parametrize(
        ("text", "field"),
        [
            ("pick up 8s from meld 1", "meld"),
            ("put down 8s from hand in meld 1", "meld"),
            ("split 8s 8h off meld 1 as meld 2", "meld"),
            ("split 8s 8h off meld 1 as meld 2", "new"),
            ("join meld 1 to meld 2", "meld"),
            ("join meld 1 to meld 2", "to"),
            ("declare 8s* in meld 1", "meld"),
            ("free 8s* in meld 1", "meld"),
            ("take back 8s from meld 1", "meld"),
        ],
    )
    def test_melds_are_numbered_from_one(self, text: str, field: str, number: int) -> None:
        """A number that no text can give is refused in every step."""
        step = parse_step(text)
        with pytest.raises(PositionError, match="numbered from 1"):
            evolve(step, **{field: number})  # type: ignore[arg-type]

    @pytest.mark.parametrize("text", ["split 8s 8h off meld 1 as meld 2", "join meld 1 to meld 2"])
    def test_no_meld_at_all(self, text: str) -> None:
        """Only where a card or a joker is in the air is there no meld."""
        with pytest.raises(PositionError, match="numbered from 1"):
            evolve(parse_step(text), meld=None)  # type: ignore[arg-type]

    def test_a_split_takes_a_card_off(self) -> None:
        """No cards are no split."""
        with pytest.raises(PositionError, match="at least one card"):
            Split(1, Cards(), 2)
