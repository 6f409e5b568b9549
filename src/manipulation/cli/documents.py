"""The kinds of which `schema` tells how their JSON documents look."""

from __future__ import annotations

from typing import Final

from manipulation.cards import Card, Cards
from manipulation.draft import Draft
from manipulation.errors import NotationError, shown
from manipulation.game import Game, GameView
from manipulation.melds import Fault, Meld
from manipulation.records import Deal, Record
from manipulation.round import Round
from manipulation.rules import MeldRules, Rules
from manipulation.scoring import FinalScores, Outcome
from manipulation.shoe import Shoe
from manipulation.solver import BestPlay, WhyNot
from manipulation.table import Play, Step, Table
from manipulation.turn import Move
from manipulation.views import Event, RoundView

KINDS: Final[dict[str, object]] = {
    "record": Record,
    "deal": Deal,
    "game": Game,
    "game-view": GameView,
    "round": Round,
    "round-view": RoundView,
    "event": Event,
    "move": Move,
    "play": Play,
    "step": Step,
    "draft": Draft,
    "fault": Fault,
    "best-play": BestPlay,
    "why-not": WhyNot,
    "table": Table,
    "meld": Meld,
    "cards": Cards,
    "card": Card,
    "shoe": Shoe,
    "outcome": Outcome,
    "final-scores": FinalScores,
    "rules": Rules,
    "meld-rules": MeldRules,
}
"""What a front end exchanges, by the name that the command takes."""


def kind_of(name: str) -> object:
    """Find a kind by its name; another name is a `NotationError`."""
    try:
        return KINDS[name.lower()]
    except KeyError:
        message = f"no kind of document is called {shown(name)}: {', '.join(KINDS)} are"
        raise NotationError(message) from None
