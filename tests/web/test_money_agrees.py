"""A pot and a balance are the same, in the same words, on pages, in the terminal and on paper."""

import re
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader
from referee_schemas.sheets import read_sheet

from tests.cli.running import referee
from tests.web.visitors import keep, server

OPENS = "desmoche lang=en\nplayers Ana, Beto, Carla*\nhand bet 5\nside oro 2\ndeal\n"
CARRIED = OPENS + "result nobody; oro nobody\n"

EVENINGS = {
    "a hand in play": (OPENS, 15, 6, [-7, -7, -7]),
    "a pot that is carried": (CARRIED, 15, 6, [-7, -7, -7]),
    "a hand played for a carried pot": (
        CARRIED + "hand bet 5\nside oro 2\ndeal\n", 30, 12, [-14, -14, -14],
    ),
    "a hand that was won": (OPENS + "result Beto; oro Ana\n", 0, 0, [-1, 8, -7]),
    "dimes, a round in play": (
        "dimes lang=en\nplayers Ana, Beto, Carla*\nhand\nscore Ana 0, Beto 16, Carla 8\nhand\n",
        14, 0, [-4, -5, -5],
    ),
}  # fmt: skip
"""The log, the main pot, the pot of oro, and the balance of each player."""


def words(page: str) -> str:
    """Return the text of a page, without its markup."""
    plain = re.sub(r"<(style|script|svg).*?</\1>", "", page, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", plain)).split())


@pytest.mark.parametrize(("sheet", "pot", "oro", "balances"), EVENINGS.values(), ids=[*EVENINGS])
def test_the_pot_and_the_balances_are_the_same_everywhere(
    tmp_path: Path, sheet: str, pot: int, oro: int, balances: list[int]
) -> None:
    book, paper = tmp_path / "book.db", tmp_path / "report.pdf"
    keep(book, "friday", read_sheet(sheet, "evening.sheet"))
    pages = server(book, links=False).test_client()
    table, pad, replay = (
        words(pages.get(f"/tables/friday{one}").text) for one in ("", "/pad", "/replay")
    )
    report = words(pages.get("/tables/friday/report").text)
    referee("print", "report", "friday", paper, "--lang", "en", book=book)
    printed = " ".join(" ".join(one.extract_text().split()) for one in PdfReader(paper).pages)
    told = " ".join(referee("check", "friday", book=book).stdout.decode().split())

    assert all(f"Pot {pot}" in one for one in (table, pad, replay))
    assert all((f"Oro {oro}" in one) == bool(oro) for one in (table, pad, replay))
    for one in (report, printed, told):
        assert (f"In the pot: {pot}." in one) == bool(pot)
        assert (f"In the pot of oro: {oro}." in one) == bool(oro)
    shown = referee("show", "friday", book=book).stdout.decode()
    assert (f"pot {pot}" in shown) == bool(pot)
    for player, balance in zip(("Ana", "Beto", "Carla"), balances, strict=True):
        assert re.search(rf"{player} +{re.escape(format(balance, '+'))}\b", told)
    sums = " ".join(f"{balance:+}" for balance in balances)
    assert all(sums in one.replace("Total ", "") for one in (report, printed))
