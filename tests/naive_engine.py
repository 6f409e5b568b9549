"""A second engine, written from the rulebook alone, with which the package is compared.

Its cards are texts, its state changes in place, and it gives no reasons: it is what a port in
another language would be. Nothing of the package is used but for what goes in and comes out.
"""

from collections import Counter
from collections.abc import Iterable

from manipulation import (
    Cards,
    Draw,
    EndTurn,
    GameView,
    Knock,
    Move,
    Phase,
    RoundView,
    Rules,
    Shoe,
    Table,
    Tally,
    Turn,
)

RANKS = "A23456789TJQK"
POINTS = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
OK: tuple[str, ...] = ()
NO = ("REFUSED",)

Melds = list[list[str]]


def joker(card: str) -> bool:
    """A joker is `*`, and `8s*` where it stands for 8s."""
    return card.endswith("*")


def in_hand(cards: Iterable[str]) -> Counter[str]:
    """Count cards as they are in hands: jokers stand for nothing there."""
    return Counter("*" if joker(card) else card for card in cards)


def together(melds: Melds) -> list[str]:
    """Put the cards of all melds together."""
    return [card for meld in melds for card in meld]


def cards(texts: Iterable[str]) -> Cards:
    """Write cards as the package does."""
    return Cards.parse(" ".join(texts))


class NaiveEngine:
    """A game of Manipulation, rounds and all."""

    def __init__(self, *, players: int, dealer: int, rules: Rules) -> None:
        """Begin a game; of the rules, nothing but the original ones is known."""
        assert rules == Rules()
        self.players, self.dealer = players, dealer
        self.totals, self.won = [0] * players, [0] * players
        self.hands: list[list[str]] = []
        self.phase = ""

    # The deal and the turn.

    def deal(self, shoe: Shoe) -> tuple[str, ...]:
        """Deal ten cards each, one at a time."""
        if self.phase not in ("", "over") or max(self.totals) >= 150:
            return NO
        order = str(shoe).split()
        first = (self.dealer + 1) % self.players
        self.hands = [
            order[(seat - first) % self.players : 10 * self.players : self.players]
            for seat in range(self.players)
        ]
        self.stock, self.table = order[10 * self.players :], Melds()
        self.dealt_by, self.seat = self.dealer, first
        self.phase, self.drawn, self.melded = "draw", 0, False
        self.exhausted_by: int | None = None
        self.knocker: int | None = None
        return OK

    def apply(self, seat: int, move: Move) -> tuple[str, ...]:
        """Make a move, if it may be made."""
        text = str(move)
        if self.phase in ("", "over") or seat != self.seat:
            return NO
        match text:
            case "draw" if self.may_draw():
                self.draw()
            case "end" if self.may_end():
                self.pass_on()
            case "knock" if self.may_knock():
                self.knocker = self.seat
                self.finish()
            case "draw" | "end" | "knock":
                return NO
            case _:
                melds = [meld.split() for meld in text.split("|")] if text else []
                if not (self.may_meld() and self.may_play(melds)):
                    return NO
                self.play(melds)
        return OK

    def may_draw(self) -> bool:
        """Ask whether there is a card to draw, and the time for it."""
        return self.phase in ("draw", "meld") and bool(self.stock)

    def may_end(self) -> bool:
        """Ask whether the turn can be passed on."""
        return self.phase in ("end", "last_lap") or (self.phase == "meld" and not self.stock)

    def may_knock(self) -> bool:
        """Ask whether the turn has ended, and with few enough points."""
        return self.phase != "last_lap" and self.may_end() and self.points(self.seat) <= 5

    def may_meld(self) -> bool:
        """Ask whether it is the time to meld."""
        return self.phase in ("meld", "last_lap")

    def draw(self) -> None:
        """Draw a card."""
        self.hands[self.seat].append(self.stock.pop(0))
        self.drawn += 1
        self.phase = "meld" if self.drawn < 3 else "end"
        if not self.stock:
            self.exhausted_by = self.seat

    def play(self, melds: Melds) -> None:
        """Lay the table anew, and see what follows from it."""
        hand = in_hand(self.hands[self.seat])
        hand.subtract(in_hand(together(melds)) - in_hand(together(self.table)))
        self.hands[self.seat], self.table = list(hand.elements()), melds
        if self.phase == "last_lap":
            self.pass_on()
        elif self.hands[self.seat]:
            self.phase, self.melded = "end", True
        else:
            self.knocker = self.seat
            self.finish()

    def pass_on(self) -> None:
        """Let the left neighbour have his turn, or his last chance."""
        if self.phase == "last_lap" and self.seat == self.exhausted_by:
            self.finish()
            return
        self.seat = (self.seat + 1) % self.players
        self.phase = "draw" if self.stock else "last_lap"
        self.drawn, self.melded = 0, False

    # Melds, and what may be played.

    def may_play(self, after: Melds) -> bool:
        """Ask whether the table may be left like this."""
        old, new = in_hand(together(self.table)), in_hand(together(after))
        return (
            new > old  # no card is taken away, and at least one is played
            and new - old <= in_hand(self.hands[self.seat])
            and all(self.is_group(meld) or self.is_sequence(meld) for meld in after)
            and self.jokers_keep(together(self.table), together(after))
        )

    def is_group(self, meld: list[str]) -> bool:
        """Three or four of a kind, all different."""
        faces = {card[:2] for card in meld}
        ranks = {card[0] for card in meld}
        return 3 <= len(meld) == len(faces) and len(ranks) == 1

    def is_sequence(self, meld: list[str]) -> bool:
        """Three or more in a row, the ace at either end."""
        ranks = sorted(card[0] for card in meld)
        one_suit = len({card[1:2] for card in meld}) == 1
        return len(meld) >= 3 and one_suit and any(sorted(run) == ranks for run in self.runs(ranks))

    def runs(self, ranks: list[str]) -> list[str]:
        """List all that is as long and in a row, from the ace up to the ace."""
        row = RANKS + "A"
        return [row[start : start + len(ranks)] for start in range(len(row))]

    def jokers_keep(self, before: list[str], after: list[str]) -> bool:
        """Ask whether every joker stands for its card, or that card lies there."""
        fewer = Counter(filter(joker, before)) - Counter(filter(joker, after))
        return all(card[:2] in after for card in fewer)

    # Points.

    def points(self, seat: int) -> int:
        """Count what a seat holds."""
        return sum(POINTS.get(card[0], 25) for card in self.hands[seat])

    def finish(self) -> None:
        """Score the round, and pass the deal on."""
        self.phase, self.drawn, self.melded = "over", 0, False
        winners = self.winners()
        for seat in winners:
            self.won[seat] += 1
            self.totals[seat] += self.earned(seat)
        self.dealer = (self.dealer + 1) % self.players

    def lowest(self) -> list[int]:
        """List who has the fewest points."""
        points = [self.points(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) if points[seat] == min(points)]

    def winners(self) -> list[int]:
        """The lowest win; the knocker only if he is the lowest alone."""
        lowest = self.lowest()
        return lowest if len(lowest) == 1 else [seat for seat in lowest if seat != self.knocker]

    def earned(self, seat: int) -> int:
        """The differences to all, 10 for another's knock, 25 for no card left."""
        earned = sum(self.points(other) - self.points(seat) for other in range(self.players))
        return earned + self.undercut(seat) + (0 if self.hands[seat] else 25)

    def undercut(self, seat: int) -> int:
        """Pay for another's knock."""
        return 0 if self.knocker in (None, seat) else 10

    # What is shown.

    def view(self, seat: int | None) -> GameView:
        """Show the game to one seat."""
        tally = Tally(totals=tuple(self.totals), rounds_won=tuple(self.won), dealer=self.dealer)
        return GameView(tally, self.round_shown_to(seat) if self.phase else None, seat)

    def round_shown_to(self, seat: int | None) -> RoundView:
        """Show the round to one seat."""
        over = self.phase == "over"
        return RoundView(
            seat=seat,
            hand=cards(self.hand_shown_to(seat)),
            hand_sizes=tuple(map(len, self.hands)),
            stock_size=len(self.stock),
            table=Table.of(map(cards, self.table)),
            dealer=self.dealt_by,
            turn=Turn(
                None if over else self.seat,
                Phase(self.phase),
                self.drawn,
                self.melded,
                self.exhausted_by,
                self.knocker,
            ),
            hands=tuple(map(cards, self.hands)) if self.shows_all() else (),
        )

    def shows_all(self) -> bool:
        """Ask whether all hands are shown: when the round is over."""
        return self.phase == "over"

    def hand_shown_to(self, seat: int | None) -> list[str]:
        """Show a seat its own hand, and a spectator none."""
        return [] if seat is None else self.hands[seat]

    def legal_moves(self, seat: int) -> list[Move]:
        """List what a seat may do, but for plays."""
        mine = self.phase not in ("", "over") and seat == self.seat
        may = ((self.may_draw, Draw()), (self.may_end, EndTurn()), (self.may_knock, Knock()))
        return [move for allowed, move in may if mine and allowed()]

    def final_scores(self) -> list[int] | None:
        """Add 100 for 150 points, and 25 for each round won."""
        if self.phase not in ("", "over") or max(self.totals) < 150:
            return None
        return [
            total + (100 if total >= 150 else 0) + 25 * won
            for total, won in zip(self.totals, self.won, strict=True)
        ]
