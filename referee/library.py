"""The Python interface: read, check and judge logs, and write reports as text.

Events from a program are checked like those of a file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, is_dataclass
from difflib import get_close_matches
from io import BufferedIOBase, BytesIO, RawIOBase, StringIO
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn, Self, cast

from referee_schemas import reading
from referee_schemas.log_so_far import AN_EVENT, LogSoFar, loaded
from referee_schemas.places import Place, located

from referee.answers.book import count_cards
from referee.judging import replay as judging
from referee.judging.corrections import Event
from referee.judging.counting import CountError, HandCount
from referee.judging.registry import find, game_called
from referee.judging.report import Report
from referee.judging.rulebook import HouseRule, Rule
from referee.wording import language
from referee.wording.language import Word, _
from referee.wording.sentences import SpellCard, letters
from referee.wording.translations import catalogue, nearest
from referee.wording.unreadable import Unreadable, check_depth, shortened

if TYPE_CHECKING:
    from referee.rulings.ruling import Ruling
    from referee.rulings.whatif import Difference

Source = (
    str | bytes | os.PathLike[str] | BinaryIO | Iterable[str] | Iterable[bytes] | Iterable[object]
)
"""The source of a log: the path of a file; its text (a string with a line break, or one that begins
with ``{``; bytes); a binary stream; its lines; or its events, each a dict, another mapping or a
dataclass (fields that are None are left out, and ``from_`` is read as ``from``)."""

A_LOG: Final = Word("a log, which is a list of events, or its path, text or lines")
IN_A_LIST: Final = Word("Put a single event into a list: [event].")


class UnknownRule(ValueError):  # noqa: N818 - named after what is wrong, like the other errors
    """The game of the log has no rule of this name."""


class Log(tuple[Event, ...]):
    """The events of a log, read and checked. It can be iterated repeatedly.

    ``places`` are the lines of its file with the events, if it has one.

    >>> log = read_log('{"type": "game", "game": "golf", "players": ["Ana", "Beto"]}')
    >>> len(log), log[0]["game"], [event["type"] for event in log], [event["type"] for event in log]
    (1, 'golf', ['game'], ['game'])
    """

    places: Sequence[Place]

    def __new__(cls, events: Iterable[Event], places: Sequence[Place] = ()) -> Self:
        """Return a log with these events."""
        log = super().__new__(cls, events)
        log.places = places
        return log

    def __repr__(self) -> str:
        return f"<Log of {self.game}, {len(self)} events>"

    @property
    def game(self) -> str:
        """The name of the game in the log."""
        return str(self[0]["game"])

    @property
    def players(self) -> list[str]:
        """The players at the beginning, in turn order."""
        return [*self[0]["players"]]


def read_log(source: Source, name: str | None = None) -> Log:
    """Return the log from a `Source`; ``name`` is its name in errors, by default its path.

    >>> sheet = "desmoche players Ana, Beto*\\nhand bet 5\\ndeal\\n"
    >>> [event["type"] for event in read_log(sheet)]
    ['game', 'hand', 'deal']

    Raises Unreadable if there is no such file, or something in it cannot be read: an unknown event,
    field, card, house rule or option, at its line and field.

    >>> read_log([{"type": "game", "game": "golf", "players": ["Ana", "Beto"]}, {"type": "drwa"}])
    Traceback (most recent call last):
    ...
    referee.wording.unreadable.Unreadable: event 2, field "type": found "drwa", expected "draw", \
the nearest known name. Correct the line and run again.
    """
    if isinstance(source, Log):
        return source
    places: list[Place] = []
    log = Log(_events(source, name, places), places)
    if not log:
        opens = Word('a log that opens with an event of type "game"')
        raise Unreadable(Word("nothing"), opens, file=name)
    return log


def read_sheet(text: Source, name: str | None = None) -> Log:
    """Return the log of a score sheet; ``name`` is its name in errors. Raises Unreadable. Text is
    never a path; any other `Source` is read as by `read_log`.

    >>> read_sheet("golf players Ana, Beto*")
    <Log of golf, 1 events>
    """
    return read_log(text.encode(errors="surrogatepass") if isinstance(text, str) else text, name)


def write_sheet(source: Source, lang: str = "en") -> str:
    """Return a log as a score sheet, in English (``en``) or Spanish (``es``).

    >>> print(write_sheet(read_sheet("golf players Ana, Beto*"), "es"), end="")
    golf lang=es
    jugadores Ana, Beto
    """
    from referee.notation import write_sheet as written  # judging alone needs no score sheet

    return written(read_log(source), nearest(lang))


def speaking(lang: str | None) -> AbstractContextManager[None]:
    """Use a language (``en`` or ``es``, or the nearest to ``es_NI``) inside the ``with`` block.

    >>> with speaking("es"):
    ...     Game("golf").to_dict()["rules"][0]["section"]
    'El reparto'
    """
    return language.speaking(catalogue(nearest(lang))) if lang else nullcontext()


def _events(source: Source, name: str | None, places: list[Place]) -> Iterable[Event]:
    match source:
        case str() if "\n" in source or source.lstrip("\ufeff \t")[:1] in {"", "{"}:
            # split at line feeds as in a file; str.splitlines knows more line ends
            return _read_text(BytesIO(source.encode(errors="surrogatepass")), name, places)
        case bytes():
            return _read_text(BytesIO(source), name, places)
        case str() | os.PathLike() | BufferedIOBase() | RawIOBase():
            return reading.read_log(cast(str | BinaryIO, source), name, places)
    items: Iterator[Any] = iter(_several(source))
    first = [*islice(items, 1)]
    if first and isinstance(first[0], str | bytes):
        return _read_text(chain(first, items), name, places)
    return checked(chain(first, items), LogSoFar(), name)


def _several(source: object) -> Iterable[Any]:
    """Return the lines or events of a log. Raises Unreadable for anything else."""
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise Unreadable(shortened(repr(source)), A_LOG, remedy=IN_A_LIST)
    return source


def _read_text(
    lines: Iterable[str | bytes], name: str | None, places: list[Place]
) -> Iterator[Event]:
    written = (
        line.encode(errors="surrogatepass") if isinstance(line, str) else line for line in lines
    )
    return reading.read_lines(written, name or "", places)


def checked(events: object, so_far: LogSoFar, name: str | None = None) -> Iterator[Event]:
    """Yield the next events of a log in canonical form. Raises Unreadable."""
    for event in _several(events):
        try:
            added = so_far.add(_as_json(event))
        except Unreadable as fault:
            fault.file, fault.event = name, so_far.events + 1
            raise
        yield added


def _as_json(event: object) -> object:
    """Return an event as if read from JSON. Raises Unreadable."""
    whole = event
    if isinstance(event, Mapping):
        whole = dict(event)
    elif is_dataclass(event) and not isinstance(event, type):
        said = asdict(event).items()
        whole = {name.removesuffix("_"): value for name, value in said if value is not None}
    check_depth(whole, AN_EVENT)
    try:
        return json.loads(json.dumps(whole, default=_refuse))
    except Unreadable:
        raise
    except (TypeError, ValueError) as problem:
        raise Unreadable(shortened(repr(event)), AN_EVENT) from problem


def _refuse(value: object) -> NoReturn:
    raise Unreadable(shortened(repr(value)), Word("a text, a number, a list or an object of JSON"))


class Replay(judging.ReplayedLog):
    """A replay that judges a log event by event; ``without`` switches off the rules with these ids.

    >>> replay = Replay()
    >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
    >>> replay.feed({"type": "hand", "dealer": "Beto", "bet": 5})
    >>> replay.report()["hands"][0]["outcome"]["kind"]
    'open'
    """

    def __init__(self, without: Iterable[str] = ()) -> None:
        self._left_out = (without,) if isinstance(without, str) else tuple(without)
        super().__init__(self._left_out)
        self._so_far = LogSoFar()

    def feed(self, event: object) -> None:
        """Add the next event. Raises Unreadable, and UnknownRule at the first event if the game
        lacks a rule to be switched off; then nothing is added."""
        self.feed_all([event])

    def feed_all(self, events: Iterable[object]) -> None:
        """Add many events, as if one by one. The events before an unreadable one are added."""
        several = checked(events, self._so_far)
        fresh: list[Event] = []
        try:
            fresh.extend(several)
        finally:
            if fresh and not self.lines:
                _check_rules(fresh[0]["game"], self._left_out)
            super().feed_all(fresh)

    def report(self, spell: SpellCard | None = None) -> Report:
        """Return the report of the events so far; ``spell`` formats cards as in `judge`."""
        return super().report(spell or letters)


def _check_rules(game: str, rules: Iterable[str]) -> None:
    known = find(game).rule_ids
    for rule in rules:
        if rule not in known:
            text = _("{game} has no rule {rule}.").format(game=_(find(game).title), rule=rule)
            nearest = get_close_matches(rule, known, n=1)
            more = _("Did you mean {nearest!r}?").format(nearest=nearest[0]) if nearest else ""
            raise UnknownRule(f"{text} {more}".strip())


def judge(
    source: Source,
    without: Iterable[str] = (),
    spell: SpellCard | None = None,
    lang: str | None = None,
) -> Report:
    """Return the report of a log from any `Source`.

    ``without`` switches off rules by their ids. ``spell`` is a function that formats a card in the
    messages; without it cards stay as ``7h``. ``lang`` is the language of the messages (``en`` or
    ``es``).

    >>> report = judge([{"type": "game", "game": "conquien", "players": ["Ana", "Beto"]}])
    >>> report["totals"], report["house"]["side_games"]
    ({'Ana': 0, 'Beto': 0}, ['oro'])

    Raises Unreadable if the log cannot be read, and UnknownRule if its game has no such rule.

    >>> judge(["golf players Ana, Beto*", ""], without=["turn.ordre"])
    Traceback (most recent call last):
    ...
    referee.library.UnknownRule: Golf has no rule turn.ordre. Did you mean 'turn.order'?
    """
    log = read_log(source)
    left_out = (without,) if isinstance(without, str) else tuple(without)
    _check_rules(log[0]["game"], left_out)
    with speaking(lang):
        return located(judging.judge(log, left_out, spell or letters), log.places)


def rule(
    source: Source,
    event: int | None = None,
    rule: str | None = None,
    spell: SpellCard | None = None,
) -> list[Ruling]:
    """Return the rulings on one event of a log, or without ``event`` on every dispute in it.

    An event has a ruling for each finding and each question that it leaves open; if there is none,
    one that says why it was in order. ``rule`` limits the result to rulings on that rule.

    >>> [ruling] = rule("sample_games/priority-quarrel.jsonl", event=39)
    >>> ruling.kind, ruling.rules[0].id
    ('not allowed', 'claim.priority')
    >>> ruling.reason.render()
    'Eddy used 7h, but Ramón, who sits nearer to Mayra, had asked for it.'

    Raises Unreadable if the log cannot be read, NotPossible if it has no such event, and
    UnknownRule if its game has no such rule.
    """
    from referee.rulings.ruling import rule_on, rulings

    log = read_log(source)
    _check_rules(log.game, [rule] if rule else [])
    if event is None:
        found = rulings(log, spell or letters, slips=True)
        return [one for one in found if rule in (None, *(cited.id for cited in one.rules))]
    return rule_on(log, event, rule, spell=spell or letters, slips=True)


def what_if(
    source: Source,
    house: Mapping[str, str | Sequence[str]] | None = None,
    without: Iterable[int] = (),
    instead: Mapping[int, object] | None = None,
    spell: SpellCard | None = None,
) -> Difference:
    """Judge a log unchanged, and again with other house rules, ``without`` the events with these
    numbers, or with others in their place (``instead``, by number). Return the difference.

    >>> difference = what_if("sample_games/priority-quarrel.jsonl", without=[37])
    >>> [one.rule for one in difference.findings_gone], difference.moves
    (['claim.priority'], {})

    Raises Unreadable if something cannot be read, and NotPossible for an unknown event, house rule
    or option.
    """
    from referee.rulings.whatif import what_if as compared

    log = read_log(source)
    others = {seq: loaded(_as_json(event), log.game) for seq, event in (instead or {}).items()}
    return compared(log, house or {}, without, others, spell or letters)


class Game:
    """A game that the referee knows, such as ``desmoche`` or ``golf``.

    Each of its rules has an ``id``, a ``kind``, and its text in ``plain`` English. Each of its
    house rules has a ``name`` and its ``options``. Raises CountError if there is no such game.

    >>> golf = Game("golf")
    >>> golf.title, golf.edition, golf.players
    ('Golf', 1, range(2, 9))
    >>> golf.rule("turn.order").right
    'The player whose turn it is goes on, and the other one takes back what they did.'
    >>> golf.count("7h Kd Ac 7s", house={"pairs": "cancel"}).points
    15
    """

    def __init__(self, name: str) -> None:
        book = self._rulebook = game_called(name)
        self.name = book.name
        self.title = book.title
        self.edition = book.edition
        self.players = range(book.fewest_players, book.most_players + 1)
        self.rules: Sequence[Rule] = book.rules
        self.house_rules: Sequence[HouseRule] = book.house_rules

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def rule(self, rule_id: str) -> Rule:
        """Return a rule by its id. Raises UnknownRule."""
        _check_rules(self.name, [rule_id])
        return next(rule for rule in self.rules if rule.id == rule_id)

    def count(
        self,
        cards: str | Iterable[str],
        *,
        round: int | None = None,
        house: Mapping[str, str] | None = None,
    ) -> HandCount:
        """Return the count of a hand; see `count`."""
        return count(self.name, cards, round=round, house=house)

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as ``referee rules --json`` prints them, in the current language."""
        return self._rulebook.to_dict()


def count(
    game: str,
    cards: str | Iterable[str],
    *,
    round: int | None = None,
    house: Mapping[str, str] | None = None,
    lang: str | None = None,
) -> HandCount:
    """Count the cards of a hand in a game. Return the points and, if cards may lie in melds, the
    arrangement that leaves the fewest.

    The cards are text as on the score sheet, with or without spaces, or a list of names. ``round``
    is needed if rounds differ; ``house`` has the house rules that differ from the usual ones.
    ``lang`` is the language of the suits in a text, and of errors (``en`` or ``es``).

    >>> count("dimes", "7h8h9h KdKs", round=3)
    HandCount(points=20, melds=(('7h', '8h', '9h'),), left=('Ks', 'Kd'))
    >>> count("golf", ["7h", "Kd", "Ac", "7s"], house={"pairs": "cancel"}).points
    15

    Raises CountError for cards that a hand cannot have, and in games without points.

    >>> count("golf", "7h7h")
    Traceback (most recent call last):
    ...
    referee.judging.counting.CountError: 7h 2 times: this game has it once.
    """
    from referee.notation.cards import Script, read_cards  # judging alone needs no score sheet

    text = cards if isinstance(cards, str) else " ".join(cards)
    with speaking(lang):
        try:
            held = read_cards(text, Script(nearest(lang), game_called(game).jokers))
        except Unreadable as fault:
            raise CountError(str(fault)) from fault
        return count_cards(game, held, round, house)


def report_text(
    report: Report,
    log: Source,
    spell: SpellCard | None = None,
    lang: str | None = None,
    width: int = 80,
) -> str:
    """Return a report as ``referee check`` prints it, without the hints at its end, in lines of at
    most ``width`` characters.

    The log is the one that was judged; use the same ``spell`` and ``lang``.

    >>> log = read_log(["desmoche players Ana, Beto*", "hand bet 5"])
    >>> print(report_text(judge(log), log).splitlines()[1])
    Ana and Beto; 1 hand, 2 events.
    """
    # rich takes longer to import than a short log takes to judge
    from referee.text.document import tell_report
    from referee.text.terminal import Terminal

    out = StringIO()
    console = Terminal(file=out, width=width, color_system=None, highlight=False, markup=False)
    with speaking(lang):
        tell_report(console, report, read_log(log), spell or letters)
    return out.getvalue()
