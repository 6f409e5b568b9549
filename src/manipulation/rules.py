"""The rules that vary, as data: every number of the game is here."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from manipulation.cards import Cards, Rank
from manipulation.errors import RulesError

Ace: TypeAlias = Literal["high_or_low", "high", "low"]
JokerRelease: TypeAlias = Literal["natural_on_table", "natural_from_hand", "any"]

MAX_DECKS: Final = 8
MAX_JOKERS: Final = 8
_LEAST_PLAYERS: Final = 2
_MOST_PLAYERS: Final = 5
_MOST: Final = 1_000_000
_MAX_POINTS: Final = 1_000

POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 25)
"""R31: what an ace, the ranks from 2 to king, and last a joker count in hand."""


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise RulesError(message)


def _is_count(number: int, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most


@frozen(kw_only=True, cache_hash=True)
class MeldRules:
    """What is a meld, what a joker may do, and what cards count: all that tables need to know.

    `ace`: whether an ace ends a sequence above the king, below the two, or either (R17).
    `joker_release`: when a joker on the table may stand for another card (D16, D17).
    `jokers_per_meld`: the most jokers in one meld; None for any number (D21).
    `points`: what an ace, the ranks from 2 to king, and last a joker count in hand (R31).
    """

    ace: Ace = "high_or_low"
    joker_release: JokerRelease = "natural_on_table"
    jokers_per_meld: int | None = None
    points: tuple[int, ...] = POINTS

    def __attrs_post_init__(self) -> None:
        """Refuse what is no rule set."""
        _require(self.ace in ("high_or_low", "high", "low"), f"no such ace: {self.ace!r}")
        _require(
            self.joker_release in ("natural_on_table", "natural_from_hand", "any"),
            f"no such joker_release: {self.joker_release!r}",
        )
        _require(
            self.jokers_per_meld is None or _is_count(self.jokers_per_meld, 0, 14),
            f"jokers_per_meld is None or 0 to 14, not {self.jokers_per_meld!r}",
        )
        _require(
            type(self.points) is tuple
            and len(self.points) == len(POINTS)
            and all(_is_count(points, 0, _MAX_POINTS) for points in self.points),
            f"points are {len(POINTS)} numbers from 0 to {_MAX_POINTS}: ace, 2 to king, joker",
        )

    def points_of(self, cards: Cards) -> int:
        """Add up what the cards count in hand; a joker counts as a joker, declared or not (R31)."""
        by_rank = sum(
            self.points[rank] * sum(cards.counts[4 * rank : 4 * rank + 4])
            for rank in range(len(Rank))
        )
        return by_rank + self.points[-1] * cards.jokers


@frozen(kw_only=True)
class Rules:
    """The whole game as data: its meld rules and every number that a round or a game needs.

    `decks` and `jokers` say how many go into the shoe for 2, 3, … players (R2, R3). A shoe that
    cannot deal every hand and leave a card in the stock is refused (D2).
    """

    melds: MeldRules = MeldRules()
    decks: tuple[int, ...] = (1, 2, 2, 2)
    jokers: tuple[int, ...] = (1, 2, 2, 2)
    hand_size: int = 10
    max_draws: int = 3
    knock_at: int = 5
    undercut_bonus: int = 10
    going_out_bonus: int = 25
    target: int = 150
    target_bonus: int = 100
    round_bonus: int = 25
    lap_stops_on_going_out: bool = False

    def __attrs_post_init__(self) -> None:
        """Refuse numbers that no game can be played with."""
        _require(type(self.melds) is MeldRules, f"melds are MeldRules, not {self.melds!r}")
        for name, least, most, counts in (
            ("decks", 1, MAX_DECKS, self.decks),
            ("jokers", 0, MAX_JOKERS, self.jokers),
        ):
            _require(
                type(counts) is tuple
                and len(counts) == _MOST_PLAYERS - _LEAST_PLAYERS + 1
                and all(_is_count(count, least, most) for count in counts),
                f"{name} are {least} to {most} for each of 2, 3, 4 and 5 players, not {counts!r}",
            )
        for name, least, number in (
            ("hand_size", 1, self.hand_size),
            ("max_draws", 2, self.max_draws),
            ("knock_at", 0, self.knock_at),
            ("undercut_bonus", 0, self.undercut_bonus),
            ("going_out_bonus", 0, self.going_out_bonus),
            ("target", 1, self.target),
            ("target_bonus", 0, self.target_bonus),
            ("round_bonus", 0, self.round_bonus),
        ):
            _require(_is_count(number, least, _MOST), f"{name} is {least} or more, not {number!r}")
        _require(
            type(self.lap_stops_on_going_out) is bool,
            f"lap_stops_on_going_out is True or False, not {self.lap_stops_on_going_out!r}",
        )
        for players in range(_LEAST_PLAYERS, _MOST_PLAYERS + 1):
            dealt, cards = players * self.hand_size, self.cards_for(players)
            _require(dealt < cards, f"{cards} cards cannot deal {dealt} and leave a stock (D2)")

    def decks_for(self, players: int) -> int:
        """Tell how many decks of 52 cards so many players use (R3)."""
        return self.decks[self._seat_count(players) - _LEAST_PLAYERS]

    def jokers_for(self, players: int) -> int:
        """Tell how many jokers go with the decks of so many players (R3)."""
        return self.jokers[self._seat_count(players) - _LEAST_PLAYERS]

    def cards_for(self, players: int) -> int:
        """Tell how many cards, jokers included, so many players use (R3)."""
        return 52 * self.decks_for(players) + self.jokers_for(players)

    def _seat_count(self, players: int) -> int:
        _require(
            _is_count(players, _LEAST_PLAYERS, _MOST_PLAYERS),
            f"{_LEAST_PLAYERS} to {_MOST_PLAYERS} players play, not {players!r} (R2)",
        )
        return players


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
