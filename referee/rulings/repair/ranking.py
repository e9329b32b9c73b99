"""Ranks slips in the record by how well they explain the findings in a hand.

The best slips leave the fewest findings. Among those, likelier slips and less unusual readings come
first: players knock only on a visible card, and claim the card on offer. A scribe who writes down
every discard does not leave one out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from math import exp, log
from operator import attrgetter
from typing import Any, Final

from referee.judging.corrections import Event, Numbered
from referee.rulings.repair.hand_in_question import Edit, HandInQuestion
from referee.rulings.repair.slips import PossibleSlip, forgotten_line, possible_slips

WORK: Final = 30_000  # the largest number of events to judge in the trials of one hand
WEIGHED: Final = 24  # the largest number of readings to compare closely

ENOUGH: Final = 3
NEGLIGIBLE: Final = 0.05
"""After ``ENOUGH`` slips that explain everything, only those nearly as likely are tried."""

NAMED_ALREADY: Final = 0.3
"""The factor for a second card at the same place, or for the same slip in another line."""


def best_slips(hand: HandInQuestion) -> list[PossibleSlip]:
    """Return the slips that best explain the findings in a hand, the likeliest first."""
    good, left = _explaining(hand)
    good += _before_other_lines(hand, good, left)
    return _ranked(slip.times(exp(-oddity(hand, slip.edit))) for slip in _once(good)[:WEIGHED])


def _explaining(hand: HandInQuestion) -> tuple[list[PossibleSlip], int]:
    """Return the slips that leave the fewest findings, and that number."""
    most = len(hand.findings) - 1
    good: list[PossibleSlip] = []
    until = hand.steps + WORK
    for slip in sorted(possible_slips(hand), key=lambda slip: -slip.promise):
        enough = nlargest(ENOUGH, (one.weight for one in good))[ENOUGH - 1 :] if not most else []
        if hand.steps > until or any(slip.promise < weight * NEGLIGIBLE for weight in enough):
            break
        left = hand.found(slip.edit, most)
        if left is not None:
            good = [*(good if len(left) == most else ()), slip]
            most = len(left)
    return good, most


def _before_other_lines(
    hand: HandInQuestion, good: Sequence[PossibleSlip], most: int
) -> list[PossibleSlip]:
    """Return the likeliest missing meld, moved before the other lines of its player."""
    melds = [slip for slip in good if slip.missing and slip.missing["type"] == "meld"]
    best = max(melds, key=lambda slip: slip.weight, default=None)
    if best is None:
        return []
    player = best.facts["event"]["player"]
    own = (at for at in hand.lines if hand.event(at).get("player") == player)
    elsewhere = (forgotten_line(hand, at, best.facts["event"], best.weight) for at in own)
    return [slip for slip in elsewhere if hand.found(slip.edit, most) is not None]


def _once(slips: Iterable[PossibleSlip]) -> list[PossibleSlip]:
    """Return each reading once, whatever the order of cards in a line, with its likeliest slip, the
    likeliest first."""
    once: dict[str, PossibleSlip] = {}
    for slip in _likeliest_first(slips):
        lines = [
            (seq, {**event, "cards": sorted(event["cards"])} if "cards" in event else event)
            for seq, event in slip.edit.events
        ]
        once.setdefault(str((slip.edit.start, slip.edit.stop, lines)), slip)
    return list(once.values())


def _ranked(good: Iterable[PossibleSlip]) -> list[PossibleSlip]:
    """Return the slips, the likeliest first. The likeliest for a target names the alternatives,
    and the likeliest line for a slip names the other lines."""
    first, others = [], []
    for best, *rest in _grouped(good, attrgetter("target")):
        named = tuple(filter(None, (slip.named for slip in rest)))
        weight = sum(slip.weight for slip in (best, *rest))
        first.append(replace(best, weight=weight, others=named))
        others += [slip.times(NAMED_ALREADY) for slip in rest]
    ranked = []
    for best, *rest in _grouped(_likeliest_first(first), attrgetter("wherever")):
        lines = {slip.line for slip in rest} - {best.line, 0}
        ranked.append(replace(best, elsewhere=tuple(sorted(lines))))
        ranked += [slip.times(NAMED_ALREADY) for slip in rest]
    return _likeliest_first([*ranked, *others])


def _grouped(slips: Iterable[PossibleSlip], key: Callable[[Any], Any]) -> list[list[PossibleSlip]]:
    groups: dict[Any, list[PossibleSlip]] = {}
    for slip in slips:
        groups.setdefault(key(slip), []).append(slip)
    return [_likeliest_first(group) for group in groups.values()]


def _likeliest_first(slips: Iterable[PossibleSlip]) -> list[PossibleSlip]:
    return sorted(slips, key=lambda slip: -slip.weight)


# ---- how unusual a reading of a hand is, although it breaks no rule

TO_NOTHING = 5.0  # a knock or a claim with nothing on offer, or a claim for another card
TOO_SOON = 1.5  # a knock or claim for a card before its drawer has decided
LEFT_OPEN = 1.0  # an open question that this reading would leave


def oddity(hand: HandInQuestion, edit: Edit) -> float:
    """Return how unusual a hand with this edit is, as a cost: by knocks and claims, refused cards
    that are not written down, and questions left open."""
    reading = hand.reading(edit)
    # the share of refused cards that this log's scribe writes down
    written, unwritten = _discards(hand.events)
    habit = (written + 0.5) / (written + unwritten + 1)
    written, unwritten = _discards(reading)
    play, cost = hand.before(), -written * log(habit) - unwritten * log(1 - habit)
    for seq, event in reading:
        if event["type"] in ("pass", "claim") and (table := play.view()["hand"]):
            cost += _odd_word(table, event, habit)
        play.play_on([(seq, event)])
    hand.steps += len(reading)
    return cost + LEFT_OPEN * sum(question.hand == hand.number for question in play.undecided())


def _odd_word(table: Mapping[str, Any], event: Event, habit: float) -> float:
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
    # if discards are not written down, this is the first line about the card
    return TOO_SOON * habit if offer["held"] else 0.0


def _discards(lines: Sequence[Numbered]) -> tuple[int, int]:
    """Return the number of refused cards recorded as discards, and the number only implied."""
    written = unwritten = 0
    waiting = None
    for _, event in lines:
        kind = event["type"]
        if kind == "discard" and event["card"] == waiting:
            written, waiting = written + 1, None
        elif kind == "meld" and waiting in event["cards"]:
            waiting = None
        elif kind == "draw":
            unwritten += waiting is not None
            waiting = event["card"]
    return written, unwritten
