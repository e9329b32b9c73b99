"""Before the first draw: side bets, the deal, announcements, declarations, the Cambio."""

from __future__ import annotations

from referee.cards.deck import DECK
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.hidden.evidence import PASSED, PASSED_LATE
from referee.rulebooks.desmoche.mechanics.dealing import take_deal
from referee.rulebooks.desmoche.mechanics.gaps import doubt_what_was_played
from referee.rulebooks.desmoche.mechanics.leaving import commit
from referee.rulebooks.desmoche.mechanics.showing import learn_shown
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.money.announcing import (
    announced_late,
    has_staked,
    nothing_remains,
)
from referee.rulebooks.desmoche.money.declarations import best, cards_behind, is_good
from referee.rulebooks.desmoche.offences import miscounted
from referee.rulebooks.desmoche.records import Announcement, Declaration, Outcome
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import OPENING, PAST


def side_bet(hand: Hand, act: Act) -> None:
    """Stakes go into a side pot, unless it is too late. They count if the side game is played."""
    if hand.stage >= DEALT:
        return
    event = act.event
    named, amount = event.get("players"), event["amount"]
    names = hand.bets if named is None else [seat.name for seat in map(hand.find, named) if seat]
    pot = hand.stakes_put.setdefault(event["side_game"], {})
    for name in names:
        pot[name] = pot.get(name, 0) + amount


def deal(hand: Hand, act: Act) -> None:
    """Everybody has nine cards, as far as the record shows which."""
    if hand.stage >= DEALT:
        if hand.unknown & OPENING and hand.stage != OVER:
            doubt_what_was_played(hand, act)
        return
    wrong = any(map(miscounted, act.event["hands"].values()))
    if wrong and hand.house["misdeal"] == "redeal":
        hand.voided_deal = (act.seq, act.event["hands"])
        return
    hand.doubtful |= act.doubled
    hand.where.evidence.contradicted |= act.doubled
    # behind a gap it may be a second one, which tells nothing of where the cards are
    told = {} if hand.unknown & PAST else act.event["hands"]
    take_deal(hand, act.seq, told)
    if wrong and hand.house["misdeal"] == "dealer_out":
        commit(hand, hand.seats[-1], act.seq, "deal.count", at_once=True)


def announce(hand: Hand, act: Act) -> None:
    """Somebody has said "I have it", in time or late."""
    seat, game = act.seat, act.event["side_game"]
    if seat is None or not has_staked(hand, seat, game):
        return
    key = (game, seat.name)
    if announced_late(hand, seat):
        hand.late_announcements.add(key)
        return
    said, before = Announcement(seat, game, act.seq, act.cards, not act.false), hand.said.get(key)
    said.unread, said.perhaps_late = act.unread, hand.unknown & OPENING > 0
    if before is not None and not act.cards:
        said.cards, said.unread = before.cards, act.unread or before.unread
    hand.said[key] = said


def cambio(hand: Hand, act: Act) -> None:
    """A card goes from one hand to another, face down."""
    giver, card = act.seat, act.card
    if giver is None:
        hand.strangers_passed += 1
        return
    named, right = act.event.get("to"), hand.next_playing(giver)
    receiver = right if named is None else hand.find(named) or right
    for announced in hand.said.values():
        if announced.seat is giver:
            announced.perhaps_late = False
            if nothing_remains(hand, announced, card):
                announced.given_away = True
    where, first = hand.where, not giver.passed
    giver.passed += (card,)
    giver.passed_at = giver.passed_at or act.seq
    passed = PASSED_LATE if hand.draws else PASSED
    where.evidence.note_more(passed, giver.place, card, receiver.place)
    if receiver is not right:
        where.pass_to(giver.place, receiver.place, right.place if first else None)
        if first:
            right.fewest -= 1
            receiver.most += 1
    if first and hand.stage == DEALT:
        where.evidence.cambio_goes_on()
        receiver.received += 1
    else:
        giver.fewest -= 1
        receiver.most += 1
        if not card:
            _pass_any_card(hand, giver, receiver)
    if card:
        _learn_the_passed(hand, giver, act)
    if hand.declarations:
        judge_waiting(hand)


def _learn_the_passed(hand: Hand, giver: Seat, act: Act) -> None:
    """The record names the card that was passed."""
    card = act.card
    if hand.stage != DEALT:
        # it comes from a hand that play has begun with: where it started says nothing any more
        hand.doubtful |= card
        return
    if not hand.where.find_passed(card, giver.place):
        hand.doubtful |= card
        hand.where.evidence.contradicted |= card
    hand.sights.append((card, act.seq, True))


def _pass_any_card(hand: Hand, giver: Seat, receiver: Seat) -> None:
    """A card too many is passed that nobody recorded: any of the giver's may have changed hands."""
    where = hand.where
    hand.doubtful |= where.certain(where.held[giver.place]) & ~hand.visible
    where.held[receiver.place] |= where.held[giver.place] | where.dealt[giver.place]


def declare(hand: Hand, act: Act) -> None:
    """Somebody has declared an automatic win; if it is good, the hand is won."""
    seat, win = act.seat, act.event["win"]
    if seat is None:
        return
    learn_shown(hand, seat, act)
    if hand.stage == PLAYING:
        seat.declared_late = True
        return
    if wins.is_played(win, hand.house):
        hand.declarations.append(
            Declaration(
                seat,
                win,
                act.seq,
                act.cards,
                as_dealt=not seat.passed,
                perhaps_late=hand.perhaps_begun,
            )
        )
        judge_waiting(hand)


def judge_waiting(hand: Hand) -> None:
    """Judge the declarations that can be judged by now, and let the best of the good ones win."""
    for declared in hand.declarations:
        if declared.good is None:
            declared.good = is_good(hand, declared)
            declared.waited = declared.waited or declared.good is None
            declared.cards = cards_behind(hand, declared) & DECK
    good = [declared for declared in hand.declarations if declared.good and declared.seat.plays]
    if good:
        winning = best(hand, good)
        hand.stage = OVER
        hand.outcome = Outcome("automatic", winning.event, winning.seat, winning.win)
