"""What each search of the kernel finds, how many states it enters, and how much it remembers.

`tests/efforts.py` asks the public questions, within few states; here the searches are asked one by
one, on positions of any kind, and are broken off where they take too long. `python -m
tests.searches` draws the positions anew, from a seed, and writes the file that
`tests/test_solver_searches.py` reads.
"""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import get_args
from zlib import crc32

import cattrs
from attrs import evolve, frozen

from manipulation import Cards, MeldRules, Table
from manipulation.solver import Objective, best_play
from manipulation.solver import _kernel_spread as spreading
from manipulation.solver._kernel_blocks import free_jokers, old_meld
from manipulation.solver._kernel_count import Count
from manipulation.solver._kernel_deal import Deal, arrangement, deals
from manipulation.solver._kernel_disturb import Disturb
from manipulation.solver._kernel_limited import Limited, Lot
from manipulation.solver._kernel_list import Walk
from manipulation.solver._kernel_packed import LimitReached, fill_tables, packed
from manipulation.solver._kernel_plays import Plays
from manipulation.solver._kernel_query import ANY_COST, Query
from manipulation.solver._kernel_search import Search, in_sweep_order, low_aces
from manipulation.solver._kernel_ways import BOTH_ENDS, HIGH, LOW, limited
from manipulation.solver._kernel_whether import Spread, Sweep
from tests.benchmarks.positions import plays_of_all_cells
from tests.efforts import jam, position_near
from tests.oracles import Ace, Release
from tests.small_positions import ACES, RELEASES

FILE = Path(__file__).parent / "data" / "searches.jsonl"

EACH = 192
"""So many positions a search."""

LIMIT = 2_000
"""The states after which a search is broken off."""

_FEW_STATES = 200
"""The same for searches that take longer over each."""

MOST_DISTURBED = 3

_FEW = 8
"""So many of a list of answers are looked at."""

_NOTHING = bytes(105)
_ACES = {"low": LOW, "high": HIGH, "high_or_low": BOTH_ENDS}
_EACH_ONE = [1] * 14


@frozen
class Searched:
    """A search of the kernel, the position it was asked about, and what came of it, shortened."""

    search: str
    table: str
    hand: str
    ace: Ace
    release: Release
    per_meld: int | None
    noted: str = ""

    def found(self) -> str:
        """Search, and shorten what comes of it."""
        fill_tables()
        return f"{crc32(repr(list(SEARCHES[self.search](self))).encode()):08x}"

    @property
    def rules(self) -> MeldRules:
        """The rules of the position."""
        return MeldRules(ace=self.ace, joker_release=self.release, jokers_per_meld=self.per_meld)

    @property
    def melds(self) -> list[tuple[int, ...]]:
        """The melds on the table, as the kernel knows them."""
        return [meld.key for meld in Table.parse(self.table, rules=self.rules).melds]

    @property
    def cards(self) -> Cards:
        """All cards, those of the table declared."""
        return Table.parse(self.table, rules=self.rules).cards + Cards.parse(self.hand)

    @property
    def costs(self) -> list[int]:
        """What cards cost that stay in hand."""
        return [points << 10 or 1 for points in self.rules.points]

    def deals(self) -> list[Deal]:
        """The ways to deal with the jokers on the table."""
        table = Table.parse(self.table, rules=self.rules).cards
        return deals(table.counts, Cards.parse(self.hand).counts, self.release)


def _known(thing: object) -> list[object]:
    """Give the numbers that an object holds, and how much there is in all else it holds."""
    known: list[object] = []
    for value in vars(thing).values():
        if isinstance(value, int):
            known.append(hash(value))  # so that it is never too long to write
        elif isinstance(value, list | dict | set):
            known.append(len(value))
    return known


def _left(at: Searched) -> Iterator[object]:
    """What must stay in hand, and what else could as well."""
    for deal in at.deals():
        for costs, telling, limit in (
            (at.costs, True, LIMIT),
            (at.costs, False, LIMIT),
            (_EACH_ONE, True, LIMIT),
            (at.costs, True, _FEW_STATES),
        ):
            search = Search(deal, at.ace, costs, limit)
            found = search.least_left(ANY_COST, telling=telling)
            if found:
                yield found.cost, found.stays(), found.path, found.jokers
                yield search.can_differ(found.stays()), search.is_sum(found.cost - search.surely)
                yield list(islice(search.as_good(found), _FEW))
            yield [*map(_known, search.covers), _known(search)]


def _asked(at: Searched) -> Iterator[object]:
    """What must stay in hand of all deals and of each, and which melds must be disturbed then."""
    for per_meld in (None, at.per_meld or 1):
        for limit in (LIMIT, _FEW_STATES // 4):
            query = Query(at.deals(), at.ace, at.costs, per_meld, limit)
            query.telling = True
            best = query.least_left()
            yield [(answer.cost, answer.stays()) for answer in best], query.visited()
            found = query.least_disturbed(best, at.melds, MOST_DISTURBED)
            yield found and (found.cost, found.stays()), query.sure(), query.visited()
        for deal in at.deals():
            query = Query([deal], at.ace, at.costs, per_meld, LIMIT)
            yield [(answer.cost, answer.stays()) for answer in query.least_left()]


def _untidy(at: Searched) -> Iterator[object]:
    """The best play, whatever it disturbs."""
    table = Table.parse(at.table, rules=at.rules)
    for objective in get_args(Objective):
        yield str(best_play(table, Cards.parse(at.hand), objective=objective, tidy=False))


def _cover(at: Searched) -> Iterator[object]:
    """Whether all cards can be covered, the jokers too."""
    deal = arrangement(at.cards.counts, _NOTHING)
    searches = [Search(deal, at.ace, _EACH_ONE, limit) for limit in (_FEW_STATES, LIMIT)]
    for search in searches:
        yield search.can_cover(), *map(_known, search.covers), _known(search)
    search = searches[-1]
    lows = list(low_aces(search.ranks, deal.jokers, at.ace))[:_FEW]
    for level in (0, 1, 5, 9, 11):
        cover = search.cover()
        cover.limit = LIMIT
        yield spreading.hopeful(cover, level, deal.jokers, lows), cover.visited
    cover = search.cover()
    cover.limit = LIMIT
    yield spreading.spread(cover, deal.jokers, lows), cover.visited
    cover.limit *= 2
    yield spreading.attempt(cover, deal.jokers, lows, LIMIT // 10), cover.visited, cover.limit
    yield spreading.way_in(cover), cover.entered


def _sweep(at: Searched) -> Iterator[object]:
    """Whether all cards can be covered, without jokers."""
    ranks = packed(at.cards.naturals.counts[:52])
    levels = [*in_sweep_order(ranks, at.ace), 0, 0, 0]
    lows = list(low_aces(ranks, 0, at.ace))[:_FEW]
    for low in lows:
        sweep = Sweep([*levels[:12], levels[12] - low, 0, 0, 0], LIMIT)
        yield sweep.run(low), _known(sweep)
    spread = Spread(levels, lows, LIMIT)
    yield spread.hopeful(), spread.visited
    yield spread.run(), spread.visited
    spread = Spread(levels, lows, _FEW)
    yield spread.run(), spread.visited
    for low in lows:
        spread = Spread(levels, [low], LIMIT)
        yield spread.served({(low, 0, 0): 1}, [low]), spread.visited


def _disturb(at: Searched) -> Iterator[object]:
    """Which melds must be disturbed, if what must stay in hand does."""
    for disturb in _disturbs(at):
        yield disturb.run(MOST_DISTURBED), disturb.path, _known(disturb), _known(disturb.loose)
        yield [(key, len(failed)) for key, failed in disturb.failed.items()]
        if disturb.path:
            yield disturb.replay(0), [(laid.slots, laid.blocks) for laid in disturb.melds]


def _loosen(at: Searched) -> Iterator[object]:
    """Whether loose cards can be laid, a meld or two of the old ones loosened."""
    for disturb in islice(_disturbs(at), 2):
        for place in range(len(disturb.old)):
            sets = 1 << place | 1 << (place * 3 + 1) % len(disturb.old)
            disturb.loosen(sets)
            loose = disturb.loose
            loose.limit = LIMIT
            yield disturb.lay(loose.cards), disturb.ones, _known(loose), loose.groups, loose.longer
            for more in (0, 1, 2):
                disturb.loosen(sets)
                disturb.path, disturb.unsure = [], False
                disturb.lay_with_jokers(0, disturb.jokers + disturb.old[place].held + more)
                yield disturb.path, disturb.unsure, disturb.visited
                yield [(laid.slots, laid.blocks) for laid in disturb.melds]


def _disturbs(at: Searched) -> Iterator[Disturb]:
    for deal in at.deals():
        search = Search(deal, at.ace, at.costs, LIMIT)
        found = search.least_left(ANY_COST, telling=False)
        if found is None:
            continue
        stays = found.stays()
        dealt = zip(deal.lies, deal.may, deal.stays, stays, strict=False)
        lies = bytes([one + two + three - kept for one, two, three, kept in dealt])
        jokers = deal.in_hand - stays[52]
        for free in islice(free_jokers(at.melds, deal.free, deal.fixed), 2):
            old = [old_meld(*each, at.ace) for each in zip(at.melds, free, strict=True)]
            yield Disturb(old, lies, jokers, at.ace, LIMIT)


def _limited(at: Searched) -> Iterator[object]:
    """What must stay in hand where a meld holds only so many jokers."""
    for deal in at.deals():
        lies = bytes(all_ - fixed for all_, fixed in zip(deal.lies, deal.fixed, strict=True))
        lot = Lot(lies, deal.fixed, deal.may, sum(deal.free), deal.in_hand)
        search = Limited(lot, at.ace, at.per_meld or 1, at.costs, LIMIT)
        for most in (ANY_COST, 9 << 10):
            if search.run(most):
                yield search.cost, search.stays, search.melds
            yield search.ahead, _known(search)


def _counted(at: Searched) -> Iterator[object]:
    """In how many ways all cards can be arranged."""
    counts, free = at.cards.counts, at.cards.undeclared
    naturals, declared = packed(counts[:52]), packed(counts[52:104])
    for per_meld in (13, at.per_meld or 1):
        count = Count(naturals, declared, free, per_meld, _ACES[at.ace])
        yield hash(count.run(_FEW_STATES)), _known(count)


def _listed(at: Searched) -> Iterator[object]:
    """The arrangements of all cards one by one, the aces at one end."""
    counts, free = at.cards.counts, at.cards.undeclared
    naturals, declared = packed(counts[:52]), packed(counts[52:104])
    for per_meld in (13, at.per_meld or 1):
        walk = Walk(
            in_sweep_order([*range(13)], at.ace),
            in_sweep_order(naturals, at.ace),
            in_sweep_order(declared, at.ace),
            per_meld,
            limited(declared, free, per_meld),
        )
        walk.limit = _FEW_STATES
        try:
            can = walk.can_go_on(0, ((), (), (), ()), free)
            yield can and list(islice(walk.tables(0, ((), (), (), ()), free, []), _FEW))
        except LimitReached:
            yield None
        yield _known(walk)


def _played(at: Searched) -> Iterator[object]:
    """The sets of cards that can be played."""
    for deal in at.deals():
        plays = Plays(deal, deal.in_hand, at.ace, at.costs, _FEW_STATES)
        try:
            yield plays.count(plays.first()), list(islice(plays.stays(), _FEW))
        except LimitReached:
            yield None
        yield _known(plays), _known(plays.cover)


SEARCHES: dict[str, Callable[[Searched], Iterator[object]]] = {
    "left": _left,
    "asked": _asked,
    "untidy": _untidy,
    "cover": _cover,
    "sweep": _sweep,
    "disturb": _disturb,
    "loosen": _loosen,
    "limited": _limited,
    "count": _counted,
    "list": _listed,
    "plays": _played,
}
_OF_TABLES = ("left", "asked", "untidy", "disturb")
"""Searches that are asked about tables as in games too."""

_OF_JAMS = ("cover", "sweep")


def searched() -> list[Searched]:
    """Read the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [cattrs.structure(json.loads(line), Searched) for line in lines]


def drawn(search: str) -> Iterator[Searched]:
    """Draw positions for a search: near ranks under all rules; and tables of two decks, or jams.

    Some have hardly a meld, and more jokers than that can take up.
    """
    random = Random(f"searches {search}")
    tables = plays_of_all_cells(seed=8, count=EACH)
    for number in range(EACH):
        ace, release, per_meld = random.choice(ACES), random.choice(RELEASES), None
        if search in _OF_TABLES and number % 3 == 1:
            yield Searched(search, *next(tables), ACES[0], release, None)
        elif search in _OF_JAMS and number % 2:
            yield Searched(search, "", jam(random), ace, release, None)
        else:
            if search == "limited":
                per_meld = random.choice((1, 2))
            laid, loose = position_near(random, ace, declared=True)
            if number % 3 == 0:
                laid, loose = laid[: number % 4], loose[:2] + ["*"] * random.choice((1, 2, 3))
            few = laid[:3] if search == "count" else laid
            table = " | ".join(map(" ".join, few))
            yield Searched(search, table, " ".join(loose), ace, release, per_meld)


def main() -> int:
    """Draw, search, and write the file."""
    lines = [
        json.dumps(cattrs.unstructure(evolve(at, noted=at.found())))
        for search in SEARCHES
        for at in drawn(search)
    ]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
