"""Cases in the language of the table: a few lines of play, and what the referee must say.

A file holds the cases of one rule. ``== title`` begins a case, ``#`` a comment. Each further line
is one event in plain words (see ``_SAYINGS``), with what must be found there behind ``!``::

    == Carla draws although Ana has a second card to come
    table Ana Beto Carla
    draw Ana 7h
    draw Carla 9h      ! turn.order Carla
    = carried 15

``table`` seats the players, the last one deals, everybody bets 5, gets nine unseen cards and
passes one. ``@name`` at the end of a line names it, so that a later line can refer to it. Lines
that begin with ``=`` say how the last hand must have ended. Every finding must be named: what is
not expected must not be found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Event = dict[str, Any]


@dataclass
class Case:
    """One case: its events, the findings expected, and what must be so in the end."""

    title: str
    events: list[Event] = field(default_factory=list)
    findings: list[tuple[int, str, str | None, str | None]] = field(default_factory=list)
    endings: list[list[str]] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Speech:
    """How a game is talked about: what ``table`` lays, and what is said for each event."""

    table: Callable[[list[str]], list[Event]]
    sayings: Mapping[str, Callable[..., Event]]


def cases(path: Path, speech: Speech | None = None) -> Iterator[Case]:
    """The cases of one file, in the speech of Desmoche or of another game."""
    case: Case | None = None
    for number, written in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = written.split("#")[0].strip()
        if line.startswith("=="):
            if case is not None:
                yield case
            case = Case(line[2:].strip())
        elif line and case is not None:
            try:
                _add(case, line, speech or DESMOCHE)
            except (LookupError, ValueError) as problem:
                raise ValueError(f"{path.name}, line {number}: {written!r}: {problem}") from problem
    if case is not None:
        yield case


def _add(case: Case, line: str, speech: Speech) -> None:
    if line.startswith("="):
        case.endings.append(line[1:].split())
        return
    said, *expected = (part.strip() for part in line.split("!"))
    name = re.search(r"@(\w+)$", said)
    # a name at the end of a line is the line's own unless the line ends in a reference to one
    if name and name[1] not in case.names:
        said = said[: name.start()].strip()
    else:
        name = None
    case.events += say(said, case.names, speech)
    if name:
        case.names[name[1]] = len(case.events)
    for finding in expected:
        rule, *rest = finding.split()
        player = None if not rest or rest[0] == "-" else rest[0]
        status = rest[1] if len(rest) > 1 else None
        at = len(case.events)
        if status and status.startswith("@"):
            at, status = case.names[status[1:]], None
        case.findings.append((at, rule, player, status))


def say(
    said: str, names: dict[str, int] | None = None, speech: Speech | None = None
) -> list[Event]:
    """The events of one line.

    >>> say("draw Ana 7h")
    [{'type': 'draw', 'player': 'Ana', 'card': '7h'}]
    >>> say("meld Ana 7h8h9h")
    [{'type': 'meld', 'player': 'Ana', 'cards': ['7h', '8h', '9h']}]
    """
    names, speech = names or {}, speech or DESMOCHE
    kind, _, rest = said.partition(" ")
    words = [
        str(names.get(word[1:], word)) if word.startswith("@") else word for word in rest.split()
    ]
    if kind == "table":
        return speech.table(words)
    if kind in ("correct", "insert"):
        return [_revision(kind, rest, names, speech)]
    if kind == "note":
        return [{"type": "note", "note": rest}]
    made = speech.sayings[kind](*words)
    return [
        {
            "type": _TYPES.get(kind, kind),
            **{key: value for key, value in made.items() if value is not None},
            **({"winner": None} if made.get("winner") == "nobody" else {}),
        }
    ]


def _table(words: list[str]) -> list[Event]:
    players, house = _players_and_house(words)
    hidden = [{"type": "cambio", "player": player, "card": "??"} for player in players]
    return [
        {"type": "game", "game": "desmoche", "players": players, "house": house},
        {"type": "hand", "dealer": players[-1], "bet": 5},
        {"type": "deal", "hands": {}},
        *hidden,
    ]


def _players_and_house(words: tuple[str, ...] | list[str]) -> tuple[list[str], dict[str, Any]]:
    players = [word for word in words if "=" not in word]
    house: dict[str, Any] = dict(word.split("=") for word in words if "=" in word)
    if "side_games" in house:
        house["side_games"] = house["side_games"].split(",")
    return players, house


def _revision(kind: str, rest: str, names: dict[str, int], speech: Speech) -> Event:
    at, _, brought = rest.partition(": ")
    number = names[at[1:]] if at.startswith("@") else int(at)
    event = None if brought == "nothing" else say(brought, names, speech)[0]
    if kind == "correct":
        return {"type": "correct", "event": number, "with": event, "why": "slip"}
    return {"type": "insert", "before": number, "event": event, "why": "forgotten"}


def _cards(text: str) -> list[str]:
    return re.findall(r"..", text)


def _listed(text: str) -> list[str]:
    return text.split(",")


def _game(*words: str) -> Event:
    players, house = _players_and_house(words)
    return {"game": "desmoche", "players": players, "house": house}


def _hand(dealer: str, bet: str, *more: str) -> Event:
    given = dict(word.split("=") for word in more)
    bets = dict(one.split(":") for one in _listed(given["bets"])) if "bets" in given else None
    return {
        "dealer": dealer,
        "bet": int(bet),
        "bets": bets and {name: int(amount) for name, amount in bets.items()},
        "agreed_by": _listed(given["agreed"]) if "agreed" in given else None,
    }


def _deal(*hands: str) -> Event:
    dealt = dict(hand.split("=") for hand in hands)
    return {
        "hands": {
            name: int(cards) if cards.isdigit() else _cards(cards) for name, cards in dealt.items()
        }
    }


def _gap(*told: str) -> Event:
    given = dict(word.split("=") for word in told)
    stock = given.pop("stock", None)
    melds = {
        name: [_cards(meld) for meld in _listed(lying) if meld] for name, lying in given.items()
    }
    return {"melds": melds or None, "stock": int(stock) if stock else None}


def _result(winner: str, *told: str) -> Event:
    given = dict(word.split("=") for word in told)
    way, up = given.pop("by", None), given.pop("palo", None)
    bonuses = {name: int(given.pop(name)) for name in ("mico", "color") if name in given}
    won = {game: names if "," not in names else _listed(names) for game, names in given.items()}
    event = {
        "winner": winner, "by": way,
        "up_the_tree": None if up is None else _listed(up) if up else [],
        "bonuses": {name: count for name, count in bonuses.items() if count} if bonuses else None,
        "side_games": {game: None if one == "nobody" else one for game, one in won.items()} or None,
    }  # fmt: skip
    return {key: told for key, told in event.items() if told is not None}


_SAYINGS: dict[str, Callable[..., Event]] = {
    "players": _game,
    "house": lambda *words: {"house": _players_and_house(words)[1]},
    "join": lambda player, after: {"player": player, "after": after},
    "leave": lambda player: {"player": player},
    "hand": _hand,
    "side": lambda game, amount, *players: {
        "side_game": game, "amount": int(amount), "players": list(players) or None,
    },
    "cut": lambda player: {"player": player},
    "deal": _deal,
    "announce": lambda player, game, cards=None: {
        "player": player, "side_game": game, "cards": cards and _cards(cards),
    },
    "cambio": lambda player, card, to=None: {"player": player, "card": card, "to": to},
    "declare": lambda player, win, cards=None: {
        "player": player, "win": win, "cards": cards and _cards(cards),
    },
    "draw": lambda player, card: {"player": player, "card": card},
    "discard": lambda player, card: {"player": player, "card": card},
    "pass": lambda player: {"player": player},
    "claim": lambda player, card=None: {"player": player, "card": card},
    "meld": lambda player, cards: {"player": player, "cards": _cards(cards)},
    "pay": lambda player, card: {"player": player, "card": card},
    "force": lambda player, by: {"player": player, "by": by},
    "withdraw": lambda player: {"player": player},
    "win": lambda player: {"player": player},
    "show": lambda player, cards: {"player": player, "cards": _cards(cards)},
    "offence": lambda player, kind: {"player": player, "kind": kind},
    "disqualify": lambda player, event=None: {"player": player, "event": event and int(event)},
    "forgive": lambda event: {"event": int(event)},
    "end": lambda why=None: {"why": why},
    "result": _result,
    "payment": lambda giver, taker, amount: {"from": giver, "to": taker, "amount": int(amount)},
    "dispute": lambda by, event, rule=None: {
        "by": by, "event": int(event), "text": "no", "rule": rule,
    },
    "ruling": lambda dispute, decision: {"dispute": int(dispute), "decision": decision},
    "gap": _gap,
}  # fmt: skip
"""What is said for each event: ``hand DEALER BET [bets=Ana:5,Beto:3] [agreed=Ana,Beto]``,
``side GAME AMOUNT [PLAYER...]``, ``deal Ana=2c3c... Beto=9``, ``force PLAYER BY``,
``correct @line: EVENT`` (or ``nothing``), ``insert @line: EVENT``,
``gap Ana=7h8h9h,KcKdKh stock=20``, ``result Beto mico=2 palo=Ana oro=nobody``; the rest names
its fields in the order of the log."""

DESMOCHE = Speech(_table, _SAYINGS)

_TYPES = {"players": "game", "side": "side_bet"}
