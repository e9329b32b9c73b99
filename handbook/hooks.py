"""MkDocs hooks, called while the site is built."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from referee_cli.commands import page as address

ROOT = Path(__file__).parent.parent

FROM_ABOVE: Mapping[str, str] = {
    "GLOSSARY.md": "glossary.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "sample_games/README.md": "samples.md",
}
"""Pages outside of ``docs``, with their paths on the site."""

IN_SPANISH = ("aprender/", "inicio-rapido")

LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(#[^)\s]*)?(?=\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the pages of the site: those of ``docs``, and those above it."""
    for above, here in FROM_ABOVE.items():
        text = (ROOT / above).read_text(encoding="utf-8")
        files.append(File.generated(config, here, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - MkDocs calls it so
    """Return a page with links that work on the site."""
    here = page.file.src_uri
    above = next((path for path, uri in FROM_ABOVE.items() if uri == here), f"docs/{here}")

    def led(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(above), link[1]))
        inside = FROM_ABOVE.get(target, target.removeprefix("docs/"))
        if files.get_file_from_path(inside) is None:
            return address(target) + (link[2] or "")
        return posixpath.relpath(inside, posixpath.dirname(here) or ".") + (link[2] or "")

    return LINK.sub(led, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001 - MkDocs calls it so
    """Return a page with the attribute for its language."""
    if not page.file.src_uri.startswith(IN_SPANISH):
        return output
    return output.replace('<html lang="en"', '<html lang="es"', 1)
