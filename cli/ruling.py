"""``referee rule`` and ``referee rulings``: disputes answered by rule, facts and cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cli.logs import db_option, read
from cli.output import WrongUse, card_spelling, console, ends_where_unreadable, print_json
from cli.table import INDENT
from referee.rulings.ruling import Asked, Ruling, rule_on, rulings
from referee.rulings.whatif import NotPossible
from referee.wording.language import _
from referee.wording.sentences import Sentence, SpellCard


@click.command("rule")
@click.argument("log", metavar="LOG|GAME")
@click.option("--event", type=click.IntRange(min=1), required=True, help="The event in question.")
@click.option("--rule", "rule_id", help="The rule in question, by its id (else all that spoke).")
@click.option("--question", help="What is asked, in your own words.")
@click.option("--by", help="Who asks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a ruling.")
@db_option
def rule(
    log: str,
    event: int,
    rule_id: str | None,
    question: str | None,
    by: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Rule on one event of LOG: what is known, which rule, what it costs, what may be done.

    Lawful acts are answered, too: why they were in order.
    """
    with ends_where_unreadable(as_json):
        events = read(log, db)
    asked = Asked(event, by, question)
    try:
        found = rule_on(events, event, rule_id, asked, card_spelling())
    except NotPossible as problem:
        raise WrongUse(problem) from problem
    _tell_all(found, as_json)


@click.command("rulings")
@click.argument("log", metavar="LOG|GAME")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a ruling.")
@db_option
def all_rulings(log: str, as_json: bool, db: str | None) -> None:
    """Rule on every dispute that was written down in LOG."""
    with ends_where_unreadable(as_json):
        found = rulings(read(log, db), card_spelling())
    if not found and not as_json:
        click.echo(_("Nothing was disputed."))
    _tell_all(found, as_json)


def _tell_all(found: Sequence[Ruling], as_json: bool) -> None:
    for number, ruling in enumerate(found):
        if as_json:
            print_json(ruling.as_dict())
            continue
        if number:
            click.echo()
        _tell(console(), ruling, card_spelling())


def _tell(out: Console, ruling: Ruling, spell: SpellCard) -> None:
    _part(out, _("Question"), _told(ruling.question, spell))
    _part(out, _("Facts"), _facts(ruling, spell))
    _part(out, _("Rule"), _rules(ruling))
    events = ", ".join(map(str, ruling.shown_by))
    verdict = _(ruling.verdict)
    found = _("{verdict}. {reason} (event {events})").format(
        verdict=verdict[0].upper() + verdict[1:], reason=ruling.reason.told(spell), events=events
    )
    _part(out, _("Finding"), [found])
    _part(out, _("By whom"), [ruling.by_whom.told(spell)])
    _part(out, _("Consequence"), _told(ruling.consequence.told, spell))
    _part(out, _("What may be done"), _remedies(ruling, spell))
    _part(out, _("Had it been done right"), _told(ruling.done_right, spell))
    _part(out, _("What would decide it"), _told(ruling.would_decide, spell))
    _part(out, _("Forgiveness"), _told(ruling.forgiveness, spell))


def _part(out: Console, title: str, lines: Iterable[str]) -> None:
    out.print(Text(title, style="bold"))
    for line in lines:
        out.print(Padding(Text(line), INDENT, expand=False))


def _told(sentences: Sequence[Sentence], spell: SpellCard) -> list[str]:
    return [one.told(spell) for one in sentences]


def _facts(ruling: Ruling, spell: SpellCard) -> list[str]:
    told = []
    for number, fact in enumerate(ruling.facts, 1):
        basis = _(fact.basis)
        if fact.events and fact.basis != "recorded":
            events = ", ".join(map(str, fact.events))
            basis = _("{basis} from event {events}").format(basis=basis, events=events)
        told.append(f"{number}. {fact.told(spell)} ({basis})")
    return told


def _rules(ruling: Ruling) -> list[str]:
    told = [f"{_(one.plain)} ({one.id}; {_(one.source)})" for one in ruling.rules]
    bound = _("House rule {name}: {option}. ({plain})")
    for one in ruling.bound:
        rule = one.house_rule
        told.append(bound.format(name=rule.name, option=one.option, plain=_(rule.plain)))
    return told or [_("No rule of the game is about such a line.")]


def _remedies(ruling: Ruling, spell: SpellCard) -> list[str]:
    return [
        _("- {what} Who: {who}. When: {until}.").format(
            what=one.what.told(spell), who=one.who.told(spell), until=one.until.told(spell)
        )
        for one in ruling.remedies
    ]
