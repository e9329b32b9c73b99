"""Logs that lie elsewhere, by their addresses: ``s3://club/logs``, ``https://...``. fsspec knows
the way to each kind of place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from referee_schemas.reading import A_LOG, Unreadable

from referee.wording.language import Word
from referee.wording.sentences import Sentence


def is_an_address(path: str) -> bool:
    """Return whether a log or a folder of logs lies elsewhere.

    >>> is_an_address("s3://club/logs"), is_an_address("logs/friday.jsonl")
    (True, False)
    """
    return "://" in path


def logs_under(
    address: str, suffixes: tuple[str, ...], left_out: list[str] | None = None
) -> Iterator[str]:
    """Yield the addresses of all logs of a folder elsewhere, in their order; of a single log its
    own. ``left_out`` takes the files that do not end as logs do. Raises Unreadable."""
    with _told(address):
        from fsspec.core import url_to_fs

        place, root = url_to_fs(address)
        files = [] if place.isfile(root) else sorted(place.find(root))
        addresses = [place.unstrip_protocol(file) for file in files]
    logs = [one for one in addresses if one.lower().endswith(suffixes)]
    if left_out is not None:
        left_out += [one for one in addresses if one not in set(logs)]
    yield from logs if files else [address]


@contextmanager
def opened_elsewhere(address: str) -> Iterator[BinaryIO]:
    """The bytes of a log that lies elsewhere, for the block. Raises Unreadable."""
    with _told(address):
        import fsspec

        with fsspec.open(address, "rb") as file:
            yield file


@contextmanager
def _told(address: str) -> Iterator[None]:
    try:
        yield
    except Unreadable:
        # the place could be read, and the log could not
        raise
    except ImportError as problem:
        missing = Word("Logs at addresses need fsspec: pip install fsspec")
        raise _unreadable(address, problem, missing) from problem
    except (OSError, ValueError) as problem:
        remedy = Word("Give a place that can be reached, and a log in it.")
        raise _unreadable(address, problem, remedy) from problem


def _unreadable(address: str, problem: Exception, remedy: Word) -> Unreadable:
    found = Sentence("a place that cannot be read ({problem})", {"problem": str(problem)})
    return Unreadable(found, A_LOG, file=address, remedy=remedy)
