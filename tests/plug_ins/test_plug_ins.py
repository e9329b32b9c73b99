"""Games that come with other packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plug_ins.installing import ROOT, install, pip_install, run

SHEET = "high_card\nplayers Ana, Beto*\nhand\nAna +7h\nBeto +9c\nhand\nAna +7h\nAna +8h\nBeto +Kd\n"


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
    again = "from referee.games.desmoche import DESMOCHE as GAME"
    install(tmp_path, "again", "again:GAME", again)
    told = run(tmp_path, "rules", "desmoche")
    assert told.returncode == 2
    assert 'two games have the name "desmoche": one comes with this project, one with again' in (
        told.stderr
    )
