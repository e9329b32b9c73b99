"""The state of the table at an event, as facts for a ruling.

Each kind of event has its own questions: for a claim, the card on offer, the words about it and the
distances; for a withdrawal, the cards on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from referee.answers.situation import SHARED
from referee.cards.deck import DECK, cards_of
from referee.core.facts import known
from referee.core.hand import Hand, Seat
from referee.games.desmoche.evening import Evening
from referee.games.desmoche.game import WITHDREW, bit, next_playing, others, owners
from referee.games.desmoche.side_games import title_of
from referee.games.desmoche.viewing import bounds
from referee.judging.corrections import Event
from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.wording.language import Plural
from referee.wording.sentences import Cards

Facts = Iterator[Fact]
Ask = Callable[[Hand, Event, Seat | None], Facts]
"""A question about the table before an event, and the player whose event it is."""


def before_the_hand(table: Evening) -> Facts:
    """Yield the players at the table, and the money left by earlier hands."""
    seated = table.seated()
    if seated:
        yield Fact(RECORDED, "In turn order: {players}.", {"players": seated})
    if table.last_dealer is not None:
        yield Fact(RECORDED, "{dealer} dealt the hand before.", {"dealer": table.last_dealer.name})
    if table.last_bet is not None:
        yield Fact(RECORDED, "The bet of the hand before was {bet}.", {"bet": table.last_bet})
    carried = table.settled(len(table.hands)).carried if table.hands else 0
    if carried:
        text = "{pot} lay in the middle from hands that nobody won."
        yield Fact(DEDUCED, text, {"pot": carried})


def _at(*events: int | None) -> tuple[int, ...]:
    """Return the known lines that show a fact."""
    return tuple(filter(None, events))


def _standing(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if seat is not None and t.left.get(seat):
        text = "{player} had been disqualified from the hand."
        if t.left[seat] == WITHDREW:
            text = "{player} had withdrawn from the hand."
        yield Fact(RECORDED, text, {"player": seat.name}, _at(t.out_since[seat]))


def _stage(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if t.maybe("over"):
        yield Fact(RECORDED, "The hand had been decided.", {}, _at(t.over_at))
    elif not t.dealt_at:
        yield Fact(RECORDED, "The cards had not been dealt yet.", {})
    elif not t.first_draw:
        yield Fact(RECORDED, "No card had been drawn yet.", {}, (t.dealt_at,))
    else:
        yield Fact(RECORDED, "The first card had been drawn.", {}, (t.first_draw,))


def _dealt(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if t.dealt_at:
        yield Fact(RECORDED, "The cards had been dealt.", {}, (t.dealt_at,))


def _order(t: Hand, event: Event, seat: Seat | None) -> Facts:
    layer = t.maybe("by")
    text = "After {player}, who laid the last card, in turn order: {order}."
    if layer is None:
        text = "To the right of {dealer}, who dealt, in turn order: {order}."
    order = [one.name for one in (t.seats if layer is None else others(t, layer))]
    facts = {"player": layer and layer.name, "dealer": t.seats[-1].name, "order": order}
    yield Fact(RECORDED, text, facts, (t.first_event,) if layer is None else ())


def _second_card(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield that the first player draws a second card if the first was not used."""
    drawer, plays_it = t.maybe("by"), t.house["opening"] == "second_if_unused"
    is_first = t.maybe("draws") == 1 and not t.maybe("first_used", True)
    if drawer is not None and plays_it and is_first:
        text = "Nobody had used the first card of the hand: {player} draws a second one."
        yield Fact(DEDUCED, text, {"player": drawer.name})


def _lies_on_offer(t: Hand) -> bool:
    return bool(t.maybe("offer")) and t.maybe("by") is not None


def _offer(t: Hand, event: Event, seat: Seat | None) -> Facts:
    yield from _on_offer(t, event, seat)
    yield from _words(t)


def _on_offer(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if t.maybe("offer") == "":
        yield Fact(RECORDED, "No card was on offer.", {})
    elif not _lies_on_offer(t):
        yield Fact(UNKNOWN, "What lay on offer was not written down.", {})
    else:
        text = "{player} had paid {card}, and it lay on offer."
        if t.held:
            text = "{player} had just drawn {card} and could use it first."
        elif t.drawn:
            text = "{player} had drawn {card}, and it lay on offer."
        yield Fact(RECORDED, text, {"player": t.by.name, "card": _card(t)}, (t.offered,))


def _card(t: Hand) -> Cards:
    return Cards(bit(t.maybe("offer") or "") & DECK)


def _words(t: Hand) -> Facts:
    """Yield the knocks and claims about the card on offer."""
    if not _lies_on_offer(t):
        return
    if t.knocked:
        yield _knocked(sorted(one.name for one in t.knocked), t.spoken)
    for claim in t.maybe("claims", ()):
        text = "{player} had asked for it."
        yield Fact(RECORDED, text, {"player": claim.seat.name}, (claim.seq,))
    if t.maybe("forced") is not None and t.maybe("binding"):
        text = "It had been forced onto a meld of {player}."
        yield Fact(RECORDED, text, {"player": t.forced.name}, (t.binding,))


def _knocked(players: list[str], last_word: int) -> Fact:
    text = "{players} had knocked on it."
    told = Plural(text, text, len(players))
    return Fact(RECORDED, told, {"players": players}, _at(last_word))


def _own_knock(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield that this player had knocked, no matter what others did."""
    knocked = t.maybe("knocked", frozenset())
    if seat is not None and t.maybe("offer") and seat in knocked:
        yield _knocked([seat.name], t.spoken if len(knocked) == 1 else 0)


def _drawn_before(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield the card on offer at a reported offence; other lines show the card themselves."""
    if event["type"] == "offence":
        yield from _on_offer(t, event, seat)


def _extended(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield the melds that the card on offer extends, with their owners."""
    for owner in known(lambda: owners(t), []):
        yield from _melds(t, event, owner)


def _debts(t: Hand, event: Event, seat: Seat | None) -> Facts:
    owing = [one for one in t.seats if t.owes.get(one) and not t.left.get(one)]
    text = "{player} had used a card and not paid for it yet."
    for one in owing:
        yield Fact(RECORDED, text, {"player": one.name}, t.owes[one][-1:])
    if not owing:
        yield Fact(RECORDED, "Nobody owed a card.", {})


def _melds(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if seat is not None and not t.melds.get(seat):
        yield Fact(RECORDED, "{player} had no meld on the table.", {"player": seat.name})
    elif seat is not None:
        melds = [Cards(meld & DECK) for meld in t.melds[seat]]
        text = "{player} had on the table: {melds}."
        yield Fact(RECORDED, text, {"player": seat.name, "melds": melds})


def _holding(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if seat is None or not t.maybe("cards_dealt"):
        return
    fewest, most = bounds(t, seat)
    facts = {"player": seat.name, "fewest": fewest, "most": most}
    one, many = "{player} held {most} card in the hand.", "{player} held {most} cards in the hand."
    open_text = (
        "{player} held {fewest} to {most} cards in the hand; the record leaves open how many."
    )
    is_known = fewest == most
    text = Plural(one, many, most) if is_known else open_text
    yield Fact(DEDUCED if is_known else UNKNOWN, text, facts)


def _deck(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if t.maybe("stock") is None:
        yield Fact(UNKNOWN, "How many cards were left in the deck was not written down.", {})
    else:
        yield SHARED["stock"](t)


def _bets(t: Hand, event: Event, seat: Seat | None) -> Facts:
    yield Fact(RECORDED, "The bet of this hand was {bet}.", {"bet": t.bet}, (t.first_event,))


def _bet_before(t: Hand, event: Event, seat: Seat | None) -> Facts:
    yield Fact(RECORDED, "The bet of the hand before was {bet}.", {"bet": t.bet}, (t.first_event,))


def _side_stakes(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if "side_game" in event:
        stakes = dict(t.stakes).get(event["side_game"], {})
        text = "Nobody had put a stake into {game}."
        if stakes:
            text = "These had put their stakes into {game}: {players}."
        yield Fact(RECORDED, text, {"game": title_of(event["side_game"]), "players": [*stakes]})


def _passes(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if seat is not None and t.given[seat]:
        text = "{player} had passed a card in the Cambio."
        yield Fact(RECORDED, text, {"player": seat.name}, (t.passed_at[seat],))
    elif seat is not None:
        yield Fact(RECORDED, "{player} had not passed a card yet.", {"player": seat.name})


def _everybodys_passes(t: Hand, event: Event, seat: Seat | None) -> Facts:
    for one in t.seats:
        yield from _passes(t, event, one)


def _right_hand(t: Hand, event: Event, seat: Seat | None) -> Facts:
    if seat is not None:
        neighbour = known(lambda: next_playing(t, seat), t.after(seat)).name
        text = "On the right of {player} sat {neighbour}."
        yield Fact(RECORDED, text, {"player": seat.name, "neighbour": neighbour})


def _offences(t: Hand, event: Event, seat: Seat | None) -> Facts:
    for one in t.offences:
        text = "The record has an offence of {player} ({rule}); it is open."
        if one.enforced:
            text = "The record has an offence of {player} ({rule}); it is enforced."
        elif one.forgiven:
            text = "The record has an offence of {player} ({rule}); it is forgiven."
        yield Fact(RECORDED, text, {"player": one.seat.name, "rule": one.rule}, (one.seq,))


def _announced(t: Hand, event: Event, seat: Seat | None) -> Facts:
    for one in t.said:
        facts = {"player": one.seat.name, "game": title_of(one.game)}
        yield Fact(RECORDED, "{player} had announced {game}.", facts, (one.seq,))


def _by_name(*told: tuple[str, tuple[Ask, ...]]) -> dict[str, tuple[Ask, ...]]:
    """Return the questions by each of the given names."""
    return {name: asks for names, asks in told for name in names.split()}


ASKED: Final = _by_name(
    ("side_bet", (_stage, _side_stakes)),
    ("cut", (_stage, _order)),
    ("deal payment", (_stage, _bets)),
    ("announce", (_standing, _side_stakes, _passes)),
    ("cambio", (_standing, _right_hand, _passes, _announced, _stage)),
    ("declare", (_standing, _stage, _holding)),
    ("draw", (_standing, _order, _offer, _debts, _deck)),
    ("discard", (_standing, _offer, _debts, _holding)),
    ("pass", (_standing, _offer, _debts)),
    ("claim", (_standing, _offer, _order)),
    ("meld", (_standing, _offer, _order, _melds, _holding)),
    ("pay", (_standing, _debts, _offer, _holding, _melds)),
    ("force", (_standing, _offer, _order, _melds)),
    ("withdraw", (_standing, _melds, _deck, _debts)),
    ("win", (_standing, _melds, _holding)),
    ("show", (_announced, _holding)),
    ("offence", (_stage, _offer, _offences)),
    ("disqualify", (_offences,)),
    ("end", (_stage, _offer, _deck)),
    ("hand join leave house", (_stage,)),
)
"""Questions asked about the table, for each kind of event."""


def _why_theirs(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield which of the interested players owns the card on offer."""
    if seat is None or not _lies_on_offer(t):
        return
    if not bit(t.offer) & cards_of(event["cards"]):
        text = "{player} lays cards from the hand, at a decision of their own."
        yield Fact(DEDUCED, text, {"player": seat.name})
        return
    facts = {"player": seat.name, "card": _card(t), "discarder": t.by.name}
    rivals = [claim for claim in t.maybe("claims", ()) if claim.seat is not seat]
    if t.by is seat:
        text = "{player} has just drawn {card}, and whoever draws it may use it first."
    elif t.maybe("forced") is seat:
        text = "{card} was forced onto a meld of {player}."
    elif not rivals:
        text = "{player} uses {card}, which nobody else had asked for."
    elif t.after(t.by) is seat:
        text = (
            "{card} is {player}'s: {player} sits next after {discarder}, and asking first "
            "does not count."
        )
    else:
        text = (
            "{card} is {player}'s: of those who asked, {player} sits nearest after {discarder}, "
            "and asking first does not count."
        )
    yield Fact(DEDUCED, text, facts, (t.offered, *(claim.seq for claim in rivals)))


def _why_they_may_ask(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield that any player may claim the card on offer; who gets it is another question."""
    if _lies_on_offer(t):
        text = (
            "{card} lay on offer: anybody may ask for it, and the nearest after {discarder} has it."
        )
        if t.held:
            text = "Anybody may ask for {card}; {discarder}, who drew it, may use it first."
        yield Fact(DEDUCED, text, {"card": _card(t), "discarder": t.by.name}, (t.offered,))


def _whose_draw(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield why it was this player's draw."""
    layer, dealer = t.maybe("by"), t.seats[-1]
    if seat is not None and t.maybe("draws") == 0:
        text = "{player} begins, on the right of {dealer}, who dealt."
        yield Fact(DEDUCED, text, {"player": seat.name, "dealer": dealer.name})
    elif seat is not None and layer is not None and layer is not seat:
        text = "{layer} laid the last card, and {player} is the next to draw."
        yield Fact(DEDUCED, text, {"layer": layer.name, "player": seat.name})


def _what_for(t: Hand, event: Event, seat: Seat | None) -> Facts:
    """Yield the reason for a payment."""
    if seat is not None and t.owes.get(seat):
        text = "{player} had used a card and pays for it."
        yield Fact(DEDUCED, text, {"player": seat.name}, t.owes[seat][-1:])


MATTERS: Final = _by_name(
    ("cut", (_order,)),
    ("bet.changed bet.carry", (_bet_before,)),
    ("claim.unused", (_offer,)),
    ("claim.dead meld.turn meld.from_hand", (_on_offer,)),
    ("claim.passed", (_own_knock,)),
    ("claim.priority", (_offer, _order)),
    ("turn", (_order, _second_card)),
    ("pay.missing pay.extra", (_debts,)),
    ("pay.table meld.broken desmoche withdraw.live win", (_melds,)),
    ("force.invalid", (_on_offer, _melds)),
    ("force.priority", (_offer, _order, _extended)),
    ("force.refused", (_on_offer, _extended)),
    ("force.missed", (_order, _extended)),
    ("player.out", (_standing,)),
    ("auto.late event.phase hand", (_stage,)),
    ("cambio.right", (_right_hand,)),
    ("cambio", (_everybodys_passes,)),
    ("side.late", (_passes,)),
    ("side.not_entered", (_side_stakes,)),
    ("side.timing", (_dealt,)),
    ("draw", (_drawn_before,)),
    ("stock", (_deck,)),
    ("disqualify", (_offences,)),
)
"""The facts that the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final = _by_name(
    ("meld", (_why_theirs,)),
    ("claim", (_why_they_may_ask,)),
    ("draw", (_whose_draw,)),
    ("pay", (_what_for,)),
    ("cambio", (_right_hand,)),
    ("withdraw win", (_melds,)),
    ("declare", (_stage,)),
    ("announce", (_passes, _side_stakes)),
)
"""The reasons why such an event is in order where nothing speaks against it."""


def matters(rule: str) -> tuple[Ask, ...]:
    """Return the questions about the table for a rule."""
    family = max((one for one in MATTERS if rule.startswith(one)), key=len, default="")
    return MATTERS.get(family, ())


def facts_of(asks: Iterable[Ask], t: Hand, event: Event) -> list[Fact]:
    """Return the answers to these questions."""
    seat = t.seat_of(event["player"]) if event.get("player") else None
    return [one for ask in asks for one in ask(t, event, seat)]
