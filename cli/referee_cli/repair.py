"""``referee repair``: propose corrections for a log with slips of the pen."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.text import Text

from referee.judging.replay import judge
from referee.judging.report import Report, exit_status
from referee.rulings.repair import Repair, repairs
from referee.text.terminal import Terminal
from referee.wording.language import N_, _, joined
from referee.wording.sentences import SpellCard, letters
from referee_cli.hints import LogSource, Write, read_with_source
from referee_cli.logs import db_option
from referee_cli.output import card_spelling, console, print_json, working

FEW, MANY = 3, 10  # the most repairs to show to people, and in JSON

NOTHING_FOUND = N_("Nothing was found: there is nothing to correct.")
NO_SLIP = N_(
    "No single slip in the record explains the findings better: what was written down "
    "probably happened."
)


@click.command()
@click.argument("log", metavar="LOG|GAME")
@click.option("--json", "as_json", is_flag=True, help="Print the repairs as JSON.")
@db_option
def repair(log: str, as_json: bool, db: str | None) -> None:
    """Propose corrections for a log.

    The command looks for a mistyped card, a wrong name, two swapped lines, and lines that were
    forgotten or written twice. If such a slip explains a finding, you see the lines that correct
    it, the likeliest first. Nothing is changed.

    Exit status: that of referee check on the unchanged log.

    \b
    Example: referee repair evening.jsonl
    """
    events, source = read_with_source(log, db, as_json)
    spell = letters if as_json else card_spelling()
    with working():
        report = judge(events)
        proposed = repairs(events, MANY if as_json else FEW, spell)
    if as_json:
        print_json({"repairs": [repair.as_data() for repair in proposed]})
    else:
        _tell(console(), report, proposed, source, source.writer(events), spell)
    sys.exit(exit_status(report))


def _tell(
    out: Terminal,
    report: Report,
    proposed: Sequence[Repair],
    source: LogSource,
    write: Write,
    spell: SpellCard,
) -> None:
    if not proposed:
        out.print(_(NO_SLIP if exit_status(report) else NOTHING_FOUND))
        return
    for number, repair in enumerate(proposed, 1):
        out.print()
        out.print(Text(f"{number}. {repair.message(spell)}", style="bold"))
        _lines(out, _("Gone: {message} (event {event}, {rule})"), repair.gone)
        _lines(out, _("Still there: {message} (event {event}, {rule})"), repair.left)
        _lines(out, _("New: {message} (event {event}, {rule})"), repair.new)
        if repair.money:
            moved = joined(f"{player} {more:+}" for player, more in repair.money.items())
            money = _("Money: {moved}").format(moved=moved)
            out.indented(money, 3)
        for line in repair.corrections:
            out.print(Text(write(line)), soft_wrap=True)
    out.print()
    out.print(source.how_to_add())
    out.print(_("If the play itself was wrong, a correction does not mend it."))


def _lines(out: Terminal, text: str, findings: Sequence[Mapping[str, Any]]) -> None:
    for finding in findings:
        out.indented(text.format_map(finding), 3)
