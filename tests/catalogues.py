"""The catalogues of messages, for those who translate.

``python -m tests.catalogues update`` updates every ``.po`` to the messages of the code, and keeps
the translations; ``compile`` writes the ``.mo`` beside each; ``missing`` lists what lacks a
translation; ``prune`` drops translations of messages that no longer exist.

Messages are found where they are used: the argument of a call that takes words (``SAID_BY``) is
traced back to its literals, through names, conditions, tables and functions of its file. Texts that
cannot be traced are marked with ``N_``. Rulebooks and commands are read from the live program.
"""

import ast
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Final

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from referee_cli.commands import ALONE, EVERY, load
from referee_cli.language import Wanted, has_words_for_a_value, translated
from referee_cli.main import main as commands

from referee.core.declaring import Game
from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.forms import SHARED
from referee.judging.registry import rulebooks
from referee.judging.rulebook import Rulebook
from referee.judging.telling import OTHER
from referee.wording.translations import FOLDER, LANGUAGES, PARTS

ROOT: Final = Path(__file__).parents[1]

Text = str | tuple[str, ...]
"""A message in the code; a pair if it depends on a number."""

Said = Iterator[tuple[str, Text]]
"""Messages, each with the file that uses it."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "0 text": (
        "_", "N_", "Word", "Sentence", "tell", "says_what", "_revision", "in_the_record", "nothing",
        "by_the_scribe", "act_taken_back", "rewritten",
    ),
    "1 text": ("Fact", "by_the_player", "by_player", "made_in_time"),
    "2 text": ("_breach", "_report"),
    "3 text": ("_breach", "reported_offence"),
    "4 text": ("Expectation", "_report", "question", "found"),
    "6 text": ("Finding",),
    "1 plain": ("SideGame",),
    "4 question": ("Undecided",), "5 would_decide": ("Undecided",), "5 would": ("question",),
    "0 what": ("worded",), "1 who": ("worded",), "2 until": ("worded",),
    "1 offences": ("Telling",),
    # errors that are raised with a text and its facts
    "0 ": (
        "BookError", "BookForeign", "BookUnwritable", "BookBusy", "BookUnreadable",
        "BookUnreachable", "BookNewer", "Failure", "Unusable", "WrongUse", "NotPossible",
        "CountError", "Refused", "fault",
        "__init__",
    ),
    "2 ": ("_fault",),
}  # fmt: skip
"""The calls of which an argument is words, by its position and name."""

SAID_BY: Final[Mapping[str, Mapping[int, str]]] = {
    call: {
        int(place): name
        for place, name in (argument.split(" ") for argument in WORDS if call in WORDS[argument])
    }
    for call in chain(*WORDS.values())
}

CLICK: Final[Sequence[Text]] = (
    "(dynamic)", "Aborted!", "Choose from:\n\t{choices}", "Commands", "Error: invalid input",
    "Error: {message}", "Invalid value for {param_hint}: {message}", "Invalid value: {message}",
    "Missing argument", "Missing command.", "Missing option", "Missing parameter",
    "No such command {name!r}.", "No such option {name!r}.",
    "Option {name!r} does not take a value.", "Options", "Show this message and exit.",
    "Try '{command} {option}' for help.", "Usage:", "default: {default}", "file",
    "path", "required", "{name} {filename!r} is a directory.",
    "{value!r} is not a valid {number_type}.", "{value} is not in the range {range}.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)  # fmt: skip
"""Messages of click that users of the commands see; click looks them up itself."""

ON_PAGES: Final = {"_": None, "gettext": None, "ngettext": (1, 2)}
"""Functions that pages call for their texts; ``{% trans %}`` counts as ``gettext``."""

SAID_BY_ALL: Final = {text for form in SHARED.values() for text in (form.says, *form.more.values())}
"""The sentences of the events that several games have."""

COUNTED: Final[Mapping[str, int]] = {"_may": 2, "may": 2}
"""The argument of a call that depends on a number: a pair of texts, or one text for both."""


def said_in_game() -> Said:
    """Yield the messages about games: those of the core and of the rulebooks."""
    core = ("cards", "wording", "knowledge", "judging", "core", "answers", "games")
    yield from _said_in_code("referee/*.py", *(f"referee/{part}/**/*.py" for part in core))
    for text in (*OTHER.values(), *SAID_BY_ALL):
        yield "referee/judging/forms.py", text
    yield from (("referee/games/desmoche", title_of(game)) for game in SIDE_GAMES)
    for book in rulebooks().values():
        yield from said_of(book)


def said_of(book: Rulebook) -> Said:
    """Yield the texts in which a rulebook describes its game."""
    assert isinstance(book.lay_table, partial)
    (game,) = book.lay_table.args
    where = f"referee/games/{game.cases}.py"
    yield from ((where, text) for text in _declared(game))
    yield where, book.about
    for rule in book.rules:
        for text in (rule.section, rule.source, rule.plain, rule.right):
            yield where, text
    for choice in book.house_rules:
        for text in (choice.section, choice.source, choice.title, *choice.said.values()):
            yield where, text


def _declared(game: Game) -> Iterator[Text]:
    """Yield the messages of a game declared on the core."""
    for event in game.events.values():
        own = (event.form.says, *event.form.more.values())
        yield from (*(text for text in own if text not in SAID_BY_ALL), (event.next, event.next))
    for fact in game.facts.values():
        yield from fact.says or ()
    yield from (*game.offences.values(), *game.endings.values())
    yield from (rule.says for rule in game.rules if isinstance(rule.says, str))


def said_in_cli() -> Said:
    """Yield the messages of the command line: those in its code, and the help of every command."""
    yield from _said_in_code("referee/text/**/*.py", "cli/referee_cli/**/*.py")
    ctx = click.Context(commands)
    ctx.obj = Wanted.by([])
    yield from _help("cli/referee_cli/main.py", translated(commands, ctx), ctx)
    for name in (*EVERY, *ALONE):
        yield from _help(f"cli/referee_cli/{name}", translated(load(name), ctx), ctx)
    for text in (commands.subcommand_metavar, commands.options_metavar, *CLICK):
        yield "click", text


def said_in_web() -> Said:
    """Yield the messages of the web form, in its code and on its pages."""
    yield from _said_in_code("referee/web/**/*.py")
    yield from _said_on_pages("referee/web")


def said_in_record() -> Said:
    """Yield the messages about reading, storing and printing the record."""
    parts = ("bundle", "notation", "paper", "season", "store")
    yield from _said_in_code(*(f"referee/{part}/**/*.py" for part in parts))
    yield from _said_in_code("schemas/referee_schemas/**/*.py")
    yield from _said_on_pages("referee/paper")


SAID_IN: Final[Mapping[str, Callable[[], Said]]] = {
    "game": said_in_game,
    "rulings": lambda: _said_in_code("referee/rulings/**/*.py", "referee/quarrels/**/*.py"),
    "record": said_in_record,
    "cli": said_in_cli,
    "web": said_in_web,
}


def _said_on_pages(part: str) -> Said:
    for page in sorted((ROOT / part).rglob("templates/**/*.*")):
        found = extract_from_file("jinja2", page, keywords=ON_PAGES)
        for _line, text, _comments, _context in found:
            yield str(page.relative_to(ROOT)), text


def _said_in_code(*patterns: str) -> Said:
    for pattern in patterns:
        for file in sorted(ROOT.glob(pattern)):
            where = str(file.relative_to(ROOT))
            for text in _said(ast.parse(file.read_text("utf-8"))):
                yield where, text


def _help(where: str, command: click.Command, ctx: click.Context) -> Said:
    for paragraph in (command.help or "").split("\n\n"):
        yield where, " ".join(paragraph.removeprefix("\b").split())
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            yield where, param.help
        if has_words_for_a_value(param):
            yield where, param.make_metavar(ctx)


Known = Mapping[str, list[ast.expr]]
"""The values that each name may have: those assigned to it, or those that a function returns."""


def _said(code: ast.Module) -> Iterator[Text]:
    """Yield the messages in one file."""
    functions = [node for node in ast.walk(code) if isinstance(node, ast.FunctionDef)]
    given = {one.name: _returned(one) for one in functions} | _assigned(code)
    for scope in (code, *functions):
        known = given | _assigned(scope)
        for call in _within(scope):
            if isinstance(call, ast.Call):
                yield from _said_by(call, known)
        if isinstance(scope, ast.FunctionDef) and scope.name.lstrip("_").startswith("says_"):
            for value in _returned(scope):
                if isinstance(value, ast.Tuple):
                    yield from _literals(value.elts[0], known)


def _said_by(call: ast.Call, known: Known) -> Iterator[Text]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name in ("ngettext", "Plural"):
        ones, several = (_literals(word, known) for word in call.args[:2])
        yield from zip(ones, several, strict=True)
    if name in COUNTED:
        yield from _pairs(call.args[COUNTED[name]], known)
    for place, keyword in SAID_BY.get(name, {}).items():
        named = [word.value for word in call.keywords if word.arg == keyword]
        for words in named or call.args[place : place + 1]:
            yield from _literals(words, known)


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a file or a function, except those inside a nested function."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, ast.FunctionDef):
            yield from _within(child)


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in _within(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name, value in _parts(target, node.value):
                    found.setdefault(name, []).append(value)
    return found


def _parts(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(elts=names), ast.Tuple(elts=values):
            for each, its in zip(names, values, strict=True):
                yield from _parts(each, its)


def _returned(function: ast.FunctionDef) -> list[ast.expr]:
    returns = [node for node in _within(function) if isinstance(node, ast.Return)]
    return [node.value for node in returns if node.value is not None]


def _pairs(words: ast.expr, known: Known) -> Iterator[Text]:
    """Yield the singular and plural texts that an expression may have as its value."""
    for value in _values(words, known):
        match value:
            case ast.Tuple(elts=[one, many]):
                yield from zip(_literals(one, known), _literals(many, known), strict=True)
            case ast.Constant(value=str(text)):
                yield text, text


def _literals(words: ast.expr, known: Known) -> Iterator[str]:
    """Yield the literals that an expression may have as its value."""
    for value in _values(words, known):
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def _values(words: ast.expr, known: Known) -> Iterator[ast.expr]:
    """Yield the values that an expression may have: those of its parts, or itself."""
    parts: Sequence[ast.expr]
    match words:
        case ast.IfExp(body=body, orelse=other):
            parts = (body, other)
        case ast.BoolOp(values=several) | ast.Dict(values=several):
            parts = several
        case ast.Subscript(value=table):
            parts = (table,)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, *otherwise]):
            parts = (table, *otherwise)
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            parts, known = known.get(name, ()), {**known, name: []}
        case _:
            yield words
            return
    for part in parts:
        yield from _values(part, known)


def templates() -> dict[str, Catalog]:
    """Return the untranslated messages of each part. A message belongs to the first part that uses
    it."""
    taken: set[str] = set()
    found = {}
    for part in PARTS:
        template = Catalog()
        for where, text in SAID_IN[part]():
            first = text if isinstance(text, str) else text[0]
            if any(map(str.isalpha, first)) and first not in taken:
                template.add(text, locations=[(where, 0)])
        taken |= {_first(message) for message in _messages(template)}
        found[part] = template
    return found


def written(language: str, part: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{part}.po"


def read(file: Path) -> Catalog:
    return read_po(BytesIO(file.read_bytes()), locale=file.parent.parent.name)


def content(catalog: Catalog) -> list[tuple[object, ...]]:
    """Return the messages of a catalogue and their files, without its line breaks."""
    said = [(one.id, one.string, one.locations) for one in _messages(catalog)]
    return [*said, *((one.id, one.string, "obsolete") for one in catalog.obsolete.values())]


def catalogues() -> dict[str, Catalog]:
    return {part: read(written(language, part)) for language in LANGUAGES[1:] for part in PARTS}


def updated(language: str) -> dict[Path, bytes]:
    """Return the updated content of every catalogue of a language. A translation moves along with a
    message that belongs to another part now."""
    catalogs = {part: read(written(language, part)) for part in PARTS}
    translated = {
        message.id: message.string
        for catalog in catalogs.values()
        for message in (*_messages(catalog), *catalog.obsolete.values())
        if _is_translated(message)
    }
    said = templates()
    everywhere = {message.id for template in said.values() for message in _messages(template)}
    found = {}
    for part, catalog in catalogs.items():
        catalog.update(said[part], no_fuzzy_matching=True, update_creation_date=False)
        for message in _messages(catalog):
            if not _is_translated(message):
                message.string = translated.get(message.id, message.string)
        for key, message in list(catalog.obsolete.items()):
            if message.id in everywhere:
                del catalog.obsolete[key]
        found[written(language, part)] = _text(catalog)
    return found


def _text(catalog: Catalog) -> bytes:
    content = BytesIO()
    write_po(content, catalog, width=100, sort_output=True, include_lineno=False)
    return content.getvalue()


def wanting(catalog: Catalog) -> Iterator[str]:
    """Yield a line for each fault in a catalogue."""
    for message in _messages(catalog):
        if message.fuzzy:
            yield f"fuzzy: {_first(message)}"
        elif not _is_translated(message):
            yield f"not translated: {_first(message)}"
        elif not _has_the_same_facts(message):
            yield f"other facts: {_first(message)}"
    for message in catalog.obsolete.values():
        yield f"not said any more: {_first(message)}"


def _messages(catalog: Catalog) -> Iterator[Message]:
    """Return the messages of a catalogue without its head."""
    return (message for message in catalog if message.id)


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> list[str]:
    """Return the translation of a message, or its singular and plural."""
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return [form or "" for form in forms]


def _is_translated(message: Message) -> bool:
    return all(_forms(message))


def _has_the_same_facts(message: Message) -> bool:
    """Return whether the translations have the facts of the message; the singular may leave the
    number out."""
    last = message.id if isinstance(message.id, str) else message.id[-1]
    return _facts(_forms(message)[-1]) == _facts(last)


def _facts(text: str) -> set[str]:
    """Return the placeholders of a text, in braces or, on pages, as ``%(name)s``."""
    on_pages = set(re.findall(r"%\((\w+)\)", text))
    try:
        return on_pages | {name for _before, name, _spec, _as in Formatter().parse(text) if name}
    except ValueError:  # a brace that opens no placeholder
        return on_pages


def update() -> None:
    """Update every catalogue to the messages of the code."""
    for language in LANGUAGES[1:]:
        for file, content in updated(language).items():
            _write(file, content)


def prune() -> None:
    """Drop the translations of messages that no longer exist."""
    for file in FOLDER.rglob("*.po"):
        catalog = read(file)
        catalog.obsolete.clear()
        _write(file, _text(catalog))


def compile_all() -> None:
    """Write the ``.mo`` beside every ``.po``."""
    for file in FOLDER.rglob("*.po"):
        content = BytesIO()
        write_mo(content, read(file))
        _write(file.with_suffix(".mo"), content.getvalue())


def _write(file: Path, content: bytes) -> None:
    """Write a changed file atomically, because tests in several processes may all do it."""
    if file.exists() and file.read_bytes() == content:
        return
    fresh = file.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(file)


def missing() -> int:
    """Print the missing translations, and return their number."""
    lines = [
        f"{part}: {line}" for part, catalog in catalogues().items() for line in wanting(catalog)
    ]
    print(*lines, sep="\n")
    return len(lines)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["prune"]:
            prune()
        case ["missing"]:
            sys.exit(bool(missing()))
        case _:
            sys.exit("usage: python -m tests.catalogues update | compile | missing | prune")
