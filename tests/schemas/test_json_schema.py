"""The published files agree with the schemas."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referee_schemas.cards import CardField
from referee_schemas.events import protocol
from referee_schemas.fields import LARGEST
from referee_schemas.json_schema import FOLDER, events_schema, published, report_schema
from referee_schemas.reading import read_log
from referee_schemas.report import ReportSchema

from referee.cards.deck import JOKER_SPELLINGS, SPELLINGS
from referee.judging.replay import judge
from tests.schemas import samples

EVENTS = protocol("desmoche")
EVENT = Draft202012Validator(events_schema())
REPORT = Draft202012Validator(report_schema())


def test_the_files_are_in_step() -> None:
    on_disk = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert on_disk == published(), "run: python -m referee_schemas.json_schema"


@pytest.mark.parametrize("schema", [events_schema(), report_schema()])
def test_they_are_valid_json_schemas(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_sample_is_valid(kind: str) -> None:
    EVENT.validate(samples.whole_event(kind) | {"seq": 3})


@pytest.mark.parametrize(
    "event",
    [
        {"type": "drwa"},
        samples.event("draw", crad="8h"),
        samples.event("draw", card="1x"),
        samples.event("draw", player="POT"),
        samples.event("draw", player="  "),
        samples.event("hand", bet=-1),
        samples.event("deal", hands={"Eva": 217}),
        samples.event("deal", hands={"pot": 9}),
        samples.event("game", players=["Eva"]),
        samples.event("house", house={"knock": "loud"}),
        samples.event("insert", event=None),
        samples.event("insert", event={"type": "pass", "player": "Eva", "seq": 3}),
        samples.event("note"),
    ],
)
def test_what_reading_refuses_is_invalid(event: dict[str, Any]) -> None:
    assert not EVENT.is_valid(event)


@pytest.mark.parametrize("jokers", [False, True])
@given(
    st.text("A123456789TJQKakcdhsCDHS♣♡?0\ufe0f", max_size=4)
    | st.sampled_from([*SPELLINGS, *JOKER_SPELLINGS])
)
def test_the_pattern_of_a_card_is_that_of_its_spellings(jokers: bool, spelling: str) -> None:
    pattern = CardField(jokers=jokers).describe()["pattern"]
    spellings = {**SPELLINGS, **JOKER_SPELLINGS} if jokers else SPELLINGS
    assert (re.search(pattern, spelling) is not None) is (spelling in spellings)


REPORTS = {
    path.stem: json.loads(json.dumps(judge(list(read_log(path)))))
    for path in sorted((Path(__file__).parents[2] / "sample_games").glob("*.jsonl"))
}
SAMPLE = REPORTS["priority-quarrel"]


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_is_valid_and_loads_unchanged(report: dict[str, Any]) -> None:
    REPORT.validate(report)
    assert ReportSchema().load(report) == report


def test_the_largest_bets_make_a_valid_report() -> None:
    opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    report = judge([opening, {"type": "hand", "dealer": "Beto", "bet": LARGEST}, {"type": "end"}])
    assert report["carried"] == 2 * LARGEST
    REPORT.validate(report)


@pytest.mark.parametrize("name", sorted(SAMPLE.keys() - {"account"}))
def test_a_report_is_whole(name: str) -> None:
    without = {key: value for key, value in SAMPLE.items() if key != name}
    assert ReportSchema().validate(without)
    assert not REPORT.is_valid(without)


def test_the_published_report_refuses_unknown_fields() -> None:
    assert not REPORT.is_valid({**SAMPLE, "winner": "ana"})
    assert json.loads((FOLDER / "report.schema.json").read_text())["additionalProperties"] is False
