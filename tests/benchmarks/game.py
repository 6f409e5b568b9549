"""How fast games are played, how large a state is, and how replay grows.

`python -m tests.benchmarks.game` prints tables in Markdown. Random legal games are played beside
python-chess and OpenSpiel's gin rummy, a second each in turn, in the same process: every step asks
for all legal moves and makes one.
"""

import pickle
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import cycle, islice
from operator import itemgetter
from random import Random
from time import process_time

import chess
import pyspiel
from attrs import evolve

from manipulation import MANIPULATION, Cards, Game, Move, Record, Shoe, best_play, replay
from tests.benchmarks.measuring import duration, heading, pin, print_table

SEED = 20240613
SIZE_LIMIT = 20_000
_LONGEST_CHESS = 300
"""The moves after which a game of chess is given up for a new one."""


class Manipulation:
    """Games of so many players in turn; the solver's time is kept apart."""

    def __init__(self, *players: int) -> None:
        """Begin before the first game."""
        self.players = players
        self.random = Random(SEED)
        self.solver = 0.0
        self.solved = 0
        self.played = 0

    def steps(self) -> Iterator[Game]:
        """Play game after game, and yield every state that a move leads to."""
        for players in cycle(self.players):
            game = Game.new(players=players, dealer=0)
            while not game.over:
                if game.awaits_deal:
                    game = game.deal(Shoe.new(players).shuffled(self.random))
                game = game.after(self.move(game))
                yield game

    def move(self, game: Game) -> Move:
        """Choose a move: with even odds a best play, if one is allowed and there is one."""
        moves = game.legal_moves()
        state = game.round
        if state is not None and state.may_meld and self.random.random() < 0.5:
            start = process_time()
            best = best_play(state.table, state.hands[state.turn.to_move or 0])
            self.solver += process_time() - start
            self.solved += 1
            if best is not None:
                self.played += 1
                return best.play
        return self.random.choice(moves)


class Chess:
    """Games of chess."""

    def steps(self) -> Iterator[object]:
        """Play random games, and yield the board after every move."""
        random = Random(SEED)
        while True:
            board = chess.Board()
            for _ in range(_LONGEST_CHESS):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(random.choice(moves))
                yield board


class GinRummy:
    """Games of OpenSpiel's gin rummy; `chance` counts the steps that are no player's."""

    def __init__(self) -> None:
        """Begin before the first game."""
        self.chance = 0

    def steps(self) -> Iterator[object]:
        """Play random games, and yield the state after every step, chance's too."""
        random = Random(SEED)
        game = pyspiel.load_game("gin_rummy")
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    self.chance += 1
                state.apply_action(random.choice(state.legal_actions()))
                yield state


class Pace:
    """The steps of one game and the time that they took."""

    def __init__(self, steps: Iterator[object]) -> None:
        """Warm up."""
        self.steps = steps
        self.count = 0
        self.seconds = 0.0
        self.go_on(1.0)
        self.count, self.seconds = 0, 0.0

    def go_on(self, seconds: float) -> None:
        """Play on for so long."""
        start = process_time()
        while process_time() - start < seconds:
            for _ in range(100):
                next(self.steps)
            self.count += 100
        self.seconds += process_time() - start


def speed(seconds: int) -> None:
    """Play the three games in turn, a second each time."""
    ours, gin = Manipulation(2, 3, 4, 5), GinRummy()
    paces = [Pace(game.steps()) for game in (ours, Chess(), gin)]
    solver, solved, played, chance = ours.solver, ours.solved, ours.played, gin.chance
    for _ in range(seconds):
        for pace in paces:
            pace.go_on(1.0)
    mine, board, cards = paces
    solver, solved, played = ours.solver - solver, ours.solved - solved, ours.played - played
    moves = cards.count - (gin.chance - chance)
    lines = (
        ("manipulation, without the solver's time", mine.count, mine.seconds - solver),
        ("manipulation, with it", mine.count, mine.seconds),
        ("python-chess", board.count, board.seconds),
        ("OpenSpiel's gin rummy, every step", cards.count, cards.seconds),
        ("OpenSpiel's gin rummy, the players' moves", moves, cards.seconds),
    )
    print_table(
        ("game", "steps", "steps a second"),
        ((name, f"{count:,}", f"{count / spent:,.0f}") for name, count, spent in lines),
    )
    print(f"The solver was asked {solved:,} times, and found a play {played:,} times, in")
    print(f"{duration(solver / solved)} on average.\n")


def size() -> None:
    """Pickle the states of five-player games."""
    states = islice(Manipulation(5).steps(), 20_000)
    sizes = [(len(pickle.dumps(game)), len(_on_table(game)), game.round) for game in states]
    largest, lying, state = max(sizes, key=itemgetter(0))
    stock = 0 if state is None else state.stock_size
    print(f"The largest of {len(sizes):,} states of games of five ({lying} cards on the table,")
    print(f"{stock} in the stock) pickles to {largest:,} bytes, the target is less than")
    print(f"{SIZE_LIMIT:,}.\n")


def _on_table(game: Game) -> Cards:
    return Cards() if game.round is None else game.round.table.cards


def replaying() -> None:
    """Replay records of more and more deals of one game."""
    ours = Manipulation(5)
    rules = evolve(MANIPULATION, target=1_000_000)
    record = Record.new("abcde", dealer=0, rules=rules)
    lines = []
    for deals in (5, 10, 20, 40):
        while len(record.deals) < deals or not record.game.awaits_deal:
            if record.game.awaits_deal:
                record = record.deal(Shoe.new(5).shuffled(ours.random))
            record = record.after(ours.move(record.game))
        moves = sum(len(deal.moves) for deal in record.deals)
        start = process_time()
        states = sum(1 for _ in replay(record))
        seconds = process_time() - start
        lines.append((deals, moves, states, duration(seconds), duration(seconds / moves)))
    print("Replay of a game of five:\n")
    print_table(("deals", "moves", "states", "time", "a move"), lines)


def main() -> None:
    """Measure all three, and print them."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.game", description=__doc__)
    parser.add_argument("--seconds", type=int, default=10, help="of each game (default: 10)")
    seconds = parser.parse_args().seconds
    pin()
    print(heading("Games"))
    print(f"Seed {SEED}, {seconds} seconds of each game, in turns of one, after one to warm up.\n")
    speed(seconds)
    size()
    replaying()


if __name__ == "__main__":
    main()
