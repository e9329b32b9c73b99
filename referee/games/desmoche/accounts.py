"""A hand of Desmoche in words: its winner, the way of winning, and the money."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.games.desmoche import wins
from referee.games.desmoche.side_games import title_of
from referee.judging.rulebook import HandAccount
from referee.wording.sentences import InOrder, Sentence

HandReport = Mapping[str, Any]
"""A hand of a report, or a part of it."""

STAKES: Final = {2: "Doble", 3: "Triple", 4: "Cuádruple", 5: "Quíntuple"}
BONUSES: Final = {"mico": "mico", "color": "color", "arriba_del_palo": "arriba del palo"}
ENDINGS: Final = {
    "melds": "{player} wins the pot of {pot} with ten cards: {melds}.",
    "agreed": "{player} wins the pot of {pot}.",
    "automatic": "{player} wins the pot of {pot} at once with {win}.",
    "last_standing": "{player} wins the pot of {pot}: all others are out.",
    "open": "The hand is not over. The pot of {pot} is in the middle.",
    "none": "Nobody wins. The pot of {pot} stays in the middle.",
}
SIDE_ENDS: Final = {
    (True, True): "Side game {side_game}: {players} wins {pot} with {cards}.",
    (True, False): "Side game {side_game}: {players} wins {pot}.",
    (False, True): "Side game {side_game}: {players} share {pot} with {cards}.",
    (False, False): "Side game {side_game}: {players} share {pot}.",
}
"""The sentences about won side games: by one player, with known cards."""


def account(hand: HandReport) -> HandAccount:
    """Return the hand in words."""
    return HandAccount(_heading(hand), tuple(_course(hand)), tuple(_if_enforced(hand)))


def _heading(hand: HandReport) -> Sentence:
    stakes = STAKES.get(hand["stakes"], f"×{hand['stakes']}")
    text = "Hand {hand}: {dealer} deals, bet {bet} ({stakes})"
    if hand["stakes"] == 1:
        text = "Hand {hand}: {dealer} deals, bet {bet}"
    return Sentence(text, {**hand, "stakes": stakes})


def _course(hand: HandReport) -> Iterator[Sentence]:
    yield from _ending(hand)
    for bonus in dict.fromkeys(bonus["bonus"] for bonus in hand["bonuses"]):
        paid = [entry for entry in hand["bonuses"] if entry["bonus"] == bonus]
        givers = [f"{entry['from']} {entry['amount']}" for entry in paid]
        facts = {"bonus": BONUSES[bonus], "player": paid[0]["to"], "givers": givers}
        yield Sentence("Bonus {bonus} to {player}: {givers}.", facts)
    for side in hand["side_games"]:
        yield _side_game(side, in_play=hand["outcome"]["kind"] == "open")
    if hand["disqualified"]:
        yield Sentence("Disqualified: {players}.", {"players": hand["disqualified"]})
    if hand["withdrawn"]:
        yield Sentence("Withdrew: {players}.", {"players": hand["withdrawn"]})


def _ending(hand: HandReport) -> Iterator[Sentence]:
    outcome = hand["outcome"]
    facts = {
        "player": outcome["winner"],
        "pot": hand["pot"],
        "melds": [InOrder(meld) for meld in outcome["melds"]],
        "win": wins.NAMES.get(outcome["win"], ""),
    }
    if outcome["kind"] in ENDINGS:
        is_agreed = outcome["kind"] == "melds" and sum(map(len, outcome["melds"])) < 10
        yield Sentence(ENDINGS["agreed" if is_agreed else outcome["kind"]], facts)
    elif outcome["event"] is None or "basis" in hand:
        yield Sentence("It was not written down how the hand ended.", facts)
    else:
        yield Sentence("The hand was not played to its end, and nobody has won it.", facts)
        yield Sentence("The pot of {pot} stays in the middle.", facts)


def _side_game(side: HandReport, *, in_play: bool) -> Sentence:
    won, cards = side["winners"], side["cards"]
    facts = {"side_game": title_of(side["side_game"]), "players": won, "cards": InOrder(cards)}
    text = SIDE_ENDS[len(won) == 1, bool(cards)]
    if not won:
        text = "Side game {side_game}: nobody wins, the stakes go back."
        if in_play:
            text = "Side game {side_game}: {pot} in the pot."
        elif side["carried"]:
            text = "Side game {side_game}: the pot of {carried} stays in the middle."
    return Sentence(text, {**side, **facts})


def _if_enforced(hand: HandReport) -> Iterator[Sentence]:
    other = hand["if_enforced"]
    if not other:
        return
    facts = {
        "events": [Sentence("event {number}", {"number": event}) for event in other["for"]],
        "player": other["outcome"]["winner"],
        "money": [f"{name} {amount:+}" for name, amount in other["net"].items()],
        "carried": other["carried"],
    }
    text = "If the table enforces the offence at {events}, {player} wins."
    if not facts["player"]:
        text = "If the table enforces the offence at {events}, nobody wins."
    yield Sentence(text, facts)
    yield Sentence("The hand would then stand at {money}.", facts)
    if other["carried"]:
        yield Sentence("{carried} would stay in the middle.", facts)
