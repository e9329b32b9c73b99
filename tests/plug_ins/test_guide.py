"""The guide "Write a game" gives the output that it shows, and its game accuses nobody."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from referee import judge, read_log
from referee.judging.registry import find
from referee.judging.rulebook import Rulebook
from referee.simulating.declared import evening_of
from referee.wording.translations import catalogue
from tests.catalogues import said_of
from tests.depth import one_in, seeds
from tests.documents.blocks import blocks, written
from tests.documents.test_blocks import says
from tests.partial import poverty
from tests.partial.trying import accepted, compared
from tests.plug_ins.guide import PAGE, Author, module
from tests.plug_ins.installing import pip_install, run
from tests.plugged import plugged

LONGEST: Final = 90
"""The most words of a paragraph."""

WAYS: Final = poverty.ways(
    turns=("draw", "take", "discard", "knock", "thirty_one"),
    shown=("show",),
    optional=("cut", "deal", "turn_up", "show", "score", "end"),
    melds=False,
)

OPENING: Final = "scat lang=en\nplayers Ana, Beto, Carla, Dina*\nhand\n"


@pytest.fixture(scope="module")
def scat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulebook]:
    author = Author(tmp_path_factory.mktemp("guide"))
    author.writes(module())
    author.saves(blocks(PAGE, "toml")[-1].text)
    sys.path.insert(0, str(author.folder))
    book: Rulebook = import_module("scat").SCAT
    with plugged(book, module="scat"):
        yield find("scat")
    sys.path.remove(str(author.folder))


Found = Callable[..., list[tuple[int, str, str | None]]]


@pytest.fixture
def found(scat: Rulebook) -> Found:
    assert scat.name in OPENING

    def findings(*lines: str, house: str = "") -> list[tuple[int, str, str | None]]:
        text = OPENING.replace("lang=en", f"lang=en {house}") + "\n".join([*lines, ""])
        told: list[dict[str, Any]] = list(judge(read_log(text))["findings"])  # type: ignore[arg-type]
        return [(one["event"], one["rule"], one["player"]) for one in told]

    return findings


@pytest.mark.deep
def test_every_step_leads_to_what_the_page_shows(tmp_path: Path) -> None:
    author = Author(tmp_path)
    for block in blocks(PAGE):
        match block.language:
            case "python":
                author.writes(block.text)
            case "toml":
                author.saves(block.text)
            case "sheet":
                (tmp_path / "evening.sheet").write_text(block.text, encoding="utf-8")
            case "sh":
                for line in block.text.splitlines():
                    author.types(line)
            case "text":
                assert says(author.told, block.text), f"line {block.line}:\n{author.told}"
            case other:
                pytest.fail(f"line {block.line} is in {other}")
    pip_install(tmp_path, tmp_path / "site")
    told = run(tmp_path / "site", "rules", "scat", lang="es")
    assert "TREINTA Y UNO" in told.stdout, told.stderr


def test_the_spanish_of_the_page_is_whole(scat: Rulebook) -> None:
    texts = {text if isinstance(text, str) else text[0] for _, text in said_of(scat)}
    texts |= {text for form in scat.events.values() for text in (form.plain, form.key, form.what)}
    spanish = catalogue("es")
    assert [text for text in sorted(texts) if text and spanish.gettext(text) == text] == []


def test_no_paragraph_is_long() -> None:
    text = re.sub(r"```.*?```", "", written(PAGE), flags=re.DOTALL)
    paragraphs = [one for one in text.split("\n\n") if not one.startswith("|")]
    assert [one for one in paragraphs if len(one.split()) > LONGEST] == []


@pytest.mark.parametrize("way", one_in(3, [None, *WAYS]))
def test_evenings_by_its_rules_accuse_nobody_whatever_is_not_written(
    scat: Rulebook, way: str | None
) -> None:
    for seed in seeds(40, 4):
        rng = Random(f"scat/{seed}")
        rich = accepted(evening_of(scat, rng, rng.randint(1, 3)))
        if way is None:
            assert judge(rich)["findings"] == [], f"seed {seed}"
            continue
        made = poverty.written(WAYS[way](poverty.numbered(rich), rng))
        assert made is None or compared(rich, *made).broken == [], f"seed {seed}"


def test_its_slips_are_found_once(found: Found) -> None:
    knocks = ["Ana *"]
    assert found(*knocks, "Beto *") == [(4, "knock.once", "Beto")]
    assert found("Ana *", house="house first_knock=barred") == [(3, "knock.first", "Ana")]
    assert found("Beto +9h -9h") == [(3, "turn.order", "Beto")]
    assert found("Ana +9h", "Beto +8h -8h") == [(4, "turn.discard", "Ana")]


def test_thirty_one_is_counted_where_the_cards_are_known(found: Found) -> None:
    dealt = "deal Ana AhKh4d, Beto 3, Carla 3, Dina 3"
    assert found(dealt, "Ana +Qh !4d") == []
    assert found(dealt, "Ana +Qc !4d") == [(5, "thirty_one.false", "Ana")]
    assert found("Ana +Qc !4d") == []


def test_who_was_passed_over_after_a_knock_may_have_the_last_turn_later(found: Found) -> None:
    stray = [(4, "turn.order", "Carla")]
    assert found("Ana *", "Carla +9h -9h", "Beto +8h -8h", "Dina +7h -7h") == stray
    assert found("Ana *", "Carla +9h -9h", "Dina +7h -7h", "show Ana 2c3c4c") == stray


def test_nobody_is_accused_behind_a_gap(found: Found) -> None:
    assert found("gap", "Carla +9h -9h", "Beto *") == []
    assert found("Ana *", "gap", "Ana +9h -9h") == []


def test_a_card_laid_for_none_may_stand_for_one_taken_from_the_pile(found: Found) -> None:
    others = ["Beto +9h -9h", "Carla +2h -2h", "Dina +3h -3h"]
    assert found("turned 5s", "Ana -??", *others, "Ana +Kh -5s") == [(4, "turn.discard", "Ana")]


@pytest.mark.parametrize("play", [["Ana *", "gap"], []], ids=["behind a gap", "without play"])
def test_hands_that_are_shown_are_counted(scat: Rulebook, play: list[str]) -> None:
    shown = ["show Ana KhQh4d", "show Beto 7h8h9h", "show Carla 2c3c4c", "show Dina 2dTd"]
    report = judge(read_log(OPENING + "\n".join([*play, *shown, ""])))
    assert report["hands"][0]["scores"] == {"Ana": 20, "Beto": 24, "Carla": 9, "Dina": None}
    assert report["game"] == scat.name
