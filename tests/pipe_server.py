"""A server that keeps games and speaks JSON, a line a request and a line an answer.

`python -m tests.pipe_server` is one; it stands for a server in any language.
"""

import json
import sys

from manipulation import Game, IllegalMoveError, Shoe, parse_move, to_json


def answers(game: Game, request: dict[str, object]) -> tuple[Game, object]:
    """Answer one request: the game after it, and what to say."""
    try:
        match request:
            case {"do": "new", "players": int(players), "dealer": int(dealer)}:
                return Game.new(players=players, dealer=dealer), []
            case {"do": "deal", "shoe": str(shoe)}:
                return game.deal(Shoe.of(shoe)), []
            case {"do": "move", "seat": int(seat), "move": str(move)}:
                return game.after(parse_move(move), seat), []
            case {"do": "view", "seat": int() | None as seat}:
                return game, json.loads(to_json(game.view(seat)))
            case _:
                return game, ["NO_SUCH_REQUEST"]
    except IllegalMoveError as error:
        return game, [fault.violation.code for fault in error.faults]


def serve() -> None:
    """Answer line by line, until there is no more to read."""
    game = Game.new(players=2, dealer=0)
    for line in sys.stdin:
        game, answer = answers(game, json.loads(line))
        print(json.dumps(answer), flush=True)  # noqa: T201 -- the pipe is what it speaks to


if __name__ == "__main__":
    serve()
