"""Files and folders of a book that cannot be read or written, or that are no book, as
``places/*.txt`` tell them.

    book 4                          a book with a game of so many events
    later                           it was written by a later version
    file thing, folder nowhere      with the lines below
    sql thing                       by another program, also as the first statement of a file
    mode book.db 444                its permissions; of the folder itself ``.``
    env HOME=nowhere                of a folder there
    nobody                          from here on without the rights of root, if the system has them
    remember                        what is there now; ``same``: still so
    opens thing readonly            ``existing``: and makes none; ``usual``: the usual book
      ! BookForeign --db            the error in one sentence or two, or else
      whole 4                       so many events
      append 5                      one more
      clean                         no damage
    backs up copy.db                ``! KIND words``
    there book.db copy.db           the files that are there, without those beside a book
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.store import BookError, RecordBook, SQLiteBook, verified
from referee.store.links import Role
from referee.store.opening import open_book, open_links
from referee.store.sqlite import APPLICATION_ID
from tests.store.books import another_program, begun, knock
from tests.store.test_bad_places import NOBODY
from tests.store.test_versions import ONE_MORE, listing, migrated
from tests.stories import Step, Story, stories


class Places(Story):
    """A folder, and what happens to the books in it."""

    def __init__(self, folder: Path, environment: pytest.MonkeyPatch) -> None:
        super().__init__(folder)
        self.folder = folder
        self._environment = environment
        self._before: dict[str, bytes] = {}

    def take(self, line: str, below: list[str]) -> None:
        word, _, rest = line.partition(" ")
        path = self.folder / (rest.split()[0] if rest else "")
        match word:
            case "book":
                begun(self.book, int(rest)).close()
            case "later":
                migrated(self.book, ONE_MORE)
            case "file":
                path.write_text("".join(f"{one}\n" for one in below), encoding="utf-8")
            case "folder":
                path.mkdir()
            case "unlink":
                path.unlink()
            case "sql":
                with another_program(path) as connection:
                    for statement in below:
                        connection.execute(statement.replace("ANOTHER", str(APPLICATION_ID + 1)))
            case "mode":
                path.chmod(int(rest.split()[1], 8))
            case "env":
                name, _, there = rest.partition("=")
                self._environment.setenv(name, str(self.folder / there) if there else "")
            case "nobody":
                if os.geteuid() == 0:
                    os.seteuid(NOBODY)
            case "links":
                open_links(self.book).make("friday", Role.VIEWER)
            case "remember":
                self._before = listing(self.folder)
            case "same":
                assert listing(self.folder) == self._before
            case "there":
                assert sorted(one.name for one in self.folder.iterdir()) == rest.split()
            case "modes":
                found = {one.name: one.stat().st_mode & 0o777 for one in self.folder.iterdir()}
                assert set(below) <= found.keys()
                assert set(found.values()) == {int(rest, 8)}
            case "opens":
                with refused(below):
                    self._opens(rest.split(), below)
            case _:
                assert line.startswith("backs up "), line
                with SQLiteBook(self.book, create=False) as book, refused(below):
                    book.back_up(self.folder / rest.split()[1])

    def _opens(self, words: list[str], below: list[str]) -> None:
        asked = {"writable": False} if "readonly" in words else {}
        asked |= {"create": False} if "existing" in words else {}
        place = next((one for one in words if one not in ("readonly", "existing")), "book.db")
        opened: Callable[[], RecordBook] = lambda: SQLiteBook(self.folder / place, **asked)  # noqa: E731
        with open_book(**asked) if place == "usual" else opened() as book:
            for line in below:
                word, _, number = line.partition(" ")
                if word == "whole":
                    assert verified(book, "friday").events == int(number)
                elif word == "append":
                    assert book.append("friday", [knock(int(number))]).last == int(number)
                elif word == "clean":
                    assert book.damage() == []
                elif word == "empty":
                    assert book.games() == []


@contextmanager
def refused(below: list[str]) -> Iterator[None]:
    """Expect the error that a line below a step names."""
    wanted = [line[2:].split(" ", 1) for line in below if line.startswith("! ")]
    problem: BookError | None = None
    try:
        yield
    except BookError as found:
        problem = found
    if problem is None:
        assert not wanted
        return
    told = str(problem)
    ((kind, words),) = wanted or [("no error", "")]
    assert (type(problem).__name__, words in told) == (kind, True), told
    assert "\n" not in told
    assert told.endswith(".")
    assert told.count(". ") < 3


@pytest.mark.skipif(os.name != "posix", reason="about the permissions of POSIX")
@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("places")))
def test_places(folder: Path, monkeypatch: pytest.MonkeyPatch, steps: list[Step]) -> None:
    monkeypatch.delenv("REFEREE_DB", raising=False)
    root = os.geteuid() == 0
    try:
        Places(folder, monkeypatch).takes(steps)
    finally:
        if root:
            os.seteuid(0)
