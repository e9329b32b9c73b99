"""``referee compare``: two scribes' logs of the same hands, side by side."""

import sys

import click
from rich.text import Text

from referee.judging.report import CLEAN, FINDINGS
from referee.rulings.compare import Comparison, DifferentGames
from referee.rulings.compare import compare as compared
from referee.text.terminal import Terminal
from referee.wording.language import N_, _
from referee.wording.sentences import Sentence, SpellCard, letters
from referee.wording.visible import visible
from referee_cli import output
from referee_cli.book import NotDone
from referee_cli.logs import db_option, read
from referee_cli.output import working

NAMES = ("A", "B")

NO_CONTRADICTION = N_("The two logs do not contradict each other.")


@click.command()
@click.argument("one", metavar="LOG|GAME")
@click.argument("other", metavar="LOG|GAME")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@db_option
def compare(one: str, other: str, as_json: bool, db: str | None) -> None:
    """Compare two logs of the same hands, A and B.

    Each is a file, - for standard input, or a game of the record book. Where they contradict each
    other, you get a question for the table, and what depends on its answer.

    Exit status: 0 no contradiction, 1 contradictions or hands that one log does not have, 2 the
    logs are of different games, 3 a log cannot be read.

    \b
    Example: referee compare ana.sheet beto.sheet
    """
    with output.ends_where_unreadable(as_json):
        events = read(one, db), read(other, db)
    spell = letters if as_json else output.card_spelling()
    try:
        with working():
            found = compared(*events, NAMES, spell)
    except DifferentGames as problem:
        if as_json:
            output.print_json({"error": {"message": str(problem)}})
        raise NotDone(problem) from problem
    if as_json:
        output.print_json(found.to_dict())
    else:
        out = output.console()
        out.print(
            _("A is {one}, B is {other}.").format(one=visible(one), other=visible(other)),
            soft_wrap=True,
        )
        _tell(out, found, spell)
    sys.exit(CLEAN if found.agree else FINDINGS)


def _tell(out: Terminal, found: Comparison, spell: SpellCard) -> None:
    for sentence in found.sentences():
        _line(out, [sentence], spell)
    if not found.differences:
        out.print()
        same = _("The hands that both logs have do not differ.")
        out.print(_(NO_CONTRADICTION) if found.agree else same)
    hand = (0, 0)
    for number, difference in enumerate(found.differences, 1):
        out.print()
        if difference.hands != hand:
            hand = difference.hands
            _line(out, [_which_hand(hand)], spell)
        out.print(Text(f"{number}. {difference.question.render(spell)}", style="bold"))
        for sentence in difference.consequences():
            _line(out, [sentence], spell, indent=3)
    if found.additions:
        out.print()
        out.print(_("In one log only, without a contradiction:"))
    for addition in found.additions:
        _line(out, addition.sentences(), spell, indent=3)


def _which_hand(hands: tuple[int, int]) -> Sentence:
    one, other = hands
    facts = {"one": one, "other": other}
    if one == other:
        return Sentence("Hand {one}", facts)
    return Sentence("Hand {one} of A, hand {other} of B", facts)


def _line(out: Terminal, sentences: list[Sentence], spell: SpellCard, indent: int = 0) -> None:
    text = " ".join(sentence.render(spell) for sentence in sentences)
    out.indented(text, indent)
