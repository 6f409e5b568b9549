"""`manipulation simulate` plays, counts, draws and writes, and leaves cleanly."""

import math
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from manipulation import Mean, Performance, Record, Results, Share, from_json, results_of, simulate
from manipulation.cli import plotting, totals
from manipulation.cli.seats import BOTS
from manipulation.simulation.estimates import Sums
from tests.commands import (
    Runner,
    on_screen,
    plain_surroundings,  # noqa: F401 -- a fixture for all of this file
    process,
    runner,  # noqa: F401 -- the fixture `run`
    samples,
)
from tests.terminals import Screen, ctrl_c_is_heard, without_colour

PAGE = (Path(__file__).parents[1] / "docs" / "simulation.md").read_text(encoding="utf-8")

GAMES = 2
QUESTION = ("simulate", "random", "greedy", "--games", str(GAMES), "--seed", "4")


def expected() -> Results:
    """Simulate the same games through the package."""
    bots = (BOTS["random"], BOTS["greedy"])
    return simulate(bots, names=("random", "greedy"), games=GAMES, seed=4)


def without_numbers(text: str) -> str:
    """Put a mark for each number, and one space for many."""
    return re.sub(r" +", " ", re.sub(r"-?\d+(\.\d+)?|(?<= )-(?= |\n)", "#", text))


class TestAnswer:
    """What came of the games, in two tables or as JSON."""

    @pytest.mark.parametrize(("command", "printed"), samples(PAGE))
    def test_the_page(self, run: Runner, command: str, printed: str) -> None:
        """The sample is what is printed, but for numbers, which a better solver may change."""
        script, *arguments = shlex.split(command)
        out, err, status = run(*arguments)
        assert (script, err, status) == ("manipulation", "", 0)
        assert without_numbers(out) == without_numbers(printed)

    def test_json(self, run: Runner) -> None:
        """The numbers are those of the results."""
        document, results = run.json(*QUESTION), expected()
        assert (document["games"], document["seed"], document["confidence"]) == (GAMES, 4, 0.95)
        for name in ("rounds", "turns", "draws", "knocks", "went_out", "laps", "undercuts"):
            estimate: Mean | Share = getattr(results, name)
            low, high = estimate.interval()
            assert document[name] == {"value": estimate.value, "low": low, "high": high}
        for key, performances in (("bots", results.bots), ("seats", results.seats)):
            found = document[key]
            assert isinstance(found, list)
            for part, performance in zip(found, performances, strict=True):
                assert part["scores"] == [list(pair) for pair in performance.scores]
                assert part["points"]["value"] == performance.points.value
                assert part["undercut"]["low"] == performance.undercut.interval()[0]
        assert [bot["name"] for bot in document["bots"]] == ["random", "greedy"]  # type: ignore[attr-defined]

    def test_what_is_not_known(self) -> None:
        """Of one game a mean has no interval; what was not counted has no value."""
        bot = Performance(points=Mean(Sums.of(3)))
        answer = totals.totals(Results(names=("a", "b"), cells=(bot,) * 4), seed=1)
        lines = ["".join(map(str, line.parts)) for line in answer.lines]
        assert answer.document["rounds"] == {"value": None, "low": None, "high": None}
        assert lines[:2] == ["0 games, seed 1:", "rounds a game             - "]
        one = totals.totals(Results(names=("a", "b"), rounds=Mean(Sums.of(3))), seed=1)
        assert one.lines[0].parts == ("1 game, seed 1:",)

    def test_it_fits(self) -> None:
        """Five bots, and the widest numbers, fit 80 columns."""
        wide = Sums.of(1_100) + Sums.of(900)
        all_of = Share(Sums(20, 20, 20, 20, 20, 20))
        rounds = Mean(Sums.of(20) + Sums.of(19))
        draws = Mean(Sums.of(3) + Sums.of(2))
        bot = Performance(wins=all_of, points=Mean(wide), turns=rounds, draws=draws)
        names = tuple(f"a very long name {number}" for number in range(5))
        results = Results(names=names, cells=(bot,) * 25, rounds=rounds, laps=all_of)
        lines = ["".join(map(str, line.parts)) for line in totals.totals(results, seed=1).lines]
        assert max(map(len, lines)) <= 80
        assert "  " + names[0][:12] in lines[9]
        assert all(cell in " ".join(lines) for cell in ("[96.3, 100]", "100.0 %"))

    def test_bots_of_one_kind(self, run: Runner) -> None:
        """They are numbered; capitals make no difference."""
        out, err, status = run("simulate", "Greedy", "GREEDY", "--games", "1")
        assert out.splitlines()[9].split() == ["greedy", "greedy", "2"]
        assert (err, status) == ("", 0)


class TestFiles:
    """`--records` and `--plot`."""

    def test_records(self, run: Runner, tmp_path: Path) -> None:
        """A record a line, which give the same results."""
        path = tmp_path / "records"
        assert run(*QUESTION, "--records", str(path)).status == 0
        records = [from_json(line, Record) for line in path.read_text().splitlines()]
        parts = [results_of(record, names=("random", "greedy")) for record in records]
        assert sum(parts, start=Results(names=("random", "greedy"))) == expected()

    def test_what_it_shows(self, tmp_path: Path) -> None:
        """Each bot by its name, with its mean."""
        path, results = tmp_path / "scores.SVG", expected()
        plotting.draw_scores(results, path=path)
        text = path.read_text(encoding="utf-8")
        for words in ("random", "greedy", f"mean {results.bots[1].points.value:.0f}"):
            assert f"<!-- {words} -->" in text

    @pytest.mark.parametrize("spread", [0, 1, 40, 41, 399, 400, 3999, 4001, 123_456])
    def test_its_bars(self, spread: int) -> None:
        """They are as narrow as can be, in round numbers, so that there are not too many."""
        step = plotting.bar_width(spread)
        assert math.ceil(spread / step) <= 41
        assert step == 1 or spread / step > 15

    def test_by_the_command(self, run: Runner, tmp_path: Path) -> None:
        """The table is printed as well."""
        path = tmp_path / "scores.png"
        assert run(*QUESTION, "--plot", str(path)) == run(*QUESTION)
        assert path.read_bytes().startswith(b"\x89PNG")


class TestOnATerminal:
    """How far it is, and what is shown."""

    def test_the_table(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """It is the same as in a pipe."""
        piped = run(*QUESTION).out
        assert without_colour(on_screen(monkeypatch, *QUESTION)) == piped

    def test_how_far_it_is(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """A bar is shown on standard error, and taken away at the end."""
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        run(*QUESTION)
        shown = screen.shown()
        assert f"{GAMES}/{GAMES}" in without_colour(shown)
        assert shown.rstrip().endswith("\x1b[2K")

    def test_not_in_a_pipe(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """Not even where colour is wanted there."""
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert run(*QUESTION).err == ""


class TestWorkers:
    """`--workers`."""

    def test_processes(self) -> None:
        """The answer is the same on two processes."""
        assert process(*QUESTION, "--workers", "2") == process(*QUESTION)

    def test_ctrl_c(self, tmp_path: Path) -> None:
        """It ends quietly, with all that could write on, and what is written is whole."""
        path = tmp_path / "records"
        command = ["simulate", "random", "greedy", "--games", "100000", "--workers", "2"]
        with ctrl_c_is_heard():
            running = subprocess.Popen(
                [sys.executable, "-m", "manipulation", *command, "--records", str(path)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        try:
            # The newest line may be taken away again; one that has another behind it stays.
            while not path.exists() or path.read_bytes().count(b"\n") < 2:
                assert running.poll() is None
                os.sched_yield()
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
        assert (out, err, running.returncode) == (b"", b"", 130)
        assert path.read_bytes().endswith(b"\n")


class TestBadInput:
    """It is told before any game is played."""

    @pytest.fixture(autouse=True)
    def no_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Fail where a game is played."""
        monkeypatch.setattr("manipulation.simulation.simulating.played", None)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ("ann greedy", "BOT: a bot is one of random, greedy, patient, lookahead, not 'ann'"),
            ("greedy", "BOT: 2 to 5 play, not 1"),
            ("greedy " * 6, "BOT: 2 to 5 play, not 6"),
            ("greedy greedy --games 0", "games are a number from 1 to 1,000,000,000, not 0"),
            ("greedy greedy --plot a.gif", "--plot: a picture ends in .png, .svg, .pdf, unlike a"),
            ("greedy greedy --plot no/a.png", "--plot: there is no folder no"),
            ("greedy greedy --records no/a", "records cannot be written to no/a: "),
        ],
    )
    def test_it_is_told(self, run: Runner, arguments: str, told: str) -> None:
        """In our words, with the status 2."""
        out, err, status = run("simulate", *arguments.split())
        assert err.startswith(told)
        assert (out, status) == ("", 2)

    @pytest.mark.parametrize("arguments", ["", "greedy greedy --workers 0", "a b --games x"])
    def test_no_command(self, run: Runner, arguments: str) -> None:
        """It is told how it is used."""
        out, err, status = run("simulate", *arguments.split())
        assert "Usage: " in out + err
        assert status == 2

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """Where matplotlib is missing, the extra is named; nothing else is hidden."""
        monkeypatch.delitem(sys.modules, "manipulation.cli.plotting")
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
        out, err, status = run(*QUESTION, "--plot", "a.png")
        assert err.startswith("--plot: a picture needs matplotlib, which the extra `plot`")
        assert (out, status) == ("", 2)
        monkeypatch.setitem(sys.modules, "manipulation.cli.plotting", None)
        with pytest.raises(ModuleNotFoundError, match=r"manipulation\.cli\.plotting"):
            run(*QUESTION, "--plot", "a.png")

    def test_matplotlib_is_loaded_when_it_is_asked_for(self) -> None:
        """And not before."""
        script = (
            "import sys; from manipulation.cli import main\n"
            "try: main()\nfinally: assert 'matplotlib' not in sys.modules"
        )
        assert process(*QUESTION[:3], "--games", "1", script=script).status == 0


def test_help_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page fits 80 columns, and is whole."""
    shown = on_screen(monkeypatch, "simulate", "--help")
    assert max(map(len, shown.splitlines())) <= 80
    assert "..." not in shown.partition("\n")[2]
