"""The consent that the pages require before a breach is forgiven: that of everyone at the table.

A log may leave out who agreed, because it only records what happened. These forms write the line,
so they ask.
"""

from collections.abc import Iterable, Sequence

from referee.judging.names import fold
from referee.judging.replay import ReplayedLog
from referee.wording.language import _, listed


def at_table(replay: ReplayedLog) -> list[str]:
    """Return the players at the table now: all of them must agree."""
    return list(replay.view()["seated"])


def missing_consent(replay: ReplayedLog, agreed: Iterable[str]) -> list[str]:
    """Return the players at the table who are not among those who agreed."""
    given = {fold(name) for name in agreed}
    return [player for player in at_table(replay) if fold(player) not in given]


def missing_message(players: Sequence[str]) -> str:
    """Return a sentence that asks for the agreement of these players."""
    text = _("Only everybody together can forgive. These have not agreed: {players}.")
    return text.format(players=listed(players))
