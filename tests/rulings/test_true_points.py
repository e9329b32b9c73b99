"""What a ruling says that a fault cost in the games beside Desmoche, held against models of these
games that ask no referee.

Where the model and the referee agree on what a log comes to, they agree on what it comes to with
the edit that puts the fault right. What either cannot tell of a player is not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, starmap
from random import Random
from typing import Any

import pytest

from referee.judging.replay import judge
from referee.rulings.ruling import Ruling, Worth, rule_on
from tests.dam import counting as dam
from tests.dam import games as dam_games
from tests.dam.test_games import SLIPS as DAM_SLIPS
from tests.depth import count, one_in, only_deep
from tests.desmoche_app import playing as app_games
from tests.desmoche_app.slips import SLIPS as APP_SLIPS
from tests.desmoche_app.slips import Course
from tests.dimes import counting as dimes
from tests.dimes import games as dimes_games
from tests.dimes.slips import PUT_RIGHT, Make
from tests.dimes.slips import SLIPS as DIMES_SLIPS
from tests.every_game import all_files, cases
from tests.golf import counting as golf
from tests.golf.slips import SLIPS as GOLF_SLIPS
from tests.golf.slips import with_slip

Log = list[dict[str, Any]]

TRIES = 200

LONGEST = 400
"""Longer games of Dimes are not tried: there are enough others."""


def counted(log: Log) -> Worth:
    """Return what everybody has by the model of the game."""
    nothing = dict.fromkeys(log[0]["players"], 0)
    if log[0]["game"] == "dimes":
        sums = dimes.counted(log)
        return Worth(sums.dimes, sums.pot, sums.points)
    if log[0]["game"] == "dam":
        return Worth(nothing, 0, dam.counted(log))
    return Worth(nothing, 0, golf.counted(log))


def agree(told: Worth, model: Worth) -> bool:
    """Return whether two say the same of everybody of whom both can tell it."""
    return (told.money, told.middle) == (model.money, model.middle) and all(
        None in (points, other) or points == other
        for points, other in zip(
            (told.points or {}).values(), (model.points or {}).values(), strict=True
        )
    )


def single_fault(log: Log) -> Ruling | None:
    """The ruling on the one thing that is found in a log."""
    found = judge(log)["findings"]
    if len(found) != 1:
        return None
    return rule_on(log, found[0]["event"], found[0]["rule"])[0]


def golf_logs(slip: str, name: str = "golf") -> Iterator[Log]:
    for seed in range(TRIES):
        game = with_slip(f"{slip}/{seed}", slip, name)
        if game.slipped:
            yield game.events


def cambio_logs(slip: str) -> Iterator[Log]:
    return golf_logs(slip, "cambio_cabo")


def dam_logs(slip: str) -> Iterator[Log]:
    for seed in range(TRIES):
        yield dam_games.faulty(Random(f"{slip}/{seed}"), slip).log


DIMES_MAKES: Mapping[str, Make] = {make.__name__: make for make in (*DIMES_SLIPS, *PUT_RIGHT)}


def dimes_logs(slip: str) -> Iterator[Log]:
    rng = Random(slip)
    for _ in range(TRIES):
        played = dimes_games.game(rng, rounds=2, hidden=0.5)
        slipped = DIMES_MAKES[slip](rng, played) if len(played.events) <= LONGEST else None
        if slipped is not None:
            yield slipped.events


def app_logs(slip: str) -> Iterator[Log]:
    for seed in range(TRIES):
        rng = Random(f"{slip}/{seed}")
        log, _ = app_games.game(seed, keen=(0.9, 0.4, 0.1)[seed % 3], hands=1, turns=90)
        for slipped, _finding in islice(APP_SLIPS[slip](Course(log, rng)), 1):
            yield slipped


def one_of_each_rule() -> list[str]:
    """For each rule of Golf the first of the slips against it."""
    first = {".".join(slip.split(".")[:2]): slip for slip in reversed(GOLF_SLIPS)}
    return [slip for slip in GOLF_SLIPS if slip in first.values()]


AT_ONCE = [
    *((golf_logs, slip) for slip in one_of_each_rule()),
    *((cambio_logs, slip) for slip in ("turn.draw", "knock.last", "score.wrong.points")),
    *((dimes_logs, make.__name__) for make in DIMES_SLIPS),
    *((dam_logs, slip) for slip in DAM_SLIPS),
]
MORE = [
    *((golf_logs, slip) for slip in GOLF_SLIPS if slip not in one_of_each_rule()),
    *((cambio_logs, slip) for slip in GOLF_SLIPS if (cambio_logs, slip) not in AT_ONCE),
    *((dimes_logs, make.__name__) for make in PUT_RIGHT),
]

NOT_BELIEVED = {"card_location", "card.location.show", "beg.order"}
"""Slips of which the referee holds neither side for true, or by which nobody gets what the line
says: such a log is not taken at its word as it lies."""

NO_EDIT = {
    "take.swap.discarded", "take.swap.kept", "offence.other", "knock.first", "knock.alone",
    "end.early",
    "end.early.shown", "end.early.hand", "player.unknown", "dealer.rotation", "deal.count",
    "hand.over.tenth", "card.count",
    "deal_count", "end_early", "player_unknown", "offence_other", "meld_invalid",
    "out_false", "out_discard", "end_early_and_on",
    "contract.extra", "out.discard", "dealer_rotation",
}  # fmt: skip
"""What no line can put right, or with what the hand would have gone on otherwise."""


@pytest.mark.parametrize(("logs", "slip"), [*one_in(2, AT_ONCE), *starmap(only_deep, MORE)])
def test_the_cost_is_what_the_model_says_of_both_records(
    logs: Callable[[str], Iterator[Log]], slip: str
) -> None:
    told = 0
    for log in islice(logs(slip), count(3, 1) if slip in NO_EDIT else TRIES):
        ruling = single_fault(log)
        assert ruling is not None
        assert slip in NOT_BELIEVED or agree(ruling.cost.as_it_lies, counted(log))
        right = ruling.cost.as_it_should_be
        if right is not None:
            assert agree(right, counted([*log, *map(dict, ruling.edit)])), ruling.edit
            told += 1
        if told == count(3, 1):
            break
    assert bool(told) != (slip in NO_EDIT)


@pytest.mark.parametrize("game", [only_deep("golf"), only_deep("dimes"), only_deep("dam")])
def test_the_cases_of_the_rules_cost_what_the_model_says(game: str) -> None:
    told = 0
    files = [path for path in all_files() if path.parent.name == game]
    for case in (one for path in files if path.stem != "card.location" for one in cases(path)):
        log = case.events
        ruling = None if {"type": "gap"} in log else single_fault(log)
        if ruling is None or ruling.cost.as_it_should_be is None:
            continue
        if agree(ruling.cost.as_it_lies, counted(log)):
            with_edit = counted([*log, *map(dict, ruling.edit)])
            assert agree(ruling.cost.as_it_should_be, with_edit), case.title
            told += 1
    assert told > 50


def test_nothing_is_won_or_lost_in_the_app() -> None:
    slips = list(APP_SLIPS)
    for slip in slips[:: count(1, 6)]:
        ruling = single_fault(next(app_logs(slip)))
        assert ruling is not None
        assert not ruling.cost.moves
        assert ruling.cost.as_it_lies == Worth({"Ana": 0, "Beto": 0}, 0)
