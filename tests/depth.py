"""The depth of the tests, chosen with pytest's ``--hypothesis-profile``.

``default`` tries a few examples of everything, ``deep`` many, both the same ones every time.
``random`` tries as many as ``deep``, but different ones each time. CONTRIBUTING.md says when to use
which.
"""

import ast
import os
from collections.abc import Iterable
from functools import cache
from inspect import getsource
from random import SystemRandom
from types import ModuleType
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import engine

DEFAULT: Final = "default"
DEEP: Final = "deep"
RANDOM: Final = "random"

SHARE, FEWEST = 10, 5
"""By default, one example in ``SHARE``, but at least ``FEWEST``."""

USUAL: Final = 60
"""The number of examples of a property at full depth, unless it gives its own."""

MARKING: Final = {"one_in", "only_deep"}
"""The functions here that mark parameters."""

LONGEST_SHRINKING: Final = 20
"""Seconds to search for a smaller failing example, instead of hypothesis' 300."""

FIRST: Final = "REFEREE_TESTS_FIRST_SEED"
"""The environment variable with the first seed. The head of a random run prints it, so that the run
can be repeated; all its processes use the same seeds."""


def prepare() -> None:
    """Register the profiles with hypothesis. Nothing depends on the time a test takes."""
    timeless = {
        "deadline": None,
        "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
        "print_blob": True,
    }
    same = {**timeless, "derandomize": True, "database": None}
    settings.register_profile(DEFAULT, max_examples=_share(USUAL), **same)
    settings.register_profile(DEEP, max_examples=USUAL, **same)
    settings.register_profile(RANDOM, max_examples=USUAL, derandomize=False, **timeless)
    settings.load_profile(DEFAULT)
    if not hasattr(engine, "MAX_SHRINKING_SECONDS"):
        raise LookupError("hypothesis bounds its shrinking in another way now")
    engine.MAX_SHRINKING_SECONDS = LONGEST_SHRINKING


def profile() -> str:
    return settings.get_current_profile_name()


def is_deep() -> bool:
    """Return whether tests run at full depth."""
    return profile() in (DEEP, RANDOM)


def looks_deeper(item: pytest.Item) -> bool:
    """Return whether a test is skipped by default, or takes its examples by the depth."""
    if item.get_closest_marker(DEEP):
        return True
    if not isinstance(item, pytest.Function):
        return False
    asking = _asking(item.module)
    return item.originalname in asking or (item.cls is not None and item.cls.__name__ in asking)


@cache
def _asking(module: ModuleType) -> set[str]:
    """Return the names of a module that are made by the depth: those taken from here or from
    hypothesis, and whatever mentions them. Parameters carry the mark ``deep`` themselves."""
    asking: set[str] = set()
    parts: list[tuple[set[str], set[str]]] = []
    for node in ast.parse(getsource(module)).body:
        within = list(ast.walk(node))
        if isinstance(node, ast.ImportFrom):
            if node.module == __name__ or str(node.module).partition(".")[0] == "hypothesis":
                asking |= {name.asname or name.name for name in node.names} - MARKING
            continue
        names = [one for one in within if isinstance(one, ast.Name)]
        made = {one.id for one in names if isinstance(one.ctx, ast.Store)}
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            made = {node.name}
        named = {one.id for one in names} | {one.arg for one in within if isinstance(one, ast.arg)}
        parts.append((made, named))
    before = -1
    while len(asking) > before:
        before = len(asking)
        asking = asking.union(*(made for made, named in parts if named & asking))
    return asking


def _share(many: int) -> int:
    return max(many // SHARE, FEWEST)


def count(many: int, few: int) -> int:
    """Return ``many`` at full depth, else ``few``."""
    return many if is_deep() else few


def examples(many: int, few: int | None = None) -> settings:
    """Return hypothesis settings with ``many`` examples at full depth, else a share of them or
    ``few``."""
    return settings(max_examples=count(many, few or _share(many)))


def seeds(many: int, few: int) -> range:
    """Return ``many`` seeds of played games at full depth, else ``few``."""
    return range(first_seed(), first_seed() + count(many, few))


def only_deep(*values: object) -> Any:
    """Return test parameters that are used at full depth only."""
    return pytest.param(*values, marks=pytest.mark.deep)


def one_in(many: int, values: Iterable[object]) -> list[Any]:
    """Return test parameters, by default only one in ``many``."""
    return [
        param if place % many == 0 else param._replace(marks=[pytest.mark.deep])
        for place, param in enumerate(map(_as_param, values))
    ]


def _as_param(value: Any) -> Any:
    if isinstance(value, ParameterSet):
        return value
    return pytest.param(*(value if isinstance(value, tuple) else [value]))


def first_seed() -> int:
    """Return the first seed: 0 except in a random run."""
    if profile() != RANDOM:
        return 0
    return int(os.environ.setdefault(FIRST, str(SystemRandom().randrange(10**9))))
