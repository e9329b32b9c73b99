"""How payments with a card, and forced cards, are put right."""

from __future__ import annotations

from referee.cards.deck import UNRECORDED, cards_of, names
from referee.games.desmoche.game import TEN
from referee.games.desmoche.melds import is_meld
from referee.judging.corrections import Event
from referee.judging.rectification import NEVER, NEXT_CARD, THIS_HAND, Edit, Rectification, Wrong
from referee.judging.remedies import the_player
from referee.wording.sentences import Sentence


def paid_in_time(wrong: Wrong) -> Rectification:
    """A card is paid before play goes on: the one that was paid later, or whichever it is."""
    player = wrong.player
    later = _paid_later(wrong)
    if later is None:
        event: Event = {"type": "pay", "player": player, "card": UNRECORDED}
        edit: Edit = wrong.put(event, wrong.seq)
    else:
        edit = (*wrong.put(wrong.at(later) or {}, wrong.seq), *wrong.strike(later))
    told = Sentence("{player} pays a card from the hand.", {"player": player})
    until = THIS_HAND if later is None else NEVER
    return Rectification(told, edit, the_player(wrong), until, mended_at=later or 0)


def _paid_later(wrong: Wrong) -> int | None:
    """The event by which the debt was paid after all."""
    for seq, event in ((wrong.seq, wrong.event), *wrong.after()):
        if wrong.is_by(event) and event["type"] in ("pay", "meld", "draw"):
            return seq if event["type"] == "pay" else None
    return None


def paid_from_the_hand(wrong: Wrong) -> Rectification:
    """Another card is paid, from the hand; which one only the player can say."""
    text = "{player} takes {card} back and pays a card from the hand."
    edit = wrong.reads(wrong.seq, card=UNRECORDED)
    return Rectification(Sentence(text, wrong.facts), edit, the_player(wrong), NEXT_CARD)


def forced_card_used(wrong: Wrong) -> Rectification:
    """The card goes onto the meld that it extends, and is paid for unless it is the tenth."""
    player, (card, *_more) = wrong.player, names(wrong.facts["card"])
    table = _melds_of(wrong, player)
    fits = (at for at, meld in enumerate(table) if is_meld(cards_of([*meld, card]), wrong.house))
    at = next(fits, None)
    told = Sentence("{player} lays {card} onto a meld and pays for it.", wrong.facts)
    if at is None:
        return Rectification(told, who=the_player(wrong), until=NEXT_CARD)
    laid: Event = {"type": "meld", "player": player, "cards": [*table[at], card]}
    edit = wrong.put(laid, wrong.seq)
    if sum(map(len, table)) + 1 < TEN:
        edit += wrong.put({"type": "pay", "player": player, "card": UNRECORDED}, wrong.seq)
    return Rectification(told, edit, the_player(wrong), NEXT_CARD)


def _melds_of(wrong: Wrong, player: str) -> list[list[str]]:
    """The melds of a player before the event of the finding, as the lines list them."""
    melds: list[list[str]] = []
    earlier = reversed([event for _seq, event in wrong.before()])
    for event in earlier:
        if event["type"] == "meld" and wrong.is_by(event, player):
            laid = set(event["cards"])
            kept = [[card for card in meld if card not in laid] for meld in melds]
            melds = [meld for meld in kept if meld] + [list(event["cards"])]
    return melds
