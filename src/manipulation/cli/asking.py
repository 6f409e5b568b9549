"""What the help says: of the commands, of one of them, and of the rules."""

from __future__ import annotations

from typing import Final

from manipulation.cli.answers import Line
from manipulation.cli.rulebook import clause_of, clauses
from manipulation.cli.table_talk import USAGE

_CARDS: Final = (
    "A card is a rank, A23456789TJQK, and a suit, cdhs: 7c, Th. A joker is *; 7c* is one that "
    "stands for 7c."
)

_ABOUT: Final = {
    "draw": "Draw a card (d): before you can play, and again while you do not.",
    "add": "Put cards from your hand in a meld: add 7c to 2, add 7c* to 2 (joker).",
    "new": "Begin a meld with cards from your hand: new 9c 9h 9d.",
    "move": "Bring table cards to another meld: move 7c from 2 to 5, move 7c to new.",
    "split": "Part a meld in two: split 3 after 8c, split 3 before 8c.",
    "join": "Make one meld of two: join 3 to 5.",
    "declare": "Say what a joker on the table stands for: declare 7c* in 2.",
    "free": "Let a joker stand for no card, where its own lies there: free 7c*.",
    "back": "Take cards of this turn back into your hand: back 7c, back 7c from 2.",
    "table": "Say the whole table, with or without the word: 9c 9d 9h | 4s 5s 6s.",
    "undo": "Take back the last change (u).",
    "reset": "Take back all changes.",
    "commit": "Play what lies there, if it is legal (c). It cannot be taken back.",
    "end": "End your turn (e).",
    "knock": "End the round, with five points or fewer in hand (k).",
    "show": "Show the table and your hand again (or Enter alone).",
    "hint": "Ask which cards can be played (h); hint more (m): how, then each step.",
    "score": "Show how the game stands.",
    "save": "Keep the game in a file from now on: save game.json.",
    "quit": "Leave the game (q); it can be kept and gone on with.",
    "?": "Help; ? R17, ? MUST_DRAW, ? add: on a rule, a code, a command.",
}
"""The commands in the order of their use, and what each does."""


def help_on(topic: str) -> tuple[Line, ...]:
    """Tell about a clause, the code of a broken rule, or a command; of all commands without one."""
    if not topic:
        return (*(_about(name) for name in _ABOUT), Line((_CARDS,)))
    number = clause_of(topic)
    if number is not None:
        return (Line((clauses()[number],), f"{number:<4}"),)
    name = topic.strip().lower()
    if name in _ABOUT:
        usage = (Line((USAGE[name],), f"{'':<9}"),) if name in USAGE else ()
        return (_about(name), *usage)
    return (Line(("There is no help on that: ? R17, a code, or a command; ? lists these.",)),)


def _about(name: str) -> Line:
    return Line((_ABOUT[name],), f"{name:<9}")
