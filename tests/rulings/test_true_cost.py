"""The cost of a fault by its ruling, against a model of the game that asks no referee."""

from __future__ import annotations

from random import Random

import pytest

from referee.judging.replay import judge
from referee.rulings.ruling import rule_on
from tests.depth import count, seeds
from tests.partial.trying import accepted
from tests.rulings.repair_slips import SLIPS, Log, lines_that_stand
from tests.simulation import lawful_session
from tests.simulation.settling import settled


def slipped(seed: int, game: str) -> Log | None:
    """Return an evening of which every card is known, with one slip of the pen that breaks one
    rule, and on whose money referee and model agree; None where this seed makes none."""
    rng = Random(f"cost/{game}/{seed}")
    log = accepted(lawful_session(rng, masked=False, mended=False)[0])
    log[0] = {**log[0], "game": game}
    made = rng.choice(list(SLIPS.values()))(log, lines_that_stand(log), rng)
    if made is None:
        return None
    wrong = made[1]
    report = judge(wrong)
    if len(report["findings"]) != 1 or settled(wrong)[0] != report["totals"]:
        return None
    return wrong


def model_can_tell(log: Log, edit: Log) -> bool:
    """Return whether every card of an edited log is known but those of payments that were added,
    and nothing about a win is open: such a card may have come from the melds that won."""
    hidden = any("??" in str(line.get("with")) for line in edit)
    open_questions = [one["rule"] for one in judge([*log, *edit])["undecided"]]
    return not hidden and "win.false" not in open_questions


@pytest.mark.parametrize(("game", "most", "fewest"), [("desmoche", 20, 5), ("conquien", 10, 2)])
def test_the_cost_is_what_the_model_says_of_both_records(game: str, most: int, fewest: int) -> None:
    rules = set[str]()
    for seed in seeds(900, 60):
        log = slipped(seed, game)
        if log is None:
            continue
        (finding,) = judge(log)["findings"]
        for ruling in rule_on(log, finding["event"], finding["rule"]):
            lies, right = ruling.cost.as_it_lies, ruling.cost.as_it_should_be
            assert (lies.money, lies.middle) == settled(log), seed
            edit = [dict(line) for line in ruling.edit]
            if right is not None and edit and model_can_tell(log, edit):
                assert (right.money, right.middle) == settled([*log, *edit]), (seed, edit)
                rules.add(finding["rule"])

    assert len(rules) >= count(most, fewest)
