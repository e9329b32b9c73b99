"""Answers to open questions: what each changes in the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.cards.deck import DECK, RANK_CARDS, UNRECORDED, cards_of, names
from referee.games.desmoche.game import NINE
from referee.games.desmoche.rectifying import hands
from referee.games.desmoche.wins import colour_groups, spoiling_pairs
from referee.judging.rectification import Answer, Edit, Inquiry, Irregularity
from referee.wording.sentences import Cards, InOrder, Sentence


def was_it_in_the_hand(wrong: Irregularity) -> Inquiry:
    """Ask whether a player held certain cards when they withdrew: they show those, or the rest of
    their hand."""
    player, cards, last = wrong.player, names(wrong.facts["cards"]), wrong.in_hand[-1][0]
    there = wrong.deal(last, dict.fromkeys(cards, player))
    kept = [card for card in there["hands"][player] if card not in cards] if there else []
    elsewhere = {cards[0]: f"not {player}", **dict.fromkeys((*kept, *cards[1:]), player)}
    gone = wrong.deal(last, elsewhere) if there else None
    if gone is None:
        return Inquiry((player,))
    told = {"player": player, "cards": wrong.facts["cards"]}
    yes, no = "Yes, {player} held {cards}.", "No, {player} held other cards."
    others = hands.shown_at_the_end(wrong, list(gone["hands"][player]))
    held = Answer(Sentence(yes, told), hands.shown_at_the_end(wrong, cards))
    return Inquiry((player,), (held, Answer(Sentence(no, told), others)))


def was_it_dealt(wrong: Irregularity) -> Inquiry:
    """Ask whether cards were dealt to a player, or the player got one of them in the Cambio."""
    player, cards = wrong.player, names(wrong.facts["cards"])
    told = {"player": player, "cards": wrong.facts["cards"]}
    giver = _left_of(wrong, player)
    passed = wrong.first("cambio", giver) if giver else None
    deal = wrong.first("deal")
    named = passed is not None and (wrong.at(passed) or {}).get("card") != UNRECORDED
    if deal is None or named or not giver:
        return Inquiry((player, giver) if giver else (player,))
    every = dict.fromkeys([*cards, *_asked_of(wrong, player)])
    passes = {card: _passes(wrong, passed, card, player, giver) for card in every}
    dealt = Answer(
        Sentence("It was dealt to {player}.", told), _dealt_as_well(wrong, deal, player, cards)
    )
    none = Answer(Sentence("Another card.", {}), _dealt_as_well(wrong, deal, player, [*every]))
    facts = {"giver": giver, "player": player}
    which = Sentence("Which card did {giver} pass to {player} in the Cambio?", facts)
    answers = (dealt, *(passes[card] for card in cards))
    return Inquiry((player, giver), answers, which, (*passes.values(), none))


def _asked_of(wrong: Irregularity, player: str) -> Iterator[str]:
    """The cards of which it is open in this hand whether the player was dealt them."""
    for one in wrong.beside:
        if (one.rule, one.hand, one.player) == (wrong.finding.rule, wrong.finding.hand, player):
            yield from names(one.facts["cards"]) if isinstance(one.facts["cards"], Cards) else ()


def _passes(wrong: Irregularity, passed: int | None, card: str, player: str, giver: str) -> Answer:
    facts = {"giver": giver, "player": player, "card": InOrder((card,))}
    told = Sentence("{giver} passed {card} to {player} in the Cambio.", facts)
    if passed is not None:
        return Answer(told, wrong.reads(passed, card=card))
    starts = (seq for seq, event in wrong.in_hand if event["type"] in AFTER_THE_CAMBIO)
    event = {"type": "cambio", "player": giver, "card": card, "to": player}
    return Answer(told, wrong.put(event, next(starts, wrong.end_of_hand)))


AFTER_THE_CAMBIO: Final = frozenset({"declare", "draw"})


def _left_of(wrong: Irregularity, player: str) -> str:
    """Return who passes a card to this player: the one before them in turn order."""
    seated = list(wrong.events[0][1]["players"])
    for seq, event in wrong.events:
        if event["type"] == "join" and seq < wrong.seq:
            seated.insert(seated.index(event["after"]) + 1, event["player"])
        elif event["type"] == "leave" and seq < wrong.seq:
            seated.remove(event["player"])
    return seated[seated.index(player) - 1] if player in seated else ""


def _dealt_as_well(wrong: Irregularity, deal: int, player: str, cards: list[str]) -> Edit:
    """The line by which these cards are among those that the player was dealt."""
    every = dict((wrong.at(deal) or {}).get("hands", {}))
    dealt = every.get(player)
    known = [card for card in dealt if card != UNRECORDED] if isinstance(dealt, list) else []
    named = [*known, *(card for card in cards if card not in known)]
    count = len(dealt) if isinstance(dealt, list) else dealt if isinstance(dealt, int) else NINE
    every[player] = [*named, *[UNRECORDED] * (count - len(named))]
    return wrong.reads(deal, hands=every)


def was_it_that_win(wrong: Irregularity) -> Inquiry:
    """Ask whether the nine cards were the win that was declared: they are shown again, or the
    declaration is taken back, and a hand that ended with it was given up."""
    if wrong.event["type"] != "declare":
        return Inquiry((wrong.player,))
    facts = {"player": wrong.player, "win": wrong.facts["win"]}
    answers = []
    held = _nine_that_are(wrong, hands.WIN_CALLED[wrong.facts["win"]])
    if held:
        shown = wrong.reads(wrong.seq, cards=held)
        answers.append(Answer(Sentence("Yes, {player} held {win}.", facts), shown))
    edit = hands.declaration_taken_back(wrong).edit
    if wrong.first("draw") is None:
        edit += wrong.put({"type": "end", "why": "abandoned"}, wrong.end_of_hand)
    answers.append(Answer(Sentence("No, {player} did not hold it.", facts), edit))
    return Inquiry((wrong.player,), tuple(answers))


def _nine_that_are(wrong: Irregularity, win: str) -> list[str]:
    """Nine cards that the player can have held, as far as the record goes, and that are this win;
    none where no such cards are found."""
    as_dealt = all(
        event["type"] != "cambio" or not wrong.is_by(event) for _seq, event in wrong.before()
    )
    place = f"dealt {wrong.player}" if as_dealt else wrong.player
    elsewhere = f"not {place}"

    def held(where: Mapping[str, str]) -> list[str]:
        deal = wrong.deal(wrong.seq, where)
        return list(deal["dealt" if as_dealt else "hands"][wrong.player]) if deal else []

    def without_pairs(where: dict[str, str], steps: int) -> list[str]:
        cards = held(where)
        apart = spoiling_pairs(win, wrong.house)
        pair = next((two for two in apart if two & ~cards_of(cards) == 0), 0)
        if not pair or not steps:
            return cards if not pair else []
        out = next(card for card in names(pair)[::-1] if where.get(card) != place)
        return without_pairs({**where, out: elsewhere}, steps - 1)

    if win == "peladilla":
        return without_pairs({}, MOST_STEPS)
    if win == "cuatro_cuerpos":
        asked = [dict.fromkeys(names(rank), place) for rank in RANK_CARDS]
    else:
        groups = colour_groups(wrong.house)
        asked = [dict.fromkeys(names(DECK & ~group), elsewhere) for group in groups]
    return next(filter(None, map(held, asked)), [])


MOST_STEPS: Final = 60
"""So many cards are taken out of a hand, one after another, in search of a Peladilla."""
