"""The kit for property tests: Hypothesis strategies for every value of the game.

The strategies keep Hypothesis's conventions. They are plural nouns with keyword-only arguments, a
mistaken argument is refused when the strategy is called, and what they draw shrinks to something
a person can read: few cards, low ones, clubs before the other suits. Aces come last of the ranks,
and jokers only when asked for, since both are special: a smallest example has one if it takes one.
"""

try:
    import hypothesis as _hypothesis
except ModuleNotFoundError as missing:
    if missing.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "manipulation.testing needs hypothesis, which the extra `testing` of manipulation-rummy "
        "brings:\nin a clone of the project, python -m pip install '.[testing]'",
        name="hypothesis",
    ) from None

from manipulation.testing.arranging import Unarrangeable, arrangeable, unarrangeable
from manipulation.testing.cards import cards, hands, meld_rules, naturals, rule_sets, shoes
from manipulation.testing.conformance import check_conformance, conformance_machine
from manipulation.testing.conformance_engine import (
    Closes,
    Engine,
    MakeEngine,
    OffersMoves,
    ScoresGames,
)
from manipulation.testing.conformance_report import DisagreementError
from manipulation.testing.conformance_retrace import retrace
from manipulation.testing.games import games
from manipulation.testing.illegal import illegal_plays
from manipulation.testing.melds import groups, melds, sequences, tables
from manipulation.testing.near import near_melds
from manipulation.testing.positions import Position, Proposal, legal_plays, positions
from manipulation.testing.records import records
from manipulation.testing.rounds import moves, rounds

__all__ = [
    "Closes",
    "DisagreementError",
    "Engine",
    "MakeEngine",
    "OffersMoves",
    "Position",
    "Proposal",
    "ScoresGames",
    "Unarrangeable",
    "arrangeable",
    "cards",
    "check_conformance",
    "conformance_machine",
    "games",
    "groups",
    "hands",
    "illegal_plays",
    "legal_plays",
    "meld_rules",
    "melds",
    "moves",
    "naturals",
    "near_melds",
    "positions",
    "records",
    "retrace",
    "rounds",
    "rule_sets",
    "sequences",
    "shoes",
    "tables",
    "unarrangeable",
]

del _hypothesis
