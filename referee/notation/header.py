"""The first lines of a sheet: the game, details of the evening, and the players."""

import re
from collections.abc import Mapping
from typing import Any, Final

from referee.judging.corrections import Event
from referee.judging.registry import called
from referee.notation.context import Context, Line
from referee.notation.scanner import bare_or_quoted, is_letter, nearest
from referee.notation.values import HOUSE, NEWCOMER, among, choose
from referee.notation.words import HEADER, header_word, line_word, written
from referee.wording.language import Word, joined
from referee.wording.sentences import Sentence
from referee.wording.translations import LANGUAGES

_GAME = re.compile(r"[^\s{}\[\]#\"]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_LANG = re.compile(r"\b(?:lang|idioma)=(\w+)", re.IGNORECASE)
WARNINGS: Final = ("open", "on_call", "silent")


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
    while not line.ends():
        word = line.word()
        meaning = header_word(word)
        if meaning and line.line.startswith("=", line.at + len(word)):
            if meaning in event:
                raise line.fault("{name} only once", name=word)
            line.at += len(word) + 1
            _read_setting(line, meaning, event)
        elif line_word(word, game) == "house" and "house" not in event:
            line.at += len(word)
            event["house"] = HOUSE.read(line)
        elif line_word(word, game) == "players":
            read_players(line, event)
            return event
        else:
            settings = [written(name, line.lang) for name in HEADER]
            raise line.fault(
                "{house}, {players}, or one of {settings}",
                nearest=nearest(word, settings) if word else None,
                house=written("house", line.lang),
                players=written("players", line.lang),
                settings=joined(f"{name}=" for name in settings),
            )
    return event


def _read_setting(line: Line, meaning: str, event: Event) -> None:
    word = line.word() if is_letter(line.here()) else ""
    if meaning == "lang":
        lang = choose(line, word, LANGUAGES, among(Word("a language"), LANGUAGES))
        if line.inside and lang != line.lang:
            at = line.at - len(word)
            raise line.fault("{lang}, the language of this sheet", at=at, lang=line.lang)
        line.context.lang = lang
    elif meaning == "warnings":
        expected = Sentence("one of {words}", {"words": joined(WARNINGS)})
        event[meaning] = choose(line, word, WARNINGS, expected)
    else:
        right_behind = Word("a word, or a text in double quotes, right behind the =")
        event[meaning] = line.bare(right_behind)


def read_players(line: Line, event: Event) -> None:
    """Read the players in turn order into the event; a star marks the first dealer."""
    line.pass_word(line.word())
    players: list[str] = []
    starred = None
    while not players or line.take(","):
        players.append(NEWCOMER.read(line))
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
    words += [
        f"{written(name, context.lang)}={bare_or_quoted(event[name])}"
        for name in HEADER
        if name in event
    ]
    if "house" in event:
        words += [written("house", context.lang), HOUSE.write(event["house"], context)]
    return " ".join(words).rstrip()


def write_players(event: Mapping[str, Any], context: Context) -> str:
    """Write the players in turn order."""
    names = ", ".join(NEWCOMER.write(name, context) for name in event["players"])
    return f"{written('players', context.lang)} {names}"
