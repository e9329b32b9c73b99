"""Knowing less never accuses more: what a report may say about a record made poorer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Report = dict[str, Any]

UNSETTLED = ("open", "undecided")


@dataclass(frozen=True, slots=True)
class Broken:
    """What the poorer report says that the richer one does not bear out: the rule or the amount,
    and the line of the poorer log that it stands at (0 for what is said of a hand)."""

    what: str
    event: int = 0


def broken_promises(
    rich: Report, poor: Report, numbers: Sequence[int], once: frozenset[str]
) -> list[Broken]:
    """Everything that the poorer report says too much. ``numbers`` has for each line of the poorer
    log its number in the richer one, ``once`` the rules that speak once in a hand."""
    return [*_false_findings(rich, poor, numbers, once), *_silently_wrong(rich, poor)]


def _false_findings(
    rich: Report, poor: Report, numbers: Sequence[int], once: frozenset[str]
) -> Iterator[Broken]:
    told = {(one["event"], one["rule"], one["player"]) for one in rich["findings"]}
    in_hand = {
        (one["hand"], one["rule"], one["player"])
        for one in rich["findings"]
        if one["kind"] in ("record", "payment") or one["rule"] in once
    }
    left_out = {
        (one["hand"], one["rule"], one["player"])
        for one in rich["findings"]
        if one["rule"].startswith("claim.") and one["event"] not in numbers
    }
    for one in poor["findings"]:
        if (numbers[one["event"] - 1], one["rule"], one["player"]) in told:
            continue
        # what was wrong with a claim that was left out shows with the meld that uses the card
        if (one["hand"], one["rule"], one["player"]) not in in_hand | left_out:
            yield Broken(one["rule"], one["event"])


def _silently_wrong(rich: Report, poor: Report) -> Iterator[Broken]:
    asked: dict[int, set[str]] = {}
    for question in poor["undecided"]:
        asked.setdefault(question["hand"], set()).add(question["rule"])
    first = min(asked, default=len(poor["hands"]) + 1)
    for was, told in zip(rich["hands"], poor["hands"], strict=True):
        number, outcome = was["hand"], told["outcome"]
        if outcome["kind"] in UNSETTLED:
            first = min(first, number)
            continue
        same = all(was["outcome"].get(key) == outcome.get(key) for key in ("kind", "winner", "win"))
        if not same and number not in asked:
            yield Broken(f"outcome {was['outcome']['kind']} as {outcome['kind']}")
        elif number < first:
            for key in ("net", "carried", "points", "scores"):
                if was.get(key) != told.get(key):
                    yield Broken(key)
