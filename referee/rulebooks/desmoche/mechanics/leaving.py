"""Leaving the hand: players withdraw, are disqualified and forgiven."""

from __future__ import annotations

from dataclasses import replace

from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.mechanics.dealing import ring_of_the_cambio, take_deal, void_deal
from referee.rulebooks.desmoche.offences import TOLD, of, won_at_or_after
from referee.rulebooks.desmoche.records import Offence, Offer, Outcome, Withdrawal, of_others
from referee.rulebooks.desmoche.seat import DISQUALIFIED, IN, WITHDRAWN, Seat
from referee.rulebooks.desmoche.unknown import OPENING, THINNED


def withdraw(hand: Hand, act: Act) -> None:
    """A player passes for the rest of the hand."""
    seat = act.seat
    if seat is None or not seat.plays:
        return
    if hand.act is not None and hand.act.seat is seat:
        hand.act = None
    live = act.hopes
    if live is not None and (seat.unknown & THINNED or not live.certain):
        perhaps = live.open | live.certain
        hand.withdrawals += [Withdrawal(seat, act.seq, perhaps)] if perhaps else []
    leave_play(hand, seat, WITHDRAWN, act.seq)


def leave_play(hand: Hand, seat: Seat, standing: str, seq: int) -> None:
    """A player is out for the rest of the hand, which may end if at most one is left."""
    seat.standing, seat.plays = standing, False
    seat.out_since = seq
    gone_before = hand.stage == DEALT and not hand.unknown & OPENING
    if gone_before and not any(other.passed for other in hand.seats):
        ring_of_the_cambio(hand)
    offer = hand.offer
    if offer is not None:
        if offer.by is seat:
            offer.held = False
        offer.claims = of_others(offer.claims, seat)
        offer.early = of_others(offer.early, seat)
        if offer.forced is seat:
            offer.forced_at = 0
    if hand.stage == OVER:
        return
    playing = hand.playing()
    if not playing:
        hand.stage = OVER
        hand.outcome = Outcome("none", seq)
    elif len(playing) == 1 and hand.house["last_standing"] == "wins":
        hand.stage = OVER
        winner = playing[0]
        hand.outcome = Outcome("last_standing", seq, winner, melds=tuple(winner.melds))


def commit(hand: Hand, seat: Seat, seq: int, rule: str, at_once: bool = False) -> None:
    """Note a disqualifying offence that the cards show, and enforce it where it is enforced at
    once. If somebody has told of it before, it is the same one."""
    for done in of(hand, seat, rule):
        if done.told:
            done.told = False
            return
    _note(hand, Offence(seat, seq, rule, at_once, told=False))


def _note(hand: Hand, offence: Offence) -> None:
    offence.at_once = offence.at_once or hand.house["enforcement"] == "strict"
    hand.offences.append(offence)
    if offence.at_once:
        enforce(hand, offence, offence.event)


def offence(hand: Hand, act: Act) -> None:
    """Somebody tells of an offence; if the cards have shown it already, it is the same one."""
    rule = TOLD.get(act.event["kind"])
    if rule == "deal.count" and hand.house["misdeal"] == "redeal":
        void_deal(hand, act.seq)
        return
    if act.seat is not None and rule is not None and not of(hand, act.seat, rule):
        misdeal = rule == "deal.count"
        _note(hand, Offence(act.seat, act.seq, rule, at_once=misdeal, told=True))


def enforce(hand: Hand, offence: Offence, seq: int) -> None:
    """The offender's cards leave play; a win of theirs at or after the offence is none."""
    offence.enforced_at = seq
    seat, outcome = offence.seat, hand.outcome
    if outcome.winner is seat and won_at_or_after(hand, outcome, offence):
        hand.outcome = Outcome("none", seq)
    if seat.standing != DISQUALIFIED:
        offence.offer = replace(hand.offer) if hand.offer is not None else None
        leave_play(hand, seat, DISQUALIFIED, seq)


def disqualify(hand: Hand, act: Act) -> None:
    """The table puts a player out, for the offence that it names or for all that are open."""
    seat, event = act.seat, act.event.get("event")
    if seat is None:
        return
    for done in hand.offences:
        named = event is None or done.event == event
        if done.seat is seat and named and not done.enforced_at and not done.forgiven_at:
            enforce(hand, done, act.seq)
    if seat.standing != DISQUALIFIED:
        leave_play(hand, seat, DISQUALIFIED, act.seq)


def forgive(hand: Hand, act: Act) -> None:
    """The table forgives what was flagged at an event; only for a disqualifying offence that
    changes who plays."""
    pardon(hand, act.event["event"], act.seq)


def pardon(hand: Hand, event: int, seq: int) -> None:
    """What was done at this event is forgiven from now on."""
    voided_at, dealt = hand.voided_deal
    if event == voided_at and hand.stage < DEALT:
        take_deal(hand, voided_at, dealt)
    for done in hand.offences:
        if done.event != event or done.forgiven_at:
            continue
        if not done.enforced_at:
            done.forgiven_at = seq
        elif may_be_forgiven(hand, done):
            done.forgiven_at, done.enforced_at = seq, 0
            _restore(hand, done)


def may_be_forgiven(hand: Hand, done: Offence) -> bool:
    """Whether the table can still forgive an offence that was enforced at once."""
    drawn_since = hand.moment(hand.last_draw) > hand.moment(done.event)
    return done.at_once and (done.rule == "deal.count" or not drawn_since)


def may_be_ruled_on(hand: Hand, done: Offence) -> None:
    """The table may have ruled on an offence where nobody wrote: its player may be out, or be
    forgiven and in the hand again."""
    if done.forgiven_at:
        return
    seat = done.seat
    if not done.enforced_at:
        hand.doubt_who_plays(seat)
    elif may_be_forgiven(hand, done) and hand.outcome.winner is None:
        hand.doubt_who_plays(seat)
        seat.standing, seat.plays = IN, True


def _restore(hand: Hand, offence: Offence) -> None:
    """A forgiven player is in the hand again, as if they had not been out."""
    seat = offence.seat
    if any(done.enforced_at for done in hand.offences if done.seat is seat):
        return
    seat.standing, seat.plays, seat.out_since = IN, True, 0
    if hand.offer is not None and offence.offer is not None:
        _give_back(hand.offer, offence.offer, seat)
    if hand.stage == OVER and hand.outcome.event == offence.event:
        hand.stage = PLAYING if hand.draws else DEALT
        hand.outcome = Outcome("open")
        if hand.reached_ten(seat):
            hand.stage = OVER
            hand.outcome = Outcome("melds", offence.event, seat, melds=tuple(seat.melds))
    if hand.stage == DEALT and not any(other.passed for other in hand.seats):
        ring_of_the_cambio(hand)


def _give_back(offer: Offer, before: Offer, seat: Seat) -> None:
    """A forgiven player may do with the card on offer what they could do before."""
    if offer.event != before.event:
        return
    offer.held = offer.held or (before.held and before.by is seat)
    offer.claims += tuple(claim for claim in before.claims if claim.seat is seat)
    offer.early += tuple(early for early in before.early if early.seat is seat)
    if before.forced is seat:
        offer.forced_at = before.forced_at
