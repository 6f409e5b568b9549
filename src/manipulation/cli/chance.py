"""Where the chance of a game at the terminal comes from: a seed, and then the record itself.

The first shoe is drawn from the seed; all later chance is drawn from the first shoe and the place
in the game. So a game that is kept and gone on with takes the way that it would have taken, and
its file need not tell the seed.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from manipulation.records import Record
from manipulation.shoe import Shoe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation.rules import Rules


def begun(names: Iterable[str], *, seed: int, rules: Rules) -> Record:
    """Begin a game, its first dealer drawn by chance (R5), and deal its first round."""
    seats = tuple(names)
    rng = Random(seed)
    record = Record.new(seats, dealer=int(rng.random() * len(seats)), rules=rules)
    return record.deal(Shoe.new(len(seats), rules=rules).shuffled(rng))


def dealt(record: Record) -> Record:
    """Deal the next round; the first one too, where a record has none yet."""
    shoe = Shoe.new(len(record.seats), rules=record.rules)
    return record.deal(shoe.shuffled(generator(record)))


def generator(record: Record) -> Random:
    """Give the chance of this place in the game."""
    first = record.deals[0].shoe if record.deals else record.seats
    moves = len(record.deals[-1].moves) if record.deals else 0
    place = f"{first} / deal {len(record.deals)} / move {moves}"
    return Random(int.from_bytes(sha256(place.encode("utf-8", "replace")).digest(), "big"))
