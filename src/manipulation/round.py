"""One deal, from the first draw to how it ended: a position without its past (R5 to R12)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Self, assert_never

from attrs import frozen

from manipulation.cards import Cards, expect_cards
from manipulation.errors import NotationError, PositionError, each, expect, shown
from manipulation.melds import Fault, IllegalMoveError
from manipulation.rules import MANIPULATION, Rules, check_seat
from manipulation.shoe import Generator, Shoe, shuffled
from manipulation.solver import playable_cards
from manipulation.table import Play, Table
from manipulation.table.melding import laid_by
from manipulation.turn import (
    Draw,
    EndTurn,
    Knock,
    Move,
    Phase,
    PublicFacts,
    Turn,
    check_facts,
    check_move,
    check_tuple,
    legal_moves,
    may_meld,
)
from manipulation.views import Event, RoundView
from manipulation.views.notation import Position, read_position
from manipulation.views.view import check_cards_seen, outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation.cards import Card
    from manipulation.scoring import Outcome


@frozen
class Round(PublicFacts):
    """A round at one moment: table, hands, stock, and whose turn it is.

    `hands` are by seat, `stock` has its top card first, and `turn` says whose move it is; its
    facts are attributes of the round as well. A move gives a new round.

    >>> from random import Random
    >>> state = Round.deal(Shoe.new(2).shuffled(Random(7)), players=2, dealer=0)
    >>> state.to_move, state.phase, state.legal_moves()
    (1, Phase.DRAW, (Draw(),))
    >>> state.after(Draw()).drawn
    1
    """

    rules: Rules
    table: Table
    hands: tuple[Cards, ...]
    stock: Shoe
    dealer: int
    turn: Turn

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot stand together with a `PositionError` that says why."""
        check_tuple("hands", self.hands)
        for hand in self.hands:
            expect_cards(hand)
        expect(Shoe, self.stock)
        check_facts(self)
        check_cards_seen(self, self.hands, Cards(self.stock))

    @classmethod
    def deal(cls, shoe: Shoe, *, players: int, dealer: int, rules: Rules = MANIPULATION) -> Self:
        """Deal the hands one card at a time from the dealer's left, who takes the first turn (R7).

        The shoe need not be whole, but must leave a stock; else it is a `PositionError`.
        """
        expect(Shoe, shoe)
        hands, stock = shoe.deal(players=players, dealer=dealer, rules=rules)
        return cls(
            rules, Table(rules=rules.melds), hands, stock, dealer, Turn((dealer + 1) % players)
        )

    @classmethod
    def of(  # noqa: PLR0913 -- a position has so many facts, each with its default
        cls,
        hands: Iterable[Cards],
        *,
        stock: Shoe | None = None,
        table: Table | None = None,
        dealer: int = 0,
        to_move: int | None = None,
        phase: Phase = Phase.DRAW,
        drawn: int = 0,
        melded: bool = False,
        exhausted_by: int | None = None,
        knocker: int | None = None,
        rules: Rules = MANIPULATION,
    ) -> Self:
        """Build a position by hand; what is inconsistent is a `PositionError` that says why.

        Not every card of the shoe need be there. Without `to_move` the dealer's left neighbour
        is to move, unless the round is over; without a table there is an empty one.
        """
        expect(Rules, rules)
        held = tuple(each(hands, "hands"))
        rules.decks_for(len(held))
        check_seat("dealer", dealer, players=len(held))
        if to_move is None and phase is not Phase.OVER:
            to_move = (dealer + 1) % len(held)
        turn = Turn(to_move, phase, drawn, melded, exhausted_by, knocker)
        lying = Table(rules=rules.melds) if table is None else table
        return cls(rules, lying, held, stock or Shoe(), dealer, turn)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the one line that `str` writes: table, hands, stock, facts, rules.

        The grammar is on the page of the notation. Text that is not notation is a
        `NotationError`; notation that breaks a rule is an `IllegalTableError`, a `PositionError`
        or a `RulesError`.
        """
        position = read_position(text)
        hands = tuple(hand for hand in position.hands if isinstance(hand, Cards))
        stock, hidden = position.stock, len(position.hands) - len(hands)
        if isinstance(stock, int) or hidden or position.seat is not None:
            message = "a round shows all hands and the stock, and is nobody's view"
            raise NotationError(message, text, (0, len(text)))
        return cls(position.rules, position.table, hands, stock, position.dealer, position.turn)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(map(len, self.hands))

    @property
    def stock_size(self) -> int:
        """How many cards are left in the stock."""
        return len(self.stock)

    @property
    def may_meld(self) -> bool:
        """Whether the phase allows a `Play`, not whether there is one."""
        return may_meld(self)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and what it was worth; None until it is over."""
        return outcome(self, self.hands)

    @property
    def _hand(self) -> Cards:
        """The hand of the seat to move; no cards when the round is over."""
        seat = self.turn.to_move
        return Cards() if seat is None else self.hands[seat]

    def legal_moves(self) -> tuple[Draw | Knock | EndTurn, ...]:
        """List what the seat to move may do, but for plays; nothing once it is over."""
        return legal_moves(self, hand=self._hand)

    def check(self, move: Move, seat: int | None = None) -> tuple[Fault, ...]:
        """Name every rule that a move breaks; none if it is legal.

        `seat` is the number of the seat that moves, of which it is asked whether it is its turn
        (R12). What is no number or no move is a `PositionError`.
        """
        if seat is not None and type(seat) is not int:
            raise PositionError(f"a seat is a number, not {shown(seat)}")
        return check_move(self, move, seat=seat, hand=self._hand)

    def after(self, move: Move, seat: int | None = None) -> Round:
        """Give the round after a move, or raise an `IllegalMoveError` with every fault."""
        faults = self.check(move, seat)
        if faults:
            raise IllegalMoveError(faults)
        table, stock, hand = self.table, self.stock, self._hand
        match move:
            case Draw():
                hand, stock = hand + _alone(stock.cards[0]), stock.rest
            case Play():
                hand -= move.cards.undeclared_again - table.cards.undeclared_again
                table = laid_by(move, rules=table.rules)
            case Knock() | EndTurn():
                pass
            case _:
                assert_never(move)
        turn = self.turn.after(
            move,
            players=len(self.hands),
            stock_size=len(stock),
            hand_size=len(hand),
            rules=self.rules,
        )
        hands = tuple(
            hand if other == self.turn.to_move else held for other, held in enumerate(self.hands)
        )
        return self._followed_by(table, hands, stock, turn)

    def _followed_by(
        self, table: Table, hands: tuple[Cards, ...], stock: Shoe, turn: Turn
    ) -> Round:
        """Make a round that follows from this one, which is sound; nothing is checked."""
        state = Round.__new__(Round)
        object.__setattr__(state, "rules", self.rules)
        object.__setattr__(state, "table", table)
        object.__setattr__(state, "hands", hands)
        object.__setattr__(state, "stock", stock)
        object.__setattr__(state, "dealer", self.dealer)
        object.__setattr__(state, "turn", turn)
        return state

    def playable(self) -> Cards:
        """Ask the solver which cards in the hand of the seat to move take part in some play.

        Whether the phase allows a play is `may_meld`.
        """
        return playable_cards(self.table, self._hand)

    def view(self, seat: int | None) -> RoundView:
        """Give what a seat knows; None for a spectator. No such seat is a `PositionError`."""
        if seat is not None:
            check_seat("seat", seat, players=self.players)
        return RoundView(
            seat=seat,
            hand=Cards() if seat is None else self.hands[seat],
            hand_sizes=self.hand_sizes,
            stock_size=self.stock_size,
            table=self.table,
            dealer=self.dealer,
            turn=self.turn,
            hands=self.hands if self.phase is Phase.OVER else (),
            rules=self.rules,
        )

    def event(self, move: Move, *, seen_by: int | None) -> Event:
        """Give a legal move as a seat sees it, or with None a spectator; who drew sees the card."""
        if seen_by is not None:
            check_seat("seen_by", seen_by, players=self.players)
        after = self.after(move)
        seat = 0 if self.turn.to_move is None else self.turn.to_move
        seen = isinstance(move, Draw) and seen_by == seat
        hands = after.hands if after.phase is Phase.OVER else ()
        return Event(seat, move, self.stock.cards[0] if seen else None, hands)

    @classmethod
    def sample(cls, view: RoundView, rng: Generator) -> Self:
        """Draw a whole round that agrees with a view, every deal of the unseen cards as likely.

        The unseen cards are the rule set's shoe less what the seat sees; those for which there is
        no hidden place are left out.
        """
        expect(RoundView, view)
        unseen = shuffled(tuple(view.unseen), rng)
        hands: list[Cards] = []
        taken = 0
        for seat, size in enumerate(view.hand_sizes):
            if view.hands or seat == view.seat:
                hands.append(view.hands[seat] if view.hands else view.hand)
            else:
                hands.append(Cards(unseen[taken : taken + size]))
                taken += size
        stock = Shoe(unseen[taken : taken + view.stock_size])
        return cls(view.rules, view.table, tuple(hands), stock, view.dealer, view.turn)

    def __str__(self) -> str:
        """Write the round on one line, the rules only where they differ from Manipulation's."""
        return str(
            Position(self.rules, self.table, self.hands, self.stock, self.dealer, None, self.turn)
        )

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"Round.parse({str(self)!r})"


@cache
def _alone(card: Card) -> Cards:
    """Give a multiset of one card, of which there are no more than kinds of card."""
    return Cards((card,))
