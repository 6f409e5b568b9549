"""How strong each bot is beside the one before, and how fast each of them plays.

`python -m tests.benchmarks.bots` prints tables in Markdown. Every deal is played twice, with the
seats of the two bots swapped, so that good cards are no advantage; each such pair is one
observation for the intervals. Of four seats, the bots have every other one.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random
from time import process_time

from attrs import field, frozen

from manipulation import (
    Bot,
    Game,
    GreedyBot,
    LookaheadBot,
    Mean,
    Outcome,
    PatientBot,
    RandomBot,
    Share,
    Shoe,
)
from manipulation.simulation.estimates import Sums
from tests.benchmarks.measuring import heading, pin, print_table

SEED = 20240617
LADDER: tuple[Bot, ...] = (RandomBot(), GreedyBot(), PatientBot(), LookaheadBot())
"""Each is to beat the one before."""
_SLOW = 8
"""The last pair plays so many times fewer rounds and games."""


def rounds_of(bots: Sequence[Bot], game: Game, *, number: int) -> Iterator[Game]:
    """Play a game from the deal on, and yield it after every round; the number seeds it."""
    shoes = Random(SEED + number)
    chances = [Random((SEED + number) * 5 + seat) for seat in range(len(bots))]
    shoe = Shoe.new(len(bots))
    while not game.over:
        game = game.deal(shoe.shuffled(shoes))
        while not (game.awaits_deal or game.over):
            seat = game.round.to_move if game.round and game.round.to_move is not None else 0
            game = game.after(bots[seat].choose(game.view(seat), chances[seat]))
        yield game


@frozen
class Match:
    """What pairs of rounds or of games between two bots have come to, seen from the first."""

    points: Sums = field(factory=Sums)
    wins: Sums = field(factory=Sums)

    def __add__(self, other: "Match") -> "Match":
        """Put both together."""
        return Match(self.points + other.points, self.wins + other.wins)


def round_pair(bots: tuple[Bot, Bot], players: int, number: int) -> Match:
    """Play one deal twice."""
    ahead = won = wins = 0
    for first in (0, 1):
        game = Game.new(players=players, dealer=number % players)
        after = next(rounds_of(_seated(bots, players, first), game, number=number))
        outcome = after.round.outcome if after.round else None
        if isinstance(outcome, Outcome):
            mine = range(first, players, 2)
            scores = outcome.score.scores
            ahead += 2 * sum(scores[seat] for seat in mine) - sum(scores)
            won += sum(seat in mine for seat in outcome.score.winners)
            wins += len(outcome.score.winners)
    return Match(Sums.of(ahead, players), Sums.of(won, wins))


def game_pair(bots: tuple[Bot, Bot], players: int, number: int) -> Match:
    """Play one game twice."""
    won = wins = 0
    for first in (0, 1):
        game = Game.new(players=players, dealer=number % players)
        *_, last = rounds_of(_seated(bots, players, first), game, number=number)
        won += sum(seat % 2 == first for seat in last.winners)
        wins += len(last.winners)
    return Match(wins=Sums.of(won, wins))


def _seated(bots: tuple[Bot, Bot], players: int, first: int) -> list[Bot]:
    """Give the first bot the seat with this number and every other one from there."""
    return [bots[(seat - first) % 2] for seat in range(players)]


def strength(workers: Executor, rounds: int, games: int, seats: int, ladder: Sequence[Bot]) -> None:
    """Print how each bot does against the one before."""
    rows = []
    for before, bot in pairwise(ladder):
        slow = _SLOW if isinstance(bot, LookaheadBot) else 1
        each = partial(round_pair, (bot, before), seats)
        played = sum(workers.map(each, range(max(2, rounds // slow))), start=Match())
        each = partial(game_pair, (bot, before), seats)
        whole = sum(workers.map(each, range(games // slow)), start=Match())
        rows.append((seats, bot, before, *_figures(played, whole)))
    print_table(("seats", "bot", "against", "points a round", "rounds won", "games won"), rows)


def _figures(rounds: Match, games: Match) -> tuple[str, str, str]:
    """Write the figures, with the interval that holds the true one in 95 of 100 runs."""
    points = Mean(rounds.points)
    low, high = points.interval()
    return (
        f"{points.value:+.1f} ({low:+.1f} to {high:+.1f}), {2 * rounds.points.games:,} rounds",
        _share(rounds.wins),
        f"{_share(games.wins)}, {2 * games.wins.games:,} games" if games.wins.games else "-",
    )


def _share(sums: Sums) -> str:
    low, high = Share(sums).interval()
    return f"{Share(sums).value:.0%} ({low:.0%} to {high:.0%})"


def speed(seconds: float, *, seats: Sequence[int], ladder: Sequence[Bot]) -> None:
    """Print how many rounds and games a second each bot plays by itself on all seats."""
    rows = ((players, bot, *_pace(bot, players, seconds)) for players in seats for bot in ladder)
    print_table(("seats", "bot", "rounds a second", "games a second"), rows)


def _pace(bot: Bot, players: int, seconds: float) -> tuple[str, str]:
    start, rounds, games = process_time(), 0, 0
    while process_time() - start < seconds:
        game = Game.new(players=players, dealer=0)
        rounds += sum(1 for _ in rounds_of([bot] * players, game, number=games))
        games += 1
    spent = process_time() - start
    return f"{rounds / spent:.3g}", f"{games / spent:.3g}"


def main() -> None:
    """Read the arguments and print the tables."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=400, help="deals of a pair of bots, 0 for none"
    )
    parser.add_argument("--games", type=int, default=80, help="games of a pair of bots")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first bot")
    parser.add_argument("--to", type=int, default=3, dest="last", help="the last bot")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument(
        "--seconds", type=float, default=5, help="for the pace of each bot, 0 for none"
    )
    arguments = parser.parse_args()
    ladder = LADDER[arguments.first : arguments.last + 1]
    if arguments.rounds:
        with ProcessPoolExecutor(arguments.workers) as workers:
            for seats in arguments.seats:
                strength(workers, arguments.rounds, arguments.games, seats, ladder)
    if arguments.seconds:
        pin()
        print(heading("The pace of the bots"))
        speed(arguments.seconds, seats=arguments.seats, ladder=ladder)


if __name__ == "__main__":
    main()
