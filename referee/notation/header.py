"""The first lines of a sheet: the game, details of the evening, and the players."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.forms import GAME, Field
from referee.judging.registry import USUAL_GAME, called
from referee.notation.context import Context, Line
from referee.notation.forms import Part, kind_of, read_parts
from referee.notation.scanner import nearest
from referee.notation.values import one_of, read_newcomer
from referee.notation.words import in_language, line_word, written
from referee.wording.language import Word, joined
from referee.wording.translations import LANGUAGES

_GAME = re.compile(r"[^\s{}\[\]#\"]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_LANG = re.compile(r"\b(?:lang|idioma)=(\w+)", re.IGNORECASE)


def names_a_game(line: Line) -> str | None:
    """Return the game that the next word names; None if it names none."""
    line.skip()
    found = _GAME.match(line.line, line.at)
    return called(found[0]) if found else None


def language_of(text: str) -> str | None:
    """Return the language that a sheet declares in its first line; None if it declares none.

    >>> language_of("# jueves\\ndesmoche lang=es\\njugadores Ana, Beto")
    'es'
    >>> language_of("desmoche")
    """
    for line in text.lstrip("\ufeff").split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            found = _LANG.search(_QUOTED.sub('""', line))
            lang = found[1].casefold() if found else ""
            return lang if lang in LANGUAGES else None
    return None


def read_header(line: Line) -> Event:
    """Read a line that begins with a game; ``players`` are missing if they are on the next line.

    The language and the first dealer, which are not in the event, are kept in the context.
    """
    game = names_a_game(line) or line.context.game
    event: Event = {"type": "game", "game": game}
    if not line.context.lines:
        line.context.open(game)
    line.match(_GAME)
    event |= read_parts(line, (_LANGUAGE, *_SETTINGS))
    event.pop("lang", None)
    word = line.word()
    if line_word(word, game) == "players":
        read_players(line, event)
    elif not line.ends():
        labels = (part.field.label or ("", "") for part in (_LANGUAGE, *_SETTINGS))
        *settings, house = (in_language(label, line.lang) for label in labels)
        raise line.fault(
            "{house}, {players}, or one of {settings}",
            nearest=nearest(word, settings) if word else None,
            house=house,
            players=written("players", line.lang),
            settings=joined(f"{name}=" for name in settings),
        )
    return event


def _read_language(line: Line) -> str:
    begun = line.at
    lang: str = _A_LANGUAGE.read(line)
    if line.inside and lang != line.lang:
        raise line.fault("{lang}, the language of this sheet", at=begun, lang=line.lang)
    line.context.lang = lang
    return lang


_A_LANGUAGE: Final = one_of(Word("a language"), LANGUAGES)
_LANGUAGE: Final = Part(
    Field("lang", "choice", required=False, label=("lang", "lang")),
    replace(_A_LANGUAGE, read=_read_language),
)
_SETTINGS: Final = tuple(Part(field, kind_of(field, USUAL_GAME)) for field in GAME.fields)


def read_players(line: Line, event: Event) -> None:
    """Read the players in turn order into the event; a star marks the first dealer."""
    line.pass_word(line.word())
    players: list[str] = []
    starred = None
    while not players or line.take(","):
        players.append(read_newcomer(line))
        if not line.inside and line.take("*"):
            starred = players[-1]
    event["players"] = players
    if line.peek() not in ("", "{", "["):
        raise line.fault(Word("a comma before the next player, or the end of the line"))
    if not line.inside:
        line.context.first_dealer = starred


def write_header(event: Mapping[str, Any], context: Context, lang: str | None) -> str:
    """Write the game without its players; ``lang`` is omitted inside a correction."""
    if not context.lines:
        context.open(event["game"])
    words = [event["game"], *([f"lang={lang}"] if lang else [])]
    for field, kind in _SETTINGS:
        if field.name in event and field.label:
            glue = " " if field.name == "house" else "="
            value = kind.write(event[field.name], context)
            words.append(in_language(field.label, context.lang) + glue + value)
    return " ".join(words).rstrip()


def write_players(event: Mapping[str, Any], context: Context) -> str:
    """Write the players in turn order."""
    names = ", ".join(map(context.names.write_new, event["players"]))
    return f"{written('players', context.lang)} {names}"
