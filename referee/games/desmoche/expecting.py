"""The acts that may come next at the table: who may act now, and how.

Rights only, from the order of the seats, the stage of the hand and what was done in the open.
Nothing here looks at what a card is good for: whoever asks learns whom it may go to, never whom it
would help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from referee.core.facts import known
from referee.core.hand import Hand, Seat
from referee.games.desmoche import wins
from referee.games.desmoche.evening import MOST_PLAYERS, Evening
from referee.games.desmoche.game import (
    DISQUALIFIED,
    bit,
    is_reserved,
    next_playing,
    others,
    out_of_cards,
)
from referee.games.desmoche.opening import is_late
from referee.games.desmoche.side_games import title_of
from referee.judging.expectation import Expectation, may
from referee.wording.sentences import Cards

Expected = Iterator[Expectation]


def expected(table: Evening) -> Expected:
    """Yield what may come next: the rights of the players in their order, then what belongs between
    two hands."""
    hand = table.hand
    if hand is not None:
        yield from _in_the_hand(table, hand)
    if hand is None or _may_be_over(hand):
        yield from _after_the_hand(table)
    else:
        text = "The table may give the hand up (end abandoned)."
        yield from may("end", _names(hand.seats), text, "end.early")


def _may_be_over(t: Hand) -> bool:
    """Return whether the hand is decided, or would be if nothing more came of it: the deck is used
    up and nobody has to take the last card, or a gap left open how the melds lie."""
    if t.maybe("over") or _bound(t):
        return bool(t.maybe("over"))
    unseen = "stock" not in t.__dict__ or any(_is_open(t, one) for one in _in_play(t))
    return bool(known(lambda: out_of_cards(t)) or (t.missing_lines and unseen))


def _is_open(t: Hand, seat: Seat) -> bool:
    """Return whether it is open how a player's melds lie."""
    return seat not in t.melds


def _names(seats: Iterable[Seat]) -> list[str]:
    return [seat.name for seat in seats]


def _in_play(t: Hand) -> list[Seat]:
    """Return who is in the hand, or may be."""
    return [seat for seat in t.seats if not t.left.get(seat)]


def _in_the_hand(table: Evening, t: Hand) -> Expected:
    is_dealt = t.maybe("cards_dealt")
    if t.maybe("over"):
        yield from _once_decided(t)
        return
    if not is_dealt:
        yield from _before_the_deal(table, t)
    if not has_begun(t) and (is_dealt or t.holes):
        yield from _passes_owed(t)
        yield from _announcements(t)
        yield from _declarations(t, _in_play(t))
    if is_dealt or t.missing_lines:
        yield from _at_play(t)


def has_begun(t: Hand) -> bool:
    """Return whether a card was drawn, as far as the record shows."""
    if t.maybe("draws") is not None:
        return bool(t.draws)
    melded = any(t.melds.get(seat) or t.melded.get(seat) for seat in t.seats)
    return melded or t.maybe("stock", t.size_of_stock) < t.size_of_stock or not t.holes


def _before_the_deal(table: Evening, t: Hand) -> Expected:
    text = "The result of the hand may be written down."
    yield Expectation("result", (), False, "result.wrong", text)
    began = table.began[t.number - 1]
    uneven = [name for name, amount in began.bets.items() if amount != began.bet]
    yield from may(
        "correct",
        uneven,
        "Not everybody has put in the bet of {bet} ({told}): put it right before the deal.",
        "bet.equal",
        required=True,
        bet=began.bet,
        told=[f"{name} {began.bets[name]}" for name in uneven],
    )
    yield from may(
        "side_bet",
        _names(t.seats) if t.house["side_games"] else (),
        "{players} may enter side games until the deal: {games}.",
        "side.timing",
        games=[title_of(game) for game in t.house["side_games"]],
    )
    yield from may("cut", [t.seats[0].name], "{players} may cut the deck.", "cut.player")
    yield from may(
        "deal", [t.seats[-1].name], "{players} deals nine cards to each.", "deal.count",
        required=True,
    )  # fmt: skip


def _still_to_pass(t: Hand) -> list[Seat]:
    ring = _in_play(t)
    return [seat for seat in ring if not t.given[seat]] if len(ring) > 1 else []


def _awaits_the_cambio(t: Hand) -> bool:
    """Return whether somebody has certainly not passed a card before the first draw."""
    return bool(t.maybe("draws") == 0 and _still_to_pass(t) and not t.missing_lines)


def _passes_owed(t: Hand) -> Expected:
    """Yield the cards still to be passed, from whom to whom."""
    for seat in _still_to_pass(t):
        yield from may(
            "cambio",
            [seat.name],
            "{players} passes one card to {to}.",
            "cambio.one",
            required=_awaits_the_cambio(t),
            to=known(partial(next_playing, t, seat), t.after(seat)).name,
        )


def _announcements(t: Hand) -> Expected:
    for game, stakes in t.stakes:
        said = [one.seat for one in t.said if one.game == game]
        open_to = [
            seat.name
            for seat in _in_play(t)
            if seat.name in stakes and seat not in said and not is_late(t, seat)
        ]
        yield from may(
            "announce",
            open_to,
            "{players} may announce {game} before passing a card in the Cambio.",
            "side.late",
            game=title_of(game),
        )


def _declarations(t: Hand, seats: Iterable[Seat]) -> Expected:
    played = [wins.NAMES[win] for win in wins.RAREST_FIRST if wins.is_played(win, t.house)]
    declared = [one.seat for one in t.declarations if one.good is not False]
    yield from may(
        "declare",
        _names(seat for seat in seats if seat not in declared) if played else (),
        "{players} may declare an automatic win until the first draw: {wins}.",
        "auto.late",
        wins=played,
    )


def _at_play(t: Hand) -> Expected:
    offer = t.maybe("offer")
    yield from _debts(t)
    if offer is None or (offer and t.maybe("by") is None):
        yield from _after_a_gap(t)
    elif offer:
        yield from _on_offer(t)
    elif t.doing is not None and t.used and not t.owes.get(t.doing, True):
        text = "{players} may meld more until the next card is drawn."
        yield from may("meld", [t.doing.name], text, "meld.turn")
    yield from _next_draw(t)
    if t.maybe("draws") and not t.missing_lines:
        yield from _passes_owed(t)
    unseen = [seat for seat in _in_play(t) if _is_open(t, seat)]
    text = "{players} may call the win: how the melds lie after the gap is not known."
    yield from may("win", _names(unseen), text, "win.false")
    yield from _withdrawals(t)


def _debts(t: Hand) -> Expected:
    """Yield the payments for cards that were used: the last one holds up play."""
    unpaid = t.maybe("unpaid")
    debtors = [one for one in t.seats if t.owes.get(one) and t.left.get(one) != DISQUALIFIED]
    for seat in sorted(debtors, key=lambda seat: seat is not unpaid):
        yield from may(
            "pay",
            [seat.name],
            "{players} pays a card for the one used at event {event}.",
            "pay.missing",
            required=seat is unpaid,
            event=t.owes[seat][-1],
        )
        more = [] if t.left.get(seat) else [seat.name]
        yield from may("meld", more, "{players} may meld more before paying.", "meld.turn")


_AFTER_A_GAP: Final = (
    "After the gap in the record nobody knows whose move it is: {players} may act."
)


def _after_a_gap(t: Hand) -> Expected:
    names = _names(_in_play(t))
    forcing = () if t.house["forced_cards"] == "off" else ("force",)
    for act in ("meld", "claim", "pass", "pay", "discard", *forcing):
        yield from may(act, names, _AFTER_A_GAP, by=names)


def _card(t: Hand) -> Cards:
    return Cards(bit(t.maybe("offer") or ""))


def _on_offer(t: Hand) -> Expected:
    """Yield the rights to the card on offer: its drawer's first, until they have decided, then
    those of the others."""
    card = _card(t)
    drawer = [t.by.name] if t.drawn and not t.left.get(t.by) else []
    if t.held:
        using = "{players} may use {card} in a meld."
        yield from may("meld", drawer, using, "draw.hidden", card=card)
    if not (t.set_down or t.maybe("binding")):
        laying = "{players} lays {card} on the pile if they do not use it."
        yield from may("discard", drawer, laying, "draw.hidden", card=card)
    if t.maybe("forced") is not None and t.maybe("binding"):
        forced = "{players} must use {card}, which was forced at event {event}."
        at, owner = t.binding, [t.forced.name]
        yield from may("meld", owner, forced, "force.refused", required=True, card=card, event=at)
    yield from _others_rights(t)
    yield from _forcing(t)


_RIGHTS: Final[Mapping[str, tuple[str, str]]] = {
    "claim": ("{players} may ask for {card}.", "{players} may ask for {card}, in this order."),
    "meld": (
        "{players} may take {card} for a meld.",
        "{players} may take {card} for a meld, in this order.",
    ),
    "pass": ("{players} may knock on {card}.", "{players} may knock on {card}, in any order."),
    "force": (
        "{card} may be forced on {players}, onto a meld that it extends.",
        "{card} may be forced on {players}, in this order, onto a meld that it extends.",
    ),
}
"""How a right to the card on offer is told: of one player, and of several."""


def _right(t: Hand, act: str, seats: list[Seat], rule: str | None, told: str = "") -> Expected:
    return may(act, _names(seats), _RIGHTS[told or act], rule, card=_card(t))


def _others_rights(t: Hand) -> Expected:
    takers, bound = _takers(t), _bound(t)
    nearest = _up_to_the_first(takers, bound)
    yield from _right(t, "meld", nearest, "claim.priority")
    forced = t.maybe("forced") if t.maybe("binding") else None
    asking = [one for one in (nearest if forced in nearest else takers) if one not in bound]
    yield from _right(t, "claim", asking, "claim.priority")
    holder = [t.by] if t.held and not t.left.get(t.by) else []
    silent = [seat for seat in takers if seat not in t.knocked and seat is not forced]
    binding = "claim.passed" if t.house["knock"] == "binding" else None
    yield from _right(t, "pass", holder + silent, binding)


def _takers(t: Hand) -> list[Seat]:
    """Return who else may take the card on offer, the nearest first: nobody who is out, or who has
    knocked on it where that is binding."""
    if known(lambda: is_reserved(t)):
        return []
    knocked = t.knocked if t.house["knock"] == "binding" else ()
    return [seat for seat in others(t, t.by) if not t.left.get(seat) and seat not in knocked]


def _bound(t: Hand) -> list[Seat]:
    """Return who has asked for the card, or had it forced on them, and so has to use it."""
    if not t.maybe("offer"):
        return []
    bound = [claim.seat for claim in t.maybe("claims", ()) if claim.lawful]
    return [*bound, t.forced] if t.maybe("forced") is not None and t.maybe("binding") else bound


def _up_to_the_first(seats: list[Seat], bound: list[Seat]) -> list[Seat]:
    """Return the seats before the first one that is bound to use the card, and that one."""
    first = next((at for at, seat in enumerate(seats) if seat in bound), len(seats))
    return seats[: first + 1]


def _forcing(t: Hand) -> Expected:
    owners, by = _forcible(t), _names(_in_play(t))
    yield from may(
        "force", _names(owners), _RIGHTS["force"], "force.priority", card=_card(t), by=by
    )
    if t.house["forced_cards"] == "automatic":
        yield from _right(t, "meld", owners, "force.missed", told="force")


def _forcible(t: Hand) -> list[Seat]:
    """Return whom the card may be forced on, if it extends a meld there. Whether it does is not
    said."""
    if t.house["forced_cards"] == "off" or t.maybe("binding"):
        return []
    reserved = known(lambda: is_reserved(t))
    nearer = [] if reserved else [seat for seat in others(t, t.by) if not t.left.get(seat)]
    order = _up_to_the_first(nearer, _bound(t))
    if t.house["force_back"] == "on" and not t.left.get(t.by) and not _bound(t):
        order.append(t.by)
    return [seat for seat in order if t.melds.get(seat, True)]


def _may_be_used(t: Hand) -> bool:
    """Return whether anybody may use the card on offer, as far as it is known."""
    offer = t.maybe("offer")
    return offer is None or bool(offer and (t.held or _takers(t) or _forcible(t)))


def _next_draw(t: Hand) -> Expected:
    debtor = t.maybe("unpaid")
    unpaid = debtor and not t.owing_told.get(debtor) and t.left.get(debtor) != DISQUALIFIED
    used_up = has_begun(t) and t.maybe("stock", 1) <= 0
    if unpaid or used_up or _bound(t) or _awaits_the_cambio(t):
        return
    turn = t.maybe("turn")
    drawers = _in_play(t) if turn is None else [turn]
    open_to_somebody = _may_be_used(t)
    owing = any(seat not in t.owes for seat in t.seats)
    yield from may(
        "draw",
        _names(drawers),
        _drawing(t, drawers, if_nobody_takes=open_to_somebody),
        "turn.order",
        required=not (open_to_somebody or owing) and len(drawers) == 1,
        card=_card(t),
    )


def _drawing(t: Hand, drawers: list[Seat], *, if_nobody_takes: bool) -> str:
    if len(drawers) > 1:
        return "Nobody knows whose draw it is: {players} may draw."
    if t.maybe("draws") == 0:
        return "{players} draws the first card."
    second = t.maybe("draws") == 1 and t.house["opening"] == "second_if_unused"
    if second and not t.maybe("first_used", True) and drawers == [t.maybe("by")]:
        if if_nobody_takes:
            return "If nobody uses {card}, {players} draws a second one."
        return "{players} draws a second card."
    return "If nobody takes {card}, {players} draws." if if_nobody_takes else "{players} draws."


def _withdrawals(t: Hand) -> Expected:
    free = [seat for seat in _in_play(t) if seat not in _bound(t)]
    if t.house["withdraw"] == "free":
        yield from may("withdraw", _names(free), "{players} may withdraw.")
    elif t.house["withdraw"] == "blocked_melds":
        with_melds = [seat for seat in free if t.melds.get(seat, True)]
        text = "{players} may withdraw, if no card that could still come fits their own melds."
        yield from may("withdraw", _names(with_melds), text, "withdraw.live")


def _once_decided(t: Hand) -> Expected:
    winner = t.maybe("winner")
    if winner is not None and t.over == "melds" and not t.maybe("called"):
        yield from may("win", [winner.name], "{players} may call the win.", "win.false")
    if winner is not None:
        yield from _announcements(t)
    if t.over == "automatic":
        as_dealt = any(one.as_dealt for one in t.declarations if one.good)
        if not as_dealt:
            yield from _passes_owed(t)
        if ("hand.over", "") not in t.told:
            competing = [seat for seat in _in_play(t) if not (as_dealt and t.given[seat])]
            yield from _declarations(t, competing)


def _after_the_hand(table: Evening) -> Expected:
    """Yield what follows a hand that is decided, or will be if nobody takes the card on offer."""
    t = table.hand
    if t is not None:
        yield from _end(t)
        said = [one.seat for one in t.said]
        showing = [one for one in t.seats if one in said and t.left.get(one) != DISQUALIFIED]
        text = "{players} may show what was announced."
        yield from may("show", _names(showing), text, "side.unshown")
        text = "The money of this hand may be settled."
        yield from may("payment", _names(t.seats), text, "payment.wrong")
    yield from _next_hand(table)
    barred = table.house["carry_join"] == "locked" and table.pot_is_carried
    if len(table.seated()) < MOST_PLAYERS and not barred:
        yield Expectation("join", (), False, "seat.carry", "Somebody may sit down.")
    yield from may("leave", table.seated(), "Anybody may leave the table.")
    yield from may("house", table.seated(), "The table may change its house rules.")


def _end(t: Hand) -> Expected:
    if t.end_written:
        return
    if t.maybe("over"):
        text = "The record may say that the hand is over."
    elif not known(lambda: out_of_cards(t)):
        text = "The hand may have ended: a gap in the record left open how it stands."
    elif not t.maybe("offer"):
        text = "The deck is used up, and no card is on offer: the hand ends without a winner."
    elif _may_be_used(t):
        text = "The deck is used up: if nobody takes {card}, the hand ends without a winner."
    else:
        text = "The deck is used up, and nobody may take {card}: the hand ends without a winner."
    yield from may("end", _names(t.seats), text, "end.early", card=_card(t))


def _next_hand(table: Evening) -> Expected:
    """Yield who opens the next hand, and what binds its bet."""
    seated, t = table.seated(), table.hand
    if len(seated) < 2:
        return
    dealer = table.dealer_due
    lost = t is not None and t.missing_lines and t.maybe("over") in (None, "undecided")
    if t is None or dealer is None:
        yield from may("hand", seated, "Anybody may deal: {players}.", "dealer.rotation")
    elif lost and not known(lambda: out_of_cards(t)):
        text = "Anybody may deal after the gap in the record: {players}."
        yield from may("hand", seated, text, "dealer.rotation")
    else:
        carried = t.maybe("winner") is None
        option = table.house["carry_bet"] if carried else "all_agree"
        rule = "bet.carry" if carried else "bet.changed"
        yield from may("hand", [dealer], _NEXT_HAND[option], rule, bet=table.last_bet)


_NEXT_HAND: Final = {
    "locked": "{players} deals the next hand; a pot is carried over, so the bet stays {bet}.",
    "unanimous": "{players} deals the next hand; a pot is carried over, so the bet stays {bet} "
    "unless all agree.",
    "free": "{players} deals the next hand; a pot is carried over, and the bet is free.",
    "all_agree": "{players} deals the next hand; the bet stays {bet} unless all agree.",
}
"""How the next hand is told, by what binds its bet."""
