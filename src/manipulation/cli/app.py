"""The commands, their arguments and options, and what is refused before a question is put."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import typer

from manipulation.cards import Cards
from manipulation.cli.answering import give, read, refuse, unwritten
from manipulation.cli.answers import (
    Line,
    arrangement,
    arrangements_counted,
    hint,
    plays_counted,
    verdict,
)
from manipulation.cli.documents import KINDS, kind_of
from manipulation.cli.paper import (
    NO_ANSWER,
    NO_READER,
    Paper,
    abandon,
    expect_output,
    last_words,
)
from manipulation.cli.playing import play
from manipulation.cli.replaying import replay
from manipulation.cli.simulating import simulate
from manipulation.errors import ManipulationError
from manipulation.records import json_schema
from manipulation.rules import (
    FINAGLE_MELDS,
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    VATIKAN_MELDS,
    MeldRules,
)
from manipulation.solver import Objective  # noqa: TC001 -- typer reads it
from manipulation.solver._limits import NO_LIMIT
from manipulation.table import Play, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

_DISTRIBUTION: Final = "manipulation-rummy"

_RULES: Final[dict[str, MeldRules]] = {
    "manipulation": MANIPULATION.melds,
    "rummikub": RUMMIKUB_MELDS,
    "machiavelli": MACHIAVELLI_MELDS,
    "vatikan": VATIKAN_MELDS,
    "tahiti": TAHITI_MELDS,
    "finagle": FINAGLE_MELDS,
}

_Name: TypeAlias = Literal[
    "manipulation", "rummikub", "machiavelli", "vatikan", "tahiti", "finagle"
]
_RulesOption: TypeAlias = Annotated[
    _Name, typer.Option("--rules", help="Whose melds and jokers these are.", case_sensitive=False)
]
_JsonOption: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Answer with a JSON document on one line.")
]
_LimitOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--limit",
        metavar="STATES",
        min=1,
        callback=lambda limit: limit and min(limit, NO_LIMIT),
        help="Give up after so many states of the search.",
    ),
]
_TableArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="TABLE", help="The melds on the table, with | between.")
]

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def run(arguments: Sequence[str] | None) -> None:
    """Answer one command and exit with the answer's status; None for the process's arguments."""
    if isinstance(sys.stderr, TextIOWrapper):  # typer repeats arguments there, whatever they are
        sys.stderr.reconfigure(errors="backslashreplace")
    output = sys.stdout
    try:
        expect_output()
        app(arguments)
    except SystemExit:
        if getattr(sys.stdout, "wrapped", None) is not output:
            raise
        abandon(output)  # typer has wrapped it, which it does where nobody reads the help
        sys.exit(NO_READER)
    except ManipulationError as error:
        refuse(error)
    except OSError as error:
        last_words(unwritten(error))
        sys.exit(NO_ANSWER)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 -- typer calls it
    if not wanted:
        return
    from importlib import metadata  # noqa: PLC0415 -- it loads much, for this alone

    try:
        number = metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        number = "(not installed)"
    Paper().line(Line((f"{_DISTRIBUTION} {number}",)))
    raise typer.Exit


@app.callback()
def manipulation(
    *,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Play Manipulation, the rummy in which melds may be rearranged, or ask about positions.

    A card is a rank, one of A23456789TJQK, and a suit, one of cdhs: 8s, Th. A joker is *, or 8s*
    where it stands for 8s. A table is melds with | between. Put each in quotes:

    \b
      manipulation arrange "4s 5s 6s 6h 6d 7s *"
      manipulation check "4s 5s 6s" "4s 5s 6s 7s" --hand "7s Kd"
      manipulation hint "4s 5s 6s | 6c 6d 6h" "3s 7s 6s Kd"
      manipulation count "4s 5s 6s 6h 6d 7s *"

    Or play: manipulation play Ann Bob greedy. The exit status is 0 for yes, 1 for no, and 2 where
    the input is no question.
    """  # noqa: D301 -- the backspace keeps the lines below it as they are


@app.command("arrange")
def answer_arrange(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help="The cards, in any order.")],
    *,
    rules: _RulesOption = "manipulation",
    limit: _LimitOption = None,
    as_json: _JsonOption = False,
) -> None:
    """Arrange all the cards in melds, each * standing for any card.

    Where they cannot be arranged: which cards are in conflict, and the arrangement that leaves
    the fewest cards out.
    """
    question = read("CARDS", Cards.parse, cards)
    give(arrangement(question, _RULES[rules], limit=limit or NO_LIMIT), as_json=as_json)


@app.command("check")
def answer_check(
    table: _TableArgument,
    play: Annotated[
        str, typer.Argument(metavar="PLAY", help="The whole table as the play leaves it.")
    ],
    hand: Annotated[str, typer.Option(metavar="CARDS", help="The player's hand before the play.")],
    *,
    rules: _RulesOption = "manipulation",
    as_json: _JsonOption = False,
) -> None:
    """Say whether a play is legal, or name every rule that it breaks.

    A play is judged by the table before, the table after, and the hand.
    """
    before = read("TABLE", lambda text: Table.parse(text, rules=_RULES[rules]), table)
    answer = verdict(before, read("PLAY", Play.parse, play), read("--hand", Cards.parse, hand))
    give(answer, as_json=as_json)


@app.command("hint")
def answer_hint(  # noqa: PLR0913 -- each is an option of the command
    table: _TableArgument,
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The player's hand.")],
    *,
    objective: Annotated[
        Objective,
        typer.Option(help="Leave the fewest points in hand, or play the most cards."),
    ] = "points",
    rules: _RulesOption = "manipulation",
    limit: _LimitOption = None,
    as_json: _JsonOption = False,
) -> None:
    """Find the best play, and the steps to the table that it leaves.

    Of plays as good, it is one that disturbs the fewest melds.
    """
    before = read("TABLE", lambda text: Table.parse(text, rules=_RULES[rules]), table)
    cards = read("HAND", Cards.parse, hand)
    give(hint(before, cards, objective, limit=limit or NO_LIMIT), as_json=as_json)


@app.command("count")
def answer_count(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS|TABLE", help="The cards; with a hand, the table.")
    ],
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND", help="The player's hand.", show_default=False)
    ] = None,
    *,
    rules: _RulesOption = "manipulation",
    limit: _LimitOption = None,
    as_json: _JsonOption = False,
) -> None:
    """Count the arrangements of cards or, with a hand, the plays.

    All the cards are arranged; with a hand, they are the table. Arrangements are told apart by
    their melds, plays by the cards that they play. By default a count that takes more than some
    seconds is given up.
    """
    if hand is None:
        question = read("CARDS", Cards.parse, cards)
        answer = arrangements_counted(question, _RULES[rules], limit=limit)
    else:
        table = read("TABLE", lambda text: Table.parse(text, rules=_RULES[rules]), cards)
        answer = plays_counted(table, read("HAND", Cards.parse, hand), limit=limit)
    give(answer, as_json=as_json)


@app.command("schema")
def answer_schema(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help=f"One of {', '.join(KINDS)}.")
    ] = "record",
) -> None:
    """Write the JSON Schema of a kind of document.

    By default that of a game on record, which is what `play` keeps. It is of draft 2020-12.
    """
    document = json_schema(read("KIND", kind_of, kind))
    Paper().exact(json.dumps(document, indent=2))


app.command("play")(play)
app.command("replay")(replay)
app.command("simulate")(simulate)
