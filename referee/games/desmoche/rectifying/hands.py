"""Remedies for bets, seats, the deal, the Cambio, announcements and declared wins."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED, cards_of, names
from referee.games.desmoche.game import NINE
from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.games.desmoche.wins import NAMES
from referee.judging import remedies
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.rectification import (
    NEVER,
    NEXT_HAND,
    THIS_HAND,
    Edit,
    Irregularity,
    Rectification,
    Rectify,
)
from referee.judging.remedies import THE_TABLE, by_the_player
from referee.wording.language import Plural
from referee.wording.sentences import Sentence

WIN_CALLED: Final = {title: win for win, title in NAMES.items()}
SIDE_GAME_CALLED: Final = {title_of(game): game for game in SIDE_GAMES}


# ---- bets, seats, the deal


def bet_put_right(wrong: Irregularity) -> Rectification:
    """A player who put in another amount puts in the bet, or takes back what is too much."""
    own = fold(wrong.player)
    bets = {name: amount for name, amount in wrong.event["bets"].items() if fold(name) != own}
    missing = wrong.facts["bet"] - wrong.facts["amount"]
    text = "{player} puts in {more} more." if missing > 0 else "{player} takes {more} back."
    return by_the_player(wrong, text, wrong.reads(wrong.seq, bets=bets or None), NEXT_HAND,
                     more=abs(missing))  # fmt: skip


def old_bet_kept(wrong: Irregularity) -> Rectification:
    """The bet of the hand before is kept."""
    text = "Everybody puts in {before}, as in the hand before."
    edit = wrong.reads(wrong.seq, bet=wrong.facts["before"], bets=None, agreed_by=None)
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, THIS_HAND)


def newcomer_waits(wrong: Irregularity) -> Rectification:
    """A newcomer who sat down too early waits; once they have played, their hands stand."""
    if any(event["type"] == "hand" for seq, event in wrong.events if seq > wrong.seq):
        return remedies.nothing("{player} has played since, and what was played stands.")(wrong)
    text = "{player} waits until the pot has been won."
    return by_the_player(wrong, text, wrong.strike(wrong.seq), NEXT_HAND)


def dealt_wrongly(wrong: Irregularity) -> Rectification:
    """A wrong count cannot be undone: other cards would have made another hand."""
    if wrong.house["misdeal"] == "redeal":
        return remedies.dealt_anew(wrong)
    text = "The cards were dealt this way; with others, the end of the hand is unknown."
    dealt = (wrong.event.get("hands") or {}).items()
    counts = [(name, cards if isinstance(cards, int) else len(cards)) for name, cards in dealt]
    steps = [_made_up_to_nine(name, count) for name, count in counts if count != NINE]
    named = Sentence("{steps}.", {"steps": steps})
    if not steps:  # somebody said so
        named = Sentence("The hands are made up to nine cards, or down to them.", {})
    return Rectification(Sentence(text, {}), named=named)


def _made_up_to_nine(name: str, count: int) -> Sentence:
    more = abs(NINE - count)
    one, several = "{name} gets a card from the deck", "{name} gets {more} cards from the deck"
    if count > NINE:
        one = "{name} lays a card back into the deck"
        several = "{name} lays {more} cards back into the deck"
    return Sentence(Plural(one, several, more), {"name": name, "more": more})


# ---- the Cambio


def one_card_passed(wrong: Irregularity) -> Rectification:
    """A second card goes back; a missing one is passed, whichever it is."""
    if wrong.event["type"] == "cambio":
        return remedies.SECOND_CARD_BACK(wrong)
    return remedies.passed_in_time(wrong, "{player} passes a card to the right.")


def passed_to_the_right(wrong: Irregularity) -> Rectification:
    """The card goes to the player on the right."""
    return by_the_player(wrong, "The card goes to {right}.", wrong.reads(wrong.seq, to=None))


# ---- declared wins


def declared_in_time(wrong: Irregularity) -> Rectification:
    """The win is declared before the first draw, which ends the hand."""
    before = wrong.first("draw")
    return _declared(wrong, wrong.moved(wrong.seq if before is None else before))


def declared_at_all(wrong: Irregularity) -> Rectification:
    """The win that was missed is declared: as dealt before the own pass, else before the first
    draw."""
    player, cards, before = wrong.player, list(names(wrong.facts["cards"])), wrong.seq
    declared = {
        "type": "declare", "player": player, "win": WIN_CALLED[wrong.facts["win"]], "cards": cards,
    }  # fmt: skip
    hand, passed = _hands_dealt(wrong).get(player), wrong.first("cambio", player)
    if hand and set(hand) == set(cards) and passed is not None:
        before = passed
    return _declared(wrong, wrong.put(declared, before))


def _declared(wrong: Irregularity, edit: Edit) -> Rectification:
    text = "{player} declares {win} before the first draw."
    return by_the_player(wrong, text, edit, NEVER, decides=True)


def _hands_dealt(wrong: Irregularity) -> dict[str, list[str]]:
    """Return the cards that were dealt, as far as they are written."""
    dealt = wrong.first("deal")
    hands = (wrong.at(dealt) or {}).get("hands", {}) if dealt is not None else {}
    return {name: cards for name, cards in hands.items() if isinstance(cards, list)}


def declaration_taken_back(wrong: Irregularity) -> Rectification:
    """A declaration that counts for nothing is taken back; the cards that it showed stay seen."""
    shown, edit = wrong.event.get("cards"), wrong.strike(wrong.seq)
    if shown:
        event = {"type": "show", "player": wrong.player, "cards": shown}
        edit = (*wrong.put(event, wrong.seq), *edit)
    text = "{player} takes the declaration back, and play goes on."
    return by_the_player(wrong, text, edit, THIS_HAND)


# ---- side games


def stakes_back(text: str) -> Rectify:
    """Return how a side bet that does not count is put right: the stakes go back."""

    def rectify(wrong: Irregularity) -> Rectification:
        told = Sentence(text, wrong.facts)
        return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_HAND, named=told)

    return rectify


VOID: Final = stakes_back("The side bet on {game} is void: everybody takes their stake back.")
NOT_PLAYED: Final = stakes_back("Everybody takes their stake in {game} back.")


def announced_in_time(wrong: Irregularity) -> Rectification:
    """The announcement stands before the player's own pass in the Cambio."""
    passed = wrong.first("cambio", wrong.player)
    before = wrong.seq if passed is None else min(passed, wrong.seq)
    told = Sentence("{player} announces {game} before the Cambio.", wrong.facts)
    edit = (*wrong.moved(before), *shown_at_the_end(wrong, wrong.event.get("cards")))
    return Rectification(told, edit)


def announced_at_all(wrong: Irregularity) -> Rectification:
    """The best cards are announced before the player's own pass, and shown in the end."""
    player, cards = wrong.player, list(names(wrong.facts["cards"]))
    game = SIDE_GAME_CALLED[wrong.facts["game"]]
    announced = {"type": "announce", "player": player, "side_game": game, "cards": cards}
    ways = (wrong.first("cambio", player), wrong.first("declare"), wrong.first("draw"))
    passed = next((seq for seq in ways if seq is not None), wrong.end_of_hand)
    told = Sentence("{player} announces {game} before the Cambio, and shows {cards}.", wrong.facts)
    edit = (*wrong.put(announced, passed), *shown_at_the_end(wrong, cards))
    return Rectification(told, edit)


def kept_and_shown(wrong: Irregularity) -> Rectification:
    """Another card is passed, and what was announced is shown in the end."""
    passed = wrong.first("cambio", wrong.player)
    told = Sentence("{player} keeps {card} and passes another card.", wrong.facts)
    if passed is None:
        return Rectification(told)
    shown = shown_at_the_end(wrong, _announced(wrong) or list(names(wrong.facts["card"])))
    return Rectification(told, (*wrong.reads(passed, card=UNRECORDED), *shown))


def shown_at_last(wrong: Irregularity) -> Rectification:
    """The cards announced are shown at the end of the hand, where anybody can say what they
    were."""
    cards, text = _announced(wrong), "{player} shows what was announced."
    if not cards or UNRECORDED in cards:
        text = "{player} shows what was announced; the record does not say which cards."
        return by_the_player(wrong, text, until=NEXT_HAND)
    return by_the_player(wrong, text, shown_at_the_end(wrong, cards), NEXT_HAND)


def _announced(wrong: Irregularity) -> list[str]:
    """Return the cards that were announced, or the best for it that the player was dealt."""
    announced = wrong.at(wrong.cites[0]) or {}
    dealt = _hands_dealt(wrong).get(wrong.player)
    if announced.get("cards") or not dealt or UNRECORDED in dealt:
        return announced.get("cards") or []
    high = wrong.house.get("escalera_a23") == "high"
    best = SIDE_GAMES[announced["side_game"]].best(cards_of(dealt), high)
    return list(names(best.cards)) if best is not None else []


def shown_at_the_end(wrong: Irregularity, cards: list[str] | None) -> Edit:
    """The line by which a player shows these cards when the hand is over."""
    if not cards:
        return ()
    shown: Event = {"type": "show", "player": wrong.player, "cards": list(cards)}
    last = wrong.in_hand[-1][0]
    closed = [seq for seq, event in wrong.in_hand if event["type"] in ("payment", "join", "leave")]
    before = closed[0] if closed and closed[0] <= last else wrong.end_of_hand
    return wrong.put(shown, before)


def announcement_taken_back(wrong: Irregularity) -> Rectification:
    """An announcement that counts for nothing is taken back."""
    is_later = wrong.event["type"] != "announce" and wrong.cites
    edit = wrong.strike(wrong.cites[0] if is_later else wrong.seq)
    return by_the_player(wrong, "{player} takes the announcement of {game} back.", edit, NEXT_HAND)
