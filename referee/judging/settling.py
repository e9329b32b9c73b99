"""The payments that close an evening, and the reasons why they cannot be written yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.judging.replay import ReplayedLog, judge
from referee.judging.report import Report, who_pays_whom
from referee.wording.language import N_
from referee.wording.sentences import Sentence


def closing_payments(report: Report) -> list[dict[str, Any]]:
    """Return the events that record the remaining debts as paid."""
    return [{"type": "payment", **transfer.to_dict()} for transfer in who_pays_whom(report)]


def hindrance(replay: ReplayedLog, payments: Sequence[dict[str, Any]]) -> Sentence | None:
    """Return why these payments do not close the evening now, and what to do first; None if they
    do.

    >>> from referee.judging.replay import replayed
    >>> hand = {"type": "hand", "dealer": "Ana", "bet": 5}
    >>> table = replayed([{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}, hand])
    >>> refused = hindrance(table, closing_payments(table.report()))
    >>> refused.render() if refused else ""
    'A hand is not over. End it first, and then settle.'
    """
    if replay.play.hand_is_open:
        return Sentence(N_("A hand is not over. End it first, and then settle."), {})
    if judge([*replay.lines, *payments])["account"]["still_owed"]:
        text = N_("Payments cannot follow the last line. Correct it first, and then settle.")
        return Sentence(text, {})
    return None
