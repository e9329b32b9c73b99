"""Every module that is compiled for a wheel can be, as far as that shows without a C compiler.

What mypyc cannot translate is said by it with the place; how to write it instead: CONTRIBUTING.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

TRANSLATE = """
import sys, tomllib
from pathlib import Path
from hatch_build import to_compile, translated

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
config = project["tool"]["hatch"]["build"]["hooks"]["custom"]
assert translated(to_compile(config), Path(sys.argv[1]))
"""


@pytest.mark.deep
def test_what_is_to_be_compiled_can_be(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRANSLATE, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
