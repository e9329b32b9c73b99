"""Books in which one game cannot be read, each in another way, beside an undamaged one."""

from pathlib import Path

from referee.store import Entry, SQLiteBook
from tests.store.books import statements, without_guards

EVENING = [
    Entry(b'{"type":"game","game":"desmoche","players":["Ana","Beto"]}'),
    Entry(b'{"type":"hand","dealer":"Beto","bet":5}'),
    Entry(b'{"type":"note","note":"a remark"}'),
]

DAMAGES = statements("damages")


def damaged(path: Path, act: str) -> Path:
    """Return a book with the game friday, damaged by this act, and the undamaged game saturday."""
    with SQLiteBook(path) as book:
        for name in ("friday", "saturday"):
            book.open_game(name, EVENING)
    with without_guards(path) as connection:
        connection.executescript(act)
    return path
