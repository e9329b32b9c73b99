"""Missing lines around play: a side bet, an announcement, a withdrawal, a show, a payment."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import Event
from referee.judging.findings import Finding
from referee.rulings.repair.hand_in_question import HandInQuestion
from referee.wording.sentences import Sentence

ANNOUNCED, PUT_IN, WITHDREW, SHOWN, PAID = 0.8, 0.5, 0.1, 0.8, 0.5
"""The likelihood that each kind of line is missing."""

SHOWN_MORE: Final = 0.15  # if another show of the same player was recorded
LIKELY_STAKES: Final = range(1, 6)  # if no other bet of the evening shows the stake of a side game

FIRST_ACTS: Final = frozenset({"draw", "meld", "claim", "declare", "show"})
"""The acts that may be a player's first use of their cards."""

Made = Iterator[tuple[int, dict[str, Any], float]]
"""The index before which an event may be missing, the event, and its likelihood."""


def forgotten_words(hand: HandInQuestion) -> Made:
    """Yield lines around the play that would explain the findings."""
    by_rule = {
        "side.unannounced": _announcement, "side.not_entered": _side_bet,
        "turn.order": _withdrawal, "side.unshown": _show, "payment.wrong": _payment,
    }  # fmt: skip
    for finding in hand.findings:
        if finding.rule in by_rule:
            yield from by_rule[finding.rule](hand, finding)


def _announcement(hand: HandInQuestion, found: Finding) -> Made:
    passed = (at for at in hand.lines if hand.kind(at) == "cambio")
    own = (at for at in passed if hand.event(at)["player"] == found.player)
    index = next(own, _first(hand, FIRST_ACTS))
    if index is not None:
        event = {"type": "announce", "player": found.player, "side_game": _side_game(found)}
        yield index, event, ANNOUNCED


def _side_bet(hand: HandInQuestion, found: Finding) -> Made:
    index = _first(hand, frozenset({"cut", "deal"})) or hand.start + 1
    game = _side_game(found)
    bets = [event for _, event in hand.events if event["type"] == "side_bet"]
    usual = Counter(event["amount"] for event in bets)
    for amount in {*LIKELY_STAKES, *usual}:
        likely = PUT_IN * (1 + usual[amount]) / (len(LIKELY_STAKES) + len(bets))
        event = {"type": "side_bet", "side_game": game, "amount": amount}
        for entrants, share in _entrants(hand, game, bets):
            yield index, event | entrants, likely * share


def _entrants(
    hand: HandInQuestion, game: str, bets: Sequence[Event]
) -> Iterator[tuple[dict[str, Any], float]]:
    """Yield the players who may have entered a side game, with the likelihood: all, if the entry
    names no players, or a group with all who announced it, weighted by how often this log names
    players."""
    players = hand.players
    announced = {
        hand.event(at)["player"]
        for at in hand.lines
        if hand.kind(at) == "announce" and hand.event(at)["side_game"] == game
    }
    named = (sum("players" in event for event in bets) + 0.5) / (len(bets) + 1)
    yield {}, 1 - named
    groups = (those for size in range(2, len(players)) for those in combinations(players, size))
    some = [list(those) for those in groups if announced.issubset(those)]
    yield from (({"players": those}, named / len(some)) for those in some)


def _withdrawal(hand: HandInQuestion, found: Finding) -> Made:
    """Yield withdrawals, since their last act, of a player who was passed over."""
    player, at = found.facts.get("expected"), hand.index_of.get(found.event)
    if at is None or "withdraw" not in hand.log.kinds:
        return
    for index in (line for line in reversed(hand.lines) if line <= at):
        yield index, {"type": "withdraw", "player": player}, WITHDREW
        before = hand.event(index - 1)
        if before.get("player") == player or before["type"] in ("hand", "deal", "cambio"):
            return


def _show(hand: HandInQuestion, found: Finding) -> Made:
    # before the line that closes the hand, or at the end of the log for the last hand
    closing = ("payment", "hand", "join", "leave")
    behind = (at for at in hand.lines[1:] if hand.kind(at) in closing)
    index = next(behind, hand.stop if hand.is_last else None)
    if index is None:
        return
    game, named, likely = _side_game(found), [UNRECORDED], SHOWN
    for at in hand.lines:
        event = hand.event(at)
        if event["type"] == "announce" and event["player"] == found.player:
            named = event.get("cards", named) if event["side_game"] == game else named
        if event["type"] == "show" and event["player"] == found.player:
            likely = SHOWN_MORE
    yield index, {"type": "show", "player": found.player, "cards": list(named)}, likely


def _payment(hand: HandInQuestion, found: Finding) -> Made:
    """Yield the single payment that would give everyone what was owed."""
    index = _first(hand, frozenset({"payment"}))
    parts: Any = found.facts["told"]
    facts = [part.facts for part in parts]
    # how much more the players with wrong payments should have got
    more = {one["name"]: _amount(one["owed"]) - _amount(one["moved"]) for one in facts}
    missing = {name: amount for name, amount in more.items() if amount}
    if len(missing) == 1:
        missing[THE_MIDDLE] = -sum(missing.values())
    if index is not None and len(missing) == 2 and not sum(missing.values()):
        giver, taker = sorted(missing, key=lambda name: missing[name])
        event = {"type": "payment", "from": giver, "to": taker, "amount": missing[taker]}
        yield index, event, PAID


def _amount(moved: Sentence) -> int:
    amount: Any = moved.facts["amount"]
    return -int(amount) if moved.text.startswith("given") else int(amount)


def _side_game(found: Finding) -> str:
    return str(found.facts["game"]).replace(" ", "_")


def _first(hand: HandInQuestion, kinds: frozenset[str]) -> int | None:
    return next((at for at in hand.lines if hand.kind(at) in kinds), None)
