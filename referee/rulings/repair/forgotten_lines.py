"""Missing lines: acts in play, and those around it, such as a side bet, a show, or a payment."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, takewhile
from typing import Any, Final

from referee.cards.deck import NAMES, UNRECORDED
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import Event
from referee.judging.findings import Finding
from referee.rulings.repair import forgotten_melds as melds
from referee.rulings.repair.hand_in_question import HandInQuestion, slots

ANNOUNCED, PUT_IN, WITHDREW, SHOWN, PAID = 0.8, 0.5, 0.1, 0.8, 0.5
"""The likelihood that each kind of line around play is missing."""

SHOWN_MORE: Final = 0.15  # if another show of the same player was recorded
LIKELY_STAKES: Final = range(1, 6)  # if no other bet of the evening shows the stake of a side game
LONG_BEFORE: Final = 0.3  # a missing draw with later play, against a missing last draw
NOBODY_MISSES: Final = 0.05  # a missing payment without a finding about it
DEALT_A_WIN: Final = {"color": 0.03, "cuatro_cuerpos": 0.1, "peladilla": 0.2}
"""The likelihood that a declared win is missing, by how often each is dealt."""
OF_A_TURN: Final = {"discard": 1.0, "draw": 1.0, "take": 0.5, "beg": 0.5, "knock": 0.05}
"""The likelihood that an act of a turn is missing, by how often it is seen in a hand."""
SQUARE: Final = range(1, 5)  # the positions of the four cards that a player can swap

FIRST_ACTS: Final = frozenset({"draw", "meld", "claim", "declare", "show"})
"""The acts that may be a player's first use of their cards."""

Missing = tuple[int, dict[str, Any], float]
"""The index before which an event may be missing, the event, and its likelihood."""


def missing_lines(hand: HandInQuestion) -> Iterator[tuple[Missing, bool]]:
    """Yield lines that may be missing, and whether each is exactly what a finding reports."""
    for finding in hand.findings:
        if finding.rule in AROUND_PLAY:
            yield from ((missing, True) for missing in AROUND_PLAY[finding.rule](hand, finding))
    yield from ((missing, False) for missing in melds.forgotten_layings(hand))
    # a hand that ends with one card too many in the deck lacks a draw, anywhere
    draws = hand.players if _misses(hand, "", 1) else ()
    for index in hand.lines[1:]:
        made, is_near = list(_play(hand, index)), index in hand.near
        if is_near or melds.closes(hand, index):
            made += [*melds.forgotten_melds(hand, index), *_turns(hand, index)]
        yield from (((index, *act), False) for act in made)
        if not is_near:
            drawn = [(_unseen("draw", player), LONG_BEFORE) for player in draws]
            yield from (((index, *act), True) for act in drawn)


# ---- acts in play


def _play(hand: HandInQuestion, index: int) -> melds.Made:
    """Yield acts that may be missing before a line: payments, draws, passed cards and knocks."""
    is_near, taken = index in hand.near, _taken_next(hand, index)
    # when the deck is empty, a hand goes on only after a payment
    missed = 1.0 if _misses(hand, "pay.missing", 0) else NOBODY_MISSES
    paid = [(UNRECORDED, 1), *((card, 10) for card in taken)]
    paid += [(card, 50) for card in NAMES] if is_near else []
    for player in _who_melded(hand, index):
        for card, rarity in paid:
            yield {"type": "pay", "player": player, "card": card}, missed / rarity
    for player in hand.players if is_near else ():
        yield from (({"type": "draw", "player": player, "card": card}, 0.05) for card in taken)
        if not hand.drawn or index <= hand.drawn[0]:
            yield _unseen("cambio", player), 0.3
        yield _unseen("draw", player), 1.0
        yield {"type": "pass", "player": player}, 0.1


def _turns(hand: HandInQuestion, index: int) -> melds.Made:
    """Yield acts of turns that may be missing near a finding, or the end of the hand."""
    kinds = hand.game.events
    if melds.closes(hand, index):
        if {"score", "result"}.isdisjoint(map(hand.kind, hand.lines)):
            yield {"type": "end", "why": "abandoned"}, 0.02
        for player in hand.players if "withdraw" in kinds else ():
            yield {"type": "withdraw", "player": player}, 0.05
        paid = hand.paid_behind(index)
        for player in hand.players if not hand.drawn else ():
            likely = melds.WAS_PAID if player == paid else 1.0
            for win in hand.game.words.get("win", ()):
                declared = {"type": "declare", "player": player, "win": win}
                yield declared, likely * DEALT_A_WIN.get(win, 0.01)
    unseen: dict[str, Any] = {"card": UNRECORDED}
    acts = [
        (act, unseen if "card" in kinds[act].required else {}, often)
        for act, often in OF_A_TURN.items()
        if act in kinds
    ]
    acts += [("swap", {"position": at, **unseen}, 0.25) for at in SQUARE if "swap" in kinds]
    concerned = {finding.player for finding in hand.findings}
    for player in hand.players if "pay" not in kinds else ():
        likely = 1.0 if player in concerned else 0.3
        for act, fields, frequency in acts:
            yield {"type": act, "player": player, **fields}, likely * frequency


def _unseen(act: str, player: str) -> Event:
    return {"type": act, "player": player, "card": UNRECORDED}


def _misses(hand: HandInQuestion, rule: str, left: int) -> bool:
    """Return whether a finding shows that an act is missing, by its rule or the cards left."""
    return any(
        found.rule == rule or (found.rule == "end.early" and found.facts.get("left") == left)
        for found in hand.findings
    )


def _taken_next(hand: HandInQuestion, index: int) -> list[str]:
    """Return the cards claimed or melded in the lines from this one on."""
    after = [hand.event(line) for line in hand.lines if line >= index][:3]
    taken = [slots(event) for event in after if event["type"] in ("claim", "meld")]
    return list(dict.fromkeys(card for cards in taken for _, card in cards))


def _who_melded(hand: HandInQuestion, index: int) -> list[str]:
    """Return the players who melded shortly before this line and may have used a card."""
    at = hand.lines.index(index)
    before = [hand.event(line) for line in hand.lines[max(at - 4, 0) : at]]
    acts = takewhile(lambda event: event["type"] != "pay", reversed(before))
    return list(dict.fromkeys(event["player"] for event in acts if event["type"] == "meld"))


# ---- lines around play


def _announcement(hand: HandInQuestion, found: Finding) -> Iterator[Missing]:
    passed = (at for at in hand.lines if hand.kind(at) == "cambio")
    own = (at for at in passed if hand.event(at)["player"] == found.player)
    index = next(own, _first(hand, FIRST_ACTS))
    if index is not None:
        event = {"type": "announce", "player": found.player, "side_game": _side_game(found)}
        yield index, event, ANNOUNCED


def _side_bet(hand: HandInQuestion, found: Finding) -> Iterator[Missing]:
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


def _withdrawal(hand: HandInQuestion, found: Finding) -> Iterator[Missing]:
    """Yield withdrawals, since their last act, of a player who was passed over."""
    player, at = found.facts.get("expected"), hand.index_of.get(found.event)
    if at is None or "withdraw" not in hand.game.events:
        return
    for index in (line for line in reversed(hand.lines) if line <= at):
        yield index, {"type": "withdraw", "player": player}, WITHDREW
        before = hand.event(index - 1)
        if before.get("player") == player or before["type"] in ("hand", "deal", "cambio"):
            return


def _show(hand: HandInQuestion, found: Finding) -> Iterator[Missing]:
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


def _payment(hand: HandInQuestion, found: Finding) -> Iterator[Missing]:
    """Yield the single payment that would give everyone what was owed."""
    index, event = _first(hand, frozenset({"payment"})), missing_payment(found)
    if index is not None and event is not None:
        yield index, event, PAID


def missing_payment(found: Finding) -> Event | None:
    """Return the payment that would give everyone what was owed; None if one is not enough."""
    more: Any = found.facts["more"]
    missing = dict(more)
    if len(missing) == 1:
        missing[THE_MIDDLE] = -sum(missing.values())
    if len(missing) != 2 or sum(missing.values()) != 0:
        return None
    giver, taker = sorted(missing, key=lambda name: missing[name])
    return {"type": "payment", "from": giver, "to": taker, "amount": missing[taker]}


def _side_game(found: Finding) -> str:
    return str(found.facts["game"]).replace(" ", "_")


def _first(hand: HandInQuestion, kinds: frozenset[str]) -> int | None:
    return next((at for at in hand.lines if hand.kind(at) in kinds), None)


AROUND_PLAY: Final[Mapping[str, Callable[[HandInQuestion, Finding], Iterator[Missing]]]] = {
    "side.unannounced": _announcement, "side.not_entered": _side_bet, "turn.order": _withdrawal,
    "side.unshown": _show, "payment.wrong": _payment,
}  # fmt: skip
"""The line around play that a finding of each rule may lack."""
