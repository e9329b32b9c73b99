"""How unusual a reading of a hand is, though nothing in it is against the rules.

People knock in turn order and when a card lies there, claim what is on offer, use it before they
meld more and pay at once, list a run upwards, and a scribe who writes every discard down does not
leave one out. Of several readings without a
fault the one with the fewest such oddities is the likeliest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import log
from typing import Any

from referee.cards.deck import RANKS, UNRECORDED
from referee.judging.corrections import Event, Numbered
from referee.rulings.repair.edits import Edit, Stretch, Trials, seconds_between

TO_NOTHING = 5.0
"""A knock or a claim although nothing is on offer, or a claim for another card."""
TOO_SOON = 1.5
"""A word about a card of which its drawer has not decided yet."""
OUT_OF_ORDER = 1.0
DOWNWARDS = 0.7
BEFORE_THE_DEAL = 4.0
LEFT_OPEN = 1.0
"""A question that nobody could answer if the lines read so."""
USED_LATER = 0.7
"""A card on offer that is used after another meld of the same act."""
ASKED_LATER = 1.5
"""A card that somebody asks for when they have melded already: most ask first."""
PAID_LATER = 0.7
"""A payment that does not follow its meld at once."""
PAID_FOR_NOTHING = 2.0
"""A payment of somebody who used no card: what is only drawn and laid down is no payment."""
LAID_BY_ANOTHER = 1.0
"""A card that is laid down by another than who took the last one."""
BACK_IN_TIME = 2.0
"""A line that bears an earlier time than the line before it."""
ANNOUNCED_TWICE = 3.0
"""A side game that a player announces once more."""
AFTER_THE_END = 1.0
"""Play that goes on behind a line with which a hand comes to its end."""
NO_PAUSE = 2.0
"""A line that was forgotten where no time passed, at the most."""

PLAY = frozenset({"draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"})
END = frozenset({"win", "end", "show", "payment"})


def oddity(trials: Trials, hand: Stretch, edit: Edit) -> float:
    """How unusual a hand is that reads so; 0 for a hand like most others, and as a cost."""
    reading = trials.reading(hand, edit)
    events = [event for _, event in reading]
    return (
        _words_and_questions(trials, hand, reading)
        + _unwritten_discards(trials, events)
        + _odd_acts(events)
        + DOWNWARDS * sum(map(_steps_down, events))
        + BACK_IN_TIME * _steps_back(events)
        + BEFORE_THE_DEAL * _before_the_deal(events)
        + ANNOUNCED_TWICE * _announced_twice(events)
        + AFTER_THE_END * _after_the_end(events)
        + _too_soon_for_another(trials, edit)
    )


def _words_and_questions(trials: Trials, hand: Stretch, reading: Sequence[Numbered]) -> float:
    """Return what is unusual in how people knock and claim, and how much such a reading leaves
    open."""
    play, cost = trials.before(hand), 0.0
    written = _habit(trials)
    for seq, event in reading:
        if event["type"] in ("pass", "claim") and (table := play.view()["hand"]):
            cost += _odd_word(table, event, written)
        play.step(seq, event)
    trials.steps += len(reading)
    return cost + LEFT_OPEN * sum(one.hand == hand.number for one in play.undecided())


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
        # where nobody writes discards down, this is the first line about the card
        return TOO_SOON * written
    order = [seat["player"] for seat in table["seats"]]
    if offer["by"] not in order or player not in order:
        return 0.0

    def far(name: str) -> int:
        return (order.index(name) - order.index(offer["by"])) % len(order)

    spoken = [*offer["knocked"], *offer["claimed_by"]]
    return OUT_OF_ORDER * any(far(name) > far(player) for name in spoken if name in order)


def _odd_acts(events: Sequence[Event]) -> float:
    """Return what is unusual in how a card is used and paid for, or laid down."""
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
    """The part of the refused cards that the scribe of this log writes down."""
    written, unwritten = _discards([event for _, event in trials.events])
    return (written + 0.5) / (written + unwritten + 1)


def _discards(events: Sequence[Event]) -> tuple[int, int]:
    """How many refused cards were written as discards, and how many only understood to be."""
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
    """How often a run, as it is listed, goes down instead of up."""
    if event["type"] != "meld" or len({card[1:] for card in event["cards"]}) > 1:
        return 0
    ranks = [RANKS.find(card[0]) for card in event["cards"]]
    return sum(later < earlier for earlier, later in pairwise(ranks))


def _before_the_deal(events: Sequence[Event]) -> int:
    kinds = [event["type"] for event in events]
    early = kinds[: kinds.index("deal")] if "deal" in kinds else []
    return sum(kind in ("announce", "cambio", "declare", "draw") for kind in early)


def _steps_back(events: Sequence[Event]) -> int:
    times = [datetime.fromisoformat(event["at"]) for event in events if "at" in event]
    return sum(later < earlier for earlier, later in pairwise(times))


def _announced_twice(events: Sequence[Event]) -> int:
    told = [(one["player"], one["side_game"]) for one in events if one["type"] == "announce"]
    return len(told) - len(set(told))


def _after_the_end(events: Sequence[Event]) -> int:
    return sum(
        before["type"] in END and event["type"] in PLAY for before, event in pairwise(events)
    )


def _too_soon_for_another(trials: Trials, edit: Edit) -> float:
    """How odd it is that a line was forgotten here by the time that passed: two lines take about
    twice as long as one."""
    place, usual = edit.start, trials.usual_pause
    if edit.stop > place or not usual or place >= len(trials.events):
        return 0.0
    pause = seconds_between(trials.events[place - 1][1], trials.events[place][1])
    if pause is None or pause >= 2 * usual:
        return 0.0
    return min(log(2 * usual / pause), NO_PAUSE) if pause > 0 else NO_PAUSE
