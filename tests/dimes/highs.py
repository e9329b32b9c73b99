"""HiGHS, a solver of integer programs, called through its C library: its Python package would
install NumPy, and sqlite-utils loads that if it is there."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import CDLL, c_double, c_int32, c_void_p
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from highsbox import highs_dist_dir

_INTEGER: Final = 1
_OPTIMAL: Final = 7
_NO_BOUND: Final = float("inf")


@cache
def _highs() -> CDLL:
    """Return the library, under any name that systems use for it."""
    names = ("libhighs.so", "libhighs.dylib", "highs.dll", "libhighs.dll")
    library = CDLL(str(next(chain(*map(Path(highs_dist_dir()).rglob, names)))))
    library.Highs_create.restype = c_void_p
    library.Highs_getObjectiveValue.restype = c_double
    return library


class Model:
    """An integer program: variables, constraints, and the objective to minimize."""

    def __init__(self) -> None:
        self._highs = c_void_p(_highs().Highs_create())
        self._count = 0
        _highs().Highs_setBoolOptionValue(self._highs, b"output_flag", c_int32(False))

    def __del__(self) -> None:
        _highs().Highs_destroy(self._highs)

    def whole(self, most: int, *, worth: int = 0) -> int:
        """Add a variable from 0 to ``most``, with this worth for each unit; return its index."""
        place, self._count = self._count, self._count + 1
        _highs().Highs_addVar(self._highs, c_double(0), c_double(most))
        _highs().Highs_changeColIntegrality(self._highs, c_int32(place), c_int32(_INTEGER))
        _highs().Highs_changeColCost(self._highs, c_int32(place), c_double(worth))
        return place

    def at_most(self, limit: int, times: Mapping[int, int]) -> None:
        self._row(-_NO_BOUND, limit, times)

    def at_least(self, limit: int, times: Mapping[int, int]) -> None:
        self._row(limit, _NO_BOUND, times)

    def exactly(self, sum_: int, times: Mapping[int, int]) -> None:
        self._row(sum_, sum_, times)

    def _row(self, low: float, high: float, times: Mapping[int, int]) -> None:
        count = len(times)
        places, factors = (c_int32 * count)(*times), (c_double * count)(*times.values())
        _highs().Highs_addRow(
            self._highs, c_double(low), c_double(high), c_int32(count), places, factors
        )

    def least(self) -> int:
        _highs().Highs_run(self._highs)
        if _highs().Highs_getModelStatus(self._highs) != _OPTIMAL:
            raise ArithmeticError("there is no optimum")
        return round(_highs().Highs_getObjectiveValue(self._highs))
