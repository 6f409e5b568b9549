"""`python -m tests.fuzzing.one TARGET FOLDER [libFuzzer's options]`: fuzz one target."""

import sys

import atheris

with atheris.instrument_imports(include=["manipulation"]):
    from tests.fuzzing.targets import check, text_of


def main() -> None:
    """Give one target to libFuzzer, with a folder of inputs that it also adds to."""
    target, *options = sys.argv[1:]

    def try_one(data: bytes) -> None:
        check(target, text_of(data))

    atheris.Setup([sys.argv[0], *options], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
