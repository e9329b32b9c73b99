"""Markdown for the generated pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; its cells are Markdown already.

    >>> print(table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    return "\n".join([_row(head), "|" + "---|" * len(head), *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def code(text: str, language: str = "") -> str:
    """Return a block of code."""
    return f"```{language}\n{text.strip()}\n```"


def plain(text: str) -> str:
    """Escape the special characters of a text.

    >>> print(plain("LOG... <b> *"))
    LOG... &lt;b> \\*
    """
    return text.replace("<", "&lt;").replace("*", "\\*")
