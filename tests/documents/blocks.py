"""The documents, and the blocks of code in them."""

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from handbook.making import PART

ROOT = Path(__file__).parents[2]

PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("sample_games/*.md")],
    key=lambda page: page.relative_to(ROOT).parts,
)

BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its text, and its first line."""

    language: str
    text: str
    line: int


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def written(page: Path) -> str:
    """Return the text of a page without its generated parts, which are tested elsewhere; the other
    lines keep their numbers."""
    text = page.read_text(encoding="utf-8")
    return PART.sub(lambda part: "\n" * part[0].count("\n"), text)


def blocks(page: Path, *languages: str) -> list[Block]:
    """Yield the blocks of a page, optionally only those in these languages."""
    text = written(page)
    found = [
        Block(block[2], dedent(block[3]), text.count("\n", 0, block.start()) + 1)
        for block in BLOCK.finditer(text)
    ]
    return [block for block in found if not languages or block.language in languages]
