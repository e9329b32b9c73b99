"""The discard: who may take it, and who may beg it."""

from __future__ import annotations

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.signs import OUT_OF_TURN
from referee.rulebooks.dam.hand import MOST_BEGS, DamHand

shelf = RuleShelf("Taking and begging")
rule = shelf.rule


@rule("take.first", VIOLATION, on=("take", "beg"), silences=True)
def take_first(hand: DamHand, act: Act) -> Verdict:
    """Before the first discard of a hand there is only the deck to take a card from.

    Right: Draw the first card of a hand from the deck.
    Source: the players' rule text, Order of Play
    """
    if not hand.takes_before_the_first(act):
        return None
    text = "{player} takes from the pile, which has no card yet."
    return Breach(act.seat.name, text, {"player": act.seat.name})


@rule("take.old", VIOLATION, on=("take", "beg"), silences=True)
def take_old(hand: DamHand, act: Act) -> Verdict:
    """Only the card that was just discarded may be taken, never one that lies under it. Once that
    one was begged, the next player draws from the deck.

    Right: Draw the card from the deck.
    Source: the players' rule text, Order of Play
    """
    offer = hand.offer
    if offer is None or not hand.takes_an_old_one(act):
        return None
    text = "{player} takes an older discard; only the newest one may be taken."
    facts = {"player": act.seat.name}
    if act.type == "take" and offer.beg is not None:
        text = "{player} takes a discard, though {beggar} had begged the last one."
        facts["beggar"] = offer.beg.seat.name
        return Breach(act.seat.name, text, facts, cites=(offer.beg.event,))
    return Breach(act.seat.name, text, facts, cites=(offer.event,))


@rule("beg.who", VIOLATION, on=("beg",), binds=("beggars",), silences=True)
def beg_who(hand: DamHand, act: Act) -> Verdict:
    """The next player does not beg: they may simply take the discard, without a second card.
    Nor does the discarder beg their own card back, where the table does not allow it.

    Right: The next player takes the discard without another card, or leaves it to the others.
    Source: the players' rule text, Order of Play
    """
    offer = hand.offer
    if offer is None or hand.may_beg(act.seat, offer):
        return None
    text = "{player} begs, but is the next player and may only take the discard."
    if act.seat is offer.by:
        text = "{player} begs back a card that {player} discarded."
    return Breach(act.seat.name, text, {"player": act.seat.name}, cites=(offer.event,))


@rule("beg.late", VIOLATION, on=("beg",), silences=True)
def beg_late(hand: DamHand, act: Act) -> Verdict:
    """A discard can be begged until the next player has taken a card.

    Right: The player begs the discard before the next player has taken a card.
    Source: the players' rule text, Order of Play
    """
    offer = hand.offer
    if offer is None or not offer.moved_on:
        return None
    text = "{player} begs after the next card was taken."
    return Breach(act.seat.name, text, {"player": act.seat.name}, cites=(offer.event,))


@rule("beg.order", VIOLATION, on=("beg",))
def beg_order(hand: DamHand, act: Act) -> Verdict:
    """A discard is offered in the direction of play. If two beg it, the one who sits nearer
    after the next player gets it, unless they had passed on it.

    Right: The nearer of the two gets the discard and the card from the deck.
    Source: the players' rule text, Order of Play
    """
    offer = hand.offer
    if offer is None or offer.beg is None:
        return None
    first = offer.beg.seat
    if hand.perhaps_begs_no_more(first):
        return None
    if hand.outranks(act.seat, offer):
        if hand.begged_without_right(offer.beg, offer):
            # they were told so when they begged
            return None
        text = "{player} begged the discard, but {nearer} sits nearer and wants it."
        facts = {"player": first.name, "nearer": act.seat.name}
        return Breach(first.name, text, facts, cites=(offer.beg.event,))
    text = "{player} begs the discard, which {first} has begged with the better right."
    facts = {"player": act.seat.name, "first": first.name}
    return Breach(act.seat.name, text, facts, cites=(offer.beg.event,))


@rule("beg.fourth", VIOLATION, on=("beg",), binds=("begs",))
def beg_fourth(hand: DamHand, act: Act) -> Verdict:
    """A player begs at most three times in the whole game, or in a hand where the table counts
    so.

    Right: A player who has begged three times lets the card lie.
    Source: the players' rule text, Order of Play
    """
    offer = hand.offer
    if offer is None or hand.begs_left(act.seat) > 0:
        return None
    if offer.beg is not None and not hand.outranks(act.seat, offer):
        return None
    text = "{player} begs, and has begged {count} times already."
    facts = {"player": act.seat.name, "count": MOST_BEGS - hand.begs_left(act.seat)}
    return Breach(act.seat.name, text, facts)


@rule("beg.discard", VIOLATION, on=("discard",), silences=True, signs=OUT_OF_TURN)
def beg_discard(hand: DamHand, act: Act) -> Verdict:
    """A player who has begged discards nothing for it: it is the next player's turn.

    Right: The player who begged keeps both cards until their next turn.
    Source: the players' rule text, Order of Play
    """
    if not hand.has_begged(act.seat):
        return None
    text = "{player} has begged and discards a card out of turn."
    return Breach(act.seat.name, text, {"player": act.seat.name})
