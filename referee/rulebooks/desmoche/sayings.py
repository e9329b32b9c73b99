"""The events of Desmoche as sentences: what each line of a log says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cards import BITS, UNRECORDED
from referee.findings import Cards, InOrder, Sentence
from referee.language import Plural, Word
from referee.rulebooks.base import Event
from referee.rulebooks.desmoche import wins
from referee.rulebooks.desmoche.acts import THE_MIDDLE
from referee.rulebooks.desmoche.side_games import title_of
from referee.telling import DECISIONS

SAYINGS: Mapping[str, str] = {
    "game": "{players} sit down to play.",
    "house": "The table changes house rules: {house}.",
    "join": "{player} sits down after {after}.",
    "leave": "{player} gets up.",
    "hand": "{dealer} opens a hand; the bet is {bet}.",
    "side_bet": "Each puts {amount} into {side_game}.",
    "cut": "{player} cuts the deck.",
    "deal": "The cards are dealt.",
    "announce": "{player} announces {side_game}.",
    "cambio": "{player} passes {card}.",
    "declare": "{player} declares {win}.",
    "draw": "{player} draws {card}.",
    "discard": "{player} lays {card} on the pile.",
    "pass": "{player} knocks.",
    "claim": "{player} asks for the card on offer.",
    "meld": "{player} melds {cards}.",
    "pay": "{player} pays {card}.",
    "force": "{by} forces the card on offer onto a meld of {player}.",
    "withdraw": "{player} withdraws.",
    "win": "{player} calls the win.",
    "show": "{player} shows {cards}.",
    "offence": "An offence of {player} is told: {kind}.",
    "disqualify": "The table disqualifies {player}.",
    "forgive": "The table forgives what is flagged at event {event}.",
    "end": "The hand is over.",
    "payment": "{from} pays {to} {amount}.",
    "dispute": "{by} contests event {event}: {text}",
    "ruling": "The table's word on the dispute at event {dispute}: {decision}.",
    "gap": "Something was not written down here.",
    "note": "{note}",
}
"""What each event says, but for those that hold another one."""

THROUGH_THE_MIDDLE: Mapping[str, str] = {
    "from": "the pot pays {to} {amount}.",
    "to": "{from} pays the pot {amount}.",
}
"""What a payment says that comes from the pot, or goes to it."""

MORE: Mapping[tuple[str, str], str] = {
    ("game", "house"): "House rules: {house}.",
    ("hand", "bets"): "The bets are {bets}.",
    ("hand", "agreed_by"): "{agreed_by} agree.",
    ("house", "agreed_by"): "{agreed_by} agree.",
    ("side_bet", "players"): "Only {players} take part.",
    ("announce", "cards"): "The cards: {cards}.",
    ("cambio", "to"): "It goes to {to}.",
    ("declare", "cards"): "The nine cards: {cards}.",
    ("offence", "by"): "{by} saw it.",
    ("disqualify", "event"): "It is for event {event}.",
    ("disqualify", "why"): "{why}",
    ("forgive", "agreed_by"): "{agreed_by} agree.",
    ("end", "why"): "({why})",
    ("ruling", "text"): "{text}",
    ("gap", "stock"): "The deck has {stock} cards then.",
}
"""What an event says besides where it has this field, and something in it."""

OFFENCES: Mapping[str, str] = {
    "hid_draw": "a drawn card was put among the cards of the hand",
    "searched_pile": "cards in the discard pile were moved",
    "misdeal": "the count of the deal was wrong",
    "meld_order": "a meld was laid in the wrong order",
    "other": "something against good order",
}


def sayings(event: Event) -> list[Sentence]:
    """What the event says.

    >>> [one.told() for one in sayings({"type": "draw", "player": "Ana", "card": "7h"})]
    ['Ana draws 7h.']
    """
    match event["type"]:
        case "correct":
            return _revision("Event {event} should read:", event, event["with"])
        case "insert":
            return _revision("Before event {before} this was forgotten:", event, event["event"])
    facts = {key: _fact(key, value) for key, value in event.items()}
    kind = event["type"]
    through = next((side for side in THROUGH_THE_MIDDLE if event.get(side) == THE_MIDDLE), "")
    told = [Sentence(THROUGH_THE_MIDDLE.get(through, SAYINGS[kind]), facts)]
    told += [
        Sentence(MORE[kind, key], facts)
        for key, value in event.items()
        if value not in (None, "", [], {}) and (kind, key) in MORE
    ]
    for player, cards in event.get("hands", {}).items():
        told.append(_seen(player, cards))
    for player, melds in event.get("melds", {}).items():
        told += [_lies(player, meld) for meld in melds] or [_lies(player, [])]
    return told


def _seen(player: str, cards: list[str] | int) -> Sentence:
    if isinstance(cards, int):
        text = Plural("{player} has {count} card.", "{player} has {count} cards.", cards)
        return Sentence(text, {"player": player, "count": cards})
    return Sentence("{player} has {cards}.", {"player": player, "cards": InOrder(cards)})


def _lies(player: str, meld: list[str]) -> Sentence:
    text = "On the table of {player} lies {meld} then."
    if not meld:
        text = "On the table of {player} lies nothing then."
    return Sentence(text, {"player": player, "meld": InOrder(meld)})


def _revision(text: str, event: Event, brought: Event | None) -> list[Sentence]:
    facts = {"event": event.get("event"), "before": event.get("before"), "why": event["why"]}
    if brought is None:
        told = [Sentence("Event {event} never happened.", facts)]
    else:
        told = [Sentence(text, facts), *sayings(brought)]
    return [*told, Sentence("({why})", facts)] if event["why"] else told


def _fact(key: str, value: Any) -> Any:
    match key:
        case "card":
            return _card(value)
        case "cards":
            return InOrder(value) if value else Word("none")
        case "side_game":
            return title_of(value)
        case "win":
            return wins.NAMES[value]
        case "kind":
            return Word(OFFENCES[value])
        case "decision":
            return Word(DECISIONS[value])
        case "why" if value == "abandoned":
            return Word("abandoned")
        case "house":
            chosen = [_chosen(name, option) for name, option in value.items()]
            return chosen or Word("as usual")
        case "bets":
            return [f"{name} {amount}" for name, amount in value.items()]
        case "to" | "from" if value == THE_MIDDLE:
            return Word("the pot")
    return value


def _card(name: str) -> Any:
    return Word("a card that nobody saw") if name == UNRECORDED else Cards(BITS[name])


def _chosen(name: str, option: Any) -> str | Sentence:
    if not option:
        return Sentence("{house_rule} none", {"house_rule": name})
    return f"{name} {option if isinstance(option, str) else ', '.join(option)}"
