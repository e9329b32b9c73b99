"""The measure that sets the slips found behind holes beside those of another engine."""

from __future__ import annotations

from tests.partial.against import behind_holes, beside
from tests.partial.trying import Trial, compared, trial


def slip_behind_a_hole() -> Trial:
    one = trial("golf", "the hands", 1, faulty=True)
    assert one is not None
    assert one.said_of_poor["findings"]
    return one


def test_an_engine_loses_nothing_beside_itself() -> None:
    one = slip_behind_a_hole()
    told = beside(one, one.said_of_poor)
    assert told.drawn == len(told.theirs) == len(told.ours) > 0
    assert told.lost == []


def test_a_finding_that_the_whole_record_does_not_bear_out_is_not_lost() -> None:
    one = slip_behind_a_hole()
    found = one.said_of_poor["findings"]
    strange = [{**slip, "rule": "deck.empty", "kind": "violation"} for slip in found]
    told = beside(one, {"findings": strange})
    assert told.drawn > 0
    assert told.theirs == told.lost == []


def test_a_finding_before_the_first_hole_of_its_hand_is_not_counted() -> None:
    one = slip_behind_a_hole()
    assert behind_holes(compared(one.rich, one.rich, list(range(1, len(one.rich) + 1)))) == set()
