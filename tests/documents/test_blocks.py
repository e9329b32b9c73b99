"""Every block of code of every document runs, and the shown output is the real one."""

import json
import re
from pathlib import Path

import pytest
from referee_schemas.reading import read_lines

from referee import judge, read_log
from tests.cli.running import referee
from tests.documents.blocks import PAGES, ROOT, Block, blocks, name_of, written
from tests.documents.reader import Reader, is_read

TYPED = ("sh", "typed", "text")
LOOKED_AT = ("", "cron")
"""Blocks that do not run: a drawing, output from elsewhere, a line for another program."""

HERE = {"json", "jsonl", "sheet", "python", *TYPED, *LOOKED_AT}
RUN_BY_OTHERS = {"sql": "tests/cli/test_archive.py", "toml": "tests/plug_ins/test_guide.py"}
FOLLOWED = {ROOT / "docs" / "how-to" / "write-a-game.md"}
"""Pages whose blocks each need the blocks before; ``tests/plug_ins/test_guide.py`` follows them."""


def having(*languages: str) -> list[Path]:
    return [page for page in PAGES if page not in FOLLOWED and blocks(page, *languages)]


def test_every_block_is_in_a_language_that_is_run() -> None:
    for page in PAGES:
        languages = {block.language for block in blocks(page)}
        assert languages <= HERE | RUN_BY_OTHERS.keys(), name_of(page)
    assert all((ROOT / test).exists() for test in RUN_BY_OTHERS.values())


@pytest.mark.parametrize("page", having("sh"), ids=name_of)
def test_the_commands_of_a_page_do_what_it_says(page: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sample_games").symlink_to(ROOT / "sample_games")
    reader = Reader(tmp_path)
    steps = blocks(page, *TYPED)
    if not any(" new friday" in step.text for step in steps):
        reader.has_played()
    told = ""
    for step, following in zip(steps, [*steps[1:], Block("", "", 0)], strict=True):
        if step.language == "sh":
            lines = step.text.replace("\\\n", " ").splitlines()
            then = following.text if following.language == "typed" else ""
            ends = [reader.types(line, then) for line in lines]
            told = "".join(done.stdout.decode() for done in ends if done)
        elif step.language == "text":
            assert says(told, step.text), f"line {step.line}:\n{told}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_installs_from_an_index_what_no_index_has(page: Path) -> None:
    assert not re.search(r"pip install[^`\n]*desmoche-referee", page.read_text(encoding="utf-8"))


def says(told: str, shown: str) -> bool:
    """Return whether a page shows this output; a line ``...`` leaves some of it out.

    >>> says("a\\nb\\nc\\n", "a\\n...\\nc\\n"), says("a\\nb\\n", "b\\n")
    (True, False)
    """
    lines = [line.rstrip() for line in told.splitlines()]
    parts = [re.escape(part.strip("\n")) for part in re.split(r"^\.\.\.$", shown, flags=re.M)]
    return re.fullmatch("(?s:.*)".join(parts).strip(), "\n".join(lines)) is not None


@pytest.mark.parametrize("page", having("json", "jsonl"), ids=name_of)
def test_the_json_of_a_page_is_json(page: Path) -> None:
    for block in blocks(page, "json", "jsonl"):
        lines = block.text.splitlines()
        if lines[0].startswith('{"type": "game"'):
            assert list(read_lines(block.text.encode().splitlines(), "page"))
        elif block.text.count('"type"') > 1:
            assert all(map(json.loads, lines))
        else:
            assert json.loads(block.text)


@pytest.mark.parametrize("page", having("sheet"), ids=name_of)
def test_the_score_sheets_of_a_page_are_in_order(page: Path) -> None:
    for block in blocks(page, "sheet"):
        report = judge(read_log(block.text))
        assert report["findings"] == []
        assert report["undecided"] == []


@pytest.mark.parametrize("page", having("python"), ids=name_of)
def test_the_python_of_a_page_runs(page: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(ROOT)
    for block in blocks(page, "python"):
        exec(block.text, {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_commands_in_the_sentences_of_a_page_are_commands(page: Path) -> None:
    sentences = re.sub(r"```.*?```", "", written(page), flags=re.S)
    for words in re.findall(r"`referee ([a-z]+\b[^`]*)`", sentences.replace("\n", " ")):
        is_read(words.replace("...", "").split())


def test_the_readme_is_short_and_shows_what_the_program_says() -> None:
    readme = ROOT / "README.md"
    assert len(readme.read_text(encoding="utf-8").split()) <= 600
    quarrel = ROOT / "sample_games" / "priority-quarrel.jsonl"
    told = referee("check", quarrel, COLUMNS="100").stdout.decode()
    assert blocks(readme, "")[0].text in told
