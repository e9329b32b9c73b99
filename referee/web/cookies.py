"""Cookies: what a browser keeps for this server."""

from __future__ import annotations

from typing import Final

from flask import Response, request

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
