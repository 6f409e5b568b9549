"""Rule sets are data: every number is where it belongs, and contradictions are refused."""

from __future__ import annotations

import pytest
from attrs import asdict, evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    FINAGLE_MELDS,
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    VATIKAN_MELDS,
    Cards,
    MeldRules,
    Rules,
    RulesError,
    judge,
    parse_card,
)
from manipulation.rules import (
    LARGEST_GROUP,
    LONGEST_SEQUENCE,
    MAX_DECKS,
    MAX_JOKERS,
    PLAYERS,
    POINTS,
    SHORTEST_MELD,
    expect_meld_rules,
)
from tests.values import check_value

MANIPULATION_MELDS = MANIPULATION.melds
PRESETS = (
    MANIPULATION_MELDS,
    RUMMIKUB_MELDS,
    MACHIAVELLI_MELDS,
    TAHITI_MELDS,
    FINAGLE_MELDS,
)

POINTS_BY_WORD = {
    **{str(pips): pips for pips in range(2, 10)},
    **dict.fromkeys("TJQK", 10),
    "A": 1,
    "*": 25,
}


def refused(message: str) -> pytest.RaisesExc[RulesError]:
    """Expect a `RulesError` with exactly this message."""
    return pytest.RaisesExc(RulesError, check=lambda error: str(error) == message)


def meld_rules(**fields: object) -> MeldRules:
    """Manipulation's meld rules but for these fields, whatever is in them."""
    return MeldRules(**fields)  # type: ignore[arg-type]


def game_rules(**fields: object) -> Rules:
    """Manipulation's rules but for these fields, whatever is in them."""
    return Rules(**fields)  # type: ignore[arg-type]


class TestManipulation:
    """`MANIPULATION` is the rulebook's game."""

    def test_the_numbers(self) -> None:
        """Every number of the game, as the rulebook gives it."""
        assert asdict(MANIPULATION) == {
            "melds": {
                "ace": "high_or_low",
                "joker_release": "natural_on_table",
                "jokers_per_meld": None,
                "points": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 25),
            },
            "decks": (1, 2, 2, 2),
            "jokers": (1, 2, 2, 2),
            "hand_size": 10,
            "max_draws": 3,
            "knock_at": 5,
            "undercut_bonus": 10,
            "going_out_bonus": 25,
            "target": 150,
            "target_bonus": 100,
            "round_bonus": 25,
            "lap_stops_on_going_out": False,
        }
        assert Rules() == MANIPULATION
        assert (SHORTEST_MELD, LARGEST_GROUP, LONGEST_SEQUENCE) == (3, 4, 14)

    @pytest.mark.parametrize("rules", [MANIPULATION, *PRESETS])
    def test_is_a_value(self, rules: Rules | MeldRules) -> None:
        """Rule sets are values."""
        check_value(rules)

    def test_options_are_named(self) -> None:
        """No option is given by its place alone."""
        with pytest.raises(TypeError):
            MeldRules("low")  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            Rules(RUMMIKUB_MELDS)  # type: ignore[call-arg]

    def test_every_field_counts(self) -> None:
        """Two rule sets that differ in anything are different."""
        for change in (
            {"melds": RUMMIKUB_MELDS},
            {"decks": (2, 2, 2, 2)},
            {"jokers": (2, 2, 2, 2)},
            {"hand_size": 9},
            {"max_draws": 2},
            {"knock_at": 0},
            {"undercut_bonus": 0},
            {"going_out_bonus": 0},
            {"target": 1},
            {"target_bonus": 0},
            {"round_bonus": 0},
            {"lap_stops_on_going_out": True},
        ):
            assert game_rules(**change) != MANIPULATION


class TestR2R3:
    """2 to 5 players; two use one deck and one joker, more use two decks and two jokers."""

    def test_how_many_cards(self) -> None:
        """53 cards for two players, 106 for three to five."""
        assert [MANIPULATION.cards_for(players) for players in (2, 3, 4, 5)] == [53, 106, 106, 106]
        assert [MANIPULATION.decks_for(players) for players in (2, 3, 4, 5)] == [1, 2, 2, 2]
        assert [MANIPULATION.jokers_for(players) for players in (2, 3, 4, 5)] == [1, 2, 2, 2]
        assert list(PLAYERS) == [2, 3, 4, 5]

    def test_each_number_of_players_has_its_own(self) -> None:
        """The numbers are for 2, 3, 4 and 5 players, in this order."""
        rules = Rules(decks=(1, 2, 3, 4), jokers=(0, 1, 2, 8))
        assert [rules.cards_for(players) for players in PLAYERS] == [52, 105, 158, 216]

    @pytest.mark.parametrize("players", [1, 6, 0, -1, True, 2.0, "2", None])
    def test_other_numbers_of_players(self, players: int) -> None:
        """Nobody plays alone, and no sixth plays."""
        message = f"2 to 5 players play, not {players!r} (R2)"
        for ask in (MANIPULATION.cards_for, MANIPULATION.decks_for, MANIPULATION.jokers_for):
            with refused(message):
                ask(players)


class TestD2:
    """A shoe that cannot deal every hand and leave a stock card is refused."""

    @pytest.mark.parametrize(
        ("rules", "most"),
        [
            (Rules(decks=(1, 8, 8, 8), jokers=(0, 2, 2, 2)), 25),
            (Rules(), 21),
            (Rules(decks=(8, 8, 8, 1), jokers=(0, 0, 0, 4)), 11),
        ],
    )
    def test_the_largest_hand(self, rules: Rules, most: int) -> None:
        """One card must be left when all have their hands, however many play."""
        assert evolve(rules, hand_size=most).hand_size == most
        with pytest.raises(RulesError, match=r"and leave a stock \(D2\)$"):
            evolve(rules, hand_size=most + 1)

    def test_the_message(self) -> None:
        """The error says how many cards there are and how many are to be dealt."""
        with refused("53 cards cannot deal 60 and leave a stock (D2)"):
            Rules(hand_size=30)
        with refused("53 cards cannot deal 2,000,000 and leave a stock (D2)"):
            Rules(hand_size=1_000_000)


class TestR31:
    """Points: joker 25; J, Q, K 10; 2 to 10 their value; ace 1."""

    @given(st.lists(st.sampled_from([r + s for r in "A23456789TJQK" for s in "cdhs"] + ["*"])))
    def test_points(self, listed: list[str]) -> None:
        """The points of cards are the sum of the points of each."""
        cards = Cards(map(parse_card, listed))
        expected = sum(POINTS_BY_WORD[word[0]] for word in listed)
        assert MANIPULATION_MELDS.points_of(cards) == expected

    def test_a_declared_joker_counts_as_a_joker(self) -> None:
        """What a joker stands for matters to melds only."""
        assert MANIPULATION_MELDS.points_of(Cards.parse("2s* *")) == 50

    def test_other_points(self) -> None:
        """Points are data: ace, 2 to king, joker."""
        rules = MeldRules(points=tuple(range(101, 115)))
        words = ["Ac", "2d", "3h", "4s", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "*"]
        assert [rules.points_of(Cards.parse(word)) for word in words] == list(range(101, 115))


ACES = "high_or_low, high or low"
RELEASES = "natural_on_table, natural_from_hand or any"
FOURTEEN = "a tuple of 14 numbers from 0 to 1,000, for the ace, 2 to king, and the joker"


class TestContradictions:
    """A rule set that makes no sense is refused when it is made."""

    @pytest.mark.parametrize(
        ("name", "value", "message"),
        [
            ("ace", "both", f"ace is {ACES}, not 'both'"),
            ("ace", [], f"ace is {ACES}, not []"),
            ("joker_release", "never", f"joker_release is {RELEASES}, not 'never'"),
            ("joker_release", None, f"joker_release is {RELEASES}, not None"),
            ("jokers_per_meld", -1, "jokers_per_meld is None, or a number from 0 to 14, not -1"),
            ("jokers_per_meld", 15, "jokers_per_meld is None, or a number from 0 to 14, not 15"),
            (
                "jokers_per_meld",
                True,
                "jokers_per_meld is None, or a number from 0 to 14, not True",
            ),
            ("points", POINTS[:13], f"points is {FOURTEEN}, not {POINTS[:13]}"),
            ("points", list(POINTS), f"points is {FOURTEEN}, not {list(POINTS)}"),
            ("points", (-1, *POINTS[1:]), f"points is {FOURTEEN}, not {(-1, *POINTS[1:])}"),
            ("points", (*POINTS[:13], 1_001), f"points is {FOURTEEN}, not {(*POINTS[:13], 1001)}"),
            ("points", 25, f"points is {FOURTEEN}, not 25"),
        ],
    )
    def test_meld_rules(self, name: str, value: object, message: str) -> None:
        """Each option of the meld rules has its values and no others."""
        with refused(message):
            meld_rules(**{name: value})

    @pytest.mark.parametrize("limit", [None, 0, 14])
    def test_any_limit_of_jokers(self, limit: int | None) -> None:
        """A meld has none to fourteen cards that may be jokers."""
        assert MeldRules(jokers_per_meld=limit).jokers_per_meld == limit

    def test_points_have_limits(self) -> None:
        """A card may count anything from nothing to a thousand."""
        assert MeldRules(points=(0,) * 13 + (1_000,)).points[-1] == 1_000

    @pytest.mark.parametrize(
        ("name", "least"),
        [
            ("hand_size", 1),
            ("max_draws", 2),
            ("knock_at", 0),
            ("undercut_bonus", 0),
            ("going_out_bonus", 0),
            ("target", 1),
            ("target_bonus", 0),
            ("round_bonus", 0),
        ],
    )
    def test_numbers(self, name: str, least: int) -> None:
        """Each number of the game has its least value; none is past a million, none is a bool."""
        assert asdict(game_rules(**{name: least}))[name] == least
        for value in (least - 1, 1_000_001, True, 2.5, "2", None):
            with refused(f"{name} is a number from {least} to 1,000,000, not {value!r}"):
                game_rules(**{name: value})

    @pytest.mark.parametrize("name", ["knock_at", "undercut_bonus", "target", "round_bonus"])
    def test_the_largest_numbers(self, name: str) -> None:
        """A million is allowed."""
        assert asdict(game_rules(**{name: 1_000_000}))[name] == 1_000_000

    @pytest.mark.parametrize(
        ("name", "least", "most"), [("decks", 1, MAX_DECKS), ("jokers", 0, MAX_JOKERS)]
    )
    def test_decks_and_jokers(self, name: str, least: int, most: int) -> None:
        """There are one to eight decks and none to eight jokers for each number of players."""
        assert most == 8
        expected = f"{name} is a tuple of 4 numbers from {least} to 8, for 2 to 5 players"
        many: dict[str, object] = {"decks": (8, 8, 8, 8)}
        assert asdict(game_rules(**{**many, name: (most,) * 4}))[name] == (most,) * 4
        few: dict[str, object] = {"hand_size": 1}
        assert asdict(game_rules(**{**few, name: (least,) * 4}))[name] == (least,) * 4
        for value in (
            (least - 1, 2, 2, 2),
            (2, 2, 2, 9),
            (2, 2, 2),
            (2, 2, 2, 2, 2),
            [2, 2, 2, 2],
            (2, True, 2, 2),
            2,
        ):
            with refused(f"{expected}, not {value!r}"):
                game_rules(**{name: value})

    def test_other_fields(self) -> None:
        """The meld rules are meld rules, and a switch is on or off."""
        with refused("melds is a MeldRules, not 'low'"):
            Rules(melds="low")  # type: ignore[arg-type]
        with refused("lap_stops_on_going_out is True or False, not 1"):
            Rules(lap_stops_on_going_out=1)  # type: ignore[arg-type]
        assert Rules(lap_stops_on_going_out=True).lap_stops_on_going_out

    def test_the_whole_rules_for_the_meld_rules(self) -> None:
        """Where melds are judged, the rules of the whole game are no meld rules."""
        expect_meld_rules(MANIPULATION_MELDS)
        with pytest.raises(RulesError, match=r"^MeldRules are expected, not Rules\(melds="):
            judge(Cards.parse("8s 8h 8d"), rules=MANIPULATION)  # type: ignore[arg-type]
        with refused("MeldRules are expected, not None"):
            expect_meld_rules(None)


class TestRelatives:
    """The relatives' meld rules, with Manipulation's points."""

    @pytest.mark.parametrize(
        ("rules", "ace", "joker_release", "jokers_per_meld"),
        [
            (RUMMIKUB_MELDS, "low", "any", None),
            (MACHIAVELLI_MELDS, "high_or_low", "natural_on_table", 0),
            (VATIKAN_MELDS, "high_or_low", "natural_on_table", 0),
            (TAHITI_MELDS, "high_or_low", "natural_from_hand", 1),
            (FINAGLE_MELDS, "high", "natural_on_table", 0),
        ],
    )
    def test_presets(
        self, rules: MeldRules, ace: str, joker_release: str, jokers_per_meld: int | None
    ) -> None:
        """Each relative's ace, when its jokers are free, and how many lie in a meld."""
        assert asdict(rules) == {
            "ace": ace,
            "joker_release": joker_release,
            "jokers_per_meld": jokers_per_meld,
            "points": POINTS,
        }
