"""Who sits at the table: persons and bots, told apart by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation.bots import Bot, GreedyBot, LookaheadBot, PatientBot, RandomBot
from manipulation.errors import PositionError, shown
from manipulation.rules import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOTS: Final[dict[str, Bot]] = {
    "random": RandomBot(),
    "greedy": GreedyBot(),
    "patient": PatientBot(),
    "lookahead": LookaheadBot(),
}
"""The bots by their names, the weakest first; no person is called so."""

LONGEST_NAME: Final = 16
"""So many characters of a name fit every screen."""

_UNPRINTABLE: Final = "?"


def bot_of(name: str) -> Bot | None:
    """Find the bot that a seat is played by, such as `greedy` or `greedy 2`; None for a person."""
    kind, _, number = name.partition(" ")
    return BOTS.get(kind) if not number or (number.isascii() and number.isdigit()) else None


def seated(wanted: Sequence[str]) -> tuple[str, ...]:
    """Give every seat a name of its own: bots of one kind are numbered.

    Too few or too many seats, and a person's name that is there twice, cannot be shown or is too
    long, are a `PositionError`.
    """
    if len(wanted) not in PLAYERS:
        raise PositionError(f"{PLAYERS[0]} to {PLAYERS[-1]} play, not {len(wanted)}")
    names: list[str] = []
    for name in wanted:
        kind = name.lower()
        if kind in BOTS:
            before = sum(bot_of(other) is BOTS[kind] for other in names)
            names.append(f"{kind} {before + 1}" if before else kind)
        else:
            _check_name(name, names)
            names.append(name)
    return tuple(names)


def _check_name(name: str, others: Iterable[str]) -> None:
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise PositionError(
            f"a name has 1 to {LONGEST_NAME} characters that can be shown, unlike {shown(name)}"
        )
    if name in others or bot_of(name.lower()) is not None:
        raise PositionError(f"there is a seat called {shown(name)} already, or a bot")


def shown_names(names: Iterable[str]) -> tuple[str, ...]:
    """Make names from a file fit to be shown: no control characters, and not too long."""
    printable = (
        "".join(char if char.isprintable() else _UNPRINTABLE for char in name[:LONGEST_NAME])
        for name in names
    )
    return tuple(name or _UNPRINTABLE for name in printable)
