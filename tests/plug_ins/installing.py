"""Packages installed into a folder, and the referee run with them."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = ["-c", "from referee_cli.start import start; start()"]


def run(folder: Path, *words: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    """Run a command of the referee, or ``-m`` with one of its modules, in a folder with installed
    packages."""
    paths = os.pathsep.join([str(ROOT), str(folder)])
    return subprocess.run(
        [sys.executable, *([] if words[:1] == ("-m",) else START), *words],
        env={**os.environ, "PYTHONPATH": paths, "LANGUAGE": lang, "REFEREE_GAMES": ""},
        capture_output=True,
        cwd=folder,
        text=True,
        check=False,
    )


def install(folder: Path, name: str, value: str, module: str = "") -> None:
    """Write a package with an entry point as an installer does."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[referee.rulebooks]\ngame = {value}\n")
    if module:
        (folder / f"{name}.py").write_text(module)


def pip_install(package: Path, folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
    alone = ["--no-deps", "--no-build-isolation", "--no-index", str(package)]
    subprocess.run([*pip, *alone], check=True, capture_output=True)
