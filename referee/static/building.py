"""The assembly of the folder, with the program and its packages as one archive."""

import base64
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from hashlib import sha256, sha512
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import referee_schemas
from packaging.requirements import Requirement

import referee
from referee.web.static_files import FOLDER as ICONS

PACKAGES: Final = (
    "flask",
    "flask-smorest",
    "limits",
    "marshmallow",
    "platformdirs",
    "segno",
    "sqlite-utils",
)
"""Packages that the pages need, without those of the command line and of the server, and without
compiled ones that have a substitute in Python."""

UNUSED: Final = frozenset({"pip"})  # required packages that no page imports

BROWSER: Final = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
"""The environment for evaluating requirements."""

UNREAD: Final = frozenset({"__pycache__", "shell", "samples"})
"""Folders of the program to leave out of the archive."""

OLD_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the date of every entry, so that builds are reproducible

KINDS: Final = frozenset(
    {".css", ".html", ".js", ".json", ".lua", ".mo", ".png", ".py", ".sql", ".svg", ".toml"}
    | {".txt", ".typed", ".webmanifest"}
)
"""The suffixes of files that are read at run time."""


def write_archive(out: Path, samples: Path) -> None:
    """Write the program, its packages and the sample games as a zip archive."""
    entries = dict(_of_program())
    entries.update((f"referee/samples/{file.name}", file) for file in samples.iterdir())
    for package in required_packages():
        entries.update(_of_package(package))
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(entries.items()):
            entry = ZipInfo(name, OLD_DATE)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


def required_packages() -> list[Distribution]:
    """Return the packages that the pages need, with their dependencies."""
    found: dict[str, Distribution] = {}
    wanted = list(PACKAGES)
    while wanted:
        package = distribution(wanted.pop())
        if package.name in found or package.name in UNUSED:
            continue
        found[package.name] = package
        for line in package.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate(BROWSER):
                wanted.append(requirement.name)
    return list(found.values())


def _of_program() -> Iterator[tuple[str, Path]]:
    for package in (referee, referee_schemas):
        folder = Path(str(package.__file__)).parent
        for file in folder.rglob("*"):
            if file.suffix in KINDS and not UNREAD.intersection(file.parts):
                yield f"{folder.name}/{file.relative_to(folder).as_posix()}", file


def _of_package(package: Distribution) -> Iterator[tuple[str, Path]]:
    for path in package.files or ():
        name = path.as_posix()
        metadata = path.parts[0].endswith(".dist-info")
        if path.name == "METADATA" if metadata else path.suffix in KINDS and ".." not in path.parts:
            yield name, Path(str(path.locate()))


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
    program, library = out / "program.zip", out / "runtime" / "python_stdlib.zip"
    write_archive(program, next(folder for folder in SAMPLES if folder.is_dir()))
    # with the Python of the runtime, so that browsers need not
    _run("node", str(HERE / "compile.mjs"), str(runtime), str(program), str(library))
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


def _write_worker(out: Path) -> None:
    worker, digests = out / "worker.js", {}
    for path in sorted(path for path in out.rglob("*") if path.is_file() and path != worker):
        digest = base64.b64encode(sha256(path.read_bytes()).digest()).decode()
        digests[path.relative_to(out).as_posix()] = f"sha256-{digest}"
    text = worker.read_text("utf-8")
    version = sha256((json.dumps(digests) + text).encode()).hexdigest()[:16]
    text = text.replace('"@files@"', json.dumps(digests, indent=2))
    worker.write_text(text.replace("@version@", NAME + version).replace("@name@", NAME), "utf-8")


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise BuildError(f"{command[0]} is not installed. Install Node.js.") from missing
    if done.returncode:
        raise BuildError(f"{' '.join(command)}: {done.stderr.strip()[-500:]}")
