"""From one page to another."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, redirect, url_for


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
