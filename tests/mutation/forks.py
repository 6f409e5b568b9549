"""Child processes in which a mutant can do no harm: silent, and with an end to time and memory."""

from __future__ import annotations

import os
import resource
import signal
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY: Final = 3 << 30
"""Bytes of address space that a child may have."""

PATIENCE: Final = 5.0
"""Seconds that any test may take, beside five times what it takes without a mutant."""


def forked(task: Callable[[], int], *, wait: bool = True, limited: bool = True) -> int:
    """Run a task in a child, and give its exit code, or its id at once."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3 if "MUTATION_LOUD" not in os.environ else 1):
                os.dup2(nothing, stream)
            if limited:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            code = task()
        except BaseException:  # noqa: BLE001 -- whatever a mutant does, it ends here
            code = 71
        finally:
            os._exit(code)
    return status_of(child) if wait else child


def status_of(child: int) -> int:
    """Wait for a child, and give its exit code; below zero, the signal that ended it."""
    _, status = os.waitpid(child, 0)
    return code_of(status)


def code_of(status: int) -> int:
    """Give the exit code; a child that did nothing for too long has decided nothing."""
    code = os.waitstatus_to_exitcode(status)
    return 0 if code == -signal.SIGALRM else code


def limit(seconds: float) -> None:
    """Let this process end when it works for so long; or does nothing for ever, as machines go."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE + 5 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 900 + 100 * seconds)
