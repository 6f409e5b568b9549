"""A game for people at one keyboard: the whole loop, thirty lines.

A move is `draw`, `knock`, `end`, or a play: the whole table as it is to lie, melds with | between.
The end of the input ends the program; nothing is lost but the game.
"""

import sys
from random import Random

from manipulation import Game, GameView, ManipulationError, Shoe, parse_move


def show(view: GameView) -> None:
    """Show a seat what it may know."""
    state = view.round
    if state is not None:
        print(f"\nTable: {str(state.table) or 'empty'}   Stock: {state.stock_size}")
        print(f"Seat {view.seat}, {state.phase.value}, you hold: {state.hand}")


def play(players: int, seed: int) -> None:
    """Play rounds until the game is over."""
    rng = Random(seed)
    game = Game.new(players=players, dealer=rng.randrange(players))
    while not game.over:
        if game.awaits_deal:
            game = game.deal(Shoe.new(players).shuffled(rng))
        state = game.round
        if state is None or state.to_move is None:
            break
        show(game.view(state.to_move))
        try:
            game = game.after(parse_move(input("> ")))
        except ManipulationError as error:
            print(error)
        except EOFError:
            print("\nGood-bye.")
            return
        if game.round is not None and game.round.outcome is not None:
            print(f"The round ends: {game.round.outcome.score.scores}, totals {game.totals}")
    print(f"Winners: {game.winners}")


if __name__ == "__main__":
    play(players=int(sys.argv[1]) if sys.argv[1:] else 2, seed=7)
