"""How draws, what somebody did out of the game, offences and early ends are put right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from referee.cards.deck import BITS, UNRECORDED, names
from referee.cards.melds import lies_in_order
from referee.games.desmoche.rectifying.claims import PLAY
from referee.judging.rectification import NEXT_CARD, Rectification, Wrong
from referee.judging.remedies import THE_TABLE, in_the_record, the_player
from referee.wording.sentences import InOrder, Sentence


def drawn_by_whose_turn_it_was(wrong: Wrong) -> Rectification:
    """The card is that of the player whose turn it was."""
    expected = wrong.facts["expected"]
    edit = wrong.reads(wrong.seq, player=expected)
    for seq, event in wrong.after():
        if event["type"] not in ("discard", "pass"):
            break
        if event["type"] == "discard":
            edit += wrong.reads(seq, player=expected)
            break
    text = "The card goes to {expected}, whose turn it was."
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, NEXT_CARD)


def act_of_one_who_is_out(wrong: Wrong) -> Rectification:
    """The act of somebody who is out never happened, with all that they did in that turn."""
    told = Sentence("{player} takes it back.", {"player": wrong.player})
    lines = [wrong.seq]
    for seq, event in wrong.after():
        if event["type"] in PLAY and not wrong.is_by(event):
            break
        if event["type"] in PLAY:
            lines.append(seq)
    return Rectification(told, wrong.strike(*lines), the_player(wrong), NEXT_CARD)


def offence_left_out(wrong: Wrong) -> Rectification:
    """The offence, and whatever the table enforced for it, never happened."""
    lines = (wrong.seq, *_enforced(wrong))
    told = Sentence("{player} had kept to the rule.", {"player": wrong.player})
    return Rectification(told, wrong.strike(*lines))


def drawn_card_laid_down(wrong: Wrong) -> Rectification:
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


def laid_in_order(wrong: Wrong) -> Rectification:
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


MOST_OF_A_SET: Final = 4


def _enforced(wrong: Wrong) -> Iterator[int]:
    """The lines by which the table put somebody out for the offence of the finding."""
    for seq, event in wrong.after():
        its_own = event["type"] == "disqualify" and event.get("event", wrong.seq) == wrong.seq
        if its_own and wrong.is_by(event):
            yield seq
            return


def given_up(wrong: Wrong) -> Rectification:
    """A hand that the record ends too early was given up, as far as the record goes."""
    told = "Insert the missing lines; without them the hand counts as given up."
    end = {"type": "end", "why": "abandoned"}
    if wrong.event["type"] == "end":
        return in_the_record(told, wrong.reads(wrong.seq, why="abandoned"))
    return in_the_record(told, wrong.put(end, wrong.seq))


def stays_for_want_of_an_offence(wrong: Wrong) -> Rectification:
    """A player who was put out for nothing stays in the hand."""
    told = Sentence("{player} stays in the hand.", wrong.facts)
    return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_CARD)
