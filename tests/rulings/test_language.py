"""Rulings in Spanish: no text stays in English."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from referee_schemas.reading import read_log

from referee.judging.registry import find, games
from referee.rulings.compare import Comparison, compare
from referee.rulings.crux import crux
from referee.rulings.repair import repairs
from referee.rulings.ruling import rule_on, rulings
from referee.rulings.whatif import what_if
from referee.wording.language import speaking
from referee.wording.sentences import Sentence
from referee.wording.translations import catalogue
from tests.depth import one_in
from tests.every_game import cases
from tests.rulings.asking import ANA_WINS, lines
from tests.wordless import Strict

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT.parent / "sample_games").glob("*.jsonl"))
RULES = {rule.shown_by: rule for book in games() for rule in book.rules}
EVENING = lines("table Ana Beto" + ANA_WINS)

Log = list[dict[str, Any]]


@pytest.fixture
def wanting() -> Iterator[set[str]]:
    """Speak Spanish in the block, and yield the texts that no catalogue has."""
    strict = Strict()
    with speaking(strict):
        yield strict.missing


def told(sentences: Iterable[Sentence]) -> list[str]:
    return [one.render() for one in sentences]


def tell_all(found: Comparison) -> None:
    found.to_dict()
    told(found.sentences())
    for difference in found.differences:
        told(difference.consequences())


@pytest.mark.parametrize("file", one_in(3, RULES))
def test_a_ruling_on_every_rule_is_spanish_throughout(file: str, wanting: set[str]) -> None:
    case, rule = next(iter(cases(ROOT.parent / file))), RULES[file]
    for event in range(1, len(case.events) + 1):
        for ruling in [*rule_on(case.events, event), *rule_on(case.events, event, rule.id)]:
            ruling.to_dict()
    assert not wanting


def game_of(file: Path) -> str:
    game: str = json.loads(file.read_text("utf-8").splitlines()[0])["game"]
    return game


EVERY = 4
"""An evening asks one house rule in so many, if its game has so many samples."""

OF_GAME = {game: [*files] for game, files in groupby(sorted(SAMPLES, key=game_of), game_of)}
ONE_OF_EACH_GAME = [files[0] for files in OF_GAME.values()]


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=[] if file in ONE_OF_EACH_GAME else pytest.mark.deep, id=file.stem)
        for file in SAMPLES
    ],
)
def test_an_evening_is_told_in_spanish_throughout(file: Path, wanting: set[str]) -> None:
    log: Log = list(read_log(file))
    for ruling in rulings(log):
        ruling.to_dict()
    told(crux(log).sentences())
    # the samples of a game share its house rules out
    samples = OF_GAME[log[0]["game"]]
    share = min(EVERY, len(samples))
    for rule in find(log[0]["game"]).house_rules[samples.index(file) % share :: share]:
        option = rule.options[:1] if rule.several else rule.options[-1]
        told(what_if(log, {rule.name: option}).sentences())
    told(what_if(log, without=[len(log)]).sentences())
    for repair in repairs(log):
        repair.as_data()
    tell_all(compare(log, [*log[:6], *log[7:]]))
    if log[0]["game"] == EVENING[0]["game"]:
        tell_all(compare(log, EVENING))
    assert not wanting


def test_the_language_is_that_of_the_moment_of_telling() -> None:
    (point, *_) = crux(EVENING).turning_points
    in_english = told(point.sentences())
    with speaking(catalogue("es")):
        assert told(point.sentences()) != in_english
    assert told(point.sentences()) == in_english
