"""The file that a game at the terminal is kept in, whatever happens to either."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from manipulation import RecordError, to_json
from manipulation.cli.host import Leaving
from manipulation.cli.saving import FileError, new_path, read_record, unused_path, write_record
from tests.hosting import (
    files,
    hosted,
    in_a_folder_of_its_own,  # noqa: F401 -- pytest finds it by name
    played_by,
    shown,
)


class TestKeeping:
    """A saved game is the library's record, and never half written."""

    def test_it_is_kept_whenever_a_person_is_asked(self) -> None:
        """The file has all that is committed; nothing else is in it."""
        host = hosted("draw", "draw", path="game.json")
        played_by(host)
        assert read_record(Path("game.json")) == host.record
        assert Path("game.json").read_text(encoding="utf-8") == to_json(host.record) + "\n"
        assert files() == ["game.json"]

    def test_save_names_a_file(self) -> None:
        """From then on the game is kept there; `save` alone finds a name."""
        host = played_by(hosted("save a b.json", "draw", "save", "save a b.json"))
        assert host.path == Path("a b.json")
        assert read_record(host.path) == host.record
        host = played_by(hosted("draw", "save"))
        assert host.path == Path("manipulation-1.json")
        assert shown(host).count("The game is kept in manipulation-1.json.") == 1

    def test_no_file_is_written_over(self) -> None:
        """It may be another game; one's own goes on where it was kept."""
        Path("other.json").write_text("precious", encoding="utf-8")
        host = played_by(hosted("save other.json", "save ~no one/x", "draw", path="mine.json"))
        assert "other.json is there already" in shown(host)
        assert "~no one/x: the file cannot be written: No such file" in shown(host)
        assert Path("other.json").read_text(encoding="utf-8") == "precious"
        assert host.path == Path("mine.json")
        assert not host.unkept

    def test_a_file_that_cannot_be_written(self) -> None:
        """It is told, the game goes on, and the status says so in the end."""
        host = played_by(
            hosted("draw", "save no/such/folder", "hint", "save fold\0er", path="no/folder.json")
        )
        assert shown(host).count("no/folder.json: the file cannot be written") == 2
        assert re.search(r"\nfold\0er: the file cannot be written: .*embedded null", shown(host))
        assert "no/such/folder: the file cannot be written" in shown(host)
        assert host.unkept

    def test_leaving(self) -> None:
        """Whoever quits is asked where to keep the game, until it is kept or not wanted."""
        Path("there").mkdir()
        host = hosted("draw", "quit", "there", "a.json")
        with pytest.raises(Leaving):
            host.play()
        assert host.path == Path("a.json")
        assert "there is there already" in shown(host)
        for answer, path in (("", "manipulation-1.json"), ("no", None), (" N ", None)):
            host = hosted("quit", answer)
            with pytest.raises(Leaving):
                host.play()
            assert host.path == (None if path is None else Path(path))
        host = hosted("quit", path="b.json")
        with pytest.raises(Leaving):
            host.play()
        assert Path("b.json").exists()

    def test_leaving_at_the_curtain(self) -> None:
        """A person need not sit down to leave."""
        host = hosted("quit", "no", seats="Ann Bob")
        with pytest.raises(Leaving):
            host.play()

    def test_paths(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A new file is one that is not there; what is no path is refused."""
        monkeypatch.setenv("HOME", "/home/ann")
        assert new_path("~/game.json") == Path("/home/ann/game.json")
        for name in ("x" * 5000, "."):
            with pytest.raises(FileError):
                new_path(name)
        unused_path(Path()).touch()
        assert unused_path(Path()) == Path("manipulation-2.json")

    def test_reading(self) -> None:
        """What cannot be read, is no text, or is no game, is refused."""
        Path("bytes").write_bytes(b"\xff")
        Path("json").write_text("{}", encoding="utf-8")
        for name in ("nothing", "bytes", "."):
            with pytest.raises(FileError, match="the file cannot be read"):
                read_record(Path(name))
        with pytest.raises(RecordError):
            read_record(Path("json"))

    def test_a_file_with_a_byte_order_mark(self) -> None:
        """Some editors write one."""
        record = hosted().record
        Path("game.json").write_text(to_json(record), encoding="utf-8-sig")
        assert read_record(Path("game.json")) == record

    def test_what_the_old_file_was(self) -> None:
        """A link is followed, and the file keeps its permissions."""
        record = hosted().record
        Path("game.json").touch(mode=0o640)
        Path("link.json").symlink_to("game.json")
        write_record(record, Path("link.json"))
        assert Path("link.json").is_symlink()
        assert Path("game.json").stat().st_mode & 0o777 == 0o640
        assert read_record(Path("game.json")) == record

    @pytest.mark.parametrize("fails", ["fsync", "replace"])
    def test_a_failure_leaves_the_old_file(
        self, monkeypatch: pytest.MonkeyPatch, fails: str
    ) -> None:
        """Whatever fails before the last step, the old file is whole and no other is left."""
        path = Path("game.json")
        write_record(hosted(seed=1).record, path)
        old = path.read_bytes()

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os if fails == "fsync" else Path, fails, fail)
        with pytest.raises(FileError, match="No space left on device"):
            write_record(hosted(seed=2).record, path)
        assert path.read_bytes() == old
        assert files() == ["game.json"]

    @pytest.mark.parametrize("moment", ["os.fdopen", "os.fsync", "Path.replace"])
    def test_killed_while_it_writes(self, moment: str) -> None:
        """A process that is killed on the way leaves the old game, whole."""
        write_record(hosted(seed=1).record, Path("game.json"))
        script = (
            "import os, signal\n"
            "from pathlib import Path\n"
            "from manipulation.cli.saving import read_record, write_record\n"
            "record = read_record(Path('game.json')).after(__import__('manipulation').Draw())\n"
            f"{moment} = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n"
            "write_record(record, Path('game.json'))\n"
        )
        ended = subprocess.run([sys.executable, "-c", script], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert read_record(Path("game.json")) == hosted(seed=1).record
