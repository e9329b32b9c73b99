"""Turns: cards drawn, laid on the pile, knocked on, claimed, forced and paid for."""

from typing import Any

from referee.cards.deck import DECK, UNRECORDED, cards_of
from referee.core.cards import without
from referee.core.declaring import Slip
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.games.desmoche import game, mending, opening
from referee.games.desmoche.game import bit, claim, desmoche, discard, draw, force, knock, meld, pay
from referee.games.desmoche.leaving import commit, is_reported, reported_offence
from referee.games.desmoche.melds import may_extend
from referee.games.desmoche.reading import has_picked, misplaced
from referee.judging.findings import DISQUALIFICATION, RECORD, Undecided
from referee.judging.remedies import struck_out
from referee.judging.rulebook import Milestone
from referee.wording.language import N_, Word
from referee.wording.sentences import Cards, Sentence


def in_words(card: str) -> Cards | Word:
    """Return a card for the facts of a sentence."""
    return Word("a card that nobody saw") if card[:1] == "?" else Cards(bit(card))


# ---- drawing


@draw.does
def turns_a_card(t: Any, a: Act) -> None:
    """Turn the top card of the deck for its drawer's use; the previous card on offer is dead."""
    facts = t.__dict__
    if facts.get("draws") == 0:
        opening.begin_play(t)
        if t.over:
            return
    game.plays_on(t)
    game.clear_act(t)
    if a.contradicts and facts.get("draws"):
        t.forget("first_used")  # the line may be there twice
    elif "draws" in facts:
        t.draws += 1
    elif t.last_draw:
        t.draws = 2  # at least one before, and this one
    t.last_draw = a.seq
    if facts.get("unpaid") is not None and not a.contradicts:
        t.debt_reported[t.unpaid] = True
    t.unpaid = None
    for seat in t.seats if len(t.owes) < len(t.seats) else ():
        if seat not in t.owes:
            t.owes[seat] = ()  # play goes on, so nothing is owed
            t.unsettled[seat] = True
    for asked in facts.get("claims", ()) if a.seat is facts.get("turn") else ():
        t.drew[asked.seat] = (*t.drew[asked.seat], t.offer)  # they may have it in the hand
    card = t.pile[-1]
    if card in t.gone:
        t.loose |= {card}
    covered = "" if facts.get("drawn") else facts.get("covered", "")
    if a.breaks_turn is a.seat or a.event["card"] in t.loose - {facts.get("offer")}:
        covered = facts.get("offer", "")
    game.put_on_offer(t, card, a.seat, a.seq, is_drawn=True)
    t.covered = covered
    t.drew[a.seat] = (*t.drew[a.seat], card)


@desmoche.finds(
    "stock.empty", draw, kind=RECORD, silences=True, once=True, remedy=struck_out,
    says="The deck is empty: there is no card left to draw.",
)  # fmt: skip
def draws_from_nothing(t: Hand, a: Act) -> list[Slip]:
    """A player cannot draw a card from an empty deck. It is reported once a hand.

    Right: The hand ends with the last card of the deck: strike the draw out of the record, or
    correct a line before it.
    Source: rule text, Gameplay
    """
    facts = t.__dict__
    return [Slip(None)] if facts.get("stock", 1) <= 0 and facts.get("draws", 1) else []


desmoche.turn_rule(
    "turn.order",
    """The player on the dealer's right begins. After that, the player on the right of the one who
    laid the last card on the pile draws; players who are out are skipped. On the first turn of the
    hand, if nobody used the card, the same player draws a second one.

    Right: The player whose turn it is draws the card.
    Source: rule text, Gameplay
    """,
    remedy=mending.drawn_by_whose_turn_it_was, binds=("opening",),
    says=lambda t, a: (
        N_("{player} drew out of turn; it was {expected}'s turn to draw."),
        {"player": a.seat.name, "expected": t.turn.name},
    ),
)  # fmt: skip


# ---- laying a card on the pile


@pay.does
@discard.does
def lays_a_card(t: Any, a: Act) -> None:
    """Lay a card on the pile: the drawn one, a payment, or a surplus one."""
    seat, laid, facts = a.seat, a.onto, t.__dict__
    game.plays_on(t)
    if laid.is_blind or "offer" not in facts or seat not in t.owes:
        lays_behind_a_gap(t, a)
        return
    is_unread, owed = a.event["card"] == UNRECORDED, t.owes[seat]
    is_own_draw = t.offer and t.held and t.by is seat and not owed
    if laid.drawn and laid.card == t.covered:  # the card on it lay there illegally
        game.put_on_offer(t, laid.card, seat, a.seq, is_drawn=True)
        t.let(turn=lambda: game.next_playing(t, seat))
    if laid.drawn or (a.wrong and is_own_draw and misplaced(t, a)):
        t.held, t.set_down, t.offered, t.spoken = False, True, a.seq, a.seq
        t.covered, t.drew[seat] = "", without(t.drew[seat], [t.offer])
        if t.by is not seat:
            t.forget("by", "early")  # one of both names is wrong
        elif a.wrong:
            t.loose |= {t.offer}
        if is_unread:
            t.may_be_seen[seat] = True  # it may be another card, from the hand
            if t.house["enforcement"] == "strict":
                t.left.pop(seat, None)
            t.unread += t.offer[0] != "?"
        game.clear_act(t)
        return
    hidden = laid.picked or known(lambda: hides(t, a), OPEN)
    if hidden is OPEN:  # the place of the drawn card is open
        hidden = False
        lose_the_offer(t)
    if is_unread:
        t.loosened[seat] |= game.lying_of(t, seat) & DECK
    was_reported = t.debt_reported.get(seat)
    is_late = was_reported and t.offer and t.held and t.by is not seat
    is_extra, is_behind = not (hidden or owed), owed and facts.get("unpaid") is not seat
    game.clear_act(t)
    if hidden:
        commit(t, seat, a.seq, "draw.hidden")
        if not laid.picked:
            keep_the_draw(t, seat)
    elif is_extra:
        t.spare[seat] = t.spare.get(seat, 0) + 1
        # whatever card it was, it broke a rule
        t.slips += not (a.is_wrong or a.wrong or t.unsettled.get(seat))
        if t.maybe("offer") and t.maybe("by", seat) is not seat:
            t.drew[seat] = (*t.drew[seat], t.offer)  # they may have taken it into the hand
        if t.maybe("unpaid") is not None:
            t.debt_reported[t.unpaid] = True
            t.forget_cards(t.unpaid)  # it may be their payment
    laid_bit = bit(laid.card)
    if laid.from_table:
        lift(t, seat, laid_bit)
    if laid.from_table or laid.picked:
        t.pile = (*without(t.pile, [laid.card]), laid.card)
    card = laid.card if laid_bit and not a.contradicts else t.pile[-1]
    t.drew[seat] = without(t.drew[seat], [card])
    show_cards(t, seat, 0 if laid.from_table else bit(card), a.seq)
    t.owes[seat], t.unsettled[seat] = owed[:-1], False
    if len(owed) < 2:
        t.debt_reported[seat] = False
    if facts.get("unpaid") is seat:
        t.unpaid = None
    if not is_late:
        covered = t.offer if hidden or (is_extra and (a.is_wrong or a.may_be_wrong)) else ""
        is_open = is_extra or is_behind or (hidden and t.maybe("by") is not seat)
        game.put_on_offer(t, card, seat, a.seq, is_drawn=False)
        t.covered = covered
        if a.contradicts:  # another card, or another player's, or its draw is missing
            t.forget("by", "stock")
            t.owes.pop(t.maybe("unpaid"), None)
            t.unpaid = None
        # after a payment by a player who is out or for no card, or before another one
        is_open = is_open or (was_reported and t.left.get(seat)) or t.maybe("unpaid", seat)
        if facts.get("draws", 1) and is_open:
            t.forget("turn")
        elif facts.get("draws", 1):
            t.let(turn=lambda: game.next_playing(t, seat))
            if hidden and known(lambda: t.next_seat(seat)) is seat:
                t.forget("turn")  # the first card counts as used, or they draw a second one
    look_for_a_free_win(t, seat, a.seq)


def look_for_a_free_win(t: Hand, seat: Seat, seq: int) -> None:
    """End the hand if this card was left beside ten in melds, because forced cards are free."""
    ten = seat not in t.melds or game.lying_of(t, seat).bit_count() >= game.TEN
    if ten and game.may_pay_nothing(t):
        game.look_for_a_win(t, seat, seq)


def show_cards(t: Any, seat: Seat, cards: int, seq: int) -> None:
    """Move cards from a player's hand into the open; an unrecorded one may be any."""
    t.sights[seat] = (*t.sights[seat], (cards, seq))
    t.may_be_seen[seat] = t.may_be_seen[seat] or cards > DECK


def lays_behind_a_gap(t: Any, a: Act) -> None:
    """Lay a card on an unknown pile, by a player who may have owed it. It is on offer; the player's
    other cards, and the turn, become open."""
    seat, card = a.seat, a.event["card"]
    game.clear_act(t)
    t.forget_cards(seat)
    lose_the_offer(t)
    if a.onto.is_blind:
        card = t.see("", card, None, None)
        t.pile = (*t.pile, card)
    else:
        if card == UNRECORDED:
            t.loosened[seat] |= game.lying_of(t, seat) & DECK
        card = t.pile[-1] if a.onto.card == UNRECORDED else a.onto.card
        show_cards(t, seat, bit(card), a.seq)
    t.may_be_seen[seat] = True
    t.owes[seat], t.debt_reported[seat], t.unsettled[seat] = (), False, False
    t.unpaid = None
    game.put_on_offer(t, card, seat, a.seq, is_drawn=False)
    t.forget("turn")
    look_for_a_free_win(t, seat, a.seq)


def lift(t: Hand, seat: Seat, cards: int) -> None:
    """Take cards from a player's table without melding them."""
    for melds in (t.melds, t.recorded_melds):
        if seat in melds:
            melds[seat] = tuple(rest for meld in melds[seat] if (rest := meld & ~cards))


def lose_the_offer(t: Hand) -> None:
    """Make the place of the card on offer open: it may be in a hand, or have been used."""
    offer = t.maybe("offer", "")
    t.lose(offer)
    t.pile, t.buried = without(t.pile, [offer]), True
    for seat in t.seats:
        t.drew[seat] = without(t.drew[seat], [offer])


def keep_the_draw(t: Hand, seat: Seat) -> None:
    """Put the drawn card into the hand."""
    t.pile = without(t.pile, [t.offer])
    held = t.hand.get(seat)
    if held is not None:
        t.hand[seat] = (*held, t.offer)
    t.drew[seat] = without(t.drew[seat], [t.offer])


def hides(t: Hand, a: Act) -> bool:
    """Return whether the drawer lays another card on the pile instead of the drawn one."""
    seat = a.seat
    if a.form not in (discard, pay) or t.owes[seat] or a.onto.drawn or misplaced(t, a):
        return False
    if not t.offer or not t.drawn or t.by is not seat or t.set_down:
        return False
    if a.form is pay and not (t.held and not t.knocked and not t.claims):
        return False
    in_doubt = t.unsettled[seat] or (t.doing is seat and t.guessed)
    if in_doubt or (a.form is pay and a.event["card"] == UNRECORDED):
        raise NotKnown("owes")  # the card may be paid for, or be the drawn one
    return True


@desmoche.finds(
    "draw.hidden", discard, pay, meld, game.show, game.offence, remedy=mending.drawn_card_laid_down,
    kind=DISQUALIFICATION, says="{player} took {card} and put it among the cards of the hand.",
)  # fmt: skip
def hides_a_card(t: Hand, a: Act) -> list[Slip]:
    """A card that was drawn or asked for never goes into the hand: it is used at once or lies on
    the pile. Another player may have seen it go there; or the record shows it, because the drawer
    lays another card on the pile, or the player later plays the card from the hand.

    Right: Use the drawn card at once, or lay it openly on the pile.
    Source: rule text, Gameplay and Disqualification
    """
    if a.form is game.offence:
        return reported_offence(t, a, "draw.hidden")
    if a.form is game.show:
        hidden = cards_of([card for card in a.event["cards"] if has_picked(t, a.seat, card)])
    elif a.form is meld:
        hidden = a.onto.picked
    elif a.onto.picked:
        hidden = bit(a.onto.card)
    else:
        hidden = bit(t.offer) if hides(t, a) else 0
    if not hidden or is_reported(t, a.seat, "draw.hidden"):
        return []
    return [Slip(a.seat, {"card": Cards(hidden)})]


@desmoche.finds(
    "pay.extra", pay, discard, remedy=mending.CARD_BACK, binds=("forced_pay",),
    says="{player} paid {card} without having used a card.",
)  # fmt: skip
def pays_for_a_card(t: Hand, a: Act) -> list[Slip]:
    """A player pays a card only for a card that they used. The house rules may ask for no payment
    for a forced card.

    Right: A player who has used no card pays nothing: the card stays in the hand.
    Source: rule text, Gameplay
    """
    laid = a.onto
    if t.owes[a.seat] or laid.from_table or misplaced(t, a):
        return []
    is_unread = a.event["card"] == UNRECORDED
    if t.unsettled[a.seat] or (t.melds[a.seat] and (is_unread or max(t.melds[a.seat]) > DECK)):
        raise NotKnown("owes")  # it may come from the melds, which is another slip
    if is_unread and t.offer and t.held and t.by is a.seat:
        raise NotKnown("card")  # it may be the drawn one
    is_lawful = a.form is discard if laid.drawn else laid.picked or hides(t, a)
    return [] if is_lawful else [Slip(a.seat, {"card": in_words(laid.card)})]


@desmoche.finds(
    "pay.table", pay, discard, remedy=mending.FROM_THE_HAND,
    says="{player} paid {card} from the table; a payment comes from the hand.",
)  # fmt: skip
def pays_from_the_hand(t: Hand, a: Act) -> list[Slip]:
    """The payment comes from the hand, not from the player's own melds, and it is not the card just
    used.

    Right: Pay with a card from the hand.
    Source: rule text, Gameplay
    """
    return [Slip(a.seat, {"card": in_words(a.onto.card)})] if a.onto.from_table else []


@desmoche.finds(
    "pay.missing", draw, knock, claim, meld, force, binds=("forced_pay",),
    remedy=mending.paid_in_time, says="{player} used a card and did not pay for it.",
)  # fmt: skip
def does_not_pay(t: Hand, a: Act) -> list[Slip]:
    """A player who uses a card pays one card from the hand for it. The house rules may ask for no
    payment for a forced card. It is reported once, where play goes on to the next card before the
    payment.

    Right: Pay one card from the hand for the card used, before anybody draws the next one.
    Source: rule text, Gameplay
    """
    debtor = t.unpaid
    if debtor is None or t.over or t.debt_reported[debtor] or (t.offer and a.form is not draw):
        return []
    if t.left[debtor] == game.DISQUALIFIED or (a.form is not draw and a.seat is debtor):
        return []
    if a.form is meld and not a.onto.takes:
        return []  # all its cards are their own
    return [Slip(debtor, cites=t.owes[debtor][-1:])]


def goes_on_unpaid(t: Hand, seat: Seat) -> None:
    """End the act at the melds when play turns to the next card, and report a missing payment."""
    game.plays_on(t)
    facts = t.__dict__
    if facts.get("doing") is not None and known(lambda: game.speaks_after(t, seat), otherwise=True):
        game.clear_act(t)
    if facts.get("unpaid") not in (None, seat) and not facts.get("offer", "?"):
        t.debt_reported[t.unpaid] = True
        t.forget_cards(t.unpaid)
        t.forget(*game.OFFER)  # there may be a payment that they want


# ---- knocking and claiming


@knock.does
def knocks(t: Any, a: Act) -> None:
    """Record that a player does not want the card on offer; their claim is given up."""
    seat = a.seat
    goes_on_unpaid(t, seat)
    if not t.__dict__.get("offer"):
        return
    if t.maybe("by") is seat:
        t.held = False
        return
    t.knocked, t.claims = t.knocked | {seat}, game.of_others(t.claims, seat)
    t.spoken = a.seq
    if t.forced is seat and t.house["knock"] == "binding":
        t.binding = 0


@claim.does
def claims(t: Any, a: Act) -> None:
    """Record a claim for the card on offer, or for one no longer on offer."""
    seat, card = a.seat, a.event.get("card", "")
    goes_on_unpaid(t, seat)
    text = "{player} asks for the card on offer."
    t.milestones = (*t.milestones, Milestone(a.seq, "?", Sentence(text, {"player": seat.name})))
    offer = t.maybe("offer")
    if offer is None:
        return
    if not offer or (card not in ("", UNRECORDED) and card != offer):
        t.dead_claim = (seat, card or "".join(t.pile[-1:]))
        return
    fault = known(lambda: game.claim_fault(t, seat), otherwise="?")
    if card == UNRECORDED:
        t.dead_claim = (seat, card)
    if fault == "?" or card == UNRECORDED or seat not in t.left:
        # it may have been for another card, or illegal
        t.forget("claims", "early")
        return
    lawful = not t.left.get(seat) and not fault
    if lawful:
        t.let(early=lambda: game.of_others(t.early, seat))
    t.let(claims=lambda: (*t.claims, game.Claim(seat, a.seq, lawful)))


def barred_by(rule: str, t: Hand, a: Act) -> list[Slip]:
    """Return the slip of a claim or meld of the card on offer that this rule bars."""
    if not t.offer:
        return []
    if a.form is meld:
        asked = (claim.seat is a.seat and not claim.lawful for claim in t.claims)
        takes = a.onto.used and not any(asked)
    else:
        takes = a.event.get("card", t.offer) == t.offer
    if not takes or game.claim_fault(t, a.seat) != rule:
        return []
    if a.form is meld and t.offer not in a.event["cards"]:
        raise NotKnown("offer")  # that it is the unrecorded card is only inferred
    cites = (t.offered,) if rule == "claim.own" else ()
    return [Slip(a.seat, {"card": in_words(t.offer)}, cites=cites)]


@desmoche.finds(
    "claim.priority", meld, remedy=mending.card_taken_back,
    says="{player} used {card}, but {nearer}, who sits nearer to {discarder}, had asked for it.",
)  # fmt: skip
def takes_what_is_free(t: Hand, a: Act) -> list[Slip]:
    """If several players want the card on offer, it goes to the nearest after its discarder in turn
    order. A player who uses it although a nearer one had asked for it takes another player's card.

    Right: The card belongs to the player who asked for it and sits nearer to its discarder. Others
    may take it only if that player does not want it any more.
    Source: rule text, Gameplay and Rules variations
    """
    if not a.onto.used or not t.claims or (t.held and t.by is a.seat):
        return []
    forced_wrongly = t.forced is a.seat and not t.binding
    nearer = None if forced_wrongly else game.nearer_claim(t, a.seat)
    if nearer is None:
        return []
    facts = {"card": Cards(a.onto.used), "discarder": t.by.name, "nearer": nearer.seat.name}
    return [Slip(a.seat, facts, cites=(t.offered, nearer.seq))]


@desmoche.finds(
    "claim.own", claim, meld, remedy=mending.card_taken_back, binds=("forced_cards", "force_back"),
    says="{player} took back {card}, which {player} had laid on the pile.",
)  # fmt: skip
def leaves_own_discard(t: Hand, a: Act) -> list[Slip]:
    """A card that a player laid on the pile is for the others. The player may not take it back,
    unless it is forced back onto one of their melds.

    Right: The player leaves their own discard to the others and uses the next card that fits.
    Source: rule text, Gameplay
    """
    return barred_by("claim.own", t, a) if t.by is a.seat else []


@desmoche.finds(
    "claim.passed", claim, meld, remedy=mending.card_taken_back, binds=("knock",),
    says="{player} took {card} after having knocked on it.",
)  # fmt: skip
def has_not_knocked(t: Hand, a: Act) -> list[Slip]:
    """A player who knocked on a card has said that they do not want it, and may not take it any
    more.

    Right: The player asks before knocking; after the knock the card is for the others.
    Source: rule text, Rules variations
    """
    return barred_by("claim.passed", t, a) if a.seat in t.knocked else []


@desmoche.finds(
    "claim.dead", claim, meld, remedy=mending.card_taken_back, binds=("last_card",),
    says="{player} took {card}, which was not on offer any more.",
)  # fmt: skip
def takes_what_is_on_offer(t: Hand, a: Act) -> list[Slip]:
    """Only the top card of the pile is on offer, and only until the next card comes. A card that
    nobody took is dead, and so is every card under it.

    Right: Take only the card that lies on top and is still on offer.
    Source: rule text, Gameplay
    """
    if taken := dead(t, a):
        return [Slip(a.seat, {"card": Cards(taken)})]
    return barred_by("claim.dead", t, a) if t.house["last_card"] == "dead" else []


def dead(t: Hand, a: Act) -> int:
    """Return the dead card that a claim or meld takes."""
    if a.form is meld:
        if not a.onto.dead or game.card_of(a.onto.dead) == t.covered:
            return 0
        claimed = t.dead_claim[1] if t.dead_claim[0] is a.seat else ""
        if claimed == UNRECORDED or a.onto.dead & cards_of(t.gone):
            raise NotKnown("dead_claim")  # it may be the slip, or an act in a gap
        return 0 if claimed and bit(claimed) == a.onto.dead else int(a.onto.dead)
    card = a.event.get("card", "")
    if t.offer and card in ("", t.offer, t.maybe("covered")):
        return 0
    if bit(card) and any(game.lying_of(t, seat) & t.loosened[seat] & bit(card) for seat in t.seats):
        raise NotKnown("melds")  # it may have been paid, and be on offer
    if not t.offer and t.unpaid is not None:
        is_melded = any(bit(card) & game.on_table(t, seat) for seat in t.seats)
        if is_melded or card not in t.pile:
            return 0
    return bit(card or "".join(t.pile[-1:]))


@desmoche.finds(
    "claim.unused", draw, pay, discard, game.withdraw, game.end, stage=game.SPOKEN_FOR,
    remedy=mending.claim_dropped, says="{player} asked for {card} and did not use it.",
)  # fmt: skip
def does_not_use_it(t: Hand, a: Act) -> list[Slip]:
    """A player who asks for a card and gets it must use it in a meld at once. It is reported where
    the record shows that they did not; if the card still lies on offer, the next in order may have
    it.

    Right: Use the card in a meld at once; or knock, and the next in order may have it.
    Source: rule text, Gameplay
    """
    if not t.offer or not t.claims or t.over or not game.covers(t, a):
        return []
    asked = [claim for claim in t.claims if claim.lawful]
    first = min(asked, key=lambda entry: game.distance(t, entry.seat), default=None)
    if first is None or (a.form is game.withdraw and a.seat is not first.seat):
        return []
    return [Slip(first.seat, {"card": in_words(t.offer)}, cites=(first.seq,))]


# ---- forced cards


@force.does
def forces(t: Any, a: Act) -> None:
    """Force the card on offer onto a player's meld; its drawer did not use it."""
    if not t.maybe("offer"):
        return
    fault = known(lambda: force_fault(t, a), otherwise="?")
    t.held = False
    if t.house["forced_cards"] != "off" and (a.seat not in t.melds or bit(t.offer) > DECK):
        text = "Did {player} have a meld that {card} extends?"
        would = "how the melds of {player} lay after the gap in the record"
        by, facts = a.event["by"], {"player": a.seat.name, "card": in_words(t.offer)}
        t.asked += (Undecided(a.seq, t.number, "force.invalid", by, text, would, facts),)
    if fault == "?":
        t.forced = a.seat
        t.forget("binding", "claims")
    elif not (fault and t.maybe("binding")):
        t.set(forced=a.seat, binding=0 if fault else a.seq)


def force_fault(t: Hand, a: Act) -> str:
    """Return the rule that a ``force`` breaks; empty if it is valid."""
    if t.left.get(t.seat_of(a.event["by"])):
        return "player.out"
    goes_back = t.offer and t.by is a.seat
    if t.house["forced_cards"] == "off" or (goes_back and t.house["force_back"] == "off"):
        return "force.off"
    if not t.offer:
        return "" if t.unpaid is not None else "force.invalid"
    card, lying = bit(t.offer), t.melds[a.seat]
    is_apart = card <= DECK and not may_extend(card, lying, t.house)
    if is_apart or a.seat not in game.owners(t):
        return "force.invalid"
    is_first = next(game.owners(t)) is a.seat and game.nearer_claim(t, a.seat) is None
    return "" if is_first else "force.priority"


def forced_against(rule: str, t: Hand, a: Act) -> list[Slip]:
    """Return the slip of a player who forces a card against this rule."""
    facts = {"player": a.seat.name, "card": in_words(t.maybe("offer") or "")}
    return [Slip(t.seat_of(a.event["by"]), facts)] if force_fault(t, a) == rule else []


@desmoche.finds(
    "force.off", force, remedy=mending.FORCE_BACK, binds=("forced_cards", "force_back"),
    says="{by} forced {card} on {player}; this table does not play that.",
)  # fmt: skip
def may_force(t: Hand, a: Act) -> list[Slip]:
    """A player can force a card only if the house rules allow it, and force it back onto its
    discarder only if they allow that, too.

    Right: Leave the card to a player who wants it; at this table nobody can be forced to take it.
    Source: rule text, Rules variations
    """
    return forced_against("force.off", t, a)


@desmoche.finds(
    "force.invalid", force, remedy=mending.FORCE_BACK,
    says="{by} forced {card} on {player}, who has no meld that it extends.",
)  # fmt: skip
def forces_what_fits(t: Hand, a: Act) -> list[Slip]:
    """Only the card on offer can be forced, and only onto a meld that it extends.

    Right: Force only the card on offer, and only onto a meld that it extends.
    Source: rule text, Rules variations
    """
    return forced_against("force.invalid", t, a)


@desmoche.finds(
    "force.priority", force, remedy=mending.forced_card_given_back,
    binds=("forced_cards", "force_back"),
    says="{by} forced {card} on {player}, but a nearer player comes first.",
)  # fmt: skip
def forces_on_the_nearest(t: Hand, a: Act) -> list[Slip]:
    """A forced card goes first to a player who claims it and comes earlier in turn order, then to
    the nearest owner of a meld that it extends, and last to its discarder. Where cards are forced
    automatically, nobody else may use a card that falls to that owner.

    Right: The card goes to the earlier claimant, or to the nearest owner of a meld that it extends.
    Source: rule text, Rules variations
    """
    return forced_against("force.priority", t, a)


@desmoche.finds(
    "force.priority", meld,
    says="{player} used {card}, but it was forced on {owner}, who sits nearer to {discarder}.",
)  # fmt: skip
def leaves_it_to_the_owner(t: Hand, a: Act) -> list[Slip]:
    """A player does not take a card that falls to the nearest owner of a meld that it extends."""
    if t.house["forced_cards"] != "automatic" or not a.onto.used:
        return []
    if a.onto.perhaps:
        raise NotKnown("offer")  # another of its cards may be the one that was used
    if t.forced is a.seat or (t.held and t.by is a.seat):
        return []
    nearest = next(game.owners(t), None)
    if nearest is None or game.distance(t, nearest) >= game.distance(t, a.seat):
        return []
    if game.claim_fault(t, a.seat) or game.nearer_claim(t, a.seat) is not None:
        return []
    facts = {"card": Cards(a.onto.used), "owner": nearest.name, "discarder": t.by.name}
    return [Slip(a.seat, facts)]


@desmoche.finds(
    "force.refused", knock, game.withdraw, draw, pay, discard, game.end, stage=game.SPOKEN_FOR,
    remedy=mending.forced_card_used, binds=("forced_cards", "knock", "forced_pay"),
    says="{player} did not use {card}, although it was forced.",
)  # fmt: skip
def refuses_a_forced_card(t: Hand, a: Act) -> list[Slip]:
    """A player on whom a card was forced must use it. It is reported where the record shows that
    they did not.

    Right: The player lays the forced card onto their meld, and pays unless it is free here.
    Source: rule text, Rules variations
    """
    if not t.offer or t.forced is None or not t.binding or t.over or not game.covers(t, a):
        return []
    is_other = a.form in (knock, game.withdraw) and a.seat is not t.forced
    may_change = a.form is knock and t.house["knock"] == "free"
    if is_other or may_change or game.nearer_claim(t, t.forced) is not None:
        return []
    return [Slip(t.forced, {"card": in_words(t.offer)}, cites=(t.binding,))]


@desmoche.finds(
    "force.missed", draw, pay, discard, game.end, remedy=mending.forced_card_used,
    binds=("forced_cards", "force_back", "forced_pay"),
    says="{player} did not take {card}, which extends a meld of {player}, and it died.",
)  # fmt: skip
def misses_a_forced_card(t: Hand, a: Act) -> list[Slip]:
    """Where cards are forced automatically, a card that extends a meld on the table may not die:
    the nearest owner of such a meld must take it.

    Right: The nearest owner of a meld that the card extends takes it, and pays for it unless it is
    free here.
    Source: rule text, Rules variations
    """
    if t.house["forced_cards"] != "automatic" or not t.offer or t.over or t.forced is not None:
        return []
    if not game.covers(t, a) or any(claim.lawful for claim in t.claims):
        return []
    missed = next(game.owners(t), None)
    return [Slip(missed, {"card": in_words(t.offer)}, cites=(t.offered,))] if missed else []
