"""Records to test with: one that is old, and those that random legal moves lead to."""

from pathlib import Path
from random import Random

from hypothesis import strategies as st

from manipulation import Record, Shoe
from tests.games import QUICK
from tests.rounds import some_move

FIRST = (Path(__file__).parent / "data" / "record-v1.json").read_text(encoding="utf-8")
"""A record as version 1 of its document wrote it. It is never written anew."""


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw the record of a game that random legal moves have led to."""
    seats = ("Ann", "Bob", "Cy", "Dot", "Eve")[: draw(st.integers(2, 5))]
    rng = Random(draw(st.integers(0, 2**32)))
    record = Record.new(seats, dealer=draw(st.integers(0, len(seats) - 1)), rules=QUICK)
    for _ in range(draw(st.integers(0, 60))):
        record = after_something(record, rng)
    return record


def after_something(record: Record, rng: Random) -> Record:
    """Deal if it is time to, else make some move; nothing when the game is over."""
    if record.game.over:
        return record
    if record.game.awaits_deal or record.game.round is None:
        return record.deal(Shoe.new(len(record.seats), rules=record.rules).shuffled(rng))
    return record.after(some_move(record.game.round, rng))
