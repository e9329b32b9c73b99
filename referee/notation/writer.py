"""Writing a log as a sheet in its canonical form."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.judging.corrections import REVISING
from referee.notation.acts import write_act
from referee.notation.context import Context
from referee.notation.forms import write_form
from referee.notation.header import write_header, write_players
from referee.notation.reader import LineReader
from referee.notation.revisions import write_revision
from referee.notation.trailing import holds, write_trailing
from referee.notation.words import LANGUAGES, in_language, written
from referee.wording.visible import visible_json

WIDEST: Final = 100  # the maximum width; an act that would make a line longer begins a new one


def write_event(event: Mapping[str, Any], reader: LineReader) -> str:
    """Return one event as a line of its own that this reader reads back.

    >>> write_event({"type": "pass", "player": "Zed"}, LineReader("es"))
    '"Zed".'
    """
    return _written(event, reader)


def write_sheet(events: Iterable[Mapping[str, Any]], lang: str = LANGUAGES[0]) -> str:
    """Return a whole log as a sheet in its canonical form.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> print(write_sheet([opening]), end="")
    desmoche lang=en
    players Ana, Beto
    """
    context, lines = Context(lang), list[str]()
    actor = last = None
    for event in events:
        kind = event["type"]
        form = context.rulebook.events.get(kind)
        acts, more = kind in context.signs.of, ""
        if form and acts and actor is not None and not form.opens:
            more = f" {_played(event, context, actor)}"
        elif form and form.several and kind == last:
            word = in_language(form.line, lang) if form.line else ""
            more = "," + _written(event, context).removeprefix(word)
        if more and len(lines[-1]) + len(more) <= WIDEST:
            lines[-1] += more
        elif kind == "game":
            lines.append(write_header(event, context, lang))
            lines.append(write_players(event, context) + write_trailing(event))
        else:
            lines += (
                ["", _written(event, context)] if kind == "hand" else [_written(event, context)]
            )
        actor = event["player"] if acts else None
        last = kind if form else None
        context.take(dict(event))
    return "".join(f"{line}\n" for line in lines)


def _played(event: Mapping[str, Any], context: Context, actor: str | None) -> str:
    act = write_act(event, context) + write_trailing(event)
    player = event["player"]
    if player == actor:
        return act
    return context.names.write(player) + ("" if act.startswith(".") else " ") + act


def _written(event: Mapping[str, Any], context: Context) -> str:
    kind = event["type"]
    if kind in context.signs.of:
        return _played(event, context, None)
    if kind in REVISING:
        return write_revision(event, context)
    if kind == "game":
        head = write_header(event, context, context.lang)
        return f"{head} {write_players(event, context)}{write_trailing(event)}"
    if kind == "note":
        text = event["note"]
        note = f"{{{text}}}" if holds(text) else visible_json(text)
        return f"{written('note', context.lang)} {note}{write_trailing(event)}"
    return write_form(event, context) + write_trailing(event)
