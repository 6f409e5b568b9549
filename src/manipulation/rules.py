"""The rules that vary, as data: every number of the game is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, get_args

from attrs import Attribute, field, frozen

from manipulation.cards import Cards, Rank, expect_cards
from manipulation.errors import PositionError, RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

Ace: TypeAlias = Literal["high_or_low", "high", "low"]
JokerRelease: TypeAlias = Literal["natural_on_table", "natural_from_hand", "any"]

PLAYERS: Final = range(2, 6)
"""R2: how many can play."""

POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 25)
"""R31: what an ace, the ranks from 2 to king, and last a joker count in hand."""

SHORTEST_MELD: Final = 3
"""R13, R14, R16: three cards, be it a group or a sequence."""

LARGEST_GROUP: Final = 4
"""R14, R15: one card of each suit."""

LONGEST_SEQUENCE: Final = 14
"""D11: A-2-…-K-A."""

MAX_DECKS: Final = 8
MAX_JOKERS: Final = 8
"""The most that a shoe may have of either; the solver takes no more."""

_MAX_POINTS: Final = 1_000
"""The most that a card may count: all the points of a shoe fit into 20 bits, as the solver asks."""

_MAX: Final = 1_000_000


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _check(
    is_sound: Callable[[object], bool], expected: str
) -> Callable[[object, Attribute[_T], _T], None]:
    """Make a validator that refuses what is not sound with a `RulesError`."""

    def refuse(_rules: object, attribute: Attribute[_T], value: _T) -> None:
        if not is_sound(value):
            raise RulesError(f"{attribute.name} is {expected}, not {shown(value)}")

    return refuse


def _number(least: int, most: int = _MAX) -> Callable[[object, Attribute[int], int], None]:
    return _check(
        lambda value: _is_number(value, least, most), f"a number from {least:,} to {most:,}"
    )


def _numbers(
    length: int, least: int, most: int, of: str
) -> Callable[[object, Attribute[tuple[int, ...]], tuple[int, ...]], None]:
    def is_sound(value: object) -> bool:
        return (
            type(value) is tuple
            and len(value) == length
            and all(_is_number(number, least, most) for number in value)
        )

    return _check(is_sound, f"a tuple of {length} numbers from {least} to {most:,}, {of}")


@frozen(kw_only=True, cache_hash=True)
class MeldRules:
    """What is a meld, what a joker may do, and what cards count: all that tables need to know.

    `ace`: whether an ace ends a sequence above the king, below the two, or either (R17).
    `joker_release`: when a joker on the table may stand for another card (D16, D17).
    `jokers_per_meld`: the most jokers in one meld; None for any number (D21).
    `points`: what an ace, the ranks from 2 to king, and last a joker count in hand (R31).
    """

    ace: Ace = field(
        default="high_or_low",
        validator=_check(lambda value: value in get_args(Ace), "high_or_low, high or low"),
    )
    joker_release: JokerRelease = field(
        default="natural_on_table",
        validator=_check(
            lambda value: value in get_args(JokerRelease),
            "natural_on_table, natural_from_hand or any",
        ),
    )
    jokers_per_meld: int | None = field(
        default=None,
        validator=_check(
            lambda value: value is None or _is_number(value, 0, LONGEST_SEQUENCE),
            f"None, or a number from 0 to {LONGEST_SEQUENCE}",
        ),
    )
    points: tuple[int, ...] = field(
        default=POINTS,
        validator=_numbers(len(POINTS), 0, _MAX_POINTS, "for the ace, 2 to king, and the joker"),
    )

    def points_of(self, cards: Cards) -> int:
        """Add up what the cards count in hand; a joker counts as a joker, declared or not (R31)."""
        expect_cards(cards)
        by_rank = sum(
            self.points[rank] * sum(cards.counts[4 * rank : 4 * rank + 4])
            for rank in range(len(Rank))
        )
        return by_rank + self.points[-1] * cards.jokers


def expect_meld_rules(rules: object) -> None:
    """Refuse whatever is not `MeldRules` with a `RulesError`."""
    if not isinstance(rules, MeldRules):
        raise RulesError(f"MeldRules are expected, not {shown(rules)}")


@frozen(kw_only=True)
class Rules:
    """The whole game as data: its meld rules and every number that a round or a game needs.

    `decks` and `jokers` say how many go into the shoe for 2, 3, 4 and 5 players (R2, R3). A shoe
    that cannot deal every hand and leave a card in the stock is refused (D2).
    """

    melds: MeldRules = field(
        default=MeldRules(),
        validator=_check(lambda value: isinstance(value, MeldRules), "a MeldRules"),
    )
    decks: tuple[int, ...] = field(
        default=(1, 2, 2, 2), validator=_numbers(len(PLAYERS), 1, MAX_DECKS, "for 2 to 5 players")
    )
    jokers: tuple[int, ...] = field(
        default=(1, 2, 2, 2), validator=_numbers(len(PLAYERS), 0, MAX_JOKERS, "for 2 to 5 players")
    )
    hand_size: int = field(default=10, validator=_number(1))
    max_draws: int = field(default=3, validator=_number(2))
    knock_at: int = field(default=5, validator=_number(0))
    undercut_bonus: int = field(default=10, validator=_number(0))
    going_out_bonus: int = field(default=25, validator=_number(0))
    target: int = field(default=150, validator=_number(1))
    target_bonus: int = field(default=100, validator=_number(0))
    round_bonus: int = field(default=25, validator=_number(0))
    lap_stops_on_going_out: bool = field(
        default=False, validator=_check(lambda value: type(value) is bool, "True or False")
    )

    def __attrs_post_init__(self) -> None:
        """Refuse a shoe that is too small for so many hands (D2)."""
        for players in PLAYERS:
            dealt, cards = players * self.hand_size, self.cards_for(players)
            if dealt >= cards:
                raise RulesError(f"{cards} cards cannot deal {dealt:,} and leave a stock (D2)")

    def decks_for(self, players: int) -> int:
        """Tell how many decks of 52 cards so many players use (R3)."""
        return self.decks[_place(players)]

    def jokers_for(self, players: int) -> int:
        """Tell how many jokers go with the decks of so many players (R3)."""
        return self.jokers[_place(players)]

    def cards_for(self, players: int) -> int:
        """Tell how many cards, jokers included, so many players use (R3)."""
        return 52 * self.decks_for(players) + self.jokers_for(players)


def _place(players: object) -> int:
    """Find the place of a number of players; any that R2 does not allow is a `RulesError`."""
    if type(players) is not int or players not in PLAYERS:
        raise RulesError(f"2 to 5 players play, not {shown(players)} (R2)")
    return PLAYERS.index(players)


def check_seat(name: str, seat: int, *, players: int) -> None:
    """Refuse what is no seat with a `PositionError`."""
    if type(seat) is not int or seat not in range(players):
        raise PositionError(f"{name} is a seat from 0 to {players - 1}, not {shown(seat)}")


MANIPULATION: Final = Rules()
"""The game as the rulebook gives it."""

RUMMIKUB_MELDS: Final = MeldRules(ace="low", joker_release="any")
"""Rummikub's melds: the ace (its 1) is low, a joker on the table may change at will."""

MACHIAVELLI_MELDS: Final = MeldRules(jokers_per_meld=0)
"""Machiavelli's melds: no jokers."""

VATIKAN_MELDS: Final = MeldRules(jokers_per_meld=0)
"""Vatikan's melds; its jokers, which stay in their melds, are not modelled."""

TAHITI_MELDS: Final = MeldRules(joker_release="natural_from_hand", jokers_per_meld=1)
"""Tahiti's melds: one joker a meld, released by its natural from hand."""

FINAGLE_MELDS: Final = MeldRules(ace="high", jokers_per_meld=0)
"""Finagle's melds: the ace is high, no jokers."""
