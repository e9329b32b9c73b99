"""Evenings of Golf are found lawful, and come to what is computed here from their cards."""

from collections.abc import Mapping
from random import Random

import pytest

from referee.judging.replay import judge
from tests.depth import seeds
from tests.evenings import Log, evening, hands_of, house_of, seen_in_part

WORTH = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 0, **{str(n): n for n in range(2, 10)}}
UNSEEN = "??"
AFTERWARDS = ("show", "score", "end")

Points = dict[str, "int | None"]


def layouts(hole: Log, players: list[str]) -> dict[str, list[str]]:
    """Return the cards before each player at the end of a hole, as far as the log names them."""
    lying = {name: [UNSEEN] * 4 for name in players}
    pile, taken = [UNSEEN], UNSEEN
    for event in hole:
        card, cards = event.get("card", UNSEEN), event.get("cards", [])
        match event["type"]:
            case "deal":
                dealt = event["hands"].items()
                lying |= {name: list(four) for name, four in dealt if isinstance(four, list)}
            case "look" | "show":
                mine = lying[event["player"]]
                mine[: len(cards)] = [
                    was if now == UNSEEN else now for was, now in zip(mine, cards, strict=False)
                ]
            case "turn_up":
                pile = [card]
            case "draw":
                taken = card
            case "take":
                top = pile.pop()
                taken = top if card == UNSEEN else card
            case "swap":
                mine, at = lying[event["player"]], event["position"] - 1
                pile.append(mine[at] if card == UNSEEN else card)
                mine[at] = taken
            case "discard":
                pile.append(taken if card == UNSEEN else card)
    return lying


def points_of(layout: list[str], house: Mapping[str, str]) -> int | None:
    """Return the points of four cards; None if one of them is not known."""
    if UNSEEN in layout:
        return None
    columns = [(layout[0][0], layout[2][0]), (layout[1][0], layout[3][0])]
    counted = [two for two in columns if house["pairs"] == "count" or two[0] != two[1]]
    return sum(WORTH[rank] for two in counted for rank in two)


def scores_of(hole: Log, players: list[str], house: Mapping[str, str]) -> Points:
    """Return the points of a hole that are certain from its cards, or else as written down."""
    written = next((one["points"] for one in hole if one["type"] == "score"), {})
    base = {name: points_of(four, house) for name, four in layouts(hole, players).items()}
    knocker = next((one["player"] for one in hole if one["type"] == "knock"), None)
    scores = {
        name: written.get(name) if points is None and name != knocker else points
        for name, points in base.items()
    }
    if knocker is not None:
        own, others = base[knocker], [scores[name] for name in players if name != knocker]
        less = own is not None and any(one is not None and one < own for one in others)
        if own is None or not (less or house["knock_penalty"] == "none" or None not in others):
            scores[knocker] = written.get(knocker)
        elif less:
            more = {"none": 0, "plus_ten": 10, "double": own}
            scores[knocker] = own + more[house["knock_penalty"]]
    return scores


def winners_of(scores: list[Points], house: Mapping[str, str]) -> list[str]:
    """Return the winners of a game of nine holes; of a tie by house rule the best in the last."""
    tied = list(scores[0])
    if len(scores) < 9 or any(None in hole.values() for hole in scores):
        return []
    sums = sum_up(scores)
    tied = [name for name in tied if sums[name] == min(sums.values())]
    for hole in reversed(scores) if house["tie"] == "last_hole" else ():
        tied = [name for name in tied if hole[name] == min(hole[one] for one in tied)]
    return tied


def sum_up(scores: list[Points]) -> Points:
    columns = {name: [hole[name] for hole in scores] for name in scores[0]}
    return {name: None if None in points else sum(points) for name, points in columns.items()}


def end_of(hole: Log, players: list[str], house: Mapping[str, str]) -> tuple[str, int]:
    """Return how a hole ended, and the number of lines until that is certain: a last card drawn may
    still be used."""
    play = [event for event in hole if event["type"] not in AFTERWARDS]
    kinds = [event["type"] for event in play]
    after = kinds[kinds.index("knock") :] if "knock" in kinds else []
    turns = sum(kind in ("take", "draw") for kind in after)
    seen = kinds[-1] == "draw" and house["last_card"] == "as_played"
    kind = "knock" if after and turns == len(players) - 1 else "stock_empty"
    return kind, len(play) + seen


@pytest.mark.parametrize("share", [1.0, 0.9, 0.5, 0.0])
@pytest.mark.parametrize("seed", seeds(40, 4))
def test_a_lawful_game_is_found_lawful_and_counted_right(seed: int, share: float) -> None:
    game = ("golf", "golf", "cambio_cabo")[seed % 3]
    log, house = evening(game, seed, 9), house_of(evening(game, seed, 9))
    optional = ("cut", "turn_up", "look", "show", "score", "end") if seed % 2 and share < 1 else ()
    kinds = ("deal", "turn_up", "look", "draw", "take", "discard", "swap", "show")
    log = seen_in_part(log, Random(seed), share, kinds, optional)
    report, players = judge(log), log[0]["players"]
    assert report["findings"] == []
    scores = [scores_of(hole, players, house) for hole in hands_of(log)]
    assert [hand["scores"] for hand in report["hands"]] == scores
    assert report["scores"] == sum_up(scores)
    assert report["winners"] == winners_of(scores, house)
    assert len(report["undecided"]) == sum(list(hole.values()).count(None) for hole in scores)
    for hand, hole, points in zip(report["hands"], hands_of(log), scores, strict=True):
        end, (kind, lines) = hand["outcome"], end_of(hole, players, house)
        assert (end["kind"], end["event"]) == (kind, hand["first_event"] + lines - 1)
        ranked = [] if None in points.values() else sorted(points, key=points.get)
        sole = len(ranked) > 1 and points[ranked[0]] < points[ranked[1]]
        assert end["winner"] == (ranked[0] if sole else None)
