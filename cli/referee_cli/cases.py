"""``referee cases``: the casebook, as text, as JSON or as one HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

import click
from referee_schemas.reading import Unreadable
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from referee.judging.registry import find
from referee.rulings.casebook import Case, by_rule, cases_of
from referee.wording.language import _
from referee.wording.sentences import symbols
from referee_cli.book import book_for_reading
from referee_cli.files import force_option, write_out
from referee_cli.logs import db_option, logs_in, read, tell_left_out
from referee_cli.output import card_spelling, console, print_json
from referee_cli.table import INDENT


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH|GAME]...")
@click.option("--rule", "rule_id", help="Only cases about this rule, by its id.")
@click.option("--html", "page", metavar="FILE", help="Write them as one page.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a case.")
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

    From folders, logs and games, or from the whole record book. You see each with its situation,
    the verdict, and what the table decided. A log that cannot be read is left out and named.

    \b
    Example: referee cases evenings --rule claim.priority
    """
    spell = symbols if page else card_spelling()
    found: list[Case] = []
    not_logs: list[str] = []
    for name in logs_in(paths, not_logs) if paths else _games(db):
        try:
            found += cases_of(name, read(name, db), spell)
        except Unreadable as problem:
            click.echo(str(problem), err=True)
    tell_left_out(not_logs)
    told = by_rule(one for one in found if rule_id in (None, one.rule))
    if as_json:
        for _rule, some in told:
            for one in some:
                print_json(one.as_dict())
    if page:
        write_out(_page(told), page, force, db)
    if not as_json and not page:
        _tell(console(), told)


def _games(db: str | None) -> Iterator[str]:
    with book_for_reading(db) as book:
        names = book.names()
    yield from names


Told = Sequence[tuple[tuple[str, str], Sequence[Case]]]
"""Cases by game and rule."""


def _tell(out: Console, told: Told) -> None:
    if not told:
        out.print(_("Nothing was disputed."))
    for (game, rule), some in told:
        out.print(Text(_heading(game, rule), style="bold"))
        for one in some:
            out.print(Padding(Text(where(one)), INDENT, expand=False))
            for line in (one.situation, one.verdict, *one.decided):
                out.print(Padding(Text(line), (0, 0, 0, 4), expand=False))


def _heading(game: str, rule: str) -> str:
    title = _(find(game).title)
    return _("{game}: {rule}").format(game=title, rule=rule or _("no rule"))


def where(one: Case) -> str:
    """Where a case was, and when."""
    text = _("{log}, event {event}, {date}") if one.date else _("{log}, event {event}")
    return text.format(log=Path(one.log).name, event=one.event, date=one.date)


def _page(told: Told) -> str:
    """The casebook as one page that needs no other file."""
    title = escape(_("The casebook"))
    body = (
        "\n".join(_section(*one) for one in told) or f"<p>{escape(_('Nothing was disputed.'))}</p>"
    )
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )


STYLE = (
    "body{font-family:Georgia,serif;max-width:44em;margin:2em auto;padding:0 1em;line-height:1.45}"
    "article{border-top:1px solid #bbb;padding:.4em 0}.where{color:#666}.verdict{font-weight:bold}"
)


def _section(rule: tuple[str, str], some: Iterable[Case]) -> str:
    return f"<h2>{escape(_heading(*rule))}</h2>\n" + "\n".join(map(_article, some))


def _article(one: Case) -> str:
    lines = [("where", where(one)), ("", one.situation), ("verdict", one.verdict)]
    lines += [("", line) for line in one.decided]
    told = "".join(f'<p class="{name}">{escape(line)}</p>' for name, line in lines)
    return f"<article>{told}</article>"
