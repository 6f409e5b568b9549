"""What the solver refuses to be asked, and that the same question has the same answer."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from manipulation import Cards, PositionError, SearchLimitError, Table
from manipulation.cards import CARDS
from manipulation.solver import BestPlay, best_play, count_plays, playable_cards, plays
from manipulation.solver._limits import check_limit, check_size
from tests.small_positions import Position, lines, position

LINES = lines("play.jsonl")


class TestRefusals:
    """What is asked too much."""

    @pytest.mark.parametrize(
        ("hand", "words"),
        [
            ("8s*", "a hand holds no declared joker: 8s\\* \\(R26\\)"),
            ("4s " * 8, "at most 8 equal cards and 8 jokers"),
            ("* " * 9, "at most 8 equal cards and 8 jokers"),
        ],
    )
    def test_hands(self, hand: str, words: str) -> None:
        """A declared joker; more cards, with those of the table, than eight decks have."""
        table, cards = Table.parse("4s 5s 6s"), Cards.parse(hand)
        for ask in (best_play, plays, count_plays, playable_cards):
            with pytest.raises(PositionError, match=words):
                ask(table, cards)

    def test_each_card(self) -> None:
        """Eight equal ones are no more than the solver takes, nine are, whatever they are."""
        for place, card in enumerate(CARDS):
            counts = bytearray(len(CARDS))
            counts[place] = 8
            check_size(Cards.of_counts(bytes(counts)), 0)
            counts[place] = 9
            cards = Cards.of_counts(bytes(counts))
            with pytest.raises(PositionError) as raised:
                check_size(cards, 0)
            assert str(raised.value) == (
                f"the solver takes at most 8 equal cards and 8 jokers: {' '.join([str(card)] * 9)}"
            )

    def test_all_jokers_together(self) -> None:
        """Declared ones count with the others; naturals do not."""
        check_size(Cards.parse("As* 2s* 3s* 4s* Kd* * * * As 2s 3s 4s Kd Kd"), 0)
        with pytest.raises(PositionError, match="at most 8 equal cards and 8 jokers"):
            check_size(Cards.parse("As* 2s* 3s* 4s* Kd* * * * *"), 0)
        with pytest.raises(PositionError, match="at most 8 equal cards and 8 jokers"):
            check_size(Cards.parse("Ac* 2c* 3c* 4c* Kc* Kd* Kh* Ks* Qs*"), 0)

    @pytest.mark.parametrize("limit", [None, 1.0, True, "5"])
    def test_what_is_no_limit(self, limit: object) -> None:
        """A limit is a whole number."""
        table, cards = Table.parse("4s 5s 6s"), Cards.parse("3s")
        told = f"a limit is a whole number of states, not {limit!r}"
        for ask in (best_play, plays, count_plays, playable_cards):
            with pytest.raises(PositionError) as raised:
                ask(table, cards, limit=limit)  # type: ignore[arg-type]
            assert str(raised.value) == told

    def test_at_the_limit(self) -> None:
        """Who has visited as many states as there were has no answer."""
        check_limit(4, 5)
        for visited in (5, 6):
            with pytest.raises(SearchLimitError, match=r"^no answer within 5 states$"):
                check_limit(visited, 5)

    def test_past_the_limit(self) -> None:
        """There is an error, never a guess, and with enough states the answer."""
        table, cards = Table.parse("4s 5s 6s | 6c 6d 6h"), Cards.parse("3s 7s 6s Kd *")
        for ask in (best_play, count_plays, playable_cards, _listed):
            answer, refused = ask(table, cards, limit=1 << 60), 0
            for limit in range(200):
                try:
                    found = ask(table, cards, limit=limit)
                except SearchLimitError:
                    refused += 1
                else:
                    assert found == answer
            assert 0 < refused < 200


def _listed(table: Table, hand: Cards, *, limit: int) -> list[Cards]:
    return list(plays(table, hand, limit=limit))


ANSWERS = """
from manipulation import Cards, Table
from manipulation.solver import arrange, best_play, plays, why_not
from tests.small_positions import lines
for line in lines("play.jsonl")[:12]:
    table, hand = Table.parse(line["table"]), Cards.parse(line["hand"])
    print(best_play(table, hand), best_play(table, hand, objective="cards"))
    print(*plays(table, hand), sep=", ")
    print(arrange(table.cards), why_not(hand))
"""


class TestSameEveryTime:
    """The same position has the same answers."""

    def test_in_every_process(self) -> None:
        """Whatever the seed of the hashes."""
        said = set()
        for seed in ("0", "1", "4711"):
            ran = subprocess.run(
                [sys.executable, "-c", ANSWERS],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            )
            said.add(ran.stdout)
        assert len(said) == 1
        assert len(said.pop().splitlines()) == 36

    def test_in_threads(self) -> None:
        """Two threads that ask at the same time are told the same as one."""
        asked = [position(str(line["table"]), str(line["hand"])) for line in LINES[:24]]

        def answer(at: Position) -> BestPlay | None:
            return best_play(at.table, at.hand)

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(answer, asked * 2))
        assert answers == [answer(at) for at in asked] * 2
