"""The wheel: built, installed into an empty environment, and used from another folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "sample_games" / "clean-evening.jsonl"


def build(wheels: Path, *options: str) -> Path:
    """The wheel, built into this folder."""
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", *options, "--outdir", str(wheels), str(ROOT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = wheels.iterdir()
    return wheel


def test_a_wheel_has_all_that_it_takes_to_judge_in_spanish(tmp_path: Path) -> None:
    """With what it depends on from here, and the package from the wheel."""
    wheel = build(tmp_path / "wheels", "--no-isolation")
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "unpacked")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "check", "--lang", "es", str(SAMPLE)],
        cwd=tmp_path / "unpacked", capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "No se encontró nada contra las reglas." in done.stdout.decode()
    for package in ("referee", "referee_schemas", "referee_cli"):
        assert (tmp_path / "unpacked" / package / "py.typed").exists()
    (described,) = (tmp_path / "unpacked").glob("*.dist-info/METADATA")
    assert re.findall(r"\]\((?!https:|#)", described.read_text(encoding="utf-8")) == []
    samples = {path.name for path in (ROOT / "sample_games").iterdir()}
    packed_samples = tmp_path / "unpacked" / "referee" / "samples"
    assert {path.name for path in packed_samples.iterdir()} == samples


@pytest.mark.deep
def test_an_installed_wheel_judges_a_sample(tmp_path: Path) -> None:
    wheel = build(tmp_path / "wheels")
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    binaries = environment / ("Scripts" if os.name == "nt" else "bin")
    install = [
        str(binaries / "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        str(wheel),
    ]
    subprocess.run(install, check=True, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(binaries / "referee"), "check", str(SAMPLE)],
        cwd=elsewhere, env=clean, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Nothing was found against the rules." in done.stdout.decode()
    book = {"REFEREE_DB": str(elsewhere / "book.db")}
    for words in (
        ["new", "friday", "--players", "Ana, Beto"],
        ["add", "friday", "hand Beto bet 5", "deal", "cambio Ana xx, Beto xx", "Ana 7h"],
        ["verify", "friday"],
    ):
        done = subprocess.run(
            [str(binaries / "referee"), *words],
            cwd=elsewhere, env=clean | book, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert "friday: whole, 6 events" in done.stdout.decode()
    typed = (
        "import referee, schemas, cli; from pathlib import Path; "
        "print(*[Path(p.__file__).with_name('py.typed').exists() for p in (referee, schemas, cli)])"
    )
    shown = subprocess.run(
        [str(binaries / "python"), "-c", typed],
        cwd=elsewhere,
        env=clean,
        capture_output=True,
        check=True,
    )
    assert shown.stdout.split() == [b"True"] * 3
