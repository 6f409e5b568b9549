"""What the command `simulate` answers: two tables for a reader, and a JSON document."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from manipulation.cli.answers import Answer, Line
from manipulation.cli.board import WIDTH
from manipulation.simulation import Mean, Share
from manipulation.simulation.estimates import CONFIDENCE
from manipulation.simulation.results import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from manipulation.simulation import Performance, Results

_Estimate: TypeAlias = Mean | Share

_LABEL: Final = 14
_COLUMN: Final = (WIDTH - _LABEL) // 5
"""The widths of labels and of columns; five bots have room, and any interval."""

_PER_CENT: Final = round(100 * CONFIDENCE)
_LEGEND: Final = (
    f"In brackets: {_PER_CENT} % intervals. Wins are a share of the games, what was undercut",
    "of the rounds that the bot ended itself, all other shares are of the rounds.",
)


class _Row(NamedTuple):
    """A row of a table, what it is called there and in the document, and its decimals."""

    label: str
    name: str
    estimate: _Estimate
    decimals: int


def totals(results: Results, *, seed: int) -> Answer:
    """Answer what came of games."""
    document: dict[str, object] = {
        "games": results.games,
        "seed": seed,
        "confidence": CONFIDENCE,
        **_documents(_of_all(results)),
        "bots": [
            {"name": name, **_performance(bot)}
            for name, bot in zip(results.names, results.bots, strict=True)
        ],
        "seats": [_performance(seat) for seat in results.seats],
    }
    return Answer(yes=True, document=document, lines=tuple(_lines(results, seed)))


def _of_all(results: Results) -> tuple[_Row, ...]:
    return (
        _Row("rounds a game", "rounds", results.rounds, 2),
        _Row("turns a round", "turns", results.turns, 2),
        _Row("draws a turn", "draws", results.draws, 2),
        _Row("knocks", "knocks", results.knocks, 1),
        _Row("going out", "went_out", results.went_out, 1),
        _Row("last laps", "laps", results.laps, 1),
        _Row("undercuts", "undercuts", results.undercuts, 1),
    )


def _of_one(bot: Performance) -> tuple[_Row, ...]:
    return (
        _Row("wins", "wins", bot.wins, 1),
        _Row("points a game", "points", bot.points, 0),
        _Row("rounds won", "rounds_won", bot.rounds_won, 1),
        _Row("knocks", "knocks", bot.knocks, 1),
        _Row("went out", "went_out", bot.went_out, 1),
        _Row("undercuts", "undercuts", bot.undercuts, 1),
        _Row("was undercut", "undercut", bot.undercut, 1),
        _Row("turns a round", "turns", bot.turns, 1),
        _Row("draws a turn", "draws", bot.draws, 2),
    )


def _lines(results: Results, seed: int) -> Iterator[Line]:
    yield _line(f"{number_of(results.games)}, seed {seed}:")
    for row in _of_all(results):
        yield _line(f"{row.label:<{_LABEL}}{_value(row):>{_COLUMN}} {_interval(row)}")
    yield Line()
    yield _line(_cells("", (name[: _COLUMN - 1] for name in results.names)))
    for rows in zip(*map(_of_one, results.bots), strict=True):
        yield _line(_cells(rows[0].label, map(_value, rows)))
        yield _line(_cells("", map(_interval, rows)))
    yield Line()
    yield from map(_line, _LEGEND)


def _line(text: str) -> Line:
    return Line((text,))


def _cells(label: str, texts: Iterable[str]) -> str:
    return f"{label:<{_LABEL}}{''.join(f'{text:>{_COLUMN}}' for text in texts)}"


def _value(row: _Row) -> str:
    """Write the share in per cent, or the mean; a dash where nothing was counted."""
    value = row.estimate.value
    if math.isnan(value):
        return "-"
    if isinstance(row.estimate, Share):
        return f"{100 * value:.{row.decimals}f} %"
    return f"{value:.{row.decimals}f}"


def _interval(row: _Row) -> str:
    """Write the interval in the unit of the value; nothing where nothing is bounded."""
    low, high = row.estimate.interval()
    if math.isinf(low):
        return ""
    times = 100 if isinstance(row.estimate, Share) else 1
    return f"[{_short(times * low, row.decimals)}, {_short(times * high, row.decimals)}]"


def _short(number: float, decimals: int) -> str:
    """Write a number, 100 per cent without decimals."""
    return f"{number:.{decimals}f}".replace("100.0", "100")


def _performance(bot: Performance) -> dict[str, object]:
    return {**_documents(_of_one(bot)), "scores": [list(pair) for pair in bot.scores]}


def _documents(rows: Iterable[_Row]) -> dict[str, object]:
    return {row.name: _estimate(row.estimate) for row in rows}


def _estimate(estimate: _Estimate) -> dict[str, float | None]:
    """Make the document of an estimate; JSON has no number for what is not known."""
    low, high = estimate.interval()
    numbers = {"value": estimate.value, "low": low, "high": high}
    return {name: number if math.isfinite(number) else None for name, number in numbers.items()}
