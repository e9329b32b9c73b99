"""The site has every page, command, rule and event, and the current diagram of the packages."""

import re
from pathlib import Path
from tomllib import loads

import pytest
from referee_cli.commands import EVERY, FAULTS, PROJECT, load
from referee_cli.record import SHEET
from referee_schemas.vocabulary import vocabulary

import referee
from handbook import rooms
from handbook.making import MADE, PART, filled
from referee.judging.registry import games
from tests.documents.blocks import PAGES, ROOT, name_of, written
from tests.test_architecture import BESIDE, FLOORS

CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
DOCS = ROOT / "docs"


def test_every_page_is_in_the_navigation() -> None:
    pages = {page.relative_to(DOCS).as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    above = {"glossary.md", "contributing.md", "security.md", "changelog.md", "samples.md"}
    assert set(re.findall(r"[\w/-]+\.md", CONFIG)) == pages | above


def test_everything_that_is_made_is_asked_for_by_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert {part[1] for part in PART.finditer(text)} == set(MADE)


@pytest.mark.parametrize("page", sorted((DOCS / "reference").glob("*.md")), ids=name_of)
def test_a_reference_page_has_what_the_program_says_now(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert PART.search(text), "a page of the reference is made by the program"
    assert filled(text) == text, "run: python -m handbook"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_a_page_or_one_of_its_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([\w-]+))?\)", written(page)):
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.M)
            assert anchor in map(slug, headings), f"{target}#{anchor}"


def slug(heading: str) -> str:
    """Return the anchor of a heading, on the repository page and on the site."""
    return re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-")


@pytest.mark.parametrize("name", EVERY)
def test_every_command_is_told_with_its_options(name: str) -> None:
    (told,) = re.findall(rf"^### `referee {name}`.*?(?=^##|\Z)", MADE["commands"](), re.S | re.M)
    command = load(name)
    assert all(
        option in told for param in command.params for option in param.opts[:1] if "-" in option
    )
    assert "Example" not in told
    assert "```sh\nreferee" in told


@pytest.mark.parametrize("book", games(), ids=lambda book: book.name)
def test_every_rule_and_house_rule_of_a_game_is_told(book) -> None:
    told = MADE[f"rules {book.name}"]()
    assert re.findall(r"^### `([a-z._]+)`", told, re.M) == [rule.id for rule in book.rules]
    assert re.findall(r"^\| `(\w+)` \|", told, re.M) == [rule.name for rule in book.house_rules]


def test_every_event_and_every_name_of_the_library_is_told() -> None:
    told = set(re.findall(r"^\| `(\w+)` \|", MADE["events"](), re.M))
    assert set(vocabulary().events) <= told
    offered = set(re.findall(r"^## `(\w+)`", MADE["library"](), re.M))
    assert offered == set(referee.__all__) - {"Source", "__version__"}


def test_the_picture_of_the_rooms_is_the_house_that_the_tests_hold() -> None:
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.picture(FLOORS, BESIDE)


def test_the_program_and_its_package_name_the_same_addresses() -> None:
    urls = loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert (urls["Homepage"], urls["Issues"]) == (PROJECT, FAULTS)
    assert (ROOT / SHEET).exists()
