"""The command `play`: who sits down, how a game begins or goes on, and how it is left."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from manipulation.cli.answering import read, unwritten
from manipulation.cli.chance import begun
from manipulation.cli.host import Host, Leaving
from manipulation.cli.paper import NO_ANSWER, last_words
from manipulation.cli.saving import new_path, read_record
from manipulation.cli.seats import BOTS, seated
from manipulation.cli.terminal import Streams
from manipulation.rules import MANIPULATION, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import NoReturn

    from manipulation.cli.answers import Line
    from manipulation.records import Record

LEFT: Final = 1
"""The exit status of a game that is left before its end."""

_SIGNALS: Final = 128
"""What is added to a signal's number for the status of a process that it ends."""

_SEED_BITS: Final = 64


_Seats: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SEAT",
        help=f"Two to five: a person's name, or a bot: {', '.join(BOTS)}. You and a bot if none.",
    ),
]
_Seed: TypeAlias = Annotated[
    int | None, typer.Option(metavar="NUMBER", help="Where all chance comes from.")
]
_Target: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="POINTS", help=f"How many points end the game, {MANIPULATION.target}."),
]
_SaveFile: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep the game in this new file.")
]
_ResumeFile: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Go on with the game in this file.")
]


def play(
    seats: _Seats = None,
    *,
    seed: _Seed = None,
    target: _Target = None,
    save: _SaveFile = None,
    resume: _ResumeFile = None,
) -> None:
    """Play a game at this terminal, persons and bots in any mix.

    Where two persons play, a curtain falls between their turns. ? lists what can be typed.

    The exit status is 0 if the game came to its end, 1 if it was left before, 2 if it could not be
    begun or kept, and 130 after Ctrl-C. A game that is left by Ctrl-C or the end of input is kept
    without asking.
    """
    if resume is not None:
        if seats or any(given is not None for given in (seed, target, save)):
            message = "a game that goes on has its seats, chance, target and file already"
            raise typer.BadParameter(message, param_hint="--resume")
        record = read("--resume", read_record, resume)
        host = Host(Streams(), record, resume, record)
    else:
        host = Host(
            Streams(),
            _begin(seats or ["You", "greedy"], seed, target),
            save and read("--save", new_path, save),
        )
    _played(host)


def _begin(wanted: list[str], seed: int | None, target: int | None) -> Record:
    names = read("SEAT", seated, wanted)
    points = MANIPULATION.target if target is None else target
    rules = read("--target", lambda points: Rules(target=points), points)
    return begun(names, seed=randbits(_SEED_BITS) if seed is None else seed, rules=rules)


def _played(host: Host) -> NoReturn:
    """Play, and see to it that a game that is left is kept; the status tells whether it is."""
    status = 0
    with _signals_as_exits() as ignore:
        try:
            try:
                host.play()
            finally:
                ignore()
        except Leaving:
            status = LEFT
        except (EOFError, KeyboardInterrupt, SystemExit, OSError) as end:
            told = host.keep_anyhow()
            _tell_at_last(host, end, told)
            status = _status(end, kept=host.path is not None)
    sys.exit(NO_ANSWER if host.unkept else status)


def _tell_at_last(host: Host, end: BaseException, told: tuple[Line, ...]) -> None:
    """Tell what became of the game to whoever is still there, if anybody is."""
    if isinstance(end, OSError):
        last_words(unwritten(end), *told)
        return
    try:
        host.terminal.say(*told)
    except (OSError, SystemExit):
        last_words(*told)


def _status(end: BaseException, *, kept: bool) -> int:
    match end:
        case SystemExit(code=int(status)):
            return status
        case KeyboardInterrupt():
            return _SIGNALS + signal.SIGINT
        case OSError() if not kept:
            return NO_ANSWER
        case _:
            return LEFT


@contextmanager
def _signals_as_exits() -> Iterator[Callable[[], None]]:
    """Let a signal that ends the process, such as that of a closed window, end it in order.

    What is given has these signals and Ctrl-C ignored from then on: a game that is being kept shall
    be kept whole.
    """

    def leave(number: int, _: FrameType | None) -> NoReturn:
        raise SystemExit(_SIGNALS + number)

    def ignore() -> None:
        for number in before:
            signal.signal(number, signal.SIG_IGN)

    before = {signal.SIGINT: signal.getsignal(signal.SIGINT)}
    try:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                before[number] = signal.signal(number, leave)
        yield ignore
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
