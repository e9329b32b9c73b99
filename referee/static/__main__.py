"""``python -m referee.static OUT``: write the folder for any web server."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from referee.static.building import PYODIDE, BuildError, build, fetch_runtime


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--runtime",
    type=click.Path(path_type=Path, file_okay=False),
    help=f"Keep the package of Pyodide {PYODIDE} in this folder, and take it from there.",
)
def main(out: Path, runtime: Path | None) -> None:
    """Write the referee as a folder that any web server can hand out.

    Afterwards `python -m http.server --directory OUT` is enough. Needs Node.js, which fetches and
    runs the runtime, and a network the first time.
    """
    try:
        with TemporaryDirectory() as folder:
            build(out, fetch_runtime(Path(folder), runtime))
    except (BuildError, OSError) as problem:
        raise click.ClickException(str(problem)) from problem
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    click.echo(f"{out} has the referee: {size / 2**20:.1f} MB.")


if __name__ == "__main__":
    main(prog_name="python -m referee.static")
