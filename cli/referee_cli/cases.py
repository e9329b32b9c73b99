"""``referee cases``: the casebook, as text, as JSON or as one HTML page."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from referee_schemas.reading import Unreadable

from referee.judging.registry import find
from referee.paper.blocks import Block, Document, Heading, Paragraph
from referee.paper.page import page as as_page
from referee.rulings.casebook import Case, by_rule, cases_of
from referee.text.document import tell_blocks
from referee.wording.language import _
from referee.wording.sentences import symbols
from referee_cli.book import book_for_reading
from referee_cli.files import force_option, write_out
from referee_cli.language import language_of_messages
from referee_cli.logs import db_option, logs_in, read, tell_left_out
from referee_cli.output import card_spelling, console, print_json


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH|GAME]...")
@click.option("--rule", "rule_id", help="Only cases about this rule, by its id.")
@click.option("--html", "page", metavar="FILE", help="Write the cases to one HTML page.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each case.")
@db_option
def cases(
    paths: tuple[str, ...],
    rule_id: str | None,
    page: str | None,
    force: bool,
    as_json: bool,
    db: str | None,
) -> None:
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
        with book_for_reading(db) as book:
            names = book.names()
    for name in names:
        try:
            found += cases_of(name, read(name, db), spell)
        except Unreadable as problem:
            click.echo(str(problem), err=True)
    tell_left_out(not_logs)
    listed = by_rule(case for case in found if rule_id in (None, case.rule))
    if as_json:
        for _rule, some in listed:
            for case in some:
                print_json(case.to_dict())
    if page:
        write_out(
            as_page(Document(_("The casebook"), blocks=[*_blocks(listed)]), language_of_messages()),
            page,
            force,
            db,
        )
    if not as_json and not page:
        tell_blocks(console(), _blocks(listed))


Told = Sequence[tuple[tuple[str, str], Sequence[Case]]]  # cases by game and rule


def where(case: Case) -> str:
    """Return the place and date of a case."""
    text = _("{log}, event {event}, {date}") if case.date else _("{log}, event {event}")
    return text.format(log=Path(case.log).name, event=case.event, date=case.date)


def _blocks(ruled: Told) -> Iterator[Block]:
    for (game, rule), some in ruled:
        heading = _("{game}: {rule}")
        yield Heading(heading.format(game=_(find(game).title), rule=rule or _("no rule")))
        for case in some:
            yield Heading(where(case), 2)
            yield from map(Paragraph, (case.situation, case.verdict, *case.decided))
    if not ruled:
        yield Paragraph(_("Nothing was disputed."))
