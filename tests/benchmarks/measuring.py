"""The clock of the benchmarks, the tables that they print, and the machine in words."""

import gc
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from manipulation.solver import COMPILED

Answer = TypeVar("Answer")

CLOCK = (
    "Clock: the CPU time of the process, all its threads together, pinned to one CPU; "
    "garbage collection is on, and what was loaded before is frozen."
)

KERNEL = "compiled" if COMPILED else "pure Python"


def pin() -> None:
    """Let this process, and every thread that it starts from now on, run on one CPU only.

    Unpinned, a second thread of HiGHS would hop between two CPUs, which costs it more than it wins.
    """
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def each_once(
    questions: Iterable[Callable[[], Answer]], *, warm_up: int = 1
) -> tuple[list[Answer], list[float]]:
    """Ask every question once; give the answers and the seconds, the first few left out."""
    answers, seconds = [], []
    listed = list(questions)
    gc.collect()
    gc.freeze()
    for ask in listed:
        start = time.process_time()
        answer = ask()
        seconds.append(time.process_time() - start)
        answers.append(answer)
    return answers[warm_up:], seconds[warm_up:]


def heading(title: str) -> str:
    """Say what was measured, with which kernel, when, and on what machine."""
    today = datetime.now(tz=UTC).date()
    return f"### {title}, {KERNEL} kernel\n\n{today}, {_machine()}. {CLOCK}\n"


def _machine() -> str:
    """Describe the machine without its name."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} CPUs ({model}), {platform.system()}, {python}"


def print_table(columns: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    """Print a table in Markdown, flushed, so that one sees how far the run is."""
    print("|", " | ".join(columns), "|")
    print("|", " | ".join("---" for _ in columns), "|", flush=True)
    for row in rows:
        print("|", " | ".join(map(str, row)), "|", flush=True)
    print()


def duration(seconds: float) -> str:
    """Write a time with three digits, in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
