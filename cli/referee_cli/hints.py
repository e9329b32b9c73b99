"""Hints on the next step, in the form that works for the given log: a game of the record book, a
file, or another source, which has to be imported first."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Self

from referee_schemas.places import Place
from rich.text import Text

from referee.judging.corrections import Event
from referee.judging.findings import RECORD
from referee.judging.registry import find
from referee.judging.report import Report
from referee.text.terminal import Terminal
from referee.wording.language import _, language
from referee.wording.visible import visible, visible_json
from referee_cli.logs import STANDARD_INPUT, is_an_address, read
from referee_cli.options import chosen_book

GAME: Final = "game"
SHEET: Final = "sheet"
JSON_LINES: Final = "jsonl"
ELSEWHERE: Final = "elsewhere"
"""The kinds of a source. No line can be added to one that is elsewhere, such as standard input."""

Write = Callable[[Event], str]  # formats an event as a line of a log


def command(*words: object) -> str:
    """Return a command for the user to type, with the same record book as the running one.

    >>> command("record", "friday night")
    "referee record 'friday night'"
    """
    typed = ["referee", *map(str, words)]
    if book := chosen_book():
        # imported lazily: not needed without --db
        from referee.store.location import is_on_a_server

        # an address may contain a password
        typed += ["--db", "PLACE" if is_on_a_server(book) else book]
    return shlex.join(typed)


class LogSource(NamedTuple):
    """A log by its given name, and its kind."""

    name: str
    kind: str

    @classmethod
    def of(cls, name: str, *, sheet: bool) -> Self:
        """Return the source of this name; ``sheet`` if it is a score sheet."""
        if name == STANDARD_INPUT or is_an_address(name):
            return cls(name, ELSEWHERE)
        if not Path(name).exists():
            return cls(name, GAME)
        if name.endswith(".zip"):
            return cls(name, ELSEWHERE)
        return cls(name, SHEET if sheet else JSON_LINES)

    def hints(self, game: str, event: int, *, still_open: bool) -> Iterator[tuple[str, str]]:
        """Yield the ways to correct an event and, if a finding there is still open, to forgive it:
        a sentence and the line to type or add."""
        if self.kind == ELSEWHERE:
            imported = command("book", "import", self.name, "--name", "NAME")
            yield _("Written wrongly, or agreed to overlook it? Import the log first:"), imported
            return
        if self.kind == GAME:
            corrected = command("correct", self.name, event)
            yield _("Written wrongly? Say what is right:"), f'{corrected} "…"'
            agreed, forgive = _("Agreed to overlook it?"), command("forgive", self.name, event)
        else:
            correct, forgive = _lines(self.kind, game, event)
            add = _("Written wrongly? Add this line to {file}, with what is right in it:")
            yield add.format(file=self.name), correct
            agreed = _("Agreed to overlook it? Add this line:")
        if still_open:
            yield agreed, forgive

    def how_to_add(self) -> str:
        """Return the sentence on adding a proposed line to this log."""
        typed = f"{command('add', self.name)} '…'"
        text = _("If one of these is what happened, add its line at the end of {file}.")
        if self.kind == GAME:
            text = _("If one of these is what happened, add its line: {command}")
        elif self.kind == ELSEWHERE:
            typed = command("book", "import", self.name, "--name", "NAME")
            text = _(
                "If one of these is what happened, import the log and add the line there: {command}"
            )
        return text.format(file=self.name, command=typed)

    def writer(self, events: Sequence[Event]) -> Write:
        """Return the function that formats a further event as a line of this log, given its
        events."""
        if self.kind != SHEET:
            return visible_json
        from referee.notation import LineReader, parse_sheet, write_event

        text = Path(self.name).read_text(encoding="utf-8", errors="replace")
        reader = LineReader(parse_sheet(text)[2], events)
        return lambda event: write_event(event, reader)


def read_with_source(name: str) -> tuple[list[Event], LogSource]:
    """Return the events of a log, and its source. Raises Unreadable."""
    places: list[Place] = []
    events = read(name, places)
    return events, LogSource.of(name, sheet=any(place.text for place in places))


def tell_hints(out: Terminal, name: str, report: Report) -> None:
    """Print how to correct or forgive the first event with an open finding or a fault in the
    record. ``name`` is the log as given."""
    findings = report["findings"]
    open_ones = [finding for finding in findings if finding["status"] == "open"]
    wrong = open_ones or [finding for finding in findings if finding["kind"] == RECORD]
    if not wrong:
        return
    source = LogSource.of(name, sheet=any("written" in finding for finding in wrong))
    out.print()
    for sentence, line in source.hints(
        report["game"], wrong[0]["event"], still_open=bool(open_ones)
    ):
        out.print(Text(visible(sentence)))
        out.indented(visible(line))


def _lines(kind: str, game: str, event: int) -> tuple[str, str]:
    """Return the lines of a log that correct an event and that forgive the finding there."""
    if kind == JSON_LINES:
        correct = f'{{"type":"correct","event":{event},"with":{{…}},"why":""}}'
        return correct, visible_json({"type": "forgive", "event": event})
    # imported lazily: JSON Lines do not need it
    from referee.notation.words import in_language, written

    # every sheet accepts the words of both languages
    forgive = in_language(find(game).events["forgive"].line or ("", ""), language())
    return f"{written('correct', language())} #{event}: …", f"{forgive} #{event}"
