"""``referee ask``: the fewest questions to the table that decide what a log leaves open."""

from collections.abc import Sequence

import click
from rich.text import Text

from referee.judging.registry import find
from referee.rulings.answers import OpenQuestion
from referee.rulings.ask import NoSuchAnswer, Plan, answered
from referee.rulings.whatif import NOTHING_MOVES
from referee.text.terminal import Terminal
from referee.wording.language import _, listed, ngettext
from referee.wording.sentences import SpellCard
from referee_cli import output
from referee_cli.hints import read_with_source
from referee_cli.logs import db_option


@click.command()
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--answer", "answers", type=click.IntRange(min=0), multiple=True,
    help="The number of your answer to the first question, or the number that it asks for. Repeat "
    "it for the next question.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@db_option
def ask(log: str, answers: tuple[int, ...], as_json: bool, db: str | None) -> None:
    """Ask the fewest questions that decide what is open.

    The questions that decide most come first. Each says who could know the answer, and what every
    answer leads to. Your answers become lines that you can add to the log.

    \b
    Example: referee ask friday --answer 2
    """
    events, source = read_with_source(log, db, as_json)
    spell = output.card_spelling()
    try:
        with output.working():
            added, plan = answered(events, answers, spell)
    except NoSuchAnswer as problem:
        raise output.WrongUse(problem, "--answer") from problem
    if as_json:
        output.print_json({"lines": [dict(line) for line in added], **plan.to_dict()})
        return
    out = output.console()
    if added:
        out.print(Text(_("Lines to add"), style="bold"))
        write = source.writer(events)
        for line in added:
            out.print(f"  {write(line)}", soft_wrap=True)
    rulebook = find(events[0]["game"])
    _tell(out, plan, spell, money=rulebook is None or rulebook.money)


def _tell(out: Terminal, plan: Plan, spell: SpellCard, *, money: bool) -> None:
    if plan.next is None:
        out.print(_("Nothing is undecided: the record decides everything."))
        return
    if plan.deciding:
        at_most = (
            ngettext(
                "At most {number} question to the table decides all the money.",
                "At most {number} questions to the table decide all the money.",
                plan.at_most,
            )
            if money
            else ngettext(
                "At most {number} question to the table decides all the points.",
                "At most {number} questions to the table decide all the points.",
                plan.at_most,
            )
        )
        out.print(Text(at_most, style="bold"))
        _ask(out, plan.deciding, spell)
    if plan.others:
        heading = _("Also undecided") if plan.deciding else _("Undecided")
        out.print(Text(heading, style="bold"))
        _ask(out, plan.others, spell)


def _ask(out: Terminal, questions: Sequence[OpenQuestion], spell: SpellCard) -> None:
    for question in questions:
        text = _("{question} (event {event})").format(
            question=question.sentence.render(spell), event=question.event
        )
        out.indented(text)
        lines = (
            [_("Who could know it: {who}.").format(who=listed(question.who))]
            if question.who
            else []
        )
        for number, world in enumerate(question.worlds, 1):
            comes_to = [sentence.render(spell) for sentence in world.difference.changes()]
            ending = listed(comes_to) if comes_to else _(NOTHING_MOVES)
            lines.append(f"{number}. {world.answer.render(spell)} ({ending})")
        if not question.worlds:
            fact = question.would_decide.render(spell)
            lines.append(_("This would decide it: {fact}.").format(fact=fact))
        if question.with_number is not None:
            lines.append(_("Answer with the number, for instance: --answer 12"))
        for line in lines:
            out.indented(line, 4)
