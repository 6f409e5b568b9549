"""Puzzles: play the whole hand; exactly one table does it, and the old melds are in the way.

A puzzle is made backwards. Some melds whose cards can be arranged in one way only are the answer;
a few cards are taken into the hand, and the rest is arranged anew. It is graded by how many melds
the answer must disturb.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

from attrs import frozen

from manipulation import Cards, Natural, Rank, Suit, Table, arrange, best_play, count_arrangements

DECK = tuple(Natural(rank, suit) for rank in Rank for suit in Suit)


@frozen
class Puzzle:
    """A table, a hand to play whole, the one table that does it, and how hard it is."""

    table: Table
    hand: Cards
    answer: Table
    grade: int


def some_table(rng: Random, *, size: int) -> Table | None:
    """Take cards that lie near one another, and keep those that melds can hold."""
    ranks = rng.randrange(1, 9), rng.randrange(5, 8)
    near = [card for card in DECK if 0 <= card.rank.value - ranks[0] < ranks[1]]
    return arrange(Cards(rng.sample(near, min(size, len(near)))))


def puzzles(seed: int) -> Iterator[Puzzle]:
    """Make puzzles without end, each of at least one disturbed meld."""
    rng = Random(seed)
    while True:
        answer = some_table(rng, size=rng.randrange(12, 19))
        if answer is None or count_arrangements(answer.cards) != 1:
            continue
        hand = Cards(rng.sample(list(answer.cards), rng.randrange(1, 4)))
        table = arrange(answer.cards - hand)
        if table is None:
            continue
        best = best_play(table, hand)
        if best is not None and best.played == hand and best.disturbed:
            yield Puzzle(table, hand, answer, best.disturbed)


def main() -> None:
    """Print the hardest of some puzzles, the answer last."""
    made = sorted(islice(puzzles(seed=7), 20), key=lambda puzzle: puzzle.grade)
    for puzzle in made[-3:]:
        print(f"Table: {puzzle.table}\nHand:  {puzzle.hand}")
        print(f"Melds that must be disturbed: {puzzle.grade}")
        print(f"The one answer: {puzzle.answer}\n")


if __name__ == "__main__":
    main()
