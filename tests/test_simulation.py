"""Simulated games are the same wherever they are played, and none is lost or counted twice."""

import io
import os
import pickle
import resource
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random
from typing import NamedTuple, ParamSpec, TypeVar

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import manipulation.simulation.playing
import manipulation.simulation.workers
from manipulation import (
    MANIPULATION,
    Bot,
    BotError,
    DoneGames,
    Draw,
    EndTurn,
    Game,
    GreedyBot,
    Knock,
    Mean,
    Move,
    Performance,
    Phase,
    Play,
    PositionError,
    RandomBot,
    Record,
    Results,
    RulesError,
    Share,
    SimulationError,
    UndercutBonus,
    UnfinishedError,
    from_json,
    play_game,
    replay,
    results_of,
    simulate,
)
from manipulation.simulation.estimates import Sums
from manipulation.simulation.players import Players, generator, seated
from manipulation.simulation.playing import FailedGame, PlayedGame, Task, played
from tests.simulated import SHORT, BadBot, IdleBot

NAMES = ("ann", "bob")
GAMES = 12
WITH = partial(simulate, names=NAMES, games=GAMES, seed=5, rules=SHORT)
"""Simulate a dozen short games with some bots."""

CHANCE = st.builds(Random, st.integers(0, 2**32))
IDLE = (IdleBot(), IdleBot())

_P = ParamSpec("_P")
_T = TypeVar("_T")


@cache
def whole() -> tuple[Results, str]:
    """Simulate some games here, and give the results and the records."""
    records = io.StringIO()
    found = WITH(IDLE, records=records)
    return found, records.getvalue()


@cache
def one(number: int) -> PlayedGame | FailedGame:
    """Play one of them."""
    return played(Task(Players(IDLE, NAMES, 5, SHORT), number, recorded=True))


class Fate:
    """Decides in which order the games of stand-in executors end, and which are lost."""

    def __init__(
        self,
        rng: Random,
        *,
        losses: float = 0.0,
        breaks: float = 0.0,
        play: Callable[[int], PlayedGame | FailedGame] = one,
    ) -> None:
        """Take the probabilities that a game is lost, and that its executor breaks."""
        self.rng = rng
        self.play = play
        self.losses = losses
        self.breaks = breaks
        self.made: list[StandIn] = []
        self.begun: Counter[int] = Counter()
        self.most = 0
        self.silent = 0

    def make(self) -> "StandIn":
        """Make an executor."""
        self.made.append(StandIn(self))
        return self.made[-1]

    def wait(
        self, pending: dict[Future[PlayedGame | FailedGame], int], *_: object, **__: object
    ) -> tuple[set[Future[PlayedGame | FailedGame]], None]:
        """Let some of the games under way end."""
        self.most = max(self.most, len(pending))
        if self.silent:
            self.silent -= 1
            self.made[-1].broken = not self.silent and bool(self.breaks)
            return set(), None
        ended = {future for future in pending if future.done()}
        futures = [future for future in pending if not future.done()]
        for future in self.rng.sample(futures, self.rng.randint(not ended, len(futures))):
            if self.rng.random() < self.breaks:
                self.made[-1].broken = True
            if self.made[-1].broken:
                future.set_exception(BrokenExecutor("broken"))
            elif self.rng.random() < self.losses:
                if self.rng.random() < 0.5:
                    future.cancel()
                else:
                    future.set_exception(RuntimeError("lost"))
            else:
                future.set_result(self.play(pending[future]))
            ended.add(future)
        return ended, None


class StandIn(Executor):
    """An executor that plays nothing until fate wills."""

    def __init__(self, fate: Fate) -> None:
        """Begin."""
        self.fate = fate
        self.broken = False
        self.open = True
        self.tasks: list[Task] = []
        self.ended: list[Callable[[], bool]] = []

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Take a game."""
        if self.broken:
            raise BrokenExecutor("broken before")
        future: Future[_T] = Future()
        if fn is int:
            return future
        assert (fn, kwargs) == (played, {})
        (task,) = args
        assert isinstance(task, Task)
        self.tasks.append(task)
        self.fate.begun[task.number] += 1
        self.ended.append(future.done)
        return future

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]  # noqa: FBT001, FBT002 -- as Dask's
        """Take no more; as Dask's, it cancels nothing itself."""
        assert wait
        self.open = False


class Losing(NamedTuple):
    """What came of a simulation that lost workers."""

    results: Results
    records: str
    fate: Fate
    errors: list[UnfinishedError]


def simulated_by(fate: Fate, *, passed_in: bool, window: int = 4) -> Losing:
    """Simulate on stand-in executors, going on whenever it ends early."""
    records, errors = io.StringIO(), []
    done: DoneGames | None = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
        while True:
            try:
                results = simulate(
                    IDLE,
                    names=NAMES,
                    games=GAMES,
                    seed=5,
                    rules=SHORT,
                    executor=fate.make() if passed_in else fate.make,
                    window=window,
                    records=records,
                    resume=done,
                )
            except UnfinishedError as error:
                errors.append(pickle.loads(pickle.dumps(error)))  # noqa: S301 -- our own
                done = errors[-1].done
            else:
                return Losing(results, records.getvalue(), fate, errors)


class TestSeats:
    """Who sits where, and where chance comes from, follow from seed and number."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_every_order_comes_once_with_every_dealer(self, players: int) -> None:
        """In `players`! games each seating comes once; in `players`, each bot is anywhere."""
        games = [seated(number, players) for number in range(factorial(players))]
        assert sorted(games) == sorted(permutations(range(players)))
        for start in range(0, len(games), players):
            for seat in zip(*games[start : start + players], strict=True):
                assert sorted(seat) == list(range(players))
        assert seated(factorial(players), players) == games[0]

    def test_chance_is_the_same_everywhere(self) -> None:
        """The numbers drawn are these, on every Python and machine."""
        chance = generator(7, 0, "shoes")
        assert [chance.random() for _ in range(2)] == [
            0.676506708304046,
            0.39325044281206245,
        ]

    def test_each_has_its_own(self) -> None:
        """No two seeds, games, bots or shoes have the same source."""
        whose = [(seed, number, what) for seed in (1, 11) for number in (1, 11) for what in "ab"]
        assert len({generator(*which).random() for which in whose}) == len(whose)

    def test_the_first_game_is_the_same_everywhere(self) -> None:
        """Its record is this one, on every Python and machine."""
        first = whole()[1].splitlines()[0]
        assert sha256(first.encode()).hexdigest() == (
            "84a06d812c89cf10a02864c2e1ffbcae950823352173761b81ca5196602ee989"
        )

    def test_the_shoes_are_the_same_whoever_plays(self) -> None:
        """The first round of a game is dealt alike to other bots."""
        one_game = play_game(IDLE, game=3, seed=5, rules=SHORT)
        other = play_game((RandomBot(), GreedyBot()), game=3, seed=5, rules=SHORT)
        assert one_game.deals[0].shoe == other.deals[0].shoe
        assert one_game.deals[0].shoe != play_game(IDLE, game=4, seed=5, rules=SHORT).deals[0].shoe


class TestOneResult:
    """For one seed the results are the same, whatever plays the games."""

    def test_in_threads(self) -> None:
        """On real executors, passed in or made."""
        records = io.StringIO()
        with ThreadPoolExecutor(3) as threads:
            passed_in = WITH(IDLE, executor=threads, window=5, records=records)
            assert threads.submit(int).result() == 0  # it is still open
        assert (passed_in, records.getvalue()) == whole()
        made = WITH(IDLE, executor=ThreadPoolExecutor)
        assert made == whole()[0]

    @given(CHANCE, st.integers(1, GAMES + 1), st.booleans())
    def test_in_whatever_order_they_end(self, rng: Random, window: int, passed_in: bool) -> None:  # noqa: FBT001
        """Results and records are those of games in turn; no more than asked are under way."""
        run = simulated_by(Fate(rng), passed_in=passed_in, window=window)
        assert (run.results, run.records) == whole()
        assert run.fate.begun == dict.fromkeys(range(GAMES), 1)
        assert run.fate.most <= window

    @given(CHANCE, st.integers(1, GAMES + 1), st.booleans())
    def test_whatever_is_lost(self, rng: Random, window: int, passed_in: bool) -> None:  # noqa: FBT001
        """No game is lost or counted twice where workers are, nor when it is gone on."""
        fate = Fate(rng, losses=0.3, breaks=0.1)
        run = simulated_by(fate, passed_in=passed_in, window=window)
        assert (run.results, run.records) == whole()
        assert len(fate.made) == 1 or run.fate.begun.total() > GAMES
        assert passed_in or not any(executor.open for executor in fate.made)

    @given(CHANCE)
    def test_what_is_done_is_told(self, rng: Random) -> None:
        """An error tells the numbers of just those games whose results it carries."""
        run = simulated_by(Fate(rng, losses=0.3, breaks=0.2), passed_in=True)
        for error in run.errors[-2:]:
            numbers = [number for run in error.done.numbers for number in run]
            assert len(error.done) == len(numbers) == error.done.results.games
            outcomes = [one(number) for number in numbers]
            parts = [part.results for part in outcomes if isinstance(part, PlayedGame)]
            assert sum(parts, start=Results(names=NAMES)) == error.done.results
            assert numbers == sorted(set(numbers))
            assert str(error).endswith(str(error.done))

    def test_the_number_of_games_adds(self) -> None:
        """A longer simulation begins with the games of a shorter one."""
        fewer, more = (
            simulate(IDLE, names=NAMES, games=games, seed=5, rules=SHORT) for games in (7, GAMES)
        )
        rest = [one(number) for number in range(7, GAMES)]
        assert more == sum(
            (game.results for game in rest if isinstance(game, PlayedGame)), start=fewer
        )


class TestLosses:
    """Workers that are lost again and again end it; what was done is not lost."""

    def test_a_pool_that_always_breaks(self) -> None:
        """It is made three times without a game done between, and no more."""
        fate = Fate(Random(1), breaks=1.0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
            with pytest.raises(UnfinishedError, match=r"^the workers were lost: ") as raised:
                simulate(IDLE, games=GAMES, seed=5, rules=SHORT, executor=fate.make)
        assert len(fate.made) == 3
        assert not any(executor.open for executor in fate.made)
        assert isinstance(raised.value.__cause__, BrokenExecutor)
        assert str(raised.value).endswith("; no game is done")

    def test_a_pool_that_was_passed_in_is_not_made_again(self) -> None:
        """The first break ends it."""
        fate = Fate(Random(1), breaks=1.0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
            with pytest.raises(UnfinishedError):
                simulate(IDLE, games=GAMES, seed=5, rules=SHORT, executor=fate.make())
        assert [executor.open for executor in fate.made] == [True]

    def test_games_that_are_always_lost(self) -> None:
        """They are begun anew, each time as another task, and given up after a while."""
        fate = Fate(Random(1), losses=1.0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
            with pytest.raises(UnfinishedError, match=r"lost|cancelled") as raised:
                simulate(IDLE, games=1, seed=5, rules=SHORT, executor=fate.make())
        assert fate.begun == {0: 3}
        assert len(set(fate.made[0].tasks)) == 3
        assert isinstance(raised.value.__cause__, RuntimeError | CancelledError)

    def test_an_executor_that_takes_nothing(self) -> None:
        """An executor that was shut down is as good as broken."""
        threads = ThreadPoolExecutor(1)
        threads.shutdown()
        with pytest.raises(UnfinishedError, match="cannot schedule new futures") as raised:
            simulate(IDLE, games=GAMES, seed=5, rules=SHORT, executor=threads)
        assert len(raised.value.done) == 0

    def test_an_executor_that_is_silent(self) -> None:
        """While it takes work it is waited for."""
        fate = Fate(Random(1))
        fate.silent = 5
        run = simulated_by(fate, passed_in=True)
        assert (run.results, run.errors) == (whole()[0], [])

    def test_an_executor_that_went_without_a_word(self) -> None:
        """Where it takes none any more, what was under way is given up, and played elsewhere."""
        fate = Fate(Random(1), breaks=1e-9)
        fate.silent = 2
        run = simulated_by(fate, passed_in=True)
        assert len(run.errors) == 1
        assert len(run.errors[0].done) == 0
        assert (run.results, run.records) == whole()

    @pytest.mark.parametrize(
        ("until", "waiting", "told"),
        [
            (0, (), "no game is done"),
            (1, (), "game 0 is done"),
            (0, (3,), "game 3 is done"),
            (2, (), "games 0 to 1 are done"),
            (1, (3,), "games 0 and 3 are done"),
            (3, (4, 5, 7, 8, 9), "games 0 to 2, 4 to 5 and 7 to 9 are done"),
            (3, (3, 5), "games 0 to 3 and 5 are done"),
        ],
    )
    def test_how_it_is_told(self, until: int, waiting: tuple[int, ...], told: str) -> None:
        """The numbers are told in runs."""
        game = one(0)
        assert isinstance(game, PlayedGame)
        done = DoneGames(
            names=NAMES,
            seed=5,
            until=until,
            earlier=sum([game.results] * until, start=Results(names=NAMES)),
            waiting=tuple(evolve(game, number=number) for number in waiting),
        )
        assert str(done) == told


class TestBadBots:
    """A bot that makes no legal move ends the simulation, and all is told."""

    @pytest.mark.parametrize("executor", [None, partial(ThreadPoolExecutor, 3)])
    def test_an_illegal_move(self, executor: Callable[[], Executor] | None) -> None:
        """Game, seat, bot, move and rule are told, and the position in which it is illegal."""
        bots = (IdleBot(), BadBot(odds=0.001))
        with pytest.raises(BotError) as raised:
            simulate(bots, names=NAMES, games=200, seed=5, rules=SHORT, executor=executor)
        error = raised.value
        assert error.failed.bot == "bob"
        told, position = str(error).splitlines()
        assert told == (
            f"game {error.failed.number}, seat {error.failed.seat} (bob), move "
            f"{error.failed.move}: Knock(): {error.failed.reason.partition(': ')[2]}; {error.done}"
        )
        game = Game.parse(position)
        assert game.check(Knock()) != ()
        assert game.round is not None
        assert game.round.to_move == error.failed.seat

    def test_the_first_game_that_fails_is_told(self) -> None:
        """Whatever the order games end in, it is the same, and all games before it are done."""
        bots = (IdleBot(), BadBot(odds=0.02))
        players = Players(bots, NAMES, 5, SHORT)
        games = [played(Task(players, number)) for number in range(GAMES)]
        first, *others = [number for number, game in enumerate(games) if is_failed(game)]
        assert first > 0
        assert others
        for chance in range(50):
            fate = Fate(Random(chance), losses=0.1, play=games.__getitem__)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
                with pytest.raises(BotError) as raised:
                    WITH(bots, executor=fate.make)
            error = raised.value
            assert error.failed == games[first]
            assert error.done.until == first
            numbers = [number for run in error.done.numbers for number in run]
            assert not any(is_failed(games[number]) for number in numbers)

    def test_a_bot_that_is_mended(self) -> None:
        """Goes on where it failed; the games that are done are not played again."""
        bots = (IdleBot(), BadBot(odds=0.01))
        records = io.StringIO()
        with pytest.raises(BotError) as raised:
            WITH(bots, records=records)
        asked = WITH(IDLE, records=records, resume=raised.value.done)
        done = raised.value.done.until
        assert 0 < done < GAMES
        assert asked.games == records.getvalue().count("\n") == GAMES
        assert records.getvalue().splitlines()[done:] == whole()[1].splitlines()[done:]

    @pytest.mark.parametrize(
        ("how", "reason"),
        [
            (lambda: 1 // 0, "ZeroDivisionError: integer division or modulo by zero"),
            (sys.exit, "SystemExit: "),
            (lambda: "draw", "'draw': a move is expected, not 'draw'"),
            (lambda: Play(()), "Play.parse(''): DRAW_FIRST (D3)"),
            (EndTurn, "EndTurn(): MUST_DRAW (D4)"),
        ],
    )
    def test_what_a_bot_can_do(self, how: Callable[[], Move], reason: str) -> None:
        """It may raise, end the process, or choose what is no move; a trace is noted."""
        with pytest.raises(BotError, match="move 1: ") as raised:
            simulate((IdleBot(), BadBot(how)), games=2, seed=5)
        assert raised.value.failed.reason.startswith(reason)
        notes = "".join(getattr(raised.value, "__notes__", ()))
        raises = reason.partition(":")[0] in ("ZeroDivisionError", "SystemExit")
        assert ("in choose\n" in notes) is raises
        assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)  # noqa: S301 -- our own

    def test_a_game_without_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game of more moves than a record may have is given up."""
        monkeypatch.setattr(manipulation.simulation.playing, "MAX_MOVES", 30)
        with pytest.raises(BotError, match=r"move 31: the game goes on after 30 moves;"):
            simulate(IDLE, games=1, seed=5)

    def test_one_game(self) -> None:
        """`play_game` fails as `simulate` does."""
        bots = (IdleBot(), BadBot(odds=0.01))
        with pytest.raises(BotError) as raised:
            simulate(bots, games=GAMES, seed=5, rules=SHORT)
        number = raised.value.failed.number
        with pytest.raises(BotError) as again:
            play_game(bots, game=number, seed=5, rules=SHORT)
        assert again.value.failed == raised.value.failed
        assert len(again.value.done) == 0


def is_failed(game: PlayedGame | FailedGame) -> bool:
    """Tell whether a bot failed in a game."""
    return isinstance(game, FailedGame)


class TestProgress:
    """`progress` is told how many games are done, and may end it all."""

    @pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
    def test_every_game_is_told_once(self, executor: Callable[[], Executor] | None) -> None:
        """After each, also where it has been gone on."""
        told: list[tuple[int, int]] = []
        simulate(
            IDLE,
            games=GAMES,
            seed=5,
            rules=SHORT,
            executor=executor,
            progress=lambda done, games: told.append((done, games)),
        )
        assert told == [(done, GAMES) for done in range(1, GAMES + 1)]

    def test_from_where_it_was(self) -> None:
        """Games that were done before are in the number."""
        fate, told = Fate(Random(2), breaks=0.2), list[int]()
        run = simulated_by(fate, passed_in=True)
        done = run.errors[-1].done
        simulate(
            IDLE,
            names=NAMES,
            games=GAMES,
            seed=5,
            rules=SHORT,
            progress=lambda done, _: told.append(done),
            resume=done,
            records=io.StringIO(),
        )
        assert len(done) > 0
        assert told == list(range(len(done) + 1, GAMES + 1))

    def test_ctrl_c(self, tmp_path: Path) -> None:
        """What it makes is shut down, what is under way cancelled, and records are whole."""
        fate, path = Fate(Random(3)), tmp_path / "records"

        def interrupt(done: int, _: int) -> None:
            if done == 5:
                raise KeyboardInterrupt

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
            with pytest.raises(KeyboardInterrupt):
                WITH(IDLE, executor=fate.make, progress=interrupt, records=path)
        (executor,) = fate.made
        assert not executor.open
        assert executor.ended
        assert all(ended() for ended in executor.ended)
        assert whole()[1].startswith(path.read_text(encoding="utf-8"))


class TestRecords:
    """One record a line, in the order of the games, each whole."""

    def test_they_replay(self) -> None:
        """Each line is the record of its game, and the results are what is counted in them."""
        lines = whole()[1].splitlines()
        records = [from_json(line, Record) for line in lines]
        for number, record in enumerate(records):
            assert record.game.over
            assert record.seats == tuple(NAMES[bot] for bot in seated(number, 2))
            assert record == play_game(IDLE, names=NAMES, game=number, seed=5, rules=SHORT)
        counted = [results_of(record, names=NAMES) for record in records]
        assert sum(counted, start=Results(names=NAMES)) == whole()[0]

    def test_a_file(self, tmp_path: Path) -> None:
        """A path, as a text or not, is written anew."""
        for path in (tmp_path / "one", str(tmp_path / "other")):
            Path(path).write_text("what was there", encoding="utf-8")
            WITH(IDLE, records=path)
            assert Path(path).read_text(encoding="utf-8") == whole()[1]

    @pytest.mark.parametrize("half", ["", '{"half": ', "one more\nand half"])
    def test_going_on_in_a_file(self, tmp_path: Path, half: str) -> None:
        """What stands after the lines of the games done is taken away first."""
        path, done = tmp_path / "records", half_done()
        lines = whole()[1].splitlines(keepends=True)
        path.write_text("".join(lines[: done.until]) + half, encoding="utf-8")
        results = WITH(IDLE, records=path, resume=done)
        assert (results, path.read_text(encoding="utf-8")) == whole()

    def test_a_file_that_lacks_lines(self, tmp_path: Path) -> None:
        """Nothing is played or written where the records before are not there."""
        path, done = tmp_path / "records", half_done()
        text = "".join(whole()[1].splitlines(keepends=True)[: done.until])
        path.write_text(text[:-1], encoding="utf-8")
        match = f"holds {done.until - 1} whole lines, not the {done.until} written"
        with pytest.raises(SimulationError, match=match):
            WITH(IDLE, records=path, resume=done)
        assert path.read_text(encoding="utf-8") == text[:-1]

    def test_what_is_no_file(self) -> None:
        """A device is written to from where it is."""
        done = half_done()
        nowhere = os.devnull
        assert whole()[0] == WITH(IDLE, records=nowhere, resume=done)

    def test_a_full_disk(self, tmp_path: Path) -> None:
        """A line that cannot be written whole is taken away, and can be gone on with."""
        path, size = tmp_path / "records", len(whole()[1]) // 2
        with limited_files(size), pytest.raises(UnfinishedError, match="record cannot be") as error:
            WITH(IDLE, records=path)
        done = error.value.done
        written = path.read_text(encoding="utf-8")
        assert len(written.splitlines()) == done.until == len(done) - 1
        assert whole()[1].startswith(written)
        assert written.endswith("\n")
        results = WITH(IDLE, records=path, resume=done)
        assert (results, path.read_text(encoding="utf-8")) == whole()

    def test_a_reader_that_leaves(self, tmp_path: Path) -> None:
        """What a pipe takes cannot be taken away again; the game waits all the same."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

        def leave(done: int, _: int) -> None:
            if done == 3:
                os.close(reader)

        with pytest.raises(UnfinishedError, match="Broken pipe") as error:
            WITH(IDLE, records=pipe, progress=leave)
        assert str(error.value.done) == "games 0 to 3 are done"
        assert error.value.done.until == 3

    def test_a_stream_that_is_closed(self) -> None:
        """The game whose record cannot be written is done, and waits."""
        closed = io.StringIO()
        closed.close()
        with pytest.raises(UnfinishedError, match="closed file") as error:
            WITH(IDLE, records=closed)
        assert str(error.value.done) == "game 0 is done"
        records = io.StringIO()
        WITH(IDLE, records=records, resume=error.value.done)
        assert records.getvalue() == whole()[1]

    def test_bytes(self) -> None:
        """A stream of bytes takes no text."""
        stream: object = io.BytesIO()
        with pytest.raises(UnfinishedError, match="a record cannot be written"):
            simulate(IDLE, games=1, seed=5, rules=SHORT, records=stream)  # type: ignore[arg-type]


def half_done() -> DoneGames:
    """Give what is done when some games are done out of their order."""
    first = [one(number) for number in range(4)]
    earlier = sum(
        (game.results for game in first if isinstance(game, PlayedGame)),
        start=Results(names=NAMES),
    )
    later = (one(5), one(7))
    return DoneGames(
        names=NAMES,
        seed=5,
        rules=SHORT,
        recorded=True,
        until=4,
        earlier=earlier,
        waiting=tuple(game for game in later if isinstance(game, PlayedGame)),
    )


@contextmanager
def limited_files(size: int) -> Iterator[None]:
    """Let no file grow beyond this size, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def counted_by_moves(record: Record) -> dict[str, Counter[int]]:
    """Count what each seat did by the moves of a record, turn by turn, as a reader would."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    states = iter(replay(record))
    next(states)
    for deal in record.deals:
        before = next(states).round
        for move in deal.moves:
            after = next(states).round
            assert before is not None
            assert after is not None
            seat = before.turn.to_move
            assert seat is not None
            lap = before.phase is Phase.LAST_LAP
            out = isinstance(move, Play) and not after.hands[seat]
            counts["draws"][seat] += isinstance(move, Draw)
            counts["knocks"][seat] += isinstance(move, Knock)
            ends = isinstance(move, Knock | EndTurn) or out or (isinstance(move, Play) and lap)
            counts["turns"][seat] += ends
            counts["turns with draws"][seat] += ends and not lap
            counts["went out"][seat] += out
            before = after
        assert before is not None
        outcome = before.outcome
        assert outcome is not None
        counts["laps"][0] += outcome.knocker is None
        for seat, reasons in enumerate(outcome.score.reasons):
            counts["rounds won"][seat] += bool(reasons)
            counts["undercuts"][seat] += UndercutBonus(10) in reasons
        if outcome.knocker is not None:
            counts["ended"][outcome.knocker] += 1
            counts["undercut"][outcome.knocker] += not outcome.score.reasons[outcome.knocker]
    return counts


class TestCounts:
    """What is counted is what happened."""

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_games_by_their_moves(self, players: int) -> None:
        """Each number is that of a second count, from the moves instead of the states."""
        bots: tuple[Bot, ...] = (RandomBot(), *[GreedyBot()] * (players - 1))
        names = tuple("abcde"[:players])
        for number in range(2):
            record = play_game(bots, game=number, seed=9, names=names)
            results, counts = results_of(record, names=names), counted_by_moves(record)
            rounds = len(record.deals)
            final = record.game.final
            assert final is not None
            for seat, name in enumerate(record.seats):
                performance = results.bots[names.index(name)]
                assert performance == results.seats[seat]
                assert performance == results.cells[names.index(name) * players + seat]
                assert performance == Performance(
                    wins=Share(Sums.of(seat in final.winners)),
                    points=Mean(Sums.of(final.scores[seat])),
                    rounds_won=Share(Sums.of(counts["rounds won"][seat], rounds)),
                    knocks=Share(Sums.of(counts["knocks"][seat], rounds)),
                    went_out=Share(Sums.of(counts["went out"][seat], rounds)),
                    undercuts=Share(Sums.of(counts["undercuts"][seat], rounds)),
                    undercut=Share(Sums.of(counts["undercut"][seat], counts["ended"][seat])),
                    turns=Mean(Sums.of(counts["turns"][seat], rounds)),
                    draws=Mean(Sums.of(counts["draws"][seat], counts["turns with draws"][seat])),
                    scores=((final.scores[seat], 1),),
                )
            turns, with_draws = (counts[name].total() for name in ("turns", "turns with draws"))
            assert results.rounds == Mean(Sums.of(rounds))
            assert results.turns == Mean(Sums.of(turns, rounds))
            assert results.draws == Mean(Sums.of(counts["draws"].total(), with_draws))
            assert results.knocks == Share(Sums.of(counts["knocks"].total(), rounds))
            assert results.laps == Share(Sums.of(counts["laps"].total(), rounds))
            assert results.undercuts == Share(Sums.of(counts["undercut"].total(), rounds))
            ends = (results.knocks, results.went_out, results.laps)
            assert sum(end.sums.things for end in ends) == rounds

    def test_scores_are_kept(self) -> None:
        """How often each score came, from the least; the points are their sum."""
        for performance in whole()[0].bots:
            scores = dict(performance.scores)
            assert list(scores) == sorted(scores)
            assert sum(scores.values()) == performance.games == GAMES
            assert sum(score * count for score, count in scores.items()) == (
                performance.points.sums.things
            )

    def test_other_bots(self) -> None:
        """Results of other bots are not added up."""
        with pytest.raises(SimulationError, match="of ann, bob and of ann, eve are two things"):
            Results(names=NAMES) + Results(names=("ann", "eve"))

    def test_a_record_that_is_not_whole(self) -> None:
        """Only a game that is over is counted, and only under the names of its seats."""
        record = play_game(IDLE, names=NAMES, game=0, seed=5, rules=SHORT)
        for names in (("ann", "eve"), ("ann",), ("ann", "ann"), ("ann", "bob", "bob")):
            with pytest.raises(SimulationError, match="the seats are those of"):
                results_of(record, names=names)
        with pytest.raises(SimulationError, match="the game is not over"):
            results_of(Record.new(NAMES, dealer=0), names=NAMES)
        with pytest.raises(PositionError, match="Record is expected"):
            results_of(5, names=NAMES)  # type: ignore[arg-type]


class TestArguments:
    """What cannot be is refused before anything is played or written."""

    @pytest.mark.parametrize(
        ("wrong", "kind", "told"),
        [
            ({"bots": IdleBot()}, SimulationError, "bots are a sequence, not IdleBot()"),
            ({"bots": (IdleBot(), "bot")}, SimulationError, "unlike 'bot'"),
            ({"bots": (IdleBot(), IdleBot)}, SimulationError, "unlike <class"),
            ({"bots": ()}, RulesError, "2 to 5 players play, not 0 (R2)"),
            ({"bots": [IdleBot()] * 6}, RulesError, "2 to 5 players play, not 6 (R2)"),
            ({"games": 0}, SimulationError, "games are a number from 1 to 1,000,000,000, not 0"),
            ({"games": True}, SimulationError, "games are a number"),
            ({"games": 2.0}, SimulationError, "games are a number"),
            ({"window": 0}, SimulationError, "a window is a number"),
            ({"seed": "7"}, SimulationError, "a seed is a whole number, not '7'"),
            ({"seed": None}, SimulationError, "a seed is a whole number"),
            ({"rules": MANIPULATION.melds}, PositionError, "Rules is expected"),
            ({"names": ("ann",)}, SimulationError, "2 bots have as many different names"),
            ({"names": ("ann", "ann")}, SimulationError, "2 bots have as many different names"),
            ({"names": ("ann", 5)}, SimulationError, "a name is a text, not 5"),
            ({"names": ("ann", "\ud800")}, SimulationError, "a name is a text"),
            ({"names": 5}, SimulationError, "names are a sequence"),
            ({"executor": 5}, SimulationError, "an executor is expected, or what makes one, not 5"),
            ({"executor": int}, SimulationError, "an executor was to be made, not 0"),
            ({"executor": lambda: 1 / 0}, SimulationError, "no executor was made: division by"),
            ({"progress": 5}, SimulationError, "progress is called, unlike 5"),
            ({"records": 5}, SimulationError, "records go to a path or a text stream, not 5"),
            ({"records": "/nowhere/a"}, SimulationError, "cannot be written to /nowhere/a: "),
            ({"records": "a\0b"}, SimulationError, "records cannot be written to "),
            ({"resume": 5}, PositionError, "DoneGames is expected, not 5"),
        ],
    )
    def test_wrong(self, wrong: dict[str, object], kind: type[Exception], told: str) -> None:
        """It is told in our words."""
        arguments: dict[str, object] = {"bots": IDLE, "games": 1, "seed": 5, **wrong}
        with pytest.raises(kind) as raised:
            simulate(arguments.pop("bots"), **arguments)  # type: ignore[arg-type]
        assert told in str(raised.value)
        assert not isinstance(raised.value, UnfinishedError)

    @pytest.mark.parametrize("number", [-1, 1.0, None, True])
    def test_no_game(self, number: int) -> None:
        """A game has a number."""
        with pytest.raises(SimulationError, match="a game has a number from 0, not "):
            play_game(IDLE, game=number, seed=5)

    def test_games_of_another_simulation(self) -> None:
        """Only what is done of the same simulation can be gone on with."""
        done = half_done()
        for other in (
            evolve(done, seed=6),
            evolve(done, rules=MANIPULATION),
        ):
            with pytest.raises(SimulationError, match="the games done are of another simulation"):
                WITH(IDLE, resume=other)
        with pytest.raises(SimulationError, match="the games done are of another simulation"):
            simulate(IDLE, names=("ann", "eve"), games=9, seed=5, rules=SHORT, resume=done)
        with pytest.raises(SimulationError, match="more games are done than 7: games 0 to 3, 5"):
            simulate(IDLE, names=NAMES, games=7, seed=5, rules=SHORT, resume=done)
        with pytest.raises(SimulationError, match="the games done were not recorded"):
            WITH(IDLE, resume=evolve(done, recorded=False), records=io.StringIO())
        assert WITH(IDLE, resume=done) == whole()[0]

    def test_going_on_without_records(self) -> None:
        """Who stops writing them cannot begin again."""
        with pytest.raises(BotError) as error:
            WITH((IdleBot(), BadBot()), resume=half_done())
        assert not error.value.done.recorded
        with pytest.raises(SimulationError, match="the games done were not recorded"):
            WITH(IDLE, resume=error.value.done, records=io.StringIO())

    @pytest.mark.parametrize(
        "changed",
        [
            lambda done: evolve(done, until=3),
            lambda done: evolve(done, until=5),
            lambda done: evolve(done, until=-1),
            lambda done: evolve(done, names=("ann", "eve")),
            lambda done: evolve(done, waiting=done.waiting[::-1]),
            lambda done: evolve(done, waiting=done.waiting[:1] * 2),
            lambda done: evolve(done, waiting=(evolve(done.waiting[0], number=3),)),
            lambda done: evolve(done, waiting=(evolve(done.waiting[0], results=done.earlier),)),
        ],
        ids=["fewer", "more", "less than none", "others", "mixed", "twice", "again", "many in one"],
    )
    def test_games_that_do_not_add_up(self, changed: Callable[[DoneGames], DoneGames]) -> None:
        """What is done is as many games as it says, and each once."""
        with pytest.raises(SimulationError, match="the games done do not add up"):
            changed(half_done())

    def test_an_executor_that_cannot_be_made_again(self) -> None:
        """What is done then is not lost."""
        fate = Fate(Random(4), breaks=0.2)

        def make() -> Executor:
            return 5 if fate.made else fate.make()  # type: ignore[return-value]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(manipulation.simulation.workers, "wait", fate.wait)
            with pytest.raises(UnfinishedError, match="an executor was to be made") as raised:
                WITH(IDLE, executor=make)
        assert WITH(IDLE, resume=raised.value.done) == whole()[0]

    def test_names(self) -> None:
        """Bots are named by their classes, with numbers where two are of one."""
        bots = (IdleBot(), RandomBot(), IdleBot())
        results = simulate(bots, games=1, seed=5, rules=SHORT)
        assert results.names == ("IdleBot 1", "RandomBot", "IdleBot 2")
