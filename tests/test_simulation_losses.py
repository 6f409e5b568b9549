"""Whatever becomes of the workers or of a bot, no game is lost and none is counted twice."""

import io
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor
from functools import partial
from random import Random

import pytest
from attrs import evolve

import manipulation.simulation.playing
import manipulation.simulation.workers
from manipulation import (
    BotError,
    DoneGames,
    EndTurn,
    Game,
    Knock,
    Move,
    Play,
    Results,
    UnfinishedError,
    play_game,
    simulate,
)
from manipulation.simulation.players import Players
from manipulation.simulation.playing import PlayedGame, Task, played
from tests.fated_workers import Fate, simulated_by
from tests.short_games import GAMES, IDLE, NAMES, WITH, is_failed, one, whole
from tests.simulated import SHORT, BadBot, IdleBot


class TestLosses:
    """Workers that are lost again and again end it; what was done is not lost."""

    def test_a_pool_that_always_breaks(self) -> None:
        """It is made three times without a game done between, and no more."""
        fate = Fate(Random(1), breaks=1.0)
        with (
            fate.decides(),
            pytest.raises(UnfinishedError, match=r"^the workers were lost: ") as raised,
        ):
            simulate(IDLE, games=GAMES, seed=5, rules=SHORT, executor=fate.make)
        assert len(fate.made) == 3
        assert not any(executor.open for executor in fate.made)
        assert isinstance(raised.value.__cause__, BrokenExecutor)
        assert str(raised.value).endswith("; no game is done")

    def test_a_pool_that_was_passed_in_is_not_made_again(self) -> None:
        """The first break ends it."""
        fate = Fate(Random(1), breaks=1.0)
        with fate.decides(), pytest.raises(UnfinishedError):
            simulate(IDLE, games=GAMES, seed=5, rules=SHORT, executor=fate.make())
        assert [executor.open for executor in fate.made] == [True]

    def test_games_that_are_always_lost(self) -> None:
        """They are begun anew, each time as another task, and given up after a while."""
        fate = Fate(Random(1), losses=1.0)
        with fate.decides(), pytest.raises(UnfinishedError, match=r"lost|cancelled") as raised:
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
        """While it takes work it is waited for, and what it is asked with is left to it."""
        fate = Fate(Random(1))
        fate.silent = 5
        run = simulated_by(fate, passed_in=True)
        assert (run.results, run.errors) == (whole()[0], [])
        assert [cancelled() for cancelled in fate.asked] == [False] * 5

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
            with fate.decides(), pytest.raises(BotError) as raised:
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
