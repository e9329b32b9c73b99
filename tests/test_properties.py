"""Properties of every readable log, legal, faulty or nonsense."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_schemas.events import protocol

from referee.cards.deck import RANKS, SUITS
from referee.judging.registry import find
from referee.judging.replay import ReplayedLog, judge
from tests.any_events import CARDS, Stock, event, events
from tests.depth import count, examples
from tests.evenings import Event
from tests.evenings import evening as played
from tests.lawful import WHOLE, read

PLAYERS = ["Ana", "Beto", "Carla"]
NAMES = st.sampled_from([*PLAYERS, "Zed"])
NUMBERS = st.integers(1, 40)
STOCK = Stock(
    names=NAMES,
    people=st.lists(NAMES, max_size=3, unique=True),
    payers=st.sampled_from([*PLAYERS, "Zed", "pot"]),
    texts=st.just("no"),
    numbers=NUMBERS,
    money=st.integers(0, 9),
    most_cards=10,
)


def made(kind: str, /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Event]:
    return st.fixed_dictionaries({"type": st.just(kind), **fields})


PLAYED = ("desmoche_app", "golf", "gin_rummy", "dimes", "dam")
ANY_EVENT = st.one_of(*events("desmoche", STOCK, without=("result",)))
ANY = {"desmoche": ANY_EVENT} | {game: st.one_of(*events(game, STOCK)) for game in PLAYED}
REVISIONS = st.one_of(
    made("correct", event=NUMBERS, why=st.just(""), **{"with": st.one_of(st.none(), ANY_EVENT)}),
    made("insert", before=NUMBERS, why=st.just(""), event=ANY_EVENT),
)
OPENINGS = st.builds(
    lambda one: {"type": "game", "game": "desmoche", "players": PLAYERS, "house": one["house"]},
    event("desmoche", "house", STOCK),
)


@st.composite
def nonsense(draw: st.DrawFn) -> list[Event]:
    """Draw a readable log that makes no sense."""
    dealt = [{"type": "hand", "dealer": "Carla", "bet": 5}, {"type": "deal", "hands": {}}]
    begun = dealt if draw(st.booleans()) else []
    rest = draw(st.lists(st.one_of(ANY_EVENT, ANY_EVENT, ANY_EVENT, REVISIONS), max_size=30))
    return [draw(OPENINGS), *begun, *rest]


def evening(game: str, seed: int) -> list[Event]:
    return [*read(WHOLE[seed])] if game == "desmoche" else played(game, seed, 2)[:400]


CHANGES = ("lost", "moved", "swapped", "doubled", "renamed", "mistyped", "cut", "any", "any")


@st.composite
def torn(draw: st.DrawFn, game: str) -> list[Event]:
    """Draw a legal evening with lines lost, moved, doubled or changed, and nonsense among them."""
    most = len(WHOLE) - 1 if game == "desmoche" else count(12, 3)
    log = [dict(one) for one in evening(game, draw(st.integers(0, most)))]
    for _ in range(draw(st.integers(1, 8))):
        at, other = (draw(st.integers(1, len(log) - 1)) for _ in range(2))
        match draw(st.sampled_from(CHANGES)):
            case "lost" if len(log) > 2:
                del log[at]
            case "moved":
                log.insert(at, log.pop(other))
            case "swapped" if at > 1:
                log.insert(at, log.pop(at - 1))
            case "doubled":
                log.insert(at, log[draw(st.sampled_from([at, other]))])
            case "renamed" if "player" in log[at]:
                log[at] = log[at] | {"player": draw(st.sampled_from(log[0]["players"]))}
            case "mistyped" if "card" in log[at]:
                log[at] = log[at] | {"card": draw(CARDS)}
            case "cut":
                del log[at + 1 :]
            case "any":
                log.insert(at, draw(ANY[game]))
    return log


LOGS = st.one_of(torn("desmoche"), nonsense())


@examples(60)
@given(LOGS, st.lists(st.sampled_from([rule.id for rule in find("desmoche").rules]), max_size=20))
def test_no_mechanic_leans_on_a_rule(events: list[Event], off: list[str]) -> None:
    report = judge(events, without=off)
    assert not {found["rule"] for found in report["findings"]} & set(off)


NO_HAND: Event = {"seats": ()}


def is_judged_and_told(log: list[Event]) -> None:
    """Check that a log is judged one by one as all at once, in whole sentences, and that no money
    is lost."""
    replay, book = ReplayedLog(), find(log[0]["game"])
    for one in log:
        if replay.lines:
            replay.play.why_in_order(one)
        replay.feed(one)
        view, expected = replay.view(), replay.expected()
        everybody = {
            *view["seated"],
            *(seat["player"] for seat in (view["hand"] or NO_HAND)["seats"]),
        }
        told = {(each.act, each.players, each.message()) for each in expected}
        assert len(told) == len(expected)
        for act, players, message in told:
            assert act in protocol()
            assert everybody.issuperset(players)
            assert not {"{", "}"} & set(message)
        assert {each.rule for each in expected} <= book.rule_ids | {None}
    report = replay.report()
    assert report == judge(log)
    in_the_middle = report["carried"] + sum(report["side_carried"].values())
    assert sum(report["totals"].values()) + in_the_middle == 0
    for hand in report["hands"]:
        other = hand["if_enforced"]
        assert other is None or other["net"].keys() == hand["net"].keys()
    assert all(
        one["message"] and not {"{", "}"} & set(one["message"]) for one in report["findings"]
    )
    json.dumps([report, replay.view(), [one.plain() for one in replay.expected()]])


@examples(200)
@given(LOGS)
def test_any_log_of_desmoche_is_judged_and_told(log: list[Event]) -> None:
    is_judged_and_told(log)


@pytest.mark.parametrize("game", PLAYED)
@examples(60)
@given(data=st.data())
def test_any_log_of_another_game_is_judged_and_told(game: str, data: st.DataObject) -> None:
    is_judged_and_told(data.draw(torn(game)))


FINAL_ONLY = {"side.unannounced", "side.unshown", "side.false", "payment.wrong", "auto.missed"}
"""Rules about a whole hand: later lines may show, pay or declare what was missing."""


@examples(100)
@given(LOGS, st.floats(0, 1))
def test_a_finding_stays_whatever_follows(events: list[Event], share: float) -> None:
    if any(one["type"] in ("correct", "insert", "forgive") for one in events):
        return
    first = max(1, int(len(events) * share))
    before = [one for one in judge(events[:first])["findings"] if one["rule"] not in FINAL_ONLY]
    told = [
        (one["event"], one["rule"], one["player"], one["message"])
        for one in judge(events)["findings"]
    ]
    for one in before:
        assert (one["event"], one["rule"], one["player"], one["message"]) in told


def rewritten(value: Any, change: Callable[[str], str]) -> Any:
    """Return the same data with every string changed."""
    if isinstance(value, dict):
        return {change(key): rewritten(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [rewritten(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def comparable(report: dict[str, Any]) -> Any:
    """Return a report without sentences, and with sorted cards and melds."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: plain(one)
                for key, one in value.items()
                if key not in ("message", "question", "would_decide")
            }
        if isinstance(value, list):
            return sorted((plain(one) for one in value), key=repr)
        return value

    return plain(report)


@examples(100)
@given(LOGS)
def test_other_names_give_the_same_report_with_other_names(events: list[Event]) -> None:
    new = {
        name: f"P{at}"
        for at, name in enumerate(dict.fromkeys([*events[0]["players"], "Dora", "Eva", "Zed"]))
    }

    def rename(text: str) -> str:
        return new.get(text, text)

    assert comparable(judge(rewritten(events, rename))) == comparable(
        rewritten(judge(events), rename)
    )


@examples(100)
@given(LOGS, st.permutations(SUITS))
def test_other_suits_give_the_same_report_where_no_rule_names_a_suit(
    events: list[Event], suits: list[str]
) -> None:
    opening = events[0] | {"game": "desmoche", "house": {"automatic_wins": "off"}}
    named = ("side_bet", "announce", "house", "declare", "game")
    events = [
        opening,
        *(one for one in events[1:] if not any(f'"{kind}"' in json.dumps(one) for kind in named)),
    ]
    swap = dict(zip(SUITS, suits, strict=True))

    def recolour(text: str) -> str:
        is_card = len(text) == 2 and text[0] in RANKS and text[1] in SUITS
        return text[0] + swap[text[1]] if is_card else text

    assert comparable(judge(rewritten(events, recolour))) == comparable(
        rewritten(judge(events), recolour)
    )
