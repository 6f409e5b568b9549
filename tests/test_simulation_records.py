"""What is written of simulated games, and counted, is what was played."""

import io
import os
import resource
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from manipulation import (
    Bot,
    Draw,
    EndTurn,
    GreedyBot,
    Knock,
    Mean,
    Performance,
    Phase,
    Play,
    PositionError,
    RandomBot,
    Record,
    Results,
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
from manipulation.simulation.players import bots_in_seats
from tests.short_games import GAMES, IDLE, NAMES, WITH, half_done, whole
from tests.simulated import SHORT


def test_results_are_shown() -> None:
    """As one line, each bot with its interval."""
    results = simulate([RandomBot(), GreedyBot()], games=3, seed=7)
    assert str(results) == (
        "3 games: RandomBot won 0.0% [0.0%, 56.1%], 0 [0, 0] points a game; "
        f"GreedyBot won 100.0% [43.9%, 100.0%], {results.bots[1].points} points a game"
    )
    assert str(simulate([RandomBot(), GreedyBot()], games=1, seed=7)).startswith("1 game: Rand")


class TestRecords:
    """One record a line, in the order of the games, each whole."""

    def test_they_replay(self) -> None:
        """Each line is the record of its game, and the results are what is counted in them."""
        lines = whole()[1].splitlines()
        records = [from_json(line, Record) for line in lines]
        for number, record in enumerate(records):
            assert record.game.over
            assert record.seats == tuple(NAMES[bot] for bot in bots_in_seats(number, 2))
            again = play_game(iter(IDLE), names=iter(NAMES), game=number, seed=5, rules=SHORT)
            assert record == again
        counted = [results_of(record, names=iter(NAMES)) for record in records]
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

    @pytest.mark.parametrize(
        "one", [Results(names=NAMES), Performance(), Mean(), Share(), Sums()], ids=type
    )
    def test_other_things(self, one: Results) -> None:
        """Only values of one kind are added up."""
        for other in (None, 0, "results", (one,)):
            with pytest.raises(TypeError, match=r"^unsupported operand type\(s\) for \+: "):
                one + other  # type: ignore[operator]

    @pytest.mark.parametrize("names", [["ann", "bob"], None, "ann", ("ann",) * 6], ids=repr)
    def test_names(self, names: tuple[str, ...]) -> None:
        """They are a tuple, of no more than can play: there is a cell for each pair."""
        with pytest.raises(SimulationError, match=r"^names are a tuple of up to five, not "):
            Results(names=names)

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
