"""One person's turn at the prompt, without the terminal: what is typed, and what comes of it."""

from __future__ import annotations

from typing import Self, TypeAlias, assert_never

from attrs import evolve, frozen

from manipulation.cards import Cards
from manipulation.cli.answers import Line
from manipulation.cli.asking import help_on
from manipulation.cli.board import WIDTH
from manipulation.cli.hints import STAGES, hint_lines, playable
from manipulation.cli.moving import changed
from manipulation.cli.screen import (
    draft_lines,
    position_lines,
    prompt_lines,
    refusal_lines,
    seat_lines,
)
from manipulation.cli.sheet import standings
from manipulation.cli.table_talk import (
    Change,
    Commit,
    Help,
    Hint,
    Quit,
    Reset,
    Save,
    Score,
    Show,
    Undo,
    Word,
    understand,
)
from manipulation.draft import Draft
from manipulation.errors import ManipulationError, PositionError
from manipulation.game import GameView
from manipulation.melds import IllegalMoveError
from manipulation.table import Play
from manipulation.turn import Draw, EndTurn, Knock, Move
from manipulation.views import RoundView

Deed: TypeAlias = Move | Save | Quit
"""What the desk cannot do itself: it is for the one who holds the game."""


@frozen
class Reply:
    """What comes of a line that was typed: the desk as it then is, what is told, what is to do."""

    desk: Desk
    lines: tuple[Line, ...] = ()
    deed: Deed | None = None


@frozen(kw_only=True)
class Desk:
    """What a person to move has before him: a view, the draft of his play, and hints taken.

    `drafts`: the draft after every change so far, the last one last; undo goes back.
    """

    view: GameView
    state: RoundView
    names: tuple[str, ...]
    drafts: tuple[Draft, ...] = ()
    hints: int = 0
    width: int = WIDTH

    @classmethod
    def of(cls, view: GameView, names: tuple[str, ...], *, width: int = WIDTH) -> Self:
        """Sit down at the seat of a view; before the first deal that is a `PositionError`."""
        if view.round is None:
            raise PositionError("nobody sits down before the first deal")
        return cls(view=view, state=view.round, names=names, width=width)

    @property
    def draft(self) -> Draft:
        """The turn in the making."""
        return self.drafts[-1] if self.drafts else Draft.of(self.state.table, self.state.hand)

    def shown(self) -> tuple[Line, ...]:
        """Show everything: the seats, the table, the hand, the draft, and what may be done."""
        return (*seat_lines(self.view, self.state, self.names), *self.position())

    def position(self) -> tuple[Line, ...]:
        """Show the table, the hand and the draft, and what may be done."""
        draft = self.drafts[-1] if self.drafts else None
        marked = playable(self.state)
        if draft is not None:
            marked = Cards(card for card in draft.hand if card in marked)
        return (
            *position_lines(self.state, draft, marked, width=self.width),
            *(() if draft is None else draft_lines(draft)),
            *prompt_lines(self.state, drafting=draft is not None),
        )

    def heard(self, text: str) -> Reply:
        """Answer a line that the person typed; a refusal changes nothing (D7)."""
        try:
            return self._answered(understand(text))
        except ManipulationError as error:
            return Reply(self, refusal_lines(error))

    def _answered(self, word: Word) -> Reply:
        match word:
            case Undo() | Reset():
                return self._undone(whole=isinstance(word, Reset))
            case Draw() | EndTurn() | Knock():
                return self._moved(word)
            case Commit():
                return self._committed()
            case Save() | Quit():
                return Reply(self, deed=word)
            case Show() | Score() | Help() | Hint():
                return self._asked(word)
            case _:
                return self._changed(word)

    def _asked(self, word: Show | Score | Help | Hint) -> Reply:
        match word:
            case Show():
                return Reply(self, self.shown())
            case Score():
                return Reply(self, tuple(standings(self.view, self.names)))
            case Help(topic):
                return Reply(self, help_on(topic))
            case Hint(more):
                return self._hinted(more=more)
            case _:
                assert_never(word)

    def _changed(self, change: Change) -> Reply:
        self._check_may_meld()
        draft = changed(self.draft, change)
        desk = evolve(self, drafts=(*self.drafts, draft))
        return Reply(desk, desk.position())

    def _check_may_meld(self) -> None:
        """Refuse to make a play where the turn allows none, before any card is moved."""
        if not self.state.may_meld:
            raise IllegalMoveError(self.state.check(Play()))

    def _undone(self, *, whole: bool) -> Reply:
        if not self.drafts:
            raise PositionError("there is nothing to take back")
        desk = evolve(self, drafts=() if whole else self.drafts[:-1])
        return Reply(desk, desk.position())

    def _moved(self, move: Draw | EndTurn | Knock) -> Reply:
        faults = self.state.check(move)
        if faults:
            raise IllegalMoveError(faults)
        if self.drafts:
            raise PositionError(f"commit what you have made, or reset it, before you {move}")
        return Reply(self, deed=move)

    def _committed(self) -> Reply:
        self._check_may_meld()
        return Reply(self, deed=self.draft.play())

    def _hinted(self, *, more: bool) -> Reply:
        stage = min(self.hints + 1, STAGES) if more else max(self.hints, 1)
        lines = tuple(hint_lines(self.state, stage, width=self.width))
        return Reply(evolve(self, hints=stage), lines)
