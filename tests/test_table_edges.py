"""Tables and plays where the rules are not Manipulation's, and what is refused of them."""

from __future__ import annotations

import pytest

from manipulation import (
    FINAGLE_MELDS,
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    Cards,
    Declare,
    DeclaredJoker,
    Free,
    IllegalMoveError,
    IllegalTableError,
    Join,
    Joker,
    MeldRules,
    Natural,
    NotationError,
    PickUp,
    Play,
    PositionError,
    PutDown,
    Rank,
    RulesError,
    Split,
    Table,
    TakeBack,
    check_play,
    parse_step,
    steps,
)

STEPS = (
    "pick up 8s from meld 1",
    "put down 8s from hand in meld 2",
    "split 8h 8s off meld 1 as meld 3",
    "join meld 2 to meld 1",
    "declare 9h* in the air",
    "free 8d* in meld 1",
    "take back 8s from the air",
)


class TestOtherRules:
    """A table is judged under its own rules, however it is made."""

    @pytest.mark.parametrize(
        ("text", "rules", "code"),
        [
            ("Qs Ks As", RUMMIKUB_MELDS, "TURNS_THE_CORNER"),
            ("As 2s 3s", FINAGLE_MELDS, "TURNS_THE_CORNER"),
            ("8s 8h* 8d", MACHIAVELLI_MELDS, "TOO_MANY_JOKERS"),
            ("8s 8h* 8d*", TAHITI_MELDS, "TOO_MANY_JOKERS"),
        ],
    )
    def test_what_they_refuse(self, text: str, rules: MeldRules, code: str) -> None:
        """What lies under Manipulation's rules does not lie under these."""
        cards = Cards.parse(text)
        assert str(Table.of([cards])) == str(Table.parse(text))
        with pytest.raises(IllegalTableError, match=code):
            Table.of([cards], rules=rules)
        with pytest.raises(IllegalTableError, match=code):
            Table.parse(text, rules=rules)
        with pytest.raises(IllegalTableError) as caught:
            Table(Table.parse(text).melds, rules=rules)
        assert [fault.violation.code for fault in caught.value.faults] == [code]
        hand = cards.undeclared_again
        faults = check_play(Table(rules=rules), Play((cards,)), hand)
        assert [fault.violation.code for fault in faults] == [code]
        with pytest.raises(IllegalMoveError, match=code):
            Table(rules=rules).after(Play((cards,)), hand=hand)

    def test_no_rules_of_melds(self) -> None:
        """The rules of a game are not those of its melds."""
        message = r"^MeldRules are expected, not Rules\("
        with pytest.raises(RulesError, match=message):
            Table(rules=MANIPULATION)  # type: ignore[arg-type]
        with pytest.raises(RulesError, match=message):
            Table.parse("", rules=MANIPULATION)  # type: ignore[arg-type]
        with pytest.raises(RulesError, match=message):
            Table.of([], rules=MANIPULATION)  # type: ignore[arg-type]

    def test_no_melds(self) -> None:
        """What holds no melds is shown."""
        for make in (Table, Table.of, Play):
            with pytest.raises(PositionError, match=r"^melds are expected, not 7$"):
                make(7)  # type: ignore[arg-type]


class TestSteps:
    """A step is refused with a sentence, and read only as the kind that is asked for."""

    @pytest.mark.parametrize("kind", [PickUp, PutDown, Split, Join, Declare, Free, TakeBack])
    def test_another_kind(
        self, kind: type[PickUp | PutDown | Split | Join | Declare | Free | TakeBack]
    ) -> None:
        """Each kind reads its own text, and says of another that it is another."""
        for text in STEPS:
            step = parse_step(text)
            if isinstance(step, kind):
                assert kind.parse(text) == step
                continue
            with pytest.raises(NotationError) as caught:
                kind.parse(text)
            assert caught.value.message == "a step of another kind is expected here"
            assert (caught.value.text, caught.value.span) == (text, (0, len(text)))

    @pytest.mark.parametrize("number", [0, 1_000_000, True, "1", None, -1])
    def test_numbers_of_melds(self, number: int) -> None:
        """Melds are numbered from 1, to six digits."""
        joker = DeclaredJoker.parse("8s*")
        for make in (
            lambda: PickUp(joker, number),
            lambda: PutDown(joker, number),
            lambda: Split(number, Cards.parse("8s"), 1),
            lambda: Split(1, Cards.parse("8s"), number),
            lambda: Join(1, number),
        ):
            with pytest.raises(
                PositionError, match=rf"^(meld|new|to): melds .* 1, not {number!r}$"
            ):
                make()
        assert PickUp(joker, 999_999).meld == 999_999
        assert parse_step(str(PickUp(joker, 999_999))) == PickUp(joker, 999_999)
        with pytest.raises(NotationError):
            parse_step("pick up 8s from meld 1000000")

    def test_a_split_takes_a_card(self) -> None:
        """At least one."""
        with pytest.raises(PositionError, match=r"^a split takes at least one card off$"):
            Split(1, Cards(), 2)
        with pytest.raises(PositionError, match=r"^Cards are expected, not '8s'$"):
            Split(1, "8s", 2)  # type: ignore[arg-type]

    @pytest.mark.parametrize("other", ["8s", None, 8, Cards.parse("8s"), Rank.EIGHT], ids=repr)
    def test_a_step_moves_a_card(self, other: object) -> None:
        """A text is not read for the caller, and only a declared joker is declared or freed."""
        for make in (
            lambda: PickUp(other, 1),  # type: ignore[arg-type]
            lambda: PutDown(other, 1),  # type: ignore[arg-type]
            lambda: TakeBack(other, 1),  # type: ignore[arg-type]
        ):
            with pytest.raises(PositionError, match=r"^a card is expected, not "):
                make()
        for joker in (other, Joker(), Natural.parse("8s")):
            for kind in (Declare, Free):
                with pytest.raises(PositionError, match=r"^DeclaredJoker is expected, not "):
                    kind(joker, 1)  # type: ignore[arg-type]

    @pytest.mark.parametrize("other", [1, 0, None, "from hand", 2.5], ids=repr)
    def test_from_hand_or_not(self, other: bool) -> None:  # noqa: FBT001 -- it is none
        """Where a card comes from is True or False, so that a step's text reads back."""
        with pytest.raises(PositionError, match=r"^bool is expected, not "):
            PutDown(Joker(), 1, from_hand=other)

    @pytest.mark.parametrize(
        ("text", "message", "place"),
        [
            ("pick up 8s,9s from meld 1", "one card is expected here", "8s,9s"),
            ("declare 9h in the air", "a declared joker is expected here", "9h"),
            ("free * in meld 2", "a declared joker is expected here", "*"),
            ("pick up 8x from meld 1", None, "8x"),
            ("split 8s 8x off meld 1 as meld 2", None, "8x"),
            (
                "shuffle",
                "not a step: pick up, put down, split, join, declare, free or take back",
                "",
            ),
            (
                "XXjoin meld 1 to meld 2",
                "not a step: pick up, put down, split, join, declare, free or take back",
                "",
            ),
        ],
    )
    def test_no_step(self, text: str, message: str | None, place: str) -> None:
        """The fault is shown where it stands; a text of no kind is faulted as a whole."""
        with pytest.raises(NotationError) as caught:
            parse_step(text)
        start, end = caught.value.span
        assert (caught.value.text, text[start:end]) == (text, place or text)
        assert caught.value.message == (
            message or "not a card: a rank A23456789TJQK, then a suit cdhs; or * for a joker"
        )

    @pytest.mark.parametrize("text", STEPS)
    def test_generous_reading(self, text: str) -> None:
        """More spaces, around and within, and capitals."""
        step = parse_step(text)
        assert str(step) == text
        assert parse_step(f"  {text.replace(' ', '   ')} \t") == step
        assert parse_step(text.upper()) == step
        with pytest.raises(NotationError):
            parse_step(text.replace(" ", "", 1))
        with pytest.raises(NotationError):
            parse_step(f"{text} x")

    def test_tables_under_two_rules(self) -> None:
        """No steps lead from one set of rules to another."""
        with pytest.raises(
            PositionError, match=r"^the tables before and after are under different rules$"
        ):
            steps(Table(), Table(rules=RUMMIKUB_MELDS))
