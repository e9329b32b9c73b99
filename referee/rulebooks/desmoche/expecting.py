"""What may come next at the table: who may act now, and how.

Rights only, from the order of the seats, the stage of the hand and what was done in the open.
Nothing here looks at what a card is good for: whoever asks learns whom it may go to, never whom it
would help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from referee.judging.expectation import Expectation
from referee.judging.kernel.expecting import may
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, Hand
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.money.announcing import announced_late
from referee.rulebooks.desmoche.money.side_games import title_of
from referee.rulebooks.desmoche.offers import reserved
from referee.rulebooks.desmoche.records import Offer
from referee.rulebooks.desmoche.seat import DISQUALIFIED, Seat
from referee.rulebooks.desmoche.session import MOST_PLAYERS
from referee.rulebooks.desmoche.table import MoneyTable
from referee.rulebooks.desmoche.unknown import DEBTS, PAST, TABLE
from referee.wording.sentences import Cards

Expected = Iterator[Expectation]


def expected(table: MoneyTable) -> Expected:
    """What may come next: the rights of the players in their order, then what belongs between two
    hands."""
    hand = table.hand
    if hand is not None:
        yield from _in_the_hand(hand)
    if hand is None or _may_be_over(hand):
        yield from _after_the_hand(table)
    else:
        yield from _give_up(hand)


def _may_be_over(hand: Hand) -> bool:
    """Whether the hand is decided, or would be if nothing more came of it: the deck is used up and
    nobody has to take the last card, or a gap left open how the melds lie."""
    if hand.over or _spoken_for(hand):
        return hand.over
    unseen = hand.deck is None or any(seat.unknown & TABLE for seat in hand.playing())
    return hand.out_of_cards or bool(hand.unknown & PAST and unseen)


def _names(seats: Iterable[Seat]) -> list[str]:
    return [seat.name for seat in seats]


def _in_the_hand(hand: Hand) -> Expected:
    if hand.stage == BETTING:
        yield from _before_the_deal(hand)
    if hand.stage == DEALT or (hand.stage == BETTING and hand.unknown & PAST):
        yield from _before_the_first_draw(hand)
    if hand.stage == OVER:
        yield from _once_decided(hand)
        return
    if hand.stage > BETTING or hand.unknown & PAST:
        yield from _at_play(hand)


def _before_the_deal(hand: Hand) -> Expected:
    text = "The result of the hand may be written down."
    yield Expectation("result", (), False, "result.wrong", text)
    uneven = [name for name, amount in hand.bets.items() if amount != hand.bet]
    yield from may(
        "correct",
        uneven,
        "Not everybody has put in the bet of {bet} ({told}): put it right before the deal.",
        "bet.equal",
        required=True,
        bet=hand.bet,
        told=[f"{name} {hand.bets[name]}" for name in uneven],
    )
    yield from may(
        "side_bet",
        _names(hand.seats) if hand.house["side_games"] else (),
        "{players} may enter side games until the deal: {games}.",
        "side.timing",
        games=[title_of(game) for game in hand.house["side_games"]],
    )
    yield from may("cut", [hand.seats[0].name], "{players} may cut the deck.", "cut.player")
    yield from may(
        "deal", [hand.dealer], "{players} deals nine cards to each.", "deal.count", required=True
    )


def _before_the_first_draw(hand: Hand) -> Expected:
    yield from _passes_owed(hand)
    yield from _announcements(hand)
    yield from _declarations(hand, hand.playing())


def _still_to_pass(hand: Hand) -> list[Seat]:
    playing = hand.playing()
    return [seat for seat in playing if not seat.passed] if len(playing) > 1 else []


def _awaits_the_cambio(hand: Hand) -> bool:
    """Whether somebody has certainly not passed a card before the first draw: after a gap nobody
    knows, and a pass by a stranger may have been anybody's."""
    missing = len(_still_to_pass(hand)) - hand.strangers_passed
    return hand.stage == DEALT and missing > 0 and not hand.unknown & PAST


def _passes_owed(hand: Hand) -> Expected:
    """The cards still to be passed, from whom to whom."""
    sure = _awaits_the_cambio(hand) and not hand.strangers_passed
    for seat in _still_to_pass(hand):
        yield from may(
            "cambio",
            [seat.name],
            "{players} passes one card to {to}.",
            "cambio.one",
            required=sure,
            to=hand.next_playing(seat).name,
        )


def _announcements(hand: Hand) -> Expected:
    for game, stakes in hand.side_bets.items():
        open_to = [
            seat.name
            for seat in hand.playing()
            if seat.name in stakes
            and (game, seat.name) not in hand.announcements
            and not announced_late(hand, seat)
        ]
        yield from may(
            "announce",
            open_to,
            "{players} may announce {game} before passing a card in the Cambio.",
            "side.late",
            game=title_of(game),
        )


def _declarations(hand: Hand, seats: Iterable[Seat]) -> Expected:
    played = [wins.NAMES[win] for win in wins.RAREST_FIRST if wins.is_played(win, hand.house)]
    declared = [one.seat for one in hand.declarations if one.good is not False]
    yield from may(
        "declare",
        _names(seat for seat in seats if seat not in declared) if played else (),
        "{players} may declare an automatic win until the first draw: {wins}.",
        "auto.late",
        wins=played,
    )


def _at_play(hand: Hand) -> Expected:
    offer = hand.offer
    yield from _debts(hand)
    if hand.stage == BETTING or (offer is not None and offer.by is None):
        yield from _after_a_gap(hand)
    elif offer is not None:
        yield from _on_offer(hand, offer)
    else:
        yield from _melds_after_a_free_card(hand)
    yield from _next_draw(hand)
    if hand.draws and not hand.unknown & PAST:
        yield from _passes_owed(hand)
    yield from _wins_unseen(hand)
    yield from _withdrawals(hand)


def _debts(hand: Hand) -> Expected:
    """Payments for cards that were used: the last one holds up play."""
    debtors = [seat for seat in hand.seats if seat.owes and seat.standing != DISQUALIFIED]
    for seat in sorted(debtors, key=lambda seat: seat is not hand.unpaid):
        yield from may(
            "pay",
            [seat.name],
            "{players} pays a card for the one used at event {event}.",
            "pay.missing",
            required=seat is hand.unpaid,
            event=seat.owes,
        )
        more = [seat.name] if seat.plays else []
        yield from may("meld", more, "{players} may meld more before paying.", "meld.turn")


def _melds_after_a_free_card(hand: Hand) -> Expected:
    doing = hand.act
    more = [doing.seat.name] if doing is not None and doing.used and not doing.seat.owes else []
    text = "{players} may meld more until the next card is drawn."
    yield from may("meld", more, text, "meld.turn")


_AFTER_A_GAP: Final = (
    "After the gap in the record nobody knows whose move it is: {players} may act."
)


def _after_a_gap(hand: Hand) -> Expected:
    names = _names(hand.playing())
    forcing = () if hand.house["forced_cards"] == "off" else ("force",)
    for act in ("meld", "claim", "pass", "pay", "discard", *forcing):
        yield from may(act, names, _AFTER_A_GAP, by=names)


def _on_offer(hand: Hand, offer: Offer) -> Expected:
    """The card on offer: its drawer's first, until they have decided, then the others'."""
    assert offer.by is not None
    card, by = Cards(offer.card), offer.by
    drawer = [by.name] if by.plays and offer.drawn else []
    if offer.held:
        using = "{players} may use {card} in a meld."
        yield from may("meld", drawer, using, "draw.hidden", card=card)
    if not (offer.laid or offer.forced_at):
        laying = "{players} lays {card} on the pile if they do not use it."
        yield from may("discard", drawer, laying, "draw.hidden", card=card)
    if offer.forced is not None and offer.forced_at:
        forced = "{players} must use {card}, which was forced at event {event}."
        at, owner = offer.forced_at, [offer.forced.name]
        yield from may("meld", owner, forced, "force.refused", required=True, card=card, event=at)
    yield from _others_rights(hand, offer)
    yield from _forcing(hand, offer)


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


def _right(act: str, seats: list[Seat], offer: Offer, rule: str | None, told: str = "") -> Expected:
    return may(act, _names(seats), _RIGHTS[told or act], rule, card=Cards(offer.card))


def _others_rights(hand: Hand, offer: Offer) -> Expected:
    takers, bound = _takers(hand, offer), _bound(offer)
    nearest = _up_to_the_first(takers, bound)
    yield from _right("meld", nearest, offer, "claim.priority")
    forced = offer.forced if offer.forced_at else None
    asking = nearest if forced in nearest else takers
    asking = [seat for seat in asking if seat not in bound]
    yield from _right("claim", asking, offer, "claim.priority")
    holder = [offer.by] if offer.held and offer.by is not None and offer.by.plays else []
    silent = [seat for seat in takers if seat.name not in offer.passes and seat is not forced]
    binding = "claim.passed" if hand.house["knock"] == "binding" else None
    yield from _right("pass", holder + silent, offer, binding)


def _takers(hand: Hand, offer: Offer) -> list[Seat]:
    """Who else may take the card on offer, the nearest first: nobody who is out, or who has knocked
    on it where that is binding."""
    if offer.by is None or reserved(hand, offer):
        return []
    knocked = offer.passes if hand.house["knock"] == "binding" else ()
    return [seat for seat in hand.after(offer.by) if seat.plays and seat.name not in knocked]


def _bound(offer: Offer) -> list[Seat]:
    """Who has asked for the card, or had it forced on them, and so has to use it."""
    bound = [claim.seat for claim in offer.claims if claim.lawful]
    return [*bound, offer.forced] if offer.forced is not None and offer.forced_at else bound


def _spoken_for(hand: Hand) -> bool:
    """Whether somebody has to use the card on offer, so that it cannot be left lying."""
    return hand.offer is not None and bool(_bound(hand.offer))


def _up_to_the_first(seats: list[Seat], bound: list[Seat]) -> list[Seat]:
    """The seats before the first one that is bound to use the card, and that one."""
    first = next((at for at, seat in enumerate(seats) if seat in bound), len(seats))
    return seats[: first + 1]


def _forcing(hand: Hand, offer: Offer) -> Expected:
    owners = _forcible(hand, offer)
    card, by = Cards(offer.card), _names(hand.playing())
    yield from may("force", _names(owners), _RIGHTS["force"], "force.priority", card=card, by=by)
    if hand.house["forced_cards"] == "automatic":
        yield from _right("meld", owners, offer, "force.missed", told="force")


def _forcible(hand: Hand, offer: Offer) -> list[Seat]:
    """Whom the card may be forced on, if it extends a meld there. Whether it does is not said."""
    if hand.house["forced_cards"] == "off" or offer.forced_at or offer.by is None:
        return []
    others = [] if reserved(hand, offer) else [seat for seat in hand.after(offer.by) if seat.plays]
    order = _up_to_the_first(others, _bound(offer))
    if hand.house["force_back"] == "on" and offer.by.plays and not _bound(offer):
        order.append(offer.by)
    return [seat for seat in order if seat.melds or seat.unknown & TABLE]


def _is_open(hand: Hand, offer: Offer) -> bool:
    """Whether anybody may use the card on offer, as far as it is known."""
    return offer.held or not offer.card or bool(_takers(hand, offer) or _forcible(hand, offer))


def _next_draw(hand: Hand) -> Expected:
    debtor = hand.unpaid
    unpaid = debtor and not debtor.owing_told and debtor.standing != DISQUALIFIED
    used_up = hand.draws and hand.deck is not None and hand.deck <= 0
    if unpaid or used_up or _spoken_for(hand) or _awaits_the_cambio(hand):
        return
    drawers = [seat for seat in hand.expected_drawers() if seat.plays]
    drawers = list({seat.name: seat for seat in drawers}.values())
    offer = hand.offer
    open_to_somebody = offer is not None and _is_open(hand, offer)
    yield from may(
        "draw",
        _names(drawers),
        _drawing(hand, drawers, if_nobody_takes=open_to_somebody),
        "turn.order",
        required=not (open_to_somebody or hand.unknown & DEBTS) and len(drawers) == 1,
        card=Cards(offer.card if offer is not None else 0),
    )


def _drawing(hand: Hand, drawers: list[Seat], *, if_nobody_takes: bool) -> str:
    if len(drawers) > 1:
        return "Nobody knows whose draw it is: {players} may draw."
    if not hand.draws:
        return "{players} draws the first card."
    second = hand.draws == 1 and hand.house["opening"] == "second_if_unused"
    if second and not hand.first_card_used and drawers == [hand.first_drawer]:
        if if_nobody_takes:
            return "If nobody uses {card}, {players} draws a second one."
        return "{players} draws a second card."
    return "If nobody takes {card}, {players} draws." if if_nobody_takes else "{players} draws."


def _wins_unseen(hand: Hand) -> Expected:
    unseen = [seat for seat in hand.playing() if seat.unknown & TABLE]
    text = "{players} may call the win: how the melds lie after the gap is not known."
    yield from may("win", _names(unseen), text, "win.false")


def _withdrawals(hand: Hand) -> Expected:
    bound = _bound(hand.offer) if hand.offer is not None else []
    free = [seat for seat in hand.playing() if seat not in bound]
    if hand.house["withdraw"] == "free":
        yield from may("withdraw", _names(free), "{players} may withdraw.")
    elif hand.house["withdraw"] == "blocked_melds":
        with_melds = [seat for seat in free if seat.melds or seat.unknown & TABLE]
        text = "{players} may withdraw, if no card that could still come fits their own melds."
        yield from may("withdraw", _names(with_melds), text, "withdraw.live")


def _once_decided(hand: Hand) -> Expected:
    winner, kind = hand.outcome.winner, hand.outcome.kind
    if winner is not None and kind == "melds" and not hand.win_called:
        yield from may("win", [winner.name], "{players} may call the win.", "win.false")
    if winner is not None:
        yield from _announcements(hand)
    if kind == "automatic":
        as_dealt = any(one.as_dealt for one in hand.declarations if one.good)
        if not as_dealt:
            yield from _passes_owed(hand)
        if ("hand.over", "") not in hand.told:
            competing = [seat for seat in hand.playing() if not (as_dealt and seat.passed)]
            yield from _declarations(hand, competing)


def _give_up(hand: Hand) -> Expected:
    text = "The table may give the hand up (end abandoned)."
    yield from may("end", _names(hand.seats), text, "end.early")


def _after_the_hand(table: MoneyTable) -> Expected:
    """What follows a hand that is decided, or will be if nobody takes the card on offer."""
    hand = table.hand
    if hand is not None:
        yield from _end(hand)
        announcers = [one.seat for one in hand.announcements.values()]
        showing = [
            seat for seat in hand.seats if seat in announcers and seat.standing != DISQUALIFIED
        ]
        text = "{players} may show what was announced."
        yield from may("show", _names(showing), text, "side.unshown")
        text = "The money of this hand may be settled."
        yield from may("payment", _names(hand.seats), text, "payment.wrong")
    yield from _next_hand(table)
    if len(table.seated()) < MOST_PLAYERS and not _barred_by_the_pot(table):
        yield Expectation("join", (), False, "seat.carry", "Somebody may sit down.")
    yield from may("leave", table.seated(), "Anybody may leave the table.")
    yield from may("house", table.seated(), "The table may change its house rules.")


def _end(hand: Hand) -> Expected:
    offer = hand.offer
    if hand.end_written:
        return
    if hand.over:
        text = "The record may say that the hand is over."
    elif not hand.out_of_cards:
        text = "The hand may have ended: a gap in the record left open how it stands."
    elif offer is None:
        text = "The deck is used up, and no card is on offer: the hand ends without a winner."
    elif _is_open(hand, offer):
        text = "The deck is used up: if nobody takes {card}, the hand ends without a winner."
    else:
        text = "The deck is used up, and nobody may take {card}: the hand ends without a winner."
    card = Cards(offer.card if offer is not None else 0)
    yield from may("end", _names(hand.seats), text, "end.early", card=card)


def _barred_by_the_pot(table: MoneyTable) -> bool:
    return table.house["carry_join"] == "locked" and table.pot_is_carried


def _next_hand(table: MoneyTable) -> Expected:
    """Who opens the next hand, and what binds its bet."""
    seated, hand = table.seated(), table.hand
    if len(seated) < 2:
        return
    dealer = table.next_dealer
    lost = hand is not None and hand.unknown & PAST and hand.outcome.kind in ("open", "undecided")
    if hand is None or dealer is None:
        yield from may("hand", seated, "Anybody may deal: {players}.", "dealer.rotation")
    elif lost and not hand.out_of_cards:
        text = "Anybody may deal after the gap in the record: {players}."
        yield from may("hand", seated, text, "dealer.rotation")
    else:
        carried = hand.outcome.winner is None
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
