"""The web form, put together."""

from __future__ import annotations

from flask import Flask
from markupsafe import Markup

from referee.judging.registry import find
from referee.paper import prints_pdf
from referee.store.opening import open_links
from referee.web import api, pages
from referee.web.access import leave_tables_free
from referee.web.card_faces import face
from referee.web.errors import tell_errors
from referee.web.guarding import guard
from referee.web.language import set_up
from referee.web.limits import limit
from referee.web.settings import LARGEST_BODY, Settings
from referee.web.tables import Tables
from referee.wording.sentences import symbols
from referee.wording.visible import visible_lines


def create_app(settings: Settings) -> Flask:
    """The web form over a record book. Raises BookError where that cannot be used."""
    app = Flask(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
    )
    app.extensions["referee-settings"] = settings
    app.extensions["referee-tables"] = Tables(settings.book)
    app.extensions["referee-links"] = open_links(settings.book)
    app.jinja_env.finalize = shown
    app.jinja_env.filters.update(face=face, spelled=symbols)
    app.jinja_env.globals.update(rulebook=find, settings=settings, prints_pdf=prints_pdf)
    set_up(app)
    guard(app, settings)
    if settings.links:
        limit(app)
    leave_tables_free(app)
    tell_errors(app)
    for blueprint in pages.BLUEPRINTS:
        app.register_blueprint(blueprint)
    api.register(app)
    return app


def shown(value: object) -> object:
    """What a page shows of a value; what is markup already was shown before."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    # a browser ends the lines of a form so
    return visible_lines(value.replace("\r\n", "\n"))
