"""``referee rule``: answer disputes with the rule, the facts and the cost."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

import click
from referee_schemas.places import Place
from rich.table import Table
from rich.text import Text

from referee.judging.facts import AGREED, ALLEGED, RECORDED, Fact
from referee.judging.report import CLEAN, CONTRADICTORY, FINDINGS, worst
from referee.rulings.ruling import Asked, Bound, Ruling, Worth, rule_on, rulings
from referee.rulings.ruling.verdicts import NOT_ALLOWED, RECORD_WRONG, RIGHT_LOST, WRONG_PAYMENT
from referee.rulings.whatif import NotPossible
from referee.text.terminal import Terminal
from referee.wording.language import Word, _, joined
from referee.wording.sentences import Sentence, SpellCard
from referee_cli import output
from referee_cli.hints import LogSource, Write
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
    help="Show the most similar rulings of a folder, a log or a game. Give it again for another "
    "one.",
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
@click.option("--question", help="What is asked, in your own words.")
@click.option("--by", help="Who asks.")
@full_option
@like_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a ruling.")
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
    order, you see why. Of several rulings, the worst decides the exit status.

    Exit status: 0 in order, a chance missed, or undecided; 1 not allowed, a right lost, or a wrong
    payment; 4 the record is wrong; 3 the log cannot be read.

    \b
    Example: referee rule evening.jsonl --event 39
    """
    if event is None and (rule_id or question or by):
        raise output.WrongUse(Word("Name the event with --event."))
    places: list[Place] = []
    with output.ends_where_unreadable(as_json):
        events = read(log, db, places)
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
    write = LogSource.of(log, sheet=any(place.text for place in places)).writer(events)
    _tell_all(found, write, as_json, full)
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
            tell_part(output.console(), _("Earlier cases like it"), lines)


def _tell_all(found: Sequence[Ruling], write: Write, as_json: bool, full: bool) -> None:
    for number, ruling in enumerate(found):
        if as_json:
            output.print_json(ruling.to_dict())
            continue
        if number:
            click.echo()
        _tell(output.console(), ruling, write, output.card_spelling(), full)


def _tell(out: Terminal, ruling: Ruling, write: Write, spell: SpellCard, full: bool) -> None:
    out.print(Text(ruling.verdict(spell), style="bold"))
    tell_part(out, _("What to do now"), _remedies(ruling, spell, full))
    if full:
        tell_part(out, _("What it costs"), _cost(ruling))
        tell_part(out, _("Done right"), [*_in_words(ruling.right, spell), *map(write, ruling.edit)])
        tell_part(out, _("Question"), _in_words(ruling.question, spell))
    tell_part(out, _("Rule"), _rules(ruling, full))
    tell_part(out, _("Facts"), _facts(ruling, spell, full))
    if full:
        tell_part(out, _("Shown by"), [joined(ruling.shown_by)])
        tell_part(out, _("Who"), _in_words(ruling.by_whom, spell))
    tell_part(out, _("What would decide it"), _in_words(ruling.would_decide, spell))
    if ruling.worlds:
        out.indented(_worlds(ruling, spell))
    tell_part(out, _("The table"), _in_words(ruling.decided, spell))
    if full:
        tell_part(out, _("Forgiveness"), _in_words(ruling.forgiveness, spell))


def tell_part(out: Terminal, title: str, lines: Iterable[str]) -> None:
    """Print a part of an answer under its title; nothing if it has no lines."""
    told = list(lines)
    if told:
        out.print(Text(title, style="bold"))
    for line in told:
        out.indented(line)


def _in_words(sentences: Sequence[Sentence], spell: SpellCard) -> list[str]:
    return [sentence.render(spell) for sentence in sentences]


def _facts(ruling: Ruling, spell: SpellCard, full: bool) -> list[str]:
    """Return the facts that the ruling rests on; in short form without the table's agreements,
    which appear under the rule."""
    facts = [fact for fact in ruling.facts if full or fact.basis != AGREED or not ruling.bound]
    return [f"{number}. {_fact(fact, spell)}" for number, fact in enumerate(facts, 1)]


def _fact(fact: Fact, spell: SpellCard) -> str:
    if fact.basis == RECORDED:
        return fact.render(spell)
    basis = _(fact.basis)
    if fact.events:
        events = joined(fact.events)
        text = _("event {events}") if fact.basis == ALLEGED else _("{basis} from event {events}")
        basis = text.format(basis=basis, events=events)
    return f"{fact.render(spell)} ({basis})"


def _rules(ruling: Ruling, full: bool) -> list[str]:
    """Return the rules in their words, with the deciding house rules; in short form only the first
    sentence of each, which states the demand."""
    told = [
        f"{_(rule.plain)} ({rule.id}; {_(rule.source)})" if full
        else f"{_(rule.plain).partition('. ')[0].removesuffix('.')}. ({rule.id})"
        for rule in ruling.rules
    ]  # fmt: skip
    decide = [
        house_rule
        for house_rule in ruling.bound
        if full or house_rule.turned_by or len(ruling.bound) == 1
    ]
    return told + [_house_rule(house_rule, full) for house_rule in decide]


def _house_rule(bound: Bound, full: bool) -> str:
    told = [bound.render()]
    if full:
        told.append(f"({bound.house_rule.explained})")
    if bound.turned_by:
        told.append(bound.turning())
    return " ".join(told)


def _remedies(ruling: Ruling, spell: SpellCard, full: bool) -> list[str]:
    if not full:
        return [f"- {remedy.what.render(spell)}" for remedy in ruling.remedies]
    return [
        _("- {what} ({who}; {until})").format(
            what=remedy.what.render(spell),
            who=remedy.who.render(spell),
            until=remedy.until.render(spell),
        )
        for remedy in ruling.remedies
    ]


def _cost(ruling: Ruling) -> list[str]:
    """Return everyone's money, or points, in each case."""
    if not ruling.cost.moves:
        return []
    return [f"{name}: " + joined(_amounts(worth)) for name, worth in ruling.cost.cases()]


def _worlds(ruling: Ruling, spell: SpellCard) -> Table:
    """Return a table of everyone's money with each answer, side by side."""
    table = Table("", *(world.answer.render(spell) for world in ruling.worlds), box=None)
    worths = [Worth.of(world.report) for world in ruling.worlds]
    for player in ruling.cost.as_it_lies.money:
        cells = [worth.format_of(player) for worth in worths]
        table.add_row(player, *cells)
    if any(worth.middle for worth in worths):
        table.add_row(_("In the middle"), *(str(worth.middle) for worth in worths))
    return table


def _amounts(worth: Worth) -> list[str]:
    told = [f"{player} {worth.format_of(player)}" for player in worth.players]
    if worth.middle:
        told.append(_("{amount} in the middle").format(amount=worth.middle))
    return told
