"""Tables and plays as values: what can be one, how they are read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import manipulation.table
from manipulation import (
    MANIPULATION,
    Cards,
    IllegalTableError,
    MeldRules,
    NotationError,
    Play,
    PositionError,
    RulesError,
    Table,
    check_play,
    parse_meld,
)
from manipulation.table.melding import known_table
from tests.tables import ANY, MELDS, ON_TABLE, proposals, tables, words_of
from tests.values import check_value

if TYPE_CHECKING:
    from collections.abc import Callable


class TestTables:
    """A table is legal, and it is one value however its melds were laid."""

    @given(tables)
    def test_is_a_value(self, table: Table) -> None:
        """Text, `repr`, pickle and copy give the same table back, rules included."""
        check_value(table)
        assert Table.parse(str(table), rules=table.rules) == table
        assert str(Table.parse(str(table), rules=table.rules)) == str(table)
        assert table.cards == Cards.together(meld.cards for meld in table.melds)

    @given(st.lists(st.sampled_from(MELDS), max_size=6), st.data())
    def test_any_order(self, melds: list[str], data: st.DataObject) -> None:
        """The order of melds, and of cards in them, makes no difference."""
        table = Table.parse(" | ".join(melds))
        mixed = [data.draw(st.permutations(meld.split())) for meld in melds]
        same = Table.parse("|".join(" ".join(meld) for meld in data.draw(st.permutations(mixed))))
        assert same == table
        assert hash(same) == hash(table)
        assert str(same) == str(table)
        assert (
            same
            == Table([parse_meld(meld) for meld in melds])
            == Table.of([Cards.parse(meld) for meld in melds])
        )

    @given(tables, st.data())
    def test_known(self, table: Table, data: st.DataObject) -> None:
        """A table of melds that are known to be legal is the same as one that is judged."""
        melds = data.draw(st.permutations(table.melds))
        known = known_table(iter(melds), rules=table.rules)
        assert (known, str(known), known.cards) == (table, str(table), table.cards)

    def test_no_way_past_the_law(self) -> None:
        """What a table offers is its parts, or judges: `known_table` is for the rooms above."""
        offered = {name for name in dir(Table) if not name.startswith("_")}
        assert offered == {"after", "cards", "melds", "of", "parse", "rules"}
        assert not hasattr(manipulation.table, "known_table")

    def test_text(self) -> None:
        """Melds are written with `|` between, groups before sequences."""
        assert str(Table.parse("4c 5c 6c 7c* | 8s 8h 8d")) == "8d 8h 8s | 4c 5c 6c 7c*"
        assert repr(Table.parse("8s 8h 8d")) == "Table.parse('8d 8h 8s')"
        assert repr(Table.parse("", rules=ANY)) == f"Table.parse('', rules={ANY!r})"

    def test_rules_are_part_of_a_table(self) -> None:
        """The same melds under other rules are another table."""
        assert Table.parse("8s 8h 8d") != Table.parse("8s 8h 8d", rules=ANY)
        assert Table() != Table(rules=ANY)
        assert Table().rules == ON_TABLE
        assert Table() == Table.parse("") == Table.of([])

    @pytest.mark.parametrize("text", ["", "  ", ",", "\n", "\xa0", "\u3000,"])
    def test_no_melds(self, text: str) -> None:
        """Empty text is the empty table, and the play of nothing."""
        assert Table.parse(text) == Table()
        assert Play.parse(text) == Play()
        assert Play().cards == Table().cards == Cards()

    @pytest.mark.parametrize(
        ("text", "span"),
        [
            ("|", (0, 1)),
            ("||", (0, 1)),
            ("| 8s 8h 8d", (0, 1)),
            (" | 8s 8h 8d", (1, 2)),
            ("8s 8h 8d |", (9, 10)),
            ("8s 8h 8d | , ", (9, 10)),
            ("8s 8h 8d || 7s 7h 7d", (9, 10)),
        ],
    )
    def test_an_empty_meld(self, text: str, span: tuple[int, int]) -> None:
        """A `|` with no meld on one side has a place."""
        for read in (Table.parse, Play.parse):
            with pytest.raises(NotationError) as caught:
                read(text)
            assert caught.value.message == "| stands between two melds"
            assert (caught.value.text, caught.value.span) == (text, span)

    @pytest.mark.parametrize(
        ("text", "span"), [("8s 8x", (3, 5)), ("7s 7h 7d|8s 8h 8d8c", (15, 19)), ("a|", (0, 1))]
    )
    def test_not_notation(self, text: str, span: tuple[int, int]) -> None:
        """The place of a fault is counted from the beginning of the whole text."""
        for read in (Table.parse, Play.parse):
            with pytest.raises(NotationError) as caught:
                read(text)
            assert (caught.value.text, caught.value.span) == (text, span)

    def test_notation_comes_first(self) -> None:
        """A text that is no notation is refused as such, whatever else is wrong with it."""
        for text in ("8s 8s | 8x", "8s " * 128 + "| 8x"):
            for read in (Table.parse, Play.parse):
                with pytest.raises(NotationError):
                    read(text)

    def test_length(self) -> None:
        """A text of 100,000 characters is read, a longer one is not."""
        for read in (Table.parse, Play.parse):
            assert read(" " * 100_000).melds == ()
            with pytest.raises(NotationError, match=r"^a text of 100001 characters"):
                read(" " * 100_001)

    @given(
        st.text(st.characters(exclude_categories=()))
        | st.text("A789TJQK0cdhs*|, ", max_size=40)
        | st.lists(st.sampled_from([*MELDS, "8c *", "|", "", "8x"]), max_size=5).map(" | ".join)
    )
    def test_any_text(self, text: str) -> None:
        """Any text is a table, or it is refused with an error of ours."""
        for read in (Table.parse, Play.parse):
            check_reading(read, text)

    @pytest.mark.parametrize(
        "text",
        ["8s|" * 33_333 + "8", "8s 8h 8d|" * 11_111 + "*", "|" * 100_000, "8s* " * 25_000],
        ids=["cards", "groups", "bars", "jokers"],
    )
    def test_no_text_takes_long(self, text: str) -> None:
        """The longest texts are refused as the short ones are."""
        for read in (Table.parse, Play.parse):
            with pytest.raises((NotationError, IllegalTableError, PositionError)):
                read(text)

    def test_the_longest_play(self) -> None:
        """The most cards that there can be, each a meld of its own, are read from their text."""
        words = words_of(Cards.of_counts(b"\x7f" * 105))
        play = Play([Cards.parse(word) for word in words])
        assert Play.parse(str(play)) == play

    def test_too_many_cards(self) -> None:
        """A table has at most 127 equal cards."""
        melds = " | ".join(["8s 8h 8d"] * 128)
        for read in (Table.parse, Play.parse):
            assert read(" | ".join(["8s 8h 8d"] * 127)).cards.counts.count(127) == 3
            with pytest.raises(PositionError, match=r"^more than 127 equal cards$"):
                read(melds)

    def test_what_follows_is_not_given(self) -> None:
        """A table and a play are made of melds; their cards follow."""
        for kind in (Table, Play):
            with pytest.raises(TypeError):
                kind((), cards=Cards())  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            Table((), ANY)  # type: ignore[call-arg]

    def test_bad_values(self) -> None:
        """A table is made of melds, a play of cards; the rules are meld rules."""
        refused: list[tuple[Callable[[], object], str]] = [
            (lambda: Table("8s 8h 8d"), "a meld is expected, not '8'"),  # type: ignore[arg-type]
            (lambda: Table(8), "melds are expected, not 8"),  # type: ignore[arg-type]
            (lambda: Table.of(8), "melds are expected, not 8"),  # type: ignore[arg-type]
            (lambda: Table.of("8s"), "Cards are expected, not '8'"),  # type: ignore[arg-type]
            (lambda: Play("8s 8h"), "Cards are expected, not '8'"),  # type: ignore[arg-type]
            (lambda: Play(8), "melds are expected, not 8"),  # type: ignore[arg-type]
            (lambda: Play([Cards()]), "a meld without cards"),
            (lambda: Play([Cards.parse("8s"), Cards()]), "a meld without cards"),
            (lambda: check_play(Table(), Play(), "8s"), "Cards are expected, not '8s'"),  # type: ignore[arg-type]
        ]
        for make, message in refused:
            with pytest.raises(PositionError) as caught:
                make()
            assert str(caught.value) == message
        for rules in (MANIPULATION, None):
            with pytest.raises(RulesError, match=r"^MeldRules are expected, not "):
                Table.parse("", rules=rules)  # type: ignore[arg-type]
            with pytest.raises(RulesError, match=r"^MeldRules are expected, not "):
                Table(rules=rules)  # type: ignore[arg-type]


def check_reading(read: Callable[[str], Table | Play], text: str) -> None:
    """A text that is read is written so that it is read again; any other has a place or faults."""
    try:
        value = read(text)
    except NotationError as error:
        start, end = error.span
        placed = error.text == text and 0 <= start < end <= len(text)
    except IllegalTableError as error:
        placed = bool(error.faults)
    else:
        placed = read(str(value)) == value and str(read(str(value))) == str(value)
    assert placed


class TestPlays:
    """A play carries melds that nobody has judged yet."""

    @given(proposals())
    def test_is_a_value(self, proposal: tuple[Table, Play, Cards]) -> None:
        """Text, `repr`, pickle and copy give the same play back, legal or not."""
        play = proposal[1]
        check_value(play)
        assert Play.parse(str(play)) == play
        assert str(Play.parse(str(play))) == str(play)
        assert play.cards == Cards.together(play.melds)

    @given(proposals(), st.data())
    def test_any_order(self, proposal: tuple[Table, Play, Cards], data: st.DataObject) -> None:
        """The order of its melds makes no difference."""
        play = proposal[1]
        same = Play(data.draw(st.permutations(play.melds)))
        assert same == play
        assert hash(same) == hash(play)
        assert str(same) == str(play)

    def test_text(self) -> None:
        """Melds are written as on a table, and what is none after them."""
        assert str(Play.parse("8s * 8h | 7c 4c | 4c 5c 6c | 8s 8h 8d")) == (
            "8d 8h 8s | 4c 5c 6c | 4c 7c | 8h 8s *"
        )
        assert repr(Play.parse("8s 8h")) == "Play.parse('8h 8s')"

    def test_has_no_rules(self) -> None:
        """A play is judged by the rules of the table that it is made on, whatever it came from."""
        low = Table.parse("Ac 2c 3c", rules=MeldRules(ace="low"))
        play = Play.of(low)
        assert Table().after(play, hand=Cards.parse("Ac 2c 3c")) == Table.parse("Ac 2c 3c")
        high = Table(rules=MeldRules(ace="high"))
        faults = check_play(high, play, Cards.parse("Ac 2c 3c"))
        assert [fault.violation.code for fault in faults] == ["TURNS_THE_CORNER"]
