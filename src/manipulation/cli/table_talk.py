"""What a player types, as words: a change of the draft, a move, or a question.

    word    = change | move | question
    change  = "add" cards "to" meld            | "new" cards
            | "move" cards [ "from" meld ] "to" ( meld | "new" )
            | "split" meld ( "after" | "before" ) card
            | "join" meld [ "to" ] meld
            | "declare" joker [ "in" meld ]    | "free" joker [ "in" meld ]
            | "back" cards [ "from" meld ]     | [ "table" ] melds
            | step                             | "undo" | "reset"
    move    = "draw" | "commit" | "end" | "knock"
    question = "show" | "hint" [ "more" ] | "score" | "save" [ file ] | "quit"
             | ( "?" | "help" ) [ topic ]

Cards, a joker (`8s*`) and melds are in the notation; a step is one as `steps` writes it. Capitals
are as good as small letters, and the first letter of a word with no cards is enough for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from manipulation.cards import Card, DeclaredJoker, check_length, parse_card, read_card, read_cards
from manipulation.errors import NotationError
from manipulation.table import Join, Play, Step, parse_step
from manipulation.turn import Draw, EndTurn, Knock
from manipulation.views.notation import read_part

if TYPE_CHECKING:
    from collections.abc import Callable


@frozen
class Add:
    """Put cards from the hand in a meld."""

    cards: tuple[Card, ...]
    meld: int


@frozen
class New:
    """Begin a meld with cards from the hand."""

    cards: tuple[Card, ...]


@frozen
class Shift:
    """Bring table cards from one meld, None where it goes without saying, to another or a new one.

    A `target` of None is a new meld.
    """

    cards: tuple[Card, ...]
    source: int | None
    target: int | None


@frozen
class Cut:
    """Split a meld after a card, or before it."""

    meld: int
    card: Card
    before: bool


@frozen
class Name:
    """Let a joker that stands for no card yet stand for one."""

    joker: DeclaredJoker
    meld: int | None


@frozen
class Unname:
    """Let a joker stand for no card for now."""

    joker: DeclaredJoker
    meld: int | None


@frozen
class Back:
    """Take cards that were played in this turn back into the hand."""

    cards: tuple[Card, ...]
    meld: int | None


@frozen
class Lay:
    """Make the whole table what is said."""

    play: Play


@frozen
class Undo:
    """Take the last change back."""


@frozen
class Reset:
    """Take all changes back."""


@frozen
class Commit:
    """Play what has been made."""


@frozen
class Show:
    """Show the table and the hand again."""


@frozen
class Hint:
    """Ask for a hint, or for more of it."""

    more: bool = False


@frozen
class Score:
    """Ask how the game stands."""


@frozen
class Save:
    """Keep the game in a file; None for the one that it is kept in already."""

    path: str | None = None


@frozen
class Quit:
    """Leave the game."""


@frozen
class Help:
    """Ask for help, or what a code, a clause or a command is."""

    topic: str = ""


Change: TypeAlias = Add | New | Shift | Cut | Name | Unname | Back | Lay | Step
Word: TypeAlias = (
    Change
    | Undo
    | Reset
    | Commit
    | Draw
    | EndTurn
    | Knock
    | Show
    | Hint
    | Score
    | Save
    | Quit
    | Help
)

USAGE: Final = {
    "add": "add CARDS to MELD",
    "new": "new CARDS",
    "move": "move CARDS [from MELD] to MELD, or to new",
    "split": "split MELD after CARD, or before CARD",
    "join": "join MELD to MELD",
    "declare": "declare CARD* [in MELD]",
    "free": "free CARD* [in MELD]",
    "back": "back CARDS [from MELD]",
    "table": "table MELDS, with | between",
}
"""How the commands with cards are used."""

_ALONE: Final[dict[str, Word]] = {
    "": Show(),
    "undo": Undo(),
    "reset": Reset(),
    "commit": Commit(),
    "draw": Draw(),
    "end": EndTurn(),
    "knock": Knock(),
    "show": Show(),
    "hint": Hint(),
    "hint more": Hint(more=True),
    "more": Hint(more=True),
    "score": Score(),
    "save": Save(),
    "quit": Quit(),
    "exit": Quit(),
    "?": Help(),
    "help": Help(),
    "u": Undo(),
    "c": Commit(),
    "d": Draw(),
    "e": EndTurn(),
    "k": Knock(),
    "h": Hint(),
    "m": Hint(more=True),
    "q": Quit(),
}

_FIRST: Final = re.compile(r"\s*([^\s,]+)")
_TABLE: Final = re.compile(r"\s*table\b", re.IGNORECASE)
_TOPIC: Final = re.compile(r"\s*(?:\?|help\s)\s*(\S.*?)\s*", re.IGNORECASE)
_PATH: Final = re.compile(r"\s*save\s+(\S.*?)\s*", re.IGNORECASE)


def _pattern(text: str) -> re.Pattern[str]:
    """Turn a command's wording into a pattern."""
    for word, meaning in {
        " ": r"\s+",
        "CARDS": r"(?P<cards>\S.*?)",
        "N": r"(?:meld\s+)?(?P<meld>[1-9]\d{0,5})",
        "M": r"(?:meld\s+)?(?P<other>[1-9]\d{0,5})",
    }.items():
        text = text.replace(word, meaning)
    return re.compile(rf"\s*{text}\s*", re.ASCII | re.IGNORECASE)


def _cards(found: re.Match[str]) -> tuple[Card, ...]:
    return tuple(read_cards(found.string, *found.span("cards")))


def _card(found: re.Match[str]) -> Card:
    return read_card(found.string, *found.span("cards"))


def _joker(found: re.Match[str]) -> DeclaredJoker:
    card = _card(found)
    if isinstance(card, DeclaredJoker):
        return card
    message = "the joker and its card are expected here, such as 8s*"
    raise NotationError(message, found.string, found.span("cards"))


def _number(found: re.Match[str], group: str) -> int | None:
    return int(found[group]) if found[group] else None


_WORDINGS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Word]], ...]] = (
    (_pattern("add CARDS to N"), lambda found: Add(_cards(found), int(found["meld"]))),
    (_pattern("new CARDS"), lambda found: New(_cards(found))),
    (
        _pattern("move CARDS(?: from N)? to (?:M|new)"),
        lambda found: Shift(_cards(found), _number(found, "meld"), _number(found, "other")),
    ),
    (
        _pattern("split N (?P<where>after|before) CARDS"),
        lambda found: Cut(int(found["meld"]), _card(found), found["where"].lower() == "before"),
    ),
    (
        _pattern("join N(?: to| and)? M"),
        lambda found: Join(int(found["meld"]), int(found["other"])),
    ),
    (
        _pattern("declare CARDS(?: in N)?"),
        lambda found: Name(_joker(found), _number(found, "meld")),
    ),
    (
        _pattern("free CARDS(?: in N)?"),
        lambda found: Unname(_joker(found), _number(found, "meld")),
    ),
    (
        _pattern("(?:take )?back CARDS(?: from N)?"),
        lambda found: Back(_cards(found), _number(found, "meld")),
    ),
)


def understand(text: str) -> Word:
    """Read one line that a player has typed; what is none of ours is a `NotationError`.

    >>> understand("split 3 after 8C")
    Cut(meld=3, card=Natural.parse('8c'), before=False)
    >>> understand("9c 9d 9h | 4s 5s 6s")
    Lay(play=Play.parse('9c 9d 9h | 4s 5s 6s'))
    """
    check_length(text)
    alone = _ALONE.get(" ".join(text.lower().split()))
    if alone is not None:
        return alone
    step = _exact_step(text)
    if step is not None:
        return step
    for pattern, read in _WORDINGS:
        found = pattern.fullmatch(text)
        if found:
            return read(found)
    if found := _TOPIC.fullmatch(text):
        return Help(found[1])
    if found := _PATH.fullmatch(text):
        return Save(found[1])
    return _table_or_nothing(text)


def _exact_step(text: str) -> Step | None:
    """Read a step in the wording of a hint, if it is one."""
    try:
        return parse_step(text)
    except NotationError:
        return None


def _table_or_nothing(text: str) -> Lay:
    """Read a whole table; what does not begin like one is told how to say it."""
    head = _TABLE.match(text)
    if head is not None:
        return Lay(read_part(text, (head.end(), len(text)), Play.parse))
    first = _FIRST.match(text)
    word, span = ("", (0, len(text))) if first is None else (first[1], first.span(1))
    if word.lower() in USAGE:
        raise NotationError(f"say it so: {USAGE[word.lower()]}", text, span)
    if "|" in text or _is_card(word):
        return Lay(Play.parse(text))
    raise NotationError("not understood: ? lists what can be said", text, span)


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except NotationError:
        return False
    return True
