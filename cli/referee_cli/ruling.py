"""``referee rule``: answer disputes with the rule, the facts and the cost."""

import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from referee.judging.report import CLEAN, CONTRADICTORY, FINDINGS, worst
from referee.paper.rulings import part, ruling_blocks
from referee.rulings.ruling import Asked, Ruling, rule_on, rulings
from referee.rulings.ruling.table import NOT_ALLOWED, RECORD_WRONG, RIGHT_LOST, WRONG_PAYMENT
from referee.rulings.whatif import NotPossible
from referee.text.document import tell_blocks
from referee.wording.language import Word, _
from referee_cli import output
from referee_cli.hints import Write, read_with_source
from referee_cli.logs import db_option, logs_in, read

STATUSES: Final = {
    NOT_ALLOWED: FINDINGS,
    RIGHT_LOST: FINDINGS,
    WRONG_PAYMENT: FINDINGS,
    RECORD_WRONG: CONTRADICTORY,
}
"""The exit status of each kind of verdict that is not 0."""

full_option = click.option(
    "--full", is_flag=True, help="Show everything that the ruling rests on, and everybody's money."
)


like_option = click.option(
    "--like", multiple=True, metavar="PATH|GAME",
    help="Also show the most similar rulings in this folder, log or game. Repeat it for more.",
)  # fmt: skip


@click.command("rule")
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", type=click.IntRange(min=1), metavar="N",
    help="The event in question (by default, every event that was disputed).",
)  # fmt: skip
@click.option(
    "--rule",
    "rule_id",
    help="The rule in question, by its id (by default, every rule that found something).",
)
@click.option("--question", help="Your question, in your own words.")
@click.option("--by", help="Who asks.")
@full_option
@like_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each ruling.")
@db_option
def rule(
    log: str,
    event: int | None,
    rule_id: str | None,
    question: str | None,
    by: str | None,
    full: bool,
    like: tuple[str, ...],
    as_json: bool,
    db: str | None,
) -> None:
    """Rule on one event of LOG, or on every dispute.

    You see who is right and what to do now, with the reason and what it costs. If the event was in
    order, you see why. With several rulings, the worst one decides the exit status.

    Exit status: 0 in order, a chance missed, or undecided; 1 not allowed, a right lost, or a wrong
    payment; 4 the record is wrong; 3 the log cannot be read.

    \b
    Example: referee rule evening.jsonl --event 39
    """
    if event is None and (rule_id or question or by):
        raise output.WrongUse(Word("Name the event with --event."))
    events, source = read_with_source(log, db, as_json)
    try:
        with output.working():
            if event is None:
                found = rulings(events, output.card_spelling(), slips=full or as_json)
            else:
                asked = Asked(event, by, question)
                found = rule_on(
                    events, event, rule_id, asked, output.card_spelling(), slips=full or as_json
                )
    except NotPossible as problem:
        raise output.WrongUse(problem) from problem
    if not found and not as_json:
        click.echo(_("Nothing was disputed."))
    _tell_all(found, source.writer(events), as_json, full)
    _tell_earlier(log, events, found, like, db, as_json)
    sys.exit(worst({STATUSES.get(ruling.kind, CLEAN) for ruling in found}))


def _tell_earlier(
    log: str,
    events: Sequence[dict[str, Any]],
    found: Sequence[Ruling],
    like: Sequence[str],
    db: str | None,
    as_json: bool,
) -> None:
    """Print the most similar cases of other logs."""
    if not like:
        return
    from referee.rulings.casebook import case_of, cases_of, nearest
    from referee_cli.cases import where

    spell = output.card_spelling()
    others = [case for name in logs_in(like) for case in cases_of(name, read(name, db), spell)]
    for ruling in found:
        earlier = nearest(case_of(log, events, ruling, spell), others)
        if as_json:
            output.print_json(
                {"event": ruling.asked.event, "earlier": [case.to_dict() for case in earlier]}
            )
        elif earlier:
            lines = [
                f"{where(case)}: {' '.join((case.verdict, *case.decided))}" for case in earlier
            ]
            tell_blocks(output.console(), part(_("Earlier cases like it"), lines))


def _tell_all(found: Sequence[Ruling], write: Write, as_json: bool, full: bool) -> None:
    for number, ruling in enumerate(found):
        if as_json:
            output.print_json(ruling.to_dict())
            continue
        if number:
            click.echo()
        tell_blocks(
            output.console(), ruling_blocks(ruling, output.card_spelling(), full=full, write=write)
        )
