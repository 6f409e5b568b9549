"""A conformance test for engines, servers and front ends: each step beside our own referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hypothesis
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from manipulation.rules import MANIPULATION, Rules
from manipulation.testing.conformance_engine import Codes, MakeEngine, Terms
from manipulation.testing.conformance_game import machine_for
from manipulation.testing.conformance_report import DisagreementError
from manipulation.testing.conformance_retrace import shortened

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
    return machine_for(Terms(make_engine, tuple(players), rules, codes, short_shoes, spectator))


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
    """Run `conformance_machine` once as a test; of what is found, the shortest is raised.

    An example is shortened here, which takes seconds where Hypothesis would take minutes; it is
    left as it is found if the phases of `settings` do not ask for it.
    """
    terms = Terms(make_engine, tuple(players), rules, codes, short_shoes, spectator)
    asked = settings or hypothesis.settings()
    one = hypothesis.settings(
        asked,
        deadline=None,
        report_multiple_bugs=False,
        phases=[phase for phase in asked.phases if phase is not hypothesis.Phase.shrink],
    )
    try:
        run_state_machine_as_test(machine_for(terms), settings=one)
    except DisagreementError as error:
        if hypothesis.Phase.shrink not in asked.phases:
            raise
        raise shortened(error, terms) from None
