"""Knowing less never accuses more, in every game and every way to lose a part of the record.

CONTRIBUTING.md says how to try more evenings.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.depth import count, one_in, only_deep, seeds
from tests.partial.completions import small_record
from tests.partial.evenings import EVENINGS, check_ways
from tests.partial.library import masked_cases
from tests.partial.trying import trial
from tests.plug_ins.example import installed

TOLD = 0.95
"""The minimum share of the findings of all completions that must be reported."""

TOLD_OF_OUTCOMES = 0.85
"""The same for the ends of hands of Desmoche: the winner of a side game is open if a player showed
an unrecorded card."""


@pytest.fixture(autouse=True, scope="module")
def _the_example_is_there() -> Iterator[None]:
    with installed():
        yield


WAYS = [(game, way) for game, evenings in EVENINGS.items() for way in evenings.ways]


@pytest.mark.parametrize(("game", "way"), one_in(5, WAYS))
def test_a_poorer_record_accuses_nobody_and_settles_nothing_otherwise(game: str, way: str) -> None:
    for seed in seeds(6, 2):
        tried = trial(game, way, seed)
        assert tried is None or tried.broken == [], f"seed {seed}"


@pytest.mark.parametrize(("way", "seed"), [("20 % of the cards", 1340), ("a mixture", 3173)])
def test_a_drawn_card_that_nobody_recorded_may_be_the_one_melded(way: str, seed: int) -> None:
    tried = trial("desmoche", way, seed)
    assert tried is not None
    assert tried.broken == []


FAULTY = [
    ("a stretch of up to 60 lines", 231),
    ("the hands", 33),
    ("50 % of the cards", 113),
    # where the line that ended the hand is unknown, no side game is lost at it
    ("5 % of the cards", 2000064),
    # he may have won, and then need not pay
    ("the cards of a kind of line", 5000042),
    # the cards of a disqualified player are unknown when another one withdraws
    ("20 % of the cards", 5000062),
    # her payment cannot be wrong: she may have won
    ("40 % of the cards melded and shown", 6000013),
    # her claim was left out, so taking the card back is reported at her meld
    ("the optional lines", 881504),
]


@pytest.mark.parametrize(("way", "seed"), FAULTY)
def test_a_poorer_record_of_an_evening_with_a_slip_accuses_nobody_else(way: str, seed: int) -> None:
    tried = trial("desmoche", way, seed, faulty=True)
    assert tried is not None
    assert tried.broken == []


STILL_FOUND = [
    # a reading with a card in two places does not count if another breaks no rule
    ("5 % of the cards", 16, "card.location"),
    # the unrecorded dealt card gets its name when it leaves the hand
    ("5 % of the cards", 19, "side.passed"),
    # his melds are visible, even if a gap hides some of hers
    ("one or two turns, a gap each", 43, "meld.stolen"),
]


@pytest.mark.parametrize(("way", "seed", "rule"), STILL_FOUND)
def test_a_slip_behind_a_hole_is_found(way: str, seed: int, rule: str) -> None:
    tried = trial("desmoche", way, seed, faulty=True)
    assert tried is not None
    assert [one["rule"] for one in tried.promise.borne_out()] == [rule]


def test_a_way_that_a_game_does_not_have_is_refused_with_those_it_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        check_ways(ArgumentParser(), ["the hand"], ["desmoche"])
    assert "desmoche has no way 'the hand'. Its ways are: 'one or two" in capsys.readouterr().err


@pytest.mark.parametrize("faulty", [only_deep(False), True])
def test_of_a_small_record_is_told_what_stands_in_all_its_completions_and_nothing_else(
    faulty: bool,
) -> None:
    told, stands = Counter[str](), Counter[str]()
    for seed in range(count(100, 8)):
        record = small_record(seed, 1, faulty)
        if record is None or not record.whole:
            continue
        assert record.findings <= record.certain, f"seed {seed}"
        assert record.tells_no_wrong_outcome, f"seed {seed}"
        told["findings"] += len(record.findings)
        stands["findings"] += len(record.certain)
        told["outcomes"] += record.tells_its_outcome and len(record.outcomes) == 1
        stands["outcomes"] += len(record.outcomes) == 1
    assert stands["outcomes"]
    assert told["findings"] >= TOLD * stands["findings"]
    assert told["outcomes"] >= TOLD_OF_OUTCOMES * stands["outcomes"]


@pytest.mark.deep
def test_a_case_of_golf_of_which_one_thing_was_masked_says_nothing_else() -> None:
    said = [(one.file, one.title, one.mask, one.trial.broken) for one in masked_cases("golf")]
    assert [one for one in said if one[-1]] == []


@pytest.mark.deep
@pytest.mark.parametrize("game", ["dimes", "dam"])
def test_a_case_of_which_one_thing_was_masked_accuses_nobody_else(game: str) -> None:
    wrong = [
        (one.file, one.title, one.mask, one.trial.broken)
        for one in masked_cases(game)
        if one.trial.broken
    ]
    assert wrong == []


@pytest.mark.deep
@pytest.mark.parametrize("faulty", [False, True])
@pytest.mark.parametrize("game", ["golf", "dimes", "dam"])
def test_what_is_told_of_a_small_record_stands_in_all_its_completions(
    game: str, faulty: bool
) -> None:
    told = agree = 0
    for seed in range(15 if game == "golf" else 60):
        record = small_record(seed, 1, faulty, game)
        if record is not None and record.whole:
            assert record.findings <= record.certain, f"seed {seed}"
            assert record.tells_no_wrong_outcome, f"seed {seed}"
            told += record.all_agree and record.tells_its_outcome
            agree += record.all_agree
    assert agree
    assert told >= TOLD * agree
