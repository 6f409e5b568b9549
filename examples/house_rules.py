"""House rules are data: what changes is named, what cannot be is refused, and text keeps it."""

from functools import partial
from random import Random

from manipulation import (
    MANIPULATION,
    Cards,
    MeldRules,
    Round,
    Rules,
    RulesError,
    Shoe,
    Table,
    judge,
)

OURS = Rules(
    melds=MeldRules(ace="high", jokers_per_meld=1, joker_release="natural_from_hand"),
    hand_size=7,
    knock_at=0,
    target=100,
    lap_stops_on_going_out=True,
)

print("Under which rules is it a meld?")
for text in ("As 2s 3s", "Qs Ks As", "7c* 7d* 7h"):
    for name, rules in (("the book's", MANIPULATION), ("ours", OURS)):
        faults = judge(Cards.parse(text), rules=rules.melds)
        print(f"  {text}, {name}: {'yes' if not faults else faults[0]}")

state = Round.deal(Shoe.new(3, rules=OURS).shuffled(Random(1)), players=3, dealer=0, rules=OURS)
print(
    f"\nEach is dealt {OURS.hand_size}. The round as one line, with the rules that differ:\n{state}"
)
if Round.parse(str(state)) != state:
    raise SystemExit("the text lost something")

print("\nA table keeps its rules, and they are part of what it is:")
table = Table.parse("Qs Ks As", rules=OURS.melds)
print(f"  equal to the same melds under the book's rules: {table == Table.parse('Qs Ks As')}")

print("\nWhat contradicts itself is refused when it is made:")
for contradiction in (partial(Rules, hand_size=26), partial(Rules, knock_at=-1)):
    try:
        contradiction()
    except RulesError as error:
        print(f"  {contradiction.keywords}: {error}")
