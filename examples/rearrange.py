"""A table, a hand, and every play: which cards can be laid down, and how the table then lies."""

from manipulation import Cards, Table, best_play, check_play, count_plays, playable_cards, plays

table = Table.parse("3c 4c 5c | 3d 4d 5d | 3h 4h 5h | Th* Ts Td")
hand = Cards.parse("3s 4s 6d Th Kd")

print(f"Table: {table}")
print(f"Hand:  {hand}")
print(f"Playable in some play: {playable_cards(table, hand)}")
print(f"{count_plays(table, hand)} plays, the fewest points left in hand first:")

for cards in plays(table, hand):
    # What is played is known; ask for the play of all of it that disturbs the fewest melds.
    best = best_play(table, cards)
    if best is None or best.played != cards:
        raise SystemExit(f"{cards} cannot be played after all")
    if faults := check_play(table, best.play, hand):
        raise SystemExit(f"the solver and the rules disagree: {faults}")
    left = table.rules.points_of(hand - cards)
    print(f"\n{cards} ({left} points left; melds disturbed: {best.disturbed})")
    print(f"  {best.table}")
