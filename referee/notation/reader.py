"""Reading a sheet, line by line, in the context of the log so far, and writing a log as a sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final

from referee.judging.corrections import REVISING, Event
from referee.judging.names import names_in
from referee.judging.registry import USUAL_GAME, games, rulebooks
from referee.notation.cards import AMBIGUOUS, named
from referee.notation.context import Context, Line
from referee.notation.forms import (
    any_of,
    form_of,
    pass_word,
    read_form,
    read_turn,
    write_act,
    write_form,
)
from referee.notation.header import (
    language_of,
    names_a_game,
    read_header,
    read_players,
    write_header,
    write_players,
)
from referee.notation.revisions import read_revision, write_revision
from referee.notation.scanner import (
    holds,
    nearest,
    read_remark,
    read_trailing,
    shown,
    write_trailing,
)
from referee.notation.values import TEXT, read_name
from referee.notation.words import in_language, line_word, line_words, lines, written
from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence, symbols
from referee.wording.translations import LANGUAGES
from referee.wording.unreadable import Unreadable

_find_players = re.compile("players|jugadores", re.IGNORECASE).search


class LineReader(Context):
    """Reads the lines of a sheet one by one, in the context of the log so far.

    >>> reader = LineReader()
    >>> for event in reader.read("desmoche players Ana, Beto*"):
    ...     reader.take(event)
    >>> reader.read("hand bet 5")
    [{'type': 'hand', 'dealer': 'Beto', 'bet': 5}]
    """

    def __init__(
        self, lang: str = LANGUAGES[0], log: Iterable[Mapping[str, Any]] = (), *, sure: bool = True
    ) -> None:
        super().__init__(lang)
        self.sure = sure
        """The language is known. If not, a line must have the same meaning in each language."""
        self.is_foreign = False
        """The first line is like no line of a log."""
        self._opening: Event | None = None
        for event in log:
            self.take(event)

    def read(self, line: str) -> list[Event]:
        """Return the events of one line. Raises Unreadable, and then the log is unchanged.

        A first line without players is kept until the line with the players; so are its language
        and the star of the first dealer, which are in no event.
        """
        return self._read(line) if self.sure else self._read_in_each_language(line)

    def _read_in_each_language(self, line: str) -> list[Event]:
        """Read a line in an unknown language. Raises Unreadable if its meaning depends on it."""
        usual = self.lang
        faults: list[Unreadable] = []
        readings: list[list[Event]] = []
        for lang in (usual, *(other for other in LANGUAGES if other != usual)):
            self.lang = lang
            try:
                readings.append(self._read(line))
            except Unreadable as fault:
                faults.append(fault)
            finally:
                self.lang = usual
        if not readings:
            raise faults[0]
        if all(other == readings[0] for other in readings):
            return readings[0]
        at, found, meanings = _meanings(line)
        text = "{meanings}, or --lang en or --lang es, because {written} depends on the language"
        facts = {"meanings": meanings, "written": found}
        raise Unreadable(shown(found), Sentence(text, facts), column=at + 1)

    def _read(self, line: str) -> list[Event]:
        scanner = Line(line, self)
        events = list(self._events(scanner))
        if scanner.peek():
            raise scanner.fault(Word("the end of the line"))
        return events

    def take(self, event: Mapping[str, Any]) -> None:
        """Add this event to the log."""
        self._opening = None
        super().take(dict(event))

    def pass_over(self, line: str) -> None:
        """Skip an unreadable line: from now on references to earlier lines are not checked."""
        self.lost = True
        word = line_word(Line(line, self).word(), self.game)
        opens = not self.lines and self._opening is None
        if word in ("players", "join") or opens:
            self.nameless = True
            found = _find_players(line)
            # the names, as far as they can be found
            for name in names_in(line[found.end() :]) if found else ():
                for end in self.names.ends(name, 0)[:1]:
                    self.names.know(name[:end])
        if opens:
            self._opening = {"type": "game", "game": self.game}

    def _events(self, line: Line) -> Iterator[Event]:
        first = line.peek()
        word = line.word()
        kind = line_word(word, self.game)
        if not first:
            return
        if names_a_game(line):
            event = read_header(line)
            read_trailing(line, event)
            if "players" in event:
                yield event
            else:
                self._opening = event
        elif kind == "players":
            if self._opening is None:
                if self.lines:
                    raise line.fault(Word("no second line of players (join seats one more)"))
                expected = "the line of the game before that of its players, such as {game}"
                raise line.fault(expected, game=USUAL_GAME)
            event = dict(self._opening)
            read_players(line, event)
            read_trailing(line, event)
            yield event
        elif self._opening is not None and not self.lost:
            word = written("players", line.lang)
            raise line.fault("{word} and their names in turn order", word=word)
        elif not self.lines and not self.lost:
            near = nearest(word, rulebooks()) if word else None
            self.is_foreign = near is None
            raise line.fault(
                "a log: a score sheet, whose first line begins with the game ({games}), or JSON "
                'Lines, whose first line is like {{"type": "game", "game": "{game}", '
                '"players": [...]}}',
                nearest=near,
                games=joined(book.name for book in games()),
                game=USUAL_GAME,
            )
        elif kind == "note" or first == "{":
            line.at += len(word)
            yield _read_note(line)
        elif kind in ("correct", "insert"):
            yield from read_revision(line)
        elif kind is not None:
            pass_word(line, kind)
            yield from _read_forms(line, kind)
        else:
            self._check_beginning(line)
            yield from read_turn(line, read_name(line), line.context.table.fork())

    def _check_beginning(self, line: Line) -> None:
        """Check that a line that begins with no word of the sheet can begin with a player."""
        known = self.names.find(line.line, line.at, line.script)
        if known or line.here() == '"' or (self.nameless and self.names.ends(line.line, line.at)):
            return
        word = line.word()
        players = list(self.names)[:6]
        if not word:
            actor = next((e["player"] for e in reversed(self.lines[-5:]) if "player" in e), None)
            hint = f"{self.names.write(actor)} {line.line[line.at :].strip()}" if actor else None
            expected = Word("a line that begins with a player or a word such as hand or deal")
            raise line.fault(expected, nearest=hint)
        words = line_words(self.game, line.lang)
        near = nearest(word, [*players, *words])
        raise line.fault(
            "a player ({players}), another name in double quotes, or a word such as {word}"
            if near
            else "a player ({players}), another name in double quotes, or a word of the sheet: "
            "{words}",
            nearest=near,
            players=joined(players),
            word=in_language(lines(self.game)["hand"], line.lang),
            words=joined(words),
        )


def _read_note(line: Line) -> Event:
    line.skip()
    begun = line.at
    remark = read_remark(line)
    if remark == "":
        expected = Word('a remark between the braces, or note "" for an empty one')
        raise line.fault(expected, at=begun)
    event = {"type": "note", "note": TEXT.read(line) if remark is None else remark}
    read_trailing(line, event)
    return event


def _read_forms(line: Line, kind: str) -> Iterator[Event]:
    """Yield one form, or several separated by commas."""
    form = form_of(kind, line.context.game)
    while True:
        event = read_form(line, kind)
        read_trailing(line, event)
        yield event
        if form is None or not form.several or not line.take(","):
            return


def _meanings(line: str) -> tuple[int, str, Phrase]:
    """Return the position, letters and meanings of the first card that differs by language."""
    found = AMBIGUOUS.search(line)
    if not found:
        return 0, shown(line.strip()), Word("one meaning in English and another one in Spanish")
    card = found[0].upper().replace("10", "T")
    return found.start(), found[0], any_of([symbols(named(card, lang)) for lang in LANGUAGES])


def _no_language(text: str, line: int, written: str) -> Unreadable:
    """Return the fault of a sheet whose first line should declare its language."""
    lines = (line.strip("\ufeff \t\r") for line in text.split("\n"))
    first = next(at for at, said in enumerate(lines, 1) if said and not said.startswith("#"))
    _at, card, meanings = _meanings(written)
    facts = {"line": line, "written": card, "meanings": meanings}
    found = Sentence("no language, and {written} in line {line} may be {meanings}", facts)
    expected = Word("lang=en or lang=es in the first line")
    return Unreadable(found, expected, line=first, column=1)


def parse_sheet(text: str) -> tuple[list[tuple[int, Event]], list[Unreadable], str]:
    """Return the readable events of a whole sheet, each with its line number, all faults, and the
    language: the declared one, else the one in which the sheet is readable.

    >>> parse_sheet("desmoche players Ana, Beto\\n\\nend abandoned")[0][1]
    (3, {'type': 'end', 'why': 'abandoned'})
    >>> parse_sheet("desmoche players Ana, Beto\\nAna +7o")[2]
    'es'
    """
    declared = language_of(text)
    first, *others = [declared] if declared else LANGUAGES
    events, faults = _parsed(text, first)
    for lang in others:
        rest, more = _parsed(text, lang, len(faults))
        if len(more) < len(faults):
            first, events, faults = lang, rest, more
        elif len(more) == len(faults) and rest != events:
            both = zip_longest(events, rest)
            line, _event = next(one or other for one, other in both if one != other)
            faults = [_no_language(text, line, text.split("\n")[line - 1]), *faults]
    return events, faults, first


def _parsed(
    text: str, lang: str, most: int | None = None
) -> tuple[list[tuple[int, Event]], list[Unreadable]]:
    """Return a sheet's events in a language, and its faults, at most one more than ``most``."""
    reader = LineReader(lang)
    events: list[tuple[int, Event]] = []
    faults: list[Unreadable] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            read = reader.read(line.removesuffix("\r"))
        except Unreadable as fault:
            fault.line = number
            faults.append(fault)
            if reader.is_foreign or (most is not None and len(faults) > most):
                break
            reader.pass_over(line)
            continue
        for event in read:
            reader.take(event)
            events.append((number, event))
    if reader._opening is not None and not faults:
        last = text.removeprefix("\ufeff").rstrip().count("\n") + 1
        expected = Word("the players of the game on the next line, such as players Ana, Beto")
        faults.append(Unreadable(Word("the end of the sheet"), expected, line=last, column=1))
    return events, faults


WIDEST: Final = 100  # the maximum width; an act that would make a line longer begins a new one


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
            more = "," + write_event(event, context).removeprefix(word)
        if more and len(lines[-1]) + len(more) <= WIDEST:
            lines[-1] += more
        elif kind == "game":
            lines.append(write_header(event, context, lang))
            lines.append(write_players(event, context) + write_trailing(event))
        else:
            blank = [""] if kind == "hand" else []
            lines += [*blank, write_event(event, context)]
        actor = event["player"] if acts else None
        last = kind if form else None
        context.take(dict(event))
    return "".join(f"{line}\n" for line in lines)


def _played(event: Mapping[str, Any], context: Context, actor: str | None) -> str:
    act = write_act(event, context) + write_trailing(event)
    player = event["player"]
    return act if player == actor else context.names.write_before(player, act)


def write_event(event: Mapping[str, Any], context: Context) -> str:
    """Return one event as a line of its own, which a reader with this context reads back.

    >>> write_event({"type": "pass", "player": "Zed"}, LineReader("es"))
    '"Zed".'
    """
    kind = event["type"]
    if kind in context.signs.of:
        return _played(event, context, None)
    if kind in REVISING:
        text = write_revision(event, context)
    elif kind == "game":
        head = write_header(event, context, context.lang)
        text = f"{head} {write_players(event, context)}"
    elif kind == "note" and holds(event["note"]):
        text = written("note", context.lang)
    else:
        text = write_form(event, context)
    return text + write_trailing(event)
