"""Answers take less of a phone's network: what is text is compressed.

The length of a compressed answer tells something of what stands in it, TLS or not, to an attacker
who listens and chooses a part of the answer (BREACH). So an answer stays as it is where another
site made the browser ask for it, and where it says ``no-transform``, as the page with fresh links
does. A player may still guess from the length of another player's page what stands beside their
own words; a page without compression tells as much by its length.
"""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

from referee.web.security import is_of_another_site

TEXT: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

WORTH_IT: Final = 500
"""Bytes; a shorter answer fits into one packet of the network anyway."""


def compress(app: Flask) -> None:
    """Compress the answers of this application for browsers that take them so."""
    app.after_request(_compressed)


def _compressed(answer: Response) -> Response:
    if (
        answer.direct_passthrough
        or answer.is_streamed
        or not (answer.mimetype or "").startswith(TEXT)
    ):
        return answer
    answer.vary.add("Accept-Encoding")
    body = answer.get_data()
    if (
        len(body) < WORTH_IT
        or answer.cache_control.no_transform
        or not request.accept_encodings["gzip"]
        or is_of_another_site()
    ):
        return answer
    answer.set_data(gzip.compress(body, mtime=0))
    answer.content_encoding = "gzip"
    tag, _is_weak = answer.get_etag()
    if tag is not None:
        # the same page, in other bytes
        answer.set_etag(tag, weak=True)
    return answer
