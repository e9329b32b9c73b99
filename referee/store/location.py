"""The location of the record book: the one that was given, else the user's data folder."""

import errno
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from referee.store.errors import BookForeign, BookUnwritable
from referee.wording.language import Word

VARIABLE: Final = "REFEREE_DB"
FILE: Final = "record-book.db"
SHOWN: Final = ("user", "host", "hostaddr", "port", "dbname", "service")
"""The parts of an address that messages show. The others may be secret."""
HIDDEN: Final = "postgresql://..."  # stands for an address without parts that may be shown

_is_a_port = re.compile(r"[0-9,]*").fullmatch
_begins_an_address = re.compile(
    r"[a-z][a-z0-9+.-]+://|\s*(?:user|password|passfile|host|hostaddr|port|dbname|service|options"
    r"|ssl\w+|connect_timeout|target_session_attrs|application_name)\s*=",
    re.IGNORECASE,
).match


def default_location() -> str:
    """Return the value of ``REFEREE_DB``, or a file in the user's data folder, which may not exist
    yet. Raises BookUnwritable."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    try:
        folder, home = user_data_path("desmoche-referee", appauthor=False), Path.home()
    except (OSError, RuntimeError) as problem:
        # a user without a home
        raise _no_folder("~", str(problem)) from problem
    if folder.is_relative_to(home) and not home.is_dir():
        raise _no_folder(str(folder), os.strerror(errno.ENOENT))
    return str(folder / FILE)


def is_on_a_server(location: str | Path) -> bool:
    """Return whether a location is a server's address, as a URI or as keywords and values.

    >>> is_on_a_server("postgresql://club@localhost/book"), is_on_a_server("host=localhost")
    (True, True)
    >>> is_on_a_server("book.db"), is_on_a_server("./host=localhost")
    (False, False)
    """
    return bool(_begins_an_address(str(location)))


def shown(location: str | Path) -> str:
    """Return a location for messages: only the parts of an address that are not secret, and nothing
    of an address that cannot be parsed.

    >>> shown("postgresql://club:sec/ret@localhost/book"), shown("book.db")
    ('postgresql://...', 'book.db')
    """
    if not is_on_a_server(location):
        return str(location)
    found = _parsed(str(location))
    return HIDDEN if found is None else _uri(found)


def check_address(address: str) -> None:
    """Refuse an address that cannot be parsed, before a message has it. Raises BookForeign."""
    if _parsed(address) is None:
        text = (
            "The address of the record book cannot be read. It looks like "
            "postgresql://USER:PASSWORD@HOST/NAME; in a password write %40 for @, %2F for / and "
            "%25 for %."
        )
        raise BookForeign(Word(text))


def _parsed(address: str) -> Mapping[str, Any] | None:
    """Return the parts of an address; None if any doubt remains which part is the password."""
    try:
        from psycopg import Error
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        # only PostgreSQL's own parser is trusted to find every password
        return None
    _kind, _, rest = address.partition("?")[0].partition("://")
    who = rest.rpartition("@")[0]
    if "@" in who or "/" in who:
        # a sign of a password that should have been written as %40 or %2F
        return None
    try:
        found = conninfo_to_dict(address)
    except (Error, ValueError):
        return None
    odd = any("=" in str(found.get(part, "")) for part in SHOWN)
    return None if odd or not _is_a_port(str(found.get("port", ""))) else found


def _uri(parts: Mapping[str, Any]) -> str:
    part = {name: str(parts.get(name) or "") for name in SHOWN}
    host = part["host"] or part["hostaddr"]
    is_socket = host.startswith(("/", "@"))
    user = part["user"] and f"{part['user']}@"
    port = part["port"] and f":{part['port']}"
    more = [f"host={host}"] if is_socket else []
    more += [f"service={part['service']}"] if part["service"] else []
    query = "?" * bool(more) + "&".join(more)
    return f"postgresql://{user}{'' if is_socket else host}{port}/{part['dbname']}{query}"


def make_folder(location: str | Path) -> None:
    """Create the user's data folder if a new book goes there; other folders must exist. Raises
    BookUnwritable."""
    if os.environ.get(VARIABLE) or str(location) != default_location():
        return
    folder = Path(location).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _no_folder(str(folder), problem.strerror or str(problem)) from problem


def _no_folder(folder: str, problem: str) -> BookUnwritable:
    text = (
        "There is no folder for the record book, and {folder} cannot be made ({problem}). "
        "Name a file with --db or REFEREE_DB."
    )
    return BookUnwritable(text, folder=folder, problem=problem)
