"""Leaving and ending a hand: withdrawals, offences, called wins, and cards shown at the end."""

from collections.abc import Sequence
from typing import Any, Final

from referee.cards.deck import DECK, UNRECORDED, cards_of
from referee.core.cards import is_blank
from referee.core.declaring import Slip
from referee.core.facts import NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.games.desmoche import game, mending, wins
from referee.games.desmoche.game import desmoche, discard, hand, meld, offence, pay, show, withdraw
from referee.games.desmoche.melds import extensions, extensions_after_a_desmoche
from referee.games.desmoche.reading import has_picked
from referee.judging.findings import DISQUALIFICATION, RECORD
from referee.judging.remedies import turn_taken_back
from referee.wording.language import N_, Plural
from referee.wording.sentences import Cards

REPORTED: Final = {
    "hid_draw": ("draw.hidden", N_("{player} put a drawn or discarded card into the hand.")),
    "searched_pile": ("discard.search", N_("{player} moved cards in the discard pile.")),
    "misdeal": ("deal.count", N_("{player} dealt a wrong number of cards.")),
    "meld_order": ("meld.order", N_("{player} laid a meld in the wrong order.")),
}
"""The disqualifying offence that each kind of ``offence`` event reports, and its sentence."""


# ---- out of the hand


def leave(t: Hand, seat: Seat, how: str, seq: int) -> None:
    """Put a player out for the rest of the hand, which may end if at most one is left."""
    t.left[seat], t.out_since[seat] = how, seq
    if t.maybe("offer"):
        t.let(
            held=lambda: t.held and t.by is not seat,
            claims=lambda: game.of_others(t.claims, seat),
            early=lambda: game.of_others(t.early, seat),
            binding=lambda: 0 if t.forced is seat else t.binding,
        )
    if t.maybe("over"):
        return
    left = [seat for seat in t.seats if not t.left.get(seat)]
    sure, wins = [seat for seat in left if seat in t.left], t.house["last_standing"] == "wins"
    if not left:
        t.set(over="none", over_at=seq)
    elif len(left) == 1 and wins and (sure or left[0] is t.maybe("last")):
        t.set(over="last_standing", over_at=seq, winner=left[0])
    elif len(sure) < (2 if wins else 1):
        # others may have left in unrecorded lines, and the hand may be over
        t.forget("over")
    set_turn(t)


def set_turn(t: Any) -> None:
    """Give the turn to the next player still in the hand."""
    debtor = t.maybe("unpaid")
    if debtor is not None and t.left.get(debtor) == game.DISQUALIFIED:
        # the card that they used is not paid for
        after = known(lambda: game.next_playing(t, t.by))
        if after is known(lambda: game.next_playing(t, debtor)) is not None:
            t.turn = after
    elif t.maybe("turn") is not None:
        t.let(turn=lambda: game.next_playing(t, t.seats[-1]) if t.by is None else t.next_seat(t.by))


def extending(t: Hand, melds: tuple[int, ...]) -> int:
    """Return the cards that extend melds, as this table counts them for a withdrawal."""
    if t.house["withdraw_looks"] == "as_it_lies":
        return extensions(melds, t.house)
    return extensions_after_a_desmoche(melds, t.house)


def not_seen_by(t: Hand, seat: Seat) -> int:
    """Return the unseen cards that are not known to be this player's own."""
    seen = game.faces(t.pile) | cards_of(t.loose) | game.faces(t.hand.get(seat))
    for other in t.seats:
        seen |= game.lying_of(t, other)
        for cards, _ in t.sights[other]:
            seen |= cards
        if t.left.get(other) == game.DISQUALIFIED:
            seen |= cards_of(t.cards_in(hand, other))
    return DECK & ~seen


def unseen_beside(t: Hand, seat: Seat) -> int:
    """Return the number of unrecorded cards that can no longer come."""
    if len(t.melds) < len(t.seats):
        raise NotKnown("melds")
    count = int(t.unread) + sum(is_blank(card) for card in t.pile)
    for other in t.seats:
        count += (game.lying_of(t, other) & ~DECK).bit_count()
        if other is not seat and t.left.get(other) == game.DISQUALIFIED:
            count += sum(map(is_blank, t.cards_in(hand, other)))
    return count


def cards_still_live(t: Hand, seat: Seat) -> int:
    """Return the cards that extend a player's melds and could still come."""
    if any(meld > DECK for meld in t.melds[seat]):
        raise NotKnown("melds")
    found = extending(t, t.melds[seat]) & not_seen_by(t, seat)
    if t.missing_lines or min(len(t.left), len(t.melds)) < len(t.seats):
        raise NotKnown("melds")
    unseen = unseen_beside(t, seat) + sum(map(is_blank, t.cards_in(hand, seat)))
    if found and found.bit_count() <= unseen:
        raise NotKnown("hand")  # disqualified hidden hands may hold them all
    return found


@withdraw.does
def withdraws(t: Any, a: Act) -> None:
    """Record that a player passes for the rest of the hand."""
    if t.left.get(a.seat):
        return
    t.__dict__.setdefault("over", None)
    if t.maybe("doing") is a.seat:
        game.clear_act(t)
    beside = known(lambda: unseen_beside(t, a.seat), otherwise=99)
    if beside or any(map(is_blank, t.hand.get(a.seat) or ("?",))):
        lay, unseen = t.melds.get(a.seat, ()), known(lambda: not_seen_by(t, a.seat), otherwise=0)
        t.withdrawals = (*t.withdrawals, game.Withdrawal(a.seat, a.seq, lay, unseen, beside))
    leave(t, a.seat, game.WITHDREW, a.seq)


@desmoche.rule(
    "withdraw.off", withdraw, remedy=mending.STAYS, binds=("withdraw",),
    says="{player} withdrew, which this table does not play.",
)  # fmt: skip
def may_withdraw(t: Hand, a: Act) -> bool:
    """A player can withdraw only if the house rules allow it.

    Right: The player stays in the hand, and knocks as long as no card fits.
    Source: rule text, Passing
    """
    return bool(t.house["withdraw"] != "off")


def fitting(count: int) -> Plural:
    """Return the sentence for a withdrawal while this number of fitting cards could still come."""
    return Plural(
        "{player} withdrew although {cards}, which fits a meld of {player}, could still come.",
        "{player} withdrew although {cards}, which fit melds of {player}, could still come.",
        count,
    )


@desmoche.finds(
    "withdraw.live", withdraw, remedy=mending.STAYS, once=True,
    binds=("withdraw", "withdraw_looks"),
)  # fmt: skip
def has_no_live_card(t: Hand, a: Act) -> list[Slip]:
    """A player may withdraw only if no card that could still come fits their melds: every card that
    extends one of them is visible, dead, or their own. The melds count as they are or, by house
    rule, also as they could be after a desmoche. A player without melds may not withdraw. If a
    hidden hand might hold every such card, it is undecided.

    Right: The player stays in the hand while a card that could still come fits their melds.
    Source: rule text, Passing
    """
    if t.house["withdraw"] != "blocked_melds":
        return []
    if not t.melds[a.seat]:
        return [Slip(a.seat, says=N_("{player} withdrew without a meld on the table."))]
    live = cards_still_live(t, a.seat)
    says = fitting(live.bit_count())
    return [Slip(a.seat, {"cards": Cards(live)}, says=says)] if live else []


@desmoche.finds(
    "withdraw.live", game.draw, discard, pay, meld, show, once=True,
    binds=("withdraw", "withdraw_looks"), says=fitting(1),
)  # fmt: skip
def withdrew_too_early(t: Hand, a: Act) -> list[Slip]:
    """Find withdrawals that were too early: a card that fits comes later, or turns out not to be in
    the player's own hand."""
    if not t.withdrawals or t.missing_lines:
        return []
    found, named = [], a.event.get("cards") or [a.event["card"]]  # inferred cards do not count
    for withdrawal in t.withdrawals:
        if a.seat is not withdrawal.seat:
            came = cards_of(named) & withdrawal.unseen
        elif a.form is show:
            held = t.cards_in(hand, withdrawal.seat)
            own = cards_of(named) | cards_of(held)  # it decides once all are known
            came = withdrawal.unseen & ~own if own.bit_count() >= len(held) else 0
        else:
            continue
        live = came & live_cards(t, withdrawal) if came else 0
        if live.bit_count() > withdrawal.beside:
            found.append(Slip(withdrawal.seat, {"cards": Cards(live)}, at=withdrawal.seq))
    return found


def live_cards(t: Hand, withdrawal: game.Withdrawal) -> int:
    """Return the cards that could still come when a player withdrew, and so forbade it."""
    if t.house["withdraw"] != "blocked_melds" or any(lying > DECK for lying in withdrawal.melds):
        return 0
    return extending(t, withdrawal.melds) & withdrawal.unseen & ~cards_of(t.loose)


OUT: Final = {
    game.WITHDREW: N_("{player} is out of this hand (withdrawn) and takes no further part in it."),
    game.DISQUALIFIED: N_(
        "{player} is out of this hand (disqualified) and takes no further part in it."
    ),
    "": N_("{player} is out of this hand and takes no further part in it."),
}


@desmoche.finds(
    "player.out", *game.PLAY, game.win, remedy=turn_taken_back, silences=True, once=True,
)  # fmt: skip
def acts_though_out(t: Hand, a: Act) -> list[Slip]:
    """A player who withdrew or is disqualified takes no further part in the hand. It is reported
    once a hand, at their first act; a payment that they owe from before is in order.

    Right: A player who is out waits for the next hand; they only pay a card that they still owe.
    Source: rule text, Passing
    """
    seat = t.seat_of(a.event["by"]) if a.form is game.force else a.seat
    if not t.left.get(seat) or (a.form is pay and t.owes.get(seat, True)):
        return []
    if a.form is game.win and t.maybe("over"):
        return []
    since = t.out_since[seat]  # 0: before a position
    how, cites = (t.left[seat], (since,)) if since else ("", ())
    return [Slip(seat, cites=cites, says=OUT[how])]


# ---- offences


def offences_of(t: Hand, seat: Seat, rule: str) -> list[game.Offence]:
    """Return the offences against a rule that a player committed in this hand."""
    return [offence for offence in t.offences if offence.seat is seat and offence.rule == rule]


def reported_offence(t: Hand, a: Act, rule: str) -> list[Slip]:
    """Return the slip of a reported offence, unless the record already shows the same one."""
    kind, says = REPORTED.get(a.event["kind"], ("", ""))
    return [Slip(a.seat, says=says)] if kind == rule and not offences_of(t, a.seat, rule) else []


def is_reported(t: Hand, seat: Seat, rule: str) -> bool:
    """Return whether an offence was reported that the cards have not shown yet."""
    return any(offence.reported for offence in offences_of(t, seat, rule))


def commit(t: Any, seat: Seat, seq: int, rule: str, *, reported: bool = False) -> None:
    """Record a disqualifying offence, or note that the cards show one reported before."""
    if not reported:
        for one in offences_of(t, seat, rule):
            if one.reported:
                change(t, one, reported=False)
                return
    done = game.Offence(seat, seq, rule, reported)
    t.offences = (*t.offences, done)
    if rule == "deal.count" or t.house["enforcement"] == "strict":
        enforce(t, done, seq)


def change(t: Any, done: game.Offence, **how: Any) -> None:
    """Change the record of an offence."""
    t.offences = tuple(entry._replace(**how) if entry is done else entry for entry in t.offences)


def enforce(t: Hand, done: game.Offence, seq: int) -> None:
    """Take the offender's cards out of play; their win at or after the offence is void."""
    holds = known(lambda: t.held and t.by is done.seat, otherwise=False)
    words = (t.maybe("claims", ()), t.maybe("early", ()))
    ended = (t.maybe("over"), t.over_at, t.maybe("winner"), t.maybe("win"), holds, words)
    change(t, done, enforced=seq, ended=ended)
    since = game.moment(t, t.over_at or 0) >= game.moment(t, done.seq)
    if t.maybe("over") and t.maybe("winner") is done.seat and since:
        t.set(over="none", over_at=seq, winner=None, win=None)
    if t.left.get(done.seat) != game.DISQUALIFIED:
        leave(t, done.seat, game.DISQUALIFIED, seq)


def void_deal(t: Hand, seq: int) -> None:
    """Void the deal: cards dealt and passed, and announcements, no longer count."""
    if t.voided or t.draws:
        return
    t.set(voided=seq, cards_dealt=False, announcements=(), declarations=())
    t.set(located={}, loose=frozenset())
    for seat in t.seats:
        t.hand[seat] = t.fresh(game.NINE, hand)
        t.passed[seat] = ()
        t.given[seat], t.came[seat], t.as_dealt[seat], t.sights[seat] = (), (), None, ()


@offence.does
def tells_of_an_offence(t: Hand, a: Act) -> None:
    """Record a reported offence, unless the cards have already shown it."""
    rule, _ = REPORTED.get(a.event["kind"], ("", ""))
    if rule == "deal.count" and t.house["misdeal"] == "redeal":
        void_deal(t, a.seq)
    elif rule and not offences_of(t, a.seat, rule):
        commit(t, a.seat, a.seq, rule, reported=True)
        if rule == "draw.hidden" and t.maybe("by") is a.seat and t.maybe("turn") is a.seat:
            t.forget("turn")  # the first card counts as used, or they draw a second one


@game.disqualify.does
def puts_out(t: Hand, a: Act) -> None:
    """Put a player out for the named offence, or for all open ones."""
    named = a.event.get("event")
    for one in t.offences:
        is_meant = one.seat is a.seat and named in (None, one.seq)
        if is_meant and not (one.enforced or one.forgiven):
            enforce(t, one, a.seq)
    if t.left.get(a.seat) != game.DISQUALIFIED:
        leave(t, a.seat, game.DISQUALIFIED, a.seq)


def pardon(t: Any, event: int, seq: int) -> None:
    """Forgive the offences at an event from now on."""
    if event == t.voided and not t.cards_dealt:
        t.cards_dealt = True
    for one in t.offences:
        if one.seq != event or one.forgiven:
            continue
        if not one.enforced:
            change(t, one, forgiven=seq)
        elif is_pardonable(t, one):
            change(t, one, forgiven=seq, enforced=0)
            let_in_again(t, one)


def is_pardonable(t: Hand, done: game.Offence) -> bool:
    """Return whether the table may still forgive an offence that it has enforced."""
    in_time = done.rule == "deal.count" or game.moment(t, t.last_draw) <= game.moment(t, done.seq)
    return bool(done.enforced == done.seq and in_time)


def let_in_again(t: Any, done: game.Offence) -> None:
    """Let a forgiven player into the hand again, as if they had not been out."""
    seat = done.seat
    if any(offence.enforced for offence in t.offences if offence.seat is seat):
        return
    t.left[seat], t.out_since[seat] = "", 0
    over, over_at, winner, how, held, words = done.ended
    if t.maybe("over") and t.over_at == done.seq:
        t.set(over=over, over_at=over_at, winner=winner, win=how)
        if not over and known(lambda: game.are_ten(t, seat)) and not t.hand.get(seat):
            t.set(over="melds", over_at=done.seq, winner=seat)
    if held and known(lambda: t.offer and t.by is seat and t.drawn and not t.set_down):
        t.held = True
    for name, entries in zip(("claims", "early"), words, strict=True):
        mine = tuple(entry for entry in entries if entry.seat is seat and entry.seq > t.offered)
        if t.maybe("offer") and mine and name in t.__dict__:
            t.set(**{name: (*mine, *game.of_others(t.maybe(name), seat))})
    set_turn(t)


@desmoche.finds(
    "discard.search", offence, kind=DISQUALIFICATION,
    says="{player} moved cards in the discard pile.", remedy=mending.offence_left_out,
)  # fmt: skip
def searches_the_pile(t: Hand, a: Act) -> list[Slip]:
    """Nobody may move cards in the discard pile to see what has passed.

    Right: The pile stays as it is; the referee or the log says what has passed.
    Source: rule text, Disqualification
    """
    return reported_offence(t, a, "discard.search")


@desmoche.finds(
    "disqualify.baseless", game.disqualify, remedy=mending.not_put_out,
    says="{player} was disqualified, but no offence supports it.",
)  # fmt: skip
def has_no_ground(t: Hand, a: Act) -> list[Slip]:
    """A player can be disqualified only for the four offences of the rule text: a misdeal,
    searching the pile, hiding a card in the hand, and melds in the wrong order. Without such an
    offence in this hand, or for a forgiven one, a disqualification is baseless; it takes effect all
    the same.

    Right: The table disqualifies a player only for one of the four offences of the rule text, and
    not for one that it forgave.
    Source: rule text, Disqualification
    """
    named = a.event.get("event")
    if named is not None and not (1 <= named < a.seq or named in t.timeline):
        return []
    standing = [entry.seq for entry in t.offences if entry.seat is a.seat and not entry.forgiven]
    if any(named in (None, seq) for seq in standing):
        return []
    strict = t.house["meld_order"] == "strict" or t.drew[a.seat]
    unseen = t.may_be_seen[a.seat] and strict
    if t.missing_lines or unseen or any(map(is_blank, t.drew[a.seat])):
        raise NotKnown("offences")  # they may have broken a rule unseen
    return [Slip(None, {"player": a.seat.name})]


# ---- the end


@game.win.does
def calls_the_win(t: Any, a: Act) -> None:
    """Record a called win; the cards decide."""
    if t.maybe("over"):
        t.called = t.maybe("called") or a.seat is t.winner
        return
    game.clear_act(t)
    if (a.seat not in t.melds or "over" not in t.__dict__) and not t.left.get(a.seat):
        # after a gap it is believed
        t.set(over="melds", over_at=a.seq, winner=a.seat, win=None, trusted=True)


@desmoche.finds(
    "win.false", game.win, remedy=mending.CALL_BACK,
    says="A win takes ten cards in valid melds; {player} called it with {count}.",
)  # fmt: skip
def has_won(t: Hand, a: Act) -> list[Slip]:
    """A player wins with exactly ten cards in valid melds on the table and none in the hand.
    Nine on the table and an empty hand do not win, and neither do ten with an invalid meld.
    Play goes on after a false call.

    Right: Call the win with exactly ten cards in valid melds and an empty hand.
    Source: rule text, Object of the game
    """
    if t.over or t.left[a.seat]:
        return []
    return [Slip(a.seat, {"count": game.on_table(t, a.seat).bit_count()})]


@show.does
def shows_cards(t: Any, a: Act) -> None:
    """Record shown cards: for a side game, or a hand at the end."""
    seat, cards = a.seat, cards_of(a.event["cards"])
    if any(has_picked(t, seat, card) for card in a.event["cards"]):
        commit(t, seat, a.seq, "draw.hidden")
    t.unread += a.event["cards"].count(UNRECORDED)
    t.may_be_seen[seat] |= UNRECORDED in a.event["cards"]
    t.sights[seat] = (*t.sights[seat], (cards & DECK, a.seq))
    t.showings[seat] = (*t.showings[seat], (cards & DECK, a.seq))


@game.end.does
def ends_the_hand(t: Any, a: Act) -> None:
    """End the hand as the record says."""
    t.end_written = True
    nobody_won = a.event.get("why") in ("stock_empty", "everybody_out")
    if t.missing_lines and nobody_won and not t.maybe("over"):
        game.clear_act(t)
        t.set(over="none", over_at=a.seq, winner=None, win=None)
    game.finish(t, a.seq)


@game.result.does
def takes_the_result(t: Any, a: Act) -> None:
    """Apply the table's result, which counts if the cards leave it open."""
    event, before = a.event, t.agreed
    up = event.get("up_the_tree")
    agreed = game.Agreed(
        a.seq, t.seat_of(event["winner"] or ""), event.get("by"), event.get("bonuses"),
        None if up is None else seats_of(t, up),
        {side: seats_of(t, won) for side, won in event.get("side_games", {}).items()},
    )  # fmt: skip
    t.set(agreed=agreed, end_written=True)
    is_trusted = t.maybe("trusted", True) or (before is not None and t.over_at == before.seq)
    is_trusted &= not game.is_shown(t)
    if t.maybe("over", "undecided") in (None, "undecided") or is_trusted:
        game.clear_act(t)
        win = event.get("by") if event.get("by") in wins.NAMES else None
        over = "automatic" if win else event.get("by") or "melds"
        winner = None if t.left.get(agreed.winner) else agreed.winner
        if winner is None:
            over = "undecided" if event["winner"] else "none"  # no player in the hand
        t.set(
            early=(), trusted=over == "undecided", doubted=False, over=over, over_at=a.seq,
            winner=winner, win=win,
        )  # fmt: skip


def seats_of(t: Hand, names: str | Sequence[str] | None) -> tuple[Seat, ...]:
    """Return the seats of one name, several or none, without strangers."""
    found = map(t.seat_of, [names] if isinstance(names, str) else names or ())
    return tuple(seat for seat in found if seat is not None)


@desmoche.finds("end.early", game.end, kind=RECORD, once=True)
def ends_in_time(t: Hand, a: Act) -> list[Slip]:
    """A hand lasts until a player has won, everybody is out, or the last card was refused. A log
    that ends it earlier leaves the outcome undecided, unless the table gave the hand up.

    Right: Play the hand until a player has won, everybody is out or nobody wants the last card; or
    write that the table gave it up.
    Source: rule text, Object of the game
    """
    if t.over or a.event.get("why") == "abandoned" or game.out_of_cards(t):
        return []
    text: str | Plural = Plural(
        "The hand ends with {left} card left in the deck, and nobody has won.",
        "The hand ends with {left} cards left in the deck, and nobody has won.",
        t.stock,
    )
    if not t.cards_dealt:
        text = N_("The hand ends before the cards were dealt, and nobody has won.")
    elif not t.stock:
        text = N_("The hand ends before a payment, and nobody has won.")
    return [Slip(None, {"left": t.stock}, says=text)]
