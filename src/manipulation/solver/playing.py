"""The best play: which cards of a hand to play, and how."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from attrs import frozen

from manipulation.cards import Cards
from manipulation.errors import PositionError, shown
from manipulation.melds import cards_at, known_meld, meld_of
from manipulation.solver._kernel_deal import deals
from manipulation.solver._kernel_query import ANY_COST, Query
from manipulation.solver._limits import NO_LIMIT, check_hand, check_limit
from manipulation.table import Play, Table
from manipulation.table.melding import known_table

if TYPE_CHECKING:
    from manipulation.melds import Meld
    from manipulation.rules import MeldRules
    from manipulation.solver._kernel_lay import Placed
    from manipulation.solver._kernel_search import Answer

Objective: TypeAlias = Literal["points", "cards"]

_MOST_DISTURBED = 3
_FACES = 52
_NO_DECLARED = bytes(_FACES)
_KIND = 2
"""What a group and a sequence are told by in their keys: the rank of one, the suit of the other."""
_ONE_CARD = 1 << 20
"""More than the points of any hand."""
_ONE_POINT = 1 << 10
"""More than any hand has cards that count nothing."""


@frozen
class BestPlay:
    """A play that no other beats.

    `played` are the cards of the hand that it plays, `points_left` what the others count (R31).
    `disturbed` is how many melds of the old table no longer lie together in one meld, each card of
    the new table counted for one of them: the fewest of any play as good if `disturbed_exact`, as
    it is up to three, but where that takes too many states, where a meld holds only so many jokers,
    and, seldom, where a joker that no meld needs is left over.
    """

    play: Play
    table: Table
    played: Cards
    points_left: int
    disturbed: int
    disturbed_exact: bool


def best_play(  # noqa: PLR0913 -- a position, and what is asked of a play, each with its default
    table: Table,
    hand: Cards,
    *,
    objective: Objective = "points",
    tidy: bool = True,
    most_left: int | None = None,
    limit: int = NO_LIMIT,
) -> BestPlay | None:
    """Find a play that leaves the fewest points in hand, or plays the most cards.

    None if no card can be played. Of plays as good, under `cards` one that leaves the fewest points
    is chosen; then one that disturbs the fewest melds, which takes most of the time and is left out
    if not `tidy`; then always the same one. None as well if it leaves more points than `most_left`,
    which under `points` is known much sooner than the play. More than eight decks, or a declared
    joker in hand, are a `PositionError`; past `limit` states the answer is a `SearchLimitError`.

    >>> best = best_play(Table.parse("4s 5s 6s | 6c 6d 6h"), Cards.parse("3s 7s 6s Kd"))
    >>> str(best.table), str(best.played), best.points_left
    ('6c 6d 6h 6s | 3s 4s 5s 6s 7s', '3s 6s 7s', 10)
    """
    check_hand(table, hand, limit)
    rules = table.rules
    query = _query(table, hand, _costs(rules, objective), limit)
    query.telling = tidy
    best = query.least_left(_most_cost(objective, most_left))
    check_limit(query.visited(), limit)
    points = _points(best[0].cost, objective) if best else 0
    if not best or (most_left is not None and points > most_left) or _stays(best[0]) == hand:
        return None
    melds = [meld.key for meld in table.melds]
    found = query.least_disturbed(best, melds, _MOST_DISTURBED) if tidy else None
    check_limit(query.visited(), limit)
    chosen: Answer = best[0] if found is None else found
    played = hand - _stays(chosen)
    after = _laid(table, chosen.melds((table.cards + played).counts))
    disturbed = _disturbed(table, after) if found is None else found.cost
    exact = disturbed == 0 or (found is not None and query.sure())
    return BestPlay(Play.of(after), after, played, points, disturbed, exact)


def _query(table: Table, hand: Cards, costs: list[int], limit: int) -> Query:
    rules = table.rules
    choices = deals(table.cards.counts, hand.counts, rules.joker_release)
    return Query(choices, rules.ace, costs, rules.jokers_per_meld, limit)


def _costs(rules: MeldRules, objective: Objective) -> list[int]:
    """Make one number of what is kept small and what breaks a tie; no card costs nothing."""
    if objective not in get_args(Objective):
        raise PositionError(f"the objective is points or cards, not {shown(objective)}")
    if objective == "cards":
        return [_ONE_CARD + points for points in rules.points]
    return [points * _ONE_POINT or 1 for points in rules.points]


def _most_cost(objective: Objective, most_left: int | None) -> int:
    """Give the most that may be paid for what stays in hand; see `_costs`."""
    if most_left is not None and type(most_left) is not int:
        raise PositionError(f"most_left is a whole number of points, not {shown(most_left)}")
    if most_left is None or objective == "cards":
        return ANY_COST
    return min(most_left * _ONE_POINT | _ONE_POINT - 1, ANY_COST)


def _points(cost: int, objective: Objective) -> int:
    """Give the points of cards that cost so much together; see `_costs`."""
    return cost % _ONE_CARD if objective == "cards" else cost // _ONE_POINT


def _stays(answer: Answer) -> Cards:
    return cards_of(answer.stays())


def cards_of(counts: bytes) -> Cards:
    """Make cards of the counts of the naturals and of the jokers."""
    return Cards.of_counts(counts[:_FACES] + _NO_DECLARED + counts[_FACES:])


def _laid(table: Table, placed: list[Placed]) -> Table:
    """Lay out new melds, and old ones by their place on the table."""
    melds = (
        table.melds[place]
        if place >= 0
        else known_meld(key, places)
        if key
        else meld_of(cards_at(places), rules=table.rules)
        for place, key, places in placed
    )
    return known_table(melds, rules=table.rules)


def _disturbed(before: Table, after: Table) -> int:
    """Count the melds of a table that find no place in one meld of the next, the longest first.

    Each takes the place that it fills best; where that is not the best for all, it counts too many.
    """
    lying = Counter(meld.key for meld in before.melds)
    room: dict[tuple[int, ...], list[Cards]] = {}
    for meld in after.melds:
        if lying[meld.key]:
            lying[meld.key] -= 1
        else:
            room.setdefault(meld.key[:_KIND], []).append(meld.cards)
    old = {meld.key: meld for meld in before.melds}
    disturbed = 0
    for meld in sorted(map(old.__getitem__, lying.elements()), key=_length, reverse=True):
        alike = room.get(meld.key[:_KIND], [])
        places = [at for at, cards in enumerate(alike) if meld.cards <= cards]
        if places:
            best = min(places, key=lambda at: len(alike[at]))
            alike[best] -= meld.cards
        else:
            disturbed += 1
    return disturbed


def _length(meld: Meld) -> int:
    return len(meld.key)
