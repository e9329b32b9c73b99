"""What everybody at the table sees of an event at once, and what only one player knows."""

from __future__ import annotations

from typing import Final

from referee.judging import secrecy as secrets
from referee.judging.secrecy import Secrecy

SECRECY: Final = Secrecy(
    secrets.open_fields({"gap": "melds stock"}),
    secrets.SECRETS,
    secrets.BEGINNING,
    secrets.CLOSING,
)
