"""A conformance test for engines, servers and front ends: each step beside our own referee."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import hypothesis
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from manipulation.errors import NotationError
from manipulation.rules import MANIPULATION, Rules
from manipulation.shoe import Shoe
from manipulation.testing.conformance_engine import Codes, MakeEngine, Terms
from manipulation.testing.conformance_game import ConformanceGame
from manipulation.turn import parse_move

if TYPE_CHECKING:
    from collections.abc import Iterable


def conformance_machine(  # noqa: PLR0913 -- each a thing that an engine has or has not
    make_engine: MakeEngine,
    *,
    players: Iterable[int] = (2, 3, 4, 5),
    rules: Rules = MANIPULATION,
    codes: Codes = "which",
    short_shoes: bool = True,
    spectator: bool = True,
) -> type[RuleBasedStateMachine]:
    """Make a state machine that plays with an engine, and compares it with the rules at each step.

    Its games are of `players` seats under `rules`. `codes`: whether the codes of a refusal are
    `ignored`, compared as a set, or one by one `in_order`. `short_shoes`: whether the engine deals
    from a shoe of fewer cards than the game's; without them it takes longer to see a stock run
    out. `spectator`: whether there is a view of nobody's seat. The first step about which engine
    and rules disagree is a `DisagreementError`; to what the engine itself raises, a note is added.
    """
    return _machine(Terms(make_engine, tuple(players), rules, codes, short_shoes, spectator))


def check_conformance(  # noqa: PLR0913 -- as above
    make_engine: MakeEngine,
    *,
    players: Iterable[int] = (2, 3, 4, 5),
    rules: Rules = MANIPULATION,
    codes: Codes = "which",
    short_shoes: bool = True,
    spectator: bool = True,
    settings: hypothesis.settings | None = None,
) -> None:
    """Run `conformance_machine` once as a test; of all that is found, the simplest is raised."""
    machine = conformance_machine(
        make_engine,
        players=players,
        rules=rules,
        codes=codes,
        short_shoes=short_shoes,
        spectator=spectator,
    )
    one = hypothesis.settings(settings, deadline=None, report_multiple_bugs=False)
    run_state_machine_as_test(machine, settings=one)


def retrace(
    make_engine: MakeEngine,
    message: str,
    *,
    rules: Rules = MANIPULATION,
    codes: Codes = "which",
    spectator: bool = True,
) -> None:
    """Do again what the message of a `DisagreementError` tells, and nothing else.

    It raises the same error, unless the engine has been mended. A message that does not tell of
    any game is a `NotationError`.
    """
    started = _STARTED.search(message)
    if started is None:
        raise NotationError("no game is begun here", message, (0, len(message)))
    players, dealer = int(started["players"]), int(started["dealer"])
    game = _machine(Terms(make_engine, (players,), rules, codes, True, spectator))()  # noqa: FBT003 -- no shoe is drawn
    try:
        game.start(players, dealer, None)
        for step in _STEP.finditer(message, started.end()):
            if step["shoe"] is not None:
                game.put_deal(Shoe.parse(step["shoe"]))
            else:
                game.put_move(int(step["seat"]), parse_move(step["move"]))
    finally:
        game.teardown()


_STARTED: Final = re.compile(r"(?P<players>[2-5]) players, seat (?P<dealer>[0-4]) deals first")
_STEP: Final = re.compile(r"\n *(?:deal (?P<shoe>.+)|(?P<seat>[0-9]):(?P<move>.*))")


def _machine(given: Terms) -> type[ConformanceGame]:
    class ConformanceMachine(ConformanceGame):
        terms = given

    return ConformanceMachine
