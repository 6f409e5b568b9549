"""A person's turn: the draft that he makes by words, hints, refusals, and what he is shown."""

import pytest
from hypothesis import given

from manipulation import (
    Cards,
    Draft,
    Draw,
    EndTurn,
    Game,
    IllegalMoveError,
    Knock,
    Phase,
    Play,
    PositionError,
    Table,
    Violation,
)
from manipulation.cli import hints
from manipulation.cli.asking import help_on
from manipulation.cli.desk import Desk
from manipulation.cli.moving import changed
from manipulation.cli.rulebook import clause_of, clauses
from manipulation.cli.table_talk import Quit, Save
from tests.desks import NAMES, change, desk, desks, drafted, told
from tests.legal_plays import legal_plays
from tests.terminals import text_of


class TestDraftByWords:
    """D14: on the way there anything goes."""

    @pytest.mark.parametrize(
        ("table", "hand", "texts", "after"),
        [
            ("4s 5s 6s", "7s Kd", ["add 7s to 1"], "meld 1: 4s 5s 6s 7s | in hand: Kd"),
            ("4s 5s 6s", "* Kd", ["add 7s* to 1"], "meld 1: 4s 5s 6s 7s* | in hand: Kd"),
            ("4s 5s 6s", "*", ["add * to 1", "declare 7s*"], "meld 1: 4s 5s 6s 7s*"),
            (
                "4s 5s 6s",
                "* *",
                ["add * to 1", "new *", "declare 7s* in 1"],
                "meld 1: 4s 5s 6s 7s* | meld 2: *",
            ),
            ("4s 5s 6s", "* *", ["add * to 1", "new *", "declare 7s*"], None),
            ("", "9c 9h 9d", ["new 9c 9h 9d"], "meld 1: 9c 9d 9h"),
            ("", "9c 9h *", ["new 9c 9h 9d*"], "meld 1: 9c 9d* 9h"),
            (
                "4s 5s 6s 7s",
                "7c",
                ["move 7s to new", "add 7c to 2"],
                "meld 1: 4s 5s 6s | meld 2: 7c 7s",
            ),
            ("4s 5s 6s 7s | 4h 5h 6h", "", ["move 7s to 2"], None),
            (
                "4s 5s 6s 7s | 7c 7d 7h",
                "",
                ["move 7s from 2 to 1"],
                "meld 1: 7c 7d 7h 7s | meld 2: 4s 5s 6s",
            ),
            (
                "4s 5s 6s 7s",
                "",
                ["pick up 7s from meld 1", "move 7s to new"],
                "meld 1: 4s 5s 6s | meld 2: 7s",
            ),
            ("4s 5s 6s 7s", "", ["pick up 7s from meld 1", "add 7s to 1"], "meld 1: 4s 5s 6s 7s"),
            ("4s 5s 6s 7s 8s 9s", "", ["split 1 after 6s"], "meld 1: 4s 5s 6s | meld 2: 7s 8s 9s"),
            ("4s 5s 6s 7s 8s 9s", "", ["split 1 before 6s"], "meld 1: 4s 5s | meld 2: 6s 7s 8s 9s"),
            ("Qs Ks As", "", ["split 1 after Qs"], "meld 1: Qs | meld 2: Ks As"),
            (
                "4s 5s 6s 7s 8s 9s",
                "",
                ["split 1 after 6s", "join 2 to 1"],
                "meld 1: 4s 5s 6s 7s 8s 9s",
            ),
            ("4s 5s 6s*", "6s", ["free 6s*", "add 6s to 1", "declare 3s*"], "meld 1: 3s* 4s 5s 6s"),
            ("4s 5s 6s* | 4h 5h 6h*", "", ["free 6s* in 2"], "meld 1: 4h 5h 6h* | meld 2: 4s 5s *"),
            (
                "4s 5s 6s",
                "7s 8s",
                ["add 7s 8s to 1", "back 7s"],
                "meld 1: 4s 5s 6s 8s | in hand: 7s",
            ),
            ("4s 5s 6s", "7s", ["add 7s to 1", "back 7s from 1"], "meld 1: 4s 5s 6s | in hand: 7s"),
            ("4s 5s 6s", "*", ["add 7s* to 1", "back *"], "meld 1: 4s 5s 6s | in hand: *"),
            ("4s 5s 6s", "*", ["add * to 1", "back *"], "meld 1: 4s 5s 6s | in hand: *"),
            ("4s 5s 6s", "*", ["add 7s* to 1", "back 7s*"], "meld 1: 4s 5s 6s | in hand: *"),
            (
                "9c 9d 9h | 4s 5s 6s",
                "9s 7s",
                ["4s 5s 6s 7s | 9c 9d 9h"],
                "meld 1: 9c 9d 9h | meld 3: 4s 5s 6s 7s | in hand: 9s",
            ),
            ("4s 5s 6s", "7s 7c", ["7s 7c | 4s 5s 6s"], "meld 1: 4s 5s 6s | meld 2: 7c 7s"),
            ("4s 5s 6s", "7s", ["add 7s to 1", "table 4s 5s 6s"], "meld 1: 4s 5s 6s | in hand: 7s"),
        ],
    )
    def test_each_change(self, table: str, hand: str, texts: list[str], after: str | None) -> None:
        """Cards go where the words say, and melds keep their numbers; None: it is refused."""
        if after is None:
            with pytest.raises(PositionError):
                drafted(table, hand, *texts)
        else:
            assert str(drafted(table, hand, *texts)) == after

    @pytest.mark.parametrize(
        ("table", "hand", "texts", "message"),
        [
            ("4s 5s 6s", "7s", ["add 4s to 2"], "4s is not in your hand; it lies in meld 1"),
            ("4s 5s 6s*", "7s", ["add 6s* to 1"], "6s* is not in your hand; it lies in meld 1"),
            ("4s 5s 6s", "*", ["new 7s*", "new 7s*"], "7s* is not in your hand; it lies in meld 2"),
            ("4s 5s 6s", "7s", ["add 7s to 3"], "there is no meld 3"),
            ("4s 5s 6s", "7s", ["move 7s to 1"], "7s is in your hand, and can be added"),
            ("4s 5s 6s", "7s", ["move 8s to 1"], "there is no 8s on the table"),
            ("4s 5s 6s", "7s", ["move 4s to 1"], "there is no 4s on the table"),
            (
                "4s 5s 6s | 4c 4d 4s",
                "7s",
                ["move 4s to new"],
                "4s lies in several places: meld 1, meld 2",
            ),
            (
                "4s 5s 6s | 4c 4d 4s",
                "",
                ["pick up 4s from meld 1", "back 4s"],
                "places: the air, meld 2",
            ),
            ("4s 5s 6s", "7s", ["split 1 after 7s"], "not in meld 1: 7s"),
            ("4s 5s 6s", "7s", ["split 2 after 7s"], "not in meld 2: 7s"),
            ("4s 5s 6s", "7s", ["split 1 after 6s"], "nothing of meld 1 lies beyond 6s"),
            ("4s 5s 6s", "7s", ["split 1 before 4s"], "nothing of meld 1 lies beyond 4s"),
            ("4s 5s 6s", "7s", ["join 1 to 2"], "there is no meld 2"),
            ("4s 5s 6s", "7s", ["declare 7s*"], "no joker on the table waits for its card"),
            ("4s 5s 6s", "7s", ["free 7s*"], "there is no 7s* on the table"),
            ("4s 5s 6s", "7s", ["back *"], "no joker on the table waits for its card"),
            ("4s 5s 6s* | 4c 4d 4h*", "", ["back *"], "no joker on the table waits for its card"),
        ],
    )
    def test_what_is_not_there(self, table: str, hand: str, texts: list[str], message: str) -> None:
        """A card or a meld that is not there, or not in one place alone, is named."""
        with pytest.raises(PositionError, match=message.replace("*", r"\*")):
            drafted(table, hand, *texts)

    @pytest.mark.parametrize(
        ("texts", "violation"),
        [
            (["add 8s to 1"], Violation.CARD_NOT_HELD),
            (["add 7s* to 1"], Violation.CARD_NOT_HELD),
            (["back 4s"], Violation.TABLE_CARD_TAKEN),
            (["4s 5s 6s 8s"], Violation.CARD_NOT_HELD),
            (["5s 6s 7s"], Violation.TABLE_CARD_TAKEN),
            (["table"], Violation.TABLE_CARD_TAKEN),
        ],
    )
    def test_what_the_rules_refuse(self, texts: list[str], violation: Violation) -> None:
        """R18: only held cards are played. R23: no table card goes to the hand."""
        with pytest.raises(IllegalMoveError) as refused:
            drafted("4s 5s 6s", "7s", *texts)
        assert violation in [fault.violation for fault in refused.value.faults]

    @given(legal_plays())
    def test_the_whole_table_of_a_play(self, drawn: tuple[Table, Cards, Play]) -> None:
        """Any legal play can be typed as the whole table that it leaves."""
        table, hand, play = drawn
        for text in (f"table {play}", str(play).replace(" | ", "|")):
            assert changed(Draft.of(table, hand), change(text)).play() == play


class TestTurn:
    """What a turn allows is done, and what it does not is refused with the clause."""

    def test_a_play_is_made_and_committed(self) -> None:
        """A change shows the table, what is played, and whether it is legal."""
        reply = desk("7s 8s Kd", "4s 5s 6s").heard("add 8s to 1")
        assert (
            told(reply) == """Table
! 1 4s 5s 6s 8s
Your hand (17 points, ^ can be played)
Kd   7s
     ^^
You play: 8s (leaves 17 points)
Not legal yet:
  meld 1: """
            "SEQUENCE_HAS_GAP (R16): "
            "The cards of a sequence follow one another without a gap. [4s 5s 6s 8s]"
        )
        reply = reply.desk.heard("add 7s to 1")
        assert told(reply).endswith("You play: 7s 8s (leaves 10 points)\nLegal: commit plays it.")
        assert reply.desk.heard("commit").deed == Play.parse("4s 5s 6s 7s 8s")

    def test_a_refused_commit_changes_nothing(self) -> None:
        """D7: a refused meld changes nothing and costs nothing; every fault is named."""
        sat = desk("7s 8s Kd", "4s 5s 6s").heard("new Kd").desk
        reply = sat.heard("commit")
        assert (reply.desk, reply.deed) == (sat, None)
        assert told(reply).startswith("That is not legal:\n  TOO_FEW_CARDS (R13): ")
        assert told(reply).endswith("\n  ? R13 shows the rule.")
        assert "NO_HAND_CARD (R22)" in told(desk("7s", "4s 5s 6s").heard("commit"))

    def test_what_is_in_the_air(self) -> None:
        """A card that has been picked up is shown, and is a fault of no meld."""
        reply = desk("7s", "4s 5s 6s").heard("pick up 4s from meld 1")
        assert "In the air: 4s" in told(reply)
        assert "  TABLE_CARD_TAKEN (R23): A meld takes no card off the table. [4s]" in told(reply)

    def test_undo_goes_back_change_by_change(self) -> None:
        """Until it is committed, every change can be taken back; a refusal is no change."""
        first = desk("7s 8s Kd", "4s 5s 6s")
        second = first.heard("add 7s to 1").desk
        third = second.heard("add 8s to 1").desk.heard("add 9s to 1").desk
        assert third.heard("undo").desk == second
        assert third.heard("u").desk.heard("u").desk == first
        assert third.heard("reset").desk == first
        assert told(first.heard("undo")) == "there is nothing to take back"
        assert told(second.heard("undo")) == told(first.heard("")).split("in the stock\n")[1]

    def test_moves(self) -> None:
        """A legal move is to be done, a refused one is told why."""
        assert desk("7s").heard("draw").deed == Draw()
        end = desk("2d", phase=Phase.END, drawn=3)
        assert (end.heard("end").deed, end.heard("knock").deed) == (EndTurn(), Knock())
        for sat, text, code in (
            (desk("7s"), "end", "MUST_DRAW (D4)"),
            (desk("7s"), "knock", "KNOCK_BEFORE_TURN_ENDS (D22)"),
            (desk("7s", phase=Phase.DRAW, drawn=0), "new 7s", "DRAW_FIRST (D3)"),
            (desk("7s", phase=Phase.DRAW, drawn=0), "commit", "DRAW_FIRST (D3)"),
            (desk("7s", phase=Phase.END, drawn=3), "new 7s", "NO_MELD_AFTER_THIRD_CARD (R11)"),
            (desk("7s", phase=Phase.END, drawn=3), "knock", "TOO_MANY_POINTS_TO_KNOCK (R32)"),
        ):
            reply = sat.heard(text)
            assert code in told(reply)
            assert (reply.desk, reply.deed) == (sat, None)

    def test_a_draft_is_not_lost_by_a_move(self) -> None:
        """Whoever has begun a play commits it or takes it back before he draws."""
        sat = desk("7s 8s", "4s 5s 6s").heard("add 7s to 1").desk
        assert told(sat.heard("draw")) == "commit what you have made, or reset it, before you draw"
        assert sat.heard("reset").desk.heard("draw").deed == Draw()

    def test_for_the_host(self) -> None:
        """To save and to quit are for the one who holds the game."""
        assert desk("7s").heard("save x y").deed == Save("x y")
        assert desk("7s").heard("quit").deed == Quit()

    @pytest.mark.parametrize(
        ("sat", "what"),
        [
            (desk("7s", phase=Phase.DRAW, drawn=0), "Draw a card: draw"),
            (desk("7s"), "Play (? says how), or draw again"),
            (
                desk("7s", drawn=2),
                "Play (? says how), or draw again (after the third card you may not play)",
            ),
            (
                desk("7s", stock="", exhausted_by=0),
                "The stock is empty. Play, or end your turn: end",
            ),
            (
                desk("3s", stock="", exhausted_by=0),
                "The stock is empty. Play, or end your turn: end or knock",
            ),
            (desk("7s", phase=Phase.END, drawn=3), "Your turn is complete: end"),
            (desk("3s", phase=Phase.END, drawn=3), "Your turn is complete: end or knock"),
            (
                desk("3s", phase=Phase.LAST_LAP, drawn=0, stock="", exhausted_by=0),
                "The last lap: play, or end your turn: end",
            ),
        ],
    )
    def test_what_may_be_done(self, sat: Desk, what: str) -> None:
        """The last line of a screen says it."""
        assert text_of(sat.shown()[-1]) == what

    def test_the_seats(self) -> None:
        """What everyone sees: who is to move, who deals, cards, points, the stock."""
        assert list(map(text_of, desk("7s 8s").shown()[:3])) == [
            "> Ann      2 cards   149 points",
            "  greedy    1 card   149 points  deals",
            "  2 cards in the stock",
        ]

    def test_the_score(self) -> None:
        """How the game stands can be asked for at any time."""
        assert told(desk("7s").heard("score")) == (
            "The first with 150 points ends the game.\n"
            "  1. Ann     149 points, 3 rounds won\n"
            "  1. greedy  149 points, 3 rounds won"
        )

    def test_before_the_deal(self) -> None:
        """R5: there is nothing to see yet."""
        with pytest.raises(PositionError, match="before the first deal"):
            Desk.of(Game.new(players=2, dealer=0).view(0), NAMES[:2])


class TestHints:
    """Which cards, then how, then the steps."""

    def test_the_stages(self) -> None:
        """Each stage tells what those before it do, and more; after the last there is no more."""
        sat = desk("7s Kd", "4s 5s 6s")
        first = sat.heard("hint")
        assert told(first) == "You can play 7s (leaves 10 points)\nhint more says how."
        assert told(first.desk.heard("hint")) == told(first)
        second = first.desk.heard("hint more")
        assert told(second) == (
            "You can play 7s (leaves 10 points)\nThe table is then:\n  1 4s 5s 6s 7s\n"
            "hint more says how."
        )
        third = second.desk.heard("hint more")
        assert told(third).endswith("\n  1. put down 7s from hand in meld 1")
        assert told(third.desk.heard("more")) == told(third)
        assert told(sat.heard("hint more")) == told(first)

    @pytest.mark.parametrize(
        ("sat", "advice"),
        [
            (desk("7s Kd"), "Nothing can be played: draw."),
            (desk("7s", stock="", exhausted_by=0), "Nothing can be played: end."),
            (desk("3s", stock="", exhausted_by=0), "Nothing can be played: end or knock."),
            (desk("7s", phase=Phase.DRAW, drawn=0), "You draw first."),
            (desk("7s", phase=Phase.END, drawn=3), "All you can do is end your turn."),
            (
                desk("3s", phase=Phase.END, drawn=3),
                "You may knock: do so if you think that nobody has fewer points left.",
            ),
        ],
    )
    def test_without_a_play(self, sat: Desk, advice: str) -> None:
        """Where nothing can be played, the hint says what can be done."""
        assert told(sat.heard("hint")) == advice

    @given(desks([Phase.MELD, Phase.LAST_LAP]))
    def test_the_steps_can_be_typed(self, sat: Desk) -> None:
        """Typed one after the other, the steps of a hint are a legal play."""
        for _ in range(hints.STAGES - 1):
            sat = sat.heard("hint more").desk
        lines = sat.heard("hint more").lines
        steps = [text for line in lines if " meld " in (text := text_of(line).partition(". ")[2])]
        for step in steps:
            sat = sat.heard(step).desk
        assert isinstance(sat.heard("commit").deed, Play) is bool(steps)

    def test_a_search_that_takes_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is given up and told; then no card is marked."""
        monkeypatch.setattr(hints, "LIMIT", 1)
        sat = desk("7s 8s", "4s 5s 6s")
        assert told(sat.heard("hint")) == "no answer within 1 states"
        assert "^" not in told(sat.heard("show"))


class TestHelp:
    """`?` for help and for the clause behind any refusal."""

    def test_every_command_has_a_line(self) -> None:
        """Each command is in the list, and has its own help."""
        listed = told(desk("7s").heard("?"))
        for name in ("draw", "add", "hint", "save", "?"):
            assert f"\n{name} " in f"\n{listed}"
            assert text_of(help_on(name)[0]) in listed
        assert text_of(help_on("ADD")[1]).strip() == "add CARDS to MELD"

    @pytest.mark.parametrize("violation", Violation)
    def test_every_code_leads_to_its_clause(self, violation: Violation) -> None:
        """`? CODE` shows the clause; so does its number, however it is written."""
        reply = desk("7s").heard(f"? {violation.code}")
        assert told(reply) == f"{violation.clause:<4}{clauses()[violation.clause]}"
        assert told(desk("7s").heard(f"? {violation.clause.lower()}")) == told(reply)
        assert clause_of(violation.code.lower().replace("_", " ")) == violation.clause

    def test_every_clause_is_there(self) -> None:
        """From R1 to R46 and from D1 to D34."""
        expected = [f"R{number}" for number in range(1, 47)] + [f"D{n}" for n in range(1, 35)]
        assert list(clauses()) == expected
        assert all(clauses().values())

    def test_no_such_topic(self) -> None:
        """What there is no help on is told so."""
        assert told(desk("7s").heard("? poker")).startswith("There is no help on that")
