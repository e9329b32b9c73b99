"""The referee's remarks during a game; ``live.txt`` has them in the language of the table."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

from referee.judging.findings import Finding
from referee.judging.live import Notices
from referee.judging.replay import ReplayedLog, judge
from tests.depth import examples, one_in
from tests.every_game import all_files, cases
from tests.table_talk import Event, say
from tests.test_properties import LOGS

FILES = list(all_files())


TALKS = [
    pytest.param(None if loud == "unsaid" else loud, talk, id=f"{title} ({loud})")
    for case in Path(__file__).with_name("live.txt").read_text("utf-8").split("\n== ")[1:]
    for title, louds, talk in [case.split("\n", 2)]
    for loud in louds.removeprefix("= ").split()
]


@pytest.mark.parametrize(("warnings", "talk"), TALKS)
def test_the_referee_says_this_and_nothing_else(warnings: str | None, talk: str) -> None:
    replay = ReplayedLog()
    notices = Notices(replay)
    names: dict[str, int] = {}
    for line in filter(None, map(str.strip, talk.splitlines())):
        said, *expected = (part.strip() for part in line.split("!"))
        told = answers(notices, replay, said, warnings, names)
        found = [f"{one.rule} {one.player or ''}".strip() for one in told]
        assert sorted(found) == sorted(expected), line


def answers(
    notices: Notices, replay: ReplayedLog, said: str, warnings: str | None, names: dict[str, int]
) -> list[Finding]:
    match said:
        case "?":
            return notices.on_call()
        case ".":
            return notices.last()
    for event in say(said, names):
        loud = {"warnings": warnings} if event["type"] == "game" and warnings else {}
        replay.feed(event | loud)
    return notices.new()


def test_several_lines_at_once_are_told_like_one_by_one() -> None:
    replay = ReplayedLog()
    notices = Notices(replay)
    replay.feed_all([*say("table Ana Beto"), *say("draw Beto 7h"), *say("end abandoned")])
    assert [one.rule for one in notices.new()] == ["turn.order"]


def told_one_by_one(events: list[Event], warnings: str) -> tuple[ReplayedLog, Counter[tuple]]:
    replay = ReplayedLog()
    notices = Notices(replay)
    said: list[Finding] = []
    for event in [events[0] | {"warnings": warnings}, *events[1:]]:
        replay.feed(event)
        said += notices.new()
    return replay, Counter(map(which, said + notices.last()))


def which(finding: Finding) -> tuple[int, str, str | None]:
    return finding.event, finding.rule, finding.player


CHANGING = {"side.false", "auto.missed"}
"""Findings that later lines of a hand may move or remove."""


@examples(100)
@given(LOGS)
def test_everything_is_told_once(events: list[Event]) -> None:
    events = [one for one in events if one["type"] not in ("correct", "insert", "forgive")]
    replay, said = told_one_by_one(events, "open")
    found = replay.play.found(0, final=True)
    if replay.play.hand_is_open:
        found = [one for one in found if one.kind != "missed"]
    expected = Counter(map(which, found))
    apart = {one for one in said | expected if one[1] in CHANGING}
    for one in apart:
        del said[one], expected[one]
    assert said == expected


@examples(100)
@given(LOGS)
def test_after_corrections_everything_that_stands_was_told(events: list[Event]) -> None:
    replay, said = told_one_by_one(events, "silent")
    for one in replay.play.found(0, final=True):
        if one.kind == "record" or not replay.play.hand_is_open:
            assert said[which(one)]


@pytest.mark.parametrize(
    "path", one_in(6, FILES), ids=[f"{path.parent.name}-{path.stem}" for path in FILES]
)
def test_a_line_that_is_struck_out_leaves_what_stood_before_it(path: Path) -> None:
    for case in cases(path):
        last = [event for event in case.events if event["type"] == "hand"][-1:]
        for behind in ([], last):
            log = [*case.events, *behind, {"type": "note", "note": "a stray line"}]
            log.append({"type": "correct", "event": len(log), "with": None, "why": "stray"})
            replay = ReplayedLog()
            for event in log:
                replay.feed(event)
            assert replay.report() == judge(log), case.title
