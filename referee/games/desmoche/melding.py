"""Melds: runs and sets, desmoches, the time for melding, and the win with ten cards."""

from typing import Any, Final

from referee.cards.deck import DECK, UNRECORDED, cards_of, names
from referee.cards.melds import SHORTEST
from referee.core.cards import without
from referee.core.declaring import Slip
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.games.desmoche import game, mending
from referee.games.desmoche.game import cards_as, claim, decides, desmoche, discard, draw, meld, pay
from referee.games.desmoche.leaving import commit, is_reported, reported_offence
from referee.games.desmoche.melds import is_meld, melds_with, moved_wrongly, pieces
from referee.games.desmoche.offers import dead, lift, lose_the_offer, show_cards
from referee.games.desmoche.reading import located, may_share, misplaced, possible_melds
from referee.judging.findings import DISQUALIFICATION
from referee.judging.rulebook import Milestone
from referee.wording.language import N_, Plural
from referee.wording.sentences import Cards, InOrder, Sentence

ENDING: Final = (draw, pay, discard, game.win, game.withdraw, game.end, *game.LATER_WORDS)
"""Events that may show that the act at a player's melds is over."""


# ---- laying


@meld.does
def lays_a_meld(t: Any, a: Act) -> None:
    """Lay the listed cards together, and take them out of their former melds."""
    seat, it = a.seat, a.onto
    if not it.cards:
        return
    facts = t.__dict__
    if facts.get("over"):
        # the winner rearranges the ten cards
        t.melds[seat] = (*left_of(t, seat, it.lying), it.cards)
        return
    game.plays_on(t)
    if facts.get("doing") is not seat:
        game.clear_act(t)
        t.set(doing=seat, lay_before=t.melds.get(seat, OPEN))
    t.melded[seat] = t.melded.get(seat) or a.seq
    if a.contradicts and t.maybe("offer", "?"):
        a.onto = it.but(used=OPEN)  # the card or the player may be another one
    if it.is_blind or a.contradicts:
        lays_blindly(t, a)
        return
    own = not it.takes
    is_bare = own and bool(it.from_hand) and known(lambda: decides(t, seat))
    # an unrecorded card may be the one on offer, and the meld invalid
    if own and not it.unread and known(lambda: is_early(t, a), otherwise=False):
        t.early = (*t.early, game.Early(seat, a.seq, it.cards, bool(it.from_hand)))
    lie_together(t, a)
    if is_bare and not it.unread:
        t.bare = (*t.bare, a.seq)
    came = (it.from_hand | it.picked) & ~it.perhaps
    if came or it.unread or it.perhaps:
        show_cards(t, seat, came, a.seq)
        t.may_be_seen[seat] |= bool(it.unread or it.perhaps)
    if it.perhaps:
        t.loose |= {*cards_as(it.perhaps)}  # each may have been anywhere
    t.guessed = facts.get("guessed", True) or it.is_guessed
    t.loosened[seat] &= ~it.cards
    if UNRECORDED in a.event["cards"]:
        loosen_others(t, a)
    t.slips += bool(it.dead and known(lambda: dead(t, a)) is None)
    if it.used or it.dead or it.stolen:
        uses_a_card(t, a)
    if it.picked:
        t.drew[seat] = without(t.drew[seat], names(it.picked))
        commit(t, seat, a.seq, "draw.hidden")
        if not t.left.get(seat):
            t.owes.pop(seat, None)  # they may pay for it
    if UNRECORDED in a.event["cards"] and t.house["meld_order"] == "strict":
        # it may lie in the wrong order
        t.may_be_seen[seat] = True
        t.disordered[seat] = (*t.disordered[seat], it.cards & DECK)
        if t.house["enforcement"] == "strict":
            t.left.pop(seat, None)
    elif not it.in_order and known(lambda: is_disordered(t, a)):
        commit(t, seat, a.seq, "meld.order")
        t.disordered[seat] = (*t.disordered[seat], it.cards)
    game.look_for_a_win(t, seat, a.seq)


def loosen_others(t: Hand, a: Act) -> None:
    """Allow that an unrecorded card of a meld came from another player's melds."""
    faces, size = a.onto.cards & DECK, a.onto.cards.bit_count()
    for seat in t.seats:
        lying = game.lying_of(t, seat) & DECK & ~faces
        if seat is not a.seat and lying:
            for other in melds_with(faces, size, t.house):
                t.loosened[seat] |= other & lying


def lays_blindly(t: Hand, a: Act) -> None:
    """Lay cards of unknown origin: the player's other melds, their cards, the use of the card on
    offer and a payment due become open."""
    seat, cards = a.seat, a.onto.cards
    lay = t.recorded_melds.get(seat, ())
    recorded = tuple(rest for lying in lay if (rest := still_lying(t, lying, cards)))
    most = game.TEN
    if seat in t.melds:
        most = game.on_table(t, seat).bit_count() + cards.bit_count()
        t.lose(*cards_as(game.on_table(t, seat) & DECK))
        del t.melds[seat]
    t.forget_cards(seat)
    for card in cards_as(cards & DECK):
        if card not in t.loose and not t.located.get(card):
            t.see("", card, None, None)
    t.recorded_melds[seat] = recorded if a.contradicts else (*recorded, cards)
    for other in t.seats if a.onto.maybe("stolen") else ():
        if other is not seat:
            lift(t, other, cards)
    t.may_be_seen[seat] = True
    t.forget("moves", "broken", "bare", "lay_before")
    used = a.onto.maybe("used", OPEN)
    if used is OPEN:
        for other in t.seats if a.contradicts else [seat]:
            t.owes.pop(other, None)
        t.debt_reported[seat] = False
        t.forget("unpaid", "turn", "first_used", "used")
        lose_the_offer(t)
        t.forget(*game.OFFER)
    elif used:
        t.pile = without(t.pile, [game.card_of(used)])
        t.debt_reported.setdefault(seat, False)
        uses_a_card(t, a)
    lying = t.recorded_melds[seat]
    if sum(lying).bit_count() == game.TEN and all(is_meld(meld, t.house) for meld in lying):
        t.melds[seat] = lying
    if most >= game.TEN:
        game.look_for_a_win(t, seat, a.seq)


def still_lying(t: Hand, old: int, cards: int) -> int:
    """Return the part of a meld that certainly remains after these cards are melded."""
    if old <= DECK:
        return old & ~cards
    goes_on = may_share(t, old, cards & DECK, cards.bit_count())
    return old & ~cards & (DECK if goes_on else -1)


def lie_together(t: Any, a: Act) -> None:
    """Lay the cards of a meld together."""
    seat, it = a.seat, a.onto
    named = it.cards if not it.is_guessed else cards_of(a.event["cards"])
    # the largest meld that it contains whole is the extended one
    melds = t.melds[seat] if it.lying else ()
    whole = [meld for meld in melds if not meld & ~it.cards]
    moved = it.lying & ~max(whole, key=int.bit_count) if whole else it.lying
    if moved:
        t.moves = (*t.moves, (a.seq, moved))
        sentence = Sentence("{player} makes a desmoche.", {"player": seat.name})
        t.milestones = (*t.milestones, Milestone(a.seq, "^", sentence))
    for old in melds:
        rest = old & ~it.lying
        if old & it.lying & ~named:
            continue  # that it was taken is only a guess
        if it.is_guessed and rest.bit_count() <= (it.cards & ~DECK).bit_count():
            continue  # it may be the unrecorded card
        if rest and rest != old and is_meld(old, t.house):
            fallen = pieces(old, old & it.lying, t.house)
            small = old > DECK and rest.bit_count() < SHORTEST  # unless it was no meld
            if small or (old <= DECK and not all(is_meld(piece, t.house) for piece in fallen)):
                t.broken = (*t.broken, (0 if small else a.seq, rest))
    t.melds[seat] = (*left_of(t, seat, it.lying), it.cards)
    for other in t.seats if it.stolen else ():
        if other is not seat and it.stolen & game.lying_of(t, other):
            lift(t, other, it.stolen)
    if from_pile := cards_as(it.used | it.dead | it.picked):
        t.pile = without(t.pile, from_pile)
    t.table[seat] = cards_as(game.on_table(t, seat))
    large = [meld for meld in t.melds[seat] if meld > DECK and meld.bit_count() >= SHORTEST]
    if not all(is_meld(meld, t.house) for meld in large):
        # the pieces of a meld with an unrecorded card are open
        t.recorded_melds[seat] = t.melds.pop(seat)


def left_of(t: Hand, seat: Seat, taken: int) -> list[int]:
    """Return the melds of a player after these cards are taken from them."""
    left: list[int] = []
    for old in t.melds[seat]:
        may_be = whole_melds(t, old) if old > DECK and 0 < old & taken <= DECK else [old]
        if not old & taken:
            left.append(old)
        elif len(may_be) == 1 and may_be[0] <= DECK:  # unrecorded cards can be no others
            left += pieces(may_be[0], old & taken, t.house)
        else:
            left.append(old & ~taken)
    return [piece for piece in left if piece]


def whole_melds(t: Any, lying: int) -> list[int]:
    """Return the possible melds of a meld with unrecorded cards. Their faces become loose, so they
    accuse no player."""
    may_be = possible_melds(t, lying, located(t))
    if len(may_be) == 1:
        t.loose |= {*cards_as(may_be[0] & ~lying)}
    return may_be


def uses_a_card(t: Any, a: Act) -> None:
    """Record the use of a card that was not the player's own, which must be paid unless it is free.
    Until then the next draw is open."""
    seat, it, facts = a.seat, a.onto, t.__dict__
    t.used = True
    has_paid = known(lambda: t.by is seat and not t.drawn, OPEN) or (t.spare.get(seat) and OPEN)
    is_covered = not it.maybe("used") and it.maybe("dead", 0) & game.bit(facts.get("covered", ""))
    is_free = (is_covered and has_paid) or it.maybe("is_free", OPEN)
    if is_free is OPEN:
        t.owes.pop(seat, None)
        t.forget("unpaid", "turn")
    elif not is_free:
        if seat in t.owes:
            t.owes[seat] = (*t.owes[seat], a.seq)
        t.debt_reported[seat] = not (it.used or it.dead) or bool(t.left.get(seat))
        t.unpaid = seat
        if facts.get("draws", 1):
            facts.pop("turn", None)
    if it.used:
        if facts.get("draws", 1) == 1:
            t.let(first_used=lambda: t.first_used or bool(t.draws == 1 and t.drawn))
        if facts.get("by") is not None:
            t.drew[t.by] = without(t.drew[t.by], [t.offer])
        t.offer, t.claims, t.early, t.forced, t.binding, t.held = "", (), (), None, 0, False


def is_early(t: Hand, a: Act) -> bool:
    """Return whether a meld is in order only if the player then uses the card on offer."""
    if not t.offer or t.left.get(a.seat) or a.onto.takes or misplaced(t, a):
        return False
    return not decides(t, a.seat) and not game.claim_fault(t, a.seat)


@desmoche.finds(
    "meld.invalid", meld, remedy=mending.card_taken_back, binds=("ace_runs",),
    says="{player} laid {cards}, which is neither a run nor a set.",
)  # fmt: skip
def lays_runs_and_sets(t: Hand, a: Act) -> list[Slip]:
    """A meld is a run of three to ten cards in one suit or a set of three or four of one rank. Ace
    is low in runs: A-2-3 is a run, Q-K-A is not, unless the table lets it be both; K-A-2 never is.
    An invalid meld is reported once.

    Right: Lay down only a run of three to ten in one suit, or three or four of one rank.
    Source: rule text, Melds
    """
    cards, listed = a.onto.cards, a.event["cards"]
    if is_meld(cards, t.house) or len(set(listed)) < len(listed):
        return []
    may_grow = [meld for meld in t.melds[a.seat] if meld > DECK or not is_meld(meld, t.house)]
    if any(other <= DECK and not other & ~cards for other in may_grow):
        return []  # an extended invalid meld was reported when it was laid
    for other in may_grow:
        lacks, unread = (other & DECK & ~cards).bit_count(), listed.count(UNRECORDED)
        if lacks <= unread and other.bit_count() <= cards.bit_count():
            raise NotKnown("melds")  # it may be the same
    return [Slip(a.seat, {"cards": Cards(cards)})]


@desmoche.finds(
    "meld.broken", *ENDING, stage=game.MELDING, remedy=mending.card_taken_back,
    says="{player} took a card from a meld and left {cards}, which is not a meld.",
)  # fmt: skip
def leaves_no_meld(t: Hand, a: Act) -> list[Slip]:
    """A desmoche takes cards from one's own melds for another meld, as long as every meld left on
    the table is valid when the act is over. It is reported at the meld that took the card.

    Right: The player takes cards only if the rest is still a meld; otherwise they stay where they
    lie.
    Source: rule text, Melds
    """
    if not t.broken or not game.ends_act(t, a):
        return []
    return [Slip(t.doing, {"cards": left}, at=seq) for seq, left in left_broken(t).items()]


def left_broken(t: Hand) -> dict[int, Cards]:
    """Return the cards left outside valid melds, by the line that left them so."""
    found: dict[int, Cards] = {}
    for seq, rest in t.broken:
        left = [meld for meld in t.melds[t.doing] if not (meld & ~rest or is_meld(meld, t.house))]
        left = [piece for piece in left if not piece & t.loosened[t.doing]]  # it may be gone
        if left and seq:
            found.setdefault(seq, Cards(sum(left)))
    return found


@desmoche.finds("meld.stolen", meld, remedy=mending.card_taken_back)
def uses_own_cards(t: Hand, a: Act) -> list[Slip]:
    """A player's melds are their own. Nobody takes a card from another player's table.

    Right: The player melds only their own cards and the card on offer.
    Source: rule text, Melds
    """
    if not (stolen := a.onto.stolen):
        return []
    if any(t.loosened[seat] & game.lying_of(t, seat) & stolen for seat in t.seats):
        raise NotKnown("melds")  # the owner may have paid it
    owners = (seat for seat in t.seats if seat is not a.seat and game.lying_of(t, seat) & stolen)
    text = "{player} used {cards}, which lay in the melds of {owner}."
    says = Plural(text, text, stolen.bit_count())
    return [Slip(a.seat, {"cards": Cards(stolen), "owner": next(owners).name}, says=says)]


OUT_OF_TURN: Final = "{player} laid {cards} out of turn and without a claim."


@desmoche.finds("meld.turn", meld, remedy=mending.card_taken_back, says=OUT_OF_TURN)
def melds_in_time(t: Hand, a: Act) -> list[Slip]:
    """Players meld from the hand, and change their own melds, only while the decision is theirs: on
    their own turn, after the draw and until the card lies on the pile, or while they use a claimed
    card, before paying. The claim need not be written: a player who then uses the card on offer had
    claimed it.

    Right: The meld waits for the player's own turn, or for a card that the player may use.
    Source: the simplest reading; the rule text is silent
    """
    if t.over or a.onto.takes or misplaced(t, a):
        return []
    if decides(t, a.seat) or is_early(t, a) or t.left[a.seat]:
        return []
    if any(offence.seat is a.seat and offence.seq == t.offered for offence in t.offences):
        return []  # they may have paid for the drawn card before melding it
    return [Slip(a.seat, {"cards": Cards(a.onto.cards)})]


@desmoche.finds(
    "meld.turn", meld, draw, pay, discard, game.withdraw, game.end, stage=game.SPOKEN_FOR,
    says=OUT_OF_TURN,
)  # fmt: skip
def melded_too_early(t: Hand, a: Act) -> list[Slip]:
    """Find melds out of turn: once the card on offer is gone, the player cannot have used it."""
    if not t.early or t.over or (a.form is discard and a.onto.drawn):
        return []
    gone = t.early
    if a.form is meld:
        gone = game.of_others(gone, a.seat) if a.onto.used else ()
    elif a.form in (pay, discard, game.withdraw):
        gone = [early for early in gone if early.seat is a.seat]
    return [Slip(early.seat, {"cards": Cards(early.cards)}, at=early.seq) for early in gone]


@desmoche.finds(
    "meld.from_hand", *ENDING, remedy=mending.card_taken_back, binds=("hand_melds",),
    says="{player} laid a meld wholly from the hand, which this table does not allow.",
)  # fmt: skip
def melds_without_a_card(t: Hand, a: Act) -> list[Slip]:
    """Where the table bars melds wholly from the hand, a meld with hand cards needs the card being
    used: in the same act (with_card), or in the meld itself (never).

    Right: Meld cards of the hand together with a card that is being used, as this table plays it.
    Source: the simplest reading; the rule text is silent
    """
    lays = a.form is meld and a.onto.from_hand and not a.onto.takes
    if not (lays or t.early or t.bare):
        return []
    barred = t.house["hand_melds"]
    if barred == "own_decision":
        return []
    if barred == "with_card":
        is_unused = game.ends_act(t, a) and not t.used
        return [Slip(t.doing, at=seq) for seq in t.bare] if is_unused else []
    uses = a.form is claim or (a.form is meld and a.onto.used)
    found = []
    if uses and t.offer and not game.claim_fault(t, a.seat):
        found = [Slip(a.seat, at=seq) for seat, seq, _, bare in t.early if seat is a.seat and bare]
    if lays and decides(t, a.seat):
        found.append(Slip(a.seat))
    return found


MOVED: Final = {
    "one_card": N_("{player} moved {cards} between melds in one act; one card is allowed."),
    "sets_of_four": N_("{player} took {cards} from a meld; only a set of four allows that."),
}


def moved_too_much(t: Hand) -> list[Slip]:
    """Return the slip of an act that moved more cards than the table allows."""
    option, gone = t.house["desmoche"], 0
    if option == "free" or t.doing is None or not t.moves:
        return []
    if t.guessed or any(meld > DECK for meld in {*t.lay_before} ^ {*t.melds[t.doing]}):
        raise NotKnown("melds")
    wrong, at = moved_wrongly(t.lay_before, t.melds[t.doing], option), 0
    for seq, moved in t.moves:
        gone |= moved & wrong
        at = seq
        if gone.bit_count() >= (2 if option == "one_card" else 1):
            break
    return [Slip(t.doing, {"cards": Cards(wrong)}, at=at, says=MOVED[option])] if wrong else []


@desmoche.finds(
    "desmoche.one_card", *ENDING, stage=game.MELDING, binds=("desmoche",),
    remedy=mending.card_taken_back,
)  # fmt: skip
def moves_one_card(t: Hand, a: Act) -> list[Slip]:
    """Where the table allows a desmoche of only one card, no more than one card may move between a
    player's melds in one act. Where it allows one only from sets of four, no card may leave any
    other meld, and only one card may leave each set. The whole act is judged by the melds before it
    and after it. It is reported at the meld with which too many cards had moved.

    Right: Nobody moves more cards between their melds in one act than this table allows.
    Source: the simplest reading; the rule text is silent
    """
    return moved_too_much(t) if t.moves and game.ends_act(t, a) else []


def is_disordered(t: Hand, a: Act) -> bool:
    """Return whether a meld breaks the strict order, and was not reported for it before."""
    it = a.onto
    if it.in_order or t.house["meld_order"] != "strict" or not is_meld(it.cards, t.house):
        return False
    return not any(not meld & ~it.cards for meld in t.disordered[a.seat])


@desmoche.finds(
    "meld.order", meld, game.offence, kind=DISQUALIFICATION, remedy=mending.laid_in_order,
    binds=("meld_order",),
    says="{player} laid {cards} in this order; runs ascend, and colours alternate in a set.",
)  # fmt: skip
def lays_in_order(t: Hand, a: Act) -> list[Slip]:
    """Where the table is strict, melds are laid in order: runs ascend, and the colours alternate in
    a set. The order in which the cards of the meld are listed counts.

    Right: Lay the cards of the meld in their order: a run ascending, a set with its colours
    alternating.
    Source: rule text, Melds and Disqualification
    """
    if a.form is game.offence:
        return reported_offence(t, a, "meld.order")
    if not is_disordered(t, a) or is_reported(t, a.seat, "meld.order"):
        return []
    return [Slip(a.seat, {"cards": InOrder(a.event["cards"])})]
