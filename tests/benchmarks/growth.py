"""How the solver's time grows from one deck to eight.

`python -m tests.benchmarks.growth` prints a table in Markdown. Aces are low or high, the cards
naturals; the tables to play on are three quarters of the decks, the hands 14 cards of the rest.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median

from manipulation import Cards, Table, arrange, best_play, can_arrange
from tests.benchmarks.measuring import duration, each_once, heading, pin, print_table
from tests.benchmarks.positions import arrangeable, growing

SEED = 20240612


def main() -> None:
    """Measure each number of decks, and print it."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.growth", description=__doc__)
    parser.add_argument("--positions", type=int, default=40, help="a deck (default: 40)")
    positions = parser.parse_args().positions
    pin()
    print(heading("From one deck to eight"))
    print(f"Seed {SEED}, {positions} positions a row after one that warms up, each asked once;")
    print("medians and, in brackets, the slowest.\n")
    print_table(
        ("decks", "cards", "`can_arrange`", "a card", "`arrange`", "`best_play`"),
        (_row(decks, positions + 1) for decks in range(1, 9)),
    )


def _row(decks: int, count: int) -> tuple[object, ...]:
    cards = [Cards.parse(t) for t in arrangeable(seed=SEED, decks=decks, count=count)]
    plays = [
        partial(best_play, Table.parse(table), Cards.parse(hand))
        for table, hand in growing(seed=SEED, decks=decks, count=count)
    ]
    can = _seconds([partial(can_arrange, each) for each in cards])
    a_card = median(time / len(each) for time, each in zip(can, cards[1:], strict=True))
    how = _seconds([partial(arrange, each) for each in cards])
    size = round(median(map(len, cards)))
    return decks, size, _summed(can), duration(a_card), _summed(how), _summed(_seconds(plays))


def _seconds(questions: Iterable[Callable[[], object]]) -> list[float]:
    answers, seconds = each_once(questions)
    if not all(answers):
        raise AssertionError("every position can be arranged, and every hand holds a play")
    return seconds


def _summed(seconds: list[float]) -> str:
    return f"{duration(median(seconds))} ({duration(max(seconds))})"


if __name__ == "__main__":
    main()
