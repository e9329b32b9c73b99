"""Remedies for draws, melds, claims, payments and offences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from referee.cards.deck import BITS, UNRECORDED, cards_of, names
from referee.cards.melds import lies_in_order
from referee.games.desmoche.game import TEN
from referee.games.desmoche.melds import is_meld
from referee.judging.rectification import (
    NEVER,
    NEXT_CARD,
    NO_EDIT,
    THIS_HAND,
    Irregularity,
    Rectification,
)
from referee.judging.remedies import THE_TABLE, act_taken_back, by_the_player, in_the_record
from referee.wording.sentences import Cards, InOrder, Sentence

PLAY: Final = frozenset({"draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"})
MOST_OF_A_SET: Final = 4


# ---- the card on offer


def card_taken_back(wrong: Irregularity) -> Rectification:
    """The meld is taken back, and what was paid for it; a claim that led to it falls with it."""
    lines = list(_act(wrong))
    acts = [wrong.at(seq) or {} for seq in lines]
    paid = [Cards(BITS.get(act["card"], 0)) for act in acts if act["type"] == "pay"]
    text = "{player} takes the meld back."
    if wrong.event["type"] == "claim" and len(lines) == 1:
        text = "{player} lets the card be."
    elif paid:
        text = "{player} takes the meld back, and {paid} that was paid for it."
    named = None
    if "nearer" in wrong.facts:
        whose = "The {card} is for {nearer}, who asked for it and sits nearer to {discarder}."
        named = Sentence(whose, wrong.facts)
    back = paid[0] if paid else None
    return by_the_player(wrong, text, wrong.strike(*lines), named=named, paid=back)


CARD_BACK: Final = act_taken_back("{player} takes the card back.")
STAYS: Final = act_taken_back("{player} stays in the hand.")
CALL_BACK: Final = act_taken_back("{player} takes the call back, and play goes on.", THIS_HAND)
FORCE_BACK: Final = act_taken_back(
    "The forcing does not count: the card is left to whoever wants it."
)


def forced_card_given_back(wrong: Irregularity) -> Rectification:
    """The forcing does not count, or the meld is taken back that used a card forced on another."""
    return card_taken_back(wrong) if wrong.event["type"] == "meld" else FORCE_BACK(wrong)


def _act(wrong: Irregularity) -> Iterator[int]:
    """The lines of the act that the finding is about: the claim, the melds and the payment where
    it uses the card on offer, else the one meld."""
    if not _takes_the_card(wrong):
        yield wrong.seq
        return
    for seq, event in wrong.before():
        if event["type"] == "claim" and wrong.is_by(event):
            yield seq
        elif event["type"] in PLAY:
            break
    yield wrong.seq
    for seq, event in wrong.after():
        if event["type"] in PLAY and not wrong.is_by(event):
            return
        if event["type"] in ("meld", "pay", "win"):
            yield seq
        if event["type"] in ("pay", "draw"):
            return


def _takes_the_card(wrong: Irregularity) -> bool:
    """Return whether the act uses a card that was not in the hand: the one that came to the pile
    last, or one that it asked for."""
    if wrong.event["type"] != "meld":
        return True
    cards, asked = wrong.event["cards"], wrong.facts.get("card")
    recorded = cards_of([card for card in cards if card != UNRECORDED])
    for _seq, event in wrong.before():
        if event["type"] in ("draw", "discard", "pay"):
            if event["card"] in (*cards, UNRECORDED) or UNRECORDED in cards:
                return True
            return isinstance(asked, Cards) and bool(asked & recorded)
    return False


def claim_dropped(wrong: Irregularity) -> Rectification:
    """The claim that nothing followed is dropped: the card stays on offer to the next in turn."""
    own = (seq for seq, event in wrong.before() if event["type"] == "claim" and wrong.is_by(event))
    claim = next(own, None)
    is_dead = any(event["type"] == "draw" for _seq, event in wrong.after())
    next_one = Sentence("The card stays on offer to the next in turn.", {})
    edit, named = wrong.strike(claim) if claim is not None else (), None if is_dead else next_one
    return by_the_player(wrong, "{player} lets the card go.", edit, named=named)


# ---- payments, and forced cards


def paid_in_time(wrong: Irregularity) -> Rectification:
    """A card is paid before play goes on: the one that was paid later, or whichever it is."""
    player, later = wrong.player, _paid_later(wrong)
    text = "{player} pays a card from the hand."
    if later is None:
        edit = wrong.put({"type": "pay", "player": player, "card": UNRECORDED}, wrong.seq)
        return by_the_player(wrong, text, edit, THIS_HAND)
    edit = (*wrong.put(wrong.at(later) or {}, wrong.seq), *wrong.strike(later))
    return by_the_player(wrong, text, edit, NEVER, mended_at=later)


def _paid_later(wrong: Irregularity) -> int | None:
    """The event by which the debt was paid after all."""
    for seq, event in ((wrong.seq, wrong.event), *wrong.after()):
        if wrong.is_by(event) and event["type"] in ("pay", "meld", "draw"):
            return seq if event["type"] == "pay" else None
    return None


def paid_from_the_hand(wrong: Irregularity) -> Rectification:
    """Another card is paid, from the hand; which one only the player can say."""
    text = "{player} takes {card} back and pays a card from the hand."
    return by_the_player(wrong, text, wrong.reads(wrong.seq, card=UNRECORDED))


def forced_card_used(wrong: Irregularity) -> Rectification:
    """The card goes onto the meld that it extends, and is paid for unless it is the tenth."""
    player, (card, *_more) = wrong.player, names(wrong.facts["card"])
    table, edit = _melds_of(wrong, player), NO_EDIT
    fits = (meld for meld in table if is_meld(cards_of([*meld, card]), wrong.house))
    onto = next(fits, None)
    if onto is not None:
        laid = {"type": "meld", "player": player, "cards": [*onto, card]}
        edit = wrong.put(laid, wrong.seq)
        if sum(map(len, table)) + 1 < TEN:
            edit += wrong.put({"type": "pay", "player": player, "card": UNRECORDED}, wrong.seq)
    return by_the_player(wrong, "{player} lays {card} onto a meld and pays for it.", edit)


def _melds_of(wrong: Irregularity, player: str) -> list[list[str]]:
    """The melds of a player before the event of the finding, as the lines list them."""
    melds: list[list[str]] = []
    for _seq, event in reversed([*wrong.before()]):
        if event["type"] == "meld" and wrong.is_by(event, player):
            kept = [[card for card in meld if card not in event["cards"]] for meld in melds]
            melds = [meld for meld in kept if meld] + [list(event["cards"])]
    return melds


# ---- turns


def drawn_by_whose_turn_it_was(wrong: Irregularity) -> Rectification:
    """The card is that of the player whose turn it was."""
    expected = wrong.facts["expected"]
    edit = wrong.reads(wrong.seq, player=expected)
    for seq, event in wrong.after():
        if event["type"] == "discard":
            edit += wrong.reads(seq, player=expected)
        if event["type"] != "pass":
            break
    text = "The card goes to {expected}, whose turn it was."
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, NEXT_CARD)


def act_of_one_who_is_out(wrong: Irregularity) -> Rectification:
    """The act of somebody who is out never happened, with all that they did in that turn."""
    lines = [wrong.seq]
    for seq, event in wrong.after():
        if event["type"] in PLAY and not wrong.is_by(event):
            break
        if event["type"] in PLAY:
            lines.append(seq)
    return by_the_player(wrong, "{player} takes it back.", wrong.strike(*lines))


# ---- offences, and early ends


def offence_left_out(wrong: Irregularity) -> Rectification:
    """The offence, and whatever the table enforced for it, never happened."""
    told = Sentence("{player} had kept to the rule.", {"player": wrong.player})
    return Rectification(told, wrong.strike(wrong.seq, *_enforced(wrong)))


def drawn_card_laid_down(wrong: Irregularity) -> Rectification:
    """The drawn card lies on the pile, and nothing that came from hiding it happened."""
    if wrong.event["type"] == "offence":
        return offence_left_out(wrong)
    told = Sentence("{player} lays {card} on the pile.", wrong.facts)
    hidden = names(wrong.facts["card"])
    if wrong.event["type"] not in ("discard", "pay"):
        edit = wrong.strike(wrong.seq)
    elif wrong.event["card"] in hidden:
        edit = wrong.reads(wrong.seq, card=UNRECORDED)
    else:
        edit = wrong.reads(wrong.seq, type="discard", card=hidden[0])
    return Rectification(told, (*edit, *wrong.strike(*_enforced(wrong))))


def laid_in_order(wrong: Irregularity) -> Rectification:
    """The same cards lie in their order."""
    if wrong.event["type"] == "offence":
        return offence_left_out(wrong)
    right = _in_order(wrong.event["cards"])
    edit = (*wrong.reads(wrong.seq, cards=list(right)), *wrong.strike(*_enforced(wrong)))
    for seq, event in wrong.after():
        if not wrong.is_by(event):
            continue
        if event["type"] == "offence" and event["kind"] == "meld_order":
            edit += wrong.strike(seq)
        if event["type"] == "meld" and set(event["cards"]) >= set(right):
            edit += wrong.reads(seq, cards=list(_in_order(event["cards"])))
    facts = {"player": wrong.player, "cards": InOrder(right)}
    return Rectification(Sentence("{player} lays {cards} in this order.", facts), edit)


def _in_order(cards: list[str]) -> tuple[str, ...]:
    """The cards of a meld in the order in which a strict table wants them."""
    ranked = sorted(cards, key=lambda card: BITS.get(card, 0))
    ways = permutations(ranked) if len(ranked) <= MOST_OF_A_SET else [tuple(ranked)]
    return next((way for way in ways if lies_in_order(way)), tuple(ranked))


def _enforced(wrong: Irregularity) -> Iterator[int]:
    """The lines by which the table put somebody out for the offence of the finding."""
    for seq, event in wrong.after():
        its_own = event["type"] == "disqualify" and event.get("event", wrong.seq) == wrong.seq
        if its_own and wrong.is_by(event):
            yield seq
            return


def not_put_out(wrong: Irregularity) -> Rectification:
    """A player who was put out for nothing stays in the hand."""
    told = Sentence("{player} stays in the hand.", wrong.facts)
    return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_CARD)


def given_up(wrong: Irregularity) -> Rectification:
    """A hand that the record ends too early was given up, as far as the record goes."""
    told = "Insert the missing lines; without them the hand counts as given up."
    if wrong.event["type"] == "end":
        return in_the_record(told, wrong.reads(wrong.seq, why="abandoned"))
    return in_the_record(told, wrong.put({"type": "end", "why": "abandoned"}, wrong.seq))
