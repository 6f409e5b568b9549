"""Real workers die in mid-run, and the results are those of games played here.

`SIMULATED_GAMES=1000 python -m pytest tests/test_simulation_workers.py` plays a thousand.
"""

import io
import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from manipulation import Bot, GreedyBot, RandomBot, Results, Rules, UnfinishedError, simulate
from tests.simulated import DeadlyBot

GAMES = int(os.environ.get("SIMULATED_GAMES", "24"))
"""How many games are played each time: enough for workers to die in the middle of them."""

SOME = GAMES // 4
"""How many are done when a worker dies."""

RULES = Rules(target=1)
"""Rules under which the first round with points ends the game."""

BOTS = (RandomBot(), GreedyBot())

POOL = partial(ProcessPoolExecutor, 2, mp_context=get_context("spawn"))
"""Makes two processes that begin with nothing of this one."""

PLAY = partial(
    simulate, names=("random", "greedy"), games=GAMES, seed=11, rules=RULES, window=GAMES // 3
)
"""Plays them, no more at a time than that most are still to be played when a worker dies."""


@cache
def here() -> tuple[Results, str]:
    """Play the games in this process."""
    records = io.StringIO()
    return PLAY(BOTS, records=records), records.getvalue()


class TestProcesses:
    """A `ProcessPoolExecutor` breaks as a whole when one of its processes is killed."""

    def test_a_pool_that_is_made(self, tmp_path: Path) -> None:
        """It is made anew; no game is lost, and none is counted or written twice."""
        deadly, made, records = DeadlyBot(RandomBot(), tmp_path), list[int](), io.StringIO()

        def make() -> ProcessPoolExecutor:
            made.append(1)
            return POOL()

        bots: tuple[Bot, ...] = (deadly, GreedyBot())
        results = PLAY(bots, executor=make, progress=deadly.after(SOME), records=records)
        assert len(made) == 2
        assert (results, records.getvalue()) == here()

    def test_a_pool_that_is_passed_in(self, tmp_path: Path) -> None:
        """The error tells which games are done, and a second call plays the others."""
        deadly, path = DeadlyBot(RandomBot(), tmp_path), tmp_path / "records"
        bots: tuple[Bot, ...] = (deadly, GreedyBot())
        with POOL() as pool, pytest.raises(UnfinishedError, match=r"are done$") as raised:
            PLAY(bots, executor=pool, progress=deadly.after(SOME), records=path)
        done = raised.value.done
        assert isinstance(raised.value.__cause__, BrokenExecutor)
        assert SOME <= len(done) == done.results.games < GAMES
        told: list[int] = []
        with POOL() as pool:
            results = PLAY(
                bots,
                executor=pool,
                progress=lambda count, _: told.append(count),
                records=path,
                resume=done,
            )
        assert told == list(range(len(done) + 1, GAMES + 1))
        assert (results, path.read_text(encoding="utf-8")) == here()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Two Dask workers, each a process of its own, on this machine."""
    with (
        LocalCluster(  # type: ignore[no-untyped-call]  # Dask has few types
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            host="127.0.0.1",
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]  # likewise
    ):
        yield client


class TestDask:
    """Dask runs a task again whose worker is lost."""

    def test_a_worker_that_is_killed(self, client: Client) -> None:
        """The results are those of games played here, and the worker is gone."""
        before, killed, records = client.run(os.getpid), list[int](), io.StringIO()

        def kill(done: int, _: int) -> None:
            if done == SOME:
                killed.append(min(before.values()))
                os.kill(killed[0], signal.SIGKILL)

        executor = client.get_executor()  # type: ignore[no-untyped-call]  # likewise
        results = PLAY(BOTS, executor=executor, progress=kill, records=records)
        assert killed
        assert (results, records.getvalue()) == here()
        assert not set(killed) & set(client.run(os.getpid).values())

    def test_an_executor_that_is_made(self, client: Client) -> None:
        """`get_executor` makes one; the client is left open."""
        few = partial(simulate, BOTS, games=4, seed=11, rules=RULES)
        assert few(executor=client.get_executor) == few()
        assert client.status == "running"
