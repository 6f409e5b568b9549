"""How many games a second each bot plays, and how long a hint takes.

`python -m tests.benchmarks.simulation` prints tables in Markdown. Each bot plays games against one
like it, in this process; hints are asked for where a player may meld in games of greedy bots.
"""

from argparse import ArgumentParser
from functools import partial
from itertools import count
from statistics import median
from time import process_time

from manipulation import Bot, Cards, GreedyBot, Table, best_play, play_game, replay, simulate, steps
from manipulation.cli.seats import BOTS
from tests.benchmarks.measuring import duration, each_once, heading, pin, print_table

SEED = 20240614


def games(bot: Bot, *, seconds: float) -> tuple[int, float]:
    """Simulate games for so long, after one to warm up; give their number and the time."""
    simulate((bot, bot), games=1, seed=SEED)
    start = process_time()
    for number in count(1):
        simulate((bot, bot), games=1, seed=SEED + number)
        spent = process_time() - start
        if spent >= seconds:
            return number, spent
    raise AssertionError


def positions(players: int, wanted: int) -> list[tuple[Table, Cards]]:
    """Give tables and hands at which a player may meld, from games of greedy bots."""
    found = []
    for number in count():
        for game in replay(play_game((GreedyBot(),) * players, game=number, seed=SEED)):
            state = game.round
            if state is not None and state.may_meld and state.to_move is not None:
                found.append((state.table, state.hands[state.to_move]))
        if len(found) >= wanted:
            return found[:wanted]
    raise AssertionError


def hint(table: Table, hand: Cards) -> bool:
    """Find the best play and the steps to it, as the command `hint` does; tell if there is one."""
    best = best_play(table, hand)
    return best is not None and bool(steps(table, best.table))


def main() -> None:
    """Measure both, and print them."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.simulation", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="for each bot (default: 20)")
    parser.add_argument("--positions", type=int, default=500, help="for hints (default: 500)")
    arguments = parser.parse_args()
    pin()
    print(heading("Simulation"))
    print(f"Seed {SEED}, at least {arguments.seconds:g} seconds for each bot, two of it a game.\n")
    rows = []
    for name, bot in BOTS.items():
        played, spent = games(bot, seconds=arguments.seconds)
        rows.append((name, played, f"{played / spent:.3g}"))
    print_table(("bot", "games", "games a second"), rows)
    print(f"Hints, {arguments.positions} positions for each number of players:\n")
    hints = []
    for players in (2, 3, 5):
        asked = positions(players, arguments.positions)
        answers, seconds = each_once([partial(hint, table, hand) for table, hand in asked])
        times = duration(median(seconds)), duration(max(seconds))
        hints.append((players, sum(answers), *times))
    print_table(("players", "something can be played", "median", "slowest"), hints)


if __name__ == "__main__":
    main()
