"""The conformance test: an engine that keeps the rules passes, and a fault of any kind is found."""

import os
from collections.abc import Iterable

import pytest
from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Part

from manipulation import (
    MANIPULATION,
    Cards,
    Draw,
    EndTurn,
    Game,
    GameView,
    IllegalMoveError,
    ManipulationError,
    Move,
    NotationError,
    Outcome,
    Play,
    PositionError,
    Rules,
    RulesError,
    Shoe,
    Table,
    Violation,
    check_play,
)
from manipulation.testing import DisagreementError, check_conformance, conformance_machine, retrace
from manipulation.testing.conformance_engine import MakeEngine, Terms
from manipulation.testing.conformance_game import machine_for
from manipulation.testing.conformance_plays import LEGAL, WRONG, _borrowed, _candidates, plays_for
from manipulation.testing.conformance_report import why
from manipulation.testing.conformance_retrace import shortened
from tests.faulty_engines import OTHERS, SEVEN
from tests.naive_engine import NaiveEngine
from tests.planted_faults import shown

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
BRIEF = os.environ.get("HYPOTHESIS_PROFILE") == "brief"

SEARCH = settings(
    database=None,
    derandomize=True,
    phases=[Part.generate],
    suppress_health_check=list(HealthCheck),
)
"""How a fault is looked for, the same in every run; none is made smaller."""

FEW = settings(SEARCH, max_examples=3, stateful_step_count=10)

TENTH = settings(max_examples=settings().max_examples // 10)
"""A tenth of what the profile draws: one example is a whole game, each step of it compared."""

TWENTIETH = settings(max_examples=settings().max_examples // 20)


class GameEngine:
    """The package's own referee behind the adapter."""

    def __init__(self, *, players: int, dealer: int, rules: Rules) -> None:
        """Begin a game."""
        self.game = Game.new(players=players, dealer=dealer, rules=rules)

    def deal(self, shoe: Shoe) -> Iterable[str]:
        """Deal."""
        try:
            self.game = self.game.deal(shoe)
        except IllegalMoveError as error:
            return [fault.violation.code for fault in error.faults]
        return ()

    def apply(self, seat: int, move: Move) -> Iterable[str]:
        """Make a move."""
        faults = self.game.check(move, seat)
        if not faults:
            self.game = self.game.after(move, seat)
        return [fault.violation.code for fault in faults]

    def view(self, seat: int | None) -> GameView:
        """Show the game."""
        return self.game.view(seat)


class TestAgreement:
    """Engines without a fault pass."""

    def test_a_second_engine_agrees(self) -> None:
        """One that was written from the rulebook alone does what the package does."""
        check_conformance(NaiveEngine, codes="ignored", settings=TENTH)

    @pytest.mark.parametrize("short_shoes", [True, False])
    def test_the_package_agrees_with_itself(self, *, short_shoes: bool) -> None:
        """To the last code, and from whole shoes too."""
        check_conformance(GameEngine, codes="in_order", short_shoes=short_shoes, settings=TWENTIETH)

    def test_other_rules_are_played(self) -> None:
        """The games are of the rules and the players that are asked for."""
        rules = Rules(
            melds=evolve(MANIPULATION.melds, jokers_per_meld=1), hand_size=4, knock_at=20, target=30
        )
        check_conformance(GameEngine, rules=rules, players=[2], spectator=False, settings=TWENTIETH)


class TestFaults:
    """An engine with one fault is found out, without its saying why it refuses a move."""

    @pytest.mark.parametrize("engine", (*SEVEN, *OTHERS) if DEEP else SEVEN[2:] if BRIEF else SEVEN)
    def test_the_fault_is_found(self, engine: type[NaiveEngine]) -> None:
        """Within the examples of the default profile, or other kinds within those of the deep one.

        In the brief profile those are left out that take long.
        """
        examples = 100 if engine in SEVEN else settings().max_examples
        with pytest.raises(DisagreementError):
            check_conformance(
                engine, codes="ignored", settings=settings(SEARCH, max_examples=examples)
            )

    @pytest.mark.parametrize("engine", SEVEN)
    def test_the_example_shown_is_what_is_printed(self, engine: type[NaiveEngine]) -> None:
        """The docs' page tells what comes of it now; without the fault, nothing does."""
        message = shown()[engine.__name__]
        with pytest.raises(DisagreementError) as error:
            retrace(engine, message, codes="ignored")
        assert str(error.value) == message
        retrace(NaiveEngine, message, codes="ignored")

    def test_a_message_that_tells_of_no_game(self) -> None:
        """There is nothing to do again."""
        with pytest.raises(NotationError):
            retrace(NaiveEngine, "What was done?")

    def test_another_code_is_found(self) -> None:
        """Unless they are ignored."""

        class Vague(GameEngine):
            def apply(self, seat: int, move: Move) -> Iterable[str]:
                return ["REFUSED" for _ in super().apply(seat, move)]

        check_conformance(Vague, codes="ignored", settings=FEW)
        with pytest.raises(DisagreementError, match="engine: REFUSED"):
            check_conformance(Vague, settings=FEW)

    def test_another_order_is_found(self) -> None:
        """Only where the order is asked for."""

        class Backwards(GameEngine):
            def apply(self, seat: int, move: Move) -> Iterable[str]:
                return reversed([*super().apply(seat, move)])

        check_conformance(Backwards, codes="which", settings=FEW)
        with pytest.raises(DisagreementError):
            check_conformance(Backwards, codes="in_order", settings=SEARCH)

    def test_what_is_no_view_is_found(self) -> None:
        """A view that cannot be, and what is none at all."""

        class NoView(GameEngine):
            def view(self, seat: int | None) -> GameView:
                return self.game.round.view(seat) if self.game.round else super().view(seat)  # type: ignore[return-value]

        with pytest.raises(DisagreementError, match="A GameView is expected"):
            check_conformance(NoView, settings=FEW)

    def test_what_the_engine_raises_is_noted(self) -> None:
        """With all that was done to it."""

        class Breaks(GameEngine):
            def apply(self, seat: int, move: Move) -> Iterable[str]:
                raise KeyError(seat, move)

        with pytest.raises(KeyError) as error:
            check_conformance(Breaks, settings=FEW)
        assert any("What was done" in note for note in error.value.__notes__)

    def test_other_final_scores_are_found(self) -> None:
        """Where the engine tells any."""

        class Boasts(GameEngine):
            def final_scores(self) -> tuple[int, ...] | None:
                return self.game.totals

        with pytest.raises(DisagreementError, match="final scores"):
            check_conformance(Boasts, settings=SEARCH)

    def test_engines_are_closed(self) -> None:
        """As many as were made."""
        made: list[str] = []

        class Closes(GameEngine):
            def __init__(self, *, players: int, dealer: int, rules: Rules) -> None:
                super().__init__(players=players, dealer=dealer, rules=rules)
                made.append("made")

            def close(self) -> None:
                made.append("closed")

        check_conformance(Closes, settings=FEW)
        assert made == ["made", "closed"] * (len(made) // 2)


class OutOfTurn(GameEngine):
    """Any seat moves at any time."""

    def apply(self, seat: int, move: Move) -> Iterable[str]:
        """Take any seat for the one to move."""
        return super().apply(
            seat if self.game.round is None else self.game.round.to_move or 0, move
        )


def out_of_turn(make_engine: MakeEngine, *, short_shoes: bool = True) -> DisagreementError:
    """Play a round to its end and begin another, until the wrong seat draws; shorten all that."""
    terms = Terms(make_engine, (2,), MANIPULATION, "which", short_shoes, spectator=True)
    game = machine_for(terms)()
    game.start(2, 0, Draw())
    game.put_deal(Shoe(Shoe.new(2).cards[:21]))
    for seat, move in ((1, Draw()), (1, EndTurn()), (0, EndTurn()), (1, EndTurn())):
        game.put_move(seat, move)
    game.put_deal(Shoe.new(2))
    game.put_move(0, EndTurn())  # refused
    with pytest.raises(DisagreementError) as error:
        game.put_move(1, Draw())
    return shortened(error.value, terms)


class TestShortening:
    """Of what was done, only that is told without which engine and rules would agree."""

    def test_rounds_steps_and_stock_are_left_out(self) -> None:
        """One deal and one move are left, and a card to draw."""
        done = str(out_of_turn(OutOfTurn)).partition("What was done:\n")[2]
        begun, deal, move, *_ = map(str.strip, done.splitlines())
        assert begun == "2 players, seat 1 deals first"
        assert deal == f"deal {Shoe(Shoe.new(2).cards[:21])}"
        assert move == "1: draw"

    def test_whole_shoes_stay_whole(self) -> None:
        """An engine that has no others deals from them."""
        message = str(out_of_turn(OutOfTurn, short_shoes=False))
        assert f"deal {Shoe.new(2)}\n" in message

    def test_a_round_that_is_needed_stays(self) -> None:
        """So does each move without which it would not end."""

        class DealsOnce(GameEngine):
            def deal(self, shoe: Shoe) -> Iterable[str]:
                return ["NO_MORE"] if self.game.round else super().deal(shoe)

        with pytest.raises(DisagreementError) as error:
            check_conformance(DealsOnce, codes="ignored", settings=settings(database=None))
        message = str(error.value)
        lines = message.splitlines()
        assert sum("    deal" in line for line in lines) == 2
        begun = next(at for at, line in enumerate(lines) if "deals first" in line)
        ended = lines.index("The game before the last step:")
        for at in range(begun + 1, ended):
            with_one_less = "\n".join((*lines[:at], *lines[at + 1 :]))
            retrace(DealsOnce, with_one_less, codes="ignored")

    @pytest.mark.parametrize("breaks", [True, False])
    def test_an_engine_that_does_not_do_it_again_is_left_alone(self, *, breaks: bool) -> None:
        """Whether it breaks down the next time, or has another fault then."""
        made: list[str] = []

        class Once(OutOfTurn):
            def __init__(self, *, players: int, dealer: int, rules: Rules) -> None:
                super().__init__(players=players, dealer=dealer, rules=rules)
                made.append("made")

            def deal(self, shoe: Shoe) -> Iterable[str]:
                if len(made) > 1 and breaks:
                    raise KeyError(shoe)
                return super().deal(shoe)

            def view(self, seat: int | None) -> GameView:
                if len(made) > 1 and not breaks:
                    return self.game.view(1 if seat == 0 else seat)
                return super().view(seat)

        assert "2 players, seat 0 deals first\n    0: draw\n    deal" in str(out_of_turn(Once))


class TestTerms:
    """What cannot be checked is refused when it is asked for."""

    def test_players(self) -> None:
        """Some, from 2 to 5."""
        with pytest.raises(RulesError):
            conformance_machine(GameEngine, players=[6])
        with pytest.raises(PositionError):
            conformance_machine(GameEngine, players=[])

    def test_codes_and_rules(self) -> None:
        """Of their kind."""
        with pytest.raises(PositionError):
            conformance_machine(GameEngine, codes="all")  # type: ignore[arg-type]
        with pytest.raises(ManipulationError):
            conformance_machine(GameEngine, rules=MANIPULATION.melds)  # type: ignore[arg-type]


TABLE = "8s 8h 8d* 8c | 4c 5c 6c | Qd Kd Ad"
HAND = "8c 8s 2d 3d 7c 7c Ah Kh 2h 9s Ts Jd *"


class TestPlays:
    """For each rule of melds and melding there is a play that breaks it."""

    @pytest.mark.parametrize("aim", [LEGAL, *WRONG])
    def test_there_are_only_so_many(self, aim: str) -> None:
        """What is proposed comes to an end, and all of it is a play."""
        table, hand = Table.parse("4c 5c 6c | 9c 9d 9h*"), Cards.parse("7c 8d 8h *")
        proposed = list(_candidates(aim, table, hand))
        assert len(proposed) < 10_000
        for melds in proposed:
            assert sum(map(len, Play(melds).melds)) == sum(map(len, melds))

    def test_cards_that_are_not_held(self) -> None:
        """All that can be borrowed is borrowed: every play has a card that the seat has not."""
        hand = Cards.parse("2c 3c")
        borrowed = [Play(melds) for melds in _borrowed(Table(), hand)]
        assert len(borrowed) > 10
        for play in borrowed:
            codes = {fault.violation for fault in check_play(Table(), play, hand)}
            assert Violation.CARD_NOT_HELD in codes

    @pytest.mark.parametrize("aim", [LEGAL, *WRONG])
    def test_plays_have_their_aim(self, aim: str) -> None:
        """None but the rule aimed at is broken, where the rules allow of it."""
        rules = MANIPULATION.melds
        if aim == "TOO_MANY_JOKERS":
            rules = evolve(rules, jokers_per_meld=1)
        table, hand = Table.parse(TABLE, rules=rules), Cards.parse(HAND)
        found = plays_for(aim, table, hand)
        assert found
        for play in found:
            codes = {fault.violation.code for fault in check_play(table, play, hand)}
            assert aim in (codes or {LEGAL})


class TestReasons:
    """R34 to R40, D28 and D29: the message tells which decides."""

    @pytest.mark.parametrize(
        ("points", "knocker", "out", "clause"),
        [
            ((9, 3), None, (), "D29"),
            ((5, 3), 0, (), "R37"),
            ((2, 3), 0, (), "R34"),
            ((3, 3), 0, (), "R38"),
            ((3, 3, 3), 0, (), "R39"),
            ((3, 3, 3, 3), 0, (), "D28"),
            ((5, 3, 3, 3), 0, (), "D28"),
            ((0, 3), 0, (0,), "R40"),
        ],
    )
    def test_the_clause(
        self, points: tuple[int, ...], knocker: int | None, out: tuple[int, ...], clause: str
    ) -> None:
        """The one by which the winners are paid."""
        assert f"({clause})" in why(Outcome.of(points, knocker=knocker, went_out=out))
