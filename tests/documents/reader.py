"""A reader who types the commands of a page, one after another, in an empty folder."""

import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tomllib import loads

from referee_cli.commands import ALONE, EVERY, load

from tests.cli.running import Done, referee
from tests.documents.blocks import ROOT, blocks

EXTRAS = loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

ELSEWHERE = re.compile(
    r"postgresql:|\$REFEREE_DB|s3:|dask:|/opt/|logs/|--hands 9000|serve|sudo -u postgres|high_card"
)
"""Commands that need a server, a cluster or many logs, or do not end. Other tests run them; here
only their words are parsed."""

OF_OTHERS = {
    "mkdocs",
    "apt", "apt-get", "cd", "createdb", "dask", "install", "psql", "systemctl", "useradd",
}  # fmt: skip
"""Programs that change the machine, or that the tests do not need."""

STICK = "/media/stick"


class Reader:
    """A reader who types the commands of a page, in a folder with its own record book."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = folder / "record-book.db"

    def has_played(self) -> None:
        """Store the sample quarrel as ``friday``, and the hand that teaches Desmoche twice: with
        Ramon in it, and with Moncho."""
        sample = ROOT / "sample_games" / "priority-quarrel.jsonl"
        self._referee(["book", "import", str(sample), "--name", "friday"], "")
        (hand,) = blocks(ROOT / "docs" / "learn" / "desmoche.md", "sheet")
        knocking = hand.text.replace("unit=córdobas", "house knock=free")
        for name in ("Ramon", "Moncho"):
            sheet = self.folder / f"{name}.sheet"
            sheet.write_text(knocking.replace("Carla", name), encoding="utf-8")
            self._referee(["book", "import", str(sheet)], "")

    def types(self, line: str, then: str = "") -> Done | None:
        """Type a line, and ``then`` the answers to the program's questions. Commands of other
        programs are not run, but their packages, modules and files must exist."""
        done = None
        if line.startswith("printf "):
            subprocess.run(line, shell=True, check=True, cwd=self.folder)
            return None
        for part in line.replace(STICK, str(self.folder)).split(" && "):
            words = shlex.split(part, comments=True)
            while words and re.match("[A-Z_]+=", words[0]):
                del words[0]
            if not words or words[0] in ("export", "."):
                continue
            if words[:2] == ["sudo", "-u"]:
                words = words[3:]
            done = self._runs(part, words, then)
        return done

    def _runs(self, line: str, words: list[str], then: str) -> Done | None:
        program, *rest = words
        program = Path(program).name
        if program in ("py", "python", "python3") and rest[0] == "-m":
            program, *rest = rest[1:]
        if program.startswith("referee_cli."):
            # its old name works, too
            program, rest = "referee", [program.removeprefix("referee_cli."), *rest]
        if program == "referee" and ELSEWHERE.search(line):
            is_read(rest)
            return None
        if program == "referee":
            return self._referee(rest, then)
        match program:
            case "pip":
                _named(rest)
            case "python":
                assert (ROOT / rest[0]).exists(), line
            case "pytest":
                assert all((ROOT / one).exists() for one in rest if "/" in one), line
            case _:
                assert program in OF_OTHERS or find_spec(program), line
        return None

    def _referee(self, words: list[str], then: str) -> Done:
        done = referee(*words, book=self.book, stdin=then.encode(), LANGUAGE="en")
        told = (done.stdout + done.stderr).decode()
        # a head that is printed on a page belongs to another book
        known = (0, 1, 4) if "--head" in words else (0, 1)
        assert done.returncode in known, f"{words}: {told}"
        return done


def is_read(words: list[str]) -> None:
    """Parse a command without running it; fail if it does not exist or lacks these options."""
    name, *rest = words
    if name == "book":
        name = f"{name} {rest[0]}"
    assert name in EVERY or name in ALONE, words
    known = {option for param in load(name).params for option in param.opts}
    named = {word.strip("[]") for word in rest if word.strip("[").startswith("--")}
    assert named <= known | {"--lang", "--help"}, words


def _named(words: list[str]) -> None:
    """Assert that pip would install this checkout with existing extras, or a folder of it. The
    project is in no package index yet."""
    for word in words:
        wanted = re.fullmatch(r"\.(?:\[([\w,]+)\])?", word)
        if wanted and wanted[1]:
            assert set(wanted[1].split(",")) <= set(EXTRAS), word
        if not (wanted or word.startswith("-") or word == "install"):
            assert (ROOT / word / "pyproject.toml").exists(), word
