"""The guide "Write a game" gives the output that it shows, and its game accuses nobody."""

import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final

import pytest

from referee import judge, read_log
from referee.judging.registry import find
from referee.judging.rulebook import Rulebook
from referee.simulating.declared import evening_of
from tests.depth import one_in, seeds
from tests.documents.blocks import ROOT, blocks
from tests.documents.test_blocks import says
from tests.partial import poverty
from tests.partial.trying import accepted, compared
from tests.plug_ins.example import is_found, told, untranslated
from tests.plug_ins.installing import install, pip_install, run
from tests.plugged import plugged

PAGE = ROOT / "docs" / "how-to" / "write-a-game.md"
LAST_LINE = "SCAT = rulebook_of"

WAYS: Final = poverty.ways(
    turns=("draw", "take", "discard", "knock", "thirty_one"),
    shown=("show",),
    optional=("cut", "deal", "turn_up", "show", "score", "end"),
    melds=False,
)

TOLD: Final = told("scat")
OPENING: Final = "scat lang=en\nplayers Ana, Beto, Carla, Dina*\nhand\n"


class Author:
    """An author with their own folder. ``told`` is the output of the last command."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told = folder, ""
        self.written: list[str] = []
        self.last = ""
        (folder / "scat").mkdir()

    def writes(self, code: str) -> None:
        """Write more of the game; its last line stays the last."""
        if code.startswith(LAST_LINE):
            self.last = code
        else:
            self.written.append(code)
        text = "\n\n".join([*self.written, self.last])
        (self.folder / "scat" / "__init__.py").write_text(text, encoding="utf-8")

    def saves(self, table: str) -> None:
        """Write a file whose first line gives its path."""
        name = table.partition("\n")[0].removeprefix("# ")
        (self.folder / name).write_text(table, encoding="utf-8")

    def types(self, line: str) -> None:
        program, *words = shlex.split(line)
        if program == "pip":
            install(self.folder, "scat_for_the_referee", "scat:SCAT")
            return
        done = run(self.folder, *words)
        assert done.returncode in (0, 1, 4), done.stderr
        self.told = done.stdout


@pytest.fixture(scope="module")
def scat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulebook]:
    author = Author(tmp_path_factory.mktemp("guide"))
    for block in blocks(PAGE, "python"):
        author.writes(block.text)
    author.saves(blocks(PAGE, "toml")[-1].text)
    sys.path.insert(0, str(author.folder))
    book: Rulebook = import_module("scat").SCAT
    with plugged(book, module="scat"):
        yield find("scat")
    sys.path.remove(str(author.folder))


@pytest.mark.deep
def test_every_step_leads_to_what_the_page_shows(tmp_path: Path) -> None:
    author = Author(tmp_path)
    for block in blocks(PAGE):
        match block.language:
            case "python":
                author.writes(block.text)
            case "toml":
                author.saves(block.text)
            case "sheet":
                (tmp_path / "evening.sheet").write_text(block.text, encoding="utf-8")
            case "sh":
                for line in block.text.splitlines():
                    author.types(line)
            case "text":
                assert says(author.told, block.text), f"line {block.line}:\n{author.told}"
            case other:
                pytest.fail(f"line {block.line} is in {other}")
    pip_install(tmp_path, tmp_path / "site")
    told = run(tmp_path / "site", "rules", "scat", lang="es")
    assert "TREINTA Y UNO" in told.stdout, told.stderr


def test_the_spanish_of_the_page_is_whole(scat: Rulebook) -> None:
    assert untranslated(scat) == []


@pytest.mark.parametrize("way", one_in(3, [None, *WAYS]))
def test_evenings_by_its_rules_accuse_nobody_whatever_is_not_written(
    scat: Rulebook, way: str | None
) -> None:
    for seed in seeds(15, 4):
        rng = Random(f"scat/{seed}")
        rich = accepted(evening_of(scat, rng, rng.randint(1, 3)))
        if way is None:
            assert judge(rich)["findings"] == [], f"seed {seed}"
            continue
        made = poverty.written(WAYS[way](poverty.numbered(rich), rng))
        assert made is None or compared(rich, *made).broken == [], f"seed {seed}"


@pytest.mark.parametrize("lines", TOLD.values(), ids=TOLD)
def test_its_slips_are_found_once(scat: Rulebook, lines: list[str]) -> None:
    assert scat.name in OPENING
    is_found(OPENING.rstrip(), lines)


@pytest.mark.parametrize("play", [["Ana *", "gap"], []], ids=["behind a gap", "without play"])
def test_hands_that_are_shown_are_counted(scat: Rulebook, play: list[str]) -> None:
    shown = ["show Ana KhQh4d", "show Beto 7h8h9h", "show Carla 2c3c4c", "show Dina 2dTd"]
    report = judge(read_log(OPENING + "\n".join([*play, *shown, ""])))
    assert report["hands"][0]["scores"] == {"Ana": 20, "Beto": 24, "Carla": 9, "Dina": None}
    assert report["game"] == scat.name
