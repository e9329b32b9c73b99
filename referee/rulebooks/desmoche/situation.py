"""How the table stood when something happened, as facts that a ruling can rest on.

Each kind of event has its own questions: who claims a card asks what lay on offer, who had spoken
for it and who sits nearer; who withdraws asks what lay on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.cards.deck import DECK, UNRECORDED, cards_of
from referee.judging.facts import DEDUCED, RECORDED, UNKNOWN, Fact
from referee.judging.rulebook import Event
from referee.rulebooks.desmoche.hand import DEALT, Hand
from referee.rulebooks.desmoche.money.side_games import title_of
from referee.rulebooks.desmoche.offers import owners, perhaps_claimed
from referee.rulebooks.desmoche.seat import IN, WITHDRAWN, Seat
from referee.rulebooks.desmoche.table import MoneyTable
from referee.wording.language import Plural
from referee.wording.sentences import Cards

Facts = Iterator[Fact]
Ask = Callable[[Hand, Event], Facts]


def dealt_before(hand: Hand, event: Event) -> Facts:
    """Yield who dealt the hand before."""
    text = "{dealer} dealt the hand before."
    yield Fact(RECORDED, text, {"dealer": hand.dealer}, (hand.first_event,))


def left_in_the_deck(count: int) -> Fact:
    """Return how many cards were left in the deck."""
    text = Plural(
        "{count} card was left in the deck.", "{count} cards were left in the deck.", count
    )
    return Fact(DEDUCED, text if count else "No card was left in the deck.", {"count": count})


def _actor(hand: Hand, event: Event) -> Seat | None:
    name = event.get("player")
    return hand.find(name) if name else None


def before_the_hand(table: MoneyTable) -> Facts:
    """Who sits at the table, and what the hands before left."""
    seated = table.seated()
    if seated:
        yield Fact(RECORDED, "In turn order: {players}.", {"players": seated})
    if table.last_dealer is not None:
        yield Fact(RECORDED, "{dealer} dealt the hand before.", {"dealer": table.last_dealer.name})
    if table.last_bet is not None:
        yield Fact(RECORDED, "The bet of the hand before was {bet}.", {"bet": table.last_bet})
    if table.carried:
        text = "{pot} lay in the middle from hands that nobody won."
        yield Fact(DEDUCED, text, {"pot": table.carried})


def _standing(hand: Hand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is None:
        return
    if seat.standing != IN:
        text = "{player} had been disqualified from the hand."
        if seat.standing == WITHDRAWN:
            text = "{player} had withdrawn from the hand."
        events = (seat.out_since,) if seat.out_since else ()
        yield Fact(RECORDED, text, {"player": seat.name}, events)


def _stage(hand: Hand, event: Event) -> Facts:
    if hand.over:
        events = (hand.outcome.event,) if hand.outcome.event else ()
        yield Fact(RECORDED, "The hand had been decided.", {}, events)
    elif not hand.dealt_at:
        yield Fact(RECORDED, "The cards had not been dealt yet.", {})
    elif not hand.first_draw:
        yield Fact(RECORDED, "No card had been drawn yet.", {}, (hand.dealt_at,))
    else:
        yield Fact(RECORDED, "The first card had been drawn.", {}, (hand.first_draw,))


def _dealt(hand: Hand, event: Event) -> Facts:
    if hand.dealt_at:
        yield Fact(RECORDED, "The cards had been dealt.", {}, (hand.dealt_at,))


def _order(hand: Hand, event: Event) -> Facts:
    layer = (
        hand.offer.by if hand.offer is not None and hand.offer.by is not None else hand.last_layer
    )
    if layer is None:
        order = [seat.name for seat in hand.seats]
        text = "To the right of {dealer}, who dealt, in turn order: {order}."
        yield Fact(RECORDED, text, {"dealer": hand.dealer, "order": order}, (hand.first_event,))
        return
    order = [seat.name for seat in hand.after(layer)]
    text = "After {player}, who laid the last card, in turn order: {order}."
    yield Fact(RECORDED, text, {"player": layer.name, "order": order})


def _second_card(hand: Hand, event: Event) -> Facts:
    """That the player who begins draws a second card, where nobody used the first."""
    drawer, plays_it = hand.first_drawer, hand.house["opening"] == "second_if_unused"
    if drawer is not None and hand.draws == 1 and plays_it and not hand.first_card_used:
        text = "Nobody had used the first card of the hand: {player} draws a second one."
        yield Fact(DEDUCED, text, {"player": drawer.name})


def _offer(hand: Hand, event: Event) -> Facts:
    yield from _on_offer(hand, event)
    yield from _words(hand, event)


def _on_offer(hand: Hand, event: Event) -> Facts:
    offer = hand.offer
    if offer is None:
        yield Fact(RECORDED, "No card was on offer.", {})
        return
    if not offer.card or offer.by is None:
        text = "What lay on offer was not written down."
        yield Fact(UNKNOWN, text, {}, (offer.event,))
        return
    text = "{player} had paid {card}, and it lay on offer."
    if offer.held:
        text = "{player} had just drawn {card} and could use it first."
    elif offer.drawn:
        text = "{player} had drawn {card}, and it lay on offer."
    facts = {"player": offer.by.name, "card": Cards(offer.card & DECK)}
    yield Fact(RECORDED, text, facts, (offer.event,))


def _words(hand: Hand, event: Event) -> Facts:
    """What the players said of the card on offer."""
    offer = hand.offer
    if offer is None or not offer.card or offer.by is None:
        return
    if offer.passes:
        yield _knocked(sorted(offer.passes), offer.last_word)
    for claim in offer.claims:
        text = "{player} had asked for it."
        yield Fact(RECORDED, text, {"player": claim.seat.name}, (claim.event,))
    if offer.forced is not None and offer.forced_at:
        text = "It had been forced onto a meld of {player}."
        yield Fact(RECORDED, text, {"player": offer.forced.name}, (offer.forced_at,))


def _knocked(players: list[str], last_word: int) -> Fact:
    text = "{players} had knocked on it."
    told = Plural(text, text, len(players))
    return Fact(RECORDED, told, {"players": players}, (last_word,) if last_word else ())


def _own_knock(hand: Hand, event: Event) -> Facts:
    """That the player in question had knocked, whatever others did."""
    seat, offer = _actor(hand, event), hand.offer
    if seat is not None and offer is not None and seat.name in offer.passes:
        yield _knocked([seat.name], offer.last_word if len(offer.passes) == 1 else 0)


def _drawn_before(hand: Hand, event: Event) -> Facts:
    """What lay on offer when somebody told of an offence; any other line shows the card itself."""
    if event["type"] == "offence":
        yield from _on_offer(hand, event)


def _extended(hand: Hand, event: Event) -> Facts:
    """The melds that the card on offer extends, and whose they are."""
    if hand.offer is None:
        return
    for seat in owners(hand, hand.offer):
        yield from _melds_of(seat)


def _debts(hand: Hand, event: Event) -> Facts:
    owing = [seat for seat in hand.seats if seat.owes and seat.plays]
    for seat in owing:
        text = "{player} had used a card and not paid for it yet."
        yield Fact(RECORDED, text, {"player": seat.name}, (seat.owes,))
    if not owing:
        yield Fact(RECORDED, "Nobody owed a card.", {})


def _melds(hand: Hand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is not None:
        yield from _melds_of(seat)


def _melds_of(seat: Seat) -> Facts:
    if not seat.melds:
        yield Fact(RECORDED, "{player} had no meld on the table.", {"player": seat.name})
    else:
        text = "{player} had on the table: {melds}."
        melds = [Cards(meld & DECK) for meld in seat.melds]
        yield Fact(RECORDED, text, {"player": seat.name, "melds": melds})


def _holding(hand: Hand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is None or hand.stage < DEALT:
        return
    fewest, most = max(seat.fewest, 0), max(seat.most, 0)
    facts = {"player": seat.name, "fewest": fewest, "most": most}
    if seat.fewest == seat.most:
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


def _deck(hand: Hand, event: Event) -> Facts:
    if hand.deck is None:
        yield Fact(UNKNOWN, "How many cards were left in the deck was not written down.", {})
    else:
        yield left_in_the_deck(max(hand.deck, 0))


def _bets(hand: Hand, event: Event) -> Facts:
    text = "The bet of this hand was {bet}."
    yield Fact(RECORDED, text, {"bet": hand.bet}, (hand.first_event,))


def _bet_before(hand: Hand, event: Event) -> Facts:
    text = "The bet of the hand before was {bet}."
    yield Fact(RECORDED, text, {"bet": hand.bet}, (hand.first_event,))


def _side_stakes(hand: Hand, event: Event) -> Facts:
    game = event.get("side_game")
    if game is None:
        return
    stakes = hand.side_bets.get(game, {})
    facts = {"game": title_of(game), "players": list(stakes)}
    if stakes:
        yield Fact(RECORDED, "These had put their stakes into {game}: {players}.", facts)
    else:
        yield Fact(RECORDED, "Nobody had put a stake into {game}.", facts)


def _passes(hand: Hand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is not None:
        yield _passed(seat)


def _everybodys_passes(hand: Hand, event: Event) -> Facts:
    yield from map(_passed, hand.seats)


def _passed(seat: Seat) -> Fact:
    if seat.passed:
        text = "{player} had passed a card in the Cambio."
        return Fact(RECORDED, text, {"player": seat.name}, (seat.passed_at,))
    return Fact(RECORDED, "{player} had not passed a card yet.", {"player": seat.name})


def _right_hand(hand: Hand, event: Event) -> Facts:
    seat = _actor(hand, event)
    if seat is not None:
        text = "On the right of {player} sat {neighbour}."
        facts = {"player": seat.name, "neighbour": hand.next_playing(seat).name}
        yield Fact(RECORDED, text, facts)


def _offences(hand: Hand, event: Event) -> Facts:
    for offence in hand.offences:
        text = "The record has an offence of {player} ({rule}); it is open."
        if offence.enforced_at:
            text = "The record has an offence of {player} ({rule}); it is enforced."
        elif offence.forgiven_at:
            text = "The record has an offence of {player} ({rule}); it is forgiven."
        facts = {"player": offence.seat.name, "rule": offence.rule}
        yield Fact(RECORDED, text, facts, (offence.event,))


def _announced(hand: Hand, event: Event) -> Facts:
    for announcement in hand.announcements.values():
        text = "{player} had announced {game}."
        facts = {"player": announcement.seat.name, "game": title_of(announcement.side_game)}
        yield Fact(RECORDED, text, facts, (announcement.event,))


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
"""What is asked about the table, for each kind of event."""


def perhaps_anothers(hand: Hand, event: Event) -> bool:
    """Return whether the card on offer, used in this meld, may be that of a nearer player who asked
    for it, as far as the record shows."""
    seat, offer = _actor(hand, event), hand.offer
    if seat is None or offer is None or offer.by in (None, seat) or offer.forced is seat:
        return False
    used = offer.card & cards_of(_named(event))
    return bool(used) and perhaps_claimed(hand, seat, offer)


def _why_his(hand: Hand, event: Event) -> Facts:
    """Whose the card on offer is, of those who want it."""
    seat, offer = _actor(hand, event), hand.offer
    if seat is None or offer is None or offer.by is None or not offer.card:
        return
    if perhaps_anothers(hand, event):
        return
    if not offer.card & cards_of(_named(event)):
        text = "{player} lays cards from the hand, at a decision of their own."
        yield Fact(DEDUCED, text, {"player": seat.name})
        return
    facts = {"player": seat.name, "card": Cards(offer.card & DECK), "discarder": offer.by.name}
    rivals = [claim for claim in offer.claims if claim.seat is not seat]
    if offer.by is seat:
        text = "{player} has just drawn {card}, and whoever draws it may use it first."
    elif offer.forced is seat:
        text = "{card} was forced onto a meld of {player}."
    elif not rivals:
        text = "{player} uses {card}, which nobody else had asked for."
    elif next(iter(hand.after(offer.by)), None) is seat:
        text = (
            "{card} is {player}'s: {player} sits next after {discarder}, and asking first "
            "does not count."
        )
    else:
        text = (
            "{card} is {player}'s: of those who asked, {player} sits nearest after {discarder}, "
            "and asking first does not count."
        )
    yield Fact(DEDUCED, text, facts, (offer.event, *(claim.event for claim in rivals)))


def _named(event: Event) -> list[str]:
    return [card for card in event["cards"] if card != UNRECORDED]


def _why_he_may_ask(hand: Hand, event: Event) -> Facts:
    """Anybody may ask for what lies on offer; who has it is another question."""
    offer = hand.offer
    if offer is None or offer.by is None or not offer.card:
        return
    facts = {"card": Cards(offer.card & DECK), "discarder": offer.by.name}
    text = "{card} lay on offer: anybody may ask for it, and the nearest after {discarder} has it."
    if offer.held:
        text = "Anybody may ask for {card}; {discarder}, who drew it, may use it first."
    yield Fact(DEDUCED, text, facts, (offer.event,))


def _whose_draw(hand: Hand, event: Event) -> Facts:
    """Why it was this player's draw."""
    seat = _actor(hand, event)
    if seat is None:
        return
    if hand.last_layer is None and (hand.offer is None or hand.offer.by is None):
        text = "{player} begins, on the right of {dealer}, who dealt."
        yield Fact(DEDUCED, text, {"player": seat.name, "dealer": hand.dealer})
        return
    layer = hand.offer.by if hand.offer is not None and hand.offer.by else hand.last_layer
    if layer is None or layer is seat:
        return
    text = "{layer} laid the last card, and {player} is the next to draw."
    yield Fact(DEDUCED, text, {"layer": layer.name, "player": seat.name})


def _what_for(hand: Hand, event: Event) -> Facts:
    """What a card is paid for."""
    seat = _actor(hand, event)
    if seat is not None and seat.owes:
        text = "{player} had used a card and pays for it."
        yield Fact(DEDUCED, text, {"player": seat.name}, (seat.owes,))


MATTERS: Final[Mapping[str, tuple[Ask, ...]]] = {
    "dealer": (dealt_before,),
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
"""What the verdicts of a rule, or of the rules whose ids begin so, turn on."""

REASONS: Final[Mapping[str, tuple[Ask, ...]]] = {
    "meld": (_why_his,),
    "claim": (_why_he_may_ask,),
    "draw": (_whose_draw,),
    "pay": (_what_for,),
    "cambio": (_right_hand,),
    "withdraw": (_melds,),
    "win": (_melds,),
    "declare": (_stage,),
    "announce": (_passes, _side_stakes),
}
"""Why such an event is in order where nothing speaks against it."""
