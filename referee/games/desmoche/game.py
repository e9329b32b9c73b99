"""The declaration of Desmoche: its zones, events and facts, and shared queries of a hand.

The drawn card never joins a hand: it goes from the deck onto the pile, where it is on offer, first
to its drawer. So a turn is one draw, and all other acts are free. Melds are sets of cards as bits
(see ``referee.cards.deck``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple, cast

from referee.cards.deck import BITS, DECK, UNRECORDED, each
from referee.core.declaring import Game
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.games.desmoche.house import HOUSE_RULES
from referee.games.desmoche.melds import extends, is_meld, may_extend, melds_with, pieces
from referee.judging import forms
from referee.judging.findings import Undecided
from referee.judging.forms import AGREED_BY, CARD, PLAYER, Field, Form
from referee.wording.language import N_

TEN: Final = 10
NINE: Final = 9

SIDE_GAME: Final = Field("side_game", "choice", what=N_("a side game"))
SOME_CARDS: Final = Field("cards", "cards", required=False)

WITHDREW: Final = "withdrawn"
DISQUALIFIED: Final = "disqualified"

SECTIONS: Final = {
    "Table, bets, deal": "bet cut deal dealer seat side.not_played side.timing",
    "Cambio": "cambio",
    "Automatic wins": "auto",
    "Turns and claims": "claim discard draw pay player.out stock turn",
    "Melds": "desmoche meld",
    "Forced cards": "force",
    "Withdrawing": "withdraw",
    "The end of a hand": "end win",
    "Side games": "side",
    "Money": "payment result",
    "Offences and their enforcement": "disqualify",
    "The record itself": "card event hand offence player.unknown",
}
"""The sections of the rulebook, as a hand goes, with their rules: whole ids, or first words."""
_SECTION_OF: Final = {name: title for title, names in SECTIONS.items() for name in names.split()}


def section_of(rule: str) -> str:
    """Return the section of a rule."""
    return _SECTION_OF.get(rule) or _SECTION_OF[rule.partition(".")[0]]


class SectionedGame(Game):
    """A game that finds the section of a rule by its id."""

    def _add_rule(self, rule_id: str, *what: Any, **how: Any) -> None:
        super()._add_rule(rule_id, *what, section=section_of(rule_id), **how)


desmoche = SectionedGame(
    "desmoche",
    title="Desmoche",
    about="The Nicaraguan rummy: ten cards in runs and sets on the table win. “Rule text” means "
    "the article Desmoche in Wikipedia.",
    players=(2, 4), dealt=NINE, turned_up=0, scored=False, house=HOUSE_RULES,
    offences={
        "hid_draw": "a drawn card was put among the cards of the hand",
        "searched_pile": "cards in the discard pile were moved",
        "misdeal": "the count of the deal was wrong",
        "meld_order": "a meld was laid in the wrong order",
    },
    replaces=frozenset({
        "event.phase", "hand.over", "deck.empty", "card.location", "card.count", "cut.player",
        "deal.count", "end.early", "turn.order", "turn.draw", "turn.discard",
    }),
)  # fmt: skip

hand = desmoche.zone("hand", seen_by="owner")
passed = desmoche.zone("passed", seen_by="owner")  # cards from the Cambio, until play begins
table = desmoche.zone("table", open=True)
stock, pile = desmoche.deals(hand)

# fmt: off
side_bet = desmoche.event(
    Form(
        "side_bet", N_("Money into the pot of a side game."), N_("A side bet"), N_("a side bet"),
        (SIDE_GAME, Field("amount", "money"), Field("players", "players", required=False)),
        line=("side", "aparte"),
    ),
    "Each puts {amount} into {side_game}.", more={"players": "Taking part: {players}."},
)
cut, deal, offence = (desmoche.events[name] for name in ("cut", "deal", "offence"))
announce = desmoche.event(
    Form(
        "announce", N_('Says "I have it".'), N_("{player} announces"), N_("an announcement"),
        (PLAYER, SIDE_GAME, SOME_CARDS), line=("announce", "anuncia"),
    ),
    "{player} announces {side_game}.", more={"cards": "The cards: {cards}."}, afterwards=True,
)
cambio = desmoche.event(
    Form(
        "cambio", N_("Passes a card face down."), N_("{player} passes a card"), N_("a card passed"),
        (PLAYER, CARD, Field("to", "player", required=False, label=("to", "a"))),
        line=("cambio", "cambio"), several=True,
    ),
    "{player} passes {card}.", more={"to": "It goes to {to}."},
    moves=hand >> passed, grows=True, afterwards=True, to=lambda t, a: receiver(t, a),
)
declare = desmoche.event(
    Form(
        "declare", N_("Declares an automatic win."), N_("{player} declares"), N_("a declared win"),
        (PLAYER, Field("win", "choice", what=N_("an automatic win")), SOME_CARDS),
        line=("declare", "declara"),
    ),
    "{player} declares {win}.", more={"cards": "The nine cards: {cards}."},
    reveals=hand, grows=True, afterwards=True,
)
draw = desmoche.event(
    replace(forms.DRAW, plain=N_("Turns the top card of the deck.")), moves=stock >> pile
)
discard = desmoche.event(
    Form(
        "discard", N_("Lays the drawn card, unused, on the discard pile."),
        N_("{player} lays it down"), N_("a discard"), (PLAYER, CARD), sign="/",
    ),
    "{player} lays {card} on the pile.", moves=hand >> pile, grows=True,
)
knock = desmoche.event(replace(forms.PASS, plain=N_("Knocks: does not want the card on offer.")))
claim = desmoche.event(
    Form(
        "claim", N_("Asks for the card on offer."), N_("{player} asks for it"), N_("a claim"),
        (PLAYER, Field("card", "card", required=False)), sign="?", frequent=True,
    ),
    "{player} asks for the card on offer.", grows=True,
)
meld = desmoche.event(forms.MELD, moves=hand >> table, grows=True, afterwards=True)
pay = desmoche.event(
    Form(
        "pay", N_("Discards a card from the hand for the card just used."), N_("{player} pays"),
        N_("a payment of a card"), (PLAYER, CARD), sign="-",
    ),
    "{player} pays {card}.", moves=hand >> pile, grows=True,
)
force = desmoche.event(
    Form(
        "force", N_("Another player forces the card on offer onto a meld of this player."),
        N_("{player} is forced"), N_("a forced card"),
        (PLAYER, Field("by", "player", label=("by", "por"))), line=("force", "obliga"),
    ),
    "{by} forces the card on offer onto a meld of {player}.",
)
withdraw = desmoche.event(
    Form(
        "withdraw", N_("Passes for the rest of the hand."), N_("{player} withdraws"),
        N_("a withdrawal"), (PLAYER,), line=("withdraw", "retira"),
    ),
    "{player} withdraws.",
)
win = desmoche.event(replace(forms.WIN, plain=N_("Calls the win.")), afterwards=True)
show = desmoche.event(forms.SHOW, reveals=hand, grows=True, afterwards=True)
disqualify = desmoche.event(
    Form(
        "disqualify", N_("The table enforces a disqualification."), N_("{player} is disqualified"),
        N_("a disqualification"),
        (PLAYER, Field("event", "event", required=False), Field("why", "text", required=False)),
        line=("disqualify", "descalifica"),
    ),
    "The table disqualifies {player}.",
    more={"event": "It is for event {event}.", "why": "{why}"}, afterwards=True,
)
end = desmoche.event(forms.END, afterwards=True)
result = desmoche.event(
    forms.RESULT.having(
        *forms.RESULT.fields,
        Field("by", "choice", required=False, label=("by", "por"), what=N_("a way to win")),
        Field("bonuses", "tally", required=False),
        Field("up_the_tree", "players", required=False, label=("palo", "palo"), mark=","),
        Field("side_games", "winners", required=False, mark=";"),
    ),
    "Written down: {winner} wins the hand.",
    more={
        "by": "By: {by}.", "bonuses": "Bonuses: {bonuses}.",
        "up_the_tree": "Up the tree: {up_the_tree}.", "side_games": "Side games: {side_games}.",
    },
    afterwards=True,
)
payment = desmoche.event(forms.PAYMENT, afterwards=True)
HAND: Final = Form(
    "hand", N_("Opens the next hand; everybody has put in the bet."),
    N_("{player} deals the next hand"), N_("a hand"),
    (
        Field("dealer", "player"), Field("bet", "money", label=("bet", "apuesta")),
        Field("bets", "amounts", required=False, label=("bets", "apuestas")), AGREED_BY,
    ),
    line=("hand", "mano"), says=N_("{dealer} opens a hand; the bet is {bet}."),
    more={"bets": N_("The bets are {bets}."), **forms.AGREED},
)
EVENTS: Final = forms.by_type(
    HAND, side_bet.form, cut.form, deal.form, announce.form, cambio.form, declare.form, draw.form,
    discard.form, knock.form, claim.form, meld.form, pay.form, force.form, withdraw.form, win.form,
    show.form, offence.form, disqualify.form, forms.FORGIVE, end.form, result.form, payment.form,
)
"""The events of a hand by their types."""
# fmt: on

deal.once = False  # a second deal has its own finding
desmoche.turn = draw

FROM_THE_DEAL: Final = (draw, meld, pay, force, withdraw, win, show)
FROM_THE_DRAW: Final = (knock, claim, discard)
PLAY: Final = (cambio, declare, draw, discard, knock, claim, meld, pay, force, withdraw)
IS_PLAY: Final = frozenset(PLAY)
ANYWHERE: Final = (side_bet, cut, deal, announce, *PLAY, win, show, offence, disqualify, payment)


# ---- facts of a hand


class Claim(NamedTuple):
    """A player's claim to the card on offer; ``lawful`` if they may have it."""

    seat: Seat
    seq: int
    lawful: bool


class Early(NamedTuple):
    """A meld of own cards out of turn, in order if the player then uses the card on offer."""

    seat: Seat
    seq: int
    cards: int
    from_hand: bool


class Declared(NamedTuple):
    """A declared automatic win: the cards shown, whether it refers to the hand as dealt, and
    whether it is valid (None: it waits for the card that comes in the Cambio)."""

    seat: Seat
    win: str
    seq: int
    cards: int
    as_dealt: bool
    good: bool | None
    may_be_late: bool = False


class Announcement(NamedTuple):
    """A player's "I have it" in a side game; ``good`` unless disproved."""

    game: str
    seat: Seat
    seq: int
    cards: int
    good: bool
    unread: bool = False
    """True if more cards were named than are recorded."""


class Agreed(NamedTuple):
    """The result that the table agreed on at the end of a hand; parts that it left out are None. A
    side game without a winner has empty winners."""

    seq: int
    winner: Seat | None
    by: str | None
    bonuses: Mapping[str, int] | None
    up_the_tree: tuple[Seat, ...] | None
    side_games: Mapping[str, tuple[Seat, ...]]


class Withdrawal(NamedTuple):
    """A withdrawal, possibly too early: the player's melds, the cards still unseen, and the number
    of unrecorded cards outside their hand (``beside``)."""

    seat: Seat
    seq: int
    melds: tuple[int, ...]
    unseen: int
    beside: int


class Offence(NamedTuple):
    """A disqualifying offence, which the table may enforce or forgive. ``reported`` if a player
    reported it and the cards have not shown it since; ``ended`` is how the hand had ended before
    the enforcement."""

    seat: Seat
    seq: int
    rule: str
    reported: bool
    enforced: int = 0
    forgiven: int = 0
    ended: Any = None


OFFER: Final[dict[str, Any]] = {
    "offer": "",  # the card that may be taken; none once it is used
    "drawn": False,  # it comes from the deck
    "held": False,  # its drawer may still use it
    "set_down": False,  # a line says that it lies on the pile
    "offered": 0,  # the line that put it there
    "spoken": 0,  # the last knock or claim about it
    "claims": (),
    "dead_claim": (None, ""),  # the last claim to a card that is not on offer
    "covered": "",  # the card under it, if it was covered by a breach of the rules
    "knocked": frozenset(),
    "forced": None,  # the player on whom it was forced
    "binding": 0,  # the line that forced it, if that was in order
    "early": (),
}
ACT: Final[dict[str, Any]] = {
    "doing": None,  # the player acting at the melds, until they pay or the next card comes
    "lay_before": (),  # their melds when the act began
    "used": False,
    "broken": (),  # pieces that are no melds, with the line that left them; 0 if that is open
    "moves": (),  # lines that moved cards between melds, with the cards
    "bare": (),  # lines of melds wholly from the hand
    "guessed": False,  # an unrecorded card lies in a meld of the act
}
SAYS: Final = {
    "offer": (N_("No card was on offer."), ""),
    "knocked": ("", N_("{player} had knocked on it.")),
    "forced": ("", N_("It had been forced onto a meld of {player}.")),
}
for offered, start in {**OFFER, **ACT}.items():
    desmoche.fact(offered, start, says=SAYS.get(offered))

# the player who drew or laid the last card on the pile
desmoche.fact("by", None, says=("", N_("{player} had drawn or laid the last card.")))
desmoche.fact(
    "cards_dealt", False, lasting=True,
    says=(N_("The cards had not been dealt yet."), N_("The cards had been dealt.")),
)  # fmt: skip
desmoche.fact("voided", 0, kept=True)  # the deal that was voided and dealt again
desmoche.fact("draws", 0, says=(N_("No card had been drawn yet."), ""))
desmoche.fact("first_used", False)  # the first card of the hand was used
desmoche.fact("unpaid", None)  # the last player to use a card, until they pay
desmoche.fact("trusted", False)  # the win rests on unrecorded cards
desmoche.fact("doubted", False, kept=True)  # the table played on after such a win
desmoche.fact("likely_winner", None, kept=True)  # by a meld of which a card is unknown
desmoche.fact("called", False)  # the winner called the win
desmoche.fact("winner", None)
desmoche.fact("win", None)
desmoche.fact("declarations", (), kept=True)
desmoche.fact("cambio_assumed", False, kept=True)  # a declared win implies that it was done
desmoche.fact("announcements", (), kept=True)
desmoche.fact("stakes", (), kept=True)  # the stakes in each side game
desmoche.fact("offences", (), kept=True)
desmoche.fact("last_draw", 0, kept=True)

desmoche.fact("bet", 0, kept=True)
desmoche.fact("dealt_at", 0, kept=True)  # the line that shows that the cards are dealt
desmoche.fact("milestones", (), kept=True)  # the notable events of the hand
desmoche.fact("withdrawals", (), kept=True)
desmoche.fact("asked", (), kept=True)  # open questions about forced cards
desmoche.fact("agreed", None, kept=True)
desmoche.fact("end_written", False, kept=True)
desmoche.fact("holes", False, kept=True)  # lines before the first draw may be missing
desmoche.fact("stakes_open", False, kept=True)  # lines of side bets may be missing, too
desmoche.fact("may_be_seen", False, per_seat=True, kept=True)  # cards, even if no show is recorded
desmoche.fact("melds", (), per_seat=True)
desmoche.fact("recorded_melds", (), per_seat=True)  # the last that the record shows
desmoche.fact("melded", 0, per_seat=True, lasting=True)  # the line of their first meld
desmoche.fact("loosened", 0, per_seat=True, kept=True)  # cards that may have gone from their melds
# the lines in which they used a card and did not pay
desmoche.fact(
    "owes", (), per_seat=True,
    says=(N_("{player} owed no card."), N_("{player} had used a card and not paid for it yet.")),
)  # fmt: skip
desmoche.fact("debt_reported", False, per_seat=True)
desmoche.fact("unsettled", False, per_seat=True)  # they may pay late for a card used in a gap
desmoche.fact("spare", 0, per_seat=True)  # how many surplus cards they may lay down
desmoche.fact("left", "", per_seat=True, lasting=True, says=("", N_("{player} was out.")))
desmoche.fact("out_since", 0, per_seat=True, kept=True)
# the cards that they passed in the Cambio
desmoche.fact(
    "given", (), per_seat=True, kept=True,
    says=(N_("{player} had not passed a card yet."), N_("{player} had passed a card.")),
)  # fmt: skip
desmoche.fact("passed_at", 0, per_seat=True, kept=True)
desmoche.fact("came", (), per_seat=True, kept=True)  # the cards that they received in the Cambio
desmoche.fact("as_dealt", None, per_seat=True, kept=True)  # their nine cards, if a deal is written
desmoche.fact("sights", (), per_seat=True, kept=True)  # cards seen in or out of their hand, by line
desmoche.fact("showings", (), per_seat=True, kept=True)  # cards that they showed, with the line
desmoche.fact("gone", frozenset(), kept=True)  # cards that were seen outside the deck before a gap
desmoche.fact("unread", 0, kept=True)  # the number of unrecorded shown cards
desmoche.fact("drew", (), per_seat=True, kept=True)  # drawn cards that no line lays on the pile
desmoche.fact("disordered", (), per_seat=True, kept=True)  # melds reported as disordered


# ---- cards


class _Bits(dict[str, int]):
    def __missing__(self, card: str) -> int:
        return 1 << DECK.bit_length() + int(card[1:]) if card[:1] == "?" else 0


bit: Final = _Bits({**BITS, UNRECORDED: 0}).__getitem__
"""The bit of a card: above the deck for a blank, 0 for anything that is not a card."""


@lru_cache(maxsize=4096)
def bits(cards: tuple[str, ...]) -> int:
    """Return cards as bits."""
    return reduce(or_, map(bit, cards), 0)


@lru_cache(maxsize=4096)
def faces(cards: tuple[str, ...] | None) -> int:
    """Return the known cards as bits; empty if the cards are unknown."""
    return bits(cards or ()) & DECK


class _Names(dict[int, str]):
    def __missing__(self, one: int) -> str:
        return f"?{one.bit_length() - 1 - DECK.bit_length()}" if one else UNRECORDED


card_of: Final = _Names({one: card for card, one in BITS.items()}).__getitem__
"""The card of a bit.

>>> card_of(bit("7h")), card_of(bit("?3"))
('7h', '?3')
"""


@lru_cache(maxsize=4096)
def cards_as(several: int) -> tuple[str, ...]:
    """Return bits as cards, the lowest first."""
    return tuple([card_of(card) for card in each(several)])


def rename(t: Any, old: str, new: str, *, is_certain: bool = True) -> None:
    """Name an unrecorded card from the start; unless ``is_certain``, its owner stays open."""
    was, now = bit(old), bit(new)
    if new not in t.loose:
        t.located[new] = t.located.get(new, 0) + 1
    t.pile = tuple(new if card == old else card for card in t.pile)
    if t.maybe("offer") == old:
        t.offer = new
    for seat in t.seats:
        lying = t.melds.get(seat)
        if lying is not None and any(meld & was for meld in lying):
            t.melds[seat] = tuple(
                part
                for meld in lying
                for part in (pieces(meld & ~was | now, 0, t.house) if meld & was else [meld])
            )
        if not is_certain:
            continue
        t.drew[seat] = tuple(new if card == old else card for card in t.drew[seat])
        t.sights[seat] = tuple(
            (cards & ~was | now if cards & was else cards, seq) for cards, seq in t.sights[seat]
        )


def on_table(t: Hand, seat: Seat) -> int:
    """Return all cards in a player's melds."""
    return reduce(or_, t.melds[seat], 0)


def lying_of(t: Hand, seat: Seat) -> int:
    """Return the cards that are certainly in a player's melds."""
    return on_table(t, seat) if seat in t.melds else sum(t.recorded_melds.get(seat, ()))


def on_tables(t: Hand) -> int:
    """Return the cards that are certainly in anyone's melds."""
    return reduce(or_, [lying_of(t, seat) for seat in t.seats])


@desmoche.hook
def melds_of(t: Hand, seat: Seat) -> list[tuple[str, ...]]:
    """Return the melds of a player."""
    return [cards_as(meld) for meld in t.melds[seat]]


# ---- who plays


def playing(t: Hand) -> list[Seat]:
    """Return the players still in the hand, beginning at the dealer's right."""
    return [seat for seat in t.seats if not t.left[seat]]


def others(t: Hand, seat: Seat) -> list[Seat]:
    """Return the other seats in turn order, beginning at this player's right."""
    return [*t.seats[seat.index + 1 :], *t.seats[: seat.index]]


def next_playing(t: Hand, seat: Seat) -> Seat:
    """Return the nearest player on the right who is in the hand; this one if there is no other."""
    return next((other for other in others(t, seat) if not t.left[other]), seat)


def distance(t: Hand, seat: Seat) -> int:
    """Return a player's distance from the discarder in turn order; the discarder comes last."""
    return int((seat.index - t.by.index - 1) % len(t.seats))


def receiver(t: Hand, a: Act) -> Seat:
    """Return the receiver of a card in the Cambio."""
    named = t.seat_of(a.event["to"]) if "to" in a.event else None
    return cast(Seat, named or known(lambda: next_playing(t, a.seat), t.after(a.seat)))


OUTSIDE, MELDING, SPOKEN_FOR = 1, 2, 4
"""Stages of a hand, as flags: before the first draw, after the end, or where either is open; during
an act at a player's melds; after a claim to the card on offer, its forcing, or an early meld with
it."""


@desmoche.hook
def stages(t: Hand) -> int:
    """Return the flags of the stages that a hand is in."""
    facts = t.__dict__
    now = 0 if facts.get("over", 1) is None and facts.get("draws") else OUTSIDE
    if facts.get("doing") is not None:
        now |= MELDING
    if facts.get("claims") or facts.get("binding") or facts.get("early"):
        now |= SPOKEN_FOR
    return now


@desmoche.hook
def next_seat(t: Hand, seat: Seat) -> Seat:
    """Return the player on the right, or the first drawer again if their card was not used."""
    again = t.draws == 1 and not t.first_used and t.house["opening"] == "second_if_unused"
    return seat if again and not t.left[seat] else next_playing(t, seat)


@desmoche.hook
def blurred(t: Any, seat: Seat | None) -> None:
    """Allow for a player's (or everyone's) cards having been seen: the readings differ."""
    for other in t.seats if seat is None else [seat]:
        t.may_be_seen[other], t.loosened[other] = True, DECK


def question(
    t: Hand, at: int, rule: str, player: str | None, text: str, would: str, **facts: Any
) -> Undecided:
    """Return an open question at an event, with the fact that would decide it."""
    return Undecided(at, t.number, rule, player, text, would, {"player": player, **facts})


def moment(t: Hand, seq: int) -> int:
    """Return the position of a line in play; an inserted line has a higher number."""
    return t.timeline.index(seq) if seq in t.timeline else -1


# ---- the card on offer


def put_on_offer(t: Any, card: str, seat: Seat, seq: int, *, is_drawn: bool) -> None:
    """Put a card on offer: first to its drawer, else to the others."""
    t.__dict__.update(OFFER)
    t.offer, t.by, t.offered, t.spoken = card, seat, seq, seq
    t.drawn = t.held = is_drawn
    t.set_down = not is_drawn


def is_reserved(t: Hand) -> bool:
    """Return whether only its drawer may use the card: the last one, by house rule."""
    return bool(t.house["last_card"] == "dead" and t.drawn and t.stock == 0)


def owners(t: Hand) -> Iterator[Seat]:
    """Yield the players whose melds the card on offer extends, nearest first; its discarder comes
    last, and only if cards may be forced back."""
    if not t.offer or is_reserved(t):
        return
    card = bit(t.offer)
    for player in (*others(t, t.by), *([t.by] if t.house["force_back"] == "on" else [])):
        lying = () if t.left[player] else t.melds[player]
        if extends(card, lying, t.house):
            yield player
        elif lying and (card > DECK or (max(lying) > DECK and may_extend(card, lying, t.house))):
            raise NotKnown("offer")


def falls_to(t: Hand, seat: Seat) -> bool:
    """Return whether the card automatically goes to a player whose meld it extends."""
    return t.house["forced_cards"] == "automatic" and seat in owners(t)


def claim_fault(t: Hand, seat: Seat) -> str:
    """Return the rule that bars a player from the card on offer; empty if none does."""
    if t.forced is seat:
        return ""
    if t.by is seat:
        return "" if t.held or falls_to(t, seat) else "claim.own"
    if is_reserved(t):
        return "claim.dead"
    knocked = seat in t.knocked and t.house["knock"] == "binding"
    return "claim.passed" if knocked and not falls_to(t, seat) else ""


def nearer_claim(t: Hand, seat: Seat) -> Claim | None:
    """Return the nearest lawful claim of a player who comes before this one."""
    reach = distance(t, seat)
    asked = [claim for claim in t.claims if claim.lawful and not t.left[claim.seat]]
    nearer = [entry for entry in asked if distance(t, entry.seat) < reach]
    return min(nearer, key=lambda entry: distance(t, entry.seat), default=None)


def of_others(entries: Iterable[Any], seat: Seat) -> tuple[Any, ...]:
    """Return the entries of other players about the card on offer."""
    return tuple([entry for entry in entries if entry.seat is not seat])


def decides(t: Hand, seat: Seat) -> bool:
    """Return whether a player may meld from the hand: in their turn, or with a claimed card."""
    if t.owes[seat]:
        return True
    if not t.offer:
        return bool(t.doing is seat and t.used)
    is_theirs = (t.held and t.by is seat) or t.forced is seat
    return is_theirs or any(claim.seat is seat for claim in t.claims)


def covers(t: Hand, a: Act) -> bool:
    """Return whether an act makes the card on offer dead. If a player draws out of turn or lays a
    card without owing one, the players who might have taken the card under it are not at fault."""
    if a.form is draw:
        return a.seat is t.turn
    return a.form not in (pay, discard) or bool(t.owes[a.seat])


# ---- the act at the melds


def clear_act(t: Hand) -> None:
    """Note that the act at a player's melds is over."""
    if t.__dict__.get("doing", OPEN) is not None:
        lying = t.melds.get(t.maybe("doing"), ())
        t.slips += any(not seq and rest in lying for seq, rest in t.maybe("broken", ()))
        t.__dict__.update(ACT)


def speaks_after(t: Hand, seat: Seat) -> bool:
    """Return whether a knock or claim of this player shows that the act at the melds is over:
    another player turns to the next card, and no payment is due."""
    waits = t.offer and t.held and t.by is t.doing
    return bool(seat is not t.doing and not t.owes[t.doing] and not waits)


LATER_WORDS: Final = (knock, claim, meld, force)


def ends_act(t: Hand, a: Act) -> bool:
    """Return whether an act ends the act at a player's melds."""
    if t.doing is None or t.over:
        return False
    if a.form is meld and a.onto.used:
        return bool(a.seat is not t.doing and not t.owes[t.doing])
    if a.form in LATER_WORDS:
        return speaks_after(t, a.seat)
    return a.form not in (win, withdraw) or a.seat is t.doing


# ---- the end


def are_ten(t: Hand, seat: Seat) -> bool:
    """Return whether a player has exactly ten cards in melds on the table."""
    lying = t.melds[seat]
    return on_table(t, seat).bit_count() == TEN and all(is_meld(meld, t.house) for meld in lying)


def out_of_cards(t: Hand) -> bool:
    """Return whether the deck is used up, and no card on offer was taken after that."""
    is_empty = t.maybe("draws", 0) >= t.size_of_stock or t.stock <= 0
    if not (t.maybe("draws", 1) and is_empty) or t.over:
        return False
    return bool(t.offer) or t.unpaid is None


def may_lack_a_card(t: Hand, seat: Seat) -> bool:
    """Return whether a card of a player's melds is unrecorded, or may be elsewhere."""
    lying = on_table(t, seat)
    elsewhere = [
        whole & ~(meld & DECK)
        for other in t.seats
        if other is not seat
        for meld in t.melds.get(other, t.recorded_melds.get(other, ()))
        if meld > DECK
        for whole in melds_with(meld & DECK, meld.bit_count(), t.house)
    ]
    return lying > DECK or any(cards & lying for cards in (t.loosened[seat], *elsewhere))


def may_pay_nothing(t: Hand) -> bool:
    """Return whether forced cards are free, so that players may have more than ten cards."""
    return bool(t.house["forced_pay"] == "free" and t.house["forced_cards"] != "off")


def is_shown(t: Hand) -> bool:
    """Return whether ten melded cards show the winner."""
    seat = t.maybe("winner")
    if t.maybe("over") != "melds" or seat not in t.melds:
        return False
    return are_ten(t, seat) and (not may_pay_nothing(t) or t.hand.get(seat) is not None)


def is_agreed(t: Hand) -> bool:
    """Return whether only the table's word decided the hand."""
    return t.agreed is not None and t.over_at == t.agreed.seq


def may_be_won(t: Hand) -> bool:
    """Return whether a player may have won with a meld that has an unknown card."""
    return t.likely_winner is not None and t.likely_winner not in t.melds


def look_for_a_win(t: Any, seat: Seat, seq: int) -> None:
    """End the hand if a player has ten cards in melds and none in the hand."""
    if t.__dict__.get("over") or t.left.get(seat):
        return
    if seat not in t.melds:
        t.forget("over")  # it may be the tenth card
        t.likely_winner = seat
        return
    held = t.hand.get(seat)
    if not are_ten(t, seat) or held:
        return
    t.set(over="melds", over_at=seq, winner=seat, unpaid=None)
    t.trusted = held is None or t.missing_lines or may_lack_a_card(t, seat)
    t.owes[seat] = ()


def plays_on(t: Any) -> None:
    """Take an act of play as a sign that the hand goes on, unless the act may be the slip."""
    if not t.doubted:
        t.__dict__.setdefault("over", None)
    t.begun = t.cards_dealt = True


def finish(t: Any, seq: int) -> None:
    """End a hand without a winner: the deck has run out, or the record says that it is over."""
    if t.maybe("over"):
        return
    ran_out = known(lambda: out_of_cards(t), otherwise=False)
    if "over" not in t.__dict__:
        ran_out, t.trusted = False, True  # its end is unknown
    clear_act(t)
    at = None if t.unwritten and t.agreed is None and not any(t.sights.values()) else seq
    t.set(over="none" if ran_out else "undecided", over_at=at, winner=None, win=None, early=())


def end_hand(t: Hand, seq: int) -> None:
    """End a hand because another event shows that it is over. If the deck ran out, the last word on
    the last card decided it."""
    dies = t.maybe("offer") and known(lambda: out_of_cards(t), otherwise=False)
    finish(t, t.spoken if dies else seq)
