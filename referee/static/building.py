"""The assembly of the folder."""

import base64
import json
import shutil
import subprocess
import tarfile
from hashlib import sha256, sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from referee.static.archive import write_archive
from referee.web.static_files import FOLDER as ICONS

HERE: Final = Path(__file__).parent
SHELL: Final = HERE / "shell"
SAMPLES: Final = (HERE.parent / "samples", HERE.parents[1] / "sample_games")
"""The folders of the sample games: in an installed package, and in a checkout."""

PYODIDE: Final = "314.0.7"
DIGEST: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The SHA-512 of this version's package, in base 64."""

RUNTIME: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
NAME: Final = "referee-files-"


class BuildError(Exception):
    """The folder cannot be written; the text says why."""


def build(out: Path, runtime: Path) -> None:
    """Write the folder, with the runtime from another folder. Raises BuildError."""
    if out.exists() and any(out.iterdir()):
        raise BuildError(f"{out} is not empty. Name a folder that does not exist yet.")
    (out / "runtime").mkdir(parents=True)
    for name in RUNTIME:
        shutil.copyfile(runtime / name, out / "runtime" / name)
    for file in sorted(SHELL.iterdir()):
        shutil.copyfile(file, out / file.name)
    for file in sorted(ICONS.glob("icon*")):
        shutil.copyfile(file, out / file.name)
    write_archive(out / "program.zip", next(folder for folder in SAMPLES if folder.is_dir()))
    compile_archives(runtime, out / "program.zip", out / "runtime" / "python_stdlib.zip")
    _write_worker(out)


def fetch_runtime(folder: Path, kept: Path | None) -> Path:
    """Return the unpacked runtime inside this folder; its package is taken from ``kept``, or
    fetched by npm and stored there. Raises BuildError."""
    name = f"pyodide-{PYODIDE}.tgz"
    package = folder / name
    if kept is not None and (kept / name).exists():
        shutil.copyfile(kept / name, package)
    else:
        _run("npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(folder))
    found = base64.b64encode(sha512(package.read_bytes()).digest()).decode()
    if found != DIGEST:
        raise BuildError(f"{name} is not Pyodide {PYODIDE}: its digest is another one.")
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    if kept is not None and not (kept / name).exists():
        kept.mkdir(parents=True, exist_ok=True)
        # atomic: another program may build at the same time
        shutil.copyfile(package, kept / folder.name)
        (kept / folder.name).replace(kept / name)
    return folder / "package"


def compile_archives(runtime: Path, *archives: Path) -> None:
    """Compile the Python files of archives with the Python of the runtime, so that browsers need
    not. Raises BuildError."""
    _run("node", str(HERE / "compile.mjs"), str(runtime), *map(str, archives))


def _write_worker(out: Path) -> None:
    worker = out / "worker.js"
    names = [path.relative_to(out).as_posix() for path in sorted(out.rglob("*")) if path.is_file()]
    digests = {name: _integrity(out / name) for name in names if name != worker.name}
    text = worker.read_text("utf-8")
    version = sha256((json.dumps(digests) + text).encode()).hexdigest()[:16]
    text = text.replace('"@files@"', json.dumps(digests, indent=2))
    worker.write_text(text.replace("@version@", NAME + version).replace("@name@", NAME), "utf-8")


def _integrity(file: Path) -> str:
    return f"sha256-{base64.b64encode(sha256(file.read_bytes()).digest()).decode()}"


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise BuildError(f"{command[0]} is not installed. Install Node.js.") from missing
    if done.returncode:
        raise BuildError(f"{' '.join(command)}: {done.stderr.strip()[-500:]}")


def build_anew(out: Path, kept: Path | None) -> None:
    """Write the folder; ``kept`` has, or gets, the runtime's package. Raises BuildError."""
    with TemporaryDirectory() as folder:
        build(out, fetch_runtime(Path(folder), kept))
