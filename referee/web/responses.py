"""Responses to a browser: redirects, cookies and downloads."""

from typing import Any, Final

from flask import Response, make_response, redirect, render_template, request, url_for

A_YEAR: Final = 365 * 24 * 3600
LONGEST: Final = 200  # the most letters of a name, a search or a code


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
    return lead_to_address(url_for(page, **place))


def lead_to_address(address: str) -> Response:
    """Redirect a browser to one of our addresses."""
    return make_response(redirect(address, 303))


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
    answer = make_response(content)
    answer.headers["Content-Type"] = kind
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
    chosen = {name: request.cookies.get(name, "") for name in CHOICES}
    return {
        name: chosen[name] if chosen[name] in options else options[0]
        for name, options in CHOICES.items()
    }
