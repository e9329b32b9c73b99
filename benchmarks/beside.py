"""Events per second that are read and judged, compared with the moves per second of python-chess.

    python -m pip install '.[bench]'
    python benchmarks/beside.py [--rounds 7] [--hands 80]

In each round python-chess reads and checks random legal games in SAN, and the referee reads and
judges recorded evenings of Desmoche without faults, of this many hands, and the archived evenings
of the other games, one after the other on one core. Prints medians, and the median ratio to the
chess of the same round. Measures processor time; other load on the machine slows all of them alike.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import chess

sys.path.append(str(Path(__file__).resolve().parent.parent))

from referee_schemas.reading import read_lines

from benchmarks.evenings import Log, games
from benchmarks.evenings import evenings as archived
from benchmarks.judging import evenings as played
from referee.judging.replay import judge

CHESS = "python-chess"
GAMES_A_ROUND = 80
LONGEST_GAME = 120
"""Plies."""


def random_game(rng: random.Random) -> list[str]:
    """Return a legal game of random moves, in standard algebraic notation."""
    board, moves = chess.Board(), []
    while len(moves) < LONGEST_GAME and (legal := list(board.legal_moves)):
        moves.append(board.san_and_push(rng.choice(legal)))
    return moves


def push(chess_games: list[list[str]]) -> None:
    for moves in chess_games:
        board = chess.Board()
        for move in moves:
            board.push_san(move)


def read_and_judge(logs: list[Log]) -> None:
    for log in logs:
        judge(read_lines(log, "evening"))


def rate(work: Callable[[], None], things: int) -> float:
    """Return the number of things per second, without the collection of older garbage."""
    gc.collect()
    begun = time.process_time()
    work()
    return things / (time.process_time() - begun)


def one_round(number: int, hands: int) -> Iterator[tuple[str, float]]:
    """Yield the rates: chess moves per second, and events per second of every game."""
    rng = random.Random(number)
    chess_games = [random_game(rng) for _ in range(GAMES_A_ROUND)]
    yield CHESS, rate(partial(push, chess_games), sum(map(len, chess_games)))
    for game in games():
        if game == "desmoche":
            logs = [[json.dumps(event).encode() for event in log] for log in played(hands)]
        else:
            logs = archived(game).measured
        yield game, rate(partial(read_and_judge, logs), sum(map(len, logs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=80)
    asked = parser.parse_args()
    list(one_round(0, asked.hands))
    rates: dict[str, list[float]] = defaultdict(list)
    for number in range(1, asked.rounds + 1):
        for name, found in one_round(number, asked.hands):
            rates[name].append(found)
    for name, found in rates.items():
        ratio = median(a / b for a, b in zip(found, rates[CHESS], strict=True))
        print(f"{name:14} {median(found):10,.0f} a second {ratio:8.2f} of {CHESS}")


if __name__ == "__main__":
    main()
