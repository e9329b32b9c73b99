"""Every sentence of the program is in the catalogues with the same facts, and no other sentence is
used."""

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from referee_schemas.reading import read_log

from referee.judging.registry import find
from referee.judging.replay import ReplayedLog
from referee.wording.language import listed, speaking
from referee.wording.translations import LANGUAGES, PARTS, catalogue
from tests import catalogues, table_talk
from tests.depth import only_deep
from tests.evenings import Log
from tests.every_game import all_files, cases
from tests.lawful import lawful
from tests.slips import RECORDED
from tests.wordless import OWN_WORDS, Wordless, known_texts, words

HERE = Path(__file__).parent


@pytest.mark.parametrize("part", PARTS)
def test_a_catalogue_is_complete(part: str) -> None:
    assert list(catalogues.wanting(catalogues.catalogues()[part])) == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_catalogues_have_what_the_code_says(language: str) -> None:
    for file, text in catalogues.updated(language).items():
        fresh = read_po(BytesIO(text), locale=language)
        assert catalogues.content(catalogues.read(file)) == catalogues.content(fresh), file.stem


def test_nobody_is_he_because_of_a_guess() -> None:
    guessed = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
    assert [text for text in known_texts() if guessed.search(text)] == []


def asked_of_a_fact(text: str | tuple[str, ...]) -> set[str]:
    forms = [text] if isinstance(text, str) else text
    return {asked for one in forms for _, _, asked, _ in Formatter().parse(one) if asked}


def test_a_card_has_an_article_that_there_is() -> None:
    asked = [
        asked_of_a_fact(message.string) - asked_of_a_fact(message.id)
        for part in ("game", "rulings")
        for message in catalogues.read(catalogues.written("es", part))
        if message.id
    ]
    assert set().union(*asked) == {"el", "El", "del"}


def what_a_game_says(log: Log) -> Iterator[str]:
    """Yield all texts of the core about a game, line by line."""
    replay, sayings = ReplayedLog(), find(log[0]["game"]).sayings
    for event in log:
        yield from (one.render() for one in sayings(event))
        if replay.lines:
            yield from (fact.render() for fact in replay.play.why_in_order(event))
        replay.feed(event)
        yield from (one.message() for one in replay.expected())
    report = replay.report()
    yield from (finding["message"] for finding in report["findings"])
    for one in report["undecided"]:
        yield one["question"]
        yield one["would_decide"]


def recorded_logs() -> Iterator[Log]:
    for folder in (HERE / "conformance", HERE.parent / "sample_games"):
        yield from (list(read_log(file)) for file in sorted(folder.glob("*.jsonl")))


def cases_of_the_rules() -> Iterator[Log]:
    for file in all_files():
        yield from (case.events for case in cases(file))
    yield from (case.events for case in table_talk.cases(HERE / "expecting" / "cases.txt"))


def simulated_evenings() -> Iterator[Log]:
    for number, log in enumerate(RECORDED[::2]):
        yield lawful(Random(f"told/{number}"))
        yield list(read_log(log))


@pytest.mark.parametrize(
    "logs", [recorded_logs, *map(only_deep, [cases_of_the_rules, simulated_evenings])]
)
def test_a_game_is_told_from_the_catalogues_alone(logs: Callable[[], Iterator[Log]]) -> None:
    wordless = Wordless()
    with speaking(wordless):
        for log in logs():
            own = words(json.dumps(log, ensure_ascii=False)) | words(" ".join(OWN_WORDS))
            for said in what_a_game_says(log):
                assert words(said) <= own, said
    assert wordless.strange == set()


def test_a_list_of_names_in_spanish() -> None:
    with speaking(catalogue("es")):
        assert listed(["Ana", "Beto", "Inés"]) == "Ana, Beto e Inés"
        assert listed(["Ana", "Hilda"]) == "Ana e Hilda"
        assert listed(["Ana", "Beto"]) == "Ana y Beto"
