"""The wheel: built, installed into an empty environment, and used from another folder; and the
workflows that test and publish it."""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from tomllib import loads
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.once import once

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "sample_games" / "clean-evening.jsonl"

PROJECT = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WORKFLOWS = ROOT / ".github" / "workflows"
TESTS = (WORKFLOWS / "tests.yml").read_text(encoding="utf-8")
RELEASE = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")

PACKAGES = ("referee", "referee_schemas", "referee_cli")

MOST = 60
"""The most megabytes of an installation on the disk, without pip's own files."""

OF_PIP = {"pip", "setuptools", "pkg_resources", "_distutils_hack"}
"""Packages of a fresh environment, by Python's version."""

APPLICATION = f"""
import cli, schemas
assert (cli.NAME, schemas.NAME) == ("mine", "mine")
import referee
report = referee.judge({str(SAMPLE)!r})
print(report["findings"], *sorted(name for name in dir(schemas) if not name.startswith("_")))
"""


def build(wheels: Path, *options: str) -> Path:
    """Build the wheel into this folder and return its path."""
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", *options, "--outdir", str(wheels), str(ROOT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (wheel,) = wheels.iterdir()
    return wheel


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the unpacked files of a wheel; its dependencies are those of this environment."""

    def unpack(folder: Path) -> None:
        with ZipFile(build(folder / "wheels", "--no-isolation")) as packed:
            packed.extractall(folder / "unpacked")

    return once(tmp_path_factory, "wheel", unpack) / "unpacked"


@pytest.fixture(scope="module")
def binaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment with only the wheel installed."""
    programs = Path("environment", "Scripts" if os.name == "nt" else "bin")

    def install(folder: Path) -> None:
        wheel = build(folder / "wheels")
        venv.create(folder / "environment", with_pip=True)
        pip = [str(folder / programs / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, str(wheel)], check=True, cwd=folder)

    return once(tmp_path_factory, "fresh", install) / programs


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """Return the folder of a program that has its own packages ``cli`` and ``schemas``."""
    for package in ("cli", "schemas"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text('NAME = "mine"\n', encoding="utf-8")
    (tmp_path / "application.py").write_text(APPLICATION, encoding="utf-8")
    return tmp_path


def run(words: Sequence[object], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, without a path that leads back to the checkout."""
    return subprocess.run(
        list(map(str, words)),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", "PYTHONIOENCODING": "utf-8", **more},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_a_wheel_has_all_that_it_takes_to_judge_in_spanish(unpacked: Path) -> None:
    done = run([sys.executable, "-m", "referee", "check", "--lang", "es", SAMPLE], unpacked)
    assert done.returncode == 0, done.stderr
    assert "No se encontró nada contra las reglas." in done.stdout
    # no name that another program may have
    assert {path.name for path in unpacked.iterdir() if path.suffix != ".dist-info"} == {*PACKAGES}
    for package in PACKAGES:
        assert (unpacked / package / "py.typed").exists()
    (described,) = unpacked.glob("*.dist-info/METADATA")
    assert re.findall(r"\]\((?!https:|#)", described.read_text(encoding="utf-8")) == []
    samples = {path.name for path in (ROOT / "sample_games").iterdir()}
    assert {path.name for path in (unpacked / "referee" / "samples").iterdir()} == samples


@pytest.mark.parametrize(
    ("machine", "installed"),
    [
        ("linux x86_64 3.11", {"pysqlite3"}),
        ("linux x86_64 3.14", {"pysqlite3"}),
        ("linux aarch64 3.13", set()),
        ("darwin arm64 3.13", {"pysqlite3"}),
        ("darwin x86_64 3.13", set()),
        ("win32 AMD64 3.13", {"pysqlite3", "portalocker"}),
        ("win32 ARM64 3.13", {"portalocker"}),
        # no wheel yet
        ("linux x86_64 3.15", set()),
    ],
)
def test_a_machine_gets_only_the_packages_that_it_uses_and_that_have_wheels(
    machine: str, installed: set[str]
) -> None:
    names = ("sys_platform", "platform_machine", "python_version")
    there = dict(zip(names, machine.split(), strict=True)) | {"implementation_name": "cpython"}
    marked = [one for one in map(Requirement, PROJECT["dependencies"]) if one.marker]
    assert {one.name for one in marked if one.marker.evaluate(there)} == installed


def test_a_program_with_its_own_cli_and_schemas_uses_the_referee(
    unpacked: Path, application: Path
) -> None:
    done = run([sys.executable, "application.py"], application, PYTHONPATH=str(unpacked))
    assert (done.stdout, done.stderr) == ("[] NAME\n", "")
    check = [sys.executable, "-m", "referee", "check", SAMPLE]
    done = run(check, application, PYTHONPATH=str(unpacked))
    assert "Nothing was found against the rules." in done.stdout, done.stderr


@pytest.mark.deep
def test_an_installed_wheel_works_beside_a_cli_and_schemas_of_another_program(
    binaries: Path, application: Path
) -> None:
    for words in (
        ["new", "friday", "--players", "Ana, Beto"],
        ["add", "friday", "hand Beto bet 5", "deal", "cambio Ana xx, Beto xx", "Ana 7h"],
        ["book", "verify", "friday"],
    ):
        done = run([binaries / "referee", *words], application, REFEREE_DB="book.db")
        assert done.returncode == 0, done.stderr
    assert "friday: unchanged, 6 events" in done.stdout


@pytest.mark.deep
def test_an_installation_takes_no_more_of_the_disk_than_this(binaries: Path) -> None:
    packages = run([binaries / "python", "-c", "import click; print(click.__path__[0])"], binaries)
    site = Path(packages.stdout.strip()).parent
    kept = [path for path in site.iterdir() if path.name.partition("-")[0] not in OF_PIP]
    assert site / "referee" in kept
    files = [file for path in kept for file in (path, *path.rglob("*")) if file.is_file()]
    assert sum(map(on_disk, files)) <= MOST * 2**20


def on_disk(file: Path) -> int:
    """Return the bytes that a file takes, in whole blocks."""
    block = 4096
    return -(-file.stat().st_size // block) * block


def test_every_python_and_system_that_the_package_names_is_tested() -> None:
    named = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    tested = re.findall(r'"(3\.\d+)"', TESTS)
    assert set(named) == set(tested)
    assert all(system in TESTS for system in ("ubuntu-latest", "macos-latest", "windows-latest"))


def test_only_what_passed_the_tests_is_published() -> None:
    assert "  workflow_call:\n" in TESTS
    assert "  tests:\n    uses: ./.github/workflows/tests.yml\n" in RELEASE
    (publish,) = re.findall(r"^  publish:\n    needs: \[(.*)\]$", RELEASE, re.M)
    assert "tests" in publish.split(", ")


def test_an_action_has_one_version_in_all_workflows() -> None:
    used = re.findall(r"uses: ([\w-]+/[\w-]+)@(\S+)", TESTS + RELEASE)
    assert len(dict(used)) == len(set(used))
