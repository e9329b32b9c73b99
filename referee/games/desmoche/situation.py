"""How the table stood when something happened, as facts that a ruling can rest on.

Each kind of event has its own questions: who claims a card asks what lay on offer, who had spoken
for it and who sits nearer; who withdraws asks what lay on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.cards.deck import DECK, cards_of
from referee.core.facts import known
from referee.core.hand import Hand, Seat
from referee.games.desmoche.evening import Evening
from referee.games.desmoche.game import WITHDREW, bit, next_playing, others, owners
from referee.games.desmoche.side_games import title_of
from referee.games.desmoche.viewing import bounds
from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.wording.language import Plural
from referee.wording.sentences import Cards

Facts = Iterator[Fact]
Ask = Callable[[Hand, Event], Facts]


def _actor(t: Hand, event: Event) -> Seat | None:
    name = event.get("player")
    return t.seat_of(name) if name else None


def left_in_the_deck(count: int) -> Fact:
    """Return how many cards were left in the deck."""
    text = Plural(
        "{count} card was left in the deck.", "{count} cards were left in the deck.", count
    )
    return Fact(DEDUCED, text if count else "No card was left in the deck.", {"count": count})


def before_the_hand(table: Evening) -> Facts:
    """Yield who sits at the table, and what the hands before left."""
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


def _standing(t: Hand, event: Event) -> Facts:
    seat = _actor(t, event)
    if seat is None:
        return
    if t.left.get(seat):
        text = "{player} had been disqualified from the hand."
        if t.left[seat] == WITHDREW:
            text = "{player} had withdrawn from the hand."
        events = (t.out_since[seat],) if t.out_since[seat] else ()
        yield Fact(RECORDED, text, {"player": seat.name}, events)


def _stage(t: Hand, event: Event) -> Facts:
    if t.maybe("over"):
        events = (t.over_at,) if t.over_at else ()
        yield Fact(RECORDED, "The hand had been decided.", {}, events)
    elif not t.dealt_at:
        yield Fact(RECORDED, "The cards had not been dealt yet.", {})
    elif not t.first_draw:
        yield Fact(RECORDED, "No card had been drawn yet.", {}, (t.dealt_at,))
    else:
        yield Fact(RECORDED, "The first card had been drawn.", {}, (t.first_draw,))


def _dealt(t: Hand, event: Event) -> Facts:
    if t.dealt_at:
        yield Fact(RECORDED, "The cards had been dealt.", {}, (t.dealt_at,))


def _order(t: Hand, event: Event) -> Facts:
    layer = t.maybe("by")
    if layer is None:
        order = [seat.name for seat in t.seats]
        text = "To the right of {dealer}, who dealt, in turn order: {order}."
        yield Fact(RECORDED, text, {"dealer": t.seats[-1].name, "order": order}, (t.first_event,))
        return
    order = [seat.name for seat in others(t, layer)]
    text = "After {player}, who laid the last card, in turn order: {order}."
    yield Fact(RECORDED, text, {"player": layer.name, "order": order})


def _second_card(t: Hand, event: Event) -> Facts:
    """That the player who begins draws a second card, where nobody used the first."""
    drawer, plays_it = t.maybe("by"), t.house["opening"] == "second_if_unused"
    is_first = t.maybe("draws") == 1 and not t.maybe("first_used", True)
    if drawer is not None and plays_it and is_first:
        text = "Nobody had used the first card of the hand: {player} draws a second one."
        yield Fact(DEDUCED, text, {"player": drawer.name})


def _offer(t: Hand, event: Event) -> Facts:
    yield from _on_offer(t, event)
    yield from _words(t, event)


def _on_offer(t: Hand, event: Event) -> Facts:
    offer = t.maybe("offer")
    if offer == "":
        yield Fact(RECORDED, "No card was on offer.", {})
        return
    if offer is None or t.maybe("by") is None:
        yield Fact(UNKNOWN, "What lay on offer was not written down.", {})
        return
    text = "{player} had paid {card}, and it lay on offer."
    if t.held:
        text = "{player} had just drawn {card} and could use it first."
    elif t.drawn:
        text = "{player} had drawn {card}, and it lay on offer."
    facts = {"player": t.by.name, "card": _card(t)}
    yield Fact(RECORDED, text, facts, (t.offered,))


def _card(t: Hand) -> Cards:
    return Cards(bit(t.maybe("offer") or "") & DECK)


def _words(t: Hand, event: Event) -> Facts:
    """Yield what the players said of the card on offer."""
    if not t.maybe("offer") or t.maybe("by") is None:
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
    return Fact(RECORDED, told, {"players": players}, (last_word,) if last_word else ())


def _own_knock(t: Hand, event: Event) -> Facts:
    """That the player in question had knocked, whatever others did."""
    seat, knocked = _actor(t, event), t.maybe("knocked", frozenset())
    if seat is not None and t.maybe("offer") and seat in knocked:
        yield _knocked([seat.name], t.spoken if len(knocked) == 1 else 0)


def _drawn_before(t: Hand, event: Event) -> Facts:
    """Yield what lay on offer when somebody told of an offence; any other line shows the card
    itself."""
    if event["type"] == "offence":
        yield from _on_offer(t, event)


def _extended(t: Hand, event: Event) -> Facts:
    """The melds that the card on offer extends, and whose they are."""
    for seat in known(lambda: owners(t), []):
        yield from _melds_of(t, seat)


def _debts(t: Hand, event: Event) -> Facts:
    owing = [seat for seat in t.seats if t.owes.get(seat) and not t.left.get(seat)]
    for seat in owing:
        text = "{player} had used a card and not paid for it yet."
        yield Fact(RECORDED, text, {"player": seat.name}, t.owes[seat][-1:])
    if not owing:
        yield Fact(RECORDED, "Nobody owed a card.", {})


def _melds(t: Hand, event: Event) -> Facts:
    seat = _actor(t, event)
    if seat is not None:
        yield from _melds_of(t, seat)


def _melds_of(t: Hand, seat: Seat) -> Facts:
    if not t.melds.get(seat):
        yield Fact(RECORDED, "{player} had no meld on the table.", {"player": seat.name})
    else:
        text = "{player} had on the table: {melds}."
        melds = [Cards(meld & DECK) for meld in t.melds[seat]]
        yield Fact(RECORDED, text, {"player": seat.name, "melds": melds})


def _holding(t: Hand, event: Event) -> Facts:
    seat = _actor(t, event)
    if seat is None or not t.maybe("cards_dealt"):
        return
    fewest, most = bounds(t, seat)
    facts = {"player": seat.name, "fewest": fewest, "most": most}
    if fewest == most:
        held = Plural(
            "{player} held {most} card in the hand.",
            "{player} held {most} cards in the hand.",
            most,
        )
        yield Fact(DEDUCED, held, facts)
    else:
        text = (
            "{player} held {fewest} to {most} cards in the hand; the record leaves open how many."
        )
        yield Fact(UNKNOWN, text, facts)


def _deck(t: Hand, event: Event) -> Facts:
    if t.maybe("stock") is None:
        yield Fact(UNKNOWN, "How many cards were left in the deck was not written down.", {})
    else:
        yield left_in_the_deck(max(t.stock, 0))


def _bets(t: Hand, event: Event) -> Facts:
    text = "The bet of this hand was {bet}."
    yield Fact(RECORDED, text, {"bet": t.bet}, (t.first_event,))


def _bet_before(t: Hand, event: Event) -> Facts:
    text = "The bet of the hand before was {bet}."
    yield Fact(RECORDED, text, {"bet": t.bet}, (t.first_event,))


def _side_stakes(t: Hand, event: Event) -> Facts:
    game = event.get("side_game")
    if game is None:
        return
    stakes = dict(t.stakes).get(game, {})
    facts = {"game": title_of(game), "players": list(stakes)}
    if stakes:
        yield Fact(RECORDED, "These had put their stakes into {game}: {players}.", facts)
    else:
        yield Fact(RECORDED, "Nobody had put a stake into {game}.", facts)


def _passes(t: Hand, event: Event) -> Facts:
    seat = _actor(t, event)
    if seat is not None:
        yield _passed(t, seat)


def _everybodys_passes(t: Hand, event: Event) -> Facts:
    for seat in t.seats:
        yield _passed(t, seat)


def _passed(t: Hand, seat: Seat) -> Fact:
    if t.given[seat]:
        text = "{player} had passed a card in the Cambio."
        return Fact(RECORDED, text, {"player": seat.name}, (t.passed_at[seat],))
    return Fact(RECORDED, "{player} had not passed a card yet.", {"player": seat.name})


def _right_hand(t: Hand, event: Event) -> Facts:
    seat = _actor(t, event)
    if seat is not None:
        text = "On the right of {player} sat {neighbour}."
        facts = {
            "player": seat.name,
            "neighbour": known(lambda: next_playing(t, seat), t.after(seat)).name,
        }
        yield Fact(RECORDED, text, facts)


def _offences(t: Hand, event: Event) -> Facts:
    for offence in t.offences:
        text = "The record has an offence of {player} ({rule}); it is open."
        if offence.enforced:
            text = "The record has an offence of {player} ({rule}); it is enforced."
        elif offence.forgiven:
            text = "The record has an offence of {player} ({rule}); it is forgiven."
        facts = {"player": offence.seat.name, "rule": offence.rule}
        yield Fact(RECORDED, text, facts, (offence.seq,))


def _announced(t: Hand, event: Event) -> Facts:
    for announcement in t.said:
        text = "{player} had announced {game}."
        facts = {"player": announcement.seat.name, "game": title_of(announcement.game)}
        yield Fact(RECORDED, text, facts, (announcement.seq,))


ASKED: Final[Mapping[str, tuple[Ask, ...]]] = {
    "side_bet": (_stage, _side_stakes),
    "cut": (_stage, _order),
    "deal": (_stage, _bets),
    "announce": (_standing, _side_stakes, _passes),
    "cambio": (_standing, _right_hand, _passes, _announced, _stage),
    "declare": (_standing, _stage, _holding),
    "draw": (_standing, _order, _offer, _debts, _deck),
    "discard": (_standing, _offer, _debts, _holding),
    "pass": (_standing, _offer, _debts),
    "claim": (_standing, _offer, _order),
    "meld": (_standing, _offer, _order, _melds, _holding),
    "pay": (_standing, _debts, _offer, _holding, _melds),
    "force": (_standing, _offer, _order, _melds),
    "withdraw": (_standing, _melds, _deck, _debts),
    "win": (_standing, _melds, _holding),
    "show": (_announced, _holding),
    "offence": (_stage, _offer, _offences),
    "disqualify": (_offences,),
    "end": (_stage, _offer, _deck),
    "payment": (_stage, _bets),
    "hand": (_stage,),
    "join": (_stage,),
    "leave": (_stage,),
    "house": (_stage,),
}
"""Questions asked about the table, for each kind of event."""


def _why_theirs(t: Hand, event: Event) -> Facts:
    """Yield whose the card on offer is, of those who want it."""
    seat = _actor(t, event)
    if seat is None or not t.maybe("offer") or t.maybe("by") is None:
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


def _why_they_may_ask(t: Hand, event: Event) -> Facts:
    """Anybody may ask for what lies on offer; who has it is another question."""
    if not t.maybe("offer") or t.maybe("by") is None:
        return
    facts = {"card": _card(t), "discarder": t.by.name}
    text = "{card} lay on offer: anybody may ask for it, and the nearest after {discarder} has it."
    if t.held:
        text = "Anybody may ask for {card}; {discarder}, who drew it, may use it first."
    yield Fact(DEDUCED, text, facts, (t.offered,))


def _whose_draw(t: Hand, event: Event) -> Facts:
    """Why it was this player's draw."""
    seat = _actor(t, event)
    if seat is None:
        return
    if t.maybe("draws") == 0:
        text = "{player} begins, on the right of {dealer}, who dealt."
        yield Fact(DEDUCED, text, {"player": seat.name, "dealer": t.seats[-1].name})
        return
    layer = t.maybe("by")
    if layer is None or layer is seat:
        return
    text = "{layer} laid the last card, and {player} is the next to draw."
    yield Fact(DEDUCED, text, {"layer": layer.name, "player": seat.name})


def _what_for(t: Hand, event: Event) -> Facts:
    """Yield what a card is paid for."""
    seat = _actor(t, event)
    if seat is not None and t.owes.get(seat):
        text = "{player} had used a card and pays for it."
        yield Fact(DEDUCED, text, {"player": seat.name}, t.owes[seat][-1:])


MATTERS: Final[Mapping[str, tuple[Ask, ...]]] = {
    "cut": (_order,),
    "bet.changed": (_bet_before,),
    "bet.carry": (_bet_before,),
    "claim.unused": (_offer,),
    "claim.dead": (_on_offer,),
    "claim.passed": (_own_knock,),
    "claim.priority": (_offer, _order),
    "turn": (_order, _second_card),
    "pay.missing": (_debts,),
    "pay.extra": (_debts,),
    "pay.table": (_melds,),
    "meld.broken": (_melds,),
    "meld.turn": (_on_offer,),
    "meld.from_hand": (_on_offer,),
    "desmoche": (_melds,),
    "force.invalid": (_on_offer, _melds),
    "force.priority": (_offer, _order, _extended),
    "force.refused": (_on_offer, _extended),
    "force.missed": (_order, _extended),
    "withdraw.live": (_melds,),
    "win": (_melds,),
    "player.out": (_standing,),
    "auto.late": (_stage,),
    "cambio.right": (_right_hand,),
    "cambio": (_everybodys_passes,),
    "side.late": (_passes,),
    "side.not_entered": (_side_stakes,),
    "side.timing": (_dealt,),
    "draw": (_drawn_before,),
    "stock": (_deck,),
    "disqualify": (_offences,),
    "event.phase": (_stage,),
    "hand": (_stage,),
}
"""The facts that the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final[Mapping[str, tuple[Ask, ...]]] = {
    "meld": (_why_theirs,),
    "claim": (_why_they_may_ask,),
    "draw": (_whose_draw,),
    "pay": (_what_for,),
    "cambio": (_right_hand,),
    "withdraw": (_melds,),
    "win": (_melds,),
    "declare": (_stage,),
    "announce": (_passes, _side_stakes),
}
"""Why such an event is in order where nothing speaks against it."""


def matters(rule: str) -> tuple[Ask, ...]:
    """Return what is asked about the table where a rule decides."""
    family = max((one for one in MATTERS if rule.startswith(one)), key=len, default="")
    return MATTERS.get(family, ())
