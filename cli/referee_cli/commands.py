"""The table of all commands, with the module and the help of each."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

import click

from referee.wording.language import N_

PROJECT: Final = "https://github.com/desmoche-referee/desmoche-referee"
FAULTS: Final = f"{PROJECT}/issues"


def page(path: str) -> str:
    """Return the address of a file of the project.

    >>> page("docs/sheet.md").removeprefix(PROJECT)
    '/blob/main/docs/sheet.md'
    """
    return f"{PROJECT}/blob/main/{path}"


NAME: Final = "referee"
COMPLETING: Final = "_REFEREE_COMPLETE"  # the variable with which a shell asks for completions


class Unloaded(NamedTuple):
    """A command that is not loaded yet: its module, the first paragraph of its help, and the name
    of its function if that differs."""

    module: str
    plain: str
    name: str = ""


GROUPS: Final[Mapping[str, Mapping[str, Unloaded]]] = {
    N_("Judge"): {
        "check": Unloaded("check", "Judge logs, or whole folders of logs."),
        "replay": Unloaded("replay", "Show the table after each line of LOG."),
        "rules": Unloaded("rules", "List the rules of GAME, or find some by words."),
        "count": Unloaded("rules", "Count the points in a hand of a game such as dimes."),
    },
    N_("Settle"): {
        "quarrel": Unloaded("quarrel", "Settle a quarrel without a log: who is right?"),
        "whose": Unloaded("replay", "Say who gets the card on offer, and why.", "whose_is_it"),
        "rule": Unloaded("ruling", "Rule on one event of LOG, or on every dispute."),
        "whatif": Unloaded("settling", "Judge LOG with a change: what would be different?"),
        "knows": Unloaded("replay", "Say what LOG proves about hidden cards."),
        "ask": Unloaded("settling", "Ask the fewest questions that decide what is open."),
        "repair": Unloaded("settling", "Propose corrections for a log."),
        "compare": Unloaded("settling", "Compare two logs of the same hands, A and B."),
        "cases": Unloaded("ruling", "Collect the rulings on all disputes, by rule."),
    },
    N_("Record"): {
        "new": Unloaded("new", "Open a game in the record book."),
        "record": Unloaded("record", "Write GAME down while you play, a line a turn."),
        "add": Unloaded("writing", "Add events to the end of GAME, all or none."),
        "next": Unloaded("replay", "Say who may act now in GAME, and how.", "next_act"),
        "correct": Unloaded("writing", "Write how EVENT of GAME should read."),
        "forgive": Unloaded("writing", "Write that the table forgives EVENT of GAME."),
        "dispute": Unloaded("writing", "Write that a player disputes EVENT of GAME."),
        "settle": Unloaded("writing", "Write the payments that close the evening of GAME."),
    },
    N_("Keep"): {
        "book": Unloaded("keeping", "List, show, import, copy and check recorded games."),
        "export": Unloaded("exporting", "Write GAME or LOG as a log, PDF, table or ZIP."),
    },
    N_("Season"): {
        "standings": Unloaded("standings", "Show who leads over all evenings in the record book."),
        "person": Unloaded("standings", "Join or separate the names of a person, or list them."),
    },
    N_("Phones"): {
        "serve": Unloaded("serve", "Serve the web form: score, replay and dispute."),
        "links": Unloaded("serve", "Make, revoke or list links to the table of GAME."),
    },
    N_("Try"): {"demo": Unloaded("check", "Judge a sample log that comes with the program.")},
}
"""The commands by purpose, in the order of the help. Their modules are imported on demand."""

COMMANDS: Final = {name: command for group in GROUPS.values() for name, command in group.items()}
"""All commands by name."""

BOOK: Final[Mapping[str, Unloaded]] = {
    "list": Unloaded("keeping", "List the games in the record book.", "games"),
    "show": Unloaded("keeping", "Show GAME: its lines, the table as it stands, and the head."),
    "import": Unloaded("keeping", "Put logs into the record book, each as a game.", "import_log"),
    "copy": Unloaded("keeping", "Copy games to another record book, with their heads."),
    "backup": Unloaded("keeping", "Copy the whole record book to TARGET, while others write."),
    "verify": Unloaded("keeping", "Check that nobody has changed the record."),
    "doctor": Unloaded("keeping", "Say where the record book is, and which SQLite keeps it."),
}
"""The commands of ``referee book``."""

ALONE: Final[Mapping[str, Unloaded]] = {
    "simulate": Unloaded("simulate", "Simulate evenings, and write their logs."),
    "manual": Unloaded("manual", "Print this program's page for man."),
    "completion": Unloaded(
        "completion", "Print the script that makes your shell complete this command."
    ),
}
"""Separate programs: ``python -m referee_cli.simulate``."""

RENAMED: Final = {
    "audit": "check --summary",
    "rulings": "rule",
    "crux": "whatif --which",
    "convert": "export",
    "bundle": "export --as bundle",
    "print": "export --as KIND",
    "games": "book list",
    "show": "book show",
    "import": "book import",
    "move": "book copy",
    "backup": "book backup",
    "verify": "book verify",
    "doctor": "book doctor",
}
"""Old names of commands, with the new ones. They work for one more version."""

NOW: Final = {name: f"{NAME} {now}" for name, now in RENAMED.items()} | {
    name: f"python -m referee_cli.{name}" for name in ALONE
}
"""The words to type instead of each old name."""

PRINTED: Final = ("report", "scorecard", "account", "rulings", "sheet", "blank")
"""The kinds of ``export --as`` that an old name took as its first argument."""

OTHERWISE: Final = {
    "delete": "correct", "edit": "correct", "undo": "correct",
    "judge": "check", "list": "book list", "open": "new", "play": "record", "web": "serve",
}  # fmt: skip
"""Words that people try for a command, with its name; their spelling is too different for a
guess."""


EVERY: Final[Mapping[str, Unloaded]] = COMMANDS | {
    f"book {name}": command for name, command in BOOK.items()
}
"""All commands as typed, those of groups with their group."""


def load(typed: str) -> click.Command:
    """Return the command with this name."""
    entry = EVERY.get(typed) or ALONE[typed]
    module = import_module(f"referee_cli.{entry.module}")
    command: click.Command = getattr(module, entry.name or typed.split()[-1])
    return command


def in_new_words(words: Sequence[str]) -> list[str]:
    """Translate a command with an old name.

    >>> in_new_words(["print", "report", "friday", "friday.pdf"])
    ['export', '--as', 'report', 'friday', 'friday.pdf']
    """
    name, *rest = words
    now = RENAMED[name].split()
    if now[-1] == "KIND":
        kind = next((word for word in rest if word in PRINTED), None)
        now[-2:] = ["--as", kind] if kind else []
        if kind:
            rest.remove(kind)
    return now + rest
