"""What a disagreement tells, done again, and made as short as it can be."""

from __future__ import annotations

import re
from typing import Final, Self

from attrs import evolve, frozen

from manipulation.errors import NotationError
from manipulation.rules import MANIPULATION, Rules
from manipulation.shoe import Shoe
from manipulation.testing.conformance_engine import Codes, MakeEngine, Terms
from manipulation.testing.conformance_game import machine_for
from manipulation.testing.conformance_report import DisagreementError
from manipulation.turn import Move, parse_move


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
    story = _Story.parse(message)
    story.tell(Terms(make_engine, (story.players,), rules, codes, True, spectator))  # noqa: FBT003 -- no shoe is drawn


def shortened(error: DisagreementError, terms: Terms) -> DisagreementError:
    """Leave out what the engine and the rules disagree without, and give the error as it is then.

    No single step of what is left can be done without. Of an engine that does not do the same when
    it is asked again, the error is given as it was.
    """
    shortest = _Shortest(error, terms)
    shortest.keep_the_last_rounds()
    shortest.leave_out_steps()
    if terms.short_shoes:
        shortest.leave_out_stock()
    return shortest.error


_STARTED: Final = re.compile(r"(?P<players>[2-5]) players, seat (?P<dealer>[0-4]) deals first")
_STEP: Final = re.compile(r"\n *(?:deal (?P<shoe>.+)|(?P<seat>[0-9]):(?P<move>.*))")


@frozen
class _Story:
    """All that is done to an engine, from the beginning of a game: deals, and moves of a seat."""

    players: int
    dealer: int
    steps: tuple[Shoe | tuple[int, Move], ...]

    @classmethod
    def parse(cls, message: str) -> Self:
        """Read what a message tells."""
        started = _STARTED.search(message)
        if started is None:
            raise NotationError("no game is begun here", message, (0, len(message)))
        steps = tuple(
            (int(step["seat"]), parse_move(step["move"]))
            if step["shoe"] is None
            else Shoe.parse(step["shoe"])
            for step in _STEP.finditer(message, started.end())
        )
        return cls(int(started["players"]), int(started["dealer"]), steps)

    @property
    def deals(self) -> tuple[tuple[int, Shoe], ...]:
        """The deals, and where they are among the steps."""
        return tuple((at, step) for at, step in enumerate(self.steps) if isinstance(step, Shoe))

    def tell(self, terms: Terms) -> None:
        """Do all of it to a new engine."""
        game = machine_for(terms)()
        try:
            game.start(self.players, self.dealer, None)
            for step in self.steps:
                if isinstance(step, Shoe):
                    game.put_deal(step)
                else:
                    game.put_move(*step)
        finally:
            game.teardown()


class _Shortest:
    """The shortest story so far that comes to an error of the same kind as the first."""

    def __init__(self, error: DisagreementError, terms: Terms) -> None:
        """Begin with the first."""
        self.error, self._terms = error, terms
        self._story = _Story.parse(str(error))

    def keep_the_last_rounds(self) -> None:
        """Leave out as many rounds as can be; the deal passes on as if they were played (D1)."""
        story = self._story
        for rounds, (at, _) in reversed([*enumerate(story.deals)]):
            dealer = (story.dealer + rounds) % story.players
            if self._takes(_Story(story.players, dealer, story.steps[at:])):
                break

    def leave_out_steps(self) -> None:
        """Leave out many steps, then fewer, then one by one until each is needed."""
        size = len(self._story.steps) // 2
        while size:
            before = self.error
            for at in reversed(range(0, len(self._story.steps), size)):
                steps = self._story.steps
                self._takes(evolve(self._story, steps=(*steps[:at], *steps[at + size :])))
            if size > 1 or self.error is before:
                size //= 2

    def leave_out_stock(self) -> None:
        """Deal from shoes of as few cards as will do."""
        dealt = self._story.players * self._terms.rules.hand_size
        for at, shoe in self._story.deals:
            fewer, cut = shoe, (len(shoe) - dealt) // 2
            while cut > 0:
                steps = self._story.steps
                thinner = Shoe(fewer.cards[: len(fewer) - cut])
                if len(thinner) > dealt and self._takes(
                    evolve(self._story, steps=(*steps[:at], thinner, *steps[at + 1 :]))
                ):
                    fewer = thinner
                else:
                    cut //= 2

    def _takes(self, story: _Story) -> bool:
        """Tell a story, and keep it if it is shorter and comes to the same."""
        if story == self._story:
            return False
        try:
            story.tell(self._terms)
        except DisagreementError as error:
            same = _kind(error) == _kind(self.error)
            if same:
                self.error, self._story = error, _Story.parse(str(error))
            return same
        except Exception:  # noqa: BLE001 -- an engine that is put to what it never met may do anything
            return False
        return False


def _kind(error: DisagreementError) -> str:
    """Give the line that says what they disagree about."""
    return str(error).partition("\n")[0]
