"""``referee add``, ``correct``, ``forgive``, ``dispute`` and ``settle``: lines written into a game
of the record book."""

import sys
from collections.abc import Callable, Sequence

import click
from referee_schemas.typed import as_it_should_read, typed

from referee.judging.corrections import Event
from referee.judging.findings import Finding
from referee.judging.live import closing_payments, forgives_nothing, why_not_settled
from referee.judging.report import Report
from referee.judging.summary import still_owed
from referee.notation import LineReader
from referee.store import Appended, BookBusy, BookError, Conflict
from referee.store.live import LiveGame
from referee.wording.language import Word, _
from referee.wording.sentences import Sentence
from referee_cli.hints import command
from referee_cli.language import lang_option
from referee_cli.logs import STANDARD_INPUT, live_game
from referee_cli.options import subcommand, wants_json
from referee_cli.output import Failure, WrongUse, card_spelling, console, print_json, say, says_yes
from referee_cli.table import plain_findings, tell_lines, tell_noticed

TRIES = 20

EventReader = Callable[[LiveGame], list[Event]]
"""Makes events from a user's input, given the current game."""

Doubts = Callable[[LiveGame, Sequence[Finding]], str]
"""Returns a warning after lines were written, given the game and the new findings; empty if there
is none."""


@subcommand(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("lines", nargs=-1, required=True, metavar="EVENT|SHEET-LINE...")
@click.option(
    "--expect", type=click.IntRange(min=1),
    help="Write nothing unless this is the number of the last event.",
)  # fmt: skip
@click.option(
    "--id", "event_id", help="An id for this event, so that sending it twice writes it once."
)
@lang_option
def add(
    game: str, lines: tuple[str, ...], expect: int | None, event_id: str | None, lang: str | None
) -> None:
    """Add events to the end of GAME, all or none.

    An event is a line of the score sheet or a JSON object. Use - to read lines from standard input.
    When the command ends, the events are on the disk.

    \b
    Example: referee add friday "Ana 7h =7h8h9h -Kc" "Beto 2d"
    """
    with live_game(game, lang, create=False) as live:
        texts: list[str] = []
        for line in lines:
            given = sys.stdin.read().split("\n") if line == STANDARD_INPUT else [line]
            texts += [text for text in given if text.strip()]
        _write(live, lambda now: _read_all(now, texts, event_id), expect)


def _read_all(live: LiveGame, texts: Sequence[str], event_id: str | None) -> list[Event]:
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


def _write(
    live: LiveGame,
    read_events: EventReader,
    expect: int | None = None,
    doubts: Doubts | None = None,
) -> None:
    """Store the events that were typed; print them, the new findings, and a warning. Raises
    Unreadable and BookError."""
    answer = _stored(live, read_events, expect)
    noticed = live.notices.new()
    doubt = doubts(live, noticed) if doubts else ""
    if wants_json():
        written = {"game": live.name, **answer.to_dict(), "noticed": plain_findings(noticed)}
        print_json({**written, "warnings": [doubt]} if doubt else written)
    elif answer.repeated:
        already = _("This is already event {event}; it was not written again.")
        click.echo(already.format(event=answer.first))
    else:
        out, spell = console(), card_spelling()
        tell_lines(out, live.lines, answer.first, spell)
        tell_noticed(out, noticed, spell)
        if doubt:
            say(_("Warning: {message}").format(message=doubt), err=True)


def _stored(live: LiveGame, read_events: EventReader, expect: int | None) -> Appended:
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


# ---- later statements about an event

event_argument = click.argument("event", type=click.IntRange(min=1))


@subcommand()
@click.argument("game")
@event_argument
@click.argument("reading", required=False, metavar="AS-IT-SHOULD-READ")
@click.option("--never", is_flag=True, help="The event never happened.")
@click.option("--why", default="", help="The reason, for later readers.")
@lang_option
def correct(
    game: str, event: int, reading: str | None, never: bool, why: str, lang: str | None
) -> None:
    """Write how EVENT of GAME should read.

    The old line stays in the record. From now on the referee reads the new one in its place.

    \b
    Example: referee correct friday 12 "Ana +2s" --why "both saw the two of spades"
    """
    if (reading is None) is not never:
        raise WrongUse(Word("Say how the line should read, or --never."))

    def revision(live: LiveGame) -> list[Event]:
        new = as_it_should_read(reading, event, live.sheet) if reading is not None else None
        return [{"type": "correct", "event": event, "with": new, "why": why}]

    def doubts(_live: LiveGame, noticed: Sequence[Finding]) -> str:
        text = "With this correction the record shows a fault that it did not show before."
        return Sentence(text, {}).render() if noticed else ""

    _write_about(game, event, revision, lang, doubts)


@subcommand()
@click.argument("game")
@event_argument
@click.option(
    "--agreed", multiple=True, metavar="PLAYER", help="A player who agreed. Repeat it for more."
)
def forgive(game: str, event: int, agreed: tuple[str, ...]) -> None:
    """Write that the table forgives EVENT of GAME.

    \b
    Example: referee forgive friday 12 --agreed Ana --agreed Beto
    """
    pardon: Event = {"type": "forgive", "event": event}
    if agreed:
        pardon["agreed_by"] = list(agreed)

    def doubts(live: LiveGame, _noticed: Sequence[Finding]) -> str:
        text = "Event {event} has no finding that the table could forgive."
        nothing = forgives_nothing(live.replay, event)
        return Sentence(text, {"event": event}).render() if nothing else ""

    _write_about(game, event, lambda _live: [pardon], doubts=doubts)


@subcommand()
@click.argument("game")
@event_argument
@click.option("--by", required=True, metavar="PLAYER", help="The player who disputes it.")
@click.option("--text", required=True, help="The dispute in their own words.")
@click.option("--rule", help="The rule in question, if the player names one.")
def dispute(game: str, event: int, by: str, text: str, rule: str | None) -> None:
    """Write that a player disputes EVENT of GAME.

    \b
    Example: referee dispute friday 12 --by Ana --text "I asked before."
    """
    if not text.strip():
        raise WrongUse(Word("Say in a few words what you dispute."), "--text")
    contested: Event = {"type": "dispute", "by": by, "event": event, "text": text}
    if rule:
        contested["rule"] = rule
    _write_about(game, event, lambda _live: [contested])


def _write_about(
    game: str, event: int, read_events: EventReader, lang: str | None = None,
    doubts: Doubts | None = None,
) -> None:  # fmt: skip
    with live_game(game, lang, create=False) as live:
        if event > len(live.lines):
            raise BookError(
                'There is no event {event} in "{game}": the last one is {last}. The numbers '
                "are in: {command}",
                event=event,
                game=game,
                last=len(live.lines),
                command=command("book", "show", game),
            )
        _write(live, read_events, doubts=doubts)


@subcommand()
@click.argument("game")
@click.option("--yes", is_flag=True, help="Write them without asking.")
def settle(game: str, yes: bool) -> None:
    """Write the payments that close the evening of GAME.

    The command finds the fewest payments after which nobody owes anything. It shows them and asks
    before it writes.

    \b
    Example: referee settle friday
    """
    with live_game(game, create=False) as live:
        report = live.replay.report()
        if "account" not in report:
            raise Failure(Word("This game is played without money: there is nothing to settle."))
        payments = closing_payments(report)
        if problem := why_not_settled(live.replay, payments):
            raise Failure(problem)
        if not payments:
            if wants_json():
                print_json({"game": live.name, "payments": []})
            else:
                say(_("Nobody owes anything: nothing was written."))
        elif yes or _agreed_to_pay(report):
            # the table agreed to these payments, not to events that others write meanwhile
            _write(live, lambda _live: payments, len(live.lines))


def _agreed_to_pay(report: Report) -> bool:
    """Return whether the table agrees to the payments that are still owed."""
    if wants_json() or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUse(Word("There is nobody to ask here. Add --yes to write the payments."))
    for sentence in still_owed(report):
        say(f"  {sentence.render()}")
    return says_yes(_("Was it paid like this? Then the record gets these lines (yes or no)"))
