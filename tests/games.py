"""Games of short rounds to test with, in every state that random legal moves lead to."""

from random import Random

from hypothesis import strategies as st

from manipulation import Game, Rules, Shoe
from tests.rounds import some_move

QUICK = Rules(hand_size=2, knock_at=20, target=60)
"""Rounds that end soon, and games of a few of them."""


def shoe(game: Game, rng: Random) -> Shoe:
    """Shuffle a whole shoe for the game."""
    return Shoe.new(game.players, rules=game.rules).shuffled(rng)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game that random legal moves have led to."""
    players = draw(st.integers(2, 5))
    rng = Random(draw(st.integers(0, 2**32)))
    game = Game.new(players=players, dealer=draw(st.integers(0, players - 1)), rules=QUICK)
    for _ in range(draw(st.integers(0, 80))):
        game = after_something(game, rng)
    return game


def after_something(game: Game, rng: Random) -> Game:
    """Deal if it is time to, else make some move; nothing when the game is over."""
    if game.over:
        return game
    if game.awaits_deal or game.round is None:
        return game.deal(shoe(game, rng))
    return game.after(some_move(game.round, rng))
