"""Dimes, or Texas Rummy: eleven rounds, each with another wild rank, and a dime for going out.

Laid melds stay in the hand's zone: ``laid`` names the cards on the table. So taking a meld up again
only removes it from ``laid``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from referee.answers.book import rulebook_of
from referee.answers.money import Purse, paid_in, pay, purse_of
from referee.answers.scoring import out_of, points_written
from referee.cards.arranging import MOST_CARDS, arrange, way_out
from referee.cards.deck import UNRECORDED, Deck
from referee.cards.wild_melds import APART, ROUNDS, SHORT, TOO_WILD, Round, why_no_meld
from referee.core.cards import faces_of, is_blank, without
from referee.core.declaring import Game
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import UNDECIDED, Act, Hand, Seat
from referee.core.melds import Meld, can_come_from, cards_of, lay, take_out, take_up
from referee.core.shared import says_what
from referee.core.turns import DONE
from referee.judging import forms, remedies
from referee.judging.account import THE_MIDDLE
from referee.judging.counting import HandCount
from referee.judging.findings import MISSED, PAYMENT, RECORD
from referee.judging.rulebook import HouseRule
from referee.wording.language import N_
from referee.wording.sentences import InOrder, Sentence

TEXT, SETTLED = "rule text", "how people who play it settled it"
OUT = "out"


def deck(seats: int, house: Any) -> Deck:
    """Return one pack for two, two for up to six, three for up to ten, each with two jokers."""
    packs = 1 if seats == 2 else 2 if seats <= 6 else 3
    return Deck(packs, 2 * packs)


dimes = Game(
    "dimes",
    title="Dimes",
    about="Texas Rummy, in eleven rounds. The first who can lay all cards but one in melds is "
    "out and takes a dime; the cards left to the others count against them. In the end the lowest "
    "total takes the rest of the pot. Twos and jokers are wild, and one rank more in every round: "
    "threes in the first, with three cards each, kings in the eleventh, with thirteen. Three to "
    "ten count what they show, jack to king ten, an ace, a two or the round's rank twenty, a joker "
    "fifty. All points count twice in rounds nine and ten, and three times in the eleventh.",
    players=(2, 10), dealt=lambda t: t.round + 2, deck=deck, hands=ROUNDS, lowest_wins=True,
    out="going", rounds=[
        Sentence("Round {number}: {cards} cards, {rank}s are wild", {
            "number": number, "cards": number + 2, "rank": Round.numbered(number).rank,
        }) for number in range(1, ROUNDS + 1)
    ],
    house=(
        HouseRule(
            "wild_in_place", "Melds", "A wild card in its own place",
            f"{TEXT}, Wild Cards", {"wild": "is wild", "natural": "is natural"},
        ),
        HouseRule(
            "first_take", "Turns", "Taking the card that was turned up", SETTLED,
            {"allowed": "allowed", "barred": "not allowed"},
        ),
        HouseRule(
            "penalty", "Points", "The points of a hand", f"{TEXT}, Scoring",
            {"as_declared": "as declared", "best_arrangement": "the least that is possible"},
        ),
        HouseRule(
            "dimes", "The pot of dimes", "The pot of dimes", f"{TEXT}, Introduction",
            {"on": "five dimes each", "off": "not played"},
        ),
    ),
)  # fmt: skip

hand = dimes.zone("hand", seen_by="owner")
stock, pile = dimes.deals(hand)
dimes.melds(in_hand=True)
reshuffle = dimes.reshuffles()


def lets_stand(t: Hand, a: Act) -> bool:
    """Return whether the table accepts with this act that the player going out is out."""
    if a.form is payment:
        return bool(a.event["from"] == THE_MIDDLE and t.going)
    return bool(t.going and a.seat is not t.going and (not t.mid_turn or owes_a_discard(t)))


draw = dimes.event(forms.DRAW, "", moves=stock >> hand, asked_by="turn.order")
take = dimes.event(forms.TAKE, "", moves=pile >> hand, from_below=True, asked_by="take.top")
meld = dimes.event(
    forms.MELD, "", reveals=hand, free=True, afterwards=True, ends=lets_stand,
    asked_by="meld.early", next="{players} may go out: all cards but one lie in melds, and that "
    "one is discarded.",
)  # fmt: skip
win = dimes.event(
    forms.WIN, '{player} says "I am out".', free=True, afterwards=True, alone=True,
    asked_by="out.false", next="{players} may go out, and say so.",
)  # fmt: skip
discard = dimes.event(
    forms.DISCARD, "", moves=hand >> pile, afterwards=True, asked_by="turn.discard",
    next="{players} discards a card.",
)  # fmt: skip
show = dimes.event(
    forms.SHOW, "", reveals=hand, grows=True, result=True, ends=True, asked_by="score.wrong"
)
payment = dimes.event(forms.PAYMENT, "", afterwards=True, ends=lets_stand)
score, end = dimes.events["score"], dimes.events["end"]

dimes.turn = (draw | take) >> discard

dimes.endings = {"out": N_("{player} is out."), "out_melds": N_("{player} is out with {melds}.")}
dimes.taken = N_("Dimes: {taken}.")
dimes.binds = {"score.wrong": ("penalty", "wild_in_place"), "count_cards": ("wild_in_place",)}

# the player going out since a card was last taken; the player who is out once the hand is over
dimes.fact("going", None, says=(N_("Nobody was out."), N_("{player} was going out.")))
dimes.fact("called", 0)  # the line in which the player who is going out said so
dimes.fact("melded", False)  # whether the player has laid melds to go out
dimes.fact("left", 0)  # the number of cards left outside these melds
dimes.fact("turn_faulty", False)  # a fault was found in the turn
dimes.fact("blind", False)  # whether the last discard is unrecorded: it may come from a meld
dimes.fact("early", False, per_seat=True)  # melded out of turn since a card was taken
dimes.fact("earlier", (), per_seat=True)  # melds laid then, which may still lie there
dimes.fact("shown", Meld((), 0), per_seat=True)  # the cards that they showed, and the last line


# ---- cards


def round_of(t: Hand) -> Round:
    """Return the round, with its wild cards and points."""
    return Round.numbered(t.round, natural_in_place=t.house["wild_in_place"] == "natural")


def is_bad(t: Hand, seat: Seat) -> bool:
    """Return whether a player has an invalid meld on the table."""
    return any(why_no_meld(meld.cards, round_of(t)) for meld in t.laid.get(seat, ()))


def unread(t: Hand, seat: Seat) -> bool:
    """Return whether a player has an unrecorded card on the table: a meld may be invalid."""
    return UNRECORDED in cards_of(t.laid.get(seat, ()))


def unseen(t: Hand, seat: Seat) -> bool:
    """Return whether a card of a player is unrecorded."""
    return seat not in t.hand or any(map(is_blank, t.hand[seat]))


def beside(t: Hand, seat: Seat, *, owed: int = 0) -> int:
    """Return the number of a player's cards outside melds, except ``owed`` ones. Raises `NotKnown`
    if melds of an earlier turn may still be on the table."""
    left = t.count_beside_melds(hand, seat) - owed
    earlier = [line for line in t.earlier[seat] if can_come_from(t, hand, seat, line.cards)]
    if left < 0 or (left and left <= len(cards_of(earlier))):
        raise NotKnown("laid")
    return left


def lie_together(t: Hand, cards: Sequence[str]) -> bool:
    """Return whether all of these cards can be arranged in melds."""
    if len(cards) > MOST_CARDS:
        raise NotKnown("hand")
    return not arrange(faces_of(cards), round_of(t)).left


def owes_a_discard(t: Hand) -> bool:
    """Return whether the player going out needs only a discard to be out."""
    return bool(t.called or (t.melded and t.left <= 1))


@dimes.hook
def holds(t: Hand) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the wild cards of the round."""
    text = N_("It was round {round}: {rank}s, twos and jokers were wild.")
    yield text, {"round": t.round, "rank": round_of(t).rank}


# ---- the course of a hand


@dimes.hook
def ending(t: Hand) -> str | None:
    """End the hand when a player has melded all cards but the discard, or says so and no card
    disproves it."""
    if t.contested:
        raise NotKnown("over")  # a player may have been out before
    seat = t.turn
    called = t.called if t.going is seat else 0
    owed = 0 if t.step is DONE else 1
    if t.cut_off or is_bad(t, seat):
        return None
    if not (called or t.laid.get(seat)):
        return OUT if t.earlier[seat] and beside(t, seat, owed=owed) <= 0 else None
    if not t.laid.get(seat):
        return OUT if owed or unseen(t, seat) or lie_together(t, t.hand[seat]) else None
    if owed and t.going is seat and t.melded:
        left = t.left - 1
    elif seat not in t.hand and (called or len(cards_of(t.laid[seat])) >= t.each):
        return OUT
    else:
        left = beside(t, seat, owed=owed)
    return OUT if left <= 0 or (owed and called) else None


@dimes.hook
def closed(t: Hand) -> str | None:
    """End the hand if the table stops after a player went out, rightly or not."""
    if t.contested or (t.missing_lines and not t.called and t.last is not t.going):
        raise NotKnown("over")  # another one may have been out before
    return OUT if t.going else None


@dimes.hook
def owed(t: Hand) -> str:
    """Return the rule for a missing discard: a special one for the player going out."""
    if t.going is not t.turn:
        return "turn.discard"
    if unread(t, t.going):
        raise NotKnown("laid")
    return "out.discard" if owes_a_discard(t) else "turn.discard"


@dimes.hook
def after_turn(t: Hand, seat: Seat) -> None:
    """Put the player out, or make that open if their cards are unrecorded."""
    if t.cut_off:
        return
    over = t.maybe("over", "open")  # open if the player may have invalid melds
    if over == "open":
        t.contested |= bool(t.laid.get(seat)) and t.maybe("irregular") is not seat
    if over != OUT:
        return
    t.contested |= t.blind or not t.laid.get(seat) or unread(t, seat) or seat not in t.hand
    t.believed = True
    t.let(going=seat)


@dimes.hook
def winner(t: Hand, points: Mapping[str, int | None]) -> Any:
    """Return the player who is out."""
    if t.over != OUT:
        raise NotKnown("out")
    return t.going


@dimes.hook
def prepare(t: Hand, form: Any, seat: Seat, event: Mapping[str, Any]) -> None:
    """Take melds up again if a player uses cards of them that they cannot have otherwise."""
    if t.unwritten and form is meld:
        t.forget_cards(seat)  # the cards that they showed are those beside it
    if form not in (meld, show, discard) or not t.laid.get(seat):
        return
    faces = event.get("cards") or [event.get("card", UNRECORDED)]
    bad = [lying for lying in t.laid[seat] if why_no_meld(lying.cards, round_of(t))]
    take_up(t, hand, seat, [lying for lying in bad if set(lying.cards) & set(faces)])
    laid = t.laid[seat]
    is_twice = form is meld and any(sorted(lying.cards) == sorted(faces) for lying in laid)
    if not laid or can_come_from(t, hand, seat, faces) or (is_twice and UNRECORDED not in faces):
        return
    if form is discard and len(cards_of(laid)) == len(t.hand.get(seat, ())):
        take_out(t, seat, faces[0])
    else:
        may_be_any = form is meld and UNRECORDED in faces
        named = {UNRECORDED, *faces}
        back = [lying for lying in laid if may_be_any or named & {*lying.cards}]
        take_up(t, hand, seat, back)


@dimes.hook
def from_hand(t: Hand, a: Act) -> list[str]:
    """Return the cards that the player shows, with those shown before."""
    return [*(t.shown[a.seat].cards if a.seat in t.shown else ()), *a.event["cards"]]


@draw.does
@take.does
def takes_a_card(t: Hand, a: Act) -> None:
    """Take a card, which shows that no player was out. Laid melds may be taken up again."""

    def tried(seat: Seat) -> tuple[Meld, ...]:
        return t.laid[seat] if t.going is seat or t.early[seat] else ()

    if t.maybe("going", OPEN) is not None or t.early != dict.fromkeys(t.seats, False):
        t.let_each("earlier", t.seats, lambda seat: (*t.earlier[seat], *tried(seat)))
        t.let_each("laid", t.seats, lambda seat: () if tried(seat) else t.laid[seat])
        t.let_each("early", t.seats, lambda _: False)
    t.set(going=None, called=0, melded=False, turn_faulty=False)
    if t.contested:
        t.forget("over")  # a player may have been out before


@discard.does
def discards(t: Hand, a: Act) -> None:
    """Make the player's number of cards open after a turn without taking a card."""
    t.set(blind=a.event["card"] == UNRECORDED)
    if t.took_none:
        t.forget_cards(a.seat)


@meld.does
def lays_a_meld(t: Hand, a: Act) -> None:
    """Lay cards on the table: to go out, out of turn, or after the end."""
    lay(t, a.seat, a.event["cards"], a.seq)
    if a.seat in t.hand and t.count_beside_melds(hand, a.seat) < 0:
        t.forget_cards(a.seat)

    def goes_out() -> bool:
        if not t.over and not t.mid_turn and t.turn is a.seat and t.last:
            raise NotKnown("going")  # the player before may be out
        return not t.over and has_turn(t, a.seat)

    t.let_each("early", [a.seat], lambda seat: t.early[seat] or not (t.over or goes_out()))
    t.let(
        going=lambda: a.seat if goes_out() else t.going,
        called=lambda: t.called if t.going is a.seat or not goes_out() else 0,
        melded=lambda: t.melded or goes_out(),
        left=lambda: beside(t, a.seat) if goes_out() else t.left,
        turn_faulty=lambda: t.turn_faulty or (goes_out() and (
            is_bad(t, a.seat) or (t.mid_turn and not beside(t, a.seat))
        )),
    )  # fmt: skip


@win.does
def says_out(t: Hand, a: Act) -> None:
    """Record that a player says that they are out: in the turn, or after the discard."""
    if t.maybe("over"):
        return  # if that is open they may be out
    # else the word is only recorded
    new = known(lambda: not t.mid_turn and t.last is a.seat and t.going is not a.seat)
    t.let(going=a.seat, called=a.seq)
    on_word = new and not t.laid.get(a.seat)
    if on_word and (unseen(t, a.seat) or lie_together(t, t.hand[a.seat])):
        t.over, t.over_at, t.contested, t.believed = OUT, a.seq, True, True


@show.does
def shows(t: Hand, a: Act) -> None:
    """Count shown cards against their player. If no play is written, the only player who may have
    all cards in melds was out."""
    t.let_each("shown", [a.seat], lambda _: Meld(tuple(a.faces), a.seq))
    for seat, shown in [*t.shown.items()] if a.wrong else ():
        cards = [UNRECORDED if face in a.wrong else face for face in shown.cards]
        t.shown[seat] = Meld(tuple(cards), shown.seq)  # without cards that cannot be there
    if a.seat in t.hand and len(a.faces) > t.count_beside_melds(hand, a.seat):
        t.forget_cards(a.seat)
    known(lambda: reported(t, points_written(t), out_of(t)))


@dimes.hook
def questions(t: Hand) -> Iterator[tuple[Any, ...]]:
    """Yield the questions of whether a player without laid melds was out, and who was."""
    if t.over == UNDECIDED and (t.missing_lines or t.contested):
        question = N_("Who was out in hand {hand}?")
        decides = N_("the lines that are missing in hand {hand}")
        yield t.over_at, "end.early", None, question, decides, {"hand": t.number}
    if t.over == OUT and t.called and unseen(t, t.going) and not t.laid.get(t.going):
        question = N_("Were all cards of {player} in melds when they went out?")
        decides, about = N_("the melds that {player} laid down"), {"player": t.going.name}
        yield t.called, "out.false", t.going.name, question, decides, about


# ---- rules


@dimes.rule(
    "event.phase", show, section="The record itself", kind=RECORD, silences=True, once=True,
    says=says_what("The record has {what} where it cannot be in a hand."),
)  # fmt: skip
def shows_afterwards(t: Hand, a: Act) -> bool:
    """The cut, the deal and the turned-up card open a hand, each once; cards are shown after a
    player is out. An event that stands elsewhere is a slip in the record.

    Right: Strike the line out, or move it after the end of the hand.
    Source: the log format
    """
    return bool(t.unwritten or t.over or closed(t))


@dimes.rule(
    "hand.over", meld, discard, section="The record itself", kind=RECORD, silences=True, once=True,
    says=says_what("The hand was already decided when the record goes on with {what}."),
)  # fmt: skip
def plays_no_more(t: Hand, a: Act) -> bool:
    """After a player is out nobody plays on. The others only lay down their melds, and a discard
    that was missing may still come.

    Right: Strike the act out of the record, or correct the line that ended the hand.
    Source: the rule text
    """
    if not t.over or (a.form is discard and a.seat is t.turn and t.mid_turn):
        return True
    out = t.going if t.over == OUT and not t.missing_lines else None
    return a.form is meld and (a.seat is not out or bool(t.called and not t.laid.get(out)))


@dimes.rule(
    "take.top", take, section="Turns", remedy=remedies.wrong_card_put_back,
    says=lambda t, a: (
        N_("{player} takes {card} from under {top}; only the top card can be taken."),
        {"player": a.seat.name, "card": InOrder((a.card,)), "top": InOrder(t.pile[-1:])},
    ),
)  # fmt: skip
def takes_the_top_card(t: Hand, a: Act) -> bool:
    """Only the top card of the discard pile can be taken, not one that lies under it.

    Right: Put the card back in its place in the pile; then take the top card, or draw one.
    Source: rule text, The Play
    """
    if "card" not in a.event or t.top == a.card or t.maybe("irregular") is a.seat:
        return True
    if t.top and not is_blank(t.top) and a.card in t.pile:
        return False
    if t.buried or (len(t.pile) > 1 and any(map(is_blank, t.pile))):
        raise NotKnown("pile")  # it may lie under the top
    return True


@dimes.rule(
    "take.first", take, section="Turns", binds=("first_take",),
    remedy=remedies.wrong_card_put_back,
    says="{player} begins with the card that was turned up, which this table bars.",
)  # fmt: skip
def begins_from_the_deck(t: Hand, a: Act) -> bool:
    """Where the table bars it, the player who begins does not take the card that was turned up, but
    draws from the deck.

    Right: The player who begins draws from the deck.
    Source: how people who play it settled it
    """
    return bool(t.house["first_take"] == "allowed" or t.begun)


NO_MELD = {
    SHORT: N_("{player} lays {cards}; a meld has three cards or more."),
    APART: N_(
        "{player} lays {cards}, which are neither of one rank nor a sequence in one suit; "
        "{rank}s, twos and jokers are wild."
    ),
    TOO_WILD: N_(
        "{player} lays {cards} with more wild cards than naturals; {rank}s, twos and jokers are "
        "wild."
    ),
}


def says_no_meld(t: Hand, a: Act) -> tuple[str, dict[str, Any]]:
    """Return the sentence for cards that are not a meld."""
    cards = a.event["cards"]
    why = why_no_meld(cards, round_of(t)) or SHORT
    return NO_MELD[why], {"player": a.seat.name, "cards": InOrder(cards), "rank": round_of(t).rank}


@dimes.rule(
    "meld.invalid", meld, section="Melds", binds=("wild_in_place",), says=says_no_meld,
    remedy=remedies.meld_shown,
)  # fmt: skip
def lays_melds(t: Hand, a: Act) -> bool:
    """A meld is three or more cards of one rank, or three or more in sequence in one suit, with the
    ace at either end. Wild cards stand for any card, but never outnumber the natural cards.

    Right: The cards go back to the hand, or into valid melds.
    Source: rule text, Object of the Game; Wild Cards
    """
    return not why_no_meld(a.event["cards"], round_of(t))


def has_turn(t: Hand, seat: Seat) -> bool:
    """Return whether a player has the turn; open while another one acts out of turn."""
    if t.turn is not seat and t.irregular:
        raise NotKnown("turn")
    return t.turn is seat


@dimes.rule(
    "meld.early", meld, section="Melds", instead=True, remedy=remedies.melds_out_of_turn_back,
    says="{player} melds out of turn, and nobody is out.",
)  # fmt: skip
def melds_in_turn(t: Hand, a: Act) -> bool:
    """A player lays down melds only when going out in that turn; the others lay theirs down once a
    player is out.

    Right: The cards go back to the hand until a player is out.
    Source: rule text, Going Out
    """
    if t.missing_lines or not t.begun:
        raise NotKnown("over")  # a player may be out
    goes_out = t.last is a.seat and t.going is a.seat and not t.mid_turn
    return bool(t.early[a.seat] or t.over or lets_stand(t, a) or has_turn(t, a.seat) or goes_out)


def left_with_cards(t: Hand) -> bool:
    """Return whether the player going out has cards left besides the melds and a discard."""
    if t.irregular or unread(t, t.going):
        raise NotKnown("laid")
    return beside(t, t.going, owed=1) > 0


@dimes.rule(
    "meld.early", discard, show, score, payment, end, section="Melds", once=True,
    says="{player} melds without going out, and has cards left.", at_fault=lambda t, _: t.going,
    remedy=remedies.melds_of_turn_back,
)  # fmt: skip
def melds_to_go_out(t: Hand, a: Act) -> bool:
    """A player who lays melds in the turn has no card left after the discard, or when the table
    accepts that they are out."""
    if a.form is discard:
        ends = t.going is a.seat and not t.called
    else:
        stops = not t.over and t.mid_turn and a.form.ends_now(t, a) and not a.event.get("why")
        ends = stops and t.going is t.turn and not owes_a_discard(t)
    return not (ends and t.melded and not t.turn_faulty and left_with_cards(t))


@dimes.rule(
    "out.false", discard, section="Going out", at=lambda t, _: t.called, remedy=remedies.CALL_BACK,
    says='{player} says "I am out", but more than one card lies outside melds.',
    cites=lambda _, a: (a.seq,),
)  # fmt: skip
def is_out_as_said(t: Hand, a: Act) -> bool:
    """A player is out when, in their turn, all their cards but one lie in melds and they
    discard that one. A player who claims to be out and is not has called falsely.

    Right: The melds go back to the hand, and play goes on.
    Source: rule text, Going Out
    """
    if t.going is not a.seat or not t.called or t.turn_faulty:
        return True
    if t.laid.get(a.seat):
        return not left_with_cards(t)
    if t.irregular or a.card not in t.hand[a.seat]:
        raise NotKnown("hand")
    return lie_together(t, without(t.hand[a.seat], [a.card]))


def why_not_out(t: Hand, a: Act) -> str:
    """Return why a player who claims to be out is not; empty if they may be."""
    if t.over:
        is_other = t.over == OUT and t.going is not a.seat
        return N_('{player} says "I am out", but {out} is out already.') if is_other else ""
    if t.last is a.seat and not t.mid_turn:
        if t.going is a.seat or t.laid.get(a.seat) or lie_together(t, t.hand[a.seat]):
            return ""
        return N_('{player} says "I am out", but not all their cards lie in melds.')
    return "" if t.turn is a.seat else N_('{player} says "I am out" when it is not their turn.')


@dimes.rule(
    "out.false", win, section="Going out", remedy=remedies.CALL_BACK,
    says=lambda t, a: (
        why_not_out(t, a), {"player": a.seat.name, "out": t.going.name if t.going else ""}
    ),
)  # fmt: skip
def says_so_in_turn(t: Hand, a: Act) -> bool:
    """A player says that they are out in their turn, or right after it."""
    return not why_not_out(t, a)


dimes.turn_rule(
    "out.discard", section="Going out", once=True, remedy=remedies.one_card_discarded,
    says="{player} goes out without discarding a card.",
    text="""A player who goes out must have a discard: one of their cards is not melded, and lies on
    the pile.

    Right: Keep one card out of the melds, and discard it.
    Source: rule text, Going Out""",
)  # fmt: skip


@dimes.rule(
    "out.discard", meld, section="Going out", once=True, remedy=remedies.one_card_discarded,
    says="{player} melds all cards and has none left to discard.",
)  # fmt: skip
def keeps_a_card(t: Hand, a: Act) -> bool:
    """A player who goes out does not meld all cards."""
    if t.over or a.seat is not t.turn or not t.mid_turn or (t.going is a.seat and t.turn_faulty):
        return True
    cards = a.event["cards"]
    if t.irregular or UNRECORDED in cards or unread(t, a.seat):
        raise NotKnown("laid")
    return bool(why_no_meld(cards, round_of(t)) or a.wrong or beside(t, a.seat) != len(cards))


# ---- points


@dimes.hook
def count_cards(t: Any, cards: Sequence[str]) -> HandCount:
    """Count the fewest points that the cards can leave, including melded ones."""
    lying = arrange(cards, round_of(t))
    return HandCount(int(lying.penalty), tuple(meld.cards for meld in lying.melds), lying.left)


def least(t: Hand, seat: Seat) -> int:
    """Return the fewest points that a player's cards can leave; `NotKnown` if one is unknown."""
    cards = faces_of(t.hand[seat])
    if len(cards) > MOST_CARDS or t.over != OUT:
        raise NotKnown("hand")
    return int(arrange(cards, round_of(t)).penalty)


@dimes.hook
def points(t: Hand, seat: Seat) -> int:
    """Return 0 for the player who is out, for others the fewest points their cards can leave."""
    return 0 if t.over == OUT and t.going is seat else least(t, seat)


@dimes.hook
def by_word(t: Hand, seat: Seat, low: int | None, written: int | None) -> int:
    """Return the declared points of the others, but no fewer than their cards can leave; always the
    fewest if the table plays so."""
    best = t.house["penalty"] == "best_arrangement"
    if t.over == OUT and t.going is seat:
        return 0
    if best and low is not None:
        return low
    if not best:
        found = declared(t, seat) if written is None else known(lambda: declared(t, seat))
        written = found[-1][0] if found else low if written is None else written
    if written is None or (t.missing_behind and written < (low or 0)):
        raise NotKnown("points")  # behind a gap, they may have played on
    return max(written, low or 0)


@dimes.hook
def declared(t: Hand, seat: Seat) -> list[tuple[int, int]]:
    """Return a player's written points, or the points of the cards shown or not melded."""
    if t.over != OUT or t.going is seat or is_bad(t, seat):
        return []
    if t.missing_behind or unread(t, seat):
        raise NotKnown("laid")
    found = [(row.points[seat.name], row.seq) for row in t.scores if seat.name in row.points]
    if found:
        return [pair for pair in found if not impossible(t, seat, pair[0])]
    shown, at = t.shown.get(seat, Meld((), 0)) if t.unwritten else t.shown[seat]
    if shown and t.missing_lines and not t.unwritten:
        raise NotKnown("shown")  # others may have been shown
    if shown and UNRECORDED not in shown:
        return [(round_of(t).penalty(faces_of(shown)), at)]
    if not t.laid[seat] and not shown:
        return [(least(t, seat), 0)] if t.house["penalty"] == "best_arrangement" else []
    melded = faces_of(cards_of(t.laid[seat]))
    if t.unwritten and not shown and len(melded) == t.each:
        return [(0, max(meld.seq for meld in t.laid[seat]))]
    left = Counter(faces_of(t.hand[seat])) - Counter(melded)
    if shown and len(shown) < left.total():
        raise NotKnown("shown")
    return [(round_of(t).penalty(left.elements()), at or max(meld.seq for meld in t.laid[seat]))]


@dimes.hook
def right_count(t: Hand, seat: Seat, count: int) -> int | None:
    """Return the right number of points: 0 for the player who is out. Too few break ``count.low``;
    too many break ``count.high`` unless the fewest always count."""
    if t.over == OUT and t.going is seat:
        return 0 if count else None
    best = t.house["penalty"] == "best_arrangement"
    if is_bad(t, seat) or (not best and not impossible(t, seat, count)):
        return None
    low = least(t, seat)
    return low if count > low else None


@dimes.hook
def impossible(t: Hand, seat: Seat, count: int) -> Sentence | None:
    """Return why points are impossible: they are the sum of some of the player's cards."""
    now, cards = round_of(t), len(t.hand[seat]) if seat in t.hand else t.each + 1
    can_be = now.countable(t.deck.packs, t.deck.jokers, cards)
    most = now.penalty(t.hand[seat]) if t.over == OUT and not unseen(t, seat) else max(can_be)
    facts = {"points": count, "player": seat.name, "most": most, "factor": now.factor}
    if count > most:
        return Sentence("all cards of {player} count at most {most} together", facts)
    if count % now.factor:
        return Sentence("points are multiples of {factor} in this round", facts)
    return None if count in can_be else Sentence("no cards count {points} in this round", facts)


def says_count(text: str) -> Any:
    """Return a function that fills the fewest possible points into a sentence."""
    return lambda t, a: (text, {**a.event, "least": least(t, a.seat)})


@dimes.rule(
    "count.low", section="Points", counted=True, binds=("wild_in_place",),
    remedy=remedies.least_counted,
    says=says_count(N_("{player} counts {points}; every arrangement leaves at least {least}.")),
)  # fmt: skip
def counts_enough(t: Hand, a: Act) -> bool:
    """A player cannot count fewer points than the best arrangement of their cards leaves.

    Right: Count the least that the cards can leave.
    Source: rule text, Scoring
    """
    return bool(a.event["points"] >= least(t, a.seat))


@dimes.rule(
    "count.high", section="Points", counted=True, kind=MISSED, binds=("penalty", "wild_in_place"),
    says=says_count(N_("{player} counts {points}; another arrangement leaves only {least}.")),
    remedy=remedies.least_counted,
)  # fmt: skip
def counts_no_more(t: Hand, a: Act) -> bool:
    """A player who counts more than necessary has missed a better arrangement of their cards.
    The declared points count all the same, unless the table always counts the best
    arrangement.

    Right: Lay the cards so that the least is left.
    Source: rule text, Scoring
    """
    return t.house["penalty"] != "as_declared" or bool(a.event["points"] <= least(t, a.seat))


# ---- dimes


@payment.does
def pays(t: Hand, a: Act) -> None:
    """Record a payment of dimes; a dime from the pot tells who was out."""
    pay(t, a)
    known(lambda: reported(t, points_written(t), out_of(t)))


@dimes.hook
def reported(t: Hand, points: Mapping[str, int], out: Seat | None) -> None:
    """If the play is not recorded, find the only player who may be out: by the cards shown, then
    by what was written, said, or paid."""
    is_told = not t.maybe("begun") and t.maybe("round", ROUNDS) < ROUNDS
    paid = [t.seat_of(one.taker) for one in paid_in(t) if is_told and one.giver == THE_MIDDLE]
    is_named = (out or any(paid)) and t.maybe("over") == UNDECIDED
    if t.maybe("given_up", True) or not (t.unwritten or is_named):
        return  # recorded play may be incomplete
    left = {seat: t.shown[seat].cards if seat in t.shown else () for seat in t.seats}
    can_be = [one for one in left if UNRECORDED in left[one] or lie_together(t, left[one])]
    no_points = [seat for seat in t.seats if not points.get(seat.name)]
    caller = t.maybe("going") if t.maybe("called") else None
    for told in ([out], no_points, [caller], paid):
        can_be = [seat for seat in can_be if seat in told] or can_be
    going = can_be[0] if len(can_be) == 1 else None
    called = t.called if going and going is caller else 0
    t.set(going=going, over=OUT if going else UNDECIDED, called=called, contested=True)


@dimes.hook
def purse(t: Hand, before: Sequence[Purse], results: Sequence[Any]) -> Purse:
    """Return the purse: each player puts in five dimes, the player who is out takes one while there
    are any, and the lowest total takes the rest after the last round."""
    stake = 5 if t.house["dimes"] == "on" else 0
    return purse_of(t, before, results, stake=stake, prize=1)


dimes.turn_rule(
    "payment.wrong", section="The pot of dimes", kind=PAYMENT, binds=("dimes",),
    text="""The player who is out takes a dime from the pot, as long as there is one, and the lowest
    total takes the rest after the last round. Where the dimes are settled only between players,
    each settles their gain or loss since the last payments. Payments after which nobody owes
    anything are right, and make up for wrong ones before them. Between players it is also right to
    pay a part, if the debt comes from several hands and nobody has paid or got too much. A hand
    without payments is not judged.

    Right: Players take their share of the pot, or settle their gains and losses.
    Source: rule text, Introduction""",
)  # fmt: skip


# ---- simulated players


@dimes.hook
def laying(t: Hand, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield melds: a player who can go out does, and usually says so."""
    if found := way_out(faces_of(t.hand[t.turn]), round_of(t)):
        card, lying = found
        for meld in lying.melds:
            yield {"type": "meld", "player": t.turn.name, "cards": list(meld.cards)}
        if rng.random() < 0.7:
            yield {"type": "win", "player": t.turn.name}
        yield {"type": "discard", "player": t.turn.name, "card": card}


@dimes.hook
def closing(t: Hand, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield the melds of the others, and shows of their remaining cards."""
    for seat in [seat for seat in t.seats if t.over == OUT and seat is not t.going]:
        lying = arrange(faces_of(t.hand[seat]), round_of(t))
        for meld in lying.melds:
            yield {"type": "meld", "player": seat.name, "cards": list(meld.cards)}
        if lying.left:
            yield {"type": "show", "player": seat.name, "cards": list(lying.left)}


RULEBOOKS = (rulebook_of(dimes),)
