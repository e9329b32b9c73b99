"""Quarrels: choose a topic, tap names and cards, and see who is right.

Every page is a form with GET, so that its address can be sent as a link.
"""

from secrets import token_hex
from typing import Final

from flask import Blueprint, Response, abort, render_template, request

from referee.core.shared import THE_RECORD
from referee.judging.names import names_in
from referee.judging.registry import games
from referee.judging.rulebook import Rulebook
from referee.quarrels.answer import QuarrelAnswer, settle
from referee.quarrels.searching import TOPIC, first_sentence, search
from referee.quarrels.topic import NoAnswer, Topic, find_topic, topics_of
from referee.store.entries import line_of
from referee.store.links import Role
from referee.web.access import rulebook_of, visit
from referee.web.fixing import named
from referee.web.labels import SUIT_ROWS
from referee.web.pages.printing import TYPES
from referee.web.responses import asked, handed_over, lead_to, page_of
from referee.wording.language import _
from referee.wording.sentences import symbols
from referee.wording.unreadable import Unreadable

PAGES = Blueprint("quarrels", __name__)

KEPT: Final = ("players", "table")
"""Parameters kept on the way to an answer: the names, and the table of the quarrel."""


@PAGES.get("/quarrel")
def show() -> str:
    """Show the games."""
    return render_template(
        "quarrel_games.html", games=[book for book in games() if topics_of(book.name)]
    )


@PAGES.get("/tables/<name>/quarrel")
def at_table(name: str) -> Response:
    """Lead to the topics, with the names of a table."""
    here = visit(name)
    players = ", ".join(here.seated)
    return lead_to("quarrels.game", game=here.rulebook.name, players=players, table=name)


@PAGES.post("/tables/<name>/quarrel/<topic_id>")
def record(name: str, topic_id: str) -> Response:
    """Record an answer at a table, as a note."""
    here = visit(name, Role.SCRIBE)
    answer = _answered(here.rulebook, topic_id)
    here.table.game.write(named([answer.note()], request.form.get("id") or token_hex(8)))
    return lead_to("pad.show", name=name)


@PAGES.get("/quarrel/<game>")
def game(game: str) -> str:
    """Show the topics of a game, or those that match the search."""
    book = rulebook_of(game)
    wanted = asked("q")
    found = [entry.about for entry in search(book, wanted, [TOPIC])] if wanted else []
    return render_template(
        "quarrel_topics.html",
        book=book,
        wanted=wanted,
        found=found,
        sections=_sections(book),
        kept={name: value for name in KEPT if (value := asked(name))},
    )


@PAGES.get("/quarrel/<game>/<topic_id>")
def topic(game: str, topic_id: str) -> Response:
    """Show the questions of a topic, or the answer once they are answered."""
    book = rulebook_of(game)
    about = _topic(book, topic_id)
    fault, table = "", request.args.get("table", "")
    if table and not visit(table).writes:
        table = ""
    answer, players = None, _players(about)
    is_answered = request.args.keys() & {question.id for question in about.asks}
    if is_answered and "names" not in request.args:
        try:
            answer = _answer(book, about)
        except (NoAnswer, Unreadable) as problem:
            fault = str(problem)
    return page_of(
        "quarrel.html",
        fault=fault,
        book=book,
        topic=about,
        players=players,
        kept={"players": ", ".join(players), **({"table": table} if table else {})},
        table=table,
        id=token_hex(8),
        answer=answer,
        rules=[(rule.id, first_sentence(_(rule.plain))) for rule in answer.rules] if answer else [],
        suits=SUIT_ROWS,
    )


@PAGES.get("/quarrel/<game>/<topic_id>/log")
def log(game: str, topic_id: str) -> Response:
    """Return the log behind an answer, as a download."""
    answer = _answered(rulebook_of(game), topic_id)
    return handed_over("".join(map(line_of, answer.events)), TYPES["jsonl"], f"{topic_id}.jsonl")


def _sections(book: Rulebook) -> list[tuple[str, list[Topic]]]:
    """Return the topics of a game by the sections of their rules; the others come last."""
    sections = {rule.id: rule.section for rule in book.rules}
    found: dict[str, list[Topic]] = {}
    for topic in topics_of(book.name):
        found.setdefault(sections[topic.about[0]], []).append(topic)
    rest = found.pop(THE_RECORD, [])
    listed = [(_(section), topics) for section, topics in found.items()]
    return [*listed, (_("Something else happened"), rest)] if rest else listed


def _topic(book: Rulebook, topic_id: str) -> Topic:
    return find_topic(book.name, topic_id) or abort(404)


def _players(about: Topic) -> list[str]:
    """Return the players in the address, or those of the example."""
    written = names_in(asked("players"))
    return list(written or about.players)


def _answered(book: Rulebook, topic_id: str) -> QuarrelAnswer:
    try:
        return _answer(book, _topic(book, topic_id))
    except (NoAnswer, Unreadable):
        abort(404)


def _answer(book: Rulebook, about: Topic) -> QuarrelAnswer:
    given = {question.id: asked(question.id) for question in about.asks}
    return settle(book.name, about, _players(about), given, symbols)
