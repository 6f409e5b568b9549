"""What an engine under test must offer, may offer, and is checked for."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Literal,
    Protocol,
    TypeAlias,
    assert_never,
    get_args,
    runtime_checkable,
)

from attrs import frozen

from manipulation.errors import PositionError, expect, shown
from manipulation.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from manipulation.game import GameView
    from manipulation.melds import Fault
    from manipulation.shoe import Shoe
    from manipulation.turn import Move

Codes: TypeAlias = Literal["ignored", "which", "in_order"]


class Engine(Protocol):
    """A game that another engine plays: what an adapter puts in front of it.

    `deal` and `apply` do it and give no code, or change nothing and give the codes of the rules
    broken (see `Violation`), of which there is at least one. An engine that gives no reasons says
    anything, such as `("REFUSED",)`, and is checked with `codes="ignored"`.
    """

    def deal(self, shoe: Shoe) -> Iterable[str]:
        """Deal the next round from a shoe, the first card on top."""

    def apply(self, seat: int, move: Move) -> Iterable[str]:
        """Let a seat make a move; it may be any move of any seat at any time."""

    def view(self, seat: int | None) -> GameView:
        """Give all that a seat is shown now; None for a spectator."""


class MakeEngine(Protocol):
    """How a new game begins: a function, or the adapter's class."""

    def __call__(self, *, players: int, dealer: int, rules: Rules) -> Engine:
        """Begin a game, with nothing dealt yet; `dealer` deals first."""


@runtime_checkable
class OffersMoves(Protocol):
    """An engine that lists legal moves, for buttons perhaps; checked where there is the method."""

    def legal_moves(self, seat: int) -> Iterable[Move]:
        """List what a seat may do now in any order, but for plays."""


@runtime_checkable
class ScoresGames(Protocol):
    """An engine that tells what the game came to; checked where there is the method."""

    def final_scores(self) -> Sequence[int] | None:
        """Give the final score of each seat; None until the game is over."""


@runtime_checkable
class Closes(Protocol):
    """An engine that lets go of something when its game is done."""

    def close(self) -> None:
        """End the game, over or not."""


@frozen
class Terms:
    """What an engine is checked for."""

    make_engine: MakeEngine
    players: tuple[int, ...]
    rules: Rules
    codes: Codes
    short_shoes: bool
    spectator: bool

    def __attrs_post_init__(self) -> None:
        """Refuse terms under which nothing can be checked."""
        expect(Rules, self.rules)
        for players in self.players:
            self.rules.decks_for(players)
        if not self.players:
            raise PositionError("players are some of 2, 3, 4, 5, not none")
        if self.codes not in get_args(Codes):
            raise PositionError(f"codes are ignored, which or in_order, not {shown(self.codes)}")

    def differ(self, faults: Iterable[Fault], codes: tuple[str, ...]) -> bool:
        """Tell whether a verdict is not that of the rules."""
        ours = tuple(fault.violation.code for fault in faults)
        match self.codes:
            case "ignored":
                return bool(ours) != bool(codes)
            case "which":
                return set(ours) != set(codes)
            case "in_order":
                return ours != codes
            case _:
                assert_never(self.codes)
