"""The language of the answers to a visitor."""

from typing import Final

from flask import Flask, Response, g, request

from referee.web.errors import asked_by_a_program
from referee.web.responses import set_cookie
from referee.wording.language import ENGLISH, _, listed, ngettext, speak
from referee.wording.translations import catalogue, nearest

LOCALES: Final = ("en", "es_NI", "es_HN")
COOKIE: Final = "lang"


def chosen() -> str:
    """Return the locale of this request: the one requested, the visitor's, or the browser's
    preference.

    A program is answered in English unless it asks, so that it reads the same everywhere.
    """
    asked = request.args.get("lang")
    if not asked and not asked_by_a_program():
        asked = request.cookies.get(COOKIE)
    if asked in LOCALES:
        return asked
    if asked or asked_by_a_program():
        return next(locale for locale in LOCALES if locale.startswith(nearest(asked)))
    wanted = request.accept_languages.best_match([name.replace("_", "-") for name in LOCALES])
    if wanted is None and request.accept_languages.best_match(["es"]):
        wanted = "es-NI"
    return (wanted or LOCALES[0]).replace("-", "_")


def set_up(app: Flask) -> None:
    """Answer every request of this application in its visitor's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    # the extension puts this method onto the environment, which its type does not know
    app.jinja_env.install_gettext_callables(_, ngettext, newstyle=False)  # type: ignore[attr-defined]
    app.jinja_env.filters["listed"] = listed

    @app.before_request
    def speak_it() -> None:
        g.locale = chosen()
        g.language = nearest(g.locale)
        speak(catalogue(g.language))

    @app.after_request
    def remember(response: Response) -> Response:
        if request.endpoint == "static":
            # identical for all visitors
            return response
        response.headers.setdefault(
            "Content-Language", g.get("locale", LOCALES[0]).replace("_", "-")
        )
        response.vary.add("Accept-Language")
        response.vary.add("Cookie")
        if request.args.get("lang") in LOCALES and not asked_by_a_program():
            set_cookie(response, COOKIE, g.locale)
        return response

    @app.teardown_request
    def speak_no_more(_: BaseException | None) -> None:
        # the thread's next request may be refused before its language is set
        speak(ENGLISH)
