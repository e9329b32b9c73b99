"""The rules that every game shares, and what is lawful at all.

A rule says of an act, at the table as it is before it, whether the act keeps it. Findings, what may
come next, the keys of the pad and simulated players all ask the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final

from referee.core.cards import NOWHERE
from referee.core.declaring import Asked, Event, Game, GameRule, Says
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import ABANDONED, Act, Hand, Seat
from referee.judging.findings import RECORD, VIOLATION
from referee.judging.rule_texts import text_of
from referee.wording.language import Plural, Word
from referee.wording.sentences import InOrder


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach: the rule, whose fault it is, and its sentence."""

    rule: GameRule
    seat: Seat | None
    text: str | Plural
    facts: Mapping[str, Any]
    cites: tuple[int, ...] = ()


# ---- whose turn it is


def turn_fault(hand: Hand, act: Act) -> tuple[str, Seat] | None:
    """Return the rule of the turn that an act breaks and whose fault it is; None if it is in turn.

    Raises `NotKnown` where that is open.
    """
    seat, form = act.seat, act.form
    assert seat is not None
    if seat is hand.turn:
        if form in hand.step.then:
            return None
        if hand.mid_turn:
            excused = hand.redo if form.takes else hand.flawed
            rule = form.misplaced or ("turn.draw" if form.takes else label_of(hand))
            return None if excused else (rule, seat)
        if form.stray != "turn.order":
            return None  # no turn begins with it; what is wrong with it shows when they go on
        return form.misplaced or "turn.discard", seat
    if hand.may_act(seat) and form.stray == "turn.order":
        if form not in hand.start.then and not hand.ending:
            return form.misplaced or "turn.discard", seat
        return unfinished(hand)
    stray = form.stray(hand, act) if callable(form.stray) else form.stray
    return (stray, seat) if stray else None


def unfinished(hand: Hand) -> tuple[str, Seat] | None:
    """Return the rule that is broken if the turn ends here, and whose fault that is."""
    if hand.step.may_stop or hand.flawed or hand.strayed or hand.ask("may_stop"):
        return None
    return label_of(hand), hand.turn


def label_of(hand: Hand) -> str:
    """Return the rule that says how this turn has to go on."""
    label = hand.step.label
    return label(hand) if callable(label) else label


def fault_of_turn(hand: Hand, act: Act) -> tuple[str, Seat] | None:
    """Return what an act breaks of the order of turns; so does one that closes the hand in the
    middle of its last turn."""
    if hand.is_of_turn(act.form):
        return turn_fault(hand, act) if act.seat is not None else None
    closes = act.form.ends or act.form.later
    if not closes or act.event.get("why") == ABANDONED:
        return None
    return unfinished(hand) if hand.mid_turn and hand.ending and not hand.over else None


# ---- the shared rules


def hand_over(hand: Hand, act: Act) -> bool:
    """Once a hand is decided nobody plays on in it, and once a game has had its last hand no other
    one is opened. One finding a hand.

    Right: Strike the act out of the record, or correct the line that ended the hand.
    Source: the rule text
    """
    if hand.over:
        return act.form.takes and bool(hand.ask("reopens"))
    stopped = hand.mid_turn and act.seat is not hand.turn and hand.ask("may_stop")
    return not (stopped and act.form in hand.game.turn_events and hand.ending)


def event_phase(hand: Hand, act: Act) -> bool:
    """Every event has its part of the game: a hand is opened first, then the deck is cut, the cards
    are dealt, one is turned up, each once; house rules change between hands, and nobody joins or
    leaves a game that has begun. An event that stands elsewhere is a slip in the record.

    Right: Move the line to the part of the game that it belongs to, or insert the line that is
    missing before it.
    Source: the log format
    """
    form, events = act.form, hand.game.events
    if hand.maybe("begun"):
        return False
    if any(events[one].stage > form.stage for one in hand.written):
        return False
    return not (form.once and form.type in hand.written) and not hand.begun


def deck_empty(hand: Hand, act: Act) -> bool:
    """Nobody draws from a deck without cards, unless the pile below its top card can become the
    deck again.

    Right: Strike the line out, or correct it: the card came from the pile.
    Source: the rule text
    """
    if hand.stock > 0 or "reshuffle" not in hand.game.events:
        return bool(hand.stock > 0)
    if hand.buried:
        raise NotKnown("pile")
    return len(hand.pile) > 1


def card_location(hand: Hand, act: Act) -> bool:
    """A card is in one place at a time. A card that the record has in two places may be in either;
    from there on nothing rests on it.

    Right: Correct the line that names the wrong card.
    Source: the rule text
    """
    form = act.form
    if form.type == "show" and not hand.over:
        return True
    if form.lays and (hand.makes_amends(act) or hand.flawed):
        return True
    if (
        form.names_cards
        and (form.result or form.moves)
        and not known(lambda: card_count(hand, act), True)
    ):
        return True
    lacks = form.takes and any(card is NOWHERE for card, _ in act.shown)
    return not lacks and not hand.wrong(act.shown)


def card_count(hand: Hand, act: Act) -> bool:
    """Nobody shows or lays down more cards than they have.

    Right: Correct the line to the cards that were there.
    Source: the rule text
    """
    form, count = act.form, len(act.event.get("cards", ()))
    zone = form.reveals
    if zone is None:
        assert form.moves is not None
        zone = form.moves.start
    held = len(hand.cards_in(zone, act.seat))
    return count == held if zone.kind == "row" else count <= held


def deal_count(hand: Hand, act: Act) -> bool:
    """The dealer deals everybody the number of cards of this hand.

    Right: Deal the cards anew, the same number to everybody.
    Source: the rule text
    """
    return not _wrong_counts(hand, act)


def _wrong_counts(hand: Hand, act: Act) -> list[str]:
    dealt = {
        name: cards if isinstance(cards, int) else len(cards)
        for name, cards in act.event["hands"].items()
    }
    return [f"{name} {count}" for name, count in dealt.items() if count != hand.each]


def _says_counts(hand: Hand, act: Act) -> tuple[Plural, Mapping[str, Any]]:
    """Return the sentence for a deal of wrong numbers."""
    text = Plural(
        "{dealer} deals one card to each, and dealt {wrong}.",
        "{dealer} deals {count} cards to each, and dealt {wrong}.",
        hand.each,
    )
    wrong = _wrong_counts(hand, act)
    return text, {"dealer": hand.dealer.name, "count": hand.each, "wrong": wrong}


def cut_player(hand: Hand, act: Act) -> bool:
    """Only the player before the dealer in turn order, who sits on the dealer's other side, may
    cut the deck.

    Right: The player before the dealer in turn order cuts, or nobody.
    Source: the rule text
    """
    return act.seat is not None and hand.after(act.seat) is hand.dealer


def offence_other(hand: Hand, act: Act) -> bool:
    """Something against good order that no other rule names, reported by somebody at the table.

    Right: The table says what was wrong and goes on.
    Source: the log format
    """
    return bool(act.event["kind"] != "other")


def end_early(hand: Hand, act: Act) -> bool:
    """A hand ends when its cards end it. A table that gives a hand up says so (abandoned).

    Right: Insert the lines that are missing, or end the hand as abandoned.
    Source: the log format
    """
    if act.event.get("why") == ABANDONED or hand.over:
        return True
    if (not hand.begun and act.form.type != "end") or hand.ask("let_stand", act):
        return True
    if known(lambda: hand.ask("closed")):
        return True
    return bool(hand.mid_turn and hand.ending)


def _says_end(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for an event that ends a hand too early."""
    if act.event["type"] == "hand":
        return "The record opens the next hand before this one was decided.", {}
    match act.form.type:
        case "show":
            text = "{player} shows cards before the hand was over."
        case "score":
            text = "The record has the points before the hand was over."
        case _:
            text = "The record ends the hand before it was decided."
    return text, {"player": act.event.get("player", "")}


def actor(hand: Hand, act: Act) -> Any:
    """Return the seat that acts."""
    return act.seat


def dealer(hand: Hand, act: Act) -> Seat:
    """Return the dealer. Raises `NotKnown` where that is open."""
    return hand.dealer


def _says_what(text: str) -> Says:
    """Return what fills the event's name into a sentence."""

    def says(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
        return text, {"what": Word(act.form.form.what)}

    return says


def _says_turn(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for an act out of turn."""
    text = "{player} acts out of turn: it is {expected}'s turn."
    expected = hand.next_seat(hand.turn) if hand.mid_turn else hand.turn
    assert act.seat is not None
    return text, {"player": act.seat.name, "expected": expected.name}


def _says_discard(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for a card that is missing, or was laid for none."""
    owes = known(lambda: hand.mid_turn and not hand.step.may_stop and hand.turn)
    if owes and not (act.seat is owes and act.form.lays):
        text = "{player} has taken a card and laid none down for it."
        return text, {"player": owes.name}
    text = "{player} lays a card down without having taken one."
    return text, {"player": act.seat.name if act.seat is not None else ""}


def _says_cards(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for cards that cannot be where the record has them."""
    faces = list(dict.fromkeys(hand.wrong(act.shown)))
    if not faces:
        return "There is no card on the pile that {player} could take.", {
            "player": act.seat.name if act.seat is not None else ""
        }
    return "The record has {cards} where it cannot be.", {"cards": InOrder(faces)}


TABLE_TEXTS: Final = {
    "player.unknown": (
        RECORD,
        "The record itself",
        """An event may only name people who sit at the
        table.

        Right: Correct the name to that of somebody at the table.
        Source: the log format""",
    ),
    "event.reference": (
        RECORD,
        "The record itself",
        """A line that refers to another one refers to
        an earlier line of this log, and to one that can be meant: a ruling to a dispute, a dispute
        to a rule that exists.

        Right: Correct the number to that of the line that was meant.
        Source: the log format""",
    ),
    "dealer.rotation": (
        VIOLATION,
        "The deal",
        """After every hand the next player in turn order
        deals. Anybody may deal the first hand.

        Right: The next player in turn order after the last dealer deals.
        Source: the rule text""",
    ),
    "score.wrong": (
        RECORD,
        "The score",
        """What is written down after a hand is what the cards
        give, and the totals are the sums of the hands. One finding for each score; totals that only
        repeat an earlier slip are not found again.

        Right: Correct the line of the score to what the cards give.
        Source: the rule text""",
    ),
}
"""The texts of the rules that the table checks, with their kinds and sections."""

TURN_TEXTS: Final = {
    "turn.order": """The players take their turns in turn order. After a turn that was taken out of
        order, play goes on from the player who took it.

        Right: The player whose turn it is goes on, and the other one takes back what they did.
        Source: the rule text""",
    "turn.draw": """A player takes one card a turn, from the deck or from the pile.

        Right: The second card goes back to where it came from.
        Source: the rule text""",
    "turn.discard": """A player who takes a card lays one down for it, and lays none down without
        having taken one.

        Right: The player lays a card down, and only then the next player takes one.
        Source: the rule text""",
}
"""The texts of the rules that the expression of a turn checks, as rules have them as docstring."""


def declare_shared(game: Game) -> None:
    """Add the rules that every game shares to those of a game, unless it has its own."""
    own, binds = {rule.id for rule in game.rules}, game.binds

    def those(*, when: Any) -> tuple[Event, ...]:
        return tuple(event for event in game.events.values() if when(event))

    def add(rule_id: str, kind: str, is_kept: Any, section: str, says: Says, **how: Any) -> None:
        on, text, bound = how.pop("on"), text_of(is_kept), binds.get(rule_id, ())
        if on:
            rule = GameRule(rule_id, kind, on, section, text, is_kept, says, bound, **how)
            game.rules.append(rule)

    for rule_id, says in (
        ("turn.order", _says_turn),
        ("turn.draw", "{player} takes a second card in one turn."),
        ("turn.discard", _says_discard),
    ):
        # nothing of a turn that is one act can be missing, or too much
        if rule_id not in own and (rule_id == "turn.order" or len(game.every_step) > 2):
            game.turn_rule(
                rule_id, TURN_TEXTS[rule_id], section="Turns", says=says,
                binds=binds.get(rule_id, ()),
            )  # fmt: skip
    for rule_id, (kind, section, text) in TABLE_TEXTS.items():
        if rule_id not in own:
            game.turn_rule(
                rule_id, text, section=section, says="", kind=kind, binds=binds.get(rule_id, ()),
            )  # fmt: skip
    play = those(when=lambda e: not (e.result or e.later or e.type in ("cut", "offence")))
    record = "The record itself"
    add(
        "hand.over", RECORD, hand_over, record,
        _says_what("The hand was already decided when the record goes on with {what}."),
        on=play, silences=True, once=True,
    )  # fmt: skip
    add(
        "event.phase", RECORD, event_phase, record,
        _says_what("The record has {what} where it cannot be in a hand."),
        on=those(when=lambda e: e.type == "cut" or (e.stage and e.once)), silences=True,
    )  # fmt: skip
    add(
        "deck.empty", RECORD, deck_empty, "Turns",
        "There is no card left that {player} could draw.",
        on=those(when=lambda e: e.takes and e.moves.start.kind == "stock"), silences=True,
    )  # fmt: skip
    add(
        "card.location", RECORD, card_location, "The cards", _says_cards,
        on=those(when=lambda e: e.moves or e.reveals or e.type in ("deal", "turn_up")),
    )  # fmt: skip
    add(
        "card.count", RECORD, card_count, "The cards",
        "{player} shows or lays down more cards than they have.",
        on=those(when=lambda e: e.names_cards and (e.result or e.moves)), once=True,
        whose=actor,
    )  # fmt: skip
    add(
        "deal.count", VIOLATION, deal_count, "The deal", _says_counts,
        on=those(when=lambda e: e.type == "deal"), whose=dealer,
    )  # fmt: skip
    add(
        "cut.player", VIOLATION, cut_player, "The deal",
        "{player} cut the deck, but the player before {dealer} has to cut it.",
        on=those(when=lambda e: e.type == "cut"),
    )  # fmt: skip
    add(
        "offence.other", VIOLATION, offence_other, record, "{player} broke good order.",
        on=those(when=lambda e: e.type == "offence"),
    )  # fmt: skip
    add(
        "end.early", RECORD, end_early, record, _says_end,
        on=those(when=lambda e: e.result), once=True,
    )  # fmt: skip


# ---- asking


class RuleSet:
    """The rules of a game that a table is judged by, as they are asked at each event."""

    def __init__(self, game: Game, ids: frozenset[str]) -> None:
        rules = [rule for rule in game.rules if rule.id in ids]
        self.by_id = {rule.id: rule for rule in reversed(rules)}
        self._asked: dict[Event, Asked] = {}
        for event in game.events.values():
            on = [rule for rule in rules if event in rule.on]
            self._asked[event] = Asked(
                tuple(rule for rule in on if rule.silences),
                tuple(rule for rule in on if rule.instead),
                tuple(rule for rule in on if not (rule.silences or rule.instead)),
            )

    def at(self, event: Event) -> Asked:
        """Return the rules that are asked at an event."""
        return self._asked[event]

    def faults(self, hand: Hand, act: Act) -> list[Fault]:
        """Return what an act breaks."""
        asked, found = self._asked[act.form], []
        for rule in asked.first:
            try:
                fault = fault_of(rule, hand, act)
            except NotKnown:
                return []  # what may be no act at all accuses nobody
            if fault is not None:
                return [fault]
        if not hand.makes_amends(act):
            broken = self._fault_of_turn(asked, hand, act)
            if broken is not None:
                found.append(broken)
        lays = act.form.lays and hand.is_of_turn(act.form)
        if lays and found and not found[0].rule.id.startswith("meld"):
            return found  # it is not asked where that card came from
        accuses = not found and not (
            lays and hand.maybe("flawed") and act.seat is hand.maybe("turn")
        )
        for rule in asked.rest:
            if accuses or rule.kind != VIOLATION:
                try:
                    fault = fault_of(rule, hand, act)
                except NotKnown:
                    continue
                if fault is not None:
                    found.append(fault)
        return found

    def _fault_of_turn(self, asked: Asked, hand: Hand, act: Act) -> Fault | None:
        for rule in asked.instead:
            try:
                fault = fault_of(rule, hand, act)
            except NotKnown:
                continue
            if fault is not None:
                return fault
        try:
            broken = fault_of_turn(hand, act)
        except NotKnown:
            return None
        if broken is None or broken[0] not in self.by_id:
            return None
        return told(self.by_id[broken[0]], hand, act, broken[1])

    def is_open(self, hand: Hand, act: Act) -> bool:
        """Return whether it is open if an act keeps the rules of its own event."""
        return any(
            rule.kind == VIOLATION and known(partial(fault_of, rule, hand, act), OPEN) is OPEN
            for rule in self._asked[act.form].rest
        )

    def lawful(self, hand: Hand, act: Act) -> bool:
        """Return whether an act keeps every rule, as far as the record shows."""
        return not self.faults(hand, act)


@lru_cache(maxsize=64)
def rule_set(game: Game, ids: frozenset[str]) -> RuleSet:
    """Return the rules of a game with these ids."""
    return RuleSet(game, ids)


def fault_of(rule: GameRule, hand: Hand, act: Act) -> Fault | None:
    """Return what an act breaks of a rule; None if it keeps it. Raises `NotKnown` where that is
    open."""
    assert rule.is_kept is not None
    if rule.is_kept(hand, act):
        return None
    seat = act.seat if rule.kind == VIOLATION else None
    if rule.whose is not None:
        seat = rule.whose(hand, act)
    return told(rule, hand, act, seat)


def told(rule: GameRule, hand: Hand, act: Act, seat: Seat | None) -> Fault:
    """Return the fault of a seat in words, the places of its sentence filled from the event and
    from the facts of the hand."""
    if callable(rule.says):
        text, facts = rule.says(hand, act)
    else:
        named = seat or act.seat
        text = rule.says
        facts = {**filling(hand, act), "player": named.name if named is not None else ""}
    cites = rule.cites(hand, act) if rule.cites is not None else ()
    return Fault(rule, seat, text, facts, cites)


def filling(hand: Hand, act: Act) -> dict[str, Any]:
    """Return what the places of a sentence may be filled with."""
    facts: dict[str, Any] = {
        name: value.name for name, value in hand.__dict__.items() if isinstance(value, Seat)
    }
    for name, value in act.event.items():
        facts[name] = (
            InOrder(value if name == "cards" else (value,)) if name in ("card", "cards") else value
        )
    return facts
