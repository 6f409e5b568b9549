"""The table and the law of melding: what may lie there, and what may be made of it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    Cards,
    Fault,
    IllegalMoveError,
    IllegalTableError,
    MeldRules,
    NotationError,
    Play,
    PositionError,
    RulesError,
    Table,
    Violation,
    check_play,
    judge,
    parse_card,
    parse_meld,
)
from manipulation.testing.corpus import CheckPlayCase, check_play_cases
from tests.values import check_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ON_TABLE = MANIPULATION.melds
FROM_HAND = MeldRules(joker_release="natural_from_hand")
ANY = MeldRules(joker_release="any")

MELDS = (
    "7c 8c 9c",
    "7c 8c* 9c",
    "7c* 8c 9c Tc*",
    "8c 9c Tc",
    "8c* 9c* Tc",
    "7d 8d* 9d",
    "7c 7d 7h",
    "7c* 7d 7h",
    "7c 7d* 7h* 7s",
    "8c 8d 8h*",
    "8c* 8d 8h",
)
"""Melds of few cards, so that a card lies in several, as itself and as a joker."""

naturals = st.sampled_from(["7c", "8c", "9c", "Tc", "7d", "8d", "9d", "7h", "8h", "7s"])
declared = naturals.map(lambda word: f"{word}*")
tables = st.builds(
    lambda melds, rules: Table.parse(" | ".join(melds), rules=rules),
    st.lists(st.sampled_from(MELDS), max_size=4),
    st.sampled_from([ON_TABLE, FROM_HAND, ANY]),
)
hands = st.lists(naturals | st.just("*"), max_size=4)


def cards_of(words: Iterable[str]) -> Cards:
    """Put cards together from their words."""
    return Cards(map(parse_card, words))


def words_of(cards: Cards) -> list[str]:
    """Name all cards."""
    return list(map(str, cards))


@st.composite
def proposals(draw: st.DrawFn) -> tuple[Table, Play, Cards]:
    """A table, a hand, and any play of most of their cards, here and there with another face."""
    table, hand = draw(tables), draw(hands)
    words = [
        draw(st.just(word) | declared | st.just("*")) if "*" in word else word
        for word in (*words_of(table.cards), *hand)
        if draw(st.integers(0, 9))
    ]
    words = draw(st.permutations(words + draw(st.lists(naturals | declared, max_size=1))))
    cuts = sorted(draw(st.sets(st.integers(1, max(1, len(words) - 1)), max_size=4)))
    melds = [words[i:j] for i, j in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    return table, Play([cards_of(meld) for meld in melds if meld]), cards_of(hand)


def jokers_changed(before: list[str], after: list[str], rules: MeldRules) -> Counter[str]:
    """Count the jokers that D16 and D17 hold and that stand for their card no longer."""
    went = Counter(word for word in before if len(word) == 3)
    went -= Counter(word for word in after if len(word) == 3)
    if rules.joker_release == "any":
        return Counter()
    if rules.joker_release == "natural_on_table":
        return Counter({word: went[word] for word in went if word[:2] not in after})
    played = Counter(word for word in after if len(word) == 2)
    played -= Counter(word for word in before if len(word) == 2)
    return went - Counter({f"{word}*": count for word, count in played.items()})


def law(table: Table, play: Play, hand: Cards) -> list[Fault]:
    """Name the faults of a play straight from the clauses, with words in place of cards."""
    before = words_of(table.cards)
    after = [word for meld in play.melds for word in words_of(meld)]
    # For R18, R22 and R23 a joker counts as a joker, whatever it stands for.
    lain, lies = (Counter(word if len(word) < 3 else "*" for word in w) for w in (before, after))
    added = lies - lain
    concerned = {
        Violation.TABLE_CARD_TAKEN: lain - lies,
        Violation.CARD_NOT_HELD: added - Counter(words_of(hand)),
        Violation.JOKER_CHANGED: jokers_changed(before, after, table.rules),
    }
    found = [
        Fault(violation, cards_of(words.elements()))
        for violation, words in concerned.items()
        if words
    ]
    found += [] if added else [Fault(Violation.NO_HAND_CARD)]
    found += [fault for meld in play.melds for fault in judge(meld, rules=table.rules)]
    order = list(Violation)
    return sorted(found, key=lambda fault: order.index(fault.violation))


def check(before: str, play: str, hand: str, rules: MeldRules = ON_TABLE) -> list[tuple[str, str]]:
    """Give the code and the cards of every fault."""
    faults = check_play(Table.parse(before, rules=rules), Play.parse(play), Cards.parse(hand))
    return [(fault.violation.code, str(fault.cards)) for fault in faults]


class TestLaw:
    """`check_play` names exactly the faults that the clauses name, in one order."""

    @given(proposals())
    def test_every_fault(self, proposal: tuple[Table, Play, Cards]) -> None:
        """It agrees with the clauses taken word for word."""
        assert list(check_play(*proposal)) == law(*proposal)

    @given(proposals())
    def test_after(self, proposal: tuple[Table, Play, Cards]) -> None:
        """A legal play leads to the table it proposes; any other is refused with all its faults."""
        table, play, hand = proposal
        faults = check_play(table, play, hand)
        if faults:
            with pytest.raises(IllegalMoveError) as caught:
                table.after(play, hand=hand)
            assert caught.value.faults == faults
            assert type(caught.value) is IllegalMoveError
        else:
            check_after(table, play, hand)

    @given(tables, st.sampled_from(MELDS))
    def test_a_meld_from_hand(self, table: Table, meld: str) -> None:
        """Whoever holds the cards of a meld may add it to any table."""
        played = Cards.parse(meld)
        play = Play((*(other.cards for other in table.melds), played))
        check_after(table, play, played.undeclared_again)

    @given(tables, hands.map(cards_of))
    def test_doing_nothing(self, table: Table, hand: Cards) -> None:
        """A table that stays as it is lacks a card from hand, and nothing else (R22)."""
        assert check_play(table, Play.of(table), hand) == (Fault(Violation.NO_HAND_CARD),)


def check_after(table: Table, play: Play, hand: Cards) -> None:
    """A play that is legal leads to a table with the cards of the old one and some of the hand."""
    after = table.after(play, hand=hand)
    assert after == Table.of(play.melds, rules=table.rules)
    assert after.rules == table.rules
    assert Play.of(after) == play
    assert after.cards == play.cards
    played = after.cards.undeclared_again - table.cards.undeclared_again
    assert played
    assert played <= hand


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
        with pytest.raises(PositionError, match=r"^a hand holds no declared joker: 8d\*$"):
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


class TestManyJokers:
    """A play has at most 127 jokers, as `Cards` do."""

    def test_too_many(self) -> None:
        """More of them are refused."""
        melds = ["7c 8c* 9c"] * 100 + ["7d 8d* 9d"] * 28
        with pytest.raises(PositionError, match=r"^more than 127 equal cards$"):
            check_play(Table(), Play(list(map(Cards.parse, melds))), Cards())


SCENARIOS = check_play_cases()


class TestScenarios:
    """Situations with verdicts that were found without this package."""

    def test_they_are_there(self) -> None:
        """There are 38 of them, no two of one name."""
        assert len({case.name for case in SCENARIOS}) == len(SCENARIOS) == 38

    @pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.name)
    def test_the_verdict(self, case: CheckPlayCase) -> None:
        """The play is legal or not as stated, and the stated code is among those named."""
        found = {fault.violation for fault in check_play(case.table, case.play, case.hand)}
        assert (not found) is case.legal
        assert case.legal or found & set(case.violations)
