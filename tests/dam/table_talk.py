"""Cases of That Dam Game in the language of the table.

As in ``tests.table_talk``: ``==`` begins a case, ``!`` says what must be found, ``@name`` names a
line, ``=`` says how it must have ended. ``table`` seats the players, of whom the last one deals,
``hand=2`` plays the second hand (what was before was not written down), ``Ana=KdKs...`` says what
somebody was dealt. The other lines name an event and its fields in the order of the log, those with
a word in front that have one: ``beg Carla Kh with 5c``, ``meld Ana 7h8h9hTh of Beto``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from referee.games.dam_melds import CONTRACTS
from referee.judging.forms import Field
from referee.judging.registry import find
from tests.table_talk import Case

Event = dict[str, Any]


def cases(path: Path) -> Iterator[Case]:
    """The cases of one file."""
    case = Case("")
    for written in path.read_text(encoding="utf-8").splitlines():
        line = written.split("#")[0].strip()
        if line.startswith("=="):
            if case.events:
                yield case
            case = Case(line[2:].strip())
        elif line.startswith("="):
            case.endings.append(line[1:].split())
        elif line:
            _add(case, line)
    yield case


def _add(case: Case, line: str) -> None:
    said, *expected = (part.strip() for part in line.split("!"))
    name = re.search(r" @(\w+)$", said)
    if name and name[1] not in case.names:
        said = said[: name.start()]
        case.events += say(said, case.names)
        case.names[name[1]] = len(case.events)
    else:
        case.events += say(said, case.names)
    for finding in expected:
        rule, *rest = finding.split()
        at = next((case.names[word[1:]] for word in rest if word[0] == "@"), len(case.events))
        player, status = ([word for word in rest if word[0] != "@"] + [None, None])[:2]
        case.findings.append((at, rule, player, status))


def say(said: str, names: dict[str, int]) -> list[Event]:
    """The events of one line.

    >>> say("beg Carla Kh with 5c", {})
    [{'type': 'beg', 'player': 'Carla', 'card': 'Kh', 'drawn': '5c'}]
    >>> say("meld Ana 7h8hJk of Beto", {})
    [{'type': 'meld', 'player': 'Ana', 'cards': ['7h', '8h', 'Jk'], 'owner': 'Beto'}]
    """
    kind, _, rest = said.partition(" ")
    words = [str(names.get(word[1:], word)) if word[0] == "@" else word for word in rest.split()]
    match kind:
        case "table":
            return list(_table(words))
        case "correct" | "insert":
            at, _, brought = rest.partition(": ")
            event = None if brought == "nothing" else say(brought, names)[0]
            what = {"with": event} if kind == "correct" else {"event": event}
            where = "event" if kind == "correct" else "before"
            return [{"type": kind, where: names[at[1:]], **what, "why": "slip"}]
        case "gap":
            return [{"type": "gap", **_gap(words)}]
        case "join":
            return [{"type": "join", "player": words[0], "after": words[1]}]
        case "house":
            return [{"type": "house", "house": _given(words)}]
        case "dispute":
            return [{"type": "dispute", "by": words[0], "event": int(words[1]), "text": "no"}]
    return [{"type": kind, **_fields(list(find("dam").events[kind].fields), words)}]


def _table(words: list[str]) -> Iterator[Event]:
    players = [word for word in words if "=" not in word]
    given = _given(words)
    number = int(given.pop("hand", "1"))
    dealt = {player: _cards(given.pop(player)) for player in players if player in given}
    yield {"type": "game", "game": "dam", "players": players, "house": given}
    for before in range(number - 1):
        yield {"type": "hand", "dealer": players[(before - number) % len(players)]}
        yield {"type": "gap"}
    yield {"type": "hand", "dealer": players[-1]}
    each = CONTRACTS[number - 1].cards
    yield {
        "type": "deal",
        "hands": {player: cards + ["??"] * (each - len(cards)) for player, cards in dealt.items()},
    }


def _given(words: list[str]) -> dict[str, str]:
    return dict(word.split("=") for word in words if "=" in word)


def _gap(words: list[str]) -> Event:
    given = _given(words)
    told: Event = {"stock": int(given.pop("stock"))} if "stock" in given else {}
    melds = {
        player: [_cards(meld) for meld in lying.split(",") if meld]
        for player, lying in given.items()
    }
    return {**told, "melds": melds} if melds else told


def _fields(fields: list[Field], words: list[str]) -> Event:
    said: Event = {field.name: {} for field in fields if field.kind == "hands"}
    while words and fields:
        labelled = next((one for one in fields if one.label and one.label[0] == words[0]), None)
        field = labelled or next(one for one in fields if not one.label)
        if labelled:
            words.pop(0)
        fields.remove(field)
        if field.kind in ("hands", "points"):
            taken = list(takewhile(lambda word: "=" in word, words))
            del words[: len(taken)]
            said[field.name] = {
                player: int(value) if value.lstrip("-").isdigit() else _cards(value)
                for player, value in _given(taken).items()
            }
        else:
            said[field.name] = _value(field.kind, words.pop(0))
    if words:
        raise ValueError(f"not understood: {words}")
    return said


def _value(kind: str, word: str) -> Any:
    match kind:
        case "cards":
            return _cards(word)
        case "event":
            return int(word)
    return word


def _cards(text: str) -> list[str]:
    return re.findall(r"..", text)
