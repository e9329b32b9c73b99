"""The steps of a turn, as its expression gives them."""

from __future__ import annotations

import pytest

from referee.core.turns import DONE, Single, Step, every_step

draw, take, lay, keep, meld, knock = (Single() for _ in range(6))
NAMES = {draw: "draw", take: "take", lay: "lay", keep: "keep", meld: "meld", knock: "knock"}


def after(first: Step, *events: Single) -> Step | None:
    step: Step | None = first
    for event in events:
        step = step.then.get(event) if step is not None else None
    return step


def may_follow(step: Step | None) -> set[str]:
    return {NAMES[event] for event in step.then} if step is not None else set()


def test_a_turn_goes_through_its_steps_in_their_order() -> None:
    first = (draw >> lay).first
    assert may_follow(first) == {"draw"}
    assert may_follow(after(first, draw)) == {"lay"}
    assert after(first, draw, lay) is DONE
    assert after(first, lay) is None


def test_either_way_leads_to_the_end_of_the_turn() -> None:
    first = (draw >> (lay | keep) | knock).first
    assert may_follow(first) == {"draw", "knock"}
    assert after(first, knock) is after(first, draw, keep) is DONE


def test_many_may_come_or_none() -> None:
    first = (draw >> meld.many() >> lay).first
    assert may_follow(after(first, draw)) == {"meld", "lay"}
    assert after(first, draw, meld, meld, lay) is after(first, draw, lay) is DONE


def test_only_the_last_many_may_be_left_out_of_a_finished_turn() -> None:
    first = (draw >> meld.many()).first
    assert not first.may_stop
    assert after(first, draw).may_stop


def test_a_named_part_says_which_rule_a_turn_breaks_that_stops_in_it() -> None:
    first = (draw >> lay | (take >> lay).named("take.lay")).first
    assert after(first, take).label == "take.lay"
    assert after(first, draw).label == "turn.discard"


@pytest.mark.parametrize("turn", [draw >> lay, draw >> meld.many() >> lay | knock])
def test_every_step_is_found_once(turn) -> None:
    found = every_step(turn.first)
    assert len(found) == len(set(map(id, found)))
    assert DONE in found
