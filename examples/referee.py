"""Put one move to the referee: it is legal, or every rule that it breaks is named."""

from manipulation import Cards, Play, Table, check_play

table = Table.parse("8c 8d 8h 8s | 4c 5c 6c")
hand = Cards.parse("9s Ts Kd")

for text in (
    "8c 8d 8h | 8s 9s Ts | 4c 5c 6c",  # the 8 of spades changes its meld: that is the game
    "8c 8d 8h 8s | 4c 5c 6c",  # nothing is added
    "8c 8d 8h | 8s 9s Ts Js | 5c 6c",  # no jack in hand, a four gone, a meld of two
):
    faults = check_play(table, Play.parse(text), hand)
    print(f"{text}: {'illegal' if faults else 'legal'}")
    for fault in faults:
        print(f"  {fault}")
