"""Games that come with other packages. The example of the documents is judged like our own games:
every slip once, and nothing for unrecorded parts (``tests.partial`` makes its evenings partial)."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee import judge
from referee.cards.deck import RANKS
from referee.simulating.declared import evening_of
from tests.depth import seeds
from tests.plug_ins.example import HIGH_CARD, installed, is_found, told, untranslated
from tests.plug_ins.installing import ROOT, install, pip_install, run

SHEET = "high_card\nplayers Ana, Beto*\nhand\nAna +7h\nBeto +9c\nhand\nAna +7h\nAna +8h\nBeto +Kd\n"
TOLD = told("high_card")


@pytest.fixture(autouse=True, scope="module")
def _the_example_is_there() -> Iterator[None]:
    with installed():
        yield


def test_nobody_is_accused_of_a_lawful_evening_and_its_points_are_right() -> None:
    for seed in seeds(60, 10):
        report = judge(log := evening_of(HIGH_CARD, Random(f"high card/{seed}"), 3))
        assert report["findings"] == [], f"seed {seed}"
        for hand in report["hands"]:
            lines = log[hand["first_event"] - 1 : hand["last_event"]]
            drawn = {one["player"]: one["card"] for one in lines if one["type"] == "draw"}
            points = {name: RANKS.index(card[0]) + 1 for name, card in drawn.items()}
            assert hand["scores"] == points, f"seed {seed}"


@pytest.mark.parametrize("lines", TOLD.values(), ids=TOLD)
def test_a_slip_is_found_once_where_it_was_made(lines: list[str]) -> None:
    is_found("high_card lang=en\nplayers Ana, Beto, Carla*\nhand", lines)


def test_every_sentence_of_it_has_its_spanish() -> None:
    assert untranslated(HIGH_CARD) == []


@pytest.mark.deep
def test_the_example_is_installed_and_played(tmp_path: Path) -> None:
    pip_install(ROOT / "docs" / "plug-in", tmp_path)
    (tmp_path / "evening.sheet").write_text(SHEET)
    told = run(tmp_path, "check", str(tmp_path / "evening.sheet"))
    assert "Beto wins the hand." in told.stdout, told.stderr
    assert "rule turn.order" in told.stdout
    assert "rule draw.once" in told.stdout
    assert "Nobody draws a second card" in run(tmp_path, "rules", "high_card").stdout
    told = run(tmp_path, "check", str(tmp_path / "evening.sheet"), lang="es")
    assert "Beto gana la mano." in told.stdout
    assert "Ana sacó una segunda carta." in told.stdout
    assert "Nadie saca una segunda carta" in run(tmp_path, "rules", "high_card", lang="es").stdout


def test_the_example_is_short_and_needs_nothing_but_the_core() -> None:
    lines = (ROOT / "docs" / "plug-in" / "high_card" / "__init__.py").read_text().splitlines()
    assert len(lines) <= 80
    taken = [line.split()[1] for line in lines if line.startswith(("from ", "import "))]
    assert taken == ["referee.games"]


@pytest.mark.parametrize(
    ("value", "module", "reason"),
    [
        ("nowhere:GAME", "", "ModuleNotFoundError"),
        ("broken:GAME", "raise RuntimeError('no cards')", "no cards"),
        ("broken:GAME", "GAME = 7", "7 is not a rulebook"),
        (
            "broken:GAME",
            "from dataclasses import replace\n"
            "from referee.games.desmoche import DESMOCHE\n"
            "from referee.judging.forms import HAND, Field, by_type\n"
            "hand = HAND.having(*HAND.fields, Field('bet', 'text'))\n"
            "GAME = replace(DESMOCHE, name='other', events=by_type(hand))",
            "hand.bet is of the kind text in other",
        ),
    ],
)
def test_a_broken_plug_in_is_left_out(tmp_path: Path, value: str, module: str, reason: str) -> None:
    install(tmp_path, "broken", value, module)
    told = run(tmp_path, "rules", "desmoche")
    assert told.returncode == 0
    assert "The games of broken are left out" in told.stderr
    assert reason in told.stderr


def test_two_games_of_one_name(tmp_path: Path) -> None:
    install(tmp_path, "again", "referee.games.desmoche:DESMOCHE")
    told = run(tmp_path, "rules", "desmoche")
    assert told.returncode == 2
    names = 'two games have the name "desmoche": one comes with this project, one with again'
    assert names in told.stderr
