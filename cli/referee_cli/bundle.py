"""``referee bundle``: a game as evidence that proves itself."""

from __future__ import annotations

import click
from referee_schemas.log_so_far import LogSoFar

from referee.bundle import pack
from referee.store.reading import events_of
from referee.wording.language import _, speaking
from referee.wording.translations import catalogue
from referee_cli.book import book_for_reading
from referee_cli.files import force_option, write_out
from referee_cli.logs import db_option
from referee_cli.moving import lang_option
from referee_cli.output import console


@click.command()
@click.argument("game")
@click.argument("out", metavar="OUT.zip")
@lang_option
@force_option
@db_option
def bundle(game: str, out: str, lang: str, force: bool, db: str | None) -> None:
    """Pack GAME into OUT.zip, as evidence that proves itself.

    It holds the log, the sheet, the report with all rulings as a page, the chain with its head, and
    a script that checks it with Python alone. referee check and referee verify read it, too.

    \b
    Example: referee bundle friday friday.zip
    """
    with book_for_reading(db) as book:
        kept = book.game(game)
        stored = list(book.read(game))
        events = list(events_of(book, kept, LogSoFar(ids=False)))
    with speaking(catalogue(lang)):
        packed = pack(kept.opening, stored, events, lang)
    write_out(packed, out, force, db)
    told = _("{file} holds the evidence of {game}. Head, to write down elsewhere: {head}")
    console().print(told.format(file=out, game=game, head=kept.head.on_paper()), soft_wrap=True)
