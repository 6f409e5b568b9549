"""A picture of how the final scores of bots are spread, drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from pathlib import Path

    from manipulation.simulation import Results

FORMATS: Final = (".png", ".svg", ".pdf")
"""How the name of a picture may end."""

_BARS: Final = 40
"""About how many bars the scores of all bots are put into."""

_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100)
_WIDTH: Final = 7.5
_HEIGHT: Final = 1.35
"""The size of one bot's histogram, in inches."""

_BAR: Final = "#4878a8"
_MEAN: Final = "#b03030"


def draw_scores(results: Results, *, path: Path) -> None:
    """Draw a histogram a bot, one below another on the same scales, and write them to a file."""
    bots = results.bots
    scores = [score for bot in bots for score, _ in bot.scores]
    step = bar_width(max(scores) - min(scores))
    edges = range(min(scores) // step * step, max(scores) + step + 1, step)
    figure = Figure(figsize=(_WIDTH, 0.9 + _HEIGHT * len(bots)), layout="constrained")
    rows = figure.subplots(len(bots), sharex=True, sharey=True)
    for name, bot, axes in zip(results.names, bots, rows, strict=True):
        mean = bot.points.value
        axes.hist(
            [score for score, _ in bot.scores],
            bins=list(edges),
            weights=[count for _, count in bot.scores],
            color=_BAR,
        )
        axes.axvline(mean, color=_MEAN, linewidth=1.5)
        axes.set_title(name, loc="left", fontsize=10, fontweight="bold")
        axes.set_title(f"mean {mean:.0f}", loc="right", fontsize=10, color=_MEAN)
        axes.spines[["top", "right"]].set_visible(False)
    figure.supxlabel("final score of a game", fontsize=10)
    figure.supylabel(f"games, of {results.games:,}", fontsize=10)
    figure.savefig(path, dpi=150)


def bar_width(spread: int) -> int:
    """Choose the width of a bar: a round number that gives few enough."""
    return next((step for step in _STEPS if spread <= step * _BARS), spread // _BARS)
