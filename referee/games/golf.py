"""Four-card Golf, and Cambio or Cabo, its relative with a call instead of a knock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.answers.book import rulebook_of, variant
from referee.answers.scoring import out_of
from referee.cards.deck import UNRECORDED
from referee.core.declaring import Game
from referee.core.facts import OPEN, NotKnown, any_known, known
from referee.core.hand import Act, Hand, Seat
from referee.core.happening import finish
from referee.core.turns import DONE
from referee.judging import forms, remedies
from referee.judging.counting import HandCount
from referee.judging.forms import PLAYER, Field, Form
from referee.judging.rectification import Irregularity, Rectification
from referee.judging.rulebook import HouseRule
from referee.wording.language import N_
from referee.wording.sentences import Sentence

TEXT, SETTLED = "rule text", "how people who play it settled it"

golf = Game(
    "golf",
    title="Golf",
    about="Four cards face down, two of them seen once: draw, swap, remember, and knock. The "
    "lowest total of nine hands wins. An ace counts one, jack and queen ten, a king nothing, the "
    "others what they show.",
    players=(2, 8), dealt=4, more_cards=0, hands=9, lowest_wins=True, out="knocker",
    rounds=tuple(Sentence("Hole {number}", {"number": hole}) for hole in range(1, 10)),
    house=(
        HouseRule(
            "first_knock", "Knocking", "Knocking on the first turn", SETTLED,
            {"allowed": "allowed", "barred": "not allowed"},
        ),
        HouseRule(
            "knock_penalty", "Points", "Knocking with more points than another", SETTLED,
            {"none": "costs nothing", "plus_ten": "costs ten points",
             "double": "doubles the points"},
        ),
        HouseRule(
            "pairs", "Points", "A pair in a column", SETTLED,
            {"count": "counts like other cards", "cancel": "counts nothing"},
        ),
        HouseRule(
            "last_card", "The end of a hand", "The end when the deck runs out",
            f"{TEXT}: the hand immediately ends",
            {"as_played": "with that turn finished or not", "turn": "after that turn",
             "at_once": "at once"},
        ),
        HouseRule(
            "tie", "Points", "The same lowest total", SETTLED,
            {"shared": "shares the win",
             "last_hole": "the last hand with different points decides"},
        ),
    ),
)  # fmt: skip

# positions 1 and 3 are one column, 2 and 4 the other
layout = golf.zone("layout", "row", seen_by="nobody")
held = golf.zone("held", seen_by="owner", turn=True)
stock, pile = golf.deals(layout)

look = golf.event(
    Form(
        "look",
        N_("Looks at the two cards nearest to the player, before play begins."),
        N_("{player} looks at two cards"), N_("a look"),
        (PLAYER, Field("cards", "cards", required=False, in_order=True)),
        line=("look", "mira"), frequent=True,
    ),
    "{player} looks at the two nearest cards.", more={"cards": "They are {cards}."},
    next="{players} may look at the two nearest cards before play begins.",
    asked_by="look.again", stage=3, reveals=layout,
)  # fmt: skip
draw = golf.event(forms.DRAW, "", moves=stock >> held, asked_by="turn.order")
take = golf.event(
    forms.TAKE, "", moves=pile >> held, asked_by="take.swap",
    next="{players} may take the top card of the pile instead, to swap it.",
)  # fmt: skip
swap = golf.event(
    Form(
        "swap",
        N_("Lays the card just taken at a position; the one that lay there goes on the pile."),
        N_("{player} swaps a card"), N_("a swap"),
        (
            PLAYER,
            Field("position", "count", least=1, most=4),
            Field("card", "card", required=False, usual=True, asks=N_("Which card came out?")),
        ),
        sign="~",
    ),
    "{player} swaps the card in at position {position}.", more={"card": "Out comes {card}."},
    next="{players} swaps the card that was taken for one of the four.",
    asked_by="swap.discard", moves=held >> layout["position"] >> pile,
)  # fmt: skip
discard = golf.event(forms.DISCARD, "", moves=held >> pile, asked_by="turn.discard",
    next="{players} may discard the card that was drawn.")  # fmt: skip
knock = golf.event(
    Form(
        "knock",
        N_("Knocks, or calls: every other player has one more turn."),
        N_("{player} knocks"), N_("a knock"), (PLAYER,), sign="*", frequent=True,
    ),
    "{player} knocks.", next="{players} may knock instead.",
    asked_by="knock.alone", misplaced="knock.alone",
)  # fmt: skip
show = golf.event(
    forms.SHOW.having(PLAYER, Field("cards", "cards", in_order=True)),
    "{player} turns up {cards}.", result=True, ends=True, reveals=layout,
)  # fmt: skip
offence = golf.events["offence"]

golf.turn = draw >> (swap | discard) | (take >> swap).named("take.swap") | knock

golf.binds = {
    "score.wrong": ("knock_penalty", "pairs"),
    "count_cards": ("pairs",),
    "turn.discard": ("last_card",),
    "hand.over": ("last_card",),
}
golf.offences = {"looked_again": N_("a face-down card was looked at")}
golf.endings = {
    "knock": N_("The hand ended after a knock."),
    "stock_empty": N_("The hand ended with the last card of the deck."),
}

golf.fact(
    "knocker", None, lasting=True, says=(N_("Nobody had knocked."), N_("{player} had knocked."))
)
golf.fact("done", False, per_seat=True, lasting=True)  # whether they have had their last turn
golf.fact(
    "looks", 0, per_seat=True, lasting=True,
    says=(N_("{player} had not looked yet."), N_("{player} had looked at two cards.")),
)  # fmt: skip
golf.fact(  # wrong looks that no offence has named yet
    "reported", 0, per_seat=True, lasting=True, says=(
        N_("No forbidden look by {player} was found before."),
        N_("A forbidden look by {player} was found before."),
    ),
)  # fmt: skip


# ---- the course of a hand


@golf.hook
def next_seat(t: Hand, seat: Seat) -> Seat:
    """Return the next player; after a knock, the next with a turn left."""
    other = t.after(seat)
    while other is not seat and t.knocker and t.done[other]:
        other = t.after(other)
    return other


@golf.hook
def ending(t: Hand) -> str | None:
    """End the hand when all others have had a turn after a knock, or the stock is used up."""
    if t.knocker and all(seat is t.turn or t.done[seat] for seat in t.seats):
        return "knock"
    return "stock_empty" if t.stock <= 0 else None


@golf.hook
def may_stop(t: Hand) -> bool:
    """Allow the turn with the last card to stay unfinished, unless the house rule forbids it."""
    return bool(t.house["last_card"] != "turn" and t.stock <= 0)


@golf.hook
def closed(t: Hand) -> str | None:
    """Believe a table that stops after a knock, unless a player certainly has a turn left."""
    waiting = [seat for seat in t.seats if t.done.get(seat) is False]
    if t.knocker and (not waiting or (t.mid_turn and waiting == [t.turn])):
        if t.stock <= 0:
            raise NotKnown("done")  # either may have ended it
        return "knock"
    if known(lambda: t.stock <= 0, otherwise=True):
        return "stock_empty"
    if not t.knocker and len(t.done) < len(t.seats):
        raise NotKnown("knocker")  # a player who was skipped may have knocked
    return None


@golf.hook
def after_turn(t: Hand, seat: Seat) -> None:
    """Mark a turn after a knock as its player's last; one who was skipped may have had it."""
    if t.maybe("step") is DONE:
        t.let_each("done", [seat], lambda seat: t.done.get(seat) or bool(t.knocker))
    elif not t.done.get(seat):
        t.done.pop(seat, None)


@draw.does
def last_card(t: Hand, a: Act) -> None:
    """End the hand with the last card drawn, where the table plays it so."""
    if t.house["last_card"] == "at_once" and t.stock <= 0:
        finish(t, a.seq)


@knock.does
def knocks(t: Hand, a: Act) -> None:
    """Record the first knock."""
    if known(lambda: t.knocker, OPEN) is OPEN:
        t.irregular = a.seat  # another player may have knocked before
    if a.seat in t.skipped:
        t.done.clear()  # the line may stand too late
    t.let(knocker=t.maybe("knocker") or a.seat)


@look.does
def looks(t: Hand, a: Act) -> None:
    """Count looks, and illegal ones."""
    again = known(lambda: not looks_once(t, a))
    t.let_each("looks", [a.seat], lambda seat: t.looks[seat] + 1)
    t.let_each("reported", [a.seat], lambda seat: t.reported[seat] + bool(again))


@offence.does
def counts_off_look(t: Hand, a: Act) -> None:
    """Count a reported look off against one that was found already."""
    if a.event["kind"] == "looked_again":
        t.let_each("reported", [a.seat], lambda seat: max(0, t.reported[seat] - 1))


# ---- corrections


def old_card_laid_down(wrong: Irregularity) -> Rectification:
    """Lay the replaced card on the pile: the one laid there later, if any."""
    text = "{player} lays the card that was replaced on the pile."
    late = remedies.made_late(wrong, "discard")
    if late is not None:
        card = (wrong.at(late) or {})["card"]
        edit = (*wrong.reads(wrong.seq, card=card), *wrong.strike(late))
        return Rectification(Sentence(text, wrong.facts), edit, mended_at=late)
    return remedies.by_the_player(wrong, text, wrong.reads(wrong.seq, card=UNRECORDED))


def discard_kept(wrong: Irregularity) -> Rectification:
    """Swap the taken discard in; only the player can say where."""
    text = "{player} swaps the card for one of the four: only {player} can say which one."
    return remedies.by_the_player(wrong, text)


def swapped_or_discarded(wrong: Irregularity) -> Rectification:
    """Swap in or discard a drawn card before play goes on; take back a discard without a draw."""
    how = remedies.discard_inserted(wrong)
    if wrong.is_by(wrong.event):
        return how
    text = "{player} swaps the drawn card in or discards it, before play goes on."
    return replace(how, sentence=Sentence(text, {"player": wrong.player}))


golf.remedies = {"turn.discard": swapped_or_discarded}


# ---- rules


@golf.rule(
    "turn.last", draw, take, swap, discard, knock, section="Turns",
    says="{player} has had the last turn of this hand.", instead=True,
    remedy=remedies.turn_taken_back,
)  # fmt: skip
def after_last_turn(t: Hand, a: Act) -> bool:
    """After a knock every other player has exactly one more turn, and the player who knocked
    has none.

    Right: Take the act back; only those who have not had their last turn go on.
    Source: rule text, Knock
    """
    may_act = any_known(
        [lambda: not (t.knocker and t.done[a.seat]), lambda: t.mid_turn and a.seat is t.turn]
    )
    return bool(may_act)


@golf.rule(
    "knock.last", knock, section="Knocking",
    says="{player} knocks, but {knocker} has knocked already.", instead=True,
    remedy=remedies.act_taken_back("{player} takes the knock back and plays the turn."),
)  # fmt: skip
def knock_last(t: Hand, a: Act) -> bool:
    """After a knock, the others have one more turn each and cannot knock any more.

    Right: Play the turn like any other; the hand ends anyway.
    Source: rule text, Knock
    """
    return not t.knocker or t.knocker is a.seat  # their own second knock is turn.last


@golf.rule(
    "knock.alone", knock, section="Knocking",
    says="{player} knocks in a turn in which a card was taken.", instead=True,
    remedy=remedies.act_taken_back("{player} takes the knock back; a knock takes a whole turn."),
)  # fmt: skip
def knock_alone(t: Hand, a: Act) -> bool:
    """A player who knocks makes no other play in that turn: they have not drawn or taken a card in
    it.

    Right: Take the knock back; the player may knock in the next turn.
    Source: rule text, Knock
    """
    return (t.last is not a.seat or t.mid_turn) and not (t.mid_turn and a.seat is t.turn)


@golf.rule(
    "knock.first", knock, section="Knocking", binds=("first_knock",),
    says="{player} knocks on the first turn, which this table bars.",
    remedy=remedies.act_taken_back("{player} takes the knock back and plays the turn."),
)  # fmt: skip
def knock_first(t: Hand, a: Act) -> bool:
    """Where the table bars it, a player does not knock on their first turn of a hand.

    Right: Play the first turn like any other, and knock from the second one on.
    Source: how people who play it settled it
    """
    return t.house["first_knock"] == "allowed" or t.turns[a.seat] > 0


@golf.rule(
    "swap.discard", swap, section="Turns",
    says="{player} swaps a card in and lays none on the pile.", remedy=old_card_laid_down,
)  # fmt: skip
def swap_lays_a_card(t: Hand, a: Act) -> bool:
    """A card that is swapped in replaces one that goes on the pile, face up.

    Right: Lay the replaced card on the pile, face up.
    Source: rule text, Draw the top card from the stock
    """
    return "card" in a.event


golf.turn_rule(
    "take.swap", section="Turns",
    says="{player} has taken the discard and not swapped it for a card.", remedy=discard_kept,
    text="""A player who takes the top discard must swap it for one of their four cards, and may not
    lay it back on the pile.

    Right: Swap the card that was taken for one of the four.
    Source: rule text, Draw the top card from the discard pile""",
)  # fmt: skip


@golf.rule(
    "look.again", look, section="Looking", says="{player} may not look at these cards.",
    remedy=remedies.act_taken_back("{player} stops looking; what was seen stays seen."),
)  # fmt: skip
def looks_once(t: Hand, a: Act) -> bool:
    """Each player looks once at the two cards nearest to them, before play begins, and never again
    at a card of theirs that lies face down. If the look is in the log, reporting it as an offence
    does not count as another one.

    Right: Leave the cards face down until the hand is over, and remember them.
    Source: rule text, Four card Golf
    """
    cards = a.event.get("cards", ())
    return not any_known([lambda: t.looks[a.seat] > 0, lambda: len(cards) > 2, lambda: t.begun])


@golf.rule(
    "look.again", offence, section="Looking", says="{player} looked at a card that lay face down.",
)  # fmt: skip
def looked_again(t: Hand, a: Act) -> bool:
    """Do not report an offence for a look that was reported already."""
    return a.event["kind"] != "looked_again" or bool(t.reported[a.seat] > 0)


# ---- points

VALUES = {rank: at for at, rank in enumerate("A23456789T", 1)} | {"J": 10, "Q": 10, "K": 0}


@golf.hook
def count_cards(t: Any, cards: Sequence[str]) -> HandCount:
    """Count cards: the ace 1, two to ten their number, jack and queen 10, the king 0."""
    columns = [[card[0] for card in cards[at::2]] for at in (0, 1)]
    if t.house["pairs"] == "cancel":
        columns = [ranks for ranks in columns if len({*ranks}) == len(ranks)]
    return HandCount(sum(VALUES[rank] for ranks in columns for rank in ranks))


def penalty(t: Hand, own: int) -> int:
    """Return the points of a knocker who does not have the fewest."""
    return {"none": own, "plus_ten": own + 10, "double": own * 2}[t.house["knock_penalty"]]


@golf.hook
def counted(t: Hand, seat: Seat, points_of: Any) -> int:
    """Return a player's points, with the penalty of a knocker if another player has fewer."""
    own: int = points_of(seat)
    is_open = t.missing_lines and out_of(t) is None  # another player may have knocked before
    if penalty(t, own) == own or not (is_open or t.knocker is seat):
        return own
    ahead: Any = [lambda one=one: points_of(one) < own for one in t.seats if one is not seat]
    if not any_known(ahead):
        return own
    if is_open:
        raise NotKnown("knocker")
    return penalty(t, own)


@golf.hook
def impossible(t: Hand, seat: Seat, count: int) -> Sentence | None:
    """Return why points are impossible: four cards count 0 to 40, known ones what they show, and a
    knocker may pay more."""
    held = known(lambda: t.ask("points", seat))
    is_open = t.missing_lines and out_of(t) is None
    may_pay = is_open or known(lambda: t.knocker is seat, otherwise=True)
    own = range(41) if held is None else [held]
    can_be = {*own, *(penalty(t, points) for points in own if may_pay)}
    if count in can_be:
        return None
    if held is not None:
        return Sentence("the four cards count {points}", {"points": held})
    doubled = Sentence("a knocker who pays has their points doubled", {})
    too_many = Sentence("nobody has more than {most} in a hand", {"most": max(can_be)})
    return too_many if count > max(can_be) else doubled


@golf.hook
def tie(table: Any, hands: list[Any], level: list[str]) -> list[str]:
    """Return the winners of a tie: the fewest points in the last hand that differs."""
    for hand in reversed(hands) if table.house["tie"] == "last_hole" else ():
        if hand.points and len(level) > 1:
            low = min(hand.points[name] for name in level)
            level = [name for name in level if hand.points[name] == low]
    return level


cambio_cabo = golf.variant(
    "cambio_cabo",
    title="Cambio, Cabo",
    about="Golf with a call instead of a knock: a player who calls and does not have the fewest "
    "points counts ten more.",
    knock_penalty="plus_ten",
)

GOLF = rulebook_of(golf)
CAMBIO_CABO = variant(cambio_cabo, GOLF, knock=replace(knock.form, also=("call",)))
RULEBOOKS = (GOLF, CAMBIO_CABO)
