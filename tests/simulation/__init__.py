"""Simulated sessions of Desmoche by the rules, with the expected reports.

The model of the game in this package is written from the rulebook alone and shares nothing with the
referee, so that each checks the other.

>>> from random import Random
>>> events, expected = lawful_session(Random(1))
>>> expected["findings"]
[]
"""

from random import Random
from typing import Any

from tests.simulation.record import written
from tests.simulation.session import Session
from tests.simulation.table import Event, TryAgain

ATTEMPTS = 3000


def lawful_session(
    rng: Random,
    hands: int | None = None,
    *,
    masked: bool | None = None,
    mended: bool = True,
) -> tuple[list[Event], dict[str, Any]]:
    """Return a legal session as a log, with its expected report.

    ``hands`` is the number of hands (random by default), ``masked`` whether the log hides what a
    table does not see, ``mended`` whether it may have corrections and gaps.
    """
    for _ in range(ATTEMPTS):
        attempt = Random(rng.getrandbits(64))
        session = Session(attempt, hands or attempt.randint(1, 4))
        try:
            session.run()
        except TryAgain:
            continue
        hidden = attempt.random() < 0.35 if masked is None else masked
        log = written(session, attempt, masked=hidden, mended=mended)
        return log, {
            "findings": [],
            "hands": session.expected_hands,
            "totals": session.totals,
            "exit": 0,
        }
    raise RuntimeError("no lawful session came about")
