"""That Dam Game: ten hands, each with its contract of sets and runs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Any

from referee.answers.book import rulebook_of
from referee.answers.scoring import out_of, points_written
from referee.cards.deck import UNRECORDED, Deck
from referee.core.cards import face_of, is_blank, without
from referee.core.declaring import Event, Game
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.core.happening import finish
from referee.core.melds import Meld, can_come_from, lay
from referee.games import dam_melds
from referee.games.dam_melds import RUN, SET, SET_SIZE, Contract, fault_of, kinds_of, worth
from referee.judging import forms, remedies
from referee.judging.counting import HandCount
from referee.judging.forms import CARDS, PLAYER, Field, Form
from referee.judging.rectification import Irregularity, Rectification
from referee.judging.rulebook import HouseRule
from referee.wording.language import N_
from referee.wording.sentences import InOrder, Sentence

TEXT, OPEN_POINT = "the players' rule text", "the rule text leaves it open"
BEGGING, MELDS, CONTRACT = "Taking and begging", "Melds", "The contract"
PACKS = {3: 2, 4: 3, 5: 3, 6: 4}


def packs_of(seats: int, house: Mapping[str, Any]) -> Deck:
    """Return the deck for this number of players, with two jokers per pack."""
    packs = PACKS[seats] if house["decks"] == "by_players" else max(PACKS.values())
    return Deck(packs, jokers=2 * packs)


def contract_of(t: Hand) -> Contract:
    """Return the contract of a hand."""
    return dam_melds.CONTRACTS[min(t.round, 10) - 1]


dam = Game(
    "dam",
    title="That Dam Game",
    about="Ten hands with a contract each, from six cards to fifteen. The player who has laid it "
    "down and has no cards left ends the hand; the cards of the others count against them. The "
    "contracts, with sets of three and the wild cards that each run may have: two sets; a set and "
    "a run of four (one wild); two runs of four (one); three sets; a set and a run of seven "
    "(three); two sets and a run of five (two); three runs of four (one); a set and a run of ten "
    "(four); two sets and two runs of four (one); three runs of five (two). An ace counts fifteen, "
    "ten to king ten, three to nine five, a two twenty, a joker fifty.",
    players=(3, 6), dealt=lambda t: contract_of(t).cards, deck=packs_of, hands=10,
    lowest_wins=True, turned_up=0, more_cards=7,  # three begs bring two each, and one is drawn
    rounds=[Sentence("Hand {number}: {contract}", {"number": number, "contract": contract.pieces})
            for number, contract in enumerate(dam_melds.CONTRACTS, 1)],
    house=(
        HouseRule(
            "decks", "Table and deal", "The number of packs",
            f"{TEXT}, which asks whether always four would be easier",
            {"by_players": "by the number of players (3: two, 4 or 5: three, 6: four)",
             "four": "always four"},
        ),
        HouseRule(
            "begs", BEGGING, "Begging three times", f"{TEXT}, Order of Play",
            {"game": "in the whole game", "hand": "in every hand"},
        ),
        HouseRule(
            "beggars", BEGGING, "Who may beg", f"{TEXT}: any other player",
            {"others": "all but the next player and the discarder",
             "all": "also the discarder after all others"},
        ),
        HouseRule(
            "two_in_place", MELDS, "A two below the three of its suit",
            f"{TEXT}: a deuce can be played as a two",
            {"natural": "is natural", "wild": "is wild"},
        ),
        HouseRule(
            "grown_runs", MELDS, "Wild cards in a run that grows", OPEN_POINT,
            {"any_wilds": "any number", "contract": "as the contract allows"},
        ),
        HouseRule(
            "lay_off", MELDS, "Laying off what is left", f"{TEXT}: any extra cards must be held",
            {"next_turn": "from the turn after the contract on", "at_once": "at once"},
        ),
        HouseRule(
            "last_discard", "The end of a hand", "The last card of a hand", OPEN_POINT,
            {"free": "may be laid off", "required": "must be discarded"},
        ),
    ),
)  # fmt: skip

hand = dam.zone("hand", seen_by="owner")
table = dam.zone("table", open=True)
stock, pile = dam.deals(hand)
dam.reshuffles()
dam.melds()

draw = dam.event(forms.DRAW, "", moves=stock >> hand, asked_by="turn.order")
take = dam.event(forms.TAKE, "", moves=pile >> hand, asked_by="take.old")
meld = dam.event(
    forms.MELD.having(PLAYER, CARDS, Field("owner", "player", required=False, label=("of", "de"))),
    "", more={"owner": "The meld is one of {owner}."}, moves=hand >> table, free=True, grows=True,
    next="{players} may lay down the contract, or lay cards off.",
    asked_by="contract.wrong")  # fmt: skip
discard = dam.event(forms.DISCARD, "", moves=hand >> pile, asked_by="turn.discard",
    next="{players} discards a card.")  # fmt: skip
refuse = dam.event(forms.REFUSE, "{player} does not want the discard.", asked_by="beg.order",
    next="{players} may decide not to beg.")  # fmt: skip
beg = dam.event(Form(
    "beg", N_("Begs the discard: gets it and the next card of the deck."), N_("{player} begs"),
    N_("a beg"), (PLAYER, Field("card", "card", False),
                  Field("drawn", "card", False, ("with", "con"))),
    sign="?", frequent=True), "{player} begs the discard.",
    more={"card": "It is {card}.", "drawn": "With it comes {drawn} from the deck."},
    moves=pile >> hand, with_card="drawn", asked_by="beg.order",
    next="{players} may beg the discard.")  # fmt: skip
show = dam.event(forms.SHOW, "", reveals=hand, result=True, ends=True, asked_by="score.wrong")

dam.turn = (draw | take) >> discard
dam.endings = {"out": N_("A player has no cards left."),
               "out_melds": N_("{player} has no cards left. On the table: {melds}.")}  # fmt: skip

dam.fact("beggar", None, says=(N_("Nobody had begged the discard."),
                               N_("{player} had begged the discard.")))  # fmt: skip
dam.fact("passed", frozenset())  # the players who refused the discard
dam.fact("begs", 0, per_seat=True, lasting=True)  # the certain number of begs
dam.fact("begs_known", True)  # no missing line can hide a beg
dam.fact("may_be_none", False)  # a meld of this turn may be invalid, and be taken up again
dam.fact("melded", False, per_seat=True, lasting=True,
         says=(N_("{player} had not laid the contract in an earlier turn."),
               N_("{player} had laid the contract in an earlier turn.")))  # fmt: skip


# ---- the course of a hand


@dam.hook
def follows(t: Hand, last: Hand) -> None:
    """Carry begs over to the next hand, unless the table counts them by hand."""
    if t.house["begs"] == "game":
        for seat in t.seats:
            t.begs[seat] = last.begs.get(last.by_name[seat.name], 0)
        t.let(begs_known=lambda: last.begs_known and not last.missing_behind)


@dam.hook
def ending(t: Hand) -> str | None:
    """End the hand when a player has no cards left."""
    return None if t.hand[t.turn] else "out"


@dam.hook
def may_stop(t: Hand) -> bool:
    """Let the table stop at a last card that was laid down wrongly."""
    seat = t.maybe("irregular")
    return bool(seat) and seat is t.maybe("turn") and not t.hand.get(seat, True)


@dam.hook
def closed(t: Hand) -> str | None:
    """Believe a table that stops, unless the last player certainly has cards left."""
    goes_on = known(lambda: not t.begun or t.hand[t.turn if t.mid_turn else t.last], False)
    return None if goes_on else "out"


@dam.hook
def after_turn(t: Hand, seat: Seat) -> None:
    """Allow invalid melds, or melds beyond the contract, to be taken up again."""
    if t.laid.get(seat) != ():
        t.let_each("melded", [seat], lambda seat: OPEN if missing(t, t.laid[seat]) else True)
    may_be_none = t.maybe("may_be_none", True)
    t.contested = may_be_none and bool(t.maybe("over"))  # open: the hand may go on
    if may_be_none and not t.contested:
        may_take_up(t, seat)


@dam.hook
def aside(t: Hand) -> list[tuple[Event, Seat]]:
    """Let each other player beg or refuse the discard until the next player has taken a card."""
    if t.mid_turn or not t.pile or t.beggar:
        return []
    discarder = None if t.house["beggars"] == "all" else t.last
    silent = [seat for seat in t.seats if seat not in (discarder, *t.passed)]
    silent.sort(key=lambda seat: distance(t, seat))
    return [(beg, seat) for seat in silent] + [(refuse, seat) for seat in silent]


def distance(t: Hand, seat: Seat) -> int:
    """Return the distance of a seat from the next player, who has the first right to a discard."""
    return int((seat.index - t.turn.index) % len(t.seats))


def in_turn(t: Hand, a: Act) -> bool:
    """Return whether a card was taken in the turn of this act."""
    return a.seat is t.turn and t.mid_turn


def may_take_up(t: Hand, seat: Seat) -> None:
    """Make open which cards of a seat are melded, and which are in its hand."""
    t.forget_cards(seat)
    t.laid.pop(seat, None)
    t.melded.pop(seat, None)


@draw.does
@take.does
def takes_a_card(t: Hand, a: Act) -> None:
    """Settle a beg once the next player has taken a card. Play that goes on shows that no player is
    out. A wrongly taken card may go back, and an unseen one may be any card of the pile."""
    if beggar := t.maybe("beggar"):  # open: a second beg is uncertain
        t.begs[beggar] = t.begs.get(beggar, 0) + 1
    for seat in [seat for seat in t.seats if t.contested and not t.hand.get(seat, True)]:
        may_take_up(t, seat)
    t.set(beggar=None, passed=frozenset(), may_be_none=False, contested=False)
    if a.form is take and a.may_be_wrong:
        t.blur(pile)
        t.lose_top()
        if a.seat in t.hand:
            t.blur(hand, a.seat, [card for card, _ in a.shown if card])
    if a.is_wrong:
        t.forget_cards(a.seat)
        t.lose_top()
        t.forget("stock")


@discard.does
def lays_a_discard(t: Hand, a: Act) -> None:
    """Offer a discard. A wrong contract may be taken up again."""
    t.set(beggar=None, passed=frozenset())
    if a.is_wrong:
        t.set(may_be_none=True)


@refuse.does
def refuses(t: Hand, a: Act) -> None:
    """Put a player who refuses a discard behind all who beg it."""
    t.let(passed=lambda: t.passed | {a.seat})


@beg.does
def begs_a_card(t: Hand, a: Act) -> None:
    """Take a beg as a sign that the hand goes on. Both cards may go back if the beg is wrong, or
    another player may have begged too."""
    t.over = None
    if a.event.get("card") == UNRECORDED and a.seat in t.hand:
        t.blur(hand, a.seat)  # it may be an older one
    before = t.maybe("beggar", OPEN)  # open: another player may have begged it in a gap
    if before is None and not (a.is_wrong or a.may_be_wrong):
        t.set(beggar=a.seat)
        return
    for seat in {a.seat, before} - {None, OPEN}:
        t.forget_cards(seat)
    t.lose_top()
    t.forget("beggar", "stock")
    t.let(step=lambda: OPEN if a.seat is t.turn else t.step)  # it may be the card of their turn


@meld.does
def melds_down(t: Hand, a: Act) -> None:
    """Lay the cards as listed. Wrongly laid cards may be taken up again."""
    owner = owner_of(t, a)
    # open: it may have been the last card
    out = known(lambda: not t.hand[a.seat] and in_turn(t, a), OPEN)
    lies = owner is a.seat and bool(a.faces) if a.may_be_wrong else lies_well(t, a)
    if lies or out is True:
        lay(t, owner, a.event["cards"], a.seq, onto=a.onto)
        t.let(may_be_none=lambda: t.may_be_none or a.may_be_wrong or a.is_wrong)
    elif owner is a.seat:
        may_take_up(t, a.seat)
    else:
        t.forget_cards(a.seat)
        t.laid.pop(owner, None)
    if a.breaks_turn is a.seat:
        t.forget("turn", "step")
    if out is OPEN:
        t.forget("over")
    elif out and a.is_wrong:
        t.irregular = a.seat  # they may take cards back, and discard one
    elif out:
        finish(t, a.seq)


@show.does
def shows_the_rest(t: Hand, a: Act) -> None:
    """If no play is written, take the only player who shows no cards to have none left."""
    without = [seat for seat in t.seats if not t.hand.get(seat)]
    if t.unwritten and len(without) == 1:
        t.hand[without[0]] = ()


# ---- melds


def owner_of(t: Hand, a: Act) -> Any:
    """Return the owner of a meld."""
    return t.seat_of(a.event["owner"]) if "owner" in a.event else a.seat


def has_melded(t: Hand, seat: Seat) -> bool:
    """Return whether a player laid the contract in an earlier turn."""
    return bool(t.laid[seat]) and t.melded[seat]


def adds_to_contract(t: Hand, a: Act) -> bool:
    """Return whether cards count with the contract of this turn."""
    return owner_of(t, a) is a.seat and not has_melded(t, a.seat)


def missing(t: Hand, melds: Sequence[Meld]) -> Sentence | None:
    """Return what these melds lack for the contract of the hand."""
    return dam_melds.missing(contract_of(t), tuple(meld.cards for meld in melds))


@dam.hook
def from_hand(t: Hand, a: Act) -> list[str] | None:
    """Return the cards that were not in the meld before, so came from the hand. The act extends a
    meld of the owner that it contains whole, or else lays a new one."""
    listed = tuple(a.event["cards"])
    whole = [meld for meld in t.laid[owner_of(t, a)] if may_hold(listed, meld.cards)]
    can_be_new = can_come_from(t, hand, a.seat, listed)
    if t.may_be_none and not can_be_new:
        raise NotKnown("onto")  # cards that lie there may have been taken up again
    if any(UNRECORDED in meld.cards for meld in whole):
        raise NotKnown("onto")
    if whole and UNRECORDED in listed:
        a.onto = whole[0]
        if can_be_new or len(whole) > 1 or without(a.onto.cards, listed):
            raise NotKnown("onto")
        return list(without(listed, a.onto.cards))
    if whole and can_be_new and adds_to_contract(t, a):
        size = contract_of(t).size
        whole = [] if any(size(kind) == len(listed) for kind in kinds_of(listed)) else whole
    if not whole:
        return [] if is_torn(t, a) else None
    a.onto = meant(t, a, whole)
    return list(without(listed, a.onto.cards))


def may_hold(listed: Sequence[str], cards: Sequence[str]) -> bool:
    """Return whether a list of cards can contain a whole meld: an unrecorded card may be any."""
    missing = [card for card in without(cards, listed) if card != UNRECORDED]
    return len(cards) <= len(listed) and len(missing) <= listed.count(UNRECORDED)


def is_torn(t: Hand, a: Act) -> bool:
    """Return whether cards that contain no whole meld are a part of one: of another player's meld,
    or of their own if they cannot come from the hand."""
    if owner_of(t, a) is not a.seat:
        return True
    may_be_own = shares_cards(t, a) and has_melded(t, a.seat)
    return may_be_own and not can_come_from(t, hand, a.seat, a.event["cards"])


def shares_cards(t: Hand, a: Act) -> bool:
    """Return whether some of these cards have the same names as cards in the player's melds."""
    return any(set(a.event["cards"]) & set(meld.cards) for meld in t.laid[a.seat])


def meant(t: Hand, a: Act, whole: list[Meld]) -> Meld:
    """Return the intended meld: its additional cards can come from the hand, and it remains valid.
    Raises `NotKnown` if there are several."""
    rest = {meld: without(a.cards, meld.cards) for meld in whole}
    whole = [meld for meld in whole if can_come_from(t, hand, a.seat, rest[meld])] or whole
    good = [meld for meld in whole if growth_fault(t, a, meld) is None]
    if len(good) > 1:  # rather lay cards that are certainly held than move wild ones
        held = t.hand[a.seat]
        good = [meld for meld in good if rest[meld] and not without(rest[meld], held)] or good
    if len({tuple(sorted(meld.cards)) for meld in good}) > 1:
        raise NotKnown("onto")
    return max(good or whole, key=lambda meld: len(meld.cards))


def growth_fault(t: Hand, a: Act, onto: Meld) -> Sentence | None:
    """Return the fault of an extended meld: a set stays a set, and a run a run."""
    cards, two, kinds = tuple(a.cards), t.house["two_in_place"], kinds_of(onto.cards)
    if SET in kinds and len(onto.cards) == SET_SIZE and not t.missing_lines:
        kinds = frozenset({SET})  # no contract has so short a run
    faults = [fault_of(kind, cards) for kind in sorted(kinds)]
    if all(faults):
        return faults[0] if faults else None
    bound = t.house["grown_runs"] == "contract" and not adds_to_contract(t, a)
    most = contract_of(t).wilds if bound else None
    if kinds & kinds_of(cards) != {RUN} or fault_of(RUN, onto.cards, most, two):
        return None
    return fault_of(RUN, cards, most, two)


def lies_well(t: Hand, a: Act) -> bool:
    """Return whether cards are laid in time and form a meld."""
    if not in_turn(t, a) or not lays_off_in_time(t, a):
        return False
    if a.onto is not None:
        return growth_fault(t, a, a.onto) is None
    return owner_of(t, a) is a.seat and bool(kinds_of(tuple(a.cards)))


# ---- corrections


def beg_back(wrong: Irregularity) -> Rectification:
    """Return both cards of a player who begged without the right to."""
    lines = ((wrong.seq, wrong.event), *wrong.before())
    begged = next(seq for seq, event in lines if event["type"] == "beg" and wrong.is_by(event))
    return remedies.by_the_player(wrong, "{player} gives both cards back.", wrong.strike(begged))


def contract_back(wrong: Irregularity) -> Rectification:
    """Take melds of the turn back until they are exactly the contract."""
    turn = [wrong.seq] if wrong.event["type"] == "meld" else []
    for way in (wrong.before(), wrong.after()):
        for seq, event in takewhile(lambda line: line[1]["type"] in ("meld", "pass"), way):
            turn += [seq] if event["type"] == "meld" and wrong.is_by(event) else []
    text, edit = "{player} takes the melds of this turn back.", wrong.strike(*sorted(turn))
    return remedies.by_the_player(wrong, text, edit)


# ---- rules: taking and begging


@dam.rule("take.first", take, beg, section=BEGGING, silences=True,
    says="{player} takes from the pile, which has no card yet.",
    remedy=remedies.wrong_card_put_back)  # fmt: skip
def takes_a_discard(t: Hand, a: Act) -> bool:
    """Before the first discard of a hand, players can take a card only from the deck.

    Right: Draw the first card of a hand from the deck.
    Source: the players' rule text, Order of Play
    """
    is_late = a.form is take and (a.seat is not t.turn or t.mid_turn)
    return bool(is_late or t.pile or t.buried or t.last)


def names_another(t: Hand, a: Act) -> bool:
    """Return whether a card taken as the discard lies under it."""
    named, is_unseen = a.event.get("card"), is_blank(t.top or "?")
    if named is None or (a.form is beg and (named == UNRECORDED or is_unseen)):
        return False  # it is taken to be the discard
    if a.card == face_of(t.top):
        return False
    if a.card not in t.pile and (t.buried or any(map(is_blank, t.pile))):
        raise NotKnown("pile")
    return a.card in t.pile


@dam.rule("take.old", take, beg, section=BEGGING, silences=True,
    says="{player} takes an older discard; only the newest one may be taken.",
    remedy=remedies.wrong_card_put_back)  # fmt: skip
def takes_the_newest(t: Hand, a: Act) -> bool:
    """Only the card that was just discarded may be taken, never one that lies under it. Once it has
    been begged, the next player draws from the deck.

    Right: Draw the card from the deck.
    Source: the players' rule text, Order of Play
    """
    if a.form is beg:
        return bool(t.beggar or not names_another(t, a))
    return a.seat is not t.turn or t.mid_turn or not (t.beggar or names_another(t, a))


@dam.rule("beg.who", beg, section=BEGGING, binds=("beggars",), silences=True, remedy=beg_back,
    says="{player} may not beg this discard: the next player simply takes it, and players do not "
         "beg their own.")  # fmt: skip
def may_beg(t: Hand, a: Act) -> bool:
    """The next player does not beg: they may simply take the discard, without a second card. The
    discarder may not beg the card back either, unless the table allows it.

    Right: The next player takes the discard without a second card, or leaves it to the others.
    Source: the players' rule text, Order of Play
    """
    return t.mid_turn or a.seat not in (t.turn, None if t.house["beggars"] == "all" else t.last)


@dam.rule("beg.late", beg, section=BEGGING, silences=True, remedy=beg_back,
    says="{player} begs after the next card was taken.")  # fmt: skip
def begs_in_time(t: Hand, a: Act) -> bool:
    """A discard can be begged until the next player has taken a card.

    Right: The player begs the discard before the next player has taken a card.
    Source: the players' rule text, Order of Play
    """
    return not t.mid_turn


def without_right(t: Hand, a: Act) -> Seat:
    """Return the one of two players begging the same discard who has the lesser right."""
    is_nearer = a.seat not in t.passed and distance(t, a.seat) < distance(t, t.beggar)
    return t.beggar if is_nearer else a.seat  # type: ignore[no-any-return] # facts are untyped


@dam.rule("beg.order", beg, section=BEGGING, silences=True, remedy=beg_back, at_fault=without_right,
    says="{player} begs for the discard, but another player has a better right to it.")  # fmt: skip
def begs_alone(t: Hand, a: Act) -> bool:
    """A discard is offered in turn order. If two players beg it, the first one after the next
    player gets it, unless they had already passed on it.

    Right: The nearer of the two gets the discard and the card from the deck.
    Source: the players' rule text, Order of Play
    """
    if t.beggar and not t.begs_known:
        raise NotKnown("begs")  # the first one may have begged too often
    return not t.beggar


@dam.rule("beg.fourth", beg, section=BEGGING, binds=("begs",), remedy=beg_back,
    says="{player} begs, and has begged three times already.")  # fmt: skip
def begs_three_times(t: Hand, a: Act) -> bool:
    """A player begs at most three times in the whole game, or in each hand if the table says so.

    Right: A player who has begged three times leaves the card.
    Source: the players' rule text, Order of Play
    """
    return bool(t.begs.get(a.seat, 0) < 3)


@dam.rule("beg.discard", discard, section=BEGGING, instead=True, remedy=remedies.CARD_BACK,
    says="{player} has begged and discards a card out of turn.")  # fmt: skip
def keeps_what_was_begged(t: Hand, a: Act) -> bool:
    """A player who has begged discards nothing for it: it is the next player's turn.

    Right: The player who begged keeps both cards until their next turn.
    Source: the players' rule text, Order of Play
    """
    return a.seat is not t.beggar


# ---- rules: melds and contracts


@dam.rule("meld.turn", meld, section=MELDS, instead=True, remedy=remedies.melds_out_of_turn_back,
    says="{player} melds without having taken a card in a turn of their own.")  # fmt: skip
def melds_in_turn(t: Hand, a: Act) -> bool:
    """Melds are laid, and cards laid off, only in one's own turn and after taking a card. Until
    a player takes a card, only the first breach is reported, a meld or a discard.

    Right: Take the melds back, and lay them in the player's own turn, after taking a card.
    Source: the players' rule text, Order of Play
    """
    return in_turn(t, a)


@dam.rule("layoff.early", meld, section=MELDS, binds=("lay_off",), instead=True,
    says="{player} lays cards onto a meld of {owner} without having laid the contract before.",
    remedy=remedies.MELD_BACK)  # fmt: skip
def lays_off_in_time(t: Hand, a: Act) -> bool:
    """A player lays cards onto melds, or moves their wild cards, only after laying their own
    contract, and not in the same turn unless the table allows it.

    Right: The cards stay in the hand until the turn after the contract was laid.
    Source: the players' rule text, Order of Play
    """
    if adds_to_contract(t, a) or has_melded(t, a.seat):
        return True
    return t.house["lay_off"] == "at_once" and missing(t, t.laid[a.seat]) is None


def says_why(why: Any, text: str) -> Any:
    """Return a function that fills the reason into the sentence of a rule."""
    return lambda t, a: (text, {"player": a.seat.name, "why": why(t, a)})


@dam.rule("meld.invalid", meld, section=MELDS, remedy=remedies.MELD_BACK,
    says=says_why(lambda _, a: dam_melds.meld_fault(a.cards),
                  N_("{player} lays down an invalid meld: {why}.")))  # fmt: skip
def lays_a_meld(t: Hand, a: Act) -> bool:
    """A meld is a set, cards of one rank, or a run, neighbouring cards of one suit. Twos and jokers
    stand for other cards in runs only, and the ace is high.

    Right: The cards go back into the hand.
    Source: the players' rule text, sets and runs
    """
    is_new = a.onto is None and a.cards and not is_torn(t, a)
    return bool(not is_new or kinds_of(tuple(a.cards)))


def lay_off_fault(t: Hand, a: Act) -> Sentence | None:
    """Return the fault of cards laid onto a meld."""
    if a.onto is not None:
        return growth_fault(t, a, a.onto)
    facts = {"owner": owner_of(t, a).name, "cards": InOrder(a.cards)}
    text = "no complete meld of {owner} is among {cards}"
    return Sentence(text, facts) if a.cards and is_torn(t, a) else None


@dam.rule("layoff.invalid", meld, section=MELDS, binds=("grown_runs", "two_in_place"),
    says=says_why(lay_off_fault, N_("{player} lays cards where they do not belong: {why}.")),
    remedy=remedies.MELD_BACK)  # fmt: skip
def lays_off_what_fits(t: Hand, a: Act) -> bool:
    """After cards are laid onto it, a set must still be a set, and a run still a run of at most
    thirteen cards; nothing is taken out of it. A run may get any number of wild cards or, if the
    table plays it that way, no more than its contract allows.

    Right: The cards go back into the hand, and the meld stays as it was.
    Source: the players' rule text, sets and runs
    """
    return lay_off_fault(t, a) is None


@dam.rule("out.discard", meld, section=MELDS, binds=("last_discard",), remedy=remedies.MELD_BACK,
    says="{player} lays off the last card, which has to be discarded.")  # fmt: skip
def keeps_a_card(t: Hand, a: Act) -> bool:
    """Where the table asks for it, the last card of a hand is discarded and not laid off.

    Right: Keep one card to discard.
    Source: the rule text leaves it open
    """
    return t.unwritten or t.house["last_discard"] == "free" or len(t.hand[a.seat]) > len(a.faces)


def laid_after(t: Hand, a: Act) -> tuple[Meld, ...]:
    """Return a player's melds after this act."""
    laid = [Meld(tuple(a.cards), a.seq)] if a.form is meld else []
    return (*[lying for lying in t.laid[a.seat] if lying is not a.onto], *laid)


@dam.rule("contract.wrong", discard, meld, section=CONTRACT, remedy=contract_back,
    says=says_why(lambda t, a: missing(t, laid_after(t, a)),
                  N_("{player} has not laid the contract: {why}.")),
    at=lambda t, a: laid_after(t, a)[-1].seq)  # fmt: skip
def lays_the_contract(t: Hand, a: Act) -> bool:
    """A player who melds for the first time in a hand lays down the whole contract in one turn:
    as many sets and runs as it asks for, and as long.

    Right: The melds go back into the hand until the whole contract can be laid in one turn.
    Source: the players' rule text, the contracts and Order of Play
    """
    melds = laid_after(t, a)
    if not in_turn(t, a) or not melds or has_melded(t, a.seat):
        return True
    goes_on = a.form is meld and (
        owner_of(t, a) is not a.seat
        or len(t.hand[a.seat]) > len(a.faces)
        or (a.onto is not None and growth_fault(t, a, a.onto) is not None)
    )
    return goes_on or missing(t, melds) is None


def wilds_fault(t: Hand, a: Act) -> Sentence | None:
    """Return the fault of a contract run with too many wild cards."""
    cards, contract = tuple(a.cards), contract_of(t)
    kinds, others = kinds_of(cards), laid_after(t, a)[:-1]
    sets = sum(SET in kinds_of(meld.cards) for meld in others)
    if RUN not in kinds or (SET in kinds and sets < contract.sets) or len(cards) != contract.length:
        return None
    return fault_of(RUN, cards, contract.wilds, t.house["two_in_place"])


@dam.rule("contract.wilds", meld, section=CONTRACT, binds=("two_in_place",), remedy=contract_back,
    says=says_why(wilds_fault, N_("{player} has laid a run with too many wild cards: {why}."))
)  # fmt: skip
def has_few_wild_cards(t: Hand, a: Act) -> bool:
    """A run of the contract has no more wild cards than the contract allows.

    Right: Take the run back into the hand, or replace wild cards in it.
    Source: the players' rule text, the contracts and Order of Play
    """
    return not (adds_to_contract(t, a) and lays_off_what_fits(t, a) and wilds_fault(t, a))


@dam.rule("contract.extra", meld, section=CONTRACT, binds=("lay_off",), once=True,
    says="{player} lays down more than the contract.",
    remedy=remedies.act_taken_back("{player} takes back what is more than the contract.")
)  # fmt: skip
def lays_nothing_else(t: Hand, a: Act) -> bool:
    """A player lays exactly the contract. Further cards are held, and laid onto melds in later
    turns; new melds are not laid then.

    Right: Cards that are not part of the contract go back into the hand.
    Source: the players' rule text, the contracts and Order of Play
    """
    if owner_of(t, a) is not a.seat or not lies_well(t, a):
        return True
    if has_melded(t, a.seat):
        if a.onto is None and shares_cards(t, a):
            raise NotKnown("onto")  # it may be a meld that is not listed whole
        return a.onto is not None
    melds, contract = laid_after(t, a), contract_of(t)
    may_grow = t.house["lay_off"] == "at_once" and len(melds) <= contract.sets + contract.runs
    is_more = sum(len(meld.cards) for meld in melds) > contract.cards
    return may_grow or not is_more or missing(t, melds) is not None


# ---- points


@dam.hook
def winner(t: Hand, points: Mapping[str, int | None]) -> Seat | None:
    """Return the player who has no cards left, was recorded as out, or alone has 0 points."""
    without = [seat for seat in t.seats if not t.hand.get(seat, True)]
    without = without or [seat for seat in t.seats if points.get(seat.name) == 0]
    return without[0] if len(without) == 1 else None


@dam.hook
def count_cards(t: Any, cards: Sequence[str]) -> HandCount:
    """Count the cards left in the hand."""
    return HandCount(worth(cards))


@dam.hook
def impossible(t: Hand, seat: Seat, count: int) -> Sentence | None:
    """Return why points are impossible: cards count in fives, and only one player has none."""
    out = out_of(t)
    if not count or out is seat:
        zeros = [name for name, had in points_written(t).items() if not had and name != seat.name]
        zeros += [] if out in (None, seat) else [out.name]
        another = Sentence("{out} is the one without cards", {"out": zeros[-1]}) if zeros else None
        return Sentence("a player who is out has no points", {}) if count else another
    every, held = dam_melds.dearest_first(t.deck), t.held_in(hand, seat)
    least, most = (1, t.each + dam.more_cards) if held is None else (len(held), len(held))
    facts = {"cards": most, "least": 5 * least, "most": sum(every[:most])}
    if count % 5:
        return Sentence("cards count in fives", facts)
    if count < 5 * least:
        return Sentence("{cards} cards count at least {least}", facts)
    return Sentence("{cards} cards count at most {most}", facts) if count > facts["most"] else None


# ---- simulated players


@dam.hook
def prospect(t: Hand, seat: Seat) -> float:
    """Rate a hand: a player wants the cards of the contract, then few points."""
    lacking = 0 if t.laid[seat] else dam_melds.plan(contract_of(t), t.hand[seat])[1]
    return -5 * lacking - worth(t.hand[seat]) / 20


@dam.hook
def laying(t: Hand, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield melds: players lay the contract once they have it, and lay off in later turns."""
    seat, event = t.turn, {"type": "meld", "player": t.turn.name}
    if not t.laid[seat]:
        melds, lacking = dam_melds.plan(contract_of(t), t.hand[seat])
        yield from ({**event, "cards": cards} for cards in melds if not lacking)
        return
    for card in t.hand[seat]:
        for owner, onto in [(seat, lying) for seat in t.seats for lying in t.laid[seat]]:
            named_owner = {} if owner is seat else {"owner": owner.name}
            laid = {**event, "cards": [*onto.cards, card], **named_owner}
            fits = growth_fault(t, t.act(0, laid, meld, seat), onto) is None
            if fits and card in t.hand[seat] and len(t.hand[seat]) > 1:
                yield laid
                break


RULEBOOKS = (rulebook_of(dam),)
