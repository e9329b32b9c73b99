"""QR codes, drawn on pages for a phone's camera."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr(address: str) -> Markup:
    """An address as a QR code, to stand in a page."""
    return Markup(segno.make(address, error="m").svg_inline(scale=5, border=2))
