"""Interrupts a simulation at each step that it takes in the code of executors, one by one."""

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import TYPE_CHECKING

from tests.short_games import IDLE, WITH

if TYPE_CHECKING:
    from _typeshed import TraceFunction

FILES = ("concurrent/futures/_base.py", "concurrent/futures/thread.py", "threading.py")


class Steps:
    """Counts the steps, and interrupts one of them."""

    def __init__(self, which: int) -> None:
        """Say which."""
        self.left = which

    def trace(self, frame: FrameType, *_: object) -> "TraceFunction | None":
        """Count a step."""
        if not frame.f_code.co_filename.replace("\\", "/").endswith(FILES):
            return None
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)
        return self.trace


def is_interrupted_at(step: int) -> bool:
    """Tell whether there is such a step; the threads of the executor end, or this does not."""
    with ThreadPoolExecutor(2) as threads:
        sys.settrace(Steps(step).trace)
        try:
            WITH(IDLE, games=2, executor=threads)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(None)
    return False


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    step = 1
    while is_interrupted_at(step):
        step += 1
    sys.stdout.write(f"{step - 1}\n")
