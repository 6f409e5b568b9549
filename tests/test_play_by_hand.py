"""A whole game is played on a pseudo-terminal, typed as a person would type it."""

import re
import sys
from pathlib import Path

import pexpect

from manipulation import Draw, Game, Record, from_json, replay
from tests.terminals import ctrl_c_is_heard, without_colour

PROMPT = r"(?:Ann|Bob|looking|round|no|/[0-9]+)> "


class Player:
    """Someone at a terminal of 80 columns, who reads what is shown and types."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        """Start a command, and read up to its first prompt."""
        with ctrl_c_is_heard():
            self.process = pexpect.spawn(
                sys.executable,
                ["-m", "manipulation", *arguments],
                cwd=str(folder),
                dimensions=(24, 80),
                encoding="utf-8",
                env={"TERM": "xterm-256color", "PYTHONUTF8": "1"},
                timeout=60,
            )
        self.process.delaybeforesend = None
        self.shown = ""
        """What has been shown since the last line was typed."""
        self.all = ""
        self.steps: list[str] = []
        """What is still to be typed of a hint's steps."""
        self.read()

    def read(self) -> None:
        """Read up to the next prompt, or to the end."""
        found = self.process.expect([PROMPT, pexpect.EOF])
        text = str(self.process.before) + ("" if found else str(self.process.after))
        self.shown = without_colour(text).replace("\r", "")
        self.all += self.shown

    def type(self, line: str) -> str:
        """Type a line and give what is then shown."""
        self.process.sendline(line)
        self.read()
        return self.shown

    def ended(self) -> int | None:
        """Give the exit status of a command that has ended."""
        self.process.close()
        return self.process.exitstatus

    def turns(self, count: int) -> None:
        """Play so many turns as the hints say, or to the end of the game."""
        while count > 0 and "The game is over" not in self.shown:
            line = self.next_line()
            count -= line in ("end", "knock")
            self.type(line)

    def next_line(self) -> str:
        """Find out from the last lines what to type."""
        *_, last, prompt = ["", *self.shown.splitlines()]
        if "Enter" in prompt:
            return ""
        if "Step by step" in self.shown:
            self.steps = re.findall(r"^ *\d+\. (.*)$", self.shown, re.MULTILINE)
        if self.steps:
            return self.steps.pop(0)
        if last.startswith("Legal"):
            return "commit"
        for words, line in (
            ("or knock", "knock"),
            ("Draw a card", "draw"),
            ("You may knock", "knock"),
            ("All you can do is end", "end"),
            ("Nothing can be played: draw", "draw"),
            ("Nothing can be played", "end"),
            ("Your turn is complete", "end"),
        ):
            if words in last:
                return line
        return "hint more"


def saved(folder: Path) -> Record:
    """Read the saved game."""
    return from_json((folder / "game.json").read_text(encoding="utf-8"), Record)


def begin(folder: Path) -> None:
    """Play some turns with hints, refusals, undo, help and a file, and leave."""
    ann = Player(folder, "play", "Ann", "greedy", "Bob", "--seed", "98")
    assert "Bob: Enter when nobody else is looking> " in ann.shown
    assert "> Bob     10 cards     0 points" in ann.type("")
    assert "not understood: ? lists what can be said\n  fold\n  ^^^^" in ann.type("fold")
    assert "MUST_DRAW (D4)" in ann.type("end")
    assert "R17 In a sequence the ace is high or low" in ann.type("? R17")
    assert "You drew J♦" in ann.type("draw")
    assert "NO_HAND_CARD (R22)" in ann.type("commit")
    assert "meld 1: TOO_FEW_CARDS (R13)" in ann.type("new 5h 5s")
    assert "Your hand (67 points" in ann.shown
    assert "Your hand (77 points" in ann.type("undo")
    assert "You can play A♣ A♥ 5♥ A♠ 5♠ 8♠ 9♠ T♠ * (leaves 12 points)" in ann.type("hint")
    either_five = re.compile("The table is then:\n  1 A♣ A♥ A♠          2 5[♣♦]\\* 5♥ 5♠")
    assert either_five.search(ann.type("hint more"))
    assert "  1. put down A♣ from hand in meld 1" in ann.type("hint more")
    assert "Legal: commit plays it." in ann.type("new 5h 5s 5c*")
    assert "Legal: commit plays it." in ann.type("5♥ 5♠ 5♣* | A♣ A♥ A♠ | 8♠ 9♠ 10♠")
    assert "You played A♣ A♥ 5♥ A♠ 5♠ 8♠ 9♠ T♠ *" in ann.type("commit")
    assert "The game is kept in game.json." in ann.type("save game.json")
    ann.turns(5)
    ann.type("quit")
    assert ann.ended() == 1


def go_on(folder: Path, kept: Record) -> None:
    """Go on with what was kept, and leave by Ctrl-C."""
    ann = Player(folder, "play", "--resume", "game.json")
    ann.turns(4)
    assert saved(folder).deals[0].moves[: len(kept.deals[0].moves)] == kept.deals[0].moves
    ann.process.sendintr()
    ann.read()
    assert "The game is kept in game.json." in ann.shown
    assert ann.ended() == 130
    assert len(saved(folder).deals[0].moves) > len(kept.deals[0].moves)


def finish(folder: Path) -> None:
    """Go on to the end of the game."""
    ann = Player(folder, "play", "--resume", "game.json")
    ann.turns(1000)
    assert "The game is over. Won by " in ann.shown
    assert ann.ended() == 0
    longest = max(len(line) for line in ann.all.splitlines())
    assert longest <= 80


def look_back(folder: Path) -> None:
    """Step through the record."""
    reader = Player(folder, "replay", "game.json")
    assert "step 2 of" in reader.type("")
    assert "step 1 of" in reader.type("b")
    assert "The game is over. Won by " in reader.type("e")
    reader.type("q")
    assert reader.ended() == 0


def test_a_whole_game(tmp_path: Path) -> None:
    """Hints, refusals, undo, help, a file, Ctrl-C, and on to the end; then the record replays."""
    begin(tmp_path)
    go_on(tmp_path, saved(tmp_path))
    finish(tmp_path)
    record = saved(tmp_path)
    assert record.seats == ("Ann", "greedy", "Bob")
    *_, last = replay(record)
    assert isinstance(last, Game)
    assert last.over
    assert max(last.totals) >= 150
    look_back(tmp_path)


def test_a_window_that_is_closed(tmp_path: Path) -> None:
    """The game is kept, and the status says so, though nothing can be told any more."""
    ann = Player(tmp_path, "play", "Ann", "greedy", "--seed", "7", "--save", "game.json")
    ann.type("draw")
    ann.process.ptyproc.fileobj.close()  # type: ignore[attr-defined]
    assert ann.process.wait() == 129
    assert saved(tmp_path).deals[0].moves[-1] == Draw()
