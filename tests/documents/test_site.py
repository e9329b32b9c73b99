"""The site has every page, command, rule and event, and the current diagram of the packages."""

import re
from pathlib import Path
from tomllib import loads

import pytest
from referee_cli.commands import FAULTS, PROJECT
from referee_cli.record import SHEET

from handbook import layers
from handbook.making import MADE, PART, filled
from tests.documents.blocks import PAGES, ROOT, name_of, written
from tests.test_architecture import BESIDE, LAYERS

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


def test_the_diagram_shows_the_layers_that_the_tests_check() -> None:
    assert layers.PICTURE.read_text(encoding="utf-8") == layers.picture(LAYERS, BESIDE)


def test_the_program_and_its_package_name_the_same_addresses() -> None:
    urls = loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert (urls["Homepage"], urls["Issues"]) == (PROJECT, FAULTS)
    assert (ROOT / SHEET).exists()
