"""How a card on offer is given back, with the meld that it went into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from referee.cards.deck import BITS, UNRECORDED, cards_of
from referee.judging.rectification import NEXT_CARD, Rectification, Wrong
from referee.judging.remedies import act_taken_back, the_player
from referee.wording.sentences import Cards, Sentence

PLAY: Final = frozenset({"draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"})


def card_taken_back(wrong: Wrong) -> Rectification:
    """The meld is taken back, and what was paid for it; a claim that led to it falls with it."""
    facts: dict[str, Any] = {"player": wrong.player}
    lines = list(_act(wrong))
    paid = [wrong.at(seq) for seq in lines if (wrong.at(seq) or {})["type"] == "pay"]
    text = "{player} takes the meld back."
    if wrong.event["type"] == "claim" and len(lines) == 1:
        text = "{player} lets the card be."
    elif paid and paid[0] is not None:
        facts["paid"] = Cards(BITS.get(paid[0]["card"], 0))
        text = "{player} takes the meld back, and {paid} that was paid for it."
    edit = wrong.strike(*lines)
    named = None
    if "nearer" in wrong.facts:
        whose = "The {card} is for {nearer}, who asked for it and sits nearer to {discarder}."
        named = Sentence(whose, wrong.facts)
    told = Sentence(text, facts)
    return Rectification(told, edit, the_player(wrong), NEXT_CARD, named=named)


FORCE_BACK: Final = act_taken_back(
    "The forcing does not count: the card is left to whoever wants it."
)


def forced_card_given_back(wrong: Wrong) -> Rectification:
    """The forcing does not count, or the meld is taken back that used a card forced on another."""
    return card_taken_back(wrong) if wrong.event["type"] == "meld" else FORCE_BACK(wrong)


def _act(wrong: Wrong) -> Iterator[int]:
    """The lines of the act that the finding is about: the claim, the melds and the payment where
    it uses the card on offer, else the one meld."""
    if not _takes_the_card(wrong):
        yield wrong.seq
        return
    for seq, event in wrong.before():
        if event["type"] != "claim" or not wrong.is_by(event):
            if event["type"] in PLAY:
                break
            continue
        yield seq
    yield wrong.seq
    for seq, event in wrong.after():
        if event["type"] in PLAY and not wrong.is_by(event):
            return
        if event["type"] in ("meld", "pay", "win"):
            yield seq
        if event["type"] in ("pay", "draw"):
            return


def _takes_the_card(wrong: Wrong) -> bool:
    """Return whether the act uses a card that was not in the hand: the one that came to the pile
    last, or one that it asked for."""
    if wrong.event["type"] != "meld":
        return True
    cards = wrong.event["cards"]
    asked = {wrong.facts.get("card")}
    for _seq, event in wrong.before():
        if event["type"] in ("draw", "discard", "pay"):
            return (
                event["card"] in cards
                or UNRECORDED in cards
                or event["card"] == UNRECORDED
                or any(isinstance(one, Cards) and one & cards_of(_recorded(cards)) for one in asked)
            )
    return False


def _recorded(cards: list[str]) -> list[str]:
    return [card for card in cards if card != UNRECORDED]


def claim_dropped(wrong: Wrong) -> Rectification:
    """The claim that nothing followed is dropped: the card stays on offer to the next in turn."""
    claim = next(
        (seq for seq, event in wrong.before() if event["type"] == "claim" and wrong.is_by(event)),
        None,
    )
    told = Sentence("{player} lets the card go.", {"player": wrong.player})
    next_one = Sentence("The card stays on offer to the next in turn.", {})
    is_dead = any(event["type"] == "draw" for _seq, event in wrong.after())
    edit = wrong.strike(claim) if claim is not None else ()
    named = None if is_dead else next_one
    return Rectification(told, edit, the_player(wrong), NEXT_CARD, named=named)
