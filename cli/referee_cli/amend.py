"""``referee correct``, ``forgive``, ``dispute`` and ``settle``: later statements about a game."""

import sys
from collections.abc import Sequence

import click
from referee_schemas.typed import as_it_should_read

from referee.judging.corrections import Event
from referee.judging.findings import Finding
from referee.judging.live import closing_payments, forgives_nothing, hindrance
from referee.judging.report import Report
from referee.judging.summary import still_owed
from referee.store import BookError
from referee.store.live import LiveGame
from referee.wording.language import Word, _
from referee.wording.sentences import Sentence
from referee_cli import output
from referee_cli.add import Doubts, EventReader, without_doubts, write
from referee_cli.book import NotDone, book_for_writing
from referee_cli.hints import command
from referee_cli.logs import db_option
from referee_cli.scribe import lang_option, live_game

event_argument = click.argument("event", type=click.IntRange(min=1))


@click.command()
@click.argument("game")
@event_argument
@click.argument("reading", required=False, metavar="AS-IT-SHOULD-READ")
@click.option("--never", is_flag=True, help="The event never happened.")
@click.option("--why", default="", help="The reason, for later readers.")
@lang_option
@output.json_option
@db_option
def correct(
    game: str,
    event: int,
    reading: str | None,
    never: bool,
    why: str,
    lang: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Write how EVENT of GAME should read.

    The old line stays in the record. From now on the referee reads the new one in its place.

    \b
    Example: referee correct friday 12 "Ana +2s" --why "both saw the two of spades"
    """
    if (reading is None) is not never:
        raise output.WrongUse(Word("Say how the line should read, or --never."))

    def revision(live: LiveGame) -> list[Event]:
        new = as_it_should_read(reading, event, live.sheet) if reading is not None else None
        return [{"type": "correct", "event": event, "with": new, "why": why}]

    def doubts(_live: LiveGame, noticed: Sequence[Finding]) -> Sequence[Sentence]:
        text = "With this correction the record shows a fault that it did not show before."
        return [Sentence(text, {})] if noticed else []

    _write_about(game, event, revision, as_json, db, lang=lang, doubts=doubts)


@click.command()
@click.argument("game")
@event_argument
@click.option(
    "--agreed", multiple=True, metavar="PLAYER", help="Who agreed. Repeat it for more players."
)
@output.json_option
@db_option
def forgive(game: str, event: int, agreed: tuple[str, ...], as_json: bool, db: str | None) -> None:
    """Write that the table forgives EVENT of GAME.

    \b
    Example: referee forgive friday 12 --agreed Ana --agreed Beto
    """
    pardon: Event = {"type": "forgive", "event": event}
    if agreed:
        pardon["agreed_by"] = list(agreed)

    def doubts(live: LiveGame, _noticed: Sequence[Finding]) -> Sequence[Sentence]:
        text = "Event {event} has no finding that the table could forgive."
        return [Sentence(text, {"event": event})] if forgives_nothing(live.replay, event) else []

    _write_about(game, event, lambda _live: [pardon], as_json, db, doubts=doubts)


@click.command()
@click.argument("game")
@event_argument
@click.option("--by", required=True, metavar="PLAYER", help="Who disputes it.")
@click.option("--text", required=True, help="In their own words.")
@click.option("--rule", help="The rule in question, if the player names one.")
@output.json_option
@db_option
def dispute(
    game: str, event: int, by: str, text: str, rule: str | None, as_json: bool, db: str | None
) -> None:
    """Write that a player disputes EVENT of GAME.

    \b
    Example: referee dispute friday 12 --by Ana --text "I asked before."
    """
    contested: Event = {"type": "dispute", "by": by, "event": event, "text": text}
    if rule:
        contested["rule"] = rule
    _write_about(game, event, lambda _live: [contested], as_json, db)


def _write_about(
    game: str,
    event: int,
    read_events: EventReader,
    as_json: bool,
    db: str | None,
    *,
    lang: str | None = None,
    doubts: Doubts = without_doubts,
) -> None:
    with book_for_writing(db, as_json) as book:
        live = live_game(book, game, lang)
        if event > len(live.lines):
            raise BookError(
                'There is no event {event} in "{game}": the last one is {last}. The numbers '
                "are in: {command}",
                event=event,
                game=game,
                last=len(live.lines),
                command=command("show", game),
            )
        with output.ends_where_unreadable(as_json):
            write(live, read_events, as_json=as_json, doubts=doubts)


@click.command()
@click.argument("game")
@click.option("--yes", is_flag=True, help="Write them without asking.")
@output.json_option
@db_option
def settle(game: str, yes: bool, as_json: bool, db: str | None) -> None:
    """Write the payments that close the evening of GAME.

    The command finds the fewest payments after which nobody owes anything. It shows them and asks
    before it writes.

    \b
    Example: referee settle friday
    """
    with book_for_writing(db, as_json) as book:
        live = live_game(book, game)
        report = live.replay.report()
        payments = _closing(live, report)
        if not payments:
            if as_json:
                output.print_json({"game": live.name, "payments": []})
            else:
                output.say(_("Nobody owes anything: nothing was written."))
        elif yes or _agreed_to_pay(report, as_json):
            with output.ends_where_unreadable(as_json):
                # the table agreed to these payments, not to events that others write meanwhile
                write(live, lambda _live: payments, len(live.lines), as_json=as_json)


def _closing(live: LiveGame, report: Report) -> list[Event]:
    """Return the payments that close the evening. Raises NotDone if no payments can."""
    if "account" not in report:
        raise NotDone(Word("This game is played without money: there is nothing to settle."))
    payments = closing_payments(report)
    problem = hindrance(live.replay, payments)
    if problem is not None:
        raise NotDone(problem)
    return payments


def _agreed_to_pay(report: Report, as_json: bool) -> bool:
    """Return whether the table agrees to the payments that are still owed."""
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise output.WrongUse(Word("There is nobody to ask here. Add --yes to write the payments."))
    for sentence in still_owed(report):
        output.say(f"  {sentence.render()}")
    asked = _("Was it paid like this? Then the record gets these lines (yes or no)")
    return output.says_yes(asked)
