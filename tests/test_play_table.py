"""Who sits down at the terminal, the curtain, the turns, and the score sheet."""

from pathlib import Path

import pytest
from attrs import evolve

from manipulation import (
    MANIPULATION,
    Cards,
    Deal,
    Draw,
    GreedyBot,
    Knock,
    PositionError,
    RandomBot,
    Record,
    Rules,
    Shoe,
    from_json,
    replay,
    score_round,
    to_json,
)
from manipulation.cli.chance import begun, dealt, generator
from manipulation.cli.host import Host, Leaving
from manipulation.cli.news import news_lines, since
from manipulation.cli.seats import LONGEST_NAME, bot_of, seated, shown_names
from manipulation.cli.sheet import final_sheet, round_sheet
from manipulation.game import Game, Tally
from manipulation.scoring import Outcome
from tests.hosting import (
    SHORT,
    hosted,
    in_a_folder_of_its_own,  # noqa: F401 -- pytest finds it by name
    played_by,
    shown,
)
from tests.terminals import Idler, Script, text_of


class TestSeats:
    """R2: 2 to 5 players, each a person or a bot."""

    def test_bots_are_told_by_their_names(self) -> None:
        """Bots of one kind are numbered; all others are persons."""
        names = seated(["Ann", "greedy", "Random", "GREEDY", "Bob"])
        assert names == ("Ann", "greedy", "random", "greedy 2", "Bob")
        bots = [bot_of(name) for name in names]
        assert bots == [None, GreedyBot(), RandomBot(), GreedyBot(), None]
        assert [bot_of(name) for name in ("greedy x", "greedy ²", "Greedy", "")] == [None] * 4

    @pytest.mark.parametrize(
        "wanted",
        [
            "Ann",
            "A B C D E F",
            "Ann Ann",
            "Ann \x1b[2J",
            "Ann \ud800",
            f"Ann {'x' * (LONGEST_NAME + 1)}",
        ],
    )
    def test_who_cannot_sit_down(self, wanted: str) -> None:
        """Too few, too many, a name that is taken, that cannot be shown, or is too long."""
        with pytest.raises(PositionError):
            seated(wanted.split())
        with pytest.raises(PositionError):
            seated(["greedy", "greedy 2"])

    def test_names_from_a_file(self) -> None:
        """Whatever a file calls its seats, no control character reaches the terminal."""
        names = shown_names(("Ann", "\x1b[2J\n", "x" * 99, ""))
        assert names == ("Ann", "?[2J?", "x" * LONGEST_NAME, "?")


class TestChance:
    """A seed, and then the record itself, give all chance."""

    def test_a_seed_gives_the_game(self) -> None:
        """R5: the first dealer is chosen at random, as the seed has it."""
        first = begun(("a", "b", "c"), seed=7, rules=MANIPULATION)
        assert first == begun(("a", "b", "c"), seed=7, rules=MANIPULATION)
        dealers = {begun(("a", "b", "c"), seed=n, rules=MANIPULATION).dealer for n in range(20)}
        assert dealers == {0, 1, 2}

    def test_every_place_has_its_own(self) -> None:
        """No two moves are given the same chance."""
        record = begun(("a", "b"), seed=7, rules=MANIPULATION)
        numbers = {record: generator(record).random()}
        for _ in range(2):
            record = record.after(Draw())
            numbers[record] = generator(record).random()
        assert len(set(numbers.values())) == 3

    def test_a_game_goes_on_as_it_would_have(self) -> None:
        """From any point on, a game read from its file goes the same way, deals included."""
        whole = Host(Script(), begun(("random", "greedy"), seed=3, rules=Rules(target=100)))
        whole.play()
        deals = whole.record.deals
        assert len(deals) > 1
        first = deals[0]
        for before in (first, Deal(first.dealer, first.shoe, first.moves[:40])):
            part = evolve(whole.record, deals=(before,))
            again = Host(Script(), from_json(to_json(part), Record))
            again.play()
            assert again.record == whole.record

    def test_a_record_without_deals(self) -> None:
        """The first deal is made where a file has none."""
        record = Record.new(("a", "b"), dealer=0)
        assert dealt(record) == dealt(record)


class TestTable:
    """D8: what is public is shown, and nothing else."""

    def test_a_curtain_between_persons(self) -> None:
        """Nothing of one person's turn is in sight in the next one's."""
        host = played_by(hosted("", "draw", "draw", "draw", "end", "", seats="Ann Bob"))
        assert isinstance(host.terminal, Script)
        first, second = (0, 1) if host.record.dealer else (1, 0)
        names = host.names
        hands = host.record.deals[0].shoe.deal(players=2, dealer=host.record.dealer)[0]
        assert str(hands[first]).split()[0] in "\n".join(host.terminal.behind)
        assert host.terminal.lines[0] == f"{names[second]}: Enter when nobody else is looking> "
        hand = host.record.game.view(second).round
        assert hand is not None
        assert f"> {names[second]}" in "\n".join(host.terminal.lines)
        assert f"  {names[first]}: drew 3, 13 left" in host.terminal.lines

    def test_no_curtain_for_one_person(self) -> None:
        """Bots do not look."""
        host = played_by(hosted("draw", "draw", "draw", "end"))
        assert "Enter when" not in shown(host)

    def test_what_others_did(self) -> None:
        """Each turn since one's last is told: how many cards, which were played, how it ended."""
        host = hosted(seats="greedy greedy")
        host.play()
        record = host.record
        news = since(record, None)
        assert {told.seat for told in news} == {0, 1}
        assert since(record, 0) == () or since(record, 1) == ()
        lines = list(map(text_of, news_lines(news, ("a", "b"))))
        assert len(lines) == len(news)
        moves = record.deals[0].moves
        assert sum(told.drew for told in news) == sum(isinstance(move, Draw) for move in moves)
        outcome = next(reversed(tuple(replay(record)))).round
        assert outcome is not None
        assert outcome.outcome is not None
        assert lines[-1].endswith(("knocked, 1 left", "out", "left"))
        assert since(Record.new(("a", "b"), dealer=0), None) == ()

    def test_a_passed_turn_and_a_turn_that_is_not_over(self) -> None:
        """In the last lap nobody draws; the last turn may be in the making."""
        deck = Shoe.of("Ac 2d 3h 4s 6c 7d 8h 9s Jc Qd Kh As 2c 3d 4h 6s 7c 8d 9h Js Kc")
        record = Record.new(("a", "b"), dealer=0).deal(deck).after(Draw())
        assert [text_of(line) for line in news_lines(since(record, 0), ("a", "b"))] == [
            "  b: drew 1, 11 left"
        ]
        for move in record.game.legal_moves():
            record = record.after(move)
        lap = record.after(record.game.legal_moves()[0])
        assert [text_of(line) for line in news_lines(since(lap, 1), ("a", "b"))] == [
            "  a: passed, 10 left"
        ]

    def test_a_whole_round(self) -> None:
        """The sheet says who won and why; at the end of the game nobody is asked to deal."""
        host = hosted()
        host.terminal = Idler()
        host.play()
        text = shown(host)
        assert "The round is over: " in text
        assert "The game is over. Won by " in text
        assert "Enter deals" not in text
        assert text.endswith(
            "Keep the game? Enter for manipulation-1.json, another file, or no> no"
        )

    def test_a_person_plays_and_knocks(self) -> None:
        """What a person has done is told, and the round ends with his knock."""
        deck = Shoe.of("Kc 9s Kd 9h Kh 9d Ac 9c 2c 8s 4c 8h 5c 8d 6c 3s 7c 7s 8c 7h 3c 7d")
        record = Record.new(("Ann", "greedy"), dealer=1, rules=SHORT)
        hands, _ = deck.deal(players=2, dealer=1)
        host = Host(Script(["draw", "new Kc Kd Kh", "new 4c 5c 6c 7c 8c", "c", "end"]), record)
        host.record = record.deal(deck)
        played_by(host)
        text = shown(host)
        assert str(hands[0]) == "Ac 2c 4c 5c 6c 7c 8c Kc Kd Kh"
        assert "You drew 3c" in text
        assert "You played 4c 5c 6c 7c 8c Kc Kd Kh" in text

    def test_knocking(self) -> None:
        """A person's knock ends the round."""
        deck = Shoe.of("Kc 9s Kd 9h Kh 9d Ac 9c 2c 8s 4c 8h 5c 8d 6c 3s 7c 7s 8c 7h As 7d")
        record = Record.new(("Ann", "greedy"), dealer=1, rules=SHORT).deal(deck)
        host = Host(Script(["draw", "Kc Kd Kh | 4c 5c 6c 7c 8c", "c", "knock", "no"]), record)
        host.play()
        assert host.record.deals[0].moves[-1] == Knock()
        assert "The round is over: Ann knocked." in shown(host)
        assert "Your turn is complete: end or knock" in shown(host)

    def test_between_the_rounds(self) -> None:
        """Before the next deal a person may ask, keep the game, or leave it."""
        over = hosted()
        over.terminal = Idler()
        over.play()
        (deal,) = over.record.deals
        record = evolve(over.record, rules=MANIPULATION, deals=(evolve(deal, digest=None),))
        typed = ["score", "? R17", "x", "draw", "save", "", "quit"]
        host = Host(Script(typed), record, Path("game.json"))
        with pytest.raises(Leaving):
            host.play()
        text = shown(host)
        assert "The first with 150 points" in text
        assert "R17 In a sequence" in text
        assert "not understood" in text
        assert "Enter comes first." in text
        assert "The game is kept in game.json." in text
        assert len(host.record.deals) == 2


class TestSheet:
    """The score sheet tells where each point came from."""

    NAMES = ("Ann", "Bob", "Cy")

    @pytest.mark.parametrize(
        ("points", "knocker", "out", "lines"),
        [
            (
                (4, 12, 30),
                0,
                (),
                [
                    "The round is over: Ann knocked.",
                    "Winner of the round: Ann, 34 points:",
                    "     8  Bob had 12, Ann 4 (R36)",
                    "    26  Cy had 30, Ann 4 (R36)",
                ],
            ),
            (
                (4, 2, 30),
                0,
                (),
                [
                    "The round is over: Ann knocked.",
                    "Winner of the round: Bob, 40 points:",
                    "     2  Ann had 4, Bob 2 (R36)",
                    "    28  Cy had 30, Bob 2 (R36)",
                    "    10  Ann knocked and was undercut (R37 to R39)",
                ],
            ),
            (
                (0, 1),
                0,
                (0,),
                [
                    "The round is over: Ann went out.",
                    "Winner of the round: Ann, 26 points:",
                    "     1  Bob had 1, Ann 0 (R35)",
                    "    25  all cards played (R40)",
                ],
            ),
            (
                (5, 5),
                None,
                (),
                [
                    "The round is over: the stock is empty and the last lap is played.",
                    "Winner of the round: Ann, 0 points:",
                    "     0  Bob had 5, Ann 5 (R35)",
                    "Winner of the round: Bob, 0 points:",
                    "     0  Ann had 5, Bob 5 (R35)",
                ],
            ),
        ],
    )
    def test_a_round(
        self, points: tuple[int, ...], knocker: int | None, out: tuple[int, ...], lines: list[str]
    ) -> None:
        """Every reason has a line, and they add up."""
        outcome = Outcome.of(points, knocker=knocker, went_out=out)
        names, hands = self.NAMES[: len(points)], [Cards.parse("Ac"), Cards(), Cards.parse("2c")]
        sheet = list(map(text_of, round_sheet(outcome, hands[: len(points)], names)))
        assert sheet[:1] + sheet[1 + len(points) :] == lines
        assert sheet[2] == f"  Bob {points[1]:>4} left: nothing"
        score = score_round(points, knocker=knocker, went_out=out)
        told = [int(line.split()[0]) for line in lines if line.startswith("  ")]
        assert sum(told) == sum(score.scores)

    def test_a_game(self) -> None:
        """R43 to R46: what the final scores are made of."""
        tally = Tally(totals=(152, 148), rounds_won=(0, 7), dealer=0)
        sheet = [text_of(line) for line in final_sheet(Game(tally), ("Ann", "Bob"))]
        assert sheet == [
            "The game is over. Won by Bob.",
            "  1. Bob  323 = 148 in the rounds + 175 for 7 rounds won (R45)",
            "  2. Ann  252 = 152 in the rounds + 100 for the target (R44)",
        ]
        assert list(final_sheet(Game.new(players=2, dealer=0), ("Ann", "Bob"))) == []
