"""Allowances for the games that are not on the core yet, until they move there.

``promise`` says what holds for the games on the core, without exceptions. Desmoche, Conquién,
Dimes and That Dam Game are compared by this module instead, and
everything in which it allows them more stands here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.partial.promise import Broken, Report

UNSETTLED = ("open", "undecided")

OF_POINTS = "score.wrong"
"""Whose points are open is told where they stand; nothing else hangs on it but the last sums."""

SHOWING_LATER = ("claim.", "cambio.one")
"""Rules of which a finding stands at a line that may be left out, and then shows at a later one:
the meld that uses the card that was claimed, the first act of play where no card was turned up."""

ABOUT_POINTS = (OF_POINTS, "count.low", "count.high")
"""What is wrong with points has one name where the cards are known, and another where they are
not."""

CONTRADICTIONS = ("card.location", "card.count", "deck.empty")
"""So has a record that contradicts itself. What hangs on a contradiction that the poorer record
does not have is not compared: the richer one believes neither of its sides, and is none of the full
records that the poorer one may stand for."""

ENDS_OTHERWISE = ("hand.over", "end.early")
"""What is told of a hand that the record ends too early, or plays on."""

FAULTY_EITHER_WAY: Final = frozenset(
    {
        # Whoever played on broke a rule, or whoever went out did: the whole record leaves open who
        # was out. Without the sign of one of the two nobody need have broken any.
        "the same, and play goes on behind the gap",
        "the table plays on, and Beto goes out: nobody knows whether Ana was out before, as she "
        "said",
        "the same, and Beto goes out: one of the two was out",
        "nobody knows how many cards she held behind the gap",
        "Ana is out by her word, and Beto says behind a gap that he is: the table may have played "
        "on",
        "who is out by her word counts points behind a gap: the table may have played on",
        "she says afterwards that she is out: said once",
        # He owes the discard since line 4, or makes one without a card taken; it shows at line 6.
        "he discards in his next turn what he owes, and draws or does not",
    }
)
"""Cases that break a rule however they are read, so that they leave something open, or say it at an
earlier line. Without one of their lines nothing need have been against the rules."""


def broken_promises(
    rich: Report, poor: Report, numbers: Sequence[int], once: frozenset[str]
) -> list[Broken]:
    """Everything that the poorer report says too much. ``numbers`` has for each line of the poorer
    log its number in the richer one, ``once`` the rules that speak once in a hand."""
    return [
        *_false_findings(rich, poor, numbers, once),
        *_silently_wrong(rich, poor),
        *_wrong_points(rich, poor, numbers),
    ]


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
        if one["rule"].startswith(SHOWING_LATER) and one["event"] not in numbers
    }
    miscounted = [one["hand"] for one in rich["findings"] if one["rule"] in ABOUT_POINTS]
    elsewhere, laid_badly = _contradictions_gone(rich, poor, numbers), _laid_badly(rich)
    misread = _misread(rich, poor)
    for one in poor["findings"]:
        if one["hand"] in elsewhere:
            continue
        if one["rule"] == OF_POINTS and any(hand < one["hand"] for hand in miscounted):
            # points that nobody can check contradict the totals of a later hand, and show there
            continue
        if one["rule"] in ABOUT_POINTS and (one["hand"], one["player"]) in laid_badly:
            # whose meld is told to be none is told nothing of the points that come of it
            continue
        if _by_another_name(one, numbers[one["event"] - 1], rich):
            continue
        if one["rule"] == OF_POINTS and any(hand <= one["hand"] for hand in misread):
            continue
        if (numbers[one["event"] - 1], one["rule"], one["player"]) in told:
            continue
        if (one["hand"], one["rule"], one["player"]) not in in_hand | left_out:
            yield Broken(one["rule"], one["event"])


def _by_another_name(one: dict[str, Any], event: int, rich: Report) -> bool:
    names = next((names for names in (ABOUT_POINTS, CONTRADICTIONS) if one["rule"] in names), ())
    return any(told["event"] == event and told["rule"] in names for told in rich["findings"])


def _contradictions_gone(rich: Report, poor: Report, numbers: Sequence[int]) -> set[int]:
    """The hands in which the richer record contradicts itself where the poorer one does not."""
    told = {
        (numbers[one["event"] - 1], one["rule"])
        for one in poor["findings"]
        if one["rule"] in CONTRADICTIONS
    }
    return {
        one["hand"]
        for one in rich["findings"]
        if one["rule"] in CONTRADICTIONS and (one["event"], one["rule"]) not in told
    }


def _laid_badly(rich: Report) -> set[tuple[int, str | None]]:
    """In which hands somebody laid what is no meld."""
    return {
        (one["hand"], one["player"]) for one in rich["findings"] if one["rule"] == "meld.invalid"
    }


def _silently_wrong(rich: Report, poor: Report) -> Iterator[Broken]:
    asked: dict[int, set[str]] = {}
    for question in poor["undecided"]:
        if question["rule"] != OF_POINTS:
            asked.setdefault(question["hand"], set()).add(question["rule"])
    first = min(asked, default=len(poor["hands"]) + 1)
    for was, told in zip(rich["hands"], poor["hands"], strict=False):
        number, outcome = was["hand"], told["outcome"]
        if outcome["kind"] in UNSETTLED:
            first = min(first, number)
            continue
        keys = ["kind", "winner", "win"]
        unsaid = was["outcome"]["winner"] is None and number in _contradicted(rich)
        unsaid = unsaid or number in _misread(rich, poor) | _miscounted(rich)
        open_points = outcome["winner"] is None and None in told.get("scores", {}).values()
        if unsaid or open_points:
            keys.remove("winner")
        same = all(was["outcome"].get(key) == outcome.get(key) for key in keys)
        if not same and number not in asked:
            yield Broken(f"outcome {was['outcome']['kind']} as {outcome['kind']}")
        elif number < first:
            for key in ("net", "carried", "points"):
                if was.get(key) != told.get(key):
                    yield Broken(key)


def _miscounted(rich: Report) -> set[int]:
    """The hands of which points were written down wrongly: the table's word counts where nobody
    knows the cards, and may make another winner."""
    return {one["hand"] for one in rich["findings"] if one["rule"] in ABOUT_POINTS}


def _goes_on(rich: Report, poor: Report, numbers: Sequence[int]) -> bool:
    """Return whether the last hand goes on in the poorer record, against no rule, and is over in
    the richer one: that has the line that ended it undecided, or ended it too early, or played it
    on. Its points count only there."""
    if not poor["hands"] or poor["hands"][-1]["outcome"]["kind"] != "open":
        return False
    was, told = (
        {one["hand"] for one in report["findings"] if one["rule"] in ENDS_OTHERWISE}
        for report in (rich, poor)
    )
    ended = rich["hands"][-1]["outcome"]
    left_out = ended["kind"] == "undecided" and ended["event"] not in numbers
    return left_out or poor["hands"][-1]["hand"] in was - told


def _misread(rich: Report, poor: Report) -> set[int]:
    """The hands in which the richer record has a card in two places, and the poorer one only where
    it was misread: the points show the contradiction, or the totals of a later hand."""
    last = max((one["hand"] for one in poor["findings"] if one["rule"] == OF_POINTS), default=0)
    doubted = (one["hand"] for one in rich["findings"] if one["rule"] == "card.location")
    return {hand for hand in doubted if hand <= last}


def _contradicted(rich: Report) -> set[int]:
    """The hands in which the richer record contradicts itself, so that points which it had known
    are not believed: the poorer one need not hold what contradicts them."""
    doubted = {one["hand"] for one in rich["findings"] if one["rule"] == "card.location"}
    return {
        was["hand"]
        for was in rich["hands"]
        if was["hand"] in doubted and None in was.get("scores", {}).values()
    }


def _wrong_points(rich: Report, poor: Report, numbers: Sequence[int]) -> Iterator[Broken]:
    """Points are told as they are, or not at all; what was written down wrongly is the players'
    word where nobody knows their cards."""
    miscounted = _miscounted(rich)
    miscounted |= _contradicted(rich) | _contradictions_gone(rich, poor, numbers)
    miscounted |= _misread(rich, poor)
    miscounted |= {hand for hand, _ in _laid_badly(rich) - _laid_badly(poor)}
    asked = {one["hand"] for one in poor["undecided"] if one["rule"] != OF_POINTS}
    compared = [
        ("scores of a hand", was.get("scores") or {}, told.get("scores") or {})
        for was, told in zip(rich["hands"], poor["hands"], strict=False)
        if was["hand"] not in miscounted | asked
    ]
    if not miscounted and not _goes_on(rich, poor, numbers):
        compared.append(("scores", rich.get("scores") or {}, poor.get("scores") or {}))
    for name, was, told in compared:
        if any(points not in (None, was.get(player)) for player, points in told.items()):
            yield Broken(name)
    if not miscounted and poor.get("winners") and poor["winners"] != rich.get("winners"):
        yield Broken("winners")
