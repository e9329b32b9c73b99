"""The rules that every game shares.

A game may replace any of them by a rule of its own with the same id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from referee.core.cards import NOWHERE
from referee.core.declaring import Event, Game, GameRule, IsKept, Says
from referee.core.facts import known
from referee.core.hand import ABANDONED, Act, Hand
from referee.core.rules import fault_of_turn
from referee.judging.findings import RECORD
from referee.judging.rulebook import RuleText, parts_of
from referee.wording.language import Plural, Word
from referee.wording.sentences import InOrder

THE_RECORD: Final = "The record itself"

SHARED: Final[list[tuple[GameRule, Callable[[Event], Any]]]] = []
"""The shared rules, each with a function that selects the events that trigger it."""


def declare_shared(game: Game) -> None:
    """Add the shared rules to a game: those with events in it, and those of the turn that it does
    not define itself."""
    own = {rule.id for rule in game.rules}
    # a turn of one act cannot be unfinished, or have an act too many
    own |= {"turn.draw", "turn.discard"} if len(game.every_step) <= 2 else set()
    for rule, is_on in SHARED:
        if rule.id in game.replaces:
            continue
        on = tuple(event for event in game.events.values() if is_on(event))
        if on if rule.is_kept is not None else rule.id not in own:
            game.rules.append(replace(rule, on=on, binds=game.binds.get(rule.id, ())))


def shared(rule_id: str, on: Callable[[Event], Any], **how: Any) -> Callable[[IsKept], IsKept]:
    """Decorate a function that returns whether an act keeps a rule of every game."""

    def add(is_kept: IsKept) -> IsKept:
        SHARED.append((GameRule(rule_id, parts_of(is_kept.__doc__), is_kept=is_kept, **how), on))
        return is_kept

    return add


def says_what(text: str) -> Says:
    """Return a function that fills the event's name into a sentence."""

    def says(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
        return text, {"what": Word(act.form.form.what)}

    return says


# ---- rules that the expression of a turn and the table check


def says_turn(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for an act out of turn."""
    text = "{player} acts out of turn: it is {expected}'s turn."
    expected = hand.next_seat(hand.turn) if hand.mid_turn else hand.turn
    assert act.seat is not None
    return text, {"player": act.seat.name, "expected": expected.name}


def says_discard(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for a turn that is left unfinished, or begun with the wrong event."""
    broken = fault_of_turn(hand, act)
    seat = act.seat if broken is None else broken[1]
    if hand.mid_turn and seat is hand.turn:
        text = "{player} has not finished the turn."
        if hand.has_taken:
            text = "{player} has taken a card and laid none down for it."
    else:
        text = "{player} does not begin a turn with {what}."
        if act.form.lays and any(form.takes for form in hand.start.then):
            text = "{player} lays a card down without having taken one."
    return text, {"player": seat.name, "what": Word(act.form.form.what)}


CHECKED_ELSEWHERE: Final = (
    GameRule("turn.order", RuleText(
        "The players take their turns in turn order. After a turn that was taken out of order, "
        "play goes on from the player who took it.",
        "The player whose turn it is goes on, and the other one takes back what they did.",
        "the rule text",
    ), section="Turns", says=says_turn),
    GameRule("turn.draw", RuleText(
        "A player takes one card a turn, from the deck or from the pile.",
        "The second card goes back to where it came from.",
        "the rule text",
    ), section="Turns", says="{player} takes a second card in one turn."),
    GameRule("turn.discard", RuleText(
        "A player who takes a card lays one down for it; nobody lays one down without having "
        "taken one.",
        "The player lays a card down, and only then the next player takes one.",
        "the rule text",
    ), section="Turns", says=says_discard),
    GameRule("player.unknown", RuleText(
        "An event may only name people who sit at the table.",
        "Correct the name to that of a player at the table.",
        "the log format",
    ), section=THE_RECORD, kind=RECORD),
    GameRule("event.reference", RuleText(
        "A line may refer only to an earlier line of this log, and to one of the right kind: a "
        "ruling to a dispute, a dispute to a rule that exists.",
        "Correct the number to that of the line that was meant.",
        "the log format",
    ), section=THE_RECORD, kind=RECORD),
    GameRule("dealer.rotation", RuleText(
        "After every hand the next player in turn order deals. Anybody may deal the first hand.",
        "The next player in turn order after the last dealer deals.",
        "the rule text",
    ), section="The deal"),
)  # fmt: skip
"""Rules checked by the table, whose sentences are in ``table``, or by the expression of a turn."""

SHARED.extend((rule, lambda _: False) for rule in CHECKED_ELSEWHERE)


# ---- rules of acts


@shared(
    "hand.over", section=THE_RECORD, kind=RECORD,
    says=says_what("The hand was already decided when the record goes on with {what}."),
    on=lambda e: not e.afterwards and e.type != "cut",
    silences=True, once=True,
)  # fmt: skip
def hand_over(hand: Hand, act: Act) -> bool:
    """After a hand is decided nobody plays on in it, and after the last hand of a game no other
    hand is opened. It is reported once a hand.

    Right: Strike the act out of the record, or correct the line that ended the hand.
    Source: the rule text
    """
    form, facts = act.form, hand.__dict__
    takes_aside = form.takes and not form.in_turn  # the table plays on
    if facts.get("over") if takes_aside else hand.over:
        if form.lays and act.seat is facts.get("turn") and form in hand.step.then:
            return hand.doubts(act.seat)  # the turn was reported as unfinished
        return form.type == "meld" and hand.missing_lines  # it may have lain there
    if act.seat is facts.get("turn") or not form.in_turn:
        return True
    return not (hand.ask("may_stop") and hand.mid_turn and hand.ending)


@shared(
    "event.phase", section=THE_RECORD, kind=RECORD,
    says=says_what("The record has {what} where it cannot be in a hand."),
    on=lambda e: e.type in ("cut", "reshuffle") or (e.stage and e.once), silences=True,
)  # fmt: skip
def event_phase(hand: Hand, act: Act) -> bool:
    """Every event belongs to a part of the game. First a hand is opened, then the deck is cut, the
    cards are dealt, one is turned up, each once. House rules change between hands, and nobody joins
    or leaves a game that has begun. An event that stands elsewhere is a slip in the record.

    Right: Move the line to the part of the game that it belongs to, or insert the line that is
    missing before it.
    Source: the log format
    """
    form, events = act.form, hand.game.events
    if form.type == "reshuffle":
        return bool(hand.is_renewed or hand.stock <= 0)
    if hand.maybe("begun") or any(events[name].stage > form.stage for name in hand.written):
        return False
    return not (form.once and form.type in hand.written) and not hand.begun


@shared(
    "deck.empty", section="Turns", kind=RECORD,
    says="There is no card left that {player} could draw.",
    on=lambda e: e.draws, silences=True,
)  # fmt: skip
def deck_empty(hand: Hand, act: Act) -> bool:
    """A player cannot draw a card from an empty deck.

    Right: Strike the line out, or correct it: the card came from the pile.
    Source: the rule text
    """
    can_be_renewed = hand.game.renews and (hand.buried or len(hand.pile) > 1)
    return bool(can_be_renewed or hand.is_renewed or hand.stock > 0)


def says_cards(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for cards in impossible places."""
    faces = list(dict.fromkeys(act.wrong))
    if not faces:
        return "There is no card on the pile that {player} could take.", {
            "player": act.seat.name if act.seat is not None else ""
        }
    return "The record has {cards} where it cannot be.", {"cards": InOrder(faces)}


def card_count_is_on(form: Event) -> bool:
    """Return whether an event can show or lay down too many cards."""
    lays = form.lays and not (form.shown_in is not None and form.shown_in.open)
    return form.names_cards and (form.result or lays)


@shared(
    "card.location", section="The cards", kind=RECORD, says=says_cards,
    on=lambda e: e.moves or e.reveals or e.type in ("deal", "turn_up"),
)  # fmt: skip
def card_location(hand: Hand, act: Act) -> bool:
    """A card is in one place at a time. A card that the record has in two places may be in either;
    later findings do not rely on it.

    Right: Correct the line that names the wrong card.
    Source: the rule text
    """
    form = act.form
    if not act.wrong and not (form.takes and act.shown and act.shown[0][0] is NOWHERE):
        return True
    is_early = form.type == "show" and hand.maybe("over", form) is None
    if is_early or (form.lays and form.in_turn and hand.doubts(act.seat)):
        return True
    return bool(card_count_is_on(form) and not known(partial(card_count, hand, act), True))


@shared(
    "card.count", section="The cards", kind=RECORD,
    says="{player} shows or lays down more cards than they have.",
    on=card_count_is_on, once=True, at_fault=lambda _, a: a.seat,
)  # fmt: skip
def card_count(hand: Hand, act: Act) -> bool:
    """Nobody shows or lays down more cards than they have.

    Right: Correct the line to the cards that were there.
    Source: the rule text
    """
    zone, count = act.form.shown_in, len(act.faces if "cards" in act.event else ())
    assert zone is not None
    held = hand.count_beside_melds(zone, act.seat)
    return count == held if zone.kind == "row" else count <= held


def wrong_counts(event: Mapping[str, Any], right: int) -> dict[str, int]:
    """Return the wrong numbers of cards in a deal, by player."""
    hands = event.get("hands", {}).items()
    counts = {name: cards if isinstance(cards, int) else len(cards) for name, cards in hands}
    return {name: count for name, count in counts.items() if count != right}


def says_counts(hand: Hand, act: Act) -> tuple[Plural, Mapping[str, Any]]:
    """Return the sentence for a deal of wrong numbers."""
    text = Plural(
        "{dealer} has to deal one card to each, and dealt {wrong}.",
        "{dealer} has to deal {count} cards to each, and dealt {wrong}.",
        hand.each,
    )
    wrong = [f"{name} {count}" for name, count in wrong_counts(act.event, hand.each).items()]
    return text, {"dealer": hand.dealer.name, "count": hand.each, "wrong": wrong}


@shared(
    "deal.count", section="The deal", says=says_counts, on=lambda e: e.type == "deal",
    at_fault=lambda hand, _: hand.dealer,
)  # fmt: skip
def deal_count(hand: Hand, act: Act) -> bool:
    """The dealer deals everybody the number of cards of this hand.

    Right: Deal the cards anew, the same number to everybody.
    Source: the rule text
    """
    return bool(hand.round) and not wrong_counts(act.event, hand.each)


@shared(
    "cut.player", section="The deal", on=lambda e: e.type == "cut",
    says="{player} cut the deck, but the player before {dealer} has to cut it.",
)  # fmt: skip
def cut_player(hand: Hand, act: Act) -> bool:
    """Only the player who comes before the dealer in turn order may cut the deck.

    Right: The player before the dealer in turn order cuts, or nobody.
    Source: the rule text
    """
    return act.seat is not None and hand.after(act.seat) is hand.dealer


@shared(
    "offence.other", section=THE_RECORD, says="{player} committed an offence.",
    on=lambda e: e.type == "offence",
)  # fmt: skip
def offence_other(hand: Hand, act: Act) -> bool:
    """An offence that no other rule covers, reported by a player.

    Right: The table says what was wrong and goes on.
    Source: the log format
    """
    return bool(act.event["kind"] != "other")


def says_end(hand: Hand, act: Act) -> tuple[str, Mapping[str, Any]]:
    """Return the sentence for an event that ends a hand too early."""
    if act.event["type"] == "hand":
        return "The record opens the next hand before this one was decided.", {}
    early = {
        "show": "{player} shows cards before the hand was over.",
        "score": "The record has the points before the hand was over.",
        "result": "The record has the result before the hand was over.",
    }
    text = early.get(act.form.type, "The record ends the hand before it was decided.")
    return text, {"player": act.event.get("player", "")}


@shared(
    "end.early", section=THE_RECORD, kind=RECORD, says=says_end, on=lambda e: e.result, once=True,
)  # fmt: skip
def end_early(hand: Hand, act: Act) -> bool:
    """The cards decide when a hand ends. A table that gives a hand up writes that down (abandoned).

    Right: Insert the lines that are missing, or end the hand as abandoned.
    Source: the log format
    """
    if act.event.get("why") == ABANDONED or hand.over:
        return True
    if not hand.begun and act.form.type != "end":
        return True
    return bool(hand.ask("closed") or (hand.mid_turn and hand.ending))
