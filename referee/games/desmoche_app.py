"""Desmoche as in the phone app: for two, with cards drawn into the hand, and out of melds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from random import Random
from typing import Any

from referee.answers.book import rulebook_of
from referee.cards.deck import UNRECORDED, names
from referee.cards.deck import cards_of as bits_of
from referee.cards.melds import MELDS, is_left, is_valid, may_share, read
from referee.core.cards import face_of, is_blank, without
from referee.core.declaring import Event, Game, Slip
from referee.core.facts import NotKnown, any_known, known
from referee.core.hand import UNDECIDED, Act, Hand, Seat
from referee.core.melds import Meld, cards_of
from referee.judging import forms, remedies
from referee.judging.findings import RECORD
from referee.judging.forms import CARD, CARDS, PLAYER, Field, Form
from referee.judging.rulebook import HouseRule
from referee.wording.language import N_
from referee.wording.sentences import InOrder

PAGE, MOST_MELDS, CARDS_TO_WIN = "the app's rule page", 3, 10

app = Game(
    "desmoche_app", title="Desmoche (app)",
    about="Two players take a card, meld and discard; cards of a meld may go back to the hand; ten "
    "cards in melds win.", players=(2, 2), dealt=9, scored=False, out="winner",
    house=(
        HouseRule(
            "whole_meld_back", "Melds", "Taking a whole meld back",
            f"{PAGE}, Gameplay and Controls", {"on": "allowed", "off": "not allowed"},
        ),
        HouseRule(
            "recycled", "The deck", "The pile as the new deck",
            f"the simplest reading; {PAGE} says only that it is not shuffled",
            {"turned_over": "turned over (the first discard is drawn first)",
             "as_it_lies": "as it is (the last discard is drawn first)"},
        ),
        HouseRule(
            "renewed", "The deck", "When the pile becomes the deck",
            f"the simplest reading; {PAGE} says only when the deck is empty",
            {"when_needed": "when a card is needed", "at_once": "with the last card drawn"},
        ),
    ),
)  # fmt: skip

hand = app.zone("hand", seen_by="owner")
melds = app.zone("melds", open=True)
stock, pile = app.deals(hand)
app.melds()
turn_up, deal, end = (app.events[name] for name in ("turn_up", "deal", "end"))
turn_up.stage = 4  # after the Cambio

cambio = app.event(
    Form(
        "cambio", N_("Passes a card face down to the other player."), N_("{player} passes a card"),
        N_("a card passed in the Cambio"),
        (PLAYER, CARD, Field("to", "player", required=False, label=("to", "a"))),
        line=("cambio", "cambio"), several=True,
    ),
    "{player} passes {card}.", more={"to": "It goes to {to}."}, moves=hand >> hand,
    to=lambda t, a: t.after(a.seat), grows=True, stage=3, due=True, asked_by="cambio.one",
    next="{players} passes one card to the other player.",
)  # fmt: skip
refuse = app.event(forms.REFUSE, "{player} does not want the card.", asked_by="trial.meld",
    next="{players} may decline the first discard.")  # fmt: skip
draw = app.event(forms.DRAW, moves=stock >> hand, asked_by="turn.order")
take = app.event(forms.TAKE, moves=pile >> hand, asked_by="turn.order")
discard = app.event(
    forms.DISCARD, moves=hand >> pile, grows=True, asked_by="turn.discard",
    next="{players} discards a card.",
)  # fmt: skip
meld = app.event(
    forms.MELD, moves=hand >> melds, grows=True, free=True, afterwards=True, asked_by="meld.turn",
    next="{players} may meld, lay off and move cards between their own melds.",
)  # fmt: skip
take_back = app.event(
    Form(
        "take_back", N_("Takes cards of their own meld back into the hand."),
        N_("{player} takes cards back"), N_("cards taken back"), (PLAYER, CARDS), sign="^",
    ),
    "{player} takes {cards} back into the hand.", moves=melds >> hand, grows=True,
    asked_by="back.broken", next="{players} may take cards of a meld back into the hand.",
)  # fmt: skip
win = app.event(forms.WIN, free=True, afterwards=True, alone=True, asked_by="win.false")
app.event(forms.SHOW, reveals=hand, grows=True, afterwards=True)
app.reshuffles(lambda t, pile: pile[::-1] if t.house["recycled"] == "turned_over" else pile)
app.turn = (draw | take) >> discard
app.endings = {"melds": N_("{player} wins."),
               "melds_melds": N_("{player} wins with ten cards: {melds}.")}  # fmt: skip


app.fact("passed", (), per_seat=True)  # the lines of the cards that they passed in the Cambio
app.fact("declined", False, per_seat=True)  # they do not want the first discard
app.fact("played", False, lasting=True, says=(N_("Play had not begun."), N_("Play had begun.")))
app.fact("trial", None)  # the line in which the dealer took the first discard, and the card
app.fact("taken", False, per_seat=True)  # the card that they took from the pile in this turn
app.fact("torn", (), per_seat=True)  # the melds they tore apart since a card was taken
app.fact("early", False, per_seat=True)  # they melded out of turn, and have taken no card since
app.fact("spare", False, per_seat=True)  # they may lay a card too many down
app.fact("down", (), per_seat=True)  # their melds as far as known; open: none for certain
app.fact("winner", None)
app.fact("called", False)  # the win was called, and no act followed


def listed(a: Act) -> tuple[str, ...]:
    """Return the cards that an act names, including unrecorded ones."""
    return tuple(a.event["cards"]) if "cards" in a.event else (a.event["card"],)


def lying(t: Hand, seat: Seat) -> list[tuple[str, ...]]:
    """Return the melds of a player."""
    return [meld.cards for meld in t.laid[seat]]


@app.hook
def melds_of(t: Hand, seat: Seat) -> list[tuple[str, ...]]:
    """Return the melds that a player has for certain: all of them, if these are known."""
    return lying(t, seat) if seat in t.laid else t.down.get(seat, [])


@app.hook
def from_hand(t: Hand, a: Act) -> list[str]:
    """Return the cards that leave the hand; the others are in melds."""
    cards, held = listed(a), t.held_in(hand, a.seat) or ()
    if a.form is cambio:
        if "to" in a.event and (t.seat_of(a.event["to"]) is a.seat or t.passed[a.seat] is None):
            raise NotKnown("to")  # the card lies with either, or an earlier pass is put right
        return list(cards)
    own = melds_of(t, a.seat)
    is_own = {*cards} <= {*chain(*own), *held} - {UNRECORDED}
    if a.form is discard and not is_own and a.seat not in t.laid:
        return list(cards)
    others = [] if is_own or a.form is discard else lying(t, t.after(a.seat))
    reading = read(own if is_own else lying(t, a.seat), others, cards, held, laid=a.form is meld)
    is_any = UNRECORDED in cards and a.form is not meld and (own or others)
    if reading is None or is_any:
        raise NotKnown("laid")
    a.onto = reading
    return list(cards) if a.form is take_back else reading.fresh


def lift(t: Hand, a: Act, *new: tuple[str, ...]) -> None:
    """Take the cards of an act out of the melds, and add ``new`` melds, as far as known."""
    cards, reading = listed(a), a.__dict__.get("onto")
    is_any = UNRECORDED in cards and not (a.form is meld and is_valid(cards))
    for seat in [a.seat] if a.form is discard else t.seats:
        if seat is a.seat and reading is not None:
            left, is_known = [*reading.left, *new], True
        else:
            old = melds_of(t, seat)
            left = [meld for meld in old if not (is_any or may_share([meld], cards, cards))]
            is_known = seat is not a.seat and len(left) == len(t.laid.get(seat, ()))
            left += new if seat is a.seat else ()
        t.down[seat] = left
        if seat in t.laid and is_known:
            t.laid[seat] = tuple(Meld(meld, a.seq) for meld in left)
        elif seat in t.laid:
            del t.laid[seat]
            t.forget_cards(seat)
    if a.is_wrong or a.wrong:
        t.down.clear()
        if known(lambda: not (t.over or is_turn(t, a.seat))):
            t.forget_facts()  # the line may have the wrong name
            for seat in t.seats:
                t.forget_cards(seat)
    t.let_each("torn", [a.seat], lambda _: (*t.torn[a.seat], *torn_by(a)))


def torn_by(a: Act) -> list[tuple[Event, Meld]]:
    """Return the event, and the remains of each meld that it tears apart."""
    return [(a.form, Meld(rest, a.seq)) for rest in (a.onto.torn if a.onto else ())]


# ---- the course of a hand


@app.hook
def left_out(t: Hand, form: Event, seat: Seat) -> list[tuple[Event, Seat]]:
    """Return the implied refusal of the first discard, whose line may be left out."""
    dealer = t.seats[-1]
    is_theirs = form is take and (seat is t.turn or (seat is dealer and t.declined[seat]))
    if t.played or not form.in_turn or is_theirs:
        return []
    return [(refuse, t.turn)] if form is take or t.turn is dealer else []


@app.hook
def aside(t: Hand) -> list[tuple[Event, Seat]]:
    """Allow cards to go back from melds at any time, and the first discard to be declined."""
    back = [(take_back, seat) for seat in t.seats if t.laid[seat]]
    return back + [(refuse, seat) for seat in t.seats if not (t.played or t.declined[seat])]


@app.hook
def closed(t: Hand) -> str | None:
    """End the hand as won if the table stops after a called win, or with ten cards in melds."""
    return "melds" if t.maybe("winner") or with_ten(t) else UNDECIDED if t.called else None


@app.hook
def winner(t: Hand, points: Any) -> Any:
    """Return the winner; without written play, the player with ten cards in melds."""
    return with_ten(t) or t.winner


def with_ten(t: Hand) -> Any:
    """Return the only player with ten cards in melds, if only the end of the hand is written."""
    won = [seat for seat in t.seats if t.unwritten and have_ten(t.laid.get(seat, ()))]
    return won[0] if len(won) == 1 else None


@deal.does
def deals(t: Hand, a: Act) -> None:
    """Leave open after a wrong deal which player has a card too many."""
    if a.is_wrong:
        t.spare.clear()


@cambio.does
def passes(t: Hand, a: Act) -> None:
    """Record a pass. A card that a player passed to themselves may be with either."""
    if not a.faces:
        t.forget_cards(t.after(a.seat))
    t.let_each("passed", [a.seat], lambda seat: (*t.passed[seat], a.onto or a.seq))


@refuse.does
def declines(t: Hand, a: Act) -> None:
    """Let the dealer take the first discard after the other player declines it."""
    first, dealer = t.seats
    t.declined[a.seat] = True
    t.let(turn=lambda: dealer if t.declined[first] > t.declined[dealer] else first)


def cambio_is_over(t: Hand) -> bool:
    """Return whether the first discard is turned up."""
    return t.played or "turn_up" in t.written


def end_cambio(t: Hand, *_: Any) -> None:
    """Forget hands if no card was recorded; make them open if only one player's card was."""
    for seat in t.seats if not all(t.passed.values()) else ():
        if any(t.passed.values()):
            t.forget_cards(seat)
        elif t.held_in(hand, seat) is not None:
            t.blur(hand, seat)


turn_up.does(end_cambio)


@app.hook
def prepare(t: Hand, form: Event, *_: Any) -> None:
    """End the Cambio at the first draw where no card is recorded as turned up."""
    if form.in_turn and not cambio_is_over(t):
        end_cambio(t)


@draw.does
@take.does
def takes_a_card(t: Hand, a: Act) -> None:
    """Begin a turn with a card, which makes earlier changes of melds final."""
    seat, is_take = a.seat, a.form is take
    card = a.shown[0][0] if a.faces == [UNRECORDED] else a.faces[0]
    tries = is_take and seat is t.seats[-1]
    t.let(trial=lambda: (a.seq, card) if tries and not (t.played or t.declined[seat]) else None)
    t.let_each("taken", [seat], lambda _: is_take and face_of(card))
    t.set(played=True, winner=None, called=False)
    t.early[seat] = False
    t.torn.update(dict.fromkeys(t.seats, ()))
    if a.breaks_turn is not None:
        t.spare.pop(a.breaks_turn, None)
    if is_take and t.maybe("irregular") is seat:
        t.forget("step")  # it may be the card that was laid down wrongly
    if t.house["renewed"] == "at_once" and t.maybe("stock") == 0 and len(t.pile) > 1:
        t.renew()
    if seat in t.laid:
        wins(t, a)


@meld.does
def lays(t: Hand, a: Act) -> None:
    """Lay the cards together, and take them out of their former melds."""
    if listed(a):
        t.set(called=False)
        t.let_each("early", [a.seat], lambda seat: t.early[seat] or not is_turn(t, seat))
        lift(t, a, listed(a))
        wins(t, a)
        if known(lambda: not t.mid_turn) and (a.is_wrong or a.may_be_wrong or a.wrong):
            t.forget("turn", "step", "played")  # a line may be missing


take_back.does(lift)


@discard.does
def discards(t: Hand, a: Act) -> None:
    """Discard a card, first taking it back from a meld if needed. A wrong discard may be taken up
    again."""
    card, seat = a.event["card"], a.seat
    if not known(lambda: melds_first_discard(t, a) and discards_another_card(t, a)):
        t.irregular = seat
    t.set(trial=None, winner=None, called=False)
    if not a.faces:
        if on_table := t.held_in(melds, seat) or ():
            t.put(melds, seat, without(on_table, [card]))
        t.pile = (*t.pile, t.see(card if card in on_table else "", card, None, None))
    lift(t, a)
    t.torn[seat] = ()
    t.taken.pop(seat, None)


@win.does
def calls(t: Hand, a: Act) -> None:
    """Believe a called win if the record leaves the melds open."""
    t.set(called=True)
    if a.is_wrong:
        t.torn[a.seat] = ()
    elif not t.maybe("over"):
        t.set(over="melds", winner=a.seat, contested=True)


def wins(t: Hand, a: Act) -> None:
    """End the hand if the player in turn has ten cards in at most three melds, or any player if
    only melds are written."""

    def has_won() -> bool:
        return bool(t.lone_lines or is_turn(t, a.seat)) and have_ten(t.laid[a.seat])

    t.let(winner=lambda: t.winner or (a.seat if has_won() else None))
    t.let(over=lambda: t.over or ("melds" if t.winner else None))


def is_turn(t: Hand, seat: Seat) -> bool:
    """Return whether a player has taken a card and not discarded yet."""
    return t.turn is seat and t.mid_turn


def have_ten(laid: tuple[Meld, ...]) -> bool:
    """Return whether melds have ten cards."""
    enough = len(cards_of(laid)) >= CARDS_TO_WIN and len(laid) <= MOST_MELDS
    return enough and all(is_valid(meld.cards) for meld in laid)


@app.finds(
    "cambio.one", turn_up, refuse, take, draw, meld, take_back, discard, section="The Cambio",
    says="{player} passed no card before the first discard.", once=True,
    remedy=remedies.one_card_passed(N_("{player} passes a card.")),
)  # fmt: skip
def pass_a_card(t: Hand, a: Act) -> list[Slip]:
    """In the Cambio each player passes exactly one card. A missing card is reported where the first
    discard is turned up, if the other player's is written; a second card where it is passed, or
    where the first discard is turned up.

    Right: Each player passes exactly one card before the first discard is turned up.
    Source: the app's rule page, Card Exchange
    """

    def passed_none(seat: Seat) -> Slip | None:
        return Slip(seat) if t.passed[t.after(seat)] and not t.passed[seat] else None

    return any_known(partial(passed_none, seat) for seat in t.seats)


@app.finds(
    "cambio.one", cambio, turn_up, section="The Cambio", says="{player} passed a second card."
)
def pass_no_second_card(t: Hand, a: Act) -> list[Slip]:
    """Find a second card: where it is passed if the other player's card comes later, else where the
    first discard is turned up."""

    def passed_two(seat: Seat) -> Slip | None:
        passed, other = t.passed[seat], t.passed[t.after(seat)]
        is_further = len(passed) > 1 and other and passed[-1] > other[0]
        return Slip(seat, at=passed[-1]) if is_further else None

    if a.form is turn_up:
        return any_known(partial(passed_two, seat) for seat in t.seats)
    is_first = not (a.onto or t.passed[a.seat]) or t.passed[t.after(a.seat)] or cambio_is_over(t)
    return [] if is_first else [Slip(a.seat)]


@app.rule(
    "cambio.right", cambio, section="The Cambio", remedy=remedies.passed_to_the_other,
    says="{player} passed a card to themselves; it goes to the other player.",
)  # fmt: skip
def passes_to_the_other(t: Hand, a: Act) -> bool:
    """The card that is passed goes to the other player; nobody passes a card to themselves.

    Right: The card goes face down to the other player.
    Source: the app's rule page, Card Exchange
    """
    return t.seat_of(a.event.get("to", "")) is not a.seat


@app.rule(
    "cambio.late", cambio, section="The Cambio", cites=lambda t, a: t.passed[a.seat][:1],
    says="{player} passed another card after the first discard was turned up.",
    remedy=remedies.SECOND_CARD_BACK,
)  # fmt: skip
def passes_in_time(t: Hand, a: Act) -> bool:
    """The Cambio is over when the first discard is turned up. Nobody passes a second card then.

    Right: Pass the card before the first discard is turned up, or keep it.
    Source: the app's rule page, Card Exchange
    """
    return not (t.passed[a.seat] and cambio_is_over(t))


@app.rule(
    "event.phase", refuse, section="The record itself", kind=RECORD, silences=True,
    says="The record has a refusal where it cannot be in a hand.",
)  # fmt: skip
def declines_once(t: Hand, a: Act) -> bool:
    """The cut, the deal and the turned-up card open a hand, each once; then each player may decline
    the first discard once, before play. An event that stands elsewhere is a slip in the record.

    Right: Move the line to the part of the game that it belongs to, or strike it out.
    Source: the log format
    """
    return bool(t.over) or not (t.played or t.declined[a.seat])


@app.rule(
    "trial.meld", discard, draw, take, section="Turns", instead=True,
    says="{player} took the first discard and did not meld it at once.",
    at_fault=lambda t, _: t.seats[-1], cites=lambda t, _: t.trial[:1],
    remedy=remedies.first_discard_left,
)  # fmt: skip
def melds_first_discard(t: Hand, a: Act) -> bool:
    """Before the first turn the first discard may be taken only to meld it at once. The dealer can
    take it only then; the other player may take it in their first turn like any other card.

    Right: Meld the first discard at once, or leave it on the pile.
    Source: the app's rule page, First Discard
    """
    if a.form is discard and not is_turn(t, a.seat):
        return not t.spare[a.seat]
    dealer = t.seats[-1]
    if t.trial is None or (a.form is discard) != (a.seat is dealer):
        return True
    lying = cards_of(t.laid[dealer])
    return bool(lying) and (UNRECORDED in lying or face_of(t.trial[1]) in lying)


@app.rule(
    "discard.taken", discard, section="Turns", remedy=remedies.ANOTHER_DISCARDED,
    says="{player} discards {card}, which was taken from the pile in the same turn.",
)  # fmt: skip
def discards_another_card(t: Hand, a: Act) -> bool:
    """A card that was taken from the pile is not discarded in the same turn.

    Right: Keep the card from the pile until the next turn, and discard another one.
    Source: the app's rule page, Gameplay
    """
    return not t.taken[a.seat] or a.card != t.taken[a.seat] or bool(t.trial)


@app.rule(
    "deck.order", draw, section="The record itself", kind=RECORD, silences=True,
    binds=("recycled", "renewed"), remedy=remedies.card_left_unknown,
    says="{card} is drawn, and another card comes next in the deck.",
)  # fmt: skip
def draws_in_order(t: Hand, a: Act) -> bool:
    """The pile becomes the deck without being shuffled: its cards are drawn in the order in which
    they lie. The card discarded first comes first or last, by house rule.

    Right: Correct the card to the one that lay in that place of the deck.
    Source: the app's rule page, Gameplay
    """
    return a.event["card"] not in t.order[:-1]


@app.finds(
    "meld.stolen", meld, take_back, section="Melds", instead=True,
    says="{player} used {cards}, which lay in the melds of {other}.",
    remedy=lambda wrong: (
        remedies.CARD_BACK if wrong.event["type"] == "take_back" else remedies.MELD_BACK
    )(wrong),
)  # fmt: skip
def uses_own_cards(t: Hand, a: Act) -> list[Slip]:
    """A player's melds are their own: nobody else lays cards onto them or takes cards from them.

    Right: The player melds and takes back their own cards only.
    Source: the app's rule page, Gameplay
    """
    other, used = t.after(a.seat), {*listed(a)} - {*chain(*melds_of(t, a.seat))}
    stolen = used & {*chain(*lying(t, other))} - {UNRECORDED} - t.loose if used else ()
    cards = InOrder(card for card in listed(a) if card in stolen)
    return [Slip(a.seat, {"other": other.name, "cards": cards})] if stolen else []


@app.rule(
    "meld.three", meld, section="Melds", instead=True, remedy=remedies.MELD_BACK,
    says="{player} lays a fourth meld, {cards}.",
)  # fmt: skip
def lays_three_at_most(t: Hand, a: Act) -> bool:
    """A player has at most three melds on the table, not counting the rest of a broken one.

    Right: The cards go to one of the three melds, or stay in the hand.
    Source: the app's rule page, Setup
    """
    torn = [*torn_by(a), *t.torn[a.seat]]
    left = a.onto.left
    whole = [piece for piece in left if not any(is_left(piece, rest) for _, (rest, _) in torn)]
    is_fourth = len(whole) >= MOST_MELDS and len(left) >= len(t.laid[a.seat])
    return not is_fourth or not is_valid(listed(a))


@app.rule(
    "meld.turn", meld, section="Melds", remedy=remedies.melds_out_of_turn_back,
    says="{player} melds {cards} without having taken a card in their own turn.",
)  # fmt: skip
def melds_in_turn(t: Hand, a: Act) -> bool:
    """Melds are laid and changed in one's own turn, after a card was taken and before the discard.

    Right: Take a card first, then lay melds, then discard a card.
    Source: the app's rule page, Gameplay
    """
    if is_turn(t, a.seat) or not listed(a) or a.wrong:
        return True
    if not {*listed(a)} <= {*chain(*melds_of(t, a.seat))} - {UNRECORDED}:
        if len(a.faces) > len(t.hand[a.seat]):
            return True  # impossible cards have their own finding: a line is missing
        unseen = any(not card or is_blank(card) for card, _ in a.shown)
        if (unseen and any(map(is_blank, t.pile))) or (UNRECORDED in listed(a) and t.pile):
            raise NotKnown("pile")  # it may be a card that lies there
    return bool(t.early[a.seat])


@app.rule(
    "meld.invalid", meld, section="Melds", remedy=remedies.MELD_BACK,
    says="{player} laid {cards}, which is neither a run nor a set.",
)  # fmt: skip
def lays_a_meld(t: Hand, a: Act) -> bool:
    """A meld is a run of three to ten cards in one suit or a set of three or four of one rank. Ace
    is low in runs: A-2-3 is a run, Q-K-A is not. An invalid meld is reported once.

    Right: Lay down only a run of three to ten in one suit, or three or four of one rank.
    Source: the app's rule page, Gameplay
    """
    cards = listed(a)
    if not cards or is_valid(cards) or a.wrong:
        return True
    old = [meld.cards for meld in t.laid[a.seat] if len(meld.cards) <= len(cards)]
    grown = [meld for meld in old if len({*meld} - {*cards, "??"}) <= cards.count("??")]
    if any(is_valid(meld) and UNRECORDED in meld for meld in grown):
        raise NotKnown("laid")  # it may have been none before
    return not all(map(is_valid, grown))


def left_behind(t: Hand, a: Act, by_meld: bool) -> list[Slip]:
    """Return the slips of players who left a torn meld."""

    def left_by(seat: Seat) -> Slip | None:
        if a.seat is not seat and a.form in (discard, win):
            return None
        if a.form in (draw, take) and t.mid_turn:
            return None  # the melds may be put right yet
        is_laid = a.form is discard and a.onto is not None
        torn = [*t.torn[seat], *torn_by(a)] if is_laid else t.torn[seat]
        left = a.onto.left if is_laid else melds_of(t, seat)
        for form, (remains, seq) in torn:
            cards = [card for rest in left if is_left(rest, remains) for card in rest]
            if cards and (form is meld) == by_meld:
                return Slip(seat, {"cards": InOrder(cards)}, seq)
        return None

    return any_known(partial(left_by, seat) for seat in t.seats)


@app.finds(
    "meld.broken", discard, win, draw, take, end, section="Melds", remedy=remedies.MELD_BACK,
    says="{player} took a card from a meld and left {cards}, which is not a meld.",
)  # fmt: skip
def breaks_a_meld(t: Hand, a: Act) -> list[Slip]:
    """A card may go from one's own meld into another one if the rest is a meld in the end. The end
    is when the player discards or calls the win, the next card is taken, or the hand is ended.

    Right: The player takes cards only if the rest is still a meld.
    Source: the app's rule page, Gameplay
    """
    return left_behind(t, a, by_meld=True)


@app.finds(
    "back.broken", discard, win, draw, take, end, section="Melds", binds=("whole_meld_back",),
    says="{player} took a card back from a meld and left {cards}, which is not a meld.",
    remedy=remedies.act_taken_back("{player} lays back what was taken from the meld."),
)  # fmt: skip
def takes_back_too_much(t: Hand, a: Act) -> list[Slip]:
    """Cards may go back from a meld to the hand at any time if the rest is a meld in the end.

    Right: Take cards back only if the rest is still a meld, or all of it if the table allows that.
    Source: the app's rule page, Gameplay
    """
    return left_behind(t, a, by_meld=False)


@app.rule(
    "back.broken", take_back, section="Melds", binds=("whole_meld_back",),
    says="{player} takes back all of {cards}, which this table does not allow.",
)  # fmt: skip
def leaves_some(t: Hand, a: Act) -> bool:
    """Where the table does not allow it, no whole meld goes back."""
    whole = [old for old in melds_of(t, a.seat) if is_valid(old) and not without(old, listed(a))]
    return t.house["whole_meld_back"] == "on" or not whole


@app.rule(
    "win.false", win, section="The end of a hand", remedy=remedies.CALL_BACK,
    says="{player} calls the win; that takes ten cards in valid melds, in the player's own turn.",
)  # fmt: skip
def wins_with_ten(t: Hand, a: Act) -> bool:
    """Ten cards in valid melds win in one's own turn, before the discard. Nine do not win.

    Right: Call the win with ten cards in valid melds, or play on.
    Source: the app's rule page, Gameplay
    """
    return bool(t.over) or ((is_turn(t, a.seat) or t.missing_lines) and have_ten(t.laid[a.seat]))


@app.hook
def prospect(t: Hand, seat: Seat) -> float:
    """Rate a hand: a player wants cards that are near each other."""
    cards = bits_of(t.hand[seat])
    return sum((meld & cards).bit_count() ** 2 for meld in MELDS if meld.bit_count() == 3) * 2 + 50


@app.hook
def laying(t: Hand, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield melds: fitting cards laid off, and new melds while a card is left to discard."""
    while not t.over:
        held, laid = t.hand[t.turn], [bits_of(meld) for meld in lying(t, t.turn)]
        spare = bits_of(card for card in held if card != t.taken[t.turn])
        count, ways = sum(map(int.bit_count, laid)), [*laid, 0][:MOST_MELDS]
        fit = [meld for old in ways for meld in MELDS if old | meld & bits_of(held) == meld != old]
        fit = [way for way in fit if spare & ~way or count + way.bit_count() >= CARDS_TO_WIN]
        if not fit:
            return
        yield {"type": "meld", "player": t.turn.name, "cards": names(fit[0])}


RULEBOOKS = (rulebook_of(app),)
