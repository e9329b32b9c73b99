"""Responses to a browser: redirects, and the cookies that it keeps for this server."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, make_response, redirect, request, url_for

A_YEAR: Final = 365 * 24 * 3600


def set_cookie(answer: Response, name: str, value: str, path: str = "/") -> None:
    """Let the browser keep a value for a year, out of reach of scripts and other sites. Where the
    request came over TLS, it is never sent without TLS. It is sent only to pages below ``path``."""
    answer.set_cookie(
        name,
        value,
        max_age=A_YEAR,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def lead_to(page: str, **place: Any) -> Response:
    """The answer that leads a browser to a page of this name. It is asked for anew there, so that
    who loads it again sends nothing twice."""
    return lead_to_address(url_for(page, **place))


def lead_to_address(address: str) -> Response:
    """The answer that leads a browser to this address of ours."""
    return make_response(redirect(address, 303))


def local_address(told: str) -> str:
    """Return the local address that a form sent; empty for another server's.

    >>> local_address("/tables/friday?hand=3"), local_address("//evil.example"), local_address("x")
    ('/tables/friday?hand=3', '', '')
    """
    is_ours = told.startswith("/") and told[1:2] not in ("/", "\\") and told.isprintable()
    return told if is_ours else ""


CHOICES: Final = {
    "suits": ("two", "four"),
    "theme": ("system", "light", "dark"),
    "text": ("usual", "large"),
    "letters": ("on", "off"),
}
"""The options of each preference; the first one is the default."""


def look() -> dict[str, str]:
    """The look of pages that this visitor has chosen."""
    told = {name: request.cookies.get(name, "") for name in CHOICES}
    return {
        name: told[name] if told[name] in options else options[0]
        for name, options in CHOICES.items()
    }


def remember_look(answer: Response) -> Response:
    """Let the browser remember what this request's form has chosen."""
    for name, options in CHOICES.items():
        if request.form.get(name) in options:
            value = request.form[name]
            set_cookie(answer, name, value)
    return answer
