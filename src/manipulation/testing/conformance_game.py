"""A game played with another engine and with our own referee, side by side."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, ClassVar, Final, NoReturn

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from manipulation.errors import ManipulationError, Violation, shown
from manipulation.game import Game, GameView
from manipulation.melds import Fault, IllegalMoveError
from manipulation.shoe import Shoe
from manipulation.table import Play
from manipulation.testing.conformance_engine import (
    Closes,
    Engine,
    OffersMoves,
    ScoresGames,
    Terms,
)
from manipulation.testing.conformance_plays import LEGAL, WRONG, play_of_most, plays_for
from manipulation.testing.conformance_report import (
    DisagreementError,
    Transcript,
    beside,
    differences,
    verdicts,
)
from manipulation.testing.conformance_shoes import level_shoes, stacked_shoes
from manipulation.turn import Draw, EndTurn, Knock, Move, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOVES: Final = (Draw(), EndTurn(), Knock())

_MOST_BROKEN: Final = 5
"""How many rules a seat tries to break in one step: each play is refused, and changes nothing."""

_SELDOM: Final = {
    Violation.JOKER_CHANGED.code,
    Violation.GROUP_REPEATS_CARD.code,
    Violation.TURNS_THE_CORNER.code,
}
"""The rules that most hands and tables give no way to break."""

_NO_HAND_CARD: Final = Violation.NO_HAND_CARD.code


class ConformanceGame(RuleBasedStateMachine):
    """A game with our referee and with another, side by side."""

    terms: ClassVar[Terms]
    game: Game
    engine: Engine

    def __init__(self) -> None:
        """Begin with nothing; the first step makes the engine."""
        super().__init__()
        self.closing = ExitStack()
        self.seen: tuple[Game | None, tuple[tuple[int | None, GameView], ...]] = (None, ())

    @initialize(
        players=st.runner().flatmap(lambda self: self.seats()),
        dealer=st.integers(0, 4),
        too_early=st.sampled_from((None, *_MOVES)),
    )
    def start(self, players: int, dealer: int, too_early: Move | None) -> None:
        """Begin a game, and perhaps try a move before the deal."""
        dealer, rules = dealer % players, self.terms.rules
        self.game = Game.new(players=players, dealer=dealer, rules=rules)
        self.transcript = Transcript(players=players, dealer=dealer)
        with self._noted():
            self.engine = self.terms.make_engine(players=players, dealer=dealer, rules=rules)
        if isinstance(self.engine, Closes):
            self.closing.callback(self.engine.close)
        self._compare(self.game)
        if too_early is not None:
            self.put_move(self._to_move, too_early)

    @precondition(lambda self: self.game.over)
    @rule(players=st.runner().flatmap(lambda self: self.seats()), dealer=st.integers(0, 4))
    def start_again(self, players: int, dealer: int) -> None:
        """Begin another game when one is over."""
        self.closing.close()
        self.start(players, dealer, None)

    @precondition(lambda self: self.game.awaits_deal)
    @rule(
        shoe=st.runner().flatmap(lambda self: self.shoes()),
        turns=st.sampled_from((0, 0, 1, 2)),
    )
    def deal(self, shoe: Shoe, turns: int) -> None:
        """Deal the next round, and perhaps let the first seats play the most they can."""
        self.put_deal(shoe)
        self._take_turns(turns, knocks=0)

    @precondition(lambda self: self.game.awaits_deal)
    @rule(shoe=st.runner().flatmap(lambda self: self.shoes(level=True)))
    def deal_level(self, shoe: Shoe) -> None:
        """Deal hands of which most leave equal points, and let the dealer knock after one turn."""
        self.put_deal(shoe)
        self._take_turns(self.game.players, knocks=0)

    @precondition(lambda self: Draw() in self.game.legal_moves())
    @rule()
    def draw(self) -> None:
        """Draw a card where one must or may."""
        self.put_move(self._to_move, Draw())

    @precondition(lambda self: self._in_play)
    @rule(move=st.sampled_from(_MOVES))
    def move(self, move: Move) -> None:
        """Try a move of the seat to move."""
        self.put_move(self._to_move, move)

    @precondition(lambda self: not self.game.awaits_deal)
    @rule(seat=st.integers(0, 4), act=st.runner().flatmap(lambda self: self.anything()))
    def try_anything(self, seat: int, act: Move | Shoe) -> None:
        """Try a move of any seat, mostly out of turn, or a deal out of time."""
        if isinstance(act, Shoe):
            self.put_deal(act)
        else:
            self.put_move(seat % self.game.players, act)

    @precondition(lambda self: self._in_play)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Play cards that can be played, if not at any time, after a first draw."""
        self._draw_first()
        self.put_move(self._to_move, data.draw(self._plays_for(LEGAL), "a legal play"))

    @precondition(lambda self: self._in_play)
    @rule(data=st.data())
    def play_against_the_rules(self, data: st.DataObject) -> None:
        """Try plays that break a rule each, after a first draw."""
        self._draw_first()
        if self._may_meld:
            for aim in data.draw(self.rules_to_break(), "rules to break"):
                self.put_move(self._to_move, data.draw(self._plays_for(aim), "a play"))

    @precondition(lambda self: self._in_play)
    @rule(turns=st.sampled_from((1, 2, 3, 5, 12)), knocks=st.sampled_from((0, 1, 2, 3, 4, None)))
    def play_on(self, turns: int, knocks: int | None) -> None:
        """Take some turns, each playing the most it can.

        One seat knocks when it may: the dealer, or so many seats to his right; None for any.
        """
        self._take_turns(turns, knocks=knocks)

    @precondition(lambda self: self.game.phase in (Phase.DRAW, Phase.MELD))
    @rule(turns=st.sampled_from((1, 2, 4, 9)))
    def draw_on(self, turns: int) -> None:
        """Take some turns without a play, at most until the stock is empty."""
        for _ in range(turns):
            if self.game.phase is not Phase.LAST_LAP:
                self._take_a_turn(plays=False, knocks=False)

    def teardown(self) -> None:
        """Let the engine go."""
        self.closing.close()

    def seats(self) -> st.SearchStrategy[int]:
        """Draw a number of players."""
        return st.sampled_from(self.terms.players)

    def shoes(self, *, level: bool = False) -> st.SearchStrategy[Shoe]:
        """Draw a shoe for the next deal."""
        shoes = level_shoes if level else stacked_shoes
        return shoes(players=self.game.players, rules=self.game.rules, short=self.terms.short_shoes)

    def rules_to_break(self) -> st.SearchStrategy[list[str]]:
        """Draw some of the rules that the seat to move can break; it can always add no card.

        Those that can seldom be broken are among them whenever they can.
        """
        aims = [aim for aim in WRONG if self._found(aim)]
        seldom = [aim for aim in aims if aim in _SELDOM]
        some = st.lists(st.sampled_from(aims), max_size=_MOST_BROKEN, unique=True)
        return some.map(lambda drawn: [*dict.fromkeys((*seldom, *drawn))])

    def anything(self) -> st.SearchStrategy[Move | Shoe]:
        """Draw any move, the best play of the seat to move among them, or a whole shoe."""
        state = self.game.round
        plays = () if state is None else (self._best_play() or Play.of(state.table),)
        shoe = Shoe.new(self.game.players, rules=self.game.rules)
        return st.sampled_from((*_MOVES, shoe, *plays))

    def _plays_for(self, aim: str) -> st.SearchStrategy[Play]:
        """Draw a play with this aim if any is found, else one that adds no card."""
        return st.sampled_from(self._found(aim) or self._found(_NO_HAND_CARD) or (Play(),))

    def _found(self, aim: str) -> tuple[Play, ...]:
        """Find plays of the seat to move."""
        state = self.game.round
        return () if state is None else plays_for(aim, state.table, state.hands[self._to_move])

    def _draw_first(self) -> None:
        """Draw the first card of a turn, before which there is no melding (D3)."""
        if self.game.phase is Phase.DRAW:
            self.put_move(self._to_move, Draw())

    def _best_play(self) -> Play | None:
        """Find a play of the seat to move that leaves the fewest points."""
        state = self.game.round
        if state is None or state.to_move is None:
            return None
        return play_of_most(state.table, state.hands[state.to_move])

    @property
    def _to_move(self) -> int:
        """The seat to move, or any when none is."""
        state = self.game.round
        seat = None if state is None else state.to_move
        return 0 if seat is None else seat

    @property
    def _in_play(self) -> bool:
        return self.game.phase not in (None, Phase.OVER)

    @property
    def _may_meld(self) -> bool:
        state = self.game.round
        return state is not None and state.may_meld

    def _take_turns(self, turns: int, *, knocks: int | None) -> None:
        """Take turns, each playing the most it can; `knocks` as in `play_on`."""
        for _ in range(turns):
            may_knock = (
                knocks is None or (self._to_move + knocks) % self.game.players == self.game.dealer
            )
            self._take_a_turn(plays=True, knocks=may_knock)

    def _take_a_turn(self, *, plays: bool, knocks: bool) -> None:
        """Make the moves of one turn: play the most, else draw as long as one must."""
        seat = self._to_move
        while (state := self.game.round) is not None and state.to_move == seat:
            moves: tuple[Move, ...] = self.game.legal_moves()
            most = (
                play_of_most(state.table, state.hands[seat]) if plays and state.may_meld else None
            )
            if most is not None:
                self.put_move(seat, most)
            elif knocks and Knock() in moves:
                self.put_move(seat, Knock())
            else:
                self.put_move(seat, moves[0])

    def put_deal(self, shoe: Shoe) -> None:
        """Put a deal to both."""
        before = self.game
        self.transcript.deal(shoe)
        faults: tuple[Fault, ...] = ()
        try:
            after = before.deal(shoe)
        except IllegalMoveError as error:
            after, faults = before, error.faults
        with self._noted():
            codes = tuple(self.engine.deal(shoe))
        self._judge(faults, codes)
        self._compare(after)

    def put_move(self, seat: int, move: Move) -> None:
        """Put a move to both."""
        self.transcript.move(seat, move)
        faults = self.game.check(move, seat)
        with self._noted():
            codes = tuple(self.engine.apply(seat, move))
        self._judge(faults, codes)
        self._compare(self.game if faults else self.game.after(move, seat))

    def _judge(self, faults: tuple[Fault, ...], codes: tuple[str, ...]) -> None:
        if self.terms.differ(faults, codes):
            self._disagree("The engine judges otherwise than the rules.", verdicts(faults, codes))

    def _compare(self, after: Game) -> None:
        """Compare all that the engine shows with what the rules have come to."""
        for seat, ours in self._views(after):
            theirs = self._view(seat)
            if theirs != ours:
                self._disagree(f"The view of {_named(seat)} differs.", differences(ours, theirs))
            if ours.round is not None and seat is not None:
                self._compare_offers(seat, ours.round.legal_moves())
        self._compare_scores(after)
        self.game = after

    def _views(self, after: Game) -> tuple[tuple[int | None, GameView], ...]:
        """Give what each seat must be shown; a refused move leaves all of it as it was."""
        if after is not self.seen[0]:
            spectator: tuple[None, ...] = (None,) if self.terms.spectator else ()
            seats = (*range(after.players), *spectator)
            self.seen = after, tuple((seat, after.view(seat)) for seat in seats)
        return self.seen[1]

    def _view(self, seat: int | None) -> GameView:
        try:
            with self._noted():
                view = self.engine.view(seat)
        except ManipulationError as error:
            self._disagree(f"The view of {_named(seat)} cannot be.", str(error))
        if not isinstance(view, GameView):
            self._disagree(f"A GameView is expected, not {shown(view)}.")
        return view

    def _compare_offers(self, seat: int, legal: tuple[Move, ...]) -> None:
        """Compare the moves that the engine offers to a seat, if it does."""
        engine = self.engine
        if not isinstance(engine, OffersMoves):
            return
        with self._noted():
            offered = tuple(engine.legal_moves(seat))
        if set(offered) != set(legal):
            both = (" ".join(map(str, moves)) or "none" for moves in (legal, offered))
            self._disagree(f"Seat {seat} is offered other moves than it has.", *beside(*both))

    def _compare_scores(self, after: Game) -> None:
        """Compare the final scores, if the engine gives any (R43 to R46)."""
        engine, final = self.engine, after.final
        if isinstance(engine, ScoresGames):
            with self._noted():
                given = engine.final_scores()
            scores = None if final is None else final.scores
            if (None if given is None else tuple(given)) != scores:
                both = beside(str(scores), str(given))
                self._disagree("The final scores differ (R43 to R46).", *both)

    def _disagree(self, what: str, *details: str) -> NoReturn:
        raise DisagreementError("\n".join((what, *details, self.transcript.told(self.game))))

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Add what was done to whatever the engine raises."""
        try:
            yield
        except Exception as error:
            error.add_note(self.transcript.told(self.game))
            raise


def _named(seat: int | None) -> str:
    return "the spectator" if seat is None else f"seat {seat}"


def machine_for(given: Terms) -> type[ConformanceGame]:
    """Make the machine that checks for these terms."""

    class ConformanceMachine(ConformanceGame):
        terms = given

    return ConformanceMachine
