"""Turns: cards that are drawn, laid on the pile, knocked on, claimed and forced."""

from __future__ import annotations

from dataclasses import replace

from referee.cards.deck import DECK, UNRECORDED
from referee.judging.findings import Undecided
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import DEALT, PLAYING, Hand
from referee.rulebooks.desmoche.hidden.evidence import DRAWN, HIDDEN, MIXED
from referee.rulebooks.desmoche.mechanics.ending import look_for_a_win
from referee.rulebooks.desmoche.mechanics.leaving import commit
from referee.rulebooks.desmoche.mechanics.showing import leave_hand
from referee.rulebooks.desmoche.money.declarations import is_good
from referee.rulebooks.desmoche.offences import hides_the_draw
from referee.rulebooks.desmoche.offers import (
    claim_fault,
    covers,
    force_fault,
    forcing_is_off,
    is_surely_forced,
    perhaps_owner,
)
from referee.rulebooks.desmoche.records import Claim, Offer, of_others
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import (
    BY_A_TURN,
    DEBTS,
    END,
    OF_A_PLAYER,
    OFFER,
    TABLE,
    USED,
    WHENCE,
)
from referee.wording.sentences import Cards


def draw(hand: Hand, act: Act) -> None:
    """The top card of the deck is turned. It is the drawer's to use; what lay on offer is dead."""
    seat, card = act.seat, act.card
    if seat is None:
        return
    if hand.stage == DEALT:
        _begin_play(hand, seat)
        hand.first_draw = act.seq
    if hand.blanks:
        _ask_about_missed(hand, act)
    hand.act = None
    hand.draws += 1
    hand.last_draw = act.seq
    if hand.unknown:
        _tell_by_a_draw(hand)
    if hand.deck is not None:
        hand.deck -= 1
    where = hand.where
    if act.misplaced:
        hand.doubtful |= card
        where.evidence.contradicted |= card
    elif card <= DECK:
        where.draw(card)
    where.evidence.note(DRAWN, seat.place, card)
    hand.visible |= card
    hand.sights.append((card, act.seq, True))
    hand.drawer_of[card] = seat
    hand.last_layer = seat
    hand.last_card = card
    if hand.unpaid is not None:
        hand.unpaid.owing_told = hand.unpaid.holds_more = True
        hand.unpaid = None
    hand.offer = Offer(card, seat, act.seq, True, True)


def _tell_by_a_draw(hand: Hand) -> None:
    """Whoever draws shows what lies on offer now, and that every card used before was paid; where
    all melds and the deck are told, also that the hand is not over."""
    hand.unknown &= ~(BY_A_TURN | END if hand.all_is_told else BY_A_TURN)
    for seat in hand.seats:
        if seat.unknown & USED:
            _go_on_unpaid(hand, seat)


def _begin_play(hand: Hand, drawer: Seat) -> None:
    hand.began_out_of_turn = drawer not in hand.expected_drawers()
    hand.stage = PLAYING
    hand.where.evidence.play_begins()
    hand.first_drawer = drawer
    for declared in hand.declarations:
        if declared.good is None:
            declared.good = is_good(hand, declared, waits=False)
    playing = hand.playing()
    if len(playing) < 2:
        return
    for seat in playing:
        if not seat.passed:
            hand.where.keeps(seat.place)
            seat.most += 1
            hand.next_playing(seat).fewest -= 1


def lay(hand: Hand, act: Act) -> None:
    """A card is laid on the pile: the drawn one, a payment, or one too many."""
    seat, offer = act.seat, hand.offer
    if seat is None:
        return
    if offer is not None and (act.drawn or _is_mistyped(act, seat, offer)):
        unread = act.event["card"] == UNRECORDED
        unseen = unread or offer.card > DECK
        if act.drawn and act.card != offer.card:
            name_the_offer(hand, act.card, act.seq, placed=not act.misplaced)
        if seat.unknown & USED:
            settle_doubt(hand, seat)
        offer.held, offer.laid, offer.event = False, True, act.seq
        offer.last_word = act.seq
        hand.act = None
        if unread:
            seat.perhaps_hid += 1
        if unseen or act.unknown:
            _doubt_what_was_laid(hand, seat, offer, act)
        hand.laid |= offer.card
        if act.misplaced:
            hand.doubtful |= act.misplaced
            hand.where.evidence.contradicted |= act.misplaced
        return
    _lay_from_hand(hand, seat, act)


def _is_mistyped(act: Act, seat: Seat, offer: Offer) -> bool:
    """Whether the card cannot be the player's, who has just drawn another one and owes none."""
    return bool(act.misplaced) and offer.held and offer.by is seat and not seat.owes


def _doubt_what_was_laid(hand: Hand, seat: Seat, offer: Offer, act: Act) -> None:
    """It may be a card from the hand in the place of the drawn one: then nobody is to blame who had
    asked for that, and where offences are enforced at once the drawer is out."""
    offer.claims = tuple(replace(claim, unsure=True) for claim in offer.claims)
    offer.forced_at = 0
    if offer.card <= DECK and act.event["card"] == UNRECORDED:
        offer.perhaps_other = True
        hand.doubtful |= offer.card
        hand.unknown |= OF_A_PLAYER
    if hand.house["enforcement"] == "strict":
        hand.doubt_who_plays(seat)


def name_the_offer(hand: Hand, card: int, seq: int, placed: bool = True) -> None:
    """The card on offer, which nobody recorded when it came, is named now: it is that card from
    the beginning. ``placed`` if the record has it nowhere else."""
    offer = hand.offer
    assert offer is not None
    before, by = offer.card, offer.by
    hand.visible = hand.visible & ~before | card
    hand.laid = hand.laid & ~before | (card if before & hand.laid else 0)
    hand.sights.append((card, seq, True))
    if offer.drawn and by is not None:
        hand.drawer_of[card] = by
    elif by is not None and before & by.exposed:
        by.sights = [
            (_renamed(cards & ~card, before, card), event, moved)
            for cards, event, moved in by.sights
        ]
    if placed and by is not None:
        if offer.drawn:
            hand.where.draw(card)
        else:
            hand.where.find(card, hand.where.held[by.place])
        hand.where.evidence.named[before] = card
    offer.card = hand.last_card = card


def _renamed(cards: int, before: int, card: int) -> int:
    return cards & ~before | card if cards & before else cards


def settle_doubt(hand: Hand, seat: Seat) -> None:
    """What the player may have owed is not owed: play went on without a payment."""
    seat.owes, seat.debts, seat.owing_told = 0, 0, False
    _decide_the_use(hand, seat, used=False)


def _go_on_unpaid(hand: Hand, seat: Seat) -> None:
    """Play goes on without the player's payment: they owed none, or it is missing."""
    settle_doubt(hand, seat)
    seat.may_owe_until = hand.draws + 1


def _decide_the_use(hand: Hand, seat: Seat, used: bool) -> None:
    """It is known from here on whether the player used the card on offer: if so, one card
    less of their meld came from their hand."""
    seat.unknown &= ~USED
    hand.where.evidence.decide(seat.place, used)
    if used:
        seat.fewest = min(seat.fewest + seat.more_if_used, seat.most)
    seat.more_if_used = 0
    if hand.offer is None or hand.offer.card:
        hand.unknown &= ~(OFFER | DEBTS)


def _ask_about_missed(hand: Hand, act: Act) -> None:
    """A card died that may have extended a meld: whether it did, nobody recorded."""
    offer = hand.offer
    if "force.missed" not in hand.rule_ids or hand.house["forced_cards"] != "automatic":
        return
    if offer is None or offer.forced is not None or not covers(hand, act):
        return
    if any(claim.lawful for claim in offer.claims):
        return
    if act.type != "draw" and act.seat is not None and act.seat.unknown & USED:
        # the player pays for having used it
        return
    owner = perhaps_owner(hand, offer)
    if owner is None:
        return
    question = "Did {card} extend a meld of {player} when it died?"
    would_decide = "the cards on offer and in the melds of {player} that nobody recorded"
    facts = {"player": owner.name, "card": Cards(offer.card & DECK)}
    hand.undecided.append(
        Undecided(act.seq, hand.number, "force.missed", owner.name, question, would_decide, facts)
    )


def _lay_from_hand(hand: Hand, seat: Seat, act: Act) -> None:
    """A card of the player lies on top: it pays what they owe, and is on offer, unless somebody has
    paid late for what lay there before."""
    if hand.blanks:
        _ask_about_missed(hand, act)
    hand.act = None
    if (hand.unknown | act.unknown) & OFFER:
        seat.perhaps_hid += 1
    card, offer = act.card, hand.offer
    hidden = act.picked if seat.owes else hides_the_draw(hand, act)
    if hidden:
        commit(hand, seat, act.seq, "draw.hidden")
        if not act.picked:
            _hide_the_draw(hand, seat, hidden)
    elif not seat.owes:
        seat.most += 1
        if hand.unpaid is not None:
            hand.unpaid.owing_told = True
    waits = offer is not None and offer.held and offer.by is seat and offer.card > DECK
    if offer is not None and waits and card <= DECK and not card & seat.table:
        # it may be the drawn card that nobody recorded
        hand.where.evidence.note_more(
            MIXED, seat.place, card, blanks=offer.card, perhaps=offer.card
        )
        act.unclear = card
    doubted = bool(seat.unknown & USED)
    if doubted and hand.draws == 1 and offer is not None and offer.drawn:
        hand.first_card_used = True
    perhaps_late = hand.draws <= seat.may_owe_until and not seat.owes
    late = (
        not doubted
        and (seat.owing_told or perhaps_late)
        and offer is not None
        and offer.held
        and offer.by is not seat
    )
    if card & seat.table:
        take_from_melds(seat, card)
        hand.sights.append((card, act.seq, True))
    else:
        if act.unknown & WHENCE and card > DECK:
            hand.doubt_melds(seat, seat.table & DECK)
        leave_hand(hand, seat, card, act)
    _pay_the_debt(hand, seat, doubted)
    hand.laid |= card
    if seat.fewest <= 0 and hand.forced_for_nothing:
        # whoever got cards for nothing may have ten in melds and one in the hand: this one
        look_for_a_win(hand, seat, act.seq)
    if perhaps_late:
        # or it was one too many, and lies on offer now
        seat.may_owe_until = -1
        hand.leave_open(BY_A_TURN)
    if late:
        return
    hand.last_layer = seat
    hand.last_card = card
    if hand.unknown and not perhaps_late:
        # a card laid first after a gap does not tell whose turn it was
        hand.unknown &= ~(OFFER | DEBTS if offer is not None and not offer.card else BY_A_TURN)
    hand.offer = Offer(card, seat, act.seq, False, False, True)


def _hide_the_draw(hand: Hand, seat: Seat, drawn: int) -> None:
    """The drawn card is among those of the hand."""
    seat.picked |= drawn
    hand.where.evidence.note(HIDDEN, seat.place, drawn)
    hand.visible &= ~drawn
    seat.fewest += 1
    seat.most += 1


def _pay_the_debt(hand: Hand, seat: Seat, doubted: bool) -> None:
    """The card pays for one that the player has used, or shows that they have, where that was
    ``doubted``; others who may owe a payment have not paid before it."""
    if seat.debts:
        seat.debts -= 1
    if not seat.debts:
        seat.owes, seat.owing_told = 0, False
        if doubted:
            _decide_the_use(hand, seat, used=True)
    if hand.unknown & OF_A_PLAYER:
        for other in hand.seats:
            if other is not seat and other.unknown & USED:
                _go_on_unpaid(hand, other)
    if hand.unpaid is seat:
        hand.unpaid = None


def take_from_melds(seat: Seat, cards: int) -> None:
    """Cards leave a player's table otherwise than into a meld of their own."""
    seat.table &= ~cards
    seat.melds = [rest for meld in seat.melds if (rest := meld & ~cards)]


def _turn_to_the_offer(hand: Hand, seat: Seat) -> None:
    """A player speaks to the card that was drawn or laid; they may do so before its drawer has
    decided."""
    offer, doing = hand.offer, hand.act
    if doing is not None and doing.ended_by(seat, offer):
        hand.act = None
    if hand.unpaid is not None and hand.unpaid is not seat and offer is None:
        hand.unpaid.owing_told = True


def knock(hand: Hand, act: Act) -> None:
    """A player says that the card on offer does not serve them; a claim of theirs is given up."""
    seat, offer = act.seat, hand.offer
    if seat is None:
        return
    if hand.act is not None or offer is None:
        _turn_to_the_offer(hand, seat)
    if offer is None:
        return
    if offer.by is seat:
        offer.held = False
        return
    if seat.name not in offer.passes:
        offer.passes += (seat.name,)
    offer.last_word = act.seq
    if offer.forced is seat and hand.house["knock"] == "binding":
        offer.forced_at = 0
    if offer.claims:
        offer.claims = of_others(offer.claims, seat)


def claim(hand: Hand, act: Act) -> None:
    """A player asks for the card on offer, or for one that is not on offer any more."""
    seat, offer = act.seat, hand.offer
    if seat is None:
        return
    hand.claimed[act.seq] = seat.name
    _turn_to_the_offer(hand, seat)
    if act.names:
        name_the_offer(hand, act.names, act.seq)
    if offer is None or (offer.card and 0 != act.card != offer.card):
        hand.dead_claim = (seat.name, act.card or hand.last_card)
        return
    if offer.card:
        # a claim of which the card was not recorded may have been for another one
        unread = act.event.get("card") == UNRECORDED
        unsure = unread or (hand.unknown > 0 and seat.perhaps_out)
        lawful = not unread and seat.plays and not claim_fault(hand, seat, offer)
        if (lawful or unsure) and offer.early:
            offer.early = of_others(offer.early, seat)
        offer.claims += (Claim(seat, act.seq, lawful, unsure),)


def _ask_about_force(hand: Hand, act: Act, card: int) -> None:
    question = "Did {player} have a meld that {card} extends?"
    would_decide = "how the melds of {player} lay after the gap in the record"
    by = hand.known(act.event["by"])
    facts = {"player": act.event["player"], "card": Cards(card)}
    hand.undecided.append(
        Undecided(act.seq, hand.number, "force.invalid", by, question, would_decide, facts)
    )


def force(hand: Hand, act: Act) -> None:
    """The card on offer is to go onto a player's meld; that also shows that the drawer did not use
    it."""
    offer = hand.offer
    if act.seat is None or offer is None:
        return
    hidden = not offer.card or bool(act.seat.unknown & TABLE)
    stands = not forcing_is_off(hand, act) and (hidden or not force_fault(hand, act))
    if stands and hidden:
        _ask_about_force(hand, act, offer.card)
    offer.held = False
    if stands or not offer.forced_at:
        offer.forced = act.seat
        binds = stands and not hidden and is_surely_forced(hand, act.seat, offer)
        offer.forced_at = act.seq if binds else 0
        offer.perhaps_forced = stands and not binds
