"""A cached property, as the build writes it out, is worked out once."""

from __future__ import annotations

import ast
from typing import Any

from hatch_build import cached_properties, keeping

WRITTEN = '''
class Hand:
    asked = 0

    @property
    def over(self) -> bool:
        return False

    @cached_property
    def layouts(self) -> list[int]:
        """All ways to deal it."""
        self.asked += 1
        return [self.asked]
'''


def test_it_is_worked_out_once() -> None:
    (defined,) = ast.parse(WRITTEN).body
    assert isinstance(defined, ast.ClassDef)
    (method,) = cached_properties(defined)
    lines = WRITTEN.splitlines()
    own = [*lines[: method.lineno - 2], *keeping(method, lines[method.lineno - 1 :])]
    names: dict[str, Any] = {}
    exec("\n".join(own), names)
    hand, other = names["Hand"](), names["Hand"]()
    assert hand.layouts is hand.layouts
    assert other.layouts is not hand.layouts
    assert (hand.asked, other.asked, hand.over) == (1, 1, False)
