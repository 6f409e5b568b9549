"""`python -m tests.fuzzing --runs N [TARGET ...]`: fuzz the targets, N inputs each, one by one."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzzing.corpus import keep, texts_of
from tests.fuzzing.smallest import smallest
from tests.fuzzing.targets import TARGETS, text_of

DICTIONARY = Path(__file__).with_name("words.dict")

LONGEST = 2_000
"""Most bytes of an input."""


def main() -> int:
    """Fuzz the targets that are named, or all; the exit code is 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS], metavar="TARGET")
    parser.add_argument("--runs", type=int, default=10_000, help="inputs for each target")
    parser.add_argument("--keep", action="store_true", help="keep what ran something new")
    options = parser.parse_args()
    failed, tried, began = [], 0, time.monotonic()
    for target in options.targets or TARGETS:
        with TemporaryDirectory() as folder:
            found = Path(folder)
            for number, text in enumerate(texts_of(target)):
                data = text.encode("utf-8", "surrogateescape")
                (found / f"seed{number}").write_bytes(data)
            code = subprocess.call([
                sys.executable, "-m", "tests.fuzzing.one", target, folder,
                f"-runs={options.runs}", f"-max_len={LONGEST}", "-verbosity=0", "-timeout=20",
                f"-artifact_prefix={target}-", f"-dict={DICTIONARY}",
            ])  # fmt: skip
            tried += options.runs
            if code:
                failed.append(target)
            if options.keep:
                inputs = [text_of(path.read_bytes()) for path in found.iterdir()]
                keep(target, smallest(target, inputs))
        print(f"{target}: {'a fault' if code else 'no fault'}", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"{tried:,} inputs in {minutes:.0f} min; faults in: {', '.join(failed) or 'none'}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
