"""The card on offer: who may take it, and what taking it leads to."""

from __future__ import annotations

from referee.cards.deck import each
from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND
from referee.judging.rulebook import EVERYTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.offers import (
    claim_fault,
    covers,
    nearer_claim,
)
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.signs import (
    ASKED_FOR,
    KNOCKED,
    LAID_BY_HIMSELF,
    NOT_ON_OFFER,
)
from referee.rulebooks.desmoche.unknown import DEAD, OFFER, WHENCE
from referee.wording.sentences import Cards

shelf = RuleShelf("Turns and claims", rests_on=EVERYTHING)
rule = shelf.rule


@rule("claim.priority", VIOLATION, on=("meld",), signs=ASKED_FOR, rests_on=OFFER)
def claim_priority(hand: Hand, act: Act) -> Verdict:
    """Of several players who want the card on offer, the nearest in turn order from its
    discarder has it. A player who uses it although a nearer one had asked for it takes what is
    not theirs.

    Right: The card belongs to the player who asked for it and sits nearer to its discarder. Others
    may take it only if that player lets it go.
    Source: rule text, Gameplay and Rules variations
    """
    seat, offer = act.seat, hand.offer
    if not act.used or offer is None or seat is None or not offer.claims:
        return None
    forced_wrongly = offer.forced is seat and not offer.forced_at
    if forced_wrongly or (offer.held and offer.by is seat):
        return None
    nearer = nearer_claim(hand, seat, offer)
    if nearer is None:
        return None
    return Breach(
        seat.name,
        "{player} used {card}, but {nearer}, who sits nearer to {discarder}, had asked for it.",
        {
            "player": seat.name,
            "card": Cards(act.used),
            "nearer": nearer.seat.name,
            "discarder": offer.by.name if offer.by else "",
        },
        cites=(offer.event, nearer.event),
    )


def _taking_fault(hand: Hand, act: Act, rule_id: str) -> tuple[Seat, Offer] | None:
    """The player and the offer, where this claim or meld takes a card that this rule bars."""
    seat, offer = act.seat, hand.offer
    if seat is None or offer is None:
        return None
    if act.type == "meld":
        told_already = any(claim.seat is seat and not claim.lawful for claim in offer.claims)
        if not act.used or told_already:
            return None
    elif act.card and act.card not in (offer.card, act.names):
        return None
    return (seat, offer) if claim_fault(hand, seat, offer) == rule_id else None


@rule(
    "claim.own",
    VIOLATION,
    on=("claim", "meld"),
    binds=("forced_cards", "force_back"),
    signs=LAID_BY_HIMSELF,
    rests_on=OFFER,
)
def claim_own(hand: Hand, act: Act) -> Verdict:
    """A card that a player laid on the pile is for the others. The player may not take it back,
    unless it is forced back onto one of their melds.

    Right: The player leaves their own discard to the others and uses the next card that serves
    them.
    Source: rule text, Gameplay
    """
    taken = _taking_fault(hand, act, "claim.own")
    if taken is None:
        return None
    seat, offer = taken
    return Breach(
        seat.name,
        "{player} took back {card}, which {player} had laid on the pile.",
        {"player": seat.name, "card": Cards(offer.card)},
        cites=(offer.event,),
    )


@rule(
    "claim.passed", VIOLATION, on=("claim", "meld"), binds=("knock",), signs=KNOCKED, rests_on=OFFER
)
def claim_passed(hand: Hand, act: Act) -> Verdict:
    """A player who knocked on a card has said that it does not serve them, and may not take it any
    more.

    Right: The player asks before knocking; after the knock the card is for the others.
    Source: rule text, Rules variations
    """
    taken = _taking_fault(hand, act, "claim.passed")
    if taken is None:
        return None
    seat, offer = taken
    return Breach(
        seat.name,
        "{player} took {card} after having knocked on it.",
        {"player": seat.name, "card": Cards(offer.card)},
        cites=(offer.event,),
    )


@rule(
    "claim.dead",
    VIOLATION,
    on=("claim", "meld"),
    binds=("last_card",),
    signs=NOT_ON_OFFER,
    rests_on=DEAD | WHENCE,
)
def claim_dead(hand: Hand, act: Act) -> Verdict:
    """Only the top card of the pile is on offer, and only until the next card comes. A card that
    nobody took is dead, and so is every card under it.

    Right: Take only the card that lies on top and is still on offer.
    Source: rule text, Gameplay
    """
    seat, offer = act.seat, hand.offer
    if seat is None:
        return None
    if act.type == "meld":
        dead = 0 if _told_at_the_claim(hand, seat, act.dead) else act.dead
    else:
        dead = _claimed_dead(hand, act)
    if not dead and _taking_fault(hand, act, "claim.dead") is None:
        return None
    card = dead or (offer.card if offer else 0)
    return Breach(
        seat.name,
        "{player} took {card}, which was not on offer any more.",
        {"player": seat.name, "card": Cards(card)},
        cites=tuple(sorted({hand.seen_at.get(one, 0) for one in each(card)} - {0, act.seq})),
    )


def _told_at_the_claim(hand: Hand, seat: Seat, dead: int) -> bool:
    """Whether the claim before the meld was the fault, or may have been: nobody recorded for which
    card it was."""
    offer = hand.offer
    if hand.dead_claim == (seat.name, dead):
        return True
    return offer is not None and any(claim.seat is seat and claim.unsure for claim in offer.claims)


def _claimed_dead(hand: Hand, act: Act) -> int:
    """The card claimed, where it is not the one on offer."""
    offer = hand.offer
    if offer is not None and (not act.card or act.card == offer.card):
        return 0
    if act.names:
        return 0
    on_tables = any(act.card & seat.table for seat in hand.seats)
    if offer is None and hand.unpaid and (on_tables or not act.card & hand.visible):
        return 0
    return act.card or (hand.last_card if offer is None else 0)


@rule(
    "claim.unused",
    VIOLATION,
    on=("draw", "pay", "discard", "withdraw", "end", NEXT_HAND),
    signs=ASKED_FOR,
    rests_on=OFFER,
)
def claim_unused(hand: Hand, act: Act) -> Verdict:
    """A player who asks for a card and gets it must use it in a meld at once. The finding stands
    where the record shows that they did not; if the card still lies on offer, the next in order may
    have it.

    Right: Use the card in a meld at once; or knock, and the next in order may have it.
    Source: rule text, Gameplay
    """
    offer = hand.offer
    if offer is None or not offer.claims or hand.over:
        return None
    if not covers(hand, act):
        return None
    discarder = offer.by
    asked = [claim for claim in offer.claims if claim.lawful or claim.unsure]
    if not asked or discarder is None:
        return None
    first = min(asked, key=lambda claim: hand.distance(discarder, claim.seat))
    if first.unsure:
        return None
    if act.type == "withdraw" and act.seat is not first.seat:
        return None
    return Breach(
        first.seat.name,
        "{player} asked for {card} and did not use it.",
        {"player": first.seat.name, "card": Cards(offer.card)},
        cites=(first.event,),
    )
