"""Short codes to type, each for a new link. They are kept only in the server's memory, for a
quarter of an hour."""

import secrets
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

LETTERS: Final = "ACDEFGHJKLMNPQRTUVWXY34679"  # letters and digits that are hard to confuse
LENGTH: Final = 7  # gives 8,000 million codes, of which an address may guess 30 a minute
LIVES: Final = 15 * 60  # seconds until a code expires

MOST: Final = 1000


class JoinCodes:
    """The valid codes; thread-safe. ``clock`` returns seconds.

    >>> codes = JoinCodes()
    >>> code = codes.make("a link's token")
    >>> codes.token(code.lower()), codes.token("ACDEFGH")
    ("a link's token", None)
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._among_threads = Lock()
        self._kept: dict[str, tuple[str, float]] = {}

    def make(self, token: str) -> str:
        """Return a code for the link with this token."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        with self._among_threads:
            self._forget()
            self._kept[code] = token, self._clock() + LIVES
        return code

    def token(self, code: str) -> str | None:
        """Return the token for a code, ignoring case and spaces; None if it is not valid."""
        with self._among_threads:
            self._forget()
            known = self._kept.get("".join(code.upper().replace("-", " ").split()))
        return known[0] if known else None

    def _forget(self) -> None:
        now = self._clock()
        last = list(self._kept.items())[-MOST:]
        self._kept = {code: (token, until) for code, (token, until) in last if until > now}
