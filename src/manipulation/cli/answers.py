"""What the command line answers: yes or no, in lines for a reader and as a JSON document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from attrs import frozen

from manipulation.cards import Cards
from manipulation.records import to_json
from manipulation.solver import arrange, best_play, count_arrangements, count_plays, why_not
from manipulation.solver._limits import NO_LIMIT
from manipulation.table import check_play, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.melds import Fault
    from manipulation.rules import MeldRules
    from manipulation.solver import BestPlay, Objective, WhyNot
    from manipulation.table import Play, Step, Table


_COUNT_LIMIT: Final = 20_000_000
"""The states after which a count is given up where nobody says how many: 10 to 20 s, mostly."""

_PLAYS_LIMIT: Final = 500_000
"""The same for a count of plays."""


@frozen
class Line:
    """One line for a reader; where it is too long for a terminal, it goes on below its parts.

    A part that is a string is prose; the text of any other is notation.
    """

    parts: tuple[object, ...] = ()
    start: str = ""


@frozen
class Answer:
    """What a command answers: whether it is yes, and how that is told."""

    yes: bool
    document: dict[str, object]
    lines: tuple[Line, ...]


def arrangement(cards: Cards, rules: MeldRules, *, limit: int = NO_LIMIT) -> Answer:
    """Answer how all the cards can be arranged, or why they cannot be."""
    why = why_not(cards, rules=rules, limit=limit)
    table = why.table if why else arrange(cards, rules=rules, limit=limit)
    document: dict[str, object] = {
        "arranged": why is None,
        "table": str(table),
        "left_out": str(why.left_out if why else Cards()),
        "conflict": str(why.conflict if why else Cards()),
    }
    lines = _unarranged(why) if why else (Line((table,)),)
    return Answer(why is None, document, lines)


def _unarranged(why: WhyNot) -> tuple[Line, ...]:
    if len(why.conflict) == 1:
        reason = " (no meld of the cards takes it)"
    else:
        reason = " (not all can be in melds; without any one, the others can)"
    return (
        Line(("No arrangement holds all the cards.",)),
        _labelled("Conflict", why.conflict, reason),
        _labelled("Left out", why.left_out),
        _labelled("Table", why.table if why.table.melds else "no meld"),
    )


def verdict(table: Table, play: Play, hand: Cards) -> Answer:
    """Answer whether a play is legal, or which rules it breaks.

    An illegal play changes nothing (D7): the document then has the table and the hand as they are.
    """
    faults = check_play(table, play, hand)
    after = table if faults else table.after(play, hand=hand)
    played = after.cards.undeclared_again - table.cards.undeclared_again
    in_hand, points = hand - played, table.rules.points_of(hand - played)
    document: dict[str, object] = {
        "legal": not faults,
        "faults": [json.loads(to_json(fault)) for fault in faults],
        **_document(after, played, in_hand, points),
    }
    if faults:
        lines = (Line(("Not legal:",)), *map(fault_line, faults))
    else:
        lines = (
            Line(("Legal.",)),
            _labelled("Plays", played),
            _in_hand(in_hand, points),
        )
    return Answer(not faults, document, lines)


def fault_line(fault: Fault) -> Line:
    """Tell a broken rule, the cards, and their meld if they are not all of it."""
    violation = fault.violation
    parts: list[object] = [f"{violation.code} ({violation.clause}): {violation.sentence}"]
    if fault.cards:
        parts += [" [", fault.cards, "]"]
    if fault.meld and fault.meld != fault.cards:
        parts += [" in [", fault.meld, "]"]
    return Line(tuple(parts), "  ")


def hint(table: Table, hand: Cards, objective: Objective, *, limit: int = NO_LIMIT) -> Answer:
    """Answer which play is best and how to come to it, or that nothing can be played."""
    best = best_play(table, hand, objective=objective, limit=limit)
    if best is None:
        points = table.rules.points_of(hand)
        lines: tuple[Line, ...] = (Line(("Nothing can be played.",)), _in_hand(hand, points))
        document = _hint_document(table, hand, None, ())
    else:
        way = steps(table, best.table)
        lines = tuple(_best_lines(table, hand, best, way))
        document = _hint_document(table, hand, best, way)
    return Answer(best is not None, document, lines)


def arrangements_counted(cards: Cards, rules: MeldRules, *, limit: int | None = None) -> Answer:
    """Answer in how many ways all the cards can be arranged.

    By default it may take half as many states with each joker more: each takes longer.
    """
    if limit is None:
        limit = _COUNT_LIMIT >> cards.undeclared
    return _count("arrangements", count_arrangements(cards, rules=rules, limit=limit))


def plays_counted(table: Table, hand: Cards, *, limit: int | None = None) -> Answer:
    """Answer how many sets of cards of a hand can be played."""
    limit = _PLAYS_LIMIT if limit is None else limit
    return _count("plays", count_plays(table, hand, limit=limit))


def _count(what: str, count: int) -> Answer:
    return Answer(count > 0, {what: count}, (Line((str(count),)),))


def _hint_document(
    table: Table, hand: Cards, best: BestPlay | None, way: tuple[Step, ...]
) -> dict[str, object]:
    played = best.played if best else Cards()
    in_hand = hand - played
    return {
        "playable": best is not None,
        **_document(best.table if best else table, played, in_hand, table.rules.points_of(in_hand)),
        "disturbed": best.disturbed if best else 0,
        "disturbed_exact": best.disturbed_exact if best else True,
        "steps": list(map(str, way)),
    }


def _best_lines(table: Table, hand: Cards, best: BestPlay, way: tuple[Step, ...]) -> Iterator[Line]:
    disturbed = f"{best.disturbed} of {counted(len(table.melds), 'meld')}"
    if not best.disturbed_exact:
        disturbed += " (there may be a play as good that disturbs fewer)"
    yield _labelled("Play", best.played)
    yield _in_hand(hand - best.played, best.points_left)
    yield _labelled("Table", best.table)
    yield _labelled("Disturbs", disturbed)
    yield Line()
    yield Line(("Steps, the melds numbered as they lie and new ones after them:",))
    named = {getattr(step, name, None) for step in way for name in ("meld", "to")}
    for number, meld in enumerate(table.melds, start=1):
        if number in named:
            yield Line((meld,), f"  meld {number}: ")
    for number, step in enumerate(way, start=1):
        yield Line((step,), f"{number:>3}. ")


def _document(table: Table, played: Cards, in_hand: Cards, points: int) -> dict[str, object]:
    return {
        "table": str(table),
        "played": str(played),
        "in_hand": str(in_hand),
        "points_left": points,
    }


def _in_hand(cards: Cards, points: int) -> Line:
    if not cards:
        return _labelled("In hand", "nothing")
    return _labelled("In hand", cards, f" ({counted(points, 'point')})")


def _labelled(label: str, *parts: object) -> Line:
    return Line(parts, f"{label + ':':<10}")


def counted(count: int, what: str) -> str:
    """Write a number of things."""
    return f"{count} {what}{'' if count == 1 else 's'}"
