"""The acts that may come next, in sentences that all games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.judging.expectation import Expectation
from referee.wording.language import Plural


def may(
    act: str,
    players: Iterable[str],
    text: str | tuple[str, str],
    rule: str | None = None,
    *,
    required: bool = False,
    **facts: Any,
) -> Iterator[Expectation]:
    """Yield what these players may do; nothing where there is none of them. The text may be two:
    for one player, and for several."""
    names = tuple(players)
    one, many = text if isinstance(text, tuple) else (text, text)
    told = Plural(one, many, len(names))
    if names:
        yield Expectation(act, names, required, rule, told, {"players": names, **facts})
