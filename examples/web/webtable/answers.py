"""Answers to one player alone: drafts, the cards that can be played, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manipulation import (
    Draft,
    IllegalMoveError,
    ManipulationError,
    NotationError,
    SearchLimitError,
    best_play,
    parse_step,
    playable_cards,
    steps,
    to_json,
)
from webtable.refusals import Code, Refused
from webtable.texts import envelope, plain, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation import RoundView


def draft_answer(view: RoundView, texts: Iterable[str], *, reply: int) -> str:
    """Tell what the steps make of the table, and what is not legal yet.

    The first step that is refused ends it: `taken` says how many have been made. `jokers` has for
    each meld with one undeclared joker the cards that it can stand for there.
    """
    draft, taken, refused = _tried(Draft.of(view.table, view.hand), texts)
    faults = draft.faults()
    by_meld = {
        str(number): to_json(found) for number, found in draft.faults_by_meld().items() if found
    }
    jokers = {
        str(number): to_json(draft.declarable(number))
        for number, cards in draft.melds.items()
        if cards.undeclared == 1
    }
    return envelope(
        "draft",
        reply=plain(reply),
        taken=plain(taken),
        draft=to_json(draft),
        played=to_json(draft.played),
        faults=to_json(tuple(fault for fault in faults if fault.meld is None)),
        by_meld=_object(by_meld),
        jokers=_object(jokers),
        play="null" if faults else to_json(draft.play()),
        refused="null" if refused is None else refusal(refused, reply=reply),
    )


def _tried(draft: Draft, texts: Iterable[str]) -> tuple[Draft, int, Refused | None]:
    """Make steps until one is refused; give the draft, how many were made, and the refusal."""
    refused, taken = None, 0
    try:
        for text in texts:
            draft = draft.after(parse_step(text))
            taken += 1
    except IllegalMoveError as error:
        refused = Refused.by_rule(error)
    except NotationError as error:
        refused = Refused.of(Code.NOT_NOTATION, error.message)
    except ManipulationError as error:
        refused = Refused.of(Code.NOT_NOTATION, str(error))
    return draft, taken, refused


def _object(parts: dict[str, str]) -> str:
    return f"{{{', '.join(f'{plain(name)}: {part}' for name, part in parts.items())}}}"


def playable_answer(view: RoundView, *, reply: int, limit: int) -> str:
    """Tell which cards of the hand are in some play on the table as it lies."""
    try:
        cards = playable_cards(view.table, view.hand, limit=limit)
    except SearchLimitError:
        raise Refused.of(Code.TOO_HARD) from None
    return envelope("playable", reply=plain(reply), cards=to_json(cards))


def hint_answer(view: RoundView, level: int, *, reply: int, limit: int) -> str:
    """Tell the best play: which cards, from level 2 on the table with them, at 3 the steps."""
    try:
        best = best_play(view.table, view.hand, limit=limit)
    except SearchLimitError:
        raise Refused.of(Code.TOO_HARD) from None
    parts = {"reply": plain(reply), "level": plain(level)}
    if best is None:
        return envelope("hint", **parts, cards="null")
    parts["cards"] = to_json(best.played)
    parts["points_left"] = plain(best.points_left)
    if level > 1:
        parts["table"] = to_json(best.table)
    if level > 2:  # noqa: PLR2004 -- the third level is the steps
        parts["steps"] = to_json(steps(view.table, best.table))
    return envelope("hint", **parts)
