"""Simulated games are the same wherever they are played, and none is lost or counted twice."""

import io
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from hashlib import sha256
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    BotError,
    DoneGames,
    GreedyBot,
    PositionError,
    RandomBot,
    Results,
    RulesError,
    SimulationError,
    UnfinishedError,
    play_game,
    simulate,
)
from manipulation.simulation.players import bots_in_seats, generator
from manipulation.simulation.playing import PlayedGame
from tests.fated_workers import Fate, simulated_by
from tests.short_games import CHANCE, GAMES, IDLE, NAMES, WITH, half_done, one, whole
from tests.simulated import SHORT, BadBot, IdleBot


class TestSeats:
    """Who sits where, and where chance comes from, follow from seed and number."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_every_order_comes_once_with_every_dealer(self, players: int) -> None:
        """In `players`! games each seating comes once; in `players`, each bot is anywhere."""
        games = [bots_in_seats(number, players) for number in range(factorial(players))]
        assert sorted(games) == sorted(permutations(range(players)))
        for start in range(0, len(games), players):
            for seat in zip(*games[start : start + players], strict=True):
                assert sorted(seat) == list(range(players))
        assert bots_in_seats(factorial(players), players) == games[0]

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

        with fate.decides(), pytest.raises(KeyboardInterrupt):
            WITH(IDLE, executor=fate.make, progress=interrupt, records=path)
        (executor,) = fate.made
        assert not executor.open
        assert executor.ended
        assert all(ended() for ended in executor.ended)
        assert whole()[1].startswith(path.read_text(encoding="utf-8"))


class TestArguments:
    """What cannot be is refused before anything is played or written."""

    @pytest.mark.parametrize(
        ("wrong", "kind", "told"),
        [
            ({"bots": IdleBot()}, SimulationError, "bots are expected, not IdleBot()"),
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
            ({"names": 5}, SimulationError, "names are expected, not 5"),
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

    @pytest.mark.parametrize("other", [None, 7, "games", ["games"], ("games",)], ids=repr)
    def test_what_is_no_games(self, other: object) -> None:
        """What is done is results, and a tuple of further games."""
        done = half_done()
        with pytest.raises(PositionError, match="Results is expected, not "):
            evolve(done, earlier=other)  # type: ignore[arg-type]
        with pytest.raises(PositionError, match=r"(tuple|PlayedGame) is expected, not "):
            evolve(done, waiting=other)  # type: ignore[arg-type]

    def test_an_executor_that_cannot_be_made_again(self) -> None:
        """What is done then is not lost."""
        fate = Fate(Random(4), breaks=0.2)

        def make() -> Executor:
            return 5 if fate.made else fate.make()  # type: ignore[return-value]

        with (
            fate.decides(),
            pytest.raises(UnfinishedError, match="an executor was to be made") as raised,
        ):
            WITH(IDLE, executor=make)
        assert WITH(IDLE, resume=raised.value.done) == whole()[0]

    def test_any_iterable(self) -> None:
        """Bots and names may come one after another, and are gone through once."""
        results = simulate(iter(IDLE), names=iter(NAMES), games=GAMES, seed=5, rules=SHORT)
        assert results == whole()[0]

    def test_names(self) -> None:
        """Bots are named by their classes, with numbers where two are of one."""
        bots = (IdleBot(), RandomBot(), IdleBot())
        results = simulate(bots, games=1, seed=5, rules=SHORT)
        assert results.names == ("IdleBot 1", "RandomBot", "IdleBot 2")
