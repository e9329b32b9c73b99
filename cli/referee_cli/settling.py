"""``referee ask``, ``compare``, ``repair`` and ``whatif``: what a log leaves open, and what other
lines or house rules would change."""

import sys
from collections.abc import Iterable, Sequence

import click
from referee_schemas.typed import as_it_should_read
from rich.text import Text

from referee.judging.registry import find
from referee.judging.replay import judge
from referee.judging.report import CLEAN, FINDINGS, exit_status
from referee.rulings.ask import OpenQuestion, Plan, answered
from referee.rulings.compare import Comparison
from referee.rulings.compare import compare as compared
from referee.rulings.crux import crux
from referee.rulings.repair import repairs
from referee.rulings.whatif import NOTHING_MOVES, what_if
from referee.store.live import sheet_of_game
from referee.text.terminal import Terminal
from referee.wording.language import Word, _, joined, listed, ngettext
from referee.wording.sentences import Sentence, SpellCard, letters
from referee.wording.visible import visible
from referee_cli.hints import read_with_source
from referee_cli.language import wanted
from referee_cli.logs import read
from referee_cli.options import house_option, options_of, subcommand, wants_json
from referee_cli.output import WrongUse, card_spelling, console, print_json, working


def _tell(out: Terminal, sentences: Iterable[Sentence], spell: SpellCard, indent: int = 0) -> None:
    for sentence in sentences:
        out.indented(sentence.render(spell), indent)


# ---- ask


@subcommand(json="Print one JSON object.")
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--answer", "answers", type=click.IntRange(min=0), multiple=True,
    help="The number of your answer to the first question, or the number that it asks for. Repeat "
    "it for the next question.",
)  # fmt: skip
def ask(log: str, answers: tuple[int, ...]) -> None:
    """Ask the fewest questions that decide what is open.

    The questions that decide most come first. Each says who could know the answer, and what every
    answer leads to. Your answers become lines that you can add to the log.

    \b
    Example: referee ask friday --answer 2
    """
    events, source = read_with_source(log)
    spell = card_spelling()
    with working():
        added, plan = answered(events, answers, spell)
    if wants_json():
        print_json({"lines": [dict(line) for line in added], **plan.to_dict()})
        return
    out = console()
    if added:
        out.print(Text(_("Lines to add"), style="bold"))
        write = source.writer(events)
        for line in added:
            out.print(f"  {write(line)}", soft_wrap=True)
    _tell_plan(out, plan, spell, money=find(events[0]["game"]).money)


def _tell_plan(out: Terminal, plan: Plan, spell: SpellCard, *, money: bool) -> None:
    if plan.next is None:
        out.print(_("Nothing is undecided: the record decides everything."))
        return
    in_money = ngettext(
        "At most {number} question to the table decides all the money.",
        "At most {number} questions to the table decide all the money.",
        plan.at_most,
    )
    in_points = ngettext(
        "At most {number} question to the table decides all the points.",
        "At most {number} questions to the table decide all the points.",
        plan.at_most,
    )
    others = _("Also undecided") if plan.deciding else _("Undecided")
    deciding = in_money if money else in_points
    for heading, questions in ((deciding, plan.deciding), (others, plan.others)):
        if questions:
            out.print(Text(heading, style="bold"))
            for question in questions:
                _tell_question(out, question, spell)


def _tell_question(out: Terminal, question: OpenQuestion, spell: SpellCard) -> None:
    asked = question.sentence.render(spell)
    out.indented(_("{question} (event {event})").format(question=asked, event=question.event))
    lines = []
    if question.who:
        lines.append(_("Who could know it: {who}.").format(who=listed(question.who)))
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


# ---- compare

NAMES = ("A", "B")


@subcommand(json="Print the comparison as JSON.")
@click.argument("one", metavar="LOG|GAME")
@click.argument("other", metavar="LOG|GAME")
def compare(one: str, other: str) -> None:
    """Compare two logs of the same hands, A and B.

    Each is a file, - for standard input, or a game of the record book. Where they contradict each
    other, you get a question for the table, and what depends on its answer.

    Exit status: 0 no contradiction, 1 contradictions or hands that one log does not have, 2 the
    logs are of different games, 3 a log cannot be read.

    \b
    Example: referee compare ana.sheet beto.sheet
    """
    events = read(one), read(other)
    spell = letters if wants_json() else card_spelling()
    with working():
        found = compared(*events, NAMES, spell)
    if wants_json():
        print_json(found.to_dict())
    else:
        out = console()
        named = _("A is {one}, B is {other}.").format(one=visible(one), other=visible(other))
        out.print(named, soft_wrap=True)
        _tell_comparison(out, found, spell)
    sys.exit(CLEAN if found.agree else FINDINGS)


def _tell_comparison(out: Terminal, found: Comparison, spell: SpellCard) -> None:
    _tell(out, found.sentences(), spell)
    if not found.differences:
        out.print()
        agree = _("The two logs do not contradict each other.")
        out.print(agree if found.agree else _("The hands that both logs have do not differ."))
    hands = (0, 0)
    for number, difference in enumerate(found.differences, 1):
        out.print()
        if difference.hands != hands:
            hands = difference.hands
            apart = "Hand {one} of A, hand {other} of B"
            which = "Hand {one}" if hands[0] == hands[1] else apart
            _tell(out, [Sentence(which, {"one": hands[0], "other": hands[1]})], spell)
        out.print(Text(f"{number}. {difference.question.render(spell)}", style="bold"))
        _tell(out, difference.consequences(), spell, 3)
    if found.additions:
        out.print()
        out.print(_("In one log only, without a contradiction:"))
    for addition in found.additions:
        out.indented(" ".join(each.render(spell) for each in addition.sentences()), 3)


# ---- repair

FEW, MANY = 3, 10  # the most repairs to show to people, and in JSON


@subcommand(json="Print the repairs as JSON.")
@click.argument("log", metavar="LOG|GAME")
def repair(log: str) -> None:
    """Propose corrections for a log.

    The command looks for a mistyped card, a wrong name, two swapped lines, and lines that were
    forgotten or written twice. If such a slip explains a finding, you see the lines that correct
    it, the likeliest first. Nothing is changed.

    Exit status: that of referee check on the unchanged log.

    \b
    Example: referee repair evening.jsonl
    """
    events, source = read_with_source(log)
    spell = letters if wants_json() else card_spelling()
    with working():
        status = exit_status(judge(events))
        proposed = repairs(events, MANY if wants_json() else FEW, spell)
    if wants_json():
        print_json({"repairs": [repair.as_data() for repair in proposed]})
        sys.exit(status)
    out, write = console(), source.writer(events)
    for number, repair in enumerate(proposed, 1):
        out.print()
        out.print(Text(f"{number}. {repair.message(spell)}", style="bold"))
        for text, findings in (
            (_("Gone: {message} (event {event}, {rule})"), repair.gone),
            (_("Still there: {message} (event {event}, {rule})"), repair.left),
            (_("New: {message} (event {event}, {rule})"), repair.new),
        ):
            for finding in findings:
                out.indented(text.format_map(finding), 3)
        if repair.money:
            moved = joined(f"{player} {more:+}" for player, more in repair.money.items())
            out.indented(_("Money: {moved}").format(moved=moved), 3)
        for line in repair.corrections:
            out.print(Text(write(line)), soft_wrap=True)
    if proposed:
        out.print()
        out.print(source.how_to_add())
        out.print(_("If the play itself was wrong, a correction does not mend it."))
    elif status:
        out.print(_("No single slip explains the findings better."))
    else:
        out.print(_("Nothing was found: there is nothing to correct."))
    sys.exit(status)


# ---- whatif


@subcommand(json="Print the difference as JSON.")
@click.argument("log", metavar="LOG|GAME")
@house_option("Use this house rule from the beginning. Repeat it for more rules.")
@click.option("--without", multiple=True, type=int, metavar="N", help="Leave event N out.")
@click.option(
    "--instead", multiple=True, type=(int, str), metavar="N EVENT",
    help="Replace event N by this event, a line of the sheet or JSON.",
)  # fmt: skip
@click.option("--which", is_flag=True, help="Show which house rules decide who wins and who pays.")
def whatif(
    log: str, house: tuple[tuple[str, str], ...], without: tuple[int, ...],
    instead: tuple[tuple[int, str], ...], which: bool,
) -> None:  # fmt: skip
    """Judge LOG with a change: what would be different?

    With --which it lists the house rules that would have changed a winner or a payment, and those
    that made no difference.

    \b
    Example: referee whatif friday --house play_everything=on --without 31
    """
    if which and (house or without or instead):
        raise WrongUse(Word("Name no other change: the command tries them all."), "--which")
    events = read(log)
    if which:
        _tell_which(events)
        return
    asked = None if "x_lang" in events[0] else wanted().asked
    sheet = sheet_of_game(events[0], asked, wanted().language)
    for event in events:
        sheet.take(event)
    others = {at: as_it_should_read(text, at, sheet) for at, text in instead}
    spell = card_spelling()
    chosen = options_of(find(events[0]["game"]), house)
    left_out = [*without, *(at for at, event in others.items() if event is None)]
    put_in = {at: event for at, event in others.items() if event is not None}
    with working():
        difference = what_if(events, chosen, left_out, put_in, spell)
    if wants_json():
        print_json(difference.to_dict())
    else:
        _tell(console(), difference.sentences(), spell)


def _tell_which(events: Sequence[dict[str, object]]) -> None:
    with working():
        found = crux(events)
    if wants_json():
        print_json(found.to_dict())
        return
    out, spell = console(), card_spelling()
    for point in found.turning_points:
        heading, *ends = point.sentences()
        _tell(out, [heading], spell)
        _tell(out, ends, spell, 2)
    _tell(out, found.what_else(), spell)
