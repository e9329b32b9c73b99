"""``referee rule`` and ``cases``: answers to disputes, with the rule, the facts and the cost."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from referee_schemas.reading import Unreadable

from referee.judging.registry import find
from referee.judging.report import CLEAN, CONTRADICTORY, FINDINGS, worst
from referee.paper.blocks import Block, Document, Heading, Paragraph
from referee.paper.page import page as as_page
from referee.paper.rulings import part, ruling_blocks
from referee.rulings.casebook import Case, by_rule, case_of, cases_of, nearest
from referee.rulings.ruling import Asked, rule_on, rulings
from referee.rulings.ruling.table import NOT_ALLOWED, RECORD_WRONG, RIGHT_LOST, WRONG_PAYMENT
from referee.store.opening import open_book
from referee.text.document import tell_blocks
from referee.wording.language import Word, _
from referee.wording.sentences import symbols
from referee_cli.files import write_out
from referee_cli.hints import read_with_source
from referee_cli.language import messages_language, wanted
from referee_cli.logs import logs_in, read, tell_left_out
from referee_cli.options import chosen_book, subcommand, wants_json
from referee_cli.output import WrongUse, card_spelling, console, print_json, working

STATUSES: Final = {
    NOT_ALLOWED: FINDINGS,
    RIGHT_LOST: FINDINGS,
    WRONG_PAYMENT: FINDINGS,
    RECORD_WRONG: CONTRADICTORY,
}
"""The exit status of each kind of verdict that is not 0."""


@subcommand("rule", json="Print one JSON object for each ruling.")
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", type=click.IntRange(min=1), metavar="N",
    help="The event in question (by default, every event that was disputed).",
)  # fmt: skip
@click.option(
    "--rule", "rule_id",
    help="The rule in question, by its id (by default, every rule that found something).",
)  # fmt: skip
@click.option("--question", help="Your question, in your own words.")
@click.option("--by", help="The player who asks.")
@click.option(
    "--full", is_flag=True, help="Show everything that the ruling rests on, and everybody's money."
)
@click.option(
    "--like", multiple=True, metavar="PATH|GAME",
    help="Also show the most similar rulings in this folder, log or game. Repeat it for more.",
)  # fmt: skip
def rule(
    log: str, event: int | None, rule_id: str | None, question: str | None, by: str | None,
    full: bool, like: tuple[str, ...],
) -> None:  # fmt: skip
    """Rule on one event of LOG, or on every dispute.

    You see who is right and what to do now, with the reason and what it costs. If the event was in
    order, you see why. With several rulings, the worst one decides the exit status.

    Exit status: 0 in order, a chance missed, or undecided; 1 not allowed, a right lost, or a wrong
    payment; 4 the record is wrong; 3 the log cannot be read.

    \b
    Example: referee rule evening.jsonl --event 39
    """
    if event is None and (rule_id or question or by):
        raise WrongUse(Word("Name the event with --event."))
    events, source = read_with_source(log)
    spell, slips = card_spelling(), full or wants_json()
    with working():
        if event is None:
            found = rulings(events, spell, slips=slips)
        else:
            asked = Asked(event, by, question)
            found = rule_on(events, event, rule_id, asked, spell, slips=slips)
    if not found and not wants_json():
        click.echo(_("Nothing was disputed."))
    write = source.writer(events)
    for number, ruling in enumerate(found):
        if wants_json():
            print_json(ruling.to_dict())
            continue
        if number:
            click.echo()
        tell_blocks(console(), ruling_blocks(ruling, spell, full=full, write=write))
    others = [case for name in logs_in(like, []) for case in cases_of(name, read(name), spell)]
    for ruling in found if like else ():
        earlier = nearest(case_of(log, events, ruling, spell), others)
        if wants_json():
            cases = [case.to_dict() for case in earlier]
            print_json({"event": ruling.asked.event, "earlier": cases})
        elif earlier:
            lines = [
                f"{_where(case)}: {' '.join((case.verdict, *case.decided))}" for case in earlier
            ]
            tell_blocks(console(), part(_("Earlier cases like it"), lines))
    sys.exit(worst({STATUSES.get(ruling.kind, CLEAN) for ruling in found}))


@subcommand(json="Print one JSON object for each case.", writes=True)
@click.argument("paths", nargs=-1, metavar="[PATH|GAME]...")
@click.option("--rule", "rule_id", help="Only cases about this rule, by its id.")
@click.option("--html", "page", metavar="FILE", help="Write the cases to one HTML page.")
def cases(paths: tuple[str, ...], rule_id: str | None, page: str | None) -> None:
    """Collect the rulings on all disputes, by rule.

    The command reads the folders, logs and games that you name, or the whole record book. Each case
    shows the situation, the verdict, and what the table decided. Logs that cannot be read are left
    out and named.

    \b
    Example: referee cases evenings --rule claim.priority
    """
    spell = symbols if page else card_spelling()
    found: list[Case] = []
    not_logs: list[str] = []
    names: Iterable[str] = logs_in(paths, not_logs)
    if not paths:
        with open_book(chosen_book(), writable=False) as book:
            names = book.names()
    for name in names:
        try:
            found += cases_of(name, read(name), spell)
        except Unreadable as problem:
            with messages_language():
                click.echo(str(problem), err=True)
    tell_left_out(not_logs)
    ruled = by_rule(case for case in found if rule_id in (None, case.rule))
    if wants_json():
        for _rule, some in ruled:
            for case in some:
                print_json(case.to_dict())
    if page:
        document = Document(_("The casebook"), blocks=[*_blocks(ruled)])
        write_out(as_page(document, wanted().language), page)
    elif not wants_json():
        tell_blocks(console(), _blocks(ruled))


def _blocks(ruled: Sequence[tuple[tuple[str, str], Sequence[Case]]]) -> Iterator[Block]:
    """Yield the cases, which are grouped by game and rule."""
    for (game, rule), some in ruled:
        heading = _("{game}: {rule}")
        yield Heading(heading.format(game=_(find(game).title), rule=rule or _("no rule")))
        for case in some:
            yield Heading(_where(case), 2)
            yield from map(Paragraph, (case.situation, case.verdict, *case.decided))
    if not ruled:
        yield Paragraph(_("Nothing was disputed."))


def _where(case: Case) -> str:
    """Return the place and date of a case."""
    text = _("{log}, event {event}, {date}") if case.date else _("{log}, event {event}")
    return text.format(log=Path(case.log).name, event=case.event, date=case.date)
