"""``python -m referee_cli.simulate``: simulated evenings, as logs."""

from collections.abc import Iterable
from pathlib import Path

import click

from referee.judging.corrections import Event
from referee.judging.registry import called
from referee.simulating.many import AN_EVENING, PLAYED, evenings, is_declared
from referee.store.entries import line_of
from referee.wording.language import Word, _, ngettext
from referee.wording.visible import visible
from referee_cli.files import write_whole
from referee_cli.output import WrongUse, print_lines, progress

LOG = "evening-{number:06}.jsonl"

share = click.FloatRange(0, 1)


class GameToPlay(click.Choice[str]):
    """A game of ours, or one that another package declares on the core."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the game."""
        name = None if value in self.choices else called(value)
        return name if name and is_declared(name) else super().convert(value, param, ctx)


@click.command()
@click.argument("out", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", type=GameToPlay(list(PLAYED)), default=next(iter(PLAYED)))
@click.option("--hands", type=click.IntRange(1), default=AN_EVENING, help="The hands to play (9).")
@click.option(
    "--seed", type=int, default=1, help="The seed: another number makes other evenings (1)."
)
@click.option(
    "--slips", type=share, default=0.0, metavar="RATE",
    help="The share of evenings with one slip (0).",
)  # fmt: skip
@click.option(
    "--masks", type=share, default=0.0, metavar="RATE",
    help="The share of unseen cards (0).",
)  # fmt: skip
def simulate(
    out: Path | None, game: str, hands: int, seed: int, slips: float, masks: float
) -> None:
    """Simulate evenings, and write their logs.

    Each evening has nine hands and breaks no rule. The logs go into the folder OUT; without it, one
    evening is printed. The same seed makes the same evenings on every machine. A RATE is a number
    from 0 to 1.

    \b
    Example: python -m referee_cli.simulate league --hands 900 --slips 0.1
    """
    logs = evenings(game, hands, seed, slips=slips, masks=masks)
    if out is not None:
        count = _write(logs, out, -(-hands // AN_EVENING))
        what = ngettext("{number} evening", "{number} evenings", count)
        click.echo(
            _("{folder} now has {evenings}.").format(folder=visible(str(out)), evenings=what)
        )
        return
    if hands > AN_EVENING:
        raise WrongUse(Word("Name a folder for more than one evening."), "OUT")
    for log in logs:
        print_lines(_text(log))


def _text(log: Iterable[Event]) -> bytes:
    return "".join(map(line_of, log)).encode()


def _write(logs: Iterable[list[Event]], folder: Path, count: int) -> int:
    """Write about ``count`` logs into a folder; return their exact number. Raises WrongUse if the
    folder has simulated logs already."""
    number = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with progress(_("playing"), count) as advance:
            for number, log in enumerate(logs, 1):
                write_whole(folder / LOG.format(number=number), _text(log), replace=False)
                advance(1)
    except FileExistsError:
        there = "{folder} has simulated evenings already. Name another folder."
        raise WrongUse(there, folder=folder) from None
    except OSError as problem:
        refused = "{file} cannot be written: {problem}."
        raise WrongUse(refused, file=folder, problem=problem.strerror) from problem
    return number


if __name__ == "__main__":
    # imported lazily
    from referee_cli.main import run

    run(simulate, "python -m referee_cli.simulate")
