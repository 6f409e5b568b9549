"""Drive a game through JSON alone, as a program in any other language would.

`python front_end.py engine` is the engine: one JSON object a line in, one out. Without an argument
this is the front end: it starts the engine, plays a round, and knows no rule of the game.
"""

import json
import subprocess
import sys
from random import Random

import manipulation


def engine() -> None:
    """Answer the requests in standard input, each on its line."""
    game = manipulation.Game.new(players=2, dealer=1)
    for line in sys.stdin:
        answer = "{}"
        try:
            match json.loads(line):
                case {"do": "deal", "seed": int(seed)}:
                    game = game.deal(manipulation.Shoe.new(2).shuffled(Random(seed)))
                case {"do": "move", "seat": int(seat), "move": str(move)}:
                    game = game.after(manipulation.parse_move(move), seat)
                case {"do": "view", "seat": int(seat)}:
                    answer = manipulation.to_json(game.view(seat))
                case {"do": "hint", "seat": int(seat)}:
                    view = game.view(seat).round
                    best = view and manipulation.best_play(view.table, view.hand)
                    answer = manipulation.to_json(best.play) if best else "null"
                case {"do": "score"}:
                    outcome = game.round and game.round.outcome
                    answer = manipulation.to_json(outcome) if outcome else "null"
                case _:
                    answer = '{"error": "not a request"}'
        except manipulation.IllegalMoveError as error:
            answer = manipulation.to_json(error.faults)
        except (manipulation.ManipulationError, ValueError) as error:
            answer = json.dumps({"error": str(error)})
        print(answer, flush=True)


def front_end() -> None:
    """Play a round by what the engine says, and show what it refuses."""
    command = [sys.executable, __file__, "engine"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, bufsize=1) as process:

        def ask(**request: object) -> object:
            if process.stdin is None or process.stdout is None:
                raise SystemExit("no pipe to the engine")
            process.stdin.write(json.dumps(request) + "\n")
            return json.loads(process.stdout.readline())

        print("too soon:", ask(do="move", seat=0, move="draw"))
        ask(do="deal", seed=7)
        print("not mine:", ask(do="move", seat=1, move="draw"))
        seat, moves = 0, 0
        while True:
            match ask(do="view", seat=seat):
                case {"round": {"turn": {"phase": "over"}}}:
                    break
                case {"round": {"turn": {"to_move": int(turn)}}} if turn != seat:
                    seat = turn
                    continue
                case {"round": {"turn": {"phase": "draw"}}}:
                    wishes = ["draw"]
                case {"round": {"turn": {"phase": "end"}}}:
                    wishes = ["knock", "end"]
                case _:
                    hint = ask(do="hint", seat=seat)
                    wishes = [hint] if isinstance(hint, str) else ["draw", "end"]
            # The first that is not refused: the engine knows the rules, the front end need not.
            moves += any(ask(do="move", seat=seat, move=wish) == {} for wish in wishes)
        print(f"after {moves} moves:", ask(do="score"))


if __name__ == "__main__":
    engine() if sys.argv[1:] == ["engine"] else front_end()
