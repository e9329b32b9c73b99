"""Gin Rummy for two: melds in the hand, and a knock with few points beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from referee.cards.deadwood import arrangements, laid_onto, least
from referee.cards.deck import UNRECORDED, cards_of, each, names, rank_of
from referee.cards.melds import is_meld
from referee.core.book import rulebook_of
from referee.core.cards import face_of, faces_of
from referee.core.declaring import Event, Game
from referee.core.facts import NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.judging import forms
from referee.judging.forms import CARD, CARDS, PLAYER, Form
from referee.judging.rectification import NEXT_CARD, NEXT_HAND, Rectification, Wrong
from referee.judging.remedies import act_taken_back, the_player, wrong_card_put_back
from referee.judging.rulebook import HouseRule
from referee.wording.language import N_
from referee.wording.sentences import Sentence

RULES, SETTLED = "Hoyle's rules of Gin Rummy", "how people who play it settled it"

gin = Game(
    "gin_rummy",
    title="Gin Rummy",
    about="Ten cards each, for two: draw and discard until the cards beside your melds count ten "
    "or less, and knock. Without any it is gin. An ace counts one, jack, queen and king ten, the "
    "others what they show. The first player with a hundred points wins.",
    players=(2, 2), dealt=10, target=100,
    house=(
        HouseRule(
            "knock_limit", ("10", "7", "5", "0"), "Knocking",
            "A player knocks with at most ten points beside their melds (10), or with at most "
            "seven (7) or five (5), or only with gin (0).",
            RULES, title="Points to knock with",
            said=("at most ten", "at most seven", "at most five", "none: gin only"),
        ),
        HouseRule(
            "gin", ("25", "20"), "Points",
            "A player who has gin scores 25 points for it (25), or 20 (20).",
            RULES, title="Gin", said=("25 points", "20 points"),
        ),
        HouseRule(
            "undercut", ("25", "20", "10"), "Points",
            "A player who undercuts the knocker scores 25 points for it (25), or 20 (20), or ten "
            "(10).",
            RULES, title="An undercut", said=("25 points", "20 points", "ten points"),
        ),
        HouseRule(
            "line", ("none", "20", "25"), "Points",
            "When the game is over, a hand that was won brings nothing more (none), or 20 points "
            "(20), or 25 (25).",
            RULES, title="A hand that was won, at the end of the game",
            said=("nothing more", "20 points", "25 points"),
        ),
        HouseRule(
            "game", ("none", "100"), "Points",
            "The player who wins the game gets nothing more for it (none), or a hundred points "
            "(100).",
            RULES, title="Winning the game", said=("nothing more", "a hundred points"),
        ),
    ),
)  # fmt: skip

hand = gin.zone("hand", seen_by="owner")
melds = gin.zone("melds", open=True)
stock, pile = gin.deals(hand)

draw = gin.event(forms.DRAW, "", moves=stock >> hand, asked_by="turn.order")
take = gin.event(forms.TAKE, "", moves=pile >> hand, asked_by="take.refused")
refuse = gin.event(
    forms.REFUSE, "{player} does not want the card that was turned up.",
    next="{players} may pass on the card that was turned up.",
    asked_by="pass.first", misplaced="pass.first",
)  # fmt: skip
discard = gin.event(
    forms.DISCARD, "", moves=hand >> pile, asked_by="turn.discard",
    next="{players} discards a card.",
)  # fmt: skip
knock = gin.event(
    Form(
        "knock",
        N_("Knocks, and lays a card face down on the pile: the hand is over."),
        N_("{player} knocks"),
        N_("a knock"),
        (PLAYER, CARD),
        sign="*",
        frequent=True,
    ),
    "{player} knocks and discards {card}.",
    next="{players} may knock with the discard instead.",
    asked_by="knock.deadwood", moves=hand >> pile, alone=True,
)  # fmt: skip
meld = gin.event(
    forms.MELD, "{player} lays {cards} down.",
    moves=hand >> melds, result=True, ends=True, asked_by="meld.invalid",
)  # fmt: skip
lay_off = gin.event(
    Form(
        "lay_off",
        N_("Lays these cards onto the melds of the player who knocked."),
        N_("{player} lays off"),
        N_("a lay-off"),
        (PLAYER, CARDS),
        sign="&",
        frequent=True,
    ),
    "{player} lays {cards} off.",
    moves=hand >> melds, result=True, ends=True, asked_by="layoff.invalid",
)  # fmt: skip
show = gin.event(
    forms.SHOW, "{player} has {cards} left.",
    result=True, ends=True, reveals=hand, asked_by="knock.deadwood",
)  # fmt: skip

gin.turn = (draw | take) >> (discard | knock) | refuse

gin.endings = {
    "knock": N_("The hand ended with a knock."),
    "void": N_("The hand ended with two cards left in the deck, and without points."),
}

OFFERS = {"first": "second", "second": "refused"}
"""Whom the card that was turned up is offered to, and what comes when they pass on it."""

gin.fact("knocker", None, says=(N_("Nobody had knocked."), N_("{player} had knocked.")))
gin.fact("upcard", "first")  # first or second: it is offered to them; refused; gone: a card came
gin.fact("taken", "")  # the card that was taken from the pile in this turn
gin.fact("laid", (), per_seat=True)  # their melds
gin.fact("off", 0, per_seat=True)  # the cards that they laid onto the other's melds


# ---- the course of a hand


@gin.hook
def ending(t: Hand) -> str | None:
    """The hand ends with a knock, or without points when two cards are left in the stock."""
    return "knock" if t.knocker else "void" if t.stock <= 2 else None


@gin.hook
def closed(t: Hand) -> str | None:
    """A table that lays its cards down after a knock is believed."""
    return "knock" if t.knocker else None


@gin.hook
def left_out(t: Hand, form: Event, seat: Seat) -> list[tuple[Event, Seat]]:
    """Passes on the card that was turned up need not be written: a later act shows them."""
    offered = list(OFFERS).index(t.upcard) if t.upcard in OFFERS else len(t.seats)
    if form is draw:
        return [(refuse, one) for one in t.seats[offered:]]
    shows = form in (take, refuse) and offered < len(t.seats) and seat is not t.turn
    return [(refuse, t.turn)] if shows else []


@gin.hook
def after_turn(t: Hand, seat: Seat) -> None:
    """In the next turn no card was taken yet."""
    t.let(taken="")


@draw.does
def draws(t: Hand, a: Act) -> None:
    """Play that goes on shows that nobody has knocked."""
    t.let(upcard="gone", taken="", knocker=None)


@take.does
def takes(t: Hand, a: Act) -> None:
    """A card that is taken is not laid down again in this turn."""
    shown = a.event.get("card") or a.shown[0][0]
    t.let(upcard="gone", taken=lambda: face_of(shown), knocker=None)


@refuse.does
def refuses(t: Hand, a: Act) -> None:
    """The other one may take the card, or the first one draws; a pass too many leaves it open who
    goes on."""
    t.unruly = t.unruly or t.upcard not in OFFERS
    t.let(upcard=OFFERS.get(t.upcard, t.upcard))


@knock.does
def knocks(t: Hand, a: Act) -> None:
    """The hand is over, and nobody has laid melds down yet."""
    t.let(knocker=a.seat)
    for seat in t.seats:
        t.laid[seat], t.off[seat] = (), 0
        t.put(melds, seat, ())


@meld.does
def lays_down(t: Hand, a: Act) -> None:
    """The melds of a player are what they laid down."""
    t.let_each("laid", [a.seat], lambda one: (*t.laid[one], cards_seen(a)))
    t.let_each("hand", [a.seat], lambda one: left_in_hand(t, one, a))


@lay_off.does
def lays_off(t: Hand, a: Act) -> None:
    """Cards that were laid off lie with the knocker's melds."""
    t.let_each("off", [a.seat], lambda one: t.off[one] | cards_seen(a))
    t.let_each("hand", [a.seat], lambda one: left_in_hand(t, one, a))


@show.does
def shows(t: Hand, a: Act) -> None:
    """Cards that are shown are those that were left, if that makes ten."""
    t.let_each("hand", [a.seat], lambda one: left_in_hand(t, one, a))


def cards_seen(a: Act) -> int:
    """Return the cards of an act. Raises `NotKnown` where one is open, or cannot be there."""
    return cards_of(faces_of(face for _, face in a.shown))


def left_in_hand(t: Hand, seat: Seat, a: Act) -> tuple[str, ...]:
    """Return the cards that a player has left when ten cards of theirs lie on the table."""
    held = t.held_in(hand, seat)
    if held is not None:
        return held
    shown: list[str] = a.cards if a.form is show else []
    if on_the_table(t, seat, shown).bit_count() < t.each or t.wrong([("", one) for one in shown]):
        raise NotKnown("hand")
    return tuple(t.see("", face, None, None) for face in shown)


def on_the_table(t: Hand, seat: Seat, shown: Sequence[str]) -> int:
    """Return the cards that a player has laid down, with those that they show."""
    laid: int = sum(t.laid[seat])
    return int(laid | t.off[seat] | cards_of(shown))


def knocker_of(t: Hand) -> Seat:
    """Return the player who knocked. Raises `NotKnown` where the hand did not end so."""
    if t.over != "knock" or not t.knocker:
        raise NotKnown("knocker")
    knocker: Seat = t.knocker
    return knocker


# ---- how slips are put right


def knock_undone(wrong: Wrong) -> Rectification:
    """The knock becomes a discard, and the cards that were laid down are taken up again."""
    lines = ((wrong.seq, wrong.event), *wrong.before())
    seq, event = next(one for one in lines if one[1]["type"] == "knock")
    down = [at for at, one in wrong.after(seq) if one["type"] in LAID_DOWN]
    edit = (*wrong.put({**event, "type": "discard"}, seq), *wrong.strike(seq, *down))
    text = "The knock is a discard only, and play goes on."
    return Rectification(Sentence(text, {}), edit, the_player(wrong), NEXT_CARD)


LAID_DOWN = frozenset({"meld", "lay_off", "show", "score", "end"})


def another_discard(wrong: Wrong) -> Rectification:
    """The card that was taken goes back to the hand, and another one is laid down."""
    text = "{player} takes the card back and lays another one down."
    told = Sentence(text, {"player": wrong.player})
    edit = wrong.reads(wrong.seq, card=UNRECORDED)
    return Rectification(told, edit, the_player(wrong), NEXT_CARD)


CARDS_BACK = act_taken_back("{player} takes the cards back.", NEXT_HAND)


# ---- rules


@gin.rule(
    "pass.first", refuse, section="Turns",
    says="{player} passes when no card is on offer that was turned up.",
    remedy=act_taken_back("{player} draws or takes a card."),
)  # fmt: skip
def passes_on_the_upcard(t: Hand, a: Act) -> bool:
    """Only the card that was turned up may be passed on, once by each player, before anybody has
    taken a card. A pass need not be written down.

    Right: Draw a card or take the top card of the pile.
    Source: Hoyle's rules of Gin Rummy
    """
    return t.upcard in OFFERS


@gin.rule(
    "take.refused", take, section="Turns",
    says="{player} takes the card that both have passed on.", remedy=wrong_card_put_back,
)  # fmt: skip
def takes_no_refused_card(t: Hand, a: Act) -> bool:
    """When both players have passed on the card that was turned up, the player who was offered it
    first draws from the deck.

    Right: Put the card back and draw the top card of the deck.
    Source: Hoyle's rules of Gin Rummy
    """
    return bool(t.upcard != "refused")


@gin.rule(
    "discard.taken", discard, knock, section="Turns",
    says="{player} lays down the card that was just taken from the pile.", remedy=another_discard,
)  # fmt: skip
def lays_another_card(t: Hand, a: Act) -> bool:
    """A card that was taken from the pile is not laid down in the same turn.

    Right: Take the card back and lay another one down.
    Source: Hoyle's rules of Gin Rummy
    """
    return not t.taken or a.card != t.taken


@gin.rule(
    "knock.deadwood", knock, section="Knocking", binds=("knock_limit",), once=True,
    says="{player} knocks with more points beside the melds than this table allows.",
    remedy=knock_undone,
)  # fmt: skip
def knocks_with_few_points(t: Hand, a: Act) -> bool:
    """A player knocks when the cards beside their melds, without the one that they lay down, count
    ten or less (house rule: seven, five, or none at all).

    Right: The knock is a discard, the cards are taken up again, and play goes on.
    Source: Hoyle's rules of Gin Rummy
    """
    held = faces_of(t.hand[a.seat])
    if a.card not in held:
        raise NotKnown("card")
    return is_low(t, cards_of(held) & ~cards_of([a.card]))


@gin.rule(
    "knock.deadwood", show, section="Knocking", once=True,
    says="{player} knocked with more points beside the melds than this table allows.",
)  # fmt: skip
def knocked_with_few_points(t: Hand, a: Act) -> bool:
    """Cards that nobody knew at the knock tell when they are shown."""
    if a.seat is not knocker_of(t):
        return True
    cards = on_the_table(t, a.seat, a.cards)
    if cards.bit_count() != t.each:
        raise NotKnown("hand")
    return is_low(t, cards)


@gin.rule("meld.invalid", meld, section="Melds", says="{cards} are no meld.", remedy=CARDS_BACK)
def lays_a_meld(t: Hand, a: Act) -> bool:
    """A meld is three or four cards of one rank, or three or more neighbours of one suit; the ace
    is low, below the two.

    Right: Take the cards back; they count as points beside the melds.
    Source: Hoyle's rules of Gin Rummy
    """
    return is_meld(cards_of(a.cards))


@gin.rule(
    "layoff.knocker", lay_off, section="Melds",
    says="{player} has knocked and lays cards off.", remedy=CARDS_BACK,
)  # fmt: skip
def other_lays_off(t: Hand, a: Act) -> bool:
    """Only the player who did not knock lays cards off.

    Right: Take the cards back; they count as points beside the melds.
    Source: Hoyle's rules of Gin Rummy
    """
    return a.seat is not knocker_of(t)


@gin.rule(
    "layoff.gin", lay_off, section="Melds",
    says="{player} lays cards off, but {knocker} has gin.", remedy=CARDS_BACK,
)  # fmt: skip
def no_lay_off_after_gin(t: Hand, a: Act) -> bool:
    """When the knocker has gin, nothing is laid off.

    Right: Take the cards back; they count as points beside the melds.
    Source: Hoyle's rules of Gin Rummy
    """
    knocker = knocker_of(t)
    held = t.cards_in(hand, knocker)
    is_gin = not held or (len(held) > 2 and not least(cards_of(faces_of(held)), worth).points)
    return a.seat is knocker or not is_gin


@gin.rule(
    "layoff.invalid", lay_off, section="Melds", once=True,
    says="{cards} do not fit onto the melds of {knocker}.", remedy=CARDS_BACK,
)  # fmt: skip
def lays_off_what_fits(t: Hand, a: Act) -> bool:
    """A card that is laid off makes a longer meld of one of the knocker's: the fourth of its rank,
    or the next one at an end of a run.

    Right: Take the cards back; they count as points beside the melds.
    Source: Hoyle's rules of Gin Rummy
    """
    knocker = knocker_of(t)
    cards = t.off[a.seat] | cards_of(a.cards)
    return a.seat is knocker or any(
        True for _, laid in laid_out(t, knocker) for _ in laid_onto(laid, cards)
    )


# ---- points


def worth(cards: int) -> int:
    """Return what cards count: the ace 1, two to ten their number, jack, queen and king 10."""
    return sum(min(rank_of(card) + 1, 10) for card in each(cards))


def is_low(t: Hand, cards: int) -> bool:
    """Return whether a player may knock who keeps these cards."""
    return least(cards, worth).points <= int(t.house["knock_limit"])


def laid_out(t: Hand, seat: Seat) -> list[tuple[int, tuple[int, ...]]]:
    """Return the ways in which the cards of a player may lie, given the melds that they laid down:
    what is left beside the melds, and all melds."""
    lying, held = t.laid[seat], t.cards_in(hand, seat)
    if len(held) < 3:
        return [(cards_of(held), lying)]
    return [(left, (*lying, *more)) for left, more in arrangements(cards_of(faces_of(held)))]


def deadwood(t: Hand) -> tuple[int, int]:
    """Return the points that the knocker and the other player have beside melds: the fewest that
    are possible with what was laid down. A knocker whose melds nobody wrote down has laid them so
    that the other one has most."""
    knocker = knocker_of(t)
    other = t.after(knocker)
    rest, off = cards_of(faces_of(t.hand[other])), t.off[other]
    own = least(cards_of(faces_of(t.hand[knocker])), worth).points
    on = [laid for left, laid in laid_out(t, knocker) if worth(left) == own] if own else [()]
    theirs = [[least(rest, worth, one).points for one in laid_onto(laid, off)] for laid in on]
    if t.missing_behind or t.off[knocker] or not any(theirs) or not laid_out(t, other):
        raise NotKnown("laid")
    return own, max(min(one) for one in theirs if one)


def scored(t: Hand, seat: Seat) -> int:
    """Return the points of a player by the cards."""
    own, theirs = deadwood(t)
    won = theirs - own
    if not own:
        won += int(t.house["gin"])
    elif won <= 0:
        won -= int(t.house["undercut"])
    return max(0, won if seat is t.knocker else -won)


def written_points(t: Hand) -> dict[str, int]:
    """Return the points that were written down last for each player."""
    return {name: points for one in t.scores for name, points in one.points.items()}


@gin.hook
def points(t: Hand, seat: Seat) -> int:
    """The knocker scores the difference, with a bonus for gin. The other player scores it, with a
    bonus, if they have no more beside their melds than the knocker."""
    if t.over == "void":
        return 0
    if any(points for name, points in written_points(t).items() if name != seat.name):
        return known(lambda: scored(t, seat), 0)  # one player scores, and nobody else
    return scored(t, seat)


@gin.hook
def possible(t: Hand, seat: Seat, count: int) -> bool:
    """Ten cards count at most 98 beside melds, and the bonus comes on top."""
    return 0 <= count <= 98 + max(int(t.house["gin"]), int(t.house["undercut"]))


@gin.hook
def prospect(t: Hand, seat: Seat) -> int:
    """A player wants few points beside their melds."""
    return -least(cards_of(faces_of(t.hand[seat])), worth).points


@gin.hook
def closing(t: Hand, rng: Random) -> Iterator[dict[str, Any]]:
    """Both lay their cards down after a knock, so that the fewest points are left."""
    on: tuple[int, ...] = ()
    for seat in (t.knocker, t.after(t.knocker)) if t.over == "knock" else ():
        best = least(cards_of(t.hand[seat]), worth, on)
        on = best.melds if best.left else ()
        for form, cards in (
            *((meld, one) for one in best.melds),
            (lay_off, best.off),
            (show, best.left),
        ):
            if cards:
                yield {"type": form.type, "player": seat.name, "cards": names(cards)}


@gin.hook
def melds_of(t: Hand, seat: Seat) -> list[list[str]]:
    """The melds of a player lie apart."""
    return [names(meld) for meld in t.laid[seat]] + ([names(t.off[seat])] if t.off[seat] else [])


@gin.hook
def bonuses(table: Any, hands: list[Any], winners: list[str]) -> dict[str, int]:
    """When the game is over, hands that were won and the game itself may bring more."""
    line, game = (
        int(one.replace("none", "0")) for one in (table.house["line"], table.house["game"])
    )
    won = [name for one in hands for name, points in one.points.items() if points]
    return {name: line * won.count(name) + game * (name in winners) for name in table.players}


RULEBOOKS = (rulebook_of(gin),)
