"""What one seat, or a spectator, knows of a round (D8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, assert_never

from attrs import evolve, frozen

from manipulation.cards import Cards, expect_cards, expect_hand
from manipulation.errors import NotationError, PositionError, Violation, expect
from manipulation.melds import Fault, IllegalMoveError
from manipulation.rules import MANIPULATION, Rules, check_seat
from manipulation.scoring import Outcome
from manipulation.shoe import all_cards, check_copies
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
    may_knock,
    may_meld,
)
from manipulation.views.event import Event
from manipulation.views.notation import Position, read_position

if TYPE_CHECKING:
    from collections.abc import Sequence


@frozen(kw_only=True)
class RoundView(PublicFacts):
    """A round as one seat sees it; there is no place in it for what that seat may not know.

    `seat`: whose view it is; None for a spectator, whose `hand` is empty. `hands`: of every seat
    when the round is over, else none.
    """

    seat: int | None
    hand: Cards = Cards()
    hand_sizes: tuple[int, ...]
    stock_size: int
    table: Table
    dealer: int
    turn: Turn
    hands: tuple[Cards, ...] = ()
    rules: Rules = MANIPULATION

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be seen together with a `PositionError` that says why."""
        _check(self)

    @classmethod
    def dealt(
        cls,
        hand: Cards,
        *,
        seat: int,
        players: int,
        dealer: int,
        rules: Rules = MANIPULATION,
    ) -> Self:
        """Give what a seat knows when it has been dealt its hand and nobody has moved (R5, R7)."""
        expect(Rules, rules)
        rules.decks_for(players)
        check_seat("dealer", dealer, players=players)
        return cls(
            seat=seat,
            hand=hand,
            hand_sizes=(rules.hand_size,) * players,
            stock_size=rules.cards_for(players) - players * rules.hand_size,
            dealer=dealer,
            table=Table(rules=rules.melds),
            turn=Turn((dealer + 1) % players),
            rules=rules,
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a line in which what is hidden is a number, `?7` (see the page of the notation)."""
        position = read_position(text)
        if not isinstance(position.stock, int):
            raise NotationError("in a view the stock is hidden: ?N", text, (0, len(text)))
        seat, hands = position.seat, position.hands
        shown = tuple(hand for hand in hands if not isinstance(hand, int))
        over = position.turn.phase is Phase.OVER
        own = hands[seat] if seat is not None and seat < len(hands) else Cards()
        if isinstance(own, int) or len(shown) != (len(hands) if over else int(seat is not None)):
            message = "a view shows the hand of its seat, and all hands when the round is over"
            raise NotationError(message, text, (0, len(text)))
        return cls(
            seat=seat,
            hand=own,
            table=position.table,
            hand_sizes=tuple(hand if isinstance(hand, int) else len(hand) for hand in hands),
            stock_size=position.stock,
            dealer=position.dealer,
            turn=position.turn,
            hands=shown if over else (),
            rules=position.rules,
        )

    @property
    def unseen(self) -> Cards:
        """The cards of the rule set's shoe that this seat has not in sight, wherever they are."""
        seen = sum(self.hands or (self.hand,), start=self.table.cards)
        return all_cards(self.players, self.rules) - seen.undeclared_again

    @property
    def may_meld(self) -> bool:
        """Whether it is this seat's move and the phase allows a `Play`."""
        return self._to_move and may_meld(self)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and what it was worth; None until it is over."""
        return outcome(self, self.hands)

    @property
    def _to_move(self) -> bool:
        return self.seat is not None and self.seat == self.turn.to_move

    def legal_moves(self) -> tuple[Draw | Knock | EndTurn, ...]:
        """List what this seat may do now, but for plays; nothing if it is not its move."""
        return legal_moves(self, hand=self.hand) if self._to_move else ()

    def check(self, move: Move) -> tuple[Fault, ...]:
        """Name every rule that a move of this seat would break now; none if it is legal."""
        seat = -1 if self.seat is None else self.seat  # it is never a spectator's turn
        return check_move(self, move, seat=seat, hand=self.hand)

    def playable(self) -> Cards:
        """Ask the solver which cards of this hand take part in some play on the table as it lies.

        Whether the seat may meld now is `may_meld`.
        """
        return playable_cards(self.table, self.hand)

    def after(self, event: Event) -> RoundView:
        """Give what the seat knows after an event.

        A move that breaks a rule is an `IllegalMoveError`; of another's play it is checked that
        the cards can be in his hand. An event that shows too much or too little, or cards that
        cannot be there, is a `PositionError`.
        """
        expect(Event, event)
        self._check_event(event)
        seat, move = event.seat, event.move
        hand, table, stock_size = self.hand, self.table, self.stock_size
        size = self.hand_sizes[seat]
        match move:
            case Draw():
                stock_size, size = stock_size - 1, size + 1
                hand = hand if event.card is None else hand + Cards((event.card,))
            case Play():
                played = _played(move, table)
                size -= len(played)
                hand = hand - played if seat == self.seat else hand
                table = laid_by(move, rules=table.rules)
            case Knock() | EndTurn():
                pass
            case _:
                assert_never(move)
        return evolve(
            self,
            hand=hand,
            hand_sizes=(*self.hand_sizes[:seat], size, *self.hand_sizes[seat + 1 :]),
            stock_size=stock_size,
            table=table,
            turn=self.turn.after(
                move, players=self.players, stock_size=stock_size, hand_size=size, rules=self.rules
            ),
            hands=event.hands,
        )

    def _check_event(self, event: Event) -> None:
        """Refuse a move that is not legal as far as this seat can tell, or that shows too much."""
        seat, move = event.seat, event.move
        faults = check_move(self, move, seat=seat, hand=self._hand_of(event))
        if faults:
            raise IllegalMoveError(faults)
        if (
            isinstance(move, Play)
            and len(played := _played(move, self.table)) > self.hand_sizes[seat]
        ):
            raise IllegalMoveError((Fault(Violation.CARD_NOT_HELD, played),))
        if (event.card is not None) != (seat == self.seat and isinstance(move, Draw)):
            raise PositionError(
                "a card drawn is seen by the seat that draws it, and by no other (D8)"
            )

    def _hand_of(self, event: Event) -> Cards:
        """Give the hand by which a move is judged: of another seat, the cards that it may hold."""
        if event.seat == self.seat:
            return self.hand
        if isinstance(event.move, Knock) and event.seat < len(event.hands):
            return event.hands[event.seat]
        return self.unseen

    def __str__(self) -> str:
        """Write the view on one line, what is hidden as a number."""
        hands: tuple[Cards | int, ...] = self.hands or tuple(
            self.hand if seat == self.seat else size for seat, size in enumerate(self.hand_sizes)
        )
        facts = (self.dealer, self.seat, self.turn)
        return str(Position(self.rules, self.table, hands, self.stock_size, *facts))

    def __repr__(self) -> str:
        """Give an expression that evaluates back."""
        return f"RoundView.parse({str(self)!r})"


def _played(play: Play, table: Table) -> Cards:
    """Give the cards that a play adds to the table, as they were in hand."""
    return play.cards.undeclared_again - table.cards.undeclared_again


def outcome(facts: PublicFacts, hands: Sequence[Cards]) -> Outcome | None:
    """Score the hands of a round that is over; None until it is."""
    if facts.phase is not Phase.OVER:
        return None
    return Outcome.of(
        map(facts.rules.melds.points_of, hands),
        knocker=facts.knocker,
        went_out=(seat for seat, hand in enumerate(hands) if not hand),
        rules=facts.rules,
    )


def check_cards_seen(facts: PublicFacts, hands: Sequence[Cards], stock: Cards = Cards()) -> None:
    """Refuse hands that cannot be, and cards that the decks do not hold, with a `PositionError`."""
    for hand in hands:
        expect_hand(hand)
    if facts.knocker is not None and not may_knock(hands[facts.knocker], rules=facts.rules):
        raise PositionError("the knocker has too many points in hand (R32)")
    cards = sum(hands, start=facts.table.cards + stock)
    check_copies(cards, players=facts.players, rules=facts.rules)


def _check(view: RoundView) -> None:
    check_tuple("hand_sizes", view.hand_sizes)
    check_tuple("hands", view.hands)
    for hand in (view.hand, *view.hands):
        expect_cards(hand)
    check_facts(view)
    if view.seat is not None:
        check_seat("seat", view.seat, players=view.players)
    if len(view.hand) != (0 if view.seat is None else view.hand_sizes[view.seat]):
        raise PositionError("the hand has another size than is said of it")
    if view.phase is Phase.OVER:
        if tuple(map(len, view.hands)) != view.hand_sizes:
            raise PositionError("when the round is over all hands are shown, of their sizes (D8)")
        if view.seat is not None and view.hands[view.seat] != view.hand:
            raise PositionError("the seat holds another hand than is shown of it")
    elif view.hands:
        raise PositionError("until the round is over no hands are shown (D8)")
    check_cards_seen(view, view.hands or (view.hand,))
    hidden = view.stock_size + (0 if view.hands else sum(view.hand_sizes) - len(view.hand))
    if hidden > len(view.unseen):
        raise PositionError(f"{hidden} cards are hidden, but only {len(view.unseen)} not seen")
