"""The past of a round: every move with the state before it and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from manipulation.round import Round
from manipulation.turn import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation.cards import Cards
    from manipulation.records import Deal, Record


@frozen
class Moved:
    """A move, the seat that made it, and the round before and after it."""

    seat: int
    move: Move
    before: Round
    after: Round

    @property
    def drawn(self) -> Cards:
        """The card that the move brought into the hand; nobody else may see it (D8)."""
        return self.after.hands[self.seat].beyond(self.before.hands[self.seat])

    @property
    def played(self) -> Cards:
        """The cards that the move brought to the table, a joker as what it now stands for."""
        played = self.before.hands[self.seat].beyond(self.after.hands[self.seat])
        declared = self.after.table.cards.declared.beyond(self.before.table.cards.declared)
        return played.naturals + declared if len(declared) == played.jokers else played


def start_of(record: Record, deal: Deal) -> Round:
    """Give a round of a record as it was dealt."""
    players = len(record.seats)
    return Round.deal(deal.shoe, players=players, dealer=deal.dealer, rules=record.rules)


def moves(record: Record, deal: Deal) -> Iterator[Moved]:
    """Yield the moves of a round of a record."""
    state = start_of(record, deal)
    for move in deal.moves:
        after = state.after(move)
        yield Moved(0 if state.to_move is None else state.to_move, move, state, after)
        state = after
