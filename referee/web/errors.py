"""Error responses: a page for people, a problem object (RFC 9457) for programs."""

from http import HTTPStatus
from traceback import extract_tb
from typing import Any, Final

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from referee.store import BookError, Conflict, GameExists, GameUnreadable, IdTaken, NoSuchGame
from referee.store.errors import UNUSABLE
from referee.wording.language import N_, _
from referee.wording.sentences import SpokenError
from referee.wording.unreadable import Unreadable

ADDRESS: Final = "/problems"  # the page that explains each kind of problem

KINDS: Final = {
    400: ("request", N_("The request cannot be read.")),
    401: ("link", N_("This table needs its link.")),
    403: ("right", N_("Your link does not allow that.")),
    404: ("nothing", N_("There is nothing here, or it needs a link that you do not have.")),
    405: ("method", N_("That cannot be done here.")),
    409: ("conflict", N_("Another writer was first, or the name or the id is taken.")),
    413: ("size", N_("The referee cannot take so much at once. Send less.")),
    415: ("content", N_("This kind of content is not read here.")),
    421: ("name", N_("The referee does not answer at this address.")),
    422: ("unreadable", N_("The record cannot take what was sent. The faults say what and why.")),
    429: ("too-often", N_("Too many requests in a short time. Wait a minute and try again.")),
    500: (
        "fault",
        N_("Something went wrong on the referee's side. What was written before is kept."),
    ),
    503: ("busy", N_("The referee has too much to do just now. Wait a minute and try again.")),
}
"""The name and the meaning of each kind of problem, by its status."""


API: Final = "/api/"
PROBLEM: Final = "application/problem+json"

DAMAGED: Final = N_(
    "The record of this table is damaged, or its game is not installed here. The keeper of the "
    "record book can export the undamaged lines."
)


def asked_by_a_program() -> bool:
    """Return whether this request asks for data rather than a page."""
    return request.path.startswith(API)


def problem(status: int, detail: str = "", **more: Any) -> Response:
    """Return the response for a problem, with its detail or the meaning of its status."""
    kind, meaning = KINDS.get(status, ("", KINDS[400][1]))
    detail = detail or _(meaning)
    if asked_by_a_program():
        uri, title = f"{ADDRESS}#{kind}" if kind else "about:blank", HTTPStatus(status).phrase
        answer = jsonify(type=uri, title=title, status=status, detail=detail, **more)
        answer.content_type = PROBLEM
    elif request_ctx.url_adapter is None:
        # the host name is invalid, so a page could not link to other pages
        answer = Response(detail, mimetype="text/plain")
    else:
        answer = Response(render_template("error.html", status=status, detail=detail, more=more))
    answer.status_code = status
    return answer


def tell_errors(app: Flask) -> None:
    """Register the error handlers of this application, and the page that explains them."""
    app.register_error_handler(HTTPException, _of_the_request)
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(SpokenError, lambda error: problem(422, str(error)))
    app.register_error_handler(BookError, _of_the_book)
    app.register_error_handler(Exception, _unexpected)

    @app.get(ADDRESS, endpoint="problems.show")
    def show() -> str:
        return render_template("problems.html", kinds=KINDS)


def _of_the_request(error: HTTPException) -> Response:
    answer = problem(error.code or 500)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


def _unreadable(error: Unreadable) -> Response:
    faults = [{**fault.to_dict(), "remedy": fault.remedy} for fault in (error, *error.more)]
    return problem(422, str(error), faults=faults)


def _of_the_book(error: BookError) -> Response:
    if isinstance(error, UNUSABLE):
        return problem(503, str(error))
    if isinstance(error, NoSuchGame):
        return problem(404)
    if isinstance(error, GameUnreadable):
        # the error's own words may name a card
        return problem(422, _(DAMAGED))
    if isinstance(error, Conflict):
        return problem(409, str(error), last=error.actual)
    return problem(409 if isinstance(error, GameExists | IdTaken) else 422, str(error))


def _unexpected(error: Exception) -> Response:
    current_app.logger.error(f"{request.endpoint}: {for_the_log(error)}")
    return problem(500)


def for_the_log(error: Exception) -> str:
    """Return the kind and the place of an error, without its message, which may name a card."""
    places = [f"{at.filename}:{at.lineno} {at.name}" for at in extract_tb(error.__traceback__)]
    return "\n".join([type(error).__name__, *places])
