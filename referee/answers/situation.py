"""The state of the table at an event: as plain data, and as facts for a ruling.

A rule rests on the facts that it reads: it is run once more while its reads are recorded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from referee.answers.scoring import Result
from referee.cards.deck import UNRECORDED
from referee.core.cards import NOWHERE, Zone, is_blank
from referee.core.declaring import GameRule
from referee.core.facts import OPEN, having, known
from referee.core.hand import Act, Hand, Seat
from referee.core.rules import RuleSet, fault_of_turn
from referee.judging.findings import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.wording.language import Plural
from referee.wording.sentences import InOrder


class Reading(Hand):
    """A hand that records which of its facts are read."""

    read: dict[str, None]

    def __getattribute__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__")
        if "read" in own and name in own["game"].open_facts:
            own["read"][name] = None
        return super().__getattribute__(name)


def is_dealt(hand: Hand) -> bool:
    """Return whether the cards are dealt, play implies it, or the game deals none."""
    written = hand.maybe("written", {"deal"}) - {"cut"}
    return bool(not hand.each or written or hand.maybe("begun", True) or hand.maybe("over"))


def read_by(rule: GameRule, hand: Hand, act: Act) -> Iterable[str]:
    """Return the facts that a rule reads while it judges an act."""
    reading: Reading = object.__new__(having(Reading, hand.game.open_facts))
    vars(reading).update(vars(hand.fork()), read={})
    known(lambda: (rule.is_kept or fault_of_turn)(reading, act))
    return reading.read


def deciding(rules: RuleSet, hand: Hand, act: Act, rule_id: str) -> Iterator[Fact]:
    """Yield the facts that decide the verdict of a rule."""
    rule = next((rule for rule in rules.at[act.form] if rule.id == rule_id), None)
    rule = rule or rules.by_id.get(rule_id)
    if rule is not None and rule.binds:
        for text, facts in hand.ask("holds") or ():
            yield Fact(DEDUCED, text, facts, (hand.first_event,))
    if rule is not None and (rule.is_kept is None or act.form in rule.on):
        yield from facts_of(hand, act.seat, read_by(rule, hand, act))
    elif rule is not None and (rule.at is not None or rule.finds):
        melds = "laid" if hand.game.lays_melds else "melds"
        yield from facts_of(hand, act.seat, [melds])  # a later line shows what they left


def undecidable(rules: RuleSet, hand: Hand, act: Act) -> Iterator[str]:
    """Yield the rules that cannot judge an act because they depend on an open fact."""
    turns = [rules.by_id["turn.order"]] if act.form.in_turn and "turn.order" in rules.by_id else []
    unknown = act.form.is_act and act.seat is None  # no rule judges a stranger's act
    for rule in (*turns, *rules.at[act.form]):
        if unknown or known(partial(rule.is_kept or fault_of_turn, hand, act), OPEN) is OPEN:
            yield rule.id


def facts_of(hand: Hand, seat: Seat | None, names: Iterable[str]) -> Iterator[Fact]:
    """Yield the facts of these names in words, if they have any."""
    if hand.maybe("over"):
        yield Fact(RECORDED, "The hand was over.", {}, (hand.over_at,) if hand.over_at else ())
        return
    for topic in dict.fromkeys("turn" if name in ("step", "last") else name for name in names):
        if topic in SHARED:
            yield SHARED[topic](hand)
        elif topic == "laid":
            laid = {seat: [meld.cards for meld in melds] for seat, melds in hand.laid.items()}
            yield from _melds(laid)
        elif topic == "melds" and seat is not None:
            yield from _melds({seat: known(partial(hand.ask, "melds_of", seat)) or ()})
        elif topic in hand.game.facts:
            yield from _declared(hand, seat, topic)
        elif topic in hand.game.zones and seat is not None:
            yield from _zone(hand, seat, hand.game.zones[topic])


def _turn(hand: Hand) -> Fact:
    turn = hand.maybe("turn")
    if turn is None:
        return Fact(UNKNOWN, "It is unknown whose turn it was.", {})
    text = "It was the turn of {player}."
    if known(lambda: hand.mid_turn):
        text = "{player} had begun the turn and not finished it."
        if hand.has_taken:
            text = "{player} had taken a card and not laid one down yet."
    return Fact(RECORDED, text, {"player": turn.name})


def _stock(hand: Hand) -> Fact:
    left = hand.maybe("stock")
    if left is None:
        return Fact(UNKNOWN, "It is unknown how many cards were left in the deck.", {})
    one, many = "{count} card was left in the deck.", "{count} cards were left in the deck."
    count = max(0, left)
    text = Plural(one, many, count) if count else "No card was left in the deck."
    return Fact(DEDUCED, text, {"count": count})


def _pile(hand: Hand) -> Fact:
    if hand.top is NOWHERE:
        return Fact(RECORDED, "No card lay on the pile.", {})
    if not hand.pile or is_blank(hand.pile[-1]):
        return Fact(UNKNOWN, "It is unknown which card lay on top of the pile.", {})
    return Fact(RECORDED, "On top of the pile lay {card}.", {"card": InOrder(hand.pile[-1:])})


def _begun(hand: Hand) -> Fact:
    begun = hand.maybe("begun", True)
    return Fact(RECORDED, "Play had begun." if begun else "Play had not begun.", {})


# the facts of every game in words
SHARED: Final = {"turn": _turn, "stock": _stock, "pile": _pile, "begun": _begun}


def _melds(laid: Mapping[Seat, Sequence[Sequence[str]]]) -> Iterator[Fact]:
    for seat, melds in laid.items():
        if melds:
            facts = {"player": seat.name, "melds": [InOrder(meld) for meld in melds]}
            yield Fact(RECORDED, "{player} had these melds: {melds}.", facts)


def _declared(hand: Hand, seat: Seat | None, name: str) -> Iterator[Fact]:
    fact = hand.game.facts[name]
    value = known(lambda: getattr(hand, name)[seat] if fact.per_seat else getattr(hand, name), ...)
    if isinstance(value, frozenset):
        value = seat in value
    who = value if isinstance(value, Seat) else seat
    text = fact.says[bool(value)] if fact.says and value is not ... else ""
    if text:
        yield Fact(RECORDED, text, {"player": who.name if who is not None else ""})


def _zone(hand: Hand, seat: Seat, zone: Zone) -> Iterator[Fact]:
    cards = hand.held_in(zone, seat) if zone in hand.game.seat_zones else None
    if cards and zone.kind == "row":
        faces = InOrder([named(card) for card in cards])
        text = "As far as the record shows, {player} had at positions 1 to {count}: {cards}."
        yield Fact(DEDUCED, text, {"player": seat.name, "cards": faces, "count": len(cards)})


OFFERED: Final[dict[str, Any]] = {"by": None, "held": False, "knocked": [], "claimed_by": []}
"""The fields of an offer that stay empty in games without claims."""


def view_of(hand: Hand, result: Result) -> dict[str, Any]:
    """Return the table as plain data: hidden cards as far as known, open numbers as None."""
    over = hand.maybe("over")
    pile = [named(card) for card in hand.pile] or [UNRECORDED] * hand.buried
    stage = "over" if over else "playing" if is_dealt(hand) else "dealt"
    stock, turn, mid = hand.maybe("stock"), hand.maybe("turn"), known(lambda: hand.mid_turn)
    return {
        "hand": hand.number,
        "stage": stage,
        "dealer": hand.seats[-1].name,
        "pot": None,
        "side_pots": {},
        "deck": stock if is_dealt(hand) else hand.deck.size,
        "draws_next": [turn.name] if turn and mid is False and not over else [],
        "owed_by": None,
        "offer": {**OFFERED, "card": pile[-1]} if pile and not over and is_dealt(hand) else None,
        "pile": [] if not is_dealt(hand) else pile if over else pile[:-1],
        "winner": result.winner,
        "outcome": result.kind,
        "seats": [_seat(hand, seat) for seat in hand.seats],
    }


def named(card: str) -> str:
    """Return a card as a log writes it."""
    return UNRECORDED if is_blank(card) else card


def _seat(hand: Hand, seat: Seat) -> dict[str, Any]:
    """Return a seat as plain data: cards in rows and open zones lie on the table."""
    lying, held = list[list[str]](), list[str]()
    for zone in hand.game.seat_zones if is_dealt(hand) else ():
        cards = [named(card) for card in hand.beside_melds(zone, seat) or ()]
        if zone.kind == "row" or zone.open:
            lying += [cards] if cards else []
        else:
            held += cards
    unknown = held.count(UNRECORDED)
    apart = known(lambda: hand.ask("melds_of", seat))
    if hand.game.lays_melds:
        apart = known(lambda: [meld.cards for meld in hand.laid[seat]], apart)
    return {
        "player": seat.name,
        "standing": "in",
        "melds": lying if apart is None else [list(meld) for meld in apart],
        "hand": [card for card in held if card != UNRECORDED],
        "unknown": unknown,
        "surely_unknown": unknown,
        "owes": False,
    }
