"""``referee whatif``: an evening with changes, and the house rules that mattered."""

from collections.abc import Sequence

import click
from referee_schemas.typed import as_it_should_read

from referee.judging.corrections import Event
from referee.rulings.crux import crux
from referee.rulings.whatif import NotPossible, what_if
from referee.store.live import sheet_of_game
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee_cli import output
from referee_cli.choosing import house_option, options_of
from referee_cli.language import language_asked_for, language_of_messages
from referee_cli.logs import db_option, read


@click.command()
@click.argument("log", metavar="LOG|GAME")
@house_option("Use this house rule from the beginning. Repeat it for more rules.")
@click.option("--without", multiple=True, type=int, metavar="N", help="Leave event N out.")
@click.option(
    "--instead",
    multiple=True,
    type=(int, str),
    metavar="N EVENT",
    help="Replace event N by this event, a line of the sheet or JSON.",
)
@click.option("--which", is_flag=True, help="Show which house rules decide who wins and who pays.")
@click.option("--json", "as_json", is_flag=True, help="Print the difference as JSON.")
@db_option
def whatif(
    log: str,
    house: tuple[tuple[str, str], ...],
    without: tuple[int, ...],
    instead: tuple[tuple[int, str], ...],
    which: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Judge LOG with a change: what would be different?

    With --which it lists the house rules that would have changed a winner or a payment, and those
    that made no difference.

    \b
    Example: referee whatif friday --house play_everything=on --without 31
    """
    if which and (house or without or instead):
        raise output.WrongUse(Word("Give no change: the command looks for them itself."), "--which")
    with output.ends_where_unreadable(as_json):
        events = read(log, db)
        if which:
            _tell_which(events, as_json)
            return
        asked = None if "x_lang" in events[0] else language_asked_for()
        sheet = sheet_of_game(events[0], asked, language_of_messages())
        for event in events:
            sheet.take(event)
        others = {at: as_it_should_read(text, at, sheet) for at, text in instead}
    spell = output.card_spelling()
    try:
        chosen = options_of(events[0]["game"], house)
        left_out = [*without, *(at for at, event in others.items() if event is None)]
        put_in = {at: event for at, event in others.items() if event is not None}
        with output.working():
            difference = what_if(events, chosen, left_out, put_in, spell)
    except NotPossible as problem:
        raise output.WrongUse(problem) from problem
    if as_json:
        output.print_json(difference.to_dict())
        return
    _tell(difference.sentences())


def _tell_which(events: Sequence[Event], as_json: bool) -> None:
    with output.working():
        found = crux(events)
    if as_json:
        output.print_json(found.to_dict())
        return
    for point in found.turning_points:
        heading, *ends = point.sentences()
        _tell([heading])
        _tell(ends, indent=2)
    _tell(found.what_else())


def _tell(sentences: list[Sentence], indent: int = 0) -> None:
    out, spell = output.console(), output.card_spelling()
    for sentence in sentences:
        out.indented(sentence.render(spell), indent)
