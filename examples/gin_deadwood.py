"""The solver in another game: the least deadwood of a gin rummy hand.

In gin, melds lie in the hand and never change; what is in none of them is deadwood, counted as
pips, ten for a court card. So the best arrangement is the best play on an empty table.
"""

from manipulation import Cards, MeldRules, Table, best_play

MAY_KNOCK_AT = 10
GIN_MELDS = MeldRules(ace="low", jokers_per_meld=0)


def least_deadwood(hand: Cards) -> tuple[Table, Cards]:
    """Give the melds of a hand that leave the fewest points, and the cards in none of them."""
    best = best_play(Table(rules=GIN_MELDS), hand)
    return (Table(rules=GIN_MELDS), hand) if best is None else (best.table, hand - best.played)


def main() -> None:
    """Arrange some hands of ten, and say who may knock."""
    for text in (
        "4c 5c 6c 4d 4h 5h 6h 9s Qd Kd",  # the fours: a group of three, or two sequences?
        "As 2s 3s 3d 3c 7h 8h 9h Th 2d",
        "Qs Ks As 2h 5d 7c 9h Jd 4s 8c",  # the ace is low: nothing at all
    ):
        hand = Cards.parse(text)
        melds, deadwood = least_deadwood(hand)
        points = GIN_MELDS.points_of(deadwood)
        knock = "gin" if not points else "may knock" if points <= MAY_KNOCK_AT else "may not knock"
        print(f"{hand}\n  melds:    {melds}\n  deadwood: {deadwood} ({points} points, {knock})")


if __name__ == "__main__":
    main()
