"""Documentation and code agree: every name in the documents exists, and everything public is
documented."""

import inspect
import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from referee_cli.commands import EVERY, FAULTS, PROJECT
from referee_cli.main import main
from referee_cli.record import SHEET
from referee_schemas.reading import read_lines

from referee.judging.registry import OWN, games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def shown(page: str, language: str) -> list[str]:
    """Return the blocks of a language on a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)


def test_the_readme_is_short() -> None:
    assert len(README.split()) <= 600


def test_the_readme_names_commands_that_exist() -> None:
    assert set(re.findall(r"`referee ([a-z]+)", README)) <= set(EVERY)


def test_the_python_in_the_readme_runs(monkeypatch, capsys) -> None:
    monkeypatch.chdir(ROOT)
    for lines in shown("README.md", "python"):
        exec(lines, {})
    told = capsys.readouterr().out
    assert "dimes-level.jsonl pot owes Ida 4" in told
    assert "points=20" in told


def test_the_log_on_the_page_about_logs_can_be_read() -> None:
    lines = shown("docs/how-to/write-a-log.md", "json")[0]
    assert [event["type"] for event in read_lines(lines.encode().splitlines(), "page")][-1] == "pay"


def test_the_finding_in_the_readme_is_what_the_referee_says(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(ROOT)
    told = CliRunner().invoke(main, ["check", "sample_games/priority-quarrel.jsonl"]).stdout
    assert shown("README.md", "")[0] in told


def test_links_lead_somewhere() -> None:
    samples = ROOT / "sample_games" / "README.md"
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), samples):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_program_and_its_package_name_the_same_addresses() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert urls["Homepage"] == PROJECT
    assert urls["Issues"] == FAULTS
    assert (ROOT / SHEET).exists()


EVERY_RULE = {rule: f"{book.name}:{rule.id}" for book in games() for rule in book.rules}


@pytest.mark.parametrize("rule", EVERY_RULE, ids=EVERY_RULE.get)
def test_every_rule_is_in_words_and_shown_by_a_file_of_cases(rule) -> None:
    assert len(rule.plain) > 40
    assert rule.source
    assert (ROOT / rule.shown_by).exists()


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_rules_bind_only_house_rules_that_are_declared(book) -> None:
    declared = {rule.name for rule in book.house_rules}
    assert {name for rule in book.rules for name in rule.binds} <= declared
    home = Path(inspect.getfile(import_module(OWN[book.name])))
    files = home.parent.rglob("*.py") if home.name == "__init__.py" else [home]
    sources = [path.read_text("utf-8") for path in files]
    read = {name for text in sources for name in re.findall(r'house\["(\w+)"\]', text)}
    assert read == declared


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_the_published_schema_knows_every_word_of_the_rulebook(book) -> None:
    text = (ROOT / "schemas" / "referee_schemas" / "published" / "events.schema.json").read_text(
        "utf-8"
    )
    json.loads(text)
    words = [rule.name for rule in book.house_rules]
    words += [word for options in book.words.values() for word in options]
    assert all(f'"{word}"' in text for word in words)
