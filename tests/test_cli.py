"""The command line holds to its page, its help and its rules, and refuses bad input."""

import importlib.metadata
import json
import os
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.commands import (
    Runner,
    on_screen,
    plain_surroundings,  # noqa: F401 -- a fixture for all of this file
    process,
    runner,  # noqa: F401 -- the fixture `run`
    samples,
)

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
COMMANDS = ("arrange", "check", "hint", "count")


class TestPages:
    """What the pages show is what is printed."""

    @pytest.mark.parametrize(("command", "printed"), samples(PAGE))
    def test_each_sample(self, run: Runner, command: str, printed: str) -> None:
        """A sample is what its command prints, a JSON document as `json.tool` lays it out."""
        command, pipe, tool = command.partition(" | python -m json.tool")
        script, *arguments = shlex.split(command)
        out, err, _ = run(*arguments)
        assert (script, tool) == ("manipulation", "")
        assert printed == (f"{json.dumps(json.loads(out), indent=4)}\n" if pipe else out + err)

    def test_the_page_has_samples_of_every_command(self) -> None:
        """Every command is shown, and shown with JSON."""
        shown = {(command.split()[1], "--json" in command) for command, _ in samples(PAGE)}
        assert shown == {(command, as_json) for command in COMMANDS for as_json in (True, False)}

    def test_the_first_answer_of_the_readme(self, run: Runner) -> None:
        """The first `text` block is what the first command answers."""
        command, _ = samples(README)[0]
        _, _, asked = command.partition(" && python -m manipulation ")
        (answer, *_) = re.findall(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
        assert run(*shlex.split(asked)) == (answer, "", 0)


class TestRules:
    """`--rules NAME`."""

    @pytest.mark.parametrize(
        ("cards", "names"),
        [
            ("As 2s 3s", "manipulation rummikub machiavelli vatikan tahiti"),
            ("Qs Ks As", "manipulation machiavelli vatikan tahiti finagle"),
            ("4s 5s *", "manipulation rummikub tahiti"),
            ("4s * *", "manipulation rummikub"),
        ],
    )
    def test_each_name(self, run: Runner, cards: str, names: str) -> None:
        """Each rule set takes what it takes, whichever way its name is written."""
        every = ("manipulation", "rummikub", "machiavelli", "vatikan", "tahiti", "finagle")
        taken = [name for name in every if run("arrange", cards, "--rules", name).status == 0]
        assert taken == names.split()
        assert run("arrange", cards, "--rules", names.split(maxsplit=1)[0].upper()).status == 0

    def test_tables_are_under_them(self, run: Runner) -> None:
        """A table that they refuse is bad input, for a hint and for a check."""
        for question in (("hint", "Qs Ks As", ""), ("check", "Qs Ks As", "", "--hand", "")):
            out, err, status = run(*question, "--rules", "rummikub")
            assert (out, status) == ("", 2)
            first, second = err.splitlines()
            assert first == "TABLE: the melds are not all legal"
            assert second.startswith("  TURNS_THE_CORNER (R17): ")
            assert second.endswith(" [As Qs Ks]")
        assert run("check", "", "Qs Ks As", "--hand", "Qs Ks As", "--rules", "rummikub").status == 1


class TestBadInput:
    """Bad input ends with the status 2 and a word on standard error, never a traceback."""

    @pytest.mark.parametrize(
        ("arguments", "name"),
        [
            (("arrange", "4s 5z 6s"), "CARDS"),
            (("check", "4s 5z 6s", "", "--hand", ""), "TABLE"),
            (("check", "", "4s 5z 6s", "--hand", ""), "PLAY"),
            (("check", "", "", "--hand", "4s 5z 6s"), "--hand"),
            (("hint", "4s 5z 6s", ""), "TABLE"),
            (("hint", "", "4s 5z 6s"), "HAND"),
        ],
    )
    def test_no_notation(self, run: Runner, arguments: tuple[str, ...], name: str) -> None:
        """The argument is named, and carets are below the place."""
        for more in ((), ("--json",)):
            out, err, status = run(*arguments, *more)
            message, text, carets = err.splitlines()
            assert message.startswith(f"{name}: not a card")
            assert (text, carets) == ("  4s 5z 6s", "     ^^")
            assert (out, status) == ("", 2)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("arrange", "4s " * 40_000), "CARDS: a text of 120000 characters"),
            (("arrange", "4s " * 200), "CARDS: more than 127 equal cards"),
            (("arrange", "4s " * 9), "the solver takes at most 8 equal cards"),
            (("hint", "", "4s*"), "a hand holds no declared joker: 4s* (R26)"),
            (("check", "", "", "--hand", "4s*"), "a hand holds no declared joker: 4s* (R26)"),
        ],
    )
    def test_what_cannot_be(self, run: Runner, arguments: tuple[str, ...], told: str) -> None:
        """A position that cannot be, and more than is read, are refused in our words."""
        out, err, status = run(*arguments)
        assert err.startswith(told)
        assert (out, status) == ("", 2)

    @pytest.mark.parametrize(
        "arguments",
        [
            (),
            ("deal",),
            ("arrange",),
            ("arrange", "4s", "5s"),
            ("check", "4s 5s 6s", "4s 5s 6s"),
            ("hint", "", "", "--objective", "fun"),
            ("arrange", "4s", "--rules", "canasta"),
            ("arrange", "4s", "--colour"),
        ],
    )
    def test_no_command(self, run: Runner, arguments: tuple[str, ...]) -> None:
        """What is no command, or lacks something, is told how it is used."""
        out, err, status = run(*arguments)
        assert "Usage: " in out + err
        assert status == 2

    @example(command="arrange", texts=["", "\ud800"])
    @given(
        command=st.sampled_from(["arrange", "hint", "check", "--rules", "--"]),
        texts=st.lists(st.text(st.characters(exclude_characters="\0"), max_size=20), max_size=3),
    )
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_text(self, run: Runner, command: str, texts: list[str]) -> None:
        """Any text, lone surrogates and control characters among it, is answered or refused."""
        status = run(command, *texts).status
        assert status in (0, 1, 2)

    def test_bytes_that_are_no_text(self) -> None:
        """What the system cannot decode is marked where it stands."""
        out, err, status = process("arrange", os.fsdecode(b"4s \xff\xfe 5s"))
        assert (out, status) == ("", 2)
        assert err.splitlines()[1:] == ["  4s \ufffd\ufffd 5s", "     ^^"]

    def test_a_stream_that_lacks_characters(self) -> None:
        """The carets stay below the place where standard error takes ASCII alone."""
        _, err, status = process("arrange", "\u2660 5x", PYTHONIOENCODING="ascii")
        assert err.splitlines()[1:] == ["  ? 5x", "  ^"]
        assert status == 2


class TestHelp:
    """`--help` and `--version`."""

    @pytest.mark.parametrize(
        "command",
        [(), *((command,) for command in (*COMMANDS, "play", "replay", "schema"))],
    )
    def test_it_fits(self, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
        """Every page fits 80 columns, is whole, and comes by `-h` as well."""
        shown = on_screen(monkeypatch, *command, "--help")
        assert max(map(len, shown.splitlines())) <= 80
        assert shown.startswith("Usage: ")
        assert "..." not in shown.partition("\n")[2]
        assert shown == on_screen(monkeypatch, *command, "-h")

    def test_its_examples(self, run: Runner) -> None:
        """What the first page shows is answered with yes."""
        lines = run("--help").out.splitlines()
        examples = [line.split(maxsplit=1)[1] for line in lines if line.startswith("    manip")]
        assert len(examples) == len(COMMANDS)
        for command in examples:
            assert run(*shlex.split(command)).status == 0

    def test_version(self, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
        """The version is that of the project; a package that is only on the path has none."""
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert run("--version").out == f"{project['name']} {project['version']}\n"

        def missing(_: str) -> str:
            raise importlib.metadata.PackageNotFoundError

        monkeypatch.setattr(importlib.metadata, "version", missing)
        assert run("--version") == ("manipulation-rummy (not installed)\n", "", 0)
