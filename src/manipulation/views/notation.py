"""A whole position as one line of text, its hidden places as numbers.

    position = table "/" hands "/" stock "/" facts [ "/" rules ]
    hands    = hand *( ";" hand )          one for each seat, from seat 0
    hand     = cards | hidden
    stock    = cards | hidden              the top card first
    hidden   = "?" number                  so many cards that are not seen
    facts    = *( name "=" value )         dealer, phase; the rest when there is something to say
    rules    = *( name "=" value )         what differs from Manipulation's

The table and cards are in their own notation. Words may come in any order, each once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, TypeVar, get_args

from attrs import fields

from manipulation.cards import Cards, check_length
from manipulation.errors import NotationError
from manipulation.rules import MANIPULATION, Ace, JokerRelease, MeldRules, Rules
from manipulation.shoe import Shoe
from manipulation.table import Table
from manipulation.turn import Phase, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_Value = TypeVar("_Value")
_Part = TypeVar("_Part")

_HIDDEN: Final = re.compile(r"\s*\?\s*([0-9]{1,7})\s*")
_WORD: Final = re.compile(r"[^\s=]+(\s*=\s*[^\s=]+)?|\S+")
_NUMBER: Final = re.compile(r"[0-9]{1,7}")
_PHASES: Final = {phase.value: phase for phase in Phase}
_MOST_HANDS: Final = 5
_OF_MELDS: Final = tuple(field.name for field in fields(MeldRules))
_OF_GAME: Final = tuple(field.name for field in fields(Rules) if field.name != "melds")


class Position(NamedTuple):
    """What a line of text says; a number stands for so many hidden cards."""

    rules: Rules
    table: Table
    hands: tuple[Cards | int, ...]
    stock: Shoe | int
    dealer: int
    seat: int | None
    turn: Turn

    def __str__(self) -> str:
        """Write the one line."""
        hands = " ; ".join(_hidden_or(hand) for hand in self.hands)
        parts = [str(self.table), hands, _hidden_or(self.stock), self._facts()]
        rules = write_rules(self.rules)
        return " ".join(" / ".join([*parts, rules] if rules else parts).split())

    def _facts(self) -> str:
        turn = self.turn
        return written(
            (
                ("seat", self.seat, None),
                ("dealer", self.dealer, None),
                ("to_move", turn.to_move, None),
                ("phase", turn.phase.value, None),
                ("drawn", turn.drawn, 0),
                ("melded", turn.melded, False),
                ("exhausted_by", turn.exhausted_by, None),
                ("knocker", turn.knocker, None),
            )
        )


def _hidden_or(cards: Cards | Shoe | int) -> str:
    return f"?{cards}" if isinstance(cards, int) else str(cards)


def written(words: Iterable[tuple[str, object, object]]) -> str:
    """Write words `name=value`, but for a value that goes without saying: the third of each."""
    return " ".join(f"{name}={_value(value)}" for name, value, default in words if value != default)


def _value(value: object) -> str:
    match value:
        case True | False:
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def read_position(text: str) -> Position:
    """Read one line; text that is not notation is a `NotationError` that points at the place."""
    check_length(text)
    spans = split(text, "/", 0, len(text))
    if len(spans) not in (4, 5):
        message = "a position is table / hands / stock / facts, and perhaps / rules"
        if "//" in text:
            message += "; a tally and // before it make a game, which Game.parse reads"
        raise NotationError(message, text, (0, len(text)))
    rules = read_rules(text, *spans[4]) if spans[4:] else MANIPULATION
    table = read_part(text, spans[0], lambda part: Table.parse(part, rules=rules.melds))
    hands = split(text, ";", *spans[1])
    if len(hands) > _MOST_HANDS:
        raise NotationError(f"at most {_MOST_HANDS} hands", text, spans[1])
    facts = Words(text, *spans[3])
    position = Position(
        rules,
        table,
        tuple(_shown_or_hidden(text, span, Cards.parse) for span in hands),
        _shown_or_hidden(text, spans[2], Shoe.of),
        facts.number("dealer", 0),
        facts.number_or("seat", "none", None),
        Turn(
            facts.number_or("to_move", "none", None),
            facts.choice("phase", _PHASES, Phase.DRAW),
            facts.number("drawn", 0),
            facts.choice("melded", {"yes": True, "no": False}, default=False),
            facts.number_or("exhausted_by", "none", None),
            facts.number_or("knocker", "none", None),
        ),
    )
    facts.finish()
    return position


def read_rules(text: str, start: int = 0, end: int | None = None) -> Rules:
    """Read what differs from Manipulation's rules, in words such as `hand_size=7 ace=high`."""
    words = Words(text, start, len(text) if end is None else end)
    usual = MANIPULATION.melds
    melds = MeldRules(
        ace=words.choice("ace", {word: word for word in get_args(Ace)}, usual.ace),
        joker_release=words.choice(
            "joker_release", {word: word for word in get_args(JokerRelease)}, usual.joker_release
        ),
        jokers_per_meld=words.number_or("jokers_per_meld", "any", usual.jokers_per_meld),
        points=words.numbers("points", usual.points),
    )
    rules = Rules(
        melds=melds,
        decks=words.numbers("decks", MANIPULATION.decks),
        jokers=words.numbers("jokers", MANIPULATION.jokers),
        hand_size=words.number("hand_size", MANIPULATION.hand_size),
        max_draws=words.number("max_draws", MANIPULATION.max_draws),
        knock_at=words.number("knock_at", MANIPULATION.knock_at),
        undercut_bonus=words.number("undercut_bonus", MANIPULATION.undercut_bonus),
        going_out_bonus=words.number("going_out_bonus", MANIPULATION.going_out_bonus),
        target=words.number("target", MANIPULATION.target),
        target_bonus=words.number("target_bonus", MANIPULATION.target_bonus),
        round_bonus=words.number("round_bonus", MANIPULATION.round_bonus),
        lap_stops_on_going_out=words.choice(
            "lap_stops_on_going_out",
            {"yes": True, "no": False},
            MANIPULATION.lap_stops_on_going_out,
        ),
    )
    words.finish()
    return rules


def write_rules(rules: Rules) -> str:
    """Write what differs from Manipulation's rules; nothing for those."""
    if rules == MANIPULATION:
        return ""
    melds, usual = rules.melds, MANIPULATION.melds
    return written(
        (
            *((name, getattr(melds, name), getattr(usual, name)) for name in _OF_MELDS),
            *((name, getattr(rules, name), getattr(MANIPULATION, name)) for name in _OF_GAME),
        )
    )


def split(text: str, mark: str, start: int, end: int) -> list[tuple[int, int]]:
    """Find the spans between the marks."""
    marks = [place for place in range(start, end) if text[place] == mark]
    return list(zip([start, *(place + 1 for place in marks)], [*marks, end], strict=True))


def read_part(text: str, span: tuple[int, int], read: Callable[[str], _Part]) -> _Part:
    """Read a part; if it is not notation, point at the place in the whole text."""
    start, end = span
    try:
        return read(text[start:end])
    except NotationError as error:
        first, last = error.span
        raise NotationError(error.message, text, (start + first, start + last)) from None


def _shown_or_hidden(text: str, span: tuple[int, int], read: Callable[[str], _Part]) -> _Part | int:
    hidden = _HIDDEN.fullmatch(text, *span)
    return read_part(text, span, read) if hidden is None else int(hidden[1])


class Words:
    """Words `name=value` of a text, each taken once; `finish` refuses those that nobody took."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._values: dict[str, tuple[str, tuple[int, int]]] = {}
        for word in _WORD.finditer(text, start, end):
            name, equals, value = word[0].partition("=")
            if not equals:
                self._refuse("a word name=value is expected here", word.span())
            if name.strip() in self._values:
                self._refuse(f"{name.strip()} is given twice", word.span())
            self._values[name.strip()] = value.strip(), word.span()

    def _refuse(self, message: str, span: tuple[int, int]) -> NoReturn:
        raise NotationError(message, self._text, span)

    def _number(self, name: str, word: str, span: tuple[int, int]) -> int:
        if not _NUMBER.fullmatch(word):
            self._refuse(f"{name} is a number of at most 7 digits", span)
        return int(word)

    def number(self, name: str, default: int) -> int:
        """Take a number."""
        if name not in self._values:
            return default
        return self._number(name, *self._values.pop(name))

    def number_or(self, name: str, nothing: str, default: int | None) -> int | None:
        """Take a number, or the word for None."""
        if name not in self._values:
            return default
        word, span = self._values.pop(name)
        return None if word == nothing else self._number(name, word, span)

    def numbers(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Take numbers with commas between."""
        if name not in self._values:
            return default
        words, span = self._values.pop(name)
        return tuple(self._number(name, word, span) for word in words.split(","))

    def choice(self, name: str, choices: Mapping[str, _Value], default: _Value) -> _Value:
        """Take one of some words."""
        if name not in self._values:
            return default
        word, span = self._values.pop(name)
        if word not in choices:
            self._refuse(f"{name} is one of {', '.join(choices)}", span)
        return choices[word]

    def finish(self) -> None:
        """Refuse a word that nobody took."""
        for name, (_, span) in self._values.items():
            self._refuse(f"no such word here: {name}", span)
