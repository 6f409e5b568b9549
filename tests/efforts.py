"""What the solver answers, and within how many states: the signature of its searches.

`python -m tests.efforts` draws the positions anew, from a seed, and writes the file that
`tests/test_solver_efforts.py` reads. A change that is to alter a search writes it again, and the
difference shows how many states more or fewer each question takes.
"""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from zlib import crc32

import cattrs
from attrs import evolve, frozen

from manipulation import Cards, MeldRules, SearchLimitError, Table
from manipulation.cards import NATURALS
from manipulation.solver import (
    WhyNot,
    arrange,
    arrangements,
    best_play,
    can_arrange,
    count_arrangements,
    count_plays,
    playable_cards,
    plays,
    why_not,
)
from manipulation.solver._conflicts import Conflicts
from tests.benchmarks.positions import plays_of_all_cells
from tests.oracles import Ace, Release
from tests.small_positions import ACES, RELEASES, melds_near

FILE = Path(__file__).parent / "data" / "efforts.jsonl"

EACH = 96
"""So many positions a question."""

MOST_STATES = 800
"""Questions that take more are left out: they are asked often, of one mutant after another."""

JAMMED = 150
"""What takes no more is no jam."""

_LISTED = 25
"""So many arrangements, or plays, are looked at."""


@frozen
class Effort:
    """A question about cards on a table and in a hand, the states it takes, and the answer.

    `states` is the least limit within which there is an answer; `answer` is short for all of it.
    """

    question: str
    table: str
    hand: str
    ace: Ace
    release: Release
    per_meld: int | None
    states: int = 0
    answer: str = ""

    def ask(self, limit: int) -> str:
        """Ask it, and shorten the answer."""
        rules = MeldRules(ace=self.ace, joker_release=self.release, jokers_per_meld=self.per_meld)
        if self.question in _ABOUT_PLAYS:
            table, hand = Table.parse(self.table, rules=rules), Cards.parse(self.hand)
            answer = _ABOUT_PLAYS[self.question](table, hand, limit)
        else:
            answer = _ABOUT_CARDS[self.question](Cards.parse(self.table), rules, limit)
        return f"{crc32(str(answer).encode()):08x}"

    def is_answered(self, limit: int) -> bool:
        """Tell whether there is an answer within so many states."""
        try:
            self.ask(limit)
        except SearchLimitError:
            return False
        return True

    def noted(self) -> "Effort | None":
        """Find the states and the answer; nothing if it takes too many."""
        if not self.is_answered(MOST_STATES):
            return None
        least, most = 0, MOST_STATES
        while least < most:
            middle = (least + most) // 2
            if self.is_answered(middle):
                most = middle
            else:
                least = middle + 1
        return evolve(self, states=least, answer=self.ask(least))


def _why_not(cards: Cards, rules: MeldRules, limit: int) -> tuple[WhyNot | None, int]:
    """Ask why cards cannot be arranged; the states of the conflict have a limit of their own."""
    why, conflicts = why_not(cards, rules=rules, limit=limit), Conflicts(cards, rules)
    if why is not None:
        conflicts.smallest()
    return why, conflicts.left


_ABOUT_CARDS: dict[str, Callable[[Cards, MeldRules, int], object]] = {
    "whether": lambda cards, rules, limit: can_arrange(cards, rules=rules, limit=limit),
    "jams": lambda cards, rules, limit: can_arrange(cards, rules=rules, limit=limit),
    "arrange": lambda cards, rules, limit: arrange(cards, rules=rules, limit=limit),
    "few jokers": lambda cards, rules, limit: arrange(cards, rules=rules, limit=limit),
    "why not": _why_not,
    "count": lambda cards, rules, limit: count_arrangements(cards, rules=rules, limit=limit),
    "list": lambda cards, rules, limit: [
        str(table) for table in islice(arrangements(cards, rules=rules, limit=limit), _LISTED)
    ],
}
_ABOUT_PLAYS: dict[str, Callable[[Table, Cards, int], object]] = {
    "best by points": lambda table, hand, limit: best_play(table, hand, limit=limit),
    "best by cards": lambda table, hand, limit: best_play(
        table, hand, objective="cards", limit=limit
    ),
    "best of many": lambda table, hand, limit: best_play(
        table, hand, objective="cards", limit=limit
    ),
    "best with few jokers": lambda table, hand, limit: best_play(table, hand, limit=limit),
    "plays": lambda table, hand, limit: [
        str(cards) for cards in islice(plays(table, hand, limit=limit), _LISTED)
    ],
    "count plays": lambda table, hand, limit: count_plays(table, hand, limit=limit),
    "playable cards": lambda table, hand, limit: playable_cards(table, hand, limit=limit),
}
FEW_JOKERS = ("few jokers", "best with few jokers")
"""Questions that are asked only where a meld may not hold all jokers."""

QUESTIONS = (*_ABOUT_CARDS, *_ABOUT_PLAYS)


def efforts() -> list[Effort]:
    """Read the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [cattrs.structure(json.loads(line), Effort) for line in lines]


def drawn(question: str) -> Iterator[Effort]:
    """Draw positions for a question, and ask it; leave out what is too hard, or no jam."""
    for effort in _asked(question):
        noted = effort.noted()
        if noted and (question != "jams" or noted.states > JAMMED):
            yield noted


def _asked(question: str) -> Iterator[Effort]:
    """Draw positions for a question: under the usual rules, under others, with few jokers."""
    if question == "best of many":
        for at in plays_of_all_cells(seed=5, count=2 * EACH):
            yield Effort(question, *at, ACES[0], RELEASES[0], None)
        return
    random = Random(f"efforts {question}")
    for number in count():
        ace, release, per_meld = ACES[0], RELEASES[0], None
        if number % 3:
            ace, release = random.choice(ACES), random.choice(RELEASES)
        if number % 3 == 2 or question in FEW_JOKERS:
            per_meld = random.choice((0, 1, 1, 1, 2, 2))
        if question == "jams":
            yield Effort(question, jam(random), "", ace, release, None)
            continue
        laid, loose = position_near(random, ace, declared=per_meld != 0)
        if question in _ABOUT_PLAYS:
            table, hand = " | ".join(map(" ".join, laid)), " ".join(loose)
        else:
            cards = [card for meld in laid for card in meld]
            cards += loose[-random.choice((1, 2, 3)) :] if random.random() < 0.7 else []
            random.shuffle(cards)
            table, hand = " ".join(cards), ""
        if question not in FEW_JOKERS or f"{table} {hand}".count("*") > (per_meld or 0):
            yield Effort(question, table, hand, ace, release, per_meld)


def jam(random: Random) -> str:
    """Draw two decks that lack cards of a few neighbouring ranks; some jokers come in."""
    jokers = random.choice((0, *[1] * 8, *[2] * 8))
    first = random.choice((11, 12)) if jokers else random.randrange(13)
    near = [face for face in range(104) if (face // 8 - first) % 13 < 4]
    out = set(random.sample(near, random.randint(6, 14)))
    cards = [str(NATURALS[face // 2]) for face in range(104) if face not in out]
    return " ".join([*cards, *["*"] * jokers])


def position_near(random: Random, ace: Ace, *, declared: bool) -> tuple[list[list[str]], list[str]]:
    """Draw melds of some neighbouring ranks, with jokers in some, and cards near them."""
    near = melds_near(ace, random.randrange(13), random.choice((3, 4, 5, 6, 13)))
    laid = [
        [str(card) for card in random.choice(near)]
        for _ in range(random.choice((1, 2, 3, 4, 6, 9)))
    ]
    if declared:
        for meld in random.sample(laid, min(len(laid), random.choice((0, 0, 1, 2, 3)))):
            meld[random.randrange(len(meld))] += "*"
    loose = [str(random.choice(random.choice(near))) for _ in range(random.choice((1, 2, 4, 6)))]
    return laid, loose + ["*"] * random.choice((0, 0, 1, 2, 3))


def main() -> int:
    """Draw, ask, and write the file."""
    lines = [
        json.dumps(cattrs.unstructure(effort))
        for question in QUESTIONS
        for effort in islice(drawn(question), EACH)
    ]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
