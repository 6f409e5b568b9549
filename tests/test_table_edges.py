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
    IllegalMoveError,
    IllegalTableError,
    MeldRules,
    Play,
    PositionError,
    RulesError,
    Table,
    check_play,
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
