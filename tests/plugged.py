"""Games that are available as if they were installed."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from unittest.mock import patch

from referee_schemas import events, vocabulary

from referee.judging import registry
from referee.judging.rulebook import Rulebook
from referee.notation import forms, words

_KNOWN = (
    registry.rulebooks, vocabulary.vocabulary, events.protocol,
    events._opening_of, forms.parts, words.signs, words.lines, words.labels, words._lines_read,
    words._labels_read, words.house_options,
)  # fmt: skip


class _PlugIn(EntryPoint):
    """An entry point that is loaded already."""

    def load(self) -> object:
        return self.books

    books: object = ()


def _forget() -> None:
    for known in _KNOWN:
        known.cache_clear()


@contextmanager
def plugged(*books: Rulebook, module: str = "tests") -> Iterator[None]:
    """Install the games of a module, too, until the end of the block."""
    plug_in = _PlugIn("test", f"{module}:books", registry.GROUP)
    plug_in.__dict__["books"] = books
    with patch.object(registry, "plug_ins", lambda: [plug_in]):
        _forget()
        yield
    _forget()
