"""Builds what a wheel has beside its Python files: message catalogues, the sample games, and the
README with whole addresses.

The catalogues are made whenever the package is built or installed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SAMPLES = "referee/samples"


class ReadmeElsewhere(MetadataHookInterface):  # type: ignore[misc] # hatchling has no types
    """The README as a package index shows it, where links and pictures need whole addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Called before anything asks for the README."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        project = metadata["urls"]["Homepage"]
        pictured = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{project}/raw/main/", text)
        linked = re.sub(r"\]\((?!https?:|#)", f"]({project}/blob/main/", pictured)
        metadata["readme"] = {"content-type": "text/markdown", "text": linked}


class BuildReferee(BuildHookInterface):  # type: ignore[misc] # hatchling has no types
    """Writes the ``.mo`` beside every ``.po`` and packs the samples."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a build are collected."""
        compile_catalogues(Path(self.root) / "referee" / "wording" / "translations")
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"][str(Path(self.root) / "sample_games")] = SAMPLES


def compile_catalogues(translations: Path) -> None:
    """Write the ``.mo`` beside every ``.po``."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for written in translations.rglob("*.po"):
        with written.open("rb") as file:
            catalog = read_po(file, locale=written.parent.parent.name)
        with written.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
