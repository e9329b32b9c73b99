"""Cases in the language of the table: a few lines of play, and the expected findings.

A file holds the cases of one rule. ``== title`` begins a case, ``#`` a comment. Each further line
is one event in plain words (see ``say``), with the findings expected there after ``!``::

    == Carla draws although Ana has a second card to come
    table Ana Beto Carla
    draw Ana 7h
    draw Carla 9h      ! turn.order Carla
    = carried 15

``table`` seats the players, the last one deals, and the hand is open (see ``_TABLES``); ``players``
only seats them. ``@name`` at the end of a line names it, so that a later line can refer to it.
Lines that begin with ``=`` give the expected end of the last hand. Every finding must be named; any
other finding is an error.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from referee.games.dam_melds import CONTRACTS
from referee.judging.forms import Field
from referee.judging.registry import find

Event = dict[str, Any]


@dataclass
class Case:
    """One case: its events, the expected findings, and the expected end; ``looks`` has each line of
    the end with the number of events before it."""

    title: str
    events: list[Event] = field(default_factory=list)
    findings: list[tuple[int, str, str | None, str | None]] = field(default_factory=list)
    endings: list[list[str]] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    looks: list[tuple[int, list[str]]] = field(default_factory=list)


def cases(path: Path, game: str = "desmoche") -> Iterator[Case]:
    """Yield the cases of one file, in the words of a game."""
    case: Case | None = None
    for number, written in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = written.split("#")[0].strip()
        if line.startswith("=="):
            if case is not None:
                yield case
            case = Case(line[2:].strip())
        elif line and case is not None:
            try:
                _add(case, line, game)
            except (LookupError, ValueError, TypeError) as problem:
                raise ValueError(f"{path.name}, line {number}: {written!r}: {problem}") from problem
    if case is not None:
        yield case


def _add(case: Case, line: str, game: str) -> None:
    if line.startswith("="):
        case.endings.append(line[1:].split())
        case.looks.append((len(case.events), case.endings[-1]))
        return
    said, *expected = (part.strip() for part in line.split("!"))
    name = re.search(r"@(\w+)$", said)
    # a name at the end of a line is the line's own, unless the line ends in a reference
    if name and name[1] not in case.names:
        said = said[: name.start()].strip()
    else:
        name = None
    case.events += say(said, case.names, game)
    if name:
        case.names[name[1]] = len(case.events)
    for finding in expected:
        rule, *rest = finding.split()
        at = next((case.names[word[1:]] for word in rest if word[0] == "@"), len(case.events))
        player, status = ([word for word in rest if word[0] != "@"] + [None, None])[:2]
        case.findings.append((at, rule, None if player == "-" else player, status))


def say(said: str, names: dict[str, int] | None = None, game: str = "desmoche") -> list[Event]:
    """Return the events of one line: an event with its fields in the order of the log, or after
    their words on the sheet, except for those in ``_SAID``.

    >>> say("draw Ana 7h")
    [{'type': 'draw', 'player': 'Ana', 'card': '7h'}]
    >>> say("hand Ana 5 bets=Beto:3")
    [{'type': 'hand', 'dealer': 'Ana', 'bet': 5, 'bets': {'Beto': 3}}]
    >>> say("meld Ana 7h8hJk of Beto", game="dam")
    [{'type': 'meld', 'player': 'Ana', 'cards': ['7h', '8h', 'Jk'], 'owner': 'Beto'}]
    >>> say("score Ana:8,Beto:16 out=Ana", game="golf")
    [{'type': 'score', 'points': {'Ana': 8, 'Beto': 16}, 'out': 'Ana'}]
    """
    names = names or {}
    kind, _, rest = said.partition(" ")
    words = [str(names.get(word[1:], word)) if word[0] == "@" else word for word in rest.split()]
    match kind:
        case "table":
            return list(_TABLES[game](_opening(game, words), words))
        case "players":
            return [_opening(game, words)]
        case "note":
            return [{"type": "note", "note": rest}]
        case "correct" | "insert":
            at, _, brought = rest.partition(": ")
            number = names[at[1:]] if at.startswith("@") else int(at)
            event = None if brought == "nothing" else say(brought, names, game)[0]
            if kind == "correct":
                return [{"type": kind, "event": number, "with": event, "why": "slip"}]
            return [{"type": kind, "before": number, "event": event, "why": "forgotten"}]
    name = {"side": "side_bet", "out": "score"}.get(kind, kind)
    told = _SAID[kind](*words) if kind in _SAID else _fields(find(game).events[name].fields, words)
    return [{"type": name, **told}]


def _opening(game: str, words: list[str]) -> Event:
    """Return the opening of the game, or of the one that ``game=cambio_cabo`` names; given words
    that are house rules of it are its house rules."""
    known, given = {rule.name for rule in find(game).house_rules}, _given(words)
    if "game" not in known:
        game = given.get("game", game)
    players = [word for word in words if "=" not in word]
    return {"type": "game", "game": game, "players": players, "house": _house(given, known)}


def _house(given: dict[str, str], known: set[str]) -> Event:
    return {
        name: value.split(",") if name == "side_games" else value
        for name, value in given.items()
        if name in known
    }


def _given(words: list[str] | tuple[str, ...]) -> dict[str, str]:
    return dict(word.split("=") for word in words if "=" in word)


def _desmoche(opening: Event, _words: list[str]) -> Iterator[Event]:
    """Yield the opening of a hand: everyone bets 5, gets nine unseen cards and passes one."""
    players = opening["players"]
    yield opening
    yield {"type": "hand", "dealer": players[-1], "bet": 5}
    yield {"type": "deal", "hands": {}}
    for player in players:
        yield {"type": "cambio", "player": player, "card": "??"}


def _desmoche_app(opening: Event, words: list[str]) -> Iterator[Event]:
    """Yield an opening as in Desmoche, without a bet and with the king of diamonds turned up."""
    for event in _desmoche(opening, words):
        yield {name: value for name, value in event.items() if name != "bet"}
    yield {"type": "turn_up", "card": "Kd"}


def _golf(opening: Event, words: list[str]) -> Iterator[Event]:
    """Yield the opening of a hand: ``top=9d`` is turned up; with ``left=2`` unseen cards are drawn
    and discarded until the deck has two left; in Gin Rummy ``Ana=...`` gives her cards."""
    players, given = opening["players"], _given(words)
    yield opening
    yield {"type": "hand", "dealer": players[-1]}
    yield {"type": "deal", "hands": {one: _cards(given[one]) for one in players if one in given}}
    if "top" in given:
        yield {"type": "turn_up", "card": given["top"]}
    dealt = 20 if opening["game"] == "gin_rummy" else 4 * len(players)
    for number in range(51 - dealt - int(given["left"]) if "left" in given else 0):
        for act in ("draw", "discard"):
            yield {"type": act, "player": players[number % len(players)], "card": "??"}


def _dimes(opening: Event, words: list[str]) -> Iterator[Event]:
    """Yield the opening of a hand: with ``round=9`` the rounds before it are over, the player after
    the dealer was out in each, and everyone wrote down 0; no cards are dealt yet."""
    players, number = opening["players"], int(_given(words).get("round", 1))
    yield opening
    for before in range(number - 1):
        at = (before - number) % len(players)
        out = players[(at + 1) % len(players)]
        yield {"type": "hand", "dealer": players[at]}
        yield {"type": "draw", "player": out, "card": "??"}
        yield {"type": "win", "player": out}
        yield {"type": "discard", "player": out, "card": "??"}
        yield {"type": "score", "points": dict.fromkeys(players, 0)}
    yield {"type": "hand", "dealer": players[-1]}


def _dam(opening: Event, words: list[str]) -> Iterator[Event]:
    """Yield the opening of a hand: with ``hand=2`` it is the second one, and the first is
    unrecorded; ``Ana=KdKs`` begins her dealt cards."""
    players, given = opening["players"], _given(words)
    number = int(given.get("hand", 1))
    yield opening
    for before in range(number - 1):
        yield {"type": "hand", "dealer": players[(before - number) % len(players)]}
        yield {"type": "gap"}
    yield {"type": "hand", "dealer": players[-1]}
    dealt = {player: _cards(given[player]) for player in players if player in given}
    each = CONTRACTS[number - 1].cards
    hands = {player: cards + ["??"] * (each - len(cards)) for player, cards in dealt.items()}
    yield {"type": "deal", "hands": hands}


_TABLES: Final[dict[str, Callable[[Event, list[str]], Iterator[Event]]]] = {
    "desmoche": _desmoche,
    "desmoche_app": _desmoche_app,
    "golf": _golf,
    "gin_rummy": _golf,
    "dimes": _dimes,
    "dam": _dam,
}


def _gap(*told: str) -> Event:
    given = _given(told)
    stock = {"stock": int(given.pop("stock"))} if "stock" in given else {}
    melds = {
        name: [_cards(meld) for meld in lying.split(",") if meld] for name, lying in given.items()
    }
    return {"melds": melds, **stock} if melds else stock


def _result(winner: str, *told: str) -> Event:
    given = _given(told)
    event: Event = {"winner": None if winner == "nobody" else winner}
    if "by" in given:
        event["by"] = given.pop("by")
    if "palo" in given:
        event["up_the_tree"] = [name for name in given.pop("palo").split(",") if name]
    bonuses = {name: int(given.pop(name)) for name in ("mico", "color") if name in given}
    if bonuses:
        event["bonuses"] = {name: count for name, count in bonuses.items() if count}
    won = {game: names.split(",") if "," in names else names for game, names in given.items()}
    if won:
        event["side_games"] = {
            game: None if names == "nobody" else names for game, names in won.items()
        }
    return event


def _dispute(by: str, event: str, rule: str | None = None) -> Event:
    told = {"by": by, "event": int(event), "text": "no"}
    return told if rule is None else {**told, "rule": rule}


_SAID: Final[dict[str, Callable[..., Event]]] = {
    "house": lambda *words: {"house": _house(_given(words), set(_given(words)))},
    "join": lambda player, after: {"player": player, "after": after},
    "leave": lambda player: {"player": player},
    "out": lambda player: {"out": player},
    "result": _result,
    "dispute": _dispute,
    "ruling": lambda dispute, decision: {"dispute": int(dispute), "decision": decision},
    "gap": _gap,
}
"""Events with a special form: ``out PLAYER`` (a score without points), ``gap Ana=7h8h9h,KcKdKh
stock=20``, ``result Beto mico=2 palo=Ana oro=nobody``, ``dispute PLAYER EVENT [RULE]``; ``correct
@line: EVENT`` (or ``nothing``), ``insert @line: EVENT`` and ``side`` for a side bet are in
``say``."""


def _fields(fields: tuple[Field, ...], words: list[str]) -> Event:
    left = list(fields)
    told: Event = {one.name: {} for one in fields if one.kind == "hands"}
    while words:
        label, _, value = words[0].partition("=")
        labelled = next((one for one in left if one.label and one.label[0] == label), None)
        if labelled:
            words[:1] = [value] if value else []
        if not left:
            raise ValueError(f"not understood: {words}")
        field = labelled or left[0]
        left.remove(field)
        told[field.name] = _value(field.kind, words)
    unseen = {one.name: "??" for one in left if one.kind == "card" and one.required}
    return {**told, **unseen}


def _value(kind: str, words: list[str]) -> Any:
    """Return the value of a field, removing its words."""
    if kind in ("hands", "points", "players") and ("=" in words[0] or kind != "points"):
        taken = list(takewhile(lambda word: kind == "players" or "=" in word, words))
        del words[: len(taken)]
        if kind == "players":
            return [name for word in taken for name in word.split(",")]
        return {
            name: int(value) if value.lstrip("-").isdigit() else _cards(value)
            for name, value in _given(taken).items()
        }
    word = words.pop(0)
    match kind:
        case "cards":
            return _cards(word)
        case "event" | "money" | "count":
            return int(word)
        case "amounts" | "points":
            named = (one.split(":") for one in word.split(",") if one != "-")
            return {name: int(amount) for name, amount in named}
    return word


def _cards(text: str) -> list[str]:
    return re.findall(r"..", text)
