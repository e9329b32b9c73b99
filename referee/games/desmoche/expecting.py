"""The acts that may come next, and the players who may do them.

Only rights count, from the order of the seats, the stage of the hand and open play; never the value
of a card to a player.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from referee.core.facts import known
from referee.core.hand import Hand, Seat
from referee.games.desmoche import game, wins
from referee.games.desmoche.evening import MOST_PLAYERS, Evening
from referee.games.desmoche.game import DISQUALIFIED
from referee.games.desmoche.opening import is_late, yet_to_pass
from referee.games.desmoche.side_games import title_of
from referee.judging.findings import Expectation, may
from referee.wording.sentences import Cards

Expected = Iterator[Expectation]


def expected(table: Evening) -> Expected:
    """Yield the acts that may come next: those of the hand, then those between hands."""
    t = table.hand
    if t is not None:
        yield from _once_decided(t) if t.maybe("over") else _in_the_hand(table, t)
    if t is None or _may_be_over(t):
        yield from _after_the_hand(table)
    else:
        text = "The table may give the hand up (end abandoned)."
        yield from may("end", t.seats, text, "end.early")


def _may_be_over(t: Hand) -> bool:
    """Return whether the hand is decided, or is if no more acts come: the deck is used up and no
    player must take the last card, or a gap leaves the melds open."""
    if t.maybe("over") or _bound(t):
        return bool(t.maybe("over"))
    unseen = "stock" not in t.__dict__ or any(seat not in t.melds for seat in _in_play(t))
    return bool(known(lambda: game.out_of_cards(t)) or (t.missing_lines and unseen))


def _in_play(t: Hand) -> list[Seat]:
    """Return the players who are, or may be, in the hand."""
    return [seat for seat in t.seats if not t.left.get(seat)]


def _in_the_hand(table: Evening, t: Hand) -> Expected:
    if not t.maybe("cards_dealt"):
        yield from _before_the_deal(table.began[t.number - 1].bets, t)
    if not _has_begun(t) and (t.maybe("cards_dealt") or t.holes):
        yield from _passes_owed(t)
        yield from _announcements(t)
        yield from _declarations(t, _in_play(t))
    if t.maybe("cards_dealt") or t.missing_lines:
        yield from _at_play(t)


def _has_begun(t: Hand) -> bool:
    """Return whether a card was drawn, as far as known."""
    if t.maybe("draws") is not None:
        return bool(t.draws)
    melded = any(t.melds.get(seat) or t.melded.get(seat) for seat in t.seats)
    return melded or t.maybe("stock", t.size_of_stock) < t.size_of_stock or not t.holes


def _before_the_deal(bets: Mapping[str, int], t: Hand) -> Expected:
    written = "The result of the hand may be written down."
    yield Expectation("result", (), False, "result.wrong", written)
    uneven = [name for name, amount in bets.items() if amount != t.bet]
    text = "{players} has not put in the bet of {bet}: put it right before the deal."
    yield from may("correct", uneven, text, "bet.equal", required=True, bet=t.bet)
    games = [title_of(side) for side in t.house["side_games"]]
    text = "{players} may enter side games until the deal: {games}."
    yield from may("side_bet", t.seats if games else (), text, "side.timing", games=games)
    yield from may("cut", t.seats[:1], "{players} may cut the deck.", "cut.player")
    text = "{players} deals nine cards to each."
    yield from may("deal", t.seats[-1:], text, "deal.count", required=True)


def _awaits_the_cambio(t: Hand) -> bool:
    """Return whether a player has certainly passed no card before the first draw."""
    return bool(t.maybe("draws") == 0 and yet_to_pass(t) and not t.missing_lines)


def _passes_owed(t: Hand) -> Expected:
    """Yield the passes still due in the Cambio, with giver and receiver."""
    text, is_awaited = "{players} passes one card to {to}.", _awaits_the_cambio(t)
    for seat in yet_to_pass(t):
        to = known(partial(game.next_playing, t, seat), t.after(seat)).name
        yield from may("cambio", [seat], text, "cambio.one", required=is_awaited, to=to)


def _announcements(t: Hand) -> Expected:
    text = "{players} may announce {game} before passing a card in the Cambio."
    for side, stakes in t.stakes:
        announcers = [announced.seat for announced in t.announcements if announced.game == side]
        may_say = [seat for seat in _in_play(t) if seat.name in stakes and seat not in announcers]
        in_time = [seat for seat in may_say if not is_late(t, seat)]
        yield from may("announce", in_time, text, "side.late", game=title_of(side))


def _declarations(t: Hand, seats: Iterable[Seat]) -> Expected:
    played = [wins.NAMES[win] for win in wins.RAREST_FIRST if wins.is_played(win, t.house)]
    declared = [declaration.seat for declaration in t.declarations if declaration.good is not False]
    left = [seat for seat in seats if played and seat not in declared]
    text = "{players} may declare an automatic win until the first draw: {wins}."
    yield from may("declare", left, text, "auto.late", wins=played)


def _at_play(t: Hand) -> Expected:
    offer = t.maybe("offer")
    yield from _debts(t)
    if offer is None or (offer and t.maybe("by") is None):
        yield from _after_a_gap(t)
    elif offer:
        yield from _on_offer(t)
    elif t.doing is not None and t.used and not t.owes.get(t.doing, True):
        text = "{players} may meld more until the next card is drawn."
        yield from may("meld", [t.doing], text, "meld.turn")
    yield from _next_draw(t)
    if t.maybe("draws") and not t.missing_lines:
        yield from _passes_owed(t)
    unseen = [seat for seat in _in_play(t) if seat not in t.melds]
    text = "{players} may call the win: it is unknown how the melds lie after the gap."
    yield from may("win", unseen, text, "win.false")
    yield from _withdrawals(t)


def _debts(t: Hand) -> Expected:
    """Yield the payments due for used cards: the last one holds up play."""
    unpaid = t.maybe("unpaid")
    debtors = [seat for seat in t.seats if t.owes.get(seat) and t.left.get(seat) != DISQUALIFIED]
    text = "{players} pays a card for the one used at event {event}."
    for seat in sorted(debtors, key=lambda seat: seat is not unpaid):
        at, holds_up = t.owes[seat][-1], seat is unpaid
        yield from may("pay", [seat], text, "pay.missing", required=holds_up, event=at)
        more = [] if t.left.get(seat) else [seat]
        yield from may("meld", more, "{players} may meld more before paying.", "meld.turn")


def _after_a_gap(t: Hand) -> Expected:
    names = [seat.name for seat in _in_play(t)]
    forcing = () if t.house["forced_cards"] == "off" else ("force",)
    text = "It is unknown whose move it is: {players} may act."
    for act in ("meld", "claim", "pass", "pay", "discard", *forcing):
        yield from may(act, names, text, by=names)


def _on_offer(t: Hand) -> Expected:
    """Yield the rights to the card on offer: its drawer's first, then the others'."""
    takers, bound, forced, card = _takers(t), _bound(t), _forced(t), Cards(game.bit(t.offer))
    drawer = [] if t.left.get(t.by) else [t.by]
    holder = drawer if t.held else []
    yield from may("meld", holder, "{players} may use {card} in a meld.", "draw.hidden", card=card)
    if not (t.maybe("set_down") or t.maybe("binding")):
        text = "{players} lays {card} on the pile if they do not use it."
        yield from may("discard", drawer if t.drawn else [], text, "draw.hidden", card=card)
    facts = {"card": card, "event": t.maybe("binding"), "required": True}
    text = "{players} must use {card}, which was forced at event {event}."
    yield from may("meld", forced, text, "force.refused", **facts)
    nearest = _up_to_the_first(takers, bound)
    text = "{players} may take {card} for a meld."
    yield from may("meld", nearest, text, "claim.priority", card=card)
    asking = nearest if forced and forced[0] in nearest else takers
    asking = [seat for seat in asking if seat not in bound]
    yield from may("claim", asking, "{players} may ask for {card}.", "claim.priority", card=card)
    silent = [seat for seat in takers if seat not in (*t.knocked, *forced)]
    binding = "claim.passed" if t.house["knock"] == "binding" else None
    yield from may("pass", holder + silent, "{players} may knock on {card}.", binding, card=card)
    owners, by = _forcible(t), [seat.name for seat in _in_play(t)]
    text = "{card} may be forced on {players}, onto a meld that it extends."
    yield from may("force", owners, text, "force.priority", card=card, by=by)
    if t.house["forced_cards"] == "automatic":
        yield from may("meld", owners, text, "force.missed", card=card)


def _takers(t: Hand) -> list[Seat]:
    """Return the other players who may take the card on offer, the nearest first."""
    left = [seat for seat in game.others(t, t.by) if not t.left.get(seat)]
    return [seat for seat in left if not known(partial(game.claim_fault, t, seat))]


def _forced(t: Hand) -> list[Seat]:
    """Return the player who must use the card because it was forced on them, if any."""
    return [t.forced] if t.maybe("forced") is not None and t.maybe("binding") else []


def _bound(t: Hand) -> list[Seat]:
    """Return the players who claimed the card, or had it forced on them, and so must use it."""
    if not t.maybe("offer"):
        return []
    return [claim.seat for claim in t.maybe("claims", ()) if claim.lawful] + _forced(t)


def _up_to_the_first(seats: list[Seat], bound: list[Seat]) -> list[Seat]:
    """Return the seats up to the first one that must use the card, inclusive."""
    first = next((at for at, seat in enumerate(seats) if seat in bound), len(seats))
    return seats[: first + 1]


def _forcible(t: Hand) -> list[Seat]:
    """Return the players on whom the card may be forced if it extends their melds."""
    if t.house["forced_cards"] == "off" or t.maybe("binding"):
        return []
    reserved = known(lambda: game.is_reserved(t))
    nearer = [] if reserved else [seat for seat in game.others(t, t.by) if not t.left.get(seat)]
    order = _up_to_the_first(nearer, _bound(t))
    if t.house["force_back"] == "on" and not t.left.get(t.by) and not _bound(t):
        order.append(t.by)
    return [seat for seat in order if t.melds.get(seat, True)]


def _next_draw(t: Hand) -> Expected:
    debtor = t.maybe("unpaid")
    unpaid = debtor and not t.debt_reported.get(debtor) and t.left.get(debtor) != DISQUALIFIED
    used_up = _has_begun(t) and t.maybe("stock", 1) <= 0
    if unpaid or used_up or _bound(t) or _awaits_the_cambio(t):
        return
    turn, offer, by = t.maybe("turn"), t.maybe("offer"), t.maybe("by")
    drawers = _in_play(t) if turn is None else [turn]
    is_wanted = offer != "" and bool(None in (offer, by) or t.held or _takers(t) or _forcible(t))
    is_due = not is_wanted and len(t.owes) == len(t.seats) and len(drawers) == 1
    text = "If nobody takes {card}, {players} draws." if is_wanted else "{players} draws."
    if len(drawers) > 1:
        text = "It is unknown whose draw it is: {players} may draw."
    card = Cards(game.bit(offer or ""))
    yield from may("draw", drawers, text, "turn.order", required=is_due, card=card)


def _withdrawals(t: Hand) -> Expected:
    free = [seat for seat in _in_play(t) if seat not in _bound(t)]
    if t.house["withdraw"] == "free":
        yield from may("withdraw", free, "{players} may withdraw.", None)
    elif t.house["withdraw"] == "blocked_melds":
        with_melds = [seat for seat in free if t.melds.get(seat, True)]
        text = "{players} may withdraw, if no card that could still come fits their own melds."
        yield from may("withdraw", with_melds, text, "withdraw.live")


def _once_decided(t: Hand) -> Expected:
    winner = t.maybe("winner")
    if winner is not None and t.over == "melds" and not t.maybe("called"):
        yield from may("win", [winner], "{players} may call the win.", "win.false")
    if winner is not None:
        yield from _announcements(t)
    if t.over == "automatic":
        as_dealt = any(declaration.as_dealt for declaration in t.declarations if declaration.good)
        if not as_dealt:
            yield from _passes_owed(t)
        if ("hand.over", "") not in t.already_reported:
            competing = [seat for seat in _in_play(t) if not (as_dealt and t.given[seat])]
            yield from _declarations(t, competing)


def _after_the_hand(table: Evening) -> Expected:
    """Yield the events after a hand that is decided, or may be."""
    t, seated = table.hand, table.seated
    if t is not None:
        text = "The record may say that the hand is over."
        yield from may("end", () if t.end_written else t.seats, text, "end.early")
        said = [announced.seat for announced in t.announcements]
        showing = [seat for seat in t.seats if seat in said and t.left.get(seat) != DISQUALIFIED]
        yield from may("show", showing, "{players} may show what was announced.", "side.unshown")
        text = "The money of this hand may be settled."
        yield from may("payment", t.seats, text, "payment.wrong")
    if len(seated) > 1:
        yield from _next_hand(table, seated)
    barred = table.house["carry_join"] == "locked" and table.pot_is_carried
    if len(seated) < MOST_PLAYERS and not barred:
        yield Expectation("join", (), False, "seat.carry", "A new player may sit down.")
    yield from may("leave", seated, "Anybody may leave the table.")
    yield from may("house", seated, "The table may change its house rules.")


def _next_hand(table: Evening, seated: Sequence[str]) -> Expected:
    """Yield the opening of the next hand: its dealer, and the constraint on its bet."""
    t, dealer = table.hand, table.next_dealer
    lost = t is not None and t.missing_lines and t.maybe("over") in (None, "undecided")
    if t is None or dealer is None or (lost and not known(lambda: game.out_of_cards(t))):
        yield from may("hand", seated, "Anybody may deal: {players}.", "dealer.rotation")
        return
    carried = t.maybe("winner") is None
    option = table.house["carry_bet"] if carried else "unanimous"
    rule = "bet.carry" if carried else "bet.changed"
    yield from may("hand", [dealer], _NEXT_HAND[option], rule, bet=table.last_bet)


_NEXT_HAND: Final = {
    "locked": "{players} deals the next hand; a pot is carried over, so the bet stays {bet}.",
    "unanimous": "{players} deals the next hand; the bet stays {bet} unless all agree.",
    "free": "{players} deals the next hand; a pot is carried over, and the bet is free.",
}
"""The sentences about the next hand, by the constraint on its bet."""
