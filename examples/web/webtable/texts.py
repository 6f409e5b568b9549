"""What the server says: envelopes of its own around the library's JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from manipulation import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation import Event, Game, Outcome, Step
    from webtable.refusals import Refused


def envelope(kind: str, **parts: str) -> str:
    """Put parts, each JSON already, into one message."""
    fields = "".join(f', "{name}": {part}' for name, part in parts.items())
    return f'{{"type": "{kind}"{fields}}}'


def plain(value: object) -> str:
    """Write what is no state of the game: a number, a name, a list of seats."""
    return json.dumps(value)


def optional(value: object) -> str:
    """Write a value or null."""
    return "null" if value is None else to_json(value)


def public(
    game: Game,
    *,
    number: int,
    outcomes: Iterable[Outcome] | None = None,
    steps: Iterable[Step] = (),
) -> dict[str, str]:
    """Write what everyone is told alike of a position.

    `number` counts the deals and moves so far. `outcomes` are those of all rounds so far, where
    there is something new about them; `steps` are those of the last play.
    """
    parts = {
        "number": plain(number),
        "awaits_deal": plain(game.awaits_deal),
        "standings": to_json(game.standings),
        "final": optional(game.final),
        "steps": to_json(tuple(steps)),
    }
    if outcomes is not None:
        parts["outcomes"] = to_json(tuple(outcomes))
    return parts


def position(
    game: Game, seat: int | None, alike: dict[str, str], *, event: Event | None = None
) -> str:
    """Tell a seat, or a spectator, how the game stands: its view, and what follows from it."""
    view = game.view(seat)
    state = view.round
    return envelope(
        "position",
        **alike,
        view=to_json(view),
        legal=to_json(() if state is None else state.legal_moves()),
        may_meld=plain(state is not None and state.may_meld),
        points=plain(0 if state is None else state.rules.melds.points_of(state.hand)),
        event=optional(event),
    )


def refusal(refused: Refused, *, reply: int | None) -> str:
    """Tell why a message was refused."""
    return envelope(
        "refused",
        reply=plain(reply),
        code=plain(refused.code),
        sentence=plain(refused.sentence),
        detail=plain(refused.detail),
        faults=to_json(refused.faults),
    )
