"""``referee add``: write lines into a game of the record book."""

import sys
from collections.abc import Callable, Sequence

import click
from referee_schemas.typed import typed

from referee.judging.corrections import Event
from referee.judging.findings import Finding
from referee.notation import LineReader
from referee.store import Appended, BookBusy, BookError, Conflict
from referee.store.live import LiveGame
from referee.wording.language import _
from referee.wording.sentences import Sentence
from referee_cli import output
from referee_cli.book import book_for_writing
from referee_cli.logs import STANDARD_INPUT, db_option
from referee_cli.scribe import lang_option, live_game, plain, tell_lines, tell_noticed

TRIES = 20

EventReader = Callable[[LiveGame], list[Event]]
"""Makes events from a user's input, given the current game."""

Doubts = Callable[[LiveGame, Sequence[Finding]], Sequence[Sentence]]
"""Returns warnings after lines were written, given the game and the new findings."""


def without_doubts(_live: LiveGame, _noticed: Sequence[Finding]) -> Sequence[Sentence]:
    """Return no warnings."""
    return ()


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("lines", nargs=-1, required=True, metavar="EVENT|SHEET-LINE...")
@click.option(
    "--expect",
    type=click.IntRange(min=1),
    help="Write nothing unless this is the number of the last event.",
)
@click.option(
    "--id", "event_id", help="An id for this event, so that sending it twice writes it once."
)
@lang_option
@output.json_option
@db_option
def add(
    game: str,
    lines: tuple[str, ...],
    expect: int | None,
    event_id: str | None,
    lang: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Add events to the end of GAME, all or none.

    An event is a line of the score sheet or a JSON object. Use - to read lines from standard input.
    When the command ends, the events are on the disk.

    \b
    Example: referee add friday "Ana 7h =7h8h9h -Kc" "Beto 2d"
    """
    with book_for_writing(db, as_json) as book:
        live = live_game(book, game, lang)
        with output.ends_where_unreadable(as_json):
            texts = _asked(lines)
            write(live, lambda now: _understood(now, texts, event_id), expect, as_json=as_json)


def _asked(lines: Sequence[str]) -> list[str]:
    texts: list[str] = []
    for line in lines:
        given = sys.stdin.read().split("\n") if line == STANDARD_INPUT else [line]
        texts += [text for text in given if text.strip()]
    return texts


def _understood(live: LiveGame, texts: Sequence[str], event_id: str | None) -> list[Event]:
    """Return the events of all texts. Each text is read after the events of those before it."""
    sheet, events = LineReader(live.sheet.lang, live.lines, sure=live.sheet.sure), []
    for text in texts:
        for event in typed(text, sheet):
            sheet.take(event)
            events.append(event)
    if event_id is not None:
        if len(events) != 1:
            text = "You gave one id for {number} events. Write them one by one."
            raise BookError(text, number=len(events))
        events[0]["id"] = event_id
    return events


def write(
    live: LiveGame,
    read_events: EventReader,
    expect: int | None = None,
    *,
    as_json: bool = False,
    doubts: Doubts = without_doubts,
) -> None:
    """Store the events that were typed; print them, the new findings, and warnings. Raises
    Unreadable and BookError."""
    answer = _kept(live, read_events, expect)
    noticed = live.notices.new()
    warnings = [sentence.render() for sentence in doubts(live, noticed)]
    if as_json:
        doubtful = {"warnings": warnings} if warnings else {}
        output.print_json(
            {"game": live.name, **answer.to_dict(), "noticed": plain(noticed), **doubtful}
        )
    elif answer.repeated:
        already = _("This is already event {event}; it was not written again.")
        click.echo(already.format(event=answer.first))
    else:
        out, spell = output.console(), output.card_spelling()
        tell_lines(out, live, answer.first, spell)
        tell_noticed(out, noticed, spell)
        for warning in warnings:
            output.say(_("Warning: {message}").format(message=warning), err=True)


def _kept(live: LiveGame, read_events: EventReader, expect: int | None) -> Appended:
    for _try in range(TRIES):
        try:
            return live.write(read_events(live), expect)
        except Conflict:
            if expect is not None:
                raise
            # without --expect the events go after whatever others have written
            live.catch_up()
    text = 'Others keep writing to "{game}". Nothing was written. Try again.'
    raise BookBusy(text, game=live.name)
