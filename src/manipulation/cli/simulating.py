"""The command `simulate`: which bots play, where, and where what came of it goes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from manipulation.cli.answering import give, read
from manipulation.cli.processes import Processes
from manipulation.cli.seats import BOTS, seated
from manipulation.cli.totals import totals
from manipulation.errors import SimulationError, shown
from manipulation.simulation import simulate as simulated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from manipulation.bots import Bot
    from manipulation.simulation import Results

_MOST_WORKERS: Final = 1_000

_Bots: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="BOT", help=f"Two to five of {', '.join(BOTS)}.")
]
_Games: TypeAlias = Annotated[int, typer.Option(metavar="NUMBER", help="How many games.")]
_Seed: TypeAlias = Annotated[
    int, typer.Option(metavar="NUMBER", help="Where all chance comes from.")
]
_Workers: TypeAlias = Annotated[
    int,
    typer.Option(
        metavar="NUMBER", min=1, max=_MOST_WORKERS, help="How many processes play; 1 is this one."
    ),
]
_RecordsFile: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write every game, one JSON record a line.")
]
_PlotFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw how the scores are spread: a PNG, SVG or PDF."),
]
_JsonOption: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Answer with a JSON document on one line.")
]


def simulate(  # noqa: PLR0913 -- each is an option of the command
    bots: _Bots,
    *,
    games: _Games = 100,
    seed: _Seed = 0,
    workers: _Workers = 1,
    records: _RecordsFile = None,
    plot: _PlotFile = None,
    as_json: _JsonOption = False,
) -> None:
    """Play many games between bots, and count what came of them.

    In game after game the bots change seats. For one seed the answer is the same, however many
    processes play.
    """
    names, players = read("BOT", _bots, bots)
    draw = None if plot is None else read("--plot", _plotter, plot)
    with _progress() as bar:
        task = bar.add_task("games", total=games)
        results = simulated(
            players,
            names=names,
            games=games,
            seed=seed,
            executor=None if workers == 1 else partial(Processes, workers),
            progress=lambda done, _: bar.update(task, completed=done),
            records=records,
        )
    if draw is not None:
        draw(results)
    give(totals(results, seed=seed), as_json=as_json)


def _bots(wanted: Sequence[str]) -> tuple[tuple[str, ...], tuple[Bot, ...]]:
    """Give every bot a name of its own; what is none is a `SimulationError`."""
    kinds = [name.lower() for name in wanted]
    for kind in kinds:
        if kind not in BOTS:
            raise SimulationError(f"a bot is one of {', '.join(BOTS)}, not {shown(kind)}")
    names = seated(kinds)
    return names, tuple(BOTS[kind] for kind in kinds)


def _progress() -> Progress:
    """Make a progress bar on standard error, which only a terminal shows."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.file.isatty(),
        transient=True,
    )


def _plotter(path: Path) -> Callable[[Results], None]:
    """Give what draws; that it cannot be drawn there is a `SimulationError` before any game."""
    try:
        from manipulation.cli.plotting import FORMATS, draw_scores  # noqa: PLC0415 -- it loads much
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "matplotlib":
            raise
        raise SimulationError(
            "a picture needs matplotlib, which the extra `plot` of manipulation-rummy brings: in a "
            "clone of the project, python -m pip install '.[cli,plot]'"
        ) from missing
    if path.suffix.lower() not in FORMATS:
        raise SimulationError(f"a picture ends in {', '.join(FORMATS)}, unlike {path}")
    if not path.parent.is_dir():
        raise SimulationError(f"there is no folder {path.parent}")
    return partial(draw_scores, path=path)
