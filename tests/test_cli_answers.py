"""What each command answers, as text and as JSON."""

import json

import pytest
from attrs import evolve

import manipulation
from manipulation import Cards, Play, SearchLimitError, Table, check_play, parse_step
from manipulation.cli import answers
from manipulation.cli.documents import KINDS
from tests.commands import (
    LONG,
    Runner,
    plain_surroundings,  # noqa: F401 -- a fixture for all of this file
    runner,  # noqa: F401 -- the fixture `run`
)

DECK = " ".join(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")

UNARRANGEABLE = {
    "96 cards of two decks": str(
        Cards.parse(f"{DECK} {DECK}") - Cards.parse("Ac 2c 3d 3d 5d 2h 2s 7s")
    ),
    "106 cards of three decks": (
        "Ac 2c 2c 4c 4c 4c 5c 5c 6c 6c 6c 7c 7c 9c 9c 9c Tc Tc Tc Jc Jc Qc Kc Kc Kc Ad Ad Ad 2d "
        "2d 2d 3d 3d 3d 4d 4d 5d 5d 5d 6d 6d 6d 7d 7d 8d 8d 9d Td Jd Jd Qd Qd Kd Kd Kd Ah Ah 2h "
        "3h 4h 4h 4h 6h 6h 7h 7h 8h 8h 9h 9h Th Th Th Jh Qh Qh Kh Kh As As 2s 2s 3s 3s 4s 5s 6s "
        "6s 7s 7s 7s 8s 8s 8s 9s 9s Ts Ts Ts Js Js Js Qs Qs Ks Ks"
    ),
}


class TestArrange:
    """`arrange CARDS`."""

    def test_yes_is_the_arrangement_alone(self, run: Runner) -> None:
        """All that is printed is the table, in canonical notation; the status is 0."""
        assert run("arrange", "Qh 4♠,5S 6s* 10h Jh") == ("Th Jh Qh | 4s 5s 6s*\n", "", 0)

    def test_no_says_why_and_what_is_left_out(self, run: Runner) -> None:
        """The conflict, the cards left out and the table of the others; the status is 1."""
        out, err, status = run("arrange", "4s 5s 6s 6h 6d Kd")
        assert [line.partition(":")[0] for line in out.splitlines()[1:]] == [
            "Conflict",
            "Left out",
            "Table",
        ]
        assert (err, status) == ("", 1)

    def test_no_meld_at_all(self, run: Runner) -> None:
        """Where no card can be in a meld, all are left out."""
        out, _, status = run("arrange", "*")
        assert out.splitlines()[1:] == [
            "Conflict: * (no meld of the cards takes it)",
            "Left out: *",
            "Table:    no meld",
        ]
        assert status == 1

    def test_no_cards_are_arranged(self, run: Runner) -> None:
        """The empty table is an arrangement of no cards, and its text is empty."""
        assert run("arrange", "") == ("\n", "", 0)
        assert run.json("arrange", " ")["arranged"]

    @pytest.mark.parametrize("cards", ["4s 5s 6s 6h 6d 7s *", "4s 5s 6s 6h 6d Kd", "Kd", ""])
    def test_json(self, run: Runner, cards: str) -> None:
        """The table and what is left out are the cards; there is a conflict if there is a no."""
        document = run.json("arrange", cards)
        assert list(document) == ["arranged", "table", "left_out", "conflict"]
        table = Table.parse(str(document["table"]))
        left_out = Cards.parse(str(document["left_out"]))
        together = table.cards.undeclared_again + left_out
        assert together == Cards.parse(cards)
        assert document["arranged"] is not bool(left_out)
        assert bool(document["conflict"]) is bool(left_out)

    @pytest.mark.parametrize("cards", UNARRANGEABLE.values(), ids=UNARRANGEABLE)
    def test_many_cards_that_cannot_be_arranged(self, run: Runner, cards: str) -> None:
        """The answer is no, and little is left out."""
        assert len(Cards.parse(cards)) in (96, 106)
        out, err, status = run("arrange", cards)
        assert "\nLeft out: " in out
        assert (err, status) == ("", 1)


class TestCheck:
    """`check TABLE PLAY --hand CARDS`."""

    def test_legal(self, run: Runner) -> None:
        """The status is 0; what is played and what stays are told."""
        assert run("check", "4s 5s 6s", "7s 4s 5s 6s", "--hand", "7s") == (
            "Legal.\nPlays:    7s\nIn hand:  nothing\n",
            "",
            0,
        )
        out = run("check", "", "4s 5s 6s*", "--hand", "4s 5s * Ac").out
        assert out == "Legal.\nPlays:    4s 5s *\nIn hand:  Ac (1 point)\n"

    def test_every_fault_is_told(self, run: Runner) -> None:
        """Each has its code, its clause and the cards; the status is 1."""
        out, err, status = run("check", "4s 5s 6s", "5s 5s 6s 7s", "--hand", "7s Kd")
        faults = check_play(
            Table.parse("4s 5s 6s"), Play.parse("5s 5s 6s 7s"), Cards.parse("7s Kd")
        )
        first, *lines = out.splitlines()
        assert (first, err, status) == ("Not legal:", "", 1)
        assert len(lines) == len(faults)
        for line, fault in zip(lines, faults, strict=True):
            assert line.startswith(f"  {fault}")

    def test_a_fault_without_cards(self, run: Runner) -> None:
        """A play that adds nothing is about no card."""
        out = run("check", "4s 5s 6s", "4s 5s 6s", "--hand", "Kd").out
        assert out.splitlines()[1].endswith("A meld adds at least one card from hand.")

    def test_json_of_a_legal_play(self, run: Runner) -> None:
        """The table and the hand are those after it."""
        assert run.json("check", "4s 5s 6s", "4s 5s 6s 7s*", "--hand", "* Ac") == {
            "legal": True,
            "faults": [],
            "table": "4s 5s 6s 7s*",
            "played": "*",
            "in_hand": "Ac",
            "points_left": 1,
        }

    def test_json_of_an_illegal_play(self, run: Runner) -> None:
        """D7: the table and the hand are as they were; the names are the same."""
        document = run.json("check", "4s 5s 6s", "4s 5s 6s 8s", "--hand", "8s Ac")
        faults = document.pop("faults")
        assert faults == [
            {
                "violation": "SEQUENCE_HAS_GAP",
                "clause": "R16",
                "sentence": "The cards of a sequence follow one another without a gap.",
                "cards": "4s 5s 6s 8s",
                "meld": "4s 5s 6s 8s",
            }
        ]
        assert document == {
            "legal": False,
            "table": "4s 5s 6s",
            "played": "",
            "in_hand": "Ac 8s",
            "points_left": 9,
        }


class TestHint:
    """`hint TABLE HAND`."""

    def test_the_best_play(self, run: Runner) -> None:
        """What it plays, what stays, the table, and a step a line; the status is 0."""
        out, err, status = run("hint", LONG, "3s 4s Kd")
        *labelled, blank, _, first, second, third, step = out.splitlines()[:10]
        assert [line[:10] for line in labelled] == [
            "Play:     ",
            "In hand:  ",
            "Table:    ",
            "Disturbs: ",
        ]
        assert blank == ""
        assert [first, second, third] == [
            "  meld 3: 3c 4c 5c",
            "  meld 5: 3d 4d 5d",
            "  meld 6: 3h 4h 5h",
        ]
        assert step.startswith("  1. ")
        assert (err, status) == ("", 0)

    def test_nothing_can_be_played(self, run: Runner) -> None:
        """The status is 1."""
        assert run("hint", "", "Ac") == ("Nothing can be played.\nIn hand:  Ac (1 point)\n", "", 1)
        assert run("hint", "4s 5s 6s", "").out == "Nothing can be played.\nIn hand:  nothing\n"

    def test_the_objective(self, run: Runner) -> None:
        """The fewest points in hand are not the most cards played; points are the default."""
        question = ("hint", "", "Kc Kd Ah 2h 4h 5h *")
        played = [
            run.json(*question, *more)["played"]
            for more in ((), ("--objective", "points"), ("--objective", "cards"))
        ]
        assert played == ["Kc Kd *", "Kc Kd *", "Ah 2h 4h 5h *"]

    @pytest.mark.parametrize("hand", ["3s 4s Kd", "Ac", "", "* 7s 8s"])
    def test_json(self, run: Runner, hand: str) -> None:
        """The table is a play that `check` finds legal, and the hand is what it leaves."""
        document = run.json("hint", LONG, hand)
        assert list(document) == [
            "playable",
            "table",
            "played",
            "in_hand",
            "points_left",
            "disturbed",
            "disturbed_exact",
            "steps",
        ]
        checked = run.json("check", LONG, str(document["table"]), "--hand", hand)
        same = ("table", "played", "in_hand", "points_left")
        assert [checked[name] for name in same] == [document[name] for name in same]
        assert checked["legal"] is document["playable"] is bool(document["played"])
        told = document["steps"]
        assert isinstance(told, list)
        assert [str(parse_step(step)) for step in told] == told

    def test_a_number_of_disturbed_melds_that_may_not_be_the_fewest(
        self, run: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Is not passed off as the fewest."""
        table, hand = Table.parse("4s 5s 6s"), Cards.parse("7s")
        best = manipulation.best_play(table, hand)
        assert best is not None
        unsure = evolve(best, disturbed_exact=False)
        monkeypatch.setattr(answers, "best_play", lambda *_, **__: unsure)
        assert "0 of 1 meld (there may be a play as good" in run("hint", str(table), "7s").out


class TestCount:
    """`count CARDS` and `count TABLE HAND`."""

    def test_arrangements(self, run: Runner) -> None:
        """The number alone; the status is 0, or 1 where it is 0."""
        assert run("count", "3s 4s 5s 6s 7s 8s 9s 6c 6d 6h") == ("4\n", "", 0)
        assert run("count", "3s 4s 5s 7s") == ("0\n", "", 1)
        assert run.json("count", "4s 5s *") == {"arrangements": 2}
        assert run("count", "4s 5s *", "--rules", "machiavelli").out == "0\n"

    def test_plays(self, run: Runner) -> None:
        """As many as `plays` yields."""
        table, hand = "4s 5s 6s | 6c 6d 6h", "3s 7s 6s Kd"
        found = list(manipulation.plays(Table.parse(table), Cards.parse(hand)))
        assert run("count", table, hand) == (f"{len(found)}\n", "", 0)
        assert run.json("count", table, "Kd") == {"plays": 0}
        assert run("count", "", "").status == 1

    def test_bad_input(self, run: Runner) -> None:
        """The argument is named: it is cards alone, and a table beside a hand."""
        assert run("count", "4s 5z").err.startswith("CARDS: not a card")
        assert run("count", "4s 5z", "").err.startswith("TABLE: not a card")
        assert run("count", "4s 5s 6s", "5z").err.startswith("HAND: not a card")


LIMITED = {
    "arrange": ("arrange", "4s 5s 6s 6h 6d 7s *"),
    "a reason": ("arrange", "4s 5s 6s 6h 6d"),
    "hint": ("hint", "4s 5s 6s | 6c 6d 6h", "3s 7s 6s Kd"),
    "arrangements": ("count", "3s 4s 5s 6s 7s 8s 9s 6c 6d 6h"),
    "plays": ("count", "4s 5s 6s | 6c 6d 6h", "3s 7s 6s Kd"),
}


class TestLimit:
    """`--limit STATES`, with what asks the solver."""

    @pytest.mark.parametrize("question", LIMITED.values(), ids=LIMITED)
    def test_past_it_there_is_no_answer(self, run: Runner, question: tuple[str, ...]) -> None:
        """The error of the library names the option; with enough states the answer is the same."""
        told = "no answer within 1 states: --limit STATES allows more\n"
        assert run(*question, "--limit", "1") == ("", told, 2)
        assert run(*question, "--limit", "1", "--json") == ("", told, 2)
        for enough in ("100000", str(10**30)):
            assert run(*question, "--limit", enough) == run(*question)

    @pytest.mark.parametrize("limit", ["0", "-1", "many", ""])
    def test_what_is_no_limit(self, run: Runner, limit: str) -> None:
        """It is a number of states."""
        out, err, status = run("count", "4s", "--limit", limit)
        assert "Invalid value for '--limit'" in err
        assert (out, status) == ("", 2)

    def test_a_count_that_would_take_minutes(
        self, monkeypatch: pytest.MonkeyPatch, run: Runner
    ) -> None:
        """By default it is given up, the sooner the more jokers; an option allows more."""
        limits = []

        def count(*_: object, limit: int, **__: object) -> int:
            limits.append(limit)
            raise SearchLimitError(f"no answer within {limit} states")

        monkeypatch.setattr(answers, "count_arrangements", count)
        monkeypatch.setattr(answers, "count_plays", count)
        for question in (("4s",), ("4s * *",), ("4s" + " *" * 8,), ("", "4s * *")):
            out, err, status = run("count", *question)
            assert err == f"no answer within {limits[-1]} states: --limit STATES allows more\n"
            assert (out, status) == ("", 2)
        assert limits == [20_000_000, 5_000_000, 78_125, 500_000]
        run("count", "4s", "--limit", "100000000")
        assert limits[-1] == 100_000_000


class TestSchema:
    """`schema [KIND]`."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_each_kind(self, run: Runner, kind: str) -> None:
        """It is the schema that the library gives, and help names the kind."""
        out, err, status = run("schema", kind.upper())
        assert json.loads(out) == manipulation.json_schema(KINDS[kind])
        assert (err, status) == ("", 0)
        assert kind in run("schema", "--help").out

    def test_a_saved_game_by_default(self, run: Runner) -> None:
        """The kind that needs no name is what `play` keeps."""
        assert run("schema") == run("schema", "record")

    def test_no_such_kind(self, run: Runner) -> None:
        """Another name is refused with those that there are."""
        out, err, status = run("schema", "deck")
        assert err.startswith("KIND: no kind of document is called 'deck': record, deal, ")
        assert (out, status) == ("", 2)
