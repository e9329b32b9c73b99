"""Every command with the module that has it, and what the help of all commands says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Final

import click


@dataclass(frozen=True, slots=True)
class Entry:
    """A command that is not loaded yet: its module, the first paragraph of its help, and its name
    there, where Python has a use of its own for the name of the command."""

    module: str
    plain: str
    name: str = ""


COMMANDS: Final[Mapping[str, Entry]] = {
    "check": Entry(
        "check",
        "Judge one or a few logs: files (- is standard input), or games of the record book.",
    ),
    "audit": Entry(
        "audit",
        "Judge archives: folders (all their .jsonl and .sheet files, recursively), files "
        "(- is standard input), and games of the record book.",
    ),
    "replay": Entry(
        "replay",
        "Show the table after each line of LOG: hands as far as known, melds, pile, offer, pots.",
    ),
    "rules": Entry(
        "rules",
        "The rulebook of GAME (the first one of the referee's), or one RULE or house rule of it.",
    ),
    "rule": Entry(
        "ruling",
        "Rule on one event of LOG: who is right and why, what it costs, and what is done now.",
    ),
    "rulings": Entry(
        "ruling", "Rule on every dispute that was written down in LOG.", "all_rulings"
    ),
    "whatif": Entry("whatif", "Judge a log as it would have been, and show the difference."),
    "crux": Entry(
        "whatif",
        "Show which house rules the winners and payments of a log hang on: the smallest "
        "sets of changes that change one, and the house rules that change none.",
    ),
    "knows": Entry(
        "knows",
        "Say what LOG proves about hidden cards: those that a player certainly held, may "
        "have held, and cannot have held, after every event.",
    ),
    "ask": Entry(
        "ask",
        "Say what to ask the table: the fewest questions that decide what LOG leaves open, those "
        "about money first.",
    ),
    "cases": Entry(
        "cases",
        "Collect the rulings on all disputes, by rule: of folders, logs and games, or of the whole "
        "record book.",
    ),
    "repair": Entry(
        "repair",
        "Propose corrections for a log (- is standard input) or a game of the record book.",
    ),
    "compare": Entry(
        "compare",
        "Compare two logs of the same hands, A and B (files, - for standard input, or "
        "games of the record book).",
    ),
    "new": Entry("new", "Open a game in the record book; on a terminal, asks what it is not told."),
    "record": Entry(
        "record", "Write GAME down while it is played: a line of the score sheet a turn."
    ),
    "add": Entry(
        "add",
        "Write events at the end of GAME: JSON objects or lines of the score sheet, all or none.",
    ),
    "next": Entry(
        "next", "Say who may act now in GAME and how; never what somebody should do.", "next_act"
    ),
    "correct": Entry(
        "amend", "Say that EVENT of GAME was written down wrongly, and how it should read."
    ),
    "forgive": Entry(
        "amend", "Write down that the table forgives what the referee flags at EVENT of GAME."
    ),
    "dispute": Entry("amend", "Write down that a player contests what happened at EVENT of GAME."),
    "settle": Entry(
        "settle",
        "Write the payments that close the evening of GAME: the fewest after which nobody owes "
        "anything.",
    ),
    "games": Entry("games", "List the games in the record book."),
    "show": Entry(
        "games", "Show GAME: its lines with their numbers, the table as it stands, and the head."
    ),
    "import": Entry(
        "moving",
        "Put logs into the record book, each as a game: .jsonl or .sheet, - is standard input.",
        "import_log",
    ),
    "export": Entry("moving", "Write GAME as a log to OUT, or to standard output."),
    "move": Entry(
        "moving", "Bring games to another record book, with their chains: each keeps its heads."
    ),
    "bundle": Entry(
        "bundle",
        "Pack GAME as evidence into OUT.zip: the log, the sheet, the report with all rulings as a "
        "page, the chain with its head, and a script that checks it with Python alone.",
    ),
    "print": Entry(
        "printing",
        "Write a report, a scorecard, all rulings, a score sheet or a blank one as PDF to "
        "OUT.pdf; a scorecard or an account as a table, too (OUT.csv, OUT.xlsx).",
        "print_out",
    ),
    "convert": Entry(
        "moving",
        "Write the log IN to OUT in the other face: JSON Lines (.jsonl) or score sheet (.sheet).",
    ),
    "simulate": Entry(
        "simulate",
        "Play evenings that nobody played, and write their logs into the folder OUT.",
    ),
    "standings": Entry(
        "standings",
        "Show who leads over all evenings in the record book, or over those that you ask for.",
    ),
    "person": Entry("standings", "Say that NAME and PERSON are one person, or who is."),
    "verify": Entry(
        "keeping",
        "Check that nobody has changed the record: all games, or those that you name; a game may "
        "be an evidence bundle (OUT.zip).",
    ),
    "backup": Entry(
        "keeping",
        "Write a copy of the whole record book to TARGET, while others may go on writing.",
    ),
    "doctor": Entry(
        "keeping", "Say where the record book lies, which SQLite keeps it, and what that means."
    ),
    "serve": Entry("serve", "Serve the web form: score, replay and dispute games in a browser."),
    "links": Entry(
        "serve", "Make a link to the table of GAME for somebody, take one back, or list them."
    ),
}
"""Every command in the order of the help. Its module is loaded only when the command is wanted."""


def load(name: str) -> click.Command:
    """The command of this name."""
    entry = COMMANDS[name]
    command: click.Command = getattr(import_module(f"cli.{entry.module}"), entry.name or name)
    return command
