"""Who may take the card on offer, and onto whose meld it may be forced."""

from __future__ import annotations

from referee.cards.deck import DECK, UNRECORDED
from referee.judging.kernel.acts import HINDSIGHT
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import Hand, own_decision
from referee.rulebooks.desmoche.melds import extends, extensions, melds_with
from referee.rulebooks.desmoche.records import Claim, EarlyMeld, Offer
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import PAST, TABLE


def owners(hand: Hand, offer: Offer) -> list[Seat]:
    """The players whose melds the card on offer extends, nearest first; the discarder's own
    meld comes last, and only where a card may be forced back."""
    by, card, house = offer.by, offer.card, hand.house
    if by is None:
        return []
    found = []
    for seat in () if reserved(hand, offer) else hand.after(by):
        if seat.plays and extends(card, seat.melds, house):
            found.append(seat)  # noqa: PERF401 - this is asked often, and mostly finds nobody
    if by.plays and extends(card, by.melds, house) and house["force_back"] == "on":
        found.append(by)
    return found


def perhaps_owner(hand: Hand, offer: Offer) -> Seat | None:
    """The nearest player whose meld the card may extend, where nobody recorded the card or some
    of the meld; None where it certainly extends one of somebody nearer, or certainly none."""
    if offer.by is None or not offer.card or not hand.blanks:
        return None
    named = offer.card <= DECK and not any(seat.table & ~DECK for seat in hand.seats)
    if named:
        return None
    nearest = next(iter(owners(hand, offer)), None)
    order: list[Seat] = [] if reserved(hand, offer) else hand.after(offer.by)
    if hand.house["force_back"] == "on":
        order.append(offer.by)
    for seat in order:
        if seat is nearest:
            return None
        if seat.plays and any(_may_extend(hand, meld, offer.card) for meld in seat.melds):
            return seat
    return None


def _may_extend(hand: Hand, meld: int, card: int) -> bool:
    named, size = meld & DECK, meld.bit_count()
    if meld == named and card <= DECK:
        return False
    tables = sum(seat.table & DECK for seat in hand.seats)
    may_be = [one for one in melds_with(named, size, hand.house) if not one & ~named & tables]
    return bool(extensions(may_be, hand.house) & (card if card <= DECK else ~hand.visible))


def reserved(hand: Hand, offer: Offer) -> bool:
    """Whether only its drawer may use the card: the last one of the deck, where that is dead."""
    return offer.drawn and hand.deck == 0 and hand.house["last_card"] == "dead"


def may_take_back(hand: Hand, seat: Seat, offer: Offer) -> bool:
    """Whether the card falls to this player of itself, because it extends a meld of theirs."""
    if hand.house["forced_cards"] != "automatic":
        return False
    return seat in owners(hand, offer) or perhaps_owns(hand, seat, offer)


def perhaps_owns(hand: Hand, seat: Seat, offer: Offer) -> bool:
    """Whether the card may be forced on this player, as far as the record tells their melds."""
    if reserved(hand, offer) and seat is not offer.by:
        return False
    if seat is offer.by and hand.house["force_back"] == "off":
        return False
    if not offer.card or seat.unknown & TABLE:
        return seat.plays
    return seat.plays and any(_may_extend(hand, meld, offer.card) for meld in seat.melds)


def claim_fault(hand: Hand, seat: Seat, offer: Offer) -> str:
    """The rule that bars this player from the card on offer; empty if none does."""
    if offer.forced is seat or offer.by is None:
        return ""
    if offer.by is seat:
        return "" if offer.held or may_take_back(hand, seat, offer) else "claim.own"
    if reserved(hand, offer):
        return "claim.dead"
    knocked = seat.name in offer.passes and hand.house["knock"] == "binding"
    return "claim.passed" if knocked and not may_take_back(hand, seat, offer) else ""


def nearer_claim(hand: Hand, seat: Seat, offer: Offer) -> Claim | None:
    """The nearest claim of a player who comes before this one that is certainly lawful."""
    nearest, discarder = None, offer.by
    if discarder is None or not offer.claims:
        return None
    reach = hand.distance(discarder, seat)
    for claim in offer.claims:
        if claim.lawful and not claim.unsure and claim.seat.plays:
            distance = hand.distance(discarder, claim.seat)
            if distance < reach:
                nearest, reach = claim, distance
    return nearest


def perhaps_claimed(hand: Hand, seat: Seat, offer: Offer) -> bool:
    """Whether a player who comes before this one has asked for the card, or may have."""
    return any(
        claim.seat.plays and comes_before(hand, offer, claim.seat, seat)
        for claim in offer.claims
        if claim.lawful or claim.unsure
    )


def comes_before(hand: Hand, offer: Offer, one: Seat, other: Seat) -> bool:
    """Whether the first of these players comes before the other in the order of forcing."""
    by = offer.by
    assert by is not None
    return hand.distance(by, one) < hand.distance(by, other)


def is_surely_forced(hand: Hand, seat: Seat, offer: Offer) -> bool:
    """Whether the card, forced on this player, is certainly theirs: nobody who comes before them
    may own a meld that it extends, or may have asked for it."""
    if seat.perhaps_out:
        return False
    for other in hand.seats:
        if other.plays and other.unknown & TABLE and comes_before(hand, offer, other, seat):
            return False
    nearest = next(iter(owners(hand, offer)), None)
    if nearest is not seat or perhaps_owner(hand, offer) is not None:
        return False
    return not perhaps_claimed(hand, seat, offer)


def costs_nothing_by_force(hand: Hand, seat: Seat) -> bool:
    """Whether the card on offer may be one that was forced on the player and that costs nothing."""
    forced = hand.offer is not None and hand.offer.forced is seat
    free = hand.house["forced_pay"] != "pays"
    return free and (forced or hand.house["forced_cards"] == "automatic")


def is_free(hand: Hand, act: Act) -> bool | None:
    """Whether a meld does no more than lay a forced card onto a meld that it extends, which costs
    nothing where the table has it so; None where the record leaves that open. A drawer who lays
    the card onto their own meld may have used it, or have laid it down and got it back by force."""
    seat, offer = act.seat, hand.offer
    if seat is None or offer is None or not act.used:
        return False
    unsure = bool(seat.unknown & TABLE or (act.cards | offer.card | seat.table) > DECK)
    onto = [meld for meld in seat.melds if not meld & ~act.cards]
    if not (onto or unsure) or hand.house["forced_pay"] == "pays":
        return False
    unsure = unsure or (offer.forced is seat and offer.perhaps_forced)
    by_word = offer.forced is seat and (unsure or bool(offer.forced_at))
    if not by_word and hand.house["forced_cards"] != "automatic":
        return False
    if not unsure and not extensions(onto, hand.house) & act.used:
        return False
    if offer.held and offer.by is seat:
        return None if hand.house["force_back"] == "on" else False
    return None if unsure else True


def is_early(hand: Hand, act: Act) -> bool:
    """Whether a meld of own cards stands outside of its player's turn and claims, and would be in
    order if they went on to use the card on offer."""
    seat, offer = act.seat, hand.offer
    if seat is None or not seat.plays or offer is None or act.misplaced or takes_a_card(act):
        return False
    return not own_decision(hand, seat) and not claim_fault(hand, seat, offer)


def takes_a_card(act: Act) -> bool:
    """Whether a meld uses a card that was not its player's own."""
    return bool(act.used or act.dead or act.stolen or act.picked)


def takes_a_dead_card(hand: Hand, act: Act) -> bool:
    """Whether an act certainly takes a card of the pile that is dead, whatever lies on offer. Where
    lines are missing, the slip may be in them."""
    dead = act.dead if act.type == "meld" else act.card
    if not dead & hand.visible & ~hand.doubtful or hand.unknown & PAST:
        return False
    offered = hand.offer.card if hand.offer is not None else 0
    return not any(dead & (seat.table | offered) for seat in hand.seats)


def early_in_order(hand: Hand, act: Act) -> list[EarlyMeld]:
    """The early melds that this event shows to be in order: their player asks for the card, or
    uses it."""
    seat, offer = act.seat, hand.offer
    if seat is None or offer is None or not offer.early:
        return []
    asks = act.type == "claim" and act.event.get("card") != UNRECORDED
    if not (asks or act.used) or claim_fault(hand, seat, offer):
        return []
    return [early for early in offer.early if early.seat is seat]


def early_out_of_turn(hand: Hand, act: Act) -> list[EarlyMeld]:
    """The early melds that this event shows to be out of turn: the card is gone, or the hand is
    over, and their player has not used it."""
    offer = hand.offer
    if offer is None or not offer.early or hand.over != (act.type == HINDSIGHT):
        return []
    if act.type == "meld":
        return [early for early in offer.early if act.used and early.seat is not act.seat]
    if act.type in ("pay", "discard", "withdraw"):
        return [early for early in offer.early if early.seat is act.seat]
    return list(offer.early)


def covers(hand: Hand, act: Act) -> bool:
    """Whether this event leaves the card on offer dead: the next one comes, or the hand ends. A
    card laid out of order, by somebody who owes none, is not held against those who might have
    taken the one under it."""
    return act.type not in ("pay", "discard") or bool(act.seat and act.seat.owes)


def forcing_is_off(hand: Hand, act: Act) -> bool:
    """Whether the table does not play what a ``force`` asks for."""
    offer = hand.offer
    back = offer is not None and offer.by is not None and offer.by is act.seat
    off: bool = hand.house["forced_cards"] == "off"
    return off or (back and hand.house["force_back"] == "off")


def force_fault(hand: Hand, act: Act) -> str:
    """The rule that a ``force`` breaks; empty if it stands."""
    seat, offer = act.seat, hand.offer
    if forcing_is_off(hand, act):
        return "force.off"
    if offer is None and hand.unpaid is not None:
        return ""
    if seat is None or offer is None:
        return "force.invalid"
    nearest_first = owners(hand, offer)
    if seat not in nearest_first:
        # whether the card extends a meld of theirs decides which rule is broken, if any
        return "" if perhaps_owns(hand, seat, offer) else "force.invalid"
    nearest = nearest_first[0]
    if comes_before(hand, offer, nearest, seat) or nearer_claim(hand, seat, offer) is not None:
        return "force.priority"
    return ""
