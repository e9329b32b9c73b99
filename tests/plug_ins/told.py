"""Evenings in text files, as sheets, and what is found in them."""

from __future__ import annotations

from pathlib import Path

from referee import judge, read_log


def told(game: str) -> dict[str, list[str]]:
    """Return the lines of every evening of a game's file by its title."""
    text = Path(__file__).with_name(f"{game}.txt").read_text("utf-8")
    return {title: lines for title, *lines in map(str.splitlines, text.split("\n== ")[1:])}


def is_found(opening: str, lines: list[str]) -> None:
    """Compare what is found with the lines that begin with "="."""
    sheet = [line for line in lines if line and line[0] != "="]
    house = " ".join(line for line in sheet if line.startswith("house "))
    play = [line for line in sheet if line not in (house, "")]
    log = list(read_log("\n".join([opening.replace(" lang=en", f" lang=en {house}"), *play, ""])))
    found = [f"{one['event']} {one['rule']} {one['player']}" for one in judge(log)["findings"]]
    assert found == [line[2:] for line in lines if line.startswith("= ")]
