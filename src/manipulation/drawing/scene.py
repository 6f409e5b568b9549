"""What a picture shows, before anybody asks whether it is drawn or written."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from manipulation.cards import Card, Cards, Joker
from manipulation.turn import Phase

if TYPE_CHECKING:
    from manipulation.table import Table
    from manipulation.views import RoundView


@frozen
class Fan:
    """Cards that lie together, face up, each showing its corner; `name` tells fans apart."""

    cards: tuple[Card, ...]
    name: str = ""


@frozen
class Pile:
    """Cards face down: whose, and how many."""

    size: int
    name: str


@frozen
class Row:
    """A line of words, and the cards that it is about."""

    words: str
    cards: tuple[Fan | Pile, ...] = ()


Scene: TypeAlias = tuple[Row, ...]
"""Rows, from the top down."""


def scene_of_table(table: Table) -> Scene:
    """Show the melds, numbered as drafts and steps number them."""
    return (Row("" if table.melds else "The table is empty.", _melds(table)),)


def scene_of_cards(cards: Cards) -> Scene:
    """Show cards that belong together in no way but by suit."""
    return (Row("" if cards else "No cards.", _by_suit(cards)),)


def scene_of_view(view: RoundView) -> Scene:
    """Show the other seats, the stock, the table and, nearest to the viewer, the own hand."""
    after = 0 if view.seat is None else view.seat
    seats = [(after + place) % view.players for place in range(view.players)]
    others = [seat for seat in seats if seat != view.seat]
    stock = Pile(view.stock_size, f"Stock: {_counted(view.stock_size)}")
    rows = [Row(_waits_for(view))]
    if view.hands:
        rows += [Row(_facts(view, seat), _by_suit(view.hands[seat])) for seat in others]
        rows.append(Row("", (stock,)))
    else:
        piles = (Pile(view.hand_sizes[seat], _facts(view, seat)) for seat in others)
        rows.append(Row("", (*piles, stock)))
    rows.append(Row("Table:" if view.table.melds else "Table: empty", _melds(view.table)))
    if view.seat is not None:
        rows.append(Row(_facts(view, view.seat), _by_suit(view.hand)))
    return tuple(rows)


def _melds(table: Table) -> tuple[Fan, ...]:
    return tuple(
        Fan(meld.in_order, str(number)) for number, meld in enumerate(table.melds, start=1)
    )


def _by_suit(cards: Cards) -> tuple[Fan, ...]:
    suits = [Fan(tuple(of_suit)) for of_suit in cards.by_suit().values()]
    jokers = (Joker(),) * cards.undeclared
    return (*suits, Fan(jokers)) if jokers else tuple(suits)


def _facts(view: RoundView, seat: int) -> str:
    facts = [_counted(view.hand_sizes[seat])]
    facts += ["dealer"] if seat == view.dealer else []
    facts += ["to move"] if seat == view.to_move else []
    facts += ["knocker"] if seat == view.knocker else []
    name = f"Seat {seat} (you)" if seat == view.seat else f"Seat {seat}"
    return f"{name}: {', '.join(facts)}"


def _counted(size: int) -> str:
    return "1 card" if size == 1 else f"{size} cards"


def _waits_for(view: RoundView) -> str:
    drawn = f" {_counted(view.drawn)} drawn." if view.phase is Phase.MELD else ""
    waits = {
        Phase.DRAW: f"Seat {view.to_move} draws.",
        Phase.MELD: f"Seat {view.to_move} may meld.",
        Phase.END: f"Seat {view.to_move} ends the turn.",
        Phase.LAST_LAP: f"The last lap: seat {view.to_move} may meld.",
        Phase.OVER: "The round is over.",
    }
    return waits[view.phase] + drawn
