"""How open questions are answered: what an answer changes in the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.cards.deck import UNRECORDED, names
from referee.judging.rectification import Answer, Edit, Inquiry, Wrong
from referee.rulebooks.desmoche.rectifying.automatic import declaration_taken_back
from referee.rulebooks.desmoche.rectifying.side_games import shown_at_the_end
from referee.wording.sentences import Cards, InOrder, Sentence


def was_it_in_the_hand(wrong: Wrong) -> Inquiry:
    """Whether a player held certain cards when he withdrew: he shows them, or the rest of his
    hand."""
    player, cards = wrong.player, names(wrong.facts["cards"])
    last = wrong.in_hand[-1][0]
    told = {"player": player, "cards": wrong.facts["cards"]}
    there = wrong.deal(last, dict.fromkeys(cards, player))
    if there is None:
        return Inquiry((player,))
    kept = [card for card in there["hands"][player] if card not in cards]
    elsewhere = {cards[0]: f"not {player}", **dict.fromkeys((*kept, *cards[1:]), player)}
    gone = wrong.deal(last, elsewhere)
    if gone is None:
        return Inquiry((player,))
    return Inquiry(
        (player,),
        (
            Answer(Sentence("Yes, {player} held {cards}.", told), shown_at_the_end(wrong, cards)),
            Answer(
                Sentence("No, {player} held other cards.", told),
                shown_at_the_end(wrong, list(gone["hands"][player])),
            ),
        ),
    )


def was_it_dealt(wrong: Wrong) -> Inquiry:
    """Whether cards were dealt to a player, or one of them came to him in the Cambio."""
    player, cards = wrong.player, names(wrong.facts["cards"])
    told = {"player": player, "cards": wrong.facts["cards"]}
    giver = _left_of(wrong, player)
    passed = wrong.first("cambio", giver) if giver else None
    deal = wrong.first("deal")
    if deal is None or passed is None or (wrong.at(passed) or {}).get("card") != UNRECORDED:
        return Inquiry((player, giver) if giver else (player,))
    every = dict.fromkeys([*cards, *_asked_of(wrong, player)])
    passes = {card: _passes(wrong, passed, card, player, giver) for card in every}
    dealt = Sentence("It was dealt to {player}.", told)
    none = Sentence("Another card.", {})
    return Inquiry(
        (player, giver),
        (
            Answer(dealt, _dealt_as_well(wrong, deal, player, cards)),
            *(passes[card] for card in cards),
        ),
        Sentence(
            "Which card did {giver} pass to {player} in the Cambio?",
            {"giver": giver, "player": player},
        ),
        (*passes.values(), Answer(none, _dealt_as_well(wrong, deal, player, [*every]))),
    )


def _asked_of(wrong: Wrong, player: str) -> Iterator[str]:
    """The cards of which it is open in this hand whether the player was dealt them."""
    for one in wrong.beside:
        if (one.rule, one.hand, one.player) == (wrong.finding.rule, wrong.finding.hand, player):
            yield from names(one.facts["cards"]) if isinstance(one.facts["cards"], Cards) else ()


def _passes(wrong: Wrong, passed: int, card: str, player: str, giver: str) -> Answer:
    facts = {"giver": giver, "player": player, "card": InOrder((card,))}
    text = "{giver} passed {card} to {player} in the Cambio."
    return Answer(Sentence(text, facts), wrong.reads(passed, card=card))


def _left_of(wrong: Wrong, player: str) -> str:
    """Who passes his card to this player: the one before him in turn order."""
    givers = [event["player"] for _seq, event in wrong.in_hand if event["type"] == "cambio"]
    seated = list(wrong.events[0][1]["players"])
    for seq, event in wrong.events:
        if event["type"] == "join" and seq < wrong.seq:
            seated.insert(seated.index(event["after"]) + 1, event["player"])
        elif event["type"] == "leave" and seq < wrong.seq:
            seated.remove(event["player"])
    before = seated[seated.index(player) - 1] if player in seated else ""
    return before if before in givers else ""


def _dealt_as_well(wrong: Wrong, deal: int, player: str, cards: list[str]) -> Edit:
    """The line by which these cards are among those that the player was dealt."""
    hands = dict((wrong.at(deal) or {}).get("hands", {}))
    dealt = hands.get(player)
    known = [card for card in dealt if card != UNRECORDED] if isinstance(dealt, list) else []
    named = [*known, *(card for card in cards if card not in known)]
    count = len(dealt) if isinstance(dealt, list) else dealt if isinstance(dealt, int) else NINE
    hands[player] = [*named, *[UNRECORDED] * (count - len(named))]
    return wrong.reads(deal, hands=hands)


NINE: Final = 9


def was_it_that_win(wrong: Wrong) -> Inquiry:
    """Whether the nine cards were the win that was declared: they are shown again, or the
    declaration is taken back."""
    text = "No, {player} did not hold it."
    strike = declaration_taken_back(wrong).edit if wrong.event["type"] == "declare" else ()
    answers = (Answer(Sentence(text, {"player": wrong.player}), strike),) if strike else ()
    return Inquiry((wrong.player,), answers)
