"""Where the program's pages lie, for those who have only the program."""

from __future__ import annotations

from typing import Final

PROJECT: Final = "https://github.com/desmoche-referee/desmoche-referee"
FAULTS: Final = f"{PROJECT}/issues"


def page(path: str) -> str:
    """The address of a file of the project.

    >>> page("docs/sheet.md").removeprefix(PROJECT)
    '/blob/main/docs/sheet.md'
    """
    return f"{PROJECT}/blob/main/{path}"
