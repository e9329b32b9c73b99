"""The hash chain: each event has a hash over its salt, its bytes and the previous hash.

A head is the number and the hash of a game's last event. Noted elsewhere, even on paper, it fixes
everything before it. Because each event is salted, a head reveals no hidden card.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Self

from referee.wording.language import _

if TYPE_CHECKING:
    from referee.store.entries import Stored

SALT_BYTES: Final = 16

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXY"
"""The alphabet of a head on paper: 31 signs, a prime, so that one wrong sign or two swapped ones
are always detected; no I, L, O, U, and no Z, which looks like a 2."""

MISREAD: Final = str.maketrans("ILOZ", "1102")
SIGNS_OF_THE_HASH: Final = 20
GROUP: Final = 5


CHAIN: Final = 2  # the version of new chains; games of the first version keep theirs


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a game: its name, number, time (UTC) and log format.

    ``number`` is the game's number in the book where it was opened.
    """

    name: str
    opened_at: str
    format: int
    number: int
    chain: int = CHAIN

    def beginning(self) -> bytes:
        """Return the hash before the game's first event: 32 bytes. It covers the whole opening, in
        chains of version 1 only the name."""
        if self.chain == 1:
            covered = ["desmoche-referee record 1", self.name]
        else:
            covered = [
                f"desmoche-referee record {self.chain}",
                *(str(self.number), str(self.format), self.opened_at, self.name),
            ]
        return sha256("\n".join(covered).encode()).digest()


def link(before: bytes, salt: bytes, content: bytes) -> bytes:
    """Return the hash of an event: 32 bytes."""
    return sha256(before + salt + content).digest()


@dataclass(frozen=True, slots=True)
class Head:
    """The last event of a game: its number and its hash; of an empty game 0 and the opening's
    hash."""

    seq: int
    hash: bytes

    def on_paper(self) -> str:
        """Return the head in a form short enough to write down; its last sign checks the others.

        >>> Head(57, bytes(range(32))).on_paper()
        '57-00DSR-P7N38-AQCKR-FH4WD-C'
        """
        signs = f"{self.seq}" + _short(self.hash)
        short = signs[-SIGNS_OF_THE_HASH:]
        groups = [short[at : at + GROUP] for at in range(0, SIGNS_OF_THE_HASH, GROUP)]
        return "-".join([str(self.seq), *groups, _check_sign(signs)])


@dataclass(frozen=True, slots=True)
class Appended:
    """The answer to an append: the numbers of its events, and the head after them.

    ``repeated`` if the book had these events already: the request was sent again.
    """

    first: int
    last: int
    head: Head
    repeated: bool = False

    @classmethod
    def of(cls, written: Sequence[Stored]) -> Self:
        """Return the answer to an append that wrote these events."""
        last = written[-1]
        return cls(written[0].seq, last.seq, Head(last.seq, last.hash))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, with the head in its paper form."""
        return {
            "first": self.first,
            "last": self.last,
            "repeated": self.repeated,
            "head": self.head.on_paper(),
        }


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the book: its opening, its last event, and its ``position`` among the chains of
    this book, counted from 1."""

    opening: Opening
    head: Head
    position: int

    @property
    def name(self) -> str:
        """The game's name."""
        return self.opening.name

    @property
    def opened_at(self) -> str:
        """The time of its opening: UTC, to the second."""
        return self.opening.opened_at

    @property
    def format(self) -> int:
        """The log format of its events."""
        return self.opening.format


def now() -> str:
    """Return the current time in the book's format: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class NotedHead:
    """A head noted elsewhere: a whole hash in hexadecimal, or the paper form."""

    text: str
    seq: int | None
    hash: bytes
    short: str

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the head in a text; None if it has another form, or a wrong check sign.

        >>> NotedHead.read("57-oodsr p7n38 aqckr fh4wd c").seq
        57
        >>> NotedHead.read("57-00DSR-P7N38-AQCKR-FH4WD-D")
        """
        written = text.strip()
        plain = written.upper().translate(MISREAD)
        if len(written) == 64 and all(sign in "0123456789abcdefABCDEF" for sign in written):
            return cls(written, None, bytes.fromhex(written), "")
        number, _dash, rest = plain.replace(" ", "-").partition("-")
        signs = rest.replace("-", "")
        fits = number.isdecimal() and number.isascii() and set(signs) <= set(SIGNS)
        if not fits or len(number) > 9 or len(signs) != SIGNS_OF_THE_HASH + 1:
            return None
        seq, short = int(number), signs[:-1]
        if _check_sign(f"{seq}" + short) != signs[-1]:
            return None
        return cls(written, seq, b"", short)

    def matches(self, stored: Stored) -> bool:
        """Return whether this was the game's head after that event."""
        if self.seq is None:
            return stored.hash == self.hash
        return stored.seq == self.seq and _short(stored.hash) == self.short


def _short(digest: bytes) -> str:
    number = int.from_bytes(digest[:13], "big")
    signs = ""
    for _place in range(SIGNS_OF_THE_HASH):
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    return signs


def _check_sign(signs: str) -> str:
    weighted = sum(place * SIGNS.index(sign) for place, sign in enumerate(reversed(signs), 2))
    return SIGNS[weighted % len(SIGNS)]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a game against its chain. ``problem`` is empty if everything fits;
    otherwise it describes the first misfit, at event ``at``."""

    name: str
    events: int
    head: Head
    at: int | None = None
    problem: str = ""

    @property
    def whole(self) -> bool:
        """Return whether everything fits."""
        return not self.problem


def verify(opening: Opening, events: Iterable[Stored], noted: Sequence[NotedHead] = ()) -> Verdict:
    """Verify a game's stored bytes from first to last, also against heads noted elsewhere.

    Without a noted head, events cut off at the end go undetected.
    """
    verdict = check(opening.name, opening.beginning(), events, noted)
    if verdict.whole and not verdict.events:
        return replace(verdict, at=1, problem=_("event 1 is missing; nothing is left of the game"))
    return verdict


def check(
    name: str, beginning: bytes, events: Iterable[Stored], noted: Sequence[NotedHead] = ()
) -> Verdict:
    """Verify any chain, given the hash before its first event."""
    head = Head(0, beginning)
    missing = list(noted)
    for stored in events:
        problem = _misfit(head, stored)
        if problem:
            return Verdict(name, head.seq, head, head.seq + 1, problem)
        head = Head(stored.seq, stored.hash)
        missing = [head for head in missing if not head.matches(stored)] if missing else missing
    if not missing:
        return Verdict(name, head.seq, head)
    lost = missing[0]
    if lost.seq is None or lost.seq <= head.seq:
        problem = _("no event of this game has the head {head}")
    else:
        problem = _(
            "the head {head} is that of event {seq}, which is no longer there, or that of "
            "another game"
        )
    text = problem.format(head=lost.text, seq=lost.seq)
    return Verdict(name, head.seq, head, lost.seq, text)


def _misfit(head: Head, stored: Stored) -> str:
    if stored.seq != head.seq + 1:
        missing = _("event {seq} is missing; the next one is event {next}")
        return missing.format(seq=head.seq + 1, next=stored.seq)
    if not _linked(head, stored):
        return _("this event, or one before it, was changed")
    if not id_fits(stored.id, stored.content):
        return _("its id is not the one that was written")
    return ""


def _linked(head: Head, stored: Stored) -> bool:
    try:
        return stored.hash == link(head.hash, stored.salt, stored.content)
    except TypeError:
        # a damaged file may have text or nothing in place of bytes
        return False


def id_fits(event_id: str | None, content: bytes) -> bool:
    """Return whether an event carries this id; None means that it carries none.

    >>> id_fits("a", b'{"id":"a"}'), id_fits(None, b'{"id":"a"}'), id_fits(None, b"no JSON")
    (True, False, True)
    """
    if event_id is None and b'"id"' not in content and b"\\u" not in content:
        return True
    return event_id == _own_id(content)


def _own_id(content: bytes) -> object:
    try:
        event = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return event.get("id") if isinstance(event, dict) else None
