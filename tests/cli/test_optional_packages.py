"""A command that lacks a package names it, by the name that pip knows."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from tomllib import loads

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
QUARREL = ROOT / "sample_games" / "priority-quarrel.jsonl"

PROJECT = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

BLOCKED = """
import sys
sys.modules[sys.argv.pop(1)] = None
from referee_cli.start import start
start()
"""

NEEDING = {
    "psycopg": ["book", "list", "--db", "postgresql://127.0.0.1/book"],
    "fpdf": ["export", "--as", "report", str(QUARREL), "out.pdf"],
    "uharfbuzz": ["export", "--as", "report", str(QUARREL), "out.pdf"],
    "xlsxwriter": ["export", "--as", "scorecard", str(QUARREL), "out.xlsx"],
    "openpyxl": ["book", "import", "scores.xlsx", "--game", "golf"],
    "pyarrow": ["check", "--summary", str(QUARREL), "--out", "archive"],
    "fsspec": ["check", "memory://club/friday.jsonl"],
    "distributed": ["check", "--summary", str(QUARREL), "--on", "dask://127.0.0.1:1"],
}
"""Commands by the module that only they need."""


@pytest.mark.parametrize("module", NEEDING)
def test_a_command_without_its_package_says_how_to_install_it(module: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, module, *NEEDING[module]],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode in (2, 3), done.stderr
    (install,) = re.findall(r"pip install (.+)", done.stderr)
    named = {Requirement(word).name for word in shlex.split(install)}
    offered = [Requirement(one) for few in PROJECT["optional-dependencies"].values() for one in few]
    assert named <= {one.name for one in offered}
    assert PROJECT["name"] not in named
