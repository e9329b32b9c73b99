"""Expected acts: complete for legal play, not permissive, and without advice."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from referee_schemas.reading import read_log

from referee.games.desmoche.side_games import title_of
from referee.judging.corrections import REVISING, as_they_should_read
from referee.judging.findings import Expectation
from referee.judging.replay import ReplayedLog, replayed
from tests.depth import count, one_in, seeds
from tests.evenings import evening, seen_in_part
from tests.lawful import HANDS, WHOLE, lawful
from tests.slips import RECORDED
from tests.table_talk import Case, Event, cases

HERE = Path(__file__).parent / "expecting"
CASES = [*cases(HERE / "cases.txt"), *cases(HERE / "cases_gin_rummy.txt", "gin_rummy")]
TOLD = [case for game in ("golf", "gin_rummy") for case in cases(HERE / f"{game}.txt", game)]
UNDERSTOOD = {"end", "leave", "house", "payment"}
"""Types of events that a case need not name."""

AFTERWARDS = {"show", "score", "reshuffle", "end"}
"""Events that games other than Desmoche do not wait for."""

APART = {
    *("note", "dispute", "ruling", "gap", "game"),
    *("payment", "offence", "disqualify", "forgive"),
}
"""Events about the record, which may come at any time."""


def shown(expectation: Expectation) -> list[str]:
    waits = "!" if expectation.required else ""
    return [expectation.act + waits, *expectation.players]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case) -> None:
    replay = ReplayedLog()
    replay.feed_all(case.events)
    named = {act for act, *_ in case.endings}
    found = [
        shown(one) for one in replay.expected() if one.act in named or one.act not in UNDERSTOOD
    ]
    assert sorted(found) == sorted(case.endings)


@pytest.mark.parametrize("case", TOLD, ids=lambda case: case.title)
def test_what_may_come_next_in_words(case: Case) -> None:
    replay = ReplayedLog()
    replay.feed_all(case.events)
    told = [one.message() for one in replay.expected()]
    told.remove("The table may give the hand up.")
    assert told == [" ".join(words) for words in case.endings]


def read(events: list[Event]) -> list[Event]:
    """Return a session's events after corrections, without the correcting lines."""
    lines = as_they_should_read(events)
    return [event for _, event in lines if event["type"] not in REVISING]


def awaits(expected: list[Expectation], event: Event) -> bool:
    """Return whether the event is among the expected ones, by its actor."""
    return any(one.act == event["type"] and concerns(one, event) for one in expected)


def concerns(expectation: Expectation, event: Event) -> bool:
    match event:
        case {"type": "hand", "dealer": dealer}:
            return dealer in expectation.players
        case {"type": "announce", "player": player, "side_game": game}:
            return player in expectation.players and expectation.facts["game"] == title_of(game)
        case {"type": "force", "player": player, "by": by}:
            return player in expectation.players and by in expectation.facts["by"]
        case {"type": "join"}:
            return True
    return "player" not in event or event["player"] in expectation.players


def moments(events: list[Event]) -> Iterator[tuple[ReplayedLog, Event]]:
    """Yield the replay before each act, and the act."""
    replay = ReplayedLog()
    for event in events:
        if replay.lines and event["type"] not in APART:
            yield replay, event
        replay.feed(event)


@pytest.mark.parametrize("seed", seeds(40, 10))
def test_every_lawful_act_is_expected_and_what_play_waits_for_goes_on_with_it(seed: int) -> None:
    for replay, event in moments(read(lawful(Random(f"next/{seed}")))):
        expected = replay.expected()
        assert awaits(expected, event), (len(replay.lines) + 1, event)
        required = [one for one in expected if one.required]
        if required and event["type"] in ("draw", "deal", "cambio", "pay"):
            assert awaits(required, event), (len(replay.lines) + 1, event)


@pytest.mark.parametrize("game", ["golf", "gin_rummy", "dam", "desmoche_app"])
def test_so_it_is_in_other_games_and_hidden_cards_change_nothing(game: str) -> None:
    for seed in seeds(6, 1):
        hidden = ReplayedLog()
        for replay, event in moments(evening(game, seed, count(4, 2))):
            hidden.feed_all(seen_in_part(replay.lines[len(hidden.lines) :], Random(), 0))
            expected = replay.expected()
            assert [one.plain() for one in expected] == [one.plain() for one in hidden.expected()]
            assert event["type"] in AFTERWARDS or awaits(expected, event), (seed, event)


@pytest.mark.parametrize("log", one_in(5, RECORDED), ids=lambda log: log.stem)
def test_what_is_not_expected_is_against_the_rules(log: Path) -> None:
    """Check that an act that is not expected has a finding, or its player has one just before (a
    barred claim, and then its meld)."""
    events, unexpected = read([*read_log(log)]), []
    for replay, event in moments(events):
        if not awaits(replay.expected(), event):
            unexpected.append(len(replay.lines) + 1)
    flagged = {found["event"] for found in replay.report()["findings"]}
    for number in unexpected:
        assert {number, number - 1} & flagged, (number, events[number - 1])


def test_hidden_cards_change_nothing_nor_whom_a_drawn_card_would_help() -> None:
    for seed in seeds(20, 4):
        rng = Random(f"hidden/{seed}")
        opening, *events = read(lawful(rng, WHOLE + HANDS))
        forced = {"forced_cards": rng.choice(["on_demand", "automatic"])}
        opening = opening | {"house": opening.get("house", {}) | forced}
        known, unknown = ReplayedLog(), ReplayedLog()
        for event in [opening, *events]:
            if event["type"] == "draw" and rng.random() < 0.5:
                blind = replayed([*known.lines, event | {"card": "??"}])
                assert words(blind) == words(replayed([*known.lines, event])), (seed, event)
            known.feed(event)
            unknown.feed(*seen_in_part([event], Random(), 0, ("deal", "cambio")))
            assert known.expected() == unknown.expected(), (seed, len(known.lines), event)


def words(replay: ReplayedLog) -> list[tuple[str | None, ...]]:
    """Return the expected acts without the cards that they are about."""
    return [(*shown(one), one.rule, one.text) for one in replay.expected()]
