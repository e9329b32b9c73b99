"""What everybody at the table sees of an event at once, and what only one player knows."""

from __future__ import annotations

from typing import Final

from referee.rulebooks.common import secrets

OPEN_FIELDS: Final = secrets.open_fields({"gap": "melds stock"})
"""The fields of each event that tell of what happened in the open."""

SECRETS: Final = secrets.SECRETS
BEGINNING: Final = secrets.BEGINNING
CLOSING: Final = secrets.CLOSING
