"""The program and its packages as one archive for Python in a browser."""

from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import referee_schemas
from packaging.requirements import Requirement

import referee

PACKAGES: Final = (
    "flask",
    "flask-smorest",
    "limits",
    "marshmallow",
    "platformdirs",
    "segno",
    "sqlite-utils",
)
"""Packages that the pages need, without those of the command line and of the server, and without
compiled ones that have a substitute in Python."""

UNUSED: Final = frozenset({"pip"})  # required packages that no page imports

BROWSER: Final = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
"""The environment for evaluating requirements."""

UNREAD: Final = frozenset({"__pycache__", "shell", "samples"})
"""Folders of the program to leave out of the archive."""

OLD_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the date of every entry, so that builds are reproducible

KINDS: Final = frozenset(
    {".css", ".html", ".js", ".json", ".lua", ".mo", ".png", ".py", ".sql", ".svg", ".toml"}
    | {".txt", ".typed"}
)
"""The suffixes of files that are read at run time."""


def write_archive(out: Path, samples: Path) -> None:
    """Write the program, its packages and the sample games as a zip archive."""
    entries = dict(_of_program())
    entries.update((f"referee/samples/{file.name}", file) for file in samples.iterdir())
    for package in required_packages():
        entries.update(_of_package(package))
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(entries.items()):
            entry = ZipInfo(name, OLD_DATE)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


def required_packages() -> list[Distribution]:
    """Return the packages that the pages need, with their dependencies."""
    found: dict[str, Distribution] = {}
    wanted = list(PACKAGES)
    while wanted:
        package = distribution(wanted.pop())
        if package.name in found or package.name in UNUSED:
            continue
        found[package.name] = package
        for line in package.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate(BROWSER):
                wanted.append(requirement.name)
    return list(found.values())


def _of_program() -> Iterator[tuple[str, Path]]:
    for package in (referee, referee_schemas):
        folder = Path(str(package.__file__)).parent
        for file in folder.rglob("*"):
            if file.suffix in KINDS and not UNREAD.intersection(file.parts):
                yield f"{folder.name}/{file.relative_to(folder).as_posix()}", file


def _of_package(package: Distribution) -> Iterator[tuple[str, Path]]:
    for path in package.files or ():
        name = path.as_posix()
        metadata = path.parts[0].endswith(".dist-info")
        if path.name == "METADATA" if metadata else path.suffix in KINDS and ".." not in path.parts:
            yield name, Path(str(path.locate()))
