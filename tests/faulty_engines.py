"""Engines with one fault each, derived from one that has none (see `NaiveEngine`)."""

from tests.naive_engine import RANKS, Melds, NaiveEngine


class EqualCardsInAGroup(NaiveEngine):
    """A group may hold two equal cards (R15)."""

    def is_group(self, meld: list[str]) -> bool:
        """Ask for one rank only."""
        return 3 <= len(meld) <= 4 and len({card[0] for card in meld}) == 1 and "*" not in meld


class TurnedCorner(NaiveEngine):
    """A sequence may go on past the ace (R17)."""

    def runs(self, ranks: list[str]) -> list[str]:
        """Let the row of ranks come round."""
        return [(RANKS + RANKS)[start : start + len(ranks)] for start in range(len(RANKS))]


class JokerChangesAtWill(NaiveEngine):
    """A joker on the table may stand for any card, turn after turn (R27)."""

    def jokers_keep(self, before: list[str], after: list[str]) -> bool:
        """Hold no joker to its card."""
        return len(before) <= len(after)


class LeakedHand(NaiveEngine):
    """In the last lap, the seat that emptied the stock sees the hand of the seat to move (D8)."""

    def hand_shown_to(self, seat: int | None) -> list[str]:
        """Take the wrong seat in one phase."""
        if self.phase == "last_lap" and seat == self.exhausted_by:
            return self.hands[self.seat]
        return super().hand_shown_to(seat)


class StuckThinStock(NaiveEngine):
    """Whoever draws the last card must draw on, and there is none (D24)."""

    def may_end(self) -> bool:
        """Ask for a meld or for the third card."""
        return self.phase in ("end", "last_lap")


class UndercutBonusWithoutAKnock(NaiveEngine):
    """Whoever is not the knocker gets the bonus, even when there is none (D29)."""

    def undercut(self, seat: int) -> int:
        """Ask only whether the winner knocked."""
        return 0 if seat == self.knocker else 10


class TwoOfThreeArePaid(NaiveEngine):
    """Of three or more tied below the knocker, only two are paid (D28)."""

    def winners(self) -> list[int]:
        """Hold the two of R39 for the most there can be."""
        winners, knocker = super().winners(), self.knocker
        below = knocker is not None and knocker not in self.lowest()
        return winners[:2] if below else winners


SEVEN = (
    EqualCardsInAGroup,
    TurnedCorner,
    JokerChangesAtWill,
    LeakedHand,
    StuckThinStock,
    UndercutBonusWithoutAKnock,
    TwoOfThreeArePaid,
)
"""The faults whose smallest examples are shown in the docs."""


class HandsOfAllInTheLap(NaiveEngine):
    """When the stock is empty all hands are shown, as if the round were over (D8)."""

    def shows_all(self) -> bool:
        """Ask for the stock."""
        return super().shows_all() or not self.stock


class HighAceInHand(NaiveEngine):
    """An ace in hand counts 11 (R31)."""

    def points(self, seat: int) -> int:
        """Add ten for each ace."""
        return super().points(seat) + 10 * sum(card[0] == "A" for card in self.hands[seat])


class KnockInTheLap(NaiveEngine):
    """Whoever has five points may knock in the last lap (D26)."""

    def may_knock(self) -> bool:
        """Ask only for the points."""
        return self.may_end() and self.points(self.seat) <= 5


class ThirdCardBindsInTheLap(NaiveEngine):
    """Whoever drew the last card as his third may not meld in the lap either (D26)."""

    bound: int | None = None

    def draw(self) -> None:
        """Note who drew a third card from an empty stock."""
        super().draw()
        self.bound = self.seat if self.drawn == 3 and not self.stock else None

    def may_meld(self) -> bool:
        """Hold him to R11."""
        return super().may_meld() and self.seat != self.bound


class NoLapForTheLast(NaiveEngine):
    """Whoever emptied the stock has no more chance in the lap (R41)."""

    def pass_on(self) -> None:
        """End with his right neighbour."""
        if self.phase == "last_lap" and (self.seat + 1) % self.players == self.exhausted_by:
            self.finish()
        else:
            super().pass_on()


class GoingOutStopsTheLap(NaiveEngine):
    """Whoever goes out in the lap ends it (D27)."""

    def pass_on(self) -> None:
        """End when the hand is empty."""
        if self.phase == "last_lap" and not self.hands[self.seat]:
            self.finish()
        else:
            super().pass_on()


class OldNaturalFreesNoJoker(NaiveEngine):
    """Only a natural that is played now frees the joker that stands for it (D16)."""

    def jokers_keep(self, before: list[str], after: list[str]) -> bool:
        """Leave out what lay there before."""
        played = [card for card in set(after) if after.count(card) > before.count(card)]
        return super().jokers_keep(before, played + [card for card in after if "*" in card])


class KnockerWinsTies(NaiveEngine):
    """The knocker wins when he ties with others (R38)."""

    def winners(self) -> list[int]:
        """Prefer him to the others."""
        lowest, knocker = self.lowest(), self.knocker
        return [knocker] if knocker is not None and knocker in lowest else lowest


class MeldAfterAMeld(NaiveEngine):
    """Whoever has melded may meld again before he ends the turn (D5)."""

    def may_meld(self) -> bool:
        """Leave the turn open."""
        return super().may_meld() or (self.phase == "end" and self.melded)


class CardTakenOffTheTable(NaiveEngine):
    """A play that adds two cards may take one away (R23)."""

    def may_play(self, after: Melds) -> bool:
        """Count the cards only."""
        old, new = sum(map(len, self.table)), sum(map(len, after))
        return super().may_play(after) or (
            new > old and all(self.is_group(meld) or self.is_sequence(meld) for meld in after)
        )


class OneTargetBonus(NaiveEngine):
    """Only the first to have 150 points gets the 100 (R44)."""

    def final_scores(self) -> list[int] | None:
        """Take the bonus from all but the one with the most."""
        scores, most = super().final_scores(), max(self.totals)
        return scores and [
            score - (100 if 150 <= total < most else 0)
            for score, total in zip(scores, self.totals, strict=True)
        ]


OTHERS = (
    HandsOfAllInTheLap,
    HighAceInHand,
    KnockInTheLap,
    ThirdCardBindsInTheLap,
    NoLapForTheLast,
    GoingOutStopsTheLap,
    OldNaturalFreesNoJoker,
    KnockerWinsTies,
    MeldAfterAMeld,
    CardTakenOffTheTable,
    OneTargetBonus,
)
"""Faults of other kinds."""
