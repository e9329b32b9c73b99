"""One event of every type, with every field that the type has."""

from typing import Any

from referee_schemas.events import protocol

from referee.judging.registry import find

COMMON: dict[str, Any] = {
    "at": "2026-05-02T20:00:13-06:00",
    "scribe": "Zoe",
    "note": "a remark",
    "id": "a1",
    "x_pen": {"colour": "blue", "width": 0.5},
}

EVENTS: dict[str, dict[str, Any]] = {
    "game": {
        "game": "desmoche@1",
        "players": ["Inés", "Eva"],
        "house": {"play_everything": "on", "side_games": ["oro", "escalera"]},
        "unit": "córdoba",
        "title": "Friday",
        "place": "León",
        "date": "2026-05-02",
        "warnings": "on_call",
    },
    "house": {"house": {"knock": "free"}, "agreed_by": ["Inés", "Eva"]},
    "join": {"player": "Ana", "after": "Eva"},
    "leave": {"player": "Ana"},
    "hand": {"dealer": "Eva", "bet": 5, "bets": {"Eva": 4}, "agreed_by": ["Inés"]},
    "side_bet": {"side_game": "oro", "amount": 2, "players": ["Inés", "Eva"]},
    "cut": {"player": "Eva"},
    "deal": {"hands": {"Eva": ["10H", "??", "8♥"], "Inés": 9}},
    "announce": {"player": "Eva", "side_game": "par_negro", "cards": ["7c", "7s"]},
    "cambio": {"player": "Eva", "card": "qS", "to": "Inés"},
    "declare": {"player": "Eva", "win": "peladilla", "cards": ["Ah", "3h"]},
    "draw": {"player": "Eva", "card": "Td"},
    "discard": {"player": "Eva", "card": "Td"},
    "pass": {"player": "Eva"},
    "claim": {"player": "Eva", "card": "Td"},
    "meld": {"player": "Eva", "cards": ["8c", "9c", "10c"]},
    "pay": {"player": "Eva", "card": "2s"},
    "force": {"player": "Eva", "by": "Inés"},
    "withdraw": {"player": "Eva"},
    "win": {"player": "Eva"},
    "show": {"player": "Eva", "cards": ["2s"]},
    "offence": {"player": "Eva", "kind": "hid_draw", "by": "Inés"},
    "disqualify": {"player": "Eva", "event": 4, "why": "hid it"},
    "forgive": {"event": 4, "agreed_by": ["Inés", "Eva"]},
    "end": {"why": "abandoned"},
    "result": {
        "winner": "Beto",
        "by": "melds",
        "bonuses": {"mico": 2},
        "up_the_tree": ["Ana"],
        "side_games": {"oro": ["Ana", "Beto"], "flor": None, "escalera": "Ana"},
    },
    "payment": {"from": "pot", "to": "Eva", "amount": 10},
    "correct": {"event": 3, "with": {"type": "draw", "player": "Eva", "card": "Kd"}, "why": "slip"},
    "insert": {"before": 3, "event": {"type": "cut", "player": "Eva"}, "why": "forgotten"},
    "dispute": {"by": "Eva", "event": 3, "text": "no", "rule": "claim.priority"},
    "ruling": {"dispute": 9, "decision": "upheld", "text": "so be it"},
    "gap": {"melds": {"Eva": [["8d", "8s", "8h"]], "Inés": []}, "stock": 19},
    "position": {
        "turn": "Eva",
        "offer": {"card": "7h", "from": "Inés", "drawn": True},
        "melds": {"Eva": [["8d", "8s", "8h"]], "Inés": []},
        "stock": 19,
        "out": ["Beto"],
        "owes": "Inés",
    },
    "note": {},
    "turn_up": {"card": "7h"},
    "take": {"player": "Eva", "card": "7h"},
    "take_back": {"player": "Eva", "cards": ["7h", "8h"]},
    "reshuffle": {},
    "look": {"player": "Eva", "cards": ["7h", "8h"]},
    "swap": {"player": "Eva", "position": 2, "card": "Kd"},
    "knock": {"player": "Eva", "card": "7h"},
    "lay_off": {"player": "Eva", "cards": ["7h", "8h"]},
    "beg": {"player": "Eva", "card": "7h", "drawn": "2c"},
    "score": {"points": {"Eva": 5, "Inés": 0}, "totals": {"Eva": 12, "Inés": 3}},
}

EVENING = """\
{"type": "game", "game": "conquien", "players": ["Inés", "Beto"], "seq": 1}
{"type": "hand", "dealer": "Beto", "bet": 1, "scribe": "Zoe Luz"}
{"type": "deal", "hands": {"Beto": ["2H", "10♦", "as", "??"], "Inés": 9}}
{"type": "cambio", "player": "Inés", "card": "??"}
{"type": "draw", "player": "Inés", "card": "8♥", "at": "2026-05-02T20:05:03-06:00", "seq": 5}
{"type": "claim", "player": "Beto"}
{"type": "meld", "player": "Beto", "cards": ["7h", "8h", "9h"], "x_pen": "red"}
{"type": "correct", "event": 4, "with": {"type": "cut", "player": "Inés"}, "why": "mal anotada"}
{"type": "gap", "melds": {"Beto": [["7h", "8h", "9h"]], "Inés": []}, "stock": 19}
{"type": "end", "why": "stock_empty"}
{"type": "payment", "from": "pot", "to": "Beto", "amount": 2}
"""


def event(kind: str, **changes: Any) -> dict[str, Any]:
    """The sample of this type with some fields changed."""
    return {"type": kind, **EVENTS[kind], **changes}


def event_of(game: str, kind: str) -> dict[str, Any]:
    """The sample of this type as a game has it."""
    words = find(game).words
    own = protocol(game)[kind].fields
    told = {name: value for name, value in event(kind).items() if name in own}
    chosen = {name for name, value in told.items() if isinstance(value, str) and name in words}
    return told | {name: words[name][0] for name in chosen}


def whole_event(kind: str) -> dict[str, Any]:
    """The sample of this type with the fields that every event may have."""
    return event(kind, **COMMON)
