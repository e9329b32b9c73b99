"""The depth of the tests, chosen with pytest's ``--hypothesis-profile``.

``default`` tries a few examples of everything, ``deep`` many, both the same ones every time.
``random`` tries as many as ``deep``, but different ones each time. CONTRIBUTING.md says when to use
which.
"""

import os
from collections.abc import Iterable
from random import SystemRandom
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, given, settings
from hypothesis.internal.conjecture import engine

DEFAULT: Final = "default"
DEEP: Final = "deep"
RANDOM: Final = "random"

SHARE, FEWEST = 10, 5
"""By default, one example in ``SHARE``, but at least ``FEWEST``."""

USUAL: Final = 60
"""The number of examples of a property at full depth, unless it gives its own."""

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
    """Return whether a test is skipped by default, or its module takes examples by the depth."""
    names = vars(getattr(item, "module", item))
    taking = (count, examples, first_seed, given, is_deep, seeds)
    takes = any(names.get(one.__name__) is one for one in taking)
    return takes or item.get_closest_marker(DEEP) is not None


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
