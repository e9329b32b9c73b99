"""Compiles the message catalogues when the package is built or installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[misc] # hatchling has no types
    """Writes the ``.mo`` beside every ``.po``."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling calls it so
        """Called before the files of a build are collected."""
        for written in (Path(self.root) / "referee" / "wording" / "translations").rglob("*.po"):
            with written.open("rb") as file:
                catalog = read_po(file, locale=written.parent.parent.name)
            with written.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalog)
