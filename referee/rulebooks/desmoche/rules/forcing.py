"""Forced cards: a card on the pile that extends a meld on the table."""

from __future__ import annotations

from typing import Any

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.offers import (
    claim_fault,
    comes_before,
    covers,
    force_fault,
    forcing_is_off,
    owners,
    perhaps_claimed,
    perhaps_owner,
)
from referee.rulebooks.desmoche.signs import (
    FORCED,
)
from referee.rulebooks.desmoche.unknown import OFFER, STANDING, TABLE, TABLES
from referee.wording.sentences import Cards

shelf = RuleShelf("Forced cards", rests_on=EVERYTHING)
rule = shelf.rule


def _who_forced(hand: Hand, act: Act) -> str | None:
    by = hand.find(act.event["by"])
    return by.name if by else None


def _facts(hand: Hand, act: Act) -> dict[str, Any]:
    return {
        "by": act.event["by"],
        "player": act.event["player"],
        "card": Cards(hand.offer.card if hand.offer else 0),
    }


@rule("force.off", VIOLATION, on=("force",), binds=("forced_cards", "force_back"), rests_on=NOTHING)
def force_off(hand: Hand, act: Act) -> Verdict:
    """Nobody can force a card where the table does not play forced cards, nor back onto its
    discarder where the table does not play that.

    Right: Leave the card to whoever wants it; here nobody can be made to take it.
    Source: rule text, Rules variations
    """
    if not forcing_is_off(hand, act):
        return None
    text = "{by} forced {card} on {player}; this table does not play that."
    return Breach(_who_forced(hand, act), text, _facts(hand, act))


@rule("force.invalid", VIOLATION, on=("force",), rests_on=OFFER | TABLE)
def force_invalid(hand: Hand, act: Act) -> Verdict:
    """Only the card on offer can be forced, and only onto a meld that it extends.

    Right: Force only the card on offer, and only onto a meld that it extends.
    Source: rule text, Rules variations
    """
    if force_fault(hand, act) != "force.invalid":
        return None
    text = "{by} forced {card} on {player}, who has no meld that it extends."
    return Breach(_who_forced(hand, act), text, _facts(hand, act))


@rule(
    "force.priority",
    VIOLATION,
    on=("force", "meld"),
    binds=("forced_cards", "force_back"),
    unless={"forced_cards": ("off",)},
    rests_on=OFFER | TABLES | STANDING,
)
def force_priority(hand: Hand, act: Act) -> Verdict:
    """A forced card goes first to a player earlier in turn order who claims it, then to the
    nearest owner of a meld that it extends, and to its discarder last. Where cards are forced
    automatically, whoever else uses the card takes what is forced on that owner.

    Right: The card goes to the earlier claimant, or to the nearest owner of a meld that it extends.
    Source: rule text, Rules variations
    """
    if act.type == "meld":
        return _taken_from_its_owner(hand, act)
    if force_fault(hand, act) != "force.priority":
        return None
    text = "{by} forced {card} on {player}, but somebody nearer had it first."
    return Breach(_who_forced(hand, act), text, _facts(hand, act))


def _taken_from_its_owner(hand: Hand, act: Act) -> Verdict:
    seat, offer = act.seat, hand.offer
    if hand.house["forced_cards"] != "automatic" or seat is None or offer is None or not act.used:
        return None
    if offer.forced is seat or (offer.held and offer.by is seat):
        return None
    nearest = next(iter(owners(hand, offer)), None)
    if nearest is None or not comes_before(hand, offer, nearest, seat):
        return None
    if claim_fault(hand, seat, offer) or perhaps_claimed(hand, seat, offer):
        return None
    return Breach(
        seat.name,
        "{player} used {card}, but it was forced on {owner}, who sits nearer to {discarder}.",
        {
            "player": seat.name,
            "card": Cards(act.used),
            "owner": nearest.name,
            "discarder": offer.by.name if offer.by else "",
        },
        cites=(offer.event,),
    )


@rule(
    "force.refused",
    VIOLATION,
    on=("pass", "withdraw", "draw", "pay", "discard", "end", NEXT_HAND),
    binds=("knock", "forced_pay"),
    signs=FORCED,
    rests_on=OFFER,
)
def force_refused(hand: Hand, act: Act) -> Verdict:
    """A player on whom a card was forced must use it. The finding stands where the record shows
    that they did not.

    Right: The player lays the forced card onto their meld, and pays unless it is free here.
    Source: rule text, Rules variations
    """
    offer = hand.offer
    if offer is None or offer.forced is None or not offer.forced_at or hand.over:
        return None
    if act.type == "withdraw" and act.seat is not offer.forced:
        return None
    if act.type == "pass" and (act.seat is not offer.forced or hand.house["knock"] == "free"):
        return None
    if not covers(hand, act) or perhaps_claimed(hand, offer.forced, offer):
        return None
    return Breach(
        offer.forced.name,
        "{player} did not use {card}, although it was forced.",
        {"player": offer.forced.name, "card": Cards(offer.card)},
        cites=(offer.forced_at,),
    )


@rule(
    "force.missed",
    VIOLATION,
    on=("draw", "pay", "discard", "end", NEXT_HAND),
    binds=("forced_cards", "force_back", "forced_pay"),
    unless={"forced_cards": ("off", "on_demand")},
    rests_on=OFFER | TABLES | STANDING,
)
def force_missed(hand: Hand, act: Act) -> Verdict:
    """Where cards are forced automatically, a card that extends a meld on the table may not die:
    the nearest owner of such a meld must take it.

    Right: The nearest owner of a meld that the card extends takes it, and pays for it unless it is
    free here.
    Source: rule text, Rules variations
    """
    offer = hand.offer
    if hand.house["forced_cards"] != "automatic" or offer is None or hand.over:
        return None
    if offer.forced is not None or not covers(hand, act):
        return None
    if any(claim.lawful or claim.unsure for claim in offer.claims):
        return None
    missed = owners(hand, offer)
    if not missed or perhaps_owner(hand, offer) is not None:
        return None
    return Breach(
        missed[0].name,
        "{player} did not take {card}: it extends a meld of {player}, and it died.",
        {"player": missed[0].name, "card": Cards(offer.card)},
        cites=(offer.event,),
    )
