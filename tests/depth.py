"""The depth of the tests, by the profile that pytest is given with ``--hypothesis-profile``.

``default`` looks at a few examples of everything, ``deep`` at many; both at the same ones every
time, so that everybody sees the same results. ``random`` looks at as many as ``deep``, at other
ones every time. CONTRIBUTING.md says who runs what.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import SystemRandom
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import engine

DEFAULT: Final = "default"
DEEP: Final = "deep"
RANDOM: Final = "random"

SHARE, FEWEST = 10, 5
"""By default one example in so many is looked at, and never fewer than so many."""

USUAL: Final = 60
"""Examples of a property that asks for no number of its own, at full depth."""

LONGEST_SHRINKING: Final = 20
"""Seconds in which a smaller example is looked for where one fails; hypothesis would take 300."""

FIRST: Final = "REFEREE_TESTS_FIRST_SEED"
"""The variable of the environment with the first seed: a random run, whose head names it, can be
had again, and all its processes play the same evenings."""


def prepare() -> None:
    """Tell hypothesis the profiles. Nothing depends on how long anything takes."""
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
    """The profile that was chosen."""
    return settings.get_current_profile_name()


def is_deep() -> bool:
    """Return whether everything is looked at."""
    return profile() in (DEEP, RANDOM)


def looks_deeper(item: pytest.Item) -> bool:
    """Return whether a test is left out by default, or stands where one is asked how deep it
    looks."""
    if item.get_closest_marker(DEEP):
        return True
    names = vars(item.module).values() if isinstance(item, pytest.Function) else ()
    return any(_asks(getattr(value, "__module__", None) or "") for value in names)


def _asks(module: str) -> bool:
    return module == __name__ or module.partition(".")[0] == "hypothesis"


def _share(many: int) -> int:
    return max(many // SHARE, FEWEST)


def count(many: int, few: int) -> int:
    """So many at full depth, and so few by default."""
    return many if is_deep() else few


def examples(many: int, few: int | None = None) -> settings:
    """So many examples of a property at full depth, and a share of them, or ``few``, by default."""
    return settings(max_examples=count(many, few or _share(many)))


def seeds(many: int, few: int) -> range:
    """The seeds of so many played games at full depth, and of so few by default."""
    return range(first_seed(), first_seed() + count(many, few))


def only_deep(*values: object) -> Any:
    """Parameters of a test that are tried at full depth only."""
    return pytest.param(*values, marks=pytest.mark.deep)


def one_in(many: int, values: Iterable[object]) -> list[Any]:
    """Return the parameters of a test of which one in so many is tried by default."""
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
