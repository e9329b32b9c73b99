"""The record itself: what a log says that cannot be."""

from __future__ import annotations

from typing import Any

from referee.judging.corrections import refers_soundly
from referee.judging.findings import RECORD, VIOLATION, Breach
from referee.judging.kernel.acts import ANY, BEFORE_ANY_HAND, NEXT_HAND, Act
from referee.judging.references import names_no_line
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.hands import BEFORE_THE_DEAL, PileHand
from referee.rulebooks.common.mechanics import ABANDONED
from referee.rulebooks.common.signs import AFTER_THE_END, STRANGER
from referee.rulebooks.common.table import PileTable
from referee.wording.language import Plural, Word

AnyHand = PileHand[Any, Any]
AnyTable = PileTable[Any]

shelf: RuleShelf = RuleShelf("The record itself")
rule = shelf.rule


@rule(
    "event.phase",
    RECORD,
    on=(BEFORE_ANY_HAND, "cut", "deal", "house", "join", "leave"),
    silences=True,
)
def event_phase(place: AnyHand | AnyTable, act: Act) -> Verdict:
    """Every event has its part of the game: a hand is opened first, the cut comes before the deal,
    there is one deal a hand, house rules change between hands, and nobody joins or leaves a game
    that has begun. An event that stands elsewhere is a slip in the record.

    Right: Move the line to the part of the game that it belongs to, or insert the line that is
    missing before it.
    Source: the log format
    """
    what = Word(act.what)
    if isinstance(place, PileHand):
        if place.stage == BEFORE_THE_DEAL:
            return None
        if place.blurred and not (place.played and act.type == "cut"):
            # the hand may be over, and then nobody deals in it, which is another rule's matter
            return None
        return Breach(None, "The record has {what} where it cannot be in a hand.", {"what": what})
    if act.type == BEFORE_ANY_HAND:
        return Breach(None, "The record has {what} before the first hand.", {"what": what})
    if act.type in ("join", "leave"):
        text = "The record has somebody joining or leaving, which this game does not have."
        return Breach(None, text)
    if place.inside_hand:
        return Breach(None, "The record has a change of house rules inside a hand.")
    return None


@rule("player.unknown", RECORD, on=(ANY,), silences=True, signs=STRANGER)
def player_unknown(place: AnyHand | AnyTable, act: Act) -> Verdict:
    """An event may only name people who sit at the table.

    Right: Correct the name to that of somebody at the table.
    Source: the log format
    """
    if not act.stranger:
        return None
    seated = [seat.name for seat in place.seats] if isinstance(place, PileHand) else place.players
    return Breach(
        None,
        "The record names {stranger}, who is not at the table; there are {seated}.",
        {"stranger": act.stranger, "seated": seated},
    )


@rule("hand.over", RECORD, on=(ANY,), silences=True, once=True, signs=AFTER_THE_END)
def hand_over(place: AnyHand | AnyTable, act: Act) -> Verdict:
    """Once a hand is decided nobody plays on in it, and once a game has had its last hand no other
    one is opened. One finding a hand.

    Right: Strike the act out of the record, or correct the line that ended the hand.
    Source: the rule text
    """
    if isinstance(place, PileTable):
        if act.type != "hand" or not place.is_full or place.hand is None:
            return None
        hand: AnyHand = place.hand
        text: str = Plural(
            "The game was over after {count} hand when the record opens another one.",
            "The game was over after {count} hands when the record opens another one.",
            hand.round,
        )
    else:
        hand, text = place, "The hand was already decided when the record goes on with {what}."
        if not (act.of_play and hand.over):
            return None
    decided = hand.outcome.event
    facts = {"what": Word(act.what), "count": hand.round}
    return Breach(None, text, facts, cites=(decided,) if decided else ())


@rule("end.early", RECORD, on=("end", NEXT_HAND))
def end_early(hand: AnyHand, act: Act) -> Verdict:
    """A hand ends when its cards end it. A table that gives a hand up says so (abandoned).

    Right: Insert the lines that are missing, or end the hand as abandoned.
    Source: the log format
    """
    if hand.over or hand.blurred or act.event.get("why") == ABANDONED:
        return None
    text = "The record ends the hand before it was decided."
    if act.type == NEXT_HAND:
        text = "The record opens the next hand before this one was decided."
    return Breach(None, text)


@rule("event.reference", RECORD, on=("correct", "insert", "dispute", "ruling", "forgive"))
def event_reference(table: AnyTable, act: Act) -> Verdict:
    """A line that refers to another one refers to an earlier line of this log, and to one that can
    be meant: a ruling to a dispute, a dispute to a rule that exists.

    Right: Correct the number to that of the line that was meant.
    Source: the log format
    """
    event = act.event
    if act.type in ("correct", "insert"):
        number = event["event"] if act.type == "correct" else event["before"]
        sound = refers_soundly(act.seq, event)
    elif act.type == "ruling":
        number = event["dispute"]
        sound = number in table.disputes
    else:
        number = event["event"]
        sound = 1 <= number < act.seq
        cited = event.get("rule")
        if sound and cited is not None and cited not in table.rule_ids:
            text = "The dispute cites the rule {rule}, which this game does not have."
            return Breach(None, text, {"rule": cited})
    if sound:
        return None
    return names_no_line(act.type, number, act.seq)


@rule("offence.other", VIOLATION, on=("offence",))
def offence_other(hand: AnyHand, act: Act) -> Verdict:
    """Something against good order that no other rule names, told by somebody at the table.

    Right: The table says what was wrong and goes on.
    Source: the log format
    """
    if act.event["kind"] != "other":
        return None
    return Breach(act.seat.name, "{player} broke good order.", {"player": act.seat.name})
