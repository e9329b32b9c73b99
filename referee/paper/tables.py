"""Scorecards and accounts as tables for spreadsheets and programs: CSV, and XLSX with the package
``XlsxWriter``.

Amounts are whole numbers. Each row is self-contained, so that tables of many evenings can be
combined.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO, StringIO
from typing import Final

from referee.judging.account import THE_MIDDLE
from referee.judging.report import Report
from referee.judging.scorecard import scorecards
from referee.wording.visible import visible

Cell = str | int | float | None

FORMULAS: Final = ("=", "+", "-", "@")  # a text that begins so is a formula in a spreadsheet

_BEFORE_ALL: Final = datetime(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table: its name, the names of its columns, and its rows."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def scorecard(report: Report) -> DataTable:
    """Return each player's result of each hand, in points and in money, one row each. ``counts`` is
    ``scores``, ``net`` or ``wins``. Open results are empty, and so is the hand of a bonus at the
    end of the game."""
    hands: list[tuple[Cell, ...]] = [
        (hand["hand"], hand["dealer"], hand["outcome"]["winner"]) for hand in report["hands"]
    ]
    hands.append((None, None, None))
    head = ("counts", "hand", "dealer", "winner", "player", "brought", "so_far")
    rows = [
        (*(card.counts, *hand, player), *(row.brought[player], row.so_far[player]))
        for card in scorecards(report)
        for hand, row in zip(hands, card.rows, strict=False)
        for player in row.brought
    ]
    return DataTable("scorecard", head, rows)


def account(report: Report) -> DataTable:
    """Return everyone's winnings and payments, and every payment made and still owed."""
    return DataTable(
        "account", ("what", "hand", "event", "from", "to", "amount"), [*_moves(report)]
    )


def _moves(report: Report) -> Iterator[Sequence[Cell]]:
    if "account" not in report:
        return
    account = report["account"]
    for player in report["players"]:
        yield "won", None, None, None, player, report["totals"][player]
        yield "paid", None, None, None, player, account["paid"][player]
        yield "owed", None, None, None, player, account["owed"][player]
    yield "paid", None, None, None, THE_MIDDLE, account["middle"]["paid"]
    yield "owed", None, None, None, THE_MIDDLE, account["middle"]["owed"]
    for payment in account["payments"]:
        yield "payment", *(payment[name] for name in ("hand", "event", "from", "to", "amount"))
    for owed in account["still_owed"]:
        yield "still_owed", None, None, owed["from"], owed["to"], owed["amount"]


def csv_of(table: DataTable) -> bytes:
    """Return a table as CSV in UTF-8. A text that looks like a formula gets a ``'`` before it.

    >>> csv_of(DataTable("nets", ["player", "net"], [["=Ana", -5], ["José", None]])).decode()
    "player,net\\r\\n'=Ana,-5\\r\\nJosé,\\r\\n"
    """
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(table.head)
    writer.writerows([_harmless(cell) for cell in row] for row in table.rows)
    return written.getvalue().encode()


def _harmless(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    shown = visible(cell)
    return f"'{shown}" if shown.startswith(FORMULAS) else shown


def xlsx_of(table: DataTable) -> bytes:
    """Return a table as a workbook, with a fixed header row and filters."""
    # slow to import, and needed only here
    import xlsxwriter

    held = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(held, options) as book:
        book.set_properties({"created": _BEFORE_ALL})
        bold = book.add_format({"bold": True})
        sheet = book.add_worksheet(table.title)
        for at, row in enumerate((table.head, *table.rows)):
            for column, cell in enumerate(row):
                if isinstance(cell, str):
                    sheet.write_string(at, column, visible(cell), bold if at == 0 else None)
                elif cell is not None:
                    sheet.write_number(at, column, cell)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, len(table.rows), len(table.head) - 1)
        sheet.autofit()
    return held.getvalue()
