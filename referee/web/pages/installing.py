"""Files that a phone requests to install the pages as an app."""

from typing import Final

from flask import Blueprint, Response, jsonify, send_from_directory, url_for

from referee.web.static_files import FOLDER
from referee.wording.language import _

PAGES = Blueprint("installing", __name__)

ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable.png", "512x512", "image/png", "maskable"),
)
"""The icons: the file, its size, its type, and whether a phone may crop it."""


@PAGES.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest."""
    icons = [
        {"src": url_for("static", filename=file), "sizes": sizes, "type": kind, "purpose": purpose}
        for file, sizes, kind, purpose in ICONS
    ]
    answer = jsonify(
        name=_("The referee"),
        short_name=_("Referee"),
        start_url=url_for("start.show"),
        scope="/",
        display="standalone",
        background_color="#fbfaf7",
        theme_color="#0b5d4b",
        icons=icons,
    )
    answer.content_type = "application/manifest+json"
    return answer


@PAGES.get("/worker.js")
def worker() -> Response:
    """Return the service worker; its address is at the root so that it covers all pages."""
    return send_from_directory(FOLDER, "worker.js")
