"""The application of the web form."""

from typing import Final

from flask import Flask
from markupsafe import Markup, escape

from referee.judging import summary
from referee.judging.corrections import Event
from referee.judging.registry import find
from referee.judging.rulebook import Rulebook
from referee.notation.cards import lettered
from referee.paper import prints_pdf, writes_xlsx
from referee.store.opening import open_links, open_news
from referee.web import pages
from referee.web.access import JoinCodes, release_tables
from referee.web.api.routes import register_interface
from referee.web.errors import tell_errors
from referee.web.event_forms import example, lie_in_a_square
from referee.web.judges import FOR_LOGS, FOR_TABLES, Judges
from referee.web.labels import face
from referee.web.pad import plays_for
from referee.web.responses import WaitingRoom, look, minimal, set_up
from referee.web.security import guard, limit
from referee.web.settings import LARGEST_BODY, Settings, serve_behind_proxies
from referee.web.static_files import serve_static_files
from referee.web.tables import Tables
from referee.wording.sentences import symbols
from referee.wording.visible import shortened, visible_lines


def in_words(event: Event, book: Rulebook) -> str:
    """Return a line of a log in sentences."""
    return summary.in_words(event, book.sayings, symbols)


SHARED: Final = (
    look, minimal, plays_for, in_words, lettered, example, lie_in_a_square, prints_pdf, writes_xlsx,
)  # fmt: skip
"""Functions that every template may call."""


def create_app(settings: Settings) -> Flask:
    """Return the web form over a record book. Raises BookError if the book is unusable."""
    app = without_book(settings)
    app.extensions["referee-tables"] = Tables(settings.book)
    app.extensions["referee-links"] = open_links(settings.book)
    app.extensions["referee-join-codes"] = JoinCodes()
    app.extensions["referee-waiting"] = WaitingRoom(open_news(settings.book))
    for judges in () if settings.in_browser else (FOR_LOGS, FOR_TABLES):
        app.extensions[judges] = Judges(without_book, settings)
    if settings.links:
        limit(app)
    if settings.url:
        serve_behind_proxies(app, settings)
    return app


def without_book(settings: Settings) -> Flask:
    """Return the web form without a record book: enough to judge an uploaded log."""
    app = Flask(__name__, static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY)
    app.extensions["referee-settings"] = settings
    app.jinja_env.finalize = shown
    app.jinja_env.filters.update(face=face, spelled=symbols, whole=whole)
    for function in SHARED:
        app.jinja_env.globals[function.__name__] = function
    app.jinja_env.globals.update(rulebook=find, signs=symbols, settings=settings, summary=summary)
    set_up(app)
    guard(app, settings)
    app.teardown_request(release_tables)
    tell_errors(app)
    serve_static_files(app)
    for blueprint in pages.BLUEPRINTS:
        app.register_blueprint(blueprint)
    register_interface(app)
    return app


def shown(value: object) -> object:
    """Return the text that a page shows for a value; markup is returned unchanged."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return visible_lines(shortened(_with_plain_breaks(value)))


def whole(text: str) -> Markup:
    """Return a text that a page shows in full, such as a log in a form."""
    return escape(visible_lines(_with_plain_breaks(text)))


def _with_plain_breaks(text: str) -> str:
    # browsers end the lines of a form with both
    return text.replace("\r\n", "\n")
