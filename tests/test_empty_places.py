"""No sentence has an empty list: words say that there is nothing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from referee_schemas.reading import read_log
from referee_schemas.sheets import read_sheet

from referee import judge, report_text
from referee.notation import LANGUAGES
from referee.wording.language import joined, listed, speaking
from referee.wording.sentences import InOrder, Sentence, Sentences, tell
from referee.wording.translations import catalogue
from tests.depth import one_in
from tests.wordless import known_texts

ROOT = Path(__file__).parents[1]
LOGS = sorted([*ROOT.glob("sample_games/*.jsonl"), *ROOT.glob("tests/conformance/*.jsonl")])

EMPTY_PLACE = re.compile(r"[:(«“]\s*[.,;)»”]|\s[.,;](?!\w)|\S {2,}\S|[:,]\s*$|\(\s*\)|^\s|\s$")

LISTS: dict[str, list[Any]] = {
    "none": [[], InOrder(()), Sentences(()), "", joined([]), listed([])],
    "one": [["Ana"], InOrder(["7h"]), Sentences([Sentence("A knock.", {})])],
    "many": [["Ana", "Beto", "Inés"], InOrder(["7h", "8h", "??"]), (InOrder(["7h"]), InOrder([]))],
}


def places(text: str) -> list[str]:
    """Return the placeholders of a text, without formatted numbers."""
    try:
        parts = [(name, spec) for _, name, spec, _ in Formatter().parse(text) if name]
    except ValueError:
        return []
    return [] if any(spec for _, spec in parts) else [name for name, _ in parts]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", LISTS)
def test_every_sentence_reads_well_with_none_one_and_many(number: str, language: str) -> None:
    with speaking(catalogue(language)):
        for text in filter(places, sorted(known_texts())):
            usual = dict.fromkeys(places(text), "x")
            before = len(EMPTY_PLACE.findall(tell(text, usual)))
            for place in usual:
                for fact in LISTS[number]:
                    told = tell(text, {**usual, place: fact})
                    assert len(EMPTY_PLACE.findall(told)) == before, (text, place, told)


WON_BEHIND_A_GAP = [
    "conquien lang=en\nplayers Ana, Beto\nhand Beto bet 5\ngap\nAna *\n",
    "desmoche lang=en\nplayers Ana, Beto\nhand Beto bet 5\ngap\nAna *\n",
    "desmoche_app lang=en\nplayers Ana, Beto\nhand Beto\ngap\nAna *\n",
    "dimes lang=en\nplayers Ana, Beto\nhand Beto\ngap\nAna *\n",
    "dam lang=en\nplayers Ana, Beto, Carla\nhand Beto\ngap\nscore Ana=0, Beto=5, Carla=9\n",
    "golf lang=en\nplayers Ana, Beto\nhand Beto\ngap\n",
]
"""Hands with a known winner, or none, and no known meld."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "log",
    [*one_in(4, map(str, LOGS)), *WON_BEHIND_A_GAP],
    ids=lambda log: Path(log).stem if "\n" not in log else log.split()[0],
)
def test_no_report_has_an_empty_place(log: str, language: str) -> None:
    events = read_sheet(log, "log") if "\n" in log else list(read_log(log))
    report = judge(events, lang=language)
    told = [one["message"] for one in report["findings"]]
    told += [one[name] for one in report["undecided"] for name in ("question", "would_decide")]
    text = report_text(report, events, lang=language)  # type: ignore[arg-type]
    told += [line for line in map(str.strip, text.splitlines()) if line.endswith((":.", ": ."))]
    for sentence in told:
        assert not EMPTY_PLACE.search(sentence), sentence
    assert "ten cards: ." not in text


WRITES_CODE = {
    "referee/notation/values.py", "referee/notation/header.py", "referee/season/standings.py",
    "referee/wording/language.py", "schemas/referee_schemas/cards.py",
}  # fmt: skip
"""Modules that write sheets, queries and pictures, and the one that joins lists for sentences."""

SAYS = {"format", "format_map", "Sentence", "Fact", "Undecided", "tell", "told"}


@pytest.mark.parametrize("folder", ["referee", "schemas", "cli"])
def test_lists_in_sentences_are_joined_in_one_place(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        name = str(path.relative_to(ROOT))
        for call in calls_of(SAYS, ast.parse(path.read_text(encoding="utf-8"))):
            for part in (*call.args, *call.keywords):
                joins = [inner.lineno for inner in calls_of({"join"}, part)]
                assert name in WRITES_CODE or not joins, f"{name}:{joins}"


def calls_of(names: set[str], code: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of these functions and methods."""
    for call in ast.walk(code):
        called = call.func if isinstance(call, ast.Call) else None
        if getattr(called, "attr", getattr(called, "id", "")) in names:
            yield call
