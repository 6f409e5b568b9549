"""Rounds to 150: the deal, the standings, and who wins (R43 to R46, D1, D34).

There is no move for leaving a seat: that is outside the rules, and for the host to settle.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self, TypeVar

from attrs import evolve, frozen

from manipulation.cards import check_length
from manipulation.errors import NotationError, PositionError, Violation, expect
from manipulation.melds import Fault, IllegalMoveError
from manipulation.round import Round
from manipulation.rules import MANIPULATION, Rules, check_seat
from manipulation.scoring import FinalScores, Outcome, final_scores
from manipulation.turn import Draw, EndTurn, Knock, Move, Phase, check_tuple
from manipulation.views import Event, RoundView
from manipulation.views.notation import Words, read_part, read_rules, write_rules, written

if TYPE_CHECKING:
    from manipulation.shoe import Shoe

_State = TypeVar("_State")


@frozen(kw_only=True)
class Tally:
    """What the rounds so far have brought, by seat, and who deals.

    `totals`: the points of all rounds, with their bonuses. `rounds_won`: each co-winner counts
    (D34). `dealer`: the seat that dealt the round in play; between rounds, that deals the next.
    """

    totals: tuple[int, ...]
    rounds_won: tuple[int, ...]
    dealer: int
    rules: Rules = MANIPULATION

    def __attrs_post_init__(self) -> None:
        """Refuse what does not agree with a `PositionError`, and too many seats."""
        expect(Rules, self.rules)
        check_tuple("totals", self.totals)
        check_tuple("rounds_won", self.rounds_won)
        self.final_scores()
        check_seat("dealer", self.dealer, players=len(self.totals))

    def final_scores(self) -> FinalScores:
        """Score the game as if it ended here (R44 to R46)."""
        return final_scores(self.totals, rounds_won=self.rounds_won, rules=self.rules)

    def after(self, outcome: Outcome) -> Tally:
        """Add what a round brought, and pass the deal to the left (D1).

        The outcome of a round with other seats, or under other rules, is a `PositionError`.
        """
        expect(Outcome, outcome)
        scored = Outcome.of(
            outcome.points, knocker=outcome.knocker, went_out=outcome.went_out, rules=self.rules
        )
        won = scored.score
        if len(won.scores) != len(self.totals):
            raise PositionError(
                f"the outcome is of {len(won.scores)} seats, the tally of {len(self.totals)}"
            )
        if outcome != scored:
            raise PositionError("the outcome is not as the rules of the tally score it")
        return evolve(
            self,
            totals=tuple(map(sum, zip(self.totals, won.scores, strict=True))),
            rounds_won=tuple(
                rounds + (seat in won.winners) for seat, rounds in enumerate(self.rounds_won)
            ),
            dealer=(self.dealer + 1) % len(self.totals),
        )


@frozen
class Standing:
    """One seat's place in a game: 1 is the best, equal seats share one.

    `score` is what its total comes to if the game ends here (R44, R45). Places go by total, and by
    score once the game is over.
    """

    place: int
    seat: int
    total: int
    rounds_won: int
    score: int


class PublicGame(ABC):
    """What everyone sees of a game beside the round that is played."""

    __slots__ = ()

    @property
    @abstractmethod
    def tally(self) -> Tally:
        """What the rounds so far have brought."""

    @property
    @abstractmethod
    def round(self) -> Round | RoundView | None:
        """The round in play or, between rounds, the last one; None before the first deal."""

    @property
    def phase(self) -> Phase | None:
        """What the round waits for; None before the first deal."""
        return None if self.round is None else self.round.phase

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.tally.rules

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.tally.totals)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all rounds that are over, by seat, with their bonuses."""
        return self.tally.totals

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """How many rounds each seat has won, alone or with others."""
        return self.tally.rounds_won

    @property
    def dealer(self) -> int:
        """The seat that dealt the round in play; between rounds, that deals the next (D1)."""
        return self.tally.dealer

    @property
    def over(self) -> bool:
        """Whether the game has ended: between rounds, when a seat has the target (R43)."""
        return self._between_rounds and max(self.totals) >= self.rules.target

    @property
    def awaits_deal(self) -> bool:
        """Whether the next round is to be dealt."""
        return self._between_rounds and not self.over

    @property
    def _between_rounds(self) -> bool:
        return self.phase in (None, Phase.OVER)

    @property
    def final(self) -> FinalScores | None:
        """The final scores, their reasons and the winners; None until the game is over."""
        return self.tally.final_scores() if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win (R46, D32); none until the game is over."""
        return self.tally.final_scores().winners if self.over else ()

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The seats with what they have, the best first."""
        scores = self.tally.final_scores().scores
        rated = scores if self.over else self.totals
        return tuple(
            Standing(
                1 + sum(other > rated[seat] for other in rated),
                seat,
                self.totals[seat],
                self.rounds_won[seat],
                scores[seat],
            )
            for seat in sorted(range(self.players), key=lambda seat: (-rated[seat], seat))
        )


def _check_time_to_deal(game: PublicGame) -> None:
    """Refuse a deal before the round is over (D1), or after the game (R43)."""
    if not game.awaits_deal:
        over = Violation.GAME_IS_OVER if game.over else Violation.ROUND_IS_NOT_OVER
        raise IllegalMoveError((Fault(over),))


def _in_play(game: PublicGame, state: _State | None) -> _State:
    """Give the round in play; refuse a move before the deal (R5), or after the game (R43)."""
    if state is None or game.awaits_deal or game.over:
        waits = Violation.GAME_IS_OVER if game.over else Violation.DEAL_FIRST
        raise IllegalMoveError((Fault(waits),))
    return state


def _check_round(game: PublicGame) -> None:
    """Refuse a round that does not belong to the tally with a `PositionError`."""
    state = game.round
    expect(Tally, game.tally)
    if state is None:
        return
    expect(Round if isinstance(game, Game) else RoundView, state)
    if (state.players, state.rules) != (game.players, game.rules):
        raise PositionError("the round has other seats or other rules than the game")
    dealt = 1 if state.phase is Phase.OVER else 0
    if (state.dealer + dealt) % game.players != game.dealer:
        raise PositionError("the round was dealt by another seat than the tally says (D1)")
    if state.phase is not Phase.OVER and max(game.totals) >= game.rules.target:
        raise PositionError("a round is in play, and a seat has the points that end the game (R43)")


@frozen
class Game(PublicGame):
    """A game at one moment: the tally, and the round in play, or the last one, if any.

    >>> from random import Random
    >>> from manipulation.shoe import Shoe
    >>> game = Game.new(players=3, dealer=2)
    >>> game.awaits_deal
    True
    >>> game = game.deal(Shoe.new(3).shuffled(Random(7))).after(Draw())
    >>> game.round.to_move, game.round.drawn
    (0, 1)
    """

    tally: Tally
    round: Round | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse a round that does not belong to the tally with a `PositionError`."""
        _check_round(self)

    @classmethod
    def new(cls, *, players: int, dealer: int, rules: Rules = MANIPULATION) -> Self:
        """Begin a game; who deals first is drawn by chance (R5), outside."""
        expect(Rules, rules)
        rules.decks_for(players)
        none = (0,) * players
        return cls(Tally(totals=none, rounds_won=none, dealer=dealer, rules=rules))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes: the tally, and after `//` the round or, without one, the rules.

        Text that is not notation is a `NotationError`; notation that breaks a rule is one of our
        other errors.
        """
        check_length(text)
        end = text.find("//")
        if end < 0:
            raise NotationError("a game is its tally // and a round", text, (0, len(text)))
        start = end + 2
        state = read_part(text, (start, len(text)), Round.parse) if "/" in text[start:] else None
        rules = read_rules(text, start) if state is None else state.rules
        words = Words(text, 0, end)
        tally = Tally(
            totals=words.numbers("totals", ()),
            rounds_won=words.numbers("rounds_won", ()),
            dealer=words.number("dealer", 0),
            rules=rules,
        )
        words.finish()
        return cls(tally, state)

    def deal(self, shoe: Shoe) -> Game:
        """Deal the next round, or raise an `IllegalMoveError` if it is not its time."""
        _check_time_to_deal(self)
        state = Round.deal(shoe, players=self.players, dealer=self.dealer, rules=self.rules)
        return Game(self.tally, state)

    def check(self, move: Move, seat: int | None = None) -> tuple[Fault, ...]:
        """Name every rule that a move breaks; none if it is legal."""
        try:
            state = _in_play(self, self.round)
        except IllegalMoveError as error:
            return error.faults
        return state.check(move, seat)

    def legal_moves(self) -> tuple[Draw | Knock | EndTurn, ...]:
        """List what the seat to move may do, but for plays; nothing between rounds."""
        return () if self.round is None else self.round.legal_moves()

    def after(self, move: Move, seat: int | None = None) -> Game:
        """Give the game after a move, or raise an `IllegalMoveError` with every fault."""
        state = _in_play(self, self.round).after(move, seat)
        outcome = state.outcome
        return Game(self.tally if outcome is None else self.tally.after(outcome), state)

    def view(self, seat: int | None) -> GameView:
        """Give what a seat knows; None for a spectator."""
        if seat is not None:
            check_seat("seat", seat, players=self.players)
        return GameView(self.tally, None if self.round is None else self.round.view(seat), seat)

    def __str__(self) -> str:
        """Write the game on one line."""
        facts = written(
            (
                ("totals", self.totals, None),
                ("rounds_won", self.rounds_won, None),
                ("dealer", self.dealer, None),
            )
        )
        rest = write_rules(self.rules) if self.round is None else str(self.round)
        return f"{facts} // {rest}".rstrip()

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Game.parse({str(self)!r})"


@frozen
class GameView(PublicGame):
    """A game as one seat, or with None a spectator, sees it."""

    tally: Tally
    round: RoundView | None = None
    seat: int | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse a round that does not belong to the tally with a `PositionError`."""
        _check_round(self)
        if self.seat is not None:
            check_seat("seat", self.seat, players=self.players)
        if self.round is not None and self.round.seat != self.seat:
            raise PositionError("the round is seen from another seat than the game")

    def dealt(self, view: RoundView) -> GameView:
        """Give what the seat knows once the next round is dealt, which it sees as `view`."""
        _check_time_to_deal(self)
        return GameView(self.tally, view, self.seat)

    def after(self, event: Event) -> GameView:
        """Give what the seat knows after an event of the round (see `RoundView.after`)."""
        view = _in_play(self, self.round).after(event)
        outcome = view.outcome
        return GameView(
            self.tally if outcome is None else self.tally.after(outcome), view, self.seat
        )
