"""The record itself: what a log says that cannot be."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import each
from referee.judging.findings import RECORD, Breach
from referee.judging.kernel.acts import BEFORE_ANY_HAND
from referee.judging.kernel.acts import Act as Line
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import (
    OUT_OF_PHASE,
    Act,
    after_the_end,
    out_of_phase,
)
from referee.rulebooks.desmoche.hand import DEALT, OVER, Hand
from referee.rulebooks.desmoche.money.declarations import taken_on_trust
from referee.rulebooks.desmoche.session import joins
from referee.rulebooks.desmoche.signs import (
    ASTRAY,
    MISTIMED,
    STRANGER,
    TOO_MANY,
)
from referee.rulebooks.desmoche.table import MoneyTable
from referee.wording.language import Plural, Word
from referee.wording.sentences import Cards, Sentence

_HAND_EVENTS: Final = (
    "side_bet", "cut", "deal", "announce", "cambio", "declare", "draw", "discard", "pass",
    "claim", "meld", "pay", "force", "withdraw", "win", "show", "offence", "disqualify",
)  # fmt: skip
IN_WORDS: Final = {
    "side_bet": "a side bet", "cut": "a cut", "deal": "a deal", "announce": "an announcement",
    "cambio": "a card passed in the Cambio", "declare": "a declared win", "draw": "a draw",
    "discard": "a discard", "pass": "a knock", "claim": "a claim", "meld": "a meld",
    "pay": "a payment with a card", "force": "a forced card", "withdraw": "a withdrawal",
    "win": "a called win", "show": "shown cards", "offence": "an offence",
    "disqualify": "a disqualification", "hand": "a hand", "join": "somebody sitting down",
    "leave": "somebody leaving", "house": "a change of house rules",
    "payment": "a payment of money", "result": "a result", "end": "an end of the hand",
    "forgive": "a pardon",
}  # fmt: skip

_SESSION_EVENTS: Final = ("hand", "join", "leave", "house")
_NAMING: Final = (
    *_HAND_EVENTS,
    *_SESSION_EVENTS,
    "payment",
    "result",
    "gap",
    "position",
    "dispute",
)

shelf = RuleShelf("The record itself", rests_on=EVERYTHING)
rule = shelf.rule


@rule(
    "event.phase",
    RECORD,
    on=(*_HAND_EVENTS, *_SESSION_EVENTS, "payment", BEFORE_ANY_HAND),
    silences=True,
    signs=MISTIMED,
    rests_on=NOTHING,
)
def event_phase(place: Hand | MoneyTable, act: Act | Line) -> Verdict:
    """Every event has its part of the game: bets and the cut come before the deal, cards are
    passed, drawn and melded after it, players sit down and leave and house rules change between
    hands, and payments follow a hand. An event that stands elsewhere is a slip in the record.

    Right: Move the line to the part of the game that it belongs to, or insert the line that is
    missing before it.
    Source: the log format
    """
    if isinstance(place, Hand) and act.type not in OUT_OF_PHASE[place.stage]:
        return None
    text = misplacement(place, act)
    if not text:
        return None
    if isinstance(place, Hand) and place.early_events:
        return ()
    what = Word(IN_WORDS.get(act.event["type"], act.event["type"]))
    return Breach(None, text, {"what": what})


def misplacement(place: Hand | MoneyTable, act: Act | Line) -> str:
    """What is said of an event that stands where it does not belong; empty if it is in its
    place."""
    if isinstance(place, Hand):
        if not out_of_phase(place, act):
            return ""
        if place.stage < DEALT:
            return "The record has {what} before the deal."
        return "The record has {what} where it cannot be in a hand."
    if act.type == BEFORE_ANY_HAND:
        return "The record has {what} before the first hand."
    if place.inside_hand and act.type != "hand":
        return "The record has {what} inside a hand."
    if act.type == "join" and not joins(place, act.event):
        return "The record has {what} by somebody who cannot sit down now."
    if act.type == "hand" and len(place.seated()) < 2:
        return "The record has {what} without players for it."
    return ""


@rule("player.unknown", RECORD, on=_NAMING, silences=True, signs=STRANGER, rests_on=NOTHING)
def player_unknown(place: Hand | MoneyTable, act: Act | Line) -> Verdict:
    """An event may only name people who sit at the table.

    Right: Correct the name to that of somebody at the table, or insert the line with which they sat
    down.
    Source: the log format
    """
    if act.stranger:
        seated = [seat.name for seat in place.seats] if isinstance(place, Hand) else place.seated()
        return Breach(
            None,
            "The record names {stranger}, who is not at the table; there are {seated}.",
            {"stranger": act.stranger, "seated": seated},
        )
    return None


@rule(
    "hand.over",
    RECORD,
    on=(
        "cambio",
        "declare",
        "draw",
        "discard",
        "pass",
        "claim",
        "meld",
        "pay",
        "force",
        "withdraw",
    ),
    silences=True,
    once=True,
    stages=(OVER,),
    rests_on=NOTHING,
)
def hand_over(hand: Hand, act: Act) -> Verdict:
    """Once a hand is decided nobody draws, claims, melds or pays in it any more. Only the winner
    may lay the ten melded cards otherwise in the same act. One finding a hand.

    Right: Strike the act out of the record, or correct the line that ended the hand.
    Source: rule text, Object of the game
    """
    if hand.stage == OVER and after_the_end(hand, act):
        if ("hand.over", "") in hand.told or taken_on_trust(hand):
            return ()
        decided = hand.outcome.event
        return Breach(
            None,
            "The hand was already decided when the record goes on with {what}.",
            {"what": Word(IN_WORDS[act.type])},
            cites=(decided,) if decided else (),
        )
    return None


@rule(
    "card.location",
    RECORD,
    on=("deal", "cambio", "declare", "draw", "discard", "meld", "pay", "show"),
    signs=ASTRAY,
    rests_on=NOTHING,
)
def card_location(hand: Hand, act: Act) -> Verdict:
    """A card is in one place. It cannot be dealt twice, come from a hand when it was seen on the
    table, or be drawn when it is known to be in somebody's hand.

    Right: Correct one of the two lines that name the card.
    Source: the log format
    """
    if act.doubled:
        text = "{cards} is dealt twice." if act.type == "deal" else "{cards} is in one meld twice."
        return Breach(None, text, {"cards": Cards(act.doubled)})
    if not act.misplaced:
        return None
    cites = {hand.seen_at.get(card, 0) for card in each(act.misplaced)} - {0, act.seq}
    seat = act.seat
    if seat is None or act.type == "draw":
        text = "{cards} cannot be drawn from the deck here: {why}."
    else:
        text = "{cards} cannot come from {player}'s hand here: {why}."
    why = Sentence("the cards that are known leave no room for it", {})
    if cites:
        why = Sentence("it was seen elsewhere at event {event}", {"event": max(cites)})
    facts = {"cards": Cards(act.misplaced), "player": seat.name if seat else "", "why": why}
    return Breach(None, text, facts, cites=tuple(sorted(cites)))


@rule(
    "card.count",
    RECORD,
    on=("meld", "pay", "discard", "gap", "position"),
    signs=TOO_MANY,
    rests_on=NOTHING,
)
def card_count(hand: Hand | MoneyTable, act: Act | Line) -> Verdict:
    """Everybody holds nine cards, hand and table together. Nobody can play more cards from the
    hand than they have left, and no gap leaves more cards in the deck than were left in it.

    Right: Correct the line that names a card too many, or insert the missing line before it.
    Source: rule text, Gameplay
    """
    if not (isinstance(hand, Hand) and isinstance(act, Act)):
        return None
    if act.type in ("gap", "position"):
        return _too_many_in_the_deck(hand, act.event.get("stock", 0))
    seat = act.seat
    if seat is None or act.misplaced or act.drawn:
        return None
    cards = act.from_hand if act.type == "meld" else act.card & ~seat.table
    count = act.fewest if act.ways else cards.bit_count()
    if count - act.picked.bit_count() <= seat.most:
        return None
    text = "{player} plays {count} from the hand, but by the record has only {most} left."
    if seat.most <= 0:
        text = "{player} plays {count} from the hand, but by the record has none left."
    facts = {"player": seat.name, "count": _cards(count), "most": _cards(seat.most)}
    return Breach(None, text, facts)


def _too_many_in_the_deck(hand: Hand, stock: int) -> Verdict:
    if stock <= hand.most_in_the_deck:
        return None
    text = "By the record the deck has {count} here, and before it had only {most} left."
    facts = {"count": _cards(stock), "most": _cards(hand.most_in_the_deck)}
    return Breach(None, text, facts)


def _cards(count: int) -> Sentence:
    return Sentence(Plural("one card", "{count} cards", count), {"count": count})
