"""Gaps: lines that nobody wrote down, and what the lines behind them tell again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.cards.deck import BITS, DECK
from referee.rulebooks.desmoche.acts import Act, act_of_nobody, may_lay_the_win_otherwise
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.hidden.evidence import LAID
from referee.rulebooks.desmoche.mechanics.dealing import note_gap
from referee.rulebooks.desmoche.mechanics.ending import look_for_a_win
from referee.rulebooks.desmoche.mechanics.leaving import may_be_forgiven, may_be_ruled_on
from referee.rulebooks.desmoche.melds import melds_among
from referee.rulebooks.desmoche.money.bonuses import micos
from referee.rulebooks.desmoche.rearranging import shared_out
from referee.rulebooks.desmoche.records import Agreed, Offer, Outcome
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import (
    BY_A_GAP,
    END,
    OF_A_PLAYER_BY_A_GAP,
    OPENING,
    PAST,
    STAKES,
    STANDING,
    TABLE,
    THINNED,
    USED,
)

AFTER_THE_FIRST_DRAW: Final = frozenset({"discard", "pass", "claim", "meld", "pay", "force"})
"""What happens only once a card was drawn."""


def gap(hand: Hand, act: Act) -> None:
    """Something was not written down: what it can have changed is unknown from here on."""
    hand.leave_open(BY_A_GAP)
    for seat in hand.seats:
        seat.back_since = None
        hand.leave_open(OF_A_PLAYER_BY_A_GAP, seat)
        hand.leave_shows_open(seat)
    for offence in hand.offences:
        may_be_ruled_on(hand, offence)
    if hand.stage == BETTING:
        hand.leave_open(STAKES)
    if hand.stage < PLAYING:
        hand.leave_open(OPENING)
    told = act.event.get("melds", {})
    melded = any(told.values())
    if hand.stage == BETTING and not melded and "stock" not in act.event:
        return
    stock = act.event.get("stock")
    hand.deck = None if stock is None or stock > hand.most_in_the_deck else stock
    note_gap(hand)
    hand.act = hand.unpaid = None
    if hand.offer is not None and hand.offer.card:
        # it may be on offer still, or have been used: nothing more is said about this card
        hand.doubtful |= hand.offer.card
        hand.visible &= ~hand.offer.card
    hand.offer = Offer(0, None, act.seq, drawn=False, held=False)
    # what lies in the open may have been taken where nobody wrote
    hand.perhaps_taken |= hand.visible
    for seat in hand.seats:
        seat.perhaps_gone |= seat.table & DECK
    drawn = hand.deck is not None and hand.deck < hand.undealt
    hand.stage = max(hand.stage, DEALT)
    if hand.draws or melded or drawn:
        begin_play_unseen(hand)
    for seat in hand.seats:
        seat.may_owe_until = hand.draws + 1
        seat.owes, seat.debts, seat.owing_told, seat.fewest = 0, 0, False, 0
        if seat.unknown & USED:
            # whether they paid for it, and so whether they used it, stays open
            seat.unknown, seat.more_if_used = seat.unknown & ~USED, 0
            hand.where.evidence.doubts.pop(seat.place, None)
        seat.most += 1
    for name, melds in told.items():
        named = hand.find(name)
        if named is not None:
            _lay_as_told(hand, named, melds, act.seq)
    if hand.all_is_told and not _may_be_over_without_ten(hand):
        hand.unknown &= ~END
    for seat in hand.seats:
        if not seat.unknown & TABLE and seat.fewest <= 0 and seat.plays:
            look_for_a_win(hand, seat, act.seq)
    # whoever has won in the gap may have been paid in it
    hand.payments_unclear |= hand.stage == OVER


def _may_be_over_without_ten(hand: Hand) -> bool:
    """Whether a gap may hide that somebody declared an automatic win, or that everybody withdrew,
    or all but one, who has won then."""
    house = hand.house
    declared = hand.stage == DEALT and house["automatic_wins"] != "off"
    return declared or bool(house["withdraw"] != "off")


def is_unplayed(hand: Hand) -> bool:
    """Return whether no act of play was written."""
    said = hand.declarations or hand.withdrawals or hand.early_events or hand.strangers_passed
    return hand.stage < PLAYING and not said and not any(seat.passed for seat in hand.seats)


def gap_before(hand: Hand, seq: int) -> None:
    """Play was not written before this event; stakes are written where they are put in."""
    if not hand.over and not hand.unknown & PAST:
        hand.untold = is_unplayed(hand)
        gap(hand, act_of_nobody(seq, "gap", {"type": "gap"}))
        hand.unknown &= ~STAKES


def result(hand: Hand, act: Act) -> None:
    """The table says how the hand ended, which counts where its cards do not decide that."""
    event, before = act.event, hand.agreed
    winner = hand.find(event["winner"] or "")
    up, side_games = event.get("up_the_tree"), event.get("side_games", {})
    hand.agreed = Agreed(
        act.seq,
        winner,
        event.get("by"),
        event.get("bonuses"),
        None if up is None else _seats(hand, up),
        {game: _seats(hand, won or ()) for game, won in side_games.items()},
    )
    gap_before(hand, act.seq)
    by_word = any(one.rule == "win.false" for one in hand.undecided)
    by_word = by_word or (before is not None and hand.outcome == before.outcome())
    if not hand.over or hand.outcome.kind == "undecided" or by_word:
        hand.undecided = [one for one in hand.undecided if one.rule != "win.false"]
        hand.unknown &= ~END
        hand.perhaps_won, hand.act, hand.stage = None, None, OVER
        known = winner is not None or event["winner"] is None
        hand.outcome = hand.agreed.outcome() if known else Outcome("undecided", act.seq)
    hand.end_written = True


def _seats(hand: Hand, names: str | Iterable[str]) -> tuple[Seat, ...]:
    found = (hand.find(name) for name in ((names,) if isinstance(names, str) else names))
    return tuple(seat for seat in found if seat is not None)


def doubt_what_was_played(hand: Hand, act: Act) -> None:
    """A deal stands behind play that followed a gap. If it is the first one, what stands before it
    are stray lines, and the first card may be still to come."""
    gap(hand, act)
    hand.doubtful |= hand.visible
    hand.stage, hand.draws = DEALT, 0


def gap_behind(hand: Hand) -> None:
    """Something was not written down after the hand was decided: what was shown, declared and paid
    then. Where an offence decided it, the table may have forgiven that, and have played on."""
    hand.leave_open(PAST)
    hand.payments_unclear = True
    for seat in hand.seats:
        hand.leave_shows_open(seat)
    winner = hand.outcome.winner
    if winner is not None and may_lay_the_win_otherwise(hand, winner):
        _doubt_how_the_win_lies(hand, winner)
    for done in hand.offences:
        if hand.outcome.event == done.event and may_be_forgiven(hand, done):
            hand.outcome = Outcome("undecided", done.event)
            hand.leave_open(END)
            may_be_ruled_on(hand, done)


def _doubt_how_the_win_lies(hand: Hand, winner: Seat) -> None:
    """The winner may lay the ten cards otherwise, where that earns another bonus."""
    earned, within = micos(winner.melds), melds_among(winner.table, hand.house)
    if any(micos(melds) != earned for melds in shared_out(winner.table, within)):
        hand.leave_open(TABLE, winner)


def begin_play_unseen(hand: Hand) -> None:
    """Cards were drawn in the gap, the first one at least."""
    hand.stage = PLAYING
    hand.first_drawer = hand.first_drawer or hand.seats[0]
    hand.last_layer = hand.last_layer or hand.seats[0]
    hand.draws = max(hand.draws, 1)


def learn_from(hand: Hand, act: Act) -> None:
    """What a line behind a gap tells by itself: that its player is in the hand, and that play has
    begun. Who acts in one turn alone may have withdrawn in the gap all the same."""
    if hand.stage == DEALT and act.type in AFTER_THE_FIRST_DRAW:
        begin_play_unseen(hand)
    seat = act.seat
    if seat is not None and seat.unknown & STANDING:
        seat.unknown &= ~STANDING
        seat.back_since = hand.draws + (act.type == "draw")
    elif seat is not None and seat.back_since is not None and seat.back_since < hand.draws:
        seat.back_since = None


def _lay_as_told(hand: Hand, seat: Seat, melds: Iterable[list[str]], seq: int) -> None:
    # what lay there was used, wherever it is now
    hand.laid |= seat.table & DECK
    seat.melds, seat.table, seat.perhaps_gone = [], 0, 0
    seat.unknown &= ~(TABLE | THINNED)
    for names in melds:
        lying = 0
        for text in names:
            lying |= BITS.get(text) or hand.new_blank()
        seat.melds.append(lying)
        seat.table |= lying
    if seat.table:
        seat.melded_at = seat.melded_at or seq
    seat.fewest = 9 - seat.table.bit_count()
    # for a card that was forced on them the player may have paid none
    seat.most = seat.most if hand.forced_for_nothing else seat.fewest + 1
    hand.where.evidence.note(LAID, seat.place, seat.table)
    hand.visible |= seat.table
    hand.sights.append((seat.table, seq, False))
