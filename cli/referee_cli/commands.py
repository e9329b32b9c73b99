"""Every command with the module that has it, and what the help of all commands says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final

import click

from referee.wording.language import N_

NAME: Final = "referee"
COMPLETING: Final = "_REFEREE_COMPLETE"
"""The variable by which a shell asks what a word could become."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command that is not loaded yet: its module, the first paragraph of its help, and its name
    there, where Python has a use of its own for the name of the command."""

    module: str
    plain: str
    name: str = ""


COMMANDS: Final[Mapping[str, Entry]] = {
    "check": Entry("check", "Judge one or a few logs."),
    "audit": Entry("audit", "Judge whole folders of logs, and count what was found by rule."),
    "replay": Entry("replay", "Show the table after each line of LOG."),
    "rules": Entry("rules", "List the rules of GAME, or find those that are about some words."),
    "count": Entry("count", "Count the cards of a hand, as GAME does."),
    "rule": Entry("ruling", "Rule on one event of LOG: who is right, and what to do now."),
    "rulings": Entry(
        "ruling", "Rule on every dispute that was written down in LOG.", "all_rulings"
    ),
    "whatif": Entry("whatif", "Judge a log with a change, and show what would be different."),
    "crux": Entry("whatif", "Show which house rules decide who wins and who pays."),
    "knows": Entry("knows", "Say what LOG proves about hidden cards."),
    "ask": Entry("ask", "Ask the table: the fewest questions that decide what is undecided."),
    "cases": Entry("cases", "Collect the rulings on all disputes, by rule."),
    "repair": Entry("repair", "Propose corrections for a log."),
    "compare": Entry("compare", "Compare two logs of the same hands, A and B."),
    "new": Entry("new", "Open a game in the record book."),
    "record": Entry("record", "Write GAME down while you play, a line a turn."),
    "add": Entry("add", "Write events at the end of GAME, all or none."),
    "next": Entry("next", "Say who may act now in GAME, and how.", "next_act"),
    "correct": Entry("amend", "Write how EVENT of GAME should read."),
    "forgive": Entry("amend", "Write that the table forgives what was found at EVENT of GAME."),
    "dispute": Entry("amend", "Write that a player disputes EVENT of GAME."),
    "settle": Entry("settle", "Write the payments that close the evening of GAME."),
    "games": Entry("games", "List the games in the record book."),
    "show": Entry("games", "Show GAME: its lines, the table as it stands, and the head."),
    "import": Entry("moving", "Put logs into the record book, each as a game.", "import_log"),
    "export": Entry("moving", "Write GAME as a log to OUT, or to standard output."),
    "move": Entry("moving", "Bring games to another record book, with their heads."),
    "bundle": Entry("bundle", "Pack GAME into OUT.zip, as evidence that proves itself."),
    "print": Entry(
        "printing", "Write a report, scorecard or score sheet as PDF, or a table.", "print_out"
    ),
    "convert": Entry("moving", "Write the log IN to OUT in the other form."),
    "quarrel": Entry(
        "quarrel", "Settle a quarrel without a log: who is right, and what to do now."
    ),
    "whose": Entry(
        "whose", "Say whose the card on offer is at the end of LOG, and why.", "whose_is_it"
    ),
    "simulate": Entry("simulate", "Simulate evenings, and write their logs."),
    "standings": Entry("standings", "Show who leads over all evenings in the record book."),
    "person": Entry("standings", "Join the names of one person, part them, or list them."),
    "verify": Entry("keeping", "Check that nobody has changed the record."),
    "backup": Entry("keeping", "Copy the whole record book to TARGET, while others write."),
    "doctor": Entry("keeping", "Say where the record book lies, and which SQLite keeps it."),
    "serve": Entry("serve", "Serve the web form: score, replay and dispute in a browser."),
    "demo": Entry("demo", "Judge a sample log that comes with the program."),
    "manual": Entry("manual", "Print this program's page for man."),
    "completion": Entry(
        "completion", "Print the script that makes your shell complete this command."
    ),
    "links": Entry("serve", "Make a link to the table of GAME, take one back, or list them."),
}
"""Every command by its name. Its module is loaded only when the command is wanted."""

OTHERWISE: Final[Mapping[str, str]] = {
    "delete": "correct", "edit": "correct", "undo": "correct",
    "judge": "check", "list": "games", "open": "new", "play": "record", "web": "serve",
}  # fmt: skip
"""Words that people try for a command, with its name; their spelling is too different to guess
it."""


GROUPS: Final[Mapping[str, Sequence[str]]] = {
    N_("Judge"): ("check", "audit", "replay", "rules", "count"),
    N_("Settle a quarrel"): (
        "quarrel", "whose", "rule", "rulings", "whatif", "crux", "knows", "ask", "cases",
        "repair", "compare",
    ),
    N_("Record"): ("new", "record", "add", "next", "correct", "forgive", "dispute", "settle"),
    N_("Keep"): (
        "games", "show", "import", "export", "move", "convert", "bundle", "print", "verify",
        "backup", "doctor",
    ),
    N_("The season"): ("standings", "person"),
    N_("On the phones at the table"): ("serve", "links"),
    N_("The program itself"): ("demo", "simulate", "completion", "manual"),
}  # fmt: skip
"""The commands by purpose, in the order of the help; each command is in one group."""


def load(name: str) -> click.Command:
    """The command of this name."""
    entry = COMMANDS[name]
    command: click.Command = getattr(
        import_module(f"referee_cli.{entry.module}"), entry.name or name
    )
    return command
