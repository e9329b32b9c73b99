"""What a phone asks for when it takes the pages in as a program of its own."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify, url_for

from referee.wording.language import _

PAGES = Blueprint("installing", __name__)


@PAGES.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the program is called, how it looks, and where it begins."""
    icon = {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    answer = jsonify(
        name=_("The referee"),
        short_name=_("Referee"),
        start_url=url_for("start.show"),
        scope="/",
        display="standalone",
        background_color="#fbfaf7",
        theme_color="#0b5d4b",
        icons=[{**icon, "purpose": "any"}, {**icon, "purpose": "maskable"}],
    )
    answer.content_type = "application/manifest+json"
    return answer


@PAGES.get("/worker.js")
def worker() -> Response:
    """The service worker; it stands at the root because it works for all pages."""
    return current_app.send_static_file("worker.js")
