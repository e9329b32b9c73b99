"""Fonts for what is printed: DejaVu Sans, which has the suits and most alphabets, and the fonts of
the system for letters that it does not have."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont, TTLibError

# what it leaves out of a font is no matter of whoever prints
logging.getLogger("fontTools").setLevel(logging.ERROR)

DEJAVU: Final = Path(__file__).with_name("dejavu") / "DejaVuSans.ttf"
"""DejaVu Sans 2.37 as its makers published it; the licence lies beside it."""

FAMILIES: Final = (
    "droidsansfallback", "notosanscjk", "sourcehansans", "wqy", "unifont",
    "msyh", "simsun", "msgothic", "yugothm", "malgun", "leelawui", "nirmala",
    "arial unicode", "pingfang", "hiragino sans gb", "applesdgothicneo",
    "notosans",
)  # fmt: skip
"""How the files of fonts with many letters begin, on Linux, Windows and macOS, the best first."""

FACES: Final = (".ttf", ".otf", ".ttc")


class Spare:
    """The fonts in some folders, else those of the system. Each is opened when a letter is looked
    for in it."""

    def __init__(self, folders: Iterable[Path] | None = None) -> None:
        self._opened: list[tuple[Path, frozenset[str]]] = []
        self._closed = iter(_files(_folders() if folders is None else folders))

    def font_with(self, letter: str) -> Path | None:
        """The first font that has this letter; None where none has it."""
        return next((path for path, letters in self._all() if letter in letters), None)

    def _all(self) -> Iterator[tuple[Path, frozenset[str]]]:
        yield from self._opened
        for path in self._closed:
            self._opened.append((path, letters_of(path)))
            yield self._opened[-1]


@cache
def letters_of(path: Path) -> frozenset[str]:
    """The letters that a font has; none where the file cannot be read as one."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return frozenset(map(chr, font.getBestCmap() or ()))
    except (OSError, TTLibError):
        return frozenset()


def _files(folders: Iterable[Path]) -> list[Path]:
    """The files of the fonts that may have other letters, in the order in which they are asked."""
    found = [
        (place, path)
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix.lower() in FACES
        for place, family in enumerate(FAMILIES)
        if path.name.lower().startswith(family)
    ]
    return list(dict.fromkeys(path for _place, path in sorted(found)))


def _folders() -> Iterator[Path]:
    """Where systems keep their fonts."""
    home = Path.home()
    yield Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "fonts"
    for name in ("LOCALAPPDATA", "WINDIR"):
        if name in os.environ:
            inside = "Microsoft/Windows/Fonts" if name == "LOCALAPPDATA" else "Fonts"
            yield Path(os.environ[name]) / inside
    yield from (home / ".fonts", home / "Library" / "Fonts")
    yield from (Path("/usr/local/share/fonts"), Path("/usr/share/fonts"))
    yield from (Path("/Library/Fonts"), Path("/System/Library/Fonts"))
