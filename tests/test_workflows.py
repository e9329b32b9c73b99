"""The workflows test everything that the package promises, and publish nothing else."""

import re
from pathlib import Path
from tomllib import loads

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
TESTS = (WORKFLOWS / "tests.yml").read_text(encoding="utf-8")
RELEASE = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")


def test_every_python_and_system_that_the_package_names_is_tested() -> None:
    project = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
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
