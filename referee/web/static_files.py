"""Static files: their address changes with their content, so that browsers can cache them forever.
The style sheets of a page are joined into one response, and so are its scripts. Beside them, what a
phone needs to install the pages as an app."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, render_template, send_from_directory

from referee.web.responses import A_YEAR

FOLDER: Final = Path(__file__).parent / "static"
JOINED: Final = {"css": "text/css", "js": "text/javascript"}

_import: Final = re.compile(r'^import (\{.*\}) from "\./(\w+)\.js";$', re.M)
_export: Final = re.compile(r"^export (?=(?:async )?(?:const|function) (\w+))", re.M)


def fingerprint() -> str:
    """Return a number that changes with any static file."""
    digest = sha256()
    for file in sorted(FOLDER.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    # digits only, so that it never looks like a card
    return str(int(digest.hexdigest()[:12], 16))


def serve_static_files(app: Flask) -> None:
    """Serve the static files: ``url_for("static", filename="referee+pad.css")`` has both sheets."""

    @app.get(f"/static/{fingerprint()}/<path:filename>", endpoint="static")
    def show(filename: str) -> Response:
        names, _dot, kind = filename.rpartition(".")
        if kind not in JOINED:
            answer = send_from_directory(FOLDER, filename)
        else:
            try:
                answer = Response(joined(names, kind), mimetype=JOINED[kind])
            except LookupError:
                abort(404)
        answer.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        return answer

    @app.get("/manifest.webmanifest")
    def manifest() -> Response:
        described = render_template("manifest.webmanifest")
        return Response(described, mimetype="application/manifest+json")

    @app.get("/worker.js")
    def worker() -> Response:
        # at the root, so that it covers all pages
        return send_from_directory(FOLDER, "worker.js")


@cache
def joined(names: str, kind: str) -> str:
    """Return the files of these names, such as ``referee+pad``, as one. Raises LookupError if one
    does not exist.

    A script includes those that it imports. Each becomes a function, so that its names stay local.
    """
    known = {file.stem for file in FOLDER.glob(f"*.{kind}")}
    wanted = dict.fromkeys(names.split("+"))
    if not known.issuperset(wanted):
        raise LookupError(names)
    if kind == "css":
        return "\n".join(_source(f"{name}.css") for name in wanted)
    modules: dict[str, str] = {}
    for name in wanted:
        _add_module(name, modules)
    return "\n".join(["const modules = {};", *modules.values()])


def _source(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def _add_module(name: str, modules: dict[str, str]) -> None:
    """Add a script as a function, after those that it needs."""
    source = _source(f"{name}.js")
    for imported in _import.finditer(source):
        _add_module(imported[2], modules)
    exported = ", ".join(found[1] for found in _export.finditer(source))
    body = _export.sub("", _import.sub(r"const \1 = modules.\2;", source))
    modules.setdefault(name, f"modules.{name} = (() => {{\n{body}return {{ {exported} }};\n}})();")
