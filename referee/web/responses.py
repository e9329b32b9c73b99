"""Responses to a browser: pages in the visitor's language, redirects, cookies and downloads; and
pages that wait for news.

A client with the newest page may wait for the next one, with ``Prefer: wait=20`` (RFC 7240).
Without news, or if too many wait, it is answered at once and polls.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from threading import BoundedSemaphore
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, cast

from flask import Flask, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.http import parse_dict_header

from referee.web.access import extension, release_tables
from referee.web.errors import asked_by_a_program
from referee.wording.language import ENGLISH, _, listed, ngettext, speak
from referee.wording.translations import catalogue, nearest

if TYPE_CHECKING:
    from referee.store.postgres import PostgresNews

A_YEAR: Final = 365 * 24 * 3600
LONGEST: Final = 200  # the most letters of a name, a search or a code
LONGEST_WAIT: Final = 20  # seconds until a page is made anew, to catch missed news
MOST_WAITING: Final = 48  # the most waiting requests; each of them holds a thread

LOCALES: Final = ("en", "es_NI", "es_HN")
LANGUAGE: Final = "lang"  # the cookie with the locale that the visitor chose


def set_cookie(answer: Response, name: str, value: str, path: str = "/") -> None:
    """Set a cookie for a year, hidden from scripts and other sites, and sent only to pages below
    ``path``. If the request came over TLS, it is never sent without TLS."""
    answer.set_cookie(
        name,
        value,
        max_age=A_YEAR,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def page_of(
    template: str, status: int | None = None, fault: str = "", **variables: Any
) -> Response:
    """Return a page made by a template; its status is 422 with a fault, if none is given."""
    page = render_template(template, fault=fault, **variables)
    return make_response(page, status or (422 if fault else 200))


def lead_to(page: str, **place: Any) -> Response:
    """Redirect a browser to a page of this name with GET, so that a reload sends nothing twice."""
    return make_response(redirect(url_for(page, **place), 303))


def asked(name: str) -> str:
    """Return a value of the address or the form, or nothing; a long one is cut off."""
    return request.values.get(name, "")[:LONGEST].strip()


def line_number(text: str) -> int:
    """Return the number of a line that a form sent; 0 for anything else, such as one that no log
    has.

    >>> line_number("12"), line_number("+1"), line_number("1234567890")
    (12, 0, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def local_address(address: str) -> str:
    """Return the local address that a form sent; empty for another server's.

    >>> local_address("/tables/friday?hand=3"), local_address("//evil.example"), local_address("x")
    ('/tables/friday?hand=3', '', '')
    """
    is_ours = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if is_ours else ""


def handed_over(content: str | bytes, kind: str, name: str) -> Response:
    """Return a file of this content type and name as a download."""
    answer = Response(content, content_type=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


CHOICES: Final = {
    "suits": ("two", "four"),
    "theme": ("system", "light", "dark"),
    "text": ("usual", "large"),
    "letters": ("on", "off"),
}
"""The options of each preference; the first one is the default."""


def look() -> dict[str, str]:
    """Return the display preferences of this visitor."""
    kept = request.cookies
    return {
        name: kept[name] if kept.get(name) in options else options[0]
        for name, options in CHOICES.items()
    }


class WaitingRoom:
    """Lets requests wait for news of a table. Without ``news`` they are answered at once."""

    def __init__(self, news: PostgresNews | None) -> None:
        self.news = news
        self._places = BoundedSemaphore(MOST_WAITING)

    def newest(self, table: str, page: Callable[[], Response]) -> Response:
        """Return the page, or wait for the next one if the visitor has it and prefers to wait."""
        said = _preferences().get("wait") or ""
        wanted = min(int(said), LONGEST_WAIT) if said.isascii() and said.isdigit() else 0
        # mark before the page is made, so that anything written meanwhile counts as news
        mark = self.news.mark(table) if self.news and wanted else None
        if self.news is None or mark is None or not self._places.acquire(blocking=False):
            return page()
        try:
            answer, until = page(), monotonic() + wanted
            # news may come late, about what the visitor has seen already
            while answer.status_code == HTTPStatus.NOT_MODIFIED and mark is not None:
                release_tables()
                news = self.news.wait(table, mark, max(until - monotonic(), 0))
                mark = self.news.mark(table) if news else None
                answer = page()
        finally:
            self._places.release()
        answer.headers["Preference-Applied"] = f"wait={wanted}"
        return answer


waiting_room = cast(WaitingRoom, extension("waiting"))


def minimal() -> bool:
    """Return whether the page is requested without its fixed parts (``Prefer: return=minimal``)."""
    return _preferences().get("return") == "minimal"


def _preferences() -> dict[str, str | None]:
    return parse_dict_header(request.headers.get("Prefer", ""))


def chosen() -> str:
    """Return the locale of this request: the one requested, the visitor's, or the browser's
    preference.

    A program is answered in English unless it asks, so that it reads the same everywhere.
    """
    asked = request.args.get("lang")
    if not asked and not asked_by_a_program():
        asked = request.cookies.get(LANGUAGE)
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
    env: Any = app.jinja_env  # the extension adds methods that its type does not know
    env.install_gettext_callables(_, ngettext, newstyle=False)
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
            set_cookie(response, LANGUAGE, g.locale)
        return response

    @app.teardown_request
    def speak_no_more(_: BaseException | None) -> None:
        # the thread's next request may be refused before its language is set
        speak(ENGLISH)
