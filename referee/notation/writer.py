"""Writing a log as a sheet in its canonical form."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.judging.corrections import REVISING
from referee.judging.forms import Form
from referee.notation.acts import write_act
from referee.notation.context import Context
from referee.notation.forms import write_form
from referee.notation.header import write_header, write_players
from referee.notation.reader import LineReader
from referee.notation.revisions import write_revision
from referee.notation.scanner import quoted
from referee.notation.trailing import holds, write_trailing
from referee.notation.words import LANGUAGES, in_language, written

WIDEST: Final = 100  # the maximum width; an act that would make a line longer begins a new one


def write_event(event: Mapping[str, Any], reader: LineReader) -> str:
    """Return one event as a line of its own that this reader reads back.

    >>> write_event({"type": "pass", "player": "Zed"}, LineReader("es"))
    '"Zed".'
    """
    return _written(event, reader.context)


def write_sheet(events: Iterable[Mapping[str, Any]], lang: str = LANGUAGES[0]) -> str:
    """Return a whole log as a sheet in its canonical form.

    >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    >>> print(write_sheet([opening]), end="")
    desmoche lang=en
    players Ana, Beto
    """
    sheet = _Sheet(lang)
    for event in events:
        sheet.add(event)
    return "".join(f"{line}\n" for line in sheet.lines)


class _Sheet:
    """The lines so far, and the state that decides where the next event may go."""

    def __init__(self, lang: str) -> None:
        self.lines: list[str] = []
        self._context = Context(lang)
        self._actor: str | None = None
        self._last: str | None = None

    def add(self, event: Mapping[str, Any]) -> None:
        """Write one more event."""
        kind = event["type"]
        if kind == "game":
            self._open(event)
        elif kind in self._context.signs.of:
            self._play(event)
        elif kind == self._last and self._form(kind).several:
            self._go_on(event)
        else:
            if kind == "hand":
                self.lines.append("")
            self.lines.append(_written(event, self._context))
        self._actor = event["player"] if kind in self._context.signs.of else None
        self._last = kind if kind in self._context.rulebook.events else None
        self._context.take(dict(event))

    def _form(self, kind: str) -> Form:
        return self._context.rulebook.events[kind]

    def _open(self, event: Mapping[str, Any]) -> None:
        self.lines.append(write_header(event, self._context, self._context.lang))
        self.lines.append(write_players(event, self._context) + write_trailing(event))

    def _play(self, event: Mapping[str, Any]) -> None:
        act = _played(event, self._context, self._actor)
        if self._form(event["type"]).opens or self._actor is None or not self._append(f" {act}"):
            self.lines.append(_played(event, self._context, None))

    def _go_on(self, event: Mapping[str, Any]) -> None:
        whole = _written(event, self._context)
        line = self._form(event["type"]).line
        word = in_language(line, self._context.lang) if line else ""
        if not self._append("," + whole.removeprefix(word)):
            self.lines.append(whole)

    def _append(self, text: str) -> bool:
        fits = len(self.lines[-1]) + len(text) <= WIDEST
        if fits:
            self.lines[-1] += text
        return fits


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
        note = f"{{{text}}}" if holds(text) else quoted(text)
        return f"{written('note', context.lang)} {note}{write_trailing(event)}"
    return write_form(event, context) + write_trailing(event)
