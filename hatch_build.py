"""Builds what a wheel has beside its Python files: message catalogues, the sample games, compiled
modules, and the README with whole addresses.

The catalogues are made whenever the package is built or installed. With ``REFEREE_COMPILE=1`` in
the environment a wheel has the modules that ``compiled`` names in pyproject.toml twice: as they are
written, and compiled by mypyc for this Python and machine, which needs a C compiler. Compiled
functions have no docstrings; so the texts of the rules are put beside them (``rule_texts.json``).
"""

from __future__ import annotations

import ast
import json
import os
import re
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SWITCH = "REFEREE_COMPILE"
RULE_TEXTS = "referee/judging/rule_texts.json"
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
    """Writes the ``.mo`` beside every ``.po``, packs the samples, and compiles what is to be
    compiled."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What a build needs beyond the ``requires`` of pyproject.toml."""
        return list(self.config["compiling-requires"]) if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a build are collected."""
        compile_catalogues(Path(self.root) / "referee" / "wording" / "translations")
        self._place = TemporaryDirectory()
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"][str(Path(self.root) / "sample_games")] = SAMPLES
        if self._compiles() and version == "standard":
            self._include_compiled(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling calls it so
        """Called when the build is done."""
        self._place.cleanup()

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(SWITCH) == "1"

    def _include_compiled(self, build_data: dict[str, Any]) -> None:
        folder = Path(self._place.name)
        texts = folder / "rule_texts.json"
        with chdir(self.root):
            sources = to_compile(self.config)
            texts.write_text(json.dumps(rule_texts(sources)), encoding="utf-8")
            libraries = compile_modules(sources, folder)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"][str(texts)] = RULE_TEXTS
        for library in libraries.rglob("*.*"):
            build_data["force_include"][str(library)] = str(library.relative_to(libraries))


def compile_catalogues(translations: Path) -> None:
    """Write the ``.mo`` beside every ``.po``."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for written in translations.rglob("*.po"):
        with written.open("rb") as file:
            catalog = read_po(file, locale=written.parent.parent.name)
        with written.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)


def to_compile(config: dict[str, list[str]]) -> list[Path]:
    """The modules that pyproject.toml wants compiled."""
    left_out = set(_files(config["interpreted"]))
    return [path for path in _files(config["compiled"]) if path not in left_out]


def _files(patterns: list[str]) -> list[Path]:
    return sorted({path for pattern in patterns for path in Path().glob(pattern)})


def compile_modules(sources: list[Path], folder: Path) -> Path:
    """Compile these modules; the folder with what came out, laid out as a wheel has it."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    extensions = translated(sources, folder)
    command = build_ext(Distribution({"name": "desmoche-referee", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "o")
    command.ensure_finalized()
    command.run()
    return folder / "lib"


def translated(sources: list[Path], folder: Path) -> list[Any]:
    """These modules as extensions in C. Exits where mypyc cannot translate one."""
    from mypyc.build import mypycify

    extensions: list[Any] = mypycify(
        ["--ignore-missing-imports", "--follow-imports=silent", *map(str, sources)],
        opt_level="3",
        debug_level="0",
        multi_file=True,
        target_dir=str(folder / "c"),
        group_name="desmoche_referee",
    )
    for extension in extensions:
        for source in extension.sources:
            mend(Path(source))
    return extensions


_TABLE = re.compile(r"^(?:static )?Py(?:GetSet|Member)Def (\w+)\[\] = \{$.*?^\};$", re.M | re.S)
_DICT_ENTRY = re.compile(r'^ +\{"__dict__", .*\n', re.MULTILINE)


def mend(source: Path) -> None:
    """Take the entry ``__dict__`` from the classes of a C file.

    mypyc gives one to generic classes, and then stumbles over it when it makes a dataclass of
    them. Functions made into objects keep it: ``functools.wraps`` writes there.
    """

    def without_dict(table: re.Match[str]) -> str:
        return table[0] if "_obj_" in table[1] else _DICT_ENTRY.sub("", table[0])

    written = source.read_text(encoding="utf-8")
    mended = _TABLE.sub(without_dict, written)
    if mended != written:
        source.write_text(mended, encoding="utf-8")


def rule_texts(sources: list[Path]) -> dict[str, str]:
    """The docstrings of the functions that are registered by a decorator, as the rules are, by the
    full names of the functions."""
    return {
        f"{'.'.join(source.with_suffix('').parts)}.{function.name}": text
        for source in sources
        for function in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef)
        and function.decorator_list
        and (text := ast.get_docstring(function))
    }
