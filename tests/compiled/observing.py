"""Everything that a build says of itself and of some logs: ``python observing.py LOGS OUT``.

It is run by the Python of each build, from a folder of its own. LOGS is a JSON list of logs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from referee_cli.main import main as program
from referee_schemas.json_schema import published

from referee.judging import replay
from referee.judging.registry import games
from referee.judging.replay import Replay
from referee.visibility import ANYBODY, Sight
from referee.wording.sentences import letters


def of_itself() -> dict[str, Any]:
    """The rulebooks, the published schemas, and the help of every command."""
    return {
        "rulebooks": [book.as_dict() for book in games()],
        "schemas": published(),
        "help": helps(),
    }


def helps() -> dict[str, str]:
    """The help of the program and of every command."""
    names = program.list_commands(click.Context(program))
    words = [["--help"], *([name, "--help"] for name in names)]
    return {" ".join(each): CliRunner().invoke(program, each).output for each in words}


def of_log(log: list[dict[str, Any]]) -> dict[str, Any]:
    """The report of a log, and what the referee would show at its end."""
    judging = Replay()
    judging.feed_all(log)
    return {
        "report": judging.report(),
        "view": judging.view(),
        "expected": [one.plain() for one in judging.expected()],
        "milestones": [str(one) for one in judging.play.milestones()],
        "knowledge": [str(one) for one in judging.knowledge()],
        "deal": judging.possible_deal(),
        "sight": of_sight(log),
    }


def of_a_plug_in() -> dict[str, Any]:
    """A game of the example of a plug-in, whose classes build on those of this build."""
    # a copy of it lies beside this file when it is run
    from high_card import HIGH_CARD

    log = [
        {"type": "game", "game": "high_card", "players": ["Ana", "Beto"]},
        {"type": "hand", "dealer": "Beto"},
        {"type": "draw", "player": "Beto", "card": "7h"},
        {"type": "draw", "player": "Ana", "card": "8h"},
    ]
    game = HIGH_CARD.lay_table(HIGH_CARD, log[0])
    for seq, event in enumerate(log[1:], 2):
        game.step(seq, event)
    report: dict[str, Any] = game.report(len(log), letters)
    return report


def of_sight(log: list[dict[str, Any]]) -> dict[str, Any]:
    """The record as anybody may see it."""
    sight = Sight(ANYBODY)
    sight.take(log)
    return sight.replay.report()


def is_compiled() -> bool:
    return not str(replay.__file__).endswith(".py")


if __name__ == "__main__":
    logs = json.loads(Path(sys.argv[1]).read_text())
    observed = {
        "compiled": is_compiled(),
        "itself": of_itself(),
        "plug_in": of_a_plug_in(),
        "logs": [of_log(log) for log in logs],
    }
    Path(sys.argv[2]).write_text(json.dumps(observed, sort_keys=True, default=str))
