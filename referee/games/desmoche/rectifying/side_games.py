"""How side bets and announcements are put right."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED, cards_of, names
from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.corrections import Event
from referee.judging.rectification import NEXT_HAND, Edit, Rectification, Rectify, Wrong
from referee.judging.remedies import THE_TABLE, the_player
from referee.wording.sentences import Sentence

SIDE_GAME_CALLED: Final = {title_of(game): game for game in SIDE_GAMES}


def stakes_back(text: str) -> Rectify:
    """Return how a side bet that does not count is put right: the stakes go back."""

    def rectify(wrong: Wrong) -> Rectification:
        told = Sentence(text, wrong.facts)
        return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_HAND, named=told)

    return rectify


VOID: Final = stakes_back("The side bet on {game} is void: everybody takes their stake back.")
NOT_PLAYED: Final = stakes_back("Everybody takes their stake in {game} back.")


def announced_in_time(wrong: Wrong) -> Rectification:
    """The announcement stands before the player's own pass in the Cambio."""
    passed = wrong.first("cambio", wrong.player)
    before = wrong.seq if passed is None else min(passed, wrong.seq)
    told = Sentence("{player} announces {game} before the Cambio.", wrong.facts)
    edit = (*wrong.moved(before), *shown_at_the_end(wrong, wrong.event.get("cards")))
    return Rectification(told, edit)


def announced_at_all(wrong: Wrong) -> Rectification:
    """The best cards are announced before the player's own pass, and shown in the end."""
    player, cards = wrong.player, list(names(wrong.facts["cards"]))
    game = SIDE_GAME_CALLED[wrong.facts["game"]]
    announced = {"type": "announce", "player": player, "side_game": game, "cards": cards}
    ways = (wrong.first("cambio", player), wrong.first("declare"), wrong.first("draw"))
    passed = next((seq for seq in ways if seq is not None), None)
    told = Sentence("{player} announces {game} before the Cambio, and shows {cards}.", wrong.facts)
    edit = wrong.put(announced, passed if passed is not None else wrong.end_of_hand)
    return Rectification(told, (*edit, *shown_at_the_end(wrong, cards)))


def kept_and_shown(wrong: Wrong) -> Rectification:
    """Another card is passed, and what was announced is shown in the end."""
    passed = wrong.first("cambio", wrong.player)
    told = Sentence("{player} keeps {card} and passes another card.", wrong.facts)
    if passed is None:
        return Rectification(told)
    announced = wrong.at(wrong.cites[0]) or {}
    cards = announced.get("cards") or _best_dealt(wrong, announced)
    edit = (
        *wrong.reads(passed, card=UNRECORDED),
        *shown_at_the_end(wrong, cards or list(names(wrong.facts["card"]))),
    )
    return Rectification(told, edit)


def shown_at_last(wrong: Wrong) -> Rectification:
    """The cards announced are shown at the end of the hand, where anybody can say what they
    were."""
    announced = wrong.at(wrong.cites[0]) or {}
    cards = announced.get("cards") or _best_dealt(wrong, announced)
    told = Sentence("{player} shows what was announced.", wrong.facts)
    if not cards or UNRECORDED in cards:
        return Rectification(
            Sentence("{player} shows what was announced; the record does not say which cards.",
                     wrong.facts),
            until=NEXT_HAND,
            who=the_player(wrong),
        )  # fmt: skip
    return Rectification(told, shown_at_the_end(wrong, cards), the_player(wrong), NEXT_HAND)


def _best_dealt(wrong: Wrong, announced: Event) -> list[str]:
    """The best cards for a side game that the record says somebody was dealt."""
    deal = wrong.first("deal")
    hands = (wrong.at(deal) or {}).get("hands", {}) if deal is not None else {}
    dealt = hands.get(wrong.player)
    if not isinstance(dealt, list) or UNRECORDED in dealt:
        return []
    high = wrong.house.get("escalera_a23") == "high"
    best = SIDE_GAMES[announced["side_game"]].best(cards_of(dealt), high)
    return list(names(best.cards)) if best is not None else []


def shown_at_the_end(wrong: Wrong, cards: list[str] | None) -> Edit:
    """The line by which a player shows these cards when the hand is over."""
    if not cards:
        return ()
    shown = {"type": "show", "player": wrong.player, "cards": list(cards)}
    last = wrong.in_hand[-1][0]
    closed = [seq for seq, event in wrong.in_hand if event["type"] in ("payment", "join", "leave")]
    before = closed[0] if closed and closed[0] <= last else wrong.end_of_hand
    return wrong.put(shown, before)


def announcement_taken_back(wrong: Wrong) -> Rectification:
    """An announcement that counts for nothing is taken back."""
    announced = wrong.seq
    if wrong.event["type"] != "announce" and wrong.cites:
        announced = wrong.cites[0]
    text = "{player} takes the announcement of {game} back."
    edit = wrong.strike(announced)
    return Rectification(Sentence(text, wrong.facts), edit, the_player(wrong), NEXT_HAND)
