"""The solver beside its targets, and beside rummikub-solver with HiGHS.

`python -m tests.benchmarks.solver` prints tables in Markdown. It exits with 1 where an answer of
ours is wrong: not the verdict known, fewer cards than the peer plays, or a play that is refused.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from statistics import geometric_mean, median
from typing import NamedTuple

from manipulation import (
    RUMMIKUB_MELDS,
    BestPlay,
    Cards,
    Table,
    arrange,
    best_play,
    can_arrange,
    check_play,
)
from manipulation.solver import COMPILED, Objective, count_arrangements
from manipulation.testing.corpus import FOLDER
from tests.benchmarks.measuring import duration, each_once, heading, pin, print_table
from tests.benchmarks.peer import Peer
from tests.benchmarks.positions import (
    DECISION_SIZES,
    PLAY_CELLS,
    Position,
    arrangeable,
    decisions,
    plays,
    plays_of_all_cells,
    short_decks,
)

SEED = 20240611
REDUNDANT_JOKERS = (Position("5c* 5h 5s", "5d"), Position("", "As 2s 3s 4s *"))
"""Where the peer is known to play too little: it leaves out melds with a joker they could spare."""
WHOLE_DECK = " ".join(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")
_OBJECTIVES: tuple[Objective, ...] = ("points", "cards")


class Target(NamedTuple):
    """What a figure must reach, with each of the kernels."""

    pure: float
    compiled: float
    at_least: bool
    write: Callable[[float], str]

    @property
    def wanted(self) -> float:
        """The target of the kernel that is loaded."""
        return self.compiled if COMPILED else self.pure

    def row(self, work: str, figure: float) -> tuple[str, ...]:
        """Set a figure beside its target."""
        reached = figure >= self.wanted if self.at_least else figure <= self.wanted
        sign = "≥" if self.at_least else "≤"
        verdict = "yes" if reached else f"**no**, by a factor of {self.missing(figure):.2f}"
        return work, self.write(figure), f"{sign} {self.write(self.wanted)}", verdict

    def missing(self, figure: float) -> float:
        """Tell how many times better the figure would have to be."""
        return self.wanted / figure if self.at_least else figure / self.wanted


def _times(ratio: float) -> str:
    number = f"{ratio:.3g}" if ratio < 100 else f"{ratio:.0f}"
    return f"{number} \N{MULTIPLICATION SIGN}"


DECISION = Target(300, 1500, at_least=True, write=_times)
PLAY_MEAN = Target(150, 800, at_least=True, write=_times)
PLAY_WORST = Target(40, 200, at_least=True, write=_times)
SLOWEST_DECISION = Target(0.020, 0.005, at_least=False, write=duration)
SLOWEST_PLAY = Target(0.250, 0.025, at_least=False, write=duration)
EIGHT_DECKS = Target(1.2, 1.2, at_least=False, write=_times)
COUNT_ONE = Target(0.5, 0.1, at_least=False, write=duration)
COUNT_TWO = Target(30, 5, at_least=False, write=duration)


class Run:
    """One run: the rows beside the targets, where the peer differs, and what is wrong."""

    def __init__(self, positions: int, warm_up: int) -> None:
        """Measure on so many positions a size or cell, after so many that warm up."""
        self.positions = positions
        self.warm_up = warm_up
        self.drawn = positions + warm_up
        self.rows: list[tuple[str, ...]] = []
        self.differences: list[str] = []
        self.wrong: list[str] = []

    def expect(self, what: str, *, holds: bool) -> None:
        """Note what is wrong if it does not hold."""
        if not holds:
            self.wrong.append(what)

    def decide(self) -> None:
        """Decide beside the peer, at each size."""
        peer, bare = Peer(jokers=2), Peer(jokers=0)
        lines = []
        for size in DECISION_SIZES:
            texts = list(decisions(seed=SEED, size=size, count=self.drawn))
            asked = [partial(can_arrange, Cards.parse(t), rules=RUMMIKUB_MELDS) for t in texts]
            ours, seconds = each_once(asked, warm_up=self.warm_up)
            theirs, peers = each_once(
                [peer.arranging(text) for text in texts], warm_up=self.warm_up
            )
            others, bares = each_once(
                [bare.arranging(text) for text in texts], warm_up=self.warm_up
            )
            for text, verdict, *answers in zip(
                texts[self.warm_up :], ours, theirs, others, strict=True
            ):
                self.compare_decision(text, verdict, answers)
            ratio, low = _ratio(peers, seconds), _ratio(bares, seconds)
            self.rows.append(DECISION.row(f"`can_arrange`, {size} cards", ratio))
            medians = [duration(median(times)) for times in (seconds, peers, bares)]
            yes = f"{sum(ours)} of {len(ours)}"
            lines.append((size, yes, *medians[:2], _times(ratio), medians[2], _times(low)))
        columns = ("cards", "arrangeable", "ours", "peer", "ratio", "peer, `jokers=0`", "ratio")
        print("Decisions, Rummikub's melds, medians:\n")
        print_table(columns, lines)

    def compare_decision(self, text: str, verdict: object, answers: list[bool]) -> None:
        """Hold a verdict against the peer's; where it differs, ours must be a yes with a proof."""
        if any(answer is not verdict for answer in answers):
            self.differences.append(f"`{text}`: ours {verdict}, the peer's {answers}")
        if verdict or any(answers):
            self.expect(f"not arranged: {text}", holds=_is_arranged(text))

    def play(self) -> None:
        """Find best plays beside the peer, in each cell."""
        peer = Peer(jokers=2)
        lines, ratios = [], []
        for table, hand, jokers in PLAY_CELLS:
            drawn = plays(seed=SEED, table=table, hand=hand, jokers=jokers, count=self.drawn)
            texts = list(drawn)
            ours, seconds = each_once(
                [self.best(text, "cards") for text in texts], warm_up=self.warm_up
            )
            theirs, peers = each_once([peer.playing(*text) for text in texts], warm_up=self.warm_up)
            for text, best, most in zip(texts[self.warm_up :], ours, theirs, strict=True):
                self.compare_play(text, best, most)
            ratios.append(_ratio(peers, seconds))
            medians = [duration(median(times)) for times in (seconds, peers)]
            slowest = duration(max(seconds)), duration(max(peers))
            cell = f"{table} / {hand} / {jokers}"
            lines.append((cell, *medians, _times(ratios[-1]), *slowest))
        work = '`best_play(objective="cards")`, 12 cells, '
        self.rows.append(PLAY_MEAN.row(work + "geometric mean", geometric_mean(ratios)))
        self.rows.append(PLAY_WORST.row(work + "worst cell", min(ratios)))
        print("Best plays by cards, Rummikub's melds, medians and slowest:\n")
        columns = (
            "table / hand / jokers",
            "ours",
            "peer",
            "ratio",
            "our slowest",
            "peer's slowest",
        )
        print_table(columns, lines)

    def redundant_jokers(self) -> None:
        """Put to both what the peer is known to get wrong, each to a peer of its own."""
        for text in REDUNDANT_JOKERS:
            most = Peer(jokers=2).playing(*text)()
            self.compare_play(text, self.best(text, "cards")(), most)

    def best(self, text: Position, objective: Objective) -> Callable[[], BestPlay | None]:
        """Ask for the best play under Rummikub's melds."""
        table = Table.parse(text.table, rules=RUMMIKUB_MELDS)
        return partial(best_play, table, Cards.parse(text.hand), objective=objective)

    def compare_play(self, text: Position, best: BestPlay | None, most: int) -> None:
        """Hold a play against the peer's: it must be legal, and play at least as much."""
        played = 0 if best is None else len(best.played)
        if played != most:
            where = f"table `{text.table or '-'}`, hand `{text.hand}`"
            self.differences.append(f"{where}: ours plays {played}, the peer's {most}")
        self.expect(f"fewer cards than the peer's {most}: {text}", holds=played >= most)
        self.expect_legal(Table.parse(text.table, rules=RUMMIKUB_MELDS), text.hand, best)

    def expect_legal(self, table: Table, hand: str, best: BestPlay | None) -> None:
        """Expect of a play that it passes the law."""
        faults = () if best is None else check_play(table, best.play, Cards.parse(hand))
        self.expect(f"refused: {table}, {hand}", holds=not faults)

    def slowest_decision(self) -> None:
        """Decide the known cases, and double decks that are short of cards."""
        cases = [json.loads(line) for line in _lines("partition.jsonl")]
        short = list(short_decks(seed=SEED, count=500))
        ours, seconds = each_once(
            [partial(can_arrange, Cards.parse(case["cards"])) for case in cases]
            + [partial(can_arrange, Cards.parse(text)) for text in short],
            warm_up=0,
        )
        for case, verdict in zip(cases, ours, strict=False):
            self.expect(f"case {case['id']}", holds=verdict == case["partitionable"])
        peer = Peer(jokers=2)
        asked = [partial(can_arrange, Cards.parse(t), rules=RUMMIKUB_MELDS) for t in short]
        with_low_aces, more = each_once(asked, warm_up=0)
        theirs, _ = each_once([peer.arranging(text) for text in short], warm_up=0)
        for text, verdict, answer in zip(short, with_low_aces, theirs, strict=True):
            self.compare_decision(text, verdict, [answer])
        self.rows.append(
            SLOWEST_DECISION.row("slowest `can_arrange`", max(*seconds, *more)),
        )
        refused = f"{ours[len(cases) :].count(False)} of them cannot be arranged"
        print(
            f"Slowest decisions, of {len(cases)} cases and {len(short)} short decks ({refused}):\n"
        )
        times = sorted(zip(seconds, [c["cards"] for c in cases] + short, ours, strict=True))
        for time, text, verdict in times[:-4:-1]:
            print(f"- {duration(time)}, {'can' if verdict else 'cannot'} be arranged: `{text}`")
        print()

    def slowest_play(self) -> None:
        """Find the best plays of the known cases, and of positions of all the cells."""
        cases = [json.loads(line) for line in _lines("play.jsonl")]
        texts = [Position(case["table"], case["hand"]) for case in cases]
        texts += plays_of_all_cells(seed=SEED, count=500)
        tables = [Table.parse(text.table) for text in texts]
        hands = [Cards.parse(text.hand) for text in texts]
        times: list[tuple[float, str, Position]] = []
        for objective in _OBJECTIVES:
            asked = [
                partial(best_play, table, hand, objective=objective)
                for table, hand in zip(tables, hands, strict=True)
            ]
            found, seconds = each_once(asked, warm_up=0)
            for case, best in zip(cases, found, strict=False):
                known = case["min_points_left" if objective == "points" else "max_cards_played"]
                self.expect(f"case {case['id']}", holds=_worth(best, objective) == known)
            for table, text, best in zip(tables, texts, found, strict=True):
                self.expect_legal(table, text.hand, best)
            times += zip(seconds, [objective] * len(texts), texts, strict=True)
        times.sort(reverse=True)
        self.rows.append(SLOWEST_PLAY.row("slowest `best_play`", times[0][0]))
        print(f"Slowest best plays, of {len(cases)} cases and 500 positions, both objectives:\n")
        for time, goal, text in times[:3]:
            print(f"- {duration(time)}, by {goal}: table `{text.table}`, hand `{text.hand}`")
        print()

    def eight_decks(self) -> None:
        """Compare the time a card of eight decks with that of one."""
        medians = []
        for decks in (1, 8):
            drawn = arrangeable(seed=SEED, decks=decks, count=self.drawn)
            cards = [Cards.parse(text) for text in drawn]
            ours, seconds = each_once(
                [partial(can_arrange, each) for each in cards], warm_up=self.warm_up
            )
            self.expect(f"not all arrangeable: {decks} decks", holds=all(ours))
            a_card = [
                time / len(each) for time, each in zip(seconds, cards[self.warm_up :], strict=True)
            ]
            medians.append(median(a_card))
        work = "`can_arrange`, time a card, eight decks against one"
        self.rows.append(EIGHT_DECKS.row(work, medians[1] / medians[0]))
        one, eight = (duration(time) for time in medians)
        print(f"Time a card on arrangeable tables: one deck {one}, eight decks {eight}.\n")

    def count(self) -> None:
        """Count the arrangements of one whole deck and of two."""
        for decks, work, target in (
            (1, "one whole deck", COUNT_ONE),
            (2, "two whole decks", COUNT_TWO),
        ):
            cards = Cards.parse(" ".join([WHOLE_DECK] * decks))
            (found,), (seconds,) = each_once([partial(count_arrangements, cards)], warm_up=0)
            self.rows.append(target.row(f"`count_arrangements`, {work}", seconds))
            print(f"Arrangements of {work}: {found:,}.\n")


def _ratio(theirs: list[float], ours: list[float]) -> float:
    """Give the median of the ratios, position by position."""
    return median(their / our for their, our in zip(theirs, ours, strict=True))


def _is_arranged(text: str) -> bool:
    """Tell whether `arrange` lays these cards, and no others, in legal melds."""
    cards = Cards.parse(text)
    table = arrange(cards, rules=RUMMIKUB_MELDS)
    return table is not None and table.cards.undeclared_again == cards


def _worth(best: BestPlay | None, objective: str) -> int | None:
    if best is None:
        return None
    return best.points_left if objective == "points" else len(best.played)


def _lines(name: str) -> Iterator[str]:
    yield from (FOLDER / name).read_text().splitlines()


def main() -> int:
    """Measure everything, and print it."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.solver", description=__doc__)
    parser.add_argument("--positions", type=int, default=40, help="a size or cell (default: 40)")
    parser.add_argument("--warm-up", type=int, default=1, help="before these (default: 1)")
    given = parser.parse_args()
    run = Run(given.positions, given.warm_up)
    pin()
    Peer(jokers=2).arranging(WHOLE_DECK)()  # HiGHS says once who it is
    print(heading("The solver"))
    print(
        f"Seed {SEED}, {run.positions} positions a size or cell after one that warms up, each put"
    )
    print(
        "to each solver once: all to one solver, then all to the other. Ratios are medians of the"
    )
    print("ratios, position by position.\n")
    run.decide()
    run.play()
    run.redundant_jokers()
    run.slowest_decision()
    run.slowest_play()
    run.eight_decks()
    run.count()
    print(f"Positions on which the peer differs: {len(run.differences)}.\n")
    for difference in run.differences:
        print("-", difference)
    print("\nBeside the targets:\n")
    print_table(("work", "measured", "target", "reached"), run.rows)
    print(f"Wrong answers of ours: {len(run.wrong)}.")
    for what in run.wrong:
        print("-", what)
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
