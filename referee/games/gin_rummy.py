"""Gin Rummy for two: melds in the hand, and a knock with few points beside them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any

from referee.answers.book import rulebook_of
from referee.answers.scoring import points_written
from referee.cards.deck import UNRECORDED, cards_of, each, names, rank_of
from referee.cards.melds import Melds, arrangements, is_meld, lay_offs, least
from referee.core.cards import face_of, faces_of, without
from referee.core.declaring import Event, Game
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.judging import forms, remedies
from referee.judging.counting import HandCount
from referee.judging.forms import CARD, CARDS, PLAYER, Form
from referee.judging.rectification import NEXT_HAND, Irregularity, Rectification
from referee.judging.rulebook import HouseRule
from referee.wording.language import N_
from referee.wording.sentences import Sentence

RULES = "Hoyle's rules of Gin Rummy"

gin = Game(
    "gin_rummy",
    title="Gin Rummy",
    about="Ten cards each, for two: draw and discard until the cards beside your melds count ten "
    "or less, and knock. With no cards left over it is gin. An ace counts one, jack, queen and "
    "king ten, the others what they show. The first player with a hundred points wins.",
    players=(2, 2), dealt=10, target=100, one_scores=True, out="knocker",
    house=(
        HouseRule(
            "knock_limit", "Knocking", "Points to knock with", RULES,
            {"10": "at most 10", "7": "at most 7", "5": "at most 5", "0": "gin only"},
        ),
        HouseRule("gin", "Points", "Gin", RULES, {"25": "25 points", "20": "20 points"}),
        HouseRule(
            "undercut", "Points", "An undercut", RULES,
            {"25": "25 points", "20": "20 points", "10": "10 points"},
        ),
        HouseRule(
            "line", "Points", "Each hand won, at the end of the game", RULES,
            {"0": "nothing more", "20": "20 points", "25": "25 points"},
        ),
        HouseRule(
            "game", "Points", "Winning the game", RULES, {"0": "nothing more", "100": "100 points"},
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
    next="{players} may pass on it.", asked_by="pass.first", misplaced="pass.first",
)  # fmt: skip
discard = gin.event(
    forms.DISCARD, "", moves=hand >> pile, asked_by="turn.discard",
    next="{players} discards a card.", misplaced="turn.discard",
)  # fmt: skip
knock = gin.event(
    Form(
        "knock", N_("Knocks, and lays a card face down on the pile: the hand is over."),
        N_("{player} knocks"), N_("a knock"), (PLAYER, CARD), sign="*", frequent=True,
    ),
    "{player} knocks and discards {card}.", moves=hand >> pile, alone=True,
    next="{players} may knock with the discard instead.", asked_by="knock.deadwood",
)  # fmt: skip
meld = gin.event(
    forms.MELD, "{player} lays {cards} down.", moves=hand >> melds,
    result=True, ends=True, asked_by="meld.invalid", next="{players} may lay melds down.",
)  # fmt: skip
lay_off = gin.event(
    Form(
        "lay_off", N_("Lays these cards onto the melds of the player who knocked."),
        N_("{player} lays off"), N_("a lay-off"), (PLAYER, CARDS), sign="&", frequent=True,
    ),
    "{player} lays {cards} off.", moves=hand >> melds,
    result=True, ends=True, asked_by="layoff.invalid", next="{players} may lay cards off.",
)  # fmt: skip
show = gin.event(
    forms.SHOW, "{player} has {cards} left.", reveals=hand,
    result=True, ends=True, asked_by="knock.deadwood",
)  # fmt: skip

gin.turn = (draw | take) >> (discard | knock) | refuse

gin.endings = {
    "knock": N_("The hand ended with a knock."),
    "void": N_("The hand ended with two cards left in the deck, and without points."),
}

OFFERS = {"first": "second", "second": "refused"}  # the offers of the upcard, each with the next

gin.fact("knocker", None, says=(N_("Nobody had knocked."), N_("{player} had knocked.")))
gin.fact("refuted", False)  # a knock had too many points, and all can go on
gin.fact("upcard", "first")  # offered to the first, then to the second player; refused; or gone
gin.fact("taken", False)  # the card that was taken from the pile in this turn
gin.fact("laid", (), per_seat=True)  # what they laid down: events with their cards


# ---- the course of a hand


@gin.hook
def ending(t: Hand) -> str | None:
    """End the hand with a knock, or without points when two cards are left in the stock."""
    return "knock" if t.knocker and not t.refuted else "void" if t.stock <= 2 else None


@gin.hook
def closed(t: Hand) -> str | None:
    """Let a knock with too many points stand if the table lays the cards down after it."""
    return "knock" if t.knocker else None


@gin.hook
def left_out(t: Hand, form: Event, seat: Seat) -> list[tuple[Event, Seat]]:
    """Return the implied passes on the upcard, whose lines may be left out."""
    if form not in (draw, take) or t.upcard not in OFFERS:
        return []
    if form is draw:
        return [(refuse, seat) for seat in t.seats[list(OFFERS).index(t.upcard) :]]
    return [] if seat is t.turn else [(refuse, t.turn)]


@draw.does
@take.does
def takes_a_card(t: Any, a: Act) -> None:
    """Take a card, which shows that no knock counted; laid cards are taken up again."""
    if t.maybe("knocker", a.seat) or any(t.laid.values()):
        for seat in t.seats:
            if t.laid.get(seat, True):
                t.forget_cards(seat)
            t.put(melds, seat, ())
            t.laid[seat] = ()
        # the next knock is another one
        t.set(knocker=None, refuted=False, contested=False, already_reported=frozenset())
    t.upcard, t.taken = "gone", False
    if a.form is take:
        t.let(taken=lambda: face_of(a.shown[0][0] if a.faces == [UNRECORDED] else a.faces[0]))


@refuse.does
def refuses(t: Hand, a: Act) -> None:
    """Offer the upcard to the next player; after a surplus pass the offer and the turn are open."""
    if known(partial(passes_on_the_upcard, t, a)):
        t.let(upcard=OFFERS[t.upcard])
    else:
        t.skipped |= {a.seat}  # the next turn is open
        t.forget("upcard")


@knock.does
def knocks(t: Hand, a: Act) -> None:
    """Record a knock, which ends the hand unless the cards disprove it; the melds follow."""
    good = known(lambda: has_few_points(t, cards_of(faces_of(t.hand[a.seat]))), OPEN)
    t.let(knocker=a.seat, refuted=good is False)
    t.contested = good is not True
    for seat in t.seats:
        t.laid[seat] = ()
        t.put(melds, seat, ())


@meld.does
@lay_off.does
@show.does
def lays_down(t: Hand, a: Act) -> None:
    """Record laid cards as seen; ten of them are the whole hand. If no play is written, the only
    possible knocker has knocked."""
    for seat in t.seats if t.unwritten else ():
        t.laid.setdefault(seat, ())
    faces = [face for _, face in a.shown] or a.faces
    kind = None if a.is_wrong and a.form is not show else a.form
    t.let_each("laid", [a.seat], lambda seat: (*t.laid[seat], (kind, cards_of(faces_of(faces)))))
    if t.held_in(hand, a.seat) is None and a.seat in t.laid:
        left = names(cards_down(t, a.seat, show))
        if cards_down(t, a.seat).bit_count() == t.each and not t.wrong(("", face) for face in left):
            t.put(hand, a.seat, tuple(t.see("", face, None, None) for face in left))
    if t.unwritten and not t.maybe("knocker") and (alone := known(lambda: only_knocker(t))):
        t.set(knocker=alone, over="knock")
    if a.seat is t.maybe("knocker", a.seat):
        t.contested = not known(lambda: t.knocker and has_few_points(t, cards_down(t, a.seat)))


def only_knocker(t: Hand) -> Any:
    """Return the only player who can have knocked, once both have laid all their cards down."""
    few = [seat for seat in t.seats if has_few_points(t, cards_down(t, seat))]
    few = [seat for seat in few if not cards_down(t, seat, lay_off)]
    return few[0] if len(few) == 1 else None


def cards_down(t: Hand, seat: Seat, *kinds: Event | None) -> int:
    """Return the cards that a player has laid down with events of these kinds, or of any; None:
    wrongly."""
    kinds, found = kinds or (meld, lay_off, show), 0
    for kind, cards in t.laid[seat]:
        found |= cards if kind in kinds else 0
    return found


def knocker_of(t: Hand) -> Any:
    """Return the player who knocked. Raises `NotKnown` if another may have."""
    if (t.over or closed(t)) != "knock" or t.missing_behind:
        raise NotKnown("knocker")
    return t.knocker


# ---- corrections


def knock_undone(wrong: Irregularity) -> Rectification:
    """Turn the knock into a discard, and take the laid cards up again."""
    lines = ((wrong.seq, wrong.event), *wrong.before())
    seq, event = next(line for line in lines if line[1]["type"] == "knock")
    results = [kind for kind, form in gin.events.items() if form.result]
    own = [(at, later) for at, later in wrong.after(seq) if wrong.is_by(later, event["player"])]
    down = [at for at, later in own if later["type"] in results]
    edit = (*wrong.put({**event, "type": "discard"}, seq), *wrong.strike(seq, *down))
    text = "The knock is a discard only, and play goes on."
    return remedies.by_the_player(wrong, text, edit, NEXT_HAND)


CARDS_BACK = remedies.act_taken_back("{player} takes the cards back.", NEXT_HAND)


# ---- rules


@gin.rule(
    "pass.first", refuse, section="Turns", instead=True,
    says="{player} passes, but no turned-up card is on offer.",
    remedy=remedies.act_taken_back("{player} draws or takes a card."),
)  # fmt: skip
def passes_on_the_upcard(t: Hand, a: Act) -> bool:
    """Only the card that was turned up may be passed on, once by each player, before anybody has
    taken a card. A pass need not be written down.

    Right: Draw a card or take the top card of the pile.
    Source: Hoyle's rules of Gin Rummy
    """
    now = "first" if a.seat is t.seats[0] else "second"
    if t.upcard == "first" and now == "second":
        raise NotKnown("upcard")  # the other pass is left out, or comes late
    return bool(t.upcard == now)


@gin.rule(
    "take.refused", take, section="Turns",
    says="{player} takes the card that both have passed on.", remedy=remedies.turn_taken_back,
)  # fmt: skip
def takes_no_refused_card(t: Hand, a: Act) -> bool:
    """When both players have passed on the card that was turned up, the player who was offered it
    first draws from the deck.

    Right: Put the card back and draw the top card of the deck.
    Source: Hoyle's rules of Gin Rummy
    """
    return bool(t.upcard != "refused")


@gin.rule(
    "discard.taken", discard, knock, section="Turns", remedy=remedies.ANOTHER_DISCARDED,
    says="{player} lays down the card that was just taken from the pile.",
)  # fmt: skip
def lays_another_card(t: Hand, a: Act) -> bool:
    """A card that was taken from the pile is not laid down in the same turn.

    Right: Take the card back and lay another one down.
    Source: Hoyle's rules of Gin Rummy
    """
    return t.turn is not a.seat or not t.taken or a.card != t.taken


@gin.rule(
    "knock.deadwood", knock, show, section="Knocking", binds=("knock_limit",), once=True,
    says="{player} knocks with more points beside the melds than this table allows.",
    remedy=knock_undone,
)  # fmt: skip
def knocks_with_few_points(t: Hand, a: Act) -> bool:
    """A player may knock when the cards beside their melds, not counting the one that they discard,
    count ten or less (house rule: seven, five, or none at all). If the cards are unknown at the
    knock, this is checked when they are laid down.

    Right: The knock is a discard, the cards are taken up again, and play goes on.
    Source: Hoyle's rules of Gin Rummy
    """
    if a.form is knock:
        cards = cards_of(faces_of(without(t.hand[a.seat], [card for card, _ in a.shown if card])))
    elif a.seat is knocker_of(t):
        cards = cards_down(t, a.seat) | cards_of(a.cards)
    else:
        return True
    if t.wrong(a.shown):
        raise NotKnown("hand")
    return has_few_points(t, cards)


def has_few_points(t: Hand, cards: int) -> bool:
    """Return whether a player may knock with ten cards. Raises `NotKnown` if there are others."""
    if cards.bit_count() != t.each:
        raise NotKnown("hand")
    return least(cards, worth).points <= int(t.house["knock_limit"])


@gin.rule(
    "meld.invalid", meld, section="Melds", remedy=CARDS_BACK,
    says="{player} lays down an invalid meld: {cards}.",
)  # fmt: skip
def lays_a_meld(t: Hand, a: Act) -> bool:
    """A meld is three or four cards of one rank, or three or more neighbours of one suit; the ace
    is low, below the two.

    Right: Take the cards back; they count as points beside the melds.
    Source: Hoyle's rules of Gin Rummy
    """
    return is_meld(cards_of(a.cards))


@gin.rule(
    "layoff.invalid", lay_off, section="Melds", remedy=CARDS_BACK,
    says="{cards} cannot be laid off there.",
)  # fmt: skip
def lays_off_what_fits(t: Hand, a: Act) -> bool:
    """The player who did not knock lays off cards that extend the knocker's melds: the fourth of a
    rank, or the next one at an end of a run. When the knocker has gin, nothing is laid off.

    Right: Take the cards back; they count as points beside the melds.
    Source: Hoyle's rules of Gin Rummy
    """
    if t.unwritten and not t.maybe("knocker"):  # it shows that the other player knocked
        return bool(known(lambda: fits(t, a, t.after(a.seat)), True))
    knocker = knocker_of(t)
    return a.seat is not knocker and fits(t, a, knocker)


def fits(t: Hand, a: Act, knocker: Seat) -> bool:
    """Return whether laid-off cards, with those laid off before, extend a knocker's melds."""
    cards = cards_down(t, a.seat, lay_off) | cards_of(a.cards)
    return any(off == cards for _, laid in laid_out(t, knocker) for off, _ in lay_offs(cards, laid))


# ---- points


@lru_cache(maxsize=4096)
def worth(cards: int) -> int:
    """Return the points of cards: the ace 1, two to ten their number, jack, queen and king 10."""
    return sum(min(rank_of(card) + 1, 10) for card in each(cards))


@gin.hook
def count_cards(t: Any, cards: Sequence[str]) -> HandCount:
    """Count the deadwood: the fewest points outside melds."""
    best = least(cards_of(cards), worth)
    laid = tuple(tuple(names(meld)) for meld in best.melds)
    return HandCount(best.points, laid, tuple(names(best.left)))


def laid_out(t: Hand, seat: Seat) -> list[tuple[int, Melds]]:
    """Return the arrangements of a knocker's cards: leftovers and melds (none after gin)."""
    lying, held = tuple(cards for kind, cards in t.laid[seat] if kind is meld), t.hand[seat]
    if len(held) < 3:
        return [(cards_of(held), lying if held else ())]
    ways = list(arrangements(cards_of(faces_of(held))))
    if any(not left for left, _ in ways):
        return [(0, ())]
    return [(left, (*lying, *more)) for left, more in ways]


@gin.hook
def points(t: Hand, seat: Seat) -> int:
    """Return a player's score: the knocker gets the difference, with a bonus for gin. The other
    player gets it, with a bonus, if they have no more points outside melds than the knocker.

    The cards leave as few points as they allow. If the knocker's melds are unrecorded, assume those
    that leave the other player the most."""
    if t.over == "void":
        return 0
    knocker, other = knocker_of(t), t.after(t.knocker)
    if any(cards_down(t, one, None) & ~cards_down(t, one) for one in t.seats):
        raise NotKnown("laid")  # cards of an invalid meld are not shown again
    held, rest = (cards_of(faces_of(t.hand[seat])) for seat in (knocker, other))
    own, off = least(held, worth).points, cards_down(t, other, lay_off)
    on = [laid for left, laid in laid_out(t, knocker) if worth(left) == own]
    lying = [[onto for fits, onto in lay_offs(off, laid) if fits == off] for laid in on]
    theirs = [min(least(rest, worth, way).points for way in ways) for ways in lying if ways]
    if not theirs:
        raise NotKnown("laid")
    won = max(theirs) - own
    if not own:
        won += int(t.house["gin"])
    elif won <= 0:
        won -= int(t.house["undercut"])
    return max(0, won if seat is knocker else -won)


@gin.hook
def impossible(t: Hand, seat: Seat, count: int) -> Sentence | None:
    """Return why points are impossible: ten cards count at most 98 outside melds, known ones what
    they leave, plus a bonus. After a knock one player scores, and any bonus in full."""
    knocker, written = known(lambda: knocker_of(t)), points_written(t)
    for_gin, undercut = int(t.house["gin"]), int(t.house["undercut"])
    own = known(lambda: least(cards_of(faces_of(t.hand[knocker])), worth).points)
    fewest, most = 1, 98 + max(for_gin, undercut)
    if knocker is seat:
        fewest, most = for_gin if own == 0 else 1, 98 - own if own else 98 + for_gin
    elif knocker:
        fewest, most = undercut, 0 if own == 0 else undercut + (own or 98)
    if 0 < count < fewest:
        return Sentence("the bonus alone is {least}", {"least": fewest})
    if knocker and len(written) == 2 and not any(written.values()):
        return Sentence("one player scores after a knock", {})
    return Sentence("the cards allow {most} at most", {"most": most}) if count > most else None


@gin.hook
def bonuses(table: Any, hands: list[Any], winners: list[str]) -> dict[str, int]:
    """Return the bonuses at the end of the game for the game and for hands won."""
    line, game = int(table.house["line"]), int(table.house["game"])
    won = [name for hand in hands for name, points in hand.points.items() if points]
    return {name: line * won.count(name) + game * (name in winners) for name in table.players}


@gin.hook
def melds_of(t: Hand, seat: Seat) -> list[list[str]]:
    """Return the melds of a player, and their laid-off cards."""
    return [names(cards) for kind, cards in t.laid[seat] if kind not in (None, show)]


@gin.hook
def closing(t: Hand, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield the cards that both players lay down after a knock, with the fewest points left."""
    on: tuple[int, ...] = ()
    for seat in (t.knocker, t.after(t.knocker)) if t.over == "knock" else ():
        best = least(cards_of(t.hand[seat]), worth, on)
        on = best.melds if best.left else ()
        down = [*((meld, other) for other in best.melds), (lay_off, best.off), (show, best.left)]
        for form, cards in down:
            if cards:
                yield {"type": form.type, "player": seat.name, "cards": names(cards)}


RULEBOOKS = (rulebook_of(gin),)
