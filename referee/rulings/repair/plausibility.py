"""How unusual a reading of a hand is, although it breaks no rule.

Players knock in turn order and only on a visible card, claim the card on offer, use it before they
meld more and pay at once, and list runs upwards. A scribe who writes down every discard does not
leave one out. Of several readings without findings, the one with the fewest oddities is the
likeliest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import log
from typing import Any

from referee.cards.deck import RANKS, UNRECORDED
from referee.judging.corrections import Event, Numbered
from referee.rulings.repair.edits import Edit, HandLines, Trials, seconds_between

TO_NOTHING = 5.0
"""A knock or a claim with nothing on offer, or a claim for another card."""
TOO_SOON = 1.5
"""A knock or claim for a card before its drawer has decided."""
OUT_OF_ORDER = 1.0
DOWNWARDS = 0.7
LEFT_OPEN = 1.0
"""An open question that this reading would leave."""
USED_LATER = 0.7
"""A card on offer used after another meld of the same act."""
ASKED_LATER = 1.5
"""A claim after a meld of the same player: most claim first."""
PAID_LATER = 0.7
"""A payment that does not directly follow its meld."""
PAID_FOR_NOTHING = 2.0
"""A payment by a player who used no card: a drawn card that is laid down is no payment."""
LAID_BY_ANOTHER = 1.0
"""A discard by a player other than the one who drew last."""
BACK_IN_TIME = 2.0
"""A line with an earlier time than the line before it."""
NO_PAUSE = 2.0
"""The largest cost of a missing line where there was no pause."""


def oddity(trials: Trials, hand: HandLines, edit: Edit) -> float:
    """Return how unusual a hand with this edit is, as a cost; 0 for a usual hand."""
    reading = trials.reading(hand, edit)
    events = [event for _, event in reading]
    return (
        _words_and_questions(trials, hand, reading)
        + _unwritten_discards(trials, events)
        + _odd_acts(events)
        + DOWNWARDS * sum(map(_steps_down, events))
        + BACK_IN_TIME * _steps_back(events)
        + _too_soon_for_another(trials, edit)
    )


def _words_and_questions(trials: Trials, hand: HandLines, reading: Sequence[Numbered]) -> float:
    """Return the cost of unusual knocks and claims, and of the questions left open."""
    play, cost = trials.before(hand), 0.0
    written = _habit(trials)
    for seq, event in reading:
        if event["type"] in ("pass", "claim") and (table := play.view()["hand"]):
            cost += _odd_word(table, event, written)
        play.step(seq, event)
    trials.steps += len(reading)
    return cost + LEFT_OPEN * sum(question.hand == hand.number for question in play.undecided())


def _odd_word(table: Mapping[str, Any], event: Event, written: float) -> float:
    offer, player = table["offer"], event["player"]
    if offer is None:
        return TO_NOTHING
    if event["type"] == "claim":
        other = event.get("card", offer["card"]) != offer["card"]
        return TO_NOTHING if other else TOO_SOON * offer["held"]
    if player in offer["knocked"]:
        return TO_NOTHING
    if offer["by"] == player:
        return TOO_SOON
    if offer["held"]:
        # if discards are not written down, this is the first line about the card
        return TOO_SOON * written
    order = [seat["player"] for seat in table["seats"]]
    if offer["by"] not in order or player not in order:
        return 0.0

    def far(name: str) -> int:
        return (order.index(name) - order.index(offer["by"])) % len(order)

    spoken = [*offer["knocked"], *offer["claimed_by"]]
    return OUT_OF_ORDER * any(far(name) > far(player) for name in spoken if name in order)


def _odd_acts(events: Sequence[Event]) -> float:
    """Return the cost of unusual uses, payments and discards of cards."""
    cost, offered, taker = 0.0, UNRECORDED, None
    used: set[str] = set()
    for before, event in pairwise(events):
        melds_on = before["type"] == "meld" and before["player"] == event.get("player")
        if before["type"] in ("draw", "discard", "pay"):
            offered = before["card"]
        if before["type"] == "meld":
            used.add(before["player"])
        if event["type"] == "pay":
            cost += PAID_LATER * (not melds_on) + PAID_FOR_NOTHING * (event["player"] not in used)
            used.discard(event["player"])
        elif event["type"] == "meld" and melds_on and offered not in before["cards"]:
            cost += USED_LATER * (offered in event["cards"])
        elif event["type"] == "claim":
            cost += ASKED_LATER * melds_on
        if before["type"] in ("draw", "take"):
            taker = before["player"]
        if event["type"] == "discard":
            cost += LAID_BY_ANOTHER * (event["player"] != taker)
    return cost


def _unwritten_discards(trials: Trials, events: Sequence[Event]) -> float:
    habit = _habit(trials)
    here, left_out = _discards(events)
    return -here * log(habit) - left_out * log(1 - habit)


def _habit(trials: Trials) -> float:
    """Return the share of refused cards that this log's scribe writes down."""
    written, unwritten = _discards([event for _, event in trials.events])
    return (written + 0.5) / (written + unwritten + 1)


def _discards(events: Sequence[Event]) -> tuple[int, int]:
    """Return the number of refused cards recorded as discards, and the number only implied."""
    written = unwritten = 0
    waiting = None
    for event in events:
        kind = event["type"]
        if kind == "discard" and event["card"] == waiting:
            written, waiting = written + 1, None
        elif kind == "meld" and waiting in event["cards"]:
            waiting = None
        elif kind == "draw":
            unwritten += waiting is not None
            waiting = event["card"]
    return written, unwritten


def _steps_down(event: Event) -> int:
    """Return how often a run is listed downwards instead of upwards."""
    if event["type"] != "meld" or len({card[1:] for card in event["cards"]}) > 1:
        return 0
    ranks = [RANKS.find(card[0]) for card in event["cards"]]
    return sum(later < earlier for earlier, later in pairwise(ranks))


def _steps_back(events: Sequence[Event]) -> int:
    times = [datetime.fromisoformat(event["at"]) for event in events if "at" in event]
    return sum(later < earlier for earlier, later in pairwise(times))


def _too_soon_for_another(trials: Trials, edit: Edit) -> float:
    """Return the cost of a missing line by the time that passed: two lines take about twice as long
    as one."""
    index, usual = edit.start, trials.usual_pause
    if edit.stop > index or not usual or index >= len(trials.events):
        return 0.0
    pause = seconds_between(trials.events[index - 1][1], trials.events[index][1])
    if pause is None or pause >= 2 * usual:
        return 0.0
    return min(log(2 * usual / pause), NO_PAUSE) if pause > 0 else NO_PAUSE
