"""The same solver under Rummikub's meld rules, for tiles that are written in Rummikub's way.

A tile is a colour and a number: k7 is the black 7, b blue, o orange, r red; J is a joker, and k7*
a joker that stands for the black 7. Four colours of thirteen are four suits of thirteen.
"""

from attrs import evolve

from manipulation import RUMMIKUB_MELDS, Cards, Table, best_play, steps

# The numbers count in full, a joker counts thirty.
TILES = evolve(RUMMIKUB_MELDS, points=(*range(1, 14), 30))

SUITS = dict(zip("kbor", "cdhs", strict=True))
RANKS = dict(zip(map(str, range(1, 14)), "A23456789TJQK", strict=True))


def to_cards(tiles: str) -> str:
    """Write tiles as cards; `|` stays between melds."""
    return " ".join(map(_card, tiles.split()))


def _card(tile: str) -> str:
    if tile in ("|", "J"):
        return {"|": "|", "J": "*"}[tile]
    number = tile[1:].rstrip("*")
    return RANKS[number] + SUITS[tile[0]] + ("*" if tile.endswith("*") else "")


def to_tiles(cards: object) -> str:
    """Write cards, or melds of them, as tiles."""
    colours = {suit: colour for colour, suit in SUITS.items()}
    numbers = {rank: number for number, rank in RANKS.items()}
    return " ".join(
        {"|": "|", "*": "J"}.get(word)
        or colours[word[1]] + numbers[word[0]] + ("*" if word.endswith("*") else "")
        for word in str(cards).split()
    )


table = Table.parse(to_cards("k4 k5 k6 | b7 o7 r7 | r9 r10 r11*"), rules=TILES)
rack = Cards.parse(to_cards("k7 r8 k3 b13 J"))

print(f"Table: {to_tiles(table)}")
print(f"Rack:  {to_tiles(rack)}")
best = best_play(table, rack, objective="cards")
if best is None:
    raise SystemExit("Draw a tile.")
print(f"Play:  {to_tiles(best.played)} ({best.points_left} points stay on the rack)")
print(f"Table: {to_tiles(best.table)}")
print(f"{len(steps(table, best.table))} movements of tiles, melds disturbed: {best.disturbed}")
